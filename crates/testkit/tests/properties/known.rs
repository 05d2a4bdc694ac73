//! Faults of the engine that random play has found and that are reported: not asked for until they are mended.
//! Each goes with its mending; when this file is empty it goes too.

use engine::banked::{Command, Found, Phase, Seat, Table};
use rulebook::What;

/// Whether a command runs into one of them.
pub(crate) fn is_known(table: &Table, command: &Command) -> bool {
    match command {
        // Wagers made void between rounds are settled and still lie there: they can be taken back a second time.
        Command::Rule(trouble) if table.phase == Phase::Betting => {
            trouble.what == What::RuleBreach && trouble.chosen.as_deref() == Some("void")
        }
        // A ruling on the jackpot or on single hands while awards are awaited can leave the table waiting for nobody.
        Command::Rule(trouble) if table.phase == Phase::Awards => matches!(
            trouble.what,
            What::WrongCards
                | What::StrayHand
                | What::WrongJackpotCards
                | What::MixedWithJackpotCards
                | What::HandTaken
                | What::ShownEarly
                | What::BlindHandViewed
                | What::JackpotStartedInError
                | What::InformationShared
                | What::RuleBreach
        ),
        // A blind hand becomes the hand of the seat with a part of its Streets staked, and stakes them again.
        Command::Rule(trouble) if trouble.what == What::BlindHandViewed => {
            let concerned = table.seats.iter().enumerate().filter(|(at, _)| trouble.seats & 1 << at != 0);
            let staked = |seat: &Seat| seat.stakes.iter().filter(|stake| !stake.is_zero()).count() > 1;
            concerned.into_iter().any(|(_, seat)| seat.blind_of.is_some() && !seat.decided && staked(seat))
        }
        // When two players with a carried jackpot wager do not play on, both times one too many is registered again.
        Command::CallNoMoreBets | Command::Deal(_) if table.phase == Phase::Betting => {
            let alone = |seat: &&Seat| seat.stakes.iter().filter(|stake| !stake.is_zero()).count() == 1;
            table.seats.iter().filter(|seat| !seat.carried.is_zero()).filter(alone).count() > 1
        }
        // After the call and before the first card a player may leave with wagers that are frozen.
        // And whoever leaves, or is made to, leaves blind hands behind that are then nobody's.
        Command::Leave { seat } | Command::VacateSeat { seat } => {
            let frozen = table.phase == Phase::Locked && table.seats.get(*seat).is_some_and(Seat::has_wagers);
            frozen || table.seats.iter().any(|other| other.blind_of.map(usize::from) == Some(*seat))
        }
        // A card found invalid before the round takes another's jackpot wager off the box and leaves its owner there,
        // who is then taken for the owner of the next one.
        Command::RecordInvalidCard { seat, found: Found::Before } if table.phase == Phase::Betting => {
            table.seats.get(*seat).is_some_and(|seat| seat.jackpot_by.is_some())
        }
        // Multiples of a huge Ante that are more than a table takes are offered and refused.
        Command::Place { amount, .. } | Command::TopUp { amount, .. } => amount.cents() > 500_000_000_000,
        _ => false,
    }
}

/// Whether a refused command leaves events behind: where the first card closes the wagers, a deck that is not whole is
/// refused after they are said to be closed.
pub(crate) fn leaves_events(command: &Command) -> bool {
    matches!(command, Command::Deal(_))
}
