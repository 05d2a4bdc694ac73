//! Hands that somebody has tampered with: refused in one line that says where, or a hand with every chip accounted for.

use replay::{Books, Wrong, replay};
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

fn wrong(text: &str) -> Wrong {
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
fn what_is_refused_names_the_action_and_the_clause() {
    let case = |old: &str, new: &str| wrong(&HAND.replace(old, new)).to_string();
    assert_eq!(
        case("cbr 300", "cbr 150"),
        "line 6, action 4, 'p3 cbr 150': the least is to 200 [betting/minimum-raise]"
    );
    assert_eq!(
        case("cbr 300", "cbr 2000"),
        "line 6, action 4, 'p3 cbr 2000': the most is to 1000 [betting/no-limit]"
    );
    assert_eq!(case("p1 f", "p2 f"), "line 6, action 5, 'p2 f': out of turn: it is p1's turn [betting/turn]");
    assert_eq!(
        case("QhQd", "AsQd"),
        "line 6, action 2, 'd dh p2 AsQd': the ace of spades is out already [cards/once]"
    );
    assert_eq!(case(", 'p1 f', 'p2 f'", ""), "the hand ends too early: p1 has to act");
    assert!(case("'NT'", "'XX'").starts_with("variant: 'XX' is no game"), "{}", case("'NT'", "'XX'"));
}
