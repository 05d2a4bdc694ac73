//! What a sign may say, and must show.

use crate::table::support::{DEALER, book, no_limit};
use engine::{Actor, Machine, Moment, Who};
use room::table::{
    Command, Event, ExtraTime, KillTerms, Notice, Rake, Reason, RoomTable, Sign, Table, Warning,
};
use room::{Commission, Structure, UnfitTerms};

fn check(sign: &Sign) -> Result<(), (Reason, String)> {
    let checked = sign.check(book());
    checked.map(|_| ()).map_err(|refusal| (refusal.reason, book().clause(refusal.cite).label.clone()))
}

/// K81: the last blind is no less than the minimum of round one.
#[test]
fn a_blind_below_the_minimum() {
    let mut sign = no_limit("holdem", 52);
    sign.structure = Structure::Fixed { small: 10, big: 20, small_rounds: 2 };
    assert_eq!(check(&sign), Ok(()));
    sign.blinds = vec![2, 5];
    assert_eq!(
        check(&sign),
        Err((Reason::Posts(UnfitTerms::LastBlindBelowMinimum { chips: 5, least: 10 }), "6.4".into()))
    );
}

/// K88: from two to ten per cent.
#[test]
fn the_percentage() {
    for (ppm, good) in [
        (10_000, false),
        (19_999, false),
        (20_000, true),
        (100_000, true),
        (100_001, false),
        (120_000, false),
    ] {
        let mut sign = no_limit("holdem", 52);
        sign.rake = Rake::Percentage { ppm, cap: 10 };
        sign.show_all();
        let wanted = if good { Ok(()) } else { Err((Reason::RateOutOfRange, "7.2.1".to_string())) };
        assert_eq!(check(&sign), wanted, "{ppm}");
    }
}

/// Every notice that a sign needs is missed, under its clause.
#[test]
fn missing_notices() {
    let mut all = no_limit("holdem", 52);
    all.hourly = Some(14);
    all.extra_time = Some(ExtraTime { seconds: 30, times: 2, fee: 5 });
    all.kill = Some(KillTerms { qualifying: 0, wager: 20, structure: all.structure });
    all.jackpot = true;
    let fees = [
        (Rake::Percentage { ppm: 50_000, cap: 10 }, 12),
        (Rake::PerHand(vec![(2, 3), (6, 6)]), 13),
        (Rake::PerPerson(1), 13),
        (Rake::Nil, 12),
    ];
    let clause = |notice: Notice| match notice {
        Notice::LeastAndMostWager => "6.1/fn2 s66(1)(c)",
        Notice::RakeLeastAndMost => "7.1",
        Notice::HourlyFee => "7.2.2(c)",
        Notice::FeePerHand => "7.2.3(b)",
        Notice::FeePerPerson => "7.2.4(a)",
        Notice::NumberOfBlinds => "8.9.1",
        Notice::ExtraTime => "6.15.2",
        Notice::KillPots => "8.13.1",
        Notice::Unit => "13.4.4",
        Notice::Jackpot => "17.3.1(c)",
        _ => "6.1.1",
    };
    for (rake, count) in fees {
        all.rake = rake;
        all.show_all();
        assert_eq!(check(&all), Ok(()));
        let required: Vec<Notice> = all.required().collect();
        assert_eq!(required.len(), count);
        for notice in required {
            let mut sign = all.clone();
            sign.shows = sign.shows.without(notice);
            assert_eq!(check(&sign), Err((Reason::NoticeMissing(notice), clause(notice).into())));
        }
    }
    let game = book().game("chinese-poker", 52).expect("in the book");
    let mut sign = Sign::plain(game, Structure::NoLimit { least: 1 }, 100);
    sign.unit = 25;
    assert_eq!(check(&sign), Err((Reason::NoticeMissing(Notice::Unit), "13.4.4".into())));
    sign.show_all();
    assert_eq!(check(&sign), Ok(()));
    sign.rake = Rake::Percentage { ppm: 50_000, cap: 10 };
    sign.show_all();
    assert_eq!(check(&sign).map_err(|why| why.1), Err("7.2".into()), "no pot, no percentage (J52)");
}

/// A table opens with all of its notices, each cited.
#[test]
fn opening() {
    let sign = no_limit("holdem", 52);
    let (machine, table) = (Table::new(book()), RoomTable::new(9));
    let mut said = Vec::new();
    let actor = |who| Actor { who, at: Moment(0) };
    let open = Command::Open(Box::new(sign.clone()));
    assert!(machine.decide(&table, actor(Who::Seat(0)), &open, &mut said).is_err());
    machine.decide(&table, actor(DEALER), &open, &mut said).expect("opens");
    let shown = said.iter().filter(|said| matches!(said.value, Event::Shown(_))).count();
    assert_eq!(shown, sign.required().count());
}

/// What else a sign cannot say.
#[test]
fn signs_that_cannot_be() {
    let good = no_limit("holdem", 52);
    let bad = |change: &dyn Fn(&mut Sign)| {
        let mut sign = good.clone();
        change(&mut sign);
        sign.show_all();
        check(&sign).expect_err("is refused").1
    };
    assert_eq!(bad(&|sign| sign.game = "whist".into()), "4.1");
    assert_eq!(bad(&|sign| sign.deck = 40), "4.1");
    assert_eq!(bad(&|sign| sign.chip = 0), "1.1/'Limits'");
    assert_eq!(bad(&|sign| sign.chip = 3), "1.1/'Limits'");
    assert_eq!(bad(&|sign| sign.blinds = vec![10, 5]), "1.1/'Limits'");
    assert_eq!(bad(&|sign| sign.structure = Structure::Spread { least: 10, most: 5 }), "1.1/'Limits'");
    assert_eq!(bad(&|sign| sign.buy_in = 0), "1.1/'Limits'");
    assert_eq!(bad(&|sign| sign.time_to_act = 0), "1.1/'Limits'");
    assert_eq!(bad(&|sign| sign.bring_in = 5), "8.9.2");
    assert_eq!(bad(&|sign| sign.blinds.clear()), "8.9.2");
    let kill = KillTerms { qualifying: 0, wager: 10, structure: good.structure };
    assert_eq!(bad(&|sign| sign.kill = Some(kill)), "8.13.7");
    assert_eq!(bad(&|sign| (sign.game, sign.jackpot) = ("omaha".into(), true)), "17.3.1(a)");
    assert_eq!(bad(&|sign| (sign.game, sign.jackpot) = ("pineapple".into(), true)), "17.3.1(a)");
    assert_eq!(bad(&|sign| (sign.game, sign.over_blinds) = ("draw-blind".into(), 2)), "9.1.2(a)");
    assert_eq!(bad(&|sign| sign.rake = Rake::PerHand(vec![])), "7.2.3(b)");
    assert_eq!(bad(&|sign| sign.rake = Rake::PerPerson(0)), "7.2.4(a)");
    assert_eq!(bad(&|sign| sign.hourly = Some(-1)), "7.2.2(b)");
    assert_eq!(bad(&|sign| sign.rake = Rake::Percentage { ppm: 50_000, cap: 0 }), "7.7");
}

/// 7.2.3(b): the fee per hand goes by the number of players.
#[test]
fn the_fee_per_hand() {
    let rake = Rake::PerHand(vec![(2, 3), (6, 6)]);
    for (players, fee) in [(2, 3), (5, 3), (6, 6), (9, 6)] {
        assert_eq!(rake.commission(players), Commission::PerHand(fee));
    }
}

/// J38 and J40: allowed, and said.
#[test]
fn warnings() {
    let warned = |name: &str, deck: usize, jackpot: bool| {
        let game = book().game(name, deck).expect("in the book");
        let sign = Sign { jackpot, ..Sign::plain(game, Structure::NoLimit { least: 10 }, 200) };
        sign.warnings(game)
    };
    for (deck, no_low) in [(52, false), (40, false), (36, true), (32, true)] {
        assert_eq!(warned("seven-card-stud-hi-lo", deck, false) == [Warning::NoLow], no_low, "{deck}");
    }
    assert_eq!(warned("holdem", 52, true), []);
    assert_eq!(warned("holdem", 32, true), [Warning::JackpotDeck]);
    assert_eq!(warned("holdem", 20, true), [Warning::JackpotDeck]);
    assert_eq!(warned("holdem", 20, false), []);
}
