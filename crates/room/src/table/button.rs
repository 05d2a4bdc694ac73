//! Button and blinds of the next hand: the dead button, missed blinds, who is dealt in (8.9, 8.10, 13.1.2).

use super::sign::Sign;
use super::state::{ButtonTurn, Entry, RoomTable, SeatedPlayer, Standing};
use crate::terms::ChipAmount;
use rulebook::room::{Posts, RoomGame};

/// The next hand as it would be dealt now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextHand {
    /// Where the button lies; none in stud.
    pub button: Option<u8>,
    /// In front of nobody who is dealt in.
    pub dead: bool,
    /// It is the first hand.
    pub first: bool,
    /// The seats of the compulsory blinds, the first one first, and whether somebody posts.
    pub blinds: Vec<(u8, bool)>,
    /// The seats that are dealt in, clockwise from the first left of the button.
    pub dealt: Vec<u8>,
    /// Players whom the blind goes past.
    pub missing: Vec<u8>,
    /// Players who wait because they sit between button and last blind, or are not among the first four in Chinese
    /// Poker.
    pub held_back: Vec<u8>,
    /// A new player who waits because the button is there.
    pub at_button: Option<u8>,
}

impl NextHand {
    /// The seat of the last compulsory blind.
    pub fn last_blind(&self) -> Option<u8> {
        self.blinds.last().map(|(seat, _)| *seat)
    }

    /// Whether a seat posts a compulsory blind.
    pub fn posts(&self, seat: u8) -> bool {
        self.blinds.iter().any(|&(at, posts)| posts && at == seat)
    }

    /// The seat that may post the next voluntary blind after so many.
    pub fn straddler(&self, after: usize) -> Option<u8> {
        let last = self.last_blind()?;
        let at = self.dealt.iter().position(|&seat| seat == last)?;
        let seat = self.dealt[(at + 1 + after) % self.dealt.len()];
        (after + 1 < self.dealt.len() && !self.posts(seat)).then_some(seat)
    }
}

/// Present, with more chips than the fee that is collected before the hand (7.2.4(b)).
fn ready(seated: &SeatedPlayer, fee: ChipAmount) -> bool {
    seated.standing == Standing::In && seated.stack > fee
}

impl RoomTable {
    fn is_ready(&self, seat: u8, fee: ChipAmount) -> bool {
        self.seated(seat).is_some_and(|seated| ready(seated, fee))
    }

    /// Whether a blind that is due here goes past somebody.
    fn misses(&self, seat: u8, fee: ChipAmount) -> bool {
        self.seated(seat).is_some_and(|seated| !ready(seated, fee))
    }

    /// All seats clockwise after one, which itself comes last.
    pub(super) fn clockwise_after(&self, seat: u8) -> impl Iterator<Item = u8> + use<> {
        let seats = self.places.len();
        (1..=seats).map(move |step| ((usize::from(seat) + step) % seats) as u8)
    }

    /// The next hand of this game as it would be dealt now.
    pub(super) fn next(&self, sign: &Sign, game: &RoomGame) -> NextHand {
        let fee = sign.rake.per_person();
        if !game.button.value {
            // Without a button the first card goes to the first at the Dealer's left (J44).
            let dealt = (0..self.places.len() as u8).filter(|&seat| self.is_ready(seat, fee)).collect();
            return NextHand { dealt, ..NextHand::nobody() };
        }
        let next = match &self.turn {
            Some(turn) if !sign.blinds.is_empty() && turn.blinds.len() == sign.blinds.len() => {
                self.next_by_blinds(turn, fee)
            }
            _ => self.next_by_button(sign, game, self.turn.is_none()),
        };
        // Where only those wait who could wait for nobody, play begins anew.
        if next.dealt.len() < 2 { self.next_by_button(sign, game, true) } else { next }
    }

    /// The last blind goes to the next player, every other thing to where its successor was (8.9.6, J69). An earlier
    /// blind is due from the player who posted the one behind it, and from nobody where that player has left.
    fn next_by_blinds(&self, turn: &ButtonTurn, fee: ChipAmount) -> NextHand {
        let (first, rest) = turn.blinds.split_first().map_or((turn.button, &[][..]), |(&f, r)| (f, r));
        let last_before = rest.last().copied().unwrap_or(first);
        let button = first;
        let barred = |seat: u8| seat == button && self.seated(seat).is_some_and(|seated| seated.new);
        let able = |seat: u8| self.is_ready(seat, fee) && !barred(seat);
        let Some(last) = self.clockwise_after(last_before).find(|&seat| able(seat)) else {
            return NextHand::nobody();
        };
        let mut missing: Vec<u8> = self
            .clockwise_after(last_before)
            .take_while(|&seat| seat != last)
            .filter(|&seat| self.misses(seat, fee))
            .collect();
        let mut blinds = Vec::new();
        for (&seat, posted) in rest.iter().zip(turn.posted.iter().skip(1)) {
            let due = self.seated(seat).filter(|seated| Some(seated.person) == *posted);
            let plays = due.is_some_and(|seated| ready(seated, fee) && seated.entry == Entry::Free);
            let posts = plays && seat != last && !blinds.contains(&(seat, true));
            if due.is_some_and(|seated| !ready(seated, fee)) && !missing.contains(&seat) {
                missing.push(seat);
            }
            blinds.push((seat, posts));
        }
        blinds.push((last, true));
        let mut next = NextHand { button: Some(button), blinds, missing, ..NextHand::nobody() };
        let mut past_blinds = false;
        for seat in self.clockwise_after(button) {
            let posts = next.posts(seat);
            let enters =
                self.seated(seat).is_some_and(|seated| ready(seated, fee) && seated.entry != Entry::Waits);
            if barred(seat) && enters {
                next.at_button = Some(seat);
            } else if posts || enters && past_blinds {
                next.dealt.push(seat);
            } else if enters {
                next.held_back.push(seat);
            }
            past_blinds |= seat == last;
        }
        next.dead = !next.dealt.contains(&button);
        next
    }

    /// The first hand, or a game without blinds, or with another number of them: the button goes to the next player.
    /// Where play begins anew nobody waits.
    fn next_by_button(&self, sign: &Sign, game: &RoomGame, anew: bool) -> NextHand {
        let first = self.turn.is_none();
        let fee = sign.rake.per_person();
        let waits = |seat: u8| {
            let waits = self.seated(seat).is_some_and(|seated| seated.entry == Entry::Waits);
            waits && !anew && !sign.blinds.is_empty()
        };
        let plays = |seat: u8| self.is_ready(seat, fee) && !waits(seat);
        let is_new = |seat: u8| self.seated(seat).is_some_and(|seated| seated.new);
        let button = match self.turn.as_ref().map(|turn| turn.button) {
            Some(from) => {
                let mut seats = self.clockwise_after(from).filter(|&seat| plays(seat));
                let known =
                    anew.then(|| self.clockwise_after(from).find(|&seat| plays(seat) && !is_new(seat)));
                known.flatten().or_else(|| seats.next())
            }
            // The seat at the Dealer's right is the last one.
            None => (0..self.places.len() as u8).rev().find(|&seat| plays(seat)),
        };
        let Some(button) = button else { return NextHand::nobody() };
        let barred = !anew && is_new(button);
        let around = || self.clockwise_after(button).filter(|&seat| !(barred && seat == button));
        // The last blind comes to who waits for it as well.
        let mut posting: Vec<u8> = Vec::new();
        for seat in around() {
            let left = sign.blinds.len() - posting.len();
            if left > 0 && (plays(seat) || left == 1 && self.is_ready(seat, fee)) {
                posting.push(seat);
            }
        }
        let dealt = around().filter(|seat| plays(*seat) || posting.contains(seat)).collect();
        let mut next = NextHand { button: Some(button), first, dealt, ..NextHand::nobody() };
        next.at_button = barred.then_some(button);
        if let Some(&last) = posting.last() {
            let passed = self.clockwise_after(button).take_while(|&seat| seat != last);
            next.missing = passed.filter(|&seat| self.misses(seat, fee)).collect();
        }
        if game.posts.value == Posts::Nothing {
            // The first four left of the button (13.1.2).
            let active = usize::from(game.players.value).min(next.dealt.len());
            next.held_back = next.dealt.split_off(active);
        }
        next.blinds = posting.into_iter().map(|seat| (seat, true)).collect();
        // Fewer players than blinds: the last ones are posted.
        while next.blinds.len() < sign.blinds.len() && !next.blinds.is_empty() {
            next.blinds.insert(0, (button, false));
        }
        // Who is not among the four of a Chinese hand has the button all the same.
        next.dead = !next.dealt.contains(&button) && !next.held_back.contains(&button);
        next
    }
}

impl NextHand {
    const fn nobody() -> NextHand {
        NextHand {
            button: None,
            dead: false,
            first: false,
            blinds: Vec::new(),
            dealt: Vec::new(),
            missing: Vec::new(),
            held_back: Vec::new(),
            at_button: None,
        }
    }
}
