//! The waiting list, and players who are picked up (8.11, 8.12).

use super::event::Event;
use super::reason::Reason;
use super::state::{Person, RoomTable, Standing};
use super::{RoomTableRefusal, Table};
use engine::{Actor, Sink};
use rulebook::room::Point;
use rulebook::{Act, Ruled};

/// Who is back within this time is put on the top; the last second counts (8.12, J57).
const TOP_SECONDS: u64 = 20 * 60;

impl Table<'_> {
    pub(super) fn join(
        &self,
        table: &RoomTable,
        actor: Actor,
        person: Person,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        self.authority(table, actor, Act::SellChips)?;
        if table.seat_of(person).is_some() {
            return self.no(table, Reason::AlreadySeated, Point::ListJoined);
        }
        if table.list.contains(&person) {
            return self.no(table, Reason::AlreadyListed, Point::ListJoined);
        }
        if table.held.iter().any(|held| held.person == person) {
            return self.no(table, Reason::ChipsHeld, Point::ListTop);
        }
        self.say(table, out, Event::Listed { person, top: false }, Point::ListJoined);
        Ok(())
    }

    pub(super) fn quit(
        &self,
        table: &RoomTable,
        actor: Actor,
        person: Person,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        self.authority(table, actor, Act::SellChips)?;
        if !table.list.contains(&person) {
            return self.no(table, Reason::NotListed, Point::ListJoined);
        }
        self.say(table, out, Event::Unlisted(person), Point::ListJoined);
        Ok(())
    }

    pub(super) fn pick_up(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        self.authority(table, actor, Act::PickUpPlayer)?;
        let seated = *self.seated(table, seat, Point::SeatPickedUp)?;
        self.between_hands(table, Point::SeatPickedUp)?;
        if seated.standing != Standing::Walking {
            return self.no(table, Reason::NotAway, Point::SeatPickedUp);
        }
        self.say(table, out, Event::PickedUp { seat, at: actor.at }, Point::SeatPickedUp);
        self.leg_up_ends(table, &seated, out);
        Ok(())
    }

    pub(super) fn come_back(
        &self,
        table: &RoomTable,
        actor: Actor,
        person: Person,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.authority(table, actor, Act::SellChips)?;
        let Some(held) = table.held.iter().find(|held| held.person == person) else {
            return self.no(table, Reason::NotListed, Point::ListTop);
        };
        let top = actor.at.0.saturating_sub(held.at.0) <= TOP_SECONDS;
        let point = if top { Point::ListTop } else { Point::ListBottom };
        self.say(table, out, Event::CameBack { person, chips: held.chips }, point);
        // Chips are secured until their owner returns, whatever has become of the table; the list is of an open game.
        if table.sign.is_some() {
            self.say(table, out, Event::Listed { person, top }, point);
        }
        Ok(())
    }
}
