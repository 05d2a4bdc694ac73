//! Random hands of every game in which something goes wrong all the time.

use crate::irregularities::table::conserved;
use crate::tables;
use cards::{Card, CardSet, ShuffleKey, Shuffler};
use engine::{Actor, Machine};
use room::sim::{self, Counter, Numbers, RandomLegal};
use room::{
    Cards, ChipAmount, Command, Event, Hand, HandRules, IrregularityCommand, IrregularityEvent,
    IrregularityReport, NotRuled, Omission, Reason, Sanction, Seats, Stub,
};
use rulebook::Ruled;
use rulebook::room::{IrregularityKind as S, Remedy};
use std::collections::BTreeSet;

const ALL: [S; 34] = [
    S::ExposedInCut,
    S::NotShuffledOrCut,
    S::OutOfOrder,
    S::SkippedOrExtraHand,
    S::WrongCount,
    S::WrongCountAtEnd,
    S::DefectiveDeck,
    S::BoxedCards,
    S::ExposedByDealer,
    S::DrawnByWrongPlayer,
    S::FirstCardUp,
    S::TwoUpCards,
    S::ThreeUpCards,
    S::WrongFacing,
    S::OpenerAllIn,
    S::ExposedEarly,
    S::FoldUnbet,
    S::LastCardUp,
    S::DeckShort,
    S::NoBurn,
    S::FlopTooMany,
    S::FlopEarly,
    S::BoardCardEarly,
    S::BoardCardsTogether,
    S::NoDiscard,
    S::StubShortForRuns,
    S::TurnedBeforeAgreement,
    S::ExposedByPlayer,
    S::MuckedHandAsked,
    S::ShownToOne,
    S::FouledSetting,
    S::RoundUnrecorded,
    S::JackpotMalfunction,
    S::FlopErrorAtJackpot,
];

/// Some cards: of a player, of the stub, or named by chance.
fn some_cards(hand: &Hand, deck: CardSet, seat: usize, numbers: &mut Numbers) -> Cards {
    let count = numbers.below(5) as usize;
    let mut from: Vec<Card> = match numbers.below(5) {
        0 => hand.held(seat).iter().collect(),
        1 => hand.stub().rest().skip(numbers.below(3) as usize).collect(),
        2 => hand.board(0).iter().collect(),
        3 => deck.iter().collect(),
        _ => Vec::new(),
    };
    if numbers.percent(60) && !from.is_empty() {
        let by = numbers.below(from.len() as u64) as usize;
        from.rotate_left(by);
    }
    from.into_iter().take(count).collect()
}

/// Something goes wrong: usually what cannot be, sometimes what can.
fn anything(hand: &Hand, deck: CardSet, numbers: &mut Numbers) -> IrregularityReport {
    let places = hand.players() as u64 + u64::from(numbers.percent(2));
    let seat = numbers.below(places) as usize;
    let mut report = IrregularityReport::new(ALL[numbers.below(ALL.len() as u64) as usize]);
    if numbers.percent(85) {
        report = report.at(seat);
    }
    if numbers.percent(10) {
        report.seats = Seats(numbers.below(1 << hand.players()) as u16);
    }
    if report.what == S::StubShortForRuns && numbers.percent(80) {
        report.seats = hand.live();
    }
    let seat = seat.min(hand.players() - 1);
    report = report.cards(some_cards(hand, deck, seat, numbers)).count(numbers.below(8) as u8);
    // What needs the right card has it half the time.
    let right = match report.what {
        S::ExposedByDealer | S::NoDiscard => hand.held(seat),
        S::NoBurn => hand.board(0),
        _ => CardSet::EMPTY,
    };
    if !right.is_empty() && numbers.percent(50) {
        report = report.count(1).cards(right.iter().take(1).collect());
    }
    report.can_correct = numbers.percent(50);
    report.seen = numbers.percent(50);
    report.begun = numbers.percent(50);
    report.bottom = numbers.percent(50);
    report.asker = numbers.percent(50).then(|| numbers.below(hand.players() as u64 + 1) as u8);
    report.takes_all_in = numbers.percent(70).then(|| numbers.percent(50));
    report
}

fn chips(hand: &Hand) -> ChipAmount {
    hand.stacks().iter().sum::<ChipAmount>() + hand.pot() + hand.commission()
}

/// Tells the hand of an irregularity; what must hold holds.
fn tell(room: &HandRules<'_>, hand: &mut Hand, told: IrregularityCommand) -> Vec<Ruled<Event>> {
    let (before, mut out) = (*hand, Vec::new());
    let answer = room.tell(hand, &Command::Irregularity(told), &mut out);
    if answer.is_err() {
        assert!(*hand == before && out.is_empty(), "refused, and yet: {told:?}");
        return out;
    }
    let mut again = before;
    out.iter().for_each(|event| room.evolve(&mut again, &event.value));
    assert_eq!(again, *hand, "{told:?}");
    assert_eq!(chips(hand), chips(&before), "{told:?}");
    assert!(hand.stacks().iter().all(|&stack| stack >= 0), "{told:?} made {before:?} into {hand:?}");
    conserved(room, hand, true);
    out
}

/// Whether a hand cannot go on because the deck is too small for what was lost of it: that is a manager's matter.
fn is_stuck(reason: Reason) -> bool {
    matches!(reason, Reason::StubShort { .. } | Reason::NotRuled(NotRuled::NotDiscarded { .. }))
}

#[test]
fn whatever_goes_wrong_no_card_and_no_chip_is_lost() {
    let [book, _] = tables::books();
    let mut numbers = Numbers::new(7);
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(7));
    let mut player = RandomLegal { free_folds: 8, mucks: 30, runs: 30, ..RandomLegal::new(8) };
    let mut ruled = BTreeSet::new();
    for at in 0..tables::hands(4_000) {
        // Games with irregularities of their own come more often.
        let own = ["double-flop-holdem", "crazy-pineapple", "seven-card-stud", "crown-stud", "holdem"];
        let game = match at % 3 {
            0 => book.game(own[at / 3 % own.len()], 52).expect("a game of the book"),
            _ => &book.games[at % book.games.len()],
        };
        let setting = tables::setting(&book, game, false, &mut numbers);
        (player.raises, player.folds) = [(27, 45), (60, 10), (10, 5)][numbers.below(3) as usize];
        let room = HandRules::new(&book, game, setting.terms);
        let deck = game.deck.value.0;
        let mut hand = Hand::new(setting.stacks(), Stub::shuffled(deck, &mut shuffler));
        let often = [3, 10, 40][numbers.below(3) as usize];
        for step in 0.. {
            for _ in 0..often {
                let top = book.ladder.highest();
                let by = Actor { who: engine::Who::Staff(top), ..Actor::DEALER };
                let told = match numbers.below(40) {
                    0..3 => IrregularityCommand::Omit(Omission::NoBurn),
                    3 => IrregularityCommand::Omit(Omission::NoDiscard),
                    4 if numbers.percent(5) => IrregularityCommand::Sanction {
                        by,
                        seat: numbers.below(hand.players() as u64) as u8,
                        sanction: Sanction::WagersVoid,
                    },
                    _ => {
                        IrregularityCommand::Rule { by, report: anything(&hand, deck.cards(), &mut numbers) }
                    }
                };
                // Misdeals without end would not end.
                let ends = matches!(told, IrregularityCommand::Rule { report: IrregularityReport { what, .. }, .. } if !(what == S::ExposedByDealer && hand.street() > 0) && matches!(
                    what,
                    S::ExposedInCut | S::NotShuffledOrCut | S::OutOfOrder | S::SkippedOrExtraHand
                        | S::WrongCount | S::DefectiveDeck | S::WrongFacing | S::ThreeUpCards | S::TwoUpCards
                        | S::BoxedCards | S::ExposedByDealer
                ));
                if ends && !numbers.percent(2) {
                    continue;
                }
                for event in tell(&room, &mut hand, told) {
                    if let Event::Irregularity(IrregularityEvent::Ruled { row, remedy, .. }) = event.value {
                        ruled.insert((row, format!("{remedy:?}")));
                    }
                }
            }
            if hand.is_over() {
                break;
            }
            assert!(step < 2_000, "{setting:?} does not end: {:?}", hand.due());
            match sim::step(&room, &mut hand, &mut player, &mut shuffler, &mut Counter::default()) {
                Ok(()) => conserved(&room, &hand, true),
                Err(refusal) if is_stuck(refusal.reason) => break,
                Err(refusal) => panic!("{setting:?}: {}: {hand:?}", refusal.reason),
            }
        }
        assert_eq!(chips(&hand), setting.stacks().iter().sum::<ChipAmount>(), "{setting:?}");
    }
    // Every row that is not part of play was ruled in some hand, with each of its remedies.
    let part_of_play = [
        Remedy::NextOpener,
        Remedy::LeftOfOpener,
        Remedy::SeatGetsCards,
        Remedy::ReshuffleOrCommunity,
        Remedy::PaysFour,
    ];
    let rows = book.irregularities.iter().filter(|row| !part_of_play.contains(&row.ruling));
    let missing: BTreeSet<_> =
        rows.map(|row| (row.row, format!("{:?}", row.ruling))).filter(|row| !ruled.contains(row)).collect();
    assert!(missing.is_empty(), "never ruled: {missing:?}");
}
