//! The usual actions in their usual form, read in one go with the quote that ends them.
//!
//! Nine of ten actions are such. All others are for [`action::read`](crate::action::read), which reads these the same.

use crate::action::{Act, ParsedAct};
use crate::amount::{self, Decimal};
use cards::FewCards;

/// Reads the action at the front of `bytes`, up to `quote`; gives back its length.
#[inline]
pub(crate) fn read(bytes: &[u8], quote: u8) -> Option<(ParsedAct, usize)> {
    let ends = |at: usize| bytes.get(at) == Some(&quote);
    let read = |act, length| ends(length).then_some((ParsedAct { act, decimals: 0, comment: None }, length));
    match *bytes {
        [b'p', digit @ b'1'..=b'9', b' ', verb, ..] => {
            let player = digit - b'1';
            match (verb, bytes.get(4)?) {
                (b'f', _) => read(Act::Fold { player }, 4),
                (b'c', b'c') => read(Act::CheckCall { player }, 5),
                (b'c', b'b') => {
                    let (Decimal { units, decimals }, length) =
                        amount::plain(bytes[5..].strip_prefix(b"r ")?)?;
                    let act = Act::RaiseTo { player, to: units };
                    ends(7 + length).then_some((ParsedAct { act, decimals, comment: None }, 7 + length))
                }
                (b's', b'm') => {
                    let (cards, length) = FewCards::read_some(bytes[5..].strip_prefix(b" ")?)?;
                    read(Act::Show { player, cards }, 6 + length)
                }
                _ => None,
            }
        }
        [b'd', b' ', b'd', b'h', b' ', b'p', digit @ b'1'..=b'9', b' ', ..] => {
            let (cards, length) = FewCards::read_some(&bytes[8..])?;
            read(Act::DealHole { player: digit - b'1', cards }, 8 + length)
        }
        [b'd', b' ', b'd', b'b', b' ', ..] => {
            let (cards, length) = FewCards::read_some(&bytes[5..])?;
            read(Act::DealBoard { cards }, 5 + length)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action;

    #[test]
    fn a_usual_action_is_read_as_any_other() {
        let mut usual = 0;
        for text in [
            "p1 f",
            "p9 cc",
            "p2 cbr 15",
            "p2 cbr 0.50",
            "p2 cbr 7.0",
            "p3 sm AsKs",
            "d dh p1 ????",
            "d db 2c3c4c",
            "d dh p1 AsKs5d",
            "p1 sm",
            "p1 sm -",
            "p1 sd 2c",
            "p10 f",
            "d dh p10 AsKs",
            "p1  f",
            "p1 f # x",
            "p1 cc ",
        ] {
            let slow = action::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            if let Some((read, length)) = read(format!("{text}', 'p1 f'").as_bytes(), b'\'') {
                assert_eq!(
                    (read.act, read.decimals, length),
                    (slow.act, slow.decimals, text.len()),
                    "{text}"
                );
                usual += 1;
            }
            assert!(read(text.as_bytes(), b'\'').is_none(), "{text} without its quote");
        }
        assert_eq!(usual, 9);
        for text in ["p0 f'", "p1 cbr x'", "p1 cbr '", "d dh p1 '", "d db As2'", "d db AsXc'", "p1 fold'", ""]
        {
            assert!(read(text.as_bytes(), b'\'').is_none(), "{text}");
        }
    }
}
