//! The quick reader: the part of TOML that files of hands are written in.
//!
//! It never says what is wrong. Whatever it does not take for granted (escapes, dates, nested lists, other bases, and
//! everything that is no hand) it leaves to the full reader, which reads the whole again and either understands
//! it or says what is wrong. So it must accept nothing that the full reader refuses or reads otherwise.

use crate::action::{self, Act, Action, ParsedAct};
use crate::amount::{self, Decimal};
use crate::field::Field;
use crate::hand::{Commission, Hand, OtherField};
use crate::scan::{QuickScanner, is_bare};
use crate::usual;

/// The most fields without a meaning: each is compared with the ones before it.
const MOST_OTHERS: usize = 64;

impl QuickScanner<'_> {
    /// The number of the hand that `[n]` begins here, and goes past the line.
    pub(crate) fn header(&mut self) -> Option<u64> {
        self.take(b'[')?;
        let (number, length) = amount::plain(&self.bytes[self.at..])?;
        if self.bytes[self.at..self.at + length].contains(&b'.') {
            return None;
        }
        self.at += length;
        self.take(b']')?;
        self.end_statement()?;
        self.base = self.at;
        u64::try_from(number.units).ok()
    }

    /// Reads a hand up to the next header or the end of the text.
    ///
    /// `hand` must have been cleared; after a refusal it is in disorder.
    pub(crate) fn hand(&mut self, hand: &mut Hand) -> Option<()> {
        let mut seen = 0u32;
        loop {
            self.skip_lines()?;
            if self.at == self.bytes.len() {
                break;
            }
            if self.peek() == b'[' {
                // Only the next hand ends this one; a table with a name may be a part of it.
                self.clone().header()?;
                break;
            }
            let start = self.at;
            while is_bare(self.peek()) {
                self.at += 1;
            }
            let end = self.at;
            self.skip_spaces();
            self.take(b'=')?;
            self.skip_spaces();
            let name = &self.bytes[start..end];
            let field = Field::named(name);
            if field == Field::Other {
                self.other(hand, start, end)?;
            } else {
                if seen & field.bit() != 0 {
                    return None;
                }
                seen |= field.bit();
                self.field(hand, field)?;
            }
            self.end_statement()?;
        }
        if seen & Field::Actions.bit() == 0 || self.at - self.base > u32::MAX as usize {
            return None;
        }
        hand.text.push_str(&self.text[self.base..self.at]);
        Some(())
    }

    fn field(&mut self, hand: &mut Hand, field: Field) -> Option<()> {
        match field {
            Field::Actions => self.actions(hand),
            Field::Antes | Field::Blinds | Field::Winnings => self.list(1, |plain| {
                let units = hand.units(plain.amount()?)?;
                hand.list_mut(field)?.push(units);
                Some(())
            }),
            Field::StartingStacks | Field::FinishingStacks => self.list(1, |plain| {
                let units = match plain.bytes[plain.at..].strip_prefix(b"inf") {
                    Some([b',' | b']' | b' ', ..]) => {
                        plain.at += 3;
                        None
                    }
                    _ => Some(hand.units(plain.amount()?)?),
                };
                hand.stacks_mut(field)?.push(units);
                Some(())
            }),
            Field::Players => self.list(1, |plain| {
                let (start, end) = plain.string()?;
                hand.players.push(plain.span(start, end));
                Some(())
            }),
            Field::AnteTrimming => {
                hand.ante_trimming_status = Some(self.truth()?);
                Some(())
            }
            Field::Deck | Field::SmallRounds => {
                let start = self.at;
                let count = self.amount()?;
                if self.bytes[start..self.at].contains(&b'.') {
                    return None;
                }
                *hand.count_mut(field)? = Some(u8::try_from(count.units).ok()?);
                Some(())
            }
            Field::Commission => self.commission(hand),
            Field::Variant | Field::Rulebook | Field::Game | Field::Structure => {
                let (start, end) = self.string()?;
                hand.words[field.word()? as usize] = Some(self.span(start, end));
                Some(())
            }
            _ => {
                let units = hand.units(self.amount()?)?;
                *hand.amount_mut(field)? = Some(units);
                Some(())
            }
        }
    }

    fn other(&mut self, hand: &mut Hand, start: usize, end: usize) -> Option<()> {
        let name = &self.bytes[start..end];
        let twice = |other: &OtherField| other.key.of(&self.text[self.base..]).as_bytes() == name;
        if name.is_empty() || hand.others.len() == MOST_OTHERS || hand.others.iter().any(twice) {
            return None;
        }
        let value = self.at;
        match self.peek() {
            b'\'' | b'"' => {
                self.string()?;
            }
            b'[' => self.list(0, |plain| match plain.peek() {
                b'\'' | b'"' => plain.string().map(|_| ()),
                b't' | b'f' => plain.truth().map(|_| ()),
                _ => plain.amount().map(|_| ()),
            })?,
            b't' | b'f' => {
                self.truth()?;
            }
            _ if self.bytes.get(self.at + 2) == Some(&b':') => self.time()?,
            _ => {
                self.amount()?;
            }
        }
        let (key, value) = (self.span(start, end), self.span(value, self.at));
        hand.others.push(OtherField { key, value });
        Some(())
    }

    fn actions(&mut self, hand: &mut Hand) -> Option<()> {
        self.list(0, |plain| {
            let ((start, end), read) = plain.action()?;
            let act = match read.act {
                Act::RaiseTo { player, to } => {
                    let amount = Decimal { units: to, decimals: read.decimals };
                    Act::RaiseTo { player, to: hand.units(amount)? }
                }
                act => act,
            };
            let comment = read.comment.map(|(from, to)| plain.span(start + from, start + to));
            let text = plain.span(start, end);
            hand.actions.push(Action { act, line: plain.line, text, comment });
            Some(())
        })
    }

    /// The text of an action: where its inside begins and ends, and what it says.
    #[inline]
    fn action(&mut self) -> Option<((usize, usize), ParsedAct)> {
        let (quote, start) = (self.peek(), self.at + 1);
        if let b'\'' | b'"' = quote
            && let Some((read, length)) = usual::read(&self.bytes[start..], quote)
        {
            self.at = start + length + 1;
            return Some(((start, start + length), read));
        }
        let (start, end) = self.string()?;
        Some(((start, end), action::read(&self.bytes[start..end]).ok()?))
    }

    /// `{ percent = "5", cap = 10 }` and the like, on one line.
    fn commission(&mut self, hand: &mut Hand) -> Option<()> {
        self.take(b'{')?;
        let (mut percent, mut cap, mut per_hand, mut per_person) = (None, None, None, None);
        loop {
            self.skip_spaces();
            let start = self.at;
            while is_bare(self.peek()) {
                self.at += 1;
            }
            let name = &self.bytes[start..self.at];
            self.skip_spaces();
            self.take(b'=')?;
            self.skip_spaces();
            let twice = match name {
                b"percent" => {
                    let (start, end) = self.string()?;
                    percent.replace(percentage(amount::word(&self.bytes[start..end])?)?).is_some()
                }
                b"cap" => cap.replace(hand.units(self.amount()?)?).is_some(),
                b"per_hand" => per_hand.replace(hand.units(self.amount()?)?).is_some(),
                b"per_person" => per_person.replace(hand.units(self.amount()?)?).is_some(),
                _ => return None,
            };
            // More than one amount is no commission: none can be left in an older scale.
            if twice {
                return None;
            }
            self.skip_spaces();
            match self.peek() {
                b',' => self.at += 1,
                _ => break,
            }
        }
        self.take(b'}')?;
        hand.commission = Some(match (percent, cap, per_hand, per_person) {
            (Some(ppm), cap, None, None) => Commission::Percent { ppm, cap },
            (None, None, Some(amount), None) => Commission::PerHand(amount),
            (None, None, None, Some(amount)) => Commission::PerPerson(amount),
            _ => return None,
        });
        Some(())
    }
}

/// A percentage in millionths.
pub(crate) fn percentage(percent: Decimal) -> Option<u32> {
    let ppm = amount::rescale(percent.units, percent.decimals, 4)?;
    u32::try_from(ppm).ok().filter(|ppm| *ppm <= 1_000_000)
}
