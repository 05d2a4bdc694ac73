//! A table as the pit sees it: where it stands, what waits, what is announced. Looked at once, with nothing held after.

use engine::banked::{Hand, NoticeOf, Phase, Table};
use engine::{Limits, MeterIndex, Moment, PatronId, Sign, TableNumber};
use floor::table::{DealingMode, Link, State};
use floor::{Account, words};
use money::Money;
use rulebook::{Rulebook, Variant};
use server::absences::AbsenceNote;
use server::app::App;
use server::auto_dealer::Alarm;
use server::problem::Problem;
use store::Stream;

/// As many decisions for absent players are shown.
const ABSENCES: usize = 8;

/// A table at a glance.
pub(super) struct PitTableView {
    pub(super) number: TableNumber,
    pub(super) stream: Stream,
    pub(super) book: &'static Rulebook,
    pub(super) game: &'static Variant,
    pub(super) mode: Option<DealingMode>,
    pub(super) phase: Phase,
    pub(super) phase_words: &'static str,
    pub(super) round: u64,
    pub(super) version: u64,
    pub(super) link: Link,
    pub(super) meter: Option<MeterIndex>,
    pub(super) float: Money,
    pub(super) drop: Money,
    pub(super) layout: Money,
    /// Calls that nobody has answered yet.
    pub(super) due: usize,
    pub(super) sign: Option<Sign>,
    pub(super) players: Vec<PitPlayerView>,
    pub(super) notices: Vec<PitNoticeView>,
    pub(super) wins: Vec<PendingAward>,
    /// The number of the record of the meter that the wins stand on.
    pub(super) award: u64,
    pub(super) sheet: floor::table::Sheet,
    /// The boxes whose hands have to decide, from 0.
    pub(super) deciding: Vec<usize>,
    /// Since when an automatic table waits for the same, and until when, in milliseconds since 1970.
    pub(super) waits: Option<(i64, Option<i64>)>,
    /// Why it cannot go on by itself.
    pub(super) alarm: Option<Alarm>,
    /// What was last done for players who were away, the latest first.
    pub(super) absences: Vec<AbsenceNote>,
}

/// Somebody at a place, from 0.
pub(super) struct PitPlayerView {
    pub(super) seat: usize,
    pub(super) patron: Option<PatronId>,
    pub(super) chips: Money,
    pub(super) paused: bool,
    pub(super) keeps: bool,
    pub(super) leaving: bool,
    pub(super) personal: bool,
}

/// A notice, and what is left of its time.
pub(super) struct PitNoticeView {
    pub(super) of: NoticeOf,
    pub(super) left: NoticeLeft,
    pub(super) clause: String,
    pub(super) limits: Option<Limits>,
}

/// What is left of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoticeLeft {
    Seconds(u64),
    Rounds(u64),
    Nothing,
}

/// A hand that waits for its award.
pub(super) struct PendingAward {
    pub(super) seat: usize,
    pub(super) patron: Option<PatronId>,
    pub(super) hand: String,
    pub(super) amount: Option<Money>,
    pub(super) clause: String,
}

impl PitTableView {
    /// A table of the floor.
    pub(super) fn of(app: &App, number: TableNumber) -> Result<PitTableView, Problem> {
        let follower = app.watched_table(number)?;
        let desk = &follower.reader;
        let (book, game) = (desk.machine().game.book(), desk.machine().game.game());
        let (now, hours) = (desk.now(), app.hours(&follower.name.book));
        let absences = follower.feed().absences.latest().take(ABSENCES).cloned().collect();
        let (waits, alarm) = (app.dealer.waits(number), app.dealer.alarm(number));
        Ok(desk.with_state(|state| PitTableView {
            number,
            stream: desk.stream().clone(),
            book: floor::book(&follower.name.book).unwrap_or(book),
            game,
            mode: state.mode,
            phase: state.game.phase,
            phase_words: words::phase_in(&state.game, hours),
            round: state.game.rounds,
            version: state.version,
            link: state.link,
            meter: state.meter,
            float: state.holds(Account::Float),
            drop: state.holds(Account::Drop),
            layout: state.holds(Account::Layout),
            due: state.due.len(),
            sign: state.game.sign.as_deref().cloned(),
            players: players(state),
            notices: notices(book, &state.game, now),
            wins: wins(book, state),
            award: state.award.map_or(0, |(.., seq)| seq),
            sheet: state.sheet,
            deciding: deciding(&state.game),
            waits,
            alarm,
            absences,
        }))
    }

    /// All tables of a floor, by number.
    pub(super) fn all(app: &App) -> Vec<PitTableView> {
        let numbers = app.tables();
        numbers.iter().filter_map(|follower| PitTableView::of(app, follower.name.number).ok()).collect()
    }

    /// The state by which the map colours it.
    pub(super) fn state(&self) -> &'static str {
        match self.phase {
            _ if !self.wins.is_empty() => "award",
            Phase::Awards => "award",
            _ if self.mode.is_none() => "bare",
            Phase::Closed => "closed",
            Phase::Betting => "betting",
            Phase::Locked => "locked",
            Phase::Deciding(_) => "deciding",
            Phase::Showdown => "showdown",
        }
    }
}

fn deciding(table: &Table) -> Vec<usize> {
    let open = |(_, seat): &(usize, &engine::banked::Seat)| seat.hand == Hand::Live && !seat.decided;
    match table.phase {
        Phase::Deciding(_) => table.boxes().iter().enumerate().filter(open).map(|(at, _)| at).collect(),
        _ => Vec::new(),
    }
}

fn players(state: &State<Table>) -> Vec<PitPlayerView> {
    let seats = state.game.seats.iter().enumerate();
    let taken = seats.filter(|(at, seat)| seat.taken || state.patrons[*at].is_some());
    let player = |(at, seat): (usize, &engine::banked::Seat)| PitPlayerView {
        seat: at,
        patron: state.patrons[at],
        chips: state.rack(at as u8),
        paused: seat.paused,
        keeps: seat.keeps.is_some(),
        leaving: state.leaving & 1 << at != 0,
        personal: seat.personal.is_some(),
    };
    taken.map(player).collect()
}

fn notices(book: &Rulebook, table: &Table, now: Moment) -> Vec<PitNoticeView> {
    let all = [NoticeOf::Limits, NoticeOf::Closing, NoticeOf::PayTables];
    let announced = |of: NoticeOf| {
        let notice = table.notices[of as usize].as_ref()?;
        let gone = now.0.saturating_sub(notice.since.0);
        let seconds = |minutes: u32| match (u64::from(minutes) * 60).saturating_sub(gone) {
            0 => NoticeLeft::Nothing,
            left => NoticeLeft::Seconds(left),
        };
        let (limits, closing) = (&book.table.limits, &book.table.closing);
        let (left, cite) = match (of, &closing.rounds, &closing.minutes) {
            (NoticeOf::Limits, ..) => (seconds(limits.notice_minutes.value), limits.notice_minutes.cite),
            (NoticeOf::Closing, Some(rounds), _) => {
                let played = table.rounds.saturating_sub(notice.round);
                let left = match u64::from(rounds.value).saturating_sub(played) {
                    0 => NoticeLeft::Nothing,
                    left => NoticeLeft::Rounds(left),
                };
                (left, rounds.cite)
            }
            (NoticeOf::Closing, None, Some(minutes)) => (seconds(minutes.value), minutes.cite),
            _ => (NoticeLeft::Nothing, limits.shown),
        };
        let limits = notice.limits.as_deref().cloned();
        Some(PitNoticeView { of, left, clause: book.label(cite).to_string(), limits })
    };
    all.into_iter().filter_map(announced).collect()
}

/// The hands that wait, with what the meter has fixed for each.
fn wins(book: &Rulebook, state: &State<Table>) -> Vec<PendingAward> {
    let option = state.game.sign.as_ref().and_then(|sign| sign.jackpot.as_ref()).map(|terms| terms.option);
    let prizes = option.and_then(|option| book.jackpots.option(option)).map(|option| &option.prizes[..]);
    let waiting = state.game.boxes().iter().enumerate().filter(|(_, seat)| seat.awaits);
    let win = |(at, seat): (usize, &engine::banked::Seat)| {
        let hit = seat.hit?;
        let prize = prizes.and_then(|prizes| prizes.get(usize::from(hit)));
        let cite = prize.map_or(book.jackpots.recorded, |prize| prize.clause);
        let owner = seat.blind_of.map_or(at, usize::from);
        Some(PendingAward {
            seat: at,
            patron: state.patrons[owner],
            hand: prize.map(|prize| prize.hand.to_string()).unwrap_or_default(),
            amount: state.award.map(|(royal, flush, _)| if hit == 0 { royal } else { flush }),
            clause: book.label(cite).to_string(),
        })
    };
    waiting.filter_map(win).collect()
}
