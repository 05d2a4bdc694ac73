//! Who takes part: dealt out, away, back, new (8.9.3, 8.10, 8.13.10, 8.13.11).

use super::event::Event;
use super::kill::{Kill, KillRejoin};
use super::reason::Reason;
use super::sign::Sign;
use super::state::{Entry, Person, RoomTable, Standing};
use super::{RoomTableRefusal, Table};
use engine::{Actor, Sink};
use rulebook::room::Point;
use rulebook::{Act, Ruled};

impl Table<'_> {
    /// The Killer gives the button up, where the commission lets him (8.13.10, 8.13.11).
    pub(super) fn gives_up_kill(
        &self,
        table: &RoomTable,
        sign: &Sign,
        person: Person,
    ) -> Result<bool, RoomTableRefusal> {
        let is_killer = table.kill == Kill::Killer(person) && sign.kill.is_some();
        if is_killer && !sign.killer_may_sit_out() {
            return self.no(table, Reason::HoldsKill, Point::KillSittingOut);
        }
        if is_killer {
            // His wager is in the pot: the pot decides first.
            self.between_hands(table, Point::KillSittingOut)?;
        }
        Ok(is_killer)
    }

    pub(super) fn away(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        standing: Standing,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, _) = self.opened(table)?;
        let (point, event) = match standing {
            Standing::Walking => (Point::SeatWalking, Event::Walking { seat }),
            _ => (Point::SeatDealtOut, Event::DealtOut { seat }),
        };
        let seated = self.own(table, actor, seat, point)?;
        if seated.standing == standing || seated.standing == Standing::Walking {
            return self.no(table, Reason::AlreadyAway, point);
        }
        let gives_up = self.gives_up_kill(table, sign, seated.person)?;
        let absent = standing == Standing::Walking && seated.missed;
        self.say(table, out, event, if absent { Point::SeatAbsent } else { point });
        if gives_up {
            self.refuse_kill(table, seated.person, actor, out);
        }
        Ok(())
    }

    /// Who became Killer with a pot that he won after asking to be dealt out: he is dealt in all the same where a Killer
    /// may not sit out, and refuses the wager where he may (8.13.10, 8.13.11).
    pub(super) fn killer_is_away(
        &self,
        table: &RoomTable,
        sign: &Sign,
        kill: Kill,
        actor: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) {
        let Kill::Killer(person) = kill else { return };
        let Some(seat) = table.seat_of(person) else { return };
        let Some(seated) = table.seated(seat).filter(|seated| seated.standing != Standing::In) else {
            return;
        };
        if sign.killer_may_sit_out() {
            self.refuse_kill(table, person, actor, out)
        } else {
            let back = Event::Returned { seat, entry: seated.entry };
            self.say(table, out, back, Point::KillSittingOut);
        }
    }

    pub(super) fn refuse_kill(
        &self,
        table: &RoomTable,
        person: Person,
        actor: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) {
        self.say(table, out, Event::KillRefused { person, at: actor.at }, Point::KillRefused);
        self.say(table, out, Event::KillButton(Kill::Neutral), Point::KillRefused);
    }

    /// Who refused the Kill wager and is back in time has it again (8.13.11(a)).
    pub(super) fn rejoin(
        &self,
        table: &RoomTable,
        person: Person,
        seat: u8,
        actor: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) {
        match table.rejoined(person, actor.at) {
            KillRejoin::Regains(point) => {
                self.say(table, out, Event::KillButton(Kill::Killer(person)), point);
            }
            KillRejoin::Owes => self.say(table, out, Event::KillOwed { seat }, Point::KillRejoinTaken),
            KillRejoin::Nothing => {}
        }
    }

    pub(super) fn back(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        post: bool,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        let seated = self.own(table, actor, seat, Point::SeatReturns)?;
        let is_away = seated.standing != Standing::In;
        // Present and waiting for the blind, a player may still post instead.
        let changes_mind = !is_away && seated.entry == Entry::Waits && post;
        if !is_away && !changes_mind {
            return self.no(table, Reason::NotAway, Point::SeatReturns);
        }
        let debt = seated.missed || seated.entry != Entry::Free;
        if post && seated.imposed && seated.entry == Entry::Waits {
            return self.no(table, Reason::MustWait, Point::SeatNewWaits);
        }
        if post && !debt {
            return self.no(table, Reason::NothingToPost, Point::SeatCures);
        }
        let (entry, point) = match (debt, post || seated.imposed && seated.entry == Entry::Posts) {
            (false, _) => (Entry::Free, Point::SeatReturns),
            (true, true) => (Entry::Posts, Point::SeatCures),
            (true, false) => (Entry::Waits, Point::SeatCures),
        };
        self.say(table, out, Event::Returned { seat, entry }, point);
        if is_away {
            self.rejoin(table, seated.person, seat, actor, out);
        }
        Ok(())
    }

    pub(super) fn impose(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        post: bool,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, _) = self.opened(table)?;
        self.authority(table, actor, Act::ImposeNewPlayerCondition)?;
        let point = if post { Point::SeatNewPosts } else { Point::SeatNewWaits };
        let seated = self.seated(table, seat, point)?;
        if !seated.new || sign.blinds.is_empty() {
            return self.no(table, Reason::NotNew, point);
        }
        let entry = if post { Entry::Posts } else { Entry::Waits };
        self.say(table, out, Event::Imposed { seat, entry }, point);
        Ok(())
    }
}
