//! A table for tests: every command is checked for what must hold whatever happens.

use cards::{Card, CardSet, parse_cards};
use engine::{Actor, Machine, Moment, Refusal, Who};
use room::{
    Act, Cards, ChipAmount, Command, Due, Event, Hand, HandRules, IrregularityCommand, IrregularityEvent,
    IrregularityReport, NotRuled, Omission, Reason, Stub, Terms,
};
use rulebook::room::{IrregularityKind, Remedy, RoomBook};
use rulebook::{RoleId, Ruled};

/// One hand of a game of the book.
pub(crate) struct Table {
    book: &'static RoomBook,
    pub(crate) room: HandRules<'static>,
    pub(crate) hand: Hand,
    pub(crate) told: Vec<Ruled<Event>>,
    chips: ChipAmount,
    known: bool,
}

/// Who rules, by the book's name for the role.
pub(crate) fn staff(book: &RoomBook, role: &str) -> Actor {
    Actor { who: Who::Staff(book.ladder.role(role).expect("a role of the book")), at: Moment(0) }
}

pub(crate) fn cards(text: &str) -> Cards {
    parse_cards(text).expect("cards").into_iter().collect()
}

pub(crate) fn set(text: &str) -> CardSet {
    parse_cards(text).expect("cards").into_iter().collect()
}

pub(crate) fn card(text: &str) -> Card {
    parse_cards(text).expect("a card")[0]
}

pub(crate) fn report(what: IrregularityKind) -> IrregularityReport {
    IrregularityReport::new(what)
}

impl Table {
    /// A hand whose stub begins with these cards; the rest of the deck follows in its order.
    pub(crate) fn new(game: &str, deck: usize, terms: Terms, stacks: &[ChipAmount], first: &str) -> Table {
        let mut table = Table::recorded(game, deck, terms, stacks);
        let first: Vec<Card> = parse_cards(first).expect("cards");
        let taken: CardSet = first.iter().copied().collect();
        assert_eq!(taken.len(), first.len(), "a card twice in the test");
        let rest = table.room.game().deck.value.0.cards() - taken;
        table.hand = Hand::new(stacks, Stub::of(first.into_iter().chain(rest.iter())));
        table.known = true;
        table.ok(Command::Post);
        table
    }

    /// A hand whose cards are recorded as they fall. Nothing has happened yet.
    pub(crate) fn recorded(game: &str, deck: usize, terms: Terms, stacks: &[ChipAmount]) -> Table {
        let book = RoomBook::open("crown-melbourne-poker-13.0").expect("the book");
        let book: &'static RoomBook = Box::leak(Box::new(book));
        let game = book.game(game, deck).expect("a game of the book");
        let hand = Hand::new(stacks, Stub::unseen(game.deck.value.len()));
        let room = HandRules::new(book, game, terms);
        Table { book, room, hand, told: Vec::new(), chips: stacks.iter().sum(), known: false }
    }

    /// Hold'em, four players, blinds 5 and 10, with these cards on top.
    pub(crate) fn holdem(first: &str) -> Table {
        Table::new("holdem", 52, Terms::blinds(5, 10), &[1000; 4], first)
    }

    /// Tells the hand, and checks what must always hold.
    pub(crate) fn tell(&mut self, command: Command) -> Result<(), Refusal<Reason>> {
        let (before, mut told) = (self.hand, Vec::new());
        let answer = self.room.tell(&mut self.hand, &command, &mut told);
        if answer.is_err() {
            assert_eq!(self.hand, before, "refused, and yet changed: {command:?}");
            assert!(told.is_empty(), "refused, and yet events: {command:?}");
            return answer;
        }
        let mut again = before;
        told.iter().for_each(|event| self.room.evolve(&mut again, &event.value));
        assert_eq!(again, self.hand, "the events do not make the state: {command:?}");
        self.told.extend(told);
        self.conserved();
        Ok(())
    }

    /// Chips and cards: none is lost, none is there twice.
    fn conserved(&self) {
        let hand = &self.hand;
        let chips: ChipAmount = hand.stacks().iter().sum::<ChipAmount>() + hand.pot() + hand.commission();
        assert_eq!(chips, self.chips, "chips");
        conserved(&self.room, hand, self.known);
    }

    #[track_caller]
    pub(crate) fn ok(&mut self, command: Command) {
        if let Err(refusal) = self.tell(command) {
            panic!("{command:?}: {} ({})", refusal.reason, self.book.label(refusal.cite));
        }
    }

    #[track_caller]
    pub(crate) fn deal(&mut self) {
        self.ok(Command::Deal);
    }

    #[track_caller]
    pub(crate) fn act(&mut self, act: Act) {
        let (Due::Act(seat) | Due::BringIn(seat)) = self.hand.due() else {
            panic!("nobody has to act: {:?}", self.hand.due())
        };
        self.ok(Command::Act { seat, act });
    }

    /// So many checks or calls.
    #[track_caller]
    pub(crate) fn calls(&mut self, times: usize) {
        (0..times).for_each(|_| self.act(Act::Call));
    }

    /// The pool comes back in this order, then the rest of it in the deck's order.
    #[track_caller]
    pub(crate) fn shuffle(&mut self, first: &str) {
        let first = parse_cards(first).expect("cards");
        let rest = self.room.pool(&self.hand).cards - first.iter().copied().collect();
        self.ok(Command::Shuffle(Stub::of(first.into_iter().chain(rest.iter()))));
    }

    pub(crate) fn rule_as(&mut self, role: &str, report: IrregularityReport) -> Result<(), Refusal<Reason>> {
        let by = staff(self.book, role);
        self.tell(Command::Irregularity(IrregularityCommand::Rule { by, report }))
    }

    /// The dealer rules: this row, this remedy, this clause.
    #[track_caller]
    pub(crate) fn rules(&mut self, report: IrregularityReport, row: u8, remedy: Remedy, clause: &str) {
        self.rules_as("dealer", report, row, remedy, clause);
    }

    /// Somebody rules: this row, this remedy, this clause.
    #[track_caller]
    pub(crate) fn rules_as(
        &mut self,
        role: &str,
        report: IrregularityReport,
        row: u8,
        remedy: Remedy,
        clause: &str,
    ) {
        let before = self.told.len();
        if let Err(refusal) = self.rule_as(role, report) {
            panic!("{report:?}: {} ({})", refusal.reason, self.book.label(refusal.cite));
        }
        let first = self.told[before];
        let Event::Irregularity(IrregularityEvent::Ruled { row: found, remedy: done, .. }) = first.value
        else {
            panic!("not ruled: {first:?}")
        };
        assert_eq!((found, done, self.book.label(first.cite)), (row, remedy, clause));
    }

    /// The dealer's ruling is refused.
    #[track_caller]
    pub(crate) fn refuses(&mut self, report: IrregularityReport, why: NotRuled, clause: &str) {
        let refusal = self.rule_as("dealer", report).expect_err("a refusal");
        assert_eq!((refusal.reason, self.book.label(refusal.cite)), (Reason::NotRuled(why), clause));
    }

    /// It cannot be told now.
    #[track_caller]
    pub(crate) fn not_now(&mut self, report: IrregularityReport) {
        let refusal = self.rule_as("dealer", report).expect_err("a refusal");
        assert_eq!(refusal.reason, Reason::NotNow(self.hand.due()));
    }

    #[track_caller]
    pub(crate) fn omit(&mut self, omission: Omission) {
        self.ok(Command::Irregularity(IrregularityCommand::Omit(omission)));
    }

    /// Whether an event of this kind cites this clause first.
    pub(crate) fn cites(&self, clause: &str, wanted: impl Fn(&Event) -> bool) -> bool {
        self.told.iter().any(|told| wanted(&told.value) && self.book.label(told.cite) == clause)
    }

    /// The clauses of the last ruling.
    pub(crate) fn labels(&self) -> Vec<&str> {
        let ruled =
            |told: &&Ruled<Event>| matches!(told.value, Event::Irregularity(IrregularityEvent::Ruled { .. }));
        let told = self.told.iter().rev().find(ruled).expect("a ruling");
        self.book.labels(told.cite)
    }

    pub(crate) fn all_labels(&self, cite: rulebook::Cite) -> Vec<&str> {
        self.book.labels(cite)
    }

    pub(crate) fn label(&self, cite: rulebook::Cite) -> &str {
        self.book.label(cite)
    }

    pub(crate) fn staff(&self, role: &str) -> Actor {
        staff(self.book, role)
    }

    pub(crate) fn role(&self, role: &str) -> RoleId {
        self.book.ladder.role(role).expect("a role")
    }

    /// Checks, calls, stands pat and shows until the hand is over.
    #[track_caller]
    pub(crate) fn finish(&mut self) -> Vec<ChipAmount> {
        for _ in 0..400 {
            let command = match self.hand.due() {
                Due::Act(seat) | Due::BringIn(seat) => {
                    let options = self.room.options(&self.hand).expect("somebody has to act");
                    let act = match (options.call, options.bring_in, options.raise) {
                        (Some(_), ..) => Act::Call,
                        (None, Some(_), _) => Act::BringIn,
                        (None, None, Some(raise)) => Act::Raise(raise.least),
                        (None, None, None) => Act::Fold,
                    };
                    Command::Act { seat, act }
                }
                Due::Shuffle => {
                    self.shuffle("");
                    continue;
                }
                Due::Discard(seat) => {
                    let street = &self.room.game().street[self.hand.street()];
                    let count = street.discard.map_or(0, |discard| discard.value);
                    let cards = self.hand.down(usize::from(seat)).iter().take(count.into()).collect();
                    Command::Discard { seat, cards }
                }
                Due::Show(seat) => Command::Show { seat, cards: Cards::default() },
                Due::Pay => Command::Pay,
                Due::Over => return self.hand.stacks().to_vec(),
                _ => Command::Deal,
            };
            self.ok(command);
        }
        panic!("the hand does not end: {:?}", self.hand.due())
    }
}

/// Every card is in one place; where all are known, none is missing.
pub(crate) fn conserved(room: &HandRules<'_>, hand: &Hand, known: bool) {
    let deck = room.game().deck.value.0.cards();
    let mut seen = CardSet::EMPTY;
    let mut add = |what: &str, cards: CardSet| {
        assert!(!seen.overlaps(cards), "{what}: {} are somewhere else too", cards & seen);
        assert!(deck.contains_all(cards), "{what}");
        seen |= cards;
    };
    let (live, gone): (Vec<_>, Vec<_>) = (0..hand.players()).partition(|&seat| hand.live().has(seat));
    live.iter().for_each(|&seat| add("hand", hand.held(seat)));
    (0..hand.players()).for_each(|seat| add("discards", hand.discards(seat)));
    let boards = (0..room::BOARDS).fold(CardSet::EMPTY, |all, at| all | hand.board(at));
    // Stud has no board, but a street with too few cards has one card for everybody (10.6.2). Where irregularities have taken cards
    // out of the stub, that may happen on a street before the last, too.
    let later_streets = room.game().street.iter().skip(1).filter(|street| street.deal.is_some()).count();
    let most = room.game().board_cards().max(later_streets).max(1);
    (0..room::BOARDS).for_each(|at| {
        assert!(
            hand.board(at).len() <= most,
            "board {at}: {}, {}: {hand:?}",
            hand.board(at),
            room.game().id()
        )
    });
    let muck =
        if known { hand.muck() } else { gone.iter().fold(hand.muck(), |all, &seat| all | hand.held(seat)) };
    add("boards", boards);
    add("burns", hand.burns());
    add("muck", muck);
    add("kitty", hand.kitty());
    add("aside", hand.aside());
    add("stub", hand.stub().cards());
    // After a misdeal the cards are together and wait for the shuffle.
    if known && !seen.is_empty() {
        assert_eq!(seen, deck, "cards are missing: {}", deck - seen);
    }
}

/// What was moved, and between which places.
pub(crate) fn moves(table: &Table, from: usize) -> Vec<(Card, room::CardPlace, room::CardPlace)> {
    let moved = table.told[from..].iter().filter_map(|told| match told.value {
        Event::Irregularity(IrregularityEvent::Moved { card, from, to }) => card.map(|card| (card, from, to)),
        _ => None,
    });
    moved.collect()
}
