//! Which cards lie where in the two worlds: found among many shuffles where the system deals, arranged where a person does.

use cards::{CardId, Deck, Pack, ShuffleKey};
use engine::banked::{Holder, Phase};
use floor::demo::Chance;
use floor::table::DealingMode;
use floor::{DealOf, Shuffled, dealing_order};
use std::collections::HashMap;
use store::Stream;

use crate::worlds::play;
use crate::worlds::world::{Game, Setting, World};

/// The cards of a deal by hand, each where it goes.
pub(crate) type Arranged = HashMap<(Holder, u8), CardId>;

/// Where cards of a deal may lie, with room for every box: all from one pack.
fn places(seats: usize) -> Vec<(Holder, u8)> {
    let mut all: Vec<(Holder, u8)> = Vec::new();
    for seat in 0..seats as u8 {
        all.extend((0..5).map(|at| (Holder::Seat(seat), at)));
    }
    for (of, cards) in [(Holder::Dealer, 5), (Holder::Board, 5), (Holder::JackpotCards, 2), (Holder::Burn, 3)]
    {
        all.extend((0..cards).map(|at| (of, at)));
    }
    all
}

/// Two arrangements that agree where `same` says so, and are as different as chance makes them elsewhere.
pub(crate) fn arrange(seats: usize, chance: &mut Chance, same: impl Fn(Holder, u8) -> bool) -> [Arranged; 2] {
    let mut pack: Vec<CardId> = Pack::OF_52.cards().iter().map(|card| card.id()).collect();
    mix(&mut pack, chance);
    let places = places(seats);
    let one: Arranged = places.iter().copied().zip(pack.iter().copied()).collect();
    let moves: Vec<(Holder, u8)> = places.iter().copied().filter(|(of, at)| !same(*of, *at)).collect();
    let mut loose: Vec<CardId> = moves.iter().map(|place| one[place]).collect();
    loose.extend(&pack[places.len()..]);
    mix(&mut loose, chance);
    let mut other = one.clone();
    other.extend(moves.into_iter().zip(loose));
    [one, other]
}

fn mix(cards: &mut [CardId], chance: &mut Chance) {
    for at in (1..cards.len()).rev() {
        cards.swap(at, chance.below(at + 1));
    }
}

/// Where in a deck the cards of a game lie, learnt by playing it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) own: Vec<Vec<usize>>,
    pub(crate) up: Option<usize>,
    pub(crate) board: Vec<usize>,
}

/// How many play where decks are searched: the places in the deck depend on it.
pub(crate) const SEARCHED: usize = 3;

impl Layout {
    pub(crate) fn learn(game: Game) -> Layout {
        let setting = Setting { game, mode: DealingMode::Virtual, seats: SEARCHED };
        let key = ShuffleKey::from_seed(1);
        let deck: Vec<CardId> =
            Deck::shuffled(Pack::OF_52, &key).stub().iter().map(|card| card.id()).collect();
        let world = World::new(setting, *key.reveal());
        play::stay_in(&world);
        let at = |card: &CardId| deck.iter().position(|id| id == card).unwrap();
        let up_card = world.desk().machine().game.game().up_card.is_some();
        world.with_state(|state| {
            let table = &state.game;
            assert_eq!(table.phase, Phase::Showdown, "{game:?}");
            let own = (0..SEARCHED).map(|seat| {
                let found = &table.seats[seat];
                found.cards[..usize::from(found.held)].iter().map(at).collect()
            });
            Layout {
                own: own.collect(),
                up: up_card.then(|| at(&table.dealer[usize::from(table.up_card)])),
                board: table.board[..usize::from(table.board_shown)].iter().map(at).collect(),
            }
        })
    }

    /// What a seat, or nobody, sees when the cards are out, and so many cards of the board.
    pub(crate) fn seen(&self, seat: Option<usize>, board: usize) -> Vec<usize> {
        let own = seat.map_or(&[][..], |seat| &self.own[seat]);
        own.iter().chain(&self.up).chain(self.board.iter().take(board)).copied().collect()
    }
}

/// The first cards of many shuffles,
/// made with the keys of the seeds 1, 2, 3 …: seed 0 is a key of zeros, which no floor takes.
pub(crate) struct Shuffles(Vec<[u8; 32]>);

impl Shuffles {
    /// The same of decks as they are dealt in the first round of a table, where the player of the first place gave this seed.
    pub(crate) fn with_seed(count: u64, table: &Stream, seed: [u8; 32]) -> Shuffles {
        let first = |number| {
            let shuffled = Shuffled::new(&ShuffleKey::from_seed(number));
            let deal = DealOf { stream: table.name(), root: shuffled.root(), round: 1 };
            let order = dealing_order(52, deal, &[(0, seed)]);
            let mut cards = [0; 32];
            let dealt = order.iter().map(|place| shuffled.deck()[usize::from(*place)]);
            cards.iter_mut().zip(dealt).for_each(|(to, card)| *to = card.number() as u8);
            cards
        };
        Shuffles((1..=count).map(first).collect())
    }

    pub(crate) fn many(count: u64) -> Shuffles {
        let first = |seed| {
            let deck = Deck::shuffled(Pack::OF_52, &ShuffleKey::from_seed(seed));
            let mut cards = [0; 32];
            cards.iter_mut().zip(deck.stub()).for_each(|(to, card)| *to = card.id().number() as u8);
            cards
        };
        Shuffles((1..=count).map(first).collect())
    }

    /// Pairs of shuffles that agree at these places, at most so many.
    pub(crate) fn pairs(&self, at: &[usize], most: usize) -> Vec<(u64, u64)> {
        assert!(at.len() <= 10 && at.iter().all(|&place| place < 32));
        let mut seen: HashMap<u64, u64> = HashMap::with_capacity(self.0.len());
        let mut pairs = Vec::new();
        for (cards, seed) in self.0.iter().zip(1..) {
            let key = at.iter().fold(0u64, |key, &place| key << 6 | u64::from(cards[place]));
            match seen.remove(&key) {
                Some(other) => pairs.push((other, seed)),
                None => drop(seen.insert(key, seed)),
            }
            if pairs.len() == most {
                break;
            }
        }
        pairs
    }
}
