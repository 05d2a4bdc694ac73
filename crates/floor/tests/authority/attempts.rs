//! Trying a deed as somebody, and comparing what came of it with the table of authority.

use crate::common::{SYSTEM, Scene, dollars, patron, rung};
use ::house::{Command as H, OutsiderId, PatronCommand, Person, StaffId};
use engine::banked::{self, Decision, Holder, Offer};
use engine::{Actor, Hidden, Machine, Moment, PatronId, Who};
use floor::authority::{AuthorityCommand, Cell, OTHER_PATRON, PATRON, SEAT, Whose, authority};
use floor::table::{Command, DealingMode, Tender};
use floor::{By, CommandOutcome, FloorError, Hosted, StreamWriter};
use rulebook::SanctionKind;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use store::Stream;

/// What became of an attempt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Came {
    /// Authority and rules had nothing against it.
    Accepted,
    /// Somebody may not: the clause.
    Barred(String),
    /// The rules have something else against it.
    Otherwise(String),
}

fn by(who: Whose) -> By {
    match who {
        Whose::Rung(role) => rung(role),
        Whose::Outside(place) => By::alone(Person::Outside(OutsiderId(100 + u32::from(place)))),
        Whose::Seated => patron(PATRON),
        Whose::SeatedElsewhere => patron(OTHER_PATRON),
        Whose::Unseated => patron(PatronId(PATRON.0 + 2)),
        Whose::Dismissed => By::alone(Person::Staff(StaffId(90))),
        Whose::Stranger => By::alone(Person::Staff(StaffId(999))),
        Whose::System => SYSTEM,
    }
}

/// Tries something while the store takes nothing, and looks whether anything has changed.
pub(crate) fn attempt(scene: &Scene, table: Option<&Stream>, by: By, deed: &AuthorityCommand) -> Came {
    fn came<M: Hosted>(
        scene: &Scene,
        desk: &StreamWriter<M>,
        version: u64,
        answer: CommandOutcome<M>,
        barred: bool,
    ) -> Came {
        assert_eq!(desk.version(), version);
        match answer {
            CommandOutcome::Failed(store::StoreError::Full(_)) => Came::Accepted,
            CommandOutcome::Done(done) if done.events.is_empty() => Came::Accepted,
            CommandOutcome::Refused(refusal) if barred => {
                Came::Barred(scene.book.label(refusal.cite).to_string())
            }
            CommandOutcome::Refused(refusal) => Came::Otherwise(refusal.reason.to_string()),
            other => panic!("{other:?}"),
        }
    }
    let id = scene.next();
    match deed.clone() {
        AuthorityCommand::Table(_, command) => {
            let desk = scene.desk(table.unwrap());
            let version = desk.version();
            let answer = scene.floor.ask_table(table.unwrap(), (id, by), command).unwrap();
            let barred = matches!(&answer, CommandOutcome::Refused(no) if matches!(no.reason, floor::table::Reason::Barred(_)));
            came(scene, &desk, version, answer, barred)
        }
        AuthorityCommand::Meter(command) => {
            let desk = scene.floor.meter(scene.id).unwrap();
            let version = desk.version();
            match scene.floor.ask_meter(scene.id, (id, by), command) {
                Ok(answer) => came(scene, &desk, version, answer, false),
                Err(FloorError::Barred { clause, .. }) => Came::Barred(clause),
                Err(error) => panic!("{error}"),
            }
        }
        AuthorityCommand::House(command) => {
            let desk = scene.floor.house(scene.id).unwrap();
            let version = desk.version();
            let answer = scene.floor.ask_house(scene.id, (id, by), command).unwrap();
            let barred = matches!(&answer, CommandOutcome::Refused(no) if matches!(no.reason, house::Reason::Barred(_)));
            came(scene, &desk, version, answer, barred)
        }
        AuthorityCommand::Patron(command) => {
            let desk = scene.floor.patron(scene.id, PATRON).unwrap();
            let version = desk.version();
            let answer = scene.floor.ask_patron((scene.id, PATRON), (id, by), command).unwrap();
            let barred = matches!(&answer, CommandOutcome::Refused(no) if matches!(no.reason, house::PatronReason::Barred(_)));
            came(scene, &desk, version, answer, barred)
        }
    }
}

/// The cells of a book, and which of them were accepted so far.
pub(crate) struct Tried {
    pub(crate) cells: Vec<Cell>,
    accepted: BTreeSet<usize>,
    pub(crate) attempts: usize,
}

impl Tried {
    pub(crate) fn new(scene: &Scene) -> Tried {
        Tried { cells: authority(scene.book), accepted: BTreeSet::new(), attempts: 0 }
    }

    /// Tries all cells of a kind as things stand: whoever may not is refused with the clause, always.
    pub(crate) fn all(
        &mut self,
        scene: &Scene,
        table: Option<&Stream>,
        of: impl Fn(&AuthorityCommand) -> bool,
    ) {
        scene.store.full.store(true, Ordering::SeqCst);
        for (at, cell) in self.cells.iter().enumerate().filter(|(_, cell)| of(&cell.deed)) {
            let deed = match (&cell.deed, table) {
                (AuthorityCommand::Patron(PatronCommand::StartPlay { table, seat, .. }), _) => {
                    let card = scene.floor.patron(scene.id, PATRON).unwrap().with_state(|file| file.card());
                    AuthorityCommand::Patron(PatronCommand::StartPlay {
                        table: *table,
                        seat: *seat,
                        card,
                        known_as: None,
                    })
                }
                (deed, Some(table)) => fit(scene, table, deed),
                (deed, None) => deed.clone(),
            };
            let came = attempt(scene, table, by(cell.who), &deed);
            self.attempts += 1;
            let what = format!("{}: {:?}, {} {deed:?}", scene.id, cell.who, cell.deed.words());
            let seated = |seat: u8, number| {
                table.is_none_or(|table| {
                    scene.with_state(table, |state| state.patrons[usize::from(seat)] == Some(number))
                })
            };
            // Nobody's place is theirs before they sit there.
            if cell.who == Whose::Seated && !seated(SEAT, PATRON) && matches!(came, Came::Barred(_)) {
                continue;
            }
            match &cell.verdict {
                Ok(_) => assert!(!matches!(came, Came::Barred(_)), "{what}: {came:?}"),
                Err(refusal) => {
                    let clause = scene.book.label(refusal.cite).to_string();
                    // The house looks at its facts first here and there; where they allow it, the clause must come.
                    let house = matches!(cell.deed, AuthorityCommand::House(_));
                    let fact = house && matches!(came, Came::Otherwise(_));
                    assert!(fact || came == Came::Barred(clause.clone()), "{what}: {came:?}, not {clause}");
                    if fact {
                        continue;
                    }
                }
            }
            if came == Came::Accepted || matches!(came, Came::Barred(_)) {
                self.accepted.insert(at);
            }
        }
        scene.store.full.store(false, Ordering::SeqCst);
    }

    /// Every cell was seen to be what the table says, but for what this book or mode does not have at all.
    pub(crate) fn complete(&self, scene: &Scene) {
        let missing = self
            .cells
            .iter()
            .enumerate()
            .filter(|(at, cell)| !self.accepted.contains(at) && !lacks(scene, &cell.deed));
        let line = |(_, cell): (usize, &Cell)| format!("{:?}: {:?}", cell.who, cell.deed);
        let missing: Vec<String> = missing.map(line).collect();
        assert!(missing.is_empty(), "{}: never seen: {}", scene.id, missing.join("\n"));
    }
}

/// What cannot be done under a book, in a mode, or in its first game, whoever wants it: by its data.
pub(crate) fn lacks(scene: &Scene, deed: &AuthorityCommand) -> bool {
    let (book, game) = (scene.book, &scene.book.variants[0]);
    let kinds: Vec<_> =
        game.step.iter().flat_map(|step| step.choices.iter().map(|choice| choice.is)).collect();
    let has = |kind| kinds.contains(&kind);
    match deed {
        AuthorityCommand::Table(mode, Command::Game { command, .. }) => match command {
            banked::Command::Sit { blind_of: None, .. } => {
                *mode == DealingMode::Virtual || book.table.patrons.is_some()
            }
            banked::Command::Sit { .. } => book.table.wagers.hands.value == rulebook::BlindHands::One,
            banked::Command::Place { medium, proxy, .. } => *medium != rulebook::Medium::Chips || *proxy,
            banked::Command::Decide { decision, .. } => match decision {
                Decision::Bet { token, .. } => *token,
                Decision::Check => !has(rulebook::ChoiceKind::Check),
                Decision::FoldAnte => !has(rulebook::ChoiceKind::FoldAnte),
                // Seldom: at a wager that cannot be met, or at settlement.
                Decision::Cannot | Decision::Absent | Decision::Concede => true,
                _ => false,
            },
            banked::Command::DealLive
            | banked::Command::RecordCards { .. }
            | banked::Command::RecordNext { .. }
            | banked::Command::TakeBackRecord { .. } => *mode == DealingMode::Virtual,
            banked::Command::RecordInvalidCard { .. } => book.table.patrons.is_none(),
            banked::Command::OrderBurn => {
                !game.deal.iter().any(|block| block.steps.iter().any(|step| step.to == rulebook::To::Burn))
            }
            // Seldom, and each with a test of its own in the engine.
            banked::Command::VacateSeat { .. } | banked::Command::Rule(_) | banked::Command::Award { .. } => {
                true
            }
            banked::Command::PlaceForAnother { .. } => {
                book.table.jackpot.another_box.is_none() || *mode == DealingMode::Live
            }
            // The sign of the examples shows no maximum that one could go above.
            banked::Command::AgreeLimits { .. } => {
                book.table.limits.personal.value == rulebook::PersonalLimits::AboveMaximum
            }
            banked::Command::Cut => !scene.sign_device_cuts() || *mode == DealingMode::Virtual,
            _ => false,
        },
        AuthorityCommand::Table(mode, command) => match command {
            Command::BuyIn { with: Tender::Cash | Tender::Chips, .. } => *mode == DealingMode::Virtual,
            Command::Deal { .. } | Command::DealByHand { .. } | Command::GiveSeed { .. } => {
                *mode == DealingMode::Live
            }
            Command::DetermineAwards { .. } => *mode == DealingMode::Virtual || !scene.has_meter(),
            Command::Unlink | Command::LoseLink | Command::FindLink | Command::GoManual => {
                !scene.has_meter() || *mode == DealingMode::Virtual
            }
            // Seen in passing only: whatever is due is answered at once.
            Command::Answered { .. } => true,
            _ => false,
        },
        AuthorityCommand::Meter(_) => !scene.has_meter(),
        AuthorityCommand::House(command) => match command {
            // Only while a wager lies at the table: tests/reach.rs.
            H::Sanction { kind: SanctionKind::VoidWager, .. } => true,
            H::Sanction { kind, .. } => book.house.sanction(*kind).is_none(),
            H::ReleaseWithheld { .. } => book.house.sanction(SanctionKind::WithholdWinnings).is_none(),
            H::OweDuty { .. } | H::Notify { .. } => book.house.notify.is_empty(),
            H::Escalate { .. } => book.house.disputes.instance.len() < 2,
            _ => false,
        },
        AuthorityCommand::Patron(_) => false,
    }
}

/// The example as it fits where things stand: amounts that are offered, cards that were dealt, the card of the patron.
pub(crate) fn fit(scene: &Scene, table: &Stream, deed: &AuthorityCommand) -> AuthorityCommand {
    let AuthorityCommand::Table(mode, command) = deed else { return deed.clone() };
    let desk = scene.desk(table);
    let command = desk.with_state(|state| match command.clone() {
        Command::AskSeat { seat, patron, .. } => Command::AskSeat { seat, patron, card: scene.card(patron) },
        Command::GiveSeed { seat, seed, next, .. } => {
            let root = state.deck.as_ref().map(|deck| deck.root).unwrap_or_default();
            Command::GiveSeed { seat, root, seed, next }
        }
        Command::Answered { answer, .. } => {
            Command::Answered { call: state.due.front().map_or(0, |(call, _)| *call), answer }
        }
        Command::Game { command, next_key } => {
            let seat = usize::from(SEAT);
            let actor = Actor { who: Who::Seat(seat), at: Moment(0) };
            let machine = &desk.machine().game;
            let command = match command {
                banked::Command::Decide { decision: Decision::Bet { checked, token, .. }, .. } => {
                    let offered =
                        machine.offers(&state.game, actor).into_iter().find_map(|offer| match offer {
                            Offer::Bet { seat: 0, from, only, .. } => {
                                Some(only.into_iter().min().unwrap_or(from))
                            }
                            _ => None,
                        });
                    let amount = offered.unwrap_or(dollars(10));
                    banked::Command::Decide { seat, decision: Decision::Bet { amount, checked, token } }
                }
                banked::Command::RecordCards { .. } => {
                    let held = state.game.dealt_live(Holder::Seat(SEAT));
                    let cards = (0..held.max(1)).map(|at| cards::CardId::new(at as u8).unwrap()).collect();
                    banked::Command::RecordCards {
                        of: Holder::Seat(SEAT),
                        cards: Hidden::new(cards),
                        from: 0,
                        why: None,
                    }
                }
                banked::Command::RecordNext { .. } => {
                    banked::Command::RecordNext { card: Hidden::new(cards::CardId::new(51).unwrap()) }
                }
                banked::Command::SettleHand { .. } => {
                    let last = state.game.dealt_areas().next_back().unwrap_or(seat);
                    banked::Command::SettleHand { seat: last }
                }
                other => other,
            };
            Command::Game { command, next_key }
        }
        other => other,
    });
    AuthorityCommand::Table(*mode, command)
}
