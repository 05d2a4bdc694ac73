//! What a round was dealt from, as anybody may check it: the commitment, the seeds, and to whom the cards went one after another.

use crate::deck_commitment::{Opening, Shuffled};
use crate::table::{Committed, DeckKey, Event, GivenSeed, State};
use cards::Pack;
use engine::banked::{Event as E, Holder, Table};
use store::Hash;

/// The deal of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct DealProof {
    /// The name of the table's stream.
    pub stream: String,
    /// The round, from 1.
    pub round: u64,
    pub root: Hash,
    /// The seeds of the players in the order in which they count.
    pub seeds: Vec<GivenSeed>,
    /// To whom cards went, one after another, and how many.
    pub handed: Vec<(Holder, u8)>,
    /// In which order the places of the committed deck were to be dealt.
    pub order: Vec<u8>,
    pack: Pack,
    key: DeckKey,
}

impl DealProof {
    fn begin(stream: &str, round: u64, committed: &Committed) -> DealProof {
        DealProof {
            stream: stream.to_string(),
            round,
            root: Hash(committed.root.0),
            seeds: committed.seeds_in_order().into_iter().copied().collect(),
            handed: Vec::new(),
            order: committed.order(stream, round),
            pack: committed.pack,
            key: committed.key,
        }
    }

    /// Goes on by an event that was applied: a deal begins, or cards go to somebody.
    pub fn hear(found: &mut Option<DealProof>, stream: &str, state: &State<Table>, event: &Event<E>) {
        let Event::Game(event) = event else { return };
        let (to, cards) = match *event {
            E::DeckPlaced { .. } => {
                let begin = |committed| DealProof::begin(stream, state.game.rounds, committed);
                *found = state.dealt_from.as_ref().map(begin);
                return;
            }
            E::HandDealt { seat, cards } => (Holder::Seat(seat), cards),
            E::DealerDealt { cards } => (Holder::Dealer, cards),
            E::BoardDealt { cards } => (Holder::Board, cards),
            E::JackpotCardsDealt { cards } => (Holder::JackpotCards, cards),
            E::CardBurnt => (Holder::Burn, 1),
            _ => return,
        };
        found.iter_mut().for_each(|proof| proof.handed.push((to, cards)));
    }

    /// Every card of the deck with its proof, for when the round is over: the deck is never dealt from again.
    pub fn open_all(&self) -> Vec<Opening> {
        Shuffled::of(self.pack, &self.key.shuffle_key()).open_all()
    }
}

/// The word for whom cards went to, as proofs write it: "place 3", "dealer".
pub fn holder_word(of: Holder) -> String {
    match of {
        Holder::Seat(seat) => format!("place {}", u16::from(seat) + 1),
        Holder::Dealer => "dealer".to_string(),
        Holder::Board => "board".to_string(),
        Holder::JackpotCards => "jackpot cards".to_string(),
        Holder::Burn => "burnt".to_string(),
    }
}
