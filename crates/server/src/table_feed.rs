//! A table as it is followed by those who look: what lies open on the felt, what was just settled, what a dealer would say.
//! What a round showed stays here until the next one begins, though the table itself has been cleared.

use crate::absences::Absences;
use crate::view::Removal;
use cards::CardId;
use engine::banked::{Event as E, Phase, SettledWager, Table};
use engine::{Machine, PatronId};
use floor::table::{DealingMode, Event, State};
use floor::{BankedTable, CommandRecords, StreamHandle, TableName, words};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard};

/// Lines that are kept of what a dealer would say.
const LINES: usize = 40;
/// Rounds that are kept.
const ROUNDS: usize = 20;

/// What happened to one wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagerOutcome {
    pub settled: SettledWager,
    /// The clause that decided.
    pub clause: String,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealerLine {
    pub version: u64,
    /// In words, without any hidden card.
    pub what: String,
    pub clause: String,
}

/// A round that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRound {
    pub number: u64,
    /// What became of its wagers, in the order of paying.
    pub outcomes: Vec<WagerOutcome>,
    /// The patrons at the places.
    pub patrons: Vec<Option<PatronId>>,
}

/// How a table is seen.
#[derive(Clone, Debug)]
pub struct TableFeed {
    /// How it stands.
    pub state: State<Table>,
    /// The number of records that this stands on.
    pub version: u64,
    /// The table as it lay when the last round closed, until the next one begins.
    pub over: Option<Box<Table>>,
    /// Who sat there then.
    pub over_patrons: Vec<Option<PatronId>>,
    /// The game has the dealer turn a card up before players decide.
    pub has_up_card: bool,
    /// The dealer's up card is shown.
    pub up: bool,
    /// The shared cards of the jackpot are shown.
    pub jackpot_cards: bool,
    /// Hands that everybody has seen: a bit each.
    pub declared: u16,
    /// Whether the dealer qualifies, once that is known.
    pub qualifies: Option<bool>,
    /// What was settled in this round, or in the last.
    pub outcomes: Vec<WagerOutcome>,
    /// The last lines.
    pub lines: VecDeque<DealerLine>,
    /// What patrons were last refused when they asked for a place or for chips: why, and the clause.
    pub refused: BTreeMap<PatronId, (String, String)>,
    /// Who was ordered off, until they sit down again or have put it away.
    pub removals: BTreeMap<PatronId, Removal>,
    /// The last rounds, the latest first.
    pub history: VecDeque<PastRound>,
    /// What was done in place of players who were away.
    pub absences: Absences,
}

impl TableFeed {
    /// From a table as it is found. What was shown before is taken as hidden, where the table does not say.
    pub fn from_state(state: State<Table>, version: u64, has_up_card: bool) -> TableFeed {
        let deciding = matches!(state.game.phase, Phase::Deciding(_) | Phase::Showdown | Phase::Awards);
        TableFeed {
            has_up_card,
            up: deciding && has_up_card,
            state,
            version,
            over: None,
            over_patrons: Vec::new(),
            jackpot_cards: false,
            declared: 0,
            qualifies: None,
            outcomes: Vec::new(),
            lines: VecDeque::new(),
            refused: BTreeMap::new(),
            removals: BTreeMap::new(),
            history: VecDeque::new(),
            absences: Absences::default(),
        }
    }

    /// Goes on from how the table stands now, where something was missed.
    pub fn catch_up(&mut self, state: &State<Table>) {
        let (lines, history) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.history));
        let (absences, removals) = (std::mem::take(&mut self.absences), std::mem::take(&mut self.removals));
        *self = TableFeed {
            lines,
            history,
            absences,
            removals,
            ..TableFeed::from_state(state.clone(), state.version, self.has_up_card)
        };
    }

    /// What lies on the felt: the round, or the last one until the next begins.
    pub fn felt(&self) -> (&Table, &[Option<PatronId>]) {
        match &self.over {
            Some(over) => (over, &self.over_patrons),
            None => (&self.state.game, &self.state.patrons),
        }
    }

    /// Goes on by what has happened, record by record.
    pub fn apply(&mut self, machine: &BankedTable, done: &CommandRecords<Event<E>>) {
        for (at, event) in done.events.iter().enumerate() {
            let version = done.first + at as u64;
            if version <= self.version {
                continue;
            }
            self.version = version;
            let clause = || words::clause_of(machine.game.book(), event);
            let closed = matches!(event.value, Event::Game(E::RoundClosed));
            let said = is_said(&event.value);
            let teller = words::Teller::new(machine.game.game());
            let before = (closed && said).then(|| teller.tell(&self.state, &event.value));
            match &event.value {
                Event::Game(event) => self.show(event, clause),
                Event::SeatRefused { patron, why, clause, .. } => {
                    self.refused.insert(*patron, (why.clone(), clause.clone()));
                }
                Event::BuyInRefused { seat, why } => {
                    if let Some(patron) = self.state.patrons[usize::from(*seat)] {
                        self.refused.insert(patron, (why.clone(), clause()));
                    }
                }
                Event::SeatAsked { patron, .. } => {
                    self.refused.remove(patron);
                    self.removals.remove(patron);
                }
                Event::RemovalOrdered { patron: Some(patron), role, why, .. } => {
                    let (why, to_account) = (why.clone(), self.state.mode == Some(DealingMode::Virtual));
                    self.removals.insert(*patron, Removal { role: *role, why, clause: clause(), to_account });
                }
                Event::BuyInAsked { seat, .. } => {
                    if let Some(patron) = self.state.patrons[usize::from(*seat)] {
                        self.refused.remove(&patron);
                    }
                }
                _ => {}
            }
            machine.evolve(&mut self.state, &event.value);
            if let Event::Game(of_game) = &event.value {
                let rules = (machine.game.book(), machine.game.game());
                let (table, patrons) = (&self.state.game, &self.state.patrons[..]);
                self.absences.apply_event(rules, table, patrons, (of_game, event.cite));
            }
            if said {
                let what = before.unwrap_or_else(|| teller.tell(&self.state, &event.value));
                if self.lines.len() == LINES {
                    self.lines.pop_front();
                }
                self.lines.push_back(DealerLine { version, what, clause: clause() });
            }
        }
    }

    /// What an event shows, told before it is applied.
    fn show(&mut self, event: &E, clause: impl FnOnce() -> String) {
        match event {
            E::BettingClosed => {
                self.over = None;
                self.outcomes.clear();
                (self.up, self.jackpot_cards, self.declared, self.qualifies) = (false, false, 0, None);
            }
            E::UpCardShown { .. } => self.up = true,
            E::JackpotCardsShown => self.jackpot_cards = true,
            E::HandDeclared { seat: Some(seat), .. } => self.declared |= 1 << seat,
            E::DealerQualified { qualifies, .. } => self.qualifies = Some(*qualifies),
            E::WagerSettled { .. } => {
                let settled = event.settled();
                self.outcomes.extend(settled.map(|settled| WagerOutcome { settled, clause: clause() }));
            }
            E::RoundClosed => {
                self.over_patrons = self.state.patrons.to_vec();
                self.over = Some(Box::new(self.state.game.clone()));
                if self.history.len() == ROUNDS {
                    self.history.pop_back();
                }
                self.history.push_front(PastRound {
                    number: self.state.game.rounds,
                    outcomes: self.outcomes.clone(),
                    patrons: self.over_patrons.clone(),
                });
            }
            _ => {}
        }
    }
}

/// What a dealer would say aloud; the rest is for the record.
fn is_said(event: &Event<E>) -> bool {
    match event {
        Event::Game(event) => !matches!(
            event,
            E::FactShown
                | E::CallMade
                | E::DeckPlaced { .. }
                | E::DeckShuffled { .. }
                | E::DeckCut { .. }
                | E::CardsRecorded { .. }
                | E::RecordTakenBack { .. }
                | E::RecordCorrected { .. }
                | E::HandDealt { .. }
                | E::DealerDealt { .. }
                | E::BoardDealt { .. }
                | E::JackpotCardsDealt { .. }
                | E::PayLineApplied { .. }
                | E::HandCounted { .. }
                | E::HandDiscarded { .. }
                | E::HandKept { .. }
                | E::StepOpened { .. }
                | E::ShowdownReached
                | E::TableOpened { .. }
                | E::LossLimitSet { .. }
                | E::LimitShort { .. }
        ),
        Event::PatronSeated { .. } | Event::CallDue { .. } | Event::CallAnswered { .. } => false,
        Event::SeatAsked { .. } | Event::SeatRefused { .. } | Event::BuyInAsked { .. } => false,
        Event::BoughtIn { .. } | Event::CashedOut { .. } | Event::BuyInRefused { .. } => false,
        Event::LinkChanged { .. } | Event::MustLeave { .. } | Event::TermsAwaited { .. } => true,
        Event::RemovalOrdered { .. } => true,
        Event::SetUp(_) | Event::DeckCommitted { .. } | Event::ColourChanged { .. } => false,
        Event::SeedGiven { .. } => false,
        Event::DealingChanged { .. } => true,
        Event::FloatFilled { .. } | Event::FloatCredited { .. } | Event::FloatCounted { .. } => false,
        Event::DropCounted { .. } | Event::DayClosed { .. } => false,
        // Money that moves between rounds is never moved without a word.
        Event::CorrectionPosted { .. } => true,
        Event::CorrectionAsked { .. } => false,
        Event::CorrectionRefused { .. } | Event::Linked { .. } | Event::Unlinked => false,
    }
}

/// Cards as they lie, by number.
pub fn lying(cards: &[CardId], count: u8) -> &[CardId] {
    &cards[..usize::from(count).min(cards.len())]
}

/// A table that is followed.
pub struct WatchedTable {
    pub name: TableName,
    /// The table itself, here or elsewhere.
    pub reader: StreamHandle<BankedTable>,
    locked_feed: Mutex<TableFeed>,
}

impl WatchedTable {
    /// Follows a table from how it is found.
    pub fn new(name: TableName, seen: StreamHandle<BankedTable>, tale: TableFeed) -> WatchedTable {
        WatchedTable { name, reader: seen, locked_feed: Mutex::new(tale) }
    }

    /// How it is seen now.
    pub fn feed(&self) -> MutexGuard<'_, TableFeed> {
        // Whoever panicked here was only looking.
        self.locked_feed.lock().unwrap_or_else(|broken| broken.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A feed that has missed the records in which the dealer's card was turned up shows it all the same, and hides a card where
    /// the game turns none up.
    #[test]
    fn a_feed_that_catches_up_shows_the_up_card() {
        let betting = State::new(Table { phase: Phase::Betting, ..Table::closed() });
        let in_phase =
            |phase| State { version: 30, game: Table { phase, ..Table::closed() }, ..betting.clone() };
        for has_up_card in [true, false] {
            for phase in [Phase::Deciding(0), Phase::Showdown, Phase::Awards] {
                let mut feed = TableFeed::from_state(betting.clone(), 3, has_up_card);
                assert!(!feed.up, "nothing is dealt yet");
                feed.catch_up(&in_phase(phase));
                assert_eq!((feed.version, feed.up), (30, has_up_card), "{phase:?}");
            }
            for phase in [Phase::Betting, Phase::Locked] {
                let mut feed = TableFeed::from_state(in_phase(Phase::Showdown), 3, has_up_card);
                feed.catch_up(&in_phase(phase));
                assert!(!feed.up, "{phase:?}: the next cards are not dealt yet");
            }
        }
    }
}
