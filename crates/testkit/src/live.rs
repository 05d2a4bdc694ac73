//! The same rounds dealt by a human dealer: a shoe or a person reads the cards in any order, now and then wrongly.

use crate::bridge::Bridge;
use crate::dice::Dice;
use crate::naive::Answer;
use crate::rounds::Thrown;
use cards::CardId;
use engine::banked::{Command, CorrectionReason, Holder, Phase, Reason};
use engine::{Actor, Hidden};

/// How the cards of a round are read.
#[derive(Debug, Clone)]
pub struct Reader {
    /// The order in which they leave the shoe.
    deck: [CardId; 52],
    dice: Dice,
    /// Every card is read, and not only what settlement asks for.
    everything: bool,
}

impl Bridge<'_> {
    /// Plays a round with real cards: read in an order that the number repeats, all of them or only what is asked for.
    ///
    /// # Errors
    /// What was refused, and why.
    pub fn play_live(&mut self, thrown: &Thrown, seed: u64, everything: bool) -> Result<Answer, String> {
        let unread = CardId::new(0).expect("there is a first card");
        self.reader = Some(Reader { deck: [unread; 52], dice: Dice::new(seed), everything });
        let played = self.play_round(thrown);
        self.reader = None;
        played
    }

    pub(crate) fn deal_live(&mut self, deck: [CardId; 52]) -> Result<(), String> {
        if let Some(reader) = &mut self.reader {
            reader.deck = deck;
        }
        self.tell("check", Actor::DEALER, &Command::CheckCards)?;
        self.tell("shuffle", Actor::DEALER, &Command::Shuffle)?;
        let sign = self.house.table.sign.as_ref();
        let device = sign.and_then(|sign| self.book().table.device(sign.device));
        if device.is_some_and(|device| device.cut.value) {
            self.tell("cut", Actor::DEALER, &Command::Cut)?;
        }
        self.tell("deal", Actor::DEALER, &Command::DealLive)?;
        self.read_some()
    }

    /// Reads some of what lies there, and corrects some of what was read.
    pub(crate) fn read_some(&mut self) -> Result<(), String> {
        let Some(mut reader) = self.reader.take() else { return Ok(()) };
        let mut told = Ok(());
        let times = reader.dice.below(4);
        for _ in 0..times {
            told = told.and_then(|()| self.read(&mut reader));
        }
        self.reader = Some(reader);
        told
    }

    fn read(&mut self, reader: &mut Reader) -> Result<(), String> {
        let live = self.house.table.live.clone().unwrap_or_default();
        if !matches!(self.house.table.phase, Phase::Deciding(_) | Phase::Showdown) || live.is_empty() {
            return Ok(());
        }
        let at = reader.dice.below(live.len() as u64) as usize;
        match reader.dice.below(4) {
            // The shoe reads the next one.
            0 | 1 => match live.iter().position(|read| read.card.is_none()) {
                Some(next) => {
                    let card = Hidden::new(reader.deck[next]);
                    self.tell("record next", Actor::DEALER, &Command::RecordNext { card })
                }
                None => Ok(()),
            },
            2 => self.read_all_of(&reader.deck, live[at].of),
            // Somebody reads a card that is still in the shoe, and takes it back.
            _ => {
                let (of, from) = (live[at].of, usize::from(live[at].at));
                let hand = matches!(of, Holder::Seat(_)) && from == 0;
                if hand || live[at].card.is_some() {
                    return Ok(());
                }
                let cards = Hidden::new(vec![reader.deck[51]]);
                self.tell("misread", Actor::DEALER, &Command::RecordCards { of, cards, from, why: None })?;
                if reader.dice.chance(50) {
                    self.tell(
                        "take back",
                        Actor::DEALER,
                        &Command::TakeBackRecord { of, why: CorrectionReason::Misread },
                    )
                } else {
                    self.read_all_of(&reader.deck, of)
                }
            }
        }
    }

    /// Somebody types what a holder has.
    fn read_all_of(&mut self, deck: &[CardId; 52], of: Holder) -> Result<(), String> {
        let live = self.house.table.live.iter().flatten().zip(deck);
        let cards = live.filter(|(read, _)| read.of == of).map(|(_, card)| *card).collect();
        let cards = Hidden::new(cards);
        self.tell(
            "record",
            Actor::DEALER,
            &Command::RecordCards { of, cards, from: 0, why: Some(CorrectionReason::Mistyped) },
        )
    }

    /// Settles; what is not recorded yet is read when it is asked for.
    pub(crate) fn settle_live(&mut self) -> Result<(), String> {
        let Some(mut reader) = self.reader.take() else { return Ok(()) };
        let live = self.house.table.live.clone().unwrap_or_default();
        for (read, card) in live.iter().zip(reader.deck).filter(|_| reader.everything) {
            if read.card.is_none() {
                let card = Hidden::new(card);
                self.tell("record next", Actor::DEALER, &Command::RecordNext { card })?;
            }
        }
        // Some hands are settled by themselves, from the dealer's right.
        let areas: Vec<usize> = self.house.table.dealt_areas().rev().collect();
        let alone = reader.dice.below(areas.len() as u64 + 1) as usize;
        let mut settle: Vec<Command> =
            areas[..alone].iter().map(|&seat| Command::SettleHand { seat }).collect();
        settle.push(Command::Settle);
        settle.reverse();
        for _ in 0..100 {
            let Some(command) = settle.last() else { return Ok(()) };
            match self.house.tell(Actor::DEALER, command) {
                Ok(()) => {
                    settle.pop();
                }
                Err(refusal) => match refusal.reason {
                    Reason::NotRecorded { what } => self.read_all_of(&reader.deck, what)?,
                    _ => return Err(self.refused("settle", &refusal)),
                },
            }
        }
        Err("settlement asks for cards without end".into())
    }
}
