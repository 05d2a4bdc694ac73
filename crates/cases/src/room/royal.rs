//! The royal flush jackpot, bonus prizes and the clock: lines told to their machines.

use super::file::RoomCase;
use super::form::{self, ROYAL};
use super::hand_line::LineReader;
use super::line::{Answer, player, said};
use super::script::{Facts, Script, clock};
use crate::CitedClauses;
use crate::file::CaseError;
use cards::CardSet;
use engine::{Actor, Machine};
use money::Money;
use room::royal::{
    BonusCommand, BonusState, Bonuses, Claim, Command, Equipment, EquipmentCheck, Jackpots, PaymentMeans,
    Prize, PrizeOn, State, Terms,
};
use room::{ActionClock, ClockCommand, ExtraTime, TimeSign, Timekeeper};
use rulebook::Ruled;
use rulebook::room::{RoomBook, RoomGame};
use std::fmt::Display;

/// The office of a case: jackpots, bonuses and the clock of a table.
pub(crate) struct RoyalScript<'b> {
    book: &'b RoomBook,
    state: State,
    bonuses: BonusState,
    clock: ActionClock,
    time: Option<TimeSign>,
    now: u64,
    heard: CitedClauses,
}

impl<'b> RoyalScript<'b> {
    pub(crate) fn new(case: &RoomCase, book: &'b RoomBook) -> Result<RoyalScript<'b>, CaseError> {
        let sign = case.sign()?;
        let extra = sign.extra_time.map(|extra| ExtraTime {
            seconds: extra.seconds,
            times: extra.times,
            fee: extra.fee,
        });
        Ok(RoyalScript {
            book,
            state: State::default(),
            bonuses: BonusState::default(),
            clock: ActionClock::default(),
            time: sign.time_to_act.map(|seconds| TimeSign { seconds, extra }),
            now: 0,
            heard: CitedClauses::default(),
        })
    }

    /// Tells a machine, and applies what follows, each thing in words.
    fn tell<M: Machine>(
        &mut self,
        machine: &M,
        state: &mut M::State,
        (actor, command): (Actor, &M::Command),
        words: impl Fn(&M, &M::State, &M::Event) -> String,
    ) -> Answer
    where
        M::Reason: Display,
    {
        let mut events: Vec<Ruled<M::Event>> = Vec::new();
        match machine.decide(state, actor, command, &mut events) {
            Ok(()) => {
                let mut all = Vec::new();
                for event in &events {
                    let words = words(machine, state, &event.value);
                    machine.evolve(state, &event.value);
                    self.heard.note(event.cite);
                    all.push(said(self.book, words, event.cite));
                }
                Answer::Done(all)
            }
            Err(refusal) => {
                self.heard.note(refusal.cite);
                Answer::Refused(said(self.book, refusal.reason.to_string(), refusal.cite))
            }
        }
    }

    fn jackpot(&self, read: &RoyalLine<'_>) -> Result<Option<Command>, CaseError> {
        let has = |word: &str| read.has(word);
        Ok(Some(match *read.facts.words() {
            ["open"] => {
                let terms = Terms {
                    contribution: read.money("contribution")?,
                    reset: read.money("reset")?,
                    unit: read.money("unit")?,
                };
                Command::Open { terms, value: read.money("value")? }
            }
            ["link", table, game, ..] => {
                let found = self.book.games.iter().position(|known| known.id() == game);
                let game = found.ok_or_else(|| read.no_game(self.book, game))?;
                let equipment = Equipment {
                    button: !has("no-button"),
                    console: !has("no-console"),
                    display: !has("no-display"),
                };
                Command::Link {
                    jackpot: 0,
                    table: read.number(table)?,
                    game,
                    equipment,
                    short_deck: has("short-deck"),
                }
            }
            ["unlink", table] => Command::Unlink { table: read.number(table)? },
            ["display", ref place @ ..] if !place.is_empty() => {
                Command::Display { jackpot: 0, place: place.join(" ") }
            }
            ["report", table, ..] => {
                let working = EquipmentCheck {
                    increments: !has("no-increments"),
                    times: !has("no-times"),
                    readable: !has("unreadable"),
                };
                Command::Report { table: read.number(table)?, working }
            }
            ["begin", table] => Command::Begin { table: read.number(table)? },
            ["complete", table] => Command::Complete { table: read.number(table)? },
            ["void", table] => Command::Void { table: read.number(table)? },
            ["demand-flop", table, who, hole, ..] => Command::DemandFlop {
                table: read.number(table)?,
                seat: read.seat(who)?,
                hole: read.cards(hole)?,
                others_folded: !has("others-play"),
            },
            ["correct-flop", table, flop] => {
                Command::CorrectFlop { table: read.number(table)?, flop: read.cards(flop)? }
            }
            ["record", table, who, hole, flop, ..] => {
                let claim = Claim {
                    seat: read.seat(who)?,
                    hole: read.cards(hole)?,
                    flop: read.cards(flop)?,
                    which: u8::from(has("second-flop")),
                    folded: has("folded"),
                    exposed: !has("unexposed"),
                };
                Command::Record { table: read.number(table)?, claim }
            }
            ["confirm", table, ..] => {
                Command::Confirm { table: read.number(table)?, deck_counted: !has("uncounted") }
            }
            ["pay", table, how] => Command::Pay { table: read.number(table)?, means: read.means(how)? },
            ["adjust", table, rounds] => {
                Command::Adjust { table: read.number(table)?, rounds: read.number(rounds)? }
            }
            ["credit", table] => Command::Credit { table: read.number(table)? },
            _ => return Ok(None),
        }))
    }

    fn bonus(&self, read: &RoyalLine<'_>) -> Result<Option<BonusCommand>, CaseError> {
        let facts = &read.facts;
        Ok(Some(match *facts.words() {
            ["bonus", ..] => {
                let prize = match (facts.get("goods"), facts.get("cash")) {
                    (Some(goods), None) => Prize::Goods(goods.replace('-', " ")),
                    (None, Some(_)) => Prize::Cash(read.money("cash")?),
                    _ => return Err(read.wrong("a bonus has either cash= or goods=".into())),
                };
                let outcomes = read.fact("for")?.replace('-', " ");
                let tables = vec![read.number(read.fact("table")?)?];
                BonusCommand::Offer(PrizeOn { prize, outcomes, tables, signed: !read.has("unsigned") })
            }
            ["notify", bonus, table, who, ..] => BonusCommand::Notify {
                bonus: read.place(bonus)?,
                table: read.number(table)?,
                seat: read.seat(who)?,
                round: facts.get("round").map_or(Ok(1), |round| read.number(round))?,
                folded: read.has("folded"),
            },
            ["verify", claim, ..] => {
                BonusCommand::Verify { claim: read.place(claim)?, qualifies: !read.has("not") }
            }
            ["award", claim, how] => {
                BonusCommand::Award { claim: read.place(claim)?, means: read.means(how)? }
            }
            ["deliver", claim] => BonusCommand::Deliver { claim: read.place(claim)? },
            _ => return Ok(None),
        }))
    }

    fn time(&self, read: &RoyalLine<'_>) -> Result<Option<ClockCommand>, CaseError> {
        Ok(Some(match *read.facts.words() {
            ["clock", "start", who] => ClockCommand::Start { seat: read.seat(who)? },
            ["clock", "buy"] => ClockCommand::Buy,
            ["clock", "stop"] => ClockCommand::Stop,
            ["clock", "out"] => ClockCommand::RunOut,
            ["clock", "let-off"] => ClockCommand::LetOff,
            _ => return Ok(None),
        }))
    }
}

/// A line that is being read.
struct RoyalLine<'a> {
    place: &'a str,
    facts: Facts<'a>,
}

impl<'a> RoyalLine<'a> {
    /// A line of which nothing is passed over: a word or a fact that it does not know, or that stands twice, is an error.
    fn of(place: &'a str, text: &'a str) -> Result<RoyalLine<'a>, CaseError> {
        let facts = Facts::of(text);
        form::find(place, &facts, ROYAL, &["by", "at"])?;
        Ok(RoyalLine { place, facts })
    }

    fn no_game(&self, book: &RoomBook, game: &str) -> CaseError {
        let known: Vec<String> = book.games.iter().map(RoomGame::id).collect();
        self.wrong(format!("there is no game '{game}'; choose from {}", known.join(", ")))
    }

    fn has(&self, word: &str) -> bool {
        self.facts.words().contains(&word)
    }

    fn fact(&self, name: &str) -> Result<&'a str, CaseError> {
        self.facts.get(name).ok_or_else(|| self.wrong(format!("{name}= is missing")))
    }

    /// Bonuses and claims are counted from 1.
    fn place(&self, text: &str) -> Result<usize, CaseError> {
        let number = self.number::<usize>(text)?.checked_sub(1);
        number.ok_or_else(|| self.wrong("numbers start at 1".into()))
    }

    fn wrong(&self, what: String) -> CaseError {
        CaseError::new(self.place, what)
    }

    fn number<T: std::str::FromStr>(&self, text: &str) -> Result<T, CaseError> {
        text.parse().map_err(|_| self.wrong(format!("'{text}' is not a number")))
    }

    fn seat(&self, text: &str) -> Result<u8, CaseError> {
        player(text).ok_or_else(|| self.wrong(format!("'{text}' is not a player")))
    }

    fn cards(&self, text: &str) -> Result<CardSet, CaseError> {
        text.parse().map_err(|error| self.wrong(format!("{error}")))
    }

    fn money(&self, name: &str) -> Result<Money, CaseError> {
        let text = self.fact(name)?;
        text.parse().map_err(|error| self.wrong(format!("{name}: {error}")))
    }

    fn means(&self, text: &str) -> Result<PaymentMeans, CaseError> {
        Ok(match text {
            "chips" => PaymentMeans::Chips,
            "cash" => PaymentMeans::Cash,
            "equivalent" => PaymentMeans::CashEquivalent,
            _ => {
                return Err(self.wrong(format!(
                    "'{text}' is not a means of payment; choose from chips, cash, equivalent"
                )));
            }
        })
    }
}

impl Script for RoyalScript<'_> {
    fn line(&mut self, place: &str, text: &str) -> Result<Answer, CaseError> {
        let read = RoyalLine::of(place, text)?;
        self.now = clock(place, self.now, &read.facts)?;
        let role = read.facts.get("by").unwrap_or("dealer");
        let actor = LineReader::new(place, text, self.book).actor(role, self.now)?;
        if let Some(command) = self.jackpot(&read)? {
            let mut state = std::mem::take(&mut self.state);
            let machine = Jackpots::new(self.book);
            let answer = self.tell(&machine, &mut state, (actor, &command), |it, _, event| it.words(event));
            self.state = state;
            return Ok(answer);
        }
        if let Some(command) = self.bonus(&read)? {
            let mut state = std::mem::take(&mut self.bonuses);
            let answer = self.tell(&Bonuses::new(self.book), &mut state, (actor, &command), Bonuses::words);
            self.bonuses = state;
            return Ok(answer);
        }
        if let Some(command) = self.time(&read)? {
            let (mut clock, keeper) = (self.clock, Timekeeper::new(self.book, self.time));
            let answer = self.tell(&keeper, &mut clock, (actor, &command), |_, _, event| event.to_string());
            self.clock = clock;
            return Ok(answer);
        }
        match *read.facts.words() {
            ["value"] => {
                let value = self.state.jackpots.first().map(|jackpot| jackpot.value);
                Ok(Answer::Seen(value.map_or("none".into(), |value| value.to_string())))
            }
            ["paid"] => {
                let paid = self.state.jackpots.first().map(|jackpot| jackpot.paid);
                Ok(Answer::Seen(paid.map_or("none".into(), |paid| paid.to_string())))
            }
            ["fees"] => Ok(Answer::Seen(self.clock.fees().to_string())),
            _ => Err(read.wrong(format!("'{text}' is not an action or a look"))),
        }
    }

    fn heard(&self) -> &CitedClauses {
        &self.heard
    }
}
