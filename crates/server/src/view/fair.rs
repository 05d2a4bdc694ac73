//! What a deal is made from, for whoever wants to check it: the commitment and the seeds of the players. Nothing here says
//! anything about a card.

use super::table::Eyes;
use crate::wire::PlaceNumber;
use engine::banked::{Phase, Table};
use floor::table::{Committed, GivenSeed, State};
use floor::{BankedTable, Game, SeedReceipt, TableName};
use serde::Serialize;
use store::{Hash, Stream};

/// The deal under way, or the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommitmentView {
    /// The stream of the table, which the order of the deal is bound to.
    pub stream: String,
    pub round: u64,
    pub commitment: String,
    /// In the order in which they count.
    pub seeds: Vec<SeedView>,
    /// Whether the viewer can give a seed now.
    pub takes_seed: bool,
}

/// A seed that a player gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeedView {
    pub place: u8,
    pub seed: String,
    /// Promised before the deck was committed to.
    pub promised: bool,
    /// The record that has it.
    pub record: u64,
    pub mine: bool,
}

impl SeedView {
    /// A seed as somebody sees it.
    pub fn of(given: &GivenSeed, eyes: Eyes) -> SeedView {
        SeedView {
            place: PlaceNumber::of(usize::from(given.seat)).0,
            seed: Hash(given.seed.0).to_string(),
            promised: given.bound,
            record: given.record,
            mine: eyes == Eyes::Patron(given.patron),
        }
    }

    /// All of a deck in the order in which they count.
    fn all(deck: &Committed, eyes: Eyes) -> Vec<SeedView> {
        deck.seeds_in_order().into_iter().map(|given| SeedView::of(given, eyes)).collect()
    }
}

impl CommitmentView {
    /// The deal of a table as somebody sees it; none where a person deals.
    pub fn of(
        name: &TableName,
        machine: &BankedTable,
        state: &State<Table>,
        eyes: Eyes,
    ) -> Option<CommitmentView> {
        let deck = state.deck_of_round()?;
        let round = match state.deck {
            Some(_) => machine.game.deal_of_stakes(&state.game),
            None => state.game.rounds,
        };
        let open = state.deck.is_some() && state.game.phase == Phase::Betting;
        let takes_seed = match eyes {
            Eyes::Patron(own) => open && state.patrons.contains(&Some(own)) && deck.seed_of(own).is_none(),
            _ => false,
        };
        Some(CommitmentView {
            stream: name.stream()?.name().to_string(),
            round,
            commitment: Hash(deck.root.0).to_string(),
            seeds: SeedView::all(deck, eyes),
            takes_seed,
        })
    }
}

/// The signed acknowledgement of a seed, with all that is needed to check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReceiptView {
    pub stream: String,
    pub record: u64,
    pub commitment: String,
    pub place: u8,
    pub seed: String,
    /// The key of the house.
    pub key: String,
    pub signature: String,
}

impl ReceiptView {
    /// Signs for a seed of this deck.
    pub fn sign(vault: &store::Vault, stream: &Stream, root: Hash, given: &GivenSeed) -> ReceiptView {
        let receipt = SeedReceipt::sign(vault, stream, root, given);
        ReceiptView {
            stream: stream.name().to_string(),
            record: receipt.record,
            commitment: root.to_string(),
            place: PlaceNumber::of(usize::from(receipt.seat)).0,
            seed: Hash(given.seed.0).to_string(),
            key: receipt.key.to_string(),
            signature: receipt.signature.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}
