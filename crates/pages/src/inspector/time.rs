//! Times as people write them: those of the house's own zone, or of UTC where they say so.

use floor::Zone;
use floor::words::clock;

const DAY_MS: i64 = 86_400_000;

/// Milliseconds since 1970 of "2026-11-15", "2026-11-15T22:30" or "2026-11-15 22:30:05".
pub fn parse_date_time_ms(text: &str) -> Option<i64> {
    let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00"));
    let number = |text: &str, digits: usize| -> Option<i64> {
        let fits = text.len() == digits && text.bytes().all(|digit| digit.is_ascii_digit());
        text.parse().ok().filter(|_| fits)
    };
    let mut date = date.split('-');
    let (year, month, day) = (number(date.next()?, 4)?, number(date.next()?, 2)?, number(date.next()?, 2)?);
    let mut time = time.split(':');
    let (hour, minute) = (number(time.next()?, 2)?, number(time.next()?, 2)?);
    let second = time.next().map_or(Some(0), |second| number(second, 2))?;
    let whole = date.next().is_none() && time.next().is_none();
    if !whole || !(1..=12).contains(&month) || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    // The year begins in March, as above.
    let (of, from_march) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let cycle = of.div_euclid(400);
    let within = of.rem_euclid(400);
    let days = cycle * 146_097 + within * 365 + within / 4 - within / 100 + (153 * from_march + 2) / 5 + day
        - 1
        - 719_468;
    let ms = days * DAY_MS + hour * 3_600_000 + minute * 60_000 + second * 1000;
    // A day that its month does not have comes back as another.
    (clock(ms).get(..10) == Some(&format!("{year:04}-{month:02}-{day:02}"))).then_some(ms)
}

/// The instant that somebody writes, by the clocks of a zone; "2026-11-15T11:30Z" is UTC everywhere.
pub fn instant_ms(text: &str, zone: &Zone) -> Option<i64> {
    match text.strip_suffix('Z') {
        Some(utc) => parse_date_time_ms(utc),
        None => zone.instant(parse_date_time_ms(text)?),
    }
}

/// An instant as a program is told it: "2026-11-15T11:30:00Z".
pub fn in_utc(ms: i64) -> String {
    format!("{}Z", clock(ms).replace(' ', "T"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_local_unless_it_says_otherwise() {
        let melbourne = Zone::parse("Australia/Melbourne").unwrap();
        for (text, zone) in [
            ("2026-11-16T09:30", &melbourne),
            ("2026-11-15T22:30Z", &melbourne),
            ("2026-11-15T22:30", &Zone::default()),
        ] {
            assert_eq!(instant_ms(text, zone), Some(1_794_781_800_000), "{text}");
        }
        assert_eq!(in_utc(1_794_781_800_000), "2026-11-15T22:30:00Z");
        assert_eq!(instant_ms("Z", &melbourne), None);
    }

    #[test]
    fn times_are_read_as_they_are_written() {
        assert_eq!(clock(0), "1970-01-01 00:00:00");
        assert_eq!(parse_date_time_ms("1970-01-01"), Some(0));
        assert_eq!(parse_date_time_ms("2026-11-15T22:30"), Some(1_794_781_800_000));
        for ms in (0..40_000).map(|day| day * DAY_MS + 45_296_000) {
            assert_eq!(parse_date_time_ms(&clock(ms)), Some(ms), "{}", clock(ms));
        }
        for wrong in [
            "",
            "2026",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-01T24:00",
            "2026-1-1",
            "2026-01-01T10:00:00:00",
            "2026-01-01-01",
            "+026-01-01",
            "2026-01-01T1:00",
        ] {
            assert_eq!(parse_date_time_ms(wrong), None, "{wrong}");
        }
    }
}
