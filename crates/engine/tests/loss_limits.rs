//! A limit that a patron set with the house is used up round by round, under every book, whether or not the book has
//! limits of its own.

use engine::banked::{Banked, BankedRefusal, Command, Decision, Patron, Phase, Reason, Table};
use engine::{Actor, Hidden, Machine, Sign};
use money::Money;
use rulebook::Medium;

fn tell(machine: &Banked<'_>, table: &mut Table, command: &Command) -> Result<(), BankedRefusal> {
    let mut said = Vec::new();
    machine.decide(table, Actor::DEALER, command, &mut said)?;
    said.iter().for_each(|event| machine.evolve(table, &event.value));
    Ok(())
}

fn ante(cents: i64) -> Command {
    let amount = Money::from_cents(cents);
    Command::Place { seat: 0, wager: 0, amount, medium: Medium::Chips, proxy: false, checked: true }
}

#[test]
fn what_is_lost_counts_where_the_book_has_no_limits_of_its_own() {
    for (id, game) in [
        ("crown-sydney-poker-minors-3.3", "caribbean-stud"),
        ("crown-melbourne-three-card-poker-5.1", "three-card-poker"),
        ("star-sydney-mississippi-stud-4", "mississippi-stud"),
    ] {
        let book = rulebook::Rulebook::open(id).unwrap();
        let machine = Banked::new(&book, book.variant(game).unwrap());
        let mut table = Table::closed();
        let mut told = |command: &Command| tell(&machine, &mut table, command).map(|()| table.phase);
        let patron = Patron { loss: Some((Money::from_cents(50_00), Money::ZERO)), ..Patron::default() };
        told(&Command::Open(Box::new(Sign::plain(&book)))).unwrap();
        told(&Command::Sit { seat: 0, blind_of: None, patron }).unwrap();
        for lost in [0, 20_00, 40_00] {
            let left = Money::from_cents(50_00 - lost);
            let too_much = told(&ante(50_00 - lost + 1_00)).unwrap_err();
            assert!(
                matches!(too_much.reason, Reason::OverLossLimit { left: found } if found == left),
                "{id}: {too_much:?}"
            );
            if lost == 40_00 {
                break;
            }
            told(&ante(20_00)).unwrap();
            let deck = std::array::from_fn(|at| cards::CardId::new(at as u8).unwrap());
            for command in [Command::CallNoMoreBets, Command::Deal(Hidden::boxed(deck))] {
                told(&command).unwrap();
            }
            told(&Command::Decide { seat: 0, decision: Decision::Fold }).unwrap();
            let mut phase = told(&Command::Proceed).unwrap();
            while let Phase::Deciding(_) = phase {
                phase = told(&Command::Proceed).unwrap();
            }
            told(&Command::Settle).unwrap();
        }
    }
}
