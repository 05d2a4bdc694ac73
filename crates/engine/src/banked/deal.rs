//! The deal: who gets which card, by device, and what is turned up between the decisions.

use super::event::Event;
use super::reason::Reason;
use super::state::{Hand, Phase, Seat, Table};
use super::{Banked, BankedRefusal, Out};
use crate::hidden::Hidden;
use crate::machine::Refusal;
use cards::CardId;
use rulebook::{BlindHands, Cite, Device, Lock, Ruled, Show, StepKind, To};

/// Whether these are 52 different cards.
pub(super) fn is_whole(deck: &[CardId; 52]) -> bool {
    deck.iter().fold(0u64, |seen, id| seen | 1 << id.number()) == (1 << 52) - 1
}

impl Banked<'_> {
    /// Deals from a deck that the system shuffled, or real cards that are recorded as they are read.
    pub(super) fn deal(
        &self,
        table: &Table,
        deck: Option<&[CardId; 52]>,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let wagers = &self.book.table.wagers;
        if deck.is_some_and(|deck| !is_whole(deck)) {
            return Err(Refusal::new(Reason::NotAWholeDeck, self.book.table.pack.cite));
        }
        if deck.is_none() {
            self.ready_to_deal(table)?;
        }
        match (table.phase, wagers.closes.value) {
            (Phase::Locked, _) => {}
            (Phase::Betting, Lock::FirstCard) => {
                self.ready_to_close(table)?;
                self.close_betting(table, wagers.first_card, out);
            }
            (Phase::Betting, Lock::CallOrFirstCard) => {
                let what = "no more bets must be called first";
                return Err(Refusal::new(Reason::NotNow { what }, self.game.call.unwrap_or(wagers.call)));
            }
            (Phase::Closed, _) => return Err(self.no(Reason::NotOpen)),
            _ => return Err(self.no(Reason::NotNow { what: "the cards are out" })),
        }
        let Some(sign) = &table.sign else { return Err(self.no(Reason::NotOpen)) };
        let device = sign.device;
        let Some(rules) = self.book.table.device(device) else { return Err(self.no(Reason::NotOpen)) };
        // A device shuffles by itself, and the system everywhere; by hand it was done before. A deck that the system has
        // shuffled and committed to is dealt as it lies.
        let ready = deck.is_some() && table.pack.shuffled;
        if !ready && (deck.is_some() || device == Device::Shuffler) {
            out.say(Event::DeckShuffled { device }, self.book.table.shuffled);
        }
        if !ready && !table.cut {
            out.say(Event::DeckCut { cut: rules.cut.value }, rules.cut.cite);
        }
        let begins = match deck {
            Some(deck) => Event::DeckPlaced { deck: Hidden::boxed(*deck) },
            None => Event::CardsDealtLive,
        };
        out.say(begins, wagers.first_card);
        for block in self.game.deal.iter().filter(|block| block.device == device) {
            for _ in 0..block.repeat {
                for step in &block.steps {
                    self.deal_step(table, step.to, step.cards as u8, step.clause, out);
                }
            }
        }
        let live = |seat: &Seat| self.is_dealt(seat);
        self.proceed_from(table, 0, live, out);
        Ok(())
    }

    /// The system shuffles and cuts the deck that is dealt from next, before anybody wagers.
    pub fn shuffle_ahead(&self, table: &Table) -> Vec<Ruled<Event>> {
        let Some(sign) = table.sign.as_ref() else { return Vec::new() };
        let Some(rules) = self.book.table.device(sign.device) else { return Vec::new() };
        vec![
            Ruled::new(Event::DeckShuffled { device: sign.device }, self.book.table.shuffled),
            Ruled::new(Event::DeckCut { cut: rules.cut.value }, rules.cut.cite),
        ]
    }

    fn deal_step(&self, table: &Table, to: To, cards: u8, cite: Cite, out: &mut impl Out) {
        match to {
            To::Areas => {
                for (at, seat) in table.boxes().iter().enumerate() {
                    if self.is_dealt(seat) {
                        out.say(Event::HandDealt { seat: at as u8, cards }, cite);
                    }
                }
            }
            To::Dealer => out.say(Event::DealerDealt { cards }, cite),
            To::Board => out.say(Event::BoardDealt { cards }, cite),
            To::JackpotCards => {
                if table.sign.as_ref().is_some_and(|sign| sign.jackpot.is_some()) {
                    out.say(Event::JackpotCardsDealt { cards }, cite);
                }
            }
            To::Burn if table.burn => out.say(Event::CardBurnt, cite),
            To::Burn => {}
        }
    }

    /// Whether a hand has something to decide at a step.
    pub(super) fn must_decide(&self, seat: &Seat, step: usize) -> bool {
        let Some(wager) = self.step_wager[step] else { return false };
        let all_streets = self.book.table.wagers.hands.value == BlindHands::BlindWithStreets;
        let open = if all_streets && seat.blind_of.is_some() {
            // A blind hand stakes every street before the first card of the board.
            self.step_wager.iter().flatten().any(|&street| seat.stakes[street].is_zero())
        } else {
            seat.stakes[wager].is_zero()
        };
        open && !seat.stakes[self.ante].is_zero()
    }

    pub(super) fn proceed(&self, table: &Table, out: &mut impl Out) -> Result<(), BankedRefusal> {
        let Phase::Deciding(step) = table.phase else {
            return Err(self.no(Reason::NotNow { what: "there is nothing to turn up now" }));
        };
        if table.dealt_areas().any(|at| table.seats[at].hand == Hand::Live && !table.seats[at].decided) {
            return Err(Refusal::new(Reason::StillDeciding, self.game.step[usize::from(step)].clause));
        }
        let live = |seat: &Seat| seat.hand == Hand::Live;
        self.proceed_from(table, usize::from(step) + 1, live, out);
        Ok(())
    }

    /// Turns up what comes until somebody has to decide again.
    fn proceed_from(&self, table: &Table, from: usize, live: impl Fn(&Seat) -> bool, out: &mut impl Out) {
        let device = table.sign.as_ref().map_or(Device::Shoe, |sign| sign.device);
        let anybody = table.boxes().iter().any(&live);
        // A folded hand whose jackpot wager lives needs every community card too.
        let for_jackpot =
            !anybody && table.dealt_areas().any(|at| self.jackpot_lives(table, &table.seats[at]));
        let mut dealt = table.board_dealt;
        let mut shown = table.board_shown;
        if from == 0 {
            // The deal above has not been applied yet.
            dealt = self.board_in_deal[device as usize];
            shown = 0;
        }
        for (at, step) in self.game.step.iter().enumerate().skip(from) {
            if step.device.is_some_and(|only| only != device) {
                continue;
            }
            match (step.kind, step.what) {
                (StepKind::Decide, _) => {
                    if table.boxes().iter().any(|seat| live(seat) && self.must_decide(seat, at)) {
                        out.say(Event::StepOpened { step: at as u8 }, step.clause);
                        return;
                    }
                }
                (_, Some(Show::UpCard)) => {
                    let up = self.game.up_card.as_ref().map_or(0, |up| up.value);
                    let at = if table.irregularity == Some(rulebook::IrregularityKind::CardExposed) {
                        table.up_card
                    } else {
                        up as u8
                    };
                    out.say(Event::UpCardShown { at }, step.clause);
                }
                (_, Some(Show::Board)) if anybody || for_jackpot => {
                    let cite = match self.book.table.jackpot.completes_board {
                        Some(completes) if for_jackpot => completes,
                        _ => step.clause,
                    };
                    let cards = step.cards as u8;
                    if dealt < shown + cards {
                        out.say(Event::BoardDealt { cards }, step.clause);
                        dealt += cards;
                    }
                    out.say(Event::BoardShown { cards }, cite);
                    shown += cards;
                }
                (_, Some(Show::Board)) => {}
                (_, Some(Show::Dealer)) => out.say(Event::DealerShown, step.clause),
                (_, Some(Show::JackpotCards)) => {
                    if table.sign.as_ref().is_some_and(|sign| sign.jackpot.is_some()) {
                        out.say(Event::JackpotCardsShown, step.clause);
                    }
                }
                (StepKind::Show, None) => {}
            }
        }
        out.say(Event::ShowdownReached, self.game.settlement);
    }
}
