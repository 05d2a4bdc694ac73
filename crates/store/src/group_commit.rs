//! Whom the writer waits for before it commits: a commit costs nearly the same for one as for all, and those who were
//! answered with the last group tend to come again at once. Without this a crowd splits in two halves that take turns,
//! each with a commit of its own, and stays so.

use std::time::{Duration, Instant};

/// The shortest and the longest that is waited after the last answers, for those who got them.
const PATIENCE: (Duration, Duration) = (Duration::from_micros(150), Duration::from_millis(2));

/// Who was in the last group and is not yet in this one.
pub(crate) struct Returning {
    /// The number of the group that is being written; the first is 2, so that no stream was in the one before.
    group: u64,
    /// How many streams the group before had, how many of them have come again, and how many this one has.
    last: usize,
    again: usize,
    here: usize,
    /// When the group before was answered.
    answered: Instant,
    /// When this commit began, and how long the last one took.
    began: Instant,
    took: Duration,
}

impl Default for Returning {
    fn default() -> Returning {
        let now = Instant::now();
        Returning { group: 1, last: 0, again: 0, here: 0, answered: now, began: now, took: Duration::ZERO }
    }
}

impl Returning {
    /// A new group.
    pub(crate) fn begin(&mut self) {
        self.group += 1;
        (self.last, self.again, self.here) = (self.here, 0, 0);
    }

    /// A stream is in this group; `group` is the last that it was in before.
    pub(crate) fn came(&mut self, group: &mut u64) {
        if *group != self.group {
            self.again += usize::from(*group + 1 == self.group);
            self.here += 1;
            *group = self.group;
        }
    }

    /// How many are likely to come yet.
    pub(crate) fn missing(&self) -> usize {
        self.last.saturating_sub(self.again)
    }

    /// How long they are waited for: less than the commit that it saves, and from when they could have come, so that
    /// a lonely command long after the last does not wait at all.
    pub(crate) fn until(&self) -> Instant {
        self.answered + (self.took / 2).clamp(PATIENCE.0, PATIENCE.1)
    }

    /// The disk is waited for now.
    pub(crate) fn committing(&mut self) {
        self.began = Instant::now();
    }

    /// The group is kept and is about to be answered.
    pub(crate) fn committed(&mut self) {
        self.answered = Instant::now();
        self.took = self.answered - self.began;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_of_the_last_group_are_missing_until_they_come() {
        let (mut returning, mut one, mut two, mut three) = (Returning::default(), 0, 0, 0);
        returning.begin();
        assert_eq!(returning.missing(), 0);
        returning.came(&mut one);
        returning.came(&mut two);
        returning.came(&mut two);
        assert_eq!(returning.missing(), 0);
        returning.committed();
        returning.begin();
        assert_eq!(returning.missing(), 2);
        // Whoever was not in the last group does not stand for one who was.
        returning.came(&mut three);
        assert_eq!(returning.missing(), 2);
        returning.came(&mut two);
        returning.came(&mut one);
        returning.came(&mut one);
        assert_eq!(returning.missing(), 0);
    }
}
