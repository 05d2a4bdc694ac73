//! One action of a hand: what the dealer or a player did.

use crate::amount::{self, Decimal};
use crate::error::Fault;
use crate::text::Span;
use cards::{FewCards, NotCards};
use std::fmt::Write;

/// What was done. Players go by position from 0: the file's `p1` is 0.
///
/// Amounts are in units of the hand's [scale](crate::Hand::scale).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// `d dh pN CARDS`: cards to a player, also in exchange for discards.
    DealHole {
        player: u8,
        cards: FewCards,
    },
    /// `d db CARDS`: cards to the board.
    DealBoard {
        cards: FewCards,
    },
    /// `d dk CARDS`: the Kitty.
    DealKitty {
        cards: FewCards,
    },
    /// `d dc CARD`: the community card of a stud game whose deck ran out.
    DealCommunity {
        cards: FewCards,
    },
    /// `d run N`: the rest of the board comes this many times.
    Run {
        times: u8,
    },
    Fold {
        player: u8,
    },
    /// `pN cc`: a check or a call.
    CheckCall {
        player: u8,
    },
    /// `pN cbr X`: a completion, bet or raise to this total for the street.
    RaiseTo {
        player: u8,
        to: i64,
    },
    /// `pN pb`: the bring-in.
    BringIn {
        player: u8,
    },
    /// `pN sd [CARDS]`: a discard; without cards the player stands pat.
    Discard {
        player: u8,
        cards: FewCards,
    },
    /// `pN sm CARDS`: a hand is shown.
    Show {
        player: u8,
        cards: FewCards,
    },
    /// `pN sm -`: a hand is shown, as it was dealt.
    ShowDealt {
        player: u8,
    },
    /// `pN sm`: a hand is mucked.
    Muck {
        player: u8,
    },
    /// `pN kt`: the Kitty is taken.
    TakeKitty {
        player: u8,
    },
    /// `pN set FRONT MIDDLE BACK`: a Chinese hand, front first; the first `front` cards, the next `middle` and the rest.
    Set {
        player: u8,
        cards: FewCards,
        front: u8,
        middle: u8,
    },
    /// Nothing but a comment, or nothing at all.
    Remark,
}

impl Act {
    /// Who did it, if it was a player.
    pub fn actor(&self) -> Option<usize> {
        Some(usize::from(match self {
            Act::Fold { player }
            | Act::CheckCall { player }
            | Act::RaiseTo { player, .. }
            | Act::BringIn { player }
            | Act::Discard { player, .. }
            | Act::Show { player, .. }
            | Act::ShowDealt { player }
            | Act::Muck { player }
            | Act::TakeKitty { player }
            | Act::Set { player, .. } => *player,
            _ => return None,
        }))
    }

    /// The player that it names: who acts, or who is dealt to.
    pub fn player(&self) -> Option<usize> {
        match self {
            Act::DealHole { player, .. } => Some(usize::from(*player)),
            act => act.actor(),
        }
    }

    /// As the standard writes it, amounts with up to `scale` decimals.
    pub fn write(&self, scale: u8, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match self {
            Act::DealHole { player, cards } => write!(out, "d dh p{} {cards}", u16::from(*player) + 1),
            Act::DealBoard { cards } => write!(out, "d db {cards}"),
            Act::DealKitty { cards } => write!(out, "d dk {cards}"),
            Act::DealCommunity { cards } => write!(out, "d dc {cards}"),
            Act::Run { times } => write!(out, "d run {times}"),
            Act::Fold { player } => write!(out, "p{} f", u16::from(*player) + 1),
            Act::CheckCall { player } => write!(out, "p{} cc", u16::from(*player) + 1),
            Act::RaiseTo { player, to } => {
                let _ = write!(out, "p{} cbr ", u16::from(*player) + 1);
                amount::write(out, *to, scale);
                Ok(())
            }
            Act::BringIn { player } => write!(out, "p{} pb", u16::from(*player) + 1),
            Act::Discard { player, cards } if cards.is_empty() => {
                write!(out, "p{} sd", u16::from(*player) + 1)
            }
            Act::Discard { player, cards } => write!(out, "p{} sd {cards}", u16::from(*player) + 1),
            Act::Show { player, cards } => write!(out, "p{} sm {cards}", u16::from(*player) + 1),
            Act::ShowDealt { player } => write!(out, "p{} sm -", u16::from(*player) + 1),
            Act::Muck { player } => write!(out, "p{} sm", u16::from(*player) + 1),
            Act::TakeKitty { player } => write!(out, "p{} kt", u16::from(*player) + 1),
            Act::Set { player, cards, front, middle } => {
                let (front, middle) = (usize::from(*front), usize::from(*front) + usize::from(*middle));
                let back = cards.part(middle, cards.len());
                let (front, middle) = (cards.part(0, front), cards.part(front, middle));
                write!(out, "p{} set {front} {middle} {back}", u16::from(*player) + 1)
            }
            Act::Remark => Ok(()),
        };
    }
}

/// An act as it stands in a hand.
#[derive(Clone, Copy, Debug)]
pub struct Action {
    /// What was done.
    pub act: Act,
    /// The line of the file it stands in, counted from 1; 0 if it comes from no file.
    pub line: u32,
    /// The text as it was read, comment and all.
    pub(crate) text: Span,
    pub(crate) comment: Option<Span>,
}

/// An action's text, read.
pub(crate) struct ParsedAct {
    pub(crate) act: Act,
    /// The decimals of the amount in `act`.
    pub(crate) decimals: u8,
    /// Where in the text the comment stands, spaces trimmed.
    pub(crate) comment: Option<(usize, usize)>,
}

/// The words of an action, up to its comment.
struct ActionWords<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ActionWords<'a> {
    /// The next word; an empty one at the end.
    #[inline]
    fn next(&mut self) -> &'a [u8] {
        let mut start = self.at;
        while let Some(b' ' | b'\t') = self.bytes.get(start) {
            start += 1;
        }
        let mut end = start;
        while !matches!(self.bytes.get(end), None | Some(b' ' | b'\t' | b'#')) {
            end += 1;
        }
        self.at = end;
        &self.bytes[start..end]
    }

    fn cards(&mut self) -> Result<FewCards, Fault> {
        let word = self.next();
        if word.is_empty() { Err(Fault::Lacks("a card")) } else { cards(word) }
    }
}

fn said(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

fn add_cards(cards: &mut FewCards, word: &[u8]) -> Result<(), Fault> {
    cards.read(word).map_err(|error| match error {
        NotCards::TooMany => Fault::TooManyCards,
        // Two bytes make a card; what is longer is shown as a whole letter.
        NotCards::At(at) => Fault::NotACard(said(&word[at..]).chars().take(2).collect()),
    })
}

fn cards(word: &[u8]) -> Result<FewCards, Fault> {
    let mut cards = FewCards::EMPTY;
    add_cards(&mut cards, word)?;
    Ok(cards)
}

fn small_number(word: &[u8]) -> Option<u8> {
    let amount = amount::word(word).filter(|amount| amount.decimals == 0 && !word.contains(&b'.'))?;
    u8::try_from(amount.units).ok()
}

/// The position of `p1`, `p2` and so on.
#[inline]
fn player(word: &[u8]) -> Result<u8, Fault> {
    match word {
        [b'p', digit @ b'1'..=b'9'] => Ok(digit - b'1'),
        [b'p', digits @ ..] => match small_number(digits) {
            Some(number @ 1..) => Ok(number - 1),
            _ => Err(Fault::NotAPlayer(said(word))),
        },
        [] => Err(Fault::Lacks("a player")),
        _ => Err(Fault::NotAPlayer(said(word))),
    }
}

/// Reads the text of one action.
#[inline]
pub(crate) fn read(text: &[u8]) -> Result<ParsedAct, Fault> {
    let mut words = ActionWords { bytes: text, at: 0 };
    let mut decimals = 0;
    let act = match words.next() {
        b"d" => dealers(&mut words)?,
        b"" => Act::Remark,
        who => players(player(who)?, &mut words, &mut decimals)?,
    };
    let rest = words.at;
    let comment = match words.next() {
        [] if words.at == text.len() => None,
        [] => Some(trimmed(text, words.at + 1)),
        _ => return Err(Fault::LeftOver(said(&text[rest..]).trim().to_owned())),
    };
    Ok(ParsedAct { act, decimals, comment: comment.filter(|(start, end)| start < end) })
}

fn trimmed(text: &[u8], start: usize) -> (usize, usize) {
    let comment = &text[start..];
    let left = comment.trim_ascii_start();
    let start = start + comment.len() - left.len();
    (start, start + left.trim_ascii_end().len())
}

#[inline]
fn dealers(words: &mut ActionWords<'_>) -> Result<Act, Fault> {
    Ok(match words.next() {
        b"dh" => Act::DealHole { player: player(words.next())?, cards: words.cards()? },
        b"db" => Act::DealBoard { cards: words.cards()? },
        b"dk" => Act::DealKitty { cards: words.cards()? },
        b"dc" => match words.cards()? {
            cards if cards.len() == 1 => Act::DealCommunity { cards },
            cards => return Err(Fault::NotA { needs: "one card", found: cards.to_string() }),
        },
        b"run" => {
            let word = words.next();
            let times = small_number(word).filter(|times| *times > 0);
            let wrong = || Fault::NotA { needs: "a number of boards", found: said(word) };
            Act::Run { times: times.ok_or_else(wrong)? }
        }
        b"" => return Err(Fault::Lacks("what the dealer does")),
        word => return Err(Fault::NotAnAction(said(word))),
    })
}

#[inline]
fn players(player: u8, words: &mut ActionWords<'_>, decimals: &mut u8) -> Result<Act, Fault> {
    Ok(match words.next() {
        b"f" => Act::Fold { player },
        b"cc" => Act::CheckCall { player },
        b"cbr" => {
            let word = words.next();
            let Decimal { units, decimals: behind } = match amount::word(word) {
                Some(amount) => amount,
                None if word.is_empty() => return Err(Fault::Lacks("an amount")),
                None if word.iter().all(u8::is_ascii_digit) && word[0] != b'0' => {
                    return Err(Fault::TooLarge(said(word)));
                }
                None => return Err(Fault::NotAnAmount(said(word))),
            };
            *decimals = behind;
            Act::RaiseTo { player, to: units }
        }
        b"pb" => Act::BringIn { player },
        b"sd" => Act::Discard { player, cards: cards(words.next())? },
        b"sm" => match words.next() {
            b"" => Act::Muck { player },
            b"-" => Act::ShowDealt { player },
            word => Act::Show { player, cards: cards(word)? },
        },
        b"kt" => Act::TakeKitty { player },
        b"set" => {
            let mut cards = words.cards()?;
            let front = cards.len() as u8;
            let (middle, back) = (words.next(), words.next());
            if middle.is_empty() || back.is_empty() {
                return Err(Fault::Lacks("a part of the hand (front, middle, back)"));
            }
            add_cards(&mut cards, middle)?;
            let middle = cards.len() as u8 - front;
            add_cards(&mut cards, back)?;
            Act::Set { player, cards, front, middle }
        }
        b"" => return Err(Fault::Lacks("what the player does")),
        word => return Err(Fault::NotAnAction(said(word))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        match read(text.as_bytes()) {
            Ok(read) => panic!("{text} is {:?}", read.act),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn every_kind_of_action_is_written_as_it_was_read() {
        for text in [
            "d dh p1 AsKh",
            "d dh p10 ????",
            "d db 2c3d4h",
            "d dk 7c8c9cTcJc",
            "d dc As",
            "d run 2",
            "p3 f",
            "p1 cc",
            "p1 cbr 400000",
            "p2 pb",
            "p4 sd",
            "p4 sd 2c3d",
            "p1 sm",
            "p1 sm -",
            "p1 sm AsKh",
            "p2 kt",
            "p1 set 2c3d4h 5c5d6h6s7c AsKsQsJsTs",
            "",
        ] {
            let read = read(text.as_bytes()).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            let mut out = String::new();
            read.act.write(0, &mut out);
            assert_eq!(out, text);
            assert_eq!(read.comment, None);
        }
    }

    #[test]
    fn a_comment_is_found_with_its_spaces_trimmed() {
        let comment = |text: &'static str| {
            let read = read(text.as_bytes()).expect("an action");
            (read.act, read.comment.map(|(start, end)| &text[start..end]))
        };
        let call = Act::CheckCall { player: 0 };
        assert_eq!(comment("p1 cc # thinks # long "), (call, Some("thinks # long")));
        assert_eq!(comment(" p1  cc#x"), (call, Some("x")));
        assert_eq!(comment("p1 cc #"), (call, None));
        assert_eq!(comment("# a break"), (Act::Remark, Some("a break")));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(wrong("p3 cbr abc"), "'abc' is not an amount");
        assert_eq!(wrong("p3 cbr -5"), "'-5' is not an amount");
        assert_eq!(wrong("p3 cbr 1e3"), "'1e3' is not an amount");
        assert_eq!(wrong("p3 cbr 99999999999999999999"), "'99999999999999999999' is too large an amount");
        assert_eq!(wrong("p3 cbr"), "an amount is missing");
        assert_eq!(wrong("x cc"), "'x' is neither the dealer (d) nor a player (p1)");
        assert_eq!(wrong("p0 cc"), "'p0' is neither the dealer (d) nor a player (p1)");
        assert_eq!(wrong("p1.0 cc"), "'p1.0' is neither the dealer (d) nor a player (p1)");
        assert_eq!(wrong("p300 cc"), "'p300' is neither the dealer (d) nor a player (p1)");
        assert_eq!(wrong("p1 raise 5"), "'raise' is not an action");
        assert_eq!(wrong("p1"), "what the player does is missing");
        assert_eq!(wrong("d dh AsKs"), "'AsKs' is neither the dealer (d) nor a player (p1)");
        assert_eq!(wrong("d dh p1"), "a card is missing");
        assert!(wrong("d db AsXc").starts_with("'Xc' is not a card"));
        assert!(wrong("d db 10h").starts_with("'10' is not a card"));
        assert_eq!(wrong("p1 cc now"), "'now' is left over");
        assert_eq!(wrong("d db As Ks"), "'Ks' is left over");
        assert_eq!(wrong("d run 0"), "'0' is not a number of boards");
        assert_eq!(wrong("d dc AsKs"), "'AsKs' is not one card");
        assert_eq!(wrong("p1 set 2c 3c"), "a part of the hand (front, middle, back) is missing");
    }
}
