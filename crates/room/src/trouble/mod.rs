//! Irregularities of a hand: the book's row that fits, who may rule so, and what becomes of cards and wagers.
//!
//! Who rules tells the machine what went wrong ([`Trouble`]). The machine finds the row of `irregularities.toml` from
//! the game and from what it knows itself (who has acted, the street, the boards), says the ruling with the row's
//! clause, and then every card that moves and every chip that goes back. Cards that have to be shuffled come from
//! outside: the hand waits for a shuffle of [`Room::pool`](crate::Room::pool).
//!
//! A duty that is left out unnoticed is a [`Mishap`]: play goes on, and it is ruled upon when somebody notices.

mod applied;
mod board;
mod burns;
mod counts;
mod draw;
mod exposed;
mod find;
mod house;
mod mend;
mod misdeal;
mod runs;
mod showdown;
mod stud;
mod told;

pub(crate) use mend::Mend;
pub use told::{
    Ahead, Cause, Mishap, NotRuled, Place, Reshuffle, Sanction, Trouble, TroubleCommand, TroubleEvent,
};

use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::reason::Reason;
use crate::room::HandRules;
use cards::Card;
use engine::{Refusal, Sink};
use find::Found;
use rulebook::room::{Point, Remedy, Situation};
use rulebook::{Cite, Ruled};

/// Done or refused.
type Told = Result<(), Refusal<Reason>>;

/// Refuses with a clause.
fn refuse<T>(why: NotRuled, cite: Cite) -> Result<T, Refusal<Reason>> {
    Err(Refusal::new(Reason::Trouble(why), cite))
}

impl HandRules<'_> {
    /// Tells a hand of trouble.
    #[cold]
    #[inline(never)]
    pub(crate) fn trouble(
        &self,
        hand: &mut Hand,
        command: &TroubleCommand,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Told {
        match *command {
            TroubleCommand::Rule { by, ref trouble } => {
                let found = self.find(hand, by, trouble)?;
                self.remedy(hand, &found, out)
            }
            TroubleCommand::Mishap(mishap) => self.mishap(hand, mishap, out),
            TroubleCommand::Invalidate { by, cause } => self.invalidate(hand, by, cause, out),
            TroubleCommand::Sanction { by, seat, sanction } => self.sanction(hand, by, seat, sanction, out),
            TroubleCommand::Conduct { by, seat } => self.conduct(hand, by, seat, out),
            TroubleCommand::Dispute { by, seat, content } => self.dispute(hand, by, seat, content, out),
            TroubleCommand::Deck { by, replace } => self.check_deck(hand, by, replace, out),
            TroubleCommand::Inspect { by, seat } => self.inspect(hand, by, seat, out),
        }
    }

    fn remedy(&self, hand: &mut Hand, found: &Found<'_>, out: &mut impl Sink<Ruled<Event>>) -> Told {
        match found.row.ruling {
            Remedy::Misdeal => self.misdeal(hand, found, out),
            Remedy::RefundAll => self.refund_all(hand, found, out),
            Remedy::ResultStands | Remedy::PlayOn => {
                self.ruled(hand, found, out);
                Ok(())
            }
            Remedy::FewerBurns => {
                self.only_when(hand, hand.mend.missed != 0, found.cite())?;
                self.ruled(hand, found, out);
                Ok(())
            }
            Remedy::Correct => self.correct(hand, found, out),
            Remedy::VoidHand => self.hand_goes(hand, found, true, out),
            Remedy::DeadHand => self.hand_goes(hand, found, false, out),
            Remedy::MuckAndReplace => self.muck_boxed(hand, found, out),
            Remedy::FirstBurnSwap => self.first_burn_swap(hand, found, out),
            Remedy::CardPlays => self.card_plays(hand, found, out),
            Remedy::KeepsThem | Remedy::MoveThem => self.wrong_drawer(hand, found, out),
            Remedy::NextCardDown => self.next_card_down(hand, found, out),
            Remedy::FreezeRound => self.freeze(hand, found, out),
            Remedy::AllLastCardsUp => self.all_last_cards_up(hand, found, out),
            Remedy::ChooseAllIn | Remedy::AllIn => self.treat_all_in(hand, found, out),
            Remedy::DealStubThenBurns => self.deal_stub_out(hand, found, out),
            Remedy::NewFlopWithBurn => self.flop_with_burn(hand, found, out),
            Remedy::RebuildAndBurn => self.rebuild(hand, found, out),
            Remedy::NewFlopNoBurn if found.row.what == Situation::FlopTooMany => {
                self.flop_too_many(hand, found, out)
            }
            Remedy::NewFlopNoBurn
            | Remedy::SetAsideFourth
            | Remedy::NewFifthNoBurn
            | Remedy::SetAsideTopFourth
            | Remedy::SetAsideTopFifth
            | Remedy::BottomThenNewTop => self.board_early(hand, found, out),
            Remedy::ExtraIsNextBurn
            | Remedy::ExtraIsMucked
            | Remedy::ExtrasShuffledIn
            | Remedy::ExtraIsBottom => self.opened_together(hand, found, out),
            Remedy::DiscardNow => self.discard_now(hand, found, out),
            Remedy::RunsFromBurns | Remedy::FewerRuns => self.short_runs(hand, found, out),
            Remedy::StreetOnce => self.street_once(hand, found, out),
            Remedy::TapAndShow | Remedy::ShowLive => self.show_mucked(hand, found, out),
            Remedy::ShowAll => self.show_all(hand, found, out),
            Remedy::NextOpener
            | Remedy::LeftOfOpener
            | Remedy::SeatGetsCards
            | Remedy::ReshuffleOrCommunity
            | Remedy::PaysFour => refuse(NotRuled::PartOfPlay, found.row.clause),
            // The meter of the jackpot does the rest.
            Remedy::AdjustJackpot | Remedy::CreditAndPay | Remedy::JudgeCorrectedFlop => {
                self.ruled(hand, found, out);
                Ok(())
            }
        }
    }

    /// Says what is ruled.
    fn ruled(&self, hand: &mut Hand, found: &Found<'_>, out: &mut impl Sink<Ruled<Event>>) {
        let (row, trouble) = (found.row, found.trouble);
        let told = TroubleEvent::Ruled {
            row: row.row,
            what: row.what,
            remedy: row.ruling,
            seats: trouble.seats,
            cards: trouble.cards,
        };
        self.note(hand, out, told, row.clause);
    }

    /// Says what has happened because of trouble.
    #[inline(never)]
    fn note(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>, told: TroubleEvent, cite: Cite) {
        self.say(hand, out, Event::Trouble(told), cite);
    }

    /// A card goes from one place to another.
    fn carry(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
        card: Option<Card>,
        (from, to): (Place, Place),
        cite: Cite,
    ) {
        self.note(hand, out, TroubleEvent::Moved { card, from, to }, cite);
    }

    /// Closes the round if nobody has to act any more, and goes on.
    fn pass_on(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>) {
        if matches!(hand.due, Due::Act(_) | Due::BringIn(_)) && self.is_closed(hand) {
            self.close_round(hand, out);
        }
        self.go_on(hand, out);
    }

    /// Whether the hand is in the betting round of a street.
    fn in_round(&self, hand: &Hand) -> bool {
        matches!(hand.due, Due::Act(_) | Due::BringIn(_))
    }

    /// Refuses what comes at the wrong time.
    fn only_when(&self, hand: &Hand, now: bool, cite: Cite) -> Told {
        match now {
            true => Ok(()),
            false => Err(Refusal::new(Reason::NotNow(hand.due), cite)),
        }
    }

    /// So many cards must be left in the stub.
    fn stub_has(&self, hand: &Hand, cards: usize) -> Told {
        match hand.stub.len() >= cards {
            true => Ok(()),
            false => self.no(Reason::StubShort { runs: 0 }, Point::DeckShort),
        }
    }
}
