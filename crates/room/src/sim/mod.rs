//! A simulator: whole hands played by programs, as fast as the machine goes.
//!
//! [`play`] drives one [`Hand`] from its posts to its end. A [`Player`] decides, a [`cards::Shuffler`] shuffles, and
//! everything that happens goes to a [`Sink`]: a `Vec` keeps it, a [`Counter`] adds it up. The loop does not touch the
//! heap. Chips and cards are whole numbers and stay as many as they were, whatever the players do.
//!
//! ```
//! use cards::{ShuffleKey, Shuffler};
//! use room::sim::{self, CheckCall, Counter};
//! use room::{Hand, HandRules, Terms};
//!
//! let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0")?;
//! let game = book.game("holdem", 52).unwrap();
//! let room = HandRules::new(&book, game, Terms::blinds(50, 100));
//! let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(7));
//! let mut count = Counter::default();
//! for _ in 0..100 {
//!     let mut hand = Hand::new(&[10_000; 6], sim::deck(&room, 6, &mut shuffler));
//!     sim::play(&room, &mut hand, &mut CheckCall, &mut shuffler, &mut count).unwrap();
//!     assert_eq!(hand.stacks().iter().sum::<i64>(), 60_000);
//! }
//! // Everybody checks and calls, so every hand of six big blinds goes to a showdown.
//! assert_eq!((count.hands, count.showdowns, count.won), (100, 100, 60_000));
//! # Ok::<(), rulebook::LoadError>(())
//! ```
//!
//! A table of different players is a slice with one for each position. Positions go clockwise from the seat left of the
//! button, which is last: the button moves when who was first becomes last, with his stack.
//!
//! ```
//! # use cards::{ShuffleKey, Shuffler};
//! # use room::sim::{self, CheckCall, Counter, Player, RandomLegal};
//! # use room::{Hand, HandRules, Terms};
//! # let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0")?;
//! # let room = HandRules::new(&book, book.game("holdem", 52).unwrap(), Terms::blinds(50, 100));
//! # let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(7));
//! let mut players: [Box<dyn Player>; 3] =
//!     [Box::new(CheckCall), Box::new(RandomLegal::new(1)), Box::new(RandomLegal::new(2))];
//! let mut stacks = [10_000; 3];
//! // Who has no chips left is not dealt in, so the table ends there.
//! while stacks.iter().all(|&chips| chips > 0) {
//!     let mut hand = Hand::new(&stacks, sim::deck(&room, 3, &mut shuffler));
//!     sim::play(&room, &mut hand, &mut players[..], &mut shuffler, &mut Counter::default()).unwrap();
//!     stacks.copy_from_slice(hand.stacks());
//!     players.rotate_left(1);
//!     stacks.rotate_left(1);
//! }
//! assert_eq!(stacks.iter().sum::<i64>(), 30_000);
//! # Ok::<(), rulebook::LoadError>(())
//! ```
//!
//! Terms are written out where they are not no-limit with blinds: here fixed limit, and stud with antes and a bring-in. On
//! terms that cannot be played every hand is refused when it begins ([`Terms::check`](crate::Terms::check) says why).
//!
//! ```
//! # use cards::{ShuffleKey, Shuffler};
//! # use room::sim::{self, CheckCall, Counter};
//! # use room::{Hand, HandRules};
//! use room::{MOST, Structure, Terms};
//! # let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0")?;
//! # let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(7));
//!
//! let mut fixed = Terms::plain(Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
//! fixed.blinds[..2].copy_from_slice(&[5, 10]);
//! let mut stud = Terms::plain(Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
//! stud.antes = [1; MOST];
//! stud.bring_in = 10;
//! for (name, terms) in [("holdem", fixed), ("seven-card-stud", stud)] {
//!     let room = HandRules::new(&book, book.game(name, 52).unwrap(), terms);
//!     let mut hand = Hand::new(&[500; 4], sim::deck(&room, 4, &mut shuffler));
//!     sim::play(&room, &mut hand, &mut CheckCall, &mut shuffler, &mut Counter::default()).unwrap();
//! }
//! # Ok::<(), rulebook::LoadError>(())
//! ```
//!
//! [`perft`] counts the lines of play from a fixed deck, to compare one machine with another.

mod counter;
mod lines;
mod players;
mod random;

pub use counter::Counter;
pub use lines::{lines_by_act, perft};
pub use players::{CheckCall, Player, RandomLegal};
pub use random::Numbers;

use crate::event::{Command, Event};
use crate::hand::{Due, Hand};
use crate::hand_rules::HandRules;
use crate::reason::Reason;
use crate::stub::Stub;
use cards::FewCards as Cards;
use cards::Shuffler;
use engine::{Refusal, Sink};
use rulebook::Ruled;
use rulebook::room::Point;

/// Plays a hand to its end. Cards come from its stub; where the rules have cards shuffled again, `shuffler` does it.
///
/// # Errors
/// The first refusal: a player did what the rules do not allow, or the stub is not a whole deck. The hand is then as
/// it was before that.
#[inline]
pub fn play<P: Player + ?Sized>(
    room: &HandRules<'_>,
    hand: &mut Hand,
    players: &mut P,
    shuffler: &mut Shuffler,
    out: &mut impl Sink<Ruled<Event>>,
) -> Result<(), Refusal<Reason>> {
    while hand.due() != Due::Over {
        step(room, hand, players, shuffler, out)?;
    }
    Ok(())
}

/// Does the one thing that is due in a hand.
///
/// # Errors
/// As [`play`].
#[inline]
pub fn step<P: Player + ?Sized>(
    room: &HandRules<'_>,
    hand: &mut Hand,
    players: &mut P,
    shuffler: &mut Shuffler,
    out: &mut impl Sink<Ruled<Event>>,
) -> Result<(), Refusal<Reason>> {
    let command = match hand.due() {
        Due::Act(seat) | Due::BringIn(seat) => {
            // What happens most often goes the straight way.
            let act = players.act(room, hand, usize::from(seat));
            return room.act(hand, usize::from(seat), act, out);
        }
        Due::Board if hand.stub().is_mixed() && room.may_run(hand) && room.runs_possible(hand) > 1 => {
            match players.runs(room, hand, room.runs_possible(hand)) {
                0 | 1 => Command::Deal,
                times => Command::Run(times),
            }
        }
        Due::Hole | Due::Kitty | Due::Board | Due::Replace | Due::Community => Command::Deal,
        Due::Posts => Command::Post,
        Due::Pay => Command::Pay,
        Due::Show(seat) => {
            if players.shows(room, hand, usize::from(seat)) {
                // As dealt: the machine knows the cards.
                Command::Show { seat, cards: Cards::default() }
            } else {
                Command::Muck { seat }
            }
        }
        Due::Discard(seat) => {
            Command::Discard { seat, cards: players.discards(room, hand, usize::from(seat)).iter().collect() }
        }
        Due::Set(seat) => {
            let [front, middle, back] =
                players.sets(room, hand, usize::from(seat)).map(|cards| cards.iter().collect());
            Command::Set { seat, front, middle, back }
        }
        Due::Shuffle => Command::Shuffle(Stub::shuffled_cards(room.pool(hand).cards, shuffler)),
        due @ (Due::Open | Due::Over) => return room.no(Reason::NotNow(due), Point::Turn),
    };
    room.tell(hand, &command, out)
}

/// A deck for one hand of so many players: every card that can be dealt in it is as likely as any other. What lies
/// below the last card that the game can reach is not shuffled, so no board is run twice with such a deck: for that,
/// take [`Stub::shuffled`].
#[inline]
pub fn deck(room: &HandRules<'_>, players: usize, shuffler: &mut Shuffler) -> Stub {
    Stub::shuffled_top(room.game().deck.value.0, reach(room, players), shuffler)
}

/// How deep into the deck a hand of so many players can go.
#[inline]
fn reach(room: &HandRules<'_>, players: usize) -> usize {
    let mut cards = room.game().kitty.as_ref().map_or(0, |kitty| usize::from(kitty.cards.value));
    for plan in &room.plans[..usize::from(room.streets)] {
        let board = usize::from(plan.board) * usize::from(room.boards) + usize::from(plan.burn);
        cards += players * usize::from(plan.hole + plan.draw) + board;
    }
    cards
}
