//! The ledger: nothing is made or lost, and a refused movement leaves no trace.

use money::{BalanceOutOfRange, Ledger, Money, Movement, MovementError, Posting};
use proptest::prelude::*;

const MOST: Money = Money::from_cents(i64::MAX);
const CENT: Money = Money::from_cents(1);

fn posting(account: &'static str, cents: i64) -> Posting<&'static str> {
    Posting::new(account, Money::from_cents(cents))
}

#[test]
fn only_balanced_postings_make_a_movement() {
    for (cents, sum) in [([5, -5, 1], 1), ([5, -5, -1], -1), ([i64::MAX, i64::MAX, 2], 1 << 64)] {
        let postings = cents.map(|c| posting("a", c));
        assert_eq!(Movement::new(postings), Err(MovementError::Unbalanced { units: sum }));
    }
    let balanced = [posting("a", 5), posting("b", -6), posting("a", 1)];
    assert_eq!(Movement::new(balanced.clone()).unwrap().postings(), balanced);
}

#[test]
fn sums_that_would_wrap_to_zero_are_refused() {
    // In 64 bits these two add up to zero.
    let postings = [i64::MIN; 2].map(|c| posting("a", c));
    assert_eq!(Movement::new(postings), Err(MovementError::Unbalanced { units: -(1 << 64) }));
}

#[test]
fn movements_that_move_nothing_are_refused() {
    assert_eq!(Movement::<&str>::new([]), Err(MovementError::NoPostings));
    let idle = [posting("a", 5), posting("b", 0), posting("c", -5)];
    assert_eq!(Movement::new(idle), Err(MovementError::ZeroPosting { index: 1 }));
    for cents in [i64::MIN, -1, 0] {
        let amount = Money::from_cents(cents);
        let refused = Movement::transfer("a", "b", amount);
        assert_eq!(refused, Err(MovementError::TransferNotPositive(amount)));
    }
    assert!(Movement::transfer("a", "b", CENT).is_ok());
    assert!(Movement::transfer("a", "b", MOST).is_ok());
}

#[test]
fn a_refused_movement_changes_nothing() {
    let mut ledger = Ledger::new();
    ledger.apply(&Movement::transfer("house", "rich", MOST).unwrap()).unwrap();
    let before = ledger.clone();
    // The first accounts of the movement, old and new, would fit; the last one does not.
    let movement = Movement::new([posting("a", 3), posting("house", -4), posting("rich", 1)]);
    assert_eq!(ledger.apply(&movement.unwrap()), Err(BalanceOutOfRange { account: "house" }));
    let movement = Movement::new([posting("a", 3), posting("b", -4), posting("rich", 1)]);
    let refused = ledger.apply(&movement.unwrap()).unwrap_err();
    assert_eq!(refused.to_string(), "balance of \"rich\" is more than money holds");
    assert_eq!(ledger, before);
    assert_eq!(ledger.iter().count(), 2);
}

#[test]
fn only_where_an_account_ends_up_has_to_fit() {
    let mut ledger = Ledger::new();
    ledger.apply(&Movement::transfer("house", "rich", MOST).unwrap()).unwrap();
    let through = [posting("rich", 10), posting("house", -10), posting("rich", -10), posting("house", 10)];
    assert_eq!(ledger.apply(&Movement::new(through).unwrap()), Ok(()));
    assert_eq!(ledger.balance(&"rich"), MOST);
    // The house can go one cent lower than the rich can go high.
    let last = Movement::transfer("house", "poor", CENT).unwrap();
    assert_eq!(ledger.apply(&last), Ok(()));
    assert_eq!(ledger.balance(&"house"), Money::from_cents(i64::MIN));
    assert!(ledger.apply(&last).is_err());
    assert_eq!(ledger.total(), Money::ZERO);
}

#[test]
fn balances_come_in_account_order() {
    let mut ledger = Ledger::new();
    assert_eq!(ledger.balance(&"c"), Money::ZERO);
    ledger.apply(&Movement::transfer("c", "a", CENT).unwrap()).unwrap();
    ledger.apply(&Movement::transfer("a", "b", CENT).unwrap()).unwrap();
    let lines: Vec<_> = ledger.iter().collect();
    // Money has passed through a, and none is left there.
    assert_eq!(lines, [(&"b", CENT), (&"c", -CENT)]);
}

/// Marsaglia's xorshift: the same movements on every run.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

#[test]
fn a_million_random_movements_stay_in_balance() {
    const ACCOUNTS: usize = 40;
    let mut random = Xorshift(0x2545_f491_4f6c_dd1d);
    let mut ledger = Ledger::new();
    let mut tally = [0_i128; ACCOUNTS];
    let mut applied = 0;
    while applied < 1_000_000 {
        let mut postings = Vec::new();
        let mut owed = 0;
        for _ in 0..=random.below(4) {
            let cents = random.below(200_000_001) as i64 - 100_000_000;
            owed -= cents;
            postings.push(Posting::new(random.below(ACCOUNTS as u64) as usize, Money::from_cents(cents)));
        }
        postings.push(Posting::new(random.below(ACCOUNTS as u64) as usize, Money::from_cents(owed)));
        if postings.iter().any(|p| p.amount.is_zero()) {
            continue;
        }
        for Posting { account, amount } in &postings {
            tally[*account] += i128::from(amount.cents());
        }
        ledger.apply(&Movement::new(postings).unwrap()).unwrap();
        applied += 1;
        if applied % 1000 == 0 {
            assert_eq!(ledger.total(), Money::ZERO);
        }
    }
    assert_eq!(ledger.total(), Money::ZERO);
    assert_eq!(ledger.iter().count(), ACCOUNTS);
    for (account, cents) in tally.into_iter().enumerate() {
        assert_eq!(i128::from(ledger.balance(&account).cents()), cents, "account {account}");
    }
}

proptest! {
    #[test]
    fn any_postings_balance_or_are_refused(
        cents in proptest::collection::vec(prop_oneof![4 => -2..=2_i64, 1 => any::<i64>()], 0..6),
    ) {
        let sum: i128 = cents.iter().map(|c| i128::from(*c)).sum();
        let sound = sum == 0 && !cents.is_empty() && !cents.contains(&0);
        let postings = cents.iter().map(|c| Posting::new((), Money::from_cents(*c)));
        prop_assert_eq!(Movement::new(postings).is_ok(), sound);
    }

    #[test]
    fn amounts_near_the_end_keep_the_total(amounts in proptest::collection::vec((0..4_u8, 0..4_u8, 1..=i64::MAX), 1..20)) {
        let mut ledger = Ledger::new();
        for (from, to, cents) in amounts {
            let before = ledger.clone();
            let movement = Movement::transfer(from, to, Money::from_cents(cents)).unwrap();
            if ledger.apply(&movement).is_err() {
                prop_assert_eq!(&ledger, &before);
            }
            prop_assert_eq!(ledger.total(), Money::ZERO);
        }
    }
}
