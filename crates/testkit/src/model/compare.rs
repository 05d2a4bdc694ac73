//! What the floor has and what the model has, held against each other stream by stream.

use super::chance::PATRONS;
use super::duel::words;
use super::{Duel, Model, Order};
use engine::PatronId;
use engine::jackpot::Meters;
use floor::table::{Command, Tender};
use floor::{BankedTable, Floor, StreamWriter};
use house::{House, PatronCommand, Patrons};
use std::sync::Arc;

/// A stream of the floor, and whose it is in the model.
pub(super) enum Place {
    /// A table, by its place in the list.
    Table(usize, Arc<StreamWriter<BankedTable>>),
    /// The meters of a house.
    Meter(usize, Arc<StreamWriter<Meters<'static>>>),
    House(usize, Arc<StreamWriter<House<'static>>>),
    /// A file as it was opened, at the first house of its operator.
    File(usize, PatronId, Arc<StreamWriter<Patrons<'static>>>),
}

/// All streams of a floor: a file for every number with each operator.
pub(super) fn places(floor: &Floor, model: &Model) -> Result<Vec<Place>, String> {
    let mut places = Vec::new();
    for (at, table) in model.tables.iter().enumerate() {
        let numbered = |desk: &Arc<StreamWriter<BankedTable>>| {
            floor::TableName::of(desk.stream()).is_some_and(|name| name.number == table.number)
        };
        places.push(Place::Table(at, floor.tables().into_iter().find(numbered).ok_or("no table")?));
    }
    let mut operators: Vec<&str> = Vec::new();
    for (at, house) in model.houses.iter().enumerate() {
        let id = &house.book.front.id;
        places.push(Place::Meter(at, floor.meter(id).map_err(words)?));
        places.push(Place::House(at, floor.house(id).map_err(words)?));
        if operators.contains(&house.operator.as_str()) {
            continue;
        }
        operators.push(&house.operator);
        for number in (1..=PATRONS + 1).map(PatronId) {
            places.push(Place::File(at, number, floor.patron(id, number).map_err(words)?));
        }
    }
    Ok(places)
}

impl Place {
    pub(super) fn version(&self) -> u64 {
        match self {
            Place::Table(_, desk) => desk.version(),
            Place::Meter(_, desk) => desk.version(),
            Place::House(_, desk) => desk.version(),
            Place::File(_, _, desk) => desk.version(),
        }
    }

    fn name(&self) -> String {
        match self {
            Place::Table(_, desk) => desk.stream().to_string(),
            Place::Meter(_, desk) => desk.stream().to_string(),
            Place::House(_, desk) => desk.stream().to_string(),
            Place::File(_, _, desk) => desk.stream().to_string(),
        }
    }
}

/// Whether it stands in the logs that somebody asked, though a patron's file has the last word and may refuse.
fn asks_file(order: &Order) -> bool {
    let Order::Table(_, command) = order else { return false };
    matches!(command, Command::AskSeat { .. } | Command::BuyIn { with: Tender::Account, .. })
}

impl Duel {
    /// What an order may have touched is compared; all else must not have moved.
    pub(super) fn compare(&mut self, order: &Order, done: bool) -> Result<(), String> {
        let now: Vec<u64> = self.places.iter().map(Place::version).collect();
        let before = std::mem::replace(&mut self.versions, now);
        for (at, was) in before.into_iter().enumerate() {
            let (place, is) = (&self.places[at], self.versions[at]);
            if was == is && !self.is_of(place, order) {
                continue;
            }
            let may = done || asks_file(order);
            if was != is && (!may || !self.is_of(place, order) && !self.may_move(place, order)) {
                return Err(format!("{} moved from {was} to {is}", place.name()));
            }
            self.same(at)?;
        }
        Ok(())
    }

    /// Whether an order was given to that stream.
    fn is_of(&self, place: &Place, order: &Order) -> bool {
        match (place, order) {
            (Place::Table(at, _), Order::Table(of, _)) => at == of,
            (Place::Meter(at, _), Order::Meter(of, _)) => at == of,
            (Place::House(at, _), Order::House(of, _)) => at == of,
            (Place::File(at, number, _), Order::Patron(house, of, _)) => {
                self.model.person(*house, *of) == self.model.opened(*at, *number)
            }
            _ => false,
        }
    }

    /// Whether an order to one stream may move the other: a table its house's meter, its house and files of its
    /// operator; a file the table where its patron plays with its meter, and the file that it is linked with; a meter the
    /// signs of its house; a house files of its operator and their tables.
    fn may_move(&self, place: &Place, order: &Order) -> bool {
        let house = self.model.house(order);
        let operator = |at: usize| self.model.houses[at].operator == self.model.houses[house].operator;
        match (place, order) {
            (Place::Table(at, _), Order::Patron(..) | Order::House(..)) => {
                operator(self.model.tables[*at].home)
            }
            (Place::Table(at, _), Order::Meter(..)) => self.model.tables[*at].home == house,
            (Place::Meter(at, _) | Place::House(at, _), Order::Table(..)) => *at == house,
            // Whoever has to leave takes a jackpot wager along that lay there for the next round.
            (Place::Meter(at, _), Order::Patron(..) | Order::House(..)) => operator(*at),
            (Place::File(at, ..), Order::Table(..) | Order::House(..)) => operator(*at),
            (Place::File(at, ..), Order::Patron(_, _, PatronCommand::Link { .. })) => operator(*at),
            _ => false,
        }
    }

    /// Compares one stream with the model.
    fn same(&mut self, at: usize) -> Result<(), String> {
        let place = &self.places[at];
        let differs = match place {
            Place::Table(at, desk) => self.model.tables[*at].differs(desk),
            Place::Meter(at, desk) => {
                let same = desk.with_state(|state| *state == self.model.houses[*at].meter_state);
                (!same).then(|| "the meters differ".into())
            }
            Place::House(at, desk) => {
                let same = desk.with_state(|state| self.model.houses[*at].equals(state));
                (!same).then(|| "the breaches differ".into())
            }
            Place::File(at, number, desk) => {
                let file = self.model.file_opened(*at, *number);
                desk.with_state(|real| (!file.equals(real)).then(|| format!("{real:?}\n{file:?}")))
            }
        };
        differs.map_or(Ok(()), |what| Err(format!("{}: {what}", place.name())))
    }

    /// Compares everything.
    pub(super) fn everything(&mut self) -> Result<(), String> {
        (0..self.places.len()).try_for_each(|at| self.same(at))
    }
}
