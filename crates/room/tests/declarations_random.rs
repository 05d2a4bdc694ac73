//! Random gestures in random hands: refused without a trace, or an act that was offered.

use crate::declarations_table;

use cards::{Pack, ShuffleKey, Shuffler};
use declarations_table::{Table, book};
use room::{
    Act, BettingOptions, Command, Due, Event, Gesture, GestureEffect, Hand, HandRules, PlacedChips,
    SpokenAction, Structure, Stub, Terms,
};

/// Whether an act is among what a player may do.
fn offered(options: &BettingOptions, act: Act) -> bool {
    match act {
        Act::Fold => options.fold(),
        Act::Call => options.call.is_some(),
        Act::Raise(to) => options.raise.is_some_and(|raise| raise.has(to)),
        Act::BringIn => options.bring_in.is_some(),
        Act::TakeKitty => options.kitty,
    }
}

fn gesture(random: &mut Shuffler, seat: u8, stack: i64, chip: i64) -> Gesture {
    let amount = |random: &mut Shuffler| {
        let most = [stack, 60, 200][random.below(3)].max(1) as usize;
        (random.below(most.min(255)) as i64 + 1) * chip
    };
    let said = match random.below(24) {
        0 => Some(SpokenAction::Fold),
        1..=3 => Some(SpokenAction::Check),
        4..=6 => Some(SpokenAction::Call),
        7 => Some(SpokenAction::Bet),
        8 => Some(SpokenAction::Raise),
        9 => Some(SpokenAction::BetOf(amount(random))),
        10 => Some(SpokenAction::RaiseTo(amount(random))),
        11 => Some(SpokenAction::RaiseBy(amount(random))),
        12 if random.below(4) == 0 => Some(SpokenAction::AllIn),
        13 => Some(SpokenAction::Kitty),
        _ => None,
    };
    let total = amount(random).min(stack);
    let chips = match random.below(4) {
        _ if stack == 0 => PlacedChips::NOTHING,
        0 if said.is_some() => PlacedChips::NOTHING,
        1 => PlacedChips::one(total),
        2 if random.below(20) == 0 => PlacedChips::several(stack),
        _ => match total {
            1 => PlacedChips::one(1),
            _ => PlacedChips::several(total),
        },
    };
    let cards_in = random.below(30) == 0;
    Gesture { seat, said, chips, cards_in }
}

fn terms(random: &mut Shuffler, stud: bool) -> Terms {
    let structure = match random.below(5) {
        0 => Structure::Fixed { small: 10, big: 20, small_rounds: 2 },
        1 => Structure::Spread { least: 10, most: 40 },
        2 => Structure::HalfPot { least: 10 },
        3 => Structure::Pot { least: 10 },
        _ => Structure::NoLimit { least: 10 },
    };
    let mut terms = Terms::plain(structure);
    terms.chip = [1, 5][random.below(2)];
    if stud {
        (terms.antes, terms.bring_in) = ([5; room::MOST], 10);
    } else {
        (terms.blinds[0], terms.blinds[1]) = (5, 10);
    }
    terms
}

#[test]
fn a_gesture_is_refused_or_becomes_what_was_offered() {
    let mut random = Shuffler::new(&ShuffleKey::from_seed(7));
    let (mut ruled, mut refused, mut out_of_turn, mut short) = (0, 0, 0, 0);
    for round in 0..1_500 {
        let name = ["holdem", "seven-card-stud", "draw-kitty", "omaha", "draw-blind"][round % 5];
        let game = book().game(name, 52).expect("a game");
        let players = 2 + random.below(4);
        let stacks: Vec<i64> = (0..players).map(|_| 5 * (4 + random.below(200) as i64)).collect();
        let terms = terms(&mut random, name.contains("stud"));
        let room = HandRules::new(book(), game, terms);
        let hand = Hand::new(&stacks, Stub::shuffled(Pack::OF_52, &mut random));
        let mut table = Table { room, hand, told: Vec::new() };
        for _ in 0..300 {
            let turn = match table.hand.due() {
                Due::Act(turn) | Due::BringIn(turn) => usize::from(turn),
                Due::Over => break,
                Due::Posts => {
                    table.tell(Command::Post).expect("posts");
                    continue;
                }
                Due::Discard(seat) => {
                    table.tell(Command::Discard { seat, cards: room::Cards::default() }).expect("pat");
                    continue;
                }
                Due::Show(seat) => {
                    let cards = room::Cards::default();
                    table.tell(Command::Show { seat, cards }).expect("shown");
                    continue;
                }
                Due::Pay => {
                    table.tell(Command::Pay).expect("paid");
                    continue;
                }
                Due::Shuffle => {
                    let stub = Stub::shuffled_cards(room.pool(&table.hand).cards, &mut random);
                    table.tell(Command::Shuffle(stub)).expect("shuffled");
                    continue;
                }
                _ => {
                    table.tell(Command::Deal).expect("dealt");
                    continue;
                }
            };
            let seat = if random.below(4) == 0 { random.below(players) } else { turn };
            if random.below(40) == 0 {
                table.tell(Command::ClockRunsOut { seat: turn as u8 }).expect("time can always run out");
                continue;
            }
            let gesture = gesture(&mut random, seat as u8, table.hand.stacks()[seat], terms.chip);
            let before = table.hand;
            let options = table.options();
            let ruling = room.rule_gesture(&table.hand, &gesture);
            // `tell` of the table checks that a refusal changes nothing and that events lead to the state.
            let told = table.tell(Command::Gesture(gesture));
            let ruling = match (ruling, told) {
                (Ok(ruling), Ok(())) => ruling,
                (Err(why), Err(no)) => {
                    assert_eq!(why, no);
                    refused += 1;
                    continue;
                }
                (ruling, told) => panic!("{gesture:?}: ruled {ruling:?}, told {told:?}"),
            };
            ruled += 1;
            let wagered = ruling.to - before.bets()[seat];
            assert_eq!(gesture.chips.total + ruling.added - ruling.change, wagered, "{gesture:?} {ruling:?}");
            assert!(ruling.change <= gesture.chips.total && (ruling.added == 0 || ruling.change == 0));
            match ruling.stands {
                GestureEffect::Act(act) => {
                    assert_eq!(seat, turn);
                    assert!(offered(&options, act), "{gesture:?} became {act:?}, offered were {options:?}");
                    let acted = table.told.iter().rev().find_map(|event| match event.value {
                        Event::Acted { seat: who, to, .. } if usize::from(who) == seat => Some(to),
                        _ => None,
                    });
                    assert_eq!(acted, Some(ruling.to), "{gesture:?} {act:?}");
                }
                GestureEffect::Short { missing } => {
                    short += 1;
                    let after = table.options();
                    assert_eq!((after.seat, after.call, after.raise), (seat, Some(missing), None));
                }
                GestureEffect::FoldedOutOfTurn => {
                    out_of_turn += 1;
                    assert_ne!(seat, turn);
                    assert_eq!(table.hand.pot() - before.pot(), wagered, "what waited stays in");
                }
                GestureEffect::OutOfTurn(_) | GestureEffect::NoRaise => {
                    out_of_turn += 1;
                    assert_ne!(seat, turn);
                    assert_eq!(table.hand.pot(), before.pot(), "nothing is wagered out of turn");
                }
            }
            let chips = |hand: &Hand| hand.pot() + hand.stacks().iter().sum::<i64>();
            if !table.hand.is_over() {
                assert_eq!(chips(&table.hand), stacks.iter().sum::<i64>());
            }
        }
        assert!(table.hand.is_over(), "hand {round} of {name} never ends: {:?}", table.hand.due());
        assert_eq!(table.hand.stacks().iter().sum::<i64>(), stacks.iter().sum::<i64>());
    }
    assert!(
        ruled > 10_000 && refused > 1_000 && out_of_turn > 500 && short > 100,
        "{ruled} {refused} {out_of_turn} {short}"
    );
}
