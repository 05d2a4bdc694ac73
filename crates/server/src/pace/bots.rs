//! Patrons who play by themselves.

use engine::banked::{Command as Game, Decision, Offer, Table};
use engine::{Actor, Hidden, Machine, Moment, Who};
use floor::BankedTable;
use floor::table::{Command, Link, State};
use rulebook::Medium;

/// A patron who plays by itself.
#[derive(Clone, Debug)]
pub struct Bot {
    /// What others call it.
    pub name: String,
}

fn offers(machine: &BankedTable, state: &State<Table>, seat: usize) -> Vec<Offer> {
    machine.offers(state, Actor { who: Who::Player(seat), at: Moment(0) })
}

/// The next first wager of a bot, where it has one to lay.
pub(super) fn lay(
    machine: &BankedTable,
    state: &State<Table>,
    (seat, _patron): (usize, u32),
    _bot: &Bot,
    chance: u64,
) -> Option<Command<Game>> {
    let jackpot = machine.game.jackpot_spot();
    let rack = state.rack(seat as u8);
    let mut laid = None;
    for offer in offers(machine, state, seat) {
        let Offer::Place { seat: at, wager, from, .. } = offer else { continue };
        let skips = Some(wager) == jackpot && (state.link != Link::Live || chance.is_multiple_of(3));
        if at == seat && !skips && !from.is_zero() && from <= rack && laid.is_none() {
            let amount = from;
            laid =
                Some(Game::Place { seat, wager, amount, medium: Medium::Chips, proxy: false, checked: true });
        }
    }
    laid.map(|command| Command::Game { command, spare: Hidden::new([0; 32]) })
}

/// What a bot decides.
pub(super) fn decide(
    machine: &BankedTable,
    state: &State<Table>,
    (seat, _patron): (usize, u32),
    _bot: &Bot,
    chance: u64,
) -> Option<Command<Game>> {
    let owner = state.game.seats[seat].blind_of.map_or(seat, usize::from);
    let rack = state.rack(owner as u8);
    let offers = offers(machine, state, owner);
    let bet = offers.iter().find_map(|offer| match offer {
        Offer::Bet { seat: at, from, only, .. } if *at == seat => {
            let amount = only.iter().copied().min().unwrap_or(*from);
            (amount <= rack).then_some(Decision::Bet { amount, checked: true, token: false })
        }
        _ => None,
    });
    let rest = offers.iter().find_map(|offer| match offer {
        Offer::Exactly(Game::Decide {
            seat: at,
            decision: decision @ (Decision::Check | Decision::Fold),
        }) if *at == seat => Some(*decision),
        _ => None,
    });
    let decision = if !chance.is_multiple_of(4) { bet.or(rest) } else { rest.or(bet) }?;
    Some(Command::Game { command: Game::Decide { seat, decision }, spare: Hidden::new([0; 32]) })
}
