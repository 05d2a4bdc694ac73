//! Irregularities: the book's row that fits, who may rule so, and what happens to hands and wagers.

use super::command::IrregularityReport;
use super::event::{Event, Settled};
use super::reason::Reason;
use super::state::{Hand, Phase, Table};
use super::{Banked, BankedRefusal, Out};
use crate::machine::{Actor, Refusal};
use money::Money;
use rulebook::{
    Act, Circumstances, Cite, Exposed, IrregularityKind, IrregularityRule, MisdealJackpot, RoleId, Ruled,
    Ruling, Since,
};

impl Banked<'_> {
    /// The clause by which something that went wrong would be ruled here.
    pub fn row_clause(&self, table: &Table, report: &IrregularityReport) -> Option<Cite> {
        self.row(table, report).map(|row| row.clause)
    }

    /// The row of the book for what happened here.
    pub(super) fn row(&self, table: &Table, report: &IrregularityReport) -> Option<&IrregularityRule> {
        let device = table.sign.as_ref().map(|sign| sign.device);
        let has_bet = self.step_wager.iter().flatten().next().is_some_and(|&first| {
            let concerned = (0..table.seats.len()).filter(|at| report.seats & 1 << at != 0);
            concerned.clone().next().is_some()
                && concerned.clone().all(|at| !table.seats[at].stakes[first].is_zero())
        });
        let is = |wanted: Option<bool>, found: bool| wanted.is_none_or(|wanted| wanted == found);
        let fits = |when: &Circumstances| {
            when.of.is_none_or(|of| of == report.of)
                && when.at_most.is_none_or(|most| report.cards <= most)
                && is(when.looked, report.looked)
                && is(when.order_known, report.order_known)
                && is(when.surplus, report.surplus > 0)
                && is(when.deck_right, report.deck_count == 52 && !report.foreign)
                && (when.device.is_none() || when.device == device)
                && is(when.matched, report.named || report.only_cards)
                && is(when.named, report.named)
                && is(when.one_hand, report.seats.count_ones() == 1)
                && is(when.has_bet, has_bet)
                && (when.chosen.is_none() || when.chosen == report.chosen)
        };
        self.book.irregularities.iter().find(|row| {
            let here = row.games.is_empty() || row.games.contains(&self.game.game);
            row.what == report.what && here && fits(&row.when)
        })
    }

    /// Whether the book leaves to those in charge what they chose.
    pub fn may_be_chosen(&self, table: &Table, report: &IrregularityReport) -> bool {
        let row = self.row(table, report);
        row.is_some_and(|row| report.chosen.as_deref().is_none_or(|chosen| gives(row.ruling, chosen)))
    }

    /// Who may rule on it, as the book's row for it has it; none where the book has no such row.
    pub fn who_rules(&self, table: &Table, report: &IrregularityReport) -> Option<Ruled<RoleId>> {
        self.row(table, report).map(|row| Ruled::new(row.least, row.power.unwrap_or(row.clause)))
    }

    pub(super) fn rule(
        &self,
        table: &Table,
        actor: Actor,
        report: &IrregularityReport,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let since = report.what.since();
        if table.phase == Phase::Closed || !table.is_in_round() && since > Since::Opening {
            let default = self
                .book
                .ladder
                .least(Act::RuleIrregularity)
                .map_or(self.game.settlement, |power| power.cite);
            return Err(Refusal::new(Reason::NotNow { what: "no round is being played" }, default));
        }
        let Some(row) = self.row(table, report) else {
            let disputes = self.book.ladder.least(Act::SettleDispute);
            let cite = disputes.map_or(self.game.settlement, |power| power.cite);
            return Err(Refusal::new(Reason::NoSuchIrregularity, cite));
        };
        if let Some(what) = self.impossible(table, report) {
            return Err(Refusal::new(Reason::CannotHaveHappened { what }, row.clause));
        }
        let ends_round = matches!(
            row.ruling,
            Ruling::Misdeal | Ruling::VoidRound | Ruling::Invalidated | Ruling::InvalidatedForfeiting
        );
        let of_people =
            matches!(row.ruling, Ruling::Barred | Ruling::Excluded | Ruling::Escalated | Ruling::Reshuffled);
        if table.phase == Phase::Awards && !ends_round && !of_people {
            let what = "all hands are settled; only the awards of the meter are left";
            return Err(Refusal::new(Reason::NotNow { what }, row.clause));
        }
        let concerned = report.seats | report.retracts;
        let settled = table.seats.iter().enumerate().any(|(at, seat)| seat.done && concerned & 1 << at != 0);
        if settled && !ends_round && !of_people {
            let what = "that hand is settled: it stands";
            return Err(Refusal::new(Reason::NotNow { what }, row.clause));
        }
        if (0..16).any(|at| concerned & 1 << at != 0 && (at >= table.seats.len() || !table.seats[at].taken)) {
            return Err(Refusal::new(Reason::SeatEmpty, row.clause));
        }
        if !actor.holds(row.least) {
            let needs = self.book.ladder.name(row.least).to_string();
            return Err(Refusal::new(Reason::RoleTooLow { needs }, row.power.unwrap_or(row.clause)));
        }
        let owner = |at: usize| table.seats[at].blind_of.map_or(at, usize::from);
        let among = |seats: u16| (0..table.seats.len()).filter(move |at| seats & 1 << at != 0);
        let own = among(report.retracts).any(|at| among(report.seats).any(|other| owner(other) == owner(at)));
        if let (true, Some(retraction)) = (own, row.retraction) {
            // It is the others who may.
            return Err(Refusal::new(Reason::NoRetraction, retraction));
        }
        if report.retracts != 0 && row.retraction.is_none() {
            return Err(Refusal::new(Reason::NoRetraction, row.clause));
        }
        if let Some(wager) = report.wager {
            let has = |seat: &super::state::Seat| {
                seat.stakes.get(wager).is_some_and(|stake| !stake.is_zero()) && !seat.is_settled(wager)
            };
            let voids = row.ruling == Ruling::WagersVoid;
            if !voids
                || wager >= self.game.wager.len()
                || !among(report.seats).all(|at| has(&table.seats[at]))
            {
                return Err(Refusal::new(Reason::SpotHasNone, row.clause));
            }
        }
        if let Some(chosen) = report.chosen.as_deref().filter(|chosen| !gives(row.ruling, chosen)) {
            let cite = row.refund.filter(|_| chosen == "forfeit").unwrap_or(row.clause);
            let reason = match chosen {
                "forfeit" => Reason::NoForfeiture,
                _ => Reason::NotTheRuling { asked: chosen.to_string(), ruling: row.ruling },
            };
            return Err(Refusal::new(reason, cite));
        }
        let ruled = Event::IrregularityRuled { what: report.what, ruling: row.ruling, seats: report.seats };
        out.say(ruled, row.clause);
        for duty in &row.duty {
            out.say(Event::DutyDue { duty: duty.is }, duty.clause);
        }
        self.remedy(table, report, row, out);
        Ok(())
    }

    /// Why something cannot have happened at this table, where it cannot.
    fn impossible(&self, table: &Table, report: &IrregularityReport) -> Option<&'static str> {
        let board = self.game.board_cards > 0;
        let dealer = self.game.dealer_cards > 0;
        let jackpot =
            self.game.jackpot_cards > 0 && table.sign.as_ref().is_some_and(|sign| sign.jackpot.is_some());
        let of = match report.of {
            Exposed::Player => true,
            Exposed::Dealer => dealer && table.dealer_held > 0,
            Exposed::Board => board && table.board_dealt > 0,
            Exposed::JackpotCards => jackpot && table.jackpot_held > 0,
        };
        let chosen = report.chosen.as_deref().is_some_and(|chosen| chosen != "continue");
        let needs_seats = match report.what {
            IrregularityKind::WrongCards => report.looked,
            IrregularityKind::HandTaken
            | IrregularityKind::BlindHandViewed
            | IrregularityKind::RuleBreach => true,
            IrregularityKind::InformationShared => chosen,
            _ => false,
        };
        // What there is of each in this game is not on the table before it is dealt.
        let of_board = matches!(report.what, IrregularityKind::WrongBoard | IrregularityKind::BoardMisspread);
        let of_dealer =
            matches!(report.what, IrregularityKind::WrongDealerCards | IrregularityKind::MixedWithDealer);
        let of_jackpot = matches!(
            report.what,
            IrregularityKind::WrongJackpotCards | IrregularityKind::MixedWithJackpotCards
        );
        let concerned = || table.seats.iter().enumerate().filter(|(at, _)| report.seats & 1 << at != 0);
        let unviewed = |(at, seat): (usize, &super::state::Seat)| {
            let blind_hand = |other: &super::state::Seat| other.blind_of.map(usize::from) == Some(at);
            seat.blind_of.is_none() && !table.boxes().iter().any(blind_hand)
        };
        match report.what {
            what if what.since() == Since::Deal && table.phase == Phase::Locked => {
                Some("no card is dealt yet")
            }
            _ if of_board && board && table.board_dealt == 0 => Some("no community card is dealt yet"),
            _ if of_dealer && dealer && table.dealer_held == 0 => Some("the dealer has no cards yet"),
            _ if of_jackpot && jackpot && table.jackpot_held == 0 => Some("no Jackpot Card is dealt yet"),
            IrregularityKind::HandTaken if concerned().any(|(_, seat)| seat.hand == Hand::None) => {
                Some("no cards were dealt to that box")
            }
            IrregularityKind::BlindHandViewed if concerned().any(unviewed) => {
                Some("that player has no blind hand")
            }
            IrregularityKind::JackpotStartedInError
                if table.sign.as_ref().is_none_or(|sign| sign.jackpot.is_none()) =>
            {
                Some("the table offers no jackpot")
            }
            IrregularityKind::CardExposed | IrregularityKind::ShownEarly if !of => {
                Some("there is no such card here")
            }
            IrregularityKind::CardExposed if report.cards == 0 => Some("no card was exposed"),
            IrregularityKind::WrongBoard | IrregularityKind::BoardMisspread if !board => {
                Some("there are no community cards")
            }
            IrregularityKind::WrongDealerCards | IrregularityKind::MixedWithDealer if !dealer => {
                Some("the dealer has no cards")
            }
            IrregularityKind::WrongJackpotCards | IrregularityKind::MixedWithJackpotCards if !jackpot => {
                Some("there are no Jackpot Cards")
            }
            IrregularityKind::WrongBoard | IrregularityKind::WrongDealerCards if report.surplus == 0 => {
                Some("the number of cards is right")
            }
            IrregularityKind::WrongDeck if report.deck_count == 52 && !report.foreign => {
                Some("the deck is as it should be")
            }
            _ if needs_seats && report.seats == 0 => Some("it must concern somebody's hand"),
            _ => None,
        }
    }

    fn remedy(&self, table: &Table, report: &IrregularityReport, row: &IrregularityRule, out: &mut impl Out) {
        let refund = row.refund.unwrap_or(row.clause);
        let everybody = || (0..table.seats.len()).filter(|&at| table.seats[at].has_wagers());
        let concerned = || (0..table.seats.len()).filter(|at| report.seats & 1 << at != 0);
        match row.ruling {
            Ruling::Misdeal | Ruling::VoidRound | Ruling::Invalidated | Ruling::InvalidatedForfeiting => {
                if !table.is_in_round() {
                    return;
                }
                if row.ruling == Ruling::Misdeal {
                    out.say(Event::FactShown, self.book.table.misdeal);
                }
                // What is left of a round is misdealt; hands that were settled before stand (TC-A25). Where the round
                // does not count, their settled wagers stand too, but nothing of it can win the meter.
                let misdeal = row.ruling == Ruling::Misdeal && table.phase == Phase::Showdown;
                for at in everybody().filter(|&at| !(misdeal && table.seats[at].done)) {
                    let forfeits = row.ruling == Ruling::InvalidatedForfeiting && report.seats & 1 << at != 0;
                    let result = if forfeits { Settled::Forfeited } else { Settled::Void };
                    let jackpot = (self.jackpot_after(row, false), row.ruling);
                    self.end_wagers(table, (at, None), (result, refund), jackpot, out);
                }
                if misdeal {
                    self.close_with_what_stands(table, out)
                } else {
                    out.say(Event::RoundClosed, self.book.table.round)
                }
            }
            Ruling::VoidHands | Ruling::HandDead | Ruling::WagersVoid => {
                for at in concerned() {
                    // Of hands that were looked at, the one of the seat stands.
                    if row.what == IrregularityKind::BlindHandViewed && table.seats[at].blind_of.is_none() {
                        continue;
                    }
                    let jackpot = (self.jackpot_after(row, true), row.ruling);
                    let one = report.wager.filter(|&wager| self.stands_alone(wager));
                    self.end_wagers(table, (at, one), (Settled::Void, refund), jackpot, out);
                }
                self.retractions(table, report, row, out);
            }
            Ruling::AllForfeited | Ruling::MainForfeited => {
                for at in concerned() {
                    let untouched = row.ruling == Ruling::MainForfeited;
                    self.forfeit(table, at, row.clause, untouched, out);
                }
            }
            Ruling::SeatHandSwapped => {
                for at in concerned() {
                    if let Some(owner) = table.seats[at].blind_of {
                        out.say(Event::HandsSwapped { seat: owner, with: at as u8 }, row.clause);
                    }
                }
            }
            Ruling::JackpotReturned | Ruling::JackpotCancelled => {
                self.cancel_jackpot(table, row, out);
            }
            Ruling::Reshuffled => out.say(Event::CardsShuffledAgain, row.clause),
            Ruling::UpCard => out.say(Event::UpCardChosen { at: 0 }, row.clause),
            Ruling::Barred | Ruling::Excluded => {
                for at in concerned() {
                    out.say(Event::PlayerBarred { seat: at as u8 }, row.clause);
                }
            }
            Ruling::Continue
            | Ruling::SurplusNext
            | Ruling::SurplusDiscarded
            | Ruling::ShortageDealt
            | Ruling::TurnedDown
            | Ruling::HandRestored
            | Ruling::StrayBurnt
            | Ruling::Escalated => self.retractions(table, report, row, out),
        }
    }

    /// What becomes of the jackpot wagers concerned.
    fn jackpot_after(&self, row: &IrregularityRule, one_hand: bool) -> Ruled<MisdealJackpot> {
        let policies = &self.book.table.jackpot;
        row.jackpot.unwrap_or(if one_hand { policies.void_hand } else { policies.misdeal })
    }

    /// Whether a wager can be void without the hand: the others do not depend on it.
    fn stands_alone(&self, wager: usize) -> bool {
        wager != self.ante && !self.dealt_on.contains(&wager)
    }

    /// Every unsettled wager of a hand goes back, or one of them alone, and a jackpot wager by the policy.
    fn end_wagers(
        &self,
        table: &Table,
        (at, one): (usize, Option<usize>),
        (result, cite): (Settled, Cite),
        (jackpot, ruling): (Ruled<MisdealJackpot>, Ruling),
        out: &mut impl Out,
    ) {
        let seat = &table.seats[at];
        let is_meant = |wager: usize| one.is_none_or(|one| one == wager);
        if !table.is_in_round() {
            // Before the round: what lies there goes back.
            let carried = table.boxes().iter().filter(|other| !other.carried.is_zero()).count();
            for wager in (0..self.game.wager.len()).filter(|&wager| is_meant(wager)) {
                let amount = seat.stakes[wager];
                if self.jackpot == Some(wager) && !seat.carried.is_zero() {
                    self.return_carried(table, at, carried - 1, out);
                } else if !amount.is_zero() {
                    out.say(Event::WagerTakenBack { seat: at as u8, wager: wager as u8, amount }, cite);
                }
            }
            return;
        }
        // Where the wager itself is void, and not only its round or hand.
        let voids = matches!(
            ruling,
            Ruling::Invalidated | Ruling::InvalidatedForfeiting | Ruling::WagersVoid | Ruling::HandDead
        );
        for wager in (0..self.game.wager.len()).filter(|&wager| is_meant(wager)) {
            let staked = seat.stakes[wager];
            if staked.is_zero() || seat.is_settled(wager) {
                continue;
            }
            let back = if result == Settled::Forfeited { Money::ZERO } else { staked };
            let (result, back, cite) =
                match (self.jackpot == Some(wager) && result != Settled::Forfeited, jackpot.value) {
                    (true, MisdealJackpot::CarriesToNextRound) => {
                        (Settled::Carried, Money::ZERO, jackpot.cite)
                    }
                    (true, MisdealJackpot::Returned) if voids => (Settled::Void, staked, jackpot.cite),
                    (true, MisdealJackpot::Returned) => (Settled::Returned, staked, jackpot.cite),
                    (false, _) => (result, back, cite),
                };
            self.say_settled(out, (at, wager), staked, (result, Money::ZERO, back), cite);
        }
        if one.is_none() {
            out.say(Event::HandGone { seat: at as u8 }, cite);
        }
    }

    /// The others choose: take back their wagers, or play on and be bound.
    fn retractions(
        &self,
        table: &Table,
        report: &IrregularityReport,
        row: &IrregularityRule,
        out: &mut impl Out,
    ) {
        let Some(offered) = row.retraction else { return };
        let mut jackpots = 0;
        let owner = |at: usize| table.seats[at].blind_of.map_or(at, usize::from);
        let involved = |player: usize| {
            (0..table.seats.len()).any(|at| report.seats & 1 << at != 0 && owner(at) == player)
        };
        for at in table.dealt_areas().filter(|&at| !involved(owner(at))) {
            let seat = &table.seats[at];
            if seat.hand == Hand::Gone || seat.done {
                continue;
            }
            let retracts = report.retracts & 1 << at != 0;
            let cite = if retracts { offered } else { row.plays_on.unwrap_or(offered) };
            out.say(Event::RetractionChosen { seat: at as u8, retracts }, cite);
            if retracts {
                let jackpot = row.retraction_jackpot.unwrap_or(offered);
                jackpots += usize::from(self.jackpot.is_some_and(|wager| !seat.stakes[wager].is_zero()));
                let returned = Ruled::new(MisdealJackpot::Returned, jackpot);
                self.end_wagers(
                    table,
                    (at, None),
                    (Settled::Returned, offered),
                    (returned, Ruling::Continue),
                    out,
                );
            }
        }
        if let (true, Some(cite), Some(wager)) = (jackpots > 0, row.retraction_jackpot, self.jackpot) {
            // The wagers that play on: not those taken back, nor those that went back with a void hand.
            let voids = matches!(row.ruling, Ruling::VoidHands | Ruling::HandDead | Ruling::WagersVoid);
            let plays = |at: &usize| {
                let seat = &table.seats[*at];
                let stands = row.what == IrregularityKind::BlindHandViewed && seat.blind_of.is_none();
                let void = voids && report.seats & 1 << at != 0 && !stands;
                let live = !seat.stakes[wager].is_zero() && !seat.is_settled(wager);
                live && !void && report.retracts & 1 << at == 0
            };
            let wagers = table.dealt_areas().filter(plays).count() as u8;
            out.say(Event::JackpotCancelled, cite);
            out.say(Event::JackpotReRegistered { wagers, this_round: true }, cite);
        }
    }

    fn forfeit(&self, table: &Table, at: usize, cite: Cite, jackpot_untouched: bool, out: &mut impl Out) {
        let seat = &table.seats[at];
        for wager in 0..self.game.wager.len() {
            let staked = seat.stakes[wager];
            if staked.is_zero() || seat.is_settled(wager) || jackpot_untouched && self.jackpot == Some(wager)
            {
                continue;
            }
            let taken = (Settled::Forfeited, Money::ZERO, Money::ZERO);
            self.say_settled(out, (at, wager), staked, taken, cite);
        }
        out.say(Event::HandGone { seat: at as u8 }, cite);
    }

    /// The jackpot game of the round is cancelled; every wager on it goes back.
    fn cancel_jackpot(&self, table: &Table, row: &IrregularityRule, out: &mut impl Out) {
        let Some(wager) = self.jackpot else { return };
        out.say(Event::JackpotCancelled, row.clause);
        for at in 0..table.seats.len() {
            let seat = &table.seats[at];
            let staked = seat.stakes[wager];
            if staked.is_zero() || seat.is_settled(wager) || seat.done {
                continue;
            }
            if table.is_in_round() {
                let back = (Settled::Returned, Money::ZERO, staked);
                self.say_settled(out, (at, wager), staked, back, row.clause);
            } else {
                out.say(
                    Event::WagerTakenBack { seat: at as u8, wager: wager as u8, amount: staked },
                    row.clause,
                )
            }
        }
    }
}

/// Whether a ruling is what those in charge chose: nothing that they ask for turns into something else.
fn gives(ruling: Ruling, chosen: &str) -> bool {
    match chosen {
        "void" => matches!(ruling, Ruling::VoidRound | Ruling::VoidHands | Ruling::WagersVoid),
        "continue" => matches!(ruling, Ruling::Continue | Ruling::TurnedDown),
        "forfeit" => {
            matches!(ruling, Ruling::MainForfeited | Ruling::AllForfeited | Ruling::InvalidatedForfeiting)
        }
        "refund" => ruling == Ruling::Invalidated,
        "bar" => ruling == Ruling::Barred,
        "exclude" => ruling == Ruling::Excluded,
        "escalate" => ruling == Ruling::Escalated,
        _ => false,
    }
}
