//! A live table through orders: cards checked, shuffled, cut and recorded, hands settled one by one, money on the table,
//! counts and the day; and what is recorded face down is in nothing that can be read before it is shown.

mod common;

use common::{BOOKS, Scene, both, dealer, dollars, game, patron};
use engine::Hidden;
use engine::banked::{self, Command as C, Decision, Holder, Phase};
use floor::Account;
use floor::authority::PATRON;
use floor::recall::recall;
use floor::reconcile::reconcile;
use floor::table::{Command, Mode, Tender};
use rulebook::Medium;
use store::Store;

fn card(text: &str) -> cards::CardId {
    text.parse::<cards::Card>().unwrap().id()
}

#[test]
fn a_round_by_hand() {
    let scene = Scene::new(BOOKS[3]);
    let table = scene.open_table(1, Mode::Live);
    let tell = |command| scene.table(&table, dealer(), game(command));
    // One with a file, one without: cash into the drop box, chips brought along.
    scene.seat(&table, 0, PATRON);
    let sit = C::Sit { seat: 1, blind_of: None, patron: banked::Patron::default() };
    tell(sit);
    let buy = |amount, with| Command::BuyIn { seat: 1, amount: dollars(amount), with };
    scene.table(&table, dealer(), buy(300, Tender::Cash));
    scene.table(&table, dealer(), buy(50, Tender::Chips));
    assert_eq!(scene.look(&table, |state| state.rack(1)), dollars(350));
    assert_eq!(scene.look(&table, |state| state.holds(Account::Drop)), dollars(300));
    for seat in [0, 1] {
        let medium = Medium::Chips;
        tell(C::Place { seat, wager: 0, amount: dollars(10), medium, proxy: false, checked: true });
    }
    tell(C::CallNoMoreBets);
    let (unchecked, _) = scene.refused(&table, dealer(), game(C::DealLive));
    assert!(unchecked.contains("check"), "{unchecked}");
    tell(C::CheckCards);
    tell(C::Shuffle);
    if scene.book.table.device(scene.sign().device).is_some_and(|device| device.cut.value) {
        scene.refused(&table, dealer(), game(C::DealLive));
        tell(C::Cut);
    }
    scene.refused(&table, dealer(), Command::Deal { spare: Hidden::new([0; 32]) });
    tell(C::DealLive);
    let hand = |of, text: &str, from| C::RecordCards {
        of,
        cards: Hidden::new(text.split(' ').map(card).collect()),
        from,
    };
    tell(hand(Holder::Seat(0), "As Ks Qs", 0));
    tell(hand(Holder::Seat(0), "Kd", 1));
    // The shoe reads the rest, in the order of the deal.
    let rest = ["2c", "3d", "7h", "4c", "5d", "9h", "6c", "8d", "Jh"];
    for text in rest {
        let unread = |state: &floor::table::State<banked::Table>| {
            state.game.live.iter().flatten().any(|read| read.card.is_none())
        };
        if scene.look(&table, unread) {
            tell(C::RecordNext { card: Hidden::new(card(text)) });
        }
    }
    // Nobody has turned a card: no record, no recall, no output of the program has one.
    let secret = scene.look(&table, |state| format!("{state:?}"));
    let lines = recall(&*scene.store, &scene.vault, &table, 5).unwrap().rounds;
    let shown: String =
        lines.iter().flat_map(|round| &round.lines).map(|line| line.what.clone() + "\n").collect();
    for text in ["As", "Kd", "Qs", "2c", "7h"] {
        assert!(!shown.contains(text), "{text} in {shown}");
    }
    assert!(!secret.contains("CardId"), "{secret}");
    let recorded = |cards: [&str; 3]| {
        let other = Scene::new(BOOKS[3]);
        let table = other.open_table(1, Mode::Live);
        let tell = |command| other.table(&table, dealer(), game(command));
        tell(C::Sit { seat: 1, blind_of: None, patron: banked::Patron::default() });
        let medium = Medium::Chips;
        tell(C::Place { seat: 1, wager: 0, amount: dollars(10), medium, proxy: false, checked: true });
        tell(C::CallNoMoreBets);
        tell(C::CheckCards);
        tell(C::Shuffle);
        other.try_table(&table, dealer(), game(C::Cut));
        tell(C::DealLive);
        let cards = Hidden::new(cards.map(card).to_vec());
        tell(C::RecordCards { of: Holder::Seat(1), cards, from: 0 });
        let open: Vec<_> = other
            .store
            .read(&table, 1, 1_000)
            .unwrap()
            .into_iter()
            .map(|record| (record.open, record.by))
            .collect();
        other.floor.close();
        open
    };
    assert_eq!(
        recorded(["As", "Ks", "Qs"]),
        recorded(["2c", "2d", "7h"]),
        "the open part of the log is the same"
    );

    let bet = Decision::Bet { amount: dollars(10), checked: true, token: false };
    scene.table(&table, patron(PATRON), game(C::Decide { seat: 0, decision: bet }));
    tell(C::Decide { seat: 1, decision: bet });
    if scene.look(&table, |state| state.game.phase) != Phase::Showdown {
        tell(C::Proceed);
    }
    let (wrong, _) = scene.refused(&table, dealer(), game(C::SettleHand { seat: 0 }));
    assert!(!wrong.is_empty());
    tell(C::SettleHand { seat: 1 });
    scene.refused(&table, dealer(), game(hand(Holder::Seat(1), "Ac Ad Ah", 0)));
    tell(C::Settle);
    scene.quiet();
    assert_eq!(scene.look(&table, |state| state.holds(Account::Layout)), dollars(0));
    let lines = recall(&*scene.store, &scene.vault, &table, 5).unwrap().rounds;
    assert!(lines.iter().any(|round| round.complete));

    // The day: chips carried away, the box and the float counted, and differences found.
    scene.table(&table, both(), Command::Fill { amount: dollars(500) });
    let held = scene.look(&table, |state| state.holds(Account::Float));
    scene.refused(&table, both(), Command::CloseDay { day: 20_261_115 });
    scene.table(&table, both(), Command::CountDrop { amount: dollars(290) });
    scene.table(&table, both(), Command::CountFloat { amount: held + dollars(5) });
    scene.table(&table, both(), Command::CloseDay { day: 20_261_115 });
    let found = reconcile(&*scene.store, &scene.vault, Some(20_261_115)).unwrap();
    assert_eq!(found.tables[0].drop_difference(), Some(dollars(-10)));
    assert_eq!(found.tables[0].float_difference(), Some(dollars(5)));
    assert_eq!(found.tables[0].float, found.tables[0].expected);
    assert!(found.total().is_zero() && !found.agrees());
    scene.floor.close();
}
