//! A round folded from the log again, step by step, as anybody may see it.

use super::index::RoundSpan;
use crate::table_feed::TableFeed;
use crate::view::{BotNames, Eyes, Face, TableView};
use cards::Card;
use engine::banked::{Event as E, Holder, Table};
use engine::{Moment, PatronId};
use floor::table::{Event, State};
use floor::words::{OpenCards, Teller, clause_of, is_detail};
use floor::{BankedTable, CommandRecords, DealProof, EventSide, FloorError, Opening, TableName};
use rulebook::Ruled;
use serde::Serialize;
use std::sync::Arc;
use store::{Store, Vault, When};

/// A round.
pub struct Replay {
    /// At which table.
    pub name: TableName,
    pub round: u64,
    /// Whether it was played to its end.
    pub over: bool,
    /// What it was dealt from, where the system dealt.
    pub deal: Option<DealProof>,
    machine: Arc<BankedTable>,
    start: State<Table>,
    steps: Vec<ReplayStep>,
    /// Every card of the deck with its proof; empty until the round is over.
    openings: Vec<Opening>,
}

/// Something that happened in it.
pub struct ReplayStep {
    pub version: u64,
    pub when: When,
    /// Who gave the command.
    pub by: Arc<str>,
    /// In words for everybody, without any hidden card.
    pub what: String,
    /// One of the many small steps that a summary leaves out.
    pub detail: bool,
    pub clause: String,
    /// As it was recorded, for those who read more of it than everybody.
    pub event: Ruled<Event<E>>,
}

/// Cards that went to somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandedCards {
    /// "place 3", "dealer".
    pub to: String,
    /// The cards one after another; those that the viewer has not seen are none.
    pub cards: Vec<Option<String>>,
}

/// How much of a round is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// What somebody who looks wants to read.
    #[default]
    Summary,
    Everything,
}

impl ReplayStep {
    /// Whether it is for these eyes. What passes between the table and the files of patrons is for the staff.
    fn is_for(&self, eyes: Eyes) -> bool {
        match &self.event.value {
            _ if eyes == Eyes::Staff => true,
            Event::Game(event) => !matches!(event, E::LossLimitSet { .. } | E::LimitShort { .. }),
            Event::DeckCommitted { .. } | Event::SeedGiven { .. } => true,
            _ => false,
        }
    }
}

impl Replay {
    pub(super) fn read(
        store: &dyn Store,
        vault: &Vault,
        RoundSpan { mut before, first, last }: RoundSpan,
        round: u64,
    ) -> Result<Replay, FloorError> {
        before.read_to(store, vault, first - 1, &mut |_, _, _, _| {})?;
        let start = before.state().clone();
        let machine = Arc::clone(before.machine());
        let (teller, book) = (Teller::new(machine.game.game()), machine.game.book());
        let (mut seen, mut records) = (OpenCards::default(), Vec::new());
        let (mut steps, mut deal, mut openings) = (Vec::new(), None, Vec::new());
        let (mut told, mut over) = (None, false);
        let stream = before.name().stream();
        let stream = stream.as_ref().map_or("", store::Stream::name);
        before.read_to(store, vault, last, &mut |side, record, event, state| {
            if side == EventSide::Before {
                // What a round shows is on the table until it is cleared.
                let closes = matches!(event.value, Event::Game(E::RoundClosed));
                told = closes.then(|| teller.tell(state, &event.value));
                return;
            }
            DealProof::hear(&mut deal, stream, state, &event.value);
            if matches!(event.value, Event::Game(E::RoundClosed)) {
                over = true;
                openings = deal.as_ref().map(DealProof::open_all).unwrap_or_default();
            }
            if let Event::Game(game) = &event.value {
                seen.note(game);
                if matches!(game, E::CardsRecorded { .. } | E::RecordCorrected { .. }) {
                    records.push(steps.len());
                }
            }
            steps.push(ReplayStep {
                version: record.version,
                when: record.when,
                by: Arc::clone(&record.by),
                what: told.take().unwrap_or_else(|| teller.tell(state, &event.value)),
                detail: is_detail(&event.value),
                clause: clause_of(book, event),
                event: event.clone(),
            });
        })?;
        // Records of real cards name those that everybody has seen since.
        let teller = Teller { seen, ..teller };
        for at in records {
            let step: &mut ReplayStep = &mut steps[at];
            step.what = teller.tell(before.state(), &step.event.value);
        }
        let name = before.name().clone();
        Ok(Replay { name, round, over, deal, machine, start, steps, openings })
    }

    /// What these eyes are told, in order.
    pub fn steps(&self, eyes: Eyes, depth: Depth) -> Vec<&ReplayStep> {
        let wanted = |step: &&ReplayStep| step.is_for(eyes) && (depth == Depth::Everything || !step.detail);
        self.steps.iter().filter(wanted).collect()
    }

    /// The table after so many of these steps, as these eyes saw it.
    pub fn view(&self, eyes: Eyes, (after, depth): (usize, Depth), bots: BotNames<'_>) -> TableView {
        let told = self.steps(eyes, depth);
        let last = match after.min(told.len()) {
            0 => 0,
            after => told[after - 1].version,
        };
        let has_up_card = self.machine.game.game().up_card.is_some();
        let mut tale = TableFeed::from_state(self.start.clone(), self.start.version, has_up_card);
        for step in self.steps.iter().filter(|step| step.version <= last) {
            let (version, events) = (step.version, vec![step.event.clone()]);
            tale.apply(&self.machine, &CommandRecords { first: version, last: version, events, again: true });
        }
        let mut view = TableView::of(&self.name, &self.machine, &tale, eyes, Moment(0), bots);
        // Nothing can be done about a round that was.
        view.actions.clear();
        view.history.clear();
        view.refused = None;
        (view.commitment, view.fair) = (None, None);
        view
    }

    /// Whether somebody played in it.
    pub fn is_of(&self, patron: PatronId) -> bool {
        let seated = |state: &State<Table>| state.patrons.contains(&Some(patron));
        let sits = |step: &ReplayStep| matches!(&step.event.value, Event::PatronSeated { patron: sat, .. } if *sat == patron);
        seated(&self.start) || self.steps.iter().any(sits)
    }

    /// The cards that these eyes have seen when it was over, each with the proof that it lay there before the first wager
    /// was closed. A card that was not shown stays closed, for its opening would show it.
    pub fn proofs(&self, eyes: Eyes, bots: BotNames<'_>) -> Vec<&Opening> {
        let view = self.view(eyes, (usize::MAX, Depth::Everything), bots);
        let mut seen: Vec<Card> = Vec::new();
        let hands = view.seats.iter().map(|seat| &seat.hand.cards);
        for faces in hands.chain([&view.dealer.cards, &view.board, &view.jackpot_cards]) {
            seen.extend(faces.iter().filter_map(|face| match face {
                Face::Up(card) => Some(*card),
                Face::Down => None,
            }));
        }
        self.openings.iter().filter(|opening| seen.contains(&opening.card.card())).collect()
    }

    /// To whom the cards went one after another, and those of them that these eyes have seen when it was over.
    pub fn handed(&self, eyes: Eyes, bots: BotNames<'_>) -> Vec<HandedCards> {
        let Some(deal) = &self.deal else { return Vec::new() };
        let view = self.view(eyes, (usize::MAX, Depth::Everything), bots);
        let none: &[Face] = &[];
        let lies = |of: Holder| match of {
            Holder::Seat(seat) => view.seats.get(usize::from(seat)).map_or(none, |seat| &seat.hand.cards),
            Holder::Dealer => &view.dealer.cards,
            Holder::Board => &view.board,
            Holder::JackpotCards => &view.jackpot_cards,
            Holder::Burn => none,
        };
        let mut given: Vec<(Holder, usize)> = Vec::new();
        let hand = |&(to, cards): &(Holder, u8)| {
            let from = given.iter().filter(|(of, _)| *of == to).map(|(_, cards)| cards).sum::<usize>();
            given.push((to, usize::from(cards)));
            let seen = |at: usize| match lies(to).get(from + at) {
                Some(Face::Up(card)) => Some(card.to_string()),
                _ => None,
            };
            HandedCards { to: floor::holder_word(to), cards: (0..usize::from(cards)).map(seen).collect() }
        };
        deal.handed.iter().map(hand).collect()
    }

    /// Every card of the deck, as `recall --proof` opens it to those who answer for the log. Nothing until the round is over.
    pub fn whole_deck(&self) -> &[Opening] {
        &self.openings
    }
}
