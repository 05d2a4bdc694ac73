//! Cards that are nobody's to see yet: they are there for the machine, and no log shows them.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// Something that is read like what it holds and shows nothing of it when it is formatted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hidden<T>(T);

impl<T> Hidden<T> {
    /// Hides something.
    pub const fn new(held: T) -> Hidden<T> {
        Hidden(held)
    }

    /// Hides something behind a pointer.
    pub fn boxed(held: T) -> Box<Hidden<T>> {
        Box::new(Hidden(held))
    }
}

impl<T> Deref for Hidden<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Hidden<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T> fmt::Debug for Hidden<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hidden")
    }
}
