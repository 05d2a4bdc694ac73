//! Scripts: a table over a longer time, command by command.

use crate::CitedClauses;
use crate::decide::decision;
use crate::deck::beginning_with as deck;
use crate::earlier;
use crate::expect::clause_known;
use crate::expect::{Difference, difference};
use crate::file::{CaseError, CaseFile, IrregularityTable, money};
use crate::irregularities::no_role;
use crate::sign;
use crate::step::{MeterStepCommand, ScriptStep, Step, StepCommand};
use crate::table_and_meter::{TableAndMeter, dollars};
use crate::vocabulary::clause_of;
use commands::{Bounds, Dollars, TableCommand};
use engine::banked::{
    Command, Decision, DecisionKind, FoundWhen, IrregularityReport, NoticeOf, Patron, Phase,
};
use engine::jackpot::{self, MeterNotice};
use engine::{Actor, Limits, MeterIndex, Moment, PlaceNumber, TableNumber, Who};
use money::{MicroCents, Money};
use rulebook::{Cite, Medium, Rulebook, Variant};
use std::collections::BTreeMap;

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
    pub(crate) awards: Vec<(MeterIndex, TableNumber, Vec<Money>)>,
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
        self.actor(place, step, step.head.by.as_deref())?;
        let known =
            |limits| commands::limits(self.game, limits).map_err(|error| CaseError::new(place, error.what));
        match &step.command {
            StepCommand::Table(command) => drop(self.command(place, command)?),
            StepCommand::Script(ScriptStep::Rule { what }) => {
                let (table, _) = self.trouble(place, what)?;
                self.actor(place, step, table.by.as_deref())?;
            }
            StepCommand::Script(ScriptStep::PostNotice { limits, paytables, .. }) => {
                known(limits)?;
                sign::known_columns(self.game, &format!("{place}, paytables"), paytables)?;
            }
            StepCommand::Script(_) | StepCommand::Meter(_) => {}
        }
        match step.head.expect.as_deref().and_then(|expect| clause_of(expect).ok().flatten()) {
            Some(clause) => clause_known(self.book, &format!("{place}, expect"), clause),
            None => Ok(()),
        }
    }

    pub(crate) fn step(&mut self, place: &str, step: &Step) -> Result<(), CaseError> {
        if let Some(text) = &step.head.at {
            let at = moment(text)
                .ok_or_else(|| CaseError::new(place, format!("'{text}' is not a time such as 0:20:00")))?;
            if at < self.at {
                return Err(CaseError::new(place, "the time is before that of the step above"));
            }
            self.at = at;
        }
        self.deck_count = step.head.deck_count.or(self.deck_count);
        let came = self.run(place, step)?;
        let expected = step.head.expect.as_deref().unwrap_or("done");
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
            let place = format!("{place}, {}", step.name);
            self.ruled.differences.push(difference(&place, expected, &found));
        }
        let why = why.strip_prefix(": ").unwrap_or_default().to_string();
        let (step_name, clause) = (step.name.clone(), label.to_string());
        self.ruled.steps.push(StepRuling { step: step_name, done: found == "done", clause, why });
        self.compare(place, step)
    }

    pub(crate) fn compare(&mut self, place: &str, step: &Step) -> Result<(), CaseError> {
        let StepCommand::Meter(of) = &step.command else { return Ok(()) };
        let opens = matches!(of.command, MeterStepCommand::OpenMeter { .. });
        if let (Some(value), Some(meter), false) = (&of.value, &of.meter, opens) {
            let wanted = sign::meter(place, value)?;
            let found = self.meter_value(meter).unwrap_or(MicroCents::from_micro_cents(-1));
            if wanted != found {
                self.ruled.differences.push(difference(&format!("{place}, value"), value, &dollars(found)));
            }
        }
        if let (Some(shows), Some(meter)) = (&of.shows, &of.meter) {
            let found = self.meter_value(meter).unwrap_or(MicroCents::from_micro_cents(0));
            let cents = found.micro_cents().div_euclid(1_000_000);
            let found = Money::from_cents(i64::try_from(cents).unwrap_or(0)).to_string();
            if *shows != found {
                self.ruled.differences.push(difference(&format!("{place}, shows"), shows, &found));
            }
        }
        if let Some(pays) = &of.pays {
            let (meter, table) = self.meter_and_table(place, of)?;
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

    pub(crate) fn actor(&self, place: &str, step: &Step, by: Option<&str>) -> Result<Actor, CaseError> {
        let seat = step.head.seat.map_or(Ok(0), |seat| seat_of(place, seat))?;
        let who = match by {
            None if step.command.is_the_players() => Who::Seat(seat),
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
        let actor = self.actor(place, step, step.head.by.as_deref())?;
        match &step.command {
            StepCommand::Table(command) => {
                if matches!(command, TableCommand::Settle {} | TableCommand::SettleHand { .. }) {
                    self.proceed();
                }
                let command = self.command(place, command)?;
                Ok(self.table(actor, &self.as_changed(command)))
            }
            StepCommand::Script(of) => self.script_step(place, (step, of), actor),
            StepCommand::Meter(of) => self.meter_step(place, of, actor),
        }
    }

    /// A command of the API as the table takes it.
    fn command(&self, place: &str, command: &TableCommand) -> Result<Command, CaseError> {
        if let TableCommand::Leave { seat: Some(seat) } = command {
            return Ok(Command::Leave { seat: seat_of(place, *seat)? });
        }
        let found = command.game_command((self.book, self.game), None);
        let found = found.map_err(|error| CaseError::new(place, error.what))?;
        found.ok_or_else(|| CaseError::new(place, "a script has no floor to tell this"))
    }

    /// What a command changes of the sign; a script leaves out what stays.
    fn as_changed(&self, command: Command) -> Command {
        match command {
            Command::ChangeLimits { limits, at_once } => {
                Command::ChangeLimits { limits: Box::new(self.changed_limits(&limits)), at_once }
            }
            Command::ChangePayTables(chosen) => {
                let sign = self.house.table.sign.as_ref();
                let mut all = sign.map_or_else(Vec::new, |sign| sign.paytables.clone());
                all.retain(|(name, _)| !chosen.iter().any(|(other, _)| other == name));
                all.extend(chosen);
                Command::ChangePayTables(all)
            }
            other => other,
        }
    }

    fn script_step(
        &mut self,
        place: &str,
        (step, of): (&Step, &ScriptStep),
        actor: Actor,
    ) -> Result<StepOutcome, CaseError> {
        let command = match of {
            ScriptStep::Sit { .. } => self.sit(place, of)?,
            ScriptStep::Place { seat, wager, amount, medium, for_absent } => {
                let seat = seat_of(place, *seat)?;
                return Ok(self.place(
                    actor,
                    seat,
                    Command::Place {
                        seat,
                        // A spot that the layout does not have is one too many.
                        wager: self.game.wager(wager).unwrap_or(self.game.wager.len()),
                        amount: amount.0,
                        medium: medium.unwrap_or(Medium::Chips),
                        proxy: *for_absent,
                        checked: true,
                    },
                ));
            }
            ScriptStep::PlaceForAnother { seat, staked_by } => {
                let (seat, by) = (seat_of(place, *seat)?, seat_of(place, *staked_by)?);
                Command::PlaceForAnother { seat, by }
            }
            ScriptStep::TakeBack { seat, wager, amount } => {
                let (seat, wager) = (seat_of(place, *seat)?, self.spot(place, wager)?);
                let held = self.house.table.seats.get(seat).map_or(Money::ZERO, |found| found.stakes[wager]);
                Command::TakeBack { seat, wager, amount: amount.map_or(held, |amount| amount.0) }
            }
            ScriptStep::Deal { deck: first } => {
                Command::Deal(engine::Hidden::boxed(deck(place, first.as_deref())?))
            }
            ScriptStep::Decide { seat, decision, amount } => {
                let seat = seat_of(place, *seat)?;
                return self.decide(place, (seat, decision, *amount), actor);
            }
            ScriptStep::OrderCount { cards } => {
                Command::OrderCount { cards: cards.or(self.deck_count).unwrap_or(52) }
            }
            ScriptStep::PlayRound { seats, rounds } => {
                let seats = seats.as_ref().map(|seats| seats.iter().map(|seat| seat_of(place, *seat)));
                let seats = seats.map(Iterator::collect::<Result<Vec<usize>, CaseError>>).transpose()?;
                return self.play_rounds(place, seats.as_deref(), rounds.unwrap_or(1));
            }
            ScriptStep::Rule { what } => {
                let (table, trouble) = self.trouble(place, what)?;
                let ruler = self.ruler(place, step, table.by.as_deref())?;
                return Ok(self.table(ruler, &Command::Rule(Box::new(trouble))));
            }
            ScriptStep::SetLossLimit { seat, loss_limit, net_loss } => Command::SetLossLimit {
                seat: seat_of(place, *seat)?,
                limit: money(place, loss_limit)?,
                lost: net_loss.as_deref().map(|text| money(place, text)).transpose()?,
            },
            ScriptStep::PostNotice { of, limits, table, .. } => {
                return self.post_notice(place, (of, limits, table.as_ref()), actor);
            }
        };
        Ok(self.table(actor, &command))
    }

    /// What went wrong, as a step has it.
    fn trouble(
        &self,
        place: &str,
        what: &toml::Table,
    ) -> Result<(IrregularityTable, IrregularityReport), CaseError> {
        let mut table = crate::file::irregularity(place, what, true)?;
        table.deck_count = table.deck_count.or(self.deck_count);
        let report = crate::irregularities::report(place, &table)?;
        let report = crate::irregularities::with_spot(place, self.game, (report, &table))?;
        Ok((table, report))
    }

    /// Who rules: the step says so, or what it rules on.
    fn ruler(&self, place: &str, step: &Step, other: Option<&str>) -> Result<Actor, CaseError> {
        match (step.head.by.as_deref(), other) {
            (Some(one), Some(other)) if one != other => {
                Err(CaseError::new(place, format!("by: give either {one} or {other}, not both")))
            }
            (by, other) => self.actor(place, step, by.or(other)),
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

    fn sit(&self, place: &str, step: &ScriptStep) -> Result<Command, CaseError> {
        let ScriptStep::Sit { seat, player_card, loss_limit, net_loss, several, blind_hand_of } = step else {
            return Err(CaseError::new(place, "this is not a step of sitting down"));
        };
        let mut patron = Patron::default();
        if player_card.as_deref().is_some_and(|card| card != "own") {
            patron.invalid_card = Some(FoundWhen::Before);
            patron.no_card = player_card.as_deref() == Some("none");
        }
        if let Some(limit) = loss_limit {
            let lost = net_loss.as_deref().map_or(Ok(Money::ZERO), |text| money(place, text))?;
            patron.loss = Some((money(place, limit)?, lost));
        }
        let first = self.house.table.seats.iter().position(|seat| seat.taken);
        let blind_of = match (blind_hand_of, several) {
            (Some(other), _) => Some(seat_of(place, *other)?),
            (None, true) => Some(first.unwrap_or(0)),
            (None, false) => None,
        };
        Ok(Command::Sit { seat: seat_of(place, *seat)?, blind_of, patron })
    }

    fn spot(&self, place: &str, on: &str) -> Result<usize, CaseError> {
        self.game
            .wager(on)
            .ok_or_else(|| CaseError::new(place, format!("{} has no spot '{on}'", self.game.name)))
    }

    /// A wager; on a blind hand it is its owner who lays it.
    fn place(&mut self, actor: Actor, seat: usize, wager: Command) -> StepOutcome {
        let owner = self.house.table.seats.get(seat).and_then(|found| found.blind_of);
        let actor = match (actor.who, owner) {
            (Who::Seat(_), Some(owner)) => Actor { who: Who::Seat(usize::from(owner)), ..actor },
            _ => actor,
        };
        self.table(actor, &wager)
    }

    fn decide(
        &mut self,
        place: &str,
        (seat, word, amount): (usize, &str, Option<Dollars>),
        actor: Actor,
    ) -> Result<StepOutcome, CaseError> {
        self.proceed();
        let at = match self.house.table.phase {
            Phase::Deciding(at) => usize::from(at),
            _ => self.game.step.iter().position(|step| !step.choices.is_empty()).unwrap_or(0),
        };
        let ante = self.game.wager("ante").unwrap_or(0);
        let ante = self.house.table.seats.get(seat).map_or(Money::ZERO, |found| found.stakes[ante]);
        let decided = match (word, amount) {
            ("bet", Some(_)) => DecisionKind::Bet.with(amount.map(|amount| amount.0)).map_err(str::to_string),
            (_, Some(_)) => Err("only a bet has an amount".to_string()),
            ("fold-ante", None) => Ok(Decision::FoldAnte),
            (word, None) => decision(self.game, at, ante, word),
        };
        let decision = match decided.map_err(|what| CaseError::new(place, what))? {
            // At the table every stake is looked at.
            Decision::Bet { amount, .. } => Decision::Bet { amount, checked: true, token: false },
            other => other,
        };
        Ok(self.table(actor, &Command::Decide { seat, decision }))
    }

    /// Turns up what comes, when everybody has decided.
    pub(crate) fn proceed(&mut self) {
        let actor = self.dealer();
        earlier::proceed(&mut self.house, actor);
    }

    /// Rounds in which nothing happens but that everybody folds.
    fn play_rounds(
        &mut self,
        place: &str,
        seats: Option<&[usize]>,
        rounds: u32,
    ) -> Result<StepOutcome, CaseError> {
        let mut came = StepOutcome::Done(Vec::new());
        for _ in 0..rounds {
            came = self.play_round(place, seats)?;
            if let StepOutcome::Refused(..) = came {
                break;
            }
        }
        Ok(came)
    }

    fn play_round(&mut self, place: &str, seats: Option<&[usize]>) -> Result<StepOutcome, CaseError> {
        let dealer = self.dealer();
        if self.house.table.sign.is_none() {
            return Err(CaseError::new(place, "the table is not open"));
        }
        let seats = seats.map_or_else(
            || (0..self.house.table.seats.len()).filter(|&at| self.house.table.seats[at].taken).collect(),
            <[usize]>::to_vec,
        );
        Ok(match earlier::play_round(&mut self.house, self.game, dealer, &seats) {
            Ok(last) => StepOutcome::Done(self.house.said[last..].iter().map(|event| event.cite).collect()),
            Err(refusal) => StepOutcome::Refused(refusal.cite, refusal.reason.to_string()),
        })
    }

    fn post_notice(
        &mut self,
        place: &str,
        (of, limits, table): (&str, &BTreeMap<String, Bounds>, Option<&String>),
        actor: Actor,
    ) -> Result<StepOutcome, CaseError> {
        // A sign about meters stands at every table of every meter; about their tables, for both purposes.
        let about_meters: &[MeterNotice] = match of {
            "terms" => &[MeterNotice::Terms],
            "meter" => &[MeterNotice::Tables, MeterNotice::Closing],
            _ => &[],
        };
        if about_meters.is_empty() {
            let of = match of {
                "closing" => NoticeOf::Closing,
                "pay-tables" => NoticeOf::PayTables,
                _ => NoticeOf::Limits,
            };
            let changes = commands::limits(self.game, limits);
            let changes = changes.map_err(|error| CaseError::new(place, error.what))?;
            let limits = (of == NoticeOf::Limits).then(|| Box::new(self.changed_limits(&changes)));
            return Ok(self.table(actor, &Command::PostNotice { of, limits }));
        }
        let mut came = StepOutcome::Done(Vec::new());
        let open = self.house.state.numbered().filter(|(_, meter)| !meter.closed).map(|(at, _)| at);
        for meter in open.collect::<Vec<_>>() {
            for &of in about_meters {
                let table = table.map(|name| self.table_number(Some(name)));
                came = self.meters(actor, &jackpot::Command::PostNotice { meter, of, table });
            }
        }
        Ok(came)
    }

    /// The sign's limits with what a step changes.
    fn changed_limits(&self, changes: &Limits) -> Limits {
        let mut limits =
            self.house.table.sign.as_ref().map_or_else(Limits::default, |sign| sign.limits.clone());
        for at in 0..engine::WAGERS {
            limits.min[at] = changes.min[at].or(limits.min[at]);
            limits.max[at] = changes.max[at].or(limits.max[at]);
        }
        limits
    }
}

/// The seat of a place.
fn seat_of(place: &str, seat: PlaceNumber) -> Result<usize, CaseError> {
    seat.seat().map_err(|error| CaseError::new(place, error.to_string()))
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
