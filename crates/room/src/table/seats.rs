//! Seats: who takes one, with how much, moves, stays away, leaves (6.3, 6.11, 8.1, 8.3, 8.9.3, 8.9.5, 8.10).

use super::command::Origin;
use super::event::Event;
use super::kill::Kill;
use super::reason::Reason;
use super::sign::Sign;
use super::state::{Entry, Person, RoomTable, SeatedPlayer, Standing, TableSeat};
use super::{RoomTableRefusal, Table};
use crate::opener::height;
use crate::terms::ChipAmount;
use crate::terms::MOST_CHIPS;
use cards::Card;
use engine::{Actor, Refusal, Sink, Who};
use rulebook::room::{Point, RoomGame};
use rulebook::{Act, Ruled};

/// Who sits down where, with what, and whence.
pub(super) struct Arrival {
    pub(super) person: Person,
    pub(super) seat: u8,
    pub(super) chips: ChipAmount,
    pub(super) from: Origin,
}

impl Table<'_> {
    pub(super) fn claim(
        &self,
        table: &RoomTable,
        actor: Actor,
        person: Person,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        match table.seat_of(person) {
            Some(own) => self.own(table, actor, own, Point::SeatChoice).map(|_| ())?,
            None => self.authority(table, actor, Act::SellChips).map(|_| ())?,
        }
        self.free(table, seat)?;
        if table.claims.contains(&(person, seat)) {
            return self.no(table, Reason::AlreadyClaimed, Point::SeatChoice);
        }
        let is_seated = |person: Person| table.seat_of(person).is_some();
        if table.drawn(seat).is_some_and(|winner| is_seated(person) <= is_seated(winner)) {
            return self.no(table, Reason::SeatDrawn, Point::SeatDraw);
        }
        self.say(table, out, Event::Claimed { person, seat }, Point::SeatChoice);
        Ok(())
    }

    fn free(&self, table: &RoomTable, seat: u8) -> Result<(), RoomTableRefusal> {
        if usize::from(seat) >= table.places.len() {
            return self.no(table, Reason::NoSuchSeat, Point::SeatChoice);
        }
        if table.is_free(seat) { Ok(()) } else { self.no(table, Reason::SeatTaken, Point::SeatChoice) }
    }

    /// Those with the best right to a seat: players of the table, then the first of the list, then whoever asks.
    pub(super) fn first_claims(&self, table: &RoomTable, seat: u8) -> Vec<Person> {
        let all = table.claims.iter().filter(|(_, at)| *at == seat).map(|(person, _)| *person);
        let playing = |person: &Person| {
            let seated = table.seat_of(*person).and_then(|at| table.seated(at));
            seated.is_some_and(|seated| seated.standing != Standing::Walking)
        };
        let seated: Vec<Person> = all.clone().filter(playing).collect();
        let rest = all.filter(|person| table.seat_of(*person).is_none());
        let first: Vec<Person> = match table.list.first() {
            _ if !seated.is_empty() => seated,
            Some(first) => rest.filter(|person| person == first).collect(),
            None => rest.collect(),
        };
        match table.drawn(seat) {
            Some(winner) if first.contains(&winner) => vec![winner],
            _ => first,
        }
    }

    pub(super) fn draw(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        cards: &[(Person, Card)],
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        self.staff(table, actor)?;
        self.free(table, seat)?;
        let claims = self.first_claims(table, seat);
        if claims.len() < 2 {
            return self.no(table, Reason::NothingToDraw, Point::SeatDraw);
        }
        let once =
            |at: usize| cards[..at].iter().all(|(who, card)| *who != cards[at].0 && *card != cards[at].1);
        let known = |(who, _): &(Person, Card)| claims.contains(who);
        if cards.len() != claims.len() || !cards.iter().all(known) || !(0..cards.len()).all(once) {
            return self.no(table, Reason::WrongDraw, Point::SeatDraw);
        }
        if let Some(&(person, card)) = cards.iter().max_by_key(|(_, card)| height(*card, false)) {
            self.say(table, out, Event::Drawn { seat, person, card }, Point::SeatDraw);
        }
        Ok(())
    }

    /// Whether nobody has a better right to a seat.
    fn has_right(&self, table: &RoomTable, person: Person, seat: u8) -> Result<(), RoomTableRefusal> {
        let claims = self.first_claims(table, seat);
        let others = claims.iter().any(|claim| *claim != person);
        let is_seated = |person: Person| table.seat_of(person).is_some();
        match claims.first() {
            Some(&first) if others && is_seated(first) && !is_seated(person) => {
                self.no(table, Reason::SeatedFirst, Point::SeatPriority)
            }
            Some(&first) if others && is_seated(first) == is_seated(person) => {
                let why = match table.drawn(seat) {
                    Some(winner) if winner == first => Reason::SeatDrawn,
                    _ if claims.len() == 1 => Reason::SeatClaimed,
                    _ => Reason::DrawFirst,
                };
                self.no(table, why, Point::SeatDraw)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn sit(
        &self,
        table: &RoomTable,
        actor: Actor,
        arrival: Arrival,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let Arrival { person, seat, chips, from } = arrival;
        let (sign, game) = self.opened(table)?;
        let reserved = matches!(table.places.get(usize::from(seat)), Some(TableSeat::Reserved));
        let act = match (from, reserved) {
            (Origin::Moved, _) => Act::MovePlayer,
            (_, true) => Act::AllocateSeat,
            (_, false) => Act::SellChips,
        };
        self.authority(table, actor, act)?;
        let most = game.seats.unwrap_or(game.players);
        if table.taken().count() >= usize::from(most.value) {
            return Err(Refusal::new(Reason::TableFull { most: most.value }, most.cite));
        }
        self.free(table, seat)?;
        if table.seat_of(person).is_some() {
            return self.no(table, Reason::AlreadySeated, Point::SeatChoice);
        }
        if table.held.iter().any(|held| held.person == person) {
            return self.no(table, Reason::ChipsHeld, Point::ListTop);
        }
        if from == Origin::New && table.list.first().is_some_and(|first| *first != person) {
            return self.no(table, Reason::NotFirstOnList, Point::ListJoined);
        }
        self.has_right(table, person, seat)?;
        if chips < sign.buy_in {
            return self.no(table, Reason::BelowBuyIn { least: sign.buy_in }, Point::SeatBuyIn);
        }
        self.are_chips(table, sign, chips, 0)?;
        let point = match (from, reserved) {
            (Origin::Moved | Origin::ClosedGame, _) => Point::SeatTransferred,
            (Origin::New, true) => Point::SeatAllocated,
            (Origin::New, false) => Point::SeatNew,
        };
        self.say(table, out, Event::Sat { person, seat, from }, point);
        self.say(table, out, Event::Bought { seat, chips }, Point::SeatBuyIn);
        if table.owing.iter().any(|owing| owing.0 == person) {
            self.say(table, out, Event::Returned { seat, entry: Entry::Waits }, Point::SeatCures);
        }
        self.rejoin(table, person, seat, actor, out);
        Ok(())
    }

    fn are_chips(
        &self,
        table: &RoomTable,
        sign: &Sign,
        chips: ChipAmount,
        has: ChipAmount,
    ) -> Result<(), RoomTableRefusal> {
        if chips <= 0 || chips % sign.chip != 0 || chips > MOST_CHIPS.saturating_sub(has) {
            return self.no(table, Reason::NotChips, Point::LowestChip);
        }
        Ok(())
    }

    pub(super) fn buy(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        chips: ChipAmount,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, _) = self.opened(table)?;
        if actor.who != Who::Seat(usize::from(seat)) {
            self.authority(table, actor, Act::SellChips)?;
        }
        let seated = self.seated(table, seat, Point::SeatChipsAdded)?;
        if table.is_in_hand(seat) {
            return self.no(table, Reason::PlayerInHand, Point::SeatChipsInHand);
        }
        let has = seated.stack + seated.bought;
        if has == 0 && chips < sign.buy_in {
            return self.no(table, Reason::BelowBuyIn { least: sign.buy_in }, Point::SeatBuyIn);
        }
        self.are_chips(table, sign, chips, has)?;
        self.say(table, out, Event::Bought { seat, chips }, Point::SeatChipsAdded);
        Ok(())
    }

    /// Chips stay on the table as long as their owner (6.11).
    pub(super) fn remove(&self, table: &RoomTable, actor: Actor, seat: u8) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        self.own(table, actor, seat, Point::SeatChipsRemoved)?;
        self.no(table, Reason::ChipsStay, Point::SeatChipsRemoved)
    }

    pub(super) fn move_to(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        to: u8,
        post: bool,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, game) = self.opened(table)?;
        let seated = *self.own(table, actor, seat, Point::SeatMoved)?;
        self.between_hands(table, Point::SeatMoved)?;
        self.free(table, to)?;
        self.has_right(table, seated.person, to)?;
        let to_button = seated.paid && table.next(sign, game).button == Some(to);
        let far = !sign.blinds.is_empty() && table.turn.is_some() && table.live_seats_passed(seat, to) > 2;
        let debt = seated.entry != Entry::Free;
        if post && (debt || !far || to_button) {
            return self.no(table, Reason::NothingToPost, Point::SeatMovedFar);
        }
        // Waiting is sitting out, which a Killer may not where the commission does not let him (8.13.10).
        let waits = far && !to_button && !post && !debt;
        let is_killer = table.kill == Kill::Killer(seated.person) && sign.kill.is_some();
        if waits && is_killer && !sign.killer_may_sit_out() {
            return self.no(table, Reason::HoldsKill, Point::KillSittingOut);
        }
        let (entry, point) = match (far && !to_button, post) {
            (_, _) if debt => (seated.entry, Point::SeatMoved),
            (false, _) if to_button => (Entry::Free, Point::SeatMovedToButton),
            (false, _) => (Entry::Free, Point::SeatMoved),
            (true, true) => (Entry::Posts, Point::SeatMovedFar),
            (true, false) => (Entry::Waits, Point::SeatMovedFar),
        };
        self.say(table, out, Event::Moved { from: seat, to, entry }, point);
        Ok(())
    }

    pub(super) fn leave(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, _) = self.opened(table)?;
        let seated = *self.own(table, actor, seat, Point::SeatReserved)?;
        self.between_hands(table, Point::SeatChipsRemoved)?;
        let gives_up = self.gives_up_kill(table, sign, seated.person)?;
        self.say(table, out, Event::Left { seat, chips: seated.stack }, Point::SeatReserved);
        self.leg_up_ends(table, &seated, out);
        if gives_up {
            self.refuse_kill(table, seated.person, actor, out);
        }
        Ok(())
    }

    /// A Leg Up goes with the player who had it.
    pub(super) fn leg_up_ends(
        &self,
        table: &RoomTable,
        seated: &SeatedPlayer,
        out: &mut impl Sink<Ruled<Event>>,
    ) {
        if table.kill == Kill::LegUp(seated.person) {
            self.say(table, out, Event::KillButton(Kill::Neutral), Point::KillLegLost);
        }
    }

    /// The most players of a game.
    pub(super) fn most(game: &RoomGame) -> u8 {
        game.seats.unwrap_or(game.players).value
    }
}

impl RoomTable {
    /// How many players a move goes past, counted clockwise wherever the new seat is (8.9.5, J64).
    pub(super) fn live_seats_passed(&self, from: u8, to: u8) -> usize {
        let live = |seat: &u8| self.seated(*seat).is_some_and(|seated| seated.standing == Standing::In);
        self.clockwise_after(from).take_while(|&seat| seat != to).filter(live).count()
    }

    /// Who has won a free seat by a draw of cards.
    fn drawn(&self, seat: u8) -> Option<Person> {
        self.drawn.iter().find(|(_, at)| *at == seat).map(|(person, _)| *person)
    }
}
