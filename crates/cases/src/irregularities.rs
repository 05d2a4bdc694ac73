//! The irregularities of a case.

use crate::file::{CaseError, IrregularityTable};
use crate::play::RoundRun;
use crate::ruling::IrregularityLine;
use crate::vocabulary;
use engine::banked::{Command, Event, Hand, IrregularityReport, Patron, Phase};
use engine::{Actor, Moment, Who};
use money::Money;
use rulebook::{Exposed, IrregularityKind, Medium, Place, Rulebook, Variant};

/// Seats as the engine numbers them, a bit each.
fn bits(place: &str, key: &str, seats: &[usize]) -> Result<u16, CaseError> {
    seats.iter().try_fold(0, |bits, seat| match seat {
        1..=16 => Ok(bits | 1 << (seat - 1)),
        _ => Err(CaseError::new(place, format!("{key}: there is no seat {seat}; they are numbered from 1"))),
    })
}

pub(crate) fn report(place: &str, table: &IrregularityTable) -> Result<IrregularityReport, CaseError> {
    let Some(what) = IrregularityKind::from_word(&table.what) else {
        return Err(CaseError::new(place, format!("'{}' is not known", table.what)));
    };
    let of = match vocabulary::word(place, "of", table.of.as_deref().unwrap_or("player"), &vocabulary::OF)? {
        "dealer" => Exposed::Dealer,
        "board" => Exposed::Board,
        "jackpot-cards" => Exposed::JackpotCards,
        _ => Exposed::Player,
    };
    let of = match (what, table.card.as_deref()) {
        (IrregularityKind::ShownEarly, Some(card)) => {
            match vocabulary::word(place, "card", card, &vocabulary::EARLY)? {
                "dealer" => Exposed::Dealer,
                _ => Exposed::Board,
            }
        }
        (IrregularityKind::ShownEarly, None) => {
            return Err(CaseError::new(place, "card: say which card was shown"));
        }
        _ => of,
    };
    let rulings = vocabulary::rulings(what);
    if let Some(ruling) = &table.ruling {
        vocabulary::word(place, "ruling", ruling, rulings)?;
    }
    if table.on.is_some() && table.ruling.as_deref() != Some("void") {
        return Err(CaseError::new(place, "on: one wager alone can be void, with ruling = \"void\""));
    }
    bits(place, "undecided", &table.undecided)?;
    bits(place, "leaves", &table.leaves)?;
    bits(place, "joins", &table.joins)?;
    Ok(IrregularityReport {
        seats: bits(place, "seats", &table.seats)?,
        retracts: bits(place, "retracts", &table.retracts)?,
        of,
        cards: table.cards.unwrap_or(1),
        looked: table.looked,
        order_known: table.order_known,
        surplus: table.surplus.unwrap_or(1),
        deck_count: table.deck_count.unwrap_or(if what == IrregularityKind::WrongDeck { 51 } else { 52 }),
        foreign: table.foreign,
        named: table.named,
        only_cards: table.only_cards,
        chosen: table.ruling.clone(),
        ..IrregularityReport::new(what)
    })
}

/// The spot of the one wager that a ruling is about.
pub(crate) fn with_spot(
    place: &str,
    game: &Variant,
    (report, table): (IrregularityReport, &IrregularityTable),
) -> Result<IrregularityReport, CaseError> {
    let Some(on) = &table.on else { return Ok(report) };
    match game.wager(on) {
        Some(wager) => Ok(IrregularityReport { wager: Some(wager), ..report }),
        None => {
            let spots: Vec<&str> = game.wager.iter().map(|wager| wager.on.as_str()).collect();
            Err(CaseError::new(
                place,
                format!("{} has no spot '{on}'; it has {}", game.name, spots.join(", ")),
            ))
        }
    }
}

impl RoundRun<'_, '_> {
    /// Rules on the irregularities whose time has come.
    pub(crate) fn rule_now(
        &mut self,
        due: impl Fn(IrregularityKind, &IrregularityTable) -> bool,
    ) -> Result<(), CaseError> {
        let mut at = 0;
        while at < self.irregularities.len() {
            let (number, report, table) = &self.irregularities[at];
            if !due(report.what, table) {
                at += 1;
                continue;
            }
            let (number, report, table) = (*number, report.clone(), *table);
            self.irregularities.remove(at);
            let steps = self.game.step.iter().map(|step| step.name.as_str());
            let mut names = steps.filter(|name| !name.is_empty());
            if let Some(before) = table.before.as_deref().filter(|before| !names.any(|name| name == *before))
            {
                let place = format!("irregularity {number}");
                return Err(CaseError::new(place, format!("{} has no decision '{before}'", self.game.name)));
            }
            let place = format!("irregularity {number}");
            self.rule_one(&place, report, table).map_err(CaseError::on_ruling)?;
        }
        Ok(())
    }

    fn rule_one(
        &mut self,
        place: &str,
        report: IrregularityReport,
        table: &IrregularityTable,
    ) -> Result<(), CaseError> {
        let by = table.by.as_deref().unwrap_or("dealer");
        let role = self.book.ladder.role(by).ok_or_else(|| no_role(self.book, place, by))?;
        let actor = Actor { who: Who::Staff(role), at: Moment(0) };
        if self.house.table.phase == Phase::Betting {
            let what = "the round is over already";
            return Err(CaseError::new(place, what).by(self.book.label(self.book.table.round)));
        }
        // Early cards concern each player by what that player has done so far.
        let parts = match (report.what, table.undecided.is_empty()) {
            (IrregularityKind::ShownEarly, false) => {
                let next =
                    self.game.step.iter().find(|step| !step.name.is_empty()).map(|step| step.name.as_str());
                self.by_having_bet(&report, table.card.as_deref() == next)
            }
            _ => vec![report],
        };
        for part in parts {
            let from = self.house.said.len();
            self.tell(place, actor, &Command::Rule(Box::new(part)))?;
            self.note_ruling(from, &table.what, by);
            if self.house.table.phase == Phase::Betting && !table.leaves.is_empty() | !table.joins.is_empty()
            {
                self.between_rounds(place, table)?;
                return Ok(());
            }
        }
        if table.leaves.is_empty() && table.joins.is_empty() {
            Ok(())
        } else {
            let what = "leaves and joins are for the next round, but this one goes on";
            Err(CaseError::new(place, what))
        }
    }

    /// Splits an early card by whether the players concerned have made their first later wager.
    pub(crate) fn by_having_bet(&self, report: &IrregularityReport, next: bool) -> Vec<IrregularityReport> {
        let first = self.game.wager.iter().position(|wager| wager.place == Place::Later);
        let all = self.house.table.dealt_areas().filter(|&at| self.house.table.seats[at].hand == Hand::Live);
        let mut parts: [u16; 2] = [0, 0];
        for at in all {
            let bet = first.is_some_and(|first| !self.house.table.seats[at].stakes[first].is_zero());
            parts[usize::from(bet)] |= 1 << at;
        }
        if next && parts[0] != 0 {
            // For those who have bet the card was the next to be shown anyway.
            parts[1] = 0;
        }
        let split = parts.into_iter().filter(|seats| *seats != 0);
        let split: Vec<IrregularityReport> =
            split.map(|seats| IrregularityReport { seats, ..report.clone() }).collect();
        let same = |part: &IrregularityReport| self.house.machine.row_clause(&self.house.table, part);
        match split.as_slice() {
            [one, other] if same(one) == same(other) => vec![report.clone()],
            [] => vec![report.clone()],
            _ => self.chosen_where_open(split),
        }
    }

    /// What those in charge chose is for the hands on which the book leaves it to them; the others have its own ruling.
    fn chosen_where_open(&self, parts: Vec<IrregularityReport>) -> Vec<IrregularityReport> {
        let open = |part: &IrregularityReport| self.house.machine.may_be_chosen(&self.house.table, part);
        if parts.iter().any(open) {
            let strip = |part: IrregularityReport| {
                if open(&part) { part } else { IrregularityReport { chosen: None, ..part } }
            };
            parts.into_iter().map(strip).collect()
        } else {
            parts
        }
    }

    pub(crate) fn note_ruling(&mut self, from: usize, what: &str, by: &str) {
        let mut line: Option<IrregularityLine> = None;
        for event in &self.house.said[from..] {
            match &event.value {
                Event::IrregularityRuled { ruling, .. } => {
                    use rulebook::Ruling as R;
                    match ruling {
                        R::Misdeal => self.outcome = "misdeal",
                        R::VoidRound | R::Invalidated | R::InvalidatedForfeiting => self.outcome = "void",
                        _ => {}
                    }
                    line = Some(IrregularityLine {
                        what: what.to_string(),
                        ruling: kebab(&format!("{ruling:?}")),
                        by: by.to_string(),
                        clause: self.book.label(event.cite).to_string(),
                        duties: Vec::new(),
                    });
                }
                Event::DutyDue { duty } => {
                    if let Some(line) = &mut line {
                        let duty = kebab(&format!("{duty:?}"));
                        line.duties.push((duty, self.book.label(event.cite).to_string()));
                    }
                }
                _ => {}
            }
        }
        self.rulings.extend(line);
    }

    /// After a misdeal: some leave, others join the jackpot, and the next round begins.
    pub(crate) fn between_rounds(&mut self, place: &str, table: &IrregularityTable) -> Result<(), CaseError> {
        for &seat in &table.leaves {
            self.tell(place, Actor::DEALER, &Command::Leave { seat: seat.wrapping_sub(1) })?;
        }
        let ante = self.game.wager("ante").unwrap_or(0);
        let cost = self
            .house
            .table
            .sign
            .as_ref()
            .and_then(|sign| sign.jackpot.as_ref())
            .map(|jackpot| jackpot.wager);
        for &number in &table.joins {
            let seat = number.wrapping_sub(1);
            if self.house.table.seats.get(seat).is_some_and(|found| !found.taken) {
                let patron = Patron::default();
                self.tell(place, Actor::DEALER, &Command::Sit { seat, blind_of: None, patron })?;
            }
            let (Some(wager), Some(amount)) = (self.house.machine.jackpot_spot(), cost) else { continue };
            let bet = |wager, amount| Command::Place {
                seat,
                wager,
                amount,
                medium: Medium::Chips,
                proxy: false,
                checked: false,
            };
            self.tell(place, Actor::DEALER, &bet(ante, Money::from_cents(10_000)))?;
            self.tell(place, Actor::DEALER, &bet(wager, amount))?;
        }
        Ok(())
    }
}

/// A role that nobody has here.
pub(crate) fn no_role(book: &Rulebook, place: &str, name: &str) -> CaseError {
    let known: Vec<&str> = book.ladder.roles.iter().map(|role| role.id.as_str()).collect();
    CaseError::new(place, format!("the ladder has no role '{name}'; it has {}", known.join(", ")))
}

/// "VoidHands" as files write it: "void-hands".
pub(crate) fn kebab(name: &str) -> String {
    let mut text = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
