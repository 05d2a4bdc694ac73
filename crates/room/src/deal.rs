//! The dealer's work: posts, cards, burns, draws, and the deck running out.

use crate::event::{Event, Post};
use crate::hand::{AfterShuffle, Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use crate::stub::Stub;
use crate::terms::{ChipAmount, MOST_CHIPS, UnfitTerms};
use cards::CardSet;
use cards::FewCards as Cards;
use engine::{Hidden, Refusal, Sink};
use rulebook::room::Point;
use rulebook::{Cite, Ruled};

/// Cards that are shuffled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReshufflePool {
    /// Those that are known.
    pub cards: CardSet,
    /// How many in all.
    pub count: usize,
    /// Draw: the player whose replacements ran out.
    pub(crate) drawer: usize,
}

impl HandRules<'_> {
    /// Fees, antes and blinds.
    pub(crate) fn post(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.may_post(hand)?;
        let players = hand.players();
        let (fee, had) = (self.terms.commission.per_person(), hand.stacks);
        let paid = self.terms.commission.fees(&had[..players], self.most_from_players());
        for (seat, chips) in paid.enumerate().filter(|(_, chips)| *chips > 0) {
            let point = if chips < fee.min(had[seat]) { Point::CommissionCap } else { Point::PerPerson };
            self.say(hand, out, Event::Fee { seat: seat as u8, chips }, self.cite(point));
        }
        for seat in 0..players {
            self.put_up(hand, out, seat, self.terms.antes[seat], Post::Ante, Point::Ante);
        }
        let compulsory = players
            .min(self.terms.blinds.iter().filter(|blind| **blind > 0).count())
            .saturating_sub(usize::from(self.terms.straddles));
        let mut posted = 0;
        for seat in 0..players {
            let blind = self.terms.blinds[seat];
            let (post, point) = match blind {
                ..0 => (Post::Entering, Point::EnteringBlind),
                _ if posted >= compulsory => (Post::Straddle, Point::Straddle),
                _ if seat == 0 => (Post::Blind, Point::Blind),
                _ => (Post::Blind, Point::FurtherBlind),
            };
            posted += usize::from(blind > 0);
            self.put_up(hand, out, seat, blind.abs(), post, point);
        }
        self.say(hand, out, Event::Ready, self.cite(Point::Shuffle));
        Ok(())
    }

    /// The most that is collected from the players before the hand: where the cap covers the whole hand, the cap (7.7, J88).
    pub(crate) fn most_from_players(&self) -> ChipAmount {
        if self.policy.cap_covers_hand {
            self.terms.commission.most(self.terms.chip)
        } else {
            ChipAmount::MAX
        }
    }

    /// Whether the hand can begin: the terms are fit, and so many players, each with chips to play with.
    pub(crate) fn may_post(&self, hand: &Hand) -> Result<(), Refusal<Reason>> {
        self.expect(hand, hand.due == Due::Posts)?;
        if let Some((unfit, cite)) = self.unfit {
            return Err(Refusal::new(Reason::Unfit(unfit), cite));
        }
        let players = hand.players();
        if self.policy.all_ante && self.terms.antes[..players].contains(&0) {
            return Err(Refusal::new(Reason::Unfit(UnfitTerms::NoAnte), self.game.posts.cite));
        }
        let most = self.game.players;
        if players > usize::from(most.value) {
            return Err(Refusal::new(Reason::TooManyPlayers { most: most.value }, most.cite));
        }
        if players < 2 {
            return self.no(Reason::TooFewPlayers, Point::TooFewPlayers);
        }
        // Who has nothing left when the fee is paid could not wager: he is not dealt in.
        let fee = self.terms.commission.per_person();
        match hand.stacks().iter().position(|&chips| chips <= fee || chips > MOST_CHIPS) {
            None => Ok(()),
            Some(seat) => self.bad_stack(hand, seat),
        }
    }

    #[cold]
    fn bad_stack(&self, hand: &Hand, seat: usize) -> Result<(), Refusal<Reason>> {
        let reason = match hand.stacks[seat] {
            0..=MOST_CHIPS => Reason::NoChips { seat: seat as u8 },
            _ => Reason::BadAmount,
        };
        self.no(reason, Point::TableStakes)
    }

    pub(crate) fn put_up(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
        seat: usize,
        asked: ChipAmount,
        post: Post,
        point: Point,
    ) {
        let chips = asked.min(hand.stacks[seat]);
        if chips > 0 {
            self.say(hand, out, Event::Posted { seat: seat as u8, post, chips }, self.cite(point));
        }
    }

    /// Deals all that is due from a stub whose order is known.
    pub(crate) fn deal(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        if !hand.stub.is_known() {
            return self.no(Reason::NotNow(hand.due), Point::Deal);
        }
        match hand.due {
            Due::Hole => self.deal_hole(hand, out)?,
            Due::Kitty => {
                let Some(kitty) = &self.game.kitty else { return self.no(Reason::NoKitty, Point::Deal) };
                self.need(hand, usize::from(kitty.cards.value.saturating_sub(hand.kitty_cards)))?;
                while hand.due == Due::Kitty {
                    let card = hand.stub.top();
                    self.say(hand, out, Event::ToKitty(Hidden::new(card)), kitty.cards.cite);
                }
            }
            Due::Board if hand.remedies.short_runs => return self.deal_short(hand, out),
            Due::Board => {
                self.need(
                    hand,
                    usize::from(hand.board_owed) * usize::from(self.boards) + self.burn_due(hand),
                )?;
                while hand.due == Due::Board {
                    self.burn(hand, out);
                    let (card, board) = (hand.stub.top(), hand.board_at);
                    self.say(hand, out, Event::ToBoard { board, card }, self.board_cite(hand));
                }
            }
            Due::Replace => return self.deal_replacements(hand, out),
            Due::Community => {
                self.need(hand, self.burn_due(hand) + 1)?;
                self.burn(hand, out);
                let card = hand.stub.top();
                self.say(hand, out, Event::Community(card), self.cite(Point::StudCommunity));
            }
            due => return self.no(Reason::NotNow(due), Point::Deal),
        }
        self.go_on(hand, out);
        Ok(())
    }

    /// One card at a time, clockwise (8.4); stud deals its facing card by card.
    pub(crate) fn deal_hole(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        let owed: usize = hand.owed.iter().map(|&owed| usize::from(owed)).sum();
        self.need(hand, owed + self.burn_due(hand))?;
        self.burn(hand, out);
        let cite = self.hole_cite(hand);
        let plan = *self.plan(hand);
        while hand.due == Due::Hole {
            for seat in 0..hand.players() {
                if hand.owed[seat] == 0 {
                    continue;
                }
                let card = hand.stub.top();
                let up = hand.remedies.last_up || plan.up >> (plan.hole - hand.owed[seat]) & 1 == 1;
                self.say(hand, out, Event::Dealt { seat: seat as u8, card: Hidden::new(card), up }, cite);
            }
        }
        Ok(())
    }

    /// Each drawer in turn gets all his cards; when the deck is out, earlier discards are shuffled (9.4.2).
    pub(crate) fn deal_replacements(
        &self,
        hand: &mut Hand,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.burn(hand, out);
        let cite = self.hole_cite(hand);
        while hand.due == Due::Replace {
            let Some(seat) = hand.owed.iter().position(|&owed| owed > 0) else { break };
            let Some(card) = hand.stub.top() else {
                self.say(hand, out, Event::ShuffleDue, self.cite(Point::DrawReshuffle));
                return Ok(());
            };
            self.say(
                hand,
                out,
                Event::Dealt { seat: seat as u8, card: Hidden::new(Some(card)), up: false },
                cite,
            );
        }
        self.go_on(hand, out);
        Ok(())
    }

    pub(crate) fn need(&self, hand: &Hand, cards: usize) -> Result<(), Refusal<Reason>> {
        if hand.stub.len() >= cards {
            Ok(())
        } else {
            self.no(Reason::StubShort { runs: 0 }, Point::DeckShort)
        }
    }

    pub(crate) fn burn_due(&self, hand: &Hand) -> usize {
        usize::from(!hand.burnt_street)
    }

    /// Burns, unless that has been done or the deck is out.
    pub(crate) fn burn(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>) {
        if hand.burnt_street || hand.stub.is_empty() {
            return;
        }
        let cite = self.street(hand).burn.unwrap_or_else(|| self.cite(Point::Burn));
        let card = hand.stub.top();
        self.say(hand, out, Event::Burned(Hidden::new(card)), cite);
    }

    pub(crate) fn hole_cite(&self, hand: &Hand) -> Cite {
        let street = self.street(hand);
        let deal = street.deal.as_ref().map(|deal| deal.cite);
        deal.or(street.draw.map(|draw| draw.cite)).unwrap_or_else(|| self.cite(Point::Deal))
    }

    pub(crate) fn board_cite(&self, hand: &Hand) -> Cite {
        let street = self.street(hand);
        let bottom = street.bottom.filter(|_| self.boards > 1 && hand.board_at % 2 == 1);
        bottom.or(street.board.map(|board| board.cite)).unwrap_or_else(|| self.cite(Point::Deal))
    }

    /// The cards that are to be shuffled: burns and stub in stud (10.6.2), earlier discards in draw (9.4.2).
    pub fn pool(&self, hand: &Hand) -> ReshufflePool {
        if let Some(pool) = self.remedy_pool(hand) {
            return pool;
        }
        if !self.policy.draw_game {
            let dead = if self.policy.all_dead_reshuffled { hand.muck } else { CardSet::default() };
            let dead_count = if self.policy.all_dead_reshuffled { usize::from(hand.mucked) } else { 0 };
            let cards = hand.burns | hand.stub.cards() | dead;
            return ReshufflePool {
                cards,
                count: hand.stub.len() + usize::from(hand.burned) + dead_count,
                drawer: 0,
            };
        }
        let drawer = hand.owed.iter().position(|&owed| owed > 0).unwrap_or(0);
        let earlier = hand.discards[..drawer].iter().fold(CardSet::default(), |all, cards| all | *cards);
        let all = hand.discards.iter().fold(CardSet::default(), |all, cards| all | *cards);
        let discards = if self.policy.all_dead_reshuffled { all } else { earlier };
        let cards = hand.muck | discards | hand.stub.cards();
        let count = hand.stub.len() + usize::from(hand.mucked) + discards.len();
        ReshufflePool {
            cards,
            count: count.max(cards.len()),
            drawer: if self.policy.all_dead_reshuffled { crate::MOST } else { drawer },
        }
    }

    /// The pool has been shuffled and cut.
    pub(crate) fn shuffled(
        &self,
        hand: &mut Hand,
        stub: &Stub,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.expect(hand, hand.due == Due::Shuffle)?;
        let pool = self.pool(hand);
        if pool.count == 0 {
            // Nothing to shuffle: the text has no answer, and a manager decides (18.11, J27).
            return self.no(Reason::StubShort { runs: 0 }, Point::DeckShort);
        }
        if stub.is_known() != hand.stub.is_known()
            || stub.len() != pool.count
            || stub.cards() != pool.cards && stub.is_known()
        {
            return self.no(Reason::WrongPool, Point::Shuffle);
        }
        let point = match hand.resume {
            AfterShuffle::Replace => Point::DrawReshuffle,
            AfterShuffle::Hole => Point::StudReshuffle,
            AfterShuffle::Community => Point::StudCommunity,
        };
        let cite = if hand.remedies.pooling.is_some() { self.remedy_cite(hand) } else { self.cite(point) };
        self.say(hand, out, Event::Shuffled(*stub), cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// A player changes cards, or gives up those that the game takes back.
    pub(crate) fn discard(
        &self,
        hand: &mut Hand,
        seat: usize,
        cards: &Cards,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        let Due::Discard(turn) = hand.due else { return self.expect(hand, false) };
        self.in_turn(hand, seat, turn)?;
        let street = self.street(hand);
        let plan = self.plan(hand);
        let (least, most, cite) = match (&street.draw, &street.discard) {
            (Some(draw), _) if plan.draw > 0 => (0, draw.value, draw.cite),
            (_, Some(discard)) => (discard.value, discard.value, discard.cite),
            _ => return self.expect(hand, false),
        };
        if cards.len() < usize::from(least) || cards.len() > usize::from(most) {
            let due = Reason::WrongCards { due: most };
            return Err(Refusal::new(if least == 0 { Reason::TooManyCards { most } } else { due }, cite));
        }
        if let Some(card) = cards.twice() {
            return self.no(Reason::CardTwice(card), Point::CardTwice);
        }
        let unknown = cards.iter().filter(Option::is_none).count();
        let unseen = usize::from(hand.unseen[seat]);
        if let Some(card) = cards.iter().flatten().find(|card| !hand.down[seat].contains(*card)) {
            return self.no(Reason::NotHeld(card), Point::Discard);
        }
        if unknown > unseen {
            return Err(Refusal::new(Reason::WrongCards { due: hand.unseen[seat] }, cite));
        }
        self.say(hand, out, Event::Discarded { seat: seat as u8, cards: *cards }, cite);
        self.go_on(hand, out);
        Ok(())
    }

    /// The board is to be dealt more than once (12.6).
    pub(crate) fn run(
        &self,
        hand: &mut Hand,
        times: u8,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        let Some(most) = self.game.runs else { return self.no(Reason::Runs { most: 1 }, Point::RunAllowed) };
        if !self.may_run(hand) {
            let (reason, point) = match hand.due {
                _ if hand.runs > 1 => (Reason::RunsAgreed { times: hand.runs }, Point::RunAgreed),
                Due::Board | Due::Open | Due::Act(_) if hand.shown_on.is_none() => {
                    (Reason::BettingOpen, Point::RunAllowed)
                }
                due => (Reason::NotNow(due), Point::RunAllowed),
            };
            return self.no(reason, point);
        }
        if times < 2 || times > most.value {
            return Err(Refusal::new(Reason::Runs { most: most.value }, most.cite));
        }
        let runs = self.runs_possible(hand);
        if times > runs {
            return self.no(Reason::StubShort { runs }, Point::RunStub);
        }
        let boards = hand.boards[0].len();
        let point = match boards {
            0 => Point::RunBeforeFlop,
            3 => Point::RunAfterFlop,
            _ => Point::RunAfterFourth,
        };
        self.say(hand, out, Event::Runs(times), self.cite(point));
        Ok(())
    }

    /// Whether the rest of the board could be dealt more than once now.
    pub fn may_run(&self, hand: &Hand) -> bool {
        self.game.runs.is_some()
            && hand.due == Due::Board
            && hand.shown_on.is_some()
            && hand.runs == 1
            && hand.board_at == hand.remedies.first_board(hand.street)
            && hand.board_owed == self.plan(hand).board
            && (!hand.burnt_street || hand.remedies.burnt_before)
    }

    /// How many times the stub is enough for the rest of the board, burns and all.
    pub fn runs_possible(&self, hand: &Hand) -> u8 {
        let to_come = &self.plans[hand.street()..usize::from(self.streets)];
        let cost = to_come.iter().map(|plan| plan.board * self.boards + u8::from(plan.burn)).sum::<u8>();
        let most = self.game.runs.map_or(1, |runs| runs.value);
        let cards = hand.stub.len() + usize::from(hand.remedies.burnt_before);
        most.min((cards / usize::from(cost.max(1))) as u8)
    }

    /// What follows by itself once cards are out or a round is closed.
    pub(crate) fn go_on(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>) {
        loop {
            match hand.due {
                Due::Open if self.betting_is_over(hand) => {
                    let cite = self.street(hand).goes_on;
                    self.say(hand, out, Event::StreetDealt, cite);
                }
                Due::Open => {
                    let (seat, cite) = self.opener(hand);
                    self.say(hand, out, Event::Opens(seat as u8), cite);
                }
                // Where only the number of cards is known, nobody waits for the shuffle.
                Due::Shuffle if !hand.stub.is_known() && hand.remedies.pooling.is_some() => {
                    let stub = Stub::unseen(self.pool(hand).count);
                    self.say(hand, out, Event::Shuffled(stub), self.remedy_cite(hand));
                }
                Due::Shuffle if !hand.stub.is_known() && hand.resume != AfterShuffle::Replace => {
                    let stub = Stub::unseen(self.pool(hand).count);
                    let point = match hand.resume {
                        AfterShuffle::Community => Point::StudCommunity,
                        _ => Point::StudReshuffle,
                    };
                    self.say(hand, out, Event::Shuffled(stub), self.cite(point));
                }
                _ => return,
            }
        }
    }
}
