//! The events of meters, of the house and of patrons' files in words.

use super::amounts::{counted, dollars, jackpot};
use super::people::{Names, person};
use engine::jackpot::{self, Award, MeterNotice};
use engine::{MeterIndex, PatronId};
use house::{ClockSource, FileName, LimitOf, MispaidOn, PatronEvent, Period, Person, Source, StaffId};
use money::Money;
use rulebook::{RoleId, Rulebook};

/// What has happened to a meter; `state` is after it.
pub fn of_meter(state: &jackpot::State, event: &jackpot::Event) -> String {
    use jackpot::Event as M;
    let meter = |meter: &MeterIndex| format!("meter {}", meter.number());
    let wagers = |count: &u32| counted(*count, "one jackpot wager", "jackpot wagers");
    match event {
        M::MeterOpened { terms, value } => format!("a meter opens at {value}: {}", jackpot(terms)),
        M::TableLinked { meter: on, table } => format!("table {table} joins {}", meter(on)),
        M::TableUnlinked { meter: on, table } => format!("table {table} leaves {}", meter(on)),
        M::NoticePosted { meter: on, of, table, at: _ } => {
            let of = match of {
                MeterNotice::Tables => "a table will join, leave or move",
                MeterNotice::Closing => "the meter will close",
                MeterNotice::Terms => "other terms",
            };
            let table = table.map(|table| format!(", at table {table}")).unwrap_or_default();
            format!("notice posted at {}{table}: {of}", meter(on))
        }
        M::EquipmentChanged { meter: on, works, manual } => {
            let works = if *works { "works" } else { "does not work" };
            let manual = if *manual { "; a manual process runs" } else { "" };
            format!("the equipment of {} {works}{manual}", meter(on))
        }
        M::WagersRegistered { meter: on, table, wagers: count, increment, seq } => {
            format!("number {seq}: {} of table {table} put {increment} on {}", wagers(count), meter(on))
        }
        M::WagersCancelled { meter: on, table, wagers: count, increment, seq } => {
            format!(
                "number {seq}: {} of table {table} taken off, {increment} off {}",
                wagers(count),
                meter(on)
            )
        }
        M::OutcomeRecorded { meter: on, table, royals, flushes, carried, award, seq, at: _ } => {
            let Award { royal, straight_flush, drawn, reseeded, house, cites: _ } = award;
            format!(
                "number {seq}: table {table} records {royals} royal and {flushes} straight flushes on {}, {} carried; \
                 each royal flush gets {}, each straight flush {}; {drawn} drawn, {reseeded} put in, {house} from the house",
                meter(on),
                wagers(carried),
                dollars(*royal),
                dollars(*straight_flush)
            )
        }
        M::ClauseApplied => "a clause is applied".into(),
        M::AwardsDetermined { meter: on, table } => {
            format!("the awards of table {table} on {} are determined", meter(on))
        }
        M::MeterTransferred { from, into, amount, from_seq, into_seq } => format!(
            "{amount} goes from {} to {}, numbers {from_seq} and {into_seq}",
            meter(from),
            meter(into)
        ),
        M::MeterClosed { meter: on } => format!("{} closes", meter(on)),
        M::TermsChanged { meter: on, terms, raised, seq } => {
            format!("number {seq}: the terms of {} are now {}; {raised} added", meter(on), jackpot(terms))
        }
        M::MeterCorrected { meter: on, by, why, seq } => {
            let stands = state.get(*on).map(|meter| (meter.value - *by, meter.value));
            let values = stands.map(|(was, now)| format!(", from {was} to {now}")).unwrap_or_default();
            format!("number {seq}: {} is corrected by {by}{values}: {why}", meter(on))
        }
        M::DisplayAdded { meter: on, place } => format!("{} is also shown at: {place}", meter(on)),
        M::MeterRead { meter: on, seq } => format!("{} is read as it stood after number {seq}", meter(on)),
        M::CallDeclined { table, why } => format!("what table {table} said is refused: {why}"),
    }
}

/// What has happened in the house under a book.
pub fn of_house(names: &dyn Names, book: &Rulebook, event: &house::Event) -> String {
    use house::Event as H;
    let staff = |id: &StaffId| person(names, Person::Staff(*id));
    let patron = |id: &PatronId| person(names, Person::Patron(*id));
    let role = |role: &RoleId| book.ladder.name(*role).to_string();
    let outside =
        |place: &u8| book.ladder.outside.get(usize::from(*place)).map_or("?", |role| role.name.as_str());
    let spoken = |word: &str| word.replace('-', " ");
    match event {
        H::ClauseApplied => "a clause is applied".into(),
        H::Hired { id, name, role: as_role } => format!("{name} is hired as {}, staff {id}", role(as_role)),
        H::RoleChanged { id, role: to } => format!("{} is now {}", staff(id), role(to)),
        H::Dismissed { id } => format!("{} leaves the staff", staff(id)),
        H::Enrolled { id, name, place } => format!("{name} is entered as {}, outside {id}", outside(place)),
        H::Discharged { id } => format!("{} comes no more", person(names, Person::Outside(*id))),
        H::DayOpened { date } => format!("the gaming day {date} begins"),
        H::DayClosed { date, tables } => {
            let tables = tables.iter().flatten().map(|at| {
                let counted = at.counted.map(|counted| format!(", counted {}", dollars(counted)));
                let counted = counted.unwrap_or_default();
                format!("; table {}: {}, float {}{counted}", at.table, at.stage.words(), dollars(at.float))
            });
            format!("the gaming day {date} ends{}", tables.collect::<String>())
        }
        H::LastRoundCalled { date } => format!("the last round of the gaming day {date} is called"),
        H::PlayedOn { date } => format!("the gaming day {date} goes on after all"),
        H::DeckOpened { table, round } => {
            format!("the whole deck of round {round} at table {table} is opened and looked at")
        }
        H::DisputeRaised { table, round, patron: of, what } => {
            format!("{} raises a dispute about round {round} of table {table}: {what}", patron(of))
        }
        H::DisputeRuled { dispute, instance, ruling } => {
            format!("dispute {} is ruled on at instance {}: {ruling}", dispute + 1, u16::from(*instance) + 1)
        }
        H::DisputeEscalated { dispute, instance } => {
            format!("dispute {} goes to instance {}", dispute + 1, u16::from(*instance) + 1)
        }
        H::InspectorTold { dispute } => {
            format!("dispute {}: the patron is told of the inspector", dispute + 1)
        }
        H::TakenToInspector { dispute } => {
            format!("dispute {}: the patron complains to the inspector", dispute + 1)
        }
        H::FindingRecorded { dispute, finding } => {
            format!("dispute {}: the inspector finds: {finding}", dispute + 1)
        }
        H::DisputeClosed { dispute, content } => {
            let content = if *content { "content" } else { "not content" };
            format!("dispute {} is closed; the patron is {content}", dispute + 1)
        }
        H::BreachRecorded { of, table, kind, what } => {
            let table = table.map(|table| format!(" at table {table}")).unwrap_or_default();
            format!("breach by {}{table}, {}: {what}", person(names, *of), spoken(kind.word()))
        }
        H::Sanctioned { breach, kind, amount, round } => {
            let amount = amount.map(|amount| format!(", {}", dollars(amount))).unwrap_or_default();
            let round = round.map(|round| format!(", round {round}")).unwrap_or_default();
            format!("breach {} is sanctioned: {}{amount}{round}", breach + 1, spoken(kind.word()))
        }
        H::WithheldReleased { breach, amount, to_patron } => {
            let to = if *to_patron { "the patron" } else { "the house" };
            format!("breach {}: {} withheld goes to {to}", breach + 1, dollars(*amount))
        }
        H::MispaymentRecorded { known, mispaid } => {
            let how = if mispaid.over { "too much" } else { "too little" };
            let of = match mispaid.of {
                MispaidOn::Wager => "a wager",
                MispaidOn::CashChange => "chips for cash",
                MispaidOn::ColourChange => "chips for chips",
            };
            let to = mispaid.patron.as_ref().map(|id| format!(" to {}", patron(id))).unwrap_or_default();
            let suspected = if mispaid.suspected { ", suspected to be meant" } else { "" };
            format!(
                "wrong payment known on {known}: {} {how} for {of}{to}, table {}, round {}{suspected}",
                dollars(mispaid.amount),
                mispaid.table,
                mispaid.round
            )
        }
        H::Enquired { mispayment, suspected, note } => {
            let suspected = if *suspected { "suspected to be meant" } else { "no suspicion" };
            format!("wrong payment {} is enquired into, {suspected}: {note}", mispayment + 1)
        }
        H::PatronSought { mispayment, patron: found } => match found {
            Some(id) => format!("wrong payment {}: its patron is {}", mispayment + 1, patron(id)),
            None => format!("wrong payment {}: its patron is not found", mispayment + 1),
        },
        H::CorrectionAttempted { mispayment, note } => {
            format!("wrong payment {}: a correction is attempted: {note}", mispayment + 1)
        }
        H::Corrected { mispayment, amount, table } => {
            let table = table.map(|table| format!(", in the accounts of table {table}")).unwrap_or_default();
            format!("wrong payment {} is corrected: {}{table}", mispayment + 1, dollars(*amount))
        }
        H::RegulatorTold { mispayment } => format!("wrong payment {}: the regulator is told", mispayment + 1),
        H::MispaymentExcused { mispayment } => format!("wrong payment {} is no breach", mispayment + 1),
        H::MonthlyListReported { month, mispayments } => format!(
            "the list of {month} goes to the regulator, {}",
            counted(mispayments.len() as u64, "one wrong payment", "wrong payments")
        ),
        H::RulesSupplied { to } => format!("{} is given a copy of the rules", person(names, *to)),
        H::DutyOwed { of, table, round, place } => format!(
            "{} must be told of round {round} of table {table}: {}",
            outside(place),
            spoken(of.word())
        ),
        H::DutyDone { duty, person: told } => {
            format!("duty {} is done: {} was told", duty + 1, person(names, Person::Outside(*told)))
        }
        H::Directed { table, patrons, direction } => {
            let all: Vec<String> = patrons.iter().map(patron).collect();
            format!("direction at table {table}, {}: {}", spoken(direction.word()), all.join(", "))
        }
    }
}

/// What has happened in a patron's file.
pub fn of_patron(event: &PatronEvent) -> String {
    let limit = |of: &LimitOf| match of {
        LimitOf::Deposit => "deposits of a day".to_string(),
        LimitOf::Loss(period) => format!("losses of a {}", period_word(*period)),
    };
    let amount = |to: &Option<Money>| to.map_or_else(|| "none".to_string(), dollars);
    match event {
        PatronEvent::Registered { number, name, day } => {
            format!("{name} is registered as patron {number} on {day}")
        }
        PatronEvent::CardIssued { card } => format!("card {card} is issued"),
        PatronEvent::CardLost { card } => format!("card {card} is lost"),
        PatronEvent::LimitSet { of, to } => format!("the limit of {} is now {}", limit(of), amount(to)),
        PatronEvent::IncreaseAsked { of, to, at: _ } => {
            format!("a higher limit of {} is asked for: {}", limit(of), amount(to))
        }
        PatronEvent::IncreaseCancelled { of } => {
            format!("a higher limit of {} is not wanted any more", limit(of))
        }
        PatronEvent::Deposited { amount, from } => {
            let from = match from {
                Source::Cash => "in cash",
                Source::DebitCard => "by debit card",
                Source::Eftpos => "by EFTPOS",
                Source::BankTransfer => "by bank transfer",
                Source::Chips => "in chips from the tables",
            };
            format!("{} is deposited {from}", dollars(*amount))
        }
        PatronEvent::Withdrawn { amount } => format!("{} is withdrawn", dollars(*amount)),
        PatronEvent::Excluded { own, until } => {
            let whose = if *own { "the patron excludes themselves" } else { "the house excludes the patron" };
            match until {
                Some(until) => format!("{whose} until {until}"),
                None => format!("{whose} for good"),
            }
        }
        PatronEvent::ExclusionLifted => "the exclusion is lifted".into(),
        PatronEvent::Paused => "play is stopped".into(),
        PatronEvent::Resumed => "play may go on".into(),
        PatronEvent::PlayStarted { table, seat, headroom, known_as } => {
            let known =
                known_as.map(|number| format!(", known there as patron {number}")).unwrap_or_default();
            let left = headroom.map(|left| format!(", {} may be lost", dollars(left))).unwrap_or_default();
            format!("plays at table {table}, place {}{left}{known}", u16::from(*seat) + 1)
        }
        PatronEvent::PlayEnded { table } => format!("plays no longer at table {table}"),
        PatronEvent::PlayRecorded { table, round, net } if net.is_negative() => {
            format!("round {round} at table {table} lost {}", dollars(Money::ZERO - *net))
        }
        PatronEvent::PlayRecorded { table, round, net } => {
            format!("round {round} at table {table} won {}", dollars(*net))
        }
        PatronEvent::LimitReached { period } => {
            format!("the limit of losses of a {} is used up", period_word(*period))
        }
        PatronEvent::DayBegan { date } => format!("the gaming day {date} begins"),
        PatronEvent::ClockConfirmed { clock_ms: _, source: ClockSource::Database } => {
            "the database confirms the clock: the wait counts what has passed".into()
        }
        PatronEvent::ClockConfirmed { clock_ms: _, source: ClockSource::Persons { first, second } } => {
            format!("staff {first} and staff {second} confirm the clock: the wait counts what has passed")
        }
        PatronEvent::LinkBegun { other } => {
            format!("{} is of the same person and is being linked", file(other))
        }
        PatronEvent::LinkGivenUp { other } => format!("{} could not be linked", file(other)),
        PatronEvent::WentInto { file: into, balance } => {
            format!("goes on in {}, with {} of the account", file(into), dollars(*balance))
        }
        PatronEvent::Joined { other, held } => {
            let excluded = if held.exclusion.is_some() { ", an exclusion" } else { "" };
            let stopped = if held.paused { ", play stopped" } else { "" };
            let balance = dollars(held.balance);
            format!("{} goes on in this one: {balance} in the account{excluded}{stopped}", file(other))
        }
        PatronEvent::TakenToTable { table, amount } => format!("{} goes to table {table}", dollars(*amount)),
        PatronEvent::BroughtBack { table, amount } => {
            format!("{} comes back from table {table}", dollars(*amount))
        }
    }
}

/// A file by its number, and by its book where it was opened under one.
fn file(name: &FileName) -> String {
    match &name.book {
        Some(book) => format!("the file of patron {} under {book}", name.number),
        None => format!("the file of patron {}", name.number),
    }
}

fn period_word(period: Period) -> &'static str {
    match period {
        Period::Day => "day",
        Period::Week => "week",
        Period::Month => "month",
        Period::Year => "year",
    }
}
