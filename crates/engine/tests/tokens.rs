//! What a promotional token leaves behind when it is taken up again: nothing. The next wager on the spot is of chips.

use engine::banked::{Banked, Command, Event, FoundWhen, Patron, Table};
use engine::{Actor, Limits, Machine, Sign, Who};
use money::Money;
use rulebook::{Medium, RoleId, Rulebook};

fn place(medium: Medium) -> Command {
    let amount = Money::from_cents(10_00);
    Command::Place { seat: 0, wager: 0, amount, medium, proxy: false, checked: true }
}

fn told(machine: &Banked<'_>, table: &mut Table, book: &Rulebook, commands: &[Command]) {
    let who = Who::Staff(book.ladder.highest());
    for command in commands {
        let mut said = Vec::new();
        let actor = Actor { who, ..Actor::DEALER };
        machine
            .decide(table, actor, command, &mut said)
            .unwrap_or_else(|no| panic!("{command:?}: {}", no.reason));
        said.iter().for_each(|event| machine.evolve(table, &event.value));
    }
}

#[test]
fn a_spot_forgets_a_token_that_was_taken_back() {
    let mut tried = 0;
    for book in [
        "crown-sydney-poker-minors-3.3",
        "star-sydney-mississippi-stud-4",
        "crown-melbourne-mississippi-stud-3.0",
        "crown-melbourne-three-card-poker-5.1",
    ] {
        let book = Rulebook::open(book).unwrap();
        for game in &book.variants {
            let machine = Banked::new(&book, game);
            let mut sign = Sign::plain(&book);
            for (name, columns) in game.chosen_tables() {
                sign.paytables.push((name.to_string(), columns[0].to_string()));
            }
            if game
                .step
                .iter()
                .any(|step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some()))
            {
                sign.multiples = [vec![3, 4], vec![2], vec![1]];
            }
            let mut limits = Limits::default();
            limits.min[0] = Some(Money::from_cents(10_00));
            sign.limits = limits;
            let sit = Command::Sit { seat: 0, blind_of: None, patron: Patron::default() };
            let mut opened = Table::closed();
            told(&machine, &mut opened, &book, &[Command::Open(Box::new(sign)), sit]);
            let taken_up = [
                Command::TakeBack { seat: 0, wager: 0, amount: Money::from_cents(10_00) },
                Command::RefuseWager { seat: 0, wager: 0 },
                Command::RecordInvalidCard { seat: 0, found: FoundWhen::Before },
            ];
            for how in taken_up {
                let mut table = opened.clone();
                let dealer = Actor { who: Who::Staff(RoleId(0)), ..Actor::DEALER };
                if machine.decide(&table, dealer, &place(Medium::Token), &mut Vec::new()).is_err() {
                    continue;
                }
                told(&machine, &mut table, &book, &[place(Medium::Token)]);
                assert_eq!(table.seats[0].tokens, 1);
                let mut said = Vec::new();
                let top = Actor { who: Who::Staff(book.ladder.highest()), ..Actor::DEALER };
                if machine.decide(&table, top, &how, &mut said).is_err() {
                    continue;
                }
                said.iter().for_each(|event| machine.evolve(&mut table, &event.value));
                assert!(said.iter().any(|event| !matches!(event.value, Event::FactShown)));
                assert_eq!((table.seats[0].stakes[0], table.seats[0].tokens), (Money::ZERO, 0), "{how:?}");
                tried += 1;
            }
        }
    }
    assert!(tried >= 6, "{tried}");
}
