//! Local time: what people read and write, and which day it is where the house stands. The log and the API keep instants;
//! nothing that is decided depends on a zone but the date of a gaming day.

use house::Date;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::fmt;

/// A time zone of the IANA database, which is part of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

impl Default for Zone {
    fn default() -> Zone {
        Zone(TimeZone::UTC)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.iana_name().unwrap_or("UTC"))
    }
}

impl Zone {
    /// Reads a name such as "Australia/Melbourne".
    ///
    /// # Errors
    /// If there is no zone of that name.
    ///
    /// ```
    /// use floor::Zone;
    ///
    /// let melbourne = Zone::parse("Australia/Melbourne").unwrap();
    /// assert_eq!(melbourne.time(1_794_781_800_000), "2026-11-16 09:30:00 AEDT");
    /// assert_eq!(melbourne.date(1_794_781_800_000).unwrap().to_string(), "2026-11-16");
    /// ```
    pub fn parse(name: &str) -> Result<Zone, String> {
        let name = name.trim();
        TimeZone::get(name).map(Zone).map_err(|_| {
            let shown: String = name.chars().take(40).collect();
            format!("'{shown}' is not a time zone such as Australia/Melbourne or UTC")
        })
    }

    /// An instant, in milliseconds since 1970, as the clock on the wall shows it: "2026-11-16 09:30:05 AEDT".
    pub fn time(&self, ms: i64) -> String {
        let shown = Timestamp::from_millisecond(ms).ok();
        let shown = shown
            .map(|instant| instant.to_zoned(self.0.clone()).strftime("%Y-%m-%d %H:%M:%S %Z").to_string());
        // A clock that is wrong by thousands of years is shown as it is recorded.
        shown.unwrap_or_else(|| format!("{} UTC", crate::words::clock(ms)))
    }

    /// The date at an instant.
    pub fn date(&self, ms: i64) -> Option<Date> {
        let local = Timestamp::from_millisecond(ms).ok()?.to_zoned(self.0.clone());
        let part = |part: i8| u8::try_from(part).ok();
        Date::new(u16::try_from(local.year()).ok()?, part(local.month())?, part(local.day())?)
    }

    /// The instant at which clocks on the wall show what they show in UTC at `ms`. An hour that comes twice is the first
    /// of the two; one that is left out is as much later.
    pub fn instant(&self, ms: i64) -> Option<i64> {
        let civil = Timestamp::from_millisecond(ms).ok()?.to_zoned(TimeZone::UTC).datetime();
        Some(self.0.to_timestamp(civil).ok()?.as_millisecond())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;
    /// 4 October 2026, 02:00 in Melbourne: clocks go forward to 03:00.
    const FORWARD: i64 = 1_791_043_200_000;
    /// 5 April 2026, 03:00 in Melbourne: clocks go back to 02:00.
    const BACK: i64 = 1_775_318_400_000;

    #[test]
    fn a_day_begins_at_midnight_where_the_house_stands() {
        let (utc, melbourne) = (Zone::default(), Zone::parse("Australia/Melbourne").unwrap());
        // 13:00 UTC is midnight in summer, 14:00 UTC in winter.
        for (midnight, before, after) in
            [(1_794_747_600_000, "2026-11-15", "2026-11-16"), (1_782_914_400_000, "2026-07-01", "2026-07-02")]
        {
            assert_eq!(melbourne.date(midnight - 1).unwrap().to_string(), before);
            assert_eq!(melbourne.date(midnight).unwrap().to_string(), after);
            assert_eq!(utc.date(midnight).unwrap().to_string(), before);
        }
    }

    #[test]
    fn clocks_that_change_are_shown_and_read() {
        let melbourne = Zone::parse("Australia/Melbourne").unwrap();
        assert_eq!(melbourne.time(FORWARD - 1000), "2026-10-04 01:59:59 AEST");
        assert_eq!(melbourne.time(FORWARD), "2026-10-04 03:00:00 AEDT");
        assert_eq!(melbourne.time(BACK - HOUR), "2026-04-05 02:00:00 AEDT");
        assert_eq!(melbourne.time(BACK), "2026-04-05 02:00:00 AEST");
        // Half past two comes twice in April and never in October.
        let wall = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
        assert_eq!(melbourne.instant(wall("2026-04-05T02:30:00Z")), Some(BACK - HOUR / 2));
        assert_eq!(melbourne.instant(wall("2026-10-04T02:30:00Z")), Some(FORWARD + HOUR / 2));
        assert_eq!(melbourne.instant(wall("2026-11-16T09:30:00Z")), Some(1_794_781_800_000));
    }

    #[test]
    fn only_known_zones_are_taken() {
        assert_eq!(Zone::parse(" UTC ").unwrap().to_string(), "UTC");
        assert_eq!(Zone::parse("Australia/Sydney").unwrap().to_string(), "Australia/Sydney");
        for wrong in ["", "Australia", "Melbourne", "../etc/passwd", "+10:00", "Australia/Melbourne\0"] {
            assert!(Zone::parse(wrong).unwrap_err().contains("is not a time zone"), "{wrong}");
        }
        assert_eq!(Zone::default().time(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(Zone::default().time(i64::MAX).matches(' ').count(), 2, "whatever the clock says");
    }
}
