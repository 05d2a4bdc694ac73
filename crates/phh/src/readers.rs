//! The two readers apart, to be held against each other in tests.

use crate::error::Error;
use crate::file;
use crate::hand::Hand;

/// One hand by the quick reader, if it is plain enough.
pub fn quick(text: &str) -> Option<Hand> {
    let mut hand = Hand::new();
    file::single_quickly(text, &mut hand).map(|()| hand)
}

/// One hand by the full reader.
pub fn full(text: &str) -> Result<Hand, Error> {
    let mut hand = Hand::new();
    file::single_in_full(text, &mut hand).map(|()| hand)
}

/// The numbered hands of a text by the full reader; an error if the text as a whole is no TOML.
pub fn full_all(text: &str) -> Result<Vec<Result<Hand, Error>>, Error> {
    file::all_in_full(text)
}
