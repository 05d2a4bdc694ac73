//! Words and chips in turn: the ruling (6.12-6.17, 8.2).

use super::{Gesture, GestureEffect, GestureRuling, PlacedChips, SpokenAction};
use crate::event::{Act, Event, NullSink};
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use crate::seats::Seats;
use crate::terms::ChipAmount;
use crate::terms::MOST_CHIPS;
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Point;

/// What a gesture is, before it is weighed against the state of the hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct GestureMeaning {
    pub(super) stands: GestureEffect,
    /// His wager of the round after it.
    pub(super) to: ChipAmount,
    pub(super) point: Point,
}

impl GestureMeaning {
    pub(super) const fn act(act: Act, to: ChipAmount, point: Point) -> GestureMeaning {
        GestureMeaning { stands: GestureEffect::Act(act), to, point }
    }
}

impl HandRules<'_> {
    /// What a gesture amounts to. Nothing happens yet.
    ///
    /// # Errors
    /// It amounts to nothing: why.
    pub fn rule_gesture(&self, hand: &Hand, gesture: &Gesture) -> Result<GestureRuling, Refusal<Reason>> {
        let seat = usize::from(gesture.seat);
        let turn = match hand.due {
            Due::Act(turn) | Due::BringIn(turn) => turn,
            due => return self.no(Reason::NotNow(due), Point::Turn),
        };
        if seat >= hand.players() || !hand.live.has(seat) {
            return self.no(Reason::NoSuchPlayer, Point::Turn);
        }
        self.countable(hand, seat, &gesture.chips)?;
        let in_turn = usize::from(turn) == seat;
        let mut trial = *hand;
        if !in_turn {
            self.may_act_out_of_turn(hand, gesture, turn)?;
            trial.due = Due::Act(gesture.seat);
            // Who checks or folds does it by what lies there now.
            if gesture.said != Some(SpokenAction::Check) && !gesture.cards_in {
                trial = self.foreseen(hand, seat);
            }
        }
        let read = self.read(&trial, seat, gesture)?;
        if let GestureEffect::Act(act) = read.stands {
            // What the betting law refuses is refused, whatever way it was said.
            trial.out_of_turn = Seats::NONE;
            self.act(&mut trial, seat, act, &mut NullSink)?;
        }
        let read = if in_turn { read } else { self.out_of_turn(hand, turn, gesture, read)? };
        let lies = hand.bets[seat] + gesture.chips.total;
        Ok(GestureRuling {
            seat,
            stands: read.stands,
            to: read.to,
            added: (read.to - lies).max(0),
            change: (lies - read.to).max(0),
            cite: self.cite(read.point),
        })
    }

    /// Wagers are in chips (6.2), and from the stack that was on the table (6.11).
    fn countable(&self, hand: &Hand, seat: usize, put: &PlacedChips) -> Result<(), Refusal<Reason>> {
        if put.other {
            return self.no(Reason::ChipsOnly, Point::ChipsOnly);
        }
        if !put.is_possible() {
            return self.no(Reason::BadAmount, Point::ChipsOnly);
        }
        if put.total > hand.stacks[seat] {
            return self.no(Reason::MoreThanStack { stack: hand.stacks[seat] }, Point::TableStakes);
        }
        Ok(())
    }

    fn read(&self, hand: &Hand, seat: usize, gesture: &Gesture) -> Result<GestureMeaning, Refusal<Reason>> {
        let put = &gesture.chips;
        match gesture.said {
            _ if gesture.cards_in => Ok(GestureMeaning::act(Act::Fold, hand.bets[seat], Point::FoldCards)),
            Some(said) => self.spoken(hand, seat, said, put),
            None if put.total == 0 => self.no(Reason::NothingDone, Point::Turn),
            None if matches!(hand.due, Due::BringIn(_)) => self.silent_opening(hand, seat, put),
            None => self.silent(hand, seat, put),
        }
    }

    /// Words bind (6.18); chips beside them only say how much (J82).
    fn spoken(
        &self,
        hand: &Hand,
        seat: usize,
        said: SpokenAction,
        put: &PlacedChips,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        let (bet, stack, owes) = (hand.bets[seat], hand.stacks[seat], hand.owes(seat));
        let forced = matches!(hand.due, Due::BringIn(_));
        let call = bet + owes.clamp(0, stack);
        let bring_in = GestureMeaning::act(Act::BringIn, self.terms.bring_in.min(stack), Point::SpokenBinds);
        match said {
            SpokenAction::Fold => Ok(GestureMeaning::act(Act::Fold, bet, Point::SpokenBinds)),
            SpokenAction::Check if owes > 0 || forced => {
                self.no(Reason::FacingWager, Point::CheckFacingWager)
            }
            SpokenAction::Check => Ok(GestureMeaning::act(Act::Call, bet, Point::CheckSaid)),
            SpokenAction::Call if forced => Ok(bring_in),
            SpokenAction::Call if owes <= 0 => self.no(Reason::NothingToCall, Point::NothingToCall),
            SpokenAction::Call => Ok(GestureMeaning::act(Act::Call, call, Point::SpokenBinds)),
            SpokenAction::Bet | SpokenAction::AllIn if forced && self.raises(hand, seat).is_err() => {
                Ok(bring_in)
            }
            SpokenAction::AllIn => self.all_in(hand, seat, Point::SpokenBinds),
            SpokenAction::Bet | SpokenAction::Raise => {
                let oversize = put.pieces == 1 && put.total > owes;
                if oversize && !self.terms.structure.is_limit() {
                    // The chip says how high (6.14.2).
                    self.announced(hand, seat, put.total, Point::OversizeRaise)
                } else {
                    self.announced(hand, seat, bet + put.total, Point::SpokenBinds)
                }
            }
            SpokenAction::BetOf(amount) | SpokenAction::RaiseTo(amount) => self.named(hand, seat, amount, 0),
            SpokenAction::RaiseBy(amount) => self.named(hand, seat, amount, hand.high),
            SpokenAction::Kitty => {
                Ok(GestureMeaning::act(Act::TakeKitty, self.kitty_costs(hand, seat).0, Point::SpokenBinds))
            }
        }
    }

    /// A wager of an amount that was named.
    fn named(
        &self,
        hand: &Hand,
        seat: usize,
        amount: ChipAmount,
        on: ChipAmount,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        if !(1..=MOST_CHIPS).contains(&amount) {
            return self.no(Reason::BadAmount, Point::ChipsOnly);
        }
        let to = on + amount;
        if to % self.terms.chip.max(1) != 0 && to < hand.bets[seat] + hand.stacks[seat] {
            return self.no(Reason::NotInChips { chip: self.terms.chip }, Point::LowestChip);
        }
        self.announced(hand, seat, to, Point::SpokenBinds)
    }

    /// Chips without a word, in turn.
    fn silent(&self, hand: &Hand, seat: usize, put: &PlacedChips) -> Result<GestureMeaning, Refusal<Reason>> {
        let (bet, stack, owes) = (hand.bets[seat], hand.stacks[seat], hand.owes(seat));
        if put.total <= owes {
            let to = bet + put.total;
            // The last chips are a call, however few (6.16.1); others have to be made up (6.17, J73).
            return Ok(if put.total == owes || put.total == stack {
                GestureMeaning::act(Act::Call, to, Point::CallChips)
            } else {
                GestureMeaning {
                    stands: GestureEffect::Short { missing: owes.min(stack) - put.total },
                    to,
                    point: Point::ShortCall,
                }
            });
        }
        match put.pieces {
            1 => self.oversize(hand, seat, put.total),
            _ if put.total == stack => self.all_in(hand, seat, Point::SilentAllIn),
            _ if hand.high == 0 => self.first_wager(hand, seat, put.total, Point::RaiseChips),
            _ => self.half_rule(hand, seat, bet + put.total),
        }
    }

    /// Chips without a word from the player who has to open a stud hand (J84).
    fn silent_opening(
        &self,
        hand: &Hand,
        seat: usize,
        put: &PlacedChips,
    ) -> Result<GestureMeaning, Refusal<Reason>> {
        let least = self.terms.bring_in.min(hand.stacks[seat]);
        let opens = |point| Ok(GestureMeaning::act(Act::BringIn, least, point));
        match (put.total, self.raises(hand, seat)) {
            (total, _) if total < least => self.no(Reason::BelowLeast { least }, Point::BringIn),
            (total, _) if total == least => opens(Point::CallChips),
            (_, _) if put.pieces == 1 && self.terms.structure.is_limit() => opens(Point::OversizeInLimit),
            (_, _) if put.pieces == 1 => opens(Point::OversizeFirstRound),
            (_, Err(_)) => opens(Point::BringIn),
            (total, Ok(raises)) => self.wager(hand, seat, raises, total, Point::RaiseChips),
        }
    }

    /// A gesture is made: it is ruled, and happens.
    pub(crate) fn gesture(
        &self,
        hand: &mut Hand,
        gesture: &Gesture,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        let ruling = self.rule_gesture(hand, gesture)?;
        let GestureRuling { seat, stands, to, change, cite, .. } = ruling;
        let (at, chips) = (gesture.seat, gesture.chips.total);
        self.say(hand, out, Event::Gestured { seat: at, chips, change }, cite);
        match stands {
            GestureEffect::Act(act) => return self.act(hand, seat, act, out),
            GestureEffect::Short { missing } => {
                self.say(hand, out, Event::PutShort { seat: at, to, missing }, cite)
            }
            GestureEffect::OutOfTurn(_) => {
                let less = to < self.foreseen(hand, seat).high;
                let point = if less { Point::OutOfTurnAllIn } else { Point::OutOfTurnStands };
                self.say(hand, out, Event::WageredOutOfTurn { seat: at, to, less }, self.cite(point));
            }
            GestureEffect::NoRaise => self.say(hand, out, Event::NoRaise(at), cite),
            GestureEffect::FoldedOutOfTurn => self.fold_out_of_turn(hand, at, out),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Act, Command, Gesture, GestureEffect, Hand, HandRules, PlacedChips, Reason, SpokenAction, Structure,
        Stub, Terms,
    };
    use cards::Pack;

    /// K71: once a card is exposed too early, the round goes no higher.
    #[test]
    fn a_frozen_round_is_called_not_raised() {
        let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0")
            .unwrap_or_else(|error| panic!("{error}"));
        let game = book.game("seven-card-stud", 52).expect("a game");
        let mut terms = Terms::plain(Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
        (terms.antes, terms.bring_in) = ([1; crate::MOST], 10);
        let room = HandRules::new(&book, game, terms);
        let mut hand = Hand::new(&[500; 4], Stub::of(Pack::OF_52.cards().iter()));
        let mut told = Vec::new();
        let mut tell = |hand: &mut Hand, command| room.tell(hand, &command, &mut told);
        tell(&mut hand, Command::Post).expect("antes");
        tell(&mut hand, Command::Deal).expect("three cards");
        while hand.street() == 0 {
            let options = room.options(&hand).expect("a decision");
            let act = if options.bring_in.is_some() { Act::BringIn } else { Act::Call };
            tell(&mut hand, Command::Act { seat: options.seat as u8, act }).expect("called");
        }
        tell(&mut hand, Command::Deal).expect("fourth street");
        let first = room.options(&hand).expect("a decision").seat as u8;
        tell(&mut hand, Command::Act { seat: first, act: Act::Raise(10) }).expect("a bet");
        hand.ceiling = Some(hand.high);
        let next = room.options(&hand).expect("a decision").seat as u8;
        for raise in
            [Gesture::word(next, SpokenAction::Raise), Gesture::silent(next, PlacedChips::several(20))]
        {
            let no = room.rule_gesture(&hand, &raise).expect_err("no raise");
            assert_eq!((no.reason, book.label(no.cite)), (Reason::RoundFrozen, "14.6.4"));
        }
        let no = tell(&mut hand, Command::Act { seat: next, act: Act::Raise(20) }).expect_err("no raise");
        assert_eq!((no.reason, book.label(no.cite)), (Reason::RoundFrozen, "14.6.4"));
        let call =
            room.rule_gesture(&hand, &Gesture::silent(next, PlacedChips::several(10))).expect("a call");
        assert_eq!((call.stands, call.to), (GestureEffect::Act(Act::Call), 10));
    }
}
