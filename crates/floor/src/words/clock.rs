//! Times of the wall clock for people.

/// A time in UTC, from milliseconds since 1970: "2026-11-15 22:30:05".
pub fn clock(ms: i64) -> String {
    let (days, left) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    // Years of 400-year cycles that begin in March, so that a leap day ends its year.
    let days = days + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + cycle * 400 + next;
    let (hour, minute, second) = (left / 3_600_000, left / 60_000 % 60, left / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calendar() {
        assert_eq!(clock(0), "1970-01-01 00:00:00");
        assert_eq!(clock(-1), "1969-12-31 23:59:59");
        assert_eq!(clock(951_782_400_000), "2000-02-29 00:00:00");
        assert_eq!(clock(951_868_800_000), "2000-03-01 00:00:00");
        assert_eq!(clock(1_709_251_199_000), "2024-02-29 23:59:59");
        assert_eq!(clock(4_107_542_400_000), "2100-03-01 00:00:00");
        // Whatever stands in a record can be shown.
        assert!(!clock(i64::MIN).is_empty() && !clock(i64::MAX).is_empty());
    }
}
