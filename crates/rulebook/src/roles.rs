//! The ladder of roles, and who may do what: "(or above)" is a comparison on it.

use crate::cite::{Cite, Ruled};
use crate::load::{Files, LoadError};
use crate::mistake::{Mistake, item, mistake};
use serde::Deserialize;

/// A rung of a book's ladder: greater is higher, and 0 is the dealer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleId(pub u8);

/// A role as a book defines it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Role {
    /// How files write it: "area-manager".
    pub id: String,
    /// How the book calls it.
    pub name: String,
    /// Where it is defined.
    pub clause: Cite,
}

/// What may need a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    OrderCardCount,
    ChangeCards,
    OrderShuffle,
    OrderBurn,
    RefuseWager,
    AgreeLimits,
    ChangeLimits,
    ChangePayTables,
    CloseTable,
    VacateSeat,
    RemovePlayer,
    AllowJackpotOnAnotherBox,
    PausePlayer,
    RuleIrregularity,
    ForfeitForTalk,
    Sanction,
    InvalidateOutcome,
    VoidForFraud,
    DetermineTopJackpot,
    DetermineFixedJackpot,
    ReadMeter,
    CancelJackpotGame,
    ChangeMeter,
    CloseMeter,
    SettleDispute,
    ManageStaff,
    OpenDay,
    CloseDay,
    KeepPatronFile,
    LinkPatronFiles,
    ExcludePatron,
    LiftExclusion,
    ReleaseWithheld,
    CorrectPayment,
    ReportToRegulator,
    DirectSuspects,
    ConfirmAbsence,
    FillFloat,
    CountFloat,
    CorrectMeter,
    SellChips,
    RunClock,
    InspectHand,
    DeclareMisdeal,
    ChangeGame,
    VerifyTimeCharge,
    VaryCommission,
    MovePlayer,
    ImposeNewPlayerCondition,
    PickUpPlayer,
    AllocateSeat,
    AllowRuns,
    VerifyBonus,
    ConfirmJackpot,
    RuleConduct,
}

/// The least role for an act.
#[derive(Clone, Debug)]
pub struct Power {
    /// What it is for.
    pub act: Act,
    /// The least role that may, with the clause.
    pub least: Ruled<RoleId>,
    /// Who may too though outside the ladder: places in [`Ladder::outside`].
    pub outside: Vec<u8>,
    /// Whether the text names nobody and we do.
    pub silent: bool,
}

/// A book's ladder, lowest first, and its powers.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    /// The roles, lowest first.
    pub roles: Vec<Role>,
    /// People outside the ladder: inspectors, surveillance.
    pub outside: Vec<Role>,
    /// Who may do what.
    pub powers: Vec<Power>,
    /// Whoever stands above the dealer may do what a dealer does.
    pub acts_as_dealer: Option<Cite>,
}

/// `roles.toml` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RolesFile {
    role: Vec<Role>,
    #[serde(default)]
    outside: Vec<Role>,
    #[serde(default)]
    power: Vec<PowerRow>,
    acts_as_dealer: Option<Cite>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PowerRow {
    act: Act,
    least: String,
    clause: Cite,
    #[serde(default)]
    outside: Vec<String>,
    #[serde(default)]
    silent: bool,
}

impl Ladder {
    /// Reads `roles.toml`.
    pub(crate) fn read(files: &Files) -> Result<Ladder, LoadError> {
        let text = files.need("roles.toml")?;
        let ladder = Ladder::new(files.read::<RolesFile>("roles.toml", text)?);
        ladder.map_err(|mistake| files.wrong_at(&["roles.toml"], mistake))
    }

    fn new(file: RolesFile) -> Result<Ladder, Mistake> {
        let (roles, outside, acts_as_dealer) = (file.role, file.outside, file.acts_as_dealer);
        let mut ladder = Ladder { roles, outside, powers: Vec::new(), acts_as_dealer };
        for (at, row) in file.power.into_iter().enumerate() {
            let of = |key| item("power", at).key(key);
            let Some(least) = ladder.role(&row.least) else {
                return mistake(of("least"), format!("the ladder has no role '{}'", row.least));
            };
            if ladder.powers.iter().any(|power| power.act == row.act) {
                return mistake(of("act"), format!("{:?} is given twice", row.act));
            }
            let place = |(place, id): (usize, &String)| {
                let what = || format!("nobody outside the ladder is called '{id}'");
                ladder.outside(id).ok_or_else(|| Mistake::new(of("outside").item(place), what()))
            };
            let outside = row.outside.iter().enumerate().map(place).collect::<Result<_, _>>()?;
            ladder.powers.push(Power {
                act: row.act,
                least: Ruled::new(least, row.clause),
                outside,
                silent: row.silent,
            });
        }
        Ok(ladder)
    }

    /// The role with that id.
    pub fn role(&self, id: &str) -> Option<RoleId> {
        let at = self.roles.iter().position(|role| role.id == id)?;
        u8::try_from(at).ok().map(RoleId)
    }

    /// The place of somebody outside the ladder.
    pub fn outside(&self, id: &str) -> Option<u8> {
        self.outside.iter().position(|role| role.id == id).and_then(|at| u8::try_from(at).ok())
    }

    /// The highest rung.
    pub fn highest(&self) -> RoleId {
        RoleId(u8::try_from(self.roles.len().saturating_sub(1)).unwrap_or(u8::MAX))
    }

    /// What a role is called; above the ladder it is "or above".
    pub fn name(&self, role: RoleId) -> &str {
        self.roles.get(usize::from(role.0)).map_or("or above", |role| &role.name)
    }

    /// The least role for an act, where the book knows the act.
    pub fn least(&self, act: Act) -> Option<Ruled<RoleId>> {
        self.power(act).map(|power| power.least)
    }

    /// Who may do an act, where the book knows it.
    pub fn power(&self, act: Act) -> Option<&Power> {
        self.powers.iter().find(|power| power.act == act)
    }
}
