//! A practice table: one seat, no money, no log; every decision is held against the best one.

use crate::advice::Advice;
use crate::cache::Coach;
use crate::round::{Line, Marked, Round};
use crate::score::Score;
use crate::sight::{Sight, sight};
use crate::wanted::{Kind, Wanted, WantedError, arranged};
use cards::{CardId, ShuffleKey, Shuffler};
use engine::banked::{Banked, BankedRefusal, Command, Event, Hand, Patron, Phase, Table};
use engine::{Actor, Hidden, Machine, Moment, Who};
use money::Money;
use odds::Choice;
use rulebook::{Medium, Place, Ruled};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

/// The most that an Ante may be at a practice table.
pub const MOST_ANTE: Money = Money::from_cents(1_000_000);

/// Rounds that are kept.
const HISTORY: usize = 20;

/// Decks that are tried before a situation is given up.
const TRIES: usize = 4_000;

/// Why something cannot be done at a practice table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The rules say no: why, and the clause as printed.
    Rules { why: String, clause: String },
    /// The round is not over yet.
    InRound,
    /// There is nothing to decide.
    NothingToDecide,
    /// That is none of the choices here.
    NotAChoice,
    /// An Ante is more than nothing and no more than this.
    Ante(Money),
    /// The cards that were asked for cannot be dealt.
    Cards(WantedError),
    /// No deck of those tried brought it up.
    NoSuchHand(Kind),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Rules { why, clause } => write!(f, "{why} [{clause}]"),
            Refused::InRound => f.write_str("the round is not over: decide first"),
            Refused::NothingToDecide => f.write_str("there is nothing to decide: deal a round"),
            Refused::NotAChoice => f.write_str("that is no choice at this point: take one of the buttons"),
            Refused::Ante(most) => write!(f, "an Ante is from 1.00 to {most}, in whole dollars"),
            Refused::Cards(error) => error.fmt(f),
            Refused::NoSuchHand(kind) => {
                write!(f, "no deal of many had {}: deal again", kind.words())
            }
        }
    }
}

impl std::error::Error for Refused {}

impl From<WantedError> for Refused {
    fn from(error: WantedError) -> Refused {
        Refused::Cards(error)
    }
}

/// A practice table. It can be copied: a copy plays on by itself.
#[derive(Clone)]
pub struct Practice {
    coach: Arc<Coach>,
    table: Table,
    marked: Vec<Marked>,
    /// The coach has been asked about the decision that is open.
    asked: bool,
    score: Score,
    history: VecDeque<Round>,
}

/// The only seat.
const SEAT: usize = 0;
const PLAYER: Actor = Actor { who: Who::Seat(SEAT), at: Moment(0) };

impl Practice {
    /// A table under the sign for which the coach has solved the game.
    ///
    /// # Errors
    /// If the book refuses to open it.
    pub fn new(coach: Arc<Coach>) -> Result<Practice, Refused> {
        let mut practice = Practice {
            table: Table::closed(),
            marked: Vec::new(),
            asked: false,
            score: Score::default(),
            history: VecDeque::new(),
            coach,
        };
        practice.tell(Actor::DEALER, &Command::Open(Box::new(practice.coach.sign().clone())))?;
        practice
            .tell(Actor::DEALER, &Command::Sit { seat: SEAT, blind_of: None, patron: Patron::default() })?;
        Ok(practice)
    }

    /// The coach.
    pub fn coach(&self) -> &Arc<Coach> {
        &self.coach
    }

    /// The table as it stands.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The cards as the player sees them.
    pub fn sight(&self) -> Sight {
        sight(self.coach.game(), &self.table, SEAT)
    }

    /// Whether the player has something to decide.
    pub fn is_deciding(&self) -> bool {
        matches!(self.table.phase, Phase::Deciding(_))
    }

    /// Whether the coach has been asked about the decision that is open.
    pub fn is_asked(&self) -> bool {
        self.asked
    }

    /// The decisions of the round so far; of the last round between rounds.
    pub fn marked(&self) -> &[Marked] {
        if self.is_deciding() { &self.marked } else { self.last().map_or(&[], |round| &round.marked) }
    }

    /// The score.
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// Begins a new score; the history stays.
    pub fn new_score(&mut self) {
        self.score = Score::default();
    }

    /// The last rounds, the latest first.
    pub fn history(&self) -> impl Iterator<Item = &Round> {
        self.history.iter()
    }

    /// The last round.
    pub fn last(&self) -> Option<&Round> {
        self.history.front()
    }

    /// What the coach would say now. It does not count as asked.
    pub fn advice(&self) -> Option<Advice> {
        self.coach.advise(&self.table, SEAT)
    }

    /// Asks the coach: the decision that follows is not counted in the score.
    ///
    /// # Errors
    /// If there is nothing to decide.
    pub fn ask(&mut self) -> Result<Advice, Refused> {
        let advice = self.advice().ok_or(Refused::NothingToDecide)?;
        self.asked = true;
        Ok(advice)
    }

    /// Deals a round from a deck that the key shuffles, with the cards that are wanted where the deal will find them.
    ///
    /// # Errors
    /// If a round is being played, the Ante is none that is taken here, or the cards cannot be dealt.
    pub fn deal(&mut self, ante: Money, wanted: &Wanted, key: &ShuffleKey) -> Result<(), Refused> {
        let mut deck = in_order();
        Shuffler::new(key).shuffle(&mut deck);
        let deck = arranged(self.coach.game(), self.coach.sign().device, wanted, deck)?;
        self.deal_deck(ante, &deck)
    }

    /// Deals a round in which a situation of this kind comes up, if it is played best until then: decks are shuffled
    /// from the key until one has it.
    ///
    /// # Errors
    /// As [`Practice::deal`]; and if no deck of some thousands has it.
    pub fn deal_kind(&mut self, ante: Money, kind: Kind, key: &ShuffleKey) -> Result<(), Refused> {
        let mut shuffler = Shuffler::new(key);
        let mut deck = in_order();
        let mut trial = self.clone();
        trial.history.clear();
        for _ in 0..TRIES {
            shuffler.shuffle(&mut deck);
            let mut tried = trial.clone();
            tried.deal_deck(ante, &deck)?;
            if tried.brings_up(kind) {
                return self.deal_deck(ante, &deck);
            }
        }
        Err(Refused::NoSuchHand(kind))
    }

    /// Whether the round, played best, comes to a decision of this kind.
    fn brings_up(mut self, kind: Kind) -> bool {
        while self.is_deciding() {
            if kind.holds(&self.coach, &self.table, SEAT) {
                return true;
            }
            let best = self.coach.best(&self.table, SEAT);
            if best.is_none_or(|best| self.play(best).is_err()) {
                return false;
            }
        }
        false
    }

    /// Deals a round from this deck.
    ///
    /// # Errors
    /// As [`Practice::deal`].
    pub fn deal_deck(&mut self, ante: Money, deck: &[CardId; 52]) -> Result<(), Refused> {
        if self.table.is_in_round() {
            return Err(Refused::InRound);
        }
        if ante < Money::from_cents(100) || ante > MOST_ANTE || ante.cents() % 100 != 0 {
            return Err(Refused::Ante(MOST_ANTE));
        }
        let before = self.table.clone();
        let dealt = self.lay_and_deal(ante, deck);
        match dealt {
            Ok(()) => {
                self.marked.clear();
                self.asked = false;
            }
            // Nothing of a round that cannot be dealt stays on the layout.
            Err(_) => self.table = before,
        }
        dealt
    }

    fn lay_and_deal(&mut self, ante: Money, deck: &[CardId; 52]) -> Result<(), Refused> {
        let first = self.coach.solved().setup().first.clone();
        let game = self.coach.game();
        for wager in first.into_iter().filter(|&wager| game.wager[wager].place == Place::First) {
            let place = Command::Place {
                seat: SEAT,
                wager,
                amount: ante,
                medium: Medium::Chips,
                proxy: false,
                checked: true,
            };
            self.tell(PLAYER, &place)?;
        }
        self.tell(Actor::DEALER, &Command::CallNoMoreBets)?;
        self.tell(Actor::DEALER, &Command::Deal(Hidden::boxed(*deck)))?;
        Ok(())
    }

    /// The player decides; what follows by itself (cards turned up, settlement) is done.
    ///
    /// # Errors
    /// If there is nothing to decide, or that is no choice here; nothing has changed then.
    pub fn decide(&mut self, choice: Choice) -> Result<Marked, Refused> {
        let advice = self.advice().ok_or(Refused::NothingToDecide)?;
        let priced = advice.priced(choice).ok_or(Refused::NotAChoice)?;
        let marked = Marked {
            name: self.coach.game().step[advice.step].name.clone(),
            chosen: choice,
            cost: priced.cost,
            helped: self.asked,
            advice,
        };
        self.play(choice)?;
        self.score.mark(&marked);
        self.asked = false;
        if self.is_deciding() {
            self.marked.push(marked.clone())
        } else {
            // The round has been kept already, with the decisions before this one.
            self.history.front_mut().into_iter().for_each(|round| round.marked.push(marked.clone()))
        }
        Ok(marked)
    }

    fn play(&mut self, choice: Choice) -> Result<(), Refused> {
        let ante = self.table.seats[SEAT].stakes[0];
        let at = crate::sight::seen(&self.coach, &self.table, SEAT).ok_or(Refused::NothingToDecide)?.decision;
        let decision = self.coach.decision(at, choice, ante).ok_or(Refused::NotAChoice)?;
        self.tell(PLAYER, &Command::Decide { seat: SEAT, decision })?;
        let to_decide =
            |table: &Table| table.boxes().iter().any(|seat| seat.hand == Hand::Live && !seat.decided);
        while self.is_deciding() && !to_decide(&self.table) {
            self.tell(Actor::DEALER, &Command::Proceed)?;
        }
        match self.table.phase {
            Phase::Showdown => self.settle(),
            _ => Ok(()),
        }
    }

    fn settle(&mut self) -> Result<(), Refused> {
        let sight = self.sight();
        let folded = matches!(self.table.seats[SEAT].hand, Hand::Folded { .. });
        let said = self.tell(Actor::DEALER, &Command::Settle)?;
        let line = |event: &Ruled<Event>| Some(Line { settled: event.value.settled()?, cite: event.cite });
        let lines: Vec<Line> = said.iter().filter_map(line).collect();
        let qualified = said.iter().find_map(|event| match event.value {
            Event::DealerQualified { qualifies, .. } => Some(qualifies),
            _ => None,
        });
        let net = lines.iter().map(|line| line.settled.gain()).sum();
        self.score.rounds += 1;
        self.score.net += net;
        let number = self.table.rounds;
        let marked = std::mem::take(&mut self.marked);
        self.history.push_front(Round { number, sight, folded, qualified, marked, lines, net });
        self.history.truncate(HISTORY);
        Ok(())
    }

    fn tell(&mut self, actor: Actor, command: &Command) -> Result<Vec<Ruled<Event>>, Refused> {
        let machine = Banked::new(self.coach.book(), self.coach.game());
        let mut said = Vec::new();
        machine.decide(&self.table, actor, command, &mut said).map_err(|denied| self.refused(&denied))?;
        said.iter().for_each(|event| machine.evolve(&mut self.table, &event.value));
        Ok(said)
    }

    fn refused(&self, denied: &BankedRefusal) -> Refused {
        let clause = self.coach.book().label(denied.cite).to_string();
        Refused::Rules { why: denied.reason.to_string(), clause }
    }
}

/// The deck before it is shuffled.
fn in_order() -> [CardId; 52] {
    std::array::from_fn(|at| CardId::new(at as u8).expect("there are 52 cards"))
}
