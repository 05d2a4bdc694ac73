//! Decisions: bet, check, fold, and what the book makes of a player who does none of them.

use super::command::Decision;
use super::event::{Event, Settled};
use super::reason::Reason;
use super::state::{Hand, Phase, Seat, Table, Warning};
use super::{Banked, BankedRefusal, Out};
use crate::machine::{Actor, Refusal};
use crate::sign::MOST;
use money::Money;
use rulebook::{
    Absence, BlindHands, CannotWager, Choice, ChoiceKind, Cite, FoldedHandJackpot, Medium, MisdealJackpot,
};

/// What a later wager may be.
pub(super) struct Stakes {
    pub(super) from: Money,
    pub(super) to: Money,
    /// Only these, where the list is not empty.
    pub(super) only: Vec<Money>,
}

impl Banked<'_> {
    /// The hand that decides now, and the step it is at.
    fn deciding<'t>(
        &self,
        table: &'t Table,
        actor: Actor,
        seat: usize,
    ) -> Result<(&'t Seat, usize), BankedRefusal> {
        let Phase::Deciding(step) = table.phase else {
            return Err(self.no(Reason::NotNow { what: "there is nothing to decide now" }));
        };
        let step = usize::from(step);
        let cite = self.game.step[step].clause;
        let found = self.own_seat(table, actor, seat)?;
        let folded = matches!(found.hand, Hand::Folded { .. });
        let cite = self.book.table.wagers.fold_final.filter(|_| folded).unwrap_or(cite);
        if found.hand == Hand::Live && !found.decided {
            Ok((found, step))
        } else {
            Err(Refusal::new(Reason::NotToDecide, cite))
        }
    }

    pub(super) fn take_decision(
        &self,
        table: &Table,
        actor: Actor,
        (seat, decision): (usize, Decision),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        if decision == Decision::Concede {
            return self.concede(table, actor, seat, out);
        }
        let (found, step) = self.deciding(table, actor, seat)?;
        let rules = &self.game.step[step];
        let Some(kind) = decision.kind() else {
            return match decision {
                Decision::Absent => self.absent(table, actor, (seat, step), out),
                _ => self.cannot(table, actor, (seat, step), out),
            };
        };
        let Some(choice) = rules.choices.iter().find(|choice| choice.is == kind) else {
            return Err(Refusal::new(Reason::NotAChoice, rules.clause));
        };
        let blind = found.blind_of.is_some();
        let all_streets = self.book.table.wagers.hands.value == BlindHands::BlindWithStreets;
        if blind && all_streets && kind == ChoiceKind::Fold {
            return Err(Refusal::new(Reason::BlindHandsBetAll, self.book.table.wagers.hands.cite));
        }
        if matches!(kind, ChoiceKind::Fold | ChoiceKind::FoldAnte) {
            self.folds_for_limit(table, (seat, step), out);
        }
        match decision {
            Decision::Bet { amount, checked, token } => {
                self.stake(table, found, step, (amount, checked))?;
                let media = &self.book.table.wagers.media;
                if token && !media.value.contains(&Medium::Token) {
                    return Err(Refusal::new(Reason::MediumNotTaken, media.cite));
                }
                out.say(Event::Decided { seat: seat as u8, decision, step: step as u8 }, choice.clause);
            }
            Decision::Fold => self.fold(table, (seat, step, decision), (choice, choice.clause), out),
            _ => out.say(Event::Decided { seat: seat as u8, decision, step: step as u8 }, choice.clause),
        }
        Ok(())
    }

    /// What may be staked at a step, on this Ante.
    pub(super) fn stakes(&self, table: &Table, step: usize, ante: Money) -> Stakes {
        let Some(rule) = &self.game.step[step].stake else {
            return Stakes { from: Money::ZERO, to: Money::ZERO, only: Vec::new() };
        };
        let times = |multiple: u32| Money::from_cents(ante.cents() * i64::from(multiple));
        match (rule.sign_stage, &table.sign) {
            (Some(stage), Some(sign)) => {
                let mut only: Vec<Money> =
                    sign.multiples[stage].iter().map(|&multiple| times(multiple)).collect();
                only.sort_unstable();
                let from = only.first().copied().unwrap_or(Money::ZERO);
                Stakes { from, to: only.last().copied().unwrap_or(Money::ZERO), only }
            }
            _ => Stakes { from: times(rule.from), to: times(rule.to), only: Vec::new() },
        }
    }

    /// Whether a stake is what the step wants. A stake that nobody checked may be any amount.
    fn stake(
        &self,
        table: &Table,
        seat: &Seat,
        step: usize,
        (amount, checked): (Money, bool),
    ) -> Result<(), BankedRefusal> {
        let Some(rule) = &self.game.step[step].stake else { return Ok(()) };
        if amount <= Money::ZERO {
            return Err(Refusal::new(Reason::AmountNotPositive, rule.clause));
        }
        if !checked && amount > MOST {
            return Err(Refusal::new(Reason::AmountTooLarge, rule.clause));
        }
        if !checked {
            return Ok(());
        }
        let ante = seat.stakes[self.ante];
        if rule.sign_stage.is_none() {
            // The common case without a list, for speed.
            let (from, to) = (ante.cents() * i64::from(rule.from), ante.cents() * i64::from(rule.to));
            if amount.cents() < from || amount.cents() > to {
                let reason =
                    Reason::StakeOutOfRange { from: Money::from_cents(from), to: Money::from_cents(to) };
                return Err(Refusal::new(reason, rule.clause));
            }
            // A multiple of the least stake is made of the same chips; other amounts need chips of their own.
            if from != to && amount.cents() != from {
                let made = self.in_chips(table, amount);
                made.or_else(|no| if amount.cents() % from.max(1) == 0 { Ok(()) } else { Err(no) })?;
            }
        } else if let (Some(stage), Some(sign)) = (rule.sign_stage, &table.sign) {
            let fits = |&multiple: &u32| ante.cents() * i64::from(multiple) == amount.cents();
            if !sign.multiples[stage].iter().any(fits) {
                let allowed = self.stakes(table, step, ante).only;
                return Err(Refusal::new(Reason::StakeNotOnSign { allowed }, rule.clause));
            }
        }
        self.within_loss_limit(seat, amount)
    }

    /// Whether the jackpot wager of a hand that folds lives on.
    pub(super) fn jackpot_survives_fold(&self, table: &Table) -> bool {
        match self.book.table.jackpot.folded_hand.value {
            FoldedHandJackpot::StaysEligible => true,
            FoldedHandJackpot::Forfeits => false,
            FoldedHandJackpot::ByMethod => {
                table.sign.as_ref().is_some_and(|sign| sign.method == crate::sign::Method::B)
            }
        }
    }

    /// Whether a hand can still be paid by the jackpot.
    pub(super) fn jackpot_lives(&self, table: &Table, seat: &Seat) -> bool {
        let Some(jackpot) = self.jackpot else { return false };
        if seat.stakes[jackpot].is_zero() || seat.is_settled(jackpot) {
            return false;
        }
        match seat.hand {
            Hand::Live | Hand::Gone => true,
            Hand::Folded { .. } | Hand::Conceded => self.jackpot_survives_fold(table),
            Hand::None => false,
        }
    }

    fn fold(
        &self,
        table: &Table,
        (seat, step, decision): (usize, usize, Decision),
        (choice, cite): (&Choice, Cite),
        out: &mut impl Out,
    ) {
        out.say(Event::Decided { seat: seat as u8, decision, step: step as u8 }, cite);
        let jackpot = self.jackpot.is_some_and(|jackpot| !table.seats[seat].stakes[jackpot].is_zero());
        let kept = jackpot && self.jackpot_survives_fold(table);
        match (kept, choice.kept, choice.discarded) {
            (true, Some(kept), _) => out.say(Event::HandKept { seat: seat as u8 }, kept),
            (_, _, Some(discarded)) => out.say(Event::HandDiscarded { seat: seat as u8 }, discarded),
            _ => {}
        }
    }

    /// The player is there and does not place the wager that is needed.
    fn cannot(
        &self,
        table: &Table,
        actor: Actor,
        (seat, step): (usize, usize),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let wagers = &self.book.table.wagers;
        let found = &table.seats[seat];
        let (decision, cite) = (Decision::Cannot, wagers.cannot.cite);
        if !actor.is_staff() {
            return Err(Refusal::new(Reason::NotYours, cite));
        }
        // Where a player may check, no wager is required.
        if let Some(check) = self.choice(step, ChoiceKind::Check) {
            return Err(Refusal::new(Reason::NotAChoice, check.clause));
        }
        if wagers.cannot.value == CannotWager::Folds {
            let Some(choice) = self.choice(step, ChoiceKind::Fold) else {
                return Err(Refusal::new(Reason::NotAChoice, cite));
            };
            self.folds_for_limit(table, (seat, step), out);
            self.fold(table, (seat, step, decision), (choice, cite), out);
            return Ok(());
        }
        out.say(Event::Decided { seat: seat as u8, decision, step: step as u8 }, cite);
        let warned = found.is_warned(Warning::CannotWager);
        let policy = wagers.cannot_jackpot.as_ref().unwrap_or(&self.book.table.jackpot.void_hand);
        for wager in 0..self.game.wager.len() {
            let staked = found.stakes[wager];
            if staked.is_zero() || found.is_settled(wager) {
                continue;
            }
            let is_jackpot = self.jackpot == Some(wager);
            let side = self.side_wagers.contains(&wager);
            let (result, returned, cite) = match (is_jackpot, policy.value) {
                (true, MisdealJackpot::CarriesToNextRound) => (Settled::Carried, Money::ZERO, policy.cite),
                (true, MisdealJackpot::Returned) => (Settled::Returned, staked, policy.cite),
                // The second time the Ante is lost, and what was staked on it since.
                (false, _) if warned && !side => (Settled::Forfeited, Money::ZERO, cite),
                (false, _) => (Settled::Void, staked, cite),
            };
            self.say_settled(out, (seat, wager), staked, (result, Money::ZERO, returned), cite);
        }
        if !warned {
            let warning = Warning::CannotWager;
            out.say(Event::PlayerWarned { seat: seat as u8, warning, right: None }, cite);
        }
        out.say(Event::HandGone { seat: seat as u8 }, cite);
        Ok(())
    }

    /// The player is not there to decide: as a check where that is free, as a fold anywhere else, and never the wager back.
    /// A blind hand that no player could fold is folded too, since nobody stakes its streets.
    fn absent(
        &self,
        table: &Table,
        actor: Actor,
        (seat, step): (usize, usize),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let absent = &self.book.table.wagers.absent;
        let decision = Decision::Absent;
        if !actor.is_staff() {
            return Err(Refusal::new(Reason::NotYours, absent.cite));
        }
        let deemed = self.deemed(step);
        if deemed.is_some_and(|(kind, _)| kind != ChoiceKind::Check) {
            self.folds_for_limit(table, (seat, step), out);
        }
        match deemed {
            Some((ChoiceKind::Fold, choice)) => {
                self.fold(table, (seat, step, decision), (choice, absent.cite), out);
            }
            Some(_) => out.say(Event::Decided { seat: seat as u8, decision, step: step as u8 }, absent.cite),
            None => return Err(Refusal::new(Reason::NotAChoice, absent.cite)),
        }
        Ok(())
    }

    /// What an absence at a step counts as.
    pub(super) fn deemed(&self, step: usize) -> Option<(ChoiceKind, &Choice)> {
        let folds = match self.book.table.wagers.absent.value {
            Absence::Folds => ChoiceKind::Fold,
            Absence::FoldsAnte => ChoiceKind::FoldAnte,
        };
        let kinds = [ChoiceKind::Check, folds, ChoiceKind::Fold];
        kinds.into_iter().find_map(|kind| self.choice(step, kind).map(|choice| (kind, choice)))
    }

    pub(super) fn choice(&self, step: usize, kind: ChoiceKind) -> Option<&Choice> {
        self.game.step.get(step)?.choices.iter().find(|choice| choice.is == kind)
    }

    fn concede(
        &self,
        table: &Table,
        actor: Actor,
        seat: usize,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let Some(cite) = self.book.table.wagers.concede else {
            return Err(Refusal::new(Reason::NoConcession, self.game.settlement));
        };
        let found = self.own_seat(table, actor, seat)?;
        if !matches!(table.phase, Phase::Showdown | Phase::Deciding(_))
            || found.hand != Hand::Live
            || found.done
        {
            return Err(Refusal::new(Reason::NoConcession, cite));
        }
        let step = self.game.step.len() as u8;
        out.say(Event::Decided { seat: seat as u8, decision: Decision::Concede, step }, cite);
        Ok(())
    }
}
