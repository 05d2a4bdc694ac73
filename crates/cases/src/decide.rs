//! The decisions of a case, in the order of the game.

use crate::file::{CaseError, SeatTable};
use crate::play::{RoundRun, at_seat};
use engine::Actor;
use engine::banked::{Command, Decision, Event, Hand, Phase, Reason};
use money::Money;
use rulebook::Variant;

/// The multiples a decision may name: "3x".
pub(crate) fn multiple(text: &str) -> Option<i64> {
    let digits = text.strip_suffix('x')?;
    (!digits.is_empty() && digits.len() <= 3).then(|| digits.parse().ok())?
}

impl RoundRun<'_, '_> {
    pub(crate) fn decisions(&mut self) -> Result<(), CaseError> {
        while let Phase::Deciding(step) = self.house.table.phase {
            let step = usize::from(step);
            let name = &self.game.step[step].name;
            // Who had decided when a card was shown early decides before it is ruled on.
            let early =
                self.irregularities.iter().find(|(_, _, table)| table.before.as_deref() == Some(name));
            let waiting = early.map(|(_, _, table)| table.undecided.clone());
            if let Some(waiting) = waiting {
                if !waiting.is_empty() {
                    self.decide_all(step, |number| !waiting.contains(&number))?;
                }
                self.rule_now(|_, table| table.before.as_deref() == Some(name))?;
            }
            if self.house.table.phase != Phase::Deciding(step as u8) {
                continue;
            }
            if !self.decide_all(step, |_| true)? {
                // A decision is missing: what went wrong is ruled on now, and play goes on from there.
                self.rule_now(|_, table| table.before.is_none())?;
                if self.house.table.phase != Phase::Deciding(step as u8) {
                    continue;
                }
                self.decide_all(step, |_| true)?;
            }
            self.tell("round", Actor::DEALER, &Command::Proceed)?;
        }
        self.concessions()
    }

    /// Takes the decisions of a step. The answer is no where one is missing and something went wrong.
    pub(crate) fn decide_all(&mut self, step: usize, who: impl Fn(usize) -> bool) -> Result<bool, CaseError> {
        let name = &self.game.step[step].name;
        let mut complete = true;
        for at in 0..self.case.seat.len() {
            let seat = &self.case.seat[at];
            let table = |this: &Self| {
                let found = &this.house.table.seats[seat.number - 1];
                found.hand == Hand::Live && !found.decided
            };
            while table(self) && who(seat.number) {
                let Some(text) = seat.decisions.get(self.next[at]) else {
                    if self.irregularities.iter().any(|(_, _, table)| table.before.is_none()) {
                        complete = false;
                        break;
                    }
                    let what = format!("the decision at {name} is missing");
                    let hands = self.book.table.wagers.hands.cite;
                    let blind = self.house.table.seats[seat.number - 1].blind_of.is_some();
                    let cite = if blind { hands } else { self.game.step[step].clause };
                    return Err(CaseError::new(at_seat(seat), what).by(self.book.label(cite)));
                };
                self.next[at] += 1;
                self.decide(seat, text, step)?;
            }
        }
        Ok(complete)
    }

    pub(crate) fn decide(&mut self, seat: &SeatTable, text: &str, step: usize) -> Result<(), CaseError> {
        let place = format!("seat {}, {}", seat.number, self.game.step[step].name);
        let ante = self
            .game
            .wager("ante")
            .map_or(Money::ZERO, |ante| self.house.table.seats[seat.number - 1].stakes[ante]);
        let decision = decision(self.game, step, ante, text).map_err(|what| {
            let clause = self.book.label(self.game.step[step].clause).to_string();
            CaseError::new(&place, what).by(clause)
        })?;
        let filled = self.game.step[step].wager.as_ref();
        let token = filled.is_some_and(|on| seat.tokens.contains(on));
        let decision = match decision {
            Decision::Bet { amount, checked, .. } => Decision::Bet { amount, checked, token },
            other => other,
        };
        let command = Command::Decide { seat: seat.number - 1, decision };
        let told = self.house.tell(Actor::DEALER, &command);
        match (told, decision) {
            // The limit was passed with chips that nobody knew of: the wager stands as it was found.
            (Err(refusal), Decision::Bet { amount, .. })
                if matches!(refusal.reason, Reason::OverLossLimit { .. }) =>
            {
                let decision = Decision::Bet { amount, checked: false, token };
                self.tell(&place, Actor::DEALER, &Command::Decide { seat: seat.number - 1, decision })
            }
            (Err(refusal), _) => Err(self.refused(place, &refusal)),
            (Ok(()), _) => Ok(()),
        }
    }

    /// What is left of the decisions: giving up at settlement, or something that cannot have happened.
    pub(crate) fn concessions(&mut self) -> Result<(), CaseError> {
        if self.house.table.phase != Phase::Showdown {
            return Ok(());
        }
        for at in 0..self.case.seat.len() {
            let seat = &self.case.seat[at];
            let Some(text) = seat.decisions.get(self.next[at]) else { continue };
            if seat.is_out() {
                continue;
            }
            let place = at_seat(seat);
            if text == "concede" {
                self.next[at] += 1;
                let command = Command::Decide { seat: seat.number - 1, decision: Decision::Concede };
                self.tell(&place, Actor::DEALER, &command)?;
                continue;
            }
            let found = &self.house.table.seats[seat.number - 1];
            let gone = !matches!(found.hand, Hand::Live);
            let mut steps = self.game.step.iter().filter(|step| step.kind == rulebook::StepKind::Decide);
            let last = self.game.step.iter().rfind(|step| step.kind == rulebook::StepKind::Decide);
            let step = steps.nth(self.next[at]).or(last);
            let without_ante = !seat.wagers.contains_key("ante");
            let own = match step {
                Some(step) if without_ante => step.stake.as_ref().map_or(step.clause, |stake| stake.clause),
                Some(step) => step.clause,
                None => self.game.settlement,
            };
            let folded = self.book.table.wagers.fold_final.or(self.folded_cite());
            let cite = folded.filter(|_| gone).unwrap_or(own);
            let what = if gone {
                format!("'{text}' after the hand was folded")
            } else {
                format!("'{text}', but there is nothing more to decide")
            };
            if !seat.decisions.is_empty() && self.case.irregularities.is_empty() {
                return Err(CaseError::new(place, what).by(self.book.label(cite)));
            }
        }
        Ok(())
    }

    /// The clause by which a folded hand is out.
    pub(crate) fn folded_cite(&self) -> Option<rulebook::Cite> {
        self.house.said.iter().rev().find_map(|event| match event.value {
            Event::Decided { decision: Decision::Fold | Decision::FoldAnte, .. } => Some(event.cite),
            _ => None,
        })
    }
}

/// A decision as files write it.
pub(crate) fn decision(game: &Variant, step: usize, ante: Money, text: &str) -> Result<Decision, String> {
    let rule = game.step[step].stake.as_ref();
    let times = |multiple: i64| Money::from_cents(ante.cents().saturating_mul(multiple));
    let amount = |text: &str| {
        let parsed: Result<Money, _> = text.parse();
        parsed.map_err(|error| format!("'{text}' is not an amount of money: {error}"))
    };
    let streets = rule.is_some_and(|rule| rule.to > rule.from);
    let by_sign = rule.is_some_and(|rule| rule.sign_stage.is_some());
    let one = rule.map_or(1, |rule| i64::from(rule.from));
    // Where the stake is fixed, the decision is called as the spot it fills: "bet", "play".
    let fixed = game.step[step].wager.as_deref().filter(|_| !streets && !by_sign);
    let checked = |multiple| Decision::Bet { amount: times(multiple), checked: true, token: false };
    // The amount that was put up is called as the decision, or as the spot that it fills.
    let spot = game.step[step].wager.as_deref().unwrap_or_default();
    let called = text.split_once('=').filter(|(call, _)| *call == spot || *call == "bet" && fixed.is_none());
    if let Some((_, found)) = called {
        return Ok(Decision::Bet { amount: amount(found)?, checked: false, token: false });
    }
    match text {
        "check" => Ok(Decision::Check),
        "fold" => Ok(Decision::Fold),
        "fold ante" => Ok(Decision::FoldAnte),
        "cannot" => Ok(Decision::Cannot),
        "absent" => Ok(Decision::Absent),
        "concede" => Ok(Decision::Concede),
        word if Some(word) == fixed => Ok(checked(one)),
        _ => {
            let number = match text.strip_prefix("bet ") {
                Some(rest) if by_sign => multiple(rest),
                None if streets => multiple(text),
                _ => None,
            };
            number.map(checked).ok_or_else(|| format!("'{text}' is not a decision in {}", game.name))
        }
    }
}
