//! Applying what has happened.

use super::Banked;
use super::command::Decision;
use super::event::{CorrectedRecord, Event, Settled};
use super::state::{ACE, Hand, Holder, Notice, NoticeOf, Pack, Phase, Seat, Table};
use crate::hidden::Hidden;
use money::Money;
use rulebook::{ChoiceKind, DutyKind, Medium};

impl Banked<'_> {
    pub(super) fn apply(&self, table: &mut Table, event: &Event) {
        match event {
            Event::HandDealt { seat, cards } => {
                let at = usize::from(*seat);
                if table.seats[at].held == 0 {
                    table.areas.0[usize::from(table.areas.1)] = *seat;
                    table.areas.1 += 1;
                    table.seats[at].hand = Hand::Live;
                }
                table.leaves_shoe(Holder::Seat(*seat), table.seats[at].held, *cards);
                for _ in 0..*cards {
                    let card = table.deck[usize::from(table.dealt)];
                    let seat = &mut table.seats[at];
                    seat.cards[usize::from(seat.held)] = card;
                    seat.held += 1;
                    table.dealt += 1;
                }
            }
            Event::DealerDealt { cards } => {
                table.leaves_shoe(Holder::Dealer, table.dealer_held, *cards);
                for _ in 0..*cards {
                    table.dealer[usize::from(table.dealer_held)] = table.deck[usize::from(table.dealt)];
                    table.dealer_held += 1;
                    table.dealt += 1;
                }
            }
            Event::BoardDealt { cards } => {
                table.leaves_shoe(Holder::Board, table.board_dealt, *cards);
                for _ in 0..*cards {
                    table.board[usize::from(table.board_dealt)] = table.deck[usize::from(table.dealt)];
                    table.board_dealt += 1;
                    table.dealt += 1;
                }
            }
            Event::JackpotCardsDealt { cards } => {
                table.leaves_shoe(Holder::JackpotCards, table.jackpot_held, *cards);
                for _ in 0..*cards {
                    table.jackpot_cards[usize::from(table.jackpot_held)] =
                        table.deck[usize::from(table.dealt)];
                    table.jackpot_held += 1;
                    table.dealt += 1;
                }
            }
            Event::CardBurnt => {
                table.leaves_shoe(Holder::Burn, table.dealt_live(Holder::Burn) as u8, 1);
                table.dealt += 1;
            }
            Event::DeckPlaced { deck } => {
                table.deck = **deck;
                table.dealt = 0;
            }
            Event::DeckShuffled { .. } => {
                table.pack.shuffled = true;
                table.pack.mixed = true;
            }
            Event::DeckCut { cut } => table.cut = *cut,
            Event::WagerPlaced { seat, wager, amount, medium, checked } => {
                let seat = &mut table.seats[usize::from(*seat)];
                seat.stakes[usize::from(*wager)] = *amount;
                seat.tokens |= u8::from(*medium == Medium::Token) << wager;
                seat.unchecked |= !checked;
            }
            Event::JackpotPlacedForAnother { seat, by, amount } => {
                if let Some(wager) = self.jackpot {
                    let seat = &mut table.seats[usize::from(*seat)];
                    seat.stakes[wager] = *amount;
                    seat.jackpot_by = Some(*by);
                }
            }
            Event::WagerRaised { seat, wager, amount } => {
                table.seats[usize::from(*seat)].stakes[usize::from(*wager)] += *amount;
            }
            Event::WagerTakenBack { seat, wager, .. } | Event::WagerRefused { seat, wager, .. } => {
                let is_jackpot = self.jackpot == Some(usize::from(*wager));
                let seat = &mut table.seats[usize::from(*seat)];
                let spot = &mut seat.stakes[usize::from(*wager)];
                *spot = match event {
                    Event::WagerTakenBack { amount, .. } => *spot - *amount,
                    _ => Money::ZERO,
                };
                if spot.is_zero() {
                    // The next wager there may be of chips.
                    seat.tokens &= !(1 << wager);
                }
                if is_jackpot {
                    seat.carried = Money::ZERO;
                    seat.jackpot_by = None;
                }
            }
            Event::BettingClosed => {
                table.phase = Phase::Locked;
                table.rounds += 1;
            }
            Event::JackpotRegistered { .. } => table.registered = true,
            Event::BoardShown { cards } => table.board_shown += cards,
            Event::DealerShown => table.dealer_shown = true,
            Event::UpCardShown { at } | Event::UpCardChosen { at } => table.up_card = *at,
            Event::StepOpened { step } => {
                table.just_recorded = None;
                table.phase = Phase::Deciding(*step);
                for at in 0..usize::from(table.areas.1) {
                    let seat = usize::from(table.areas.0[at]);
                    table.seats[seat].decided = !self.must_decide(&table.seats[seat], usize::from(*step));
                }
            }
            Event::ShowdownReached => {
                table.just_recorded = None;
                table.phase = Phase::Showdown;
            }
            Event::AwardsAwaited => table.phase = Phase::Awards,
            Event::Decided { seat, decision, step } => {
                self.apply_decision(table, usize::from(*seat), *decision, *step)
            }
            Event::WagerSettled { seat, wager, staked, result, paid, returned } => {
                let at = usize::from(*seat);
                // A limit that a patron set with the house counts under a book that has none of its own.
                let limited = table.seats[at].patron.loss.is_some() || table.seats[at].jackpot_by.is_some();
                if limited && *result != Settled::Carried {
                    self.count_loss(table, (at, usize::from(*wager)), *staked - *returned - *paid);
                }
                let seat = &mut table.seats[at];
                seat.settled |= 1 << wager;
                if self.jackpot == Some(usize::from(*wager)) {
                    seat.awaits = false;
                    seat.drew = matches!(result, Settled::Win | Settled::Lose);
                    seat.carried = if *result == Settled::Carried { *staked } else { Money::ZERO };
                }
            }
            Event::JackpotHit { seat, prize } => {
                table.seats[usize::from(*seat)].awaits = true;
                table.seats[usize::from(*seat)].hit = Some(*prize);
            }
            Event::JackpotReRegistered { this_round: false, .. } => {
                // A newcomer among carried wagers is on the meter with them.
                if let Some(jackpot) = self.jackpot {
                    for seat in table.seats.iter_mut().filter(|seat| seat.taken) {
                        seat.carried = seat.stakes[jackpot];
                    }
                }
            }
            Event::HandGone { seat } => table.seats[usize::from(*seat)].hand = Hand::Gone,
            Event::PlayerWarned { seat, warning, .. } => {
                table.seats[usize::from(*seat)].warned |= 1 << *warning as u8;
            }
            Event::RoundClosed => self.clear(table),
            Event::IrregularityRuled { what, .. } => {
                table.just_recorded = None;
                table.irregularity = Some(*what);
            }
            _ => self.apply_between(table, event),
        }
    }

    fn apply_decision(&self, table: &mut Table, at: usize, decision: Decision, step: u8) {
        table.looked = true;
        table.just_recorded = None;
        let named = self.step_named.get(usize::from(step)).copied().unwrap_or(step);
        let filled = self.step_wager.get(usize::from(step)).copied().flatten();
        let seat = &mut table.seats[at];
        seat.decided = true;
        match decision {
            Decision::Bet { amount, checked, token } => {
                let all_streets =
                    self.book.table.wagers.hands.value == rulebook::BlindHands::BlindWithStreets;
                let streets = self.step_wager.iter().copied().flatten();
                let filled = if seat.blind_of.is_some() && all_streets {
                    // A blind hand stakes every street at once, one after the other.
                    streets.clone().find(|&wager| seat.stakes[wager].is_zero())
                } else {
                    filled
                };
                if let Some(wager) = filled {
                    seat.stakes[wager] = amount;
                    seat.tokens |= u8::from(token) << wager;
                }
                if seat.blind_of.is_some() && all_streets {
                    seat.decided = streets.clone().all(|wager| !seat.stakes[wager].is_zero());
                }
                seat.made_at = step;
                seat.unchecked |= !checked;
            }
            Decision::Check => {}
            Decision::Fold => seat.hand = Hand::Folded { step: named, whole: true },
            Decision::Absent => {
                let deemed = self.deemed(usize::from(step)).map_or(ChoiceKind::Fold, |(kind, _)| kind);
                seat.absent = deemed != ChoiceKind::Check;
                if seat.absent {
                    seat.hand = Hand::Folded { step: named, whole: deemed == ChoiceKind::Fold };
                }
            }
            Decision::FoldAnte => seat.hand = Hand::Folded { step: named, whole: false },
            Decision::Cannot => {
                let folds = self.book.table.wagers.cannot.value == rulebook::CannotWager::Folds;
                if folds {
                    seat.hand = Hand::Folded { step: named, whole: true };
                }
            }
            Decision::Concede => seat.hand = Hand::Conceded,
        }
    }

    /// The round is over: the boxes are cleared, what lasts stays.
    fn clear(&self, table: &mut Table) {
        table.phase = Phase::Betting;
        table.areas.1 = 0;
        table.dealt = 0;
        table.live = None;
        table.just_recorded = None;
        table.corrected_late = None;
        table.pack.shuffled = false;
        table.dealer_held = 0;
        table.board_dealt = 0;
        table.board_shown = 0;
        table.jackpot_held = 0;
        table.dealer_shown = false;
        table.cut = false;
        table.burn = false;
        table.looked = false;
        table.registered = false;
        table.irregularity = None;
        // Sitting out counts while every place is taken.
        let places = table.sign.as_ref().map_or(0, |sign| usize::from(sign.seats));
        let full = table.seats[..places].iter().all(|seat| seat.taken);
        let used = usize::from(table.used);
        for seat in table.seats[..used].iter_mut().filter(|seat| seat.taken) {
            seat.idle = if seat.has_wagers() || !full || seat.paused { 0 } else { seat.idle + 1 };
            seat.stakes = Default::default();
            if let (Some(jackpot), false) = (self.jackpot, seat.carried.is_zero()) {
                seat.stakes[jackpot] = seat.carried;
            }
            seat.tokens = 0;
            seat.unchecked = false;
            seat.settled = 0;
            seat.done = false;
            seat.drew = false;
            seat.hand = Hand::None;
            seat.decided = false;
            seat.made_at = 0;
            seat.held = 0;
            seat.awaits = false;
            seat.hit = None;
            seat.absent = false;
            if seat.carried.is_zero() {
                seat.jackpot_by = None;
            }
            if seat.patron.invalid_card == Some(super::FoundWhen::During) {
                seat.patron.invalid_card = Some(super::FoundWhen::Before);
            }
        }
    }

    /// What happens between rounds, or to the table as a whole.
    fn apply_between(&self, table: &mut Table, event: &Event) {
        match event {
            Event::TableOpened { sign } => {
                *table = Table::closed();
                table.sign = Some(sign.clone());
                table.phase = Phase::Betting;
            }
            Event::SeatTaken { seat, blind_of, patron } => {
                let seat = &mut table.seats[usize::from(*seat)];
                *seat = Seat::empty();
                seat.taken = true;
                seat.blind_of = *blind_of;
                seat.patron = **patron;
                table.count_boxes();
            }
            Event::SeatLeft { seat } | Event::SeatVacated { seat } => {
                table.seats[usize::from(*seat)] = Seat::empty();
                table.count_boxes();
            }
            Event::HandsSwapped { seat, with } => {
                // The hand that was looked at is now the hand of the seat, and the other one is blind.
                for at in table.seats.iter_mut().filter(|at| at.blind_of == Some(*seat)) {
                    at.blind_of = Some(*with);
                }
                table.seats[usize::from(*with)].blind_of = None;
                table.seats[usize::from(*seat)].blind_of = Some(*with);
                if let Phase::Deciding(step) = table.phase {
                    for at in [usize::from(*seat), usize::from(*with)] {
                        table.seats[at].decided = !self.must_decide(&table.seats[at], usize::from(step));
                    }
                }
            }
            Event::PlayerBarred { seat } => table.seats[usize::from(*seat)].barred = true,
            Event::CardFoundInvalid { seat, found } => {
                let in_round = table.is_in_round();
                let seat = &mut table.seats[usize::from(*seat)];
                seat.patron.invalid_card = Some(*found);
                if *found == super::FoundWhen::Before && !in_round {
                    seat.stakes = Default::default();
                    seat.tokens = 0;
                    seat.settled = 0;
                    seat.jackpot_by = None;
                }
            }
            Event::NoticePosted { of, at, limits } => {
                table.notices[*of as usize] =
                    Some(Notice { since: *at, round: table.rounds, limits: limits.clone() });
            }
            Event::LimitsChanged { limits, grandfathered } => {
                let Some(sign) = &mut table.sign else { return };
                let before = std::mem::replace(&mut sign.limits, (**limits).clone());
                table.raised |= before.min.iter().zip(&limits.min).any(|(before, now)| now > before);
                for seat in table.seats.iter_mut().filter(|seat| seat.taken) {
                    match grandfathered {
                        true if seat.keeps.is_none() => seat.keeps = Some(Box::new(before.clone())),
                        true => {}
                        false => seat.keeps = None,
                    }
                }
                table.notices[NoticeOf::Limits as usize] = None;
            }
            Event::LimitsAgreed { seat, limits } => {
                table.seats[usize::from(*seat)].personal = Some(limits.clone());
            }
            Event::PayTablesChanged { paytables } => {
                if let Some(sign) = &mut table.sign {
                    sign.paytables = paytables.clone();
                }
                table.notices[NoticeOf::PayTables as usize] = None;
            }
            Event::JackpotChanged { terms } => {
                if let Some(sign) = &mut table.sign {
                    sign.jackpot = Some((**terms).clone());
                }
            }
            Event::TableClosed => *table = Table { rounds: table.rounds, ..Table::closed() },
            Event::BurnOrdered => table.burn = true,
            Event::CardsChecked => table.pack.checked = true,
            Event::CardsShuffledAgain => {
                // It is still to be done, and to be cut after.
                table.pack.shuffled = false;
                table.cut = false;
            }
            Event::CardsChanged => {
                table.pack = Pack::default();
                table.cut = false;
            }
            Event::CardsCounted { cards } if *cards != self.book.table.pack.value => {
                table.pack = Pack { wrong: true, ..Pack::default() };
            }
            Event::DutyDue { duty: DutyKind::ReplaceCards } => {
                table.pack = Pack { wrong: true, ..Pack::default() };
            }
            Event::PlayerPaused { seat } => table.seats[usize::from(*seat)].paused = true,
            Event::PlayerResumed { seat } => table.seats[usize::from(*seat)].paused = false,
            Event::LossLimitSet { seat, limit, lost } => {
                let loss = &mut table.seats[usize::from(*seat)].patron.loss;
                let before = loss.map_or(Money::ZERO, |(_, lost)| lost);
                *loss = Some((*limit, lost.unwrap_or(before)));
            }
            Event::HandSettled { seat } => {
                table.seats[usize::from(*seat)].done = true;
                table.just_recorded = None;
            }
            Event::CardsDealtLive => {
                table.live = Some(Vec::new());
                table.deck = Hidden::new([ACE; 52]);
                table.dealt = 0;
            }
            Event::CardsRecorded { of, from, cards, .. } => {
                for (at, card) in (*from..).zip(cards.iter()) {
                    table.record(*of, at, Some(*card));
                }
                table.just_recorded = Some(*of);
            }
            Event::RecordTakenBack { of } => {
                for at in 0..table.dealt_live(*of) as u8 {
                    table.record(*of, at, None);
                }
            }
            Event::RecordCorrected { record } => {
                let CorrectedRecord { of, from, cards, taken_back, .. } = &**record;
                if table.just_recorded != Some(*of) && !table.is_corrected_late(*of) {
                    table.corrected_late.get_or_insert_default().push(*of);
                }
                if *taken_back {
                    (0..table.dealt_live(*of) as u8).for_each(|at| table.record(*of, at, None));
                }
                for (at, card) in (*from..).zip(cards.iter()) {
                    table.record(*of, at, Some(*card));
                }
                table.just_recorded = Some(*of);
            }
            _ => {}
        }
    }
}
