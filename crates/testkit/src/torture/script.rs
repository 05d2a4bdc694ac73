//! What a child says on its way: every command before it is given and every answer before the next, one line each, so
//! that whoever hears it knows what was acknowledged and can have the rest given again.

use engine::PatronId;
use engine::banked::{self, Decision};
use floor::By;
use floor::table::{Command, Tender};
use house::{OutsiderId, Person, StaffId};
use money::Money;
use rulebook::Medium;
use std::fmt::Write;
use store::{CommandId as Id, Stream};

/// A command as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub id: Id,
    pub stream: Stream,
    /// By whom, as [`by_words`] writes it.
    pub by: String,
    /// What, as [`words`] writes it.
    pub words: String,
}

/// A line that a child said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The floor is open.
    Ready,
    /// A command is about to be given.
    Given(Given),
    /// It is done and kept, at these records.
    Done(Id, Stream, u64, u64),
    /// The rules say no.
    Refused(Id),
    /// Something stood in the way that should not.
    Stopped(String),
}

impl Line {
    /// Reads a line; one that was cut off is none.
    pub fn parse(text: &str) -> Option<Line> {
        let text = text.strip_suffix('\n')?;
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut parts = rest.splitn(4, ' ');
        let mut next = || parts.next();
        match word {
            "ready" => Some(Line::Ready),
            "stopped" => Some(Line::Stopped(rest.to_string())),
            "refused" => Some(Line::Refused(id(next()?)?)),
            "done" => {
                let (id, stream) = (id(next()?)?, Stream::new(next()?)?);
                Some(Line::Done(id, stream, next()?.parse().ok()?, next()?.parse().ok()?))
            }
            "given" => {
                let (id, stream) = (id(next()?)?, Stream::new(next()?)?);
                let (by, words) = (next()?.to_string(), next()?.to_string());
                Some(Line::Given(Given { id, stream, by, words }))
            }
            _ => None,
        }
    }

    /// Writes it.
    pub fn text(&self) -> String {
        match self {
            Line::Ready => "ready\n".into(),
            Line::Given(given) => {
                format!("given {} {} {} {}\n", hex(given.id), given.stream, given.by, given.words)
            }
            Line::Done(id, stream, first, last) => format!("done {} {stream} {first} {last}\n", hex(*id)),
            Line::Refused(id) => format!("refused {}\n", hex(*id)),
            Line::Stopped(why) => format!("stopped {}\n", why.replace('\n', "; ")),
        }
    }
}

/// An id in letters.
pub fn hex(id: Id) -> String {
    id.0.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn id(text: &str) -> Option<Id> {
    u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32).map(|id| Id(id.to_be_bytes()))
}

/// A person in a word.
pub fn by_words(by: By) -> String {
    let person = match by.person {
        Person::Staff(number) => format!("staff/{number}"),
        Person::Patron(number) => format!("patron/{number}"),
        Person::Outside(number) => format!("outside/{number}"),
        Person::System => "system/0".into(),
    };
    by.second.map_or(person.clone(), |second| format!("{person}+{second}"))
}

/// … and back.
pub fn by(text: &str) -> Option<By> {
    let (person, second) = match text.split_once('+') {
        Some((person, second)) => (person, Some(StaffId(second.parse().ok()?))),
        None => (text, None),
    };
    let (kind, number) = person.split_once('/')?;
    let number = number.parse().ok()?;
    let person = match kind {
        "staff" => Person::Staff(StaffId(number)),
        "patron" => Person::Patron(PatronId(number)),
        "outside" => Person::Outside(OutsiderId(number)),
        _ => Person::System,
    };
    Some(By { person, second })
}

/// What a table is told, in words; none for what the croupier never says.
pub fn words(command: &Command<banked::Command>) -> Option<String> {
    Some(match command {
        Command::AskSeat { seat, patron, card } => {
            format!("ask {seat} {patron} {}", card.map_or("-".into(), |card| card.to_string()))
        }
        Command::LeaveSeat { seat } => format!("leave {seat}"),
        Command::BuyIn { seat, amount, .. } => format!("buy {seat} {}", amount.cents()),
        Command::CashOut { seat, amount } => format!("out {seat} {}", amount.cents()),
        Command::Fill { amount } => format!("fill {}", amount.cents()),
        Command::Deal { .. } => "deal".into(),
        Command::DetermineAwards { .. } => "determine".into(),
        Command::Game { command, .. } => match command {
            banked::Command::Place { seat, wager, amount, .. } => {
                format!("place {seat} {wager} {}", amount.cents())
            }
            banked::Command::CallNoMoreBets => "no-more-bets".into(),
            banked::Command::Proceed => "proceed".into(),
            banked::Command::Settle => "settle".into(),
            banked::Command::Decide { seat, decision } => match decision {
                Decision::Bet { amount, .. } => format!("bet {seat} {}", amount.cents()),
                Decision::Check => format!("check {seat}"),
                Decision::Fold => format!("fold {seat}"),
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    })
}

/// … and back.
pub fn command(words: &str) -> Option<Command<banked::Command>> {
    let mut parts = words.split(' ');
    let word = parts.next()?;
    let mut number = || parts.next()?.parse::<i64>().ok();
    let game = |command| Command::Game { command, next_key: None };
    let money = Money::from_cents;
    Some(match word {
        "ask" => {
            let (seat, patron) = (number()? as u8, PatronId(number()? as u32));
            Command::AskSeat { seat, patron, card: number().map(|card| card as u64) }
        }
        "leave" => Command::LeaveSeat { seat: number()? as u8 },
        "buy" => Command::BuyIn { seat: number()? as u8, amount: money(number()?), with: Tender::Account },
        "out" => Command::CashOut { seat: number()? as u8, amount: money(number()?) },
        "fill" => Command::Fill { amount: money(number()?) },
        "deal" => Command::Deal { next_key: None },
        "determine" => Command::DetermineAwards { next_key: None },
        "place" => {
            let (seat, wager) = (number()? as usize, number()? as usize);
            let (amount, medium) = (money(number()?), Medium::Chips);
            game(banked::Command::Place { seat, wager, amount, medium, proxy: false, checked: true })
        }
        "no-more-bets" => game(banked::Command::CallNoMoreBets),
        "proceed" => game(banked::Command::Proceed),
        "settle" => game(banked::Command::Settle),
        "bet" => {
            let seat = number()? as usize;
            let decision = Decision::Bet { amount: money(number()?), checked: true, token: false };
            game(banked::Command::Decide { seat, decision })
        }
        "check" => game(banked::Command::Decide { seat: number()? as usize, decision: Decision::Check }),
        "fold" => game(banked::Command::Decide { seat: number()? as usize, decision: Decision::Fold }),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_heard() {
        for said in
            ["ask 1 102 -", "ask 1 102 55", "place 2 0 1000", "bet 1 3000", "deal", "leave 0", "out 1 5"]
        {
            assert_eq!(words(&command(said).unwrap()).as_deref(), Some(said));
        }
        for who in ["staff/1+2", "patron/101", "staff/10"] {
            assert_eq!(by_words(by(who).unwrap()), who);
        }
        let given = Given {
            id: Id([9; 16]),
            stream: Stream::new("table/a/b/1").unwrap(),
            by: "staff/10".into(),
            words: "place 2 0 1000".into(),
        };
        let lines = [
            Line::Ready,
            Line::Given(given.clone()),
            Line::Done(given.id, given.stream, 3, 4),
            Line::Refused(Id([7; 16])),
            Line::Stopped("no such table".into()),
        ];
        for line in lines {
            let text = line.text();
            assert_eq!(Line::parse(&text), Some(line));
            // Cut off by death.
            assert_eq!(Line::parse(&text[..text.len() - 1]), None);
        }
    }
}
