//! What can be said to a table.

use crate::schema::{CommandSet, commands};
use crate::sign::limits as limits_of;
use crate::{Bounds, CommandError, Dollars, Hex32, SignText};
use cards::CardSet;
use engine::banked::{
    Command, CorrectionReason, DealingMode, DecisionKind, Holder, IrregularityReport, NoticeOf, Patron,
    ShuffleGround,
};
use engine::{Hidden, PatronId, PlaceNumber};
use house::Tender;
use rulebook::{Exposed, IrregularityKind, Medium, Rulebook, Variant};
use std::collections::BTreeMap;
use std::sync::OnceLock;

commands! {
    /// A command for a table. A player's own place need not be named.
    pub enum TableCommand {
        /// Ask for a place. A dealer names the patron. For players.
        Sit {
            seat: PlaceNumber,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            card: Option<u64>,
            /// Whom a dealer seats at a live table.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            patron: Option<PatronId>,
        },
        /// Play a blind hand at a place. For players.
        SitBlind {
            seat: PlaceNumber,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            of: Option<PlaceNumber>,
        },
        /// Give a blind hand up. For players.
        LeaveBlind { seat: PlaceNumber },
        /// Get up. For players.
        Leave {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat: Option<PlaceNumber>,
        },
        /// Buy chips. For players.
        BuyIn {
            amount: Dollars,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            with: Option<Tender>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat: Option<PlaceNumber>,
        },
        /// Sell chips. For players.
        CashOut {
            amount: Dollars,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat: Option<PlaceNumber>,
        },
        /// Lay a first wager on an empty spot. For players.
        Place {
            wager: String as Spot,
            amount: Dollars,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat: Option<PlaceNumber>,
        },
        /// Add to a first wager. For players.
        TopUp {
            wager: String as Spot,
            amount: Dollars,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat: Option<PlaceNumber>,
        },
        /// Take a first wager back, or part of it. For players.
        TakeBack {
            wager: String as Spot,
            amount: Dollars,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat: Option<PlaceNumber>,
        },
        /// Lay wagers for another player. For players.
        PlaceForAnother {
            seat: PlaceNumber,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            by: Option<PlaceNumber>,
        },
        /// Bet, check, fold. Only a bet has an amount. For players.
        Decide {
            decision: DecisionKind,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            amount: Option<Dollars>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat: Option<PlaceNumber>,
        },
        /// Give a seed for the order in which the committed deck is dealt: after its commitment was published and before the
        /// deal begins, one for each deck. next is the SHA-256 of 'cardroom promise 1', a zero byte and the seed for the next
        /// deck. The answer has a signed receipt. For players.
        GiveSeed {
            root: Hex32,
            seed: Hex32,
            /// The promise of the next seed.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            next: Option<Hex32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat: Option<PlaceNumber>,
        },
        /// Call no more bets. For the dealer.
        NoMoreBets {},
        /// Deal at a virtual table. For the dealer.
        Deal {},
        /// Say that real cards were dealt. For the dealer.
        DealLive {},
        /// Record real cards of a hand, from its first or a later one. For the dealer.
        RecordCards {
            of: Holder,
            cards: String as Cards,
            #[serde(default)]
            from: usize as Count,
            /// Why what was recorded before is wrong.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            why: Option<CorrectionReason>,
        },
        /// Record the next real card, wherever it lies. For the dealer.
        RecordNext { card: String as OneCard },
        /// Take back what was recorded of a hand, to record it anew. For the dealer.
        TakeBackRecord {
            of: Holder,
            why: CorrectionReason,
        },
        /// Go on to the next step of the game. For the dealer.
        Proceed {},
        /// Settle one hand. For the dealer.
        SettleHand { seat: PlaceNumber },
        /// Settle what is left. For the dealer.
        Settle {},
        /// Refuse a wager. For the dealer.
        RefuseWager {
            seat: PlaceNumber,
            wager: String as Spot,
        },
        /// Check the cards. For the dealer.
        CheckCards {},
        /// Change the cards. For the dealer.
        ChangeCards {},
        /// Shuffle. For the dealer.
        Shuffle {},
        /// Cut. For the dealer.
        Cut {},
        /// Order a shuffle out of turn. For the dealer.
        OrderShuffle { ground: ShuffleGround },
        /// Order a card to be burnt. For the dealer.
        OrderBurn {},
        /// Order the cards to be counted. For the dealer.
        OrderCount { cards: u8 },
        /// Take a place from somebody who is away. For the dealer.
        VacateSeat { seat: PlaceNumber },
        /// Have a player leave when the round is over; they are told why, in 200 characters at most. For the pit.
        RemovePlayer {
            seat: PlaceNumber,
            why: String as Words,
        },
        /// Keep a place for somebody who is away. For the dealer.
        PausePlayer { seat: PlaceNumber },
        /// Let somebody play on. For the dealer.
        ResumePlayer { seat: PlaceNumber },
        /// Change chips for others. For the dealer.
        ChangeColour {
            seat: PlaceNumber,
            amount: Dollars,
        },
        /// Apply the book's ruling to something that went wrong. For what is rule-breach and chosen is void, wager names the
        /// one wager of the seats that is void, and the hand plays on; without it all wagers of the seats are void. For the
        /// dealer.
        Rule {
            what: String as Irregularity,
            #[serde(default)]
            seats: Vec<PlaceNumber>,
            #[serde(default)]
            retracts: Vec<PlaceNumber>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            of: Option<Exposed>,
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
            wager: Option<String> as Spot,
        },
        /// Say how cards come to the table. For the pit.
        SetUp { mode: DealingMode },
        /// Open the table under a sign. For the pit.
        Open { sign: Box<SignText> },
        /// Announce a change. For the pit.
        PostNotice {
            of: NoticeOf,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            limits: Option<BTreeMap<String, Bounds>>,
        },
        /// Change the limits. For the pit.
        ChangeLimits {
            limits: BTreeMap<String, Bounds>,
            #[serde(default)]
            at_once: bool,
        },
        /// Agree limits with one player. For the pit.
        AgreeLimits {
            seat: PlaceNumber,
            limits: BTreeMap<String, Bounds>,
        },
        /// Change the pay tables. For the pit.
        ChangePayTables { paytables: BTreeMap<String, String> },
        /// Close the table. For the pit.
        Close {},
        /// Determine the jackpot awards that wait. For the pit.
        DetermineAwards {},
        /// Bring chips to the table. For the pit.
        Fill { amount: Dollars },
        /// Take chips from the table. For the pit.
        Credit { amount: Dollars },
        /// Say what was counted in the float. For the pit.
        CountFloat { amount: Dollars },
        /// Say what was counted in the drop box. For the pit.
        CountDrop { amount: Dollars },
        /// Close the table's day. For the pit.
        CloseDay { day: u32 as Day },
        /// Link the table to a meter of its book. For the pit.
        Link { meter: usize as Meter },
        /// Take the table off its meter. For the pit.
        Unlink {},
        /// Go on by the manual process while the meter does not answer. For the pit.
        GoManual {},
    }
}

/// The commands for the floor around the game: the patron's file is asked, money moves, or the deck is the floor's.
macro_rules! for_the_floor {
    () => {
        TableCommand::Sit { .. }
            | TableCommand::Leave { .. }
            | TableCommand::BuyIn { .. }
            | TableCommand::CashOut { .. }
            | TableCommand::GiveSeed { .. }
            | TableCommand::Deal {}
            | TableCommand::RemovePlayer { .. }
            | TableCommand::ChangeColour { .. }
            | TableCommand::SetUp { .. }
            | TableCommand::DetermineAwards {}
            | TableCommand::Fill { .. }
            | TableCommand::Credit { .. }
            | TableCommand::CountFloat { .. }
            | TableCommand::CountDrop { .. }
            | TableCommand::CloseDay { .. }
            | TableCommand::Link { .. }
            | TableCommand::Unlink {}
            | TableCommand::GoManual {}
    };
}

impl TableCommand {
    /// The commands that the game itself takes, by their words, with the names of their fields.
    pub fn of_the_game() -> &'static [(String, Vec<String>)] {
        static WORDS: OnceLock<Vec<(String, Vec<String>)>> = OnceLock::new();
        WORDS.get_or_init(|| {
            let examples = TableCommand::schemas().map(|(_, schema)| schema["examples"][0].clone());
            let read = examples.map(|example| serde_json::from_value(example).ok());
            let floors = read.map(|command| matches!(command, Some(for_the_floor!())));
            TableCommand::names().zip(floors).filter(|(_, floors)| !floors).map(|(names, _)| names).collect()
        })
    }

    /// As a command of the game, for whoever sits at `own` or at no place. None where it is for the floor around the game.
    ///
    /// # Errors
    /// If it names what the table does not have.
    pub fn game_command(
        &self,
        (book, game): (&Rulebook, &Variant),
        own: Option<usize>,
    ) -> Result<Option<Command>, CommandError> {
        let at = |seat: &Option<PlaceNumber>| place_or(*seat, own);
        let spot = |on: &str| {
            game.wager(on).ok_or_else(|| {
                let spots: Vec<&str> = game.wager.iter().map(|wager| wager.on.as_str()).collect();
                CommandError::new(format!("this game has no such wager; it has {}", spots.join(", ")))
            })
        };
        Ok(Some(match self {
            TableCommand::SitBlind { seat, of } => {
                Command::Sit { seat: seat.seat()?, blind_of: Some(at(of)?), patron: Patron::default() }
            }
            TableCommand::LeaveBlind { seat } => Command::Leave { seat: seat.seat()? },
            TableCommand::Place { wager, amount, seat } => Command::Place {
                seat: at(seat)?,
                wager: spot(wager)?,
                amount: amount.0,
                medium: Medium::Chips,
                proxy: false,
                checked: true,
            },
            TableCommand::TopUp { wager, amount, seat } => {
                Command::TopUp { seat: at(seat)?, wager: spot(wager)?, amount: amount.0 }
            }
            TableCommand::TakeBack { wager, amount, seat } => {
                Command::TakeBack { seat: at(seat)?, wager: spot(wager)?, amount: amount.0 }
            }
            TableCommand::PlaceForAnother { seat, by } => {
                Command::PlaceForAnother { seat: seat.seat()?, by: at(by)? }
            }
            TableCommand::Decide { decision, amount, seat } => {
                let decision = decision.with(amount.map(|amount| amount.0)).map_err(CommandError::new)?;
                Command::Decide { seat: at(seat)?, decision }
            }
            TableCommand::NoMoreBets {} => Command::CallNoMoreBets,
            TableCommand::DealLive {} => Command::DealLive,
            TableCommand::RecordCards { of, cards, from, why } => {
                let cards = Hidden::new(read_cards(cards)?);
                Command::RecordCards { of: *of, cards, from: *from, why: *why }
            }
            TableCommand::RecordNext { card } => {
                let [card] = read_cards(card)?[..] else {
                    return Err(CommandError::new("name one card, such as Kh"));
                };
                Command::RecordNext { card: Hidden::new(card) }
            }
            TableCommand::TakeBackRecord { of, why } => Command::TakeBackRecord { of: *of, why: *why },
            TableCommand::Proceed {} => Command::Proceed,
            TableCommand::SettleHand { seat } => Command::SettleHand { seat: seat.seat()? },
            TableCommand::Settle {} => Command::Settle,
            TableCommand::RefuseWager { seat, wager } => {
                Command::RefuseWager { seat: seat.seat()?, wager: spot(wager)? }
            }
            TableCommand::CheckCards {} => Command::CheckCards,
            TableCommand::ChangeCards {} => Command::ChangeCards,
            TableCommand::Shuffle {} => Command::Shuffle,
            TableCommand::Cut {} => Command::Cut,
            TableCommand::OrderShuffle { ground } => Command::OrderShuffle { ground: *ground },
            TableCommand::OrderBurn {} => Command::OrderBurn,
            TableCommand::OrderCount { cards } => Command::OrderCount { cards: *cards },
            TableCommand::VacateSeat { seat } => Command::VacateSeat { seat: seat.seat()? },
            TableCommand::PausePlayer { seat } => Command::PausePlayer { seat: seat.seat()? },
            TableCommand::ResumePlayer { seat } => Command::ResumePlayer { seat: seat.seat()? },
            TableCommand::Rule { wager, .. } => {
                let wager = wager.as_deref().map(spot).transpose()?;
                Command::Rule(Box::new(IrregularityReport { wager, ..self.report()? }))
            }
            TableCommand::Open { sign } => Command::Open(Box::new(sign.sign(book, game)?)),
            TableCommand::PostNotice { of, limits } => {
                let limits =
                    limits.as_ref().map(|limits| limits_of(game, limits).map(Box::new)).transpose()?;
                Command::PostNotice { of: *of, limits }
            }
            TableCommand::ChangeLimits { limits, at_once } => {
                Command::ChangeLimits { limits: Box::new(limits_of(game, limits)?), at_once: *at_once }
            }
            TableCommand::AgreeLimits { seat, limits } => {
                Command::AgreeLimits { seat: seat.seat()?, limits: Box::new(limits_of(game, limits)?) }
            }
            TableCommand::ChangePayTables { paytables } => {
                let chosen = paytables.iter().map(|(name, column)| (name.clone(), column.clone()));
                Command::ChangePayTables(chosen.collect())
            }
            TableCommand::Close {} => Command::Close,
            for_the_floor!() => return Ok(None),
        }))
    }

    /// What went wrong, as the engine wants to know it.
    fn report(&self) -> Result<IrregularityReport, CommandError> {
        let TableCommand::Rule { what, seats, retracts, of, cards, looked, order_known, .. } = self else {
            return Err(CommandError::new("this is no ruling"));
        };
        let TableCommand::Rule { surplus, deck_count, foreign, named, only_cards, chosen, .. } = self else {
            return Err(CommandError::new("this is no ruling"));
        };
        let what = IrregularityKind::from_word(what).ok_or_else(|| {
            let known: Vec<&str> = IrregularityKind::ALL.iter().map(|what| what.word()).collect();
            CommandError::new(format!("no such irregularity; there are {}", known.join(", ")))
        })?;
        let bits = |places: &[PlaceNumber]| {
            places.iter().try_fold(0u16, |bits, place| Ok::<_, CommandError>(bits | 1 << place.seat()?))
        };
        let plain = IrregularityReport::new(what);
        Ok(IrregularityReport {
            seats: bits(seats)?,
            retracts: bits(retracts)?,
            of: of.unwrap_or(Exposed::Player),
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

/// A seat that is named, or the own one.
///
/// # Errors
/// If no table has it, or none is named and there is no own one.
pub fn place_or(seat: Option<PlaceNumber>, own: Option<usize>) -> Result<usize, CommandError> {
    match seat {
        Some(seat) => Ok(seat.seat()?),
        None => {
            own.ok_or_else(|| CommandError::new("you sit at no place here: say at which").next("take a seat"))
        }
    }
}

/// Cards in the order in which they were written, none twice.
fn read_cards(text: &str) -> Result<Vec<cards::CardId>, CommandError> {
    let cards = cards::parse_cards(text).map_err(|error| CommandError::new(error.to_string()))?;
    let different: CardSet = cards.iter().copied().collect();
    if different.len() == cards.len() {
        Ok(cards.into_iter().map(cards::Card::id).collect())
    } else {
        Err(CommandError::new("a card is named twice"))
    }
}
