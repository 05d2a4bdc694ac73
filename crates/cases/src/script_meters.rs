//! The steps of a script that are about jackpot meters.

use crate::file::{CaseError, money};
use crate::script::{ScriptRun, StepOutcome};
use crate::sign;
use crate::step::{MeterStep, MeterStepCommand, TermsText};
use engine::jackpot;
use engine::{Actor, MeterIndex, Method, SignJackpot, TableNumber};
use money::{MicroCents, Money};

impl ScriptRun<'_> {
    pub(crate) fn terms(
        &self,
        place: &str,
        step: &TermsText,
        base: Option<&SignJackpot>,
    ) -> Result<SignJackpot, CaseError> {
        let from = |base: &SignJackpot| base.clone();
        let mut terms = base.map(from).unwrap_or(SignJackpot {
            option: 0,
            seed: 0,
            increment: None,
            wager: Money::from_cents(5_00),
            games: 1,
            bonus_royal: None,
            bonus_straight_flush: None,
        });
        if let Some(option) = step.option {
            terms.option = option;
        }
        if let Some(seed) = step.seed {
            terms.seed = seed;
        }
        if let Some(text) = &step.increment {
            terms.increment = Some(sign::rate(place, text)?);
        }
        if let Some(text) = &step.wager {
            terms.wager = money(place, text)?;
        }
        if let Some(games) = &step.games {
            // A meter may also be of a game of another book.
            terms.games = games.len().clamp(1, 255) as u8;
        }
        Ok(terms)
    }

    pub(crate) fn meter_at(&self, place: &str, name: Option<&String>) -> Result<MeterIndex, CaseError> {
        let name = name.ok_or_else(|| CaseError::new(place, "which meter?"))?;
        let at = (0..).map(MeterIndex).zip(&self.meters).find(|(_, known)| *known == name).map(|(at, _)| at);
        at.ok_or_else(|| CaseError::new(place, format!("there is no meter '{name}'")))
    }

    pub(crate) fn table_number(&mut self, name: Option<&String>) -> TableNumber {
        let name = name.cloned().unwrap_or_default();
        let known = (0..).zip(&self.tables).find(|(_, known)| **known == name).map(|(at, _)| at);
        let at = known.unwrap_or_else(|| {
            self.tables.push(name);
            self.tables.len() as u32 - 1
        });
        TableNumber(at)
    }

    pub(crate) fn meter_and_table(
        &mut self,
        place: &str,
        step: &MeterStep,
    ) -> Result<(MeterIndex, TableNumber), CaseError> {
        let meter = self.meter_at(place, step.meter.as_ref())?;
        Ok((meter, self.table_number(step.table.as_ref())))
    }

    pub(crate) fn meters(&mut self, actor: Actor, command: &jackpot::Command) -> StepOutcome {
        match self.house.meter(actor, command) {
            Ok(said) => {
                for event in &said {
                    if let jackpot::Event::OutcomeRecorded { meter, table, royals, flushes, award, .. } =
                        &event.value
                    {
                        let royal = std::iter::repeat_n(award.royal, *royals as usize);
                        let flush = std::iter::repeat_n(award.straight_flush, *flushes as usize);
                        self.awards.push((*meter, *table, royal.chain(flush).collect()));
                    }
                }
                StepOutcome::Done(said.iter().map(|event| event.cite).collect())
            }
            Err(refusal) => StepOutcome::Refused(refusal.cite, refusal.reason.to_string()),
        }
    }

    pub(crate) fn meter_step(
        &mut self,
        place: &str,
        step: &MeterStep,
        actor: Actor,
    ) -> Result<StepOutcome, CaseError> {
        if let MeterStepCommand::OpenMeter { method } = &step.command {
            return self.open_meter(place, (step, method.as_deref()), actor);
        }
        let (meter, table) = self.meter_and_table(place, step)?;
        let base = self.house.state.get(meter).map(|meter| meter.terms.clone());
        let terms = |this: &Self| this.terms(place, &step.terms, base.as_ref());
        let command = match &step.command {
            MeterStepCommand::OpenMeter { .. } => return Err(CaseError::new(place, "it is open already")),
            MeterStepCommand::LinkTable { hands } => {
                jackpot::Command::Link { meter, table, terms: terms(self)?, hands: hands.is_none() }
            }
            MeterStepCommand::UnlinkTable => jackpot::Command::Unlink { meter, table },
            MeterStepCommand::MoveTable => jackpot::Command::Move { table, to: meter, terms: terms(self)? },
            MeterStepCommand::CloseMeter { into: others } => {
                let mut into = Vec::new();
                for name in others {
                    // "other" takes what is left, "other=1000.00" so much of it.
                    let (name, part) =
                        name.split_once('=').map_or((name.as_str(), None), |(n, p)| (n, Some(p)));
                    let part = part.map(|text| sign::meter(place, text)).transpose()?;
                    into.push((self.meter_at(place, Some(&name.to_string()))?, part));
                }
                jackpot::Command::Close { meter, into }
            }
            MeterStepCommand::Register { wagers } => {
                jackpot::Command::Register { meter, table, wagers: wagers.unwrap_or(1) }
            }
            MeterStepCommand::Cancel { wagers } => {
                jackpot::Command::Cancel { meter, table, wagers: wagers.unwrap_or(1) }
            }
            MeterStepCommand::Record { royals, straight_flushes } => {
                let sign = self.house.table.sign.as_ref();
                jackpot::Command::Record {
                    meter,
                    table,
                    royals: *royals,
                    flushes: *straight_flushes,
                    carried: 0,
                    rounding: sign.map_or(money::Rounding::UP_TO_CENT, |sign| sign.rounding(self.book)),
                }
            }
            MeterStepCommand::Determine => jackpot::Command::Determine { meter, table },
            MeterStepCommand::Equipment { works, manual } => {
                jackpot::Command::Equipment { meter, works: works.unwrap_or(true), manual: *manual }
            }
            MeterStepCommand::ChangeTerms => jackpot::Command::ChangeTerms { meter, terms: terms(self)? },
            MeterStepCommand::CorrectMeter { amount, why } => {
                let text =
                    amount.as_deref().ok_or_else(|| CaseError::new(place, "amount: say by how much"))?;
                let by = text.parse().map_err(|error| CaseError::new(place, format!("'{text}': {error}")))?;
                jackpot::Command::Correct { meter, by, why: why.clone() }
            }
            MeterStepCommand::ShowOnDisplay { place: at } => {
                jackpot::Command::ShowOnDisplay { meter, place: at.clone() }
            }
            MeterStepCommand::ReadMeter { after } => jackpot::Command::ReadAsAt { meter, seq: *after },
        };
        Ok(self.meters(actor, &command))
    }

    fn open_meter(
        &mut self,
        place: &str,
        (step, method): (&MeterStep, Option<&str>),
        actor: Actor,
    ) -> Result<StepOutcome, CaseError> {
        let name = step.meter.clone().ok_or_else(|| CaseError::new(place, "a meter needs a name"))?;
        let terms = self.terms(place, &step.terms, None)?;
        let method = if method == Some("B") { Method::B } else { Method::A };
        let value = match &step.value {
            Some(text) => sign::meter(place, text)?,
            None => MicroCents::from(terms.seed_value(self.book)),
        };
        let came = self.meters(actor, &jackpot::Command::Open { terms, value, method, new: true });
        if let StepOutcome::Done(_) = came {
            self.meters.push(name);
        }
        Ok(came)
    }
}
