//! Charts drawn as SVG in whole numbers: bars, dots on a logarithmic scale, and stacked bars.

use super::page::escape;
use money::Fraction;
use std::cmp::Ordering;
use std::fmt::Write;

/// A chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    pub id: String,
    /// What it shows.
    pub title: String,
    kind: Kind,
    rows: Vec<Bar>,
    parts: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bars,
    Dots,
    Stacked,
}

/// A row of a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bar {
    label: String,
    values: Vec<Fraction>,
    shown: String,
    colour: &'static str,
}

impl Bar {
    pub(super) fn new(label: &str, value: Fraction, shown: String) -> Bar {
        Bar { label: label.to_string(), values: vec![value], shown, colour: colour_of(value) }
    }

    pub(super) fn stacked(label: &str, values: Vec<Fraction>, shown: String) -> Bar {
        Bar { label: label.to_string(), values, shown, colour: "" }
    }

    /// Green for a gain, red for a loss.
    pub(super) fn coloured_by(mut self, value: Fraction) -> Bar {
        self.colour = colour_of(value);
        self
    }
}

fn colour_of(value: Fraction) -> &'static str {
    match value.cmp(&Fraction::ZERO) {
        Ordering::Less => "loss",
        Ordering::Equal => "even",
        Ordering::Greater => "gain",
    }
}

/// All charts are drawn this wide, in units of the drawing.
const WIDTH: i64 = 760;
const ROW: i64 = 20;
/// Room for figures beside the bars.
const FIGURES: i64 = 92;

impl Chart {
    /// Bars from a line at zero.
    pub(super) fn bars(id: &str, title: &str, rows: Vec<Bar>) -> Chart {
        Chart::new(id, title, Kind::Bars, rows, Vec::new())
    }

    /// Dots on a logarithmic scale; every value must lie above zero and not above one.
    pub(super) fn dots(id: &str, title: &str, rows: Vec<Bar>) -> Chart {
        Chart::new(id, title, Kind::Dots, rows, Vec::new())
    }

    /// Bars of several parts, from zero to one.
    pub(super) fn stacked(id: &str, title: &str, parts: &[&str], rows: Vec<Bar>) -> Chart {
        Chart::new(id, title, Kind::Stacked, rows, parts.iter().map(|part| (*part).to_string()).collect())
    }

    fn new(id: &str, title: &str, kind: Kind, rows: Vec<Bar>, parts: Vec<String>) -> Chart {
        Chart { id: format!("chart-{}", super::table::slug(id)), title: title.into(), kind, rows, parts }
    }

    /// What it shows, in words for who cannot see it.
    pub fn description(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| format!("{}: {}", row.label, row.shown)).collect();
        rows.join("; ")
    }

    /// Where the drawing area begins: beside the longest label.
    fn left(&self) -> i64 {
        let longest = self.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
        (longest as i64 * 13 / 2 + 14).clamp(60, 300)
    }

    /// The drawing.
    pub fn svg(&self) -> String {
        let legend = if self.parts.is_empty() { 0 } else { 26 };
        let axis = if self.kind == Kind::Bars { 4 } else { 22 };
        let height = self.rows.len() as i64 * ROW + legend + axis + 4;
        let id = &self.id;
        let mut svg = format!(
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" aria-labelledby=\"{id}-title \
             {id}-desc\" xmlns=\"http://www.w3.org/2000/svg\">\n<title id=\"{id}-title\">{}</title>\n<desc \
             id=\"{id}-desc\">{}</desc>\n",
            escape(&self.title),
            escape(&self.description())
        );
        let mut x = self.left();
        for (at, part) in self.parts.iter().enumerate() {
            let _ = writeln!(svg, "<rect class=\"part{at}\" x=\"{x}\" y=\"4\" width=\"12\" height=\"12\"/>");
            let _ = writeln!(svg, "<text x=\"{}\" y=\"14\">{}</text>", x + 17, escape(part));
            x += part.chars().count() as i64 * 7 + 36;
        }
        let bottom = legend + self.rows.len() as i64 * ROW;
        match self.kind {
            Kind::Bars => self.draw_bars(&mut svg, bottom),
            Kind::Dots => self.draw_dots(&mut svg, bottom),
            Kind::Stacked => self.draw_stacked(&mut svg, legend, bottom),
        }
        svg += "</svg>\n";
        svg
    }

    fn label(&self, svg: &mut String, row: &Bar, y: i64) {
        let x = self.left() - 8;
        let _ =
            writeln!(svg, "<text class=\"label\" x=\"{x}\" y=\"{}\">{}</text>", y + 14, escape(&row.label));
    }

    fn draw_bars(&self, svg: &mut String, bottom: i64) {
        let values = || self.rows.iter().map(|row| row.values[0]);
        let least = values().min().unwrap_or(Fraction::ZERO).min(Fraction::ZERO);
        let most = values().max().unwrap_or(Fraction::ZERO).max(Fraction::ZERO);
        let has_losses = least < Fraction::ZERO;
        let (left, right) = (self.left() + if has_losses { FIGURES } else { 0 }, WIDTH - FIGURES);
        let range = most.checked_sub(least).filter(|range| *range > Fraction::ZERO).unwrap_or(Fraction::ONE);
        let place = |value: Fraction| {
            let from_left = value.checked_sub(least).and_then(|value| value.checked_div(range));
            left + along(from_left.unwrap_or(Fraction::ZERO), right - left)
        };
        let zero = place(Fraction::ZERO);
        for (at, row) in self.rows.iter().enumerate() {
            let y = at as i64 * ROW;
            self.label(svg, row, y);
            let x = place(row.values[0]);
            let (from, to) = (x.min(zero), x.max(zero));
            let colour = row.colour;
            let _ = writeln!(
                svg,
                "<rect class=\"{colour}\" x=\"{from}\" y=\"{}\" width=\"{}\" height=\"14\"/>",
                y + 3,
                (to - from).max(1)
            );
            let (x, class) =
                if row.values[0] < Fraction::ZERO { (from - 5, "figure before") } else { (to + 5, "figure") };
            let shown = escape(&row.shown);
            let _ = writeln!(svg, "<text class=\"{class}\" x=\"{x}\" y=\"{}\">{shown}</text>", y + 14);
        }
        let _ = writeln!(svg, "<line class=\"axis\" x1=\"{zero}\" y1=\"0\" x2=\"{zero}\" y2=\"{bottom}\"/>");
    }

    fn draw_dots(&self, svg: &mut String, bottom: i64) {
        let logs: Vec<i64> = self.rows.iter().map(|row| log10_1024ths(row.values[0])).collect();
        // Whole powers of ten, so that the scale can be read.
        let least = logs.iter().map(|log| log.div_euclid(1024)).min().unwrap_or(-1).min(-1);
        let (left, right) = (self.left(), WIDTH - FIGURES);
        let place = |log: i64| left + (log - least * 1024) * (right - left) / (-least * 1024);
        for power in least..=0 {
            let x = place(power * 1024);
            let _ = writeln!(svg, "<line class=\"grid\" x1=\"{x}\" y1=\"0\" x2=\"{x}\" y2=\"{bottom}\"/>");
            let words =
                if power == 0 { "1".to_string() } else { format!("10<tspan dy=\"-4\">{power}</tspan>") };
            let words = words.replace('-', "\u{2212}").replace("dy=\"\u{2212}4\"", "dy=\"-4\"");
            let _ = writeln!(svg, "<text class=\"tick\" x=\"{x}\" y=\"{}\">{words}</text>", bottom + 16);
        }
        for (at, (row, log)) in self.rows.iter().zip(&logs).enumerate() {
            let y = at as i64 * ROW;
            self.label(svg, row, y);
            let (x, middle, colour) = (place(*log), y + 10, row.colour);
            let _ = writeln!(
                svg,
                "<line class=\"stem {colour}\" x1=\"{left}\" y1=\"{middle}\" x2=\"{x}\" y2=\"{middle}\"/>"
            );
            let _ = writeln!(svg, "<circle class=\"{colour}\" cx=\"{x}\" cy=\"{middle}\" r=\"5\"/>");
            let shown = escape(&row.shown);
            let _ = writeln!(svg, "<text class=\"figure\" x=\"{}\" y=\"{}\">{shown}</text>", x + 10, y + 14);
        }
    }

    fn draw_stacked(&self, svg: &mut String, top: i64, bottom: i64) {
        let (left, right) = (self.left(), WIDTH - FIGURES);
        for tenth in 0..=5 {
            let x = left + (right - left) * tenth / 5;
            let _ =
                writeln!(svg, "<line class=\"grid\" x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"/>");
            let _ =
                writeln!(svg, "<text class=\"tick\" x=\"{x}\" y=\"{}\">{}%</text>", bottom + 16, tenth * 20);
        }
        for (at, row) in self.rows.iter().enumerate() {
            let y = top + at as i64 * ROW;
            self.label(svg, row, y);
            let mut sum = Fraction::ZERO;
            let mut x = left;
            for (part, value) in row.values.iter().enumerate() {
                sum = sum.checked_add(*value).unwrap_or(sum);
                let to = left + along(sum, right - left);
                if to > x {
                    let _ = writeln!(
                        svg,
                        "<rect class=\"part{part}\" x=\"{x}\" y=\"{}\" width=\"{}\" height=\"14\"/>",
                        y + 3,
                        to - x
                    );
                }
                x = to;
            }
            let shown = escape(&row.shown);
            let _ = writeln!(svg, "<text class=\"figure\" x=\"{}\" y=\"{}\">{shown}</text>", x + 5, y + 14);
        }
    }
}

/// A share of a length, to the nearest whole unit and never beyond it.
fn along(share: Fraction, length: i64) -> i64 {
    let scaled = share.checked_mul(Fraction::from(i128::from(length) * 2)).map_or(0, Fraction::floor);
    i64::try_from((scaled + 1) / 2).unwrap_or(0).clamp(0, length)
}

/// The logarithm of a number above zero to the base ten, in parts of 1024: a digit at a time, by squaring.
fn log10_1024ths(number: Fraction) -> i64 {
    const ONE: u128 = 1_000_000_000_000;
    if number <= Fraction::ZERO {
        return 0;
    }
    // The first digits, as a number from one to below ten.
    let digits = number.to_significant(13);
    let significant: String =
        digits.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '0').take(13).collect();
    let mut x: u128 = significant.parse().unwrap_or(ONE);
    while x < ONE {
        x *= 10;
    }
    let whole = digits.split('.').next().unwrap_or_default();
    let power = match whole.trim_start_matches('0').len() {
        0 => {
            let after = digits.split('.').nth(1).unwrap_or_default();
            -1 - after.chars().take_while(|digit| *digit == '0').count() as i64
        }
        digits => digits as i64 - 1,
    };
    let mut fraction = 0;
    for _ in 0..10 {
        x = x * x / ONE;
        fraction *= 2;
        if x >= 10 * ONE {
            x /= 10;
            fraction += 1;
        }
    }
    power * 1024 + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_good_to_a_thousandth() {
        let log = |number: &str| log10_1024ths(number.parse().unwrap());
        assert_eq!((log("1"), log("10"), log("1000")), (0, 1024, 3072));
        assert_eq!((log("1/10"), log("1/1000000")), (-1024, -6144));
        // log10 of 2 is 0.30103: 308.25 parts.
        assert_eq!((log("2"), log("1/2"), log("200")), (308, -309, 2356));
        // One royal flush of 649,740 hands: -5.812740, so -5952.2 parts.
        assert_eq!(log("1/649740"), -5953);
    }

    #[test]
    fn a_drawing_is_the_same_every_time_and_keeps_within_its_frame() {
        let half: Fraction = "1/2".parse().unwrap();
        let rows = || {
            vec![
                Bar::new("a < b", half, "50%".into()),
                Bar::new("c", Fraction::from(-2), "\u{2212}200%".into()),
            ]
        };
        let chart = Chart::bars("x", "T & U", rows());
        assert_eq!(chart.svg(), Chart::bars("x", "T & U", rows()).svg());
        assert!(chart.svg().contains("a &lt; b"), "{}", chart.svg());
        assert!(chart.svg().contains("T &amp; U"));
        assert_eq!((along(half, 7), along(Fraction::from(3), 7), along(Fraction::from(-3), 7)), (4, 7, 0));
    }
}
