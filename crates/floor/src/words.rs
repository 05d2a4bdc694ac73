//! What has happened at a table, in words: for recall, logs and inspectors. Hidden cards are not in them.

use crate::MeterCall;
use crate::table::{Call, CallAnswer, CorrectedWith, Event, Mode, PatronCall, Tender};
use cards::CardId;
use engine::banked::{self, Decision, Event as E, Holder, LiveCard, Table};
use rulebook::Variant;
use std::fmt::Debug;

/// What an event of a table means. `table` is as it was after the event, so that cards that were just shown are known.
pub fn words(game: &Variant, table: &Table, event: &Event<E>) -> String {
    match event {
        Event::Game(event) => of_game(game, table, event),
        Event::SetUp(Mode::Virtual) => "the table is set up; the system deals".into(),
        Event::SetUp(Mode::Live) => "the table is set up; a dealer deals real cards".into(),
        Event::DeckCommitted { root, .. } => {
            let hash = store::Hash(root.0).to_string();
            format!("a deck is shuffled, commitment {hash}")
        }
        Event::SeatAsked { seat, patron } => format!("patron {patron} asks for place {}", seat + 1),
        Event::PatronSeated { seat, patron } => format!("patron {patron} sits at place {}", seat + 1),
        Event::SeatRefused { seat, patron, why, clause } => {
            format!("patron {patron} may not sit at place {}: {why} [{clause}]", seat + 1)
        }
        Event::BoughtIn { seat, amount, with } => {
            format!("place {} buys chips for {amount} {}", seat + 1, tender(*with))
        }
        Event::BuyInAsked { seat, amount } => format!("place {} asks its account for {amount}", seat + 1),
        Event::BuyInRefused { seat, why } => format!("place {} gets no chips: {why}", seat + 1),
        Event::CashedOut { seat, amount, to } => {
            let to = if *to == Tender::Account { "into the account" } else { "away from the table" };
            format!("place {} takes {amount} in chips {to}", seat + 1)
        }
        Event::ColourChanged { seat, amount } => {
            format!("place {} changes chips worth {amount} for others", seat + 1)
        }
        Event::FloatFilled { amount } => format!("the float is filled with {amount}"),
        Event::FloatCredited { amount } => format!("{amount} is taken from the float"),
        Event::FloatCounted { amount } => format!("the float is counted: {amount}"),
        Event::DropCounted { amount } => format!("the drop is counted and emptied: {amount}"),
        Event::DayClosed { day } => format!("the day {day} is closed"),
        Event::CorrectionPosted { mispayment, patron, over, amount, with } => {
            let number = mispayment + 1;
            let way = match (over, with) {
                (true, CorrectedWith::Rack(_)) => "comes back from the chips of",
                (true, CorrectedWith::Account) => "comes back from the account of",
                (true, CorrectedWith::Chips) => "is brought back by",
                (false, CorrectedWith::Rack(_)) => "is added to the chips of",
                (false, CorrectedWith::Account) => "goes to the account of",
                (false, CorrectedWith::Chips) => "is handed to",
            };
            format!("wrong payment {number} is corrected: {amount} {way} patron {patron}")
        }
        Event::CorrectionAsked { mispayment, patron, amount } => {
            let number = mispayment + 1;
            format!("wrong payment {number}: the account of patron {patron} is asked for {amount}")
        }
        Event::CorrectionRefused { mispayment, patron, amount, why } => {
            let number = mispayment + 1;
            format!("wrong payment {number}: {amount} does not come back from patron {patron}: {why}")
        }
        Event::TermsAwaited { terms } => {
            format!(
                "the meter has other terms, a wager costs {}: the sign follows after the round",
                terms.wager
            )
        }
        Event::MustLeave { seat, patron } => {
            format!("patron {patron} is kept out: place {} is left after the round", seat + 1)
        }
        Event::Linked { meter } => format!("the table is on meter {}", meter + 1),
        Event::Unlinked => "the table is on no meter".into(),
        Event::CallDue { call, what } => format!("call {call}: {}", of_call(what)),
        Event::CallAnswered { call, answer } => format!("call {call} is answered: {}", of_answer(answer)),
        Event::LinkChanged { to } => format!("the line to the meter is {}", to.word()),
    }
}

fn tender(with: Tender) -> &'static str {
    match with {
        Tender::Cash => "with cash",
        Tender::Account => "from the account",
        Tender::Chips => "brought along",
    }
}

fn of_call(call: &Call) -> String {
    match call {
        Call::House { round } => format!("the house hears that round {round} is to be notified"),
        Call::Meter { meter, what } => {
            let what = match what {
                MeterCall::Register { wagers } => format!("registers {}", wagers_in_words(*wagers)),
                MeterCall::Cancel { wagers } => format!("takes off {}", wagers_in_words(*wagers)),
                MeterCall::Record { royals: 0, flushes: 0, .. } => "records that nothing was won".to_string(),
                MeterCall::Record { royals, flushes, .. } => {
                    format!("records {royals} royal and {flushes} straight flushes")
                }
                MeterCall::Determine { .. } => "has determined the awards".to_string(),
            };
            format!("meter {} hears that the table {what}", meter + 1)
        }
        Call::Patron { patron, what } => {
            let what = match what {
                PatronCall::StartPlay { .. } => "wants to play".to_string(),
                PatronCall::TakeMoney { amount, .. } => format!("takes {amount} to the table"),
                PatronCall::Repay { amount, .. } => format!("gives back {amount} that was paid too much"),
                PatronCall::RecordPlay { net, .. } if net.is_negative() => {
                    format!("has lost {} in the round", money::Money::ZERO - *net)
                }
                PatronCall::RecordPlay { net, .. } => format!("has won {net} in the round"),
                PatronCall::EndPlay => "has got up".to_string(),
                PatronCall::GiveMoney { amount } => format!("brings {amount} back"),
            };
            format!("the file of patron {patron} hears that they {what}", what = plural(&what))
        }
    }
}

fn wagers_in_words(wagers: u32) -> String {
    match wagers {
        1 => "a jackpot wager".into(),
        more => format!("{more} jackpot wagers"),
    }
}

/// "is" and "has" of one person, for "they".
fn plural(what: &str) -> String {
    match what.split_once(' ') {
        Some(("is", rest)) => format!("are {rest}"),
        Some(("has", rest)) => format!("have {rest}"),
        Some((verb, rest)) => format!("{} {rest}", verb.trim_end_matches('s')),
        None => what.to_string(),
    }
}

fn of_answer(answer: &CallAnswer) -> String {
    match answer {
        CallAnswer::Done => "done".into(),
        CallAnswer::Awarded { royal, straight_flush, seq } => {
            format!("recorded as number {seq}; a royal flush gets {royal}, a straight flush {straight_flush}")
        }
        CallAnswer::Welcome(standing) => match standing.loss {
            Some((left, _)) => format!("welcome, {left} may be lost"),
            None => "welcome".into(),
        },
        CallAnswer::Refused { why, clause } => format!("refused, {why} [{clause}]"),
    }
}

fn of_game(game: &Variant, table: &Table, event: &E) -> String {
    let spot = |wager: &u8| game.wager.get(usize::from(*wager)).map_or("?", |wager| wager.on.as_str());
    let place = |seat: &u8| format!("place {}", seat + 1);
    match event {
        E::JackpotChanged { terms } => {
            format!("the sign shows the terms of the meter: a jackpot wager costs {}", terms.wager)
        }
        E::WagerPlaced { seat, wager, amount, .. } => {
            format!("{} lays {amount} on {}", place(seat), spot(wager))
        }
        E::WagerRaised { seat, wager, amount } => format!("{} adds {amount} to {}", place(seat), spot(wager)),
        E::WagerTakenBack { seat, wager, amount } => {
            format!("{} takes back {amount} from {}", place(seat), spot(wager))
        }
        E::WagerRefused { seat, wager, amount } => {
            format!("{amount} on {} of {} is refused", spot(wager), place(seat))
        }
        E::JackpotPlacedForAnother { seat, by, amount } => {
            format!("{} lays a jackpot wager of {amount} on the box of {}", place(by), place(seat))
        }
        E::Decided { seat, decision, .. } => format!("{} {}", place(seat), decided(decision)),
        E::WagerSettled { seat, wager, staked, result, paid, returned } => format!(
            "{} {}: {staked} staked, {}, {paid} paid, {returned} returned",
            place(seat),
            spot(wager),
            result.word()
        ),
        E::HandDealt { seat, cards } => format!("{} gets {}", place(seat), counted(*cards)),
        E::DealerDealt { cards } => format!("the dealer gets {}", counted(*cards)),
        E::BoardDealt { cards } => format!("{} dealt to the board", counted(*cards)),
        E::BoardShown { cards } => {
            match read(table, Holder::Board, &table.board[..usize::from(table.board_shown)], 0) {
                Some(cards) => format!("the board shows {cards}"),
                None => format!("{} turned up on the board", counted(*cards)),
            }
        }
        E::UpCardShown { at } => {
            let at = usize::from(*at);
            match read(table, Holder::Dealer, &table.dealer[at..=at], at) {
                Some(card) => format!("the dealer's up card is {card}"),
                None => "the dealer's up card is turned up".into(),
            }
        }
        E::DealerShown => {
            match read(table, Holder::Dealer, &table.dealer[..usize::from(table.dealer_held)], 0) {
                Some(cards) => format!("the dealer shows {cards}"),
                None => "the dealer's hand is turned up".into(),
            }
        }
        E::JackpotCardsShown => {
            let cards = &table.jackpot_cards[..usize::from(table.jackpot_held)];
            match read(table, Holder::JackpotCards, cards, 0) {
                Some(cards) => format!("the jackpot cards are {cards}"),
                None => "the jackpot cards are turned up".into(),
            }
        }
        E::HandDeclared { seat: Some(seat), .. } => {
            let found = &table.seats[usize::from(*seat)];
            format!("{} shows {}", place(seat), shown(&found.cards[..usize::from(found.held)]))
        }
        E::StakeAdjusted { seat, wager, to } => {
            format!("{} of {} counts as {to}", spot(wager), place(seat))
        }
        E::SeatTaken { seat, blind_of: Some(of), .. } => {
            format!("{} plays a blind hand at {}", place(of), place(seat))
        }
        E::SeatTaken { seat, .. } => format!("{} is taken", place(seat)),
        E::SeatLeft { seat } => format!("{} is left", place(seat)),
        E::SeatVacated { seat } => format!("{} must be left", place(seat)),
        E::JackpotRegistered { wagers: 1 } => "a jackpot wager is registered".into(),
        E::JackpotRegistered { wagers } => format!("{wagers} jackpot wagers are registered"),
        E::JackpotHit { seat, prize: 0 } => format!("{} has the whole jackpot", place(seat)),
        E::JackpotHit { seat, .. } => format!("{} has a part of the jackpot", place(seat)),
        E::TroubleRuled { what, ruling, .. } => format!("{}: {}", spaced(what), spaced(ruling)),
        E::DutyDue { duty } => format!("due: {}", spaced(duty)),
        E::PlayerWarned { seat, warning } => format!("{} is warned: {}", place(seat), spaced(warning)),
        E::HandsCompared { seat, against } => {
            let how = match against {
                std::cmp::Ordering::Greater => "beats",
                std::cmp::Ordering::Equal => "ties with",
                std::cmp::Ordering::Less => "loses to",
            };
            format!("{} {how} the dealer", place(seat))
        }
        other => spaced(other),
    }
}

fn decided(decision: &Decision) -> String {
    match decision {
        Decision::Bet { amount, .. } => format!("bets {amount}"),
        Decision::Check => "checks".into(),
        Decision::Fold => "folds".into(),
        Decision::FoldAnte => "folds the ante".into(),
        Decision::Cannot => "does not place the next wager".into(),
        Decision::Absent => "is not there".into(),
        Decision::Concede => "gives up".into(),
    }
}

fn counted(cards: u8) -> String {
    match cards {
        1 => "a card".into(),
        more => format!("{more} cards"),
    }
}

/// Cards from a holder's `from`th on. Real cards are turned up before anybody has recorded which they are.
fn read(table: &Table, of: Holder, cards: &[CardId], from: usize) -> Option<String> {
    let here = |read: &&LiveCard| read.of == of && (from..from + cards.len()).contains(&usize::from(read.at));
    let unread = table.live.iter().flatten().filter(here).any(|read| read.card.is_none());
    (!unread).then(|| shown(cards))
}

fn shown(cards: &[CardId]) -> String {
    cards.iter().map(|id| id.card().to_string()).collect::<Vec<_>>().join(" ")
}

/// The name of a variant as words: `CardsShuffledAgain` is "cards shuffled again".
pub(crate) fn spaced(variant: &impl Debug) -> String {
    let all = format!("{variant:?}");
    let name = all.split([' ', '(', '{']).next().unwrap_or_default();
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// A time of the wall clock for people, in UTC, from milliseconds since 1970: "2026-11-15 22:30:05".
pub fn clock(ms: i64) -> String {
    let (days, left) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    // Years of 400-year cycles that begin in March, so that a leap day ends its year.
    let days = days + 719_468;
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + cycle * 400 + next;
    let (hour, minute, second) = (left / 3_600_000, left / 60_000 % 60, left / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// How far a round has come.
pub fn phase(table: &Table) -> &'static str {
    match table.phase {
        banked::Phase::Closed => "closed",
        banked::Phase::Betting => "open for wagers",
        banked::Phase::Locked => "no more bets",
        banked::Phase::Deciding(_) => "players decide",
        banked::Phase::Showdown => "showdown",
        banked::Phase::Awards => "waits for a jackpot award",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Hidden;

    #[test]
    fn a_real_card_is_not_named_before_it_is_recorded() {
        let book = crate::book("crown-sydney-poker-minors-3.3").unwrap();
        let game = book.variants.first().unwrap();
        let mut table = Table::closed();
        let unread = LiveCard { of: Holder::Dealer, at: 0, card: Hidden::new(None) };
        table.live = Some(vec![unread]);
        table.dealer_held = 1;
        let told = |table: &Table| words(game, table, &Event::Game(E::UpCardShown { at: 0 }));
        assert_eq!(told(&table), "the dealer's up card is turned up");
        assert_eq!(words(game, &table, &Event::Game(E::DealerShown)), "the dealer's hand is turned up");
        let king: cards::Card = "Kh".parse().unwrap();
        table.live = Some(vec![LiveCard { of: Holder::Dealer, at: 0, card: Hidden::new(Some(king.id())) }]);
        table.dealer[0] = king.id();
        assert_eq!(told(&table), "the dealer's up card is Kh");
        table.live = None;
        assert_eq!(words(game, &table, &Event::Game(E::DealerShown)), "the dealer shows Kh");
    }

    #[test]
    fn the_calendar() {
        assert_eq!(clock(0), "1970-01-01 00:00:00");
        assert_eq!(clock(-1), "1969-12-31 23:59:59");
        assert_eq!(clock(951_782_400_000), "2000-02-29 00:00:00");
        assert_eq!(clock(951_868_800_000), "2000-03-01 00:00:00");
        assert_eq!(clock(1_709_251_199_000), "2024-02-29 23:59:59");
        assert_eq!(clock(4_107_542_400_000), "2100-03-01 00:00:00");
        // Whatever stands in a record can be shown.
        assert!(!clock(i64::MIN).is_empty() && !clock(i64::MAX).is_empty());
    }
}
