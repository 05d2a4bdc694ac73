//! The irregularities of a case.

use crate::file::{CaseError, IrregularityTable};
use engine::banked::Trouble;
use rulebook::{Exposed, What};

/// Every irregularity, as files write it.
pub(crate) const NAMES: [(&str, What); 21] = [
    ("card-exposed", What::CardExposed),
    ("wrong-cards", What::WrongCards),
    ("stray-hand", What::StrayHand),
    ("wrong-board", What::WrongBoard),
    ("wrong-dealer-cards", What::WrongDealerCards),
    ("wrong-jackpot-cards", What::WrongJackpotCards),
    ("board-misspread", What::BoardMisspread),
    ("mixed-with-dealer", What::MixedWithDealer),
    ("mixed-with-jackpot-cards", What::MixedWithJackpotCards),
    ("hand-taken", What::HandTaken),
    ("shown-early", What::ShownEarly),
    ("wrong-deck", What::WrongDeck),
    ("shuffler-jam", What::ShufflerJam),
    ("shuffler-unverified", What::ShufflerUnverified),
    ("device-dead", What::DeviceDead),
    ("blind-hand-viewed", What::BlindHandViewed),
    ("jackpot-started-in-error", What::JackpotStartedInError),
    ("information-shared", What::InformationShared),
    ("rule-breach", What::RuleBreach),
    ("disruption", What::Disruption),
    ("fraud", What::Fraud),
];

pub(crate) fn bits(seats: &[usize]) -> u16 {
    seats.iter().filter(|seat| (1..=16).contains(*seat)).fold(0, |bits, seat| bits | 1 << (seat - 1))
}

pub(crate) fn trouble(number: usize, table: &IrregularityTable) -> Result<Trouble, CaseError> {
    let place = format!("irregularity {number}");
    let Some(&(_, what)) = NAMES.iter().find(|(name, _)| *name == table.what) else {
        let known = NAMES.map(|(name, _)| name).join(", ");
        return Err(CaseError::new(place, format!("'{}' is not known; there are {known}", table.what)));
    };
    let of = match table.of.as_deref() {
        None | Some("player") => Exposed::Player,
        Some("dealer") => Exposed::Dealer,
        Some("board") => Exposed::Board,
        Some("jackpot-cards") => Exposed::JackpotCards,
        Some(other) => return Err(CaseError::new(place, format!("'{other}' has no cards"))),
    };
    let of = match (what, table.card.as_deref()) {
        (What::ShownEarly, Some("dealer")) => Exposed::Dealer,
        (What::ShownEarly, Some(_)) => Exposed::Board,
        _ => of,
    };
    Ok(Trouble {
        seats: bits(&table.seats),
        retracts: bits(&table.retracts),
        of,
        cards: table.cards.unwrap_or(1),
        looked: table.looked,
        order_known: table.order_known,
        surplus: table.surplus.unwrap_or(1),
        deck_count: table.deck_count.unwrap_or(if what == What::WrongDeck { 51 } else { 52 }),
        foreign: table.foreign,
        named: table.named,
        only_cards: table.only_cards,
        chosen: table.ruling.clone(),
        ..Trouble::new(what)
    })
}
