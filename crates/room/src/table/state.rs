//! All that a table knows between hands.

use super::kill::Kill;
use super::lineup::Lineup;
use super::sign::Sign;
use crate::seats::Seats;
use crate::terms::{ChipAmount, MOST};
use engine::Moment;

/// Somebody, as the house numbers people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Person(pub u64);

/// How a player is dealt in again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Entry {
    /// With the next hand.
    #[default]
    Free,
    /// When the last blind comes to the seat.
    Waits,
    /// With the next hand, for a live post of the large blind.
    Posts,
}

/// Whether a player takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Standing {
    #[default]
    In,
    DealtOut,
    /// Is away from the table.
    Walking,
}

/// The marker in front of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marker {
    DealtOut,
    Walking,
    MissedBlind,
    Absent,
    Reserved,
}

/// A seated player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatedPlayer {
    pub person: Person,
    /// Chips in play.
    pub stack: ChipAmount,
    /// Chips bought during the hand: they count from the next one.
    pub bought: ChipAmount,
    /// Whether the player takes part.
    pub standing: Standing,
    /// How dealt in again.
    pub entry: Entry,
    /// Has missed a blind.
    pub missed: bool,
    /// New to the game: not dealt in at the button.
    pub new: bool,
    /// The condition was imposed: it is not the player's choice.
    pub imposed: bool,
    /// Has paid the blinds of this turn of the button.
    pub paid: bool,
    /// Posts the Kill wager without being Killer.
    pub owes_kill: bool,
}

/// A seat of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TableSeat {
    /// Free for whoever comes.
    #[default]
    Vacant,
    /// Free, and allocated by management.
    Reserved,
    Taken(SeatedPlayer),
}

/// A player who was picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PickedUpPlayer {
    pub person: Person,
    /// Chips in safe keeping.
    pub chips: ChipAmount,
    pub at: Moment,
}

/// Where button and blinds were in the last hand, by seat, whether or not somebody sits there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ButtonTurn {
    pub button: u8,
    /// The blinds, the first one first.
    pub blinds: Vec<u8>,
    /// Who posted each of them: the next one is due from the same player, not from whoever has the seat by then.
    pub posted: Vec<Option<Person>>,
}

/// A change that was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnouncedChange<T> {
    pub what: T,
    /// Hands played since.
    pub hands: u8,
    pub agreed: Seats,
}

/// A table of the poker room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomTable {
    pub(super) sign: Option<Box<Sign>>,
    pub(super) places: Vec<TableSeat>,
    pub(super) list: Vec<Person>,
    pub(super) claims: Vec<(Person, u8)>,
    /// Who won a seat by a draw of cards, and has not taken it yet.
    pub(super) drawn: Vec<(Person, u8)>,
    /// Who went without having made up for a blind; whether one was missed.
    pub(super) owing: Vec<(Person, bool)>,
    pub(super) held: Vec<PickedUpPlayer>,
    pub(super) turn: Option<ButtonTurn>,
    pub(super) straddles: Vec<u8>,
    pub(super) hand: Option<Box<Lineup>>,
    pub(super) folded: Seats,
    /// The turn of the button before the hand, should it be void.
    pub(super) before: Option<ButtonTurn>,
    /// What the start of the hand changed about its players, as it was before.
    pub(super) undo: Vec<(u8, SeatedPlayer)>,
    pub(super) kill: Kill,
    /// Who refused the Kill wager, and when.
    pub(super) refused: Vec<(Person, Moment)>,
    pub(super) paid_until: Option<Moment>,
    pub(super) slide: ChipAmount,
    pub(super) dropped: ChipAmount,
    pub(super) bought_in: ChipAmount,
    pub(super) cashed: ChipAmount,
    pub(super) hands: u64,
    pub(super) change: Option<AnnouncedChange<Box<Sign>>>,
    pub(super) minimum: Option<(ChipAmount, Moment)>,
    pub(super) closing: Option<AnnouncedChange<()>>,
}

impl RoomTable {
    /// A closed table with so many seats, at most [`MOST`].
    pub fn new(seats: usize) -> RoomTable {
        RoomTable {
            sign: None,
            places: vec![TableSeat::Vacant; seats.min(MOST)],
            list: Vec::new(),
            claims: Vec::new(),
            drawn: Vec::new(),
            owing: Vec::new(),
            held: Vec::new(),
            turn: None,
            straddles: Vec::new(),
            hand: None,
            folded: Seats::NONE,
            before: None,
            undo: Vec::new(),
            kill: Kill::Neutral,
            refused: Vec::new(),
            paid_until: None,
            slide: 0,
            dropped: 0,
            bought_in: 0,
            cashed: 0,
            hands: 0,
            change: None,
            minimum: None,
            closing: None,
        }
    }

    /// The sign, while the table is open.
    pub fn sign(&self) -> Option<&Sign> {
        self.sign.as_deref()
    }

    /// The seats.
    pub fn places(&self) -> &[TableSeat] {
        &self.places
    }

    /// The player at a seat.
    pub fn seated(&self, seat: u8) -> Option<&SeatedPlayer> {
        match self.places.get(usize::from(seat)) {
            Some(TableSeat::Taken(seated)) => Some(seated),
            _ => None,
        }
    }

    /// The seat of a player.
    pub fn seat_of(&self, person: Person) -> Option<u8> {
        self.taken().find(|(_, seated)| seated.person == person).map(|(seat, _)| seat)
    }

    /// All players with their seats.
    pub fn taken(&self) -> impl Iterator<Item = (u8, &SeatedPlayer)> {
        self.places.iter().enumerate().filter_map(|(seat, place)| match place {
            TableSeat::Taken(seated) => Some((seat as u8, seated)),
            _ => None,
        })
    }

    /// The marker in front of a seat.
    pub fn marker(&self, seat: u8) -> Option<Marker> {
        match self.places.get(usize::from(seat))? {
            TableSeat::Vacant => None,
            TableSeat::Reserved => Some(Marker::Reserved),
            TableSeat::Taken(seated) => match (seated.standing, seated.missed) {
                (Standing::Walking, true) => Some(Marker::Absent),
                (Standing::Walking, false) => Some(Marker::Walking),
                (_, true) => Some(Marker::MissedBlind),
                (Standing::DealtOut, false) => Some(Marker::DealtOut),
                (Standing::In, false) => None,
            },
        }
    }

    /// The waiting list, the first one first.
    pub fn list(&self) -> &[Person] {
        &self.list
    }

    /// Who would like which seat.
    pub fn claims(&self) -> &[(Person, u8)] {
        &self.claims
    }

    /// Players who were picked up.
    pub fn held(&self) -> &[PickedUpPlayer] {
        &self.held
    }

    /// Where button and blinds are in the hand, or were in the last one.
    pub fn turn(&self) -> Option<&ButtonTurn> {
        self.turn.as_ref()
    }

    /// The hand that is being played.
    pub fn hand(&self) -> Option<&Lineup> {
        self.hand.as_deref()
    }

    /// The Kill Button.
    pub fn kill(&self) -> Kill {
        self.kill
    }

    /// The change that was announced.
    pub fn change(&self) -> Option<&AnnouncedChange<Box<Sign>>> {
        self.change.as_ref()
    }

    /// The closing that was announced.
    pub fn closing(&self) -> Option<&AnnouncedChange<()>> {
        self.closing.as_ref()
    }

    /// Time charges that wait to be verified.
    pub fn slide(&self) -> ChipAmount {
        self.slide
    }

    /// What the house has taken in all.
    pub fn dropped(&self) -> ChipAmount {
        self.dropped
    }

    /// How many hands were played to the end.
    pub fn hands(&self) -> u64 {
        self.hands
    }

    /// Until when the hour is paid for.
    pub fn paid_until(&self) -> Option<Moment> {
        self.paid_until
    }

    /// Chips bought and not yet taken away: what must be found on the table, in safe keeping and with the house.
    pub fn accounted(&self) -> bool {
        let on_table: ChipAmount = self.taken().map(|(_, seated)| seated.stack + seated.bought).sum();
        let held: ChipAmount = self.held.iter().map(|held| held.chips).sum();
        self.bought_in - self.cashed == on_table + held + self.slide + self.dropped
    }

    /// Whether a player has cards in the hand.
    pub fn is_in_hand(&self, seat: u8) -> bool {
        let dealt = self.hand.as_ref().is_some_and(|hand| hand.seats.contains(&seat));
        dealt && !self.folded.has(usize::from(seat))
    }

    pub(super) fn is_free(&self, seat: u8) -> bool {
        matches!(self.places.get(usize::from(seat)), Some(TableSeat::Vacant | TableSeat::Reserved))
    }

    pub(super) fn seated_mut(&mut self, seat: u8) -> Option<&mut SeatedPlayer> {
        match self.places.get_mut(usize::from(seat)) {
            Some(TableSeat::Taken(seated)) => Some(seated),
            _ => None,
        }
    }
}
