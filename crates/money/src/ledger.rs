//! Owns balanced movements of money and the balances they lead to; why money moves is kept out.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use crate::{MicroCents, Money};

/// What can move: whole cents, or the millionths of one that a meter holds.
pub trait Amount: Copy + Eq + fmt::Debug + fmt::Display {
    /// So many of its smallest unit.
    fn units(self) -> i128;
    /// The amount of so many, if it fits.
    fn from_units(units: i128) -> Option<Self>;
}

impl Amount for Money {
    fn units(self) -> i128 {
        i128::from(self.cents())
    }
    fn from_units(units: i128) -> Option<Money> {
        i64::try_from(units).ok().map(Money::from_cents)
    }
}

impl Amount for MicroCents {
    fn units(self) -> i128 {
        self.micro_cents()
    }
    fn from_units(units: i128) -> Option<MicroCents> {
        Some(MicroCents::from_micro_cents(units))
    }
}

/// One line of a movement: what an account gains, or loses if negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Posting<A, M = Money> {
    pub account: A,
    /// How much comes in.
    pub amount: M,
}

impl<A, M> Posting<A, M> {
    /// A line for that account.
    pub const fn new(account: A, amount: M) -> Self {
        Self { account, amount }
    }
}

/// Money changing hands: postings that sum to zero, or there is no movement.
///
/// An account may stand in several postings, as a seat with an Ante and a Bet does.
///
/// ```
/// use money::{Money, Movement, MovementError, Posting};
///
/// let dollars = |n: i64| Money::from_cents(n * 100);
///
/// // A pot of $200 goes to seat 3, less $10 commission.
/// let won = Movement::new([
///     Posting::new("pot", dollars(-200)),
///     Posting::new("seat 3", dollars(190)),
///     Posting::new("commission", dollars(10)),
/// ]);
/// assert!(won.is_ok());
///
/// // Forgetting the commission loses $10 on the way.
/// let lost = Movement::new([
///     Posting::new("pot", dollars(-200)),
///     Posting::new("seat 3", dollars(190)),
/// ]);
/// assert_eq!(lost, Err(MovementError::Unbalanced { units: -1000 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Movement<A, M = Money> {
    postings: Vec<Posting<A, M>>,
}

/// Why postings are no movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementError<M = Money> {
    /// There are none.
    NoPostings,
    /// One of them moves nothing.
    ZeroPosting {
        /// Which one, counted from 0.
        index: usize,
    },
    /// They do not sum to zero.
    Unbalanced {
        /// The sum, in the smallest unit (cents of [`Money`]); it may be more than an amount holds.
        units: i128,
    },
    /// A transfer of nothing, or of less than nothing, which would run the other way.
    TransferNotPositive(M),
}

impl<M: Amount> fmt::Display for MovementError<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPostings => f.write_str("movement has no postings"),
            Self::ZeroPosting { index } => write!(f, "posting {index} moves nothing"),
            Self::Unbalanced { units } => write!(f, "postings sum to {units}, not to zero"),
            Self::TransferNotPositive(amount) => {
                write!(f, "transferred amount {amount} is not above zero")
            }
        }
    }
}

impl<M: Amount> Error for MovementError<M> {}

impl<A, M: Amount> Movement<A, M> {
    /// A movement of these postings.
    ///
    /// # Errors
    ///
    /// When there are none, one of them is zero, or they do not sum to zero.
    pub fn new(postings: impl IntoIterator<Item = Posting<A, M>>) -> Result<Self, MovementError<M>> {
        let postings: Vec<_> = postings.into_iter().collect();
        if postings.is_empty() {
            return Err(MovementError::NoPostings);
        }
        if let Some(index) = postings.iter().position(|p| p.amount.units() == 0) {
            return Err(MovementError::ZeroPosting { index });
        }
        // 2^63 postings of 2^63 cents still fit, and so does any meter: this sum cannot wrap around to zero.
        let units = postings.iter().fold(0_i128, |sum, p| sum.saturating_add(p.amount.units()));
        match units {
            0 => Ok(Self { postings }),
            _ => Err(MovementError::Unbalanced { units }),
        }
    }

    /// A movement of one amount from one account to another.
    ///
    /// # Errors
    ///
    /// When the amount is not above zero.
    pub fn transfer(from: A, to: A, amount: M) -> Result<Self, MovementError<M>> {
        match M::from_units(amount.units().saturating_neg()) {
            Some(back) if amount.units() > 0 => {
                Self::new([Posting::new(from, back), Posting::new(to, amount)])
            }
            _ => Err(MovementError::TransferNotPositive(amount)),
        }
    }

    /// The lines, in the order given.
    pub fn postings(&self) -> &[Posting<A, M>] {
        &self.postings
    }
}

/// What each account holds after the movements applied so far; all together always nothing.
///
/// ```
/// use money::{Ledger, Money, Movement};
///
/// let mut ledger = Ledger::new();
/// ledger.apply(&Movement::transfer("seat 1", "house", Money::from_cents(10_00))?)?;
/// ledger.apply(&Movement::transfer("house", "seat 2", Money::from_cents(25_00))?)?;
///
/// let lines: Vec<String> = ledger.iter().map(|(who, has)| format!("{who} {has}")).collect();
/// assert_eq!(lines, ["house -15.00", "seat 1 -10.00", "seat 2 25.00"]);
/// assert!(ledger.total().is_zero());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger<A, M = Money> {
    balances: BTreeMap<A, M>,
}

/// A movement would take an account beyond what [`Money`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BalanceOutOfRange<A> {
    pub account: A,
}

impl<A: fmt::Debug> fmt::Display for BalanceOutOfRange<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "balance of {:?} is more than money holds", self.account)
    }
}

impl<A: fmt::Debug> Error for BalanceOutOfRange<A> {}

impl<A, M> Default for Ledger<A, M> {
    fn default() -> Self {
        Self { balances: BTreeMap::new() }
    }
}

impl<A: Ord + Clone, M: Amount> Ledger<A, M> {
    /// A ledger in which nobody holds anything.
    pub fn new() -> Self {
        Self::default()
    }

    /// Applies all of a movement, or nothing of it.
    ///
    /// # Errors
    ///
    /// When a balance would no longer fit; the ledger is then as it was.
    pub fn apply(&mut self, movement: &Movement<A, M>) -> Result<(), BalanceOutOfRange<A>> {
        // Several postings of one account count together: only where it ends up has to fit.
        let mut ends_at: BTreeMap<&A, i128> = BTreeMap::new();
        for Posting { account, amount } in movement.postings() {
            let held = ends_at.entry(account).or_insert_with(|| self.balance(account).units());
            *held = held.saturating_add(amount.units());
        }
        let mut settled = Vec::with_capacity(ends_at.len());
        for (account, units) in ends_at {
            match M::from_units(units) {
                Some(balance) => settled.push((account, balance)),
                None => return Err(BalanceOutOfRange { account: account.clone() }),
            }
        }
        for (account, balance) in settled {
            match (self.balances.get_mut(account), balance.units()) {
                (_, 0) => drop(self.balances.remove(account)),
                (Some(held), _) => *held = balance,
                (None, _) => drop(self.balances.insert(account.clone(), balance)),
            }
        }
        Ok(())
    }

    /// What an account holds.
    pub fn balance(&self, account: &A) -> M {
        self.balances.get(account).copied().unwrap_or_else(nothing)
    }

    /// All balances added up: zero, as every movement sums to zero.
    pub fn total(&self) -> M {
        let units: i128 = self.balances.values().map(|balance| balance.units()).sum();
        // Only a bug in here could make it anything else; then it is shown, not hidden.
        M::from_units(units).expect("movements sum to zero")
    }

    /// Every account that holds or owes something, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&A, M)> {
        self.balances.iter().map(|(account, balance)| (account, *balance))
    }
}

fn nothing<M: Amount>() -> M {
    M::from_units(0).expect("every kind of amount can be nothing")
}
