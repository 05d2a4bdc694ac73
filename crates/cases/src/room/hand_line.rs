//! What the lines of a hand do: acts as a hand history writes them, words and chips, irregularities, looks.

use super::form::{self, PLAY};
use super::line::{cards, player};
use super::script::Facts;
use crate::file::CaseError;
use crate::irregularities::kebab;
use engine::{Actor, Moment, Who};
use room::{
    Act, Cards, Cause, Command, Gesture, IrregularityCommand, IrregularityReport, Omission, PlacedChips,
    Sanction, SpokenAction,
};
use rulebook::room::{IrregularityKind, Remedy, RoomBook};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

/// What a line of a hand does.
pub(crate) enum HandLine {
    /// The next thing that needs nobody's decision.
    Next,
    /// Something that the hand is told.
    Command(Command),
    /// A look at the hand.
    Look(String),
}

/// The words of a line, read one after the other.
pub(crate) struct LineReader<'a> {
    place: &'a str,
    text: &'a str,
    book: &'a RoomBook,
    /// How many there are to speak of.
    players: usize,
}

impl<'a> LineReader<'a> {
    pub(crate) fn new(place: &'a str, text: &'a str, book: &'a RoomBook) -> LineReader<'a> {
        LineReader { place, text, book, players: room::MOST }
    }

    /// The same of a hand with so many players.
    pub(crate) fn among(self, players: usize) -> LineReader<'a> {
        LineReader { players, ..self }
    }

    fn wrong(&self, what: String) -> CaseError {
        CaseError::new(self.place, what)
    }

    fn cards(&self, text: &str) -> Result<Cards, CaseError> {
        cards(text).ok_or_else(|| self.wrong(format!("'{text}' is not a list of cards")))
    }

    fn seat(&self, text: &str) -> Result<u8, CaseError> {
        player(text).ok_or_else(|| self.wrong(format!("'{text}' is not a player")))
    }

    /// One of the players of the hand.
    fn member(&self, text: &str) -> Result<usize, CaseError> {
        let seat = usize::from(self.seat(text)?);
        if seat < self.players {
            Ok(seat)
        } else {
            Err(self.wrong(format!("there is no {text}: the players are p1 to p{}", self.players)))
        }
    }

    fn number<T: std::str::FromStr>(&self, text: &str) -> Result<T, CaseError> {
        text.parse().map_err(|_| self.wrong(format!("'{text}' is not a number")))
    }

    /// Reads the line.
    pub(crate) fn hand_line(&self) -> Result<HandLine, CaseError> {
        let facts = Facts::of(self.text);
        if form::find(self.place, &facts, PLAY, &[])?.look {
            return Ok(HandLine::Look(self.text.to_string()));
        }
        let by = self.by(&facts)?;
        let irregularity = Command::Irregularity;
        Ok(HandLine::Command(match *facts.words() {
            ["d", ref rest @ ..] => return self.dealer(rest),
            ["pay"] => Command::Pay,
            ["chop"] => Command::Chop,
            ["ask", who] => Command::Ask { seat: self.seat(who)? },
            ["compare", one, other] => Command::Compare { seat: self.seat(one)?, with: self.seat(other)? },
            ["runs", times, ref who @ ..] => {
                let mut agreed = room::Seats::NONE;
                for &who in who {
                    let seat = self.member(who)?;
                    if agreed.has(seat) {
                        return Err(self.wrong(format!("{who} appears twice")));
                    }
                    agreed = agreed.with(seat);
                }
                Command::AskRuns { times: self.number(times)?, agreed, by }
            }
            ["announce", who] => Command::Announce { seat: self.seat(who)? },
            ["mishap", what] => {
                irregularity(IrregularityCommand::Omit(self.one_of("mishap", &OMISSIONS, what)?))
            }
            ["invalidate", why] => irregularity(IrregularityCommand::Invalidate {
                by,
                cause: self.one_of("cause", &CAUSES, why)?,
            }),
            ["sanction", who, what] => {
                let sanction = self.one_of("sanction", &SANCTIONS, what)?;
                irregularity(IrregularityCommand::Sanction { by, seat: self.seat(who)?, sanction })
            }
            ["conduct", who] => irregularity(IrregularityCommand::Conduct { by, seat: self.seat(who)? }),
            ["dispute", who, ref rest @ ..] => {
                let content = rest.contains(&"content");
                irregularity(IrregularityCommand::Dispute { by, seat: self.seat(who)?, content })
            }
            ["deck", how] => irregularity(IrregularityCommand::Deck { by, replace: how == "replaced" }),
            ["inspect", who] => irregularity(IrregularityCommand::Inspect { by, seat: self.seat(who)? }),
            ["trouble", what, ref rest @ ..] => {
                irregularity(IrregularityCommand::Rule { by, report: self.irregularity(what, rest, &facts)? })
            }
            [who, ref rest @ ..] => self.player(self.seat(who)?, rest)?,
            [] => return Err(self.wrong("an empty line".into())),
        }))
    }

    fn dealer(&self, rest: &[&str]) -> Result<HandLine, CaseError> {
        Ok(HandLine::Command(match *rest {
            [] => return Ok(HandLine::Next),
            ["dh", to, dealt] => Command::Hole { seat: self.seat(to)?, cards: self.cards(dealt)? },
            ["db", dealt] => Command::Board(self.cards(dealt)?),
            ["dk", dealt] => Command::Kitty(self.cards(dealt)?),
            ["dc", dealt] => Command::Community(self.cards(dealt)?.iter().next().flatten()),
            ["run", times] => Command::Run(self.number(times)?),
            _ => return Err(self.wrong(format!("'{}' is not something the dealer does", self.text))),
        }))
    }

    fn player(&self, seat: u8, rest: &[&str]) -> Result<Command, CaseError> {
        let act = |act: Act| Command::Act { seat, act };
        Ok(match *rest {
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
            _ => Command::Gesture(self.gesture(seat, rest)?),
        })
    }

    /// `says raise 60 puts one 100`, `puts 4x25`, `puts 150`, `passes cards`: each once.
    fn gesture(&self, seat: u8, rest: &[&str]) -> Result<Gesture, CaseError> {
        let mut gesture = Gesture { seat, said: None, chips: PlacedChips::NOTHING, cards_in: false };
        let mut rest = rest;
        while !rest.is_empty() {
            let before = gesture;
            rest = match *rest {
                ["says", "raise", "by", more, ref after @ ..] => {
                    gesture.said = Some(SpokenAction::RaiseBy(self.number(more)?));
                    after
                }
                ["says", word, amount, ref after @ ..] if amount.parse::<i64>().is_ok() => {
                    let amount = self.number(amount)?;
                    gesture.said = Some(match word {
                        "bet" => SpokenAction::BetOf(amount),
                        "raise" => SpokenAction::RaiseTo(amount),
                        _ => {
                            return Err(self.wrong(format!("'{word}' takes no amount; bet and raise do")));
                        }
                    });
                    after
                }
                ["says", word, ref after @ ..] => {
                    let said = SAYS.iter().find(|(known, _)| *known == word);
                    let Some((_, said)) = said else {
                        let known: Vec<&str> = SAYS.iter().map(|(known, _)| *known).collect();
                        let what =
                            format!("'{word}' is not something to say; choose from {}", known.join(", "));
                        return Err(self.wrong(what));
                    };
                    gesture.said = Some(*said);
                    after
                }
                ["puts", "one", chip, ref after @ ..] => {
                    gesture.chips = PlacedChips::one(self.number(chip)?);
                    after
                }
                ["puts", chips, ref after @ ..] => {
                    gesture.chips = match chips.split_once('x') {
                        Some((pieces, chip)) => PlacedChips::of(self.number(pieces)?, self.number(chip)?),
                        None => PlacedChips::several(self.number(chips)?),
                    };
                    after
                }
                ["and", "cash", ref after @ ..] if gesture.chips != PlacedChips::NOTHING => {
                    gesture.chips.other = true;
                    after
                }
                ["passes", "cards", ref after @ ..] => {
                    gesture.cards_in = true;
                    after
                }
                _ => {
                    return Err(self.wrong(format!(
                        "'{}' is not something a player does; choose from says WORD, says bet AMOUNT, \
                         says raise AMOUNT, says raise by AMOUNT, puts AMOUNT, puts one CHIP, puts 4x25, \
                         and cash (behind puts), passes cards",
                        rest.join(" ")
                    )));
                }
            };
            let again = before.said.is_some() && gesture.said != before.said
                || before.chips != PlacedChips::NOTHING
                    && !gesture.chips.other
                    && gesture.chips != before.chips;
            if again || gesture == before {
                return Err(self.wrong("give words, chips and cards at most once each".into()));
            }
        }
        Ok(gesture)
    }

    /// Who rules: `by=tg-area-manager`, the dealer where nothing is said.
    fn by(&self, facts: &Facts<'_>) -> Result<Actor, CaseError> {
        facts.get("by").map_or(Ok(Actor::DEALER), |role| self.actor(role, 0))
    }

    pub(crate) fn actor(&self, role: &str, at: u64) -> Result<Actor, CaseError> {
        let ladder = &self.book.ladder;
        let who = match (ladder.role(role), ladder.outside(role)) {
            (Some(role), _) => Who::Staff(role),
            (None, Some(outside)) => Who::Outside(outside),
            (None, None) => match player(role) {
                Some(seat) => Who::Seat(usize::from(seat)),
                None => {
                    let roles = ladder.roles.iter().chain(&ladder.outside).map(|role| role.id.as_str());
                    let roles = roles.collect::<Vec<_>>().join(", ");
                    let what =
                        format!("the book has no role '{role}'; choose from {roles}, or a player p1, p2 …");
                    return Err(self.wrong(what));
                }
            },
        };
        Ok(Actor { who, at: Moment(at) })
    }

    fn one_of<T: Copy + std::fmt::Debug>(&self, kind: &str, all: &[T], word: &str) -> Result<T, CaseError> {
        let found = all.iter().find(|one| name(one) == word);
        found.copied().ok_or_else(|| {
            let known: Vec<String> = all.iter().map(name).collect();
            self.wrong(format!("'{word}' is not a {kind}; choose from {}", known.join(", ")))
        })
    }

    /// `exposed-by-dealer p3 cards=As count=2 by=dealer`.
    fn irregularity(
        &self,
        what: &str,
        told: &[&str],
        facts: &Facts<'_>,
    ) -> Result<IrregularityReport, CaseError> {
        let read: StrDeserializer<'_, Error> = what.into_deserializer();
        let what = IrregularityKind::deserialize(read)
            .map_err(|error| self.wrong(format!("'{what}' is not an irregularity of the book: {error}")))?;
        let known = facts_of(self.book, what);
        let has_use = |fact: &str| {
            if known.contains(&fact) {
                Ok(())
            } else {
                let all = ["players", "cards=", "count=", "by="].iter().chain(&known);
                let all = all.copied().collect::<Vec<_>>().join(", ");
                Err(self.wrong(format!("'{fact}' is not a fact of {}; choose from {all}", name(&what))))
            }
        };
        let mut report = IrregularityReport::new(what);
        if let Some(list) = facts.get("cards") {
            report.cards = self.cards(list)?;
        }
        if let Some(count) = facts.get("count") {
            report.count = self.number(count)?;
        }
        if let Some(who) = facts.get("asker") {
            has_use("asker=")?;
            report.asker = Some(self.member(who)? as u8);
        }
        for (at, &fact) in told.iter().enumerate() {
            if told[..at].contains(&fact) {
                return Err(self.wrong(format!("'{fact}' appears twice")));
            }
            if FLAGS.contains(&fact) {
                has_use(fact)?;
            }
            match fact {
                "correctable" => report.can_correct = true,
                "seen" => report.seen = true,
                "begun" => report.begun = true,
                "bottom" => report.bottom = true,
                "all-in" | "normal" if report.takes_all_in.is_some() => {
                    return Err(self.wrong("a player is treated either as all-in or as normal".into()));
                }
                "all-in" => report.takes_all_in = Some(true),
                "normal" => report.takes_all_in = Some(false),
                who if player(who).is_some() => report = report.at(self.member(who)?),
                other => {
                    let all = FLAGS.join(", ");
                    let what = format!(
                        "'{other}' is neither a player nor a fact; facts are {all}, cards=, count=, asker=, by="
                    );
                    return Err(self.wrong(what));
                }
            }
        }
        Ok(report)
    }
}

/// What a player says, and what it means; bet and raise may have an amount.
pub(crate) const SAYS: [(&str, SpokenAction); 7] = [
    ("fold", SpokenAction::Fold),
    ("check", SpokenAction::Check),
    ("call", SpokenAction::Call),
    ("bet", SpokenAction::Bet),
    ("raise", SpokenAction::Raise),
    ("all-in", SpokenAction::AllIn),
    ("kitty", SpokenAction::Kitty),
];

pub(crate) const OMISSIONS: [Omission; 2] = [Omission::NoBurn, Omission::NoDiscard];

pub(crate) const CAUSES: [Cause; 7] =
    [Cause::Commotion, Cause::Fire, Cause::Riot, Cause::Brawl, Cause::Robbery, Cause::ActOfGod, Cause::Fraud];

pub(crate) const SANCTIONS: [Sanction; 5] = [
    Sanction::WagersVoid,
    Sanction::Excluded,
    Sanction::WinningsHeld,
    Sanction::DeviceTaken,
    Sanction::Detained,
];

/// Facts of an irregularity that are a word.
pub(crate) const FLAGS: [&str; 6] = ["correctable", "seen", "begun", "bottom", "all-in", "normal"];

/// The facts of an irregularity besides players, cards and their number: those that a row of the book asks for.
pub(crate) fn facts_of(book: &RoomBook, what: IrregularityKind) -> Vec<&'static str> {
    let rows = || book.irregularities.iter().filter(|row| row.what == what);
    // Too many cards may lie on the bottom board, whatever the row.
    let bottom = what == IrregularityKind::FlopTooMany;
    let all = [
        ("correctable", rows().any(|row| row.when.correctable.is_some())),
        ("seen", rows().any(|row| row.when.seen.is_some())),
        ("begun", rows().any(|row| row.when.begun.is_some())),
        ("bottom", bottom || rows().any(|row| row.when.bottom.is_some())),
        ("asker=", rows().any(|row| row.when.winner_asks.is_some())),
        ("all-in", rows().any(|row| row.ruling == Remedy::ChooseAllIn)),
        ("normal", rows().any(|row| row.ruling == Remedy::ChooseAllIn)),
    ];
    all.into_iter().filter_map(|(fact, is)| is.then_some(fact)).collect()
}

/// A value as files write it.
pub(crate) fn name(value: &impl std::fmt::Debug) -> String {
    kebab(&format!("{value:?}"))
}
