//! Hands between players by the million: simple programs play every seat.

use crate::block::key;
use crate::tally::Interval;
use cards::Shuffler;
use engine::Sink;
use room::sim::{self, CheckCall, Counter, Player, RandomLegal};
use room::{ChipAmount, Event, Hand, HandRules, MOST, Structure, Terms};
use rulebook::Ruled;
use rulebook::room::{Posts, RoomGame};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Hands of a block: played one after the other, from a key of their own.
const BLOCK: u64 = 4096;

/// How every seat plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    /// Checks and calls, posts the bring-in, stands pat.
    CheckCall,
    /// By chance, always within the rules.
    Random,
}

impl Bot {
    /// All of them.
    pub const ALL: [Bot; 2] = [Bot::CheckCall, Bot::Random];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Bot::CheckCall => "check-call",
            Bot::Random => "random",
        }
    }

    /// What it does.
    pub const fn about(self) -> &'static str {
        match self {
            Bot::CheckCall => "checks and calls, posts the bring-in, stands pat",
            Bot::Random => "bets or raises 27 times in a hundred, folds 45 to a wager, draws by chance",
        }
    }
}

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct RoomPlan<'b> {
    /// The machine: a game on its terms.
    pub room: HandRules<'b>,
    /// How many are dealt in.
    pub seats: usize,
    /// What everybody has before every hand.
    pub stack: ChipAmount,
    /// How many hands.
    pub hands: u64,
    /// Where cards and chance come from.
    pub seed: u64,
    /// How every seat plays.
    pub bot: Bot,
}

/// What one position won over many hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Hands in which it was pushed chips.
    pub won: u64,
    /// Chips pushed to it.
    pub pushed: i128,
    /// Chips that it gained, or lost.
    pub net: i128,
    /// Sum of the squares of the gains.
    pub squares: u128,
}

/// Everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoomTotals {
    pub hands: u64,
    /// What happened in them.
    pub count: Counter,
    /// By position, from the first left of the button.
    pub places: [Place; MOST],
}

/// Amounts for a table: least wager 100 (limits 50 and 100), blinds of a half and one, or ante 10 and a bring-in of
/// the least wager (20 by the standard).
pub fn usual_terms(game: &RoomGame, structure: Structure, seats: usize) -> Terms {
    let mut terms = Terms::plain(structure);
    let big = usual_least(structure);
    match game.posts.value {
        Posts::Blinds => (terms.blinds[0], terms.blinds[1]) = (big / 2, big),
        Posts::Antes => terms.antes[..seats].fill(10),
        Posts::AntesAndBringIn => {
            terms.antes[..seats].fill(10);
            // No less than the least wager where the book asks for it (10.3.1).
            terms.bring_in = if game.has_posts_of_a_sign() { big } else { 20 };
        }
        Posts::Nothing => terms.unit = 10,
    }
    terms
}

const fn usual_least(structure: Structure) -> ChipAmount {
    if structure.is_limit() { 50 } else { 100 }
}

/// Counts what happens, and who is pushed how much in one hand.
#[derive(Default)]
struct Heard {
    count: Counter,
    pushed: [ChipAmount; MOST],
}

impl Sink<Ruled<Event>> for Heard {
    #[inline]
    fn take(&mut self, event: Ruled<Event>) {
        match event.value {
            Event::Won { seat, chips, .. } | Event::Paid { to: seat, chips, .. } => {
                self.pushed[usize::from(seat)] += chips;
            }
            _ => {}
        }
        self.count.take(event);
    }
}

/// Plays all hands on so many threads; `progress` is told how many are done.
///
/// # Errors
/// What the machine refuses, with the clause: more players than the game takes, a stack that is none.
pub fn run_room(
    plan: &RoomPlan<'_>,
    threads: usize,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<RoomTotals, String> {
    let blocks = plan.hands.div_ceil(BLOCK);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let totals = Mutex::new(Ok(RoomTotals::default()));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut mine = Ok(RoomTotals::default());
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= blocks || mine.is_err() {
                        break;
                    }
                    let hands = BLOCK.min(plan.hands - block * BLOCK);
                    mine = mine.and_then(|mine| Ok(mine.with(&play(plan, block, hands)?)));
                    progress(done.fetch_add(hands, Ordering::Relaxed) + hands);
                }
                // Sums of whole numbers: the order in which they come does not matter.
                let mut all = totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                *all = match (all.clone(), mine) {
                    (Ok(all), Ok(mine)) => Ok(all.with(&mine)),
                    (Err(error), _) | (_, Err(error)) => Err(error),
                };
            });
        }
    });
    totals.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn play(plan: &RoomPlan<'_>, block: u64, hands: u64) -> Result<RoomTotals, String> {
    let chance = plan.seed ^ block.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match plan.bot {
        Bot::CheckCall => play_with(plan, &mut CheckCall, block, hands),
        Bot::Random => play_with(plan, &mut RandomLegal::new(chance), block, hands),
    }
}

fn play_with(
    plan: &RoomPlan<'_>,
    player: &mut impl Player,
    block: u64,
    hands: u64,
) -> Result<RoomTotals, String> {
    let room = &plan.room;
    let stacks = [plan.stack; MOST];
    let mut shuffler = Shuffler::new(&key(plan.seed, block));
    let mut heard = Heard::default();
    let mut totals = RoomTotals::default();
    for _ in 0..hands {
        let mut hand = Hand::new(&stacks[..plan.seats], sim::deck(room, plan.seats, &mut shuffler));
        heard.pushed = [0; MOST];
        sim::play(room, &mut hand, player, &mut shuffler, &mut heard)
            .map_err(|refusal| format!("{} [{}]", refusal.reason, room.book().label(refusal.cite)))?;
        for ((place, stack), pushed) in totals.places.iter_mut().zip(hand.stacks()).zip(heard.pushed) {
            place.add(pushed, stack - plan.stack);
        }
    }
    Ok(RoomTotals { hands, count: heard.count, ..totals })
}

impl Place {
    fn add(&mut self, pushed: ChipAmount, net: ChipAmount) {
        self.won += u64::from(pushed > 0);
        self.pushed += i128::from(pushed);
        self.net += i128::from(net);
        self.squares += u128::from(net.unsigned_abs()) * u128::from(net.unsigned_abs());
    }

    /// The gain a hand in millionths of `measure`, with its 95% interval by the normal approximation.
    pub fn gain(&self, hands: u64, measure: ChipAmount) -> Option<Interval> {
        let tally = crate::Tally { count: hands, net: self.net, squares: self.squares, ..Default::default() };
        tally.gain(i128::from(hands) * i128::from(measure))
    }
}

impl RoomTotals {
    fn with(mut self, other: &RoomTotals) -> RoomTotals {
        self.hands += other.hands;
        let (mine, theirs) = (&mut self.count, &other.count);
        mine.hands += theirs.hands;
        mine.events += theirs.events;
        mine.acts += theirs.acts;
        mine.showdowns += theirs.showdowns;
        mine.won += theirs.won;
        mine.commission += theirs.commission;
        for (mine, theirs) in self.places.iter_mut().zip(&other.places) {
            mine.won += theirs.won;
            mine.pushed += theirs.pushed;
            mine.net += theirs.net;
            mine.squares += theirs.squares;
        }
        self
    }
}
