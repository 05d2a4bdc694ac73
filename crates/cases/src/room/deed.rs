//! What the lines of a hand do: acts as a hand history writes them, words and chips, trouble, looks.

use super::line::{cards, player};
use crate::file::CaseError;
use crate::trouble::kebab;
use engine::{Actor, Moment, Who};
use room::{Act, Cards, Cause, Command, Gesture, Mishap, Put, Said, Sanction, Trouble, TroubleCommand};
use rulebook::Ladder;
use rulebook::room::Situation;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

/// What a line of a hand does.
pub(crate) enum Deed {
    /// The next thing that needs nobody's decision.
    Next,
    /// Something that the hand is told.
    Command(Command),
    /// A look at the hand.
    Look(String),
}

/// The words of a line, read one after the other.
pub(crate) struct Words<'a> {
    place: &'a str,
    text: &'a str,
    ladder: &'a Ladder,
    /// How many there are to speak of.
    players: usize,
}

impl<'a> Words<'a> {
    pub(crate) fn new(place: &'a str, text: &'a str, ladder: &'a Ladder) -> Words<'a> {
        Words { place, text, ladder, players: room::MOST }
    }

    /// The same of a hand with so many players.
    pub(crate) fn among(self, players: usize) -> Words<'a> {
        Words { players, ..self }
    }

    fn wrong(&self, what: String) -> CaseError {
        CaseError::new(self.place, what)
    }

    fn cards(&self, text: &str) -> Result<Cards, CaseError> {
        cards(text).ok_or_else(|| self.wrong(format!("'{text}' are no cards")))
    }

    fn seat(&self, text: &str) -> Result<u8, CaseError> {
        player(text).ok_or_else(|| self.wrong(format!("'{text}' is no player")))
    }

    /// One of the players of the hand.
    fn member(&self, text: &str) -> Result<usize, CaseError> {
        let seat = usize::from(self.seat(text)?);
        match seat < self.players {
            true => Ok(seat),
            false => Err(self.wrong(format!("there is no {text}: the players are p1 to p{}", self.players))),
        }
    }

    fn number<T: std::str::FromStr>(&self, text: &str) -> Result<T, CaseError> {
        text.parse().map_err(|_| self.wrong(format!("'{text}' is no number")))
    }

    /// Reads the line.
    pub(crate) fn deed(&self) -> Result<Deed, CaseError> {
        let all: Vec<&str> = self.text.split_whitespace().collect();
        let Some((&first, rest)) = all.split_first() else {
            return Err(self.wrong("an empty line".into()));
        };
        Ok(Deed::Command(match (first, rest) {
            ("d", rest) => return self.dealer(rest),
            ("pay", []) => Command::Pay,
            ("chop", []) => Command::Chop,
            ("ask", [who]) => Command::Ask { seat: self.seat(who)? },
            ("compare", [one, other]) => Command::Compare { seat: self.seat(one)?, with: self.seat(other)? },
            ("runs", [times, rest @ ..]) => {
                let mut agreed = room::Seats::NONE;
                for who in rest.iter().filter(|word| !word.contains('=')) {
                    agreed = agreed.with(self.member(who)?);
                }
                Command::AskRuns { times: self.number(times)?, agreed, by: self.by(rest)? }
            }
            ("announce", [who]) => Command::Announce { seat: self.seat(who)? },
            (
                "trouble" | "mishap" | "invalidate" | "sanction" | "conduct" | "dispute" | "inspect" | "deck",
                rest,
            ) => Command::Trouble(self.trouble(first, rest)?),
            _ => match player(first) {
                Some(seat) => return self.player(seat, rest),
                None => return Ok(Deed::Look(self.text.to_string())),
            },
        }))
    }

    fn dealer(&self, rest: &[&str]) -> Result<Deed, CaseError> {
        Ok(Deed::Command(match *rest {
            [] => return Ok(Deed::Next),
            ["dh", to, dealt] => Command::Hole { seat: self.seat(to)?, cards: self.cards(dealt)? },
            ["db", dealt] => Command::Board(self.cards(dealt)?),
            ["dk", dealt] => Command::Kitty(self.cards(dealt)?),
            ["dc", dealt] => Command::Community(self.cards(dealt)?.iter().next().flatten()),
            ["run", times] => Command::Run(self.number(times)?),
            _ => return Err(self.wrong(format!("'{}' is nothing that a dealer does", self.text))),
        }))
    }

    fn player(&self, seat: u8, rest: &[&str]) -> Result<Deed, CaseError> {
        let act = |act: Act| Command::Act { seat, act };
        Ok(Deed::Command(match *rest {
            ["f"] => act(Act::Fold),
            ["cc"] => act(Act::Call),
            ["cbr", to] => act(Act::Raise(self.number(to)?)),
            ["pb"] => act(Act::BringIn),
            ["kt"] => act(Act::TakeKitty),
            ["sd"] => Command::Discard { seat, cards: Cards::default() },
            ["sd", gone] => Command::Discard { seat, cards: self.cards(gone)? },
            ["sm"] => Command::Muck { seat },
            ["sm", "-"] => Command::Show { seat, cards: Cards::default() },
            ["sm", shown] => Command::Show { seat, cards: self.cards(shown)? },
            ["set", front, middle, back] => Command::Set {
                seat,
                front: self.cards(front)?,
                middle: self.cards(middle)?,
                back: self.cards(back)?,
            },
            ["time"] => Command::ClockRunsOut { seat },
            ["says" | "puts" | "passes", ..] => Command::Gesture(self.gesture(seat, rest)?),
            _ => return Ok(Deed::Look(self.text.to_string())),
        }))
    }

    /// `says raise 60 puts one 100`, `puts 4x25`, `puts 150`, `passes cards`.
    fn gesture(&self, seat: u8, rest: &[&str]) -> Result<Gesture, CaseError> {
        let mut gesture = Gesture { seat, said: None, chips: Put::NOTHING, cards_in: false };
        let mut rest = rest;
        while !rest.is_empty() {
            rest = match *rest {
                ["says", "raise", "by", more, ref after @ ..] => {
                    gesture.said = Some(Said::RaiseBy(self.number(more)?));
                    after
                }
                ["says", word, amount, ref after @ ..] if amount.parse::<i64>().is_ok() => {
                    let amount = self.number(amount)?;
                    gesture.said = Some(match word {
                        "bet" => Said::BetOf(amount),
                        "raise" => Said::RaiseTo(amount),
                        _ => return Err(self.wrong(format!("'{word}' goes with no amount"))),
                    });
                    after
                }
                ["says", word, ref after @ ..] => {
                    gesture.said = Some(match word {
                        "fold" => Said::Fold,
                        "check" => Said::Check,
                        "call" => Said::Call,
                        "bet" => Said::Bet,
                        "raise" => Said::Raise,
                        "all-in" => Said::AllIn,
                        "kitty" => Said::Kitty,
                        _ => return Err(self.wrong(format!("'{word}' is nothing to say"))),
                    });
                    after
                }
                ["puts", "one", chip, ref after @ ..] => {
                    gesture.chips = Put::one(self.number(chip)?);
                    after
                }
                ["puts", chips, ref after @ ..] => {
                    gesture.chips = match chips.split_once('x') {
                        Some((pieces, chip)) => Put::of(self.number(pieces)?, self.number(chip)?),
                        None => Put::several(self.number(chips)?),
                    };
                    after
                }
                ["and", "cash", ref after @ ..] => {
                    gesture.chips.other = true;
                    after
                }
                ["passes", "cards", ref after @ ..] => {
                    gesture.cards_in = true;
                    after
                }
                _ => return Err(self.wrong(format!("'{}' is nothing that a player does", rest.join(" ")))),
            };
        }
        Ok(gesture)
    }

    /// Who rules: `by=tg-area-manager`, the dealer where nothing is said.
    fn by(&self, rest: &[&str]) -> Result<Actor, CaseError> {
        let Some(role) = rest.iter().find_map(|word| word.strip_prefix("by=")) else {
            return Ok(Actor::DEALER);
        };
        self.actor(role, 0)
    }

    pub(crate) fn actor(&self, role: &str, at: u64) -> Result<Actor, CaseError> {
        let who = match (self.ladder.role(role), self.ladder.outside(role)) {
            (Some(role), _) => Who::Staff(role),
            (None, Some(outside)) => Who::Outside(outside),
            (None, None) => match player(role) {
                Some(seat) => Who::Player(usize::from(seat)),
                None => return Err(self.wrong(format!("the book has no role '{role}'"))),
            },
        };
        Ok(Actor { who, at: Moment(at) })
    }

    fn trouble(&self, first: &str, rest: &[&str]) -> Result<TroubleCommand, CaseError> {
        let by = self.by(rest)?;
        let seat = || match rest.first() {
            Some(word) => self.seat(word),
            None => Err(self.wrong("it has to be said which player".into())),
        };
        let word = |at: usize| rest.get(at).copied().unwrap_or_default();
        Ok(match first {
            "mishap" => TroubleCommand::Mishap(match word(0) {
                "no-burn" => Mishap::NoBurn,
                "no-discard" => Mishap::NoDiscard,
                other => return Err(self.wrong(format!("'{other}' is no mishap"))),
            }),
            "invalidate" => {
                let all = [
                    Cause::Commotion,
                    Cause::Fire,
                    Cause::Riot,
                    Cause::Brawl,
                    Cause::Robbery,
                    Cause::ActOfGod,
                    Cause::Fraud,
                ];
                TroubleCommand::Invalidate { by, cause: self.one_of(all, word(0))? }
            }
            "sanction" => {
                let all = [
                    Sanction::WagersVoid,
                    Sanction::Excluded,
                    Sanction::WinningsHeld,
                    Sanction::DeviceTaken,
                    Sanction::Detained,
                ];
                TroubleCommand::Sanction { by, seat: seat()?, sanction: self.one_of(all, word(1))? }
            }
            "conduct" => TroubleCommand::Conduct { by, seat: seat()? },
            "dispute" => TroubleCommand::Dispute { by, seat: seat()?, content: rest.contains(&"content") },
            "deck" => TroubleCommand::Deck { by, replace: word(0) == "replaced" },
            "inspect" => TroubleCommand::Inspect { by, seat: seat()? },
            _ => TroubleCommand::Rule { by, trouble: self.irregularity(rest)? },
        })
    }

    fn one_of<T: Copy + std::fmt::Debug, const N: usize>(
        &self,
        all: [T; N],
        word: &str,
    ) -> Result<T, CaseError> {
        let found = all.into_iter().find(|one| kebab(&format!("{one:?}")) == word);
        found.ok_or_else(|| self.wrong(format!("'{word}' is nothing of the kind")))
    }

    /// `exposed-by-dealer p3 cards=As count=2 by=dealer`.
    fn irregularity(&self, rest: &[&str]) -> Result<Trouble, CaseError> {
        let Some((&what, facts)) = rest.split_first() else {
            return Err(self.wrong("it has to be said what happened".into()));
        };
        let read: StrDeserializer<'_, Error> = what.into_deserializer();
        let what = Situation::deserialize(read)
            .map_err(|_| self.wrong(format!("'{what}' is no irregularity of the book")))?;
        let mut trouble = Trouble::new(what);
        for &fact in facts {
            match fact.split_once('=') {
                Some(("by", _)) => {}
                Some(("cards", list)) => trouble.cards = self.cards(list)?,
                Some(("count", count)) => trouble.count = self.number(count)?,
                Some(("asker", who)) => trouble.asker = Some(self.member(who)? as u8),
                Some(_) => return Err(self.wrong(format!("'{fact}' is no fact"))),
                None => match fact {
                    "correctable" => trouble.can_correct = true,
                    "seen" => trouble.seen = true,
                    "begun" => trouble.begun = true,
                    "bottom" => trouble.bottom = true,
                    "all-in" => trouble.takes_all_in = Some(true),
                    "normal" => trouble.takes_all_in = Some(false),
                    who => trouble = trouble.at(self.member(who)?),
                },
            }
        }
        Ok(trouble)
    }
}
