//! All that may be done at the table now: the buttons.

use super::command::{Command, Origin};
use super::sign::Sign;
use super::state::{Person, RoomTable};
use super::{RoomTableRefusal, Table};
use crate::terms::ChipAmount;
use crate::terms::MOST_CHIPS;
use engine::{Actor, Machine};

/// Something that the table would accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    This(Command),
    /// Any sign that the book allows.
    Open,
    /// Anybody who is neither seated nor on the list, and whose chips are not held.
    Join,
    /// Anybody without a seat may ask for this one.
    Claim {
        seat: u8,
    },
    /// One card for each of these.
    Draw {
        /// For which seat.
        seat: u8,
        people: Vec<Person>,
    },
    /// Somebody may sit here; none: whoever has no seat and no chips with the house.
    Sit {
        person: Option<Person>,
        seat: u8,
        from: Origin,
        /// With at least so much.
        least: ChipAmount,
    },
    Buy {
        seat: u8,
        least: ChipAmount,
        most: ChipAmount,
    },
    /// A result of the hand in which no chip is lost.
    Finish,
    /// Another commission that the book allows.
    Vary,
    /// Another sign that the book allows, with the same commission.
    Announce {
        /// The same game with the same deck only.
        same_game: bool,
    },
    /// A minimum above this.
    ShowMinimum(ChipAmount),
}

impl Table<'_> {
    /// Why a command would be refused, if it would.
    ///
    /// # Errors
    /// The refusal.
    pub fn would(&self, table: &RoomTable, actor: Actor, command: &Command) -> Result<(), RoomTableRefusal> {
        self.decide(table, actor, command, &mut crate::event::NullSink)
    }
}

pub(super) fn offers(machine: &Table<'_>, table: &RoomTable, actor: Actor) -> Vec<Offer> {
    let would = |command: &Command| machine.would(table, actor, command).is_ok();
    let mut offers = Vec::new();
    let Some(sign) = table.sign() else {
        offers.extend(machine.staff(table, actor).is_ok().then_some(Offer::Open));
        let returning = table.held.iter().map(|held| Command::ComeBack(held.person));
        offers.extend(returning.filter(would).map(Offer::This));
        return offers;
    };
    let mut exact = vec![Command::Start, Command::CollectTime, Command::VerifyTime, Command::Change];
    exact.extend([Command::AnnounceClose, Command::Close]);
    exact.extend(table.list.iter().map(|&person| Command::Quit(person)));
    exact.extend(table.held.iter().map(|held| Command::ComeBack(held.person)));
    for seat in 0..table.places.len() as u8 {
        exact.extend([
            Command::SitOut { seat },
            Command::Walk { seat },
            Command::Leave { seat },
            Command::PickUp { seat },
            Command::Straddle { seat },
            Command::Fold { seat },
            Command::BuyTime { seat },
            Command::Agree { seat },
            Command::AgreeClose { seat },
        ]);
        for post in [false, true] {
            exact.extend([Command::Return { seat, post }, Command::Impose { seat, post }]);
            exact.extend((0..table.places.len() as u8).map(|to| Command::Move { seat, to, post }));
        }
        exact.extend(table.taken().map(|(_, seated)| Command::Claim { person: seated.person, seat }));
    }
    offers.extend(exact.into_iter().filter(would).map(Offer::This));
    for seat in 0..table.places.len() as u8 {
        seat_offers(machine, table, actor, (seat, sign), &mut offers);
    }
    if would(&Command::Join(stranger(table))) {
        offers.push(Offer::Join);
    }
    if table.hand.is_some() && machine.staff(table, actor).is_ok() {
        offers.push(Offer::Finish);
    }
    if machine.authority(table, actor, rulebook::Act::VaryCommission).is_ok() {
        offers.push(Offer::Vary);
    }
    let may = |act| machine.authority(table, actor, act).is_ok();
    match (may(rulebook::Act::ChangeLimits), may(rulebook::Act::ChangeGame)) {
        (true, true) => offers.push(Offer::Announce { same_game: false }),
        (true, false) => offers.push(Offer::Announce { same_game: true }),
        _ => {}
    }
    if machine.staff(table, actor).is_ok() {
        offers.push(Offer::ShowMinimum(sign.least()));
    }
    offers
}

/// What is offered at one seat and leaves something to choose.
fn seat_offers(
    machine: &Table<'_>,
    table: &RoomTable,
    actor: Actor,
    (seat, sign): (u8, &Sign),
    offers: &mut Vec<Offer>,
) {
    let would = |command: &Command| machine.would(table, actor, command).is_ok();
    let anybody = stranger(table);
    if would(&Command::Claim { person: anybody, seat }) {
        offers.push(Offer::Claim { seat });
    }
    let people = machine.first_claims(table, seat);
    if table.is_free(seat) && people.len() > 1 && machine.staff(table, actor).is_ok() {
        offers.push(Offer::Draw { seat, people });
    }
    let least = sign.buy_in;
    for from in [Origin::New, Origin::ClosedGame, Origin::Moved] {
        let sits = |person| would(&Command::Sit { person, seat, chips: least, from });
        if sits(anybody) {
            offers.push(Offer::Sit { person: None, seat, from, least });
            continue;
        }
        let known = table.list.iter().copied().chain(table.claims.iter().map(|claim| claim.0));
        let mut people: Vec<Person> = known.filter(|person| sits(*person)).collect();
        people.sort_unstable();
        people.dedup();
        offers.extend(people.into_iter().map(|person| Offer::Sit {
            person: Some(person),
            seat,
            from,
            least,
        }));
    }
    if let Some(seated) = table.seated(seat) {
        let has = seated.stack + seated.bought;
        let least = if has == 0 { sign.buy_in } else { sign.chip };
        if would(&Command::Buy { seat, chips: least }) {
            offers.push(Offer::Buy { seat, least, most: MOST_CHIPS - has });
        }
    }
}

/// Somebody whom the table does not know.
fn stranger(table: &RoomTable) -> Person {
    let known = table.taken().map(|(_, seated)| seated.person.0);
    let known = known.chain(table.list.iter().map(|person| person.0));
    let known = known.chain(table.held.iter().map(|held| held.person.0));
    let known = known.chain(table.claims.iter().map(|claim| claim.0.0));
    let known: Vec<u64> = known.collect();
    Person((0..).find(|number| !known.contains(number)).unwrap_or(u64::MAX))
}

impl Offer {
    /// Whether a command is what is offered.
    pub fn admits(&self, machine: &Table<'_>, table: &RoomTable, command: &Command) -> bool {
        let is_known = |person: Person| {
            table.seat_of(person).is_some() || table.held.iter().any(|held| held.person == person)
        };
        let whole = |chips: ChipAmount| table.sign().is_some_and(|sign| chips % sign.chip == 0);
        match (self, command) {
            (Offer::This(this), command) => this == command,
            (Offer::Open, Command::Open(sign)) => sign.check(machine.book).is_ok(),
            (Offer::Join, Command::Join(person)) => !is_known(*person) && !table.list.contains(person),
            (Offer::Claim { seat }, Command::Claim { person, seat: at }) => {
                seat == at && table.seat_of(*person).is_none() && !table.claims.contains(&(*person, *at))
            }
            (Offer::Draw { seat, people }, Command::Draw { seat: at, cards }) => {
                let once = |at: usize| {
                    let (who, card) = cards[at];
                    people.contains(&who) && cards[..at].iter().all(|drawn| drawn.0 != who && drawn.1 != card)
                };
                seat == at && cards.len() == people.len() && (0..cards.len()).all(once)
            }
            (
                Offer::Sit { person, seat, from, least },
                Command::Sit { person: who, seat: at, chips, from: origin },
            ) => {
                let right = person.map_or(!is_known(*who), |person| person == *who);
                right
                    && (seat, from) == (at, origin)
                    && (*least..=MOST_CHIPS).contains(chips)
                    && whole(*chips)
            }
            (Offer::Buy { seat, least, most }, Command::Buy { seat: at, chips }) => {
                seat == at && (least..=most).contains(&chips) && whole(*chips)
            }
            (Offer::Finish, Command::Finish(result)) => {
                table.hand().is_some_and(|hand| machine.check_result(table, hand, result).is_ok())
            }
            (Offer::Vary, Command::Vary { rake, hourly, sign_changed }) => {
                let (Some(sign), Some(game)) = (table.sign(), machine.game(table)) else { return false };
                let mut changed = sign.clone();
                (changed.rake, changed.hourly) = (rake.clone(), *hourly);
                let nil = *rake == super::Rake::Nil && hourly.is_none();
                nil || *sign_changed && table.hand.is_none() && changed.check_charges(game).is_ok()
            }
            (Offer::Announce { same_game }, Command::Announce(new)) => {
                let Some(sign) = table.sign() else { return false };
                let same = (&sign.game, sign.deck) == (&new.game, new.deck);
                let commission = (&sign.rake, sign.hourly) == (&new.rake, new.hourly);
                (same || !same_game) && commission && new.check(machine.book).is_ok()
            }
            (Offer::ShowMinimum(above), Command::ShowMinimum(least)) => least > above,
            _ => false,
        }
    }
}
