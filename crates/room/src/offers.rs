//! All that may be done now: the buttons.

use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::raises::RaiseRange;
use crate::terms::ChipAmount;
use engine::{Actor, Who};

/// Something that the machine would accept; a range of amounts is one offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The dealer collects fees, antes and blinds.
    Post,
    /// The dealer deals what is due from a known stub.
    Deal,
    /// Cards that fall are recorded: to these players, the board, the Kitty or all.
    Record(Due),
    /// The pool is shuffled.
    Shuffle,
    /// The board may be dealt up to so many times in all.
    Run(u8),
    /// The pots are pushed.
    Pay,
    Fold,
    /// Check, or call for so many chips.
    Call(ChipAmount),
    /// Bet or raise to one of these totals.
    Raise(RaiseRange),
    /// The forced first wager.
    BringIn(ChipAmount),
    /// Take the Kitty.
    TakeKitty,
    /// Discard from so many cards to so many.
    Discard {
        least: u8,
        most: u8,
    },
    /// Lay three sets.
    Set,
    /// Table the hand.
    Show,
    /// Give it up unseen.
    Muck,
}

/// What this actor may do. Players are positions of the hand.
pub(crate) fn offers(room: &HandRules<'_>, hand: &Hand, actor: Actor) -> Vec<Offer> {
    match actor.who {
        Who::Staff(_) | Who::System => dealer(room, hand, actor),
        Who::Seat(seat) => player(room, hand, seat),
        Who::Outside(_) | Who::Patron(_) => Vec::new(),
    }
}

fn dealer(room: &HandRules<'_>, hand: &Hand, actor: Actor) -> Vec<Offer> {
    let mut offers = Vec::new();
    match hand.due {
        Due::Posts if room.may_post(hand).is_ok() => offers.push(Offer::Post),
        Due::Hole | Due::Kitty | Due::Board | Due::Community | Due::Replace => {
            offers.push(if hand.stub.is_known() { Offer::Deal } else { Offer::Record(hand.due) });
            if room.may_run(hand) && room.runs_possible(hand) >= 2 && room.may_allow_runs(actor) {
                offers.push(Offer::Run(room.runs_possible(hand)));
            }
        }
        Due::Shuffle => offers.push(Offer::Shuffle),
        Due::Pay => offers.push(Offer::Pay),
        _ => {}
    }
    offers
}

fn player(room: &HandRules<'_>, hand: &Hand, seat: usize) -> Vec<Offer> {
    let mut offers = Vec::new();
    match hand.due {
        Due::Act(turn) | Due::BringIn(turn) if usize::from(turn) == seat => {
            let Some(options) = room.options(hand) else { return offers };
            if options.fold() {
                offers.push(Offer::Fold);
            }
            offers.extend(options.call.map(Offer::Call));
            offers.extend(options.bring_in.map(Offer::BringIn));
            offers.extend(options.raise.map(Offer::Raise));
            if options.kitty {
                offers.push(Offer::TakeKitty);
            }
        }
        Due::Discard(turn) if usize::from(turn) == seat => {
            let plan = room.plan(hand);
            let (least, most) = if plan.draw > 0 { (0, plan.draw) } else { (plan.discard, plan.discard) };
            offers.push(Offer::Discard { least, most });
        }
        Due::Set(turn) if usize::from(turn) == seat => offers.push(Offer::Set),
        _ => {}
    }
    if room.may_show(hand, seat).is_ok() {
        offers.push(Offer::Show);
        if matches!(hand.due, Due::Show(_)) {
            offers.push(Offer::Muck);
        }
    }
    offers
}
