//! What can be seen of a hand at any time: what a line without an act asks for, and what `[expect]` compares.

use super::hand::HandScript;
use super::line::player;
use crate::file::CaseError;
use room::{BettingOptions, RaiseRange, Seats};

impl HandScript<'_> {
    /// A look: "due", "stacks", "p3 may" …
    pub(crate) fn look(&self, place: &str, what: &str) -> Result<String, CaseError> {
        let hand = &self.hand;
        let pots = || self.pots.unwrap_or_else(|| self.room.pots(hand));
        let words: Vec<&str> = what.split_whitespace().collect();
        let numbers = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        let unknown = || CaseError::new(place, format!("'{what}' is not a look; choose from {}", looks()));
        if words.len() > 2 {
            return Err(unknown());
        }
        Ok(match (words.first().copied().unwrap_or_default(), words.get(1).copied()) {
            ("due", None) => room::in_words(hand.due()),
            ("stacks", None) => numbers(hand.stacks()),
            ("bets", None) => numbers(hand.bets()),
            ("payoffs", None) => {
                let payoffs = hand.stacks().iter().zip(&self.start).map(|(now, then)| now - then);
                numbers(&payoffs.collect::<Vec<_>>())
            }
            ("won", None) => numbers(&self.won),
            ("pot", None) => hand.pot().to_string(),
            ("pots", None) => numbers(&pots().all().iter().map(|pot| pot.chips).collect::<Vec<_>>()),
            ("contested", None) => {
                let pots = pots();
                let each = pots.all().iter().map(|pot| format!("{} {}", pot.chips, names(pot.players)));
                each.collect::<Vec<_>>().join("; ")
            }
            ("uncalled", None) => match pots().uncalled {
                Some((seat, chips)) => format!("{chips} p{}", seat + 1),
                None => "nothing".into(),
            },
            ("commission", None) => hand.commission().to_string(),
            ("live", None) => names(hand.live()),
            ("board", None) => hand.board(0).to_string(),
            ("board", Some(number)) => {
                let number: usize = number.parse().unwrap_or(0);
                if !(1..=room::BOARDS).contains(&number) {
                    return Err(CaseError::new(place, format!("'{what}': boards are numbered from 1")));
                }
                hand.board(number - 1).to_string()
            }
            ("stub", None) => hand.stub().len().to_string(),
            ("burned", None) => hand.burned().to_string(),
            ("burns", None) => hand.burns().to_string(),
            ("aside", None) => hand.aside().to_string(),
            ("muck", None) => hand.muck().to_string(),
            ("pool", None) => self.room.pool(hand).count.to_string(),
            ("runs", None) => self.room.runs_possible(hand).to_string(),
            (who, asked) => {
                let seat = player(who).map(usize::from).filter(|seat| *seat < hand.players());
                match (seat, asked) {
                    (Some(seat), Some("may")) => match self.room.options(hand).filter(|may| may.seat == seat)
                    {
                        Some(may) => options(&may, hand.high() > 0),
                        None => room::in_words(hand.due()),
                    },
                    (Some(seat), Some("has")) => hand.held(seat).to_string(),
                    (Some(seat), Some("shows")) => hand.up(seat).to_string(),
                    (Some(seat), Some("hand")) => {
                        let all = self.room.speaks(hand, seat);
                        all.iter().map(room::PartRank::words).collect::<Vec<_>>().join("; ")
                    }
                    (Some(seat), Some("count")) => hand.card_count(seat).to_string(),
                    _ => return Err(unknown()),
                }
            }
        })
    }
}

/// All looks, as they are written.
fn looks() -> String {
    let looks = super::form::PLAY.iter().filter(|form| form.look).map(|form| form.words);
    looks.collect::<Vec<_>>().join(", ")
}

fn names(seats: Seats) -> String {
    seats.iter().map(|seat| format!("p{}", seat + 1)).collect::<Vec<_>>().join(" ")
}

/// What a player may do, as files write it: "fold, call 15, raise to 40..1000".
fn options(may: &BettingOptions, wagered: bool) -> String {
    let mut all = Vec::new();
    if may.fold() {
        all.push("fold".to_string());
    }
    match may.call {
        Some(0) => all.push("check".into()),
        Some(chips) => all.push(format!("call {chips}")),
        None => {}
    }
    all.extend(may.bring_in.map(|chips| format!("bring in {chips}")));
    if let Some(RaiseRange { least, most, only_ends, .. }) = may.raise {
        let word = if wagered { "raise to" } else { "bet" };
        all.push(match (least == most, only_ends) {
            (true, _) => format!("{word} {least}"),
            (false, true) => format!("{word} {least} or {most}"),
            (false, false) => format!("{word} {least}..{most}"),
        });
    }
    if may.kitty {
        all.push("take the Kitty".into());
    }
    all.join(", ")
}
