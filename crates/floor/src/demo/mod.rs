//! A table that plays by itself: for a first look at a floor, for measurements, and for tests that kill it in between.
//! It speaks to the floor as people do, and chooses among what the rules offer.

mod furnish;

pub use furnish::{DEALER, Furnished, MANAGERS, NO_DATE, furnish, sign, terms};

use crate::floor::{Floor, FloorError};
use crate::hosted::BankedTable;
use crate::names::TableName;
use crate::orders::By;
use crate::stream_writer::{CommandOutcome, StreamWriter};
use crate::table::{Command, Link, Reason, Tender};
use cards::{ShuffleKey, Shuffler};
use engine::banked::{self, Decision, Offer, Phase};
use engine::{Actor, Machine, Moment, PatronId, Who};
use house::{PatronCommand, Person, Source, StaffId};
use money::Money;
use std::sync::Arc;
use store::{CommandId as Id, Stream};

/// With less than this a player brings more chips before the next round.
const LOW: Money = Money::from_cents(10_000);

/// Chance for what the croupier and the players choose: the same seed, the same choices.
pub struct Chance {
    shuffler: Shuffler,
    seed: u64,
    drawn: u64,
}

impl Chance {
    /// From a seed.
    pub fn new(seed: u64) -> Chance {
        Chance { shuffler: Shuffler::new(&ShuffleKey::from_seed(seed)), seed, drawn: 0 }
    }

    /// A number below the bound.
    pub fn below(&mut self, bound: usize) -> usize {
        match bound {
            0 | 1 => 0,
            2..=256 => self.shuffler.below(bound),
            _ => (self.shuffler.below(256) * 256 + self.shuffler.below(256)) % bound,
        }
    }

    /// An id for a command, once for each seed and call.
    pub fn id(&mut self) -> Id {
        self.drawn += 1;
        let mut id = [0; 16];
        id[..8].copy_from_slice(&self.seed.to_be_bytes());
        id[8..].copy_from_slice(&self.drawn.to_be_bytes());
        Id(id)
    }
}

/// Is told of every command and its answer.
pub type OutcomeListener = Box<dyn FnMut(Id, &CommandOutcome<BankedTable>) + Send>;

/// Is told of every command before it is given, so that it can be given again with its id if no answer comes.
pub type Sending = Box<dyn FnMut(Id, By, &Command<banked::Command>) + Send>;

/// Plays one table.
pub struct Croupier {
    floor: Arc<Floor>,
    table: Stream,
    name: TableName,
    /// The dealer's number on the roster.
    dealer: StaffId,
    /// Somebody who may determine what a jackpot pays.
    manager: By,
    chance: Chance,
    /// What each player brought to the table, and brings again when it is gone.
    chips: Money,
    /// Commands given so far.
    pub commands: u64,
    /// Told of every command and its answer.
    pub heard: Option<OutcomeListener>,
    /// Told of every command before it is given.
    pub sending: Option<Sending>,
}

/// Something stood in the way of the croupier.
#[derive(Debug)]
pub enum Stopped {
    Floor(FloorError),
    /// Something that was offered was refused.
    Refused(String),
}

impl From<FloorError> for Stopped {
    fn from(error: FloorError) -> Stopped {
        Stopped::Floor(error)
    }
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stopped::Floor(error) => write!(f, "{error}"),
            Stopped::Refused(what) => write!(f, "{what}"),
        }
    }
}

impl Croupier {
    /// For a table that is open; the dealer and the manager are on the roster.
    pub fn new(
        floor: Arc<Floor>,
        table: Stream,
        dealer: StaffId,
        manager: By,
        seed: u64,
    ) -> Result<Croupier, FloorError> {
        let name = TableName::of(&table).ok_or_else(|| FloorError::NoTable(table.to_string()))?;
        Ok(Croupier {
            floor,
            table,
            name,
            dealer,
            manager,
            chance: Chance::new(seed),
            chips: Money::from_cents(200_000),
            commands: 0,
            heard: None,
            sending: None,
        })
    }

    /// Gives an order and waits; a refusal stops.
    pub fn order(&mut self, by: By, command: Command<banked::Command>) -> Result<(), Stopped> {
        match self.try_order(by, command)? {
            CommandOutcome::Done(_) => Ok(()),
            CommandOutcome::Refused(refusal) => {
                Err(Stopped::Refused(format!("{}: {}", self.name, refusal.reason)))
            }
            CommandOutcome::Failed(error) => Err(Stopped::Floor(error.into())),
        }
    }

    fn try_order(
        &mut self,
        by: By,
        command: Command<banked::Command>,
    ) -> Result<CommandOutcome<BankedTable>, Stopped> {
        let id = self.chance.id();
        self.commands += 1;
        if let Some(sending) = &mut self.sending {
            sending(id, by, &command);
        }
        let answer = self.floor.ask_table(&self.table, (id, by), command)?;
        if let Some(heard) = &mut self.heard {
            heard(id, &answer);
        }
        Ok(answer)
    }

    fn dealer(&self) -> By {
        By::alone(Person::Staff(self.dealer))
    }

    fn game(&mut self, by: By, command: banked::Command) -> Result<(), Stopped> {
        self.order(by, Command::Game { command, next_key: None })
    }

    /// Seats patrons who are registered and have money in their accounts, with so much in chips.
    pub fn seat(&mut self, patrons: &[(PatronId, Option<u64>)], chips: Money) -> Result<(), Stopped> {
        self.chips = chips;
        for (seat, &(patron, card)) in patrons.iter().enumerate() {
            let seat = seat as u8;
            let by = By::alone(Person::Patron(patron));
            self.order(by, Command::AskSeat { seat, patron, card })?;
            self.wait(|state| {
                state.patrons[usize::from(seat)].is_some() || state.asked[usize::from(seat)].is_none()
            });
            self.order(by, Command::BuyIn { seat, amount: chips, with: Tender::Account })?;
            self.wait(|state| !state.rack(seat).is_zero() || state.due.is_empty());
        }
        Ok(())
    }

    /// Waits until what was asked of others is answered.
    fn wait(&self, until: impl Fn(&crate::table::State<banked::Table>) -> bool) {
        let Some(desk) = self.floor.table(&self.table) else { return };
        for _ in 0..2000 {
            if desk.with_state(&until) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// Plays one round, from wherever the table is.
    ///
    /// # Errors
    /// What stood in the way.
    pub fn round(&mut self) -> Result<(), Stopped> {
        let desk = self.desk()?;
        let begun = desk.with_state(|state| state.sheet.rounds);
        for _ in 0..400 {
            self.step()?;
            if desk.with_state(|state| state.sheet.rounds) > begun {
                return Ok(());
            }
        }
        Err(Stopped::Refused(format!("{} does not come to an end", self.name)))
    }

    /// Begins a round and leaves it when the cards are dealt, to show one that is under way.
    ///
    /// # Errors
    /// What stood in the way.
    pub fn deal(&mut self) -> Result<(), Stopped> {
        if self.desk()?.with_state(|state| state.game.phase) == Phase::Betting {
            self.bet()?;
        }
        // Answers of the meter come when they come; here everything has its order.
        self.wait(|state| state.due.is_empty());
        let desk = self.desk()?;
        match desk.with_state(|state| state.game.phase) {
            Phase::Locked => self.order(self.dealer(), Command::Deal { next_key: None }),
            _ => Ok(()),
        }
    }

    /// Does what comes next at the table.
    ///
    /// # Errors
    /// What stood in the way.
    pub fn step(&mut self) -> Result<(), Stopped> {
        let desk = self.desk()?;
        match desk.with_state(|state| state.game.phase) {
            Phase::Closed => Err(Stopped::Refused(format!("{} is not open", self.name))),
            Phase::Betting => self.bet(),
            Phase::Locked => self.order(self.dealer(), Command::Deal { next_key: None }),
            Phase::Deciding(_) => {
                let offers = desk.with_state(|state| self.offers(&desk, state));
                self.decide(&offers)
            }
            Phase::Showdown => self.game(self.dealer(), banked::Command::Settle),
            Phase::Awards => {
                self.wait(|state| state.award.is_some());
                self.order(self.manager, Command::DetermineAwards { next_key: None })
            }
        }
    }

    /// The table's desk.
    ///
    /// # Errors
    /// If this process does not run it.
    pub fn desk(&self) -> Result<Arc<StreamWriter<BankedTable>>, FloorError> {
        self.floor.table(&self.table).ok_or_else(|| FloorError::NoTable(self.table.to_string()))
    }

    /// What each player may do now.
    fn offers(
        &self,
        desk: &StreamWriter<BankedTable>,
        state: &crate::table::State<banked::Table>,
    ) -> Vec<(PatronId, Vec<Offer>)> {
        let seated = state.patrons.iter().enumerate().filter_map(|(seat, patron)| Some((seat, (*patron)?)));
        let offers = |(seat, patron): (usize, PatronId)| {
            let actor = Actor { who: Who::Seat(seat), at: Moment(0) };
            (patron, desk.machine().offers(state, actor))
        };
        seated.map(offers).collect()
    }

    /// Chips for those who have too few left to play a round, from an account that is filled up where it is empty: without
    /// wagers no cards are dealt.
    fn supply(&mut self, desk: &StreamWriter<BankedTable>) -> Result<(), Stopped> {
        let short = desk.with_state(|state| {
            let seated = (0..).zip(state.patrons).filter_map(|(seat, patron)| Some((seat, patron?)));
            seated.filter(|(seat, _)| state.rack(*seat) < LOW).collect::<Vec<(u8, PatronId)>>()
        });
        let amount = self.chips.max(LOW);
        for (seat, patron) in short {
            let by = By::alone(Person::Patron(patron));
            let buys = || Command::BuyIn { seat, amount, with: Tender::Account };
            if let CommandOutcome::Refused(refusal) = self.try_order(by, buys())?
                && matches!(refusal.reason, Reason::FileRefuses { .. })
            {
                let deposit = PatronCommand::Deposit { amount, from: Source::Cash };
                let order = (self.chance.id(), self.manager);
                if let CommandOutcome::Refused(refusal) =
                    self.floor.ask_patron((&self.name.book, patron), order, deposit)?
                {
                    return Err(Stopped::Refused(format!("patron {patron}: {}", refusal.reason)));
                }
                self.order(by, buys())?;
            }
        }
        Ok(())
    }

    fn bet(&mut self) -> Result<(), Stopped> {
        let desk = self.desk()?;
        self.supply(&desk)?;
        // Some wagers are offered when others lie there.
        for _ in 0..2 {
            let offers = desk.with_state(|state| self.offers(&desk, state));
            for (patron, offers) in offers {
                self.lay(&desk, patron, &offers)?;
            }
        }
        self.game(self.dealer(), banked::Command::CallNoMoreBets)?;
        if desk.with_state(|state| state.game.phase) == Phase::Betting {
            // In this book the first card closes the wagers.
            self.order(self.dealer(), Command::Deal { next_key: None })?;
        }
        Ok(())
    }

    /// One player's first wagers: the least of each, the jackpot's now and then.
    fn lay(
        &mut self,
        desk: &StreamWriter<BankedTable>,
        patron: PatronId,
        offers: &[Offer],
    ) -> Result<(), Stopped> {
        let jackpot = desk.machine().game.jackpot_spot();
        for offer in offers {
            let &Offer::Place { seat, wager, from, to, .. } = offer else { continue };
            let (link, rack) = desk.with_state(|state| (state.link, state.rack(seat as u8)));
            if Some(wager) == jackpot && (link != Link::Live || self.chance.below(3) == 0) {
                continue;
            }
            let amount = from.min(to);
            if amount.is_zero() || amount > rack {
                continue;
            }
            let medium = rulebook::Medium::Chips;
            let command = banked::Command::Place { seat, wager, amount, medium, proxy: false, checked: true };
            // One wager may rule out another; that is for the rules to say.
            self.try_order(By::alone(Person::Patron(patron)), Command::Game { command, next_key: None })?;
        }
        Ok(())
    }

    fn decide(&mut self, offers: &[(PatronId, Vec<Offer>)]) -> Result<(), Stopped> {
        let mut acted = false;
        for (patron, offers) in offers {
            let rack = |seat: usize, floor: &Floor| {
                floor
                    .table(&self.table)
                    .map_or(Money::ZERO, |desk| desk.with_state(|state| state.rack(seat as u8)))
            };
            let bet = offers.iter().find_map(|offer| match offer {
                Offer::Bet { seat, from, only, .. } => {
                    let amount = only.iter().copied().min().unwrap_or(*from);
                    (rack(*seat, &self.floor) >= amount)
                        .then_some((*seat, Decision::Bet { amount, checked: true, token: false }))
                }
                _ => None,
            });
            let rest = offers.iter().filter_map(|offer| match offer {
                Offer::Exactly(banked::Command::Decide {
                    seat,
                    decision: decision @ (Decision::Check | Decision::Fold),
                }) => Some((*seat, *decision)),
                _ => None,
            });
            let rest: Vec<_> = rest.collect();
            let folds = rest.is_empty() || bet.is_some() && self.chance.below(4) > 0;
            let chosen = if folds { bet.or(rest.first().copied()) } else { rest.first().copied() };
            if let Some((seat, decision)) = chosen {
                acted = true;
                self.game(By::alone(Person::Patron(*patron)), banked::Command::Decide { seat, decision })?;
            }
        }
        if !acted {
            self.game(self.dealer(), banked::Command::Proceed)?;
        }
        Ok(())
    }
}
