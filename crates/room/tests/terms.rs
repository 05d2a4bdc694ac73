//! Terms on which no hand can be played are refused when it begins, with the clause; so are players without chips. What
//! the numbers of a hand cannot hold is neither lost nor made.

use cards::{CardSet, Deck};
use engine::{Actor, Machine, Moment, Who};
use room::sim::{self, CheckCall, Counter};
use room::{
    Act, ChipAmount, Command, Commission, Due, Hand, HandRules, MOST_CHIPS, Offer, Seats, Structure, Stub,
    TermName, Terms, UnfitTerms,
};
use rulebook::RoleId;
use rulebook::room::{RoomBook, RoomGame};

fn book() -> RoomBook {
    RoomBook::open("crown-melbourne-poker-13.0").expect("the book loads")
}

fn standard() -> RoomBook {
    RoomBook::open("poker-hand-history").expect("the book loads")
}

/// A hand in the order of the deck.
fn hand(game: &RoomGame, stacks: &[ChipAmount]) -> Hand {
    Hand::new(stacks, Stub::of_deck(&Deck::in_order(game.deck.value.0)))
}

/// Why a hand does not begin, with the clause; nothing is offered then, and nothing has happened.
fn refused(book: &RoomBook, game: &str, terms: Terms, stacks: &[ChipAmount]) -> Option<String> {
    let game = book.game(game, 0).expect("a game of the book");
    let room = HandRules::new(book, game, terms);
    let before = hand(game, stacks);
    let (mut after, mut said) = (before, Vec::new());
    let told = room.tell(&mut after, &Command::Post, &mut said);
    let dealer = Actor { who: Who::Staff(RoleId(0)), at: Moment(0) };
    assert_eq!(room.offers(&before, dealer).contains(&Offer::Post), told.is_ok());
    let refusal = told.err()?;
    assert!(after == before && said.is_empty());
    Some(format!("{} [{}]", refusal.reason, book.label(refusal.cite)))
}

fn with(change: impl FnOnce(&mut Terms)) -> Terms {
    let mut terms = Terms::blinds(5, 10);
    change(&mut terms);
    terms
}

fn stud(bring_in: ChipAmount) -> Terms {
    let mut terms = Terms::plain(Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
    terms.antes[..2].fill(1);
    terms.bring_in = bring_in;
    terms
}

fn chinese(change: impl FnOnce(&mut Terms)) -> Terms {
    let mut terms = Terms::plain(Structure::NoLimit { least: 0 });
    terms.unit = 10;
    change(&mut terms);
    terms
}

#[test]
fn amounts_that_no_table_has_are_refused() {
    let book = book();
    let no = |game: &str, terms: Terms| refused(&book, game, terms, &[100; 3]).expect("refused");
    let structure = |structure: Structure| no("holdem", with(|terms| terms.structure = structure));
    let limits = "[1.1/'Limits']";
    assert_eq!(no("seven-card-stud", stud(-5)), format!("the bring-in cannot be -5 {limits}"));
    assert_eq!(no("seven-card-stud", stud(0)), format!("the bring-in cannot be 0 {limits}"));
    let fixed = |small, big| Structure::Fixed { small, big, small_rounds: 2 };
    assert_eq!(structure(fixed(-10, -20)), format!("the small bet cannot be -10 {limits}"));
    assert_eq!(structure(fixed(20, 10)), format!("a minimum of 20 is above its maximum of 10 {limits}"));
    let spread = |least, most| Structure::Spread { least, most };
    assert_eq!(structure(spread(50, 10)), format!("a minimum of 50 is above its maximum of 10 {limits}"));
    assert_eq!(
        structure(spread(10, ChipAmount::MAX)),
        format!("the most to wager cannot be 9223372036854775807 {limits}")
    );
    assert_eq!(structure(Structure::NoLimit { least: 0 }), format!("the least wager cannot be 0 {limits}"));
    let huge = Structure::Pot { least: MOST_CHIPS + 1 };
    assert_eq!(structure(huge), format!("the least wager cannot be 72057594037927937 {limits}"));
    assert_eq!(no("holdem", with(|terms| terms.chip = 0)), format!("the lowest chip cannot be 0 {limits}"));
    assert_eq!(no("holdem", with(|terms| terms.antes[1] = -1)), format!("the ante cannot be -1 {limits}"));
    assert_eq!(
        no("holdem", with(|terms| terms.chip = 2)),
        "the blind of 5 is not a multiple of the lowest chip, 2 [6.2]"
    );
    assert_eq!(
        no("chinese-poker", chinese(|terms| terms.unit = -10)),
        "the unit cannot be -10 [1.1/'Limits']"
    );
}

#[test]
fn a_commission_is_one_that_the_book_knows() {
    let book = book();
    let of = |commission| refused(&book, "holdem", with(|terms| terms.commission = commission), &[100; 3]);
    let percentage = |ppm, cap| of(Commission::Percentage { ppm, cap });
    assert_eq!(percentage(2_000_000, 10).unwrap(), "a commission of 200% is none that may be taken [7.2.1]");
    assert_eq!(percentage(500_000, 10).unwrap(), "a commission of 50% is none that may be taken [7.2.1]");
    assert_eq!(percentage(19_999, 10).unwrap(), "a commission of 1.9999% is none that may be taken [7.2.1]");
    assert_eq!((percentage(20_000, 10), percentage(100_000, ChipAmount::MAX)), (None, None));
    assert!(percentage(100_001, 10).is_some());
    assert_eq!(percentage(50_000, 0).unwrap(), "the cap of the commission cannot be 0 [7.7]");
    assert_eq!(of(Commission::PerPerson(-5)).unwrap(), "the fee cannot be -5 [7.2.4(a)]");
    assert_eq!(of(Commission::PerHand(-5)).unwrap(), "the fee cannot be -5 [7.2.3(b)]");
    assert_eq!((of(Commission::PerHand(0)), of(Commission::PerPerson(5))), (None, None));
    // Chinese Poker has no pot, so nothing can be taken from one.
    let of = |commission| {
        refused(&book, "chinese-poker", chinese(|terms| terms.commission = commission), &[100; 3])
    };
    let no_pot = "there is no pot to take a commission from [7.2]";
    assert_eq!(of(Commission::Percentage { ppm: 50_000, cap: 10 }).unwrap(), no_pot);
    assert_eq!(of(Commission::PerHand(4)).unwrap(), no_pot);
    assert_eq!(of(Commission::PerPerson(1)), None);
    // The standard says nothing of rates, but nobody takes more than there is.
    let book = standard();
    let of = |ppm| {
        let commission = Commission::Percentage { ppm, cap: 10 };
        refused(&book, "holdem", with(|terms| terms.commission = commission), &[100; 3])
    };
    assert!(of(500_000).is_none() && of(1_000_001).is_some());
}

#[test]
fn a_game_has_its_own_posts() {
    let book = book();
    let no = |game: &str, terms: Terms| refused(&book, game, terms, &[100; 3]).expect("refused");
    assert!(no("holdem", with(|terms| terms.bring_in = 5)).starts_with("the game has no bring-in ["));
    assert!(no("holdem", with(|terms| terms.unit = 5)).starts_with("the game has no unit ["));
    assert!(no("seven-card-stud", with(|_| {})).starts_with("the game has no blind ["));
    assert!(no("chinese-poker", chinese(|terms| terms.antes[0] = 5)).starts_with("the game has no ante ["));
    let game = book.game("holdem", 52).unwrap();
    let unfit = with(|terms| terms.unit = 5).check(game).unwrap_err().reason;
    assert_eq!(unfit, UnfitTerms::OtherPosts(TermName::Unit));
}

#[test]
fn nobody_is_dealt_in_without_chips() {
    let book = book();
    let no = |stacks: &[ChipAmount]| refused(&book, "holdem", Terms::blinds(5, 10), stacks);
    assert_eq!(no(&[100, 100, 0]).unwrap(), "p3 has no chips to play with [1.1/'Table stakes']");
    assert_eq!(no(&[0, 0]).unwrap(), "p1 has no chips to play with [1.1/'Table stakes']");
    assert_eq!(no(&[100, -1]).unwrap(), "an amount is negative or too large [1.1/'Table stakes']");
    assert_eq!(no(&[1, 1]), None);
    // The fee is paid first, and something is left to play with.
    let fee = with(|terms| terms.commission = Commission::PerPerson(5));
    let no = |stacks: &[ChipAmount]| refused(&book, "holdem", fee, stacks);
    assert_eq!(no(&[5, 100, 100]).unwrap(), "p1 has no chips to play with [1.1/'Table stakes']");
    assert_eq!(no(&[6, 100, 100]), None);
}

#[test]
fn raises_beyond_counting_are_still_raises() {
    let book = book();
    let game = book.game("holdem", 52).unwrap();
    let mut terms = Terms::plain(Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
    terms.blinds[..2].copy_from_slice(&[5, 10]);
    let room = HandRules::new(&book, game, terms);
    let (mut hand, mut said) = (hand(game, &[100_000; 2]), Vec::new());
    room.tell(&mut hand, &Command::Post, &mut said).unwrap();
    room.tell(&mut hand, &Command::Deal, &mut said).unwrap();
    let heads_up = book.law.cite(rulebook::room::Point::HeadToHead);
    for raise in 1..=600 {
        let Due::Act(seat) = hand.due() else { panic!("somebody acts") };
        said.clear();
        let act = Act::Raise(10 + 10 * raise);
        room.tell(&mut hand, &Command::Act { seat, act }, &mut said).unwrap();
        // From the fourth on it is the betting head to head that allows it (6.9).
        assert_eq!(said[0].cite == heads_up, raise > 3, "raise {raise}");
    }
}

#[test]
fn a_stub_that_is_short_is_found_before_a_card_is_dealt() {
    let book = book();
    let game = book.game("draw-kitty", 52).unwrap();
    let room = HandRules::new(&book, game, Terms::blinds(5, 10));
    // Ten cards for two players, and three of the Kitty's five.
    let deck = Deck::in_order(game.deck.value.0);
    let mut hand = Hand::new(&[100; 2], Stub::of(deck.stub().iter().copied().take(13)));
    let mut said = Vec::new();
    room.tell(&mut hand, &Command::Post, &mut said).unwrap();
    room.tell(&mut hand, &Command::Deal, &mut said).unwrap();
    assert_eq!(hand.due(), Due::Kitty);
    said.clear();
    let before = hand;
    assert!(room.tell(&mut hand, &Command::Deal, &mut said).is_err());
    assert!(hand == before && said.is_empty());
}

#[test]
fn a_pot_is_never_nobodys() {
    let book = book();
    let game = book.game("holdem", 20).unwrap();
    let room = HandRules::new(&book, game, Terms::blinds(5, 10));
    // Cards that the deck of twenty does not have: whatever they are, no chip is lost.
    let cards: CardSet = "2c3c4d5d2h3h4h6h7c8d9s9h".parse().unwrap();
    let mut hand = Hand::new(&[100; 2], Stub::of(cards.iter()));
    let mut shuffler = cards::Shuffler::new(&cards::ShuffleKey::from_seed(1));
    let told = sim::play(&room, &mut hand, &mut CheckCall, &mut shuffler, &mut Counter::default());
    let refusal = told.expect_err("the deck has no such cards");
    assert_eq!(book.label(refusal.cite), book.label(game.deck.cite));
    assert_eq!(hand.stacks().iter().sum::<ChipAmount>() + hand.pot(), 200);
}

#[test]
fn a_position_that_is_not_in_the_hand_has_nothing() {
    let book = book();
    let game = book.game("holdem", 52).unwrap();
    let room = HandRules::new(&book, game, Terms::blinds(5, 10));
    let (mut hand, mut said) = (hand(game, &[100; 3]), Vec::new());
    room.tell(&mut hand, &Command::Post, &mut said).unwrap();
    room.tell(&mut hand, &Command::Deal, &mut said).unwrap();
    for seat in [3, 11, 16, 17, 255, usize::MAX] {
        let cards = hand.down(seat) | hand.up(seat) | hand.held(seat) | hand.discards(seat);
        assert!(cards.is_empty() && hand.card_count(seat) == 0 && hand.owed(seat) == 0);
        assert!(room.raises(&hand, seat).is_err() && room.speaks(&hand, seat).is_empty());
        assert!(!room.is_foul(&hand, seat) && room.units(&hand, seat, 0).is_none());
        assert!(hand.board(seat.max(room::BOARDS)).is_empty() && !hand.live().has(seat));
    }
    let agreed = [16, 17, 18].into_iter().fold(Seats::NONE, Seats::with);
    assert!(agreed.is_empty());
}
