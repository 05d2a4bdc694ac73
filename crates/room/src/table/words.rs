//! What happens at a table between hands, in words. Seats are counted from 1, people by the names they are given.

use super::event::Event;
use super::kill::Kill;
use super::state::{Entry, Person};
use crate::words::plainly;

/// One event in words.
pub fn words(event: &Event, name: &impl Fn(Person) -> String) -> String {
    let seat = |seat: u8| format!("seat {}", u16::from(seat) + 1);
    let how = |entry: Entry| match entry {
        Entry::Free => "dealt in with the next hand",
        Entry::Waits => "waits for the blind",
        Entry::Posts => "posts the large blind",
    };
    match event {
        Event::Opened(sign) => format!("the table is open for {}", sign.game),
        Event::Shown(notice) => format!("shown: {}", notice.name()),
        Event::Listed { person, top: true } => format!("{} is at the top of the list", name(*person)),
        Event::Listed { person, top: false } => format!("{} is at the bottom of the list", name(*person)),
        Event::Unlisted(person) => format!("{} is off the list", name(*person)),
        Event::Claimed { person, seat: at } => format!("{} wants {}", name(*person), seat(*at)),
        Event::Drawn { seat: at, person, card } => {
            format!("{} draws {card} and has {}", name(*person), seat(*at))
        }
        Event::Sat { person, seat: at, .. } => format!("{} sits in {}", name(*person), seat(*at)),
        Event::Bought { seat: at, chips } => format!("{} buys {chips}", seat(*at)),
        Event::DealtOut { seat: at } => format!("{} is dealt out", seat(*at)),
        Event::Walking { seat: at } => format!("{} is away", seat(*at)),
        Event::BlindMissed { seat: at } => format!("{} misses the blind", seat(*at)),
        Event::Returned { seat: at, entry } => format!("{} is back, {}", seat(*at), how(*entry)),
        Event::Imposed { seat: at, entry } => format!("{} is new, {}", seat(*at), how(*entry)),
        Event::Moved { from, to, entry } => {
            format!("{} moves to {}, {}", seat(*from), seat(*to), how(*entry))
        }
        Event::Left { seat: at, chips } => format!("{} leaves with {chips}", seat(*at)),
        Event::PickedUp { seat: at, .. } => format!("{} is picked up", seat(*at)),
        Event::CameBack { person, chips } => format!("{} has {chips} back", name(*person)),
        Event::Straddled { seat: at, chips } => format!("{} will post {chips}", seat(*at)),
        Event::ButtonAt { seat: at, dead: true } => format!("dead button at {}", seat(*at)),
        Event::ButtonAt { seat: at, dead: false } => format!("button at {}", seat(*at)),
        Event::DealsFrom { seat: at } => format!("the deal begins at {}", seat(*at)),
        Event::BlindDue { seat: at, chips } => format!("{} owes a blind of {chips}", seat(*at)),
        Event::NoBlind { seat: at } => format!("no blind at {}", seat(*at)),
        Event::HeldBack { seat: at } => format!("{} is not dealt in", seat(*at)),
        Event::EntryDue { seat: at, chips } => format!("{} owes {chips} to enter", seat(*at)),
        Event::KillDue { seat: at, chips } => format!("{} owes a Kill wager of {chips}", seat(*at)),
        Event::Started(lineup) => format!("a hand of {} begins", lineup.seats.len()),
        Event::Folded { seat: at } => format!("{} is out of the hand", seat(*at)),
        Event::Finished(result) if result.void => "the hand does not count".into(),
        Event::Finished(_) => "the hand is over".into(),
        Event::Dropped { chips } => format!("{chips} are dropped"),
        Event::KillButton(kill) => match kill {
            Kill::Neutral => "the Kill Button is in the centre".into(),
            Kill::LegUp(person) => format!("{} has a Leg Up", name(*person)),
            Kill::Killer(person) => format!("{} is Killer", name(*person)),
        },
        Event::KillRefused { person, .. } => format!("{} refuses the Kill wager", name(*person)),
        Event::KillOwed { seat: at } => format!("{} will owe the Kill wager", seat(*at)),
        Event::TimeBought { seat: at, chips } => format!("{} pays {chips} for time to act", seat(*at)),
        Event::TimeTaken { seat: at, chips } => format!("{} pays {chips} for time", seat(*at)),
        Event::TimePaid { .. } => "the hour is paid for".into(),
        Event::TimeVerified { chips } => format!("{chips} for time are verified"),
        Event::Varied { .. } => "the commission is changed".into(),
        Event::Announced(sign) => format!("announced: {} from {}", sign.game, sign.least()),
        Event::MinimumShown { least, .. } => format!("a sign shows the minimum of {least}"),
        Event::Agreed { seat: at } | Event::CloseAgreed { seat: at } => format!("{} agrees", seat(*at)),
        Event::Changed(sign) => format!("changed: {} from {}", sign.game, sign.least()),
        Event::CloseAnnounced => "the table will close".into(),
        Event::Closed => "the table is closed".into(),
        Event::DeckReady { cards } => format!("a deck of {cards} cards is ready"),
        Event::Plays(game) => format!("the game is {game}"),
        #[allow(unreachable_patterns, reason = "what has no words of its own says what it is")]
        other => plainly(other),
    }
}
