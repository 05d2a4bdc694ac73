//! Seeds of players for the order of a deal [HOUSE-23]: taken from the commitment to a deck until it is dealt, one a player, and
//! never given back. Whether one was promised before the deck was committed to is worked out as it is applied.

use super::command::{CommittedRoot, DealingMode, Event, Seed};
use super::reason::Reason;
use super::state::{Committed, State};
use super::{CitedTableEvent, FloorTable, TableRefusal};
use crate::dealing_order::{DealOf, PlaceSeed, dealing_order, promise_of};
use crate::deck_commitment::{Shuffled, cards_of};
use crate::game::Game;
use cards::CardId;
use engine::{Actor, PatronId, Refusal, SEATS, Sink, Who};
use rulebook::Ruled;
use store::Hash;

/// So many seeds a deck takes: one for every place and as many again for those who come after somebody who left.
const MOST: usize = 2 * SEATS;

/// A seed that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, minicbor::Encode, minicbor::Decode)]
pub struct GivenSeed {
    /// The place, from 0.
    #[n(0)]
    pub seat: u8,
    /// Whose it is.
    #[n(1)]
    pub patron: PatronId,
    #[n(2)]
    pub seed: Seed,
    /// Whether it was promised before the deck was committed to: then nobody can have chosen it for this deck.
    #[n(3)]
    pub bound: bool,
    /// The record that has it.
    #[n(4)]
    pub record: u64,
}

/// What a patron has promised of the next seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, minicbor::Encode, minicbor::Decode)]
pub struct Promise {
    /// The hash of the seed.
    #[n(0)]
    pub hash: Seed,
    /// Whether the deck that is committed to now came after it.
    #[n(1)]
    pub binds: bool,
}

impl Committed {
    /// The seeds as the order is made from them: by place, and where a place changed hands, as they came.
    pub fn seeds_in_order(&self) -> Vec<&GivenSeed> {
        let mut seeds: Vec<&GivenSeed> = self.seeds.iter().collect();
        seeds.sort_by_key(|given| (given.seat, given.record));
        seeds
    }

    /// In which order the places of the deck are dealt.
    pub fn order(&self, stream: &str, round: u64) -> Vec<u8> {
        let seeds: Vec<PlaceSeed> =
            self.seeds_in_order().iter().map(|given| (given.seat, given.seed.0)).collect();
        let deal = DealOf { stream, root: Hash(self.root.0), round };
        dealing_order(self.pack.len() as u8, deal, &seeds)
    }

    /// The cards in the order in which they are dealt.
    pub fn dealt(&self, stream: &str, round: u64) -> Vec<CardId> {
        let deck = cards_of(self.pack, &self.key.shuffle_key());
        self.order(stream, round).into_iter().map(|place| deck[usize::from(place)]).collect()
    }

    /// The deck as it was committed to, with all that opens it.
    pub fn shuffled(&self) -> Shuffled {
        Shuffled::of(self.pack, &self.key.shuffle_key())
    }

    /// A patron's seed for this deck.
    pub fn seed_of(&self, patron: PatronId) -> Option<&GivenSeed> {
        self.seeds.iter().find(|given| given.patron == patron)
    }
}

impl<S> State<S> {
    /// The deck of the round: the one that is dealt next, or the one in play or last played.
    pub fn deck_of_round(&self) -> Option<&Committed> {
        self.deck.as_ref().or(self.dealt_from.as_ref())
    }

    pub(super) fn take_seed(&mut self, seat: u8, seed: Seed, next: Option<Seed>) {
        let record = self.version;
        let patron = self.patrons.get(usize::from(seat)).copied().flatten();
        let (Some(patron), Some(deck)) = (patron, &mut self.deck) else { return };
        let promised = self.promises.remove(&patron).filter(|promise| promise.binds);
        let bound = promised.is_some_and(|promise| promise.hash.0 == promise_of(&seed.0));
        deck.seeds.push(GivenSeed { seat, patron, seed, bound, record });
        if let Some(hash) = next {
            self.promises.insert(patron, Promise { hash, binds: false });
        }
    }
}

impl<G: Game> FloorTable<G> {
    /// A player gives a seed.
    pub(super) fn give_seed(
        &self,
        state: &State<G::State>,
        actor: Actor,
        (seat, root): (u8, CommittedRoot),
        (seed, next): (Seed, Option<Seed>),
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        let cite = self.game.book().house.seeds;
        let no = |reason| Err(Refusal::new(reason, cite));
        let Some(place) = state.patrons.get(usize::from(seat)) else { return no(Reason::NoSuchSeat) };
        // Nobody gives a seed for somebody else, not even the house for a player.
        if actor.who != Who::Seat(usize::from(seat)) {
            return no(Reason::NotYourSeat);
        }
        if state.mode == Some(DealingMode::Live) {
            return no(Reason::LiveDealsByHand);
        }
        let Some(patron) = *place else { return no(Reason::SeatEmpty) };
        let Some(deck) = &state.deck else {
            let dealt = self.game.is_in_deal(&state.game);
            return no(if dealt { Reason::SeedTooLate } else { Reason::NoDeck });
        };
        match () {
            () if deck.root != root && state.dealt_from.as_ref().is_some_and(|dealt| dealt.root == root) => {
                no(Reason::SeedTooLate)
            }
            () if deck.root != root => no(Reason::SeedForOtherDeck),
            () if deck.seed_of(patron).is_some() => no(Reason::SeedGivenAlready),
            () if deck.seeds.len() >= MOST => no(Reason::TooManySeeds),
            () => {
                out.take(Ruled::new(Event::SeedGiven { seat, seed, next }, cite));
                Ok(())
            }
        }
    }
}
