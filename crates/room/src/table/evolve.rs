//! What an event changes. It has happened, so nothing is refused here.

use super::command::Origin;
use super::event::Event;
use super::kill::Kill;
use super::lineup::{HandResult, Lineup};
use super::state::{
    AnnouncedChange, ButtonTurn, Entry, Person, PickedUpPlayer, RoomTable, SeatedPlayer, Standing, TableSeat,
};
use crate::seats::Seats;

pub(super) fn evolve(table: &mut RoomTable, event: &Event) {
    match *event {
        Event::Opened(ref sign) => {
            table.sign = Some(sign.clone());
            table.places.fill(TableSeat::Vacant);
        }
        Event::Shown(notice) => {
            let announced = table.change.as_mut().map(|change| &mut change.what);
            for sign in table.sign.as_mut().into_iter().chain(announced) {
                sign.shows = sign.shows.with(notice);
            }
        }
        Event::Listed { person, top: true } => table.list.insert(0, person),
        Event::Listed { person, top: false } => table.list.push(person),
        Event::Unlisted(person) => table.list.retain(|listed| *listed != person),
        Event::Claimed { person, seat } => table.claims.push((person, seat)),
        Event::Drawn { seat, person, .. } => {
            table.claims.retain(|claim| claim.1 != seat || claim.0 == person);
            table.drawn.push((person, seat));
        }
        Event::Sat { person, seat, from } => {
            let new = from == Origin::New;
            let missed = table.owing.contains(&(person, true));
            table.owing.retain(|owing| owing.0 != person);
            let seated = SeatedPlayer {
                person,
                stack: 0,
                bought: 0,
                standing: Standing::In,
                entry: Entry::Free,
                missed,
                new,
                imposed: false,
                paid: false,
                owes_kill: false,
            };
            table.take(seat, TableSeat::Taken(seated));
            table.list.retain(|listed| *listed != person);
            table.unclaim(|claim| claim.1 == seat || claim.0 == person);
        }
        Event::Bought { seat, chips } => {
            let dealt = table.hand.as_ref().is_some_and(|hand| hand.seats.contains(&seat));
            table.bought_in += chips;
            if let Some(seated) = table.seated_mut(seat) {
                *(if dealt { &mut seated.bought } else { &mut seated.stack }) += chips;
            }
        }
        Event::DealtOut { seat } => table.with(seat, |seated| seated.standing = Standing::DealtOut),
        Event::Walking { seat } => table.with(seat, |seated| seated.standing = Standing::Walking),
        Event::BlindMissed { seat } => table.with_undo(seat, |seated| {
            (seated.missed, seated.paid) = (true, false);
            if seated.entry == Entry::Free {
                seated.entry = Entry::Waits;
            }
        }),
        Event::Returned { seat, entry } => table.with(seat, |seated| {
            seated.standing = Standing::In;
            seated.entry = entry;
        }),
        Event::Imposed { seat, entry } => table.with(seat, |seated| {
            seated.entry = entry;
            seated.imposed = true;
        }),
        Event::Moved { from, to, entry } => {
            if let Some(mut seated) = table.seated(from).copied() {
                seated.entry = entry;
                table.take(to, TableSeat::Taken(seated));
                table.unclaim(|claim| claim.1 == to || claim.0 == seated.person);
                table.carry_agreement(from, to);
            }
            table.vacate(from);
        }
        Event::Left { seat, chips } => {
            table.cashed += chips;
            table.remember_debt(seat);
            table.vacate(seat);
        }
        Event::PickedUp { seat, at } => {
            table.remember_debt(seat);
            if let Some(&SeatedPlayer { person, stack, bought, .. }) = table.seated(seat) {
                table.held.push(PickedUpPlayer { person, chips: stack + bought, at });
            }
            table.vacate(seat);
        }
        Event::CameBack { person, chips } => {
            table.cashed += chips;
            table.held.retain(|held| held.person != person);
        }
        Event::Straddled { seat, .. } => table.straddles.push(seat),
        Event::ButtonAt { seat, .. } => {
            table.before = table.turn.take();
            table.turn = Some(ButtonTurn { button: seat, blinds: Vec::new(), posted: Vec::new() });
        }
        Event::DealsFrom { .. } => table.before = table.turn.clone(),
        Event::BlindDue { seat, .. } => {
            table.blind_at(seat, table.seated(seat).map(|seated| seated.person));
            let posted = table.turn.as_ref().map_or(0, |turn| turn.blinds.len());
            // The last blind comes first to a player, the first one after it: then the turn is paid.
            table.with_undo(seat, |seated| seated.paid = posted == 1);
        }
        Event::NoBlind { seat } => table.blind_at(seat, None),
        Event::HeldBack { .. } | Event::EntryDue { .. } | Event::Warned(_) => {}
        Event::KillDue { seat, .. } => table.with_undo(seat, |seated| seated.owes_kill = false),
        Event::Started(ref lineup) => started(table, lineup),
        Event::Folded { seat } => table.folded = table.folded.with(usize::from(seat)),
        Event::Finished(ref result) => finished(table, result),
        Event::Dropped { chips } => table.dropped += chips,
        Event::KillButton(kill) => {
            table.kill = kill;
            if let Kill::Killer(person) = kill {
                table.refused.retain(|(who, _)| *who != person);
            }
        }
        Event::KillRefused { person, at } => {
            table.refused.retain(|(who, _)| *who != person);
            table.refused.push((person, at));
        }
        Event::KillOwed { seat } => {
            let person = table.seated(seat).map(|seated| seated.person);
            table.refused.retain(|(who, _)| Some(*who) != person);
            table.with(seat, |seated| seated.owes_kill = true);
        }
        Event::TimeBought { seat, chips } => {
            table.dropped += chips;
            table.with(seat, |seated| seated.stack -= chips);
            // What the hand has to account for is less by so much.
            if let Some(hand) = &mut table.hand
                && let Some(at) = hand.position(seat)
            {
                hand.stacks[at] -= chips;
            }
        }
        Event::TimeTaken { seat, chips } => {
            table.slide += chips;
            table.with(seat, |seated| seated.stack -= chips);
        }
        Event::TimePaid { until } => table.paid_until = Some(until),
        Event::TimeVerified { chips } => {
            table.slide -= chips;
            table.dropped += chips;
        }
        Event::Varied { ref rake, hourly } => {
            // What is announced is another game with the commission that there is (6.10, 7.3).
            let announced = table.change.as_mut().map(|change| &mut change.what);
            for sign in table.sign.as_mut().into_iter().chain(announced) {
                (sign.rake, sign.hourly) = (rake.clone(), hourly);
            }
        }
        Event::Announced(ref sign) => {
            table.change = Some(AnnouncedChange { what: sign.clone(), hands: 0, agreed: Seats::NONE });
        }
        Event::MinimumShown { least, at } => table.minimum = Some((least, at)),
        Event::Agreed { seat } => {
            if let Some(change) = &mut table.change {
                change.agreed = change.agreed.with(usize::from(seat));
            }
        }
        Event::Changed(ref sign) => {
            if table.sign().is_none_or(|now| now.kill_pots() != sign.kill_pots()) {
                table.refused.clear();
            }
            if table.sign().is_none_or(|now| now.blind_posts() != sign.blind_posts()) {
                table.straddles.clear();
            }
            table.sign = Some(sign.clone());
            (table.change, table.minimum) = (None, None);
        }
        Event::CloseAnnounced => {
            table.closing = Some(AnnouncedChange { what: (), hands: 0, agreed: Seats::NONE })
        }
        Event::CloseAgreed { seat } => {
            if let Some(closing) = &mut table.closing {
                closing.agreed = closing.agreed.with(usize::from(seat));
            }
        }
        Event::Closed => closed(table),
        Event::DeckReady { .. } | Event::Plays(_) => {}
    }
}

fn started(table: &mut RoomTable, lineup: &Lineup) {
    for &seat in &lineup.seats {
        table.with_undo(seat, |seated| {
            seated.entry = Entry::Free;
            (seated.missed, seated.new, seated.imposed) = (false, false, false);
        });
    }
    table.straddles.clear();
    table.folded = Seats::NONE;
    table.hand = Some(Box::new(lineup.clone()));
}

fn finished(table: &mut RoomTable, result: &HandResult) {
    let Some(hand) = table.hand.take() else { return };
    for (&seat, &chips) in hand.seats.iter().zip(&result.stacks) {
        table.with(seat, |seated| {
            seated.stack = chips + seated.bought;
            seated.bought = 0;
        });
    }
    table.folded = Seats::NONE;
    let undo = std::mem::take(&mut table.undo);
    if result.void {
        // The same player is first to receive again: the button stays for the hand that is dealt instead, and nobody
        // has paid, missed or made up for anything (J31).
        table.turn = table.before.take();
        for (seat, was) in undo {
            table.with(seat, |seated| seated.owe_again(&was));
        }
        return;
    }
    table.before = None;
    table.hands += 1;
    if let Some(change) = &mut table.change {
        change.hands = change.hands.saturating_add(1);
    }
    if let Some(closing) = &mut table.closing {
        closing.hands = closing.hands.saturating_add(1);
    }
}

/// What remains of a closed table: chips in safe keeping, and what the house took.
fn closed(table: &mut RoomTable) {
    let mut after = RoomTable::new(table.places.len());
    after.held = std::mem::take(&mut table.held);
    (after.bought_in, after.cashed, after.dropped) = (table.bought_in, table.cashed, table.dropped);
    (after.slide, after.hands) = (table.slide, table.hands);
    *table = after;
}

impl RoomTable {
    fn with(&mut self, seat: u8, change: impl FnOnce(&mut SeatedPlayer)) {
        if let Some(seated) = self.seated_mut(seat) {
            change(seated);
        }
    }

    fn take(&mut self, seat: u8, place: TableSeat) {
        if let Some(at) = self.places.get_mut(usize::from(seat)) {
            *at = place;
        }
    }

    /// A seat is free again and reserved: whoever sat there has no claims and no voice.
    fn vacate(&mut self, seat: u8) {
        let person = self.seated(seat).map(|seated| seated.person);
        self.take(seat, TableSeat::Reserved);
        self.straddles.retain(|at| *at != seat);
        if self.taken().all(|(_, seated)| Some(seated.person) != person) {
            self.unclaim(|claim| Some(claim.0) == person);
        }
        for agreed in self.agreements() {
            *agreed = agreed.without(usize::from(seat));
        }
    }

    fn carry_agreement(&mut self, from: u8, to: u8) {
        for agreed in self.agreements() {
            if agreed.has(usize::from(from)) {
                *agreed = agreed.with(usize::from(to));
            }
        }
    }

    fn agreements(&mut self) -> impl Iterator<Item = &mut Seats> {
        let change = self.change.as_mut().map(|change| &mut change.agreed);
        change.into_iter().chain(self.closing.as_mut().map(|closing| &mut closing.agreed))
    }

    fn blind_at(&mut self, seat: u8, who: Option<Person>) {
        if let Some(turn) = &mut self.turn {
            turn.blinds.push(seat);
            turn.posted.push(who);
        }
    }

    /// A change that a void hand takes back.
    fn with_undo(&mut self, seat: u8, change: impl FnOnce(&mut SeatedPlayer)) {
        if let Some(was) = self.seated(seat).copied()
            && self.undo.iter().all(|(at, _)| *at != seat)
        {
            self.undo.push((seat, was));
        }
        self.with(seat, change);
    }

    fn unclaim(&mut self, gone: impl Fn(&(Person, u8)) -> bool) {
        self.claims.retain(|claim| !gone(claim));
        let claims = &self.claims;
        self.drawn.retain(|drawn| claims.contains(drawn));
    }

    /// Who goes without having made up for a blind is no more eligible when he sits down again (8.9.3).
    fn remember_debt(&mut self, seat: u8) {
        if let Some(seated) = self.seated(seat)
            && (seated.missed || seated.entry != Entry::Free && !seated.new)
        {
            self.owing.push((seated.person, seated.missed));
        }
    }
}

impl SeatedPlayer {
    /// The hand did not count: what was due before it is due again.
    fn owe_again(&mut self, was: &SeatedPlayer) {
        if self.person != was.person {
            return;
        }
        (self.missed, self.paid) = (was.missed, was.paid);
        self.owes_kill |= was.owes_kill;
        // A condition that was put on a new player during the hand stays.
        if self.imposed <= was.imposed {
            (self.entry, self.imposed) = (was.entry, was.imposed);
        }
        self.new = was.new;
    }
}
