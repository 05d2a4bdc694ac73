//! The events of a table on the floor in words: people, money, decks, calls to others.

use super::amounts::{counted, dollars};
use super::{Audience, Teller};
use crate::ActingRole;
use crate::MeterCall;
use crate::table::{Call, CallAnswer, CorrectedWith, DealingMode, Event, Link, PatronCall, Tender};
use engine::banked::Event as E;
use money::Money;

/// What passes between a table and others, and is answered as it should be.
pub(super) fn is_detail(event: &Event<E>) -> bool {
    match event {
        Event::CallDue { .. } => true,
        Event::CallAnswered { answer, .. } => match answer {
            CallAnswer::Done | CallAnswer::Welcome(_) => true,
            CallAnswer::Awarded { .. } | CallAnswer::Refused { .. } => false,
        },
        // The place is taken in the same moment.
        Event::SeatAsked { .. } => true,
        // It comes to a line for every player and round; the proof of the round lists them.
        Event::SeedGiven { .. } => true,
        Event::SetUp(_)
        | Event::Game(_)
        | Event::DeckCommitted { .. }
        | Event::PatronSeated { .. }
        | Event::SeatRefused { .. }
        | Event::BoughtIn { .. }
        | Event::CashedOut { .. }
        | Event::ColourChanged { .. }
        | Event::FloatFilled { .. }
        | Event::FloatCredited { .. }
        | Event::FloatCounted { .. }
        | Event::DropCounted { .. }
        | Event::DayClosed { .. }
        | Event::Linked { .. }
        | Event::Unlinked
        | Event::LinkChanged { .. }
        | Event::DealingChanged { .. }
        | Event::BuyInAsked { .. }
        | Event::BuyInRefused { .. }
        | Event::MustLeave { .. }
        | Event::RemovalOrdered { .. }
        | Event::CorrectionPosted { .. }
        | Event::CorrectionAsked { .. }
        | Event::CorrectionRefused { .. }
        | Event::TermsAwaited { .. } => false,
    }
}

impl Teller<'_> {
    pub(super) fn of_table(&self, event: &Event<E>) -> String {
        let place = |seat: &u8| format!("place {}", u16::from(*seat) + 1);
        match event {
            Event::Game(_) => String::new(),
            Event::SetUp(DealingMode::Virtual) => "the table is set up; the system deals".into(),
            Event::SetUp(DealingMode::Live) => "the table is set up; a dealer deals real cards".into(),
            Event::DealingChanged { by_hand: true } => "people deal at this table from now on".into(),
            Event::DealingChanged { by_hand: false } => "the automatic dealer deals from now on".into(),
            Event::DeckCommitted { root, .. } => {
                format!("the shuffled deck is committed to, commitment {}", store::Hash(root.0))
            }
            Event::SeedGiven { seat, seed, next } => {
                let promised = match next {
                    Some(next) => format!(", and promises the next, hash {}", store::Hash(next.0)),
                    None => String::new(),
                };
                format!("{} gives a seed for the deal, seed {}{promised}", place(seat), store::Hash(seed.0))
            }
            Event::SeatAsked { seat, patron } => format!("{} asks for {}", self.patron(*patron), place(seat)),
            Event::PatronSeated { seat, patron } => {
                format!("{} sits at {}", self.patron(*patron), place(seat))
            }
            Event::SeatRefused { seat, patron, why, .. } => {
                format!("{} may not sit at {}: {why}", self.patron(*patron), place(seat))
            }
            Event::BoughtIn { seat, amount, with } => {
                let with = match with {
                    Tender::Cash => "with cash",
                    Tender::Account => "from the account",
                    Tender::Chips => "with chips brought along",
                };
                format!("{} buys in for {} {with}", place(seat), dollars(*amount))
            }
            Event::BuyInAsked { seat, amount } => {
                format!("{} asks its account for {}", place(seat), dollars(*amount))
            }
            Event::BuyInRefused { seat, why } => format!("{} gets no chips: {why}", place(seat)),
            Event::CashedOut { seat, amount, to } => {
                let to = match to {
                    Tender::Account => "into the account",
                    Tender::Cash | Tender::Chips => "and takes the chips away",
                };
                format!("{} cashes out {} {to}", place(seat), dollars(*amount))
            }
            Event::ColourChanged { seat, amount } => {
                format!("{} changes chips worth {} for others", place(seat), dollars(*amount))
            }
            Event::FloatFilled { amount } => format!("the float is filled with {}", dollars(*amount)),
            Event::FloatCredited { amount } => format!("{} is taken from the float", dollars(*amount)),
            Event::FloatCounted { amount } => format!("the float is counted: {}", dollars(*amount)),
            Event::DropCounted { amount } => {
                format!("the drop is counted and emptied: {}", dollars(*amount))
            }
            Event::DayClosed { day } => {
                format!("the day {:04}-{:02}-{:02} is closed", day / 10_000, day / 100 % 100, day % 100)
            }
            Event::MustLeave { seat, patron } => match self.audience {
                // Why somebody leaves is nobody else's business.
                Audience::Everybody => format!("{} is left after the round", place(seat)),
                Audience::Staff(_) => {
                    format!("{} is kept out: {} is left after the round", self.patron(*patron), place(seat))
                }
            },
            Event::RemovalOrdered { seat, patron, why, .. } => match (self.audience, patron) {
                (Audience::Everybody, _) => format!("{} is left after the round", place(seat)),
                (Audience::Staff(_), Some(patron)) => format!(
                    "{} is ordered off the table: {} is left after the round; reason: {why}",
                    self.patron(*patron),
                    place(seat)
                ),
                (Audience::Staff(_), None) => {
                    format!(
                        "the player is ordered off the table: {} is left after the round; reason: {why}",
                        place(seat)
                    )
                }
            },
            Event::CorrectionPosted { mispayment, patron, over, amount, with } => {
                let way = match (over, with) {
                    (true, CorrectedWith::Rack(_)) => "comes back from the chips of",
                    (true, CorrectedWith::Account) => "comes back from the account of",
                    (true, CorrectedWith::Chips) => "is brought back by",
                    (false, CorrectedWith::Rack(_)) => "is added to the chips of",
                    (false, CorrectedWith::Account) => "goes to the account of",
                    (false, CorrectedWith::Chips) => "is handed to",
                };
                let (number, whom) = (u64::from(*mispayment) + 1, self.patron(*patron));
                format!("wrong payment {number} is corrected: {} {way} {whom}", dollars(*amount))
            }
            Event::CorrectionAsked { mispayment, patron, amount } => {
                let (number, whom) = (u64::from(*mispayment) + 1, self.patron(*patron));
                format!("wrong payment {number}: the account of {whom} is asked for {}", dollars(*amount))
            }
            Event::CorrectionRefused { mispayment, patron, amount, why } => {
                let (number, whom) = (u64::from(*mispayment) + 1, self.patron(*patron));
                format!("wrong payment {number}: {} does not come back from {whom}: {why}", dollars(*amount))
            }
            Event::TermsAwaited { terms } => format!(
                "the meter has other terms, which the sign shows after the round: {}",
                super::amounts::jackpot(terms)
            ),
            Event::Linked { meter } => format!("the table is on meter {}", meter.number()),
            Event::Unlinked => "the table is on no meter".into(),
            Event::CallDue { call, what } => format!("call {call}: {}", self.of_call(what)),
            Event::CallAnswered { call, answer } => format!("call {call} is answered: {}", of_answer(answer)),
            Event::LinkChanged { to } => match to {
                Link::None => "the table has no jackpot meter".into(),
                Link::Live => "the jackpot meter is connected".into(),
                Link::Stale => "the jackpot meter cannot be reached: no jackpot wagers".into(),
                Link::Manual => "a manual process runs in place of the jackpot meter".into(),
                Link::Reconciling => "the jackpot meter hears what it missed: no jackpot wagers".into(),
            },
        }
    }

    fn of_call(&self, call: &Call) -> String {
        match call {
            Call::House { round } => format!("the house is told that round {round} must be notified"),
            Call::Meter { meter, what } => {
                let wagers = |count: &u32| counted(*count, "one jackpot wager", "jackpot wagers");
                let what = match what {
                    MeterCall::Register { wagers: count } => format!("{} to register", wagers(count)),
                    MeterCall::Cancel { wagers: count } => format!("{} to take off", wagers(count)),
                    MeterCall::Record { round, royals, flushes, carried } => {
                        let carried = match carried {
                            0 => String::new(),
                            count => format!(", {} carried to the next round", wagers(count)),
                        };
                        format!("round {round}: {royals} royal and {flushes} straight flushes{carried}")
                    }
                    MeterCall::Determine { role: ActingRole::Staff(role) } => {
                        format!("the awards are determined, by rung {}", role.0)
                    }
                    MeterCall::Determine { role: ActingRole::Program } => "the awards are determined".into(),
                };
                format!("meter {} is told: {what}", meter.number())
            }
            Call::Patron { patron, what } => {
                let what = match what {
                    PatronCall::StartPlay { seat, card } => {
                        let card = card.map_or_else(|| "no card".to_string(), |card| format!("card {card}"));
                        format!("play at place {} with {card}", u16::from(*seat) + 1)
                    }
                    PatronCall::TakeMoney { amount, seat } => {
                        format!("{} to the table, for place {}", dollars(*amount), u16::from(*seat) + 1)
                    }
                    PatronCall::RecordPlay { round, net } if net.is_negative() => {
                        format!("round {round} lost {}", dollars(Money::ZERO - *net))
                    }
                    PatronCall::RecordPlay { round, net } => format!("round {round} won {}", dollars(*net)),
                    PatronCall::Repay { amount, .. } => {
                        format!("{} that was paid too much is given back", dollars(*amount))
                    }
                    PatronCall::EndPlay => "the player has got up".to_string(),
                    PatronCall::GiveMoney { amount } => format!("{} back from the table", dollars(*amount)),
                };
                format!("the file of {} is told: {what}", self.patron(*patron))
            }
        }
    }
}

fn of_answer(answer: &CallAnswer) -> String {
    match answer {
        CallAnswer::Done => "done".into(),
        CallAnswer::Awarded { royal, straight_flush, seq } => format!(
            "recorded as number {seq}; a royal flush gets {}, a straight flush {}",
            dollars(*royal),
            dollars(*straight_flush)
        ),
        CallAnswer::Welcome(standing) => match standing.loss {
            Some((limit, lost)) => {
                format!("welcome, {} may be lost, {} lost so far", dollars(limit), dollars(lost))
            }
            None => "welcome".into(),
        },
        CallAnswer::Refused { why, .. } => format!("refused, {why}"),
    }
}
