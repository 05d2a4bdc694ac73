//! The words of the quick reader: spaces, comments, texts, numbers and lists.

use crate::amount::{self, Decimal};
use crate::text::Span;

/// Where the quick reader stands in a text.
#[derive(Clone)]
pub(crate) struct QuickScanner<'t> {
    pub(crate) text: &'t str,
    pub(crate) bytes: &'t [u8],
    /// The byte to be read next.
    pub(crate) at: usize,
    /// Its line, counted from 1.
    pub(crate) line: u32,
    /// Where the hand begins: spans are counted from here.
    pub(crate) base: usize,
}

impl<'t> QuickScanner<'t> {
    pub(crate) fn new(text: &'t str, at: usize, line: u32) -> QuickScanner<'t> {
        QuickScanner { text, bytes: text.as_bytes(), at, line, base: at }
    }

    #[inline]
    pub(crate) fn peek(&self) -> u8 {
        // A zero byte is nowhere part of TOML and so may stand for the end.
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    pub(crate) fn take(&mut self, byte: u8) -> Option<()> {
        if self.peek() != byte {
            return None;
        }
        self.at += 1;
        Some(())
    }

    #[inline]
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start - self.base, end - self.base)
    }

    pub(crate) fn skip_spaces(&mut self) {
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Goes past spaces, comments and ends of lines.
    pub(crate) fn skip_lines(&mut self) -> Option<()> {
        loop {
            match self.peek() {
                b' ' | b'\t' => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                }
                b'\r' => {
                    self.at += 1;
                    if self.peek() != b'\n' {
                        return None;
                    }
                }
                b'#' => {
                    self.at += 1;
                    while !is_control(self.peek()) {
                        self.at += 1;
                    }
                    if !matches!(self.peek(), b'\n' | b'\r') && self.at < self.bytes.len() {
                        return None;
                    }
                }
                _ => return Some(()),
            }
        }
    }

    /// Goes past the end of a statement: spaces, a comment, and an end of line or of the text.
    pub(crate) fn end_statement(&mut self) -> Option<()> {
        self.skip_spaces();
        match self.peek() {
            b'\n' | b'\r' | b'#' => self.skip_lines(),
            _ => (self.at == self.bytes.len()).then_some(()),
        }
    }

    /// A list of at least `least` entries, over several lines if need be.
    #[inline]
    pub(crate) fn list(
        &mut self,
        least: usize,
        mut entry: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.take(b'[')?;
        let mut count = 0;
        loop {
            self.skip_lines()?;
            if self.peek() == b']' {
                self.at += 1;
                return (count >= least).then_some(());
            }
            entry(self)?;
            count += 1;
            self.skip_lines()?;
            match self.peek() {
                b',' => self.at += 1,
                b']' => {}
                _ => return None,
            }
        }
    }

    /// A text in single or double quotes without escapes; where its inside begins and ends.
    #[inline]
    pub(crate) fn string(&mut self) -> Option<(usize, usize)> {
        let quote = self.peek();
        if quote != b'\'' && quote != b'"' {
            return None;
        }
        let start = self.at + 1;
        let mut at = start;
        loop {
            let byte = *self.bytes.get(at)?;
            if byte == quote {
                break;
            }
            if is_control(byte) || (byte == b'\\' && quote == b'"') {
                return None;
            }
            at += 1;
        }
        self.at = at + 1;
        // Three quotes begin a text of several lines.
        if at == start && self.peek() == quote { None } else { Some((start, at)) }
    }

    #[inline]
    pub(crate) fn amount(&mut self) -> Option<Decimal> {
        let negative = match self.peek() {
            b'-' => true,
            b'+' => false,
            _ => {
                let (amount, length) = amount::plain(&self.bytes[self.at..])?;
                self.at += length;
                return self.ends_value().then_some(amount);
            }
        };
        self.at += 1;
        let (amount, length) = amount::plain(&self.bytes[self.at..])?;
        self.at += length;
        let units = if negative { -amount.units } else { amount.units };
        self.ends_value().then_some(Decimal { units, ..amount })
    }

    pub(crate) fn truth(&mut self) -> Option<bool> {
        let rest = &self.bytes[self.at..];
        let truth = rest.starts_with(b"true");
        if !truth && !rest.starts_with(b"false") {
            return None;
        }
        self.at += if truth { 4 } else { 5 };
        self.ends_value().then_some(truth)
    }

    /// A time of day, `23:25:54`.
    pub(crate) fn time(&mut self) -> Option<()> {
        let &[h1, h2, b':', m1, m2, b':', s1, s2] = self.bytes.get(self.at..self.at + 8)? else {
            return None;
        };
        for (tens, ones, most) in [(h1, h2, 23), (m1, m2, 59), (s1, s2, 59)] {
            let digit = |b: u8| b.is_ascii_digit().then(|| b - b'0');
            if digit(tens)? * 10 + digit(ones)? > most {
                return None;
            }
        }
        self.at += 8;
        self.ends_value().then_some(())
    }

    /// Whether what was just read is at its end.
    #[inline]
    pub(crate) fn ends_value(&self) -> bool {
        matches!(self.peek(), b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r' | b'#')
            || self.at == self.bytes.len()
    }
}

#[inline]
fn is_control(byte: u8) -> bool {
    (byte < 0x20 && byte != b'\t') || byte == 0x7f
}

#[inline]
pub(crate) fn is_bare(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}
