//! Who gets which card of the deck: every game, both devices, every number of boxes, against the positions that the
//! books' own words give.

use cards::CardId;
use engine::banked::{Banked, Command, Event, Hand, Patron, Phase, Table};
use engine::{Actor, Machine, Sign, SignJackpot, Who};
use money::Money;
use rulebook::{Act, Device, Medium, Place, Rulebook, Ruled};

/// A round in which boxes 0, 2, 4 … were dealt to, played to the end with every hand live.
struct Dealt {
    hands: Vec<Vec<usize>>,
    dealer: Vec<usize>,
    board: Vec<usize>,
    jackpot: Vec<usize>,
}

fn deal(book: &Rulebook, game: &str, device: Device, boxes: usize, jackpot: bool, burn: bool) -> Dealt {
    let game = book.variant(game).unwrap();
    let machine = Banked::new(book, game);
    let mut table = Table::closed();
    let tell = |table: &mut Table, actor: Actor, command: &Command| {
        let mut said: Vec<Ruled<Event>> = Vec::new();
        machine
            .decide(table, actor, command, &mut said)
            .unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}"));
        said.iter().for_each(|event| machine.evolve(table, &event.value));
    };
    let dealer = Actor::DEALER;
    let mut sign = Sign { device, ..Sign::plain(book) };
    sign.multiples = [vec![3], vec![2], vec![1]];
    if jackpot {
        let (option, seed) =
            if book.jackpots.seed.is_empty() { (0, 0) } else { (1, book.jackpots.seed[0].for_one) };
        sign.jackpot = Some(SignJackpot {
            option,
            seed,
            increment: None,
            wager: Money::from_cents(5_00),
            games: 1,
            bonus_royal: None,
            bonus_straight_flush: None,
        });
    }
    tell(&mut table, dealer, &Command::Open(Box::new(sign)));
    if burn {
        let by = book.ladder.least(Act::OrderBurn).unwrap().value;
        tell(&mut table, Actor { who: Who::Staff(by), ..dealer }, &Command::OrderBurn);
    }
    for seat in 0..boxes {
        tell(&mut table, dealer, &Command::Sit { seat, blind_of: None, patron: Patron::default() });
        for (wager, rules) in game.wager.iter().enumerate() {
            if rules.place == Place::First {
                let (amount, medium) = (Money::from_cents(10_00), Medium::Chips);
                tell(
                    &mut table,
                    dealer,
                    &Command::Place { seat, wager, amount, medium, proxy: false, checked: true },
                );
            }
        }
    }
    if table.phase == Phase::Betting {
        tell(&mut table, dealer, &Command::CallNoMoreBets);
    }
    let deck: [CardId; 52] = std::array::from_fn(|at| CardId::new(at as u8).unwrap());
    tell(&mut table, dealer, &Command::Deal(engine::Hidden::boxed(deck)));
    while let Phase::Deciding(_) = table.phase {
        for seat in 0..boxes {
            if table.seats[seat].hand == Hand::Live && !table.seats[seat].decided {
                let offers = machine.offers(&table, Actor { who: Who::Seat(seat), ..dealer });
                let bet = offers.iter().find_map(|offer| match offer {
                    engine::banked::Offer::Bet { from, .. } => Some(*from),
                    _ => None,
                });
                let decision =
                    engine::banked::Decision::Bet { amount: bet.unwrap(), checked: true, token: false };
                tell(&mut table, dealer, &Command::Decide { seat, decision });
            }
        }
        tell(&mut table, dealer, &Command::Proceed);
    }
    let numbers = |cards: &[CardId]| cards.iter().map(|card| card.number()).collect::<Vec<_>>();
    let held = game.hand_cards.value;
    Dealt {
        hands: (0..boxes).map(|seat| numbers(&table.seats[seat].cards[..held])).collect(),
        dealer: numbers(&table.dealer[..game.dealer_cards]),
        board: numbers(&table.board[..game.board_cards]),
        jackpot: numbers(&table.jackpot_cards[..usize::from(table.jackpot_held)]),
    }
}

/// One card a box in each of so many passes, the dealer last in each where there is one.
fn passes(boxes: usize, cards: usize, dealer: bool, from: usize, at: usize) -> Vec<usize> {
    let round = boxes + usize::from(dealer);
    (0..cards).map(|pass| from + pass * round + at).collect()
}

/// Sets of so many cards, one after the other.
fn sets(cards: usize, from: usize, at: usize) -> Vec<usize> {
    (0..cards).map(|card| from + at * cards + card).collect()
}

#[test]
fn caribbean_stud() {
    let book = Rulebook::open("crown-sydney-poker-minors-3.3").unwrap();
    for n in 1..=7 {
        let shoe = deal(&book, "caribbean-stud", Device::Shoe, n, false, false);
        let shuffler = deal(&book, "caribbean-stud", Device::Shuffler, n, false, false);
        for i in 0..n {
            assert_eq!(shoe.hands[i], passes(n, 5, true, 0, i), "8.5.3(a)");
            assert_eq!(shuffler.hands[i], sets(5, 0, i), "8.5.4(a)");
        }
        assert_eq!(shoe.dealer, passes(n, 5, true, 0, n), "8.5.3(b)");
        assert_eq!(shuffler.dealer, sets(5, 0, n), "8.5.4(b)");
    }
}

#[test]
fn mississippi_stud_of_three_books() {
    for (id, most) in [
        ("crown-sydney-poker-minors-3.3", 7),
        ("star-sydney-mississippi-stud-4", 10),
        ("crown-melbourne-mississippi-stud-3.0", 9),
    ] {
        let book = Rulebook::open(id).unwrap();
        for n in 1..=most {
            let shoe = deal(&book, "mississippi-stud", Device::Shoe, n, true, false);
            let shuffler = deal(&book, "mississippi-stud", Device::Shuffler, n, true, false);
            for i in 0..n {
                assert_eq!(shoe.hands[i], passes(n, 2, false, 0, i), "{id}");
                assert_eq!(shuffler.hands[i], sets(2, 3, i), "{id}");
            }
            assert_eq!(shoe.board, [2 * n, 2 * n + 1, 2 * n + 2], "{id}");
            assert_eq!(shuffler.board, [0, 1, 2], "{id}");
        }
    }
}

#[test]
fn a_burnt_card_moves_what_comes_after_it() {
    let book = Rulebook::open("crown-melbourne-mississippi-stud-3.0").unwrap();
    for n in 1..=9 {
        let shoe = deal(&book, "mississippi-stud", Device::Shoe, n, false, true);
        let shuffler = deal(&book, "mississippi-stud", Device::Shuffler, n, false, true);
        for i in 0..n {
            assert_eq!(shoe.hands[i], passes(n, 2, false, 0, i));
            assert_eq!(shuffler.hands[i], sets(2, 4, i));
        }
        assert_eq!(shoe.board, [2 * n + 1, 2 * n + 2, 2 * n + 3], "7.3.1(a)");
        assert_eq!(shuffler.board, [1, 2, 3], "7.3.1(a)");
    }
}

#[test]
fn ultimate_texas_holdem() {
    let book = Rulebook::open("crown-sydney-poker-minors-3.3").unwrap();
    for n in 1..=7 {
        let shoe = deal(&book, "ultimate-texas-holdem", Device::Shoe, n, false, false);
        let shuffler = deal(&book, "ultimate-texas-holdem", Device::Shuffler, n, false, false);
        for i in 0..n {
            assert_eq!(shoe.hands[i], passes(n, 2, true, 0, i), "10.5.3(b)");
            assert_eq!(shuffler.hands[i], sets(2, 7, i), "10.5.3(a)(iii)");
        }
        assert_eq!(shoe.dealer, passes(n, 2, true, 0, n), "10.5.3(b)");
        assert_eq!(shuffler.dealer, [5, 6], "10.5.3(a)(ii)");
        let after = 2 * (n + 1);
        assert_eq!(shoe.board, [after, after + 1, after + 2, after + 3, after + 4], "10.5.5, 10.5.7");
        assert_eq!(shuffler.board, [0, 1, 2, 3, 4], "10.5.3(a)(i)");
    }
}

#[test]
fn three_card_poker() {
    let book = Rulebook::open("crown-melbourne-three-card-poker-5.1").unwrap();
    for n in 1..=9 {
        let shoe = deal(&book, "three-card-poker", Device::Shoe, n, true, false);
        let shuffler = deal(&book, "three-card-poker", Device::Shuffler, n, true, false);
        for i in 0..n {
            assert_eq!(shoe.hands[i], passes(n, 3, true, 0, i), "9.3.1");
            assert_eq!(shuffler.hands[i], sets(3, 0, i), "9.4.1");
        }
        assert_eq!(shoe.dealer, passes(n, 3, true, 0, n), "9.3.2");
        assert_eq!(shuffler.dealer, sets(3, 0, n), "9.4.2");
        let after = 3 * (n + 1);
        assert_eq!(shoe.jackpot, [after, after + 1], "9.3.4");
        assert_eq!(shuffler.jackpot, [after, after + 1], "9.4.3");
        let without = deal(&book, "three-card-poker", Device::Shoe, n, false, false);
        assert_eq!(without.jackpot, [], "no jackpot, no Jackpot Cards");
    }
}

/// Two rounds that differ only in cards nobody has seen look the same in a log.
#[test]
fn what_is_hidden_is_not_formatted() {
    let book = Rulebook::open("crown-melbourne-three-card-poker-5.1").unwrap();
    let machine = Banked::new(&book, book.variant("three-card-poker").unwrap());
    let logged = |from: usize| {
        let mut table = Table::closed();
        let mut log = String::new();
        let mut tell = |command: Command| {
            let mut said: Vec<Ruled<Event>> = Vec::new();
            machine.decide(&table, Actor::DEALER, &command, &mut said).unwrap();
            said.iter().for_each(|event| machine.evolve(&mut table, &event.value));
            log += &format!("{command:?}\n{said:?}\n{table:?}\n");
        };
        tell(Command::Open(Box::new(Sign::plain(&book))));
        tell(Command::Sit { seat: 0, blind_of: None, patron: Patron::default() });
        let (amount, medium) = (Money::from_cents(10_00), Medium::Chips);
        tell(Command::Place { seat: 0, wager: 0, amount, medium, proxy: false, checked: true });
        tell(Command::CallNoMoreBets);
        let deck = std::array::from_fn(|at| CardId::new(((at + from) % 52) as u8).unwrap());
        tell(Command::Deal(engine::Hidden::boxed(deck)));
        log
    };
    assert_eq!(logged(0), logged(7));
    assert!(logged(0).contains("hidden"));
}
