//! Owns the signs `+` and `-` for amounts; which amounts exist and what they hold is kept out.

/// `+`, `-`, `+=`, `-=` and sums for a type with `checked_add`, `checked_sub`, `checked_neg`.
///
/// A wrapped amount would be a wrong payment, so these stop in release builds too. Input goes
/// through the checked methods instead.
macro_rules! stop_on_overflow {
    ($amount:ident) => {
        impl std::ops::Add for $amount {
            type Output = Self;

            #[track_caller]
            fn add(self, other: Self) -> Self {
                match self.checked_add(other) {
                    Some(sum) => sum,
                    None => panic!("{self} + {other} is more than {} holds", stringify!($amount)),
                }
            }
        }

        impl std::ops::Sub for $amount {
            type Output = Self;

            #[track_caller]
            fn sub(self, other: Self) -> Self {
                match self.checked_sub(other) {
                    Some(difference) => difference,
                    None => panic!("{self} - {other} is more than {} holds", stringify!($amount)),
                }
            }
        }

        impl std::ops::Neg for $amount {
            type Output = Self;

            #[track_caller]
            fn neg(self) -> Self {
                match self.checked_neg() {
                    Some(opposite) => opposite,
                    None => panic!("-({self}) is more than {} holds", stringify!($amount)),
                }
            }
        }

        impl std::ops::AddAssign for $amount {
            #[track_caller]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl std::ops::SubAssign for $amount {
            #[track_caller]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl std::iter::Sum for $amount {
            fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
                amounts.fold(Self::ZERO, |sum, amount| sum + amount)
            }
        }

        impl<'a> std::iter::Sum<&'a Self> for $amount {
            fn sum<I: Iterator<Item = &'a Self>>(amounts: I) -> Self {
                amounts.copied().sum()
            }
        }
    };
}

pub(crate) use stop_on_overflow;
