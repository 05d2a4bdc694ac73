//! Kill Pots.

use crate::table::support::{DEALER, Try, book, person};
use engine::Who;
use room::Structure;
use room::table::{Command, Event, Kill, KillTerms, Rake, Reason, Sign};

fn fixed(game: &str, rake: Rake) -> Sign {
    let game = book().game(game, 52).expect("in the book");
    let structure = Structure::Fixed { small: 10, big: 20, small_rounds: 2 };
    let mut sign = Sign::plain(game, structure, 200);
    sign.blinds = vec![5, 10];
    let bigger = Structure::Fixed { small: 20, big: 40, small_rounds: 2 };
    sign.kill = Some(KillTerms { qualifying: 50, wager: 20, structure: bigger });
    sign.rake = rake;
    sign.show_all();
    sign
}

fn killer(who: u8) -> Kill {
    Kill::Killer(person(who))
}

fn leg_up(who: u8) -> Kill {
    Kill::LegUp(person(who))
}

/// K77: Leg Up, Kill, and the button moves to the next winner.
#[test]
fn a_high_game() {
    let mut table = Try::with_players(6, fixed("holdem", Rake::Nil), 1..=6);
    assert_eq!(table.table.kill(), Kill::Neutral);
    assert_eq!(Try::clause(&table.said, |event| matches!(event, Event::KillButton(_))), "8.13.2");
    table.hand_won_by(4, 60);
    assert_eq!(table.table.kill(), leg_up(4));
    table.hand_won_by(4, 60);
    assert_eq!(table.table.kill(), killer(4));
    // Button 2, blinds 3 and 4: the Killer is the big blind and posts 20 in all.
    assert_eq!(table.start().1, [(3, 5), (4, 20)]);
    assert_eq!(table.lineup().terms.structure, Structure::Fixed { small: 20, big: 40, small_rounds: 2 });
    assert_eq!(Try::clause(&table.said, |event| matches!(event, Event::KillDue { chips: 20, .. })), "8.13.7");
    table.won_by(&[5], 60);
    assert_eq!(table.table.kill(), leg_up(5));
    assert_eq!(table.start().1, [(4, 5), (5, 10)]);
    assert_eq!(table.lineup().terms.structure, Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
}

/// 8.13.8: away from the blinds the Kill wager is live and moves nobody's turn: the machine opens left of the blind.
#[test]
fn the_killer_acts_in_turn() {
    let mut table = Try::with_players(6, fixed("holdem", Rake::Nil), 1..=6);
    table.hand_won_by(1, 60);
    table.hand_won_by(1, 60);
    assert_eq!(table.start(), (2, vec![(3, 5), (4, 10), (1, -20)], vec![3, 4, 5, 6, 1, 2]));
    let (room, hand) = table.dealt();
    assert_eq!(hand.due(), room::Due::Act(2), "seat 5 opens, left of the big blind");
    assert_eq!(room.options(&hand).expect("acts").call, Some(20));
}

/// K78: Hi-Lo has no Leg Up.
#[test]
fn a_hi_lo_game() {
    let mut table = Try::with_players(6, fixed("omaha-hi-lo", Rake::Nil), 1..=6);
    table.hand_won_by(4, 60);
    assert_eq!(table.table.kill(), killer(4));
    assert_eq!(
        Try::clause(&table.said, |event| matches!(event, Event::KillButton(Kill::Killer(_)))),
        "8.13.3(a)"
    );
    table.start();
    table.won_by(&[4, 5], 60);
    assert_eq!(table.table.kill(), Kill::Neutral);
    let last = table.said.last().expect("something was said");
    assert_eq!(
        (&last.value, book().clause(last.cite).label.as_str()),
        (&Event::KillButton(Kill::Neutral), "8.13.9(a)")
    );
}

/// Each row of the machine through whole hands: winners, size of pot, where the button ends.
#[test]
fn pot_by_pot() {
    /// Who won, how much, and the button after it.
    type Pot = (&'static [u8], i64, Kill);
    let rows: [(&str, &[Pot]); 2] = [
        (
            "holdem",
            &[
                (&[1], 40, Kill::Neutral),
                (&[1, 2], 60, Kill::Neutral),
                (&[1], 50, leg_up(1)),
                (&[1], 40, leg_up(1)),
                (&[2], 60, leg_up(2)),
                (&[2, 3], 60, Kill::Neutral),
                (&[2], 60, leg_up(2)),
                (&[3], 40, Kill::Neutral),
                (&[3], 60, leg_up(3)),
                (&[3], 60, killer(3)),
                (&[3], 40, killer(3)),
                (&[1], 40, Kill::Neutral),
                (&[1], 60, leg_up(1)),
                (&[1], 60, killer(1)),
                (&[2], 60, leg_up(2)),
                (&[2], 60, killer(2)),
                (&[1, 2], 60, Kill::Neutral),
            ],
        ),
        (
            "holdem-hi-lo",
            &[
                (&[1], 40, Kill::Neutral),
                (&[1], 60, killer(1)),
                (&[1], 40, killer(1)),
                (&[2], 60, killer(2)),
                (&[1], 40, Kill::Neutral),
                (&[1], 60, killer(1)),
                (&[1, 3], 60, Kill::Neutral),
            ],
        ),
    ];
    for (game, hands) in rows {
        let mut table = Try::with_players(6, fixed(game, Rake::Nil), 1..=4);
        for (at, (winners, pot, after)) in hands.iter().enumerate() {
            table.start();
            table.won_by(winners, *pot);
            assert_eq!(table.table.kill(), *after, "{game}, hand {}", at + 1);
        }
    }
}

/// K79: whether the Killer may sit out goes by the commission.
#[test]
fn sitting_out_with_the_kill_button() {
    let percentage = Rake::Percentage { ppm: 50_000, cap: 10 };
    let mut table = Try::with_players(6, fixed("holdem", percentage), 1..=6);
    table.hand_won_by(4, 60);
    table.hand_won_by(4, 60);
    let seat = 3;
    for command in [Command::SitOut { seat }, Command::Walk { seat }, Command::Leave { seat }] {
        table.no(Who::Seat(3), command, Reason::HoldsKill, "8.13.10");
    }

    let mut sign = fixed("holdem", Rake::Nil);
    sign.hourly = Some(14);
    sign.show_all();
    let mut timed = Try::with_players(6, sign, 1..=6);
    timed.ok(DEALER, Command::CollectTime);
    timed.hand_won_by(4, 60);
    timed.hand_won_by(4, 60);
    let said = timed.ok(Who::Seat(3), Command::SitOut { seat });
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::KillRefused { .. })), "8.13.11");
    assert_eq!(timed.table.kill(), Kill::Neutral);
    assert!(!timed.start().2.contains(&4));
}

/// A table where player 4 has refused the Kill wager at second 0.
fn refused() -> Try {
    let mut table = Try::with_players(6, fixed("holdem", Rake::PerPerson(1)), 1..=6);
    table.hand_won_by(4, 60);
    table.hand_won_by(4, 60);
    table.ok(Who::Seat(3), Command::SitOut { seat: 3 });
    table
}

/// 8.13.11(a)(i) and (ii), and too late.
#[test]
fn back_in_time() {
    let mut neutral = refused();
    neutral.now = 20 * 60;
    let said = neutral.ok(Who::Seat(3), Command::Return { seat: 3, post: false });
    assert_eq!(neutral.table.kill(), killer(4));
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::KillButton(_))), "8.13.11(a)(i)");

    let mut leg = refused();
    leg.hand_won_by(5, 60);
    assert_eq!(leg.table.kill(), leg_up(5));
    // Button 2, blinds 3 and 4: the blind has gone past him.
    let said = leg.ok(Who::Seat(3), Command::Return { seat: 3, post: true });
    assert_eq!(leg.table.kill(), killer(4), "the other's Leg Up is gone (J79)");
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::KillButton(_))), "8.13.11(a)(ii)");

    let mut late = refused();
    late.now = 20 * 60 + 1;
    late.ok(Who::Seat(3), Command::Return { seat: 3, post: false });
    assert_eq!(late.table.kill(), Kill::Neutral);
}

/// K80: another is Killer: the amount without the status.
#[test]
fn back_while_another_is_killer() {
    let mut table = refused();
    table.hand_won_by(2, 60);
    table.hand_won_by(2, 60);
    assert_eq!(table.table.kill(), killer(2));
    let said = table.ok(Who::Seat(3), Command::Return { seat: 3, post: true });
    assert_eq!(Try::clause(&said, |event| matches!(event, Event::KillOwed { seat: 3 })), "8.13.11(a)(iii)");
    assert_eq!(table.table.kill(), killer(2));
    let (_, blinds, dealt) = table.start();
    assert!(dealt.contains(&4) && blinds.contains(&(4, -20)) && blinds.contains(&(2, -20)), "{blinds:?}");
    table.won_by(&[2], 60);
    // Once is enough.
    assert_eq!(table.start().1.iter().find(|(seat, _)| *seat == 4), None);
}

/// A Leg Up goes with who leaves.
#[test]
fn the_leg_up_leaves() {
    let mut table = Try::with_players(6, fixed("holdem", Rake::Nil), 1..=6);
    table.hand_won_by(4, 60);
    table.ok(Who::Seat(3), Command::Leave { seat: 3 });
    assert_eq!(table.table.kill(), Kill::Neutral);
}
