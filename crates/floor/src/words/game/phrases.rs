//! The parts of sentences: spots, hands, signs, decisions, outcomes.

use crate::table::{DealingMode, State};
use crate::words::amounts::{counted, dollars, jackpot, limits, pay_tables};
use crate::words::cards::holder;
use crate::words::{Audience, Teller};
use ::cards::{CardId, HandRank};
use engine::Sign;
use engine::banked::{CorrectedRecord, CorrectionReason, Decision, Patron, Phase, Settled, Table};
use money::Money;
use rulebook::Device;

impl Teller<'_> {
    /// A wager by the name that the book has for it.
    pub(super) fn spot(&self, wager: u8) -> &str {
        self.game.wager.get(usize::from(wager)).map_or("?", |wager| wager.name.as_str())
    }

    pub(super) fn step(&self, step: u8) -> Option<String> {
        let step = self.game.step.get(usize::from(step))?;
        (!step.name.is_empty()).then(|| step.name.replace('-', " "))
    }

    pub(super) fn hand(&self, order: u8, rank: HandRank) -> String {
        let made = self.game.order.get(usize::from(order)).and_then(|order| order.made.as_ref());
        made.map_or_else(|| "a hand".to_string(), |order| order.words(rank))
    }

    pub(super) fn sign(&self, sign: &Sign) -> String {
        let device = match sign.device {
            Device::Shoe => "cards from a shoe",
            Device::Shuffler => "cards from a shuffler",
        };
        let mut text = format!(
            "{}, {device}, limits {}",
            counted(sign.seats, "one place", "places"),
            limits(self.game, &sign.limits)
        );
        if !sign.paytables.is_empty() {
            text += &format!(", pay tables {}", pay_tables(&sign.paytables));
        }
        if let Some(terms) = &sign.jackpot {
            text += &format!(", {}", jackpot(terms));
        }
        if sign.low_limit {
            text += ", a table for low limits";
        }
        text
    }

    /// What the file of somebody who sits down says, for those who may know it.
    pub(super) fn standing(&self, patron: &Patron) -> String {
        let Audience::Staff(_) = self.audience else { return String::new() };
        let mut text = String::new();
        if let Some((limit, lost)) = patron.loss {
            text += &format!(", may lose {}, {} lost so far", dollars(limit), dollars(lost));
        }
        if patron.invalid_card.is_some() {
            text += ", with a card that is not theirs";
        }
        if patron.no_card {
            text += ", without a card";
        }
        if patron.employee {
            text += ", an employee who must not bet";
        }
        if patron.jackpot_first {
            text += ", the jackpot wager before the first wager";
        }
        text
    }

    pub(super) fn decided(&self, decision: &Decision, step: u8) -> String {
        let at = match self.game.step.iter().filter(|step| !step.name.is_empty()).count() {
            0 | 1 => String::new(),
            _ => self.step(step).map(|name| format!(" at {name}")).unwrap_or_default(),
        };
        match decision {
            Decision::Bet { amount, checked, token } => {
                let on = self.game.step.get(usize::from(step)).and_then(|step| step.wager.as_deref());
                let named = |on: &str| self.game.wager.iter().find(|wager| wager.on == on);
                let on = on.and_then(named).map(|wager| format!(" on {}", wager.name)).unwrap_or_default();
                let token = if *token { " with a promotional token" } else { "" };
                let checked = if *checked { "" } else { ", not checked" };
                format!("bets {}{on}{at}{token}{checked}", dollars(*amount))
            }
            Decision::Check => format!("checks{at}"),
            Decision::Fold => format!("folds{at}"),
            Decision::FoldAnte => format!("folds the Ante{at}"),
            Decision::Cannot => format!("does not place the next wager{at}"),
            Decision::Absent => format!("has not decided{at}"),
            Decision::Concede => format!("gives up the hand{at}"),
        }
    }

    pub(super) fn corrected(&self, record: &CorrectedRecord) -> String {
        let CorrectedRecord { of, was, from, cards, why, taken_back } = record;
        let before = self.seen.name(*of, was.iter().copied());
        let why = match why {
            CorrectionReason::Misread => "a card was misread",
            CorrectionReason::Mistyped => "it was typed wrong",
            CorrectionReason::WrongPlace => "the cards are another's",
            CorrectionReason::DeviceMisread => "the shoe read a card wrong",
            CorrectionReason::CameraShows => "the camera shows other cards",
        };
        match taken_back {
            true => {
                format!("the record of the cards of {} is taken back: it was {before}; {why}", holder(*of))
            }
            false => {
                let now = self.seen.name(*of, (*from..).zip(cards.iter().copied()));
                format!(
                    "the record of the cards of {} is corrected: {before} becomes {now}; {why}",
                    holder(*of)
                )
            }
        }
    }
}

/// What became of a wager, with all that moved.
pub(super) fn settled(result: Settled, (staked, paid, returned): (Money, Money, Money)) -> String {
    let mut text = match result {
        Settled::Win => format!("{} wins {}", dollars(staked), dollars(paid)),
        Settled::Lose => format!("{} loses {}", dollars(staked), dollars(staked - returned)),
        Settled::StandOff => format!("{} pushes", dollars(staked)),
        Settled::Returned => format!("{} is returned", dollars(staked)),
        Settled::Void => format!("{} is void", dollars(staked)),
        Settled::Forfeited => format!("{} is forfeited", dollars(staked)),
        Settled::Carried => format!("{} plays on in the next round", dollars(staked)),
    };
    if result != Settled::Win && !paid.is_zero() {
        text += &format!(", {} paid", dollars(paid));
    }
    let plain = matches!(result, Settled::Returned | Settled::Carried) && returned == staked
        || result == Settled::Carried && returned.is_zero();
    let lost = returned.is_zero() && matches!(result, Settled::Lose | Settled::Forfeited);
    if !plain && !lost {
        text += &match (returned.is_zero(), staked.is_zero()) {
            (true, true) => String::new(),
            (true, false) => ", nothing returned".to_string(),
            (false, _) => format!(", {} returned", dollars(returned)),
        };
    }
    text
}

/// At a virtual table the system shuffles once, before it commits to the deck. Early records have it after the wagers, of
/// the deck that had been committed to: it was not shuffled again.
pub(super) fn shuffled(state: &State<Table>, device: Device) -> &'static str {
    match (state.mode, state.game.phase, device) {
        (Some(DealingMode::Virtual), Phase::Locked, _) => {
            "the deck to deal from is the one that was shuffled before the wagers: it is not shuffled again"
        }
        (Some(DealingMode::Virtual), ..) => "the system shuffles the deck for the next round",
        (_, _, Device::Shoe) => "the cards are shuffled for the shoe",
        (_, _, Device::Shuffler) => "the shuffler shuffles the cards",
    }
}

pub(super) fn cut_words(state: &State<Table>, cut: bool) -> &'static str {
    match (state.mode, state.game.phase, cut) {
        (Some(DealingMode::Virtual), Phase::Locked, true) => {
            "the deck was cut when it was shuffled, before the wagers"
        }
        (_, _, true) => "the deck is cut",
        (_, _, false) => "the deck is not cut",
    }
}

/// The cards that a holder has.
pub(super) fn held(cards: &[CardId], count: u8) -> &[CardId] {
    &cards[..usize::from(count).min(cards.len())]
}
