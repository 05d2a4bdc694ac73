//! The accounts between which money moves. Every stream keeps its own ledger, which sums to nothing at every event;
//! what several streams share (the house, cash from outside) is added up over all of them.

use engine::MeterIndex;
use minicbor::{Decode, Encode};
use money::{Amount, Ledger, Money, Movement, Posting};
use std::fmt;

/// Whose money, within one stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Encode, Decode)]
pub enum Account {
    /// Cash and bank money that is not the casino's.
    #[n(0)]
    Outside,
    #[n(1)]
    House,
    /// Promotional tokens in players' hands.
    #[n(2)]
    Tokens,
    /// Chips in players' hands away from the table.
    #[n(3)]
    ChipsOut,
    /// On the way between a patron's account and a table: nothing, when no call is open.
    #[n(4)]
    Transit,
    /// The chips of the table.
    #[n(5)]
    Float,
    /// The box into which cash goes for chips.
    #[n(6)]
    Drop,
    /// What lies on the layout.
    #[n(7)]
    Layout,
    /// A player's chips at a place of the table.
    #[n(8)]
    Rack(#[n(0)] u8),
    /// A jackpot meter.
    #[n(9)]
    Meter(#[n(0)] MeterIndex),
    /// A patron's account with the house.
    #[n(10)]
    Bank,
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Outside => f.write_str("outside"),
            Account::House => f.write_str("house"),
            Account::Tokens => f.write_str("tokens"),
            Account::ChipsOut => f.write_str("chips out"),
            Account::Transit => f.write_str("in transit"),
            Account::Float => f.write_str("float"),
            Account::Drop => f.write_str("drop"),
            Account::Layout => f.write_str("layout"),
            Account::Rack(seat) => write!(f, "rack {}", seat + 1),
            Account::Meter(meter) => write!(f, "meter {}", meter.number()),
            Account::Bank => f.write_str("account"),
        }
    }
}

impl Account {
    /// Whether it is the same account in every stream.
    pub fn is_shared(self) -> bool {
        matches!(
            self,
            Account::Outside | Account::House | Account::Tokens | Account::ChipsOut | Account::Transit
        )
    }
}

/// Money from one account to another; nothing happens with nothing.
pub(crate) fn transfer(ledger: &mut Ledger<Account, Money>, from: Account, to: Account, amount: Money) {
    post(ledger, &[(from, -amount), (to, amount)]);
}

/// Applies postings that sum to nothing; those of nothing are left out.
///
/// # Panics
/// If they do not: a machine that makes money is stopped before it writes another event.
pub(crate) fn post<M: Amount>(ledger: &mut Ledger<Account, M>, postings: &[(Account, M)]) {
    let lines = postings.iter().filter(|(_, amount)| amount.units() != 0);
    let lines: Vec<_> = lines.map(|(account, amount)| Posting::new(*account, *amount)).collect();
    if lines.is_empty() {
        return;
    }
    let movement = Movement::new(lines).expect("the movement of an event sums to nothing");
    ledger
        .apply(&movement)
        .expect("within what an account holds: every amount was checked when it was decided");
}
