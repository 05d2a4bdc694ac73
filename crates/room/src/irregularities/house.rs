//! What those above the dealer may do in a hand: invalidate it, impose sanctions, decide disputes (chapter 18).

use super::RuleResult;
use super::refuse;
use super::reports::{Cause, IrregularityEvent, NotRuled, Sanction};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use engine::{Actor, Refusal, Sink};
use rulebook::room::Point;
use rulebook::{Act, Cite, RoleId, Ruled};

impl HandRules<'_> {
    /// Whether this is somebody who may; the clause that says so.
    fn may(&self, by: Actor, act: Act) -> Result<Cite, Refusal<Reason>> {
        let Some(power) = self.book.ladder.power(act) else {
            return refuse(NotRuled::NoRow, self.cite(Point::Other));
        };
        let above = by.role().is_some_and(|role| role > power.least.value);
        match by.may(power) {
            // Who stands above a Dealer may do what a Dealer may.
            true if above && power.least.value == RoleId(0) => {
                Ok(self.book.ladder.acts_as_dealer.unwrap_or(power.least.cite))
            }
            true => Ok(power.least.cite),
            false => refuse(NotRuled::RoleTooLow { needs: power.least.value }, power.least.cite),
        }
    }

    fn player(&self, hand: &Hand, seat: u8, cite: Cite) -> Result<usize, Refusal<Reason>> {
        if usize::from(seat) < hand.players() {
            Ok(usize::from(seat))
        } else {
            Err(Refusal::new(Reason::NoSuchPlayer, cite))
        }
    }

    /// The game does not count, and every wager goes back (18.5 to 18.7).
    pub(super) fn invalidate(
        &self,
        hand: &mut Hand,
        by: Actor,
        cause: Cause,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let act = if cause == Cause::Fraud { Act::VoidForFraud } else { Act::InvalidateOutcome };
        let cite = self.may(by, act)?;
        self.only_when(hand, hand.due != Due::Posts && !hand.is_void(), cite)?;
        self.note(hand, out, IrregularityEvent::Invalidated(cause), cite);
        let cite = self.cite(Point::Invalidated);
        if hand.is_over() {
            self.reverse(hand, cite, out)
        } else {
            self.void(hand, cite, out)
        }
        Ok(())
    }

    /// The pots have been pushed: what was won goes back to who wagered it. The price of the seat is no wager.
    fn reverse(&self, hand: &mut Hand, cite: Cite, out: &mut impl Sink<Ruled<Event>>) {
        let began = hand.began;
        let paid = self.terms.commission.fees(&began[..hand.players()], self.most_from_players());
        for (seat, fee) in paid.enumerate() {
            let chips = hand.began[seat] - fee - hand.stacks[seat];
            if chips != 0 {
                self.note(hand, out, IrregularityEvent::Reversed { seat: seat as u8, chips }, cite);
            }
        }
        self.note(hand, out, IrregularityEvent::Voided, cite);
    }

    /// A breach of the rules has consequences (18.2).
    pub(super) fn sanction(
        &self,
        hand: &mut Hand,
        by: Actor,
        seat: u8,
        sanction: Sanction,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let power = self.may(by, Act::Sanction)?;
        let at = self.player(hand, seat, power)?;
        let cite = self.cite(match sanction {
            Sanction::WagersVoid => Point::WagersVoid,
            Sanction::Excluded => Point::Excluded,
            Sanction::WinningsHeld => Point::WinningsHeld,
            Sanction::DeviceTaken => Point::DeviceTaken,
            Sanction::Detained => Point::Detained,
        });
        let voids = sanction == Sanction::WagersVoid;
        if voids {
            let now = hand.live.has(at) && !matches!(hand.due, Due::Posts | Due::Shuffle | Due::Over);
            self.only_when(hand, now, cite)?;
        }
        self.note(hand, out, IrregularityEvent::Sanctioned { seat, sanction }, cite);
        if !voids {
            return Ok(());
        }
        if hand.live.len() == 1 {
            // Nobody is left to win: nothing of the hand counts.
            self.void(hand, cite, out);
            return Ok(());
        }
        let chips = hand.staked[at];
        if chips > 0 {
            self.note(hand, out, IrregularityEvent::Refunded { seat, chips }, cite);
        }
        self.note(hand, out, IrregularityEvent::HandGone { seat, void: true }, cite);
        self.pass_on(hand, out);
        Ok(())
    }

    /// A player's behaviour harms the game (18.4).
    pub(super) fn conduct(
        &self,
        hand: &mut Hand,
        by: Actor,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = self.may(by, Act::RuleConduct)?;
        self.player(hand, seat, cite)?;
        self.note(hand, out, IrregularityEvent::ConductFound { seat }, cite);
        Ok(())
    }

    /// A dispute is decided; who is not content is told of the inspector (18.10, 18.11).
    pub(super) fn dispute(
        &self,
        hand: &mut Hand,
        by: Actor,
        seat: u8,
        content: bool,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = self.may(by, Act::SettleDispute)?;
        self.player(hand, seat, cite)?;
        self.note(hand, out, IrregularityEvent::DisputeDecided { seat }, cite);
        if !content {
            self.note(
                hand,
                out,
                IrregularityEvent::InspectorNamed { seat },
                self.cite(Point::InspectorNamed),
            );
        }
        Ok(())
    }

    /// A hand is looked at when it is over (14.2.3).
    pub(super) fn inspect(
        &self,
        hand: &mut Hand,
        by: Actor,
        seat: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = self.may(by, Act::InspectHand)?;
        self.player(hand, seat, cite)?;
        self.only_when(hand, hand.is_over(), cite)?;
        self.note(hand, out, IrregularityEvent::Inspected { seat }, cite);
        Ok(())
    }

    /// The deck is verified at any time (3.3), or unfit cards replaced after the round (5.3.1).
    pub(super) fn check_deck(
        &self,
        hand: &mut Hand,
        by: Actor,
        replace: bool,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        let cite = self.may(by, if replace { Act::ChangeCards } else { Act::OrderCardCount })?;
        if replace {
            self.only_when(hand, hand.is_over(), cite)?;
        }
        let event = if replace { IrregularityEvent::DeckReplaced } else { IrregularityEvent::DeckCounted };
        self.note(hand, out, event, cite);
        Ok(())
    }
}
