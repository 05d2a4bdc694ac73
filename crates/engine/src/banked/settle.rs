//! Settlement: hand by hand from the dealer's right, wager by wager by the first case that fits.

use super::event::{Event, Settled};
use super::payoff::{Fold, HandFacts};
use super::reason::Reason;
use super::stakes::{SortedStakes, StakeFate};
use super::state::{Hand, Holder, Phase, Seat, Table};
use super::{Banked, BankedRefusal, Out};
use crate::machine::Refusal;
use crate::sign::Sign;
use cards::{CardId, HandOrder, HandRank};
use money::Money;
use rulebook::{Against, Cite, HandOf, Outcome, Pays, Place, StepKind};
use std::cmp::Ordering;

/// The dealer's hand at settlement.
#[derive(Clone, Copy)]
struct Dealer {
    rank: HandRank,
    qualifies: bool,
}

/// What the jackpot owes after a round.
#[derive(Default)]
pub(super) struct Drawn {
    /// The boxes whose jackpot wager was good: a bit each.
    entitled: u16,
    /// The players who won the meter: a bit each.
    winners: u16,
    /// Whether the best prize was won, and another one.
    hits: [bool; 2],
}

impl Drawn {
    fn add(&mut self, table: &Table, at: usize, hit: Option<u8>, valid: bool) {
        self.entitled |= u16::from(valid) << at;
        if let Some(prize) = hit {
            self.hits[usize::from(prize != 0)] = true;
            self.winners |= 1 << owner(table, at);
        }
    }

    /// The boxes that get a bonus. A winner gets none, also not on another box.
    fn others(&self, table: &Table) -> u16 {
        let wins = |at: &usize| self.winners & 1 << owner(table, *at) != 0;
        table.dealt_areas().filter(wins).fold(self.entitled, |left, at| left & !(1 << at))
    }
}

/// Whose jackpot wager lies on a box.
fn owner(table: &Table, at: usize) -> usize {
    table.seats[at].jackpot_by.map_or(at, usize::from)
}

/// What a wager is paid on: the stake that counts, and the rank of its hand.
pub(super) struct Paying<'s> {
    pub(super) sign: &'s Sign,
    pub(super) at: usize,
    pub(super) wager: usize,
    pub(super) stake: Money,
    pub(super) rank: HandRank,
}

impl Banked<'_> {
    /// The sign, where all is decided and shown.
    fn settling<'t>(&self, table: &'t Table) -> Result<&'t Sign, BankedRefusal> {
        if table.phase != Phase::Showdown {
            let what = "the wagers are settled when all is decided and shown";
            let cite = match table.phase {
                Phase::Deciding(step) => self.shown_after(usize::from(step)),
                _ => self.game.settlement,
            };
            return Err(Refusal::new(Reason::NotNow { what }, cite));
        }
        table.sign.as_deref().ok_or_else(|| self.no(Reason::NotOpen))
    }

    /// Settles what is left, or one box before the others, in the order of the book.
    // Apart, so that the other commands do not carry its frame.
    #[inline(never)]
    pub(super) fn settle(
        &self,
        table: &Table,
        only: Option<usize>,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let sign = self.settling(table)?;
        match only {
            None => self.all_read(table)?,
            Some(at) => self.is_next(table, at)?,
        }
        let dealer = self.dealer(table, out);
        let mut drawn = Drawn::default();
        for at in table.dealt_areas().rev().filter(|at| only.is_none_or(|only| only == *at)) {
            let (hit, valid) = if table.seats[at].done {
                self.stood(table, at)
            } else {
                self.settle_box(table, sign, at, dealer, out)
            };
            drawn.add(table, at, hit, valid);
        }
        match only {
            None => self.close_settlement(table, sign, &drawn, out),
            Some(at) => out.say(Event::HandSettled { seat: at as u8 }, self.game.settlement),
        }
        Ok(())
    }

    /// Whether a box is the next to be settled by itself.
    #[cold]
    fn is_next(&self, table: &Table, at: usize) -> Result<(), BankedRefusal> {
        let seat = self.seat(table, at)?;
        let of = Holder::Seat(at as u8);
        let no = |reason: Reason| Err(Refusal::new(reason, self.game.settlement));
        if !table.dealt_areas().any(|area| area == at) {
            return no(Reason::NothingDealt { to: of });
        }
        let left = |seat: &Seat| {
            !seat.done && (0..self.game.wager.len()).any(|w| !seat.stakes[w].is_zero() && !seat.is_settled(w))
        };
        if !left(seat) {
            return no(Reason::HandSettled { of });
        }
        match table.dealt_areas().rev().find(|&area| left(&table.seats[area])) {
            Some(next) if next != at => no(Reason::OutOfOrder { next: Holder::Seat(next as u8) }),
            _ => self.hand_is_read(table, at),
        }
    }

    /// The place of a prize of the meter and whether the jackpot wager was good, of a box that was settled by itself.
    #[cold]
    fn stood(&self, table: &Table, at: usize) -> (Option<u8>, bool) {
        let seat = &table.seats[at];
        (seat.hit.filter(|_| seat.awaits), seat.drew && self.withheld(table, seat, true).is_none())
    }

    /// What is left when every box that plays on is settled: the round is over, or the meter owes something.
    pub(super) fn close_settlement(&self, table: &Table, sign: &Sign, drawn: &Drawn, out: &mut impl Out) {
        if drawn.hits == [false; 2] {
            out.say(Event::RoundClosed, self.book.table.round);
            return;
        }
        self.pay_bonuses(table, sign, (drawn.others(table), drawn.hits), out);
        out.say(Event::AwardsAwaited, self.book.jackpots.recorded);
    }

    /// The boxes that were settled by themselves stand; nothing else of the round does.
    pub(super) fn close_with_what_stands(&self, table: &Table, out: &mut impl Out) {
        let mut drawn = Drawn::default();
        for at in table.dealt_areas().rev().filter(|&at| table.seats[at].done) {
            let (hit, valid) = self.stood(table, at);
            drawn.add(table, at, hit, valid);
        }
        match table.sign.as_deref() {
            Some(sign) => self.close_settlement(table, sign, &drawn, out),
            None => out.say(Event::RoundClosed, self.book.table.round),
        }
    }

    /// What is turned up after a step: settlement waits for it.
    fn shown_after(&self, step: usize) -> Cite {
        let shows = self.game.step[step..].iter().find(|step| step.kind == StepKind::Show);
        shows.map_or(self.game.settlement, |step| step.clause)
    }

    fn dealer(&self, table: &Table, out: &mut impl Out) -> Option<Dealer> {
        let count = self.game.dealer_cards;
        if count == 0 || table.live.is_some() && !self.dealer_is_read(table) {
            return None;
        }
        let order = self.game.order(0);
        let rank = match self.game.board_cards {
            0 => rank(order, &table.dealer[..count]),
            board => rank_with(order, &table.dealer[..count], &table.board[..board]),
        };
        let qualifies = rank >= self.game.qualifying_rank;
        if table.boxes().iter().any(|seat| seat.done) {
            // Declared when the first hand was settled.
            return Some(Dealer { rank, qualifies });
        }
        let shown = if qualifies { self.game.qualified } else { self.game.not_qualified };
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
        let (known, main) = self.known(table, sign, seat, dealer, at, out);
        let sorted = self.sort_out(table, at, out);
        let mut hit = None;
        let mut valid = false;
        for (wager, rules) in self.game.wager.iter().enumerate() {
            let staked = seat.stakes[wager];
            if rules.place == Place::Bonus {
                self.settle_bonus(table, sign, (at, wager), (&known, main), &sorted, out);
                continue;
            }
            if staked.is_zero() || seat.is_settled(wager) {
                continue;
            }
            let is_jackpot = rules.place == Place::Jackpot;
            if seat.hand == Hand::Gone && !is_jackpot {
                continue;
            }
            valid |= is_jackpot
                && sorted.fate[wager] == StakeFate::Plays
                && self.withheld(table, seat, true).is_none();
            let all = (Settled::Void, Money::ZERO, staked);
            match sorted.fate[wager] {
                StakeFate::Void(cite) => self.say_settled(out, (at, wager), staked, all, cite),
                StakeFate::Returned(cite) => {
                    self.say_settled(
                        out,
                        (at, wager),
                        staked,
                        (Settled::Returned, Money::ZERO, staked),
                        cite,
                    );
                }
                StakeFate::Plays => {
                    let stake = sorted.counts[wager];
                    let found = self.settle_wager(table, sign, (at, wager), (&known, main), stake, out);
                    hit = hit.or(found);
                }
            }
        }
        if let Some(cite) = self.game.counted {
            out.say(Event::HandCounted { seat: at as u8 }, cite);
        }
        (hit, valid)
    }

    /// What is known of a hand, and where it is still live the rank of the cards that play for the Ante.
    fn known(
        &self,
        table: &Table,
        sign: &Sign,
        seat: &Seat,
        dealer: Option<Dealer>,
        at: usize,
        out: &mut impl Out,
    ) -> (HandFacts, Option<HandRank>) {
        let folded = folded(seat);
        let mut against = Against::Equal;
        let mut ranked = None;
        if seat.hand == Hand::Live && seat.has_wagers() {
            let rank = self.hand(table, at, self.main_hand, 0);
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
        let method = sign.method.fact();
        let qualifies = dealer.is_some_and(|dealer| dealer.qualifies);
        (HandFacts { folded, qualifies, against, method }, ranked)
    }

    /// The rank of the cards that a wager is settled on.
    pub(super) fn hand(&self, table: &Table, at: usize, hand: HandOf, order: usize) -> HandRank {
        if table.live.is_some() && !self.is_read(table, at, hand) {
            // Nothing depends on it, or settlement would have waited.
            return HandRank::default();
        }
        let order = self.game.order(order);
        let own = &table.seats[at].cards[..self.game.hand_cards.value];
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

    /// Settles a wager; the answer is the place of a prize that the meter pays.
    fn settle_wager(
        &self,
        table: &Table,
        sign: &Sign,
        (at, wager): (usize, usize),
        (known, main): (&HandFacts, Option<HandRank>),
        stake: Money,
        out: &mut impl Out,
    ) -> Option<u8> {
        let seat = &table.seats[at];
        let rules = &self.game.wager[wager];
        let staked = seat.stakes[wager];
        let excess = staked - stake;
        let needs_rank = known.folded.is_none_or(|fold| !fold.whole) || rules.place == Place::Jackpot;
        let rank = match main {
            Some(main) if rules.hand == self.main_hand && rules.order == 0 => main,
            _ if needs_rank && self.is_complete(table, rules.hand) => {
                self.hand(table, at, rules.hand, rules.order)
            }
            _ => HandRank::default(),
        };
        let prize = match rules.place {
            Place::Jackpot => self.prize(sign, rank),
            _ => None,
        };
        let case = self.case(rules, known, rank, prize.is_some());
        let unread = table.live.is_some() && rank == HandRank::default();
        if rules.order != 0 && case.result != Outcome::None && needs_rank && !unread {
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
            _ if main && seat.absent && case.when.is_fold() => wagers.absent.cite,
            _ => case.clause,
        };
        self.say_settled(out, (at, wager), staked, result, cite);
        None
    }

    fn settle_bonus(
        &self,
        table: &Table,
        sign: &Sign,
        (at, wager): (usize, usize),
        (known, main): (&HandFacts, Option<HandRank>),
        sorted: &SortedStakes,
        out: &mut impl Out,
    ) {
        let seat = &table.seats[at];
        let rules = &self.game.wager[wager];
        let of = rules.of.as_ref().and_then(|of| self.game.wager(of));
        let Some(of) = of.filter(|&of| !seat.stakes[of].is_zero() && sorted.fate[of] == StakeFate::Plays)
        else {
            return;
        };
        if seat.hand == Hand::Gone || self.jackpot == Some(of) || seat.is_settled(of) {
            return;
        }
        let rank = match main {
            Some(main) if rules.hand == self.main_hand && rules.order == 0 => main,
            _ => self.hand(table, at, rules.hand, rules.order),
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
}

pub(super) fn folded(seat: &Seat) -> Option<Fold> {
    match seat.hand {
        Hand::Folded { step, whole } => Some(Fold { step: Some(step), whole }),
        Hand::Conceded => Some(Fold { step: None, whole: true }),
        _ => None,
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
