//! The events of the house-banked game in words.

mod detail;
mod phrases;
#[cfg(test)]
mod tests;

pub(super) use detail::is_detail;

use super::amounts::{counted, dollars, jackpot, limits, pay_tables, places};
use super::cards::{holder, read, shown};
use super::{Audience, Teller};
use crate::table::{DealingMode, State};
use engine::banked::{Decision, Event as E, FoundWhen, Holder, NoticeOf, Seat, Table, Warning};
use phrases::{cut_words, held, settled, shuffled};
use rulebook::{ChoiceKind, Medium};
use std::cmp::Ordering;

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
                Some(DealingMode::Virtual) => {
                    "the cards are dealt from the deck that was committed to".into()
                }
                Some(DealingMode::Live) | None => "the cards are dealt".into(),
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
                // Of the hands alone: what it wins or loses is for the dealer's qualifying hand and the pay lines to say.
                let how = match against {
                    Ordering::Greater => "a better hand than",
                    Ordering::Equal => "a hand equal to that of",
                    Ordering::Less => "a lower hand than",
                };
                format!("{} has {how} the dealer", place(seat))
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
            E::IrregularityRuled { what, ruling, seats } => format!(
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
            E::LimitShort { seat, left, needed } => match self.audience {
                // What somebody may lose is nobody else's business.
                Audience::Everybody => format!("the player of {} is told about a limit", place(seat)),
                Audience::Staff(_) => format!(
                    "the loss limit leaves {} to the player of {}, and the wagers that follow take at least {}",
                    dollars(*left),
                    place(seat),
                    dollars(*needed)
                ),
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
                    FoundWhen::Before => "before the round",
                    FoundWhen::During => "during the round",
                    FoundWhen::After => "after settlement",
                };
                format!("the player card of {} is found not to be valid, {when}", place(seat))
            }
        }
    }
}
