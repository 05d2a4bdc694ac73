//! What is due at a table now.

use super::alarm::{PATIENCE, StallReason};
use super::bots::BotAction;
use super::{AutoDealer, Bot, TendedTable, bots, dealer};
use engine::PatronId;
use engine::banked::{Command as Game, Decision, Hand, Phase, Seat, Table};
use floor::table::{Command, Seed, State};
use floor::{BankedTable, By, Game as _, promise_of};
use house::Person;
use rulebook::Variant;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Whether a game is solved is looked at again after so long.
const SOLVING: Duration = Duration::from_millis(100);

/// What the automatic dealer does next.
pub(super) enum NextAction {
    /// Somebody else's turn.
    Nothing,
    /// To be looked at again then; people are shown the time where it is theirs.
    Until {
        at: Instant,
        shown: bool,
    },
    /// Others have to act; from then on the pit is called.
    Waits {
        stuck: StallReason,
        at: Instant,
    },
    Do {
        by: By,
        command: Command<Game>,
        settles: bool,
    },
}

impl NextAction {
    /// The place for which this buys chips.
    pub(super) fn buys(&self) -> Option<u8> {
        match self {
            NextAction::Do { command: Command::BuyIn { seat, .. }, .. } => Some(*seat),
            _ => None,
        }
    }

    /// The hand that this gives up for somebody who is away.
    pub(super) fn absent(&self) -> Option<usize> {
        match self {
            NextAction::Do {
                command: Command::Game { command: Game::Decide { seat, decision }, .. },
                ..
            } => (*decision == Decision::Absent).then_some(*seat),
            _ => None,
        }
    }

    /// Whether this calls no more bets.
    pub(super) fn is_call(&self) -> bool {
        matches!(self, NextAction::Do { command: Command::Game { command: Game::CallNoMoreBets, .. }, .. })
    }
}

fn game(by: By, command: Game) -> NextAction {
    let settles = matches!(command, Game::Settle);
    NextAction::Do { by, command: Command::Game { command, next_key: None }, settles }
}

impl AutoDealer {
    pub(super) fn next(
        &self,
        machine: &BankedTable,
        state: &State<Table>,
        paced: &TendedTable,
        bots: &BTreeMap<PatronId, Bot>,
    ) -> NextAction {
        let table = &state.game;
        let after = |wait| paced.since + wait;
        match table.phase {
            Phase::Closed => NextAction::Nothing,
            Phase::Betting => self.betting(machine, state, paced, bots),
            // The meter has to hear of the wagers first.
            Phase::Locked if !state.due.is_empty() => {
                NextAction::Waits { stuck: StallReason::Unanswered, at: after(PATIENCE) }
            }
            Phase::Locked => {
                let deal = Command::Deal { next_key: None };
                later(
                    after(self.tempo.show / 2),
                    NextAction::Do { by: dealer(), command: deal, settles: false },
                )
            }
            Phase::Deciding(step) => self.deciding(machine, state, (paced, usize::from(step)), bots),
            Phase::Showdown => later(after(self.tempo.show), game(dealer(), Game::Settle)),
            // What the meter has fixed is not known yet.
            Phase::Awards if state.award.is_none() => {
                NextAction::Waits { stuck: StallReason::Unanswered, at: after(PATIENCE) }
            }
            Phase::Awards => match &self.tempo.deputy {
                Some((by, wait)) => {
                    let determine = Command::DetermineAwards { next_key: None };
                    later(after(*wait), NextAction::Do { by: *by, command: determine, settles: false })
                }
                None => NextAction::Waits { stuck: StallReason::Awards, at: paced.since },
            },
        }
    }

    /// People deal: the dealer only watches that something happens.
    pub(super) fn dealt_by_hand(&self, state: &State<Table>, paced: &TendedTable) -> NextAction {
        let idle = match state.game.phase {
            Phase::Closed => true,
            Phase::Betting => paced.wagered.is_none(),
            _ => false,
        };
        let since = paced.wagered.unwrap_or(paced.since).max(paced.since);
        if idle {
            NextAction::Nothing
        } else {
            NextAction::Waits {
                stuck: StallReason::DealtByHand,
                at: since + self.tempo.longest().max(PATIENCE),
            }
        }
    }

    fn betting(
        &self,
        machine: &BankedTable,
        state: &State<Table>,
        paced: &TendedTable,
        bots: &BTreeMap<PatronId, Bot>,
    ) -> NextAction {
        let now = Instant::now();
        let mut opens = paced.since + self.tempo.between;
        if let Some(began) = paced.round_began {
            opens = opens.max(began + self.tempo.round_every);
            let alone = people_here(state, bots).is_empty() && paced.wagered.is_none();
            if let Some(round_every) = alone.then(|| self.unseen()).flatten() {
                opens = opens.max(began + round_every);
            }
        }
        if now < opens {
            return NextAction::Until { at: opens, shown: false };
        }
        let table = &state.game;
        for (seat, patron, bot) in bots_here(state, bots) {
            let Some(chance) = self.chance(paced, patron, (table.rounds, seat)) else { break };
            // One whose wager is refused sits the round out rather than keep everybody waiting.
            if paced.refusals > 0 {
                break;
            }
            if let Some(command) = self.bot_seed((machine, state), paced, (seat, patron), bots) {
                return NextAction::Do { by: By::alone(Person::Patron(patron)), command, settles: false };
            }
            if let Some(command) =
                bots::lay(machine, state, (seat, bot), chance, paced.bought & 1 << seat == 0)
            {
                return NextAction::Do { by: By::alone(Person::Patron(patron)), command, settles: false };
            }
        }
        let Some(wagered) = paced.wagered else { return NextAction::Nothing };
        let variant = machine.game.game();
        let whole = table.boxes().iter().any(|seat| seat.taken && lies(seat) && is_whole(variant, seat));
        let waits = |seat: &usize| (paced.ready | paced.away) & 1 << seat == 0;
        let closes = wagered + self.tempo.betting;
        let all_ready = !people_here(state, bots).iter().any(waits);
        if !(whole && all_ready) && now < closes {
            return NextAction::Until { at: closes, shown: true };
        }
        if let Some((seat, wager)) = unfinished(machine, table) {
            // It keeps everybody waiting, or its own player who has gone: after a while it is given back.
            let patience = wagered + self.tempo.companion();
            return if now < patience {
                NextAction::Until { at: patience, shown: true }
            } else {
                game(dealer(), Game::RefuseWager { seat, wager })
            };
        }
        match paced.called {
            _ if !whole => NextAction::Nothing,
            false => game(dealer(), Game::CallNoMoreBets),
            // In books in which the first card closes the wagers.
            true => {
                NextAction::Do { by: dealer(), command: Command::Deal { next_key: None }, settles: false }
            }
        }
    }

    /// The chance by which a patron who plays by itself chooses, the same for as long as this process asks for that place and
    /// that round. Nobody who knows both can work it out.
    fn chance(&self, paced: &TendedTable, patron: PatronId, (round, place): (u64, usize)) -> Option<u64> {
        Some(bots::chance(self.secret.as_ref()?, (paced.stream.name(), patron), (round, place as u64)))
    }

    /// The seed of a patron who plays by itself, where people play too: nobody else has to be shown that the deck was not chosen.
    /// Each promises the next, so that a seed of the house's own patrons is fixed before the house commits to a deck.
    fn bot_seed(
        &self,
        (machine, state): (&BankedTable, &State<Table>),
        paced: &TendedTable,
        (seat, patron): (usize, PatronId),
        bots: &BTreeMap<PatronId, Bot>,
    ) -> Option<Command<Game>> {
        let deck = state.deck.as_ref().filter(|deck| deck.seed_of(patron).is_none())?;
        let secret = self.secret.filter(|_| !people_here(state, bots).is_empty())?;
        let round = machine.game.deal_of_stakes(&state.game);
        let seed = |round: u64| bots::seed(&secret, (paced.stream.name(), patron), round);
        Some(Command::GiveSeed {
            seat: seat as u8,
            root: deck.root,
            seed: Seed(seed(round)),
            next: Some(Seed(promise_of(&seed(round + 1)))),
        })
    }

    fn deciding(
        &self,
        machine: &BankedTable,
        state: &State<Table>,
        (paced, step): (&TendedTable, usize),
        bots: &BTreeMap<PatronId, Bot>,
    ) -> NextAction {
        let table = &state.game;
        let waits = |seat: usize| table.seats[seat].hand == Hand::Live && !table.seats[seat].decided;
        let Some(first) = (0..table.boxes().len()).find(|&seat| waits(seat)) else {
            return later(paced.since + self.tempo.show, game(dealer(), Game::Proceed));
        };
        // The clock runs for everybody alike: for people, and for programs that cannot make up their minds.
        let closes = paced.since + self.tempo.decide;
        if Instant::now() >= closes {
            return game(dealer(), Game::Decide { seat: first, decision: Decision::Absent });
        }
        let mut thinks = false;
        for seat in (0..table.boxes().len()).filter(|&seat| waits(seat)) {
            let Some(patron) = state.patrons[table.owner(seat)] else { continue };
            let Some(bot) = bots.get(&patron) else { continue };
            let Some(chance) = self.chance(paced, patron, (table.rounds, seat + 16 * step)) else { continue };
            if chance >> 32 & 127 < u64::from(bot.vanishes) {
                continue;
            }
            match bots::decide(machine, state, (seat, bot), chance) {
                BotAction::Do(command) => {
                    let decided =
                        NextAction::Do { by: By::alone(Person::Patron(patron)), command, settles: false };
                    return later(paced.since + self.tempo.think, decided);
                }
                BotAction::Thinks => thinks = true,
                BotAction::Nothing => {}
            }
        }
        if thinks {
            NextAction::Until { at: closes.min(Instant::now() + SOLVING), shown: false }
        } else {
            NextAction::Until { at: closes, shown: true }
        }
    }
}

fn later(at: Instant, then: NextAction) -> NextAction {
    if Instant::now() >= at { then } else { NextAction::Until { at, shown: false } }
}

fn bots_here<'b>(
    state: &'b State<Table>,
    bots: &'b BTreeMap<PatronId, Bot>,
) -> impl Iterator<Item = (usize, PatronId, &'b Bot)> {
    let seated = state.patrons.iter().enumerate();
    seated.filter_map(|(seat, patron)| {
        let patron = (*patron)?;
        Some((seat, patron, bots.get(&patron)?))
    })
}

fn people_here(state: &State<Table>, bots: &BTreeMap<PatronId, Bot>) -> Vec<usize> {
    let seated = state.patrons.iter().enumerate();
    let person = |patron: &Option<PatronId>| patron.is_some_and(|patron| !bots.contains_key(&patron));
    // Nobody waits for the wagers of somebody who may lay none.
    let plays = |seat: usize| !state.game.seats[seat].paused && state.leaving & 1 << seat == 0;
    seated.filter(|(seat, patron)| person(patron) && plays(*seat)).map(|(seat, _)| seat).collect()
}

/// Whether cards are dealt to a box with these wagers.
fn is_whole(game: &Variant, seat: &Seat) -> bool {
    let lies = |on: &String| game.wager(on).is_some_and(|at| !seat.stakes[at].is_zero());
    game.dealt_on.value.iter().all(lies)
}

/// Whether a wager of this round lies at a box; a jackpot wager that was carried over is of the last one.
pub(super) fn lies(seat: &Seat) -> bool {
    seat.taken && seat.at_stake() != seat.carried
}

/// A first wager that lacks its companion.
fn unfinished(machine: &BankedTable, table: &Table) -> Option<(usize, usize)> {
    let wagers = machine.game.game().wager.len();
    let all = (0..table.boxes().len()).flat_map(|seat| (0..wagers).map(move |wager| (seat, wager)));
    all.into_iter().find(|&(seat, wager)| machine.game.unfinished(table, seat, wager).is_some())
}
