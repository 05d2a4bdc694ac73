//! Whatever comes at random: offered = accepted, refused = unchanged, replayed = the same, no chip lost.

use crate::table::support::{book, no_limit, person};
use cards::{CardId, ShuffleKey, Shuffler};
use engine::{Actor, Machine, Moment, Who};
use room::table::{Command, HandResult, KillTerms, Lineup, Origin, Rake, RoomTable, Sign, Table};
use room::{Act, Cards, Due, Seats, Structure, Stub};
use rulebook::RoleId;

struct Chance(Shuffler);

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance(Shuffler::new(&ShuffleKey::from_seed(seed)))
    }

    fn below(&mut self, most: u32) -> u32 {
        self.0.below(most as usize) as u32
    }

    fn seat(&mut self) -> u8 {
        self.below(10) as u8
    }

    fn one_in(&mut self, many: u32) -> bool {
        self.below(many) == 0
    }

    fn of<T: Clone>(&mut self, these: &[T]) -> T {
        these[self.below(these.len() as u32) as usize].clone()
    }
}

fn signs() -> Vec<Sign> {
    let kill = |sign: &Sign| {
        Some(KillTerms { qualifying: 30, wager: 2 * sign.large_blind(), structure: sign.structure })
    };
    let mut holdem = no_limit("holdem", 52);
    holdem.over_blinds = 3;
    holdem.kill = kill(&holdem);
    let mut omaha = no_limit("omaha-hi-lo", 52);
    omaha.kill = kill(&omaha);
    let mut draw = no_limit("draw-blind", 52);
    draw.over_blinds = 1;
    let mut three = no_limit("holdem", 20);
    three.blinds = vec![5, 10, 20];
    let game = book().game("seven-card-stud", 52).expect("in the book");
    let mut stud = Sign::plain(game, Structure::Fixed { small: 10, big: 20, small_rounds: 2 }, 200);
    (stud.ante, stud.bring_in) = (1, 10);
    let game = book().game("draw-ante", 52).expect("in the book");
    let mut ante = Sign::plain(game, Structure::Pot { least: 10 }, 200);
    ante.ante = 5;
    let game = book().game("chinese-poker", 52).expect("in the book");
    let mut chinese = Sign::plain(game, Structure::NoLimit { least: 1 }, 200);
    chinese.unit = 5;
    let mut bad = no_limit("holdem", 52);
    bad.blinds = vec![1, 2];
    let mut all = vec![holdem, omaha, draw, three, stud, ante, chinese, bad];
    all.iter_mut().for_each(Sign::show_all);
    all
}

fn rakes() -> Vec<(Rake, Option<i64>)> {
    vec![
        (Rake::Nil, None),
        (Rake::Percentage { ppm: 50_000, cap: 10 }, None),
        (Rake::PerPerson(1), None),
        (Rake::PerHand(vec![(2, 2)]), None),
        (Rake::Nil, Some(3)),
        (Rake::Percentage { ppm: 500_000, cap: 10 }, None),
    ]
}

/// Something that somebody might say.
fn something(chance: &mut Chance, table: &RoomTable, signs: &[Sign]) -> Command {
    let (seat, to) = (chance.seat(), chance.seat());
    let who = person(chance.below(14) as u8);
    let post = chance.one_in(2);
    let chips = chance.of(&[0, 1, 100, 200, 500, -5, i64::MAX]);
    let (rake, hourly) = chance.of(&rakes());
    match chance.below(34) {
        0 => Command::Open(Box::new(chance.of(signs))),
        1 => Command::Join(who),
        2 => Command::Quit(who),
        3 => Command::Claim { person: who, seat },
        4 => {
            let mut cards: Vec<_> = table.claims().iter().filter(|claim| claim.1 == seat).collect();
            cards.truncate(2 + chance.below(3) as usize);
            let card = |at: usize| CardId::new(at as u8 * 3).expect("of the pack").card();
            Command::Draw {
                seat,
                cards: cards.iter().enumerate().map(|(at, claim)| (claim.0, card(at))).collect(),
            }
        }
        5..=8 => {
            let from = chance.of(&[Origin::New, Origin::New, Origin::ClosedGame, Origin::Moved]);
            Command::Sit { person: who, seat, chips, from }
        }
        9 => Command::Buy { seat, chips },
        10 => Command::Remove { seat, chips },
        11 => Command::SitOut { seat },
        12 => Command::Walk { seat },
        13..=15 => Command::Return { seat, post },
        16 => Command::Impose { seat, post },
        17 => Command::Move { seat, to, post },
        18 if chance.one_in(3) => Command::Leave { seat },
        19 if chance.one_in(3) => Command::PickUp { seat },
        20 => Command::ComeBack(who),
        21 => Command::Straddle { seat },
        22 => Command::Fold { seat },
        23 => Command::CollectTime,
        24 => Command::VerifyTime,
        25 => Command::Vary { rake, hourly, sign_changed: post },
        26 => {
            let mut sign = chance.of(signs);
            if let Some(now) = table.sign() {
                (sign.rake, sign.hourly) = (now.rake.clone(), now.hourly);
            }
            if chance.one_in(2) {
                sign.show_all();
            }
            Command::Announce(Box::new(sign))
        }
        27 => Command::ShowMinimum(chance.of(&[10, 20])),
        28 => Command::Agree { seat },
        29 => Command::Change,
        30 if chance.one_in(4) => Command::AnnounceClose,
        31 => Command::AgreeClose { seat },
        32 if chance.one_in(8) => Command::Close,
        _ => Command::Start,
    }
}

/// Some result of a hand, not always a possible one.
fn some_result(chance: &mut Chance, lineup: &Lineup) -> HandResult {
    let mut stacks = lineup.stacks.clone();
    let (from, to) = (chance.below(stacks.len() as u32) as usize, chance.below(stacks.len() as u32) as usize);
    let pot = stacks[from].min(i64::from(chance.below(100)));
    stacks[from] -= pot;
    let commission = pot.min(i64::from(chance.below(3)));
    stacks[to] += pot - commission;
    let mut winners = Seats::only(to);
    if chance.one_in(4) {
        winners = winners.with(from);
    }
    if chance.one_in(10) {
        stacks[to] += 1;
    }
    HandResult { stacks, pot, winners, commission, void: chance.one_in(20) }
}

/// The hand as the machine for hands plays it, with people who call and fold.
fn played(chance: &mut Chance, machine: &Table<'_>, table: &RoomTable) -> HandResult {
    let room = machine.room(table).expect("a hand is on");
    let lineup = table.hand().expect("a hand is on");
    let mut hand = lineup.hand(Stub::shuffled(room.game().deck.value.0, &mut chance.0));
    let mut said = Vec::new();
    while hand.due() != Due::Over {
        let command = match hand.due() {
            Due::Posts => room::Command::Post,
            Due::Act(seat) => {
                let options = room.options(&hand).expect("somebody acts");
                let act = match options.raise {
                    _ if options.fold() && chance.one_in(4) => Act::Fold,
                    Some(raise) if chance.one_in(4) || options.call.is_none() => Act::Raise(raise.least),
                    _ => Act::Call,
                };
                room::Command::Act { seat, act }
            }
            Due::BringIn(seat) => room::Command::Act { seat, act: Act::BringIn },
            Due::Discard(seat) => room::Command::Discard { seat, cards: Cards::default() },
            Due::Show(seat) => room::Command::Show { seat, cards: Cards::default() },
            Due::Shuffle => {
                room::Command::Shuffle(Stub::shuffled_cards(room.pool(&hand).cards, &mut chance.0))
            }
            Due::Pay => room::Command::Pay,
            _ => room::Command::Deal,
        };
        room.tell(&mut hand, &command, &mut said)
            .unwrap_or_else(|why| panic!("{command:?}: {why:?} in {hand:?}"));
    }
    HandResult::of(&hand, said.iter().map(|said| &said.value))
}

#[test]
fn at_random() {
    let signs = signs();
    let machine = Table::new(book());
    let (mut hands, mut accepted, mut refused) = (0, 0u32, 0u32);
    for seed in 0..24 {
        let mut chance = Chance::new(seed);
        let mut table = RoomTable::new(10);
        let mut log = Vec::new();
        let mut now = 0;
        for _ in 0..500 {
            now += u64::from(2 * chance.below(200));
            let who = match chance.below(8) {
                0 | 1 => Who::Seat(usize::from(chance.seat())),
                2 => Who::Outside(0),
                3 => Who::Staff(RoleId(0)),
                _ => Who::Staff(RoleId(2)),
            };
            let actor = Actor { who, at: Moment(now) };
            let command = match table.hand() {
                Some(lineup) if chance.one_in(2) => {
                    let chinese = lineup.terms.unit > 0;
                    let result = if chinese || chance.one_in(4) {
                        some_result(&mut chance, lineup)
                    } else {
                        played(&mut chance, &machine, &table)
                    };
                    Command::Finish(result)
                }
                _ => something(&mut chance, &table, &signs),
            };
            let offered =
                machine.offers(&table, actor).iter().any(|offer| offer.admits(&machine, &table, &command));
            let before = table.clone();
            let from = log.len();
            let told = machine.tell(&mut table, actor, &command, &mut log);
            assert_eq!(told.is_ok(), offered, "{actor:?} {command:?} {told:?} {before:?}");
            match told {
                Ok(()) => accepted += 1,
                Err(refusal) => {
                    refused += 1;
                    assert_eq!((&table, log.len()), (&before, from), "a refusal changes nothing");
                    assert!(!refusal.reason.to_string().is_empty());
                }
            }
            assert!(table.accounted(), "{command:?}");
        }
        hands += table.hands();
        let mut again = RoomTable::new(10);
        log.iter().for_each(|said| machine.evolve(&mut again, &said.value));
        assert_eq!(again, table, "the events alone make the same table");
    }
    assert!(hands > 150 && accepted > 1000 && refused > 3000, "{hands} {accepted} {refused}");
}

/// All that is offered exactly is accepted, hand after hand.
#[test]
fn all_that_is_offered() {
    let machine = Table::new(book());
    for (seed, sign) in signs().into_iter().take(7).enumerate() {
        let mut chance = Chance::new(1000 + seed as u64);
        let mut table = RoomTable::new(10);
        let (mut log, mut now) = (Vec::new(), 0);
        let manager = |now| Actor { who: Who::Staff(RoleId(2)), at: Moment(now) };
        machine.tell(&mut table, manager(0), &Command::Open(Box::new(sign)), &mut log).expect("opens");
        for seat in 0..6 {
            let sit = Command::Sit { person: person(seat), seat, chips: 500, from: Origin::New };
            machine.tell(&mut table, manager(0), &sit, &mut log).expect("sits");
        }
        for _ in 0..400 {
            now += 30;
            let offers = machine.offers(&table, manager(now));
            let exact: Vec<Command> = offers
                .into_iter()
                .filter_map(|offer| match offer {
                    room::table::Offer::This(command) if command != Command::Close => Some(command),
                    _ => None,
                })
                .collect();
            for command in &exact {
                machine.would(&table, manager(now), command).expect("was offered");
            }
            let next = match table.hand() {
                Some(lineup) if lineup.terms.unit > 0 || exact.is_empty() => {
                    Some(Command::Finish(HandResult { void: true, ..nothing(lineup) }))
                }
                Some(_) => Some(Command::Finish(played(&mut chance, &machine, &table))),
                None if exact.contains(&Command::Start) && !chance.one_in(4) => Some(Command::Start),
                None if exact.is_empty() => None,
                None => Some(chance.of(&exact)),
            };
            let Some(next) = next else { break };
            machine
                .tell(&mut table, manager(now), &next, &mut log)
                .unwrap_or_else(|why| panic!("{next:?}: {why:?}"));
            assert!(table.accounted());
        }
    }
}

fn nothing(lineup: &Lineup) -> HandResult {
    HandResult { stacks: lineup.stacks.clone(), pot: 0, winners: Seats::NONE, commission: 0, void: false }
}
