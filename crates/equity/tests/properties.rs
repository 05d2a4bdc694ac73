//! What must hold whatever the cards are.

use crate::common;

use common::{check_conservation, exact};
use equity::{Equities, Game, Method, Position, Watch};
use std::sync::atomic::{AtomicU64, Ordering};

fn position(game: &str, hands: &[&str], board: &str, dead: &str) -> Position {
    Position::new(Game::named(game).unwrap(), hands, board, dead).unwrap()
}

/// A range is its hands one after another.
#[test]
fn a_range_is_the_sum_of_its_hands() {
    for (game, range, other, board) in [
        ("holdem", "QQ+,AKs,T9s,72o", "AsKh,JdTd", ""),
        ("holdem", "QQ+,AKs,T9s", "22+", "Ts 9h 2c"),
        ("holdem-hi-lo", "A2s,A3,88", "KK+,QJs", "Ts 9h 2c"),
        ("short-deck", "QQ+,AKs,T9s", "AsKh,66", ""),
        ("omaha", "AsAhKdQd,AcAdKhQh", "Jc8c9h7h", "Ts 9d 2c"),
        ("razz", "As2h3c4d6d,As2h3c4dKd", "5h6h7hQcQd", ""),
    ] {
        let whole = exact(game, &[range, other], board, "");
        let mut sum = [0; 4];
        for hand in position(game, &[range, other], board, "").players()[0].hands() {
            let Ok(one) = Position::new(Game::named(game).unwrap(), &[&hand.to_string(), other], board, "")
            else {
                continue;
            };
            let one = one.exact(1, &Watch::NONE).unwrap();
            let first = &one.players[0];
            let parts = [one.deals, first.won, first.tied, first.lost];
            sum.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        }
        let first = &whole.players[0];
        assert_eq!(sum, [whole.deals, first.won, first.tied, first.lost], "{game} {range}");
        check_conservation(&whole);
    }
}

/// Seats and suits have no meaning, nor has the number of threads.
#[test]
fn seats_suits_and_threads_do_not_matter() {
    let turned = |equities: &Equities| equities.players.iter().rev().cloned().collect::<Vec<_>>();
    for (game, a, b, board) in [
        ("holdem", "AsKs", "QhQd", ""),
        ("holdem", "AKs,77", "random", "2s 9s Td"),
        ("omaha-hi-lo", "As2sKdQd", "3h4h5c6c", "7s 8d Kc"),
        ("stud-hi-lo", "As2sKdQd", "3h4h5c6c", ""),
        ("seven-card-stud", "AsAhKd", "5h4h5c", ""),
    ] {
        let straight = exact(game, &[a, b], board, "");
        assert_eq!(turned(&straight), exact(game, &[b, a], board, "").players, "{game}");
        let renamed = |text: &str| {
            text.chars()
                .map(|c| "shdc".find(c).map_or(c, |at| "hdcs".chars().nth(at).unwrap()))
                .collect::<String>()
        };
        // Only letters after cards are suits: ranges are left alone.
        if !a.contains("Ks,") {
            assert_eq!(straight, exact(game, &[&renamed(a), &renamed(b)], &renamed(board), ""), "{game}");
        }
        let position = position(game, &[a, b], board, "");
        assert_eq!(position.exact(1, &Watch::NONE), position.exact(3, &Watch::NONE));
    }
}

/// A sample is off by a few standard errors at most; seeds are fixed, so it always is.
#[test]
fn samples_are_as_close_as_they_say() {
    for (game, hands, board, dead) in [
        ("holdem", &["AsAh", "KsKh"][..], "", "2c 3d"),
        ("holdem", &["TT+,AKs", "22+", "JTs,AQ"], "2s 9s Td", ""),
        ("omaha-hi-lo", &["As2sKdQd", "3h4h5c6c"], "", ""),
        ("omaha", &["AsAh**", "KsKh**"], "2s 9s Td Jc", ""),
        ("stud-hi-lo", &["As2s3d", "KhKc5c"], "", ""),
        ("razz", &["As2s3d,As2s4d", "4h5c6c"], "", ""),
        ("two-card-manila", &["AsAh", "KsKh"], "", ""),
    ] {
        let position = position(game, hands, board, dead);
        let exact = position.exact(2, &Watch::NONE).unwrap();
        let sample =
            |threads| position.sampled(3, threads, &Watch::new(&|deals, _| deals < 100_000)).unwrap();
        let sampled = sample(1);
        assert_eq!(sampled.method, Method::Sampled);
        assert_eq!(sampled.deals, 100_352);
        check_conservation(&sampled);
        for (exact, sampled) in exact.players.iter().zip(&sampled.players) {
            let scale = 10_000_000_000;
            let parts = |share: money::Fraction| share.num() * scale / share.den();
            let off = (parts(exact.share) - parts(sampled.share)).unsigned_abs();
            let error = sampled.standard_error.unwrap();
            assert!(error > 0 && off < 5 * error, "{game}: off by {off}, standard error {error}");
            assert!(error < scale as u128 / 500, "{error}");
        }
    }
}

/// Whoever watches can stop it, and is told how far it is.
#[test]
fn the_watch_stops_the_work() {
    let long = position("holdem", &["random", "random"], "", "");
    let calls = AtomicU64::new(0);
    let stopped = long.exact(
        2,
        &Watch::new(&|done, total| {
            assert!(done < total);
            calls.fetch_add(1, Ordering::Relaxed) < 3
        }),
    );
    assert_eq!(stopped, None);
    assert!(calls.into_inner() < 10);
    assert!(long.estimate().nanoseconds(1) > 1_000_000_000);
    assert!(position("holdem", &["AsAh", "KsKh"], "", "").estimate().nanoseconds(1) < 1_000_000);
    let hopeless = position("five-card-omaha", &["random", "random"], "", "");
    assert!(hopeless.estimate().nanoseconds(1) > 1_000_000_000_000);
}

#[test]
fn positions_that_make_no_sense_are_refused() {
    let wrong = |game: &str, hands: &[&str], board: &str, dead: &str| {
        let refusal = Position::new(Game::named(game).unwrap(), hands, board, dead).unwrap_err();
        refusal.to_string()
    };
    for (game, hands, board, dead, says) in [
        ("holdem", &["AsAh"][..], "", "", "the table: 1 hand, but this game has 2 to 11"),
        ("holdem", &["AsAh", "AsKh"], "", "", "hand 2: the ace of spades is also in hand 1"),
        ("holdem", &["AsAh", "KsKh"], "Kh 2c 3c", "", "hand 2: the king of hearts is also in the board"),
        (
            "holdem",
            &["AsAh", "KsKh"],
            "2c 3c 4c",
            "4c",
            "the dead cards: the four of clubs is also in the board",
        ),
        (
            "holdem",
            &["AsAh", "KsKh"],
            "2c 3c 4c 5c 6c 7c",
            "",
            "the board: 6 cards, but there can be at most 5",
        ),
        (
            "holdem",
            &["AsAh", "KsKh"],
            "2c 2c",
            "",
            "the board, card 2 (\"2c\"): the deuce of clubs is already card 1",
        ),
        ("holdem", &["AsAh", "AA"], "", "Ac", "hand 2: no hand of the range is possible"),
        ("holdem", &["AA", "AA", "AA"], "", "", "the table: the ranges leave no way"),
        (
            "short-deck",
            &["AsAh", "KsKh"],
            "5s 6s 7s",
            "",
            "the board: the five of spades is not in the 36-card deck",
        ),
        ("seven-card-stud", &["AsAh", "KsKh"], "5s", "", "the board: this game has no board"),
        ("seven-card-stud", &["2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s"], "", "", "56 cards are needed"),
    ] {
        let found = wrong(game, hands, board, dead);
        assert!(found.contains(says), "{hands:?}: {found}");
    }
}
