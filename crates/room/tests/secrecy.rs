//! What a log may show: no hand, command or event under way prints a card that somebody may not see.

use cards::{Card, CardSet, FewCards as Cards, Pack, ShuffleKey, Shuffler};
use engine::Moment;
use engine::{Actor, Who};
use room::royal::Witness;
use room::sim::{self, RandomLegal};
use room::{
    Command, Event, Hand, HandRules, IrregularityCommand, IrregularityReport, Structure, Stub, Terms,
};
use rulebook::room::{IrregularityKind, Posts, RoomGame};
use rulebook::{RoleId, Ruled};

/// The cards that a text names, one by one or run together.
fn named(text: &str) -> CardSet {
    let pieces = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    pieces.filter_map(|piece| piece.parse::<CardSet>().ok()).fold(CardSet::EMPTY, |all, set| all | set)
}

/// The cards that anybody at the table sees.
fn open(hand: &Hand) -> CardSet {
    let boards = (0..room::BOARDS).fold(CardSet::EMPTY, |all, at| all | hand.board(at));
    (0..hand.players()).fold(boards, |all, seat| {
        let shown = if hand.shown().has(seat) { hand.held(seat) } else { CardSet::EMPTY };
        all | hand.up(seat) | shown
    })
}

fn terms(game: &RoomGame) -> Terms {
    let mut terms = Terms::plain(Structure::Fixed { small: 10, big: 20, small_rounds: 2 });
    match game.posts.value {
        Posts::Blinds => terms = Terms::blinds(5, 10),
        Posts::Antes => terms.antes = [5; room::MOST],
        Posts::AntesAndBringIn => (terms.antes, terms.bring_in) = ([1; room::MOST], 10),
        Posts::Nothing => terms.unit = 5,
    }
    terms
}

#[test]
fn no_hand_or_event_prints_a_card_that_is_not_open() {
    let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0").unwrap();
    let (mut hands, mut looks) = (0, 0);
    for game in &book.games {
        let rules = HandRules::new(&book, game, terms(game));
        if terms(game).check(game).is_err() {
            continue;
        }
        hands += 1;
        let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(hands));
        let mut hand = Hand::new(&[500; 3], Stub::shuffled(game.deck.value.0, &mut shuffler));
        let mut players = RandomLegal::new(hands);
        let mut witness = Witness::default();
        while !hand.is_over() {
            let mut events: Vec<Ruled<Event>> = Vec::new();
            sim::step(&rules, &mut hand, &mut players, &mut shuffler, &mut events).unwrap();
            let seen = open(&hand);
            for event in &events {
                engine::Sink::take(&mut witness, *event);
                // What was open before a fold or a reshuffle is printed as well.
                let told = format!("{:?}", event.value);
                if !matches!(event.value, Event::Shown { .. }) {
                    assert_eq!(named(&told) - seen, CardSet::EMPTY, "{}: {told}", game.name);
                }
            }
            for told in [format!("{hand:?}"), format!("{:?}", hand.stub()), format!("{witness:?}")] {
                assert_eq!(named(&told) - seen, CardSet::EMPTY, "{}: {told}", game.name);
                looks += 1;
            }
        }
    }
    assert!(hands > 20 && looks > 1_000, "{hands} {looks}");
}

#[test]
fn two_shuffles_that_nobody_can_tell_apart_print_the_same() {
    let book = rulebook::room::RoomBook::open("crown-melbourne-poker-13.0").unwrap();
    let game = book.game("holdem", 52).unwrap();
    let rules = HandRules::new(&book, game, Terms::blinds(5, 10));
    let dealt = |seed: u64| {
        let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(seed));
        let mut hand = Hand::new(&[500; 3], Stub::shuffled(game.deck.value.0, &mut shuffler));
        let mut said = Vec::new();
        let stub = Command::Shuffle(*hand.stub());
        rules.tell(&mut hand, &Command::Post, &mut said).unwrap();
        rules.tell(&mut hand, &Command::Deal, &mut said).unwrap();
        rules.tell(&mut hand, &Command::Act { seat: 2, act: room::Act::Fold }, &mut said).unwrap();
        format!("{stub:?} {hand:?} {said:?}")
    };
    assert_eq!(dealt(1), dealt(2));
}

#[test]
fn no_command_prints_the_cards_that_it_carries() {
    let cards: Cards = Pack::OF_52.cards().iter().take(5).collect();
    let card: Card = cards.iter().flatten().next().unwrap();
    let by = Actor { who: Who::Staff(RoleId(0)), at: Moment(0) };
    let report = IrregularityReport::new(IrregularityKind::WrongCount).at(1).cards(cards);
    let commands = [
        Command::Hole { seat: 0, cards },
        Command::Kitty(cards),
        Command::Discard { seat: 0, cards },
        Command::Set { seat: 0, front: cards, middle: cards, back: cards },
        Command::Shuffle(Stub::of([card])),
        Command::Irregularity(IrregularityCommand::Rule { by, report }),
    ];
    for command in commands {
        let told = format!("{command:?}");
        assert_eq!(named(&told), CardSet::EMPTY, "{told}");
        assert!(!told.contains("ids") && !told.contains("codes"), "{told}");
    }
}
