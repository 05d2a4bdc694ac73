//! Irregularities of a hand: the book's row that fits, who may rule so, and what becomes of cards and wagers.
//!
//! Who rules tells the machine what went wrong ([`IrregularityReport`]). The machine finds the row of `irregularities.toml` from
//! the game and from what it knows itself (who has acted, the street, the boards), says the ruling with the row's
//! clause, and then every card that moves and every chip that goes back. Cards that have to be shuffled come from
//! outside: the hand waits for a shuffle of [`HandRules::pool`](crate::HandRules::pool).
//!
//! A duty that is left out unnoticed is a [`Omission`]: play goes on, and it is ruled upon when somebody notices.

mod apply;
mod board;
mod burns;
mod counts;
mod draw;
mod exposed;
mod house;
mod matching;
mod misdeal;
mod remedies;
mod reports;
mod runs;
mod showdown;
mod stud;
pub(crate) mod words;

pub(crate) use remedies::Remedies;
pub use reports::{
    CardPlace, Cause, IrregularityCommand, IrregularityEvent, IrregularityReport, NotRuled, Omission,
    Reshuffle, Sanction, StreetArrangement,
};

use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use cards::Card;
use engine::{Hidden, Refusal, Sink};
use matching::MatchedRow;
use rulebook::room::{IrregularityKind, Point, Remedy};
use rulebook::{Cite, Ruled};

/// Done or refused.
type RuleResult = Result<(), Refusal<Reason>>;

/// Refuses with a clause.
fn refuse<T>(why: NotRuled, cite: Cite) -> Result<T, Refusal<Reason>> {
    Err(Refusal::new(Reason::NotRuled(why), cite))
}

impl HandRules<'_> {
    /// Tells a hand of an irregularity.
    #[cold]
    #[inline(never)]
    pub(crate) fn irregularity(
        &self,
        hand: &mut Hand,
        command: &IrregularityCommand,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        match *command {
            IrregularityCommand::Rule { by, ref report } => {
                let matched = self.find(hand, by, report)?;
                self.remedy(hand, &matched, out)
            }
            IrregularityCommand::Omit(omission) => self.omit(hand, omission, out),
            IrregularityCommand::Invalidate { by, cause } => self.invalidate(hand, by, cause, out),
            IrregularityCommand::Sanction { by, seat, sanction } => {
                self.sanction(hand, by, seat, sanction, out)
            }
            IrregularityCommand::Conduct { by, seat } => self.conduct(hand, by, seat, out),
            IrregularityCommand::Dispute { by, seat, content } => self.dispute(hand, by, seat, content, out),
            IrregularityCommand::Deck { by, replace } => self.check_deck(hand, by, replace, out),
            IrregularityCommand::Inspect { by, seat } => self.inspect(hand, by, seat, out),
        }
    }

    fn remedy(
        &self,
        hand: &mut Hand,
        matched: &MatchedRow<'_>,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> RuleResult {
        match matched.row.ruling {
            Remedy::Misdeal => self.misdeal(hand, matched, out),
            Remedy::RefundAll => self.refund_all(hand, matched, out),
            Remedy::ResultStands | Remedy::PlayOn => {
                self.ruled(hand, matched, out);
                Ok(())
            }
            Remedy::FewerBurns => {
                self.only_when(hand, hand.remedies.missed != 0, matched.cite())?;
                self.ruled(hand, matched, out);
                Ok(())
            }
            Remedy::Correct => self.correct(hand, matched, out),
            Remedy::VoidHand => self.hand_goes(hand, matched, true, out),
            Remedy::DeadHand => self.hand_goes(hand, matched, false, out),
            Remedy::MuckAndReplace => self.muck_boxed(hand, matched, out),
            Remedy::FirstBurnSwap => self.first_burn_swap(hand, matched, out),
            Remedy::CardPlays => self.card_plays(hand, matched, out),
            Remedy::KeepsThem | Remedy::MoveThem => self.wrong_drawer(hand, matched, out),
            Remedy::NextCardDown => self.next_card_down(hand, matched, out),
            Remedy::FreezeRound => self.freeze(hand, matched, out),
            Remedy::AllLastCardsUp => self.all_last_cards_up(hand, matched, out),
            Remedy::ChooseAllIn | Remedy::AllIn => self.treat_all_in(hand, matched, out),
            Remedy::DealStubThenBurns => self.deal_stub_out(hand, matched, out),
            Remedy::NewFlopWithBurn => self.flop_with_burn(hand, matched, out),
            Remedy::RebuildAndBurn => self.rebuild(hand, matched, out),
            Remedy::NewFlopNoBurn if matched.row.what == IrregularityKind::FlopTooMany => {
                self.flop_too_many(hand, matched, out)
            }
            Remedy::NewFlopNoBurn
            | Remedy::SetAsideFourth
            | Remedy::NewFifthNoBurn
            | Remedy::SetAsideTopFourth
            | Remedy::SetAsideTopFifth
            | Remedy::BottomThenNewTop => self.board_early(hand, matched, out),
            Remedy::ExtraIsNextBurn
            | Remedy::ExtraIsMucked
            | Remedy::ExtrasShuffledIn
            | Remedy::ExtraIsBottom => self.opened_together(hand, matched, out),
            Remedy::DiscardNow => self.discard_now(hand, matched, out),
            Remedy::RunsFromBurns | Remedy::FewerRuns => self.short_runs(hand, matched, out),
            Remedy::StreetOnce => self.street_once(hand, matched, out),
            Remedy::TapAndShow | Remedy::ShowLive => self.show_mucked(hand, matched, out),
            Remedy::ShowAll => self.show_all(hand, matched, out),
            Remedy::NextOpener
            | Remedy::LeftOfOpener
            | Remedy::SeatGetsCards
            | Remedy::ReshuffleOrCommunity
            | Remedy::PaysFour => refuse(NotRuled::PartOfPlay, matched.row.clause),
            // The meter of the jackpot does the rest.
            Remedy::AdjustJackpot | Remedy::CreditAndPay | Remedy::JudgeCorrectedFlop => {
                self.ruled(hand, matched, out);
                Ok(())
            }
        }
    }

    /// Says what is ruled.
    fn ruled(&self, hand: &mut Hand, matched: &MatchedRow<'_>, out: &mut impl Sink<Ruled<Event>>) {
        let (row, report) = (matched.row, matched.report);
        let event = IrregularityEvent::Ruled {
            row: row.row,
            what: row.what,
            remedy: row.ruling,
            seats: report.seats,
            cards: report.cards,
        };
        self.note(hand, out, event, row.clause);
    }

    /// Says what has happened because of an irregularity.
    #[inline(never)]
    fn note(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>, event: IrregularityEvent, cite: Cite) {
        self.say(hand, out, Event::Irregularity(event), cite);
    }

    /// A card goes from one place to another.
    fn carry(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
        card: Option<Card>,
        from: CardPlace,
        to: CardPlace,
        cite: Cite,
    ) {
        self.note(hand, out, IrregularityEvent::Moved { card: Hidden::new(card), from, to }, cite);
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
    fn only_when(&self, hand: &Hand, now: bool, cite: Cite) -> RuleResult {
        if now { Ok(()) } else { Err(Refusal::new(Reason::NotNow(hand.due), cite)) }
    }

    /// So many cards must be left in the stub.
    fn stub_has(&self, hand: &Hand, cards: usize) -> RuleResult {
        if hand.stub.len() >= cards {
            Ok(())
        } else {
            self.no(Reason::StubShort { runs: 0 }, Point::DeckShort)
        }
    }
}
