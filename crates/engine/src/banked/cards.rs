//! The cards at a table: checked, shuffled, cut, counted and changed, and whether they may be dealt from.

use super::command::{Command, ShuffleGround};
use super::event::Event;
use super::reason::Reason;
use super::state::{Phase, Table};
use super::{Banked, BankedRefusal, Out};
use crate::machine::{Actor, Refusal};
use rulebook::{Act, Device, DutyKind, To};

impl Banked<'_> {
    /// Whether a human dealer may deal from the cards as they are.
    pub(super) fn ready_to_deal(&self, table: &Table) -> Result<(), BankedRefusal> {
        let rules = &self.book.table;
        let sign = self.opened(table)?;
        let Some(device) = rules.device(sign.device) else { return Err(self.no(Reason::NotOpen)) };
        let pack = &table.pack;
        self.checked(table)?;
        match (sign.device, device.loaded) {
            (Device::Shoe, _) if !pack.shuffled => Err(Refusal::new(Reason::NotShuffled, rules.shuffled)),
            (Device::Shuffler, Some(loaded)) if !pack.mixed => Err(Refusal::new(Reason::NotShuffled, loaded)),
            _ if device.cut.value && !table.cut => Err(Refusal::new(Reason::NotCut, device.cut.cite)),
            _ => Ok(()),
        }
    }

    fn checked(&self, table: &Table) -> Result<(), BankedRefusal> {
        match (table.pack.checked, table.pack.wrong) {
            (true, _) => Ok(()),
            (false, false) => Err(Refusal::new(Reason::NotChecked, self.book.table.checked)),
            (false, true) => Err(self.wrong_pack()),
        }
    }

    /// Cards that were found wrong are played with no more.
    fn wrong_pack(&self) -> BankedRefusal {
        let replaced = self.book.ladder.least(Act::ChangeCards).map(|power| power.cite);
        Refusal::new(Reason::WrongPack, replaced.unwrap_or(self.book.table.pack.cite))
    }

    /// What a dealer does with real cards before the round.
    pub(super) fn prepare_cards(
        &self,
        table: &Table,
        actor: Actor,
        command: &Command,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        self.staff(actor)?;
        let sign = self.opened(table)?;
        let rules = &self.book.table;
        let check = *command == Command::CheckCards;
        let cite = if check { rules.checked } else { rules.shuffled };
        if table.is_in_round() && table.phase != Phase::Locked {
            return Err(Refusal::new(Reason::NotNow { what: "the cards are out" }, cite));
        }
        match check {
            true if table.pack.wrong => return Err(self.wrong_pack()),
            true => out.say(Event::CardsChecked, cite),
            false => {
                self.checked(table)?;
                out.say(Event::DeckShuffled { device: sign.device }, cite);
                if let Some(device) = rules.device(sign.device).filter(|_| table.cut) {
                    // A new shuffle wants a new cut.
                    out.say(Event::DeckCut { cut: false }, device.cut.cite);
                }
            }
        }
        self.as_dealer(actor, out);
        Ok(())
    }

    pub(super) fn order_shuffle(
        &self,
        table: &Table,
        actor: Actor,
        ground: ShuffleGround,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        self.opened(table)?;
        let abnormal = self.book.table.abnormal_run.filter(|_| ground == ShuffleGround::AbnormalRun);
        let power = self.authority(actor, Act::OrderShuffle);
        let power = power.map_err(|refusal| Refusal { cite: abnormal.unwrap_or(refusal.cite), ..refusal })?;
        let cite = abnormal.unwrap_or(power);
        if table.is_in_round() && table.phase != Phase::Locked {
            return Err(Refusal::new(Reason::NotNow { what: "the cards are out" }, cite));
        }
        out.say(Event::CardsShuffledAgain, cite);
        Ok(())
    }

    /// What the book wants done with cards that a count found wrong.
    fn wrong_count_duties(&self, out: &mut impl Out) {
        let seals = |duty: &&rulebook::Duty| duty.is == DutyKind::BoxAndSeal;
        let rows = self.book.irregularities.iter();
        let Some(row) = rows.map(|row| &row.duty).find(|duties| duties.iter().any(|duty| seals(&duty)))
        else {
            return;
        };
        let due = row.iter().filter(|duty| matches!(duty.is, DutyKind::BoxAndSeal | DutyKind::ReplaceCards));
        due.for_each(|duty| out.say(Event::DutyDue { duty: duty.is }, duty.clause));
    }

    /// Orders about the cards.
    pub(super) fn cards_order(
        &self,
        table: &Table,
        actor: Actor,
        command: &Command,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let sign = self.opened(table)?;
        match command {
            Command::OrderCount { cards } => {
                let cite = self.authority(actor, Act::OrderCardCount)?;
                out.say(Event::CardsCounted { cards: *cards }, cite);
                if *cards != self.book.table.pack.value {
                    self.wrong_count_duties(out);
                }
            }
            Command::ChangeCards => {
                let cite = self.authority(actor, Act::ChangeCards)?;
                if table.is_in_round() {
                    return Err(Refusal::new(
                        Reason::NotNow { what: "cards are changed after a round" },
                        cite,
                    ));
                }
                out.say(Event::CardsChanged, cite);
            }
            Command::OrderBurn => {
                let burns =
                    self.game.deal.iter().flat_map(|block| &block.steps).find(|step| step.to == To::Burn);
                let Some(burn) = burns else {
                    let cite = self.book.table.no_burn.unwrap_or(self.game.settlement);
                    return Err(Refusal::new(Reason::NoBurn, cite));
                };
                self.authority(actor, Act::OrderBurn)?;
                if table.is_in_round() && table.phase != Phase::Locked {
                    return Err(Refusal::new(Reason::NotNow { what: "the cards are out" }, burn.clause));
                }
                out.say(Event::BurnOrdered, burn.clause);
            }
            _ => {
                let cut = self.book.table.device(sign.device).map(|device| device.cut);
                let Some(cut) = cut else { return Err(self.no(Reason::NotOpen)) };
                if !cut.value {
                    return Err(Refusal::new(Reason::NoCut, cut.cite));
                }
                let dealing = table.is_in_round() && table.phase != Phase::Locked;
                if actor.role() != Some(rulebook::RoleId(0)) {
                    return Err(Refusal::new(Reason::NotYours, self.book.table.cut_by.unwrap_or(cut.cite)));
                }
                if table.cut || dealing {
                    return Err(Refusal::new(Reason::AlreadyCut, cut.cite));
                }
                out.say(Event::DeckCut { cut: true }, cut.cite);
            }
        }
        Ok(())
    }
}
