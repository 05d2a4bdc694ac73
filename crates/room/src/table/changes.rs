//! Opening, another game or other limits, and closing (6.1, 6.10, 18.3).

use super::event::Event;
use super::kill::Kill;
use super::reason::Reason;
use super::sign::Sign;
use super::state::RoomTable;
use super::{RoomTableRefusal, Table};
use crate::seats::Seats;
use crate::terms::ChipAmount;
use engine::{Actor, Sink};
use rulebook::room::Point;
use rulebook::{Act, Ruled};

/// Hands of notice for a change and for a closing (6.10, 18.3).
const NOTICE_HANDS: u8 = 3;
/// Minutes for which a sign with a higher minimum must be up (s 66(2)).
const SIGN_MINUTES: u32 = 20;

impl Table<'_> {
    pub(super) fn open(
        &self,
        table: &RoomTable,
        actor: Actor,
        sign: &Sign,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.staff(table, actor)?;
        if table.sign.is_some() {
            return self.no(table, Reason::AlreadyOpen, Point::TableOpens);
        }
        let game = sign.check(self.book)?;
        out.take(Ruled::new(Event::Opened(Box::new(sign.clone())), game.cite(Point::TableOpens)));
        out.take(Ruled::new(Event::Plays(game.name.clone()), game.clause));
        out.take(Ruled::new(Event::DeckReady { cards: sign.deck }, game.deck.cite));
        for notice in sign.required() {
            out.take(Ruled::new(Event::Shown(notice), game.cite(notice.point())));
        }
        for warning in sign.warnings(game) {
            out.take(Ruled::new(Event::Warned(warning), game.cite(warning.point())));
        }
        if sign.kill.is_some() {
            out.take(Ruled::new(Event::KillButton(Kill::Neutral), game.cite(Point::KillCentre)));
        }
        Ok(())
    }

    pub(super) fn announce(
        &self,
        table: &RoomTable,
        actor: Actor,
        new: &Sign,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, _) = self.opened(table)?;
        let same_game = (&sign.game, sign.deck) == (&new.game, new.deck);
        let act = if same_game { Act::ChangeLimits } else { Act::ChangeGame };
        let cite = self.authority(table, actor, act)?;
        new.check(self.book)?;
        if (&sign.rake, sign.hourly) != (&new.rake, new.hourly) {
            return self.no(table, Reason::CommissionApart, Point::CommissionChange);
        }
        out.take(Ruled::new(Event::Announced(Box::new(new.clone())), cite));
        Ok(())
    }

    pub(super) fn show_minimum(
        &self,
        table: &RoomTable,
        actor: Actor,
        least: ChipAmount,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, _) = self.opened(table)?;
        self.staff(table, actor)?;
        if least <= sign.least() {
            return self.no(table, Reason::BadSign("that is no higher minimum"), Point::ChangeMinimum);
        }
        self.say(table, out, Event::MinimumShown { least, at: actor.at }, Point::ChangeMinimum);
        Ok(())
    }

    /// A player agrees for himself, once, to what has been announced.
    fn may_agree(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        agreed: Option<Seats>,
        point: Point,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        self.own(table, actor, seat, point)?;
        match agreed {
            None => self.no(table, Reason::NothingAnnounced, point),
            Some(agreed) if agreed.has(usize::from(seat)) => self.no(table, Reason::AlreadyAgreed, point),
            Some(_) => Ok(()),
        }
    }

    pub(super) fn agree(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let agreed = table.change.as_ref().map(|change| change.agreed);
        self.may_agree(table, actor, seat, agreed, Point::ChangeAgreed)?;
        self.say(table, out, Event::Agreed { seat }, Point::ChangeAgreed);
        Ok(())
    }

    pub(super) fn change(
        &self,
        table: &RoomTable,
        actor: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, _) = self.opened(table)?;
        self.authority(table, actor, Act::ChangeGame)?;
        let Some(change) = &table.change else {
            return self.no(table, Reason::NothingAnnounced, Point::ChangeNotice);
        };
        self.between_hands(table, Point::ChangeOnlyBetween)?;
        let seated = table.taken().count();
        // More than half of the seated; half is no majority (J78). Nobody has to be told at an empty table.
        let majority = change.agreed.len() * 2 > seated || seated == 0;
        if change.hands < NOTICE_HANDS && !majority {
            let hands = NOTICE_HANDS - change.hands;
            return self.no(table, Reason::NoticeTooShort { hands }, Point::ChangeNotice);
        }
        let new = &change.what;
        // The statute is a floor even where the players agree (J35).
        let raised = new.least() > sign.least();
        let shown = table
            .minimum
            .is_some_and(|(least, since)| least == new.least() && actor.at.is_after(since, SIGN_MINUTES));
        if raised && !shown {
            return self.no(table, Reason::SignTooShort { minutes: SIGN_MINUTES }, Point::ChangeMinimum);
        }
        let game = new.check(self.book)?;
        let most = Table::most(game);
        if seated > usize::from(most) {
            let cite = game.seats.unwrap_or(game.players).cite;
            return Err(engine::Refusal::new(Reason::TableFull { most }, cite));
        }
        let point = match (raised, change.hands < NOTICE_HANDS) {
            (true, _) => Point::ChangeMinimum,
            (false, true) => Point::ChangeAgreed,
            (false, false) => Point::ChangeNotice,
        };
        out.take(Ruled::new(Event::Changed(new.clone()), game.cite(point)));
        for notice in new.required() {
            out.take(Ruled::new(Event::Shown(notice), game.cite(notice.point())));
        }
        for warning in new.warnings(game) {
            out.take(Ruled::new(Event::Warned(warning), game.cite(warning.point())));
        }
        if sign.kill_pots() != new.kill_pots() && (new.kill.is_some() || table.kill != Kill::Neutral) {
            // Play begins with the button in the centre (8.13.2).
            out.take(Ruled::new(Event::KillButton(Kill::Neutral), game.cite(Point::KillCentre)));
        }
        Ok(())
    }

    pub(super) fn announce_close(
        &self,
        table: &RoomTable,
        actor: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        let cite = self.authority(table, actor, Act::CloseTable)?;
        if table.closing.is_some() {
            return self.no(table, Reason::AlreadyAnnounced, Point::CloseNotice);
        }
        out.take(Ruled::new(Event::CloseAnnounced, cite));
        Ok(())
    }

    pub(super) fn agree_close(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let agreed = table.closing.as_ref().map(|closing| closing.agreed);
        self.may_agree(table, actor, seat, agreed, Point::CloseAgreed)?;
        self.say(table, out, Event::CloseAgreed { seat }, Point::CloseAgreed);
        Ok(())
    }

    pub(super) fn close(
        &self,
        table: &RoomTable,
        actor: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        self.authority(table, actor, Act::CloseTable)?;
        self.between_hands(table, Point::TableInHand)?;
        let all_agree = table.taken().all(|(seat, _)| {
            table.closing.as_ref().is_some_and(|closing| closing.agreed.has(usize::from(seat)))
        });
        let hands = table.closing.as_ref().map_or(0, |closing| closing.hands);
        if hands < NOTICE_HANDS && !all_agree {
            let hands = NOTICE_HANDS - hands;
            return self.no(table, Reason::NoticeTooShort { hands }, Point::CloseNotice);
        }
        if table.slide > 0 {
            // What was collected is verified before it is dropped.
            return self.no(table, Reason::VerifyFirst, Point::TimeVerified);
        }
        let point = if hands < NOTICE_HANDS { Point::CloseAgreed } else { Point::CloseNotice };
        for (seat, seated) in table.taken() {
            self.say(table, out, Event::Left { seat, chips: seated.stack }, Point::SeatReserved);
        }
        self.say(table, out, Event::Closed, point);
        Ok(())
    }
}
