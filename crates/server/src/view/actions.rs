//! What a player can do now, and why not the rest: asked of the table itself, so that what can be pressed is accepted.

use crate::wire::{Dollars, PlaceNumber, TableCommand};
use engine::banked::{Command as Game, Decision, DecisionKind, Hand, Offer, Patron, Phase, Table};
use engine::{Actor, Machine, Moment, PatronId, Who};
use floor::BankedTable;
use floor::table::{Command, State};
use money::Money;
use rulebook::{ChoiceKind, Medium, Place};
use serde::Serialize;

/// Something that a player could do.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PlayerAction {
    /// A first wager.
    Wager(WagerSpot),
    /// A decision, or something else to press.
    Press(ActionButton),
}

/// A spot for first wagers.
#[derive(Clone, Debug, Serialize)]
pub struct WagerSpot {
    pub place: u8,
    pub wager: String,
    pub name: String,
    pub stake: Dollars,
    /// What may be laid or added: the least and the most.
    pub add: Option<(Dollars, Dollars)>,
    /// Whether that is laid on an empty spot or added.
    pub empty: bool,
    /// All of it can be taken back.
    pub take_back: Option<Dollars>,
    pub blocked: Option<Blocked>,
}

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Blocked {
    pub why: String,
    pub clause: String,
}

/// A button.
#[derive(Clone, Debug, Serialize)]
pub struct ActionButton {
    /// bet, check, fold, fold-ante, sit-blind, leave-blind, leave.
    pub id: &'static str,
    pub place: u8,
    /// The name of the wager that a bet fills: "Play".
    pub wager: Option<String>,
    /// What it costs now, or what is given up.
    pub amount: Option<Dollars>,
    /// Times the Ante.
    pub times: Option<u32>,
    pub command: TableCommand,
    pub blocked: Option<Blocked>,
}

struct ActionFinder<'a> {
    machine: &'a BankedTable,
    state: &'a State<Table>,
    patron: PatronId,
    now: Moment,
}

/// All that the player at a place can do, at the own box and at blind hands.
pub(super) fn actions(
    machine: &BankedTable,
    state: &State<Table>,
    (patron, own): (PatronId, usize),
    now: Moment,
) -> Vec<PlayerAction> {
    let asking = ActionFinder { machine, state, patron, now };
    let actor = Actor { who: Who::Seat(own), at: now };
    let offers = machine.offers(state, actor);
    let mut out = Vec::new();
    let blind = |at: usize| state.game.seats[at].blind_of == Some(own as u8);
    for seat in (0..state.game.seats.len()).filter(|&at| at == own || blind(at)) {
        match state.game.phase {
            Phase::Betting => asking.wagers(seat, &offers, &mut out),
            Phase::Deciding(step) => asking.decisions(seat, usize::from(step), &offers, &mut out),
            _ => {}
        }
    }
    asking.between(own, &offers, &mut out);
    out
}

impl ActionFinder<'_> {
    /// Why the table would refuse, or nothing.
    fn blocked(&self, command: &Command<Game>) -> Option<Blocked> {
        let actor = Actor { who: Who::Patron(self.patron), at: self.now };
        let refused = self.machine.preview(self.state, actor, command, &mut Vec::new()).err()?;
        let clause = self.machine.game.book().label(refused.cite).to_string();
        Some(Blocked { why: refused.reason.to_string(), clause })
    }

    fn game(&self, command: Game) -> Option<Blocked> {
        self.blocked(&Command::Game { command, next_key: None })
    }

    fn wagers(&self, seat: usize, offers: &[Offer], out: &mut Vec<PlayerAction>) {
        let game = self.machine.game.game();
        let table = &self.state.game;
        let has_jackpot = table.sign.as_ref().is_some_and(|sign| sign.offers_jackpot(game));
        let rack = self.state.rack(self.payer(seat));
        for (wager, rules) in game.wager.iter().enumerate() {
            let first = rules.place == Place::First || rules.place == Place::Jackpot && has_jackpot;
            if !first {
                continue;
            }
            let stake = table.seats[seat].stakes[wager];
            let range = offers.iter().find_map(|offer| match offer {
                Offer::Place { seat: at, wager: on, from, to, .. }
                | Offer::TopUp { seat: at, wager: on, from, to, .. }
                    if (*at, *on) == (seat, wager) =>
                {
                    Some((*from, *to))
                }
                _ => None,
            });
            let add = range.map(|(from, to)| (from, to.min(rack))).filter(|(from, to)| from <= to);
            let take_back = offers.iter().find_map(|offer| match offer {
                Offer::TakeBack { seat: at, wager: on, all, .. } if (*at, *on) == (seat, wager) => Some(*all),
                _ => None,
            });
            let blocked = if add.is_some() || take_back.is_some() {
                None
            } else {
                let amount = range.map_or(self.least(wager), |(from, _)| from);
                let lay = |amount| Game::Place {
                    seat,
                    wager,
                    amount,
                    medium: Medium::Chips,
                    proxy: false,
                    checked: true,
                };
                self.game(lay(amount))
            };
            out.push(PlayerAction::Wager(WagerSpot {
                place: PlaceNumber::of(seat).0,
                wager: rules.on.clone(),
                name: rules.name.clone(),
                stake: Dollars(stake),
                add: add.map(|(from, to)| (Dollars(from), Dollars(to))),
                empty: stake.is_zero(),
                take_back: take_back.map(Dollars),
                blocked,
            }));
        }
    }

    /// The least that a first wager can be, to ask why it cannot.
    fn least(&self, wager: usize) -> Money {
        let sign = self.state.game.sign.as_ref();
        let cost = sign.and_then(|sign| sign.jackpot.as_ref()).map(|jackpot| jackpot.wager);
        let least = sign.and_then(|sign| sign.limits.min[wager]);
        if self.machine.game.jackpot_spot() == Some(wager) {
            cost.unwrap_or(Money::from_cents(1_00))
        } else {
            least.unwrap_or(Money::from_cents(1_00))
        }
    }

    /// Whose chips pay: a blind hand is its player's.
    fn payer(&self, seat: usize) -> u8 {
        self.state.game.seats[seat].blind_of.unwrap_or(seat as u8)
    }

    fn decisions(&self, seat: usize, step: usize, offers: &[Offer], out: &mut Vec<PlayerAction>) {
        let game = self.machine.game.game();
        let found = &self.state.game.seats[seat];
        if found.hand != Hand::Live || found.decided {
            return;
        }
        let Some(rules) = game.step.get(step) else { return };
        let ante = found.stakes[0];
        let name = rules.wager.as_ref().and_then(|on| game.wager(on)).map(|at| game.wager[at].name.clone());
        for choice in &rules.choices {
            if choice.is == ChoiceKind::Bet {
                self.bets(seat, (ante, name.clone()), offers, out);
                continue;
            }
            let (id, decision, word) = match choice.is {
                ChoiceKind::Check => ("check", Decision::Check, DecisionKind::Check),
                ChoiceKind::Fold => ("fold", Decision::Fold, DecisionKind::Fold),
                _ => ("fold-ante", Decision::FoldAnte, DecisionKind::FoldAnte),
            };
            let given_up = (choice.is != ChoiceKind::Check).then(|| self.main_stake(seat));
            out.push(PlayerAction::Press(ActionButton {
                id,
                place: PlaceNumber::of(seat).0,
                wager: None,
                amount: given_up.map(Dollars),
                times: None,
                command: TableCommand::Decide {
                    decision: word,
                    amount: None,
                    seat: Some(PlaceNumber::of(seat)),
                },
                blocked: self.game(Game::Decide { seat, decision }),
            }));
        }
    }

    /// The Ante, what equals it, and what was staked on the hand since: what a fold gives up.
    fn main_stake(&self, seat: usize) -> Money {
        let game = self.machine.game.game();
        let main = game.wager.iter().enumerate().filter(|(at, rules)| {
            let equal = rules.equals.as_ref().is_some_and(|other| other.value == game.wager[0].on);
            *at == 0 || equal || rules.place == Place::Later
        });
        main.map(|(at, _)| self.state.game.seats[seat].stakes[at]).sum()
    }

    fn bets(
        &self,
        seat: usize,
        (ante, name): (Money, Option<String>),
        offers: &[Offer],
        out: &mut Vec<PlayerAction>,
    ) {
        let offered = offers.iter().find_map(|offer| match offer {
            Offer::Bet { seat: at, from, to, only, .. } if *at == seat => Some((*from, *to, only.clone())),
            _ => None,
        });
        let amounts = match &offered {
            Some((_, _, only)) if !only.is_empty() => only.clone(),
            // Whole multiples of the Ante are what people bet; any amount between is accepted too.
            Some((from, to, _)) => {
                let times = (1..=10).filter_map(|times| ante.checked_mul(times));
                let mut all: Vec<Money> = times.filter(|amount| from <= amount && amount <= to).collect();
                if all.is_empty() {
                    all.push(*from);
                }
                all
            }
            None => vec![ante],
        };
        for amount in amounts {
            let times = (!ante.is_zero() && amount.cents() % ante.cents() == 0)
                .then(|| u32::try_from(amount.cents() / ante.cents()).ok())
                .flatten();
            out.push(PlayerAction::Press(ActionButton {
                id: "bet",
                place: PlaceNumber::of(seat).0,
                wager: name.clone(),
                amount: Some(Dollars(amount)),
                times,
                command: TableCommand::Decide {
                    decision: DecisionKind::Bet,
                    amount: Some(Dollars(amount)),
                    seat: Some(PlaceNumber::of(seat)),
                },
                blocked: self.game(Game::Decide {
                    seat,
                    decision: Decision::Bet { amount, checked: true, token: false },
                }),
            }));
        }
    }

    /// What can be done between rounds: blind hands, getting up.
    fn between(&self, own: usize, offers: &[Offer], out: &mut Vec<PlayerAction>) {
        let mut press = |id, seat: usize, command, blocked| {
            out.push(PlayerAction::Press(ActionButton {
                id,
                place: PlaceNumber::of(seat).0,
                wager: None,
                amount: None,
                times: None,
                command,
                blocked,
            }));
        };
        for offer in offers {
            let Offer::Exactly(command) = offer else { continue };
            match command {
                Game::Sit { seat, blind_of: Some(of), patron }
                    if *of == own && *patron == Patron::default() =>
                {
                    let command = TableCommand::SitBlind { seat: PlaceNumber::of(*seat), of: None };
                    press("sit-blind", *seat, command, None);
                }
                Game::Leave { seat } if *seat != own => {
                    press(
                        "leave-blind",
                        *seat,
                        TableCommand::LeaveBlind { seat: PlaceNumber::of(*seat) },
                        None,
                    );
                }
                Game::Decide { seat, decision: Decision::Concede } => {
                    let decision = DecisionKind::Concede;
                    let place = Some(PlaceNumber::of(*seat));
                    press(
                        "concede",
                        *seat,
                        TableCommand::Decide { decision, amount: None, seat: place },
                        None,
                    );
                }
                _ => {}
            }
        }
        let leave = Command::LeaveSeat { seat: own as u8 };
        press("leave", own, TableCommand::Leave { seat: None }, self.blocked(&leave));
    }
}
