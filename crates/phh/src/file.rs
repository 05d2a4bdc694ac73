//! A text with one hand or many.

use crate::error::{Error, Fault};
use crate::full::{self, LineCounter};
use crate::hand::Hand;
use crate::scan::QuickScanner;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// The hands of a text, one after the other: the one hand of a `.phh`, or the numbered hands of a `.phhs`.
///
/// A hand that is not in order is an error, and the next one is read all the same. A text that is no TOML ends there.
pub struct Hands<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    state: State<'t>,
}

/// A hand in a tree: its name and the rest.
type TreeEntry<'t> = (Spanned<DeString<'t>>, Spanned<DeValue<'t>>);

enum State<'t> {
    /// Nothing has been read.
    Start,
    /// Standing at the header of a hand, behind the one with this number.
    Numbered(Option<u64>),
    /// The hands that are left, out of the whole text.
    Tree(std::vec::IntoIter<TreeEntry<'t>>, LineCounter<'t>),
    /// Nothing is left.
    Done,
}

impl<'t> Hands<'t> {
    /// The hands of this text.
    pub fn new(text: &'t str) -> Hands<'t> {
        Hands { text, at: 0, line: 1, state: State::Start }
    }

    /// Reads the next hand into `hand`, whose buffers are used again. `None` is the end.
    ///
    /// After an error `hand` tells nothing.
    pub fn next_into(&mut self, hand: &mut Hand) -> Option<Result<(), Error>> {
        loop {
            // Also after the quick reader gave up halfway.
            hand.clear();
            match &mut self.state {
                State::Start => {
                    let mut plain = QuickScanner::new(self.text, 0, 1);
                    match plain.skip_lines() {
                        Some(()) if plain.at == self.text.len() => {
                            self.state = State::Done;
                            return Some(Err(Error::new(Fault::NoHand)));
                        }
                        Some(()) if self.text.as_bytes()[plain.at] == b'[' => {
                            (self.at, self.line) = (plain.at, plain.line);
                            self.state = State::Numbered(None);
                        }
                        _ => {
                            self.state = State::Done;
                            if single_quickly(self.text, hand).is_some() {
                                return Some(Ok(()));
                            }
                            hand.clear();
                            let mut lines = LineCounter::new(self.text, 1);
                            match full::parse(self.text, 1).map(|tree| content(tree, &mut lines)) {
                                Ok(FileContent::One(tree)) => {
                                    return Some(full::hand(&tree, &mut lines, hand));
                                }
                                Ok(FileContent::Numbered { outside, hands }) => {
                                    // The hands that have a number are read all the same.
                                    self.state = State::Tree(hands.into_iter(), lines);
                                    if let Some(error) = outside {
                                        return Some(Err(error));
                                    }
                                }
                                Ok(FileContent::Nothing) => return Some(Err(Error::new(Fault::NoHand))),
                                Err(error) => return Some(Err(error)),
                            }
                        }
                    }
                }
                State::Numbered(last) => {
                    if self.at == self.text.len() {
                        self.state = State::Done;
                        return None;
                    }
                    let last = *last;
                    if let Some(result) = self.numbered(last, hand) {
                        return Some(result);
                    }
                    let mut lines = LineCounter::new(self.text, 1);
                    let tree = full::parse(self.text, 1).and_then(|tree| behind(tree, self.at, &mut lines));
                    match tree {
                        Ok(entries) => self.state = State::Tree(entries.into_iter(), lines),
                        Err(error) => {
                            self.state = State::Done;
                            return Some(Err(error));
                        }
                    }
                }
                State::Tree(entries, lines) => {
                    let (name, value) = entries.next()?;
                    return Some(entry(name.get_ref(), name.span().start, value.get_ref(), lines, hand));
                }
                State::Done => return None,
            }
        }
    }

    /// Whether there is nothing left to read.
    pub(crate) fn is_done(&self) -> bool {
        match &self.state {
            State::Start => false,
            State::Numbered(_) => self.at == self.text.len(),
            State::Tree(entries, _) => entries.len() == 0,
            State::Done => true,
        }
    }

    /// Reads the hand whose header is here; `None` leaves it to the whole tree.
    fn numbered(&mut self, last: Option<u64>, hand: &mut Hand) -> Option<Result<(), Error>> {
        let mut plain = QuickScanner::new(self.text, self.at, self.line);
        let number = plain.header()?;
        // Numbers that grow cannot come twice.
        if last.is_some_and(|last| last >= number) {
            return None;
        }
        hand.number = Some(number);
        let read = plain.hand(hand).filter(|()| hand.check().is_ok());
        if read.is_some() {
            (self.at, self.line) = (plain.at, plain.line);
            self.state = State::Numbered(Some(number));
            return Some(Ok(()));
        }
        // Then the full reader, for this hand alone if it stands by itself.
        let end = self.at + next_header(&self.text[self.at..]);
        let part = &self.text[self.at..end];
        let tree = full::parse(part, self.line).ok()?;
        let (name, value) = tree.iter().next().filter(|_| tree.len() == 1)?;
        let DeValue::Table(table) = value.get_ref() else { return None };
        if *name.get_ref() != number.to_string() {
            return None;
        }
        hand.clear();
        hand.number = Some(number);
        let result = full::hand(table, &mut LineCounter::new(part, self.line), hand);
        self.line += full::lines(part, part.len());
        self.at = end;
        self.state = State::Numbered(Some(number));
        Some(result)
    }
}

impl Iterator for Hands<'_> {
    type Item = Result<Hand, Error>;

    fn next(&mut self) -> Option<Result<Hand, Error>> {
        let mut hand = Hand::new();
        self.next_into(&mut hand).map(|result| result.map(|()| hand))
    }
}

/// Where the next line begins that looks like a header of a hand; the end of the text if there is none.
fn next_header(text: &str) -> usize {
    let is_header = |line: &str| {
        let digits = line.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(digits, _)| digits);
        digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut from = 0;
    while let Some(length) = text[from..].find("\n[") {
        from += length + 1;
        if is_header(&text[from..]) {
            return from;
        }
    }
    text.len()
}

/// What a whole text holds.
enum FileContent<'t> {
    Nothing,
    One(DeTable<'t>),
    /// Hands with numbers, and what is wrong with what stands outside them.
    Numbered {
        outside: Option<Error>,
        hands: Vec<TreeEntry<'t>>,
    },
}

/// Whether a text that does not begin with a number is one hand, or has numbered ones further down.
fn content<'t>(tree: DeTable<'t>, lines: &mut LineCounter<'t>) -> FileContent<'t> {
    let is_hand = |name: &str, value: &DeValue<'_>| number(name).is_some() && value.is_table();
    if tree.is_empty() {
        return FileContent::Nothing;
    }
    if !tree.iter().any(|(name, value)| is_hand(name.get_ref(), value.get_ref())) {
        return FileContent::One(tree);
    }
    let mut entries: Vec<TreeEntry<'t>> = tree.into_iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    let (hands, others): (Vec<_>, Vec<_>) =
        entries.into_iter().partition(|(name, value)| is_hand(name.get_ref(), value.get_ref()));
    let outside = others.first().map(|(name, _)| {
        Error::new(Fault::Outside(name.get_ref().to_string())).at_line(lines.of(name.span().start))
    });
    FileContent::Numbered { outside, hands }
}

/// The number that a name is, written as numbers are.
fn number(name: &str) -> Option<u64> {
    name.parse::<u64>().ok().filter(|number| number.to_string() == name)
}

/// Reads a text that is one hand by the quick reader.
pub(crate) fn single_quickly(text: &str, hand: &mut Hand) -> Option<()> {
    let mut plain = QuickScanner::new(text, 0, 1);
    plain.hand(hand).filter(|()| plain.at == text.len() && hand.check().is_ok())
}

/// Reads a text that is one hand by the full reader.
pub(crate) fn single_in_full(text: &str, hand: &mut Hand) -> Result<(), Error> {
    hand.clear();
    let mut lines = LineCounter::new(text, 1);
    match content(full::parse(text, 1)?, &mut lines) {
        FileContent::Nothing => Err(Error::new(Fault::NoHand)),
        FileContent::One(tree) => full::hand(&tree, &mut lines, hand),
        FileContent::Numbered { outside, .. } => Err(outside.unwrap_or(Error::new(Fault::SeveralHands))),
    }
}

/// Reads the hands of a text by the full reader alone.
pub(crate) fn all_in_full(text: &str) -> Result<Vec<Result<Hand, Error>>, Error> {
    let mut lines = LineCounter::new(text, 1);
    let entries = behind(full::parse(text, 1)?, 0, &mut lines)?;
    let hands = entries.into_iter().map(|(name, value)| {
        let mut hand = Hand::new();
        entry(name.get_ref(), name.span().start, value.get_ref(), &mut lines, &mut hand).map(|()| hand)
    });
    Ok(hands.collect())
}

/// The hands of a tree that begin at `from` or behind it, in the order of the text.
fn behind<'t>(
    tree: DeTable<'t>,
    from: usize,
    lines: &mut LineCounter<'t>,
) -> Result<Vec<TreeEntry<'t>>, Error> {
    let mut entries: Vec<TreeEntry<'t>> = tree.into_iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    let open = entries.iter().take_while(|(name, _)| name.span().start < from).count();
    for (_, table) in entries.drain(..open) {
        // What comes to a hand after it was handed out would be lost.
        let DeValue::Table(table) = table.get_ref() else { continue };
        if let Some((name, place, _)) = full::in_order(table).into_iter().find(|(_, place, _)| *place >= from)
        {
            return Err(Error::new(Fault::OutOfPlace(name.to_owned())).at_line(lines.of(place)));
        }
    }
    Ok(entries)
}

/// Reads a hand of a tree.
fn entry(
    name: &str,
    place: usize,
    value: &DeValue<'_>,
    lines: &mut LineCounter<'_>,
    hand: &mut Hand,
) -> Result<(), Error> {
    let (Some(number), DeValue::Table(table)) = (number(name), value) else {
        return Err(Error::new(Fault::NotNumbered(name.to_owned())).at_line(lines.of(place)));
    };
    hand.number = Some(number);
    full::hand(table, lines, hand)
}
