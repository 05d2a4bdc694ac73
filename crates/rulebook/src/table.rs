//! What a book says of every table: seats, devices, wagers, limits, and the small policies in which books differ.

use crate::cite::{Cite, Ruled};
use serde::Deserialize;

/// `table.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRules {
    /// The most places for players.
    pub seats: Ruled<u8>,
    /// The cards in a pack.
    pub pack: Ruled<u8>,
    /// The games there are: what refuses any other.
    pub games: Option<Cite>,
    /// The check of the cards before they are played with.
    pub checked: Cite,
    /// The shuffle before a round.
    pub shuffled: Cite,
    /// A shuffle out of turn because the run of the cards is abnormal, where a clause of its own allows it.
    pub abnormal_run: Option<Cite>,
    pub device: Vec<DeviceRules>,
    pub cut_by: Option<Cite>,
    /// No card is burnt.
    pub no_burn: Option<Cite>,
    /// Dealing methods A and B, where the book has them.
    pub methods: Option<Methods>,
    /// A table for low limits, where the book knows one.
    pub low_limit: Option<LowLimit>,
    /// What may be staked, how and when.
    pub wagers: WagerPolicies,
    /// The limits on the sign.
    pub limits: LimitPolicies,
    /// How winnings become chips.
    pub pay: PayPolicies,
    /// Closing a table where people play.
    pub closing: Close,
    /// Rounds a player may sit out at a full table.
    pub idle_rounds: Ruled<u32>,
    /// What becomes of a jackpot wager when something else happens to its hand.
    pub jackpot: JackpotPolicies,
    /// What a misdeal is, and what a void hand, wager or round is.
    pub misdeal: Cite,
    /// The refund that follows a void result.
    pub void: Cite,
    /// When a round begins and ends.
    pub round: Cite,
    pub stand_off: Cite,
    /// Cards and limits that a patron must or may have.
    pub patrons: Option<PatronPolicies>,
    /// What a table shows before play.
    #[serde(default)]
    pub fact: Vec<Fact>,
}

/// Something a table shows or is made of, with its clause.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// In our words.
    pub text: String,
    /// Where the book says so.
    pub clause: Cite,
    /// Only at tables with a jackpot.
    #[serde(default)]
    pub with_jackpot: bool,
}

/// What cards are dealt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, minicbor::Encode, minicbor::Decode)]
#[serde(rename_all = "kebab-case")]
#[cbor(index_only)]
pub enum Device {
    /// Held by hand; the cards come one by one.
    #[n(0)]
    Shoe,
    /// Shuffles and gives out sets of cards.
    #[n(1)]
    Shuffler,
}

impl Device {
    /// As files write it.
    pub const fn word(self) -> &'static str {
        match self {
            Device::Shoe => "shoe",
            Device::Shuffler => "shuffler",
        }
    }
}

/// A device under a book.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceRules {
    pub id: Device,
    /// How the book calls it.
    pub name: String,
    /// Where it is allowed.
    pub clause: Cite,
    /// Whether the pack is cut once after the shuffle.
    pub cut: Ruled<bool>,
    /// New cards are shuffled by hand before they first go into it.
    pub loaded: Option<Cite>,
    /// How many packs are kept, of different colours.
    pub packs: Ruled<u8>,
}

/// Dealing methods: A, where a fold ends a jackpot wager, and B, where it does not.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Methods {
    /// Method A, for a jackpot of one game.
    pub a: Cite,
    /// Method B, for a jackpot of several games.
    pub b: Cite,
}

/// Low-limit tables.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LowLimit {
    /// What the flag switches on.
    pub clause: Cite,
    /// The device it needs.
    pub device: Ruled<Device>,
    /// No tournament there.
    pub no_tournament: Cite,
}

/// What may be staked, how and when.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WagerPolicies {
    /// What closes the first wagers.
    pub closes: Ruled<Lock>,
    /// The call of no more bets.
    pub call: Cite,
    /// The first card, where it closes them too.
    pub first_card: Cite,
    /// A wager laid after the first card, where a clause of its own refuses it.
    pub late: Option<Cite>,
    /// A fold cannot be taken back.
    pub fold_final: Option<Cite>,
    /// Nothing moves after that.
    pub frozen: Cite,
    /// What a stake may be made in.
    pub media: Ruled<Vec<Medium>>,
    /// Tokens: winnings in chips, the token is kept.
    pub token: Option<Cite>,
    /// Spoken wagers, where the book knows them.
    pub oral: Option<Cite>,
    /// How many hands a player may play.
    pub hands: Ruled<BlindHands>,
    /// Blind hands: only the hand of the seat may be seen.
    pub unseen: Option<Cite>,
    /// One wager on an area.
    pub one_wager: Cite,
    /// Nobody stakes for somebody else.
    pub proxy: Option<Cite>,
    /// A player who does not place the next wager.
    pub cannot: Ruled<CannotWager>,
    /// … and the jackpot wager of that hand, where it is not that of any void hand.
    pub cannot_jackpot: Option<Ruled<MisdealJackpot>>,
    /// A player who is not there to decide. Every book says what that means, or a table would stand still.
    pub absent: Ruled<Absence>,
    /// Giving up a hand at settlement.
    pub concede: Option<Cite>,
    /// A later wager above what is required, found at settlement.
    pub excess: Ruled<WrongSize>,
    /// A later wager below what is required, found at settlement.
    pub short: Ruled<ShortWager>,
    /// A second opening wager that does not equal the first, found late.
    pub unequal: Option<Cite>,
}

/// What closes the first wagers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lock {
    /// The call of no more bets or the first card, whichever is first.
    CallOrFirstCard,
    /// The first card; the call only announces it.
    FirstCard,
}

/// What a stake is made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, minicbor::Encode, minicbor::Decode)]
#[serde(rename_all = "kebab-case")]
#[cbor(index_only)]
pub enum Medium {
    #[n(0)]
    Chips,
    /// A promotional token.
    #[n(1)]
    Token,
    /// Cash on the layout.
    #[n(2)]
    Cash,
    /// Words, with nothing laid down.
    #[n(3)]
    Oral,
}

/// How many hands a player may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlindHands {
    One,
    /// More, unseen until settlement.
    Blind,
    /// More, unseen, and with every street staked before the first community card shows.
    BlindWithStreets,
}

/// A player who does not place the next wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CannotWager {
    /// Is deemed to have folded.
    Folds,
    /// Has the hand voided and is warned; the next time the wager is forfeited.
    VoidThenForfeit,
}

/// A player who is not there when a decision is due. Where the step lets a player check, that is a check, since it costs
/// nothing; anywhere else it is one of these. It is never the wager back: that is [`CannotWager`], for somebody who is there
/// and lacks the chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absence {
    /// The whole hand is folded.
    Folds,
    /// The Ante is folded; side wagers, which ask for no decision, stay.
    FoldsAnte,
}

/// A later wager of the wrong size, found at settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrongSize {
    /// What is too much goes back, the rest is settled.
    ExcessReturned,
    /// Invalid, and goes back whole, unless the sign states limits for the area.
    InvalidUnlessSigned,
}

/// A later wager that is too small, found at settlement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShortWager {
    /// Is settled as it is; the player is told the right amount.
    Stands,
    /// Is settled as it is; the next one is returned whatever the result.
    StandsThenReturned,
    /// Invalid, and goes back whole, unless the sign states limits for the area.
    InvalidUnlessSigned,
}

/// The limits on the sign.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitPolicies {
    /// They must be displayed.
    pub shown: Cite,
    /// Below the minimum, seen in time: taken back or topped up.
    pub under_minimum_before: Cite,
    /// Above the maximum, seen in time: the surplus goes back.
    pub over_maximum_before: Cite,
    /// Below the regulator's minimum, found after the deal: void.
    pub below_approved: Option<Cite>,
    /// Below the sign's minimum, found after the deal.
    pub under_minimum: Ruled<UnderMinimum>,
    /// Above the maximum, found after the deal: settled to the maximum.
    pub over_maximum: Cite,
    /// Limits agreed with one player.
    pub personal: Ruled<PersonalLimits>,
    /// Raising the minimum where people play.
    pub raise_minimum: Ruled<RaiseMinimum>,
    /// Minutes that its sign must have been up.
    pub notice_minutes: Ruled<u32>,
    /// Raising it at an empty table.
    pub empty_table: Option<Cite>,
    /// Raising it at once, seated players keeping the old one.
    pub grandfathered: Option<Cite>,
    /// The old minimum ends when its player leaves.
    pub grandfather_ends: Option<Cite>,
    /// The kept minimum rises after its notice.
    pub kept: Option<Cite>,
    /// Newcomers get the new one.
    pub newcomers: Option<Cite>,
}

/// A wager under the sign's minimum, found after the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnderMinimum {
    Stands,
    /// Is settled with a warning; the next one is returned whatever the result.
    StandsThenReturned,
}

/// Limits agreed with one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PersonalLimits {
    Any,
    /// Only above the maximum.
    AboveMaximum,
}

/// Raising the minimum where people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RaiseMinimum {
    /// After its notice.
    WithNotice,
    /// After its notice, or at once for newcomers alone.
    WithNoticeOrGrandfathered,
}

/// How winnings become chips.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PayPolicies {
    /// To what they are rounded.
    pub rounding: Ruled<PayRounding>,
}

/// To what winnings are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PayRounding {
    /// Up to what chips can pay.
    UpToChip,
    /// Up to the cent.
    UpToCent,
}

/// The notice before a table closes: rounds or minutes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Close {
    /// So many rounds.
    pub rounds: Option<Ruled<u32>>,
    /// So many minutes.
    pub minutes: Option<Ruled<u32>>,
}

/// What becomes of a jackpot wager when something else happens to its hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JackpotPolicies {
    /// Its hand folds.
    pub folded_hand: Ruled<FoldedHandJackpot>,
    /// The round is misdealt or void.
    pub misdeal: Ruled<MisdealJackpot>,
    /// Its hand alone is void.
    pub void_hand: Ruled<MisdealJackpot>,
    /// Its player leaves while it is carried.
    pub leaver: Option<Cite>,
    /// Somebody joins while others are carried.
    pub newcomer: Option<Cite>,
    /// Every hand has folded, and a jackpot wager lives on: the board is completed.
    pub completes_board: Option<Cite>,
    /// A jackpot wager on somebody else's box.
    pub another_box: Option<Cite>,
}

/// A folded hand and its jackpot wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FoldedHandJackpot {
    /// Lost under Method A, live under Method B.
    ByMethod,
    StaysEligible,
    Forfeits,
}

/// A jackpot wager after a misdeal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MisdealJackpot {
    /// Plays in the next round.
    CarriesToNextRound,
    Returned,
}

/// Cards and limits of patrons.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatronPolicies {
    /// A card of one's own.
    pub player_card: Ruled<PlayerCards>,
    /// No card at all.
    pub no_card: Option<Cite>,
    /// A wager made with none or another's: found before the round.
    pub found_before: Cite,
    /// … during it.
    pub found_during: Cite,
    /// … after settlement.
    pub found_after: Cite,
    /// A wager that would pass the loss limit is refused.
    pub loss_limit: Cite,
    /// What passed it all the same.
    pub over_loss_limit: Cite,
    /// What of it was a jackpot wager: it has one price, so it goes back whole.
    pub jackpot_over_loss_limit: Option<Cite>,
    /// Goes back in reverse order.
    pub reverse_order: Cite,
    /// Wagers of an employee who must not bet.
    pub employee: Cite,
    /// Wagers outside the rules.
    pub invalid: Cite,
}

/// Whether a player needs a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerCards {
    /// A valid one of one's own.
    Required,
}

impl TableRules {
    /// A device of the book.
    pub fn device(&self, id: Device) -> Option<&DeviceRules> {
        self.device.iter().find(|device| device.id == id)
    }
}
