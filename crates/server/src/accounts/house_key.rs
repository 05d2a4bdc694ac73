//! What the log says of the house's key and of its store: who changed the key, and who accepted an older store.

use super::event::Event;
use super::{AccountError, Accounts};
use store::PublicKey;

impl Accounts {
    /// Keeps that somebody has begun to change the key. Another may have to finish it, and the log names both.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn key_change_begun(&self, by: &str, from: &PublicKey, to: &PublicKey) -> Result<(), AccountError> {
        let (from, to) = (from.to_string(), to.to_string());
        let begun = Event::KeyChangeBegun { from, to };
        self.account_log.write(by, |_| Ok(vec![(begun.clone(), None)]))
    }

    /// Keeps that the house has another key, once. The one before is the one that the log has, or else the `first` key of
    /// the house, which the log never names.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn key_changed(&self, by: &str, first: &PublicKey, to: &PublicKey) -> Result<(), AccountError> {
        let (first, to) = (first.to_string(), to.to_string());
        self.account_log.write(by, |known| {
            let from = known.key.as_ref().unwrap_or(&first);
            if *from == to {
                return Ok(Vec::new());
            }
            Ok(vec![(Event::KeyChanged { from: from.clone(), to: to.clone() }, None)])
        })
    }

    /// Whether the log says that this is the key of the house. A house that never changed its key has said nothing.
    pub fn has_key(&self, key: &PublicKey) -> bool {
        self.account_log.with_state(|known| known.key.as_ref() == Some(&key.to_string()))
    }

    /// Keeps in what a store differs from the one that was left, where somebody accepted it as restored.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn store_accepted(&self, by: &str, differences: &[String]) -> Result<(), AccountError> {
        if differences.is_empty() {
            return Ok(());
        }
        let accepted = Event::StoreAccepted { differences: differences.to_vec() };
        self.account_log.write(by, |_| Ok(vec![(accepted.clone(), None)]))
    }
}
