//! Scripts: a table over a longer time, command by command.

use crate::CitedClauses;
use crate::decide::decision;
use crate::deck::beginning_with as deck;
use crate::earlier;
use crate::expect::clause_known;
use crate::expect::{Difference, difference};
use crate::file::{Amounts, CaseError, CaseFile, IrregularityTable, money};
use crate::irregularities::no_role;
use crate::sign;
use crate::table_and_meter::{TableAndMeter, dollars};
use crate::vocabulary::{TABLE_STEPS, clause_of};
use engine::banked::{Command, FoundWhen, IrregularityReport, NoticeOf, Patron, Phase, ShuffleGround};
use engine::jackpot::{self, MeterNotice};
use engine::{Actor, Moment, Who};
use money::{MicroCents, Money};
use rulebook::{Cite, Medium, Rulebook, Variant};
use serde::Deserialize;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) r#do: String,
    pub(crate) by: Option<String>,
    pub(crate) at: Option<String>,
    pub(crate) expect: Option<String>,
    pub(crate) seat: Option<usize>,
    pub(crate) on: Option<String>,
    pub(crate) amount: Option<String>,
    pub(crate) medium: Option<String>,
    #[serde(default)]
    pub(crate) for_absent: bool,
    pub(crate) player_card: Option<String>,
    #[serde(default)]
    pub(crate) several: bool,
    pub(crate) blind_hand_of: Option<usize>,
    pub(crate) loss_limit: Option<String>,
    pub(crate) net_loss: Option<String>,
    pub(crate) decision: Option<String>,
    pub(crate) seats: Option<Vec<usize>>,
    pub(crate) of: Option<String>,
    #[serde(default)]
    pub(crate) min: Amounts,
    #[serde(default)]
    pub(crate) max: Amounts,
    #[serde(default)]
    pub(crate) paytables: Amounts,
    #[serde(default)]
    pub(crate) at_once: bool,
    pub(crate) ground: Option<String>,
    pub(crate) deck_count: Option<u8>,
    pub(crate) deck: Option<String>,
    pub(crate) meter: Option<String>,
    pub(crate) table: Option<String>,
    pub(crate) option: Option<u8>,
    pub(crate) seed: Option<u32>,
    pub(crate) increment: Option<String>,
    pub(crate) wager: Option<String>,
    pub(crate) value: Option<String>,
    pub(crate) games: Option<Vec<String>>,
    pub(crate) method: Option<String>,
    pub(crate) hands: Option<Vec<String>>,
    pub(crate) into: Option<Vec<String>>,
    pub(crate) wagers: Option<u32>,
    pub(crate) royals: Option<u32>,
    pub(crate) straight_flushes: Option<u32>,
    pub(crate) works: Option<bool>,
    pub(crate) manual: Option<bool>,
    pub(crate) why: Option<String>,
    pub(crate) place: Option<String>,
    pub(crate) after: Option<u64>,
    pub(crate) pays: Option<Vec<String>>,
    pub(crate) shows: Option<String>,
    pub(crate) staked_by: Option<usize>,
    pub(crate) rounds: Option<u32>,
    pub(crate) what: Option<toml::Table>,
}

/// What a script came to, step by step.
#[derive(Clone, Debug, Default)]
pub struct ScriptRuling {
    /// The steps, in their order.
    pub steps: Vec<StepRuling>,
    /// Where a step did not come out as it expects.
    pub differences: Vec<Difference>,
}

/// A step, and what it came to.
#[derive(Clone, Debug)]
pub struct StepRuling {
    /// What was to be done.
    pub step: String,
    /// Whether it was done; refused otherwise.
    pub done: bool,
    /// The clause that did or refused it; empty where nothing was said.
    pub clause: String,
    /// Why it was refused; empty where it was done.
    pub why: String,
}

/// A script being run.
pub(crate) struct ScriptRun<'b> {
    pub(crate) book: &'b Rulebook,
    pub(crate) game: &'b Variant,
    pub(crate) house: TableAndMeter<'b>,
    pub(crate) at: Moment,
    pub(crate) meters: Vec<String>,
    pub(crate) tables: Vec<String>,
    pub(crate) ruled: ScriptRuling,
    /// How many cards are in the deck, as steps have it.
    pub(crate) deck_count: Option<u8>,
    /// The awards of outcomes recorded: meter, table, and what each winner gets.
    pub(crate) awards: Vec<(usize, u32, Vec<Money>)>,
}

/// What a step came to: the clause that did or refused it.
pub(crate) enum StepOutcome {
    Done(Vec<Cite>),
    Refused(Cite, String),
}

impl CaseFile {
    /// Runs a script.
    ///
    /// # Errors
    /// Where the file cannot be read, or the table does not open under its sign.
    pub fn run(&self, book: &Rulebook) -> Result<ScriptRuling, CaseError> {
        self.run_script(book, &mut CitedClauses::default())
    }

    pub(crate) fn run_script(
        &self,
        book: &Rulebook,
        heard: &mut CitedClauses,
    ) -> Result<ScriptRuling, CaseError> {
        if let Some(error) = &self.unreadable {
            return Err(error.clone());
        }
        let Some(game) = book.variant(&self.game) else {
            return Err(CaseError::new("game", format!("{} has no game '{}'", book.front.id, self.game)));
        };
        let mut running = ScriptRun {
            book,
            game,
            house: TableAndMeter::new(book, game),
            at: Moment(0),
            meters: Vec::new(),
            tables: Vec::new(),
            ruled: ScriptRuling::default(),
            deck_count: None,
            awards: Vec::new(),
        };
        let sign = sign::sign(book, game, &self.sign)?;
        let opened = running.house.tell(Actor::DEALER, &Command::Open(Box::new(sign)));
        if let Err(refusal) = opened {
            return Err(CaseError::new("sign", refusal.reason.to_string()).by(book.label(refusal.cite)));
        }
        // A word that the book does not have makes the whole file unreadable, wherever it stands.
        for (at, step) in self.steps.iter().enumerate() {
            running.words_known(&format!("step {}", at + 1), step)?;
        }
        for (at, step) in self.steps.iter().enumerate() {
            running.step(&format!("step {}", at + 1), step)?;
        }
        heard.add(&running.house.heard);
        Ok(running.ruled)
    }
}

impl<'b> ScriptRun<'b> {
    /// Whether the words of a step are the book's: its roles, its clauses, the spots of its game.
    fn words_known(&self, place: &str, step: &Step) -> Result<(), CaseError> {
        self.actor(place, step)?;
        if let Some(table) = &step.what {
            let table = crate::file::irregularity(place, table, true)?;
            let report = crate::irregularities::report(place, &table)?;
            crate::irregularities::with_spot(place, self.game, (report, &table))?;
            let by = Step { by: table.by.clone(), seat: step.seat, ..Step::default() };
            self.actor(place, &by)?;
        }
        if let Some(clause) = step.expect.as_deref().and_then(|expect| clause_of(expect).ok().flatten()) {
            clause_known(self.book, &format!("{place}, expect"), clause)?;
        }
        sign::limits(self.game, place, &step.min, &step.max)?;
        if step.r#do == "post-notice" {
            sign::known_columns(self.game, &format!("{place}, paytables"), &step.paytables)?;
        }
        Ok(())
    }

    pub(crate) fn step(&mut self, place: &str, step: &Step) -> Result<(), CaseError> {
        if let Some(text) = &step.at {
            let at =
                moment(text).ok_or_else(|| CaseError::new(place, format!("'{text}' is no time h:mm:ss")))?;
            if at < self.at {
                return Err(CaseError::new(place, "time does not run backwards"));
            }
            self.at = at;
        }
        self.deck_count = step.deck_count.or(self.deck_count);
        let came = self.run(place, step)?;
        let expected = step.expect.as_deref().unwrap_or("done");
        let clause = clause_of(expected).map_err(|what| CaseError::new(place, what))?;
        let word = expected.split_once(" [").map_or(expected, |(word, _)| word);
        let (found, cite, why) = match &came {
            StepOutcome::Done(cites) => ("done", cites.first().copied(), String::new()),
            StepOutcome::Refused(cite, why) => ("refused", Some(*cite), format!(": {why}")),
        };
        let label = cite.map_or("", |cite| self.book.label(cite));
        let said = |label: &str| clause.is_none_or(|clause| clause == label);
        let also_said = match &came {
            StepOutcome::Done(cites) => cites.iter().any(|cite| {
                let citation = self.book.citation(*cite);
                let mut clauses = std::iter::once(&citation.clause).chain(&citation.also);
                clauses.any(|clause| said(&self.book.register.get(*clause).label))
            }),
            StepOutcome::Refused(..) => false,
        };
        if word != found || !(said(label) || also_said) {
            let found = format!("{found} [{label}]{why}");
            let place = format!("{place}, {}", step.r#do);
            self.ruled.differences.push(difference(&place, expected, &found));
        }
        let why = why.strip_prefix(": ").unwrap_or_default().to_string();
        let (step_name, clause) = (step.r#do.clone(), label.to_string());
        self.ruled.steps.push(StepRuling { step: step_name, done: found == "done", clause, why });
        self.compare(place, step)
    }

    pub(crate) fn compare(&mut self, place: &str, step: &Step) -> Result<(), CaseError> {
        if let (Some(value), Some(meter), true) = (&step.value, &step.meter, step.r#do != "open-meter") {
            let wanted = sign::meter(place, value)?;
            let found = self.meter_value(meter).unwrap_or(MicroCents::from_micro_cents(-1));
            if wanted != found {
                self.ruled.differences.push(difference(&format!("{place}, value"), value, &dollars(found)));
            }
        }
        if let (Some(shows), Some(meter)) = (&step.shows, &step.meter) {
            let found = self.meter_value(meter).unwrap_or(MicroCents::from_micro_cents(0));
            let cents = found.micro_cents().div_euclid(1_000_000);
            let found = Money::from_cents(i64::try_from(cents).unwrap_or(0)).to_string();
            if *shows != found {
                self.ruled.differences.push(difference(&format!("{place}, shows"), shows, &found));
            }
        }
        if let Some(pays) = &step.pays {
            let (meter, table) = self.meter_and_table(place, step)?;
            let award = self.awards.iter().rev().find(|(on, at, _)| *on == meter && *at == table);
            let mut found: Vec<String> =
                award.map_or_else(Vec::new, |(_, _, amounts)| amounts.iter().map(Money::to_string).collect());
            let mut wanted = pays.clone();
            found.sort();
            wanted.sort();
            if wanted != found {
                self.ruled.differences.push(difference(
                    &format!("{place}, pays"),
                    &wanted.join(", "),
                    &found.join(", "),
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn meter_value(&self, name: &str) -> Option<MicroCents> {
        let at = self.meters.iter().position(|known| known == name)?;
        self.house.state.meters.get(at).map(|meter| meter.value)
    }

    pub(crate) fn actor(&self, place: &str, step: &Step) -> Result<Actor, CaseError> {
        let seat = step.seat.unwrap_or(1).wrapping_sub(1);
        let who = match step.by.as_deref() {
            None if matches!(step.r#do.as_str(), "place" | "top-up" | "take-back" | "leave") => {
                Who::Seat(seat)
            }
            None => Actor::DEALER.who,
            Some("player") => Who::Seat(seat),
            Some(name) => match (self.book.ladder.role(name), self.book.ladder.outside(name)) {
                (Some(role), _) => Who::Staff(role),
                // An inspector or the like stands outside the ladder, and has the powers that the book gives too.
                (None, Some(place)) => Who::Outside(place),
                (None, None) => return Err(no_role(self.book, place, name)),
            },
        };
        Ok(Actor { who, at: self.at })
    }

    pub(crate) fn run(&mut self, place: &str, step: &Step) -> Result<StepOutcome, CaseError> {
        let seated = TABLE_STEPS.iter().any(|(name, keys)| *name == step.r#do && keys.contains(&"seat"));
        if seated && step.seat.unwrap_or(0) == 0 {
            return Err(CaseError::new(place, "which seat? They are numbered from 1"));
        }
        let actor = self.actor(place, step)?;
        let seat = step.seat.unwrap_or(1).wrapping_sub(1);
        let table = |command: Command, this: &mut Self| Ok(this.table(actor, &command));
        match step.r#do.as_str() {
            "sit" => {
                let command = self.sit(place, step, seat)?;
                table(command, self)
            }
            "leave" => table(Command::Leave { seat }, self),
            "place" => self.place(place, step, actor, seat),
            "place-for-another" => {
                let by = step.staked_by.filter(|by| *by > 0);
                let by =
                    by.ok_or_else(|| CaseError::new(place, "staked_by: which seat's player stakes it?"))?;
                table(Command::PlaceForAnother { seat, by: by - 1 }, self)
            }
            "top-up" => {
                let (wager, amount) = (self.spot(place, step)?, amount(place, step)?);
                table(Command::TopUp { seat, wager, amount }, self)
            }
            "take-back" => self.take_back(place, step, actor, seat),
            "refuse-wager" => {
                let wager = self.spot(place, step)?;
                table(Command::RefuseWager { seat, wager }, self)
            }
            "no-more-bets" => table(Command::CallNoMoreBets, self),
            "cut" => table(Command::Cut, self),
            "deal" => {
                let deck = deck(place, step.deck.as_deref())?;
                table(Command::Deal(engine::Hidden::boxed(deck)), self)
            }
            "decide" => self.decide(place, step, actor, seat),
            "settle" => {
                self.proceed();
                table(Command::Settle, self)
            }
            "play-round" => self.play_rounds(place, step),
            "rule" => {
                let report = self.report(place, step)?;
                let (actor, report) = (self.ruler(place, step, &report)?, report.1);
                Ok(self.table(actor, &Command::Rule(Box::new(report))))
            }
            "post-notice" => self.post_notice(place, step, actor),
            "change-limits" => {
                let limits = Box::new(self.changed_limits(place, step)?);
                table(Command::ChangeLimits { limits, at_once: step.at_once }, self)
            }
            "agree-limits" => {
                let limits = Box::new(sign::limits(self.game, place, &step.min, &step.max)?);
                table(Command::AgreeLimits { seat, limits }, self)
            }
            "change-pay-tables" => {
                let mut paytables =
                    self.house.table.sign.as_ref().map_or_else(Vec::new, |sign| sign.paytables.clone());
                paytables.retain(|(name, _)| !step.paytables.contains_key(name));
                paytables.extend(step.paytables.iter().map(|(name, column)| (name.clone(), column.clone())));
                table(Command::ChangePayTables(paytables), self)
            }
            "close-table" => table(Command::Close, self),
            "vacate-seat" => table(Command::VacateSeat { seat }, self),
            "order-count" => table(Command::OrderCount { cards: self.deck_count.unwrap_or(52) }, self),
            "change-cards" => table(Command::ChangeCards, self),
            "order-shuffle" => {
                let ground = match step.ground.as_deref() {
                    None | Some("reasonable-cause") => ShuffleGround::ReasonableCause,
                    Some("abnormal-run") => ShuffleGround::AbnormalRun,
                    Some(other) => {
                        return Err(CaseError::new(place, format!("'{other}' is no ground for a shuffle")));
                    }
                };
                table(Command::OrderShuffle { ground }, self)
            }
            "check-cards" => table(Command::CheckCards, self),
            "shuffle" => table(Command::Shuffle, self),
            "settle-hand" => {
                self.proceed();
                table(Command::SettleHand { seat }, self)
            }
            "pause-player" => table(Command::PausePlayer { seat }, self),
            "resume-player" => table(Command::ResumePlayer { seat }, self),
            "set-loss-limit" => {
                let limit = money(place, step.loss_limit.as_deref().unwrap_or_default())?;
                let lost = step.net_loss.as_deref().map(|text| money(place, text)).transpose()?;
                table(Command::SetLossLimit { seat, limit, lost }, self)
            }
            "order-burn" => table(Command::OrderBurn, self),
            _ => self.meter_step(place, step, actor),
        }
    }

    /// What went wrong, as a step has it.
    fn report(&self, place: &str, step: &Step) -> Result<(IrregularityTable, IrregularityReport), CaseError> {
        let table = step.what.as_ref().ok_or_else(|| CaseError::new(place, "what went wrong is missing"))?;
        let mut table = crate::file::irregularity(place, table, true)?;
        table.deck_count = table.deck_count.or(self.deck_count);
        let report = crate::irregularities::report(place, &table)?;
        let report = crate::irregularities::with_spot(place, self.game, (report, &table))?;
        Ok((table, report))
    }

    /// Who rules: the step says so, or what it rules on.
    fn ruler(
        &self,
        place: &str,
        step: &Step,
        (table, _): &(IrregularityTable, IrregularityReport),
    ) -> Result<Actor, CaseError> {
        match (&step.by, &table.by) {
            (Some(one), Some(other)) if one != other => {
                Err(CaseError::new(place, format!("by: is it the {one} or the {other} who rules?")))
            }
            (by, other) => {
                let by = by.clone().or_else(|| other.clone());
                self.actor(place, &Step { by, seat: step.seat, ..Step::default() })
            }
        }
    }

    pub(crate) fn dealer(&self) -> Actor {
        Actor { who: Actor::DEALER.who, at: self.at }
    }

    pub(crate) fn table(&mut self, actor: Actor, command: &Command) -> StepOutcome {
        let from = self.house.said.len();
        match self.house.tell(actor, command) {
            Ok(()) => StepOutcome::Done(self.house.said[from..].iter().map(|event| event.cite).collect()),
            Err(refusal) => StepOutcome::Refused(refusal.cite, refusal.reason.to_string()),
        }
    }

    pub(crate) fn sit(&self, place: &str, step: &Step, seat: usize) -> Result<Command, CaseError> {
        let mut patron = Patron::default();
        if step.player_card.as_deref().is_some_and(|card| card != "own") {
            patron.invalid_card = Some(FoundWhen::Before);
            patron.no_card = step.player_card.as_deref() == Some("none");
        }
        if let Some(limit) = &step.loss_limit {
            let lost = step.net_loss.as_deref().map_or(Ok(Money::ZERO), |text| money(place, text))?;
            patron.loss = Some((money(place, limit)?, lost));
        }
        let first = self.house.table.seats.iter().position(|seat| seat.taken);
        let blind_of = match (step.blind_hand_of, step.several) {
            (Some(other), _) => Some(other.wrapping_sub(1)),
            (None, true) => Some(first.unwrap_or(0)),
            (None, false) => None,
        };
        Ok(Command::Sit { seat, blind_of, patron })
    }

    pub(crate) fn spot(&self, place: &str, step: &Step) -> Result<usize, CaseError> {
        let on = step.on.as_deref().unwrap_or("ante");
        self.game
            .wager(on)
            .ok_or_else(|| CaseError::new(place, format!("{} has no spot '{on}'", self.game.name)))
    }

    pub(crate) fn place(
        &mut self,
        place: &str,
        step: &Step,
        actor: Actor,
        seat: usize,
    ) -> Result<StepOutcome, CaseError> {
        let on = step.on.as_deref().unwrap_or("ante");
        // A spot that the layout does not have is one too many.
        let wager = self.game.wager(on).unwrap_or(self.game.wager.len());
        let medium = match step.medium.as_deref() {
            None | Some("chips") => Medium::Chips,
            Some("token") => Medium::Token,
            Some("cash") => Medium::Cash,
            Some("oral") => Medium::Oral,
            Some(other) => return Err(CaseError::new(place, format!("'{other}' is no medium"))),
        };
        let amount = amount(place, step)?;
        let owner = self.house.table.seats.get(seat).and_then(|found| found.blind_of);
        let actor = match (actor.who, owner) {
            (Who::Seat(_), Some(owner)) => Actor { who: Who::Seat(usize::from(owner)), ..actor },
            _ => actor,
        };
        Ok(self.table(
            actor,
            &Command::Place { seat, wager, amount, medium, proxy: step.for_absent, checked: true },
        ))
    }

    pub(crate) fn take_back(
        &mut self,
        place: &str,
        step: &Step,
        actor: Actor,
        seat: usize,
    ) -> Result<StepOutcome, CaseError> {
        let wager = self.spot(place, step)?;
        let held = self.house.table.seats.get(seat).map_or(Money::ZERO, |found| found.stakes[wager]);
        let amount = step.amount.as_ref().map_or(Ok(held), |text| money(place, text))?;
        Ok(self.table(actor, &Command::TakeBack { seat, wager, amount }))
    }

    pub(crate) fn decide(
        &mut self,
        place: &str,
        step: &Step,
        actor: Actor,
        seat: usize,
    ) -> Result<StepOutcome, CaseError> {
        self.proceed();
        let text = step.decision.as_deref().unwrap_or_default();
        let at = match self.house.table.phase {
            Phase::Deciding(at) => usize::from(at),
            _ => self.game.step.iter().position(|step| !step.choices.is_empty()).unwrap_or(0),
        };
        let ante = self.game.wager("ante").unwrap_or(0);
        let ante = self.house.table.seats.get(seat).map_or(Money::ZERO, |found| found.stakes[ante]);
        let decided = match decision(self.game, at, ante, text) {
            Ok(engine::banked::Decision::Bet { amount, .. }) => {
                // At the table every stake is looked at.
                engine::banked::Decision::Bet { amount, checked: true, token: false }
            }
            Ok(other) => other,
            Err(what) => return Err(CaseError::new(place, what)),
        };
        Ok(self.table(actor, &Command::Decide { seat, decision: decided }))
    }

    /// Turns up what comes, when everybody has decided.
    pub(crate) fn proceed(&mut self) {
        let actor = self.dealer();
        earlier::proceed(&mut self.house, actor);
    }

    /// Rounds in which nothing happens but that everybody folds.
    pub(crate) fn play_rounds(&mut self, place: &str, step: &Step) -> Result<StepOutcome, CaseError> {
        let mut came = StepOutcome::Done(Vec::new());
        for _ in 0..step.rounds.unwrap_or(1) {
            came = self.play_round(place, step)?;
            if let StepOutcome::Refused(..) = came {
                break;
            }
        }
        Ok(came)
    }

    pub(crate) fn play_round(&mut self, place: &str, step: &Step) -> Result<StepOutcome, CaseError> {
        let dealer = self.dealer();
        if self.house.table.sign.is_none() {
            return Err(CaseError::new(place, "the table is not open"));
        }
        let seats: Vec<usize> = match &step.seats {
            Some(seats) => seats.iter().map(|seat| seat.wrapping_sub(1)).collect(),
            None => {
                (0..self.house.table.seats.len()).filter(|&at| self.house.table.seats[at].taken).collect()
            }
        };
        Ok(match earlier::play_round(&mut self.house, self.game, dealer, &seats) {
            Ok(last) => StepOutcome::Done(self.house.said[last..].iter().map(|event| event.cite).collect()),
            Err(refusal) => StepOutcome::Refused(refusal.cite, refusal.reason.to_string()),
        })
    }

    pub(crate) fn post_notice(
        &mut self,
        place: &str,
        step: &Step,
        actor: Actor,
    ) -> Result<StepOutcome, CaseError> {
        let of = match step.of.as_deref() {
            None | Some("limits") => NoticeOf::Limits,
            Some("closing") => NoticeOf::Closing,
            Some("pay-tables") => NoticeOf::PayTables,
            Some(about @ ("meter" | "terms")) => {
                // A sign about meters stands at every table of every meter; about their tables, for both purposes.
                let notices: &[MeterNotice] = match about {
                    "terms" => &[MeterNotice::Terms],
                    _ => &[MeterNotice::Tables, MeterNotice::Closing],
                };
                let mut came = StepOutcome::Done(Vec::new());
                for meter in 0..self.house.state.meters.len() {
                    if self.house.state.meters[meter].closed {
                        continue;
                    }
                    for &of in notices {
                        let table = step.table.as_ref().map(|name| self.table_number(Some(name)));
                        came = self.meters(actor, &jackpot::Command::PostNotice { meter, of, table });
                    }
                }
                return Ok(came);
            }
            Some(other) => return Err(CaseError::new(place, format!("there is no notice of '{other}'"))),
        };
        let limits = match of {
            NoticeOf::Limits => Some(Box::new(self.changed_limits(place, step)?)),
            _ => None,
        };
        Ok(self.table(actor, &Command::PostNotice { of, limits }))
    }

    /// The sign's limits with what a step changes.
    pub(crate) fn changed_limits(&self, place: &str, step: &Step) -> Result<engine::Limits, CaseError> {
        let changes = sign::limits(self.game, place, &step.min, &step.max)?;
        let mut limits =
            self.house.table.sign.as_ref().map_or_else(Default::default, |sign| sign.limits.clone());
        for at in 0..engine::WAGERS {
            limits.min[at] = changes.min[at].or(limits.min[at]);
            limits.max[at] = changes.max[at].or(limits.max[at]);
        }
        Ok(limits)
    }
}

fn amount(place: &str, step: &Step) -> Result<Money, CaseError> {
    money(place, step.amount.as_deref().unwrap_or_default())
}

/// "h:mm:ss" in seconds.
fn moment(text: &str) -> Option<Moment> {
    let mut seconds = 0u64;
    let parts: Vec<&str> = text.split(':').collect();
    if parts.len() != 3 {
        return None;
    }
    for (at, part) in parts.into_iter().enumerate() {
        let number: u64 = part.parse().ok()?;
        if at > 0 && number >= 60 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
    }
    Some(Moment(seconds))
}
