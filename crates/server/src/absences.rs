//! What was done in place of players who were away, kept for those who come back and for the pit.

use engine::PatronId;
use engine::banked::{Decision, Event as E, Table};
use money::Money;
use rulebook::{ChoiceKind, Cite, Rulebook, Variant};
use std::collections::VecDeque;

/// As many are kept of a table.
const KEPT: usize = 60;

/// What was done in place of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deemed {
    /// The hand was checked, which costs nothing.
    Checked,
    /// The hand was folded.
    Folded,
    /// The Ante was folded; the side wagers stayed.
    AnteFolded,
    /// A wager that lacked its companion was given back.
    GivenBack(String, Money),
}

impl Deemed {
    /// As programs read it.
    pub const fn word(&self) -> &'static str {
        match self {
            Deemed::Checked => "checked",
            Deemed::Folded => "folded",
            Deemed::AnteFolded => "ante-folded",
            Deemed::GivenBack(..) => "given-back",
        }
    }
}

/// Something that was done in place of a player who was away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbsenceNote {
    pub round: u64,
    /// The place of the hand, from 0.
    pub seat: usize,
    /// Whose it was.
    pub patron: Option<PatronId>,
    /// What was done.
    pub deemed: Deemed,
    pub clause: String,
    /// The reading of it, where one was taken.
    pub reading: Option<String>,
    /// The player has acted since, or has put the note away.
    pub seen: bool,
}

/// What was done in place of players at a table, the latest last.
#[derive(Clone, Debug, Default)]
pub struct Absences(VecDeque<AbsenceNote>);

impl Absences {
    /// From a table as it is found: who was away in the round that is on.
    pub fn from_table(book: &Rulebook, table: &Table, patrons: &[Option<PatronId>]) -> Absences {
        let mut all = Absences::default();
        for (seat, _) in table.boxes().iter().enumerate().filter(|(_, seat)| seat.absent) {
            all.note(book, table, patrons, seat, deemed(table, seat), book.table.wagers.absent.cite);
        }
        all
    }

    /// Goes on by what has happened; told after it was applied.
    pub fn apply_event(
        &mut self,
        (book, game): (&Rulebook, &Variant),
        table: &Table,
        patrons: &[Option<PatronId>],
        (event, cite): (&E, Cite),
    ) {
        match *event {
            E::Decided { seat, decision: Decision::Absent, .. } => {
                let seat = usize::from(seat);
                self.note(book, table, patrons, seat, deemed(table, seat), cite);
            }
            E::WagerRefused { seat, wager, amount } => {
                let Some(rules) = game.wager.get(usize::from(wager)) else { return };
                // Somebody may also refuse a wager for a reason of their own: then no companion was lacking.
                let companions = [&rules.needs, &rules.equals];
                if companions.into_iter().flatten().any(|other| other.cite == cite) {
                    let back = Deemed::GivenBack(rules.name.clone(), amount);
                    self.note(book, table, patrons, usize::from(seat), back, cite);
                }
            }
            E::WagerPlaced { seat, .. } | E::Decided { seat, .. } => {
                if let Some(patron) = patrons.get(table.owner(usize::from(seat))).copied().flatten() {
                    self.put_away(patron);
                }
            }
            _ => {}
        }
    }

    fn note(
        &mut self,
        book: &Rulebook,
        table: &Table,
        patrons: &[Option<PatronId>],
        seat: usize,
        deemed: Deemed,
        cite: Cite,
    ) {
        let note = AbsenceNote {
            round: table.rounds,
            seat,
            patron: patrons.get(table.owner(seat)).copied().flatten(),
            deemed,
            clause: book.label(cite).to_string(),
            reading: book.citation(cite).reading.map(|id| book.reading(id).name.clone()),
            seen: false,
        };
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(note);
    }

    /// A player has seen what was done.
    pub fn put_away(&mut self, patron: PatronId) {
        self.0.iter_mut().filter(|note| note.patron == Some(patron)).for_each(|note| note.seen = true);
    }

    /// What a player has not seen yet, the latest last.
    pub fn unseen(&self, patron: PatronId) -> impl Iterator<Item = &AbsenceNote> {
        self.0.iter().filter(move |note| note.patron == Some(patron) && !note.seen)
    }

    /// All, the latest first.
    pub fn latest(&self) -> impl Iterator<Item = &AbsenceNote> {
        self.0.iter().rev()
    }
}

/// What an absence at a box counted as.
fn deemed(table: &Table, seat: usize) -> Deemed {
    match table.seats[seat].choice_for_absent() {
        ChoiceKind::Fold => Deemed::Folded,
        ChoiceKind::FoldAnte => Deemed::AnteFolded,
        ChoiceKind::Check | ChoiceKind::Bet => Deemed::Checked,
    }
}
