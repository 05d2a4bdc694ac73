//! The fastest peer: hold'em hands through the arena of `rs_poker`.

use std::future::{Future, ready};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rs_poker::arena::action::AgentAction;
use rs_poker::arena::game_state::Round;
use rs_poker::arena::{Agent, GameState, GameStateBuilder, HoldemSimulationBuilder};
use rs_poker::core::Deck;

const PLAYERS: usize = 6;
const STACK: f32 = 10_000.0;

/// Hands a second on one core: no-limit hold'em, six players with 10,000 each, blinds 50 and 100, everybody checks
/// or calls to the showdown, cards drawn from a full deck.
pub fn hands_per_second(seconds: f64) -> f64 {
    let wanted = Duration::from_secs_f64(seconds);
    let start = start();
    let mut table = HoldemSimulationBuilder::default()
        .game_state(start.clone())
        .agents((0..PLAYERS).map(|_| Box::new(Caller) as Box<dyn Agent>).collect())
        .build_with_rng(SmallRng::seed_from_u64(7))
        .expect("a game state is given");
    let mut hands = 0_u64;
    let began = Instant::now();
    loop {
        for _ in 0..1_000 {
            table.game_state.clone_from(&start);
            table.deck = Deck::default();
            at_once(table.run());
            checked(&table.game_state);
        }
        hands += 1_000;
        let taken = began.elapsed();
        if taken >= wanted {
            return hands as f64 / taken.as_secs_f64();
        }
    }
}

fn start() -> GameState {
    GameStateBuilder::new()
        .num_players_with_stack(PLAYERS, STACK)
        .blinds(100.0, 50.0)
        .build()
        .expect("six stacks and two blinds")
}

/// As their `CallingAgent`, without its tracing.
struct Caller;

impl Agent for Caller {
    fn act<'a, 'b, 'c>(
        &'a mut self,
        _: u128,
        _: &'b GameState,
    ) -> Pin<Box<dyn Future<Output = AgentAction> + Send + 'c>>
    where
        'a: 'c,
        'b: 'c,
    {
        Box::pin(ready(AgentAction::Call))
    }

    fn name(&self) -> &str {
        ""
    }
}

/// Its arena is asynchronous, but nothing in a hand of callers ever waits: no runtime is needed.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => unreachable!("callers do not wait"),
    }
}

/// The hand is over and no chip is lost: what is measured is a whole hand.
fn checked(state: &GameState) {
    assert_eq!(state.round, Round::Complete, "the hand is over");
    assert_eq!(state.total_pot, 600.0, "everybody called");
    let chips: f32 = state.stacks.iter().sum();
    assert!((chips - STACK * PLAYERS as f32).abs() < 0.5, "chips stay: {chips}");
}
