//! A table of the poker room between hands: seats, button and blinds, Kill Pots, the waiting list, charges, changes.
//!
//! [`Table`] is the machine, [`RoomTable`] what it knows. A hand is played outside: [`Command::Start`] leaves a
//! [`Lineup`] for [`HandRules`], [`Command::Finish`] takes the [`HandResult`] back. Time comes with the actor.

mod button;
mod changes;
mod charges;
mod command;
mod event;
mod evolve;
mod hands;
mod kill;
mod lineup;
mod list;
mod notices;
mod offers;
mod reason;
mod scripted;
mod seats;
mod sign;
mod standing;
mod state;
mod words;

pub use crate::declarations::ExtraTime;
pub use button::NextHand;
pub use command::{Command, Origin};
pub use event::Event;
pub use kill::Kill;
pub use lineup::{HandResult, Lineup};
pub use notices::{Notice, Notices, Warning};
pub use offers::Offer;
pub use reason::Reason;
pub use scripted::cited;
pub use sign::{KillTerms, Rake, Sign};
pub use state::{
    AnnouncedChange, ButtonTurn, Entry, Marker, Person, PickedUpPlayer, RoomTable, SeatedPlayer, Standing,
    TableSeat,
};
pub use words::words;

use crate::hand_rules::HandRules;
use engine::{Actor, Machine, Refusal, Sink, Who};
use rulebook::room::{Point, RoomBook, RoomGame};
use rulebook::{Act, Cite, Ruled};

pub(crate) type RoomTableRefusal = Refusal<Reason>;

/// Rules a table of the poker room under one book.
#[derive(Clone, Copy, Debug)]
pub struct Table<'b> {
    book: &'b RoomBook,
}

impl<'b> Table<'b> {
    /// The machine for tables under this book.
    pub fn new(book: &'b RoomBook) -> Table<'b> {
        Table { book }
    }

    /// The book.
    pub fn book(&self) -> &'b RoomBook {
        self.book
    }

    /// The game that is played, while the table is open.
    pub fn game(&self, table: &RoomTable) -> Option<&'b RoomGame> {
        let sign = table.sign()?;
        self.book.game(&sign.game, usize::from(sign.deck))
    }

    /// The machine for the hand that is being played.
    pub fn room(&self, table: &RoomTable) -> Option<HandRules<'b>> {
        Some(HandRules::new(self.book, self.game(table)?, table.hand()?.terms))
    }

    /// The clause of a point in the game that is played.
    fn cite(&self, table: &RoomTable, point: Point) -> Cite {
        self.game(table).map_or_else(|| self.book.law.cite(point), |game| game.cite(point))
    }

    fn no<T>(&self, table: &RoomTable, reason: Reason, point: Point) -> Result<T, RoomTableRefusal> {
        Err(Refusal::new(reason, self.cite(table, point)))
    }

    /// The sign and the game of an open table.
    fn opened<'t>(&self, table: &'t RoomTable) -> Result<(&'t Sign, &'b RoomGame), RoomTableRefusal> {
        match (table.sign(), self.game(table)) {
            (Some(sign), Some(game)) => Ok((sign, game)),
            _ => self.no(table, Reason::NotOpen, Point::TableNotOpen),
        }
    }

    fn between_hands(&self, table: &RoomTable, point: Point) -> Result<(), RoomTableRefusal> {
        match table.hand {
            None => Ok(()),
            Some(_) => self.no(table, Reason::InHand, point),
        }
    }

    /// The clause that lets somebody do this; a book that is silent leaves it to the staff.
    fn authority(&self, table: &RoomTable, actor: Actor, act: Act) -> Result<Cite, RoomTableRefusal> {
        match self.book.ladder.power(act) {
            Some(power) if actor.may(power) => Ok(power.least.cite),
            Some(power) => {
                let needs = self.book.ladder.name(power.least.value).to_string();
                Err(Refusal::new(Reason::RoleTooLow { needs }, power.least.cite))
            }
            None => self.staff(table, actor).map(|()| self.cite(table, Point::Other)),
        }
    }

    /// What a Dealer does, and whoever stands above.
    fn staff(&self, table: &RoomTable, actor: Actor) -> Result<(), RoomTableRefusal> {
        match actor.who {
            Who::Staff(_) | Who::System => Ok(()),
            Who::Seat(_) | Who::Outside(_) | Who::Patron(_) => {
                let least = self.book.ladder.name(rulebook::RoleId(0)).to_string();
                let cite = self.book.ladder.roles.first().map(|role| role.clause);
                let cite = cite.unwrap_or_else(|| self.cite(table, Point::Other));
                Err(Refusal::new(Reason::RoleTooLow { needs: least }, cite))
            }
        }
    }

    /// What a player says for himself, or the staff for him; the player at that seat.
    fn own<'t>(
        &self,
        table: &'t RoomTable,
        actor: Actor,
        seat: u8,
        point: Point,
    ) -> Result<&'t SeatedPlayer, RoomTableRefusal> {
        if actor.who != Who::Seat(usize::from(seat)) && !actor.is_staff() {
            return self.no(table, Reason::NotYours, point);
        }
        self.seated(table, seat, point)
    }

    fn seated<'t>(
        &self,
        table: &'t RoomTable,
        seat: u8,
        point: Point,
    ) -> Result<&'t SeatedPlayer, RoomTableRefusal> {
        if usize::from(seat) >= table.places.len() {
            return self.no(table, Reason::NoSuchSeat, point);
        }
        match table.seated(seat) {
            Some(seated) => Ok(seated),
            None => self.no(table, Reason::SeatEmpty, point),
        }
    }

    /// Something has happened, by the clause of a point.
    fn say(&self, table: &RoomTable, out: &mut impl Sink<Ruled<Event>>, event: Event, point: Point) {
        out.take(Ruled::new(event, self.cite(table, point)));
    }
}

impl Machine for Table<'_> {
    type State = RoomTable;
    type Command = Command;
    type Event = Event;
    type Reason = Reason;
    type Offer = Offer;

    fn offers(&self, table: &RoomTable, actor: Actor) -> Vec<Offer> {
        offers::offers(self, table, actor)
    }

    fn decide(
        &self,
        table: &RoomTable,
        actor: Actor,
        command: &Command,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        match *command {
            Command::Open(ref sign) => self.open(table, actor, sign, out),
            Command::Join(person) => self.join(table, actor, person, out),
            Command::Quit(person) => self.quit(table, actor, person, out),
            Command::Claim { person, seat } => self.claim(table, actor, person, seat, out),
            Command::Draw { seat, ref cards } => self.draw(table, actor, seat, cards, out),
            Command::Sit { person, seat, chips, from } => {
                self.sit(table, actor, seats::Arrival { person, seat, chips, from }, out)
            }
            Command::Buy { seat, chips } => self.buy(table, actor, seat, chips, out),
            Command::Remove { seat, .. } => self.remove(table, actor, seat),
            Command::SitOut { seat } => self.away(table, actor, seat, Standing::DealtOut, out),
            Command::Walk { seat } => self.away(table, actor, seat, Standing::Walking, out),
            Command::Return { seat, post } => self.back(table, actor, seat, post, out),
            Command::Impose { seat, post } => self.impose(table, actor, seat, post, out),
            Command::Move { seat, to, post } => self.move_to(table, actor, seat, to, post, out),
            Command::Leave { seat } => self.leave(table, actor, seat, out),
            Command::PickUp { seat } => self.pick_up(table, actor, seat, out),
            Command::ComeBack(person) => self.come_back(table, actor, person, out),
            Command::Straddle { seat } => self.straddle(table, actor, seat, out),
            Command::Start => self.start(table, actor, out),
            Command::Fold { seat } => self.fold(table, actor, seat, out),
            Command::Finish(ref result) => self.finish(table, actor, result, out),
            Command::BuyTime { seat } => self.buy_time(table, actor, seat, out),
            Command::CollectTime => self.collect_time(table, actor, out),
            Command::VerifyTime => self.verify_time(table, actor, out),
            Command::Vary { ref rake, hourly, sign_changed } => {
                self.vary(table, actor, rake, hourly, sign_changed, out)
            }
            Command::Announce(ref sign) => self.announce(table, actor, sign, out),
            Command::ShowMinimum(least) => self.show_minimum(table, actor, least, out),
            Command::Agree { seat } => self.agree(table, actor, seat, out),
            Command::Change => self.change(table, actor, out),
            Command::AnnounceClose => self.announce_close(table, actor, out),
            Command::AgreeClose { seat } => self.agree_close(table, actor, seat, out),
            Command::Close => self.close(table, actor, out),
        }
    }

    fn evolve(&self, table: &mut RoomTable, event: &Event) {
        evolve::evolve(table, event);
    }
}
