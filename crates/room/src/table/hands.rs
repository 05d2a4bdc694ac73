//! A hand begins and ends: the lineup with its terms, the result with the Kill Button and the drop.

use super::button::NextHand;
use super::command::Command;
use super::event::Event;
use super::kill::Kill;
use super::lineup::{HandResult, Lineup};
use super::reason::Reason;
use super::sign::Sign;
use super::state::{Entry, RoomTable};
use super::{RoomTableRefusal, Table};
use crate::terms::{ChipAmount, Commission, MOST, Terms};
use engine::{Actor, Machine, Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::{CapCovers, Family, Point, Posts, RoomGame};

impl Table<'_> {
    /// The next hand as it would be dealt now.
    pub fn next(&self, table: &RoomTable) -> Option<NextHand> {
        let (sign, game) = self.opened(table).ok()?;
        Some(table.next(sign, game))
    }

    pub(super) fn straddle(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, game) = self.opened(table)?;
        self.own(table, actor, seat, Point::StraddleSeat)?;
        self.between_hands(table, Point::StraddleSeat)?;
        let next = table.next(sign, game);
        let posted = self.straddlers(table, &next, sign).len();
        if posted > 0 && game.family == Family::Draw {
            return self.no(table, Reason::OneOverBlind, Point::OneOverBlind);
        }
        if posted >= usize::from(sign.over_blinds) {
            return self.no(table, Reason::NoStraddle, Point::StraddleNotAllowed);
        }
        if next.straddler(posted) != Some(seat) {
            return self.no(table, Reason::NotYourStraddle, Point::StraddleSeat);
        }
        let chips = over_blind(sign, posted);
        let point = if posted > 0 { Point::OverBlindDouble } else { Point::Straddle };
        let has = for_blinds(table, sign, seat);
        if has < chips {
            return self.no(table, Reason::StraddleShort { chips, has }, point);
        }
        self.say(table, out, Event::Straddled { seat, chips }, point);
        Ok(())
    }

    /// Those who announced a voluntary blind, are still at the place for it and can still post it.
    fn straddlers(&self, table: &RoomTable, next: &NextHand, sign: &Sign) -> Vec<u8> {
        let wanted = (0..usize::from(sign.over_blinds)).map_while(|at| next.straddler(at)).enumerate();
        let stands = |(at, seat): &(usize, u8)| {
            table.straddles.contains(seat) && for_blinds(table, sign, *seat) >= over_blind(sign, *at)
        };
        wanted.take_while(stands).map(|(_, seat)| seat).collect()
    }

    pub(super) fn start(
        &self,
        table: &RoomTable,
        actor: Actor,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, game) = self.opened(table)?;
        self.staff(table, actor)?;
        self.between_hands(table, Point::TableInHand)?;
        if sign.hourly.is_some() && table.paid_until.is_none_or(|until| actor.at >= until) {
            return self.no(table, Reason::ChargeDue, Point::TimeInAdvance);
        }
        let next = table.next(sign, game);
        if next.dealt.len() > usize::from(game.players.value) {
            let most = game.players;
            return Err(Refusal::new(Reason::TableFull { most: most.value }, most.cite));
        }
        if next.dealt.len() < 2 {
            return self.no(table, Reason::TooFewPlayers, Point::TooFewPlayers);
        }
        let lineup = self.lineup(table, sign, game, &next);
        self.place_buttons(table, sign, game, &next, out);
        self.say_posts(table, sign, &next, &lineup, out);
        self.say(table, out, Event::Started(Box::new(lineup)), Point::HandStarts);
        Ok(())
    }

    fn lineup(&self, table: &RoomTable, sign: &Sign, game: &RoomGame, next: &NextHand) -> Lineup {
        let players = next.dealt.len();
        let mut terms = Terms::plain(sign.structure);
        let mut killer = None;
        for (at, &seat) in next.dealt.iter().enumerate() {
            let Some(seated) = table.seated(seat) else { continue };
            terms.antes[at] = sign.ante;
            terms.blinds[at] = self.blind(table, sign, next, seat);
            if table.kill == Kill::Killer(seated.person) && sign.kill.is_some() {
                killer = Some(at);
            }
        }
        let straddlers = self.straddlers(table, next, sign);
        for (step, seat) in straddlers.iter().enumerate() {
            if let Some(at) = next.dealt.iter().position(|dealt| dealt == seat) {
                terms.blinds[at] = over_blind(sign, step);
            }
        }
        terms.straddles = straddlers.len() as u8;
        if let (Some(at), Some(kill)) = (killer, sign.kill) {
            (terms.structure, terms.killed) = (kill.structure, true);
            let seat = next.dealt[at];
            let opens = Some(seat) == next.last_blind() || straddlers.contains(&seat);
            terms.blinds[at] = kill_post(terms.blinds[at], kill.wager, opens);
        }
        terms.bring_in = sign.bring_in;
        terms.chip = sign.chip;
        terms.commission = sign.rake.commission(players);
        terms.unit = if game.posts.value == Posts::Nothing { sign.unit } else { 0 };
        let stacks =
            next.dealt.iter().map(|&seat| table.seated(seat).map_or(0, |seated| seated.stack)).collect();
        Lineup { seats: next.dealt.clone(), stacks, terms }
    }

    /// The compulsory blind of a seat, or what it posts to be dealt in: that is live and moves nobody's turn.
    fn blind(&self, table: &RoomTable, sign: &Sign, next: &NextHand, seat: u8) -> ChipAmount {
        let blind = next.blinds.iter().zip(&sign.blinds).find(|((at, posts), _)| *posts && *at == seat);
        let blind = blind.map_or(0, |(_, chips)| *chips);
        let Some(seated) = table.seated(seat) else { return blind };
        let owes = if seated.owes_kill { sign.kill.map_or(0, |kill| kill.wager) } else { 0 };
        if owes > 0 {
            return kill_post(blind, owes, Some(seat) == next.last_blind());
        }
        match seated.entry {
            Entry::Posts if blind == 0 && !sign.blinds.is_empty() && !next.first => -sign.large_blind(),
            _ => blind,
        }
    }

    fn place_buttons(
        &self,
        table: &RoomTable,
        sign: &Sign,
        game: &RoomGame,
        next: &NextHand,
        out: &mut impl Sink<Ruled<Event>>,
    ) {
        for &seat in &next.missing {
            let walking =
                table.seated(seat).is_some_and(|seated| seated.standing == super::Standing::Walking);
            let point = if walking { Point::SeatAbsent } else { Point::SeatMissedBlind };
            self.say(table, out, Event::BlindMissed { seat }, point);
        }
        match next.button {
            None => {
                let seat = next.dealt.first().copied().unwrap_or(0);
                self.say(table, out, Event::DealsFrom { seat }, Point::ButtonNone);
            }
            Some(seat) => {
                let event = Event::ButtonAt { seat, dead: next.dead };
                match (next.first, next.dead) {
                    // The game's own clause for the first hand, where it has one (9.1.1, 11.1.1, 13.1.2(a)).
                    (true, _) => out.take(Ruled::new(event, game.button.cite)),
                    (false, true) => self.say(table, out, event, Point::ButtonDead),
                    (false, false) => self.say(table, out, event, Point::ButtonMoves),
                }
            }
        }
        if let Some(seat) = next.at_button {
            self.say(table, out, Event::HeldBack { seat }, Point::SeatNewAtButton);
        }
        for &seat in &next.held_back {
            match game.posts.value {
                Posts::Nothing => out.take(Ruled::new(Event::HeldBack { seat }, game.players.cite)),
                _ => self.say(table, out, Event::HeldBack { seat }, Point::ButtonBetween),
            }
        }
        for (&(seat, posts), &chips) in next.blinds.iter().zip(&sign.blinds) {
            if posts {
                self.say(table, out, Event::BlindDue { seat, chips }, Point::ButtonBlinds)
            } else {
                self.say(table, out, Event::NoBlind { seat }, Point::ButtonSmallBlindGone)
            }
        }
    }

    fn say_posts(
        &self,
        table: &RoomTable,
        sign: &Sign,
        next: &NextHand,
        lineup: &Lineup,
        out: &mut impl Sink<Ruled<Event>>,
    ) {
        for (at, &seat) in next.dealt.iter().enumerate() {
            let Some(seated) = table.seated(seat) else { continue };
            let chips = lineup.terms.blinds[at].abs();
            if let Some(kill) = sign.kill {
                if table.kill == Kill::Killer(seated.person) {
                    self.say(table, out, Event::KillDue { seat, chips: kill.wager }, Point::KillWager);
                    continue;
                }
                if seated.owes_kill {
                    self.say(table, out, Event::KillDue { seat, chips: kill.wager }, Point::KillRejoinTaken);
                    continue;
                }
            }
            if lineup.terms.blinds[at] < 0 {
                let point = if seated.imposed { Point::SeatNewPosts } else { Point::SeatCures };
                self.say(table, out, Event::EntryDue { seat, chips }, point);
            }
        }
    }

    pub(super) fn fold(
        &self,
        table: &RoomTable,
        actor: Actor,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.opened(table)?;
        self.staff(table, actor)?;
        self.seated(table, seat, Point::SeatOutOfHand)?;
        if !table.is_in_hand(seat) {
            return self.no(table, Reason::NoHand, Point::SeatOutOfHand);
        }
        self.say(table, out, Event::Folded { seat }, Point::SeatOutOfHand);
        Ok(())
    }

    pub(super) fn finish(
        &self,
        table: &RoomTable,
        actor: Actor,
        result: &HandResult,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let (sign, game) = self.opened(table)?;
        self.staff(table, actor)?;
        let Some(hand) = table.hand() else {
            return self.no(table, Reason::NoHand, Point::HandFinished);
        };
        self.check_result(table, hand, result)?;
        self.say(table, out, Event::Finished(result.clone()), Point::HandFinished);
        if result.commission > 0 {
            let point = match hand.terms.commission {
                Commission::PerHand(_) | Commission::Several { ppm: 0, .. } => Point::DropPerHand,
                Commission::PerPerson(_) => Point::DropPerPerson,
                Commission::Percentage { .. } | Commission::Several { .. } | Commission::None => {
                    Point::DropPercentage
                }
            };
            self.say(table, out, Event::Dropped { chips: result.commission }, point);
        }
        // A Killer who was not in the hand, back while it was played, has lost none.
        let was_in = |person| table.seat_of(person).is_some_and(|seat| hand.seats.contains(&seat));
        let counts = match table.kill {
            Kill::Killer(person) => was_in(person),
            Kill::LegUp(_) | Kill::Neutral => true,
        };
        if let Some(kill) = sign.kill.filter(|_| counts && !result.void) {
            let mut winners = result.winners.iter();
            let only = winners.next().filter(|_| winners.next().is_none());
            let winner = only.and_then(|at| table.seated(hand.seats[at])).map(|seated| seated.person);
            // In hi-lo there is no Leg Up (8.13.3(a)).
            let (button, point) = table.kill.after(game.is_hi_lo(), winner, result.pot >= kill.qualifying);
            self.say(table, out, Event::KillButton(button), point);
            self.killer_is_away(table, sign, button, actor, out);
        }
        Ok(())
    }

    /// Every chip of the hand is in a stack or with the house, which has no more than the sign lets it take.
    pub(super) fn check_result(
        &self,
        table: &RoomTable,
        hand: &Lineup,
        result: &HandResult,
    ) -> Result<(), RoomTableRefusal> {
        let players = hand.seats.len();
        let strangers = result.winners.0 >> players != 0;
        let bad = result.stacks.len() != players || strangers || result.commission < 0 || result.pot < 0;
        if bad
            || result.stacks.iter().any(|chips| !(0..=crate::MOST_CHIPS * MOST as ChipAmount).contains(chips))
        {
            return self.no(table, Reason::WrongResult, Point::HandFinished);
        }
        let began: ChipAmount = hand.stacks.iter().sum();
        let ended = result.stacks.iter().sum::<ChipAmount>().saturating_add(result.commission);
        // What was collected before a void hand may stay with the house (7.2.4(c)); all else has gone back.
        let covers = self.book.law.cap_covers.is_some_and(|covers| covers.value == CapCovers::WholeHand);
        let fees = hand.fees(covers);
        let is_back = |((&chips, &had), &fee): ((&ChipAmount, &ChipAmount), &ChipAmount)| {
            chips == had || chips == had - fee
        };
        let not_void = result.void && !result.stacks.iter().zip(&hand.stacks).zip(&fees).all(is_back);
        if began != ended || not_void {
            return self.no(table, Reason::ChipsDiffer { began, ended }, Point::SeatChipsInHand);
        }
        let (most, point) = most_commission(hand, result.pot, covers);
        if result.commission > most {
            return self.no(table, Reason::CommissionTooHigh { most }, point);
        }
        Ok(())
    }

    /// Starts a hand, has it played, and finishes it: for simulations.
    ///
    /// # Errors
    /// Why no hand can be started, or why its result is none.
    pub fn play(
        &self,
        table: &mut RoomTable,
        actor: Actor,
        play: impl FnOnce(&Lineup) -> HandResult,
        out: &mut Vec<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        self.tell(table, actor, &Command::Start, out)?;
        let Some(result) = table.hand().map(play) else { return Ok(()) };
        self.tell(table, actor, &Command::Finish(result), out)
    }

    /// Tells the table something, and applies what follows.
    ///
    /// # Errors
    /// The refusal; the table is then as before.
    pub fn tell(
        &self,
        table: &mut RoomTable,
        actor: Actor,
        command: &Command,
        out: &mut Vec<Ruled<Event>>,
    ) -> Result<(), RoomTableRefusal> {
        let from = out.len();
        let decided = self.decide(table, actor, command, out);
        match decided {
            Ok(()) => out[from..].iter().for_each(|said| self.evolve(table, &said.value)),
            Err(_) => out.truncate(from),
        }
        decided
    }
}

/// The voluntary blind after so many: each doubles the one before (6.5, 8.9.4).
fn over_blind(sign: &Sign, after: usize) -> ChipAmount {
    sign.large_blind().saturating_mul(2 << after)
}

/// What a player has for a blind when fee and ante are paid.
fn for_blinds(table: &RoomTable, sign: &Sign, seat: u8) -> ChipAmount {
    let stack = table.seated(seat).map_or(0, |seated| seated.stack);
    (stack - sign.rake.per_person() - sign.ante).max(0)
}

/// The most that the house may have from a hand with such a pot, and the clause that says so.
fn most_commission(hand: &Lineup, pot: ChipAmount, cap_covers_hand: bool) -> (ChipAmount, Point) {
    let commission = hand.terms.commission;
    let fees: ChipAmount = hand.fees(cap_covers_hand).iter().sum();
    let (ppm, cap) = commission.percentage();
    let part = (i128::from(pot) * i128::from(ppm) / 1_000_000) as ChipAmount;
    let from_pots = commission.per_hand().saturating_add(part).min(pot);
    let capped = from_pots.min(if cap_covers_hand { (cap - fees).max(0) } else { cap });
    let point = match commission {
        Commission::None => Point::CommissionNil,
        _ if capped < from_pots => Point::CommissionCap,
        Commission::Percentage { .. } => Point::Percentage,
        Commission::PerPerson(_) => Point::PerPerson,
        Commission::PerHand(_) => Point::PerHand,
        Commission::Several { ppm: 0, .. } => Point::PerHand,
        Commission::Several { .. } => Point::Percentage,
    };
    (fees + capped, point)
}

/// The Killer posts in all the Kill wager; only in the seat of the last blind does it set who opens (8.13.8).
const fn kill_post(blind: ChipAmount, wager: ChipAmount, last: bool) -> ChipAmount {
    let most = if blind > wager { blind } else { wager };
    if last { most } else { -most }
}
