//! Live rounds by chance: cards read by a shoe or typed, misread and corrected, at once or late with somebody beside.

use crate::common::{BOOKS, Scene, both, dealer, dollars, game};
use crate::inspector::read_through;
use cards::CardId;
use engine::banked::{self, Command as C, CorrectionReason, Decision, Event as E, Holder, Offer, Phase};
use engine::{Actor, Hidden, Machine, PatronId, TableNumber};
use floor::demo::{Chance, sign};
use floor::recall::recall_open;
use floor::table::{Command, DealingMode, Event};
use floor::{EventSide, Reading, TableName};
use house::StaffId;
use rulebook::Place;
use store::Stream;

fn open(scene: &Scene, variant: &rulebook::Variant, number: TableNumber) -> Stream {
    let name = TableName { book: scene.id.to_string(), game: variant.game.clone(), number };
    let table = scene.floor.new_table(&name).unwrap().stream().clone();
    scene.table(&table, both(), Command::SetUp(DealingMode::Live));
    scene.table(&table, both(), Command::Fill { amount: dollars(1_000_000) });
    let mut shown = sign(scene.book, variant);
    shown.jackpot = None;
    scene.table(&table, both(), game(C::Open(Box::new(shown))));
    table
}

/// One round; how many corrections there were.
fn round(scene: &Scene, table: &Stream, chance: &mut Chance) -> usize {
    let tell = |command| scene.table(table, dealer(), game(command));
    let offers =
        || scene.desk(table).with_state(|state| scene.desk(table).machine().offers(state, Actor::DEALER));
    let first = |wager: usize| scene.desk(table).machine().game.game().wager[wager].place == Place::First;
    for _ in 0..2 {
        for offer in offers() {
            if let Offer::Place { seat, wager, from, .. } = offer
                && first(wager)
            {
                let medium = rulebook::Medium::Chips;
                let place = C::Place { seat, wager, amount: from, medium, proxy: false, checked: true };
                scene.try_table(table, dealer(), game(place));
            }
        }
    }
    for command in [C::CheckCards, C::Shuffle] {
        tell(command);
    }
    scene.try_table(table, dealer(), game(C::Cut));
    tell(C::CallNoMoreBets);
    tell(C::DealLive);
    let mut pack: Vec<CardId> = (0..52).filter_map(CardId::new).collect();
    let mut corrections = 0;
    loop {
        match scene.with_state(table, |state| state.game.phase) {
            Phase::Deciding(_) => {
                let choices: Vec<C> = offers()
                    .into_iter()
                    .filter_map(|offer| match offer {
                        Offer::Bet { seat, from, only, .. } => {
                            let amount = only.first().copied().unwrap_or(from);
                            let decision = Decision::Bet { amount, checked: true, token: false };
                            Some(C::Decide { seat, decision })
                        }
                        Offer::Exactly(
                            choice @ C::Decide { decision: Decision::Check | Decision::Fold, .. },
                        ) => Some(choice),
                        _ => None,
                    })
                    .collect();
                // Mostly somebody bets.
                let at = if chance.below(3) > 0 { 0 } else { chance.below(choices.len().max(1)) };
                let decide = choices.get(at).cloned();
                tell(decide.unwrap_or(C::Proceed));
            }
            Phase::Showdown => {
                let unread = |of: &Holder| {
                    scene.with_state(table, |state| {
                        state
                            .game
                            .live
                            .iter()
                            .flatten()
                            .filter(|read| read.of == *of && read.card.is_none())
                            .count()
                    })
                };
                let mut holders: Vec<Holder> = Vec::new();
                scene.with_state(table, |state| {
                    for read in state.game.live.iter().flatten() {
                        if read.of != Holder::Burn && !holders.contains(&read.of) {
                            holders.push(read.of);
                        }
                    }
                });
                let mut draw = |count: usize| -> Hidden<Vec<CardId>> {
                    Hidden::new((0..count).map(|_| pack.swap_remove(chance.below(pack.len()))).collect())
                };
                for (at, of) in holders.iter().copied().enumerate() {
                    let count = unread(&of);
                    tell(C::RecordCards { of, cards: draw(count), from: 0, why: None });
                    let why = CorrectionReason::ALL[at % 5];
                    if at % 3 == 1 {
                        tell(C::RecordCards { of, cards: draw(count), from: 0, why: Some(why) });
                        corrections += 1;
                    }
                }
                // Late: whoever was recorded first.
                if let Some(&of) = holders.first() {
                    let why = CorrectionReason::CameraShows;
                    let two = floor::By { second: Some(StaffId(2)), ..dealer() };
                    scene.table(table, two, game(C::TakeBackRecord { of, why }));
                    corrections += 1;
                    let count = unread(&of);
                    let anew = C::RecordCards { of, cards: draw(count), from: 0, why: None };
                    scene.table(table, two, game(anew));
                }
                tell(C::Settle);
            }
            Phase::Betting => return corrections,
            other => panic!("{other:?}"),
        }
    }
}

/// What corrections keep: the cards that were recorded and those that replaced them, why, who and who stood beside.
fn corrections_are_told(scene: &Scene, table: &Stream) -> usize {
    let recalled = recall_open(&*scene.store, &scene.vault, table, usize::MAX).unwrap();
    let lines: Vec<_> = recalled.rounds.into_iter().flat_map(|round| round.lines).collect();
    let mut reading = Reading::new(table).unwrap();
    let mut count = 0;
    reading
        .read_to(&*scene.store, &scene.vault, u64::MAX, &mut |side, record, event, _| {
            let (EventSide::After, Event::Game(E::RecordCorrected { record: what })) = (side, &event.value)
            else {
                return;
            };
            count += 1;
            let line = lines.iter().find(|line| line.version == record.version).unwrap();
            let before: Vec<String> = what.was.iter().map(|(_, card)| card.card().to_string()).collect();
            let now: Vec<String> = what.cards.iter().map(|card| card.card().to_string()).collect();
            let told: Vec<&str> =
                line.what.split([' ', ';', ':']).filter(|word| word.parse::<cards::Card>().is_ok()).collect();
            assert_eq!(told, [before, now].concat(), "{}", line.what);
            let why = match what.why {
                CorrectionReason::Misread => "misread",
                CorrectionReason::Mistyped => "typed wrong",
                CorrectionReason::WrongPlace => "another's",
                CorrectionReason::DeviceMisread => "shoe",
                CorrectionReason::CameraShows => "camera",
            };
            assert!(line.what.contains(why), "{}", line.what);
            let beside = record.by.contains("+staff/2");
            assert_eq!(line.who.contains("(staff 2) beside"), beside, "{}", line.who);
            assert!(line.who.contains("(staff 10)"), "{}", line.who);
            assert_eq!(line.what.contains("taken back"), what.taken_back, "{}", line.what);
        })
        .unwrap();
    count
}

/// 200 live rounds of every game of every book, with cards recorded wrong in each.
#[test]
fn an_inspector_reads_what_happened_at_live_tables() {
    for id in BOOKS {
        let scene = Scene::people(id);
        for (at, variant) in scene.book.variants.iter().enumerate() {
            let table = open(&scene, variant, TableNumber(at as u32 + 1));
            let sits = scene.book.table.patrons.is_none();
            for seat in 0..2u8 {
                if sits {
                    let patron = banked::Patron::default();
                    scene.table(&table, dealer(), game(C::Sit { seat: seat.into(), blind_of: None, patron }));
                } else {
                    let number = PatronId(500 + 10 * at as u32 + u32::from(seat));
                    scene.welcome(number);
                    let card = scene.card(number);
                    scene.table(&table, dealer(), Command::AskSeat { seat, patron: number, card });
                    scene.until(&table, |state| state.patrons[usize::from(seat)] == Some(number));
                }
            }
            let mut chance = Chance::new(at as u64 + 5);
            let mut corrections = 0;
            for _ in 0..200 {
                corrections += round(&scene, &table, &mut chance);
            }
            scene.quiet();
            let told = read_through(&*scene.store, &scene.vault, &table);
            assert!(told["rounds"] >= 200, "{told:?}");
            assert_eq!(told["corrected"], corrections, "{}", variant.game);
            assert_eq!(corrections_are_told(&scene, &table), corrections);
        }
        scene.floor.close();
    }
}
