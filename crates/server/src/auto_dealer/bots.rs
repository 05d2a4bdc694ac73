//! Patrons who play by themselves: with the solved strategy, or with the mistakes that one sees at tables. They choose among
//! what is offered to them, from what they may see.

use coach::{Coach, Coaches, Style};
use engine::banked::{Command as Game, Offer, Table};
use engine::{Actor, Machine, Moment, PatronId, Sign, Who};
use floor::BankedTable;
use floor::table::{Command, Link, State, Tender};
use money::Money;
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A patron who plays by itself.
#[derive(Clone, Debug)]
pub struct Bot {
    /// What others call it.
    pub name: String,
    /// How it plays.
    pub style: Style,
    /// What it likes to stake.
    pub unit: Money,
    /// Of 128 decisions so many find it gone, as people sometimes are: for measurements.
    pub vanishes: u8,
}

/// What a bot buys when its chips run low.
const BUYS: Money = Money::from_cents(100_000);

/// Solved games, for those who play best.
pub(super) fn coaches() -> &'static Coaches {
    static COACHES: OnceLock<Coaches> = OnceLock::new();
    COACHES.get_or_init(Coaches::default)
}

/// What a bot does when it is its turn.
pub(super) enum BotAction {
    Do(Command<Game>),
    /// It has to think: its game is being solved.
    Thinks,
    /// Nothing that is offered suits it.
    Nothing,
}

/// The coach of those who play best, once the game is solved. All tables wait for the automatic dealer, so it waits for no
/// solution: that is found beside it, one game at a time.
fn coach(machine: &BankedTable, sign: &Sign) -> Option<Option<Arc<Coach>>> {
    static SOLVING: AtomicBool = AtomicBool::new(false);
    let (book, game) = (machine.game.book(), machine.game.game());
    match coaches().at_hand(book, game, sign) {
        Ok(Some(coach)) => Some(Some(coach)),
        Err(_) => Some(None),
        Ok(None) => {
            if !SOLVING.swap(true, Ordering::AcqRel) {
                let sign = sign.clone();
                let solve = move || {
                    // What cannot be solved is remembered there, too.
                    drop(coaches().get(book, game, &sign));
                    SOLVING.store(false, Ordering::Release);
                };
                if std::thread::Builder::new().name("solver".into()).spawn(solve).is_err() {
                    SOLVING.store(false, Ordering::Release);
                    return Some(None);
                }
            }
            None
        }
    }
}

fn offers(machine: &BankedTable, state: &State<Table>, seat: usize) -> Vec<Offer> {
    machine.offers(state, Actor { who: Who::Seat(seat), at: Moment(0) })
}

fn of_game(command: Game) -> Command<Game> {
    Command::Game { command, next_key: None }
}

/// The seed of a bot for a round: from a secret of this process, so that it can be promised without keeping a list.
pub(super) fn seed(secret: &[u8; 32], (table, patron): (&str, PatronId), round: u64) -> [u8; 32] {
    let sha = Sha256::new().chain_update(b"cardroom bot seed 1\0").chain_update(secret);
    let sha = sha.chain_update(patron.0.to_be_bytes()).chain_update(round.to_be_bytes());
    sha.chain_update(table).finalize().into()
}

/// The chance of a bot at a place in a round: from the same secret, and for nothing else.
pub(super) fn chance(
    secret: &[u8; 32],
    (table, patron): (&str, PatronId),
    (round, place): (u64, u64),
) -> u64 {
    let sha = Sha256::new().chain_update(b"cardroom bot chance 1\0").chain_update(secret);
    let sha = sha.chain_update(patron.0.to_be_bytes()).chain_update(round.to_be_bytes());
    let hash: [u8; 32] = sha.chain_update(place.to_be_bytes()).chain_update(table).finalize().into();
    let (first, _) = hash.split_first_chunk().expect("a hash has 32 bytes");
    u64::from_be_bytes(*first)
}

/// The next first wager of a bot, or chips to make it with; nothing where it has laid all that it wants, or cannot pay for
/// it: then it sits the round out. Chips are asked for once a round, since an account may be empty.
pub(super) fn lay(
    machine: &BankedTable,
    state: &State<Table>,
    (seat, bot): (usize, &Bot),
    chance: u64,
    may_buy: bool,
) -> Option<Command<Game>> {
    let rack = state.rack(seat as u8);
    let plays = state.game.seats[seat].has_wagers();
    let ten = bot.unit.checked_mul(10).unwrap_or(bot.unit);
    if !plays && rack < ten && may_buy && state.due.is_empty() {
        return Some(Command::BuyIn { seat: seat as u8, amount: BUYS, with: Tender::Account });
    }
    let mut offers = offers(machine, state, seat);
    let jackpot = machine.game.jackpot_spot();
    let line = state.link == Link::Live;
    offers.retain(|offer| match offer {
        Offer::Place { wager, from, .. } => *from <= rack && (line || Some(*wager) != jackpot),
        _ => true,
    });
    let game = machine.game.game();
    let laid = bot.style.next_wager(game, (&state.game, seat), &offers, bot.unit, chance)?;
    let Game::Place { wager, amount, .. } = laid else { return None };
    // An Ante is laid only with what must lie beside it.
    let beside = game.wager.iter().filter(|rules| {
        wager == 0 && rules.equals.as_ref().is_some_and(|other| other.value == game.wager[0].on)
    });
    let all = amount.checked_mul(1 + beside.count() as i64)?;
    (all <= rack).then(|| of_game(laid))
}

/// What a bot decides.
pub(super) fn decide(
    machine: &BankedTable,
    state: &State<Table>,
    (seat, bot): (usize, &Bot),
    chance: u64,
) -> BotAction {
    let best = (bot.style == Style::Best).then_some(state.game.sign.as_deref()).flatten();
    let Some(coach) = best.map_or(Some(None), |sign| coach(machine, sign)) else { return BotAction::Thinks };
    let owner = state.game.seats[seat].blind_of.map_or(seat, usize::from);
    let rack = state.rack(owner as u8);
    let mut offers = offers(machine, state, owner);
    offers.retain_mut(|offer| match offer {
        Offer::Bet { from, to, only, .. } => {
            only.retain(|amount| *amount <= rack);
            *to = (*to).min(rack);
            *from <= *to
        }
        _ => true,
    });
    let decided = bot.style.decide((&machine.game, coach.as_deref()), (&state.game, seat), &offers, chance);
    decided.map_or(BotAction::Nothing, |command| BotAction::Do(of_game(command)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::banked::{Banked, Patron};

    #[test]
    fn chance_is_the_secrets_and_differs_from_place_to_place() {
        let of = |secret: u8, patron, round, place| {
            chance(&[secret; 32], ("table/book/game/1", patron), (round, place))
        };
        let one = of(1, PatronId(100), 7, 2);
        assert_eq!(one, of(1, PatronId(100), 7, 2), "the same secret, the same chance");
        for other in [
            of(2, PatronId(100), 7, 2),
            of(1, PatronId(101), 7, 2),
            of(1, PatronId(100), 8, 2),
            of(1, PatronId(100), 7, 3),
        ] {
            assert_ne!(one, other);
        }
        assert_ne!(one, chance(&[1; 32], ("table/book/game/2", PatronId(100)), (7, 2)));
        let seed = seed(&[1; 32], ("table/book/game/1", PatronId(100)), 7);
        assert!(!seed.starts_with(&one.to_be_bytes()), "a seed that is shown tells nothing of it");
    }

    /// Without chips a patron asks for them once, and then sits the round out instead of laying half a wager.
    #[test]
    fn who_cannot_pay_sits_out() {
        let book = floor::book("crown-sydney-poker-minors-3.3").unwrap();
        let game = book.variant("ultimate-texas-holdem").unwrap();
        let machine = BankedTable::new(Banked::new(book, game));
        let mut state = State::new(Table::closed());
        let manager = Actor { who: Who::Staff(book.ladder.highest()), at: Moment(0) };
        let sign = Box::new(floor::demo::sign(book, game));
        for command in [Game::Open(sign), Game::Sit { seat: 0, blind_of: None, patron: Patron::default() }] {
            let mut said = Vec::new();
            machine.game.decide(&state.game, manager, &command, &mut said).unwrap();
            said.iter().for_each(|event| machine.game.evolve(&mut state.game, &event.value));
        }
        let bot =
            Bot { name: "Bea".into(), style: Style::Raiser, unit: Money::from_cents(1_000), vanishes: 0 };
        let asks = lay(&machine, &state, (0, &bot), 3, true);
        assert!(matches!(asks, Some(Command::BuyIn { seat: 0, .. })), "{asks:?}");
        assert!(lay(&machine, &state, (0, &bot), 3, false).is_none());
    }
}
