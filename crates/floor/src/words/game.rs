//! The events of the house-banked game in words.

use super::amounts::{counted, dollars, jackpot, limits, pay_tables, places};
use super::cards::{holder, read, shown};
use super::{Audience, Teller};
use crate::table::{Mode, State};
use ::cards::{CardId, HandRank};
use engine::Sign;
use engine::banked::{
    CorrectedRecord, CorrectionReason, Decision, Event as E, Found, Holder, NoticeOf, Patron, Phase, Seat,
    Settled, Table, Warning,
};
use money::Money;
use rulebook::{ChoiceKind, Device, Medium};
use std::cmp::Ordering;

/// Whether it says nothing that the lines beside it do not say: cards going out one by one, clauses applied, hands counted.
pub(super) fn is_detail(event: &E) -> bool {
    match event {
        E::FactShown
        | E::HandDealt { .. }
        | E::DealerDealt { .. }
        | E::BoardDealt { .. }
        | E::JackpotCardsDealt { .. }
        | E::StepOpened { .. }
        | E::ShowdownReached
        | E::HandDiscarded { .. }
        | E::HandKept { .. }
        | E::PayLineApplied { .. }
        | E::HandCounted { .. } => true,
        E::TableOpened { .. }
        | E::SeatTaken { .. }
        | E::SeatLeft { .. }
        | E::WagerPlaced { .. }
        | E::WagerRaised { .. }
        | E::WagerTakenBack { .. }
        | E::WagerRefused { .. }
        | E::JackpotPlacedForAnother { .. }
        | E::CallMade
        | E::BettingClosed
        | E::JackpotRegistered { .. }
        | E::DeckShuffled { .. }
        | E::DeckCut { .. }
        | E::DeckPlaced { .. }
        | E::CardsDealtLive
        | E::CardsRecorded { .. }
        | E::RecordTakenBack { .. }
        | E::RecordCorrected { .. }
        | E::CardBurnt
        | E::UpCardShown { .. }
        | E::BoardShown { .. }
        | E::DealerShown
        | E::JackpotCardsShown
        | E::AwardsAwaited
        | E::Decided { .. }
        | E::DealerQualified { .. }
        | E::HandDeclared { .. }
        | E::HandsCompared { .. }
        | E::StakeAdjusted { .. }
        | E::PaymentRounded { .. }
        | E::PaymentCapped { .. }
        | E::TokenKept { .. }
        | E::WinningsWithheld { .. }
        | E::WagerSettled { .. }
        | E::JackpotHit { .. }
        | E::HandSettled { .. }
        | E::PlayerWarned { .. }
        | E::RoundClosed
        | E::TroubleRuled { .. }
        | E::RetractionChosen { .. }
        | E::DutyDue { .. }
        | E::HandGone { .. }
        | E::HandsSwapped { .. }
        | E::JackpotCancelled
        | E::JackpotReRegistered { .. }
        | E::PlayerBarred { .. }
        | E::PlayerPaused { .. }
        | E::PlayerResumed { .. }
        | E::LossLimitSet { .. }
        | E::UpCardChosen { .. }
        | E::NoticePosted { .. }
        | E::LimitsChanged { .. }
        | E::LimitsAgreed { .. }
        | E::PayTablesChanged { .. }
        | E::TableClosed
        | E::SeatVacated { .. }
        | E::CardsCounted { .. }
        | E::CardsChecked
        | E::CardsChanged
        | E::BurnOrdered
        | E::CardsShuffledAgain
        | E::CardFoundInvalid { .. }
        | E::JackpotChanged { .. } => false,
    }
}

impl Teller<'_> {
    pub(super) fn of_game(&self, state: &State<Table>, event: &E) -> String {
        let table = &state.game;
        let place = |seat: &u8| self.place(state, *seat);
        let spot = |wager: &u8| self.spot(*wager);
        match event {
            E::TableOpened { sign } => format!("the table opens: {}", self.sign(sign)),
            E::FactShown => "a clause is applied".into(),
            E::SeatTaken { seat, blind_of, patron } => {
                let taken = match blind_of {
                    Some(of) => format!("{} plays a blind hand at {}", place(of), place(seat)),
                    None => format!("{} is taken", place(seat)),
                };
                taken + &self.standing(patron)
            }
            E::SeatLeft { seat } => format!("{} is free again", place(seat)),
            E::SeatVacated { seat } => format!("{} sat out too long and is free again", place(seat)),
            E::WagerPlaced { seat, wager, amount, medium, checked } => {
                let medium = match medium {
                    Medium::Chips => "",
                    Medium::Token => " with a promotional token",
                    Medium::Cash => " in cash",
                    Medium::Oral => " in words, with nothing laid down",
                };
                let checked = if *checked { "" } else { ", not checked" };
                format!("{} bets {} on {}{medium}{checked}", place(seat), dollars(*amount), spot(wager))
            }
            E::WagerRaised { seat, wager, amount } => {
                format!("{} adds {} to {}", place(seat), dollars(*amount), spot(wager))
            }
            E::WagerTakenBack { seat, wager, amount } => {
                format!("{} takes back {} from {}", place(seat), dollars(*amount), spot(wager))
            }
            E::WagerRefused { seat, wager, amount } => {
                format!("{} on {} of {} is refused and goes back", dollars(*amount), spot(wager), place(seat))
            }
            E::JackpotPlacedForAnother { seat, by, amount } => {
                format!("{} bets {} on the jackpot at {}", place(by), dollars(*amount), place(seat))
            }
            E::CallMade => "no more bets is called".into(),
            E::BettingClosed => format!("no more bets: round {} begins", table.rounds),
            E::JackpotRegistered { wagers } => format!(
                "{} registered on the meter",
                counted(*wagers, "one jackpot wager is", "jackpot wagers are")
            ),
            E::DeckShuffled { device } => shuffled(state, *device).into(),
            E::DeckCut { cut } => cut_words(state, *cut).into(),
            E::DeckPlaced { .. } => match state.mode {
                Some(Mode::Virtual) => "the cards are dealt from the deck that was committed to".into(),
                Some(Mode::Live) | None => "the cards are dealt".into(),
            },
            E::CardsDealtLive => "the dealer deals real cards".into(),
            E::CardsRecorded { of, from, cards, replaces } => {
                let named = self.seen.name(*of, (*from..).zip(cards.iter().copied()));
                let corrects = if *replaces { ", in place of what was recorded before" } else { "" };
                format!("cards of {} recorded: {named}{corrects}", holder(*of))
            }
            E::RecordTakenBack { of } => {
                format!("the record of the cards of {} is taken back", holder(*of))
            }
            E::RecordCorrected { record } => self.corrected(record),
            E::CardBurnt => "a card is burnt".into(),
            E::HandDealt { seat, cards } => {
                format!("{} gets {}", place(seat), counted(*cards, "a card", "cards"))
            }
            E::DealerDealt { cards } => format!("the dealer gets {}", counted(*cards, "a card", "cards")),
            E::BoardDealt { cards } => format!("the board gets {}", counted(*cards, "a card", "cards")),
            E::JackpotCardsDealt { cards } => {
                format!("{} dealt for the jackpot", counted(*cards, "a card is", "cards are"))
            }
            E::UpCardShown { at } => {
                let up = usize::from(*at);
                match table.dealer.get(up..=up).and_then(|card| read(table, Holder::Dealer, card, up)) {
                    Some(card) => format!("the dealer's up card is {card}"),
                    None => "the dealer's up card is turned up".into(),
                }
            }
            E::BoardShown { cards } => {
                match read(table, Holder::Board, held(&*table.board, table.board_shown), 0) {
                    Some(shown) => {
                        let more = counted(*cards, "one card", "cards");
                        format!("{more} of the board turned up: it shows {shown}")
                    }
                    None => {
                        format!("{} of the board turned up", counted(*cards, "one card", "cards"))
                    }
                }
            }
            E::DealerShown => match read(table, Holder::Dealer, held(&*table.dealer, table.dealer_held), 0) {
                Some(cards) => format!("the dealer shows {cards}"),
                None => "the dealer's hand is turned up".into(),
            },
            E::JackpotCardsShown => {
                let cards = held(&*table.jackpot_cards, table.jackpot_held);
                match read(table, Holder::JackpotCards, cards, 0) {
                    Some(cards) => format!("the jackpot cards are {cards}"),
                    None => "the jackpot cards are turned up".into(),
                }
            }
            E::StepOpened { step } => match self.step(*step) {
                Some(name) => format!("players decide: {name}"),
                None => "players decide".into(),
            },
            E::ShowdownReached => "everybody has decided: the wagers are settled next".into(),
            E::AwardsAwaited => "the round waits for a jackpot award".into(),
            E::Decided { seat, decision: Decision::Absent, step } => {
                let away = self.decided(&Decision::Absent, *step);
                let deemed = match table.seats.get(usize::from(*seat)).map(Seat::choice_for_absent) {
                    Some(ChoiceKind::Fold) => ": the hand is folded",
                    Some(ChoiceKind::FoldAnte) => ": the Ante is folded",
                    Some(ChoiceKind::Check) => ": checked",
                    Some(ChoiceKind::Bet) | None => "",
                };
                format!("{} {away}{deemed}", place(seat))
            }
            E::Decided { seat, decision, step } => {
                format!("{} {}", place(seat), self.decided(decision, *step))
            }
            E::HandDiscarded { seat } => format!("the cards of {} are counted and discarded", place(seat)),
            E::HandKept { seat } => format!("the cards of {} are kept for the jackpot", place(seat)),
            E::DealerQualified { rank, qualifies: true } => {
                format!("the dealer qualifies with {}", self.hand(0, *rank))
            }
            E::DealerQualified { rank, qualifies: false } => {
                format!("the dealer does not qualify with {}", self.hand(0, *rank))
            }
            E::HandDeclared { seat: None, order, rank } => {
                format!("the dealer's hand: {}", self.hand(*order, *rank))
            }
            E::HandDeclared { seat: Some(seat), order, rank } => {
                let found = table.seats.get(usize::from(*seat));
                let cards = found.map(|found| shown(held(&*found.cards, found.held))).unwrap_or_default();
                format!("{} shows {cards}: {}", place(seat), self.hand(*order, *rank))
            }
            E::HandsCompared { seat, against } => {
                let how = match against {
                    Ordering::Greater => "beats",
                    Ordering::Equal => "ties with",
                    Ordering::Less => "loses to",
                };
                format!("{} {how} the dealer", place(seat))
            }
            E::StakeAdjusted { seat, wager, to, was } => {
                let was = was
                    .filter(|was| was != to)
                    .map(|was| format!(" instead of {}", dollars(was)))
                    .unwrap_or_default();
                format!("{} of {} counts as {}{was}", spot(wager), place(seat), dollars(*to))
            }
            E::PayLineApplied { seat, wager, odds } => {
                format!("{} of {} pays {odds}", spot(wager), place(seat))
            }
            E::PaymentRounded { seat, wager } => {
                format!("the payment for {} of {} is rounded", spot(wager), place(seat))
            }
            E::PaymentCapped { seat, wager } => {
                format!(
                    "the payment for {} of {} is limited to the most that the sign pays",
                    spot(wager),
                    place(seat)
                )
            }
            E::TokenKept { seat, wager } => {
                format!("the token on {} of {} stays with the house", spot(wager), place(seat))
            }
            E::WinningsWithheld { seat, wager } => {
                format!("the winnings of {} at {} are withheld", spot(wager), place(seat))
            }
            E::WagerSettled { seat, wager, staked, result, paid, returned } => {
                let settled = settled(*result, (*staked, *paid, *returned));
                format!("{}: {} {settled}", place(seat), spot(wager))
            }
            E::JackpotHit { seat, prize: 0 } => format!("{} wins the whole jackpot", place(seat)),
            E::JackpotHit { seat, prize } => {
                format!("{} wins a part of the jackpot, prize {}", place(seat), u16::from(*prize) + 1)
            }
            E::HandCounted { seat } => format!("the cards of {} are counted", place(seat)),
            E::HandSettled { seat } => {
                format!("{} is settled, and what was recorded there stands", place(seat))
            }
            E::PlayerWarned { seat, warning, right } => {
                let of = match warning {
                    Warning::UnderMinimum => "a wager under the minimum",
                    Warning::CannotWager => "not placing the next wager",
                    Warning::ShortWager => "a later wager that was too small",
                    Warning::LossLimit => "wagers beyond a loss limit, and what comes with one",
                };
                let right = right
                    .as_ref()
                    .map(|right| format!("; the right amount on {} is {right}", spot(&right.wager)));
                format!("{} is warned: {of}{}", place(seat), right.unwrap_or_default())
            }
            E::RoundClosed => format!("round {} is over", table.rounds),
            E::TroubleRuled { what, ruling, seats } => format!(
                "irregularity: {}{}; the ruling: {}",
                what.word().replace('-', " "),
                places(*seats),
                ruling.word().replace('-', " ")
            ),
            E::RetractionChosen { seat, retracts: true } => format!("{} takes its wagers back", place(seat)),
            E::RetractionChosen { seat, retracts: false } => format!("{} plays on", place(seat)),
            E::DutyDue { duty } => format!("to be done: {}", duty.word().replace('-', " ")),
            E::HandGone { seat } => format!("the hand of {} is dead", place(seat)),
            E::HandsSwapped { seat, with } => {
                format!("the hands of {} and {} change places: {0} is blind now", place(seat), place(with))
            }
            E::JackpotCancelled => "the jackpot game of this round is cancelled".into(),
            E::JackpotReRegistered { wagers, this_round } => {
                let round = if *this_round { "this round" } else { "the next round" };
                let wagers = counted(*wagers, "one jackpot wager is", "jackpot wagers are");
                format!("{wagers} on the meter again for {round}")
            }
            E::PlayerBarred { seat } => format!("the player of {} may not play on", place(seat)),
            E::PlayerPaused { seat } => format!("the player of {} takes a break", place(seat)),
            E::PlayerResumed { seat } => format!("the break of the player of {} is over", place(seat)),
            E::LossLimitSet { seat, limit, lost } => match self.audience {
                Audience::Everybody => format!("the limits of the player of {} are noted", place(seat)),
                Audience::Staff(_) => {
                    let lost =
                        lost.map(|lost| format!(", {} lost so far", dollars(lost))).unwrap_or_default();
                    format!("{} may lose {}{lost}", place(seat), dollars(*limit))
                }
            },
            E::UpCardChosen { at } => format!("the dealer's card {} becomes the up card", u16::from(*at) + 1),
            E::NoticePosted { of, at: _, limits: announced } => {
                let of = match of {
                    NoticeOf::Limits => "other limits",
                    NoticeOf::Closing => "the table will close",
                    NoticeOf::PayTables => "other pay tables",
                };
                let announced =
                    announced.as_ref().map(|announced| format!(": {}", limits(self.game, announced)));
                format!("notice posted: {of}{}", announced.unwrap_or_default())
            }
            E::LimitsChanged { limits: now, grandfathered } => {
                let keep = if *grandfathered { "; seated players keep their minimum" } else { "" };
                format!("the limits are now {}{keep}", limits(self.game, now))
            }
            E::LimitsAgreed { seat, limits: agreed } => {
                format!("limits agreed with {}: {}", place(seat), limits(self.game, agreed))
            }
            E::PayTablesChanged { paytables } => format!("the pay tables are now {}", pay_tables(paytables)),
            E::TableClosed => "the table closes".into(),
            E::CardsCounted { cards } => format!("the cards are counted: {cards}"),
            E::CardsChecked => "the cards are checked".into(),
            E::CardsChanged => "the cards are replaced by others".into(),
            E::BurnOrdered => "a burn is ordered for the next deal".into(),
            E::CardsShuffledAgain => "a new shuffle is ordered".into(),
            E::JackpotChanged { terms } => {
                format!("the sign shows the new terms of the meter: {}", jackpot(terms))
            }
            E::CardFoundInvalid { seat, found } => {
                let when = match found {
                    Found::Before => "before the round",
                    Found::During => "during the round",
                    Found::After => "after settlement",
                };
                format!("the player card of {} is found not to be valid, {when}", place(seat))
            }
        }
    }

    /// A wager by the name that the book has for it.
    fn spot(&self, wager: u8) -> &str {
        self.game.wager.get(usize::from(wager)).map_or("?", |wager| wager.name.as_str())
    }

    fn step(&self, step: u8) -> Option<String> {
        let step = self.game.step.get(usize::from(step))?;
        (!step.name.is_empty()).then(|| step.name.replace('-', " "))
    }

    fn hand(&self, order: u8, rank: HandRank) -> String {
        let made = self.game.order.get(usize::from(order)).and_then(|order| order.made.as_ref());
        made.map_or_else(|| "a hand".to_string(), |order| order.words(rank))
    }

    fn sign(&self, sign: &Sign) -> String {
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
    fn standing(&self, patron: &Patron) -> String {
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

    fn decided(&self, decision: &Decision, step: u8) -> String {
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
            Decision::Absent => format!("has not decided in time{at}"),
            Decision::Concede => format!("gives up the hand{at}"),
        }
    }

    fn corrected(&self, record: &CorrectedRecord) -> String {
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
fn settled(result: Settled, (staked, paid, returned): (Money, Money, Money)) -> String {
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
fn shuffled(state: &State<Table>, device: Device) -> &'static str {
    match (state.mode, state.game.phase, device) {
        (Some(Mode::Virtual), Phase::Locked, _) => {
            "the deck to deal from is the one that was shuffled before the wagers: it is not shuffled again"
        }
        (Some(Mode::Virtual), ..) => "the system shuffles the deck for the next round",
        (_, _, Device::Shoe) => "the cards are shuffled for the shoe",
        (_, _, Device::Shuffler) => "the shuffler shuffles the cards",
    }
}

fn cut_words(state: &State<Table>, cut: bool) -> &'static str {
    match (state.mode, state.game.phase, cut) {
        (Some(Mode::Virtual), Phase::Locked, true) => {
            "the deck was cut when it was shuffled, before the wagers"
        }
        (_, _, true) => "the deck is cut",
        (_, _, false) => "the deck is not cut",
    }
}

/// The cards that a holder has.
fn held(cards: &[CardId], count: u8) -> &[CardId] {
    &cards[..usize::from(count).min(cards.len())]
}

#[cfg(test)]
mod tests;
