//! The machine for one game on one table: rulebook, game and terms, made ready.

use crate::event::{Command, Event};
use crate::hand::Hand;
use crate::posts::owes_ante;
use crate::reason::Reason;
use crate::terms::{ChipAmount, Structure, Terms, UnfitTerms};
use cards::{CardSet, Evaluator, Fast, HandRank};
use engine::{Refusal, Sink};
use rulebook::room::{
    CapCovers, Counting, Family, OddChips, OpenerAllIn, Opens, Part, Plays, Point, Points, Posts, RoomBook,
    RoomGame, ShortAllIn, ShowingTies, Street,
};
use rulebook::{Cite, Ruled};

/// Rules a hand: one game of one book on given terms. What it knows of a hand is in [`Hand`].
#[derive(Clone, Copy, Debug)]
pub struct HandRules<'b> {
    pub(crate) book: &'b RoomBook,
    pub(crate) game: &'b RoomGame,
    pub(crate) terms: Terms,
    /// Why no hand can be played on the terms: asked once, said when a hand would begin.
    pub(crate) unfit: Option<(UnfitTerms, Cite)>,
    pub(crate) plans: [StreetPlan; MOST_STREETS],
    pub(crate) streets: u8,
    pub(crate) boards: u8,
    pub(crate) rankers: [Option<PartRanker<'b>>; 3],
    pub(crate) policy: HandPolicies,
    points: &'b Points,
    /// The cards of a whole board, and how many cards of a player make a hand with it.
    pub(crate) full_board: u8,
    pub(crate) rankable: CountRange,
}

/// The most betting rounds of any game.
pub(crate) const MOST_STREETS: usize = 8;

/// A street without its clauses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreetPlan {
    pub(crate) hole: u8,
    /// Which of its private cards are dealt up, the first in bit 0.
    pub(crate) up: u16,
    pub(crate) board: u8,
    pub(crate) burn: bool,
    pub(crate) draw: u8,
    pub(crate) discard: u8,
    pub(crate) opens: Opens,
}

/// The policies of the book as the machine reads them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandPolicies {
    pub(crate) cap: u8,
    pub(crate) counts_wagers: bool,
    pub(crate) head_to_head: bool,
    pub(crate) half_is_raise: bool,
    pub(crate) one_by_one: bool,
    pub(crate) raise_to_cover: bool,
    pub(crate) opens_for_more: bool,
    pub(crate) ghosts: bool,
    pub(crate) folded_takes_back: bool,
    pub(crate) next_card_opens: bool,
    pub(crate) showing_suits: bool,
    pub(crate) show_in_turn: bool,
    pub(crate) last_able_acts: bool,
    pub(crate) all_dead_reshuffled: bool,
    pub(crate) has_kitty: bool,
    pub(crate) open_pair: bool,
    pub(crate) draw_game: bool,
    pub(crate) opens_or_folds: bool,
    pub(crate) chinese: bool,
    pub(crate) button: bool,
    pub(crate) bring_in: bool,
    /// Whether every player places an ante.
    pub(crate) all_ante: bool,
    /// Whether the cap of the commission covers what was collected before the hand.
    pub(crate) cap_covers_hand: bool,
}

/// One part of the pot, with its evaluator at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartRanker<'b> {
    pub(crate) part: &'b Part,
    pub(crate) fast: Fast<'static>,
    pub(crate) exactly_two: bool,
    pub(crate) on: u8,
    /// How many cards its order ranks.
    pub(crate) cards: CountRange,
}

/// From so many to so many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountRange(u8, u8);

impl CountRange {
    #[inline]
    pub(crate) fn contains(self, cards: &usize) -> bool {
        (usize::from(self.0)..=usize::from(self.1)).contains(cards)
    }
}

impl PartRanker<'_> {
    /// Whether so many cards with so many on the board make a hand.
    #[inline]
    pub(crate) fn ranks(&self, held: usize, board: usize) -> bool {
        if self.exactly_two {
            (2..=5).contains(&held) && (3..=5).contains(&board)
        } else {
            self.cards.contains(&(held + board))
        }
    }

    /// The rank of a hand with a board, which may be empty.
    #[inline]
    pub(crate) fn rank(&self, hole: CardSet, board: CardSet) -> HandRank {
        if self.exactly_two { self.fast.rank_exactly_two(hole, board) } else { self.fast.rank(hole | board) }
    }
}

impl<'b> HandRules<'b> {
    /// The machine for a game of a book on these terms. Whether a hand can be played on them says [`Terms::check`]; on
    /// others every hand is refused before it begins.
    pub fn new(book: &'b RoomBook, game: &'b RoomGame, terms: Terms) -> HandRules<'b> {
        let empty = StreetPlan {
            hole: 0,
            up: 0,
            board: 0,
            burn: false,
            draw: 0,
            discard: 0,
            opens: Opens::LeftOfButton,
        };
        let mut plans = [empty; MOST_STREETS];
        for (plan, street) in plans.iter_mut().zip(&game.street) {
            *plan = StreetPlan::of(street);
        }
        let mut rankers = [None; 3];
        for (ranker, part) in rankers.iter_mut().zip(&game.part) {
            let exactly_two = part.plays.value == Plays::ExactlyTwo;
            let from = part.order().form().from();
            let cards = CountRange(*from.start() as u8, *from.end() as u8);
            *ranker = Some(PartRanker { part, fast: part.order().fast(), exactly_two, on: part.on, cards });
        }
        let law = &book.law;
        let policy = HandPolicies {
            cap: law.raise_cap.value,
            counts_wagers: law.cap_counts.value == Counting::Wagers,
            head_to_head: law.head_to_head.value,
            half_is_raise: law.short_all_in.value == ShortAllIn::HalfIsRaise,
            one_by_one: law.odd_chips.value == OddChips::OneByOne,
            raise_to_cover: law.raise_to_cover.value,
            opens_for_more: law.opens_for_more.value,
            ghosts: law.dead_seat_cards.value && game.family == Family::Stud,
            folded_takes_back: law.folded_takes_back.value,
            next_card_opens: law.opener_all_in.value == OpenerAllIn::NextCard,
            showing_suits: law.showing_ties.value == ShowingTies::Suit,
            show_in_turn: law.show_in_turn.value,
            last_able_acts: law.last_able_acts.value,
            all_dead_reshuffled: law.all_dead_reshuffled.value,
            has_kitty: game.kitty.is_some(),
            open_pair: game.open_pair.is_some(),
            draw_game: game.family == Family::Draw,
            opens_or_folds: game.family == Family::Draw
                && game.street.first().is_some_and(|street| street.passes.is_some()),
            chinese: game.family == Family::Chinese,
            button: game.button.value,
            bring_in: game.posts.value == Posts::AntesAndBringIn,
            all_ante: game.has_posts_of_a_sign() && owes_ante(game),
            cap_covers_hand: law.cap_covers.is_some_and(|covers| covers.value == CapCovers::WholeHand),
        };
        let boards = game.boards.as_ref().map_or(1, |boards| boards.value);
        let streets = game.street.len().min(MOST_STREETS) as u8;
        let points = game.points.as_ref().unwrap_or(&law.point);
        let full_board = game.board_cards() as u8;
        let mut room = HandRules {
            book,
            game,
            terms,
            unfit: terms.check(game).err().map(|refusal| (refusal.reason, refusal.cite)),
            plans,
            streets,
            boards,
            rankers,
            policy,
            points,
            full_board,
            rankable: CountRange(0, 0),
        };
        room.rankable = room.rankable_with(usize::from(full_board));
        room
    }

    /// How many cards of a player make a hand in every part of the pot with so many on the board.
    pub(crate) fn rankable_with(&self, board: usize) -> CountRange {
        let parts = self.rankers[..self.game.part.len().min(2)].iter().flatten();
        let ranks = |held: &usize| parts.clone().all(|ranker| ranker.ranks(*held, board));
        let mut held = (0..=13).filter(ranks);
        let least = held.next().unwrap_or(14);
        CountRange(least as u8, held.next_back().unwrap_or(least) as u8)
    }

    /// The book.
    pub fn book(&self) -> &'b RoomBook {
        self.book
    }

    /// The game.
    pub fn game(&self) -> &'b RoomGame {
        self.game
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The street that a hand is on, with its clauses.
    pub(crate) fn street(&self, hand: &Hand) -> &'b Street {
        &self.game.street[hand.street()]
    }

    #[inline]
    pub(crate) fn plan(&self, hand: &Hand) -> &StreetPlan {
        &self.plans[hand.street() % MOST_STREETS]
    }

    /// The clause of a point.
    #[inline]
    pub(crate) fn cite(&self, point: Point) -> Cite {
        self.points.cite(point)
    }

    #[cold]
    pub(crate) fn no<T>(&self, reason: Reason, point: Point) -> Result<T, Refusal<Reason>> {
        Err(Refusal::new(reason, self.cite(point)))
    }

    /// Something has happened: it is applied, and told. Forced inline, so that only the arm of this event is left.
    #[inline(always)]
    pub(crate) fn say(&self, hand: &mut Hand, out: &mut impl Sink<Ruled<Event>>, event: Event, cite: Cite) {
        self.apply(hand, &event);
        out.take(Ruled::new(event, cite));
    }

    /// Tells the hand what happens. Either it is refused and the hand is as before, or events are applied and told.
    ///
    /// # Errors
    /// The refusal.
    #[inline]
    pub fn tell(
        &self,
        hand: &mut Hand,
        command: &Command,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        match *command {
            Command::Act { seat, act } => self.act(hand, usize::from(seat), act, out),
            Command::Deal => self.deal(hand, out),
            Command::Post => self.post(hand, out),
            Command::Hole { seat, ref cards } => self.hole(hand, usize::from(seat), cards, out),
            Command::Board(ref cards) => self.board(hand, cards, out),
            Command::Kitty(ref cards) => self.kitty(hand, cards, out),
            Command::Community(card) => self.community(hand, card, out),
            Command::Shuffle(ref stub) => self.shuffled(hand, stub, out),
            Command::Discard { seat, ref cards } => self.discard(hand, usize::from(seat), cards, out),
            Command::Set { seat, ref front, ref middle, ref back } => {
                self.set(hand, usize::from(seat), [front, middle, back], out)
            }
            Command::Show { seat, ref cards } => self.show(hand, usize::from(seat), cards, out),
            Command::Muck { seat } => self.muck(hand, usize::from(seat), out),
            Command::Run(times) => self.run(hand, times, out),
            Command::Pay => self.pay(hand, out),
            Command::Gesture(ref gesture) => self.gesture(hand, gesture, out),
            Command::ClockRunsOut { seat } => self.clock_runs_out(hand, usize::from(seat), out),
            Command::BuyTime { seat, fee } => self.buy_time(hand, usize::from(seat), fee, out),
            Command::Chop => self.no(Reason::NoChop, Point::NoChop),
            Command::Irregularity(ref report) => self.irregularity(hand, report, out),
            Command::Announce { seat } => self.announce(hand, usize::from(seat), out),
            Command::Compare { seat, with } => self.compare(hand, usize::from(seat), usize::from(with), out),
            Command::Ask { seat } => self.ask(hand, usize::from(seat), out),
            Command::AskRuns { times, agreed, by } => self.ask_runs(hand, times, agreed, by, out),
        }
    }

    /// The amount of the street in fixed limit; the least wager elsewhere.
    #[inline]
    pub(crate) fn least_wager(&self, hand: &Hand) -> ChipAmount {
        match self.terms.structure {
            Structure::Fixed { small, big, small_rounds } => {
                if hand.street < small_rounds && !hand.big_size {
                    small
                } else {
                    big
                }
            }
            Structure::Spread { least, .. }
            | Structure::HalfPot { least }
            | Structure::Pot { least }
            | Structure::NoLimit { least } => least,
        }
    }

    /// Whether nobody can wager any more: at most one player is asked, and owes nothing.
    #[inline]
    pub(crate) fn betting_is_over(&self, hand: &Hand) -> bool {
        let asked = self.asked(hand);
        asked.len() <= 1 && asked.iter().all(|seat| hand.owes(seat) <= 0)
    }

    /// Whether a hand waits for this.
    pub(crate) fn expect(&self, hand: &Hand, is_due: bool) -> Result<(), Refusal<Reason>> {
        if is_due { Ok(()) } else { self.no(Reason::NotNow(hand.due), Point::Turn) }
    }

    /// Whose turn it is, and refuses another.
    #[inline]
    pub(crate) fn in_turn(&self, hand: &Hand, seat: usize, turn: u8) -> Result<(), Refusal<Reason>> {
        if seat >= hand.players() {
            return self.no(Reason::NoSuchPlayer, Point::Turn);
        }
        if usize::from(turn) == seat { Ok(()) } else { self.no(Reason::NotYourTurn { turn }, Point::Turn) }
    }
}

impl StreetPlan {
    fn of(street: &Street) -> StreetPlan {
        let facing = street.deal.as_ref().map_or(&[][..], |deal| &deal.value.0);
        let up = facing.iter().enumerate().fold(0, |up, (at, &faces)| up | u16::from(faces) << at);
        let value = |ruled: &Option<Ruled<u8>>| ruled.as_ref().map_or(0, |ruled| ruled.value);
        StreetPlan {
            hole: facing.len() as u8,
            up,
            board: value(&street.board),
            burn: street.burn.is_some(),
            draw: value(&street.draw),
            discard: value(&street.discard),
            opens: street.opens.value,
        }
    }
}

impl engine::Machine for HandRules<'_> {
    type State = Hand;
    type Command = Command;
    type Event = Event;
    type Reason = Reason;
    type Offer = crate::offers::Offer;

    fn offers(&self, hand: &Hand, actor: engine::Actor) -> Vec<Self::Offer> {
        crate::offers::offers(self, hand, actor)
    }

    fn decide(
        &self,
        hand: &Hand,
        actor: engine::Actor,
        command: &Command,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), Refusal<Reason>> {
        self.may_tell(actor, command)?;
        let mut after = *hand;
        self.tell(&mut after, command, out)
    }

    fn evolve(&self, hand: &mut Hand, event: &Event) {
        self.apply(hand, event);
    }
}
