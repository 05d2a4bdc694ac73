//! The ruling: every wager's result, with its clause.

use crate::play::RoundRun;
use crate::sign;
use engine::banked::{Event, RightAmount, Settled, SettledWager};
use money::{MicroCents, Money};

/// What a case is ruled to be.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// "settled", "misdeal" or "void".
    pub outcome: &'static str,
    /// The dealer's hand.
    pub dealer: Option<DealerHand>,
    /// In the order of the file.
    pub seats: Vec<SeatRuling>,
    /// The meter, where there is one.
    pub jackpot: Option<JackpotLine>,
    /// What went wrong, and what was ruled.
    pub irregularities: Vec<IrregularityLine>,
}

/// The dealer's hand.
#[derive(Clone, Debug)]
pub struct DealerHand {
    pub hand: String,
    /// Whether it qualifies.
    pub qualifies: bool,
}

/// A seat's result.
#[derive(Clone, Debug)]
pub struct SeatRuling {
    pub seat: usize,
    /// The hand in words; empty where it was not dealt out.
    pub hand: String,
    /// What the player gained over all wagers staked from here: a jackpot wager on another's box is counted at the seat
    /// of the player who staked it.
    pub net: Money,
    /// The wagers, in the contract's order.
    pub lines: Vec<WagerLine>,
    /// What the player is warned of.
    pub warned: Vec<WarningLine>,
}

/// What a player is told at the table.
#[derive(Clone, Debug)]
pub struct WarningLine {
    /// Of what: "short-wager", …
    pub of: String,
    /// Which wager it is about, and what would have been right.
    pub right: Option<(String, RightAmount)>,
    /// The clause that has the player told.
    pub clause: String,
}

/// A wager's result.
#[derive(Clone, Debug)]
pub struct WagerLine {
    pub on: String,
    /// The seat whose player staked it, where that is another.
    pub staked_by: Option<usize>,
    pub settled: SettledWager,
    /// The clause that decides.
    pub clause: String,
    /// Tables and procedures applied besides.
    pub also: Vec<String>,
    /// The reading taken, where the clause is unclear.
    pub reading: Option<String>,
}

/// What a round did to the meter.
#[derive(Clone, Copy, Debug)]
pub struct JackpotLine {
    /// Before this round's wagers.
    pub before: MicroCents,
    /// The increment of this round's wagers.
    pub contributed: MicroCents,
    /// What prizes took off.
    pub paid: MicroCents,
    /// What was put in to reset it.
    pub reseeded: MicroCents,
    /// What the house paid beyond the meter.
    pub house: MicroCents,
    /// After the round.
    pub after: MicroCents,
}

/// An irregularity and its ruling.
#[derive(Clone, Debug)]
pub struct IrregularityLine {
    pub what: String,
    /// What was ruled.
    pub ruling: String,
    pub by: String,
    /// By which clause.
    pub clause: String,
    /// What must be done besides: the duty and its clause.
    pub duties: Vec<(String, String)>,
}

impl RoundRun<'_, '_> {
    /// The hands in words, as the engine declared them.
    pub(crate) fn note_hands(&mut self) {
        let order = self.game.order(0);
        let mut hands = Vec::new();
        for event in &self.house.said {
            match &event.value {
                Event::HandDeclared { seat: Some(seat), order: 0, rank } => {
                    hands.push((usize::from(*seat), order.words(*rank)));
                }
                Event::DealerQualified { rank, qualifies } => {
                    self.dealer = Some(DealerHand { hand: order.words(*rank), qualifies: *qualifies });
                }
                _ => {}
            }
        }
        self.hands = hands;
    }

    pub(crate) fn ruling(self) -> Ruling {
        let mut seats = Vec::new();
        for seat in &self.case.seat {
            seats.push(self.seat_ruling(seat.number));
        }
        // Stake and prize are for whoever staked it.
        let others: Vec<(usize, Money)> = seats
            .iter()
            .flat_map(|seat| &seat.lines)
            .filter_map(|line| Some((line.staked_by?, line.settled.gain())))
            .collect();
        for (number, gained) in others {
            if let Some(seat) = seats.iter_mut().find(|seat| seat.seat == number) {
                seat.net += gained;
            }
        }
        let jackpot = self.jackpot_line();
        let RoundRun { outcome, dealer, rulings, .. } = self;
        Ruling { outcome, dealer, seats, jackpot, irregularities: rulings }
    }

    pub(crate) fn seat_ruling(&self, number: usize) -> SeatRuling {
        let mut lines: Vec<(usize, WagerLine)> = Vec::new();
        let mut also: Vec<(usize, rulebook::Cite)> = Vec::new();
        let mine = |seat: u8| usize::from(seat) + 1 == number;
        // Who staked the jackpot wager here, and by which clause, where it was somebody else.
        let another = self.house.said.iter().rev().find_map(|event| match event.value {
            Event::JackpotPlacedForAnother { seat, by, .. } if mine(seat) => {
                Some((usize::from(by) + 1, event.cite))
            }
            _ => None,
        });
        for event in &self.house.said {
            match &event.value {
                Event::StakeAdjusted { seat, wager, .. }
                | Event::PayLineApplied { seat, wager, .. }
                | Event::PaymentRounded { seat, wager }
                | Event::PaymentCapped { seat, wager }
                | Event::TokenKept { seat, wager }
                | Event::WinningsWithheld { seat, wager }
                    if mine(*seat) =>
                {
                    also.push((usize::from(*wager), event.cite));
                }
                Event::JackpotHit { seat, .. } if mine(*seat) => {
                    also.extend(self.house.machine.jackpot_spot().map(|wager| (wager, event.cite)));
                }
                Event::WagerTakenBack { seat, wager, amount } if mine(*seat) => {
                    // Carried, and then given back to a player who left.
                    if let Some((_, line)) = lines.iter_mut().find(|(on, _)| *on == usize::from(*wager)) {
                        line.settled.result = Settled::Returned;
                        line.settled.returned = *amount;
                        line.clause = self.book.label(event.cite).to_string();
                        line.also = self.also(event.cite, std::iter::empty());
                    }
                }
                Event::WagerSettled { seat, wager, .. } if mine(*seat) => {
                    let Some(settled) = event.value.settled() else { continue };
                    let wager = usize::from(*wager);
                    let another = another.filter(|_| self.house.machine.is_of_jackpot(wager));
                    also.extend(another.map(|(_, cite)| (wager, cite)));
                    lines.push((
                        wager,
                        WagerLine {
                            staked_by: another.map(|(by, _)| by),
                            on: self.game.wager[wager].on.clone(),
                            settled,
                            clause: self.book.label(event.cite).to_string(),
                            also: self.also(
                                event.cite,
                                also.iter().filter(|(on, _)| *on == wager).map(|(_, cite)| *cite),
                            ),
                            reading: self.reading(event.cite),
                        },
                    ));
                }
                _ => {}
            }
        }
        lines.sort_by_key(|(wager, _)| *wager);
        let lines: Vec<WagerLine> = lines.into_iter().map(|(_, line)| line).collect();
        let own = lines.iter().filter(|line| line.staked_by.is_none());
        let net = own.map(|line| line.settled.gain()).sum();
        let hand = self.hands.iter().find(|(seat, _)| *seat + 1 == number).map(|(_, hand)| hand.clone());
        let settled_from =
            self.house.said.iter().position(|event| matches!(event.value, Event::BettingClosed));
        let during = &self.house.said[settled_from.unwrap_or(0)..];
        let warned = during.iter().filter_map(|event| match &event.value {
            Event::PlayerWarned { seat, warning, right } if mine(*seat) => {
                let spot = |right: &RightAmount| self.game.wager[usize::from(right.wager)].on.clone();
                Some(WarningLine {
                    of: crate::irregularities::kebab(&format!("{warning:?}")),
                    right: right.as_ref().map(|right| (spot(right), right.clone())),
                    clause: self.book.label(event.cite).to_string(),
                })
            }
            _ => None,
        });
        let warned = warned.collect();
        SeatRuling {
            warned,
            seat: number,
            hand: hand.unwrap_or_else(|| self.unsettled_hand(number)),
            net,
            lines,
        }
    }

    /// A hand that did not come to settlement, as far as it can be named.
    pub(crate) fn unsettled_hand(&self, number: usize) -> String {
        let Some(seat) = self.case.seat.iter().find(|seat| seat.number == number) else {
            return String::new();
        };
        let Ok(own) = cards::parse_cards(seat.cards.as_deref().unwrap_or_default()) else {
            return String::new();
        };
        let board = self
            .case
            .board
            .as_ref()
            .map_or_else(Vec::new, |board| cards::parse_cards(&board.cards).unwrap_or_default());
        let all: cards::CardSet = own.into_iter().chain(board).collect();
        let order = self.game.order(0);
        match order.accepts(all) {
            Ok(()) => order.words(order.rank(all)),
            Err(_) => String::new(),
        }
    }

    pub(crate) fn also(
        &self,
        cite: rulebook::Cite,
        besides: impl Iterator<Item = rulebook::Cite>,
    ) -> Vec<String> {
        let citation = self.book.citation(cite);
        let mut labels: Vec<String> = Vec::new();
        let mut push = |clause: rulebook::ClauseId| {
            let label = &self.book.register.get(clause).label;
            if clause != citation.clause && !labels.contains(label) {
                labels.push(label.clone());
            }
        };
        citation.also.iter().copied().for_each(&mut push);
        for cite in besides {
            let other = self.book.citation(cite);
            push(other.clause);
            other.also.iter().copied().for_each(&mut push);
        }
        labels
    }

    pub(crate) fn reading(&self, cite: rulebook::Cite) -> Option<String> {
        self.book.citation(cite).reading.map(|reading| self.book.reading(reading).name.clone())
    }

    pub(crate) fn jackpot_line(&self) -> Option<JackpotLine> {
        let meter = self.house.state.meters.first()?;
        let before = sign::meter("", self.case.sign.jackpot.as_ref()?.meter.as_deref()?).ok()?;
        let none = MicroCents::from_micro_cents(0);
        let (paid, reseeded, house) = match &self.house.award {
            Some(award) => (award.drawn, award.reseeded, award.house),
            None => (none, none, none),
        };
        let after = meter.value;
        let contributed =
            after.micro_cents() - reseeded.micro_cents() + paid.micro_cents() - before.micro_cents();
        let contributed = MicroCents::from_micro_cents(contributed);
        Some(JackpotLine { before, contributed, paid, reseeded, house, after })
    }
}
