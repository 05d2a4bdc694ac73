//! Hands that somebody has tampered with: refused in one line that says where, or a hand with every chip accounted for.

use replay::{Books, ReplayError, replay};
use room::sim::Numbers;
use std::fs;
use std::path::Path;

fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../phh/tests/hands");
    let mut texts = Vec::new();
    for source in ["gen", "room"] {
        for group in fs::read_dir(folder.join(source)).unwrap() {
            let group = group.unwrap().path();
            if group.is_dir() {
                let files = fs::read_dir(group).unwrap().map(|file| file.unwrap().path());
                texts.extend(files.map(|path| fs::read_to_string(path).unwrap()));
            }
        }
    }
    texts.sort();
    texts
}

/// The actions of a text, between their quotes.
fn split(text: &str) -> (&str, Vec<&str>, &str) {
    let start = text.find("actions = [").unwrap() + "actions = [".len();
    let end = start + text[start..].find(']').unwrap();
    (&text[..start], text[start..end].split(", ").collect(), &text[end..])
}

/// One change by chance: an action dropped, doubled, moved, or with another number or card.
fn tamper(text: &str, numbers: &mut Numbers) -> String {
    let (before, mut actions, after) = split(text);
    let at = numbers.below(actions.len() as u64) as usize;
    let other = numbers.below(actions.len() as u64) as usize;
    let changed;
    match numbers.below(6) {
        0 => drop(actions.remove(at)),
        1 => actions.insert(at, actions[at]),
        2 => actions.swap(at, other),
        3 => actions.truncate(at),
        4 => {
            let digit = char::from(b'0' + numbers.below(10) as u8);
            let wanted = |c: char| c.is_ascii_digit();
            changed = actions[at]
                .chars()
                .map(|c| if wanted(c) && numbers.percent(40) { digit } else { c })
                .collect::<String>();
            actions[at] = &changed;
        }
        _ => {
            let suit = ['c', 'd', 'h', 's'][numbers.below(4) as usize];
            let wanted = |c: char| matches!(c, 'c' | 'd' | 'h' | 's');
            changed = actions[at]
                .chars()
                .map(|c| if wanted(c) && numbers.percent(30) { suit } else { c })
                .collect::<String>();
            actions[at] = &changed;
        }
    }
    format!("{before}{}{after}", actions.join(", "))
}

#[test]
fn a_tampered_hand_is_refused_in_one_line_or_keeps_every_chip() {
    let books = Books::open().unwrap();
    let mut numbers = Numbers::new(5);
    let (mut refused, mut played) = (0, 0);
    for text in texts() {
        for _ in 0..60 {
            let mut text = tamper(&text, &mut numbers);
            if numbers.percent(30) {
                text = tamper(&text, &mut numbers);
            }
            let Ok(hand) = phh::read(&text) else { continue };
            match replay(&books, &hand) {
                Err(wrong) => {
                    assert_eq!(wrong.to_string().lines().count(), 1, "{wrong}");
                    refused += 1;
                }
                Ok(ended) => {
                    let moved: i64 = (0..ended.players()).map(|player| ended.payoff(player)).sum();
                    assert_eq!(moved + ended.commission, 0, "{text}");
                    assert!(
                        (0..ended.players()).all(|player| ended.finishing_stack(player) >= Some(0)),
                        "{text}"
                    );
                    played += 1;
                }
            }
        }
    }
    assert!(refused > 5_000 && played > 500, "{refused} refused, {played} played");
}

fn wrong(text: &str) -> ReplayError {
    let hand = phh::read(text).unwrap();
    replay(&Books::open().unwrap(), &hand).unwrap_err()
}

const HAND: &str = "variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 1000]
actions = ['d dh p1 AsKs', 'd dh p2 QhQd', 'd dh p3 7c2d', 'p3 cbr 300', 'p1 f', 'p2 f']
";

#[test]
fn over_blinds_double_one_another_and_the_next_raise_is_by_the_last() {
    let text = "variant = 'NT'
_rulebook = 'crown-melbourne-poker-13.0'
_variant = 'holdem'
_structure = 'no-limit'
antes = [0, 0, 0, 0, 0]
blinds_or_straddles = [5, 10, 20, 40, 0]
min_bet = 10
starting_stacks = [1000, 1000, 1000, 1000, 1000]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', 'd dh p5 ????', 'p5 cbr 60', 'p1 f',
           'p2 f', 'p3 f', 'p4 f']
";
    let ended = replay(&Books::open().unwrap(), &phh::read(text).unwrap()).unwrap();
    assert_eq!(ended.payoff(4), 75);
    assert!(wrong(&text.replace("cbr 60", "cbr 59")).to_string().ends_with("the minimum is to 60 [6.6]"));
}

#[test]
fn what_is_refused_names_the_action_and_the_clause() {
    let case = |old: &str, new: &str| wrong(&HAND.replace(old, new)).to_string();
    assert_eq!(
        case("cbr 300", "cbr 150"),
        "line 6, action 4, 'p3 cbr 150': the minimum is to 200 [betting/minimum-raise]"
    );
    assert_eq!(
        case("cbr 300", "cbr 2000"),
        "line 6, action 4, 'p3 cbr 2000': the maximum is to 1000 [betting/no-limit]"
    );
    assert_eq!(case("p1 f", "p2 f"), "line 6, action 5, 'p2 f': out of turn: it is p1's turn [betting/turn]");
    assert_eq!(
        case("QhQd", "AsQd"),
        "line 6, action 2, 'd dh p2 AsQd': the ace of spades is out already [cards/once]"
    );
    assert_eq!(
        case(", 'p1 f', 'p2 f'", ""),
        "line 6, action 4, 'p3 cbr 300': the hand ends too early: p1 has to act [betting/turn]"
    );
    assert_eq!(
        case("'p3 cbr 300', 'p1 f', 'p2 f'", "'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c3c4c5c'"),
        "line 6, action 7, 'd db 2c3c4c5c': 3 cards are due there [cards/board]"
    );
    assert!(case("'NT'", "'XX'").starts_with("variant: 'XX' is not a game"), "{}", case("'NT'", "'XX'"));
}

const BOOK: &str = "_rulebook = 'crown-melbourne-poker-13.0'\n_structure = 'no-limit'\n";

fn ended(text: &str) -> Vec<Option<i64>> {
    let hand = phh::read(text).unwrap();
    let ended = replay(&Books::open().unwrap(), &hand).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    (0..ended.players()).map(|player| ended.finishing_stack(player)).collect()
}

#[test]
fn naming_the_standard_is_naming_no_rulebook() {
    let heads_up = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2
starting_stacks = [100, 100]\nactions = ['d dh p1 AsKs', 'd dh p2 QdQh', 'p2 f']\n";
    let short_ante = "variant = 'NT'\nantes = [10, 10, 10]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2
starting_stacks = [100, 4, 100]
actions = ['d dh p1 7c2d', 'd dh p2 AdAh', 'd dh p3 KsKc', 'p3 cc', 'p1 cc', 'd db 3h4h9s', 'p1 cc', 'p3 cc', 'd db 5c', \
'p1 cc', 'p3 cc', 'd db Jd', 'p1 cc', 'p3 cc', 'p1 sm 7c2d', 'p2 sm AdAh', 'p3 sm KsKc']\n";
    for hand in [heads_up, short_ante] {
        assert_eq!(ended(hand), ended(&format!("{hand}_rulebook = 'poker-hand-history'\n")));
    }
    assert_eq!(ended(heads_up), [Some(101), Some(99)]);
}

/// A pot of 5 between two equal hands, by the book.
const TIE: &str = "_variant = 'holdem'\nmin_bet = 2\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]
starting_stacks = [100, 100, 100]
actions = ['d dh p1 3d4h', 'd dh p2 AdKh', 'd dh p3 AcKd', 'p3 cc', 'p1 f', 'p2 cc', 'd db 2h2s4s', 'p2 cc', 'p3 cc', \
'd db 5h', 'p2 cc', 'p3 cc', 'd db 9c', 'p2 cc', 'p3 cc', 'p2 sm AdKh', 'p3 sm AcKd']\n";

#[test]
fn the_lowest_chip_of_a_book_is_one_unit_of_the_file() {
    let tie = |stack: &str, more: &str| ended(&format!("{BOOK}{more}{}", TIE.replace("[100,", stack)));
    assert_eq!(tie("[100,", ""), [Some(99), Some(101), Some(100)]);
    // Decimals elsewhere make no smaller chip; naming one does.
    assert_eq!(tie("[100.5,", ""), [Some(995), Some(1010), Some(1000)]);
    assert_eq!(tie("[100.5,", "_chip = 0.5\n"), [Some(995), Some(1005), Some(1005)]);
    // The standard shares in the file's smallest unit.
    let standard = TIE.replace("_variant = 'holdem'", "variant = 'NT'").replace("[100,", "[100.5,");
    assert_eq!(ended(&standard), [Some(995), Some(1005), Some(1005)]);
    let bet = format!("{BOOK}{}", HAND.replace("variant = 'NT'", "_variant = 'holdem'"))
        .replace("cbr 300", "cbr 200.5");
    assert_eq!(wrong(&bet).to_string(), "line 8, action 4, 'p3 cbr 200.5': the lowest chip is 1 [6.2]");
}

#[test]
fn chips_do_not_come_from_nowhere() {
    let with = |more: &str| format!("{HAND}{more}\n");
    assert_eq!(
        wrong(&with("finishing_stacks = [950, 900, 1157]")).to_string(),
        "chips from nowhere: finishing_stacks add up to 3007, the stacks they began with to 3000 [betting/table-stakes]"
    );
    assert_eq!(
        wrong(&with("winnings = [0, 0, 451]")).to_string(),
        "chips from nowhere: winnings add up to 451, what was put in to 450 [betting/table-stakes]"
    );
    // Less may be a commission; with what came back to its owner it is the whole.
    for fine in ["finishing_stacks = [950, 900, 1140]", "winnings = [0, 0, 240]", "winnings = [0, 0, 450]"] {
        ended(&with(fine));
    }
    // An unknown stack is what the play makes of it.
    let unknown = with("finishing_stacks = [inf, 900, 1150]").replace("[1000, 1000", "[inf, 1000");
    ended(&unknown);
    assert!(wrong(&unknown.replace("1150", "1151")).to_string().starts_with("chips from nowhere"));
}

#[test]
fn a_board_that_is_not_known_is_named() {
    let line = TIE.replace("_variant = 'holdem'", "variant = 'NT'").replace("'d db 5h'", "'d db ??'");
    assert_eq!(
        wrong(&line).to_string(),
        "line 6, action 10, 'd db ??': card 4 of the board is not known, so no hand is complete [showdown/cards-speak]"
    );
}

#[test]
fn what_is_refused_in_games_of_the_book_says_why() {
    let deck = format!("{BOOK}_deck = 0\n{}", HAND.replace("variant = 'NT'", "_variant = 'holdem'"));
    assert_eq!(wrong(&deck).to_string(), "crown-melbourne-poker-13.0 has no game 'holdem' with 0 cards");
    let kitty =
        format!("{BOOK}{}", HAND.replace("variant = 'NT'", "_variant = 'holdem'")).replace("cbr 300", "kt");
    assert_eq!(wrong(&kitty).to_string(), "line 8, action 4, 'p3 kt': this game has no Kitty [1.1/'Kitty']");
    let stud = "_rulebook = 'crown-melbourne-poker-13.0'\n_variant = 'five-card-stud'\n_structure = 'fixed'
antes = [1, 1]\nbring_in = 4\nsmall_bet = 4\nbig_bet = 8\nstarting_stacks = [100, 100]
actions = ['d dh p1 As2c', 'd dh p2 KsKd', 'p1 cbr 8', 'p2 f']\n";
    assert_eq!(
        wrong(stud).to_string(),
        "line 9, action 3, 'p1 cbr 8': the first wager is the forced one of 4 and no more [10.3.1]"
    );
    // Posts that no sign of the book may have, with the clause (10.3.1, 10.1, 6.4).
    let posts = |old: &str, new: &str| wrong(&stud.replace(old, new)).to_string();
    assert_eq!(
        posts("bring_in = 4", "bring_in = 2"),
        "the forced wager is no less than the table minimum of 4 [10.3.1]"
    );
    assert_eq!(posts("antes = [1, 1]", "antes = [0, 0]"), "every player places an ante [10.1]");
    assert_eq!(posts("antes = [1, 1]", "antes = [1, 0]"), "every player places an ante [10.1]");
    let draw = "_rulebook = 'crown-melbourne-poker-13.0'\n_variant = 'draw-blind'\n_structure = 'no-limit'
antes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]
actions = ['d dh p1 As2c3c4c5c', 'd dh p2 KsKd7d8d9d', 'p1 cc', 'p2 cc', 'p1 sd As2c3c4c5cKs']\n";
    assert_eq!(
        wrong(draw).to_string(),
        "line 8, action 5, 'p1 sd As2c3c4c5cKs': at most 5 cards may be changed [9.4.1]"
    );
}

/// Every event of a hand with its clause.
fn told(text: &str) -> Vec<String> {
    let books = Books::open().unwrap();
    let hand = phh::read(text).unwrap();
    let mut said: Vec<rulebook::Ruled<room::Event>> = Vec::new();
    replay::replay_with(&books, &hand, &mut said).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    let book = books.find(hand.rulebook()).unwrap();
    let line = |event: &rulebook::Ruled<room::Event>| {
        format!("{} [{}]", room::words(&event.value, &room::PositionNames), book.label(event.cite))
    };
    said.iter().map(line).collect()
}

#[test]
fn posts_and_uncontested_pots_cite_what_decides_them() {
    let holdem = format!("{BOOK}{}", HAND.replace("variant = 'NT'", "_variant = 'holdem'"));
    let lines = told(&holdem);
    for line in [
        "p1 posts a blind of 50 [8.9.2(a)]",
        "p2 posts a blind of 100 [8.9.2(b)]",
        "p3 wins 250 of the main pot [12.2.3(a)]",
    ] {
        assert!(lines.iter().any(|told| told == line), "{line}: {lines:#?}");
    }
    // A hand that others give up at the showdown is no part of the betting.
    let mucked = told(&format!("{BOOK}{}", TIE.replace("p3 sm AcKd", "p3 sm")));
    assert!(mucked.iter().any(|line| line == "p2 wins 5 of the main pot [1.1/'Fold']"), "{mucked:#?}");
    let flop = TIE.replace("'p2 cc', 'p3 cc', 'd db 5h'", "'p2 cbr 4', 'p3 f']#");
    let flop = told(&format!("{BOOK}{}\n", &flop[..flop.find('#').unwrap()]));
    assert!(flop.iter().any(|line| line == "p2 wins 5 of the main pot [12.3.3(a)]"), "{flop:#?}");
    let entering = holdem.replace("[50, 100, 0]", "[50, 100, -100]");
    assert!(told(&entering).contains(&"p3 posts 100 to enter [8.10.2]".to_string()));
    let draw = "_rulebook = 'crown-melbourne-poker-13.0'\n_variant = 'draw-blind'\n_structure = 'no-limit'
antes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 4]\nmin_bet = 2\nstarting_stacks = [100, 100, 100]
actions = ['d dh p1 As2c3c4c5c', 'd dh p2 KsKd7d8d9d', 'd dh p3 2h3h4h5h7h', 'p1 f', 'p2 f']\n";
    let lines = told(draw);
    for line in ["p3 posts a straddle of 4 [9.1.2(a)]", "p3 wins 5 of the main pot [9.3.4(a)]"] {
        assert!(lines.iter().any(|told| told == line), "{line}: {lines:#?}");
    }
}
