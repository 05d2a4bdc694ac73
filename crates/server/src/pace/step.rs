//! What is due at a table now.

use super::bots::Turn;
use super::{Bot, Pace, Paced, bots, dealer};
use engine::Hidden;
use engine::banked::{Command as Game, Decision, Hand, Phase, Seat, Table};
use floor::table::{Command, State};
use floor::{BankedTable, By};
use house::Person;
use rulebook::Variant;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Whether a game is solved is looked at again after so long.
const SOLVING: Duration = Duration::from_millis(100);

/// What the automatic dealer does next.
pub(super) enum Next {
    /// Somebody else's turn.
    Nothing,
    /// To be looked at again then; people are shown the time where it is theirs.
    Until { at: Instant, shown: bool },
    /// An order.
    Do { by: By, command: Command<Game>, settles: bool },
}

impl Next {
    /// The place for which this buys chips.
    pub(super) fn buys(&self) -> Option<u8> {
        match self {
            Next::Do { command: Command::BuyIn { seat, .. }, .. } => Some(*seat),
            _ => None,
        }
    }

    /// Whether this calls no more bets.
    pub(super) fn is_call(&self) -> bool {
        matches!(self, Next::Do { command: Command::Game { command: Game::CallNoMoreBets, .. }, .. })
    }
}

fn game(by: By, command: Game) -> Next {
    let settles = matches!(command, Game::Settle);
    Next::Do { by, command: Command::Game { command, spare: Hidden::new([0; 32]) }, settles }
}

impl Pace {
    pub(super) fn next(
        &self,
        machine: &BankedTable,
        state: &State<Table>,
        paced: &Paced,
        bots: &BTreeMap<u32, Bot>,
    ) -> Next {
        let table = &state.game;
        let after = |wait| paced.since + wait;
        match table.phase {
            Phase::Closed => Next::Nothing,
            Phase::Betting => self.betting(machine, state, paced, bots),
            // The meter has to hear of the wagers first.
            Phase::Locked if !state.due.is_empty() => Next::Nothing,
            Phase::Locked => {
                let deal = Command::Deal { spare: Hidden::new([0; 32]) };
                later(after(self.tempo.show / 2), Next::Do { by: dealer(), command: deal, settles: false })
            }
            Phase::Deciding(step) => self.deciding(machine, state, (paced, usize::from(step)), bots),
            Phase::Showdown => later(after(self.tempo.show), game(dealer(), Game::Settle)),
            Phase::Awards => match (&self.tempo.deputy, state.award) {
                (Some((by, wait)), Some(_)) => {
                    let determine = Command::DetermineAwards { spare: Hidden::new([0; 32]) };
                    later(after(*wait), Next::Do { by: *by, command: determine, settles: false })
                }
                _ => Next::Nothing,
            },
        }
    }

    fn betting(
        &self,
        machine: &BankedTable,
        state: &State<Table>,
        paced: &Paced,
        bots: &BTreeMap<u32, Bot>,
    ) -> Next {
        let now = Instant::now();
        let mut opens = paced.since + self.tempo.between;
        if let Some(began) = paced.round_began {
            opens = opens.max(began + self.tempo.round_every);
        }
        if now < opens {
            return Next::Until { at: opens, shown: false };
        }
        let table = &state.game;
        for (seat, patron, bot) in bots_here(state, bots) {
            // Chance from the round and the place: the same after a restart.
            let chance = mixed(table.rounds, seat, patron);
            if let Some(command) =
                bots::lay(machine, state, (seat, bot), chance, paced.bought & 1 << seat == 0)
            {
                return Next::Do { by: By::alone(Person::Patron(patron)), command, settles: false };
            }
        }
        let variant = machine.game.game();
        let people = people_here(state, bots);
        let wagers = |seat: &Seat| seat.taken && seat.has_wagers();
        if !table.boxes().iter().any(|seat| wagers(seat) && is_whole(variant, seat)) {
            return Next::Nothing;
        }
        let all_ready = people.iter().all(|seat| paced.ready & 1 << seat != 0);
        let closes = paced.since + self.tempo.betting;
        if !all_ready && now < closes {
            return Next::Until { at: closes, shown: true };
        }
        if let Some((seat, wager)) = unfinished(variant, table) {
            // Wagers that want a companion keep everybody waiting: after a while they are given back.
            let Some((by, _)) = self.tempo.deputy else { return Next::Nothing };
            let patience = closes + self.tempo.betting / 2;
            return later(patience, game(by, Game::RefuseWager { seat, wager }));
        }
        match paced.called {
            false => game(dealer(), Game::CallNoMoreBets),
            // In books in which the first card closes the wagers.
            true => Next::Do {
                by: dealer(),
                command: Command::Deal { spare: Hidden::new([0; 32]) },
                settles: false,
            },
        }
    }

    fn deciding(
        &self,
        machine: &BankedTable,
        state: &State<Table>,
        (paced, step): (&Paced, usize),
        bots: &BTreeMap<u32, Bot>,
    ) -> Next {
        let table = &state.game;
        let waits = |seat: usize| table.seats[seat].hand == Hand::Live && !table.seats[seat].decided;
        if !(0..table.boxes().len()).any(waits) {
            return later(paced.since + self.tempo.show, game(dealer(), Game::Proceed));
        }
        let owner = |seat: usize| table.seats[seat].blind_of.map_or(seat, usize::from);
        let mut thinks = false;
        for seat in (0..table.boxes().len()).filter(|&seat| waits(seat)) {
            let Some(patron) = state.patrons[owner(seat)] else { continue };
            let Some(bot) = bots.get(&patron) else { continue };
            let chance = mixed(table.rounds, seat + 16 * step, patron);
            match bots::decide(machine, state, (seat, bot), chance) {
                Turn::Do(command) => {
                    let decided = Next::Do { by: By::alone(Person::Patron(patron)), command, settles: false };
                    return later(paced.since + self.tempo.think, decided);
                }
                Turn::Thinks => thinks = true,
                Turn::Nothing => {}
            }
        }
        if thinks {
            return Next::Until { at: Instant::now() + SOLVING, shown: false };
        }
        let closes = paced.since + self.tempo.decide;
        let absent = (0..table.boxes().len()).find(|&seat| waits(seat));
        match absent {
            Some(seat) if Instant::now() >= closes => {
                game(dealer(), Game::Decide { seat, decision: Decision::Absent })
            }
            Some(_) => Next::Until { at: closes, shown: true },
            None => Next::Nothing,
        }
    }
}

fn later(at: Instant, then: Next) -> Next {
    if Instant::now() >= at { then } else { Next::Until { at, shown: false } }
}

fn bots_here<'b>(
    state: &'b State<Table>,
    bots: &'b BTreeMap<u32, Bot>,
) -> impl Iterator<Item = (usize, u32, &'b Bot)> {
    let seated = state.patrons.iter().enumerate();
    seated.filter_map(|(seat, patron)| {
        let patron = (*patron)?;
        Some((seat, patron, bots.get(&patron)?))
    })
}

fn people_here(state: &State<Table>, bots: &BTreeMap<u32, Bot>) -> Vec<usize> {
    let seated = state.patrons.iter().enumerate();
    let person = |patron: &Option<u32>| patron.is_some_and(|patron| !bots.contains_key(&patron));
    seated.filter(|(_, patron)| person(patron)).map(|(seat, _)| seat).collect()
}

/// Whether cards are dealt to a box with these wagers.
fn is_whole(game: &Variant, seat: &Seat) -> bool {
    let lies = |on: &String| game.wager(on).is_some_and(|at| !seat.stakes[at].is_zero());
    game.dealt_on.value.iter().all(lies)
}

/// A first wager that lacks its companion.
fn unfinished(game: &Variant, table: &Table) -> Option<(usize, usize)> {
    for (at, seat) in table.boxes().iter().enumerate().filter(|(_, seat)| seat.taken) {
        for (wager, rules) in game.wager.iter().enumerate() {
            if seat.stakes[wager].is_zero() || !seat.carried.is_zero() {
                continue;
            }
            let lies = |on: &String| game.wager(on).map_or(engine::MOST, |other| seat.stakes[other]);
            let lacks = rules.needs.as_ref().is_some_and(|other| lies(&other.value).is_zero());
            let differs = rules.equals.as_ref().is_some_and(|other| lies(&other.value) != seat.stakes[wager]);
            if lacks || differs {
                return Some((at, wager));
            }
        }
    }
    None
}

/// A number that differs from round to round and from place to place, and is the same after a restart. It decides moods, no
/// cards.
fn mixed(round: u64, place: usize, patron: u32) -> u64 {
    let mut mixed = round.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (place as u64) << 32 ^ u64::from(patron);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
