//! What if: pay lines, a qualifying hand, multiples and a jackpot as people write them, each refused with the clause
//! where the book forbids it.

mod pay;
mod signs;

pub use pay::{pay_differences, pay_name};
pub use signs::{DEFAULT_MULTIPLES, multiples_written};

use engine::Sign;
use rulebook::{Cite, HandFloor, Rulebook};

/// A question, as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhatIf {
    /// Changed lines of pay tables: "bet.royal-flush=100", "pair-plus.B.pair=1/2".
    pub pay: Vec<String>,
    /// The weakest hand with which the dealer qualifies: "pair", "no-pair A K".
    pub qualifies: Option<String>,
    /// The multiples of the Ante on the sign: "3-4,2,1".
    pub multiples: Option<String>,
    /// The jackpot: "option=1,seed=20000".
    pub jackpot: Option<String>,
}

/// What the tables would show.
#[derive(Clone, Debug)]
pub struct Signs {
    /// Without a jackpot.
    pub sign: Sign,
    /// With the jackpot that was asked for.
    pub jackpot: Option<Sign>,
}

/// The part of a question that is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// A changed line, by its place in the question.
    Pay(usize),
    /// The qualifying hand.
    Qualifies,
    Multiples,
    Jackpot,
}

/// Why a question is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which part of it.
    pub field: Field,
    /// What was written, where it helps to see it again; empty where something is missing.
    pub given: Option<String>,
    /// What is wrong with it.
    pub why: String,
    /// The clause that says so, or the nearest to what is wrong.
    pub clause: Option<Cite>,
}

impl Refused {
    fn new(field: Field, why: impl Into<String>, clause: Cite) -> Refused {
        Refused { field, given: None, why: why.into(), clause: Some(clause) }
    }

    fn given(self, text: &str) -> Refused {
        Refused { given: Some(format!("'{}'", short(text))), ..self }
    }
}

impl WhatIf {
    /// Whether it asks for nothing but the approved game.
    pub fn is_empty(&self) -> bool {
        *self == WhatIf::default()
    }

    /// Changes a game of the book as asked, and makes the sign: the first column of every pay table, the multiples where
    /// the game has them.
    ///
    /// # Errors
    /// Everything that is wrong with the question, in its order; the book is not to be used then.
    pub fn apply(&self, book: &mut Rulebook, place: usize) -> Result<Signs, Vec<Refused>> {
        let mut refused = pay::change(&mut book.variants[place], &self.pay);
        if let Some(text) = &self.qualifies {
            refused.extend(qualify(book, place, text).err());
        }
        let game = &book.variants[place];
        let sign = signs::sign(book, game, self.multiples.as_deref());
        let jackpot = match (&sign, &self.jackpot) {
            (Ok(sign), Some(asked)) => signs::jackpot(book, game, sign, asked).map(Some),
            _ => Ok(None),
        };
        match (sign, jackpot) {
            (Ok(sign), Ok(jackpot)) if refused.is_empty() => Ok(Signs { sign, jackpot }),
            (sign, jackpot) => {
                refused.extend(sign.err().into_iter().chain(jackpot.err()));
                Err(refused)
            }
        }
    }
}

fn qualify(book: &mut Rulebook, place: usize, text: &str) -> Result<(), Refused> {
    let game = &mut book.variants[place];
    let Some(rule) = &mut game.qualifies else {
        return Err(Refused::new(Field::Qualifies, "in this game no dealer has to qualify", game.clause));
    };
    let cite = rule.cite;
    let floor: HandFloor = text
        .parse()
        .or_else(|_| spaced(text))
        .map_err(|wrong: String| Refused::new(Field::Qualifies, wrong, cite).given(text))?;
    rule.value = floor.clone();
    let rank = floor.rank(game.order(0));
    game.qualifying_rank = rank.map_err(|wrong| Refused::new(Field::Qualifies, wrong, cite))?;
    Ok(())
}

/// A hand whose ranks are set off by dashes: "pair-J", "no-pair-A-K".
fn spaced(text: &str) -> Result<HandFloor, String> {
    let mut words: Vec<&str> = text.split('-').collect();
    let mut ranks = Vec::new();
    while words.last().is_some_and(|word| word.len() == 1) {
        ranks.extend(words.pop());
    }
    ranks.reverse();
    let mut hand = words.join("-");
    for rank in ranks {
        hand.push(' ');
        hand.push_str(&rank.to_uppercase());
    }
    hand.parse()
}

/// Enough of what was written to find it again, on one line whatever it is.
fn short(text: &str) -> String {
    const MOST: usize = 40;
    let shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    let more = if text.chars().count() > MOST { "…" } else { "" };
    format!("{shown}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(book: &str, game: &str, what_if: &WhatIf) -> Result<Vec<String>, Vec<Refused>> {
        let approved = Rulebook::open(book).unwrap();
        let mut changed = Rulebook::open(book).unwrap();
        let place = changed.variants.iter().position(|variant| variant.game == game).unwrap();
        what_if.apply(&mut changed, place)?;
        Ok(pay_differences(&approved, &changed.variants[place]))
    }

    #[test]
    fn everything_that_is_wrong_is_told_in_the_order_of_the_question() {
        let what_if = WhatIf {
            pay: vec!["bet.royal-flush=x".into(), "bet.flush=6".into(), "bet.whist=1".into()],
            qualifies: Some("flsh".into()),
            multiples: Some("3-4,2,1".into()),
            jackpot: None,
        };
        let refused = asked("crown-sydney-poker-minors-3.3", "caribbean-stud", &what_if).unwrap_err();
        let fields: Vec<Field> = refused.iter().map(|refused| refused.field).collect();
        assert_eq!(fields, [Field::Pay(0), Field::Pay(2), Field::Qualifies, Field::Multiples]);
        assert!(refused.iter().all(|refused| refused.clause.is_some()), "{refused:?}");
    }

    #[test]
    fn what_differs_is_written_as_a_question_that_brings_it_about() {
        let ask = |pay: &[&str]| WhatIf {
            pay: pay.iter().map(|text| (*text).to_string()).collect(),
            ..WhatIf::default()
        };
        let three = ("crown-melbourne-three-card-poker-5.1", "three-card-poker");
        let cases: [(&[&str], &[&str]); 4] = [
            (&["pair-plus.B.pair=1/2"], &["pair-plus.B.pair=1/2"]),
            (&["ante.A.straight=3"], &["ante-bonus.A.straight=3"]),
            (&["ante-bonus.A.straight=9/3"], &["ante-bonus.A.straight=9/3"]),
            (&[], &[]),
        ];
        for (written, expected) in cases {
            let found = asked(three.0, three.1, &ask(written)).unwrap();
            assert_eq!(found, expected, "{written:?}");
            let again: Vec<&str> = found.iter().map(String::as_str).collect();
            assert_eq!(asked(three.0, three.1, &ask(&again)).unwrap(), found, "it says the same again");
        }
        let jacks = asked("star-sydney-mississippi-stud-4", "mississippi-stud", &ask(&["hands.pair-J=2"]));
        assert_eq!(jacks.unwrap(), ["ante.pair-J=2"]);
        let all = asked(three.0, three.1, &ask(&["pair-plus.pair=3"])).unwrap();
        assert_eq!(all.len(), 6, "a line of every column: {all:?}");
    }
}
