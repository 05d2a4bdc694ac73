//! A house-banked game as data: its cards and their order, its steps, its wagers and how each is settled.

use crate::cite::{Cite, Ruled};
use crate::floor::HandFloor;
use crate::hand_order::OrderId;
use crate::mistake::{Checked, Mistake, item, mistake};
use crate::paytable::PayTable;
use crate::table::Device;
use cards::{HandOrder, HandRank};
use money::Odds;
use serde::Deserialize;
use serde::de::{self, Deserializer};

/// A game: one file of `variants/`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// How files and commands write it: "caribbean-stud".
    pub game: String,
    /// How the book calls it.
    pub name: String,
    /// Where the book offers it.
    pub clause: Cite,
    /// Cards in a player's hand.
    pub hand_cards: Ruled<usize>,
    /// Cards in the dealer's hand; 0 where there is none.
    #[serde(default)]
    pub dealer_cards: usize,
    /// Community cards; 0 where there are none.
    #[serde(default)]
    pub board_cards: usize,
    /// Cards shared by all jackpot hands; dealt where a jackpot is offered.
    #[serde(default)]
    pub jackpot_cards: usize,
    /// Which of the dealer's cards is shown before the decision: its place from 0.
    pub up_card: Option<Ruled<usize>>,
    /// The spots that must all hold a wager for cards to be dealt; none: any wager will do.
    pub dealt_on: Ruled<Vec<String>>,
    /// The orders of hands; the first ranks players against the dealer.
    pub order: Vec<OrderId>,
    /// The weakest hand with which the dealer qualifies.
    pub qualifies: Option<Ruled<HandFloor>>,
    /// The dealer fails to qualify: how the round is announced and settled.
    pub not_qualified: Option<Cite>,
    /// The dealer qualifies: how the round is announced and settled.
    pub qualified: Option<Cite>,
    /// The spots there are: what refuses any other.
    pub spots: Option<Cite>,
    /// The call of no more bets in this game.
    pub call: Option<Cite>,
    /// How the cards go out, by device.
    pub deal: Vec<DealBlock>,
    /// What happens between the deal and settlement.
    pub step: Vec<Step>,
    /// The wagers, in the order in which a ruling lists them.
    pub wager: Vec<WagerRules>,
    /// The pay tables.
    #[serde(default)]
    pub paytable: Vec<PayTable>,
    /// Settlement as a whole: where it begins, what order it keeps.
    pub settlement: Cite,
    /// A hand that the jackpot pays is left face up and paid after all hands are checked.
    pub jackpot_last: Option<Cite>,
    /// A hand is counted and discarded after settlement.
    pub counted: Option<Cite>,
    /// What is shown before play.
    #[serde(default)]
    pub fact: Vec<crate::table::Fact>,
    /// The rank from which the dealer qualifies.
    #[serde(skip)]
    pub qualifying_rank: HandRank,
}

/// A part of the initial deal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealBlock {
    /// From which device.
    pub device: Device,
    /// How often the steps are gone through.
    #[serde(default = "once")]
    pub repeat: usize,
    /// In this order.
    pub steps: Vec<DealStep>,
}

fn once() -> usize {
    1
}

/// So many cards to these.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealStep {
    pub to: To,
    /// How many to each.
    pub cards: usize,
    /// Where the book says so.
    pub clause: Cite,
}

/// To whom cards go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum To {
    /// Each box with cards, clockwise from the dealer's left.
    Areas,
    Dealer,
    /// The community cards.
    Board,
    /// The shared cards of the jackpot, where one is offered.
    JackpotCards,
    /// Off unseen, where somebody has ordered it.
    Burn,
}

/// A step between the deal and settlement.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is done.
    #[serde(rename = "do")]
    pub kind: StepKind,
    /// Its name, for decisions: "3rd-street".
    #[serde(default)]
    pub name: String,
    /// Only with this device.
    pub device: Option<Device>,
    /// Where the book says so.
    pub clause: Cite,
    /// What is shown.
    pub what: Option<Show>,
    /// How many of the community cards are shown.
    #[serde(default)]
    pub cards: usize,
    /// The spot that a bet fills.
    pub wager: Option<String>,
    /// What a bet must be.
    pub stake: Option<StakeRule>,
    /// What a player may decide.
    #[serde(default)]
    pub choices: Vec<Choice>,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// Every live hand decides.
    Decide,
    /// Cards are turned up.
    Show,
}

/// What is turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// One of the dealer's cards.
    UpCard,
    /// The next community cards; from a shoe they may be dealt now.
    Board,
    /// The dealer's hand.
    Dealer,
    /// The shared cards of the jackpot.
    JackpotCards,
}

/// What a later wager must be, as multiples of the Ante.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StakeRule {
    #[serde(default)]
    pub from: u32,
    #[serde(default)]
    pub to: u32,
    /// Instead: whole multiples from the sign, of this stage, from 0.
    pub sign_stage: Option<usize>,
    /// Where the book says so.
    pub clause: Cite,
}

/// Something a player may decide.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub is: ChoiceKind,
    /// Where the book says so.
    pub clause: Cite,
    /// A fold: the hand is counted and discarded.
    pub discarded: Option<Cite>,
    /// A fold: the hand is kept for the jackpot.
    pub kept: Option<Cite>,
}

/// What a player may decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceKind {
    /// Stake the next wager.
    Bet,
    /// Stake nothing and stay in.
    Check,
    /// Give up the hand.
    Fold,
    /// Give up the Ante and keep the side wagers.
    FoldAnte,
}

/// A wager of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WagerRules {
    /// The spot: "ante".
    pub on: String,
    /// How the book calls it.
    pub name: String,
    /// When it is placed.
    pub place: Place,
    /// Where the book offers it.
    pub clause: Cite,
    /// The spot that must hold a wager too.
    pub needs: Option<Ruled<String>>,
    /// The spot whose wager it must equal.
    pub equals: Option<Ruled<String>>,
    /// For a bonus: the spot whose stake it is a payment on.
    pub of: Option<String>,
    /// The hand it is settled on.
    pub hand: HandOf,
    /// The order that ranks that hand, by its place in the game's list.
    #[serde(default)]
    pub order: usize,
    /// What decides: the first case that fits; the last fits always.
    pub case: Vec<Case>,
    /// How winners are paid or losers taken, besides.
    pub settled: Option<Cite>,
}

/// When a wager is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Before the deal.
    First,
    /// Before the deal, on the jackpot.
    Jackpot,
    /// With a decision.
    Later,
    /// Never: a payment without a stake of its own.
    Bonus,
}

/// The cards that a wager is settled on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandOf {
    Own,
    /// The player's and all community cards.
    OwnAndBoard,
    /// The player's and the first three community cards.
    OwnAndFlop,
    /// The player's and the dealer's.
    OwnAndDealer,
    /// The player's and the shared cards of the jackpot.
    OwnAndJackpotCards,
}

/// One case of settlement.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// All of these must hold.
    #[serde(default)]
    pub when: Facts,
    /// What happens to the wager.
    pub result: Outcome,
    /// What a win pays.
    pub pays: Option<Pays>,
    /// The clause that decides.
    pub clause: Cite,
}

/// Facts of a settled round; what is left out does not matter.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The hand was given up (with or without its side wagers).
    pub folded: Option<bool>,
    /// The hand was given up with everything on it.
    pub folded_whole: Option<bool>,
    /// At which decision it was given up.
    pub folded_at: Option<String>,
    /// The dealer qualifies.
    pub qualifies: Option<bool>,
    /// The player's hand against the dealer's.
    pub against: Option<Against>,
    /// The wager's hand is this or better.
    pub at_least: Option<HandFloor>,
    /// The table deals by Method A (or B).
    pub method: Option<MethodFact>,
    /// The jackpot pays the wager's hand.
    pub pays_jackpot: Option<bool>,
    /// The rank of `at_least`.
    #[serde(skip)]
    pub floor: HandRank,
    /// The step of `folded_at`.
    #[serde(skip)]
    pub step: Option<u8>,
}

/// One hand against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// The player's is higher.
    Higher,
    /// They are equal.
    Equal,
    /// The player's is lower.
    Lower,
}

/// A dealing method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub enum MethodFact {
    /// A fold ends the jackpot wager.
    A,
    /// It does not.
    B,
}

/// What happens to a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Paid, and the stake goes back.
    Win,
    Lose,
    /// Equal: the stake goes back.
    StandOff,
    /// Handed back unpaid.
    Returned,
    /// There is nothing to settle.
    None,
}

/// What a win pays: odds, or a line of a pay table.
#[derive(Clone, Debug)]
pub enum Pays {
    /// The same for every hand.
    Odds(Odds),
    /// By the hand.
    Table(String),
}

impl<'de> Deserialize<'de> for Pays {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        if text.contains(' ') {
            text.parse().map(Pays::Odds).map_err(de::Error::custom)
        } else {
            Ok(Pays::Table(text))
        }
    }
}

impl Variant {
    /// The spot with that name.
    pub fn wager(&self, on: &str) -> Option<usize> {
        self.wager.iter().position(|wager| wager.on == on)
    }

    /// An order of hands of the game.
    pub fn order(&self, at: usize) -> &HandOrder {
        self.order[at].made.as_ref().expect("made when the game was read")
    }

    /// The columns between which the sign chooses, for each pay table that has some.
    pub fn chosen_tables(&self) -> Vec<(&str, Vec<&str>)> {
        let mut tables: Vec<(&str, Vec<&str>)> = Vec::new();
        for table in &self.paytable {
            let Some(column) = &table.column else { continue };
            match tables.iter_mut().find(|(id, _)| *id == table.id) {
                Some((_, columns)) => columns.push(column),
                None => tables.push((&table.id, vec![column])),
            }
        }
        tables
    }

    /// Makes the orders, finds the ranks, and checks what TOML cannot.
    pub(crate) fn complete(&mut self) -> Checked {
        for (at, order) in self.order.iter_mut().enumerate() {
            order.complete(&item("order", at))?;
        }
        if self.order.is_empty() {
            return mistake("order", "a game needs an order of hands");
        }
        if let Some(qualifies) = &self.qualifies {
            let rank = qualifies.value.rank(self.order(0));
            self.qualifying_rank = rank.map_err(|what| Mistake::new("qualifies", what))?;
        }
        let Variant { order: orders, paytable, wager, .. } = self;
        let order = |at: usize| {
            let made = orders.get(at).and_then(|order| order.made.as_ref());
            made.ok_or_else(|| format!("there is no order of hands {at} in this game"))
        };
        for (at, table) in paytable.iter_mut().enumerate() {
            let wrong = |key| move |what: String| Mistake::new(item("paytable", at).key(key), what);
            let ranked = order(table.order).map_err(wrong("order"))?;
            for (row, line) in table.lines.iter_mut().enumerate() {
                let place = || item("paytable", at).key("lines").item(row).key("hand");
                line.from = line.hand.rank(ranked).map_err(|what| Mistake::new(place(), what))?;
            }
            if !table.lines.iter().rev().map(|line| line.from).is_sorted_by(|a, b| a < b) {
                let column =
                    table.column.as_ref().map_or_else(String::new, |column| format!(", column '{column}',"));
                let what = format!(
                    "the lines of the pay table '{}'{column} must go from the best hand down",
                    table.id
                );
                return Err(wrong("id")(what));
            }
        }
        for (at, wager) in wager.iter_mut().enumerate() {
            for (row, case) in wager.case.iter_mut().enumerate() {
                if let Some(floor) = &case.when.at_least {
                    let place = || item("wager", at).key("case").item(row).key("when").key("at_least");
                    let ranked = order(wager.order).and_then(|order| floor.rank(order));
                    case.when.floor = ranked.map_err(|what| Mistake::new(place(), what))?;
                }
            }
        }
        self.check_steps()?;
        self.check_wagers()
    }

    fn check_steps(&mut self) -> Checked {
        for (at, step) in self.step.iter().enumerate() {
            let wrong = |key, what: String| mistake(item("step", at).key(key), what);
            match step.kind {
                StepKind::Decide => {
                    let bets = step.choices.iter().any(|choice| choice.is == ChoiceKind::Bet);
                    if step.choices.is_empty() || step.name.is_empty() {
                        return wrong("name", "a step that decides needs a name and choices".into());
                    }
                    if bets != step.wager.is_some() || bets != step.stake.is_some() {
                        let what = format!("at '{}' a bet needs the spot it fills and its stake", step.name);
                        return wrong("choices", what);
                    }
                    if let Some(wager) = step.wager.as_ref().filter(|wager| self.wager(wager).is_none()) {
                        return wrong("wager", format!("at '{}' there is no spot '{wager}'", step.name));
                    }
                    let passes = |choice: &Choice| matches!(choice.is, ChoiceKind::Check | ChoiceKind::Fold);
                    if !step.choices.iter().any(passes) {
                        let what = format!(
                            "at '{}' a player can neither check nor fold: the table would wait for ever for \
                             somebody who has gone",
                            step.name
                        );
                        return wrong("choices", what);
                    }
                }
                StepKind::Show if step.what.is_none() => {
                    return wrong("do", "a step that shows must say what".into());
                }
                StepKind::Show => {}
            }
        }
        for device in [Device::Shoe, Device::Shuffler] {
            if !self.deal.iter().any(|block| block.device == device) {
                return mistake("deal", format!("the deal from the {} is missing", device.word()));
            }
        }
        Ok(())
    }

    fn check_wagers(&mut self) -> Checked {
        let names: Vec<String> = self.step.iter().map(|step| step.name.clone()).collect();
        let tables: Vec<String> = self.paytable.iter().map(|table| table.id.clone()).collect();
        let spots: Vec<String> = self.wager.iter().map(|wager| wager.on.clone()).collect();
        for (at, wager) in self.wager.iter_mut().enumerate() {
            let on = wager.on.clone();
            let wrong = |key, what: String| mistake(item("wager", at).key(key), what);
            let Some(last) = wager.case.last() else { return wrong("on", format!("'{on}' has no cases")) };
            if !last.when.is_always() {
                return wrong("on", format!("the last case of '{on}' must have no 'when'"));
            }
            let others =
                [wager.needs.as_ref().map(|other| &other.value), wager.equals.as_ref().map(|o| &o.value)];
            for other in others.into_iter().flatten().chain(&wager.of) {
                if !spots.contains(other) {
                    return wrong(
                        "on",
                        format!("'{on}' names a spot '{other}' that this game does not have"),
                    );
                }
            }
            for (row, case) in wager.case.iter_mut().enumerate() {
                let of_case = || item("wager", at).key("case").item(row);
                let wrong = |what: String| mistake(of_case(), what);
                match (&case.pays, case.result) {
                    (Some(Pays::Table(id)), Outcome::Win) if id != "jackpot" && !tables.contains(id) => {
                        return wrong(format!("'{on}' is paid by a table '{id}' that does not exist"));
                    }
                    (None, Outcome::Win) => {
                        return wrong(format!("a win of '{on}' does not say what it pays"));
                    }
                    (Some(_), Outcome::Win) | (None, _) => {}
                    (Some(_), _) => return wrong(format!("a case of '{on}' pays but is not a win")),
                }
                if let Some(name) = &case.when.folded_at {
                    let Some(step) = names.iter().position(|known| known == name) else {
                        return wrong(format!("'{on}' names a step '{name}' that does not exist"));
                    };
                    case.when.step = u8::try_from(step).ok();
                }
            }
        }
        Ok(())
    }
}

impl Facts {
    /// Whether it is the fold that decides.
    pub fn is_fold(&self) -> bool {
        self.folded == Some(true) || self.folded_whole == Some(true) || self.folded_at.is_some()
    }

    fn is_always(&self) -> bool {
        let Facts {
            folded, folded_whole, folded_at, qualifies, against, at_least, method, pays_jackpot, ..
        } = self;
        folded.is_none()
            && folded_whole.is_none()
            && folded_at.is_none()
            && qualifies.is_none()
            && against.is_none()
            && at_least.is_none()
            && method.is_none()
            && pays_jackpot.is_none()
    }
}
