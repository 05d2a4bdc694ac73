//! The rules that were counted: steps of play, settlement and pay tables, each with its clause.

use super::cites::Cites;
use super::section::Section;
use super::table::{Cell, Table};
use super::words;
use engine::Sign;
use rulebook::{
    ChoiceKind, DealBlock, Device, HandOf, Increment, Outcome, Pays, Place, Rulebook, Show, StakeRule,
    StepKind, To, Variant, WagerRules,
};

pub(super) fn play(book: &Rulebook, game: &Variant, sign: &Sign, cites: &Cites<'_>) -> Section {
    let mut section = Section::new("rules", "Rules of play");
    section.table(wagers(game, cites));
    section.table(steps(book, game, sign, cites));
    for (at, order) in game.order.iter().enumerate() {
        let ranked: Vec<&str> =
            game.wager.iter().filter(|wager| wager.order == at).map(|wager| wager.name.as_str()).collect();
        let title = match game.order.len() {
            1 => "Order of hands, best first".to_string(),
            _ => format!("Order of hands of {}, best first", ranked.join(", ")),
        };
        let mut table = Table::new(format!("order-{}", at + 1), title, &["Hand", "Clauses"]);
        for category in order.category.iter().rev() {
            table.row(vec![Cell::text(category.is.0.word()), cites.cell(category.clause)]);
        }
        table.row(vec![
            Cell::text("equal categories are compared by"),
            cites.cells(std::iter::once(order.ties).chain(order.equal)),
        ]);
        section.table(table);
    }
    section
}

fn wagers(game: &Variant, cites: &Cites<'_>) -> Table {
    let mut table = Table::new("wagers", "Wagers", &["Wager", "When", "On which cards", "Clauses"]);
    for wager in &game.wager {
        let mut when = match wager.place {
            Place::First => "before the deal".to_string(),
            Place::Jackpot => "before the deal, on the jackpot".to_string(),
            Place::Later => "with a decision".to_string(),
            Place::Bonus => {
                let of = wager.of.as_deref().and_then(|of| game.wager(of)).map(|of| &game.wager[of].name);
                format!("never: a payment on the {}", of.map_or("first wager", String::as_str))
            }
        };
        let name = |on: &str| game.wager(on).map_or_else(|| on.to_string(), |at| game.wager[at].name.clone());
        match (&wager.equals, &wager.needs) {
            (Some(equals), _) => when += &format!(", equal to the {}", name(&equals.value)),
            (None, Some(needs)) => when += &format!(", beside the {}", name(&needs.value)),
            (None, None) => {}
        }
        let also = wager.equals.iter().chain(&wager.needs).map(|ruled| ruled.cite);
        table.row(vec![
            Cell::text(&wager.name),
            Cell::text(when),
            Cell::text(cards_of(wager.hand)),
            cites.cells(std::iter::once(wager.clause).chain(also)),
        ]);
    }
    table
}

fn cards_of(hand: HandOf) -> &'static str {
    match hand {
        HandOf::Own => "the player's",
        HandOf::OwnAndBoard => "the player's and all community cards",
        HandOf::OwnAndFlop => "the player's and the flop",
        HandOf::OwnAndDealer => "the player's and the dealer's",
        HandOf::OwnAndJackpotCards => "the player's and the jackpot cards",
    }
}

fn steps(book: &Rulebook, game: &Variant, sign: &Sign, cites: &Cites<'_>) -> Table {
    let mut table = Table::new("steps", "Steps of a round", &["Step", "What is done", "Clauses"]);
    for device in [Device::Shoe, Device::Shuffler].into_iter().filter(|id| book.table.device(*id).is_some()) {
        let blocks: Vec<&DealBlock> = game.deal.iter().filter(|block| block.device == device).collect();
        let dealt = |block: &&DealBlock| {
            let told: Vec<String> = block.steps.iter().map(|step| dealt(step.to, step.cards)).collect();
            match block.repeat {
                1 => told.join(", "),
                times => format!("{}, {times} times", told.join(", ")),
            }
        };
        let told: Vec<String> = blocks.iter().map(dealt).collect();
        let clauses = blocks.iter().flat_map(|block| &block.steps).map(|step| step.clause);
        table.row(vec![
            Cell::text(format!("deal from a {}", device.word())),
            Cell::text(told.join("; then ")),
            cites.cells(clauses),
        ]);
    }
    for step in &game.step {
        let device = step.device.map_or_else(String::new, |device| format!(" (from a {})", device.word()));
        if step.kind == StepKind::Show {
            let what = match step.what {
                Some(Show::UpCard) => "one of the dealer's cards is turned up".to_string(),
                Some(Show::Board) if step.cards == 1 => "the next community card is shown".to_string(),
                Some(Show::Board) => format!("the next {} community cards are shown", step.cards),
                Some(Show::Dealer) => "the dealer's hand is shown".to_string(),
                Some(Show::JackpotCards) => "the jackpot cards are shown".to_string(),
                None => String::new(),
            };
            let row =
                vec![Cell::text("show"), Cell::text(format!("{what}{device}")), cites.cell(step.clause)];
            table.row(row);
            continue;
        }
        let choices: Vec<String> =
            step.choices.iter().map(|choice| choice_words(choice.is, step.stake.as_ref(), sign)).collect();
        let clauses = std::iter::once(step.clause).chain(step.stake.iter().map(|stake| stake.clause)).chain(
            step.choices
                .iter()
                .flat_map(|choice| std::iter::once(choice.clause).chain(choice.discarded).chain(choice.kept)),
        );
        table.row(vec![
            Cell::text(format!("decision: {}", words::spaced(&step.name))),
            Cell::text(format!("{}{device}", choices.join("; or "))),
            cites.cells(clauses),
        ]);
    }
    if let Some(qualifies) = &game.qualifies {
        let ruled = std::iter::once(qualifies.cite).chain(game.qualified).chain(game.not_qualified);
        table.row(vec![
            Cell::text("dealer qualifies"),
            Cell::text(format!("with {} or better", words::hand(&qualifies.value))),
            cites.cells(ruled),
        ]);
    }
    table.row(vec![
        Cell::text("settlement"),
        Cell::text("every wager by the cases below"),
        cites.cells(std::iter::once(game.settlement).chain(game.jackpot_last).chain(game.counted)),
    ]);
    table
}

fn dealt(to: To, cards: usize) -> String {
    let to = match to {
        To::Areas => "to each hand",
        To::Dealer => "to the dealer",
        To::Board => "for the community",
        To::JackpotCards => "for the jackpot, where one is offered",
        To::Burn => "burnt where ordered",
    };
    format!("{cards} {to}")
}

fn choice_words(kind: ChoiceKind, stake: Option<&StakeRule>, sign: &Sign) -> String {
    match kind {
        ChoiceKind::Check => "check".to_string(),
        ChoiceKind::Fold => "fold".to_string(),
        ChoiceKind::FoldAnte => "fold the Ante and keep the side wagers".to_string(),
        ChoiceKind::Bet => {
            let (least, most) = match stake {
                Some(StakeRule { sign_stage: Some(stage), .. }) => {
                    let shown = &sign.multiples[*stage];
                    (shown.iter().min().copied(), shown.iter().max().copied())
                }
                Some(stake) => (Some(stake.from), Some(stake.to)),
                None => (None, None),
            };
            let by_sign = stake.is_some_and(|stake| stake.sign_stage.is_some());
            let source = if by_sign { " (as the sign shows)" } else { "" };
            match (least, most) {
                (Some(least), Some(most)) if least != most => {
                    format!("bet {least} to {most} times the Ante{source}")
                }
                (Some(1), _) => format!("bet the amount of the Ante{source}"),
                (Some(times), _) => format!("bet {times} times the Ante{source}"),
                _ => "bet".to_string(),
            }
        }
    }
}

/// Settlement cases of every wager: the first that fits decides.
pub(super) fn settlement(game: &Variant, cites: &Cites<'_>) -> Section {
    let mut section = Section::new("settlement", "Settlement");
    section.text("For each wager the first case that fits decides.");
    let columns = ["Wager", "When", "Result", "Pays", "Clauses"];
    let mut table = Table::new("settlement-cases", "Settlement cases", &columns);
    for wager in &game.wager {
        for case in &wager.case {
            let pays = match (&case.pays, case.result) {
                (Some(Pays::Odds(odds)), _) => odds.to_string(),
                (Some(Pays::Table(id)), _) if id == "jackpot" => "the jackpot prize of the hand".to_string(),
                (Some(Pays::Table(id)), _) => format!("by the pay table “{}”", words::spaced(id)),
                (None, Outcome::Win) => "nothing".to_string(),
                (None, _) => String::new(),
            };
            table.row(vec![
                Cell::text(&wager.name),
                Cell::text(words::facts(&case.when)),
                Cell::text(words::outcome(case.result)),
                if pays.is_empty() { Cell::Blank } else { Cell::Text(pays) },
                cites.cells(std::iter::once(case.clause).chain(wager.settled)),
            ]);
        }
    }
    section.table(table);
    section
}

/// The pay tables, the columns between which the sign chooses side by side.
pub(super) fn pay_tables(book: &Rulebook, game: &Variant, cites: &Cites<'_>) -> Section {
    let mut section = Section::new("pay-tables", "Pay tables and prizes");
    let mut ids: Vec<&str> = game.paytable.iter().map(|table| table.id.as_str()).collect();
    ids.dedup();
    for id in ids {
        let tables: Vec<_> = game.paytable.iter().filter(|table| table.id == id).collect();
        let names: Vec<String> = tables
            .iter()
            .map(|table| table.column.as_ref().map_or_else(|| "Pays".into(), |name| format!("Table {name}")))
            .collect();
        let columns: Vec<&str> = std::iter::once("Hand").chain(names.iter().map(String::as_str)).collect();
        let columns = [columns, vec!["Clauses"]].concat();
        let title = format!("Pay table: {}", paid_by(game, id));
        let mut shown = Table::new(format!("pays-{id}"), title, &columns);
        if tables.iter().any(|table| table.capped.is_some()) {
            shown.note =
                "Wins by this table are limited by the maximum payout of the sign, which is not part of \
                          this analysis."
                    .into();
        }
        for line in tables.iter().flat_map(|table| &table.lines) {
            let hand = words::line_hand(&line.hand);
            if shown.rows.iter().any(|row| row[0] == Cell::Text(hand.clone())) {
                continue;
            }
            let pays = tables.iter().map(|table| {
                let found = table.lines.iter().find(|other| other.hand == line.hand);
                found.map_or(Cell::Blank, |line| Cell::text(line.pays.0.to_string()))
            });
            let clauses = tables.iter().flat_map(|table| std::iter::once(table.clause).chain(table.capped));
            let own = tables.iter().flat_map(|table| &table.lines).filter(|other| other.hand == line.hand);
            let own: Vec<_> = own.filter_map(|line| line.clause).collect();
            let clauses = cites.cells(own.into_iter().chain(clauses));
            shown.row([vec![Cell::Text(hand.clone())], pays.collect(), vec![clauses]].concat());
        }
        section.table(shown);
    }
    if game.wager.iter().any(|wager| wager.place == Place::Jackpot) {
        prizes(book, cites, &mut section);
    }
    section
}

fn paid_by(game: &Variant, id: &str) -> String {
    let by = |wager: &&WagerRules| {
        wager.case.iter().any(|case| matches!(&case.pays, Some(Pays::Table(table)) if table == id))
    };
    let names: Vec<&str> = game.wager.iter().filter(by).map(|wager| wager.name.as_str()).collect();
    if names.is_empty() { words::spaced(id) } else { names.join(", ") }
}

fn prizes(book: &Rulebook, cites: &Cites<'_>, section: &mut Section) {
    let columns = ["Option", "Hand", "Prize", "Clauses"];
    let mut table = Table::new("jackpot-prizes", "Jackpot prizes", &columns);
    for option in &book.jackpots.option {
        for prize in &option.prizes {
            table.row(vec![
                option_cell(option.number),
                Cell::text(words::line_hand(&prize.hand)),
                Cell::text(words::prize(prize.pays)),
                cites.cells([prize.clause, option.clause]),
            ]);
        }
    }
    section.table(table);
    if let Some(minimum) = &book.jackpots.shares.minimum {
        let mut least =
            Table::new("guaranteed-prizes", "Guaranteed least prizes", &["Hand", "Least", "Clauses"]);
        for (hand, amount) in [("royal flush", minimum.royal.0), ("straight flush", minimum.straight_flush.0)]
        {
            least.row(vec![Cell::text(hand), Cell::text(format!("${amount}")), cites.cell(minimum.clause)]);
        }
        section.table(least);
    }
    if book.jackpots.increment.value == Increment::Operator {
        section.text(
            "The book leaves the price of a jackpot wager, the increment and the seed to the operator.",
        );
    }
}

/// An option by its number; books without options have one without a number.
pub(super) fn option_cell(number: u8) -> Cell {
    if number == 0 { Cell::text("–") } else { Cell::text(number.to_string()) }
}
