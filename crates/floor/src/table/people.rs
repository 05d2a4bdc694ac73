//! Players at the table: their files are asked before they sit down, and told when they get up.

use super::command::{Call, CallAnswer, Event, PatronCall, Tender};
use super::reason::Reason;
use super::{CitedTableEvent, FloorTable, State, TableRefusal};
use crate::ActingRole;
use crate::game::{Game, Seat, Standing};
use engine::{Actor, PatronId, Refusal, SEATS, Sink, Who};
use money::Money;
use rulebook::{Act, Cite, Ruled};

/// As much as is read while a round is dealt.
const LONGEST_WHY: usize = 200;

impl<G: Game> FloorTable<G> {
    /// A patron wants to sit down: their file answers first.
    pub(super) fn ask_seat(
        &self,
        state: &State<G::State>,
        actor: Actor,
        (seat, patron, card): (u8, PatronId, Option<u64>),
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        let at = usize::from(seat);
        if state.asked.get(at).is_none() {
            return Err(self.no(Reason::NoSuchSeat));
        }
        if !actor.is_staff() && !matches!(actor.who, Who::Seat(_) | Who::Patron(_)) {
            return Err(self.no(Reason::NotYourSeat));
        }
        if !self.game.is_open(&state.game) {
            // The game's own words and clause for a table that is closed.
            let sit = self.game.sit(Seat(seat), Default::default());
            let refused = self.game.decide(&state.game, actor, &sit, &mut Vec::new());
            return match refused {
                Err(refusal) => Err(Refusal::new(Reason::Game(refusal.reason), refusal.cite)),
                Ok(()) => Err(self.no(Reason::NotSetUp)),
            };
        }
        if self.game.is_taken(&state.game, Seat(seat)) {
            return Err(self.no(Reason::SeatTaken));
        }
        let cite = self.game.book().house.patrons.play;
        if let Some(seat) = self.seat_of(state, patron) {
            return Err(Refusal::new(Reason::SeatedAlready { seat }, cite));
        }
        if state.asked[at].is_some() || state.asked.contains(&Some(patron)) {
            return Err(self.no(Reason::SeatAskedFor));
        }
        out.take(Ruled::new(Event::SeatAsked { seat, patron }, cite));
        self.due(state, &[Call::Patron { patron, what: PatronCall::StartPlay { seat, card } }], cite, out);
        Ok(())
    }

    /// A patron's file has changed while they play: what may be lost from now on, and whether they may stay.
    pub(super) fn stand(
        &self,
        state: &State<G::State>,
        actor: Actor,
        (patron, standing, counted): (PatronId, Standing, Option<u64>),
        (leaves, pauses): (bool, Option<bool>),
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        self.system(actor)?;
        let Some(seat) = self.seat_of(state, patron) else { return Ok(()) };
        // Rounds that are settled here and that the file had not counted when it spoke.
        let uncounted = state.due.iter().filter_map(|(_, call)| match *call {
            Call::Patron { patron: of, what: PatronCall::RecordPlay { round, net } } => {
                (of == patron && counted.is_none_or(|counted| round > counted)).then_some(net)
            }
            _ => None,
        });
        let lost = Money::ZERO - uncounted.sum::<Money>();
        let mut commands: Vec<G::Command> = Vec::new();
        if let Some(banked) = self.game.house_banked() {
            let limit = standing.loss.map_or(engine::MOST, |(left, _)| left);
            let known = banked.headroom(&state.game, Seat(seat));
            // What the table knows already is not said again.
            if !known.map_or(standing.loss.is_none(), |known| known == limit - lost) {
                commands.push(banked.limit_loss(Seat(seat), limit, lost));
            }
        }
        let is_paused = self.game.is_paused(&state.game, Seat(seat));
        if let Some(pauses) = pauses.filter(|pauses| is_paused != *pauses) {
            commands.push(self.game.pause(Seat(seat), pauses));
        }
        if leaves {
            let cite = self.game.book().house.patrons.excluded_in_round;
            let leave = self.game.leave(Seat(seat));
            match self.game.decide(&state.game, actor, &leave, &mut Vec::new()) {
                Ok(()) => commands.push(leave),
                Err(_) if state.leaving & 1 << seat != 0 => {}
                Err(_) => out.take(Ruled::new(Event::MustLeave { seat, patron }, cite)),
            }
        }
        if commands.is_empty() {
            return Ok(());
        }
        self.run(state, actor, &commands, None, Vec::new(), out)
    }

    pub(super) fn leave_seat(
        &self,
        state: &State<G::State>,
        actor: Actor,
        seat: u8,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        self.at_seat(actor, seat)?;
        let leave = self.game.leave(Seat(seat));
        // Nobody needs a deck because somebody gets up.
        self.run(state, actor, &[leave], None, Vec::new(), out)
    }

    /// A player is ordered off the table, once what lies there is settled [HOUSE-22].
    pub(super) fn remove_player(
        &self,
        state: &State<G::State>,
        actor: Actor,
        (seat, why): (u8, &str),
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) -> Result<(), TableRefusal<G>> {
        let cite = self.authority(actor, Act::RemovePlayer)?;
        let no = |reason| Err(Refusal::new(reason, cite));
        let why = why.trim();
        match () {
            () if usize::from(seat) >= SEATS => return no(Reason::NoSuchSeat),
            () if !self.game.is_player(&state.game, Seat(seat)) => return no(Reason::SeatEmpty),
            () if state.leaving & 1 << seat != 0 => return no(Reason::LeavesAlready),
            () if !(1..=LONGEST_WHY).contains(&why.chars().count()) => return no(Reason::WhyMissing),
            () => {}
        }
        let Some(role) = ActingRole::of(actor) else { return Err(self.no(Reason::NotStaff)) };
        let patron = state.patrons[usize::from(seat)];
        let ordered = Event::RemovalOrdered { seat, patron, role, why: why.to_string() };
        out.take(Ruled::new(ordered, cite));
        let leave = self.game.leave(Seat(seat));
        let system = Actor { who: Who::System, ..actor };
        match self.game.decide(&state.game, system, &leave, &mut Vec::new()) {
            Ok(()) => self.run(state, system, &[leave], None, Vec::new(), out),
            // The round is played first.
            Err(_) => Ok(()),
        }
    }

    /// The citation by which a patron's file refused, from the clause as it was printed.
    fn cite_of_file(&self, clause: &str) -> Option<Cite> {
        let book = self.game.book();
        let rules = &book.house.patrons;
        let own = [rules.exclusion, rules.play, rules.file, rules.loss_limit, rules.kept_by.cite];
        own.into_iter().chain(rules.pause).find(|cite| book.label(*cite) == clause)
    }

    /// A patron's file has answered.
    pub(super) fn patron_answered(
        &self,
        state: &State<G::State>,
        (patron, asked): (PatronId, PatronCall),
        answer: &CallAnswer,
        out: &mut impl Sink<CitedTableEvent<G>>,
    ) {
        let cite = self.game.book().house.patrons.play;
        match (asked, answer) {
            (PatronCall::StartPlay { seat, .. }, CallAnswer::Welcome(standing)) => {
                let mut said = Vec::new();
                let sit = self.game.sit(Seat(seat), *standing);
                let system = Actor { who: Who::System, at: engine::Moment(0) };
                match self.game.decide(&state.game, system, &sit, &mut said) {
                    Ok(()) => {
                        let events =
                            said.into_iter().map(|event| Ruled::new(Event::Game(event.value), event.cite));
                        events.for_each(|event| out.take(event));
                        out.take(Ruled::new(Event::PatronSeated { seat, patron }, cite));
                    }
                    Err(refusal) => {
                        // Somebody was faster, or the table has closed: the file is told that nobody plays here.
                        let clause = self.game.book().label(refusal.cite).to_string();
                        let why = refusal.reason.to_string();
                        out.take(Ruled::new(Event::SeatRefused { seat, patron, why, clause }, refusal.cite));
                        self.due(state, &[Call::Patron { patron, what: PatronCall::EndPlay }], cite, out);
                    }
                }
            }
            (PatronCall::StartPlay { seat, .. }, CallAnswer::Refused { why, clause }) => {
                let cite = self.cite_of_file(clause).unwrap_or(cite);
                let (why, clause) = (why.clone(), clause.clone());
                out.take(Ruled::new(Event::SeatRefused { seat, patron, why, clause }, cite));
            }
            (PatronCall::TakeMoney { amount, seat }, CallAnswer::Done) => {
                if state.patrons[usize::from(seat)] == Some(patron) {
                    out.take(Ruled::new(Event::BoughtIn { seat, amount, with: Tender::Account }, cite));
                } else {
                    // Got up meanwhile: it goes back.
                    let what = PatronCall::GiveMoney { amount };
                    self.due(state, &[Call::Patron { patron, what }], cite, out);
                }
            }
            (PatronCall::Repay { amount, mispayment }, CallAnswer::Done) => {
                let with = super::CorrectedWith::Account;
                let cite = self.game.book().house.mispayments.remedy;
                let posted = Event::CorrectionPosted { mispayment, patron, over: true, amount, with };
                out.take(Ruled::new(posted, cite));
            }
            (PatronCall::Repay { amount, mispayment }, CallAnswer::Refused { why, .. }) => {
                let (why, cite) = (why.clone(), self.game.book().house.mispayments.demand);
                out.take(Ruled::new(Event::CorrectionRefused { mispayment, patron, amount, why }, cite));
            }
            (PatronCall::TakeMoney { seat, .. }, CallAnswer::Refused { why, .. }) => {
                out.take(Ruled::new(Event::BuyInRefused { seat, why: why.clone() }, cite));
            }
            _ => {}
        }
    }
}
