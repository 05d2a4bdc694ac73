//! Button and blinds of the next hand.

use crate::table::support::{DEALER, MANAGER, Try, book, no_limit};
use cards::{ShuffleKey, Shuffler};
use engine::{Actor, Moment, Who};
use room::table::{Command, Event, HandResult, KillTerms, Marker, Rake, Reason, Sign};
use room::{Act, Cause, Due, IrregularityCommand, Seats, Structure, Stub};

/// K72: the button begins at the Dealer's right.
#[test]
fn the_first_hand() {
    let mut table = Try::with_players(9, no_limit("holdem", 52), 1..=9);
    assert_eq!(table.start(), (9, vec![(1, 5), (2, 10)], vec![1, 2, 3, 4, 5, 6, 7, 8, 9]));
    table.won_by(&[3], 20);
    assert_eq!(table.start(), (1, vec![(2, 5), (3, 10)], vec![2, 3, 4, 5, 6, 7, 8, 9, 1]));
}

/// K72: the highest-numbered seat that somebody sits in.
#[test]
fn the_first_hand_with_an_empty_last_seat() {
    let mut table = Try::with_players(9, no_limit("holdem", 52), [1, 3, 5, 7]);
    assert_eq!(table.start(), (7, vec![(1, 5), (3, 10)], vec![1, 3, 5, 7]));
}

/// K73: the small blind leaves, and the button is dead one hand later.
#[test]
fn the_dead_button() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=6);
    assert_eq!(table.start().0, 6);
    table.won_by(&[4], 20);
    table.ok(Who::Seat(1), Command::Leave { seat: 1 });
    assert_eq!(table.table.marker(1), Some(Marker::Reserved));
    assert_eq!(table.start(), (1, vec![(3, 10)], vec![3, 4, 5, 6, 1]));
    assert_eq!(Try::clause(&table.said, |event| matches!(event, Event::NoBlind { seat: 1 })), "8.9.6");
    table.won_by(&[4], 20);
    assert_eq!(table.start(), (2, vec![(3, 5), (4, 10)], vec![3, 4, 5, 6, 1]));
    assert_eq!(
        Try::clause(&table.said, |event| matches!(event, Event::ButtonAt { dead: true, .. })),
        "8.9.6"
    );
    table.won_by(&[4], 20);
    assert_eq!(table.start(), (3, vec![(4, 5), (5, 10)], vec![4, 5, 6, 1, 3]));
}

/// J69: the player due the big blind leaves, and the next one posts it.
#[test]
fn the_big_blind_leaves() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=6);
    table.hand_won_by(4, 20);
    table.ok(DEALER, Command::Leave { seat: 2 });
    assert_eq!(table.start(), (1, vec![(2, 5), (4, 10)], vec![2, 4, 5, 6, 1]));
}

/// J15: the player without the button posts first and acts first.
#[test]
fn two_players() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), [2, 5]);
    assert_eq!(table.start(), (5, vec![(2, 5), (5, 10)], vec![2, 5]));
    table.won_by(&[2], 20);
    assert_eq!(table.start(), (2, vec![(5, 5), (2, 10)], vec![5, 2]));
    table.won_by(&[2], 20);
    // A third comes in: between the blinds it is his turn to post the big one.
    table.sit(3, 500);
    assert_eq!(table.start(), (5, vec![(2, 5), (3, 10)], vec![2, 3, 5]));
}

/// 8.9.3, J16: the blind goes past who sits out; then wait or post.
#[test]
fn a_missed_blind() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=6);
    table.hand_won_by(4, 20);
    table.ok(Who::Seat(2), Command::Walk { seat: 2 });
    assert_eq!(table.table.marker(2), Some(Marker::Walking));
    assert_eq!(table.start(), (1, vec![(2, 5), (4, 10)], vec![2, 4, 5, 6, 1]));
    assert_eq!(table.table.marker(2), Some(Marker::Absent));
    assert_eq!(
        Try::clause(&table.said, |event| matches!(event, Event::BlindMissed { seat: 2 })),
        "1.1/'Absent Button'"
    );
    table.won_by(&[4], 20);
    table.ok(Who::Seat(2), Command::Return { seat: 2, post: false });
    assert_eq!(table.table.marker(2), Some(Marker::MissedBlind));
    // He waits: no cards, though he is there.
    assert_eq!(table.start(), (2, vec![(4, 5), (5, 10)], vec![4, 5, 6, 1, 2]));
    table.won_by(&[4], 20);
    table.ok(Who::Seat(2), Command::Return { seat: 2, post: true });
    // He posts a live big blind.
    assert_eq!(table.start(), (4, vec![(5, 5), (6, 10), (3, -10)], vec![5, 6, 1, 2, 3, 4]));
    assert_eq!(Try::clause(&table.said, |event| matches!(event, Event::EntryDue { .. })), "8.9.3");
    assert_eq!(table.table.marker(2), None);
    table.won_by(&[4], 20);
    assert_eq!(table.start().1, [(6, 5), (1, 10)]);
}

/// Who waits is dealt in as the big blind, for nothing more.
#[test]
fn the_blind_comes_to_who_waits() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), [1, 2, 3, 4]);
    table.hand_won_by(4, 20);
    table.ok(Who::Seat(2), Command::SitOut { seat: 2 });
    table.hand_won_by(4, 20);
    table.ok(Who::Seat(2), Command::Return { seat: 2, post: false });
    table.hand_won_by(4, 20);
    table.hand_won_by(4, 20);
    assert_eq!(table.start(), (1, vec![(2, 5), (3, 10)], vec![2, 3, 4, 1]));
}

/// K143: one over-blind in Draw, more in Holdem where the sign has them.
#[test]
fn over_blinds() {
    let mut sign = no_limit("draw-blind", 52);
    sign.over_blinds = 1;
    let mut draw = Try::with_players(6, sign, 1..=6);
    draw.no(Who::Seat(3), Command::Straddle { seat: 3 }, Reason::NotYourStraddle, "6.5");
    draw.ok(Who::Seat(2), Command::Straddle { seat: 2 });
    draw.no(Who::Seat(3), Command::Straddle { seat: 3 }, Reason::OneOverBlind, "9.1.2(a)");

    let mut sign = no_limit("holdem", 52);
    sign.over_blinds = 3;
    let mut holdem = Try::with_players(6, sign, 1..=6);
    holdem.ok(Who::Seat(2), Command::Straddle { seat: 2 });
    let said = holdem.ok(Who::Seat(3), Command::Straddle { seat: 3 });
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::Straddled { chips: 40, .. })), "8.9.4");
    assert_eq!(holdem.start().1, [(1, 5), (2, 10), (3, 20), (4, 40)]);
    assert_eq!(holdem.lineup().terms.straddles, 2);
    // They are for one hand.
    holdem.won_by(&[1], 50);
    assert_eq!(holdem.start().1, [(2, 5), (3, 10)]);

    let mut none = Try::with_players(6, no_limit("holdem", 52), 1..=6);
    none.no(Who::Seat(2), Command::Straddle { seat: 2 }, Reason::NoStraddle, "6.5");
}

/// 6.5.1, J12: the straddler acts last in the first round, and the next raise is one big blind more.
#[test]
fn the_straddler_acts_last() {
    let mut sign = no_limit("holdem", 52);
    sign.over_blinds = 2;
    let mut table = Try::with_players(6, sign, 1..=6);
    table.ok(Who::Seat(2), Command::Straddle { seat: 2 });
    table.start();
    let (room, mut hand) = table.dealt();
    assert_eq!(room.options(&hand).and_then(|options| options.raise).map(|raise| raise.least), Some(30));
    let mut order = Vec::new();
    while let Due::Act(seat) = hand.due() {
        order.push(seat);
        room.tell(&mut hand, &room::Command::Act { seat, act: Act::Call }, &mut Vec::new()).expect("calls");
    }
    assert_eq!(order, [3, 4, 5, 0, 1, 2]);
    // The player due the small blind leaves: the same with one blind less.
    table.won_by(&[1], 60);
    table.ok(DEALER, Command::Leave { seat: 1 });
    table.ok(Who::Seat(3), Command::Straddle { seat: 3 });
    assert_eq!(table.start().1, [(3, 10), (4, 20)]);
    let (room, hand) = table.dealt();
    assert_eq!(room.options(&hand).and_then(|options| options.raise).map(|raise| raise.least), Some(30));
    assert_eq!(hand.due(), Due::Act(2));
}

/// A straddle counts only as long as its player is the next after the blinds.
#[test]
fn a_straddle_at_another_place() {
    let mut sign = no_limit("holdem", 52);
    sign.over_blinds = 1;
    let mut table = Try::with_players(6, sign, 1..=6);
    table.ok(Who::Seat(2), Command::Straddle { seat: 2 });
    table.ok(Who::Seat(1), Command::SitOut { seat: 1 });
    assert_eq!(table.start().1, [(1, 5), (3, 10)]);
    assert_eq!(table.lineup().terms.straddles, 0);
}

/// K144 and C6: the first four left of the button are active.
#[test]
fn chinese_poker() {
    let game = book().game("chinese-poker", 52).expect("in the book");
    let mut sign = Sign::plain(game, Structure::NoLimit { least: 1 }, 200);
    sign.unit = 25;
    sign.show_all();
    let mut table = Try::with_players(8, sign.clone(), 1..=8);
    for button in [8, 1, 2] {
        assert_eq!(table.start().0, button);
        table.won_by(&[table.lineup().seats[0] + 1], 20);
    }
    assert_eq!(table.start(), (3, vec![], vec![4, 5, 6, 7]));
    assert_eq!(table.lineup().terms.unit, 25);
    let (_, hand) = table.dealt();
    assert_eq!((0..4).map(|at| hand.card_count(at)).collect::<Vec<_>>(), [13; 4], "all 52 cards");

    let mut six = Try::with_players(8, sign.clone(), 1..=6);
    assert_eq!(six.start(), (6, vec![], vec![1, 2, 3, 4]));
    six.won_by(&[1], 20);
    assert_eq!(six.start(), (1, vec![], vec![2, 3, 4, 5]));
    // J53: with four or fewer the button is dealt last.
    let mut three = Try::with_players(8, sign, 1..=3);
    assert_eq!(three.start(), (3, vec![], vec![1, 2, 3]));
}

/// J44: no button in stud, the first card goes to the Dealer's left.
#[test]
fn stud_has_no_button() {
    let game = book().game("seven-card-stud", 52).expect("in the book");
    let mut sign = Sign::plain(game, Structure::Fixed { small: 10, big: 20, small_rounds: 2 }, 200);
    (sign.ante, sign.bring_in) = (1, 10);
    sign.show_all();
    let mut table = Try::with_players(8, sign, [3, 5, 8]);
    let said = table.ok(DEALER, Command::Start);
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::DealsFrom { seat: 2 })), "8.4");
    assert_eq!(table.lineup().seats, [2, 4, 7]);
    assert_eq!(
        table.lineup().terms.antes[..4],
        [1, 1, 1, 1][..].iter().take(3).chain(&[0]).copied().collect::<Vec<_>>()
    );
    table.won_by(&[3], 10);
    table.ok(DEALER, Command::Start);
    assert_eq!(table.lineup().seats, [2, 4, 7]);
}

/// J31: a void hand is dealt again from the same button.
#[test]
fn a_void_hand() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=6);
    table.hand_won_by(2, 20);
    let before = table.start();
    let stacks = table.lineup().stacks;
    let result = HandResult { stacks, pot: 0, winners: Seats::NONE, commission: 0, void: true };
    table.ok(DEALER, Command::Finish(result));
    assert_eq!((table.table.hands(), table.start()), (1, before));
}

/// 7.2.4(c): a hand that the machine for hands ends as void has kept the fee, and moves no button.
#[test]
fn a_void_hand_with_a_fee() {
    let mut sign = no_limit("holdem", 52);
    sign.rake = Rake::PerPerson(2);
    sign.kill = Some(KillTerms { qualifying: 0, wager: 20, structure: sign.structure });
    sign.show_all();
    let mut table = Try::with_players(6, sign, 1..=6);
    table.hand_won_by(2, 20);
    let (before, kill) = (table.start(), table.table.kill());
    let room = table.machine.room(&table.table).expect("a hand is on");
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(7));
    let mut hand = table.lineup().hand(Stub::shuffled(room.game().deck.value.0, &mut shuffler));
    let by = Actor { who: MANAGER, at: Moment(0) };
    let fire = IrregularityCommand::Invalidate { by, cause: Cause::Fire };
    let mut said = Vec::new();
    for command in [room::Command::Post, room::Command::Deal, room::Command::Irregularity(fire)] {
        room.tell(&mut hand, &command, &mut said).expect("is done");
    }
    let result = HandResult::of(&hand, said.iter().map(|said| &said.value));
    assert!(result.void);
    let kept = result.commission;
    table.ok(DEALER, Command::Finish(result.clone()));
    assert_eq!((table.table.dropped(), table.table.kill(), table.table.hands()), (kept, kill, 1));
    assert_eq!(table.start(), before);
    // Anything else has gone back.
    let mut stacks = table.lineup().stacks;
    stacks[0] -= 5;
    let differ =
        Reason::ChipsDiffer { began: stacks.iter().sum::<i64>() + 5, ended: stacks.iter().sum::<i64>() + 5 };
    let short = HandResult { stacks, commission: 5, ..result };
    table.no(DEALER, Command::Finish(short), differ, "6.11");
}

/// Chips of a hand neither come nor go.
#[test]
fn a_result_that_cannot_be() {
    let mut table = Try::with_players(6, no_limit("holdem", 52), 1..=6);
    table.start();
    let mut stacks = table.lineup().stacks;
    stacks[0] += 5;
    let result = HandResult { stacks, pot: 5, winners: Seats::only(0), commission: 0, void: false };
    let differ = Reason::ChipsDiffer { began: 6000, ended: 6005 };
    table.no(DEALER, Command::Finish(result.clone()), differ, "6.11");
    let short = HandResult { stacks: vec![6000], ..result };
    table.no(DEALER, Command::Finish(short), Reason::WrongResult, "1.1/'Round of Play'");
}
