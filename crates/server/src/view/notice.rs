//! What is announced at a table, with what is left of its time: for whoever plays or watches, not for the pit alone.

use crate::wire::Dollars;
use engine::Moment;
use engine::banked::{Notice, NoticeOf, Table};
use rulebook::{Cite, Rulebook, Variant};
use serde::Serialize;

/// A notice that is up.
#[derive(Clone, Debug, Serialize)]
pub struct NoticeView {
    /// limits, closing, pay-tables.
    pub of: &'static str,
    /// The limits that will hold.
    pub limits: Vec<super::LimitView>,
    /// Seconds of recorded time until it may take effect; none where rounds are counted, or nothing is.
    pub seconds_left: Option<u64>,
    /// By the wall clock of the server, in milliseconds since 1970, if nothing stops it.
    pub until_ms: Option<i64>,
    /// Rounds until it may take effect.
    pub rounds_left: Option<u64>,
    pub clause: String,
}

impl NoticeView {
    /// All that are up at a table.
    pub(super) fn all((book, game): (&Rulebook, &Variant), table: &Table, now: Moment) -> Vec<NoticeView> {
        let of = [NoticeOf::Limits, NoticeOf::Closing, NoticeOf::PayTables];
        of.into_iter()
            .filter_map(|of| {
                let notice = table.notices[of as usize].as_ref()?;
                let (seconds_left, rounds_left, cite) = left(book, (of, notice), table, now);
                Some(NoticeView {
                    of: match of {
                        NoticeOf::Limits => "limits",
                        NoticeOf::Closing => "closing",
                        NoticeOf::PayTables => "pay-tables",
                    },
                    limits: limits(game, notice),
                    seconds_left,
                    until_ms: None,
                    rounds_left,
                    clause: book.label(cite).to_string(),
                })
            })
            .collect()
    }

    /// Fixes the end by the wall clock; by the second, so that a page that says the same is the same.
    pub(crate) fn until(&mut self, wall_ms: i64) {
        let left = self.seconds_left.filter(|left| *left > 0).and_then(|left| i64::try_from(left).ok());
        self.until_ms = left.map(|left| (wall_ms / 1000).saturating_add(left).saturating_mul(1000));
    }
}

fn left(
    book: &Rulebook,
    (of, notice): (NoticeOf, &Notice),
    table: &Table,
    now: Moment,
) -> (Option<u64>, Option<u64>, Cite) {
    let gone = now.0.saturating_sub(notice.since.0);
    let seconds = |minutes: u32| Some((u64::from(minutes) * 60).saturating_sub(gone));
    let (limits, closing) = (&book.table.limits, &book.table.closing);
    match (of, &closing.rounds, &closing.minutes) {
        (NoticeOf::Limits, ..) => (seconds(limits.notice_minutes.value), None, limits.notice_minutes.cite),
        (NoticeOf::Closing, Some(rounds), _) => {
            let played = table.rounds.saturating_sub(notice.round);
            (None, Some(u64::from(rounds.value).saturating_sub(played)), rounds.cite)
        }
        (NoticeOf::Closing, None, Some(minutes)) => (seconds(minutes.value), None, minutes.cite),
        _ => (None, None, limits.shown),
    }
}

fn limits(game: &Variant, notice: &Notice) -> Vec<super::LimitView> {
    let Some(limits) = &notice.limits else { return Vec::new() };
    let named = game
        .wager
        .iter()
        .enumerate()
        .filter(|(at, _)| limits.min[*at].is_some() || limits.max[*at].is_some());
    named
        .map(|(at, rules)| super::LimitView {
            wager: rules.on.clone(),
            name: rules.name.clone(),
            min: limits.min[at].map(Dollars),
            max: limits.max[at].map(Dollars),
        })
        .collect()
}
