//! A book's behaviour as points that can be compared: section, topic, what it is, and the clause.

use crate::banked::Rulebook;
use crate::cite::Cite;
use crate::floor::HandFloor;
use crate::irregularity::{Circumstances, IrregularityRule};
use crate::jackpot::{JackpotRules, PrizeAmount};
use crate::table::{Absence, Device, TableRules};
use crate::variant::{DealStep, Facts, Pays, StepKind, To, Variant};
use serde::Serialize;
use std::fmt::Debug;

/// What a book says on a topic.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Point {
    /// What it is there, in words.
    pub is: String,
    /// The clause that decides, as printed.
    pub clause: String,
    /// All that is cited for it.
    #[serde(skip)]
    pub cite: Cite,
}

/// A topic of a book, and what the book says on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Where it belongs: "Table", "Wagers".
    pub section: String,
    /// What it is about.
    pub topic: String,
    /// What the book says.
    pub point: Point,
}

/// Everything a book says of a game.
pub fn describe(book: &Rulebook, game: &Variant) -> Vec<Topic> {
    let mut told = Description { book, points: Vec::new() };
    told.table(&book.table);
    told.wagers(&book.table);
    told.limits(&book.table);
    told.game(game);
    told.jackpot(&book.table, &book.jackpots);
    told.irregularities(game);
    told.powers();
    told.points
}

struct Description<'b> {
    book: &'b Rulebook,
    points: Vec<Topic>,
}

impl Description<'_> {
    fn say(&mut self, section: &str, topic: &str, is: impl Into<String>, cite: Cite) {
        let clause = self.book.label(cite).to_string();
        let point = Point { is: is.into(), clause, cite };
        self.points.push(Topic { section: section.into(), topic: topic.into(), point });
    }

    fn may(&mut self, section: &str, topic: &str, is: &str, cite: Option<Cite>) {
        if let Some(cite) = cite {
            self.say(section, topic, is, cite);
        }
    }

    fn table(&mut self, table: &TableRules) {
        let section = "Table";
        self.say(section, "places for players", table.seats.value.to_string(), table.seats.cite);
        for device in &table.device {
            let name = device.id.word();
            self.say(section, &format!("{name}: what it is"), &device.name, device.clause);
            self.say(
                section,
                &format!("{name}: the cut"),
                if device.cut.value { "once" } else { "none" },
                device.cut.cite,
            );
            self.say(section, &format!("{name}: packs"), device.packs.value.to_string(), device.packs.cite);
        }
        self.may(section, "dealing methods", "A and B", table.methods.as_ref().map(|methods| methods.a));
        self.may(
            section,
            "low-limit tables",
            "from a shuffler",
            table.low_limit.as_ref().map(|low| low.device.cite),
        );
        let closing = &table.closing;
        let (is, cite) = match (&closing.rounds, &closing.minutes) {
            (Some(rounds), _) => (format!("after {} rounds' notice", rounds.value), rounds.cite),
            (None, Some(minutes)) => (format!("after a sign of {} minutes", minutes.value), minutes.cite),
            (None, None) => return,
        };
        self.say(section, "closing with players", is, cite);
        let idle = format!("{} rounds at a full table", table.idle_rounds.value);
        self.say(section, "sitting out", idle, table.idle_rounds.cite);
    }

    fn wagers(&mut self, table: &TableRules) {
        let section = "Wagers";
        let wagers = &table.wagers;
        self.say(section, "closed by", in_words(wagers.closes.value), wagers.closes.cite);
        let media: Vec<String> = wagers.media.value.iter().map(in_words).collect();
        self.say(section, "taken in", media.join(" and "), wagers.media.cite);
        self.may(section, "spoken wagers", "count once they lie there in chips", wagers.oral);
        self.say(section, "hands of a player", in_words(wagers.hands.value), wagers.hands.cite);
        self.may(section, "wagering for others", "refused", wagers.proxy);
        self.say(section, "next wager not placed", in_words(wagers.cannot.value), wagers.cannot.cite);
        let absent = match wagers.absent.value {
            Absence::Folds => "folded, or checked where that is free",
            Absence::FoldsAnte => "the Ante folded, side wagers stay",
        };
        self.say(section, "absent at a decision", absent, wagers.absent.cite);
        self.may(section, "giving up at settlement", "allowed", wagers.concede);
        self.say(section, "later wager too large", in_words(wagers.excess.value), wagers.excess.cite);
        self.say(section, "later wager too small", in_words(wagers.short.value), wagers.short.cite);
        self.say(
            section,
            "rounding of winnings",
            in_words(table.pay.rounding.value),
            table.pay.rounding.cite,
        );
        if let Some(patrons) = &table.patrons {
            self.say(section, "player card", in_words(patrons.player_card.value), patrons.player_card.cite);
            self.say(section, "loss limit", "wagers past it are refused", patrons.loss_limit);
            self.say(section, "loss limit passed", "returned, the last wager first", patrons.reverse_order);
            self.say(section, "employees", "winnings may be withheld", patrons.employee);
        }
    }

    fn limits(&mut self, table: &TableRules) {
        let section = "Limits";
        let limits = &table.limits;
        self.may(section, "below the approved minimum", "void", limits.below_approved);
        self.say(
            section,
            "under the minimum, late",
            in_words(limits.under_minimum.value),
            limits.under_minimum.cite,
        );
        self.say(section, "over the maximum, late", "settled to the maximum", limits.over_maximum);
        self.say(section, "agreed with a player", in_words(limits.personal.value), limits.personal.cite);
        let minutes = limits.notice_minutes.value;
        let raise = format!("{}, {minutes} minutes", in_words(limits.raise_minimum.value));
        self.say(section, "raising the minimum", raise, limits.raise_minimum.cite);
        self.may(section, "raising it when empty", "at once", limits.empty_table);
    }

    fn game(&mut self, game: &Variant) {
        let section = "Game";
        for device in [Device::Shoe, Device::Shuffler] {
            let blocks = game.deal.iter().filter(|block| block.device == device);
            let steps: Vec<&DealStep> =
                blocks.flat_map(|block| std::iter::repeat_n(&block.steps, block.repeat).flatten()).collect();
            let Some(first) = steps.first() else { continue };
            let told: Vec<String> = steps.iter().map(|step| dealt(step)).collect();
            self.say(section, &format!("deal from a {}", device.word()), told.join(", "), first.clause);
        }
        if let Some(qualifies) = &game.qualifies {
            self.say(section, "dealer qualifies with", qualifies.value.to_string(), qualifies.cite);
        }
        for step in game.step.iter().filter(|step| step.kind == StepKind::Decide) {
            let choices: Vec<String> = step.choices.iter().map(|choice| in_words(choice.is)).collect();
            let stake = step.stake.as_ref().map_or_else(String::new, |stake| match stake.sign_stage {
                Some(_) => ", by the multiples on the sign".to_string(),
                None if stake.from == stake.to => format!(", {} times the Ante", stake.from),
                None => format!(", {} to {} times the Ante", stake.from, stake.to),
            });
            let fold = step.choices.iter().find_map(|choice| choice.discarded);
            let is = format!("{}{stake}", choices.join(" or "));
            self.say(section, &format!("at {}", step.name), is, fold.unwrap_or(step.clause));
        }
        for wager in &game.wager {
            for case in &wager.case {
                let topic = format!("{}: {}", wager.on, facts(&case.when));
                let pays = case.pays.as_ref().map_or_else(String::new, |pays| match pays {
                    Pays::Odds(odds) => format!(" {odds}"),
                    Pays::Table(table) => format!(" by the table '{table}'"),
                });
                self.say("Settlement", &topic, format!("{}{pays}", in_words(case.result)), case.clause);
            }
        }
        for table in &game.paytable {
            let column = table.column.as_ref().map_or_else(String::new, |column| format!(" {column}"));
            let lines: Vec<String> =
                table.lines.iter().map(|line| format!("{} {}", line.hand, line.pays.0)).collect();
            let capped = if table.capped.is_some() { "; up to the maximum payout" } else { "" };
            let is = format!("{}{capped}", lines.join(", "));
            self.say("Pay tables", &format!("{}{column}", table.id), is, table.clause);
        }
    }

    fn jackpot(&mut self, table: &TableRules, rules: &JackpotRules) {
        let section = "Jackpot";
        let policy = &table.jackpot;
        self.say(section, "folded hand", in_words(policy.folded_hand.value), policy.folded_hand.cite);
        self.say(section, "after a misdeal", in_words(policy.misdeal.value), policy.misdeal.cite);
        self.say(section, "of a void hand", in_words(policy.void_hand.value), policy.void_hand.cite);
        self.may(section, "on another's box", "with leave", policy.another_box);
        self.say(section, "rate and seed", in_words(rules.increment.value), rules.increment.cite);
        for option in &rules.option {
            let prizes: Vec<String> =
                option.prizes.iter().map(|prize| prize_words(&prize.hand, prize.pays)).collect();
            let topic = if option.number == 0 {
                "prizes".to_string()
            } else {
                format!("prizes, option {}", option.number)
            };
            self.say(section, &topic, prizes.join(", "), option.clause);
        }
        for number in rules.option.iter().map(|option| option.number) {
            let rows: Vec<_> = rules.seed.iter().filter(|seed| seed.option == number).collect();
            let Some(first) = rows.first() else { continue };
            let told: Vec<String> =
                rows.iter().map(|row| format!("{} for 1 at {}", row.for_one, row.rate.0)).collect();
            self.say(section, &format!("seeds, option {number}"), told.join(", "), first.clause);
        }
        let shares = &rules.shares;
        self.say(section, "meter is read", in_words(shares.reads.value), shares.reads.cite);
        self.say(
            section,
            "rounded up to a dollar",
            in_words(shares.whole_dollars.value),
            shares.whole_dollars.cite,
        );
        self.say(section, "royal with others", in_words(shares.split.value), shares.split.cite);
        self.say(section, "several straight flushes", in_words(shares.several.value), shares.several.cite);
        self.say(section, "taken off the meter", in_words(shares.draw.value), shares.draw.cite);
        self.say(section, "reset", in_words(shares.reset.value), shares.reset.cite);
        if let Some(minimum) = &shares.minimum {
            let is = format!("royal {}, straight flush {}", minimum.royal.0, minimum.straight_flush.0);
            self.say(section, "guaranteed", is, minimum.clause);
        }
        self.may(
            section,
            "bonus jackpot",
            "to every other wager at the table",
            rules.bonus.as_ref().map(|bonus| bonus.clause),
        );
        self.may(section, "meters of one floor", "the same option", rules.links.same_option);
        self.may(section, "costs of several meters", "must differ", rules.links.different_cost);
        let notice = rules.notices.table.as_ref();
        if let Some(minutes) = notice {
            self.say(
                section,
                "moving a table",
                format!("after a sign of {} minutes", minutes.value),
                minutes.cite,
            );
        }
        self.may(section, "closing a meter", "what is above the seed goes to others", rules.notices.transfer);
    }

    fn irregularities(&mut self, game: &Variant) {
        let here = |row: &&IrregularityRule| row.games.is_empty() || row.games.contains(&game.game);
        let rows: Vec<&IrregularityRule> = self.book.irregularities.iter().filter(here).collect();
        for row in rows {
            let mut is = in_words(row.ruling);
            if row.retraction.is_some() {
                is += ", others may take back";
            }
            for duty in &row.duty {
                is += &format!(", {}", in_words(duty.is));
            }
            let topic = format!("{}{}", in_words(row.what), circumstances(&row.when));
            self.say("Irregularities", &topic, is, row.clause);
        }
    }

    fn powers(&mut self) {
        let ladder = &self.book.ladder;
        let powers: Vec<(String, String, Cite)> = ladder
            .powers
            .iter()
            .map(|power| {
                let rung = format!("{} (rung {})", ladder.name(power.least.value), power.least.value.0 + 1);
                (in_words(power.act), rung, power.least.cite)
            })
            .collect();
        for (act, rung, cite) in powers {
            self.say("Who may", &act, rung, cite);
        }
    }
}

/// "CarriesToNextRound" as people say it: "carries to next round".
pub fn in_words(value: impl Debug) -> String {
    let name = format!("{value:?}");
    let mut text = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            text.push(' ');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

fn dealt(step: &DealStep) -> String {
    let to = match step.to {
        To::Areas => "to each box",
        To::Dealer => "to the dealer",
        To::Board => "to the board",
        To::JackpotCards => "for the jackpot",
        To::Burn => "burnt if ordered",
    };
    format!("{} {to}", step.cards)
}

/// When a case of settlement holds, in words.
pub fn facts(when: &Facts) -> String {
    let mut told = Vec::new();
    let mut yes = |fact: Option<bool>, is: &str, is_not: &str| {
        if let Some(fact) = fact {
            told.push(if fact { is } else { is_not }.to_string());
        }
    };
    yes(when.folded, "folded", "not folded");
    yes(when.folded_whole, "all folded", "not all folded");
    yes(when.qualifies, "dealer qualifies", "dealer does not qualify");
    yes(when.pays_jackpot, "on the pay table", "not on the pay table");
    if let Some(step) = &when.folded_at {
        told.push(format!("folded at {step}"));
    }
    if let Some(against) = when.against {
        told.push(in_words(against));
    }
    if let Some(floor) = &when.at_least {
        told.push(format!("{floor} or better"));
    }
    if let Some(method) = when.method {
        told.push(format!("method {method:?}"));
    }
    if told.is_empty() { "otherwise".into() } else { told.join(", ") }
}

/// A prize of a jackpot in words.
pub fn prize_words(hand: &HandFloor, pays: PrizeAmount) -> String {
    match pays {
        PrizeAmount::Meter => format!("{hand} all of it"),
        PrizeAmount::Share(rate) => format!("{hand} {rate} of it"),
        PrizeAmount::For(odds) => format!("{hand} {odds}"),
        PrizeAmount::Flat(amount) => format!("{hand} ${amount}"),
    }
}

/// The circumstances of an irregularity in brackets, with a space before; nothing where none matter.
pub fn circumstances(when: &Circumstances) -> String {
    let mut told = Vec::new();
    let mut yes = |fact: Option<bool>, is: &str, is_not: &str| {
        if let Some(fact) = fact {
            told.push(if fact { is } else { is_not }.to_string());
        }
    };
    yes(when.looked, "after a look", "before a look");
    yes(when.order_known, "order known", "order unknown");
    yes(when.surplus, "too many", "too few");
    yes(when.deck_right, "deck right", "deck wrong");
    yes(when.named, "named", "not named");
    yes(when.matched, "matched", "not matched");
    yes(when.one_hand, "one hand", "several hands");
    yes(when.has_bet, "has bet", "has not bet");
    if let Some(of) = when.of {
        told.push(format!("of the {}", in_words(of)));
    }
    if let Some(most) = when.at_most {
        told.push(format!("at most {most}"));
    }
    if let Some(device) = when.device {
        told.push(device.word().to_string());
    }
    if let Some(chosen) = &when.chosen {
        told.push(format!("ruled '{chosen}'"));
    }
    if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
}
