//! Which row of the book fits, and whether who rules may.

use super::reports::{IrregularityReport, NotRuled};
use super::{RuleResult, refuse};
use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use cards::Card;
use cards::FewCards as Cards;
use engine::{Actor, Refusal};
use rulebook::Cite;
use rulebook::room::{Facts, IrregularityKind, Remedy, RoomIrregularity};
use rulebook::{Act, Ruled};

/// The row that fits.
pub(super) struct MatchedRow<'t> {
    pub(super) row: &'t RoomIrregularity,
    /// Its place among the book's rows.
    pub(super) at: u8,
    pub(super) report: &'t IrregularityReport,
}

impl MatchedRow<'_> {
    pub(super) fn cite(&self) -> Cite {
        self.row.clause
    }

    /// The one player whom it concerns.
    pub(super) fn seat(&self, hand: &Hand) -> Result<usize, Refusal<Reason>> {
        let seats = self.report.seats;
        match (seats.len(), seats.from(0)) {
            (1, Some(seat)) if seat < hand.players() => Ok(seat),
            _ => refuse(NotRuled::WhichPlayer, self.cite()),
        }
    }

    /// The one player, whose hand is live.
    pub(super) fn live_seat(&self, hand: &Hand) -> Result<usize, Refusal<Reason>> {
        let seat = self.seat(hand)?;
        if hand.live.has(seat) { Ok(seat) } else { refuse(NotRuled::CannotBe, self.cite()) }
    }

    /// The card with that number, which must be named.
    pub(super) fn card(&self, at: usize) -> Result<Card, Refusal<Reason>> {
        match self.report.cards.iter().nth(at).flatten() {
            Some(card) => Ok(card),
            None => refuse(NotRuled::WhichCards, self.cite()),
        }
    }
}

impl<'b> HandRules<'b> {
    /// Who has to rule on something that went wrong, as the row for it has it; none where the book has no such row.
    pub fn who_rules(&self, hand: &Hand, report: &IrregularityReport) -> Option<Ruled<rulebook::RoleId>> {
        let (_, row) = self.row(hand, report)?;
        Some(Ruled::new(row.least, self.power_cite(row)))
    }

    fn row(&self, hand: &Hand, report: &IrregularityReport) -> Option<(usize, &'b RoomIrregularity)> {
        let stood = self.facts(hand, report);
        let what = match report.what {
            // The wrong hand of him who alone would win is another matter (J51).
            IrregularityKind::WrongCount if hand.due == Due::Pay && self.winners(hand) == report.seats => {
                IrregularityKind::WrongCountAtEnd
            }
            what => what,
        };
        let concerned = match what {
            // What is told one by one adds up all the same.
            IrregularityKind::TwoUpCards => report.seats.or(hand.remedies.two_up).len() as u8,
            IrregularityKind::BoxedCards => hand.remedies.boxed.saturating_add(report.number().max(1)),
            IrregularityKind::ExposedByDealer if self.deal_open(hand) => {
                hand.remedies.exposed.saturating_add(report.number().max(1))
            }
            IrregularityKind::ExposedByDealer => report.number().max(1),
            _ => report.number(),
        };
        let rows = self.book.irregularities.iter().enumerate();
        let mut fitting = rows.filter(|(_, row)| row.fits(self.game, what, &stood, concerned));
        fitting.next()
    }

    fn power_cite(&self, row: &RoomIrregularity) -> Cite {
        // A hand that is void is a misdeal too (14.1.1(a)(vii), (viii)).
        let is_misdeal = matches!(row.ruling, Remedy::Misdeal | Remedy::RefundAll);
        let misdeal = self.book.ladder.power(Act::DeclareMisdeal).filter(|_| is_misdeal);
        misdeal.map_or(row.clause, |power| power.least.cite)
    }

    /// The row for what happened, if this is somebody who may rule so.
    pub(super) fn find<'t>(
        &self,
        hand: &Hand,
        by: Actor,
        report: &'t IrregularityReport,
    ) -> Result<MatchedRow<'t>, Refusal<Reason>>
    where
        'b: 't,
    {
        let Some((at, row)) = self.row(hand, report) else {
            let disputes = self.book.ladder.least(Act::SettleDispute);
            let cite = disputes.map_or(self.cite(rulebook::room::Point::Other), |power| power.cite);
            return refuse(NotRuled::NoRow, cite);
        };
        if report.what == IrregularityKind::StubShortForRuns {
            self.runs_granted(hand, report.seats, by)?;
        }
        if !by.holds(row.least) {
            return refuse(NotRuled::RoleTooLow { needs: row.least }, self.power_cite(row));
        }
        let after_the_hand = matches!(
            report.what,
            IrregularityKind::DefectiveDeck
                | IrregularityKind::BoxedCards
                | IrregularityKind::ShownToOne
                | IrregularityKind::RoundUnrecorded
                | IrregularityKind::JackpotMalfunction
                | IrregularityKind::FlopErrorAtJackpot
        );
        self.only_when(hand, after_the_hand || !hand.is_over(), row.clause)?;
        Ok(MatchedRow { row, at: at as u8, report })
    }

    /// What the machine knows of the circumstances, and what it was told.
    fn facts(&self, hand: &Hand, report: &IrregularityReport) -> Facts {
        let in_hand = hand.street > 0 || hand.substantial_action();
        let in_round = hand.substantial_action();
        let dealt = self.last_dealt(hand);
        let missed_before = hand.remedies.missed & !(1 << dealt) != 0 || hand.runs > 1;
        let substantial_action = match report.what {
            IrregularityKind::NotShuffledOrCut
            | IrregularityKind::OutOfOrder
            | IrregularityKind::SkippedOrExtraHand
            | IrregularityKind::WrongCount => in_hand,
            // Where nobody could bet, nobody has acted since.
            IrregularityKind::NoBurn if dealt < hand.street => {
                let bet = dealt.checked_sub(1).map(|before| self.bet_since(hand, before));
                missed_before || bet.unwrap_or(hand.remedies.played.len() >= 2)
            }
            IrregularityKind::NoBurn => missed_before || in_round,
            IrregularityKind::NoDiscard => {
                let on = hand.remedies.undiscarded_on;
                self.bet_since(hand, on) && (hand.street > on + 1 || hand.street > on && in_round)
            }
            _ => in_round,
        };
        let correctable = match report.what {
            IrregularityKind::NoBurn => report.can_correct && self.can_rebuild(hand),
            IrregularityKind::StubShortForRuns => self.runs_with_burns(hand, report.count) == report.count,
            _ => report.can_correct,
        };
        let seat = report.seats.from(0);
        let receivers = hand.live.or(hand.ghosts);
        let last = hand.street + 1 >= self.streets;
        let next_board = self.another_board_follows(hand);
        Facts {
            substantial_action: Some(substantial_action),
            correctable: Some(correctable),
            player_acted: Some(seat.is_some_and(|seat| hand.remedies.played.has(seat))),
            at_least: None,
            at_most: None,
            initial_deal: Some(self.deal_open(hand)),
            pot_pushed: Some(hand.is_over()),
            seen: Some(report.seen),
            first_of_street: Some(seat.is_some() && seat == receivers.from(0)),
            two_boards: Some(self.boards > 1),
            bottom: Some(report.bottom || self.boards > 1 && hand.due == Due::Board && !next_board),
            last_street: Some(last && hand.run + 1 >= hand.runs),
            street: Some(match report.what {
                IrregularityKind::BoardCardEarly => hand.street + 2,
                IrregularityKind::NoBurn => dealt + 1,
                _ => hand.street + 1,
            }),
            winner_asks: Some(report.asker.is_some_and(|seat| self.wins_as_it_stands(hand, seat))),
            begun: Some(report.begun),
        }
    }

    /// Whether the first deal is the last that was made: nothing of the next street has fallen yet.
    pub(super) fn deal_open(&self, hand: &Hand) -> bool {
        self.last_dealt(hand) == 0 && hand.run == 0
    }

    /// Whether a player would win something if the pots were pushed now.
    pub(super) fn wins_as_it_stands(&self, hand: &Hand, seat: u8) -> bool {
        self.winners(hand).has(usize::from(seat))
    }

    /// Who would win something if the pots were pushed now.
    pub(super) fn winners(&self, hand: &Hand) -> crate::Seats {
        let (mut trial, mut told) = (*hand, Vec::new());
        let mut winners = crate::Seats::NONE;
        if hand.due == Due::Pay && self.pay(&mut trial, &mut told).is_ok() {
            for event in told {
                if let Event::Won { seat, .. } = event.value {
                    winners = winners.with(usize::from(seat));
                }
            }
        }
        winners
    }

    /// A card that a player holds, known or unseen until now.
    pub(super) fn holds(&self, hand: &Hand, seat: usize, card: Card) -> RuleResult {
        if hand.held(seat).contains(card) {
            return Ok(());
        }
        if hand.unseen[seat] > 0 {
            self.free(hand, card)
        } else {
            self.no(Reason::NotHeld(card), rulebook::room::Point::Deal)
        }
    }

    /// The cards that come next in the stub after those that are skipped: known, or as they were named.
    pub(super) fn coming(
        &self,
        hand: &Hand,
        matched: &MatchedRow<'_>,
        skip: usize,
        count: usize,
    ) -> Result<Cards, Refusal<Reason>> {
        self.stub_has(hand, skip + count)?;
        let named = &matched.report.cards;
        if !named.is_empty() && named.len() != count {
            return Err(Refusal::new(Reason::WrongCards { due: count as u8 }, matched.cite()));
        }
        if hand.stub.is_known() {
            let next: Cards = hand.stub.rest().skip(skip).take(count).collect();
            // Cards that are named must be those that come.
            return if named.is_empty() || *named == next {
                Ok(next)
            } else {
                refuse(NotRuled::CannotBe, matched.cite())
            };
        }
        if named.len() != count || !named.all_known() {
            return refuse(NotRuled::WhichCards, matched.cite());
        }
        named.iter().flatten().try_for_each(|card| self.free(hand, card))?;
        Ok(*named)
    }
}
