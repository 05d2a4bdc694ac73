//! What was measured, as whole numbers: lists of times, and a report as a table or as JSON.

use serde_json::{Map, Value, json};
use std::time::Duration;

/// How long things took, each in microseconds.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<u32>);

impl Times {
    /// One more.
    pub fn push(&mut self, took: Duration) {
        self.push_us(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// One more, in microseconds; what took longer than an hour counts as an hour.
    pub fn push_us(&mut self, us: u64) {
        self.0.push(u32::try_from(us).unwrap_or(u32::MAX).min(3_600_000_000));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How they are spread: of a hundred, so many took no longer.
    pub fn spread(mut self) -> Spread {
        self.0.sort_unstable();
        // The smallest that is not exceeded by so many of a hundred.
        let of = |percent: usize| {
            let at = (self.0.len() * percent).div_ceil(100).saturating_sub(1);
            u64::from(self.0.get(at).copied().unwrap_or(0))
        };
        Spread { count: self.0.len() as u64, p50_us: of(50), p90_us: of(90), p99_us: of(99), max_us: of(100) }
    }
}

/// How times are spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// How many there are.
    pub count: u64,
    /// Half took no longer.
    pub p50_us: u64,
    /// Nine of ten took no longer.
    pub p90_us: u64,
    /// 99 of a hundred took no longer.
    pub p99_us: u64,
    pub max_us: u64,
}

/// A measured value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    Count(u64),
    /// So many in a time: a rate.
    Rate(u64, Duration),
    /// Bytes; memory can also have shrunk.
    Bytes(i64),
    /// Time of a processor.
    Cpu(Duration),
    Spread(Spread),
    Words(String),
}

impl Figure {
    fn text(&self) -> String {
        match self {
            Figure::Count(count) => grouped(*count),
            Figure::Rate(count, time) => format!("{}/s", tenths(per_ten_seconds(*count, *time))),
            Figure::Bytes(bytes) => format!(
                "{}{} kB",
                if *bytes < 0 { "-" } else { "" },
                tenths(bytes.unsigned_abs().saturating_mul(10) / 1024)
            ),
            Figure::Cpu(time) => {
                format!("{} s", tenths(u64::try_from(time.as_millis() / 100).unwrap_or(u64::MAX)))
            }
            Figure::Spread(Spread { count: 0, .. }) => "none".to_string(),
            Figure::Spread(s) => format!(
                "p50 {}  p90 {}  p99 {}  max {}  ({} in all)",
                ms(s.p50_us),
                ms(s.p90_us),
                ms(s.p99_us),
                ms(s.max_us),
                grouped(s.count)
            ),
            Figure::Words(words) => words.clone(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Figure::Count(count) => json!(count),
            Figure::Rate(count, time) => json!(tenths(per_ten_seconds(*count, *time)).replace(',', "")),
            Figure::Bytes(bytes) => json!(bytes),
            Figure::Cpu(time) => json!(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            Figure::Spread(s) => json!({
                "count": s.count, "p50_us": s.p50_us, "p90_us": s.p90_us, "p99_us": s.p99_us, "max_us": s.max_us,
            }),
            Figure::Words(words) => json!(words),
        }
    }
}

fn per_ten_seconds(count: u64, time: Duration) -> u64 {
    let ms = time.as_millis().max(1);
    u64::try_from(u128::from(count) * 10_000 / ms).unwrap_or(u64::MAX)
}

/// 12345 tenths are "1,234.5".
fn tenths(tenths: u64) -> String {
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

/// Microseconds as milliseconds with as many digits as mean something: "0.42 ms", "12.3 ms".
pub fn ms(us: u64) -> String {
    match us {
        0..10_000 => format!("{}.{:02} ms", us / 1000, us % 1000 / 10),
        _ => format!("{} ms", tenths(us / 100)),
    }
}

/// 1234567 is "1,234,567".
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A row of a report: its name in JSON, what people read, the value.
type Row = (&'static str, &'static str, Figure);

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What it is about, in a line.
    pub title: String,
    pub rows: Vec<Row>,
    /// A table with a head, for what has many rows of the same kind.
    pub table: Vec<Vec<String>>,
}

impl Report {
    /// One more row.
    pub fn add(&mut self, name: &'static str, label: &'static str, figure: Figure) {
        self.rows.push((name, label, figure));
    }

    /// A row by its name.
    pub fn get(&self, name: &str) -> Option<&Figure> {
        self.rows.iter().find(|(known, ..)| *known == name).map(|(_, _, figure)| figure)
    }

    /// As a plain table.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        let widest = self.rows.iter().map(|(_, label, _)| label.chars().count()).max().unwrap_or(0);
        for (_, label, figure) in &self.rows {
            text += &format!("  {label:widest$}  {}\n", figure.text());
        }
        let columns = self.table.first().map_or(0, Vec::len);
        let wide =
            |column: usize| self.table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(wide).collect();
        for row in &self.table {
            text += " ";
            for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Names to the left, numbers to the right.
                text += &if at == 0 { format!(" {cell:width$}") } else { format!("  {cell:>width$}") };
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }

    /// As JSON: bytes as bytes, times in microseconds, processor time in milliseconds.
    pub fn json(&self) -> String {
        let mut all = Map::new();
        all.insert("title".into(), json!(self.title));
        for (name, _, figure) in &self.rows {
            all.insert((*name).into(), figure.json());
        }
        if let Some((head, rows)) = self.table.split_first() {
            let object = |row: &Vec<String>| {
                let cells = head.iter().zip(row).map(|(name, cell)| (name.clone(), json!(cell)));
                Value::Object(cells.collect())
            };
            all.insert("rows".into(), rows.iter().map(object).collect());
        }
        format!("{}\n", Value::Object(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_hundred_so_many_took_no_longer() {
        let mut times = Times::default();
        (1..=200).rev().for_each(|us| times.push_us(us));
        let spread = times.spread();
        assert_eq!((spread.count, spread.p50_us, spread.p90_us, spread.p99_us), (200, 100, 180, 198));
        assert_eq!(spread.max_us, 200);
        let mut one = Times::default();
        one.push(Duration::from_millis(3));
        assert_eq!(one.spread(), Spread { count: 1, p50_us: 3000, p90_us: 3000, p99_us: 3000, max_us: 3000 });
        assert_eq!(Times::default().spread(), Spread::default());
    }

    #[test]
    fn numbers_are_read_easily() {
        assert_eq!(
            (grouped(0), grouped(999), grouped(1_234_567)),
            ("0".into(), "999".into(), "1,234,567".into())
        );
        assert_eq!(
            (ms(420), ms(12_345), ms(1_500_000)),
            ("0.42 ms".into(), "12.3 ms".into(), "1,500.0 ms".into())
        );
        assert_eq!(Figure::Rate(25, Duration::from_secs(10)).text(), "2.5/s");
        assert_eq!(Figure::Bytes(-2048).text(), "-2.0 kB");
    }

    #[test]
    fn a_report_is_a_table_and_json() {
        let mut report = Report { title: "Load".into(), ..Report::default() };
        report.add("rounds", "rounds played", Figure::Count(12));
        report.table = vec![vec!["page".into(), "p99".into()], vec!["/".into(), "1.20 ms".into()]];
        assert_eq!(report.text(), "Load\n  rounds played  12\n  page      p99\n  /     1.20 ms\n");
        let read: Value = serde_json::from_str(&report.json()).unwrap();
        assert_eq!((&read["rounds"], &read["rows"][0]["p99"]), (&json!(12), &json!("1.20 ms")));
    }
}
