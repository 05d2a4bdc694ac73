//! The sign of a table: what the Rules leave to it, what it must show, and what it may not say.

use super::notices::{Notice, Notices, Warning};
use super::reason::Reason;
use crate::declarations::ExtraTime;
use crate::posts::ForcedBets;
use crate::terms::{ChipAmount, Commission, MOST_CHIPS, Structure};
use cards::{Card, Rank};
use engine::Refusal;
use rulebook::room::{Family, Point, Posts, RoomBook, RoomGame};

/// What the house takes from a hand; an hourly charge may come besides (7.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rake {
    Nil,
    /// A part of all sums wagered (7.2.1).
    Percentage {
        ppm: u32,
        /// The most for one hand (7.7).
        cap: ChipAmount,
    },
    /// A fee for each hand, by the number of players in it: from so many players on, so much (7.2.3).
    PerHand(Vec<(u8, ChipAmount)>),
    /// A fee from each player before the hand (7.2.4).
    PerPerson(ChipAmount),
    /// Two of these or all three (7.2), or fees with a cap.
    Several {
        /// In millionths; none: no part of the sums wagered.
        ppm: Option<u32>,
        /// The most for one hand (7.7).
        cap: Option<ChipAmount>,
        /// A fee for each hand, by the number of players in it; empty: none.
        per_hand: Vec<(u8, ChipAmount)>,
        /// A fee from each player; 0: none.
        per_person: ChipAmount,
    },
}

impl Rake {
    /// These methods together: none, one, or several.
    pub fn of(
        (ppm, cap): (Option<u32>, Option<ChipAmount>),
        per_hand: Vec<(u8, ChipAmount)>,
        per_person: ChipAmount,
    ) -> Rake {
        match (ppm, cap, per_hand.is_empty(), per_person) {
            (None, None, true, 0) => Rake::Nil,
            (Some(ppm), _, true, 0) => Rake::Percentage { ppm, cap: cap.unwrap_or(ChipAmount::MAX) },
            (None, None, false, 0) => Rake::PerHand(per_hand),
            (None, None, true, fee) => Rake::PerPerson(fee),
            _ => Rake::Several { ppm, cap, per_hand, per_person },
        }
    }

    /// What a hand with so many players pays.
    pub fn commission(&self, players: usize) -> Commission {
        let fee = |fees: &[(u8, ChipAmount)]| {
            let fits = fees.iter().filter(|(from, _)| usize::from(*from) <= players);
            fits.max_by_key(|(from, _)| *from).map_or(0, |(_, fee)| *fee)
        };
        match *self {
            Rake::Nil => Commission::None,
            Rake::Percentage { ppm, cap } => Commission::Percentage { ppm, cap },
            Rake::PerHand(ref fees) => Commission::PerHand(fee(fees)),
            Rake::PerPerson(fee) => Commission::PerPerson(fee),
            Rake::Several { ppm, cap, ref per_hand, per_person } => Commission::Several {
                ppm: ppm.unwrap_or(0),
                cap: cap.unwrap_or(ChipAmount::MAX),
                per_hand: fee(per_hand),
                per_person,
            },
        }
    }

    /// What is collected from each player before the hand.
    pub(super) const fn per_person(&self) -> ChipAmount {
        match self {
            Rake::PerPerson(fee) | Rake::Several { per_person: fee, .. } => *fee,
            _ => 0,
        }
    }

    /// The fees for each hand, where there are any.
    fn per_hand(&self) -> Option<&[(u8, ChipAmount)]> {
        match self {
            Rake::PerHand(fees) => Some(fees),
            Rake::Several { per_hand, .. } => Some(per_hand.as_slice()).filter(|fees| !fees.is_empty()),
            _ => None,
        }
    }

    const fn percentage(&self) -> Option<u32> {
        match self {
            Rake::Percentage { ppm, .. } => Some(*ppm),
            Rake::Several { ppm, .. } => *ppm,
            _ => None,
        }
    }

    /// The most for one hand, where the sign has one.
    const fn cap(&self) -> Option<ChipAmount> {
        match self {
            Rake::Percentage { cap, .. } => Some(*cap),
            Rake::Several { cap, .. } => *cap,
            _ => None,
        }
    }

    /// Whether each player pays before the hand, be it nothing.
    const fn is_per_person(&self) -> bool {
        matches!(self, Rake::PerPerson(_)) || self.per_person() != 0
    }
}

/// Kill Pots as they are offered (8.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KillTerms {
    /// The least pot that counts (8.13.4).
    pub qualifying: ChipAmount,
    /// What the Killer posts (8.13.7).
    pub wager: ChipAmount,
    /// How much may be wagered in a hand with a Killer.
    pub structure: Structure,
}

/// What the sign says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The game, as the book's files write it.
    pub game: String,
    /// With how many cards.
    pub deck: u8,
    /// How much may be wagered.
    pub structure: Structure,
    /// The compulsory blinds, the first one first.
    pub blinds: Vec<ChipAmount>,
    pub ante: ChipAmount,
    /// The forced first wager of a stud game.
    pub bring_in: ChipAmount,
    /// The minimum buy-in.
    pub buy_in: ChipAmount,
    /// The lowest chip in play.
    pub chip: ChipAmount,
    /// What the house takes from a hand.
    pub rake: Rake,
    /// What the house takes for an hour, from each player.
    pub hourly: Option<ChipAmount>,
    /// Whether the commission goes to the float of the table and not to the chip box.
    pub stand_alone: bool,
    /// Seconds to act.
    pub time_to_act: u32,
    /// Time that can be bought.
    pub extra_time: Option<ExtraTime>,
    /// How many voluntary blinds may follow the last compulsory one: 0 none, 1 a straddle, more over-blinds.
    pub over_blinds: u8,
    /// Kill Pots, where they are offered.
    pub kill: Option<KillTerms>,
    /// Whether the table takes part in a royal flush jackpot.
    pub jackpot: bool,
    /// The value of a unit in Chinese Poker.
    pub unit: ChipAmount,
    /// What is displayed.
    pub shows: Notices,
}

impl Sign {
    /// A sign that says no more than it must, and shows it; posts are still to be filled in.
    pub fn plain(game: &RoomGame, structure: Structure, buy_in: ChipAmount) -> Sign {
        let mut sign = Sign {
            game: game.game.clone(),
            deck: game.deck.value.len() as u8,
            structure,
            blinds: Vec::new(),
            ante: 0,
            bring_in: 0,
            buy_in,
            chip: 1,
            rake: Rake::Nil,
            hourly: None,
            stand_alone: false,
            time_to_act: 60,
            extra_time: None,
            over_blinds: 0,
            kill: None,
            jackpot: false,
            unit: 0,
            shows: Notices::NONE,
        };
        sign.show_all();
        sign
    }

    /// Shows all that it must.
    pub fn show_all(&mut self) {
        self.shows = self.required().fold(Notices::NONE, Notices::with);
    }

    /// What it must show.
    pub fn required(&self) -> impl Iterator<Item = Notice> {
        Notice::ALL.into_iter().filter(|notice| match notice {
            Notice::Game | Notice::BuyIn | Notice::Limits | Notice::Commission | Notice::TimeToAct => true,
            Notice::LeastAndMostWager => true,
            Notice::RakeLeastAndMost => self.rake != Rake::Nil || self.hourly.is_some(),
            Notice::HourlyFee => self.hourly.is_some(),
            Notice::FeePerHand => self.rake.per_hand().is_some(),
            Notice::FeePerPerson => self.rake.is_per_person(),
            Notice::NumberOfBlinds => !self.blinds.is_empty(),
            Notice::ExtraTime => self.extra_time.is_some(),
            Notice::KillPots => self.kill.is_some(),
            Notice::Unit => self.unit > 0,
            Notice::Jackpot => self.jackpot,
        })
    }

    /// What the house should know about this sign.
    pub fn warnings(&self, game: &RoomGame) -> Vec<Warning> {
        let deck = game.deck.value.0;
        let low = |card: Card| card.rank() == Rank::Ace || card.rank() <= Rank::Eight;
        let mut ranks: Vec<Rank> = deck.cards().iter().filter(|card| low(*card)).map(Card::rank).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let no_low = game.is_hi_lo() && ranks.len() < 5;
        let short = self.jackpot && deck.len() < 52;
        [(no_low, Warning::NoLow), (short, Warning::JackpotDeck)]
            .into_iter()
            .filter_map(|(is, warning)| is.then_some(warning))
            .collect()
    }

    /// The least wager of the first betting round.
    pub const fn least(&self) -> ChipAmount {
        self.structure.least()
    }

    /// The last compulsory blind.
    pub fn large_blind(&self) -> ChipAmount {
        self.blinds.last().copied().unwrap_or(0)
    }

    /// What a Kill Button goes by: with anything else it starts again in the centre.
    pub(super) fn kill_pots(&self) -> (&str, u8, Option<KillTerms>) {
        (&self.game, self.deck, self.kill)
    }

    /// What a voluntary blind goes by.
    pub(super) fn blind_posts(&self) -> (&str, u8, &[ChipAmount], u8) {
        (&self.game, self.deck, &self.blinds, self.over_blinds)
    }

    /// A Killer may sit out only where commission is by time or per person (8.13.10).
    pub const fn killer_may_sit_out(&self) -> bool {
        self.hourly.is_some() || self.rake.is_per_person()
    }

    /// Whether the sign may say so: the game that it names, or the first thing that is wrong.
    ///
    /// # Errors
    /// What is wrong, with the clause.
    pub fn check<'b>(&self, book: &'b RoomBook) -> Result<&'b RoomGame, Refusal<Reason>> {
        let Some(game) = book.game(&self.game, usize::from(self.deck)).filter(|_| self.deck > 0) else {
            return Err(Refusal::new(Reason::NoSuchGame, book.law.cite(Point::SignGame)));
        };
        let no = |reason, point| Err(Refusal::new(reason, game.cite(point)));
        if !self.amounts_are_good() {
            return no(
                Reason::BadSign("amounts must be whole chips, and a minimum no more than its maximum"),
                Point::SignAmounts,
            );
        }
        let (no_blinds, no_bring_in, no_unit) = (self.blinds.is_empty(), self.bring_in == 0, self.unit == 0);
        let own = match game.posts.value {
            Posts::Blinds => no_bring_in && no_unit,
            Posts::Antes => no_blinds && no_bring_in && no_unit,
            Posts::AntesAndBringIn => no_blinds && no_unit,
            Posts::Nothing => !no_unit && self.ante == 0 && no_blinds && no_bring_in,
        };
        if !own {
            return Err(Refusal::new(Reason::BadSign("the game has other posts"), game.posts.cite));
        }
        // Draw may be played with antes and no blinds (9.1.2, 9.3.1(b)).
        let antes_do = game.family == Family::Draw && self.ante > 0;
        if game.posts.value == Posts::Blinds && no_blinds && !antes_do {
            return Err(Refusal::new(Reason::BadSign("the game has blinds"), game.posts.cite));
        }
        let forced = ForcedBets {
            structure: self.structure,
            ante: self.ante,
            bring_in: self.bring_in,
            blinds: &self.blinds,
            over: &[],
            over_most: self.over_blinds,
        };
        if let Some((unfit, cite)) = forced.unfit(game) {
            return Err(Refusal::new(Reason::Posts(unfit), cite));
        }
        self.check_charges(game)?;
        if self.over_blinds > 0 && self.blinds.is_empty() {
            return no(Reason::BadSign("without blinds there is nothing to straddle"), Point::StraddleSeat);
        }
        if let Some(kill) = self.kill {
            // Only what is more than the blind makes the game bigger; without a pot nobody can win one.
            if kill.wager <= self.large_blind() || game.posts.value == Posts::Nothing {
                return no(Reason::BadSign("a Kill wager increases the size of the game"), Point::KillSize);
            }
        }
        let two_cards =
            game.street.first().and_then(|street| street.deal.as_ref()).map(|deal| deal.value.0.len());
        if self.jackpot && (game.family != Family::Flop || two_cards != Some(2)) {
            return no(
                Reason::BadSign("the jackpot is for games with two hole cards and a flop"),
                Point::SignJackpot,
            );
        }
        if let Some(missing) = self.required().find(|notice| !self.shows.has(*notice)) {
            return no(Reason::NoticeMissing(missing), missing.point());
        }
        Ok(game)
    }

    /// Rates and fees (7.2, 7.7).
    pub(super) fn check_charges(&self, game: &RoomGame) -> Result<(), Refusal<Reason>> {
        let no = |reason, point| Err(Refusal::new(reason, game.cite(point)));
        let (percentage, per_hand) = (self.rake.percentage(), self.rake.per_hand());
        if (percentage.is_some() || per_hand.is_some()) && game.posts.value == Posts::Nothing {
            return no(Reason::BadSign("there is no pot to take a commission from"), Point::SignChinese);
        }
        if percentage.is_some_and(|ppm| !game.allows_rate(ppm)) {
            return Err(Refusal::new(Reason::RateOutOfRange, game.rates_cite()));
        }
        match self.rake.cap() {
            None if percentage.is_none() => {}
            Some(cap) if is_amount(cap) && cap % self.chip == 0 => {}
            Some(cap) if is_amount(cap) => {
                return no(Reason::CapNotChips { chip: self.chip }, Point::CommissionCap);
            }
            _ => return no(Reason::BadSign("the rake has a cap"), Point::CommissionCap),
        }
        let is_fee = |fee: ChipAmount| is_amount(fee) && fee % self.chip == 0;
        if per_hand.is_some_and(|fees| fees.is_empty() || !fees.iter().all(|(_, fee)| is_fee(*fee))) {
            return no(Reason::BadSign("a fee per hand is needed"), Point::NoticePerHand);
        }
        if self.rake.is_per_person() && !is_fee(self.rake.per_person()) {
            return no(Reason::BadSign("a fee per person is needed"), Point::NoticePerPerson);
        }
        let several = matches!(self.rake, Rake::Several { .. });
        let methods = [percentage.is_some(), per_hand.is_some(), self.rake.is_per_person()];
        let capped = percentage.is_none() && self.rake.cap().is_some();
        if several && methods.into_iter().filter(|is| *is).count() + usize::from(capped) < 2 {
            return no(Reason::BadSign("several methods are two or more"), Point::CommissionSign);
        }
        match self.hourly {
            Some(fee) if !is_amount(fee) || fee % self.chip != 0 => {
                no(Reason::BadSign("an hourly fee is needed"), Point::TimeInAdvance)
            }
            _ => Ok(()),
        }
    }

    fn amounts_are_good(&self) -> bool {
        if !is_amount(self.chip) || self.time_to_act == 0 {
            return false;
        }
        let whole = |chips: ChipAmount| (0..=MOST_CHIPS).contains(&chips) && chips % self.chip == 0;
        let structure = |structure: Structure| structure.unfit(self.chip).is_none();
        let kill = self.kill.is_none_or(|kill| {
            kill.wager > 0 && whole(kill.wager) && kill.qualifying >= 0 && structure(kill.structure)
        });
        let extra =
            self.extra_time.is_none_or(|extra| extra.seconds > 0 && extra.times > 0 && whole(extra.fee));
        structure(self.structure)
            && kill
            && extra
            && self.blinds.len() < crate::MOST
            && self.blinds.iter().all(|&blind| blind > 0 && whole(blind))
            && self.blinds.is_sorted()
            && [self.ante, self.bring_in, self.unit].into_iter().all(whole)
            && self.bring_in <= self.least()
            && self.buy_in > 0
            && whole(self.buy_in)
    }
}

const fn is_amount(chips: ChipAmount) -> bool {
    chips > 0 && chips <= MOST_CHIPS
}
