//! Random positions of every game: what is counted must be what brute force counts.

use crate::common;

use cards::{CardSet, Evaluator, HandRank, orders};
use common::{Dealer, check_against_brute_force, check_conservation, exact};
use equity::{Game, Position, Watch};

fn together(cards: &[CardSet]) -> CardSet {
    cards.iter().fold(CardSet::EMPTY, |all, &card| all | card)
}

/// A position with few cards left, so that brute force is cheap: hands or short ranges, a board or none.
fn position(game: &'static Game, dealer: &mut Dealer) -> Position {
    loop {
        let mut deck = dealer.shuffled(game.pack());
        let mut deal = |count: usize| together(&deck.split_off(deck.len() - count));
        let most = if game.board() == 0 { 3 } else { 5 };
        let players = 2 + dealer.below(game.most_players().min(most) - 1);
        let ranges: Vec<Vec<CardSet>> = (0..players)
            .map(|_| {
                // Most have one hand, some a few.
                let hands = [1, 1, 1, 3][dealer.below(4)];
                let known = if game.board() == 0 { game.hole() - dealer.below(3) } else { game.hole() };
                let first = deal(known);
                let mut hands_of = vec![first];
                for _ in 1..hands {
                    let spare = CardSet::of(first.iter().next().unwrap());
                    hands_of.push((first - spare) | deal(1));
                }
                hands_of
            })
            .collect();
        let to_come = match game.board() {
            0 => 0,
            board => dealer.below(board + 1),
        };
        let board = deal(game.board() - to_come);
        // So many cards are left beside those that may be held.
        let live = (to_come + 2 + dealer.below(3)).min(8);
        let text = |set: &CardSet| set.to_string();
        let ranges: Vec<String> =
            ranges.iter().map(|hands| hands.iter().map(text).collect::<Vec<_>>().join(", ")).collect();
        if deck.len() < live + 2 {
            continue;
        }
        let dead = together(&deck[live..]);
        if let Ok(position) = Position::new(game, &ranges, &board.to_string(), &dead.to_string()) {
            return position;
        }
    }
}

#[test]
fn random_positions_of_every_game() {
    let mut dealer = Dealer::new(7);
    for game in Game::all() {
        for round in 0..14 {
            let position = position(game, &mut dealer);
            let equities = position.exact(1 + round % 2, &Watch::NONE).unwrap();
            check_against_brute_force(&position, &equities);
        }
    }
}

/// Whole decks, two to four hands of hold'em, by the evaluator for single hands.
#[test]
fn whole_decks_of_holdem() {
    let mut dealer = Dealer::new(8);
    for (name, order, rounds) in [
        ("holdem", orders::high_52(), 6),
        ("short-deck", orders::high_36(), 30),
        ("holdem-32", orders::high_32(), 30),
        ("holdem-20", orders::high_20(), 30),
    ] {
        let game = Game::named(name).unwrap();
        for round in 0..rounds {
            let mut deck = dealer.shuffled(game.pack());
            let hands: Vec<CardSet> =
                (0..2 + round % 3).map(|_| together(&deck.split_off(deck.len() - 2))).collect();
            let texts: Vec<String> = hands.iter().map(CardSet::to_string).collect();
            let position = Position::new(game, &texts, "", "").unwrap();
            let equities = position.exact(1, &Watch::NONE).unwrap();
            let (fast, left) = (order.fast(), together(&deck));
            let (mut deals, mut won, mut tied) = (0, vec![0; hands.len()], vec![0; hands.len()]);
            for board in left.choose(5) {
                let ranks: Vec<HandRank> = hands.iter().map(|&hand| fast.rank(hand | board)).collect();
                let best = ranks.iter().max().unwrap();
                let winners = ranks.iter().filter(|rank| *rank == best).count();
                for (player, _) in ranks.iter().enumerate().filter(|(_, rank)| *rank == best) {
                    *(if winners == 1 { &mut won } else { &mut tied }).get_mut(player).unwrap() += 1;
                }
                deals += 1;
            }
            assert_eq!(equities.deals, deals);
            for (player, equity) in equities.players.iter().enumerate() {
                assert_eq!((equity.won, equity.tied), (won[player], tied[player]), "{texts:?}");
            }
            check_conservation(&equities);
        }
    }
}

/// Third street heads up goes through every set of cards that two players may share.
#[test]
fn early_streets_of_stud_in_a_short_stub() {
    // 52 cards less 38 dead ones leave eight for two players that draw four each.
    for (game, hands) in [
        ("seven-card-stud", ["As Ah 2c", "Kd Kh 3c"]),
        ("stud-hi-lo", ["As 2h 4c", "3d 5h Kc"]),
        ("razz", ["As 2h 4c", "3d 5h Kc"]),
    ] {
        let known: CardSet = hands.join(" ").parse().unwrap();
        let mut dealer = Dealer::new(9);
        for _ in 0..3 {
            let mut left: Vec<CardSet> = (CardSet::ALL - known).iter().map(CardSet::of).collect();
            dealer.0.shuffle(&mut left);
            let dead = together(&left[9..]).to_string();
            let position = Position::new(Game::named(game).unwrap(), &hands, "", &dead).unwrap();
            check_against_brute_force(&position, &position.exact(2, &Watch::NONE).unwrap());
        }
    }
}

/// Open cards in Omaha, ranges of both players, on the turn and the river.
#[test]
fn wide_ranges_on_late_boards() {
    for (game, hands, board, dead) in [
        (
            "holdem",
            ["random", "TT+,AKs,AQo"],
            "2s 7s Td Jh",
            "3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s",
        ),
        ("holdem-hi-lo", ["A2,A3,random", "88+,A2s-A5s"], "2s 7s 8d Jh Kc", ""),
        (
            "omaha-hi-lo",
            ["As2s**", "KhKd**"],
            "3s 7s 8d Jh Kc",
            "4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 9c 9d 9h 9s Tc Td Th Ts",
        ),
        ("three-card-manila", ["AsKs*", "random"], "9s 8s 7d Jh Qc", "6c 6d 6h 6s"),
        ("two-card-manila", ["random", "random"], "9s 8s 7d Jh", "6c 6d 6h 6s"),
    ] {
        let position = Position::new(Game::named(game).unwrap(), &hands, board, dead).unwrap();
        check_against_brute_force(&position, &position.exact(2, &Watch::NONE).unwrap());
    }
}

#[test]
fn known_totals() {
    let aces = exact("holdem", &["AsAh", "KsKh"], "", "");
    assert_eq!((aces.deals, aces.players[0].won, aces.players[0].tied), (1_712_304, 1_410_336, 9_308));
    // 1,326 hands against 1,225 others, on 1,712,304 boards.
    let any = exact("holdem", &["AsAh", "random"], "", "");
    assert_eq!(any.deals, 1_225 * 1_712_304);
    assert_eq!(any.players[0].share_decimal(4), "0.8520");
    // Ten players: everybody with a pair or better placed hand, all shares together one pot.
    let ten = ["AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h", "8s8h", "7s7h", "6s6h", "5s5h"];
    check_conservation(&exact("holdem", &ten, "", ""));
    check_conservation(&exact("holdem-hi-lo", &ten, "", ""));
}

/// Three players with many hands each, with few cards left.
#[test]
fn three_wide_players() {
    let dead = "2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s 8c 8d 8h 8s 9c 9d";
    for (game, hands, board, dead) in [
        ("holdem", ["random", "random", "random"], "9h 9s Tc Td Jh", dead),
        ("holdem", ["AA,KK,QQ,JTs", "random", "AKs,QJ,AsTs"], "9h 9s Tc Qd", dead),
        ("seven-card-stud", ["As Ah Kd Qc Jc", "Ts Th Td Ks Qs", "9h 9s Jd Kc Ac"], "", dead),
        ("five-card-stud", ["As Ah Kd", "Ts Th Td", "9h 9s Jd"], "", dead),
        ("stud-hi-lo", ["As 2h 3d Qc Jc", "Ts Th Td 4s 5s", "9h 9s 6d 7c Ac"], "", dead),
    ] {
        let dead: CardSet = dead.parse().unwrap();
        let known: CardSet = hands.join(" ").parse().unwrap_or_default();
        let position =
            Position::new(Game::named(game).unwrap(), &hands, board, &(dead - known).to_string()).unwrap();
        check_against_brute_force(&position, &position.exact(2, &Watch::NONE).unwrap());
    }
}
