//! What was played at a table, as its log tells it: who was in a round, and the most that it can have paid them. A dispute
//! or a wrong payment is of a round that there was.

use crate::account::Account;
use crate::floor::{Floor, FloorError, rules};
use crate::names::TableName;
use crate::stream_writer::EventSide;
use crate::table::{Event, State};
use crate::table_reader::Reading;
use engine::banked::{self, Banked, Event as E};
use engine::{PatronId, Refusal, SEATS, TableNumber};
use house::{Mispaid, MispaidOn, Reason};
use money::{Money, Rounding};
use rulebook::{Cite, Outcome, Pays, Variant, WagerRules};
use std::collections::{BTreeMap, BTreeSet};
use store::Stream;

/// A round as it matters to who complains of it.
#[derive(Default)]
struct Played {
    /// Who had a place while it was played.
    seated: BTreeSet<PatronId>,
    /// Somebody played whom the table does not know by a number, as at a live table.
    strangers: bool,
    /// The most that each player can have been paid; nobody for those whom the table does not know.
    most: BTreeMap<Option<PatronId>, Money>,
    /// The chips on the table when it was over.
    chips: Money,
}

/// The most that a wager of this amount can come to, its stake and what is paid besides for having it.
fn most_of(game: &Variant, wager: usize, stake: Money) -> Money {
    let Some(rules) = game.wager.get(wager) else { return stake };
    let pays = |odds: money::Odds| odds.pays(stake, Rounding::UP_TO_CENT).unwrap_or(Money::ZERO);
    let best = |rules: &WagerRules| {
        let cases = rules.case.iter().filter(|case| case.result == Outcome::Win);
        let odds = cases.filter_map(|case| case.pays.clone()).flat_map(|by| match by {
            Pays::Odds(odds) => vec![odds],
            Pays::Table(id) => {
                let tables = game.paytable.iter().filter(|table| table.id == id);
                tables.flat_map(|table| table.lines.iter().map(|line| line.pays.0)).collect()
            }
        });
        odds.map(pays).max().unwrap_or(Money::ZERO)
    };
    let besides = game.wager.iter().filter(|other| other.of.as_deref() == Some(&rules.on)).map(best);
    stake + best(rules) + besides.sum::<Money>()
}

/// The chips that a table has: its float, what lies on it, and what its players have before them.
fn chips(state: &State<banked::Table>) -> Money {
    let racks: Money = (0..SEATS as u8).map(|seat| state.rack(seat)).sum();
    state.holds(Account::Float) + state.holds(Account::Layout) + racks
}

impl Played {
    fn sits(&mut self, state: &State<banked::Table>) {
        let players = state.game.seats.iter().zip(&state.patrons).filter(|(seat, _)| seat.taken);
        for (seat, patron) in players.filter(|(seat, _)| seat.blind_of.is_none()) {
            match patron {
                Some(patron) => drop(self.seated.insert(*patron)),
                None => self.strangers |= seat.taken,
            }
        }
    }

    fn staked(&mut self, state: &State<banked::Table>, seat: usize, most: Money) {
        let patron = state.patrons.get(state.game.owner(seat)).copied().flatten();
        let sum = self.most.entry(patron).or_default();
        *sum = sum.checked_add(most).unwrap_or(*sum);
    }
}

impl Floor {
    /// The table of a book with that number, run here or elsewhere.
    fn table_stream(&self, book: &str, number: TableNumber) -> Result<Option<Stream>, FloorError> {
        for game in &rules(book)?.variants {
            let name = TableName { book: book.to_string(), game: game.game.clone(), number };
            if let Some(stream) = name.stream()
                && self.is_kept(&stream)?
            {
                return Ok(Some(stream));
            }
        }
        Ok(None)
    }

    /// What a jackpot wager of a table can win at most: what the meter has awarded or shows, and no less than its seed.
    fn most_of_jackpot(&self, machine: &Banked<'static>, state: &State<banked::Table>) -> Money {
        let terms = state.game.sign.as_ref().and_then(|sign| sign.jackpot.as_ref());
        let seed = terms.map_or(Money::ZERO, |terms| terms.seed_value(machine.book()));
        let awarded = state.award.map_or(Money::ZERO, |(royal, ..)| royal);
        let shown = state.meter.and_then(|meter| {
            let desk = self.meter(&machine.book().front.id).ok()?;
            let value = desk.with_state(|meters| meters.get(meter).map(|meter| meter.value))?;
            value.round(Rounding::UP_TO_CENT).ok()
        });
        seed.max(awarded).max(shown.unwrap_or(Money::ZERO))
    }

    /// A round of a table, where it was played or is under way.
    fn played(&self, stream: &Stream, round: u64) -> Result<Option<Played>, FloorError> {
        let (store, vault) = (&*self.tools.store, &*self.tools.vault);
        let mut reading = Reading::latest(store, vault, stream)?;
        if reading.state().game.rounds >= round {
            reading = Reading::new(stream)?;
        }
        let machine = std::sync::Arc::clone(reading.machine());
        let (mut found, mut jackpots) = (None::<Played>, Vec::new());
        reading.read_to(store, vault, u64::MAX, &mut |side, _, event, state| {
            if state.game.rounds != round {
                return;
            }
            let played = found.get_or_insert_default();
            played.chips = chips(state);
            if state.game.is_in_round() {
                played.sits(state);
            }
            if let (EventSide::Before, Event::Game(E::WagerSettled { seat, wager, staked, paid, .. })) =
                (side, &event.value)
            {
                let (seat, wager) = (usize::from(*seat), usize::from(*wager));
                played.staked(state, seat, most_of(machine.game.game(), wager, *staked).max(*paid));
                if machine.game.is_of_jackpot(wager) {
                    jackpots.push((seat, state.clone()));
                }
            }
        })?;
        let state = reading.state();
        if let Some(played) = found.as_mut().filter(|_| state.game.rounds == round) {
            let open =
                |seat: &banked::Seat, wager: usize| !seat.stakes[wager].is_zero() && !seat.is_settled(wager);
            let wagers = 0..machine.game.game().wager.len();
            let lie = state.game.boxes().iter().enumerate().filter(|_| state.game.is_in_round());
            for (at, seat) in lie {
                for wager in wagers.clone().filter(|wager| open(seat, *wager)) {
                    played.staked(state, at, most_of(machine.game.game(), wager, seat.stakes[wager]));
                }
            }
        }
        if let Some(played) = &mut found {
            for (seat, state) in jackpots {
                played.staked(&state, seat, self.most_of_jackpot(&machine.game, &state));
            }
        }
        Ok(found)
    }

    /// Whether somebody has a file under that number.
    fn has_file(&self, book: &str, patron: PatronId) -> Result<bool, FloorError> {
        let stream = self.file_stream(book, patron)?;
        self.is_kept(&stream)
    }

    /// The number by which the table knew somebody among these, who may have come with a linked number.
    fn known_among(
        &self,
        book: &str,
        patron: PatronId,
        among: &BTreeSet<PatronId>,
    ) -> Result<Option<PatronId>, FloorError> {
        if among.contains(&patron) {
            return Ok(Some(patron));
        }
        let own = self.open_patron(book, patron)?.stream().clone();
        for other in among {
            if *self.open_patron(book, *other)?.stream() == own {
                return Ok(Some(*other));
            }
        }
        Ok(None)
    }

    /// Why nobody can dispute that round of that table, where nobody can.
    pub(crate) fn not_to_dispute(
        &self,
        book: &str,
        (table, round): (TableNumber, u64),
        patron: PatronId,
    ) -> Result<Option<Refusal<Reason>>, FloorError> {
        let cite = rules(book)?.house.disputes.clause;
        let played = match self.there_was(book, (table, round), cite)? {
            Ok(played) => played,
            Err(refusal) => return Ok(Some(refusal)),
        };
        let no = |why: String| Ok(Some(Refusal::new(Reason::AtTable { table: Some(table), why }, cite)));
        if !self.has_file(book, patron)? {
            return no(format!("there is no file of a patron {patron}"));
        }
        if !played.strangers && self.known_among(book, patron, &played.seated)?.is_none() {
            return no(format!("patron {patron} was not at the table in round {round}"));
        }
        Ok(None)
    }

    fn there_was(
        &self,
        book: &str,
        (table, round): (TableNumber, u64),
        cite: Cite,
    ) -> Result<Result<Played, Refusal<Reason>>, FloorError> {
        let Some(stream) = self.table_stream(book, table)? else {
            let why = format!("there is no table {table} under this book");
            return Ok(Err(Refusal::new(Reason::AtTable { table: None, why }, cite)));
        };
        Ok(match self.played(&stream, round)? {
            Some(played) if round > 0 => Ok(played),
            _ => {
                let why = format!("round {round} was not played there");
                Err(Refusal::new(Reason::AtTable { table: Some(table), why }, cite))
            }
        })
    }

    /// Why a payment cannot have been wrong so, where it cannot: no such round, nobody of that number in it, or more than
    /// it can have paid.
    pub(crate) fn not_mispaid(
        &self,
        book: &str,
        mispaid: &Mispaid,
    ) -> Result<Option<Refusal<Reason>>, FloorError> {
        let cite = rules(book)?.house.mispayments.bound;
        let Mispaid { table, round, patron, amount, .. } = *mispaid;
        let no = |why: String| Ok(Some(Refusal::new(Reason::AtTable { table: Some(table), why }, cite)));
        // Chips are bought and changed between rounds too, also before the first.
        let of_wager = mispaid.of == MispaidOn::Wager;
        let played = match (of_wager || round > 0, self.table_stream(book, table)?) {
            (false, Some(stream)) => self.played(&stream, 0)?.unwrap_or_default(),
            _ => match self.there_was(book, (table, round), cite)? {
                Ok(played) => played,
                Err(refusal) => return Ok(Some(refusal)),
            },
        };
        if let Some(patron) = patron
            && !self.has_file(book, patron)?
        {
            return no(format!("there is no file of a patron {patron}"));
        }
        let most = match patron.filter(|_| of_wager) {
            _ if !of_wager => played.chips,
            None => played.most.values().max().copied().unwrap_or_default(),
            Some(patron) => {
                let players = played.most.keys().filter_map(|known| *known).collect();
                match self.known_among(book, patron, &players)? {
                    Some(known) => played.most.get(&Some(known)).copied().unwrap_or_default(),
                    None if played.strangers => played.most.get(&None).copied().unwrap_or_default(),
                    None => return no(format!("patron {patron} did not play in round {round}")),
                }
            }
        };
        if amount > most {
            return no(format!("round {round} cannot have been paid so wrong: the most is {most}"));
        }
        Ok(None)
    }
}
