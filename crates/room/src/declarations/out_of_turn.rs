//! Acts out of turn (6.18): what stands when the turn comes, what is lost, what is final.

use super::rule::GestureMeaning;
use super::{Gesture, GestureEffect, SpokenAction};
use crate::event::{Act, Event, NullSink};
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use crate::seats::Seats;
use crate::terms::ChipAmount;
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Point;

impl HandRules<'_> {
    /// Whose turn will come may act before it, once; cards passed in are final whenever it happens (J19).
    pub(super) fn may_act_out_of_turn(
        &self,
        hand: &Hand,
        gesture: &Gesture,
        turn: u8,
    ) -> Result<(), Refusal<Reason>> {
        let seat = usize::from(gesture.seat);
        if gesture.cards_in {
            return Ok(());
        }
        if hand.out_of_turn.has(seat) {
            return self.no(Reason::ActedOutOfTurn, Point::OutOfTurnStands);
        }
        // While the opener is awaited all who can wager will be asked.
        let asked = if matches!(hand.due, Due::BringIn(_)) { hand.able } else { hand.to_act };
        if asked.has(seat) { Ok(()) } else { self.no(Reason::NotYourTurn { turn }, Point::Turn) }
    }

    /// The hand as it will be when a player's turn comes, as far as that is certain: the forced wager is made, and what
    /// others before him have wagered out of turn stands.
    pub(super) fn foreseen(&self, hand: &Hand, seat: usize) -> Hand {
        let due = Due::Act(seat as u8);
        let mut trial = Hand { out_of_turn: Seats::NONE, ..*hand };
        let turn = match hand.due {
            Due::BringIn(turn) => {
                let _ = self.act(&mut trial, usize::from(turn), Act::BringIn, &mut NullSink);
                usize::from(turn)
            }
            Due::Act(turn) => usize::from(turn),
            _ => return trial,
        };
        let between = |other: usize| (other + hand.players() - turn) % hand.players();
        let mut waiting: Vec<usize> =
            hand.out_of_turn.iter().filter(|&other| between(other) < between(seat)).collect();
        waiting.sort_by_key(|&other| between(other));
        for other in waiting {
            trial.due = Due::Act(other as u8);
            if let Some(act) = self.when_turn_comes(&trial, other) {
                let _ = self.act(&mut trial, other, act, &mut NullSink);
            }
        }
        match trial.due {
            Due::Act(_) => Hand { due, ..trial },
            // Nothing more would be asked in the round.
            _ => Hand { due, ..*hand },
        }
    }

    /// What an act is that was made out of turn.
    pub(super) fn out_of_turn(
        &self,
        hand: &Hand,
        turn: u8,
        gesture: &Gesture,
        read: GestureMeaning,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        let seat = usize::from(gesture.seat);
        let (stands, point) = match read.stands {
            GestureEffect::Act(Act::Fold) if gesture.cards_in => {
                // A wager that waited for its turn stands (6.18.1), and goes with the hand.
                let to = if hand.out_of_turn.has(seat) { hand.out_of_turn_to[seat] } else { read.to };
                return Ok(GestureMeaning {
                    stands: GestureEffect::FoldedOutOfTurn,
                    to,
                    point: Point::FoldCards,
                });
            }
            // Only the cards passed in make it final (J85).
            GestureEffect::Act(Act::Fold) => return self.no(Reason::NotFolded, Point::FoldCards),
            GestureEffect::Act(Act::Call)
                if hand.owes(seat) <= 0 && gesture.said == Some(SpokenAction::Check) =>
            {
                (GestureEffect::NoRaise, Point::OutOfTurnCheck)
            }
            GestureEffect::Act(act @ (Act::Call | Act::Raise(_))) if read.to > hand.bets[seat] => {
                (GestureEffect::OutOfTurn(act), read.point)
            }
            // Chips short of a call are no bet, raise or call that could stand (6.18.1); they are made up in turn (6.17, J85).
            GestureEffect::Short { .. } => {
                return self.no(Reason::ShortOutOfTurn { turn }, Point::OutOfTurnStands);
            }
            _ => return self.no(Reason::NotYourTurn { turn }, Point::OutOfTurnStands),
        };
        Ok(GestureMeaning { stands, point, ..read })
    }

    /// The cards came in out of turn: the hand is folded, the turn stays where it was.
    pub(super) fn fold_out_of_turn(&self, hand: &mut Hand, seat: u8, out: &mut impl Sink<Ruled<Event>>) {
        self.say(hand, out, Event::FoldedOutOfTurn(seat), self.cite(Point::FoldCards));
        if hand.out_of_turn.has(usize::from(seat)) {
            self.say(hand, out, Event::OutOfTurnStands(seat), self.cite(Point::OutOfTurnStands));
        }
        self.close_if_done(hand, out);
        self.turn_comes(hand, out);
    }

    /// The turn comes to a player who has acted already: his wager stands, or he chooses anew.
    #[cold]
    pub(crate) fn turn_comes(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>) {
        let Due::Act(at) = hand.due else { return };
        let seat = usize::from(at);
        if !hand.out_of_turn.has(seat) {
            return;
        }
        let less = hand.out_of_turn_less.has(seat) && hand.out_of_turn_to[seat] < hand.high;
        let point = if less { Point::OutOfTurnAllIn } else { Point::OutOfTurnStands };
        match self.when_turn_comes(hand, seat) {
            Some(act) => {
                self.say(hand, out, Event::OutOfTurnStands(at), self.cite(point));
                // Tried before, so that it cannot be refused.
                let _ = self.act(hand, seat, act, out);
            }
            None => self.say(hand, out, Event::OutOfTurnFreed(at), self.cite(Point::OutOfTurnChoice)),
        }
    }

    /// What a wager out of turn amounts to when the turn comes; one that was all-in for less stays in (6.18.4).
    fn when_turn_comes(&self, hand: &Hand, seat: usize) -> Option<Act> {
        let to = hand.out_of_turn_to[seat];
        if hand.out_of_turn_less.has(seat) && to < hand.high {
            Some(Act::Call)
        } else {
            self.still_stands(hand, seat, to)
        }
    }

    /// What a wager amounts to now; none where somebody who was passed over wagered more (6.18.2).
    fn still_stands(&self, hand: &Hand, seat: usize, to: ChipAmount) -> Option<Act> {
        if to < hand.high {
            return None;
        }
        let meant = if to == hand.high {
            Act::Call
        } else {
            match self.half_rule(hand, seat, to) {
                Ok(GestureMeaning { stands: GestureEffect::Act(act), .. }) => act,
                // No raise is open any more: the rest goes back.
                _ => Act::Call,
            }
        };
        let mut trial = *hand;
        trial.out_of_turn = Seats::NONE;
        self.act(&mut trial, seat, meant, &mut NullSink).is_ok().then_some(meant)
    }

    /// Less than a call lies there.
    pub(crate) fn put_short(&self, hand: &mut Hand, seat: usize, to: ChipAmount) {
        Self::pay_in(hand, seat, to);
        hand.short = hand.short.with(seat);
    }

    /// A wager waits for its turn; until then the chips are still the player's.
    pub(crate) fn wager_out_of_turn(&self, hand: &mut Hand, seat: usize, to: ChipAmount, less: bool) {
        hand.acts_out_of_turn(seat);
        hand.out_of_turn = hand.out_of_turn.with(seat);
        hand.out_of_turn_to[seat] = to;
        hand.out_of_turn_less =
            if less { hand.out_of_turn_less.with(seat) } else { hand.out_of_turn_less.without(seat) };
    }

    /// A check out of turn costs the right to bet or raise in this round.
    pub(crate) fn check_out_of_turn(&self, hand: &mut Hand, seat: usize) {
        hand.acts_out_of_turn(seat);
        hand.no_raise = hand.no_raise.with(seat);
    }

    /// The hand is folded, and the turn stays where it was.
    pub(crate) fn give_up_out_of_turn(&self, hand: &mut Hand, seat: usize) {
        hand.acts_out_of_turn(seat);
        if hand.out_of_turn.has(seat) {
            hand.wagered = true;
            Self::pay_in(hand, seat, hand.out_of_turn_to[seat]);
        }
        // After a wager, be it his own, a folded seat gets no more cards.
        if self.policy.ghosts && hand.owes(seat) <= 0 && hand.leader.is_none() {
            hand.ghosts = hand.ghosts.with(seat);
        }
        hand.give_up(seat);
    }
}

impl Hand {
    /// Who acts out of turn has acted all the same ('Substantial action').
    fn acts_out_of_turn(&mut self, seat: usize) {
        self.acted = self.acted.with(seat);
        self.remedies.played = self.remedies.played.with(seat);
    }

    /// The most that is wagered in the round, be it out of turn.
    pub(crate) fn most_wagered(&self) -> ChipAmount {
        self.out_of_turn.iter().map(|seat| self.out_of_turn_to[seat]).fold(self.high, ChipAmount::max)
    }
}
