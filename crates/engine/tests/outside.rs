//! People outside the ladder: what a clause gives to an inspector too, and nothing else.

use engine::banked::{Banked, Command, Patron, Reason, Table};
use engine::{Actor, Machine, Moment, Sign, Who};
use money::Money;
use rulebook::{Medium, Rulebook};

fn inspector(book: &Rulebook) -> Actor {
    let place = book.ladder.outside("inspector").expect("every book knows an inspector");
    Actor { who: Who::Outside(place), at: Moment(0) }
}

fn tell(machine: &Banked<'_>, table: &mut Table, actor: Actor, command: &Command) -> Result<String, Reason> {
    let mut said = Vec::new();
    machine.decide(table, actor, command, &mut said).map_err(|refusal| refusal.reason)?;
    said.iter().for_each(|event| machine.evolve(table, &event.value));
    Ok(machine.book().label(said[0].cite).to_string())
}

#[test]
fn an_inspector_orders_a_count_where_the_book_says_so() {
    let count = Command::OrderCount { cards: 52 };
    for (id, may) in [
        ("star-sydney-mississippi-stud-4", true),
        ("crown-sydney-poker-minors-3.3", false),
        ("crown-melbourne-mississippi-stud-3.0", false),
        ("crown-melbourne-three-card-poker-5.1", false),
    ] {
        let book = Rulebook::open(id).expect("a book");
        let machine = Banked::new(&book, &book.variants[0]);
        let mut table = Table::closed();
        let sign = Box::new(Sign::plain(&book));
        tell(&machine, &mut table, Actor::DEALER, &Command::Open(sign)).expect("opened");
        let told = tell(&machine, &mut table, inspector(&book), &count);
        if may {
            assert_eq!(told, Ok("3.8".to_string()))
        } else {
            assert!(matches!(told, Err(Reason::RoleTooLow { .. })), "{id}: {told:?}")
        }
        // Surveillance, the regulator and others have no such power anywhere.
        for place in
            (0..book.ladder.outside.len() as u8).filter(|place| Who::Outside(*place) != inspector(&book).who)
        {
            let actor = Actor { who: Who::Outside(place), at: Moment(0) };
            assert!(matches!(tell(&machine, &mut table, actor, &count), Err(Reason::RoleTooLow { .. })));
        }
    }
}

#[test]
fn nobody_from_outside_sits_stakes_or_deals() {
    let book = Rulebook::open("star-sydney-mississippi-stud-4").expect("a book");
    let machine = Banked::new(&book, &book.variants[0]);
    let mut table = Table::closed();
    let sign = Box::new(Sign::plain(&book));
    let outside = inspector(&book);
    assert_eq!(tell(&machine, &mut table, outside, &Command::Open(sign.clone())), Err(Reason::NotYours));
    tell(&machine, &mut table, Actor::DEALER, &Command::Open(sign)).expect("opened");
    let sit = Command::Sit { seat: 0, blind_of: None, patron: Patron::default() };
    assert_eq!(tell(&machine, &mut table, outside, &sit), Err(Reason::NotYours));
    tell(&machine, &mut table, Actor::DEALER, &sit).expect("seated");
    let (amount, medium) = (Money::from_cents(2500), Medium::Chips);
    let place = Command::Place { seat: 0, wager: 0, amount, medium, proxy: false, checked: true };
    assert_eq!(tell(&machine, &mut table, outside, &place), Err(Reason::NotYours));
    assert_eq!(tell(&machine, &mut table, outside, &Command::CallNoMoreBets), Err(Reason::NotYours));
    assert_eq!(tell(&machine, &mut table, outside, &Command::Settle), Err(Reason::NotYours));
    let offers = machine.offers(&table, outside);
    assert!(offers.is_empty(), "{offers:?}");
}
