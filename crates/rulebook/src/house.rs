//! What a book says of people: disputes, breaches and sanctions, payments gone wrong, duties to notify, patrons' limits.

use crate::cite::{Cite, Ruled};
use crate::jackpot::Dollars;
use crate::load::{Files, LoadError};
use crate::mistake::{Checked, KeyPath, Mistake, item, mistake};
use crate::roles::{Act, Ladder, RoleId};
use serde::{Deserialize, Serialize};

/// `house.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseRules {
    /// What no other clause covers.
    pub uncovered: Cite,
    /// Who works here, and who says so.
    pub roster: Cite,
    /// The gaming day.
    pub day: Cite,
    /// The record of real cards: how it is corrected, and who stands beside.
    pub records: Cite,
    /// What players give towards the order in which a committed deck is dealt.
    pub seeds: Cite,
    /// A copy of the rules for whoever asks.
    pub copies: Cite,
    /// What one person alone may not do.
    #[serde(default)]
    pub second: Vec<SecondPerson>,
    pub disputes: DisputeRules,
    /// What may not be done.
    pub breach: Vec<BreachRule>,
    /// What may be done about it.
    pub sanction: Vec<SanctionRule>,
    /// Overpayments and underpayments.
    pub mispayments: MispaymentRules,
    /// Who must be told of what.
    #[serde(default)]
    pub notify: Vec<NotifyRule>,
    /// Directions to suspects.
    #[serde(default)]
    pub direction: Vec<DirectionRule>,
    /// Cards, limits and exclusions of patrons.
    pub patrons: PatronRules,
}

/// An act that a second person confirms: another member of staff of at least the role that the act needs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondPerson {
    pub act: Act,
    /// Where it stands, or the reading.
    pub clause: Cite,
    /// Whether the text asks for one person only and good practice for two.
    #[serde(default)]
    pub silent: bool,
}

/// Disputes: who rules, in which order, and the way to the inspector.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisputeRules {
    /// A dispute as such.
    pub clause: Cite,
    /// Who rules, the first first; the last is final.
    pub instance: Vec<Instance>,
    /// A person who is not content is told of the inspector.
    pub tell: Cite,
    /// … and may complain there.
    pub complain: Cite,
}

/// One who rules on a dispute.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// What it is called: "review".
    pub id: String,
    /// The least role.
    pub by: String,
    /// The same as a rung.
    #[serde(skip)]
    pub least: RoleId,
    /// Whether it must be somebody who has not ruled on it before.
    #[serde(default)]
    pub another: bool,
    /// Where it stands.
    pub clause: Cite,
}

/// What a person may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BreachKind {
    /// A device that records, projects or analyses.
    Device,
    /// A bet between players.
    SideBet,
    /// Swaying another's decision.
    Influence,
    /// Staff coaching a player.
    Advice,
    /// A wager for somebody else.
    ProxyBet,
    /// Cards or knowledge of them shared.
    SharedCards,
    /// Another's player card.
    OthersCard,
    /// Chips not declared under a loss limit.
    Undeclared,
    /// Peeking, or gathering knowledge of cards.
    Peeking,
    /// Any other rule.
    Other,
}

/// A breach under a book.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BreachRule {
    pub what: BreachKind,
    /// Where it is forbidden.
    pub clause: Cite,
    /// Where people on duty are exempt.
    pub exempt: Option<Cite>,
}

/// What may be done about a breach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SanctionKind {
    /// A wager is void.
    VoidWager,
    /// No further rounds.
    BarFromGame,
    /// Out of the casino.
    ExcludeFromCasino,
    /// Winnings are held back until it is looked into.
    WithholdWinnings,
    /// Handed over to an inspector or the police.
    HandToPolice,
}

/// A sanction under a book.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SanctionRule {
    pub is: SanctionKind,
    /// Only for these breaches; for any where there are none.
    #[serde(default)]
    pub only: Vec<BreachKind>,
    /// Where it stands.
    pub clause: Cite,
}

/// Overpayments and underpayments.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MispaymentRules {
    /// Of a wager.
    pub wager: Cite,
    /// When chips were bought.
    pub cash_change: Cite,
    /// When chips were changed.
    pub colour_change: Cite,
    /// Not a breach, once it was enquired into and remedied.
    pub excused: Cite,
    /// The enquiry whether it was meant.
    pub enquiry: Cite,
    /// Corrected, attempted or told to the regulator.
    pub remedy: Cite,
    /// Suspected to be meant.
    pub suspected: Cite,
    /// … and then corrected if possible.
    pub suspected_correction: Cite,
    /// … and the patron found if possible.
    pub suspected_patron: Cite,
    /// What a reasonable attempt is.
    pub attempt: Cite,
    /// Paying what is owed to the patron.
    pub reimburse: Cite,
    /// Asking for what the patron owes.
    pub demand: Cite,
    /// Amounts above this are listed for the regulator month by month.
    pub list_above: Ruled<Dollars>,
    /// Which rounds and players it can be of, and how much it can be.
    pub bound: Cite,
}

/// What must be notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotifyOf {
    /// A card missing or foreign.
    WrongDeck,
    /// Jackpot electronics that failed.
    JackpotEquipment,
}

/// Who must be told of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotifyRule {
    pub of: NotifyOf,
    /// People outside the ladder.
    pub whom: Vec<String>,
    /// The same as places in [`Ladder::outside`].
    #[serde(skip)]
    pub outside: Vec<u8>,
    /// Where it stands.
    pub clause: Cite,
}

/// What suspects may be told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DirectionKind {
    /// Decide before others handle their cards.
    ActFirst,
    /// Not to sit at the same table.
    SitApart,
    EnglishOnly,
}

/// A direction under a book.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectionRule {
    pub is: DirectionKind,
    /// Where it stands.
    pub clause: Cite,
}

/// Patrons: their files, cards, limits and exclusions. Whether a card is needed to play stands in `table.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatronRules {
    /// A patron's file.
    pub file: Cite,
    /// Whose file it is: where an exclusion, a limit and a session of play hold.
    pub kept_by: Ruled<FileKeeper>,
    /// A card of one's own, one a patron.
    pub card: Cite,
    /// Playing in one place at a time.
    pub play: Cite,
    /// The limit on external money a day.
    pub deposit_limit: Cite,
    /// The limit on the net loss of a period.
    pub loss_limit: Cite,
    /// How long a higher limit waits after it was asked for.
    pub increase_after_hours: Ruled<u32>,
    /// Play may be stopped so that limits can be worked out.
    pub pause: Option<Cite>,
    /// Exclusion, of oneself or by the operator.
    pub exclusion: Cite,
    /// What becomes of the round in which somebody is excluded.
    pub excluded_in_round: Cite,
    /// A first wager after which the limit is too small for those that follow.
    pub limit_warning: Cite,
}

/// How far a patron's file reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKeeper {
    /// Every table of the operator, under whichever of its books: one person has one file there.
    Operator,
    /// The tables of this book alone.
    Book,
}

impl HouseRules {
    /// Reads `house.toml`.
    pub(crate) fn read(files: &Files, ladder: &Ladder) -> Result<HouseRules, LoadError> {
        let mut house: HouseRules = files.read("house.toml", files.need("house.toml")?)?;
        house.complete(ladder).map_err(|mistake| files.wrong_at(&["house.toml"], mistake))?;
        Ok(house)
    }

    /// Finds the roles that `house.toml` names.
    fn complete(&mut self, ladder: &Ladder) -> Checked {
        let instances = || KeyPath::from("disputes").key("instance");
        if self.disputes.instance.is_empty() {
            let what = "expected a [[disputes.instance]]: somebody must decide disputes";
            return mistake(instances(), what);
        }
        for (at, instance) in self.disputes.instance.iter_mut().enumerate() {
            let Some(least) = ladder.role(&instance.by) else {
                let what = format!("the ladder has no role '{}'", instance.by);
                return mistake(instances().item(at).key("by"), what);
            };
            instance.least = least;
        }
        for (at, row) in self.notify.iter_mut().enumerate() {
            let outside = |(place, id): (usize, &String)| {
                let what = || format!("nobody outside the ladder is called '{id}'");
                let whom = || item("notify", at).key("whom").item(place);
                ladder.outside(id).ok_or_else(|| Mistake::new(whom(), what()))
            };
            row.outside = row.whom.iter().enumerate().map(outside).collect::<Result<_, _>>()?;
        }
        for (at, row) in self.second.iter().enumerate() {
            if ladder.least(row.act).is_none() {
                let act = written(row.act);
                let what = format!("'{act}' needs a second person, but roles.toml gives it to nobody");
                return mistake(item("second", at).key("act"), what);
            }
            if self.second[..at].iter().any(|other| other.act == row.act) {
                let what = format!("'{}' names its second person twice", written(row.act));
                return mistake(item("second", at).key("act"), what);
            }
        }
        if !self.sanction.is_empty() && ladder.least(Act::Sanction).is_none() {
            return mistake("sanction", "there are sanctions, but roles.toml gives them to nobody");
        }
        if let Some((at, breach)) = twice(self.breach.iter().map(|row| row.what)) {
            let what = format!("the breach '{}' appears twice", written(breach));
            return mistake(item("breach", at).key("what"), what);
        }
        if let Some((at, sanction)) = twice(self.sanction.iter().map(|row| row.is)) {
            let what = format!("the sanction '{}' appears twice", written(sanction));
            return mistake(item("sanction", at).key("is"), what);
        }
        if self.mispayments.list_above.value.0.is_negative() {
            let at = KeyPath::from("mispayments").key("list_above");
            return mistake(at, "the amount above which payments are listed cannot be below zero");
        }
        Ok(())
    }

    /// The second person that an act needs, where it does.
    pub fn second(&self, act: Act) -> Option<&SecondPerson> {
        self.second.iter().find(|row| row.act == act)
    }

    /// A breach of the book.
    pub fn breach(&self, what: BreachKind) -> Option<&BreachRule> {
        self.breach.iter().find(|row| row.what == what)
    }

    /// A sanction of the book.
    pub fn sanction(&self, is: SanctionKind) -> Option<&SanctionRule> {
        self.sanction.iter().find(|row| row.is == is)
    }
}

/// The first that stands there again, and its place.
fn twice<T: PartialEq + Copy>(all: impl Iterator<Item = T>) -> Option<(usize, T)> {
    let all: Vec<T> = all.collect();
    all.iter().copied().enumerate().find(|(at, one)| all[..*at].contains(one))
}

/// As files write it: "manage-staff".
fn written(word: impl std::fmt::Debug) -> String {
    let mut text = String::new();
    for letter in format!("{word:?}").chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
