//! Limits and the money that they bound: a lower one holds at once, a higher one after its wait.

use super::{
    CitedEvents, FileRefusal, FileRequest, LimitOf, PatronCommand, PatronEvent, PatronReason, Patrons,
    excluded, no,
};
use crate::{MOST, in_range};
use engine::Moment;
use money::Money;
use rulebook::Cite;

/// Whether a limit leaves more room than another; none is the widest.
fn is_wider(than: Option<Money>, to: Option<Money>) -> bool {
    match (than, to) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(than), Some(to)) => to > than,
    }
}

/// Whether so many full hours have passed.
fn waited(since: Moment, now: Moment, hours: u32) -> bool {
    now.is_after(since, hours.saturating_mul(60))
}

impl Patrons<'_> {
    fn clause(asking: &FileRequest<'_>, of: LimitOf) -> Cite {
        let rules = &asking.book.house.patrons;
        match of {
            LimitOf::Deposit => rules.deposit_limit,
            LimitOf::Loss(_) => rules.loss_limit,
        }
    }

    pub(super) fn limits(
        &self,
        asking: &FileRequest<'_>,
        command: &PatronCommand,
    ) -> Result<CitedEvents, FileRefusal> {
        let (file, rules) = (asking.file, &asking.book.house.patrons);
        let wait = rules.increase_after_hours;
        match *command {
            PatronCommand::SetLimit { of, to } => {
                let cite = self.own_or_kept(asking, Self::clause(asking, of))?;
                let limit = file.limit(of);
                if to.is_some_and(|to| to.is_negative() || to > MOST) {
                    return no(PatronReason::AmountOutOfRange, cite);
                }
                if to == limit.now {
                    return no(PatronReason::NothingChanges, cite);
                }
                if is_wider(limit.now, to) {
                    Ok(vec![(PatronEvent::IncreaseAsked { of, to, at: asking.at }, wait.cite)])
                } else {
                    Ok(vec![(PatronEvent::LimitSet { of, to }, cite)])
                }
            }
            PatronCommand::TakeEffect { of } => {
                if !asking.by.serves() {
                    self.own_or_kept(asking, wait.cite)?;
                }
                let Some((to, since)) = file.limit(of).asked else {
                    return no(PatronReason::NoIncreaseAsked, wait.cite);
                };
                if waited(since, asking.at, wait.value) {
                    Ok(vec![(PatronEvent::LimitSet { of, to }, wait.cite)])
                } else {
                    no(PatronReason::TooEarly { hours: wait.value }, wait.cite)
                }
            }
            PatronCommand::CancelIncrease { of } => {
                let cite = self.own_or_kept(asking, wait.cite)?;
                match file.limit(of).asked {
                    Some(_) => Ok(vec![(PatronEvent::IncreaseCancelled { of }, cite)]),
                    None => no(PatronReason::NoIncreaseAsked, cite),
                }
            }
            PatronCommand::Deposit { amount, from } => {
                self.own_or_kept(asking, rules.deposit_limit)?;
                if let Some(exclusion) = file.exclusion {
                    return no(excluded(asking, exclusion), rules.exclusion);
                }
                if !in_range(amount) || file.balance + amount > MOST {
                    return no(PatronReason::AmountOutOfRange, rules.deposit_limit);
                }
                match file.deposit_room() {
                    Some(left) if from.is_external() && amount > left => {
                        no(PatronReason::OverDepositLimit { left }, rules.deposit_limit)
                    }
                    // Money that came and went all day must still be a number.
                    _ if from.is_external() && file.deposited + amount > MOST => {
                        no(PatronReason::AmountOutOfRange, rules.deposit_limit)
                    }
                    _ => Ok(vec![(PatronEvent::Deposited { amount, from }, rules.deposit_limit)]),
                }
            }
            PatronCommand::Withdraw { amount } => {
                let cite = self.own_or_kept(asking, rules.file)?;
                if amount <= Money::ZERO {
                    return no(PatronReason::AmountOutOfRange, cite);
                }
                if amount > file.balance {
                    no(PatronReason::MoreThanThereIs { left: file.balance }, cite)
                } else {
                    Ok(vec![(PatronEvent::Withdrawn { amount }, cite)])
                }
            }
            PatronCommand::TakeToTable { table, amount } => {
                let cite = self.serving(asking, rules.play)?;
                if !in_range(amount) {
                    return no(PatronReason::AmountOutOfRange, cite);
                }
                if let Some(exclusion) = file.exclusion {
                    return no(excluded(asking, exclusion), rules.exclusion);
                }
                if file.linking.is_some() {
                    return no(PatronReason::LinkUnderWay, rules.kept_by.cite);
                }
                if file.playing.is_none_or(|playing| playing.table != table) {
                    return no(PatronReason::NotPlaying, cite);
                }
                if amount > file.balance {
                    no(PatronReason::MoreThanThereIs { left: file.balance }, cite)
                } else {
                    Ok(vec![(PatronEvent::TakenToTable { table, amount }, cite)])
                }
            }
            PatronCommand::Repay { table, amount } => {
                let demand = asking.book.house.mispayments.demand;
                let cite = self.serving(asking, demand)?;
                match () {
                    () if !in_range(amount) => no(PatronReason::AmountOutOfRange, cite),
                    () if amount > file.balance => {
                        no(PatronReason::MoreThanThereIs { left: file.balance }, cite)
                    }
                    () => Ok(vec![(PatronEvent::TakenToTable { table, amount }, cite)]),
                }
            }
            PatronCommand::BringBack { table, amount } => {
                let cite = self.serving(asking, rules.play)?;
                if in_range(amount) && file.balance + amount <= MOST {
                    Ok(vec![(PatronEvent::BroughtBack { table, amount }, cite)])
                } else {
                    no(PatronReason::AmountOutOfRange, cite)
                }
            }
            _ => Ok(Vec::new()),
        }
    }
}
