//! Settlement: hand by hand from the dealer's right, wager by wager by the first case that fits.

use super::event::{Event, Settled};
use super::reason::Reason;
use super::stakes::{Fate, Sorted};
use super::state::{Found, Hand, Phase, Seat, Table};
use super::{Banked, Denied, Out};
use crate::machine::{Actor, Refusal};
use crate::sign::{Method, Sign};
use cards::{CardId, HandOrder, HandRank};
use money::{Money, Odds, Rounding};
use rulebook::{
    Act, Against, Case, Cite, Facts, HandOf, MethodFact, Outcome, Pays, Place, Prize, PrizeAmount, StepKind,
    WagerRules,
};
use std::cmp::Ordering;

/// The dealer's hand at settlement.
#[derive(Clone, Copy)]
struct Dealer {
    rank: HandRank,
    qualifies: bool,
}

/// What is known of a hand when its wagers are settled.
struct Known {
    folded: Option<(u8, bool)>,
    qualifies: bool,
    against: Against,
    method: MethodFact,
    /// The rank of the hand that plays against the dealer, or for the Ante.
    main: Option<HandRank>,
}

/// What a wager is paid on: the stake that counts, and the rank of its hand.
struct Paying<'s> {
    sign: &'s Sign,
    at: usize,
    wager: usize,
    stake: Money,
    rank: HandRank,
}

impl Banked<'_> {
    pub(super) fn settle(&self, table: &Table, out: &mut impl Out) -> Result<(), Denied> {
        if table.phase != Phase::Showdown {
            let what = "the wagers are settled when all is decided and shown";
            let cite = match table.phase {
                Phase::Deciding(step) => self.shown_after(usize::from(step)),
                _ => self.game.settlement,
            };
            return Err(Refusal::new(Reason::NotNow { what }, cite));
        }
        let Some(sign) = table.sign.as_deref() else { return Err(self.no(Reason::NotOpen)) };
        let dealer = self.dealer(table, out);
        let mut winners = 0;
        let mut entitled = 0u16;
        let mut hits = [false; 2];
        for at in table.dealt_areas().rev() {
            let (hit, valid) = self.settle_box(table, sign, at, dealer, out);
            entitled |= u16::from(valid) << at;
            if let Some(prize) = hit {
                winners += 1;
                hits[usize::from(prize != 0)] = true;
                let player = table.seats[at].jackpot_by.map_or(at, usize::from);
                entitled &= !(1 << at);
                // A winner gets no bonus, also not on another box.
                for other in table.dealt_areas() {
                    let owner = table.seats[other].jackpot_by.map_or(other, usize::from);
                    if owner == player {
                        entitled &= !(1 << other);
                    }
                }
            }
        }
        if winners == 0 {
            out.say(Event::RoundClosed, self.book.table.round);
            return Ok(());
        }
        self.pay_bonuses(table, sign, (entitled, hits), out);
        out.say(Event::AwardsAwaited, self.book.jackpots.recorded);
        Ok(())
    }

    /// What is turned up after a step: settlement waits for it.
    fn shown_after(&self, step: usize) -> Cite {
        let shows = self.game.step[step..].iter().find(|step| step.kind == StepKind::Show);
        shows.map_or(self.game.settlement, |step| step.clause)
    }

    fn dealer(&self, table: &Table, out: &mut impl Out) -> Option<Dealer> {
        let count = self.game.dealer_cards;
        if count == 0 {
            return None;
        }
        let order = self.game.order(0);
        let rank = match self.game.board_cards {
            0 => rank(order, &table.dealer[..count]),
            board => rank_with(order, &table.dealer[..count], &table.board[..board]),
        };
        let qualifies = rank >= self.game.qualifying_rank;
        let shown = match qualifies {
            true => self.game.qualified,
            false => self.game.not_qualified,
        };
        let category = self.game.order[0].category_of(rank);
        out.say(Event::HandDeclared { seat: None, order: 0, rank }, category.clause);
        if let Some(rule) = &self.game.qualifies {
            out.say(Event::DealerQualified { rank, qualifies }, rule.cite);
        }
        if let Some(cite) = shown {
            out.say(Event::FactShown, cite);
        }
        Some(Dealer { rank, qualifies })
    }

    /// Settles a box. The answer is the place of a prize that the meter pays, and whether its jackpot wager is valid.
    fn settle_box(
        &self,
        table: &Table,
        sign: &Sign,
        at: usize,
        dealer: Option<Dealer>,
        out: &mut impl Out,
    ) -> (Option<u8>, bool) {
        let seat = &table.seats[at];
        let known = self.known(table, sign, seat, dealer, at, out);
        let sorted = self.sort_out(table, at, out);
        let mut hit = None;
        let mut valid = false;
        for (wager, rules) in self.game.wager.iter().enumerate() {
            let staked = seat.stakes[wager];
            if rules.place == Place::Bonus {
                self.settle_bonus(table, sign, (at, wager), &known, &sorted, out);
                continue;
            }
            if staked.is_zero() || seat.is_settled(wager) {
                continue;
            }
            let is_jackpot = rules.place == Place::Jackpot;
            if seat.hand == Hand::Gone && !is_jackpot {
                continue;
            }
            valid |=
                is_jackpot && sorted.fate[wager] == Fate::Plays && self.withheld(table, seat, true).is_none();
            let all = (Settled::Void, Money::ZERO, staked);
            match sorted.fate[wager] {
                Fate::Void(cite) => self.say_settled(out, (at, wager), staked, all, cite),
                Fate::Returned(cite) => {
                    self.say_settled(
                        out,
                        (at, wager),
                        staked,
                        (Settled::Returned, Money::ZERO, staked),
                        cite,
                    );
                }
                Fate::Plays => {
                    let stake = sorted.counts[wager];
                    let found = self.settle_wager(table, sign, (at, wager), &known, stake, out);
                    hit = hit.or(found);
                }
            }
        }
        if let Some(cite) = self.game.counted {
            out.say(Event::HandCounted { seat: at as u8 }, cite);
        }
        (hit, valid)
    }

    fn known(
        &self,
        table: &Table,
        sign: &Sign,
        seat: &Seat,
        dealer: Option<Dealer>,
        at: usize,
        out: &mut impl Out,
    ) -> Known {
        let folded = folded(seat);
        let mut against = Against::Equal;
        let mut ranked = None;
        if seat.hand == Hand::Live && seat.has_wagers() {
            let rank = self.hand(table, seat, self.main_hand, 0);
            ranked = Some(rank);
            out.say(
                Event::HandDeclared { seat: Some(at as u8), order: 0, rank },
                self.game.order[0].category_of(rank).clause,
            );
            if let Some(dealer) = dealer {
                let order = &self.game.order[0];
                let compared = rank.cmp(&dealer.rank);
                against = match compared {
                    Ordering::Greater => Against::Higher,
                    Ordering::Equal => Against::Equal,
                    Ordering::Less => Against::Lower,
                };
                let cite = match (compared, order.equal) {
                    (Ordering::Equal, Some(equal)) => equal,
                    _ if std::ptr::eq(order.category_of(rank), order.category_of(dealer.rank)) => order.ties,
                    _ => order.clause,
                };
                out.say(Event::HandsCompared { seat: at as u8, against: compared }, cite);
            }
        }
        let method = method(sign);
        let qualifies = dealer.is_some_and(|dealer| dealer.qualifies);
        Known { folded, qualifies, against, method, main: ranked }
    }

    /// The rank of the cards that a wager is settled on.
    fn hand(&self, table: &Table, seat: &Seat, hand: HandOf, order: usize) -> HandRank {
        let order = self.game.order(order);
        let own = &seat.cards[..self.game.hand_cards.value];
        match hand {
            HandOf::Own => rank(order, own),
            HandOf::OwnAndBoard => rank_with(order, own, &table.board[..self.game.board_cards]),
            HandOf::OwnAndFlop => rank_with(order, own, &table.board[..3]),
            HandOf::OwnAndDealer => rank_with(order, own, &table.dealer[..self.game.dealer_cards]),
            HandOf::OwnAndJackpotCards => {
                rank_with(order, own, &table.jackpot_cards[..self.game.jackpot_cards])
            }
        }
    }

    /// Whether all cards of the hand are on the table.
    fn is_complete(&self, table: &Table, hand: HandOf) -> bool {
        match hand {
            HandOf::OwnAndBoard => usize::from(table.board_shown) >= self.game.board_cards,
            HandOf::OwnAndFlop => table.board_shown >= 3,
            _ => true,
        }
    }

    /// The first case that fits.
    fn case<'v>(&self, rules: &'v WagerRules, known: &Known, rank: HandRank, pays_jackpot: bool) -> &'v Case {
        let fits = |when: &Facts| {
            when.folded.is_none_or(|folded| folded == known.folded.is_some())
                && when.folded_whole.is_none_or(|whole| whole == known.folded.is_some_and(|(_, all)| all))
                && (when.folded_at.is_none() || known.folded.is_some_and(|(step, _)| Some(step) == when.step))
                && when.qualifies.is_none_or(|qualifies| qualifies == known.qualifies)
                && when.against.is_none_or(|against| against == known.against)
                && (when.at_least.is_none() || rank >= when.floor)
                && when.method.is_none_or(|method| method == known.method)
                && when.pays_jackpot.is_none_or(|pays| pays == pays_jackpot)
        };
        let found = rules.case.iter().find(|case| fits(&case.when));
        found.unwrap_or_else(|| rules.case.last().expect("the loader wants a last case without conditions"))
    }

    /// Settles a wager; the answer is the place of a prize that the meter pays.
    fn settle_wager(
        &self,
        table: &Table,
        sign: &Sign,
        (at, wager): (usize, usize),
        known: &Known,
        stake: Money,
        out: &mut impl Out,
    ) -> Option<u8> {
        let seat = &table.seats[at];
        let rules = &self.game.wager[wager];
        let staked = seat.stakes[wager];
        let excess = staked - stake;
        let needs_rank = known.folded.is_none_or(|(_, whole)| !whole) || rules.place == Place::Jackpot;
        let rank = match known.main {
            Some(main) if rules.hand == self.main_hand && rules.order == 0 => main,
            _ if needs_rank && self.is_complete(table, rules.hand) => {
                self.hand(table, seat, rules.hand, rules.order)
            }
            _ => HandRank::default(),
        };
        let prize = match rules.place {
            Place::Jackpot => self.prize(sign, rank),
            _ => None,
        };
        let case = self.case(rules, known, rank, prize.is_some());
        if rules.order != 0 && case.result != Outcome::None && needs_rank {
            let category = self.game.order[rules.order].category_of(rank);
            out.say(
                Event::HandDeclared { seat: Some(at as u8), order: rules.order as u8, rank },
                category.clause,
            );
        }
        let back = stake + excess;
        let result = match case.result {
            Outcome::None => return None,
            Outcome::Lose => (Settled::Lose, Money::ZERO, excess),
            Outcome::StandOff => {
                out.say(Event::FactShown, self.book.table.stand_off);
                (Settled::StandOff, Money::ZERO, back)
            }
            Outcome::Returned => (Settled::Returned, Money::ZERO, back),
            Outcome::Win => {
                let paying = Paying { sign, at, wager, stake, rank };
                match (&case.pays, prize) {
                    (Some(Pays::Table(id)), Some((place, prize))) if id == "jackpot" => {
                        if let Some(withheld) = self.withheld(table, seat, true) {
                            let back = (Settled::Void, Money::ZERO, staked);
                            self.say_settled(out, (at, wager), staked, back, withheld);
                            return None;
                        }
                        return self.jackpot_win(&paying, staked, (place, prize, case.clause), out);
                    }
                    (pays, _) => (Settled::Win, self.winnings(pays.as_ref(), &paying, out), back),
                }
            }
        };
        let result = self.after_winning(table, (at, wager), result, stake, out);
        if let Some(settled) = rules.settled {
            out.say(Event::FactShown, settled);
        }
        let wagers = &self.book.table.wagers;
        let main = rules.place != Place::Jackpot;
        let cite = match (result.0, self.withheld(table, seat, !main)) {
            (Settled::Void, Some(withheld)) => withheld,
            _ if main && seat.hand == Hand::Conceded => wagers.concede.unwrap_or(case.clause),
            _ if main && seat.absent => wagers.absent.unwrap_or(case.clause),
            _ => case.clause,
        };
        self.say_settled(out, (at, wager), staked, result, cite);
        None
    }

    /// What a win still depends on: the token is kept, and a wager with an invalid card is not paid.
    fn after_winning(
        &self,
        table: &Table,
        (at, wager): (usize, usize),
        (result, paid, returned): (Settled, Money, Money),
        stake: Money,
        out: &mut impl Out,
    ) -> (Settled, Money, Money) {
        let seat = &table.seats[at];
        if result != Settled::Win {
            return (result, paid, returned);
        }
        if let Some(withheld) = self.withheld(table, seat, self.jackpot == Some(wager)) {
            out.say(Event::WinningsWithheld { seat: at as u8, wager: wager as u8 }, withheld);
            return (Settled::Void, Money::ZERO, returned);
        }
        match self.book.table.wagers.token.filter(|_| seat.tokens & 1 << wager != 0) {
            Some(token) => {
                out.say(Event::TokenKept { seat: at as u8, wager: wager as u8 }, token);
                (result, paid, returned - stake)
            }
            None => (result, paid, returned),
        }
    }

    /// Winnings of a player with an invalid card, or who must not bet, are withheld. A jackpot wager that somebody
    /// else laid on the box is judged by that player's card.
    fn withheld(&self, table: &Table, seat: &Seat, jackpot: bool) -> Option<Cite> {
        let patrons = self.book.table.patrons.as_ref()?;
        let owner = seat.jackpot_by.filter(|_| jackpot).map_or(seat, |by| &table.seats[usize::from(by)]);
        match (owner.patron.invalid_card, owner.patron.employee) {
            (Some(Found::During), _) => Some(patrons.found_during),
            (_, true) => Some(patrons.employee),
            _ => None,
        }
    }

    fn settle_bonus(
        &self,
        table: &Table,
        sign: &Sign,
        (at, wager): (usize, usize),
        known: &Known,
        sorted: &Sorted,
        out: &mut impl Out,
    ) {
        let seat = &table.seats[at];
        let rules = &self.game.wager[wager];
        let of = rules.of.as_ref().and_then(|of| self.game.wager(of));
        let Some(of) = of.filter(|&of| !seat.stakes[of].is_zero() && sorted.fate[of] == Fate::Plays) else {
            return;
        };
        if seat.hand == Hand::Gone || self.jackpot == Some(of) || seat.is_settled(of) {
            return;
        }
        let rank = match known.main {
            Some(main) if rules.hand == self.main_hand && rules.order == 0 => main,
            _ => self.hand(table, seat, rules.hand, rules.order),
        };
        let case = self.case(rules, known, rank, false);
        if case.result != Outcome::Win {
            return;
        }
        let paying = Paying { sign, at, wager, stake: sorted.counts[of], rank };
        let paid = self.winnings(case.pays.as_ref(), &paying, out);
        let result = (Settled::Win, paid, Money::ZERO);
        let result = self.after_winning(table, (at, wager), result, Money::ZERO, out);
        self.say_settled(out, (at, wager), Money::ZERO, result, case.clause);
    }

    /// What a win pays, rounded once and capped where the pay table says so.
    fn winnings(&self, pays: Option<&Pays>, paying: &Paying<'_>, out: &mut impl Out) -> Money {
        let (seat, wager) = (paying.at as u8, paying.wager as u8);
        let mut cap = None;
        let odds = match pays {
            Some(Pays::Odds(odds)) => *odds,
            Some(Pays::Table(id)) => {
                let Some(table) = self.paytable(paying.sign, id) else { return Money::ZERO };
                let Some(line) = table.lines.iter().find(|line| paying.rank >= line.from) else {
                    return Money::ZERO;
                };
                out.say(
                    Event::PayLineApplied { seat, wager, odds: line.pays.0 },
                    line.clause.unwrap_or(table.clause),
                );
                cap = table.capped.zip(paying.sign.max_payout);
                line.pays.0
            }
            None => return Money::ZERO,
        };
        let mut paid = self.rounded(paying, odds, out);
        if let Some((cite, most)) = cap.filter(|(_, most)| paid > *most) {
            paid = most;
            out.say(Event::PaymentCapped { seat, wager }, cite);
        }
        paid
    }

    fn rounded(&self, paying: &Paying<'_>, odds: Odds, out: &mut impl Out) -> Money {
        let exact = odds.pays(paying.stake, Rounding::UP_TO_CENT).unwrap_or(Money::ZERO);
        let unit = paying.sign.rounding(self.book);
        if unit == Rounding::UP_TO_CENT {
            return exact;
        }
        let paid = odds.pays(paying.stake, unit).unwrap_or(exact);
        if paid != exact {
            let event = Event::PaymentRounded { seat: paying.at as u8, wager: paying.wager as u8 };
            out.say(event, self.book.table.pay.rounding.cite);
        }
        paid
    }

    /// The prize of the sign's option for a hand.
    fn prize(&self, sign: &Sign, rank: HandRank) -> Option<(u8, &Prize)> {
        let option = self.book.jackpots.option(sign.jackpot.as_ref()?.option)?;
        let found = option.prizes.iter().enumerate().find(|(_, prize)| rank >= prize.from);
        found.map(|(at, prize)| (at as u8, prize))
    }

    /// A jackpot hand: a fixed prize is paid now, a part of the meter when the meter says what it is.
    fn jackpot_win(
        &self,
        paying: &Paying<'_>,
        staked: Money,
        (place, prize, clause): (u8, &Prize, Cite),
        out: &mut impl Out,
    ) -> Option<u8> {
        let (at, wager) = (paying.at, paying.wager);
        if let Some(last) = self.game.jackpot_last {
            out.say(Event::FactShown, last);
        }
        let cite = if self.book.jackpots.prize_decides { prize.clause } else { clause };
        let fixed = match prize.pays {
            PrizeAmount::Meter | PrizeAmount::Share(_) => {
                out.say(Event::JackpotHit { seat: at as u8, prize: place }, prize.clause);
                return Some(place);
            }
            PrizeAmount::Flat(amount) => amount,
            PrizeAmount::For(odds) => {
                out.say(Event::PayLineApplied { seat: at as u8, wager: wager as u8, odds }, prize.clause);
                let unit = paying.sign.rounding(self.book);
                odds.hands_over(staked, unit).unwrap_or(Money::ZERO)
            }
        };
        self.say_settled(out, (at, wager), staked, (Settled::Win, fixed, Money::ZERO), cite);
        None
    }

    /// What the sign adds for everybody else when the meter is won.
    fn pay_bonuses(
        &self,
        table: &Table,
        sign: &Sign,
        (entitled, hits): (u16, [bool; 2]),
        out: &mut impl Out,
    ) {
        let (Some(bonus), Some(jackpot)) = (&self.book.jackpots.bonus, &sign.jackpot) else { return };
        let wager = self
            .game
            .wager
            .iter()
            .position(|rules| rules.place == Place::Bonus && rules.of.as_deref() == Some("jackpot"));
        let Some(wager) = wager else { return };
        let royal = jackpot.bonus_royal.filter(|_| hits[0]).unwrap_or(Money::ZERO);
        let flush = jackpot.bonus_straight_flush.filter(|_| hits[1]).unwrap_or(Money::ZERO);
        let amount = royal + flush;
        if amount.is_zero() {
            return;
        }
        out.say(Event::FactShown, bonus.eligible);
        for at in table.dealt_areas().rev() {
            if entitled & 1 << at == 0 {
                out.say(Event::FactShown, bonus.not_winner);
                continue;
            }
            let result = (Settled::Win, amount, Money::ZERO);
            self.say_settled(out, (at, wager), Money::ZERO, result, bonus.clause);
        }
    }

    pub(super) fn award(
        &self,
        table: &Table,
        actor: Actor,
        (at, amount): (usize, Money),
        out: &mut impl Out,
    ) -> Result<(), Denied> {
        let cite = self.authority(actor, Act::DetermineTopJackpot)?;
        let waiting = table.phase == Phase::Awards && self.seat(table, at)?.awaits;
        let (true, Some(wager)) = (waiting, self.jackpot) else {
            return Err(Refusal::new(Reason::NothingAwarded, cite));
        };
        if amount.is_negative() {
            return Err(Refusal::new(Reason::AmountNotPositive, cite));
        }
        let seat = &table.seats[at];
        let sign = table.sign.as_deref();
        let Some(sign) = sign else { return Err(self.no(Reason::NotOpen)) };
        let rules = &self.game.wager[wager];
        let known = Known {
            folded: folded(seat),
            qualifies: false,
            against: Against::Equal,
            method: method(sign),
            main: None,
        };
        let rank = self.hand(table, seat, rules.hand, rules.order);
        let case = self.case(rules, &known, rank, true);
        let clause = match self.prize(sign, rank) {
            Some((place, prize)) if self.book.jackpots.prize_decides => {
                self.together(table, place, prize.clause)
            }
            _ => case.clause,
        };
        out.say(Event::FactShown, cite);
        let staked = seat.stakes[wager];
        let result = (Settled::Win, amount, Money::ZERO);
        let result = self.after_winning(table, (at, wager), result, Money::ZERO, out);
        self.say_settled(out, (at, wager), staked, result, clause);
        if table.boxes().iter().filter(|seat| seat.awaits).count() == 1 {
            out.say(Event::RoundClosed, self.book.table.round);
        }
        Ok(())
    }

    /// The clause of an award where it falls together with others.
    fn together(&self, table: &Table, place: u8, alone: Cite) -> Cite {
        let count = |royal: bool| {
            table.boxes().iter().filter(|seat| seat.hit.is_some_and(|hit| (hit == 0) == royal)).count()
        };
        let shares = &self.book.jackpots.shares;
        match (place, count(true), count(false)) {
            (0, _, 1..) => shares.royal,
            (0, 2.., 0) => shares.pool,
            (1.., 0, 2..) => shares.several.cite,
            _ => alone,
        }
    }

    pub(super) fn say_settled(
        &self,
        out: &mut impl Out,
        (at, wager): (usize, usize),
        staked: Money,
        (result, paid, returned): (Settled, Money, Money),
        cite: Cite,
    ) {
        let event =
            Event::WagerSettled { seat: at as u8, wager: wager as u8, staked, result, paid, returned };
        out.say(event, cite);
    }
}

fn folded(seat: &Seat) -> Option<(u8, bool)> {
    match seat.hand {
        Hand::Folded { step, whole } => Some((step, whole)),
        Hand::Conceded => Some((u8::MAX, true)),
        _ => None,
    }
}

fn method(sign: &Sign) -> MethodFact {
    match sign.method {
        Method::A => MethodFact::A,
        Method::B => MethodFact::B,
    }
}

/// The rank of these cards.
fn rank(order: &HandOrder, ids: &[CardId]) -> HandRank {
    match *ids {
        [a, b, c] => order.fast().rank_ids(&[a, b, c]),
        [a, b, c, d, e] => order.fast().rank_ids(&[a, b, c, d, e]),
        _ => order.rank(ids.iter().map(|id| id.card()).collect()),
    }
}

/// The rank of the best hand in both.
fn rank_with(order: &HandOrder, own: &[CardId], others: &[CardId]) -> HandRank {
    match (own, others) {
        (&[a, b], &[c, d, e]) | (&[a, b, c], &[d, e]) => order.fast().rank_ids(&[a, b, c, d, e]),
        (&[a, b], &[c, d, e, f, g]) => order.fast().rank_ids(&[a, b, c, d, e, f, g]),
        (&[a, b, c], &[d, e, f]) => order.fast().rank_ids(&[a, b, c, d, e, f]),
        _ => order.rank(own.iter().chain(others).map(|id| id.card()).collect()),
    }
}
