//! Owns balanced movements of money and the balances they lead to; why money moves is kept out.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use crate::Money;

/// One line of a movement: what an account gains, or loses if negative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Posting<A> {
    /// Whose money.
    pub account: A,
    /// How much comes in.
    pub amount: Money,
}

impl<A> Posting<A> {
    /// A line for that account.
    pub const fn new(account: A, amount: Money) -> Self {
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
/// assert_eq!(lost, Err(MovementError::Unbalanced { cents: -1000 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Movement<A> {
    postings: Vec<Posting<A>>,
}

/// Why postings are no movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementError {
    /// There are none.
    NoPostings,
    /// One of them moves nothing.
    ZeroPosting {
        /// Which one, counted from 0.
        index: usize,
    },
    /// They do not sum to zero.
    Unbalanced {
        /// The sum, in cents; it may be more than [`Money`] holds.
        cents: i128,
    },
    /// A transfer of nothing, or of less than nothing, which would run the other way.
    TransferNotPositive(Money),
}

impl fmt::Display for MovementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPostings => f.write_str("movement has no postings"),
            Self::ZeroPosting { index } => write!(f, "posting {index} moves nothing"),
            Self::Unbalanced { cents } => write!(f, "postings sum to {cents} cents, not to zero"),
            Self::TransferNotPositive(amount) => {
                write!(f, "transferred amount {amount} is not above zero")
            }
        }
    }
}

impl Error for MovementError {}

impl<A> Movement<A> {
    /// A movement of these postings.
    ///
    /// # Errors
    ///
    /// When there are none, one of them is zero, or they do not sum to zero.
    pub fn new(postings: impl IntoIterator<Item = Posting<A>>) -> Result<Self, MovementError> {
        let postings: Vec<_> = postings.into_iter().collect();
        if postings.is_empty() {
            return Err(MovementError::NoPostings);
        }
        if let Some(index) = postings.iter().position(|p| p.amount.is_zero()) {
            return Err(MovementError::ZeroPosting { index });
        }
        // 2^63 postings of 2^63 cents still fit: this sum cannot wrap around to zero.
        let cents: i128 = postings.iter().map(|p| i128::from(p.amount.cents())).sum();
        match cents {
            0 => Ok(Self { postings }),
            _ => Err(MovementError::Unbalanced { cents }),
        }
    }

    /// A movement of one amount from one account to another.
    ///
    /// # Errors
    ///
    /// When the amount is not above zero.
    pub fn transfer(from: A, to: A, amount: Money) -> Result<Self, MovementError> {
        if amount <= Money::ZERO {
            return Err(MovementError::TransferNotPositive(amount));
        }
        Self::new([Posting::new(from, -amount), Posting::new(to, amount)])
    }

    /// The lines, in the order given.
    pub fn postings(&self) -> &[Posting<A>] {
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
pub struct Ledger<A> {
    balances: BTreeMap<A, Money>,
}

/// A movement would take an account beyond what [`Money`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BalanceOutOfRange<A> {
    /// The account.
    pub account: A,
}

impl<A: fmt::Debug> fmt::Display for BalanceOutOfRange<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "balance of {:?} is more than money holds", self.account)
    }
}

impl<A: fmt::Debug> Error for BalanceOutOfRange<A> {}

impl<A> Default for Ledger<A> {
    fn default() -> Self {
        Self { balances: BTreeMap::new() }
    }
}

impl<A: Ord + Clone> Ledger<A> {
    /// A ledger in which nobody holds anything.
    pub fn new() -> Self {
        Self::default()
    }

    /// Applies all of a movement, or nothing of it.
    ///
    /// # Errors
    ///
    /// When a balance would no longer fit; the ledger is then as it was.
    pub fn apply(&mut self, movement: &Movement<A>) -> Result<(), BalanceOutOfRange<A>> {
        // Several postings of one account count together: only where it ends up has to fit.
        let mut ends_at: BTreeMap<&A, i128> = BTreeMap::new();
        for Posting { account, amount } in movement.postings() {
            *ends_at.entry(account).or_insert_with(|| i128::from(self.balance(account).cents())) +=
                i128::from(amount.cents());
        }
        let mut settled = Vec::with_capacity(ends_at.len());
        for (account, cents) in ends_at {
            match i64::try_from(cents) {
                Ok(cents) => settled.push((account, Money::from_cents(cents))),
                Err(_) => {
                    return Err(BalanceOutOfRange { account: account.clone() });
                }
            }
        }
        for (account, balance) in settled {
            match self.balances.get_mut(account) {
                Some(held) => *held = balance,
                None => {
                    self.balances.insert(account.clone(), balance);
                }
            }
        }
        Ok(())
    }

    /// What an account holds; nothing, if no movement ever named it.
    pub fn balance(&self, account: &A) -> Money {
        self.balances.get(account).copied().unwrap_or(Money::ZERO)
    }

    /// All balances added up: zero, as every movement sums to zero.
    pub fn total(&self) -> Money {
        let cents: i128 = self.balances.values().map(|m| i128::from(m.cents())).sum();
        // Only a bug in here could make it anything else; then it is shown, not hidden.
        Money::from_cents(i64::try_from(cents).expect("movements sum to zero"))
    }

    /// Every account that a movement has named, in order, with what it holds.
    pub fn iter(&self) -> impl Iterator<Item = (&A, Money)> {
        self.balances.iter().map(|(account, balance)| (account, *balance))
    }
}
