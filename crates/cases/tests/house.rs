//! A table and its meter over several rounds: what is carried, what is recorded, what is left.

use cards::{Card, CardId, parse_cards};
use cases::{TableAndMeter, dollars};
use engine::banked::{Command, Decision, Event, Hand, IrregularityReport, Patron, Phase, Settled};
use engine::{Actor, Sign, SignJackpot};
use money::Money;
use rulebook::{Act, IrregularityKind, Medium, Rulebook};

const ANTE: usize = 0;
const JACKPOT: usize = 1;

fn house(book: &Rulebook) -> TableAndMeter<'_> {
    let game = book.variant("mississippi-stud").unwrap();
    let mut house = TableAndMeter::new(book, game);
    let terms = SignJackpot {
        option: 1,
        seed: 20_000,
        increment: None,
        wager: Money::from_cents(5_00),
        games: 1,
        bonus_royal: None,
        bonus_straight_flush: None,
    };
    let sign = Sign { jackpot: Some(terms.clone()), ..Sign::plain(book) };
    house.tell(Actor::DEALER, &Command::Open(Box::new(sign))).unwrap();
    house.open_meter(&terms, "123456.78".parse().unwrap()).unwrap();
    house
}

fn place(house: &mut TableAndMeter<'_>, seat: usize, wager: usize) {
    let amount = Money::from_cents(if wager == JACKPOT { 5_00 } else { 10_00 });
    let medium = Medium::Chips;
    let command = Command::Place { seat, wager, amount, medium, proxy: false, checked: true };
    house.tell(Actor::DEALER, &command).unwrap();
}

/// Deals these cards from the top: one to each hand, another to each, then the board.
fn deal(house: &mut TableAndMeter<'_>, top: &str) {
    let named = parse_cards(top).unwrap();
    let others = cards::Pack::OF_52.cards().iter().filter(|card| !named.contains(card));
    let all: Vec<CardId> = named.iter().copied().chain(others).map(Card::id).collect();
    house.tell(Actor::DEALER, &Command::CallNoMoreBets).unwrap();
    house.tell(Actor::DEALER, &Command::Deal(engine::Hidden::boxed(all.try_into().unwrap()))).unwrap();
}

/// Every live hand stakes one Ante on every street, and the wagers are settled.
fn play_out(house: &mut TableAndMeter<'_>) {
    while let Phase::Deciding(_) = house.table.phase {
        for seat in 0..house.table.boxes().len() {
            if house.table.seats[seat].hand == Hand::Live && !house.table.seats[seat].decided {
                let decision =
                    Decision::Bet { amount: Money::from_cents(10_00), checked: true, token: false };
                house.tell(Actor::DEALER, &Command::Decide { seat, decision }).unwrap();
            }
        }
        house.tell(Actor::DEALER, &Command::Proceed).unwrap();
    }
    house.tell(Actor::DEALER, &Command::Settle).unwrap();
    assert_eq!(house.fault, None, "table and meter agree");
}

fn jackpot_paid(house: &TableAndMeter<'_>, seat: u8) -> Option<Money> {
    house.said.iter().rev().find_map(|event| match event.value {
        Event::WagerSettled { seat: at, wager: 1, result: Settled::Win, paid, .. } if at == seat => {
            Some(paid)
        }
        _ => None,
    })
}

/// 13.2.2(a), 13.9: the wager of a void hand plays on in the next round, also when the meter was won in between.
#[test]
fn a_carried_wager_wins_in_the_next_round() {
    let book = Rulebook::open("crown-sydney-poker-minors-3.3").unwrap();
    let mut house = house(&book);
    for seat in [0, 1] {
        house.tell(Actor::DEALER, &Command::Sit { seat, blind_of: None, patron: Patron::default() }).unwrap();
        place(&mut house, seat, ANTE);
        place(&mut house, seat, JACKPOT);
    }
    // Seat 2 will have the royal; seat 1 has a wrong number of cards, found after a look.
    deal(&mut house, "2c Ah 3c Kh Qh Jh Th");
    let report = IrregularityReport {
        seats: 1,
        looked: true,
        ..IrregularityReport::new(IrregularityKind::WrongCards)
    };
    let ruler = house.least(Act::OrderCardCount);
    house.tell(ruler, &Command::Rule(Box::new(report))).unwrap();
    assert_eq!(house.state.meters[0].tables[0].registered, 2);
    play_out(&mut house);
    // 123,456.78 + 2 x 2.861, up to the next dollar.
    assert_eq!(jackpot_paid(&house, 1).unwrap().to_string(), "123463.00");
    assert_eq!(house.table.phase, Phase::Betting);
    assert_eq!(house.state.meters[0].tables[0].registered, 1, "the carried wager stays on the meter's books");
    assert_eq!(dollars(house.state.meters[0].value), "100000.00");
    // The next round: seat 1 plays on without paying again, and makes a royal.
    place(&mut house, 0, ANTE);
    deal(&mut house, "As Ks Qs Js Ts");
    play_out(&mut house);
    assert_eq!(jackpot_paid(&house, 0).unwrap().to_string(), "100000.00");
    assert_eq!(house.table.phase, Phase::Betting);
    assert_eq!(house.state.meters[0].tables[0].registered, 0);
}

/// 12.3.1: the outcome of every round is recorded, so that nothing is left registered, and the meter only grows.
#[test]
fn rounds_without_a_winner_leave_nothing_registered() {
    let book = Rulebook::open("crown-sydney-poker-minors-3.3").unwrap();
    let mut house = house(&book);
    house.tell(Actor::DEALER, &Command::Sit { seat: 0, blind_of: None, patron: Patron::default() }).unwrap();
    for round in 1..=5 {
        place(&mut house, 0, ANTE);
        place(&mut house, 0, JACKPOT);
        deal(&mut house, "2c 4d 7h 9s Jc");
        assert_eq!(house.state.meters[0].tables[0].registered, 1);
        play_out(&mut house);
        assert_eq!(house.state.meters[0].tables[0].registered, 0);
        let grown = house.state.meters[0].value.micro_cents() - 12_345_678_000_000;
        assert_eq!(grown, round * 286_100_000, "2.861 a wager");
    }
}

/// 13.9.1: after a misdeal the wager of a player who leaves goes back and comes off the meter; the others stay.
#[test]
fn a_leaver_after_a_misdeal_takes_the_share_off_the_meter() {
    let book = Rulebook::open("crown-sydney-poker-minors-3.3").unwrap();
    let mut house = house(&book);
    for seat in 0..3 {
        house.tell(Actor::DEALER, &Command::Sit { seat, blind_of: None, patron: Patron::default() }).unwrap();
        place(&mut house, seat, ANTE);
        place(&mut house, seat, JACKPOT);
    }
    deal(&mut house, "");
    let before = house.state.meters[0].value;
    let ruler = house.least(Act::OrderCardCount);
    house
        .tell(ruler, &Command::Rule(Box::new(IrregularityReport::new(IrregularityKind::CardExposed))))
        .unwrap();
    assert_eq!(house.state.meters[0].value, before, "carried wagers stay on the meter");
    house.tell(Actor::DEALER, &Command::Leave { seat: 1 }).unwrap();
    let off = before.micro_cents() - house.state.meters[0].value.micro_cents();
    assert_eq!(off, 286_100_000);
    assert_eq!(house.state.meters[0].tables[0].registered, 2);
    // The two play on; nothing is put on the meter a second time.
    place(&mut house, 0, ANTE);
    place(&mut house, 2, ANTE);
    let value = house.state.meters[0].value;
    deal(&mut house, "2c 5d 4d 8s 7h 9s Jc");
    assert_eq!(house.state.meters[0].value, value);
    play_out(&mut house);
    assert_eq!(house.state.meters[0].tables[0].registered, 0);
}
