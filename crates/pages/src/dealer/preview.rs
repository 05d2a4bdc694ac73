//! What a ruling or a settlement would do, decided on a copy of the table: nothing is kept, and no card is told that lies
//! face down. Only what reveals nothing can be asked: a deal or a turn of cards is not.

use super::control::{ConsoleRefusal, DealerConsole, of_game};
use engine::banked::{Command as Game, Event as E, IrregularityReport, Phase, Settled, SettledWager};
use floor::table::{Command, Event};
use floor::words;
use money::Money;
use rulebook::{Cite, DutyKind, RoleId, Ruling};
use serde::Serialize;
use server::problem::Problem;
use server::view::{Blocked, ResultView};
use server::wire::{TableCommand, floor_command};

/// What would happen.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Preview {
    /// The version of the table that this stands on.
    pub version: u64,
    /// What would be said, in order.
    pub events: Vec<CitedText>,
    /// What would become of each box and its wagers.
    pub seats: Vec<BoxAfter>,
    /// The ruling, where this is one: "misdeal".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<&'static str>,
    /// What must be done besides.
    pub duties: Vec<CitedText>,
    /// Who may rule so, as the book names them, and the clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<CitedText>,
    /// Why whoever asks may not; somebody who may can approve it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barred: Option<Blocked>,
}

/// Something with its clause.
#[derive(Clone, Debug, Serialize)]
pub struct CitedText {
    pub what: String,
    pub clause: String,
}

/// A box.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BoxAfter {
    /// The place, from 1.
    pub place: u8,
    /// Its wagers, in the order of the book.
    pub wagers: Vec<WagerAfter>,
    /// The hand is out of the round.
    pub gone: bool,
    /// Whether its player takes back the wagers, where they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retracts: Option<bool>,
    /// The hand stays face up: the meter pays it.
    pub jackpot: bool,
    /// Its cards are counted before they are cleared.
    pub counted: bool,
}

/// A wager.
#[derive(Clone, Debug, Serialize)]
pub struct WagerAfter {
    pub wager: String,
    pub name: String,
    #[serde(flatten)]
    pub settled: ResultView,
}

impl WagerAfter {
    /// What the dealer takes.
    pub(super) fn taken(&self) -> Money {
        let ResultView { result, staked, returned, .. } = self.settled;
        match result {
            "carried" => Money::ZERO,
            _ => staked.0 - returned.0.min(staked.0),
        }
    }
}

/// What somebody asks about.
pub(super) enum PreviewSubject {
    Ruling(Box<IrregularityReport>),
    Hand(usize),
    Rest,
}

impl PreviewSubject {
    /// What can be asked about: anything else might show a card.
    ///
    /// # Errors
    /// If it is something else.
    pub(super) fn read(control: &DealerConsole<'_>, say: &TableCommand) -> Result<PreviewSubject, Problem> {
        let command = floor_command(say, control.machine, (None, None))?;
        match command {
            Command::Game { command: Game::Rule(report), .. } => Ok(PreviewSubject::Ruling(report)),
            Command::Game { command: Game::SettleHand { seat }, .. } => Ok(PreviewSubject::Hand(seat)),
            Command::Game { command: Game::Settle, .. } => Ok(PreviewSubject::Rest),
            _ => Err(Problem::bad_request("only rulings and settlements can be looked at beforehand")),
        }
    }

    fn command(&self) -> Command<Game> {
        of_game(match self {
            PreviewSubject::Ruling(report) => Game::Rule(report.clone()),
            PreviewSubject::Hand(seat) => Game::SettleHand { seat: *seat },
            PreviewSubject::Rest => Game::Settle,
        })
    }
}

impl DealerConsole<'_> {
    /// What would happen.
    ///
    /// # Errors
    /// The refusal of the table, or that this cannot be told beforehand.
    pub(super) fn preview(&self, asked: &PreviewSubject) -> Result<Preview, Problem> {
        let settles = !matches!(asked, PreviewSubject::Ruling(_));
        if settles && !(self.is_live() && self.table().phase == Phase::Showdown) {
            // Where the system deals, nobody knows a hand before it is turned up for everybody.
            return Err(Problem::bad_request(
                "payments can be looked at beforehand at the showdown of a live table",
            ));
        }
        let command = asked.command();
        let who = match asked {
            PreviewSubject::Ruling(report) => self.machine.game.who_rules(self.table(), report),
            _ => None,
        };
        let least = who.map_or(RoleId(0), |who| who.value);
        let said = self.decide(&command, least).map_err(|refused| self.problem(&refused))?;
        let label = |cite: Cite| self.book().label(cite).to_string();
        let mut preview = Preview { version: self.state.version, ..Preview::default() };
        preview.by = who.map(|who| CitedText {
            what: self.book().ladder.name(who.value).to_string(),
            clause: label(who.cite),
        });
        preview.barred = self.barred(&command);
        for event in &said {
            let Event::Game(game) = &event.value else { continue };
            self.note(&mut preview, game, label(event.cite));
        }
        preview.seats.sort_by_key(|seat| seat.place);
        Ok(preview)
    }

    /// The refusal of the table.
    pub(super) fn problem(&self, refused: &ConsoleRefusal) -> Problem {
        let book = self.book();
        Problem::refused(refused.reason.to_string(), &book.front.id, book.label(refused.cite))
    }

    fn note(&self, preview: &mut Preview, event: &E, clause: String) {
        let game = self.game();
        let seat = |preview: &mut Preview, seat: u8| -> usize {
            let found = preview.seats.iter().position(|after| after.place == seat + 1);
            found.unwrap_or_else(|| {
                preview.seats.push(BoxAfter { place: seat + 1, ..BoxAfter::default() });
                preview.seats.len() - 1
            })
        };
        match *event {
            E::IrregularityRuled { ruling, .. } => preview.ruling = Some(ruling.word()),
            E::DutyDue { duty } => {
                preview.duties.push(CitedText { what: duty_words(duty), clause: clause.clone() })
            }
            E::WagerSettled { seat: at, wager, .. } => {
                let at = seat(preview, at);
                let Some(settled) = event.settled() else { return };
                let Some(rules) = game.wager.get(usize::from(wager)) else { return };
                preview.seats[at].wagers.push(WagerAfter {
                    wager: rules.on.clone(),
                    name: rules.name.clone(),
                    settled: ResultView::new(&settled, clause.clone()),
                });
            }
            E::WagerTakenBack { seat: at, wager, amount } => {
                let returned = SettledWager {
                    seat: usize::from(at),
                    wager: usize::from(wager),
                    staked: amount,
                    result: Settled::Returned,
                    paid: Money::ZERO,
                    returned: amount,
                };
                let at = seat(preview, at);
                let Some(rules) = game.wager.get(usize::from(wager)) else { return };
                preview.seats[at].wagers.push(WagerAfter {
                    wager: rules.on.clone(),
                    name: rules.name.clone(),
                    settled: ResultView::new(&returned, clause.clone()),
                });
            }
            E::HandGone { seat: at } => {
                let at = seat(preview, at);
                preview.seats[at].gone = true;
            }
            E::RetractionChosen { seat: at, retracts } => {
                let at = seat(preview, at);
                preview.seats[at].retracts = Some(retracts);
            }
            E::JackpotHit { seat: at, .. } => {
                let at = seat(preview, at);
                preview.seats[at].jackpot = true;
            }
            E::HandCounted { seat: at } => {
                let at = seat(preview, at);
                preview.seats[at].counted = true;
            }
            _ => {}
        }
        if is_plain(event) {
            // The words of these hold no card, so the table may be as it is now.
            let what = words::Teller::new(game).tell(&self.state, &Event::Game(event.clone()));
            preview.events.push(CitedText { what, clause });
        }
    }
}

/// Events whose words name no card.
fn is_plain(event: &E) -> bool {
    matches!(
        event,
        E::IrregularityRuled { .. }
            | E::DutyDue { .. }
            | E::WagerSettled { .. }
            | E::WagerTakenBack { .. }
            | E::StakeAdjusted { .. }
            | E::JackpotHit { .. }
            | E::JackpotCancelled
            | E::JackpotReRegistered { .. }
            | E::PlayerBarred { .. }
            | E::PlayerWarned { .. }
            | E::CardsShuffledAgain
            | E::UpCardChosen { .. }
            | E::HandsSwapped { .. }
            | E::RoundClosed
    )
}

/// What must be done, as dealers say it.
pub(super) fn duty_words(duty: DutyKind) -> String {
    super::words::duty(duty).to_string()
}

/// A ruling by its word.
pub(super) fn ruling_of(preview: &Preview) -> Option<Ruling> {
    preview.ruling.and_then(Ruling::from_word)
}
