//! Words and chips in turn: the ruling (6.12-6.17, 8.2).

use super::{Gesture, Put, Ruling, Said, Stands};
use crate::event::{Act, Event, Unheard};
use crate::hand::{Due, Hand};
use crate::reason::Reason;
use crate::room::Room;
use crate::seats::Seats;
use crate::terms::Chips;
use crate::terms::MOST_CHIPS;
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Point;

/// What a gesture is, before it is weighed against the state of the hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub(super) stands: Stands,
    /// His wager of the round after it.
    pub(super) to: Chips,
    pub(super) point: Point,
}

impl Read {
    pub(super) const fn act(act: Act, to: Chips, point: Point) -> Read {
        Read { stands: Stands::Act(act), to, point }
    }
}

impl Room<'_> {
    /// What a gesture amounts to. Nothing happens yet.
    ///
    /// # Errors
    /// It amounts to nothing: why.
    pub fn rule_gesture(&self, hand: &Hand, gesture: &Gesture) -> Result<Ruling, Refusal<Reason>> {
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
            self.may_come_ahead(hand, gesture, turn)?;
            trial.due = Due::Act(gesture.seat);
            // Who checks or folds does it by what lies there now.
            if gesture.said != Some(Said::Check) && !gesture.cards_in {
                trial = self.foreseen(hand, seat);
            }
        }
        let read = self.read(&trial, seat, gesture)?;
        if let Stands::Act(act) = read.stands {
            // What the betting law refuses is refused, whatever way it was said.
            trial.ahead = Seats::NONE;
            self.act(&mut trial, seat, act, &mut Unheard)?;
        }
        let read = if in_turn { read } else { self.out_of_turn(hand, turn, gesture, read)? };
        let lies = hand.bets[seat] + gesture.chips.total;
        Ok(Ruling {
            seat,
            stands: read.stands,
            to: read.to,
            added: (read.to - lies).max(0),
            change: (lies - read.to).max(0),
            cite: self.cite(read.point),
        })
    }

    /// Wagers are in chips (6.2), and from the stack that was on the table (6.11).
    fn countable(&self, hand: &Hand, seat: usize, put: &Put) -> Result<(), Refusal<Reason>> {
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

    fn read(&self, hand: &Hand, seat: usize, gesture: &Gesture) -> Result<Read, Refusal<Reason>> {
        let put = &gesture.chips;
        match gesture.said {
            _ if gesture.cards_in => Ok(Read::act(Act::Fold, hand.bets[seat], Point::FoldCards)),
            Some(said) => self.spoken(hand, seat, said, put),
            None if put.total == 0 => self.no(Reason::NothingDone, Point::Turn),
            None if matches!(hand.due, Due::BringIn(_)) => self.silent_opening(hand, seat, put),
            None => self.silent(hand, seat, put),
        }
    }

    /// Words bind (6.18); chips beside them only say how much (J82).
    fn spoken(&self, hand: &Hand, seat: usize, said: Said, put: &Put) -> Result<Read, Refusal<Reason>> {
        let (bet, stack, owes) = (hand.bets[seat], hand.stacks[seat], hand.owes(seat));
        let forced = matches!(hand.due, Due::BringIn(_));
        let call = bet + owes.clamp(0, stack);
        let bring_in = Read::act(Act::BringIn, self.terms.bring_in.min(stack), Point::SpokenBinds);
        match said {
            Said::Fold => Ok(Read::act(Act::Fold, bet, Point::SpokenBinds)),
            Said::Check if owes > 0 || forced => self.no(Reason::FacingWager, Point::CheckFacingWager),
            Said::Check => Ok(Read::act(Act::Call, bet, Point::CheckSaid)),
            Said::Call if forced => Ok(bring_in),
            Said::Call if owes <= 0 => self.no(Reason::NothingToCall, Point::NothingToCall),
            Said::Call => Ok(Read::act(Act::Call, call, Point::SpokenBinds)),
            Said::Bet | Said::AllIn if forced && self.raises(hand, seat).is_err() => Ok(bring_in),
            Said::AllIn => self.all_in(hand, seat, Point::SpokenBinds),
            Said::Bet | Said::Raise => {
                let oversize = put.pieces == 1 && put.total > owes;
                match oversize && !self.terms.structure.is_limit() {
                    // The chip says how high (6.14.2).
                    true => self.announced(hand, seat, put.total, Point::OversizeRaise),
                    false => self.announced(hand, seat, bet + put.total, Point::SpokenBinds),
                }
            }
            Said::BetOf(amount) | Said::RaiseTo(amount) => self.named(hand, seat, amount, 0),
            Said::RaiseBy(amount) => self.named(hand, seat, amount, hand.high),
            Said::Kitty => Ok(Read::act(Act::TakeKitty, self.kitty_costs(hand, seat).0, Point::SpokenBinds)),
        }
    }

    /// A wager of an amount that was named.
    fn named(&self, hand: &Hand, seat: usize, amount: Chips, on: Chips) -> Result<Read, Refusal<Reason>> {
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
    fn silent(&self, hand: &Hand, seat: usize, put: &Put) -> Result<Read, Refusal<Reason>> {
        let (bet, stack, owes) = (hand.bets[seat], hand.stacks[seat], hand.owes(seat));
        if put.total <= owes {
            let to = bet + put.total;
            // The last chips are a call, however few (6.16.1); others have to be made up (6.17, J73).
            return Ok(match put.total == owes || put.total == stack {
                true => Read::act(Act::Call, to, Point::CallChips),
                false => Read {
                    stands: Stands::Short { missing: owes.min(stack) - put.total },
                    to,
                    point: Point::ShortCall,
                },
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
    fn silent_opening(&self, hand: &Hand, seat: usize, put: &Put) -> Result<Read, Refusal<Reason>> {
        let least = self.terms.bring_in.min(hand.stacks[seat]);
        let opens = |point| Ok(Read::act(Act::BringIn, least, point));
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
        let Ruling { seat, stands, to, change, cite, .. } = ruling;
        let (at, chips) = (gesture.seat, gesture.chips.total);
        self.say(hand, out, Event::Gestured { seat: at, chips, change }, cite);
        match stands {
            Stands::Act(act) => return self.act(hand, seat, act, out),
            Stands::Short { missing } => self.say(hand, out, Event::PutShort { seat: at, to, missing }, cite),
            Stands::Ahead(_) => {
                let less = to < self.foreseen(hand, seat).high;
                let point = if less { Point::OutOfTurnAllIn } else { Point::OutOfTurnStands };
                self.say(hand, out, Event::Ahead { seat: at, to, less }, self.cite(point));
            }
            Stands::NoRaise => self.say(hand, out, Event::NoRaise(at), cite),
            Stands::FoldedAhead => self.fold_ahead(hand, at, out),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Act, Command, Gesture, Hand, Pile, Put, Reason, Room, Said, Stands, Structure, Terms};
    use cards::Pack;
    use rulebook::library;

    /// K71: once a card is exposed too early, the round goes no higher.
    #[test]
    fn a_frozen_round_is_called_not_raised() {
        let book = library::open_room("crown-melbourne-poker-13.0").unwrap_or_else(|error| panic!("{error}"));
        let game = book.game("seven-card-stud", 52).expect("a game");
        let mut terms = Terms::plain(Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
        (terms.antes, terms.bring_in) = ([1; crate::MOST], 10);
        let room = Room::new(&book, game, terms);
        let mut hand = Hand::new(&[500; 4], Pile::of(Pack::OF_52.cards().iter()));
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
        hand.ceiling = hand.high;
        let next = room.options(&hand).expect("a decision").seat as u8;
        for raise in [Gesture::word(next, Said::Raise), Gesture::silent(next, Put::several(20))] {
            let no = room.rule_gesture(&hand, &raise).expect_err("no raise");
            assert_eq!((no.reason, book.label(no.cite)), (Reason::RoundFrozen, "14.6.4"));
        }
        let no = tell(&mut hand, Command::Act { seat: next, act: Act::Raise(20) }).expect_err("no raise");
        assert_eq!((no.reason, book.label(no.cite)), (Reason::RoundFrozen, "14.6.4"));
        let call = room.rule_gesture(&hand, &Gesture::silent(next, Put::several(10))).expect("a call");
        assert_eq!((call.stands, call.to), (Stands::Act(Act::Call), 10));
    }
}
