//! `cardroom floor recall`: the last rounds of a table, line by line.

use super::place::{Place, sorry};
use crate::sorry::Sorry;
use ::floor::Zone;
use ::floor::words::clock;
use engine::TableNumber;
use floor::recall::{Recalled, Round, recall, recall_open};
use floor::table::GivenSeed;
use floor::{DealProof, Opening, TableName, holder_word};
use serde::Serialize;
use std::fmt::Write as _;
use store::{Store, Stream};

#[derive(Serialize)]
struct Shown {
    table: TableNumber,
    book: String,
    game: String,
    rounds: Vec<RoundShown>,
}

#[derive(Serialize)]
struct RoundShown {
    number: Option<u64>,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deal: Option<DealShown>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    openings: Vec<OpeningShown>,
    lines: Vec<LineShown>,
}

#[derive(Serialize)]
struct LineShown {
    record: u64,
    clock: String,
    moment: u64,
    by: String,
    who: String,
    what: String,
    clause: String,
    detail: bool,
}

/// What the order of a deal is worked out from.
#[derive(Serialize)]
struct DealShown {
    stream: String,
    round: u64,
    seeds: Vec<SeedShown>,
    handed: Vec<HandedShown>,
    /// The places of the committed deck in the order in which they were to be dealt.
    order: Vec<u8>,
}

#[derive(Serialize)]
struct SeedShown {
    place: u16,
    seed: String,
    promised: bool,
    record: u64,
}

#[derive(Serialize)]
struct HandedShown {
    to: String,
    cards: u8,
}

#[derive(Serialize)]
struct OpeningShown {
    place: u8,
    card: String,
    number: usize,
    salt: String,
    beside: Vec<String>,
}

pub(super) fn answer(
    place: &Place,
    table: &str,
    rounds: usize,
    (proof, all, json): (bool, bool, bool),
) -> Result<String, Sorry> {
    let store = place.reader()?;
    let stream = find(&*store, table)?;
    let read = if proof { recall_open } else { recall };
    let recalled = read(&*store, &*place.vault()?, &stream, rounds).map_err(sorry)?;
    // Programs are told instants in UTC, people what the clock on the wall showed.
    let zone = (!json).then_some(&place.zone);
    let shown = shown(&recalled, proof, zone);
    if json {
        Ok(format!("{}\n", serde_json::to_string_pretty(&shown).expect("plain data becomes JSON")))
    } else {
        Ok(text(&recalled.name, &shown, (proof, all)))
    }
}

/// A table by its number or by the name of its stream.
fn find(store: &dyn Store, asked: &str) -> Result<Stream, Sorry> {
    let streams = store.streams().map_err(sorry)?;
    let tables: Vec<(Stream, TableName)> = streams
        .into_iter()
        .filter_map(|(stream, _)| TableName::of(&stream).map(|name| (stream, name)))
        .collect();
    let is = |(stream, name): &&(Stream, TableName)| {
        stream.name() == asked || asked.parse().map(TableNumber) == Ok(name.number)
    };
    let unknown = || {
        let mut numbers: Vec<TableNumber> = tables.iter().map(|(_, name)| name.number).collect();
        numbers.sort_unstable();
        let known = match (numbers.first(), numbers.last()) {
            (None, _) | (_, None) => "there are none".to_string(),
            _ if numbers.len() <= 20 => {
                format!(
                    "there are {}",
                    numbers.iter().map(TableNumber::to_string).collect::<Vec<_>>().join(", ")
                )
            }
            (Some(first), Some(last)) => format!("there are {} from {first} to {last}", numbers.len()),
        };
        Sorry::Usage(format!("there is no table '{}'; {known}", crate::sorry::short(asked)))
    };
    tables.iter().find(is).map(|(stream, _)| stream.clone()).ok_or_else(unknown)
}

fn shown(recalled: &Recalled, proof: bool, zone: Option<&Zone>) -> Shown {
    Shown {
        table: recalled.name.number,
        book: recalled.name.book.clone(),
        game: recalled.name.game.clone(),
        rounds: recalled.rounds.iter().map(|round| of_round(round, proof, zone)).collect(),
    }
}

fn of_round(round: &Round, proof: bool, zone: Option<&Zone>) -> RoundShown {
    let lines = round.lines.iter().map(|line| LineShown {
        record: line.version,
        clock: zone.map_or_else(|| clock(line.when.clock_ms), |zone| zone.time(line.when.clock_ms)),
        moment: line.when.moment,
        by: line.by.to_string(),
        who: line.who.clone(),
        what: line.what.clone(),
        clause: line.clause.clone(),
        detail: line.detail,
    });
    let opening = |opening: &Opening| OpeningShown {
        place: opening.place,
        card: opening.card.card().to_string(),
        number: opening.card.number(),
        salt: store::Hash(opening.salt).to_string(),
        beside: opening.beside.iter().map(ToString::to_string).collect(),
    };
    RoundShown {
        number: round.number,
        complete: round.complete,
        commitment: round.deal.as_ref().filter(|_| proof).map(|deal| deal.root.to_string()),
        deal: round.deal.as_ref().filter(|_| proof).map(of_deal),
        openings: round.openings.iter().filter(|_| proof).map(opening).collect(),
        lines: lines.collect(),
    }
}

fn of_deal(deal: &DealProof) -> DealShown {
    let seed = |given: &GivenSeed| SeedShown {
        place: u16::from(given.seat) + 1,
        seed: store::Hash(given.seed.0).to_string(),
        promised: given.bound,
        record: given.record,
    };
    let handed = |&(to, cards): &(engine::banked::Holder, u8)| HandedShown { to: holder_word(to), cards };
    DealShown {
        stream: deal.stream.clone(),
        round: deal.round,
        seeds: deal.seeds.iter().map(seed).collect(),
        handed: deal.handed.iter().map(handed).collect(),
        order: deal.order.clone(),
    }
}

fn text(name: &TableName, shown: &Shown, (proof, all): (bool, bool)) -> String {
    let book = floor::book(&name.book).ok();
    let game = book.and_then(|book| book.variant(&name.game)).map_or(&name.game, |game| &game.name);
    let mut text = format!("Table {}: {game} under {}\n", name.number, name.book);
    for round in &shown.rounds {
        let _ = match (round.number, round.complete) {
            (Some(number), true) => writeln!(text, "\nRound {number}"),
            (Some(number), false) => writeln!(text, "\nRound {number}, not over"),
            (None, true) => writeln!(text, "\nA round without cards"),
            (None, false) => writeln!(text, "\nSince then, no round has begun"),
        };
        for line in round.lines.iter().filter(|line| all || !line.detail) {
            let _ = writeln!(
                text,
                "  {:>6}  {}  {:<18} {} [{}]",
                line.record, line.clock, line.who, line.what, line.clause
            );
        }
        if !proof {
            continue;
        }
        let Some(commitment) = &round.commitment else {
            text += "  There is no commitment: the system has dealt no cards.\n";
            continue;
        };
        let _ = writeln!(text, "  Commitment {commitment}");
        if let Some(deal) = &round.deal {
            text += &deal_text(deal);
        }
        if round.openings.is_empty() {
            text += "  Its cards are opened when the round is over.\n";
        }
        for opening in &round.openings {
            let beside = opening.beside.join(" ");
            let _ = writeln!(
                text,
                "  place {:>2}, {} (card {:>2}), salt {}, beside {beside}",
                opening.place, opening.card, opening.number, opening.salt
            );
        }
    }
    text
}

/// The seeds, the order that they demand, and to whom the cards went.
fn deal_text(deal: &DealShown) -> String {
    let mut text = String::new();
    if deal.seeds.is_empty() {
        text += "  No player gave a seed: the deck was dealt as it lay\n";
    }
    for SeedShown { place, seed, promised, .. } in &deal.seeds {
        let promised = if *promised { ", promised before the commitment" } else { "" };
        let _ = writeln!(text, "  Seed of place {place} {seed}{promised}");
    }
    if !deal.seeds.is_empty() {
        let order: Vec<String> = deal.order.iter().map(u8::to_string).collect();
        let _ = writeln!(text, "  Order of the places {}", order.join(" "));
    }
    let handed: Vec<String> = deal.handed.iter().map(|one| format!("{} {}", one.cards, one.to)).collect();
    let _ = writeln!(text, "  Cards went out to {}", handed.join(", "));
    text
}
