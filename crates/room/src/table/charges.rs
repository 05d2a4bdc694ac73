//! Commission between hands: the hourly charge, and another method or none (7.2.2, 7.3, 7.4).

use super::event::Event;
use super::reason::Reason;
use super::sign::Rake;
use super::state::RoomTable;
use super::{RoomTableRefusal, Table};
use crate::terms::ChipAmount;
use engine::{Actor, Moment, Sink};
use rulebook::room::Point;
use rulebook::{Act, Ruled};

/// An hour, in seconds.
const HOUR: u64 = 3600;

impl Table<'_> {
    /// Every seated player pays for the next hour, in full and inactive ones too (7.2.2(a), (b)).
    pub(super) fn collect_time(
        &self,
        table: &RoomTable,
        actor: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, _) = self.opened(table)?;
        self.staff(table, actor)?;
        self.between_hands(table, Point::TimeInAdvance)?;
        let Some(fee) = sign.hourly else {
            return self.no(table, Reason::ChargeNotDue, Point::TimeAssessed);
        };
        if table.paid_until.is_some_and(|until| actor.at < until) {
            return self.no(table, Reason::ChargeNotDue, Point::TimeInAdvance);
        }
        if let Some((seat, seated)) = table.taken().find(|(_, seated)| seated.stack < fee) {
            let why = Reason::CannotPay { seat, has: seated.stack, fee };
            return self.no(table, why, Point::TimeInAdvance);
        }
        for (seat, _) in table.taken() {
            self.say(table, out, Event::TimeTaken { seat, chips: fee }, Point::TimeAssessed);
        }
        let until = Moment(actor.at.0.saturating_add(HOUR));
        self.say(table, out, Event::TimePaid { until }, Point::TimeSlide);
        Ok(())
    }

    /// Time to act that a player bought in the hand is charged to the seat: the house's, outside the pot (6.15.1).
    pub(super) fn buy_time(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, _) = self.opened(table)?;
        self.own(table, actor, seat, Point::TimeBought)?;
        let Some(extra) = sign.extra_time.filter(|extra| extra.fee > 0) else {
            return self.no(table, Reason::NoTimeForSale, Point::TimeSign);
        };
        if !table.is_in_hand(seat) {
            return self.no(table, Reason::NoHand, Point::TimeBought);
        }
        let has = table.hand().and_then(|hand| Some(hand.stacks[hand.position(seat)?])).unwrap_or(0);
        if extra.fee >= has {
            return self.no(table, Reason::TimeFeeTooHigh { fee: extra.fee, has }, Point::TimeBought);
        }
        self.say(table, out, Event::TimeBought { seat, chips: extra.fee }, Point::TimeBought);
        Ok(())
    }

    pub(super) fn verify_time(
        &self,
        table: &RoomTable,
        actor: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        self.authority(table, actor, Act::VerifyTimeCharge)?;
        if table.slide == 0 {
            return self.no(table, Reason::NothingToVerify, Point::TimeVerified);
        }
        self.say(table, out, Event::TimeVerified { chips: table.slide }, Point::TimeVerified);
        Ok(())
    }

    pub(super) fn vary(
        &self,
        table: &RoomTable,
        actor: Actor,
        rake: &Rake,
        hourly: Option<ChipAmount>,
        sign_changed: bool,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, game) = self.opened(table)?;
        self.authority(table, actor, Act::VaryCommission)?;
        let varied = Event::Varied { rake: rake.clone(), hourly };
        if *rake == Rake::Nil && hourly.is_none() {
            // No time and no sign is named for nil; a hand that has begun keeps its terms.
            self.say(table, out, varied, Point::CommissionNil);
            return Ok(());
        }
        self.between_hands(table, Point::CommissionChange)?;
        let mut changed = sign.clone();
        (changed.rake, changed.hourly) = (rake.clone(), hourly);
        changed.check_charges(game)?;
        if !sign_changed {
            return self.no(table, Reason::SignNotChanged, Point::CommissionChange);
        }
        self.say(table, out, varied, Point::CommissionChange);
        let before: Vec<_> = sign.required().collect();
        for notice in changed.required().filter(|notice| !before.contains(notice)) {
            self.say(table, out, Event::Shown(notice), notice.point());
        }
        Ok(())
    }
}
