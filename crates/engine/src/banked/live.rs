//! Real cards from a human dealer: which they are is recorded as they are read, and settlement waits for what it needs.

use super::command::{Command, CorrectionReason};
use super::event::{CorrectedRecord, Event};
use super::payoff::Fold;
use super::reason::Reason;
use super::settle::folded;
use super::state::{Hand, Holder, LiveCard, Phase, Table};
use super::{Banked, BankedRefusal, Out};
use crate::hidden::Hidden;
use crate::machine::{Actor, Refusal};
use cards::CardId;
use rulebook::{Cite, HandOf, To};

/// What is recorded there: which of the holder's cards, and the card.
fn recorded(live: &[LiveCard], here: impl Fn(&LiveCard) -> bool) -> Vec<(u8, CardId)> {
    live.iter().filter(|read| here(read)).filter_map(|read| read.card.map(|card| (read.at, card))).collect()
}

/// A card that is recorded in two places.
fn twice(live: &[LiveCard]) -> Option<CardId> {
    let before = |at: usize, card| live[..at].iter().any(|other| *other.card == Some(card));
    (live.iter().enumerate()).find_map(|(at, read)| read.card.filter(|card| before(at, *card)))
}

/// Whether no card is recorded in two places, so that hands can be ranked.
fn is_sound(table: &Table) -> bool {
    table.live.as_deref().and_then(twice).is_none()
}

impl Banked<'_> {
    /// Whether a card lies open for everybody. What a refusal says of any other card, it says to people who may not see it.
    fn is_open(&self, table: &Table, read: &LiveCard) -> bool {
        let shown_down = table.phase == Phase::Showdown;
        match read.of {
            Holder::Board => read.at < table.board_shown,
            Holder::Dealer => shown_down || self.game.up_card.is_some() && read.at == table.up_card,
            Holder::Seat(seat) => shown_down && table.seats[usize::from(seat)].hand == Hand::Live,
            Holder::JackpotCards => shown_down,
            Holder::Burn => false,
        }
    }

    /// Refuses a card that lies open elsewhere. One that is recorded where nobody may see it is taken: whether it is wrong here or
    /// there comes out before anything is settled, and whoever only wanted to know has left a record.
    fn not_open_elsewhere<'t>(
        &self,
        table: &Table,
        mut others: impl Iterator<Item = &'t LiveCard>,
        card: CardId,
    ) -> Result<(), BankedRefusal> {
        match others.find(|read| *read.card == Some(card) && self.is_open(table, read)) {
            Some(open) => {
                Err(Refusal::new(Reason::CardElsewhere { card, of: open.of }, self.book.table.pack.cite))
            }
            None => Ok(()),
        }
    }

    /// The cards that left a real shoe, while they may still be recorded.
    fn recordable<'t>(&self, table: &'t Table, actor: Actor) -> Result<&'t [LiveCard], BankedRefusal> {
        self.staff(actor)?;
        match table.phase {
            Phase::Closed => Err(self.no(Reason::NotOpen)),
            Phase::Betting | Phase::Locked => {
                let what = "cards are recorded after they are dealt";
                Err(Refusal::new(Reason::NotNow { what }, self.book.table.wagers.first_card))
            }
            Phase::Awards => {
                let what = "all hands are settled: what was recorded stands";
                Err(Refusal::new(Reason::NotNow { what }, self.game.settlement))
            }
            Phase::Deciding(_) | Phase::Showdown => {
                let live = table.live.as_deref();
                live.ok_or_else(|| Refusal::new(Reason::NotLive, self.book.table.wagers.first_card))
            }
        }
    }

    /// Whether hands were settled on what is recorded there, so that it stands.
    fn stands(&self, table: &Table, of: Holder) -> bool {
        match of {
            Holder::Seat(seat) => {
                let seat = &table.seats[usize::from(seat)];
                seat.done || seat.settled != 0 && seat.at_stake().is_zero()
            }
            Holder::Burn => false,
            _ => {
                let recorded = |read: &&LiveCard| read.of == of && read.card.is_some();
                table.boxes().iter().any(|seat| seat.done)
                    && table.live.iter().flatten().any(|read| recorded(&read))
            }
        }
    }

    fn may_change(&self, table: &Table, of: Holder) -> Result<(), BankedRefusal> {
        if self.stands(table, of) {
            Err(Refusal::new(Reason::HandSettled { of }, self.game.settlement))
        } else {
            Ok(())
        }
    }

    /// Whether a card that nobody has read yet may still be recorded. What a box lost without its cards being looked at is no
    /// reason to stop a shoe from reading on; what was settled on what is recorded there stands.
    fn may_read(&self, table: &Table, of: Holder) -> Result<(), BankedRefusal> {
        match of {
            Holder::Seat(seat) if !table.seats[usize::from(seat)].done => Ok(()),
            _ => self.may_change(table, of),
        }
    }

    /// Where the book gives a holder its cards.
    fn dealt_by(&self, of: Holder) -> Cite {
        let to = match of {
            Holder::Seat(_) => To::Areas,
            Holder::Dealer => To::Dealer,
            Holder::Board => To::Board,
            Holder::JackpotCards => To::JackpotCards,
            Holder::Burn => To::Burn,
        };
        let mut steps = self.game.deal.iter().flat_map(|block| &block.steps);
        steps.find(|step| step.to == to).map_or(self.game.hand_cards.cite, |step| step.clause)
    }

    pub(super) fn record_cards(
        &self,
        table: &Table,
        actor: Actor,
        (of, from, cards, why): (Holder, usize, &[CardId], Option<CorrectionReason>),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let live = self.recordable(table, actor)?;
        let dealt = table.dealt_live(of);
        if dealt == 0 {
            let cite = match of {
                Holder::Seat(_) => self.game.dealt_on.cite,
                _ => self.dealt_by(of),
            };
            return Err(Refusal::new(Reason::NothingDealt { to: of }, cite));
        }
        let meant = from..from.saturating_add(cards.len());
        if live
            .iter()
            .any(|read| read.of == of && meant.contains(&usize::from(read.at)) && read.card.is_some())
        {
            self.may_change(table, of)?
        } else {
            self.may_read(table, of)?
        }
        let to = from.checked_add(cards.len()).filter(|to| *to <= dealt && !cards.is_empty());
        // A hand is read whole; the others are turned up card by card. One card of a hand can be corrected by itself.
        let first_is_read = live.iter().any(|read| read.of == of && read.at == 0 && read.card.is_some());
        let short = matches!(of, Holder::Seat(_)) && from == 0 && cards.len() < dealt && !first_is_read;
        let (Some(to), false) = (to, short) else {
            let reason = Reason::WrongNumber { of, dealt, given: cards.len() };
            return Err(Refusal::new(reason, self.dealt_by(of)));
        };
        let here = |read: &LiveCard| read.of == of && (from..to).contains(&usize::from(read.at));
        let pack = &self.book.table.pack;
        for (at, &card) in cards.iter().enumerate() {
            if card.number() >= usize::from(pack.value) {
                return Err(Refusal::new(Reason::NotInPack { card }, pack.cite));
            }
            if cards[..at].contains(&card) {
                return Err(Refusal::new(Reason::CardElsewhere { card, of }, pack.cite));
            }
            self.not_open_elsewhere(table, live.iter().filter(|read| !here(read)), card)?;
        }
        let was = recorded(live, here);
        let (from, cards) = (from as u8, Hidden::new(cards.to_vec()));
        if was.is_empty() {
            out.say(Event::CardsRecorded { of, from, cards, replaces: false }, self.dealt_by(of));
            return Ok(());
        }
        let records = self.book.house.records;
        let why = why.ok_or_else(|| Refusal::new(Reason::CorrectionUnexplained { of }, records))?;
        let record = CorrectedRecord { of, was: Hidden::new(was), from, cards, why, taken_back: false };
        out.say(Event::RecordCorrected { record: Box::new(record) }, records);
        Ok(())
    }

    pub(super) fn record_next(
        &self,
        table: &Table,
        actor: Actor,
        card: CardId,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let live = self.recordable(table, actor)?;
        let Some(next) = live.iter().find(|read| read.card.is_none()) else {
            return Err(Refusal::new(Reason::AllRecorded, self.game.hand_cards.cite));
        };
        let pack = &self.book.table.pack;
        if card.number() >= usize::from(pack.value) {
            return Err(Refusal::new(Reason::NotInPack { card }, pack.cite));
        }
        self.not_open_elsewhere(table, live.iter(), card)?;
        self.may_read(table, next.of)?;
        let (of, from, cards) = (next.of, next.at, Hidden::new(vec![card]));
        out.say(Event::CardsRecorded { of, from, cards, replaces: false }, self.dealt_by(of));
        Ok(())
    }

    pub(super) fn take_back_record(
        &self,
        table: &Table,
        actor: Actor,
        (of, why): (Holder, CorrectionReason),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let live = self.recordable(table, actor)?;
        let was = recorded(live, |read| read.of == of);
        if was.is_empty() {
            return Err(Refusal::new(Reason::NotRecorded { what: of }, self.dealt_by(of)));
        }
        self.may_change(table, of)?;
        let (was, cards) = (Hidden::new(was), Hidden::new(Vec::new()));
        let record = CorrectedRecord { of, was, from: 0, cards, why, taken_back: true };
        out.say(Event::RecordCorrected { record: Box::new(record) }, self.book.house.records);
        Ok(())
    }

    /// Whether a command corrects what was recorded before, and not at once, or fills the place of what was corrected late:
    /// then a second person confirms it.
    pub fn corrects_late(&self, table: &Table, command: &Command) -> bool {
        let (of, here) = match command {
            Command::TakeBackRecord { of, .. } => (*of, 0..usize::MAX),
            Command::RecordCards { of, cards, from, .. } => (*of, *from..from.saturating_add(cards.len())),
            Command::RecordNext { .. } => {
                let next = table.live.iter().flatten().find(|read| read.card.is_none());
                return next.is_some_and(|next| table.is_corrected_late(next.of));
            }
            _ => return false,
        };
        if table.is_corrected_late(of) {
            return true;
        }
        let recorded =
            |read: &LiveCard| read.of == of && here.contains(&usize::from(read.at)) && read.card.is_some();
        table.live.iter().flatten().any(recorded) && table.just_recorded != Some(of)
    }

    /// Whether the cards of a box that play for a wager are known.
    #[cold]
    pub(super) fn is_read(&self, table: &Table, at: usize, hand: HandOf) -> bool {
        let others = match hand {
            HandOf::Own => true,
            HandOf::OwnAndBoard => table.is_known(Holder::Board, self.game.board_cards),
            HandOf::OwnAndFlop => table.is_known(Holder::Board, 3),
            HandOf::OwnAndDealer => table.is_known(Holder::Dealer, self.game.dealer_cards),
            HandOf::OwnAndJackpotCards => table.is_known(Holder::JackpotCards, self.game.jackpot_cards),
        };
        others && table.is_known(Holder::Seat(at as u8), self.game.hand_cards.value) && is_sound(table)
    }

    #[cold]
    pub(super) fn dealer_is_read(&self, table: &Table) -> bool {
        table.is_known(Holder::Dealer, self.game.dealer_cards)
            && table.is_known(Holder::Board, self.game.board_cards)
            && is_sound(table)
    }

    /// Nothing is settled while a card is recorded in two places.
    fn no_card_twice(&self, table: &Table) -> Result<(), BankedRefusal> {
        match table.live.as_deref().and_then(twice) {
            Some(card) => Err(Refusal::new(Reason::CardTwice { card }, self.book.table.pack.cite)),
            None => Ok(()),
        }
    }

    /// Whether every card is known that settlement depends on: the refusal names what is not.
    pub(super) fn all_read(&self, table: &Table) -> Result<(), BankedRefusal> {
        match table.live {
            None => Ok(()),
            Some(_) => self.left_is_read(table),
        }
    }

    #[cold]
    fn left_is_read(&self, table: &Table) -> Result<(), BankedRefusal> {
        let left = table.dealt_areas().rev().filter(|&at| !table.seats[at].done);
        self.unread_of(left.flat_map(|at| self.unread(table, at)))?;
        self.no_card_twice(table)
    }

    /// Whether a box can be settled by itself: its own cards are known, and all that any hand is settled against.
    pub(super) fn hand_is_read(&self, table: &Table, at: usize) -> Result<(), BankedRefusal> {
        if table.live.is_none() {
            return Ok(());
        }
        let all = table.dealt_areas().filter(|&at| !table.seats[at].done);
        let shared = all.flat_map(|at| self.unread(table, at)).filter(|of| !matches!(of, Holder::Seat(_)));
        self.unread_of(shared.chain(self.unread(table, at)))?;
        self.no_card_twice(table)
    }

    fn unread_of(&self, mut unread: impl Iterator<Item = Holder>) -> Result<(), BankedRefusal> {
        match unread.next() {
            Some(what) => Err(Refusal::new(Reason::NotRecorded { what }, self.game.settlement)),
            None => Ok(()),
        }
    }

    /// What a box still needs to be settled. A folded hand needs no cards, unless a jackpot depends on them.
    fn unread(&self, table: &Table, at: usize) -> impl Iterator<Item = Holder> {
        let seat = &table.seats[at];
        let lies = |wager: usize| !seat.stakes[wager].is_zero() && !seat.is_settled(wager);
        let plays = match (seat.hand, folded(seat)) {
            (Hand::Live, _) => seat.has_wagers(),
            (_, Some(Fold { whole: false, .. })) => self.side_wagers.iter().any(|&wager| lies(wager)),
            _ => false,
        };
        let jackpot = self.jackpot_lives(table, seat);
        let shared = self.jackpot.filter(|_| jackpot).map(|wager| self.game.wager[wager].hand);
        let with_dealer = plays || shared == Some(HandOf::OwnAndDealer);
        let with_jackpot_cards = shared == Some(HandOf::OwnAndJackpotCards);
        let count = |needed: bool, cards: usize| if needed { cards } else { 0 };
        let needed = [
            (Holder::Dealer, count(with_dealer, self.game.dealer_cards)),
            (Holder::Board, count(plays || jackpot, usize::from(table.board_shown))),
            (Holder::JackpotCards, count(with_jackpot_cards, self.game.jackpot_cards)),
            (Holder::Seat(at as u8), count(plays || jackpot, self.game.hand_cards.value)),
        ];
        needed.into_iter().filter(|(of, cards)| !table.is_known(*of, *cards)).map(|(of, _)| of)
    }
}
