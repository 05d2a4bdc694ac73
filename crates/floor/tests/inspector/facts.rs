//! What an inspector takes from an event, and from a sentence: two readers that know nothing of each other, nor of the words
//! of the program. Places, amounts, cards in their order, and which way it went.

use engine::banked::{Decision, Event as E, Holder, Settled, Table};
use floor::table::{Event, State};
use money::Money;
use rulebook::Variant;
use std::cmp::Ordering;

/// What is said.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) places: Vec<u16>,
    pub(crate) amounts: Vec<String>,
    pub(crate) cards: Vec<String>,
}

/// What must be said, and what must not.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) facts: Facts,
    pub(crate) says: Vec<String>,
    pub(crate) never: Vec<&'static str>,
}

/// What a sentence says: "place 3", "$25", "Kh".
pub(crate) fn of_words(text: &str) -> Facts {
    let mut facts = Facts::default();
    let plain =
        |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '$' && c != '-').to_string();
    let words: Vec<String> = text.split_whitespace().map(plain).collect();
    for (at, word) in words.iter().enumerate() {
        if word == "place" || word == "places" {
            // "place 3", "places 1, 3 and 5".
            for next in words[at + 1..].iter().filter(|next| *next != "and") {
                match next.trim_end_matches("'s").parse() {
                    Ok(place) => facts.places.push(place),
                    Err(_) => break,
                }
            }
        }
        if word.starts_with('$') || word.starts_with("-$") {
            facts.amounts.push(word.replace(',', ""));
        }
        if let [rank, suit] = word.as_bytes()
            && b"23456789TJQKA".contains(rank)
            && b"cdhs".contains(suit)
        {
            facts.cards.push(word.clone());
        }
    }
    facts.places.sort_unstable();
    facts.amounts.sort_unstable();
    facts
}

fn money(amount: Money) -> String {
    let (minus, cents) = (if amount.cents() < 0 { "-" } else { "" }, amount.cents().abs());
    match cents % 100 {
        0 => format!("{minus}${}", cents / 100),
        rest => format!("{minus}${}.{rest:02}", cents / 100),
    }
}

fn cards(ids: &[cards::CardId]) -> Vec<String> {
    ids.iter().map(|id| id.card().to_string()).collect()
}

/// What an event is about, from its values and the table as it stood afterwards. None for what is only counted: those that are
/// named here are the ones that an inspector reads a round by.
pub(crate) fn of_event(game: &Variant, state: &State<Table>, event: &Event<E>) -> Option<Wanted> {
    let mut wanted = Wanted::default();
    let table = &state.game;
    let spot = |wager: &u8| game.wager[usize::from(*wager)].name.clone();
    let place = |seat: &u8| u16::from(*seat) + 1;
    let is_known = |of: Holder, count: usize| table.is_known(of, count);
    match event {
        Event::BoughtIn { seat, amount, .. } | Event::CashedOut { seat, amount, .. } => {
            wanted.facts =
                Facts { places: vec![place(seat)], amounts: vec![money(*amount)], cards: Vec::new() };
        }
        Event::PatronSeated { seat, patron } => {
            wanted.facts.places = vec![place(seat)];
            wanted.says = vec![format!("patron {patron}"), "sits at".into()];
        }
        Event::DeckCommitted { root, .. } => {
            let hex: String = root.0.iter().map(|byte| format!("{byte:02x}")).collect();
            wanted.says = vec![hex];
        }
        Event::SeedGiven { seat, seed, .. } => {
            wanted.facts.places = vec![place(seat)];
            wanted.says = vec![seed.0.iter().map(|byte| format!("{byte:02x}")).collect()];
        }
        Event::Game(event) => match event {
            E::WagerPlaced { seat, wager, amount, .. } => {
                wanted.facts.places = vec![place(seat)];
                wanted.facts.amounts = vec![money(*amount)];
                wanted.says = vec![spot(wager), " bets ".into()];
            }
            E::WagerTakenBack { seat, wager, amount } => {
                wanted.facts.places = vec![place(seat)];
                wanted.facts.amounts = vec![money(*amount)];
                wanted.says = vec![spot(wager), "takes back".into()];
            }
            E::Decided { seat, decision, .. } => {
                wanted.facts.places = vec![place(seat)];
                let (says, never) = match decision {
                    Decision::Bet { amount, .. } => {
                        wanted.facts.amounts = vec![money(*amount)];
                        (" bets ", vec!["folds", "checks", "gives up", "not there"])
                    }
                    Decision::Check => ("checks", vec![" bets ", "folds", "gives up", "not there"]),
                    Decision::Fold => ("folds", vec![" bets ", "checks", "the Ante", "not there"]),
                    Decision::FoldAnte => ("folds the Ante", vec![" bets ", "checks"]),
                    Decision::Cannot => ("does not place", vec![" bets ", "checks", "folds"]),
                    Decision::Absent => ("has not decided", vec![" bets ", "checks"]),
                    Decision::Concede => ("gives up", vec![" bets ", "checks"]),
                };
                (wanted.says, wanted.never) = (vec![says.into()], never);
            }
            E::UpCardShown { at } if is_known(Holder::Dealer, usize::from(*at) + 1) => {
                wanted.facts.cards = cards(&table.dealer[usize::from(*at)..=usize::from(*at)]);
            }
            E::BoardShown { .. } if is_known(Holder::Board, usize::from(table.board_shown)) => {
                wanted.facts.cards = cards(&table.board[..usize::from(table.board_shown)]);
            }
            E::DealerShown if is_known(Holder::Dealer, usize::from(table.dealer_held)) => {
                wanted.facts.cards = cards(&table.dealer[..usize::from(table.dealer_held)]);
            }
            E::DealerQualified { qualifies, rank } => {
                let (yes, no) = ("dealer qualifies", "dealer does not qualify");
                wanted.says = vec![if *qualifies { yes } else { no }.into(), game.order(0).words(*rank)];
                wanted.never = vec![if *qualifies { no } else { yes }];
            }
            E::HandDeclared { seat: None, order, rank } => {
                wanted.says = vec!["the dealer".into(), game.order(usize::from(*order)).words(*rank)];
            }
            E::HandDeclared { seat: Some(seat), order, rank } => {
                let found = &table.seats[usize::from(*seat)];
                wanted.facts.places = vec![place(seat)];
                wanted.facts.cards = cards(&found.cards[..usize::from(found.held)]);
                wanted.says = vec![game.order(usize::from(*order)).words(*rank)];
            }
            E::HandsCompared { seat, against } => {
                wanted.facts.places = vec![place(seat)];
                let all = ["a lower hand than", "a hand equal to that of", "a better hand than"];
                let right = match against {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
                wanted.says = vec![all[right].into()];
                wanted.never =
                    all.into_iter().enumerate().filter(|(at, _)| *at != right).map(|(_, how)| how).collect();
            }
            E::WagerSettled { seat, wager, staked, result, paid, returned } => {
                wanted.facts.places = vec![place(seat)];
                wanted.says = vec![spot(wager)];
                let all = ["wins", "loses", "pushes", "is returned", "is void", "is forfeited", "plays on"];
                let right = match result {
                    Settled::Win => 0,
                    Settled::Lose => 1,
                    Settled::StandOff => 2,
                    Settled::Returned => 3,
                    Settled::Void => 4,
                    Settled::Forfeited => 5,
                    Settled::Carried => 6,
                };
                wanted.says.push(all[right].into());
                wanted.never =
                    all.into_iter().enumerate().filter(|(at, _)| *at != right).map(|(_, how)| how).collect();
                let amounts = &mut wanted.facts.amounts;
                amounts.push(money(*staked));
                match result {
                    Settled::Win => amounts.push(money(*paid)),
                    Settled::Lose => amounts.push(money(*staked - *returned)),
                    _ => {}
                }
                let told_once = matches!(result, Settled::Returned | Settled::Carried) && returned == staked;
                if !returned.is_zero() && !told_once {
                    amounts.push(money(*returned));
                }
                if *result != Settled::Win && !paid.is_zero() {
                    amounts.push(money(*paid));
                }
            }
            E::StakeAdjusted { seat, wager, to, was } => {
                wanted.facts.places = vec![place(seat)];
                wanted.facts.amounts = vec![money(*to)];
                wanted.facts.amounts.extend(was.filter(|was| was != to).map(money));
                wanted.says = vec![spot(wager)];
            }
            E::BettingClosed => wanted.says = vec![format!("round {} ", table.rounds)],
            E::SeatTaken { seat, blind_of, .. } => {
                wanted.facts.places = blind_of.iter().chain([seat]).map(place).collect();
                // What may be lost stands in the line too; its amounts are those of the file.
                return None;
            }
            E::HandGone { seat } | E::HandSettled { seat } | E::SeatLeft { seat } => {
                wanted.facts.places = vec![place(seat)];
            }
            E::PayLineApplied { seat, wager, odds } => {
                wanted.facts.places = vec![place(seat)];
                wanted.says = vec![spot(wager), odds.to_string()];
            }
            _ => return None,
        },
        _ => return None,
    }
    wanted.facts.places.sort_unstable();
    wanted.facts.amounts.sort_unstable();
    Some(wanted)
}

/// What is wrong with a line, where something is.
pub(crate) fn lies(wanted: &Wanted, line: &str) -> Option<String> {
    let told = of_words(line);
    if told != wanted.facts {
        return Some(format!("'{line}' tells {told:?}, and it was {:?}", wanted.facts));
    }
    if let Some(missing) = wanted.says.iter().find(|says| !line.contains(says.as_str())) {
        return Some(format!("'{line}' does not say '{missing}'"));
    }
    wanted.never.iter().find(|never| line.contains(**never)).map(|never| format!("'{line}' says '{never}'"))
}
