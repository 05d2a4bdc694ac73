//! What can be said to a table.

use super::{Dollars, Hex32, PlaceNumber};
use crate::problem::Problem;
use cards::CardSet;
use engine::banked::{self, CorrectionReason, Decision, Holder, IrregularityReport, NoticeOf, ShuffleGround};
use engine::{Hidden, Limits, Method, Sign, SignJackpot};
use floor::BankedTable;
use floor::table::{Command, CommittedRoot, DealingMode, Seed, Tender};
use money::{Money, Rate};
use rulebook::{Device, Exposed, IrregularityKind, Medium, Rulebook, Variant};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A command for a table. A player's own place need not be named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum TableCommand {
    // For players.
    Sit {
        seat: PlaceNumber,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<u64>,
        /// Whom a dealer seats at a live table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        patron: Option<u32>,
    },
    SitBlind {
        seat: PlaceNumber,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<PlaceNumber>,
    },
    LeaveBlind {
        seat: PlaceNumber,
    },
    Leave {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<PlaceNumber>,
    },
    BuyIn {
        amount: Dollars,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<TenderWord>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<PlaceNumber>,
    },
    CashOut {
        amount: Dollars,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<PlaceNumber>,
    },
    Place {
        wager: String,
        amount: Dollars,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<PlaceNumber>,
    },
    TopUp {
        wager: String,
        amount: Dollars,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<PlaceNumber>,
    },
    TakeBack {
        wager: String,
        amount: Dollars,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<PlaceNumber>,
    },
    PlaceForAnother {
        seat: PlaceNumber,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<PlaceNumber>,
    },
    Decide {
        decision: DecisionWord,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<Dollars>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<PlaceNumber>,
    },
    GiveSeed {
        root: Hex32,
        seed: Hex32,
        /// The promise of the next seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<Hex32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<PlaceNumber>,
    },
    // For the dealer.
    NoMoreBets {},
    Deal {},
    DealLive {},
    RecordCards {
        of: HolderWord,
        cards: String,
        #[serde(default)]
        from: usize,
        /// Why what was recorded before is wrong.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<CorrectionWord>,
    },
    RecordNext {
        card: String,
    },
    TakeBackRecord {
        of: HolderWord,
        why: CorrectionWord,
    },
    Proceed {},
    SettleHand {
        seat: PlaceNumber,
    },
    Settle {},
    RefuseWager {
        seat: PlaceNumber,
        wager: String,
    },
    CheckCards {},
    ChangeCards {},
    Shuffle {},
    Cut {},
    OrderShuffle {
        ground: GroundWord,
    },
    OrderBurn {},
    OrderCount {
        cards: u8,
    },
    VacateSeat {
        seat: PlaceNumber,
    },
    RemovePlayer {
        seat: PlaceNumber,
        why: String,
    },
    PausePlayer {
        seat: PlaceNumber,
    },
    ResumePlayer {
        seat: PlaceNumber,
    },
    ChangeColour {
        seat: PlaceNumber,
        amount: Dollars,
    },
    Rule {
        what: String,
        #[serde(default)]
        seats: Vec<PlaceNumber>,
        #[serde(default)]
        retracts: Vec<PlaceNumber>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<ExposedWord>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<u8>,
        #[serde(default)]
        looked: bool,
        #[serde(default)]
        order_known: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        surplus: Option<i8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deck_count: Option<u8>,
        #[serde(default)]
        foreign: bool,
        #[serde(default)]
        named: bool,
        #[serde(default)]
        only_cards: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chosen: Option<String>,
        /// The one wager that is void; all of the seat's where it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wager: Option<String>,
    },
    // For the pit.
    SetUp {
        mode: ModeWord,
    },
    Open {
        sign: Box<SignText>,
    },
    PostNotice {
        of: NoticeWord,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limits: Option<BTreeMap<String, Bounds>>,
    },
    ChangeLimits {
        limits: BTreeMap<String, Bounds>,
        #[serde(default)]
        at_once: bool,
    },
    AgreeLimits {
        seat: PlaceNumber,
        limits: BTreeMap<String, Bounds>,
    },
    ChangePayTables {
        paytables: BTreeMap<String, String>,
    },
    Close {},
    DetermineAwards {},
    Fill {
        amount: Dollars,
    },
    Credit {
        amount: Dollars,
    },
    CountFloat {
        amount: Dollars,
    },
    CountDrop {
        amount: Dollars,
    },
    CloseDay {
        day: u32,
    },
    Link {
        meter: u32,
    },
    Unlink {},
    GoManual {},
}

/// How chips are paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TenderWord {
    Account,
    Cash,
    Chips,
}

/// What a player can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionWord {
    Bet,
    Check,
    Fold,
    FoldAnte,
    Cannot,
    Absent,
    Concede,
}

/// How cards come to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModeWord {
    Virtual,
    Live,
}

/// What a notice announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeWord {
    Limits,
    Closing,
    PayTables,
}

/// Why cards are shuffled out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroundWord {
    AbnormalRun,
    ReasonableCause,
}

/// Why a record of real cards is corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CorrectionWord {
    Misread,
    Mistyped,
    WrongPlace,
    DeviceMisread,
    CameraShows,
}

impl CorrectionWord {
    fn reason(self) -> CorrectionReason {
        match self {
            CorrectionWord::Misread => CorrectionReason::Misread,
            CorrectionWord::Mistyped => CorrectionReason::Mistyped,
            CorrectionWord::WrongPlace => CorrectionReason::WrongPlace,
            CorrectionWord::DeviceMisread => CorrectionReason::DeviceMisread,
            CorrectionWord::CameraShows => CorrectionReason::CameraShows,
        }
    }
}

/// Whose card was exposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExposedWord {
    Player,
    Dealer,
    Board,
    JackpotCards,
}

/// Whose cards, or where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HolderWord {
    Seat(PlaceNumber),
    Dealer,
    Board,
    JackpotCards,
    Burn,
}

/// The limits of a wager.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Dollars>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Dollars>,
}

/// A sign in words; what is left out is as plain as a sign can be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SignText {
    pub seats: Option<u8>,
    pub shuffler: bool,
    pub method_b: bool,
    pub smallest_chip: Option<Dollars>,
    pub max_payout: Option<Dollars>,
    pub limits: BTreeMap<String, Bounds>,
    pub multiples: Vec<Vec<u32>>,
    pub paytables: BTreeMap<String, String>,
    pub jackpot: Option<JackpotText>,
    pub low_limit: bool,
}

/// The jackpot on a sign, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct JackpotText {
    pub option: u8,
    pub seed: u32,
    /// In millionths of the wager.
    pub increment_ppm: Option<u32>,
    pub wager: Option<Dollars>,
    pub games: Option<u8>,
    pub bonus_royal: Option<Dollars>,
    pub bonus_straight_flush: Option<Dollars>,
}

fn of_game(command: banked::Command) -> Command<banked::Command> {
    // The floor puts a fresh key in its place.
    Command::Game { command, next_key: None }
}

impl TableCommand {
    /// As a command of the table, for whoever sits at `own` or at no place.
    ///
    /// # Errors
    /// If it names what the table does not have.
    pub fn command(
        &self,
        table: &BankedTable,
        (own, patron): (Option<usize>, Option<u32>),
    ) -> Result<Command<banked::Command>, Problem> {
        let (book, game) = (table.game.book(), table.game.game());
        let at = |seat: &Option<PlaceNumber>| match seat {
            Some(seat) => seat.seat(),
            None => own.ok_or_else(|| {
                Problem::bad_request("you sit at no place here: say at which").next("take a seat")
            }),
        };
        let narrow =
            |seat: usize| u8::try_from(seat).map_err(|_| Problem::bad_request("no table has such a place"));
        let spot = |on: &str| {
            game.wager(on).ok_or_else(|| {
                let spots: Vec<&str> = game.wager.iter().map(|wager| wager.on.as_str()).collect();
                Problem::bad_request(format!("this game has no such wager; it has {}", spots.join(", ")))
            })
        };
        Ok(match self {
            TableCommand::Sit { seat, card, patron: whom } => {
                let patron = whom.or(patron);
                let patron =
                    patron.ok_or_else(|| Problem::bad_request("whose place is it to be? name the patron"))?;
                Command::AskSeat { seat: narrow(seat.seat()?)?, patron, card: *card }
            }
            TableCommand::SitBlind { seat, of } => {
                let patron = banked::Patron::default();
                of_game(banked::Command::Sit { seat: seat.seat()?, blind_of: Some(at(of)?), patron })
            }
            TableCommand::LeaveBlind { seat } => of_game(banked::Command::Leave { seat: seat.seat()? }),
            TableCommand::Leave { seat } => Command::LeaveSeat { seat: narrow(at(seat)?)? },
            TableCommand::BuyIn { amount, with, seat } => {
                let with = match with {
                    None | Some(TenderWord::Account) => Tender::Account,
                    Some(TenderWord::Cash) => Tender::Cash,
                    Some(TenderWord::Chips) => Tender::Chips,
                };
                Command::BuyIn { seat: narrow(at(seat)?)?, amount: amount.0, with }
            }
            TableCommand::CashOut { amount, seat } => {
                Command::CashOut { seat: narrow(at(seat)?)?, amount: amount.0 }
            }
            TableCommand::Place { wager, amount, seat } => of_game(banked::Command::Place {
                seat: at(seat)?,
                wager: spot(wager)?,
                amount: amount.0,
                medium: Medium::Chips,
                proxy: false,
                checked: true,
            }),
            TableCommand::TopUp { wager, amount, seat } => {
                of_game(banked::Command::TopUp { seat: at(seat)?, wager: spot(wager)?, amount: amount.0 })
            }
            TableCommand::TakeBack { wager, amount, seat } => {
                of_game(banked::Command::TakeBack { seat: at(seat)?, wager: spot(wager)?, amount: amount.0 })
            }
            TableCommand::PlaceForAnother { seat, by } => {
                of_game(banked::Command::PlaceForAnother { seat: seat.seat()?, by: at(by)? })
            }
            TableCommand::Decide { decision, amount, seat } => {
                of_game(banked::Command::Decide { seat: at(seat)?, decision: decided(*decision, *amount)? })
            }
            TableCommand::GiveSeed { root, seed, next, seat } => Command::GiveSeed {
                seat: narrow(at(seat)?)?,
                root: CommittedRoot(root.0),
                seed: Seed(seed.0),
                next: next.map(|promise| Seed(promise.0)),
            },
            TableCommand::NoMoreBets {} => of_game(banked::Command::CallNoMoreBets),
            TableCommand::Deal {} => Command::Deal { next_key: None },
            TableCommand::DealLive {} => of_game(banked::Command::DealLive),
            TableCommand::RecordCards { of, cards, from, why } => {
                let cards = read_cards(cards)?;
                of_game(banked::Command::RecordCards {
                    of: holder(*of)?,
                    cards: Hidden::new(cards),
                    from: *from,
                    why: why.map(CorrectionWord::reason),
                })
            }
            TableCommand::RecordNext { card } => {
                let [card] = read_cards(card)?[..] else {
                    return Err(Problem::bad_request("name one card, such as Kh"));
                };
                of_game(banked::Command::RecordNext { card: Hidden::new(card) })
            }
            TableCommand::TakeBackRecord { of, why } => {
                of_game(banked::Command::TakeBackRecord { of: holder(*of)?, why: why.reason() })
            }
            TableCommand::Proceed {} => of_game(banked::Command::Proceed),
            TableCommand::SettleHand { seat } => of_game(banked::Command::SettleHand { seat: seat.seat()? }),
            TableCommand::Settle {} => of_game(banked::Command::Settle),
            TableCommand::RefuseWager { seat, wager } => {
                of_game(banked::Command::RefuseWager { seat: seat.seat()?, wager: spot(wager)? })
            }
            TableCommand::CheckCards {} => of_game(banked::Command::CheckCards),
            TableCommand::ChangeCards {} => of_game(banked::Command::ChangeCards),
            TableCommand::Shuffle {} => of_game(banked::Command::Shuffle),
            TableCommand::Cut {} => of_game(banked::Command::Cut),
            TableCommand::OrderShuffle { ground } => {
                let ground = match ground {
                    GroundWord::AbnormalRun => ShuffleGround::AbnormalRun,
                    GroundWord::ReasonableCause => ShuffleGround::ReasonableCause,
                };
                of_game(banked::Command::OrderShuffle { ground })
            }
            TableCommand::OrderBurn {} => of_game(banked::Command::OrderBurn),
            TableCommand::OrderCount { cards } => of_game(banked::Command::OrderCount { cards: *cards }),
            TableCommand::VacateSeat { seat } => of_game(banked::Command::VacateSeat { seat: seat.seat()? }),
            TableCommand::RemovePlayer { seat, why } => {
                Command::RemovePlayer { seat: narrow(seat.seat()?)?, why: why.clone() }
            }
            TableCommand::PausePlayer { seat } => {
                of_game(banked::Command::PausePlayer { seat: seat.seat()? })
            }
            TableCommand::ResumePlayer { seat } => {
                of_game(banked::Command::ResumePlayer { seat: seat.seat()? })
            }
            TableCommand::ChangeColour { seat, amount } => {
                Command::ChangeColour { seat: narrow(seat.seat()?)?, amount: amount.0 }
            }
            TableCommand::Rule { wager, .. } => {
                let wager = wager.as_deref().map(spot).transpose()?;
                of_game(banked::Command::Rule(Box::new(IrregularityReport { wager, ..self.report()? })))
            }
            TableCommand::SetUp { mode: ModeWord::Virtual } => Command::SetUp(DealingMode::Virtual),
            TableCommand::SetUp { mode: ModeWord::Live } => Command::SetUp(DealingMode::Live),
            TableCommand::Open { sign } => of_game(banked::Command::Open(Box::new(sign.sign(book, game)?))),
            TableCommand::PostNotice { of, limits } => {
                let of = match of {
                    NoticeWord::Limits => NoticeOf::Limits,
                    NoticeWord::Closing => NoticeOf::Closing,
                    NoticeWord::PayTables => NoticeOf::PayTables,
                };
                let limits = limits.as_ref().map(|limits| bounds(game, limits).map(Box::new)).transpose()?;
                of_game(banked::Command::PostNotice { of, limits })
            }
            TableCommand::ChangeLimits { limits, at_once } => of_game(banked::Command::ChangeLimits {
                limits: Box::new(bounds(game, limits)?),
                at_once: *at_once,
            }),
            TableCommand::AgreeLimits { seat, limits } => of_game(banked::Command::AgreeLimits {
                seat: seat.seat()?,
                limits: Box::new(bounds(game, limits)?),
            }),
            TableCommand::ChangePayTables { paytables } => {
                let chosen = paytables.iter().map(|(name, column)| (name.clone(), column.clone()));
                of_game(banked::Command::ChangePayTables(chosen.collect()))
            }
            TableCommand::Close {} => of_game(banked::Command::Close),
            TableCommand::DetermineAwards {} => Command::DetermineAwards { next_key: None },
            TableCommand::Fill { amount } => Command::Fill { amount: amount.0 },
            TableCommand::Credit { amount } => Command::Credit { amount: amount.0 },
            TableCommand::CountFloat { amount } => Command::CountFloat { amount: amount.0 },
            TableCommand::CountDrop { amount } => Command::CountDrop { amount: amount.0 },
            TableCommand::CloseDay { day } => Command::CloseDay { day: *day },
            TableCommand::Link { meter } => {
                let place =
                    meter.checked_sub(1).ok_or_else(|| Problem::bad_request("meters count from 1"))?;
                Command::Link { meter: place }
            }
            TableCommand::Unlink {} => Command::Unlink,
            TableCommand::GoManual {} => Command::GoManual,
        })
    }

    /// What went wrong, as the engine wants to know it.
    fn report(&self) -> Result<IrregularityReport, Problem> {
        let TableCommand::Rule { what, seats, retracts, of, cards, looked, order_known, .. } = self else {
            return Err(Problem::bad_request("this is no ruling"));
        };
        let TableCommand::Rule { surplus, deck_count, foreign, named, only_cards, chosen, .. } = self else {
            return Err(Problem::bad_request("this is no ruling"));
        };
        let what = IrregularityKind::from_word(what).ok_or_else(|| {
            let known: Vec<&str> = IrregularityKind::ALL.iter().map(|what| what.word()).collect();
            Problem::bad_request(format!("no such irregularity; there are {}", known.join(", ")))
        })?;
        let bits = |places: &[PlaceNumber]| {
            places.iter().try_fold(0u16, |bits, place| Ok::<_, Problem>(bits | 1 << place.seat()?))
        };
        let plain = IrregularityReport::new(what);
        Ok(IrregularityReport {
            seats: bits(seats)?,
            retracts: bits(retracts)?,
            of: match of {
                None | Some(ExposedWord::Player) => Exposed::Player,
                Some(ExposedWord::Dealer) => Exposed::Dealer,
                Some(ExposedWord::Board) => Exposed::Board,
                Some(ExposedWord::JackpotCards) => Exposed::JackpotCards,
            },
            cards: cards.unwrap_or(plain.cards),
            looked: *looked,
            order_known: *order_known,
            surplus: surplus.unwrap_or(plain.surplus),
            deck_count: deck_count.unwrap_or(plain.deck_count),
            foreign: *foreign,
            named: *named,
            only_cards: *only_cards,
            chosen: chosen.clone(),
            ..plain
        })
    }
}

fn decided(decision: DecisionWord, amount: Option<Dollars>) -> Result<Decision, Problem> {
    Ok(match (decision, amount) {
        (DecisionWord::Bet, Some(amount)) => Decision::Bet { amount: amount.0, checked: true, token: false },
        (DecisionWord::Bet, None) => return Err(Problem::bad_request("a bet needs its amount")),
        (_, Some(_)) => return Err(Problem::bad_request("only a bet has an amount")),
        (DecisionWord::Check, None) => Decision::Check,
        (DecisionWord::Fold, None) => Decision::Fold,
        (DecisionWord::FoldAnte, None) => Decision::FoldAnte,
        (DecisionWord::Cannot, None) => Decision::Cannot,
        (DecisionWord::Absent, None) => Decision::Absent,
        (DecisionWord::Concede, None) => Decision::Concede,
    })
}

/// Cards in the order in which they were written, none twice.
fn read_cards(text: &str) -> Result<Vec<cards::CardId>, Problem> {
    let cards = cards::parse_cards(text).map_err(|error| Problem::bad_request(error.to_string()))?;
    let different: CardSet = cards.iter().copied().collect();
    match different.len() == cards.len() {
        true => Ok(cards.into_iter().map(cards::Card::id).collect()),
        false => Err(Problem::bad_request("a card is named twice")),
    }
}

fn holder(of: HolderWord) -> Result<Holder, Problem> {
    Ok(match of {
        HolderWord::Seat(seat) => Holder::Seat(u8::try_from(seat.seat()?).unwrap_or(u8::MAX)),
        HolderWord::Dealer => Holder::Dealer,
        HolderWord::Board => Holder::Board,
        HolderWord::JackpotCards => Holder::JackpotCards,
        HolderWord::Burn => Holder::Burn,
    })
}

/// Limits by the names of the wagers.
fn bounds(game: &Variant, limits: &BTreeMap<String, Bounds>) -> Result<Limits, Problem> {
    let mut out = Limits::default();
    for (on, bounds) in limits {
        let wager = game.wager(on);
        let wager =
            wager.ok_or_else(|| Problem::bad_request("limits are for wagers that the game does not have"))?;
        out.min[wager] = bounds.min.map(|least| least.0);
        out.max[wager] = bounds.max.map(|most| most.0);
    }
    Ok(out)
}

impl SignText {
    fn sign(&self, book: &Rulebook, game: &Variant) -> Result<Sign, Problem> {
        let plain = Sign::plain(book);
        if self.multiples.len() > 3 {
            return Err(Problem::bad_request("there are multiples for three stages at most"));
        }
        let mut multiples = plain.multiples;
        multiples.iter_mut().zip(&self.multiples).for_each(|(to, from)| to.clone_from(from));
        let jackpot = self.jackpot.as_ref().map(JackpotText::terms).transpose()?;
        Ok(Sign {
            seats: self.seats.unwrap_or(plain.seats),
            device: if self.shuffler { Device::Shuffler } else { Device::Shoe },
            method: if self.method_b { Method::B } else { Method::A },
            smallest_chip: self.smallest_chip.map_or(plain.smallest_chip, |chip| chip.0),
            max_payout: self.max_payout.map(|most| most.0),
            limits: bounds(game, &self.limits)?,
            approved_min: plain.approved_min,
            multiples,
            paytables: self.paytables.iter().map(|(name, column)| (name.clone(), column.clone())).collect(),
            jackpot,
            low_limit: self.low_limit,
        })
    }
}

impl JackpotText {
    /// As the engine's terms.
    ///
    /// # Errors
    /// If the rate is above the whole wager.
    pub fn terms(&self) -> Result<SignJackpot, Problem> {
        let increment = self.increment_ppm.map(Rate::from_ppm).transpose();
        Ok(SignJackpot {
            option: self.option,
            seed: self.seed,
            increment: increment.map_err(|error| Problem::bad_request(error.to_string()))?,
            wager: self.wager.map_or(Money::ZERO, |wager| wager.0),
            games: self.games.unwrap_or(1),
            bonus_royal: self.bonus_royal.map(|bonus| bonus.0),
            bonus_straight_flush: self.bonus_straight_flush.map(|bonus| bonus.0),
        })
    }
}
