//! A hand of a case: its cards where the deal will find them, its lines told to the machine.

use super::file::RoomCase;
use super::hand_line::{HandLine, LineReader};
use super::line::{Answer, CitedWords, one_by_one, said};
use super::script::Script;
use crate::CitedClauses;
use crate::file::CaseError;
use cards::{Card, CardSet, parse_cards};
use engine::Refusal;
use room::{
    Cards, ClockReason, Command, Due, Event, Hand, HandRules, PositionNames, Pots, Reason, Stub, words,
};
use rulebook::Ruled;
use rulebook::room::{Point, RoomBook, RoomGame};
use std::collections::VecDeque;

/// How far a hand goes by itself before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WaitUntil {
    Nothing,
    Posts,
    FirstCards,
    Decision,
    Board,
    Show,
    Pay,
}

impl WaitUntil {
    fn of(command: &Command) -> WaitUntil {
        match command {
            Command::Act { .. }
            | Command::Discard { .. }
            | Command::Set { .. }
            | Command::Gesture(_)
            | Command::ClockRunsOut { .. } => WaitUntil::Decision,
            Command::Irregularity(_) => WaitUntil::Nothing,
            Command::Muck { .. } | Command::Show { .. } => WaitUntil::Show,
            Command::Announce { .. } | Command::Compare { .. } | Command::Pay => WaitUntil::Pay,
            Command::Ask { .. } => WaitUntil::Show,
            Command::Run(_) | Command::AskRuns { .. } => WaitUntil::Board,
            _ => WaitUntil::Posts,
        }
    }
}

/// A hand as it is played.
pub(crate) struct HandScript<'b> {
    pub(crate) room: HandRules<'b>,
    pub(crate) hand: Hand,
    pub(crate) start: Vec<i64>,
    /// The pots as they were before they were pushed.
    pub(crate) pots: Option<Pots>,
    pub(crate) won: Vec<i64>,
    /// The sign gives a time to act.
    timed: bool,
    /// What the last line was refused with.
    refused: Option<CitedWords>,
    heard: CitedClauses,
    cards: Vec<VecDeque<Option<Card>>>,
    board: VecDeque<Card>,
    kitty: Vec<Card>,
    community: VecDeque<Card>,
    shuffles: VecDeque<Vec<Card>>,
}

impl<'b> HandScript<'b> {
    pub(crate) fn new(case: &RoomCase, book: &'b RoomBook) -> Result<HandScript<'b>, CaseError> {
        let game = case.found(book)?;
        let (players, most) = (case.stacks.len(), game.players);
        // More than any table has; up to there the deal is refused.
        if players > room::MOST {
            let (name, clause) = (&game.name, book.label(most.cite));
            let what = format!("{players} players, but {} can be dealt in at {name} [{clause}]", most.value);
            return Err(CaseError::new("stacks", what));
        }
        let room = HandRules::new(book, game, case.terms(game)?);
        let deck = CaseDeck { book, game, seen: CardSet::default() };
        let read = |place: &str, text: &str| -> Result<Vec<Card>, CaseError> {
            let cards = parse_cards(text).map_err(|error| CaseError::new(place, error.to_string()))?;
            deck.has(place, cards.iter().copied())?;
            Ok(cards)
        };
        let mut dealt = Vec::new();
        for (at, text) in case.cards.iter().enumerate() {
            let place = cards_of(at);
            let cards = one_by_one(text).map_err(|error| CaseError::new(&place, error.to_string()))?;
            deck.has(&place, cards.iter().copied().flatten())?;
            dealt.push(VecDeque::from(cards));
        }
        if dealt.len() > case.stacks.len() {
            return Err(CaseError::new(cards_of(case.stacks.len()), "there is no such player in the hand"));
        }
        dealt.resize(case.stacks.len(), VecDeque::new());
        let mut shuffles = VecDeque::new();
        for text in &case.shuffles {
            shuffles.push_back(read("shuffles", text)?);
        }
        let (board, kitty) = (read("board", &case.board)?, read("kitty", &case.kitty)?);
        let community = read("community", &case.community)?;
        let stub = case.stub.as_ref().map(|text| read("stub", text)).transpose()?;
        let stub = match stub {
            None => Stub::unseen(game.deck.value.len()),
            Some(_) if !board.is_empty() || !community.is_empty() => {
                return Err(CaseError::new("board", "with a stub the board is dealt from it"));
            }
            Some(stub) => deck.in_order(&mut dealt, &kitty, stub)?,
        };
        Ok(HandScript {
            room,
            hand: Hand::new(&case.stacks, stub),
            start: case.stacks.clone(),
            pots: None,
            won: vec![0; case.stacks.len()],
            timed: case.sign()?.time_to_act.is_some(),
            refused: None,
            heard: CitedClauses::default(),
            cards: dealt,
            board: board.into(),
            kitty,
            community: community.into(),
            shuffles,
        })
    }

    /// Tells the machine; what it says is heard.
    pub(crate) fn tell(&mut self, command: &Command) -> Result<Vec<CitedWords>, CitedWords> {
        let mut events: Vec<Ruled<Event>> = Vec::new();
        if *command == Command::Pay {
            self.announce(&mut events);
        }
        if self.hand.due() == Due::Pay {
            self.pots = Some(self.room.pots(&self.hand));
        }
        let book = self.room.book();
        match self.room.tell(&mut self.hand, command, &mut events) {
            Ok(()) => {
                let mut told = Vec::new();
                for event in &events {
                    self.heard.note(event.cite);
                    if let Event::Won { seat, chips, .. } = event.value {
                        self.won[usize::from(seat)] += chips;
                    }
                    told.push(said(book, words(&event.value, &PositionNames), event.cite));
                }
                Ok(told)
            }
            Err(Refusal { reason, cite }) => {
                self.heard.note(cite);
                Err(said(book, Reason::to_string(&reason), cite))
            }
        }
    }

    /// What the tabled hands are is announced before the pots are pushed.
    fn announce(&mut self, events: &mut Vec<Ruled<Event>>) {
        for seat in self.hand.live().iter() {
            // A hand that wins unseen is none to announce.
            let _ = self.room.tell(&mut self.hand, &Command::Announce { seat: seat as u8 }, events);
            for with in 0..seat {
                // Nor does a fouled set compare, nor any hand that is not Chinese.
                let compare = Command::Compare { seat: with as u8, with: seat as u8 };
                let _ = self.room.tell(&mut self.hand, &compare, events);
            }
        }
    }

    /// Whatever needs no decision happens before a line that needs it, so that a file need not say it.
    fn wait(&mut self, place: &str, until: WaitUntil) -> Result<(), CaseError> {
        loop {
            let due = self.hand.due();
            let by_itself = match until {
                WaitUntil::Decision | WaitUntil::Pay => !matches!(due, Due::Pay | Due::Over),
                WaitUntil::Show => !matches!(due, Due::Show(_) | Due::Pay | Due::Over),
                WaitUntil::Board => matches!(due, Due::Posts | Due::Hole | Due::Kitty | Due::Show(_)),
                WaitUntil::FirstCards => {
                    matches!(due, Due::Posts | Due::Hole | Due::Kitty) && self.hand.street() == 0
                }
                WaitUntil::Posts => due == Due::Posts,
                WaitUntil::Nothing => false,
            };
            if !by_itself || self.decision() {
                return Ok(());
            }
            match self.next(place)? {
                Some(Answer::Refused(refusal)) => {
                    return Err(CaseError::new(place, refusal.words).by(refusal.clause));
                }
                Some(_) => {}
                None => return Ok(()),
            }
        }
    }

    /// Whether a player's decision is due.
    fn decision(&self) -> bool {
        matches!(self.hand.due(), Due::Act(_) | Due::BringIn(_) | Due::Discard(_) | Due::Set(_))
    }

    /// The rest that needs no decision, up to what the file expects to be due.
    pub(crate) fn finish(&mut self, until: Option<&str>) -> Result<Vec<CitedWords>, CaseError> {
        let mut told = Vec::new();
        while !self.decision() && until != Some(room::in_words(self.hand.due()).as_str()) {
            match self.next("the end")? {
                Some(Answer::Done(more)) => told.extend(more),
                // The last line has told it.
                Some(Answer::Refused(refusal)) if self.refused.as_ref() == Some(&refusal) => break,
                Some(Answer::Refused(refusal)) => {
                    return Err(CaseError::new("the end", refusal.words).by(refusal.clause));
                }
                _ => break,
            }
        }
        Ok(told)
    }

    /// The next thing that needs nobody's decision; none where there is nothing.
    fn next(&mut self, place: &str) -> Result<Option<Answer>, CaseError> {
        let known = self.hand.stub().is_known();
        let command = match self.hand.due() {
            Due::Posts => Command::Post,
            Due::Hole | Due::Board | Due::Kitty | Due::Community | Due::Replace if known => Command::Deal,
            Due::Hole | Due::Replace => return self.deal_hole().map(Some),
            Due::Board => {
                let mut cards = Cards::default();
                cards.push(self.board.pop_front());
                Command::Board(cards)
            }
            Due::Kitty => {
                let mut cards: Cards = self.kitty.iter().copied().collect();
                let due = self.room.game().kitty.as_ref().map_or(0, |kitty| usize::from(kitty.cards.value));
                while cards.len() < due && cards.push(None) {}
                Command::Kitty(cards)
            }
            Due::Community => Command::Community(self.community.pop_front()),
            Due::Shuffle => Command::Shuffle(self.shuffled(place)?),
            Due::Show(seat) => Command::Show { seat, cards: Cards::default() },
            Due::Pay => Command::Pay,
            _ => return Ok(None),
        };
        Ok(Some(match self.tell(&command) {
            Ok(told) => Answer::Done(told),
            Err(refusal) => Answer::Refused(refusal),
        }))
    }

    /// Private cards: one at a time clockwise, a drawer's all at once.
    fn deal_hole(&mut self) -> Result<Answer, CaseError> {
        let mut told = Vec::new();
        let due = self.hand.due();
        while self.hand.due() == due {
            let before = told.len();
            for seat in 0..self.hand.players() {
                while self.hand.due() == due && self.hand.owed(seat) > 0 {
                    let mut cards = Cards::default();
                    cards.push(self.cards[seat].pop_front().flatten());
                    match self.tell(&Command::Hole { seat: seat as u8, cards }) {
                        Ok(more) => told.extend(more),
                        Err(refusal) => return Ok(Answer::Refused(refusal)),
                    }
                    if due == Due::Hole {
                        break;
                    }
                }
            }
            if told.len() == before {
                break;
            }
        }
        Ok(Answer::Done(told))
    }

    /// The pool as it lies after the shuffle: the cards that the file names on top.
    fn shuffled(&mut self, place: &str) -> Result<Stub, CaseError> {
        let pool = self.room.pool(&self.hand);
        if !self.hand.stub().is_known() {
            return Ok(Stub::unseen(pool.count));
        }
        let top = self.shuffles.pop_front().unwrap_or_default();
        if let Some(card) = top.iter().find(|card| !pool.cards.contains(**card)) {
            return Err(CaseError::new(
                place,
                format!("shuffles: {card} is not among the cards to be shuffled"),
            ));
        }
        let named: CardSet = top.iter().copied().collect();
        Ok(Stub::of(top.into_iter().chain((pool.cards - named).iter())))
    }
}

impl Script for HandScript<'_> {
    fn line(&mut self, place: &str, text: &str) -> Result<Answer, CaseError> {
        let answer = self.told(place, text)?;
        self.refused = match &answer {
            Answer::Refused(refusal) => Some(refusal.clone()),
            _ => None,
        };
        Ok(answer)
    }

    fn heard(&self) -> &CitedClauses {
        &self.heard
    }
}

impl HandScript<'_> {
    fn told(&mut self, place: &str, text: &str) -> Result<Answer, CaseError> {
        let words = LineReader::new(place, text, self.room.book());
        let hand_line = words.among(self.hand.players()).hand_line()?;
        let command = match hand_line {
            HandLine::Next => return self.next(place).map(|told| told.unwrap_or(Answer::Done(Vec::new()))),
            HandLine::Look(what) => {
                let until = match what.rsplit(' ').next() {
                    Some("hand") => WaitUntil::Pay,
                    Some("may") => WaitUntil::Decision,
                    _ => WaitUntil::FirstCards,
                };
                self.wait(place, until)?;
                return self.look(place, &what).map(Answer::Seen);
            }
            HandLine::Command(command) => command,
        };
        self.wait(place, WaitUntil::of(&command))?;
        if matches!(command, Command::ClockRunsOut { .. }) && !self.timed {
            let (book, why) = (self.room.book(), ClockReason::NotScheduled.to_string());
            return Ok(Answer::Refused(said(book, why, book.law.cite(Point::TimeSign))));
        }
        Ok(match self.tell(&command) {
            Ok(told) => Answer::Done(told),
            Err(refusal) => Answer::Refused(refusal),
        })
    }
}

/// Where the cards of a player are written.
fn cards_of(at: usize) -> String {
    format!("cards of p{}", at + 1)
}

/// The cards that a file names, as the deck of its game has them.
struct CaseDeck<'b> {
    book: &'b RoomBook,
    game: &'b RoomGame,
    seen: CardSet,
}

impl CaseDeck<'_> {
    fn wrong(&self, place: &str, what: String) -> CaseError {
        CaseError::new(place, what).by(self.book.label(self.game.deck.cite))
    }

    /// Whether the deck has all of these.
    fn has(&self, place: &str, cards: impl IntoIterator<Item = Card>) -> Result<(), CaseError> {
        let deck = self.game.deck.value.0.cards();
        match cards.into_iter().find(|card| !deck.contains(*card)) {
            Some(card) => Err(self.wrong(place, Reason::NoSuchCard(card).to_string())),
            None => Ok(()),
        }
    }

    /// Each card lies in one place only.
    fn once(&mut self, place: &str, cards: impl IntoIterator<Item = Card>) -> Result<(), CaseError> {
        match cards.into_iter().find(|card| !self.seen.insert(*card)) {
            Some(card) => Err(self.wrong(place, format!("the deck has only one {}", card.in_words()))),
            None => Ok(()),
        }
    }

    /// A deck whose order is known: the first cards as they are dealt, the Kitty, the stub, then whatever is left.
    fn in_order(
        mut self,
        dealt: &mut [VecDeque<Option<Card>>],
        kitty: &[Card],
        stub: Vec<Card>,
    ) -> Result<Stub, CaseError> {
        let first = self.game.street.first().and_then(|street| street.deal.as_ref());
        let first = first.map_or(0, |deal| deal.value.0.len());
        for (at, cards) in dealt.iter().enumerate() {
            self.once(&cards_of(at), cards.iter().copied().flatten())?;
            if cards.len() > first {
                let what = format!("{first} cards are dealt first; with a stub, those that follow are in it");
                return Err(CaseError::new(cards_of(at), what));
            }
        }
        self.once("kitty", kitty.iter().copied())?;
        self.once("stub", stub.iter().copied())?;
        let mut others = (self.game.deck.value.0.cards() - self.seen).iter().collect::<VecDeque<_>>();
        let mut order = Vec::new();
        for _ in 0..first {
            for cards in dealt.iter_mut() {
                order.extend(cards.pop_front().flatten().or_else(|| others.pop_front()));
            }
        }
        order.extend(kitty);
        order.extend(stub);
        order.extend(others);
        Ok(Stub::of(order))
    }
}
