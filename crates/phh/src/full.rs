//! The full reader: any TOML, read by the `toml` crate, and what is wrong with it.

use crate::action::{self, Act, Action};
use crate::amount::{self, Decimal};
use crate::error::{Error, Fault};
use crate::field::Field;
use crate::hand::{Commission, Hand, OtherField};
use crate::plain::percentage;
use crate::text::{self, Span};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

type Value<'t> = Spanned<DeValue<'t>>;

/// Parses a text, which begins at `line` of its file, as TOML.
pub(crate) fn parse(text: &str, line: u32) -> Result<DeTable<'_>, Error> {
    let table = DeTable::parse(text).map_err(|error| {
        let place = error.span().map_or(text.len(), |span| span.start);
        Error::new(Fault::NotToml(error.message().to_owned())).at_line(line + lines(text, place))
    })?;
    Ok(table.into_inner())
}

/// How many lines end before this byte.
pub(crate) fn lines(text: &str, place: usize) -> u32 {
    text.bytes().take(place).filter(|b| *b == b'\n').count() as u32
}

/// The entries of a table in the order of the text.
pub(crate) fn in_order<'a, 't>(table: &'a DeTable<'t>) -> Vec<(&'a str, usize, &'a Value<'t>)> {
    let entries = table.iter().map(|(key, value)| (key.get_ref().as_ref(), key.span().start, value));
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(|(_, start, _)| *start);
    entries
}

/// Reads a hand from a table of the text that `lines` counts.
///
/// `hand` must have been cleared, and its number set.
pub(crate) fn hand(table: &DeTable<'_>, lines: &mut LineCounter<'_>, hand: &mut Hand) -> Result<(), Error> {
    let mut reader = Reader { lines };
    let mut seen = 0;
    for (name, start, value) in in_order(table) {
        let field = Field::named(name.as_bytes());
        seen |= field.bit();
        let place = if value.span().is_empty() { start } else { value.span().start };
        let result = reader.field(hand, field, name, value);
        let number = hand.number;
        result.map_err(|error| error.at_line(reader.lines.of(place)).of_hand(number))?;
    }
    if hand.text.len() > u32::MAX as usize {
        return Err(Error::new(Fault::TooLong).of_hand(hand.number));
    }
    hand.check()?;
    if seen & Field::Actions.bit() == 0 {
        return Err(Error::new(Fault::Missing("actions")).of_hand(hand.number));
    }
    Ok(())
}

/// Which line a place in a text is in. Going forward it counts each line once.
pub(crate) struct LineCounter<'t> {
    text: &'t str,
    first: u32,
    /// A place that was counted up to, and the lines before it.
    counted: (usize, u32),
}

impl<'t> LineCounter<'t> {
    /// The lines of a text whose first one is `first` in its file.
    pub(crate) fn new(text: &'t str, first: u32) -> LineCounter<'t> {
        LineCounter { text, first, counted: (0, 0) }
    }

    pub(crate) fn of(&mut self, place: usize) -> u32 {
        let (from, before) = if self.counted.0 <= place { self.counted } else { (0, 0) };
        let between = self.text.as_bytes().get(from..place).unwrap_or_default();
        self.counted = (place, before + between.iter().filter(|b| **b == b'\n').count() as u32);
        self.first + self.counted.1
    }
}

struct Reader<'a, 't> {
    lines: &'a mut LineCounter<'t>,
}

impl Reader<'_, '_> {
    /// The text that a value stands in.
    fn raw(&self, value: &Value<'_>) -> &str {
        self.lines.text.get(value.span()).unwrap_or_default()
    }

    fn field(&mut self, hand: &mut Hand, field: Field, name: &str, value: &Value<'_>) -> Result<(), Error> {
        match field {
            Field::Actions => return self.actions(hand, list(name, "a list of texts", value)?),
            Field::Antes | Field::Blinds | Field::Winnings => {
                for entry in players(name, value)? {
                    let units = self.known(hand, name, entry)?;
                    if let Some(list) = hand.list_mut(field) {
                        list.push(units);
                    }
                }
            }
            Field::StartingStacks | Field::FinishingStacks => {
                for entry in players(name, value)? {
                    let units = self.units(hand, name, entry)?;
                    if let Some(stacks) = hand.stacks_mut(field) {
                        stacks.push(units);
                    }
                }
            }
            Field::Players => {
                for entry in players(name, value)? {
                    hand.push_player(string(name, entry)?);
                }
            }
            Field::AnteTrimming => match value.get_ref() {
                DeValue::Boolean(status) => hand.ante_trimming_status = Some(*status),
                other => return Err(wrong_kind(name, "true or false", other)),
            },
            Field::Deck | Field::SmallRounds => {
                let needs = "a small whole number";
                let DeValue::Integer(_) = value.get_ref() else {
                    return Err(wrong_kind(name, needs, value.get_ref()));
                };
                let count = amount::number(self.raw(value)).ok().flatten();
                let count = count.and_then(|count| u8::try_from(count.units).ok());
                let wrong = || Error::new(Fault::NotA { needs, found: self.raw(value).to_owned() });
                let count = count.ok_or_else(wrong)?;
                if let Some(slot) = hand.count_mut(field) {
                    *slot = Some(count);
                }
            }
            Field::Commission => self.commission(hand, value)?,
            Field::Variant | Field::Rulebook | Field::Game | Field::Structure => {
                let word = text::keep(&mut hand.text, string(name, value)?);
                if let Some(which) = field.word() {
                    hand.words[which as usize] = Some(word);
                }
            }
            Field::Other => {
                let key = text::keep(&mut hand.text, name);
                let start = hand.text.len();
                self.keep(&mut hand.text, value);
                let value = Span::new(start, hand.text.len());
                hand.others.push(OtherField { key, value });
            }
            _ => {
                let units = self.known(hand, name, value)?;
                if let Some(slot) = hand.amount_mut(field) {
                    *slot = Some(units);
                }
            }
        }
        Ok(())
    }

    fn actions(&mut self, hand: &mut Hand, list: &DeArray<'_>) -> Result<(), Error> {
        for (place, entry) in list.iter().enumerate() {
            let line = self.lines.of(entry.span().start);
            let text = string("an action", entry).map_err(|error| error.at_line(line))?;
            let wrong = |fault| Error::new(fault).in_action(place + 1, text).at_line(line);
            let read = action::read(text.as_bytes()).map_err(wrong)?;
            let act = match read.act {
                Act::RaiseTo { player, to } => {
                    let amount = Decimal { units: to, decimals: read.decimals };
                    let large = || wrong(Fault::TooLarge(text.to_owned()));
                    Act::RaiseTo { player, to: hand.units(amount).ok_or_else(large)? }
                }
                act => act,
            };
            let comment = read.comment.map(|(start, end)| text::keep(&mut hand.text, &text[start..end]));
            let text = text::keep(&mut hand.text, text);
            hand.actions.push(Action { act, line, text, comment });
        }
        Ok(())
    }

    fn commission(&mut self, hand: &mut Hand, value: &Value<'_>) -> Result<(), Error> {
        let wrong = |why| Error::new(Fault::NotACommission(why));
        let DeValue::Table(table) = value.get_ref() else {
            return Err(wrong_kind("_commission", "a table", value.get_ref()));
        };
        let mut percent = None;
        let mut amounts: [Option<i64>; 3] = [None; 3];
        // An amount with more decimals makes the scale of the hand finer: after that all are read in it.
        for (name, _, value) in in_order(table) {
            if matches!(name, "cap" | "per_hand" | "per_person") {
                self.known(hand, name, value)?;
            }
        }
        for (name, _, value) in in_order(table) {
            match name {
                "percent" => {
                    let text = match value.get_ref() {
                        DeValue::String(text) => text.as_ref(),
                        DeValue::Integer(_) | DeValue::Float(_) => self.raw(value),
                        other => return Err(wrong_kind("percent", "a number in quotes", other)),
                    };
                    let number = amount::word(text.as_bytes()).and_then(percentage);
                    let fault = || Fault::NotA { needs: "a percentage", found: text.to_owned() };
                    percent = Some(number.ok_or_else(|| Error::new(fault()))?);
                }
                "cap" => amounts[0] = Some(self.known(hand, name, value)?),
                "per_hand" => amounts[1] = Some(self.known(hand, name, value)?),
                "per_person" => amounts[2] = Some(self.known(hand, name, value)?),
                _ => return Err(wrong("takes only percent, cap, per_hand and per_person")),
            }
        }
        hand.commission = Some(match (percent, amounts) {
            (Some(ppm), [cap, None, None]) => Commission::Percent { ppm, cap },
            (None, [None, Some(amount), None]) => Commission::PerHand(amount),
            (None, [None, None, Some(amount)]) => Commission::PerPerson(amount),
            (None, [_, None, None]) => return Err(wrong("has neither percent, per_hand nor per_person")),
            (ppm, [cap, per_hand, per_person]) => Commission::Several { ppm, cap, per_hand, per_person },
        });
        Ok(())
    }

    /// An amount, or `None` for `inf`.
    fn units(&self, hand: &mut Hand, name: &str, value: &Value<'_>) -> Result<Option<i64>, Error> {
        let (DeValue::Integer(_) | DeValue::Float(_)) = value.get_ref() else {
            return Err(wrong_kind(name, "an amount", value.get_ref()));
        };
        let token = self.raw(value);
        let Some(amount) = amount::number(token).map_err(Error::new)? else { return Ok(None) };
        let large = || Error::new(Fault::TooLarge(token.to_owned()));
        hand.units(amount).map(Some).ok_or_else(large)
    }

    fn known(&self, hand: &mut Hand, name: &str, value: &Value<'_>) -> Result<i64, Error> {
        let unknown = || Error::new(Fault::Unknown(name.to_owned()));
        self.units(hand, name, value)?.ok_or_else(unknown)
    }

    /// Writes a value down as it stands in the text; a table that is spread over the text, in one piece.
    fn keep(&self, out: &mut String, value: &Value<'_>) {
        let raw = self.raw(value);
        match value.get_ref() {
            DeValue::Table(table) if !raw.starts_with('{') => {
                out.push('{');
                for (place, (name, _, value)) in in_order(table).into_iter().enumerate() {
                    out.push_str(if place == 0 { " " } else { ", " });
                    text::key(out, name);
                    out.push_str(" = ");
                    self.keep(out, value);
                }
                out.push_str(" }");
            }
            DeValue::Array(list) if list.iter().any(|entry| has_table(entry.get_ref())) => {
                out.push('[');
                for (place, value) in list.iter().enumerate() {
                    out.push_str(if place == 0 { "" } else { ", " });
                    self.keep(out, value);
                }
                out.push(']');
            }
            _ => out.push_str(raw),
        }
    }
}

fn has_table(value: &DeValue<'_>) -> bool {
    match value {
        DeValue::Table(_) => true,
        DeValue::Array(list) => list.iter().any(|entry| has_table(entry.get_ref())),
        _ => false,
    }
}

fn wrong_kind(field: &str, needs: &'static str, found: &DeValue<'_>) -> Error {
    let found = match found {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with decimals",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    Error::new(Fault::WrongKind { field: field.to_owned(), needs, found })
}

fn list<'a, 't>(name: &str, needs: &'static str, value: &'a Value<'t>) -> Result<&'a DeArray<'t>, Error> {
    match value.get_ref() {
        DeValue::Array(list) => Ok(list),
        other => Err(wrong_kind(name, needs, other)),
    }
}

/// A list by players. It cannot be empty: a hand has players.
fn players<'a, 't>(name: &str, value: &'a Value<'t>) -> Result<&'a DeArray<'t>, Error> {
    let needs = "a list by players";
    let list = list(name, needs, value)?;
    if list.is_empty() {
        let fault = Fault::WrongKind { field: name.to_owned(), needs, found: "an empty list" };
        return Err(Error::new(fault));
    }
    Ok(list)
}

fn string<'a>(name: &str, value: &'a Value<'_>) -> Result<&'a str, Error> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text),
        other => Err(wrong_kind(name, "a text", other)),
    }
}
