//! A house, kept the plain way: its book, its meters, who works there, and the breaches that were recorded.

use super::{Model, Speaker, Staff};
use engine::jackpot::{self, Meters};
use engine::{Actor, Machine, PatronId, Who};
use house::{Command as H, Person};
use rulebook::{Act, BreachKind, Rulebook, SanctionKind};

/// A house: the people and the meters under one book.
pub struct PlainHouse {
    pub book: &'static Rulebook,
    /// Who keeps the files of its patrons; houses with the same keeper share them.
    pub operator: String,
    pub(super) meters: Meters<'static>,
    pub meter_state: jackpot::State,
    pub(super) staff: Staff,
    /// Of each breach by a patron: who, what, and whether it has kept them out.
    pub(super) breaches: Vec<(PatronId, BreachKind, bool)>,
}

impl PlainHouse {
    /// A house under a book.
    pub fn new(book: &'static Rulebook, operator: &str, staff: Staff) -> PlainHouse {
        PlainHouse {
            book,
            operator: operator.into(),
            meters: Meters::new(book),
            meter_state: jackpot::State::default(),
            staff,
            breaches: Vec::new(),
        }
    }

    /// Whether the floor's house has the same breaches.
    pub(super) fn equals(&self, state: &house::State) -> bool {
        let same = |(own, found): (&(PatronId, BreachKind, bool), &house::Breach)| {
            let out = found.sanctions.contains(&SanctionKind::ExcludeFromCasino);
            patron(found.of).is_some_and(|patron| *own == (patron, found.kind, out))
        };
        self.breaches.len() == state.breaches.len() && self.breaches.iter().zip(&state.breaches).all(same)
    }

    /// Whether somebody works here, with another beside them who does too where one is named.
    fn works(&self, by: Speaker) -> bool {
        self.staff.role(by).is_some() && self.staff.sound(by)
    }
}

fn patron(of: Person) -> Option<PatronId> {
    if let Person::Patron(number) = of { Some(number) } else { None }
}

impl Model {
    pub(super) fn meter_told(&mut self, at: usize, by: Speaker, command: &jackpot::Command) -> bool {
        let now = self.moment();
        let of = &mut self.houses[at];
        let who = match by.0.person {
            Person::System => Who::System,
            Person::Staff(_) => Who::Staff(of.staff.role(by).unwrap_or_default()),
            _ => Who::Outside(of.staff.place(by).unwrap_or_default()),
        };
        let mut said = Vec::new();
        if of.meters.decide(&of.meter_state, Actor { who, at: now }, command, &mut said).is_err() {
            return false;
        }
        said.iter().for_each(|event| of.meters.evolve(&mut of.meter_state, &event.value));
        self.follow_meters(at);
        true
    }

    /// A house is told of a breach, or does something about one.
    pub(super) fn house_told(&mut self, at: usize, by: Speaker, command: &H) -> bool {
        let of = &mut self.houses[at];
        match command {
            H::RecordBreach { of: Person::Patron(number), kind, what, .. } => {
                let fits = of.book.house.breach(*kind).is_some() && of.works(by) && !what.trim().is_empty();
                if fits {
                    of.breaches.push((*number, *kind, false));
                }
                fits
            }
            &H::Sanction { breach, kind: SanctionKind::ExcludeFromCasino, amount: None, .. } => {
                let may = |act| of.staff.may(of.book, by, act);
                let (true, Some(row)) = (
                    may(Act::Sanction) && may(Act::ExcludePatron),
                    of.book.house.sanction(SanctionKind::ExcludeFromCasino),
                ) else {
                    return false;
                };
                let Some((number, kind, out)) = of.breaches.get_mut(breach) else { return false };
                if *out || !(row.only.is_empty() || row.only.contains(kind)) {
                    return false;
                }
                *out = true;
                let number = *number;
                // In their file, and so at every table of the operator.
                self.file_told((at, number), by, &house::PatronCommand::Exclude { until: None });
                true
            }
            _ => false,
        }
    }
}
