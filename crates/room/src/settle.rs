//! The pots are pushed: hands ranked once, each pot shared by runs, halves and ties.

use crate::event::Event;
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::opener::height;
use crate::pots::{Pot, Pots};
use crate::reason::Reason;
use crate::seats::Seats;
use crate::terms::{ChipAmount, MOST};
use cards::HandRank;
use engine::{Refusal, Sink};
use rulebook::room::Point;
use rulebook::{Cite, Ruled};

/// The rank of every live hand, run by run and part by part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShowdownRanks {
    rows: [[HandRank; MOST]; 14],
    runs: usize,
    parts: usize,
}

impl ShowdownRanks {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[HandRank; MOST]> {
        self.rows[..self.runs * self.parts].iter()
    }

    fn row(&self, run: usize, part: usize) -> &[HandRank; MOST] {
        &self.rows[run * self.parts + part]
    }
}

impl HandRules<'_> {
    /// Pushes the pots.
    pub(crate) fn pay(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.expect(hand, hand.due == Due::Pay)?;
        if self.policy.chinese {
            return self.pay_units(hand, out);
        }
        self.all_have_discarded(hand)?;
        let contested = hand.live.len() > 1;
        if contested {
            self.all_seen(hand)?;
        }
        let mut pots = self.pots(hand);
        if pots.all().len() > 1 {
            self.say_pots(hand, &pots, out);
        }
        if let Some((seat, chips)) = pots.uncalled {
            self.say(hand, out, Event::Returned { seat: seat as u8, chips }, self.cite(Point::Uncalled));
        }
        if !contested {
            // By folds the street says who wins; hands given up at the showdown are no part of its betting.
            let folded = hand.late.seats.is_empty().then(|| self.street(hand).won);
            let cite = folded.unwrap_or_else(|| self.cite(Point::LastPlayer));
            let taken = self.rake(hand, &pots, None, out);
            for (at, pot) in pots.all().iter().enumerate() {
                self.left_to(hand, out, at, pot.chips - taken[at], pot.players, cite);
            }
        } else {
            let ranks = self.ranks(hand);
            let taken = self.rake(hand, &pots, Some(&ranks), out);
            pots.take(&taken);
            if !self.policy.one_by_one {
                pots = self.joined(&pots, &ranks);
            }
            for (at, pot) in pots.all().iter().enumerate() {
                if pot.players.and(hand.live).is_empty() {
                    self.left_to(hand, out, at, pot.chips, pot.players, self.cite(Point::LastPlayer));
                } else {
                    self.push(hand, out, at, pot.chips, pot.players, &ranks)
                }
            }
        }
        // After a showdown the dealer announces who has won.
        let announced = self.game.showdown.announced.filter(|_| contested);
        self.say(hand, out, Event::Ended, announced.unwrap_or_else(|| self.cite(Point::Pot)));
        Ok(())
    }

    /// Somebody is all-in: which chips lie in which pot.
    #[cold]
    fn say_pots(&self, hand: &mut Hand, pots: &Pots, out: &mut impl Sink<Ruled<Event>>) {
        for (at, pot) in pots.all().iter().enumerate() {
            let point = if at == 0 { Point::MainPot } else { Point::SidePot };
            let event = Event::PotMade { pot: at as u8, chips: pot.chips, players: pot.players };
            self.say(hand, out, event, self.cite(point));
        }
    }

    /// Who wins a contested pot must have been seen.
    fn all_seen(&self, hand: &Hand) -> Result<(), Refusal<Reason>> {
        let deck = self.game.deck;
        if let Some(card) = (hand.out - deck.value.0.cards()).iter().next() {
            return Err(Refusal::new(Reason::NoSuchCard(card), deck.cite));
        }
        if hand.board_unseen > 0 {
            return self.no(Reason::BoardUnseen, Point::CardsSpeak);
        }
        if hand.unseen != [0; MOST] {
            let unseen = |&seat: &usize| hand.unseen[seat] > 0;
            if let Some(seat) = hand.live.iter().find(unseen) {
                return self.no(Reason::Unseen { seat: seat as u8 }, Point::CardsSpeak);
            }
        }
        // A hand of a wrong number of cards is nothing to compare: it is ruled first (14.1.1(a)).
        let board = hand.boards[0].len();
        let span =
            if board == usize::from(self.full_board) { self.rankable } else { self.rankable_with(board) };
        match hand.live.iter().find(|&seat| !span.contains(&hand.held(seat).len())) {
            Some(seat) => self.no(Reason::WrongCount { seat: seat as u8 }, Point::WrongCardCount),
            None => Ok(()),
        }
    }

    /// Every live hand, ranked once for each run and part.
    #[inline]
    fn ranks(&self, hand: &Hand) -> ShowdownRanks {
        let parts = self.game.part.len().min(2);
        let runs = hand.runs();
        let mut ranks = ShowdownRanks { rows: [[HandRank::default(); MOST]; 14], runs, parts };
        for run in 0..runs {
            for (part, ranker) in self.rankers[..parts].iter().flatten().enumerate() {
                let board = hand.boards[run * usize::from(self.boards) + usize::from(ranker.on)];
                let row = &mut ranks.rows[run * parts + part];
                for seat in hand.live.iter() {
                    row[seat] = ranker.rank(hand.held(seat), board);
                }
            }
        }
        ranks
    }

    /// A pot that all others have left to one player, who need not show for it.
    fn left_to(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
        pot: usize,
        chips: ChipAmount,
        players: Seats,
        cite: Cite,
    ) {
        let seat = players.from(0).unwrap_or(0) as u8;
        let event = Event::Won { seat, pot: pot as u8, run: 0, part: self.game.part[0].of, chips };
        self.say(hand, out, event, cite);
    }

    /// The standard divides what the same winners contest at once: pots are joined when those who win nothing are out.
    fn joined(&self, pots: &Pots, ranks: &ShowdownRanks) -> Pots {
        let mut winners = Seats::NONE;
        for pot in pots.all() {
            for row in ranks.iter() {
                winners = winners.or(best(row, pot.players));
            }
        }
        let mut joined = Pots::default();
        for pot in pots.all() {
            let won = pot.players.and(winners);
            joined.add(Pot { players: if won.is_empty() { pot.players } else { won }, ..*pot });
        }
        joined
    }

    /// One pot: divided by runs, then by halves, then among those who tie.
    fn push(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
        pot: usize,
        chips: ChipAmount,
        players: Seats,
        ranks: &ShowdownRanks,
    ) {
        let unit = self.terms.chip.max(1);
        let runs = hand.runs() as ChipAmount;
        let each = chips / runs - chips / runs % unit;
        for run in 0..hand.runs() {
            // The odd chips of the division go to the first run.
            let share = if run == 0 { chips - each * (runs - 1) } else { each };
            let winners = |part: usize| best(ranks.row(run, part), players);
            let place = |part: usize, how: PotShareKind| PotShare { pot, run, part, how };
            if runs > 1 {
                let event = Event::Divided { pot: pot as u8, run: run as u8, chips: share };
                self.say(hand, out, event, self.cite(Point::RunDivided));
            }
            let mut first = winners(0);
            if first.is_empty() {
                // Hands that the order does not know are none of them higher: nobody loses the pot to nobody.
                first = players.and(hand.live);
            }
            if ranks.parts == 1 {
                self.share(hand, out, place(0, PotShareKind::Whole), share, first);
                continue;
            }
            let other = winners(1);
            if other.is_empty() {
                // No low: the high hand takes all.
                self.share(hand, out, place(0, PotShareKind::Nobody), share, first);
                continue;
            }
            let half = share / 2 - share / 2 % unit;
            let odd = if share - half > half { PotShareKind::Odd } else { PotShareKind::Half };
            let both = if first == other { PotShareKind::Both } else { PotShareKind::Half };
            self.share(hand, out, place(0, odd), share - half, first);
            self.share(hand, out, place(1, both), half, other);
        }
    }

    /// One part of a pot among those who tie for it (8.5).
    fn share(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
        place: PotShare,
        chips: ChipAmount,
        winners: Seats,
    ) {
        let PotShare { pot, run, part, .. } = place;
        let name = self.game.part[part].of;
        let count = winners.len() as ChipAmount;
        debug_assert!(count > 0, "a pot is somebody's");
        if chips == 0 {
            return;
        }
        let won = |seat: usize, chips: ChipAmount| Event::Won {
            seat: seat as u8,
            pot: pot as u8,
            run: run as u8,
            part: name,
            chips,
        };
        if count == 1 {
            let seat = winners.from(0).unwrap_or(0);
            let cite = self.won_cite(place);
            self.say(hand, out, won(seat, chips), cite);
            return;
        }
        let unit = self.terms.chip.max(1);
        let each = chips / count - chips / count % unit;
        let odd = chips - each * count;
        let mut extra = [0; MOST];
        if odd > 0 {
            self.odd_chips(hand, place, winners, odd, &mut extra);
        }
        let odd_point = if self.policy.button { Point::OddChipButton } else { Point::OddChipSuit };
        for seat in winners.iter() {
            let point = if extra[seat] > 0 { odd_point } else { Point::Tie };
            self.say(hand, out, won(seat, each + extra[seat]), self.cite(point));
        }
    }

    /// Chips that cannot be shared: one by one clockwise from the button, without one by the highest card (8.5.1-2).
    #[cold]
    fn odd_chips(
        &self,
        hand: &Hand,
        place: PotShare,
        winners: Seats,
        odd: ChipAmount,
        extra: &mut [ChipAmount; MOST],
    ) {
        let unit = self.terms.chip.max(1);
        if !self.policy.one_by_one {
            let first = winners.from(0).unwrap_or(0);
            extra[first] = odd;
            return;
        }
        let mut order: Vec<usize> = winners.iter().collect();
        if !self.policy.button {
            order.sort_by_key(|&seat| std::cmp::Reverse(self.highest_card(hand, place, seat)));
        }
        let mut left = odd;
        for &seat in order.iter().cycle() {
            let chips = left.min(unit);
            extra[seat] += chips;
            left -= chips;
            if left == 0 {
                return;
            }
        }
    }

    /// The highest card of the five that win, a shared card aside; aces are low where the hand is (J24).
    fn highest_card(&self, hand: &Hand, place: PotShare, seat: usize) -> usize {
        let Some(ranker) = &self.rankers[place.part] else { return 0 };
        let board = hand.boards[0];
        let order = ranker.part.order();
        let low = order.rules().ace == cards::Ace::Low;
        let (held, slow) = (hand.held(seat) | board, order.slow());
        let (best, five) = slow.best(held);
        // Where the same hand can be made with a shared card or with one's own, it is made with one's own.
        let fives = held.choose(five.len()).filter(|&five| slow.best(five).0 == best);
        let own = fives.flat_map(|five| (five - board).iter());
        own.map(|card| height(card, low)).max().unwrap_or(0)
    }

    fn won_cite(&self, place: PotShare) -> Cite {
        let part = &self.game.part[place.part];
        let own = match place.how {
            PotShareKind::Whole | PotShareKind::Half => None,
            PotShareKind::Nobody => self.game.part[1].nobody,
            PotShareKind::Odd => part.odd,
            PotShareKind::Both => part.both,
        };
        own.unwrap_or(part.clause)
    }
}

/// Which part of which pot on which run.
#[derive(Clone, Copy, Debug, Default)]
struct PotShare {
    pot: usize,
    run: usize,
    part: usize,
    how: PotShareKind,
}

/// How a part of a pot is won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PotShareKind {
    /// The game has no other part.
    #[default]
    Whole,
    /// One of two halves.
    Half,
    /// The half that has the odd chip.
    Odd,
    /// The other half, by who has the first.
    Both,
    /// All of it, because nobody has the other half.
    Nobody,
}

/// The players with the best rank; nobody where none qualifies.
#[inline]
fn best(row: &[HandRank; MOST], players: Seats) -> Seats {
    let mut found = Seats::NONE;
    let mut top = HandRank::default();
    for seat in players.iter() {
        let rank = row[seat];
        if rank.is_none() || rank < top {
            continue;
        }
        found = if rank > top { Seats::only(seat) } else { found.with(seat) };
        top = rank;
    }
    found
}
