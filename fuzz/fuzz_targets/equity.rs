//! Any text either reads as hands and ranges of a game, or is refused in one line.
#![no_main]

use equity::{Game, Position, Range};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|texts: (u8, &str, &str, &str, &str)| {
    let (game, a, b, board, dead) = texts;
    let game = &Game::all()[usize::from(game) % Game::all().len()];
    for text in [a, b] {
        match Range::read(game, text) {
            Err(why) => assert_eq!(why.to_string().lines().count(), 1),
            Ok(range) => assert!(range.hands().iter().all(|hand| hand.len() + range.to_come() == game.hole())),
        }
    }
    match Position::new(game, &[a, b], board, dead) {
        Err(refusal) => assert_eq!(refusal.to_string().lines().count(), 1),
        Ok(position) => assert!(position.estimate().nanoseconds(1) > 0),
    }
});
