//! Getting up: what a player has on other boxes goes back first, and their own place is the last to be empty.

use engine::banked::{Banked, BankedRefusal, Command, Event, Patron, Reason, Table};
use engine::{Actor, Hidden, Machine, Moment, Sign, SignJackpot, Who};
use money::{Money, Rate};
use rulebook::{Medium, RoleId};

fn tell(
    machine: &Banked<'_>,
    table: &mut Table,
    actor: Actor,
    command: &Command,
) -> Result<Vec<Event>, BankedRefusal> {
    let mut said = Vec::new();
    machine.decide(table, actor, command, &mut said)?;
    said.iter().for_each(|event| machine.evolve(table, &event.value));
    Ok(said.into_iter().map(|event| event.value).collect())
}

fn place(seat: usize, wager: usize, cents: i64) -> Command {
    let amount = Money::from_cents(cents);
    Command::Place { seat, wager, amount, medium: Medium::Chips, proxy: false, checked: true }
}

#[test]
fn blind_hands_go_back_before_the_place_is_empty() {
    let book = rulebook::Rulebook::open("crown-melbourne-mississippi-stud-3.0").unwrap();
    let machine = Banked::new(&book, &book.variants[0]);
    let mut table = Table::closed();
    let mut told = |command: &Command| tell(&machine, &mut table, Actor::DEALER, command).unwrap();
    told(&Command::Open(Box::new(Sign::plain(&book))));
    told(&Command::Sit { seat: 0, blind_of: None, patron: Patron::default() });
    told(&Command::Sit { seat: 1, blind_of: Some(0), patron: Patron::default() });
    told(&place(0, 0, 10_00));
    told(&place(1, 0, 20_00));
    let said = told(&Command::Leave { seat: 0 });
    let left: Vec<_> = said.iter().filter(|event| matches!(event, Event::SeatLeft { .. })).collect();
    assert_eq!(left, [&Event::SeatLeft { seat: 1 }, &Event::SeatLeft { seat: 0 }]);
    let first_left = said.iter().position(|event| matches!(event, Event::SeatLeft { .. })).unwrap();
    assert_eq!(first_left, 2, "both wagers go back before: {said:?}");
    assert!(said[..2].iter().all(|event| matches!(event, Event::WagerTakenBack { .. })));
}

#[test]
fn a_wager_on_anothers_box_goes_back_or_holds_its_player() {
    let book = rulebook::Rulebook::open("star-sydney-mississippi-stud-4").unwrap();
    let machine = Banked::new(&book, &book.variants[0]);
    let jackpot = machine.jackpot_spot().unwrap();
    let mut table = Table::closed();
    let terms = SignJackpot {
        option: 0,
        seed: 5_000,
        increment: Some(Rate::from_ppm(200_000).unwrap()),
        wager: Money::from_cents(5_00),
        games: 1,
        bonus_royal: None,
        bonus_straight_flush: None,
    };
    let sign = Sign { jackpot: Some(terms), ..Sign::plain(&book) };
    let manager = Actor { who: Who::Staff(RoleId(3)), at: Moment(0) };
    let mut told = |command: &Command| tell(&machine, &mut table, manager, command);
    told(&Command::Open(Box::new(sign))).unwrap();
    for seat in 0..3 {
        told(&Command::Sit { seat, blind_of: None, patron: Patron::default() }).unwrap();
    }
    told(&place(0, 0, 10_00)).unwrap();
    told(&place(2, 0, 10_00)).unwrap();
    told(&place(1, 0, 10_00)).unwrap();
    told(&Command::PlaceForAnother { seat: 0, by: 1 }).unwrap();
    // Between rounds it goes back with the rest.
    let said = told(&Command::Leave { seat: 1 }).unwrap();
    let back = Event::WagerTakenBack { seat: 0, wager: jackpot as u8, amount: Money::from_cents(5_00) };
    assert!(said.contains(&back), "{said:?}");
    assert_eq!(said.last(), Some(&Event::SeatLeft { seat: 1 }));
    // In a round its player stays.
    told(&Command::Sit { seat: 1, blind_of: None, patron: Patron::default() }).unwrap();
    told(&place(1, 0, 10_00)).unwrap();
    told(&Command::PlaceForAnother { seat: 0, by: 1 }).unwrap();
    told(&Command::TakeBack { seat: 1, wager: 0, amount: Money::from_cents(10_00) }).unwrap();
    told(&Command::CallNoMoreBets).unwrap();
    let deck: Vec<_> = cards::Pack::OF_52.cards().iter().map(|card| card.id()).collect();
    told(&Command::Deal(Hidden::boxed(deck.try_into().unwrap()))).unwrap();
    let refused = told(&Command::Leave { seat: 1 }).unwrap_err();
    assert_eq!(refused.reason, Reason::NotNow { what: "the round is not over" });
}
