//! First wagers: placed, corrected, refused, and closed.

use super::command::Command;
use super::event::Event;
use super::reason::Reason;
use super::state::{FoundWhen, Patron, Phase, Seat, Table};
use super::{Banked, BankedRefusal, Out};
use crate::machine::{Actor, Refusal, Who};
use crate::sign::{MOST, WAGERS};
use money::Money;
use rulebook::{Act, BlindHands, Cite, Medium, Place, PlayerCards, Ruled};

impl Banked<'_> {
    /// A seat that exists, is taken, and may be acted for by this actor.
    pub(super) fn own_seat<'t>(
        &self,
        table: &'t Table,
        actor: Actor,
        seat: usize,
    ) -> Result<&'t Seat, BankedRefusal> {
        let found = self.seat(table, seat)?;
        if !found.taken {
            return Err(self.no(Reason::SeatEmpty));
        }
        let owner = found.blind_of.map_or(seat, usize::from);
        match actor.who {
            Who::Seat(at) if at != owner => Err(self.no(Reason::NotYours)),
            Who::Outside(_) | Who::Patron(_) => Err(self.no(Reason::NotYours)),
            Who::Seat(_) | Who::Staff(_) | Who::System => Ok(found),
        }
    }

    pub(super) fn seat<'t>(&self, table: &'t Table, seat: usize) -> Result<&'t Seat, BankedRefusal> {
        let places = table.sign.as_ref().map_or(0, |sign| usize::from(sign.seats));
        match table.seats[..places].get(seat) {
            Some(found) => Ok(found),
            None => Err(Refusal::new(Reason::NoSuchSeat, self.book.table.seats.cite)),
        }
    }

    pub(super) fn sit(
        &self,
        table: &Table,
        actor: Actor,
        (seat, blind_of, patron): (&usize, &Option<usize>, &Patron),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let rules = &self.book.table;
        if table.sign.is_none() {
            return Err(self.no(Reason::NotOpen));
        }
        if self.seat(table, *seat)?.taken {
            return Err(self.no(Reason::SeatTaken));
        }
        let owner = blind_of.unwrap_or(*seat);
        if matches!(actor.who, Who::Seat(at) if at != owner)
            || matches!(actor.who, Who::Outside(_) | Who::Patron(_))
        {
            return Err(self.no(Reason::NotYours));
        }
        let cite = match (blind_of, rules.wagers.hands.value) {
            (Some(_), BlindHands::One) => {
                return Err(Refusal::new(Reason::SecondHand, rules.wagers.hands.cite));
            }
            (Some(other), _) => {
                let seated = other != seat && self.seat(table, *other)?.taken;
                if !seated || table.seats[*other].blind_of.is_some() {
                    return Err(Refusal::new(Reason::NoBlindHandOfThat, rules.wagers.hands.cite));
                }
                rules.wagers.unseen.unwrap_or(rules.wagers.hands.cite)
            }
            (None, _) => rules.seats.cite,
        };
        let special = patron.invalid_card.is_some() || patron.employee;
        if special && rules.patrons.is_none() {
            return Err(self.no(Reason::NotAChoice));
        }
        if let Some((limit, lost)) = patron.loss {
            let cite = self.loss_limit();
            if limit < Money::ZERO || limit > MOST || lost < Money::ZERO - MOST || lost > MOST {
                return Err(Refusal::new(Reason::AmountTooLarge, cite));
            }
        }
        if let Some(patrons) = &rules.patrons {
            let PlayerCards::Required = patrons.player_card.value;
            if patron.invalid_card == Some(FoundWhen::Before) {
                let none = patrons.no_card.filter(|_| patron.no_card);
                return Err(Refusal::new(Reason::PlayerCardNeeded, none.unwrap_or(patrons.player_card.cite)));
            }
        }
        if blind_of.is_some() {
            out.say(Event::FactShown, rules.wagers.hands.cite);
        }
        let blind_of = blind_of.map(|other| other as u8);
        out.say(Event::SeatTaken { seat: *seat as u8, blind_of, patron: Box::new(*patron) }, cite);
        // A newcomer at a table where others keep an older minimum.
        if let Some(newcomers) =
            rules.limits.newcomers.filter(|_| table.boxes().iter().any(|seat| seat.keeps.is_some()))
        {
            out.say(Event::FactShown, newcomers);
        }
        Ok(())
    }

    pub(super) fn leave(
        &self,
        table: &Table,
        actor: Actor,
        seat: usize,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        self.own_seat(table, actor, seat)?;
        // Who leaves takes along the blind hands, and what they staked on somebody else's box.
        let own = |at: &usize| *at == seat || table.seats[*at].blind_of.map(usize::from) == Some(seat);
        let (boxes, others): (Vec<usize>, Vec<usize>) = (0..table.boxes().len()).partition(own);
        let lent = |at: &usize| table.seats[*at].jackpot_by.map(usize::from) == Some(seat);
        let playing =
            |at: &usize| table.seats[*at].hand != super::Hand::None || table.seats[*at].has_wagers();
        if table.is_in_round() && (boxes.iter().any(playing) || others.iter().any(lent)) {
            return Err(Refusal::new(
                Reason::NotNow { what: "the round is not over" },
                self.book.table.wagers.frozen,
            ));
        }
        let mut carried = table.boxes().iter().filter(|other| !other.carried.is_zero()).count();
        for at in boxes.iter().copied().chain(others.into_iter().filter(lent)) {
            let found = &table.seats[at];
            match self.jackpot {
                Some(jackpot) if !boxes.contains(&at) => self.one_back(found, (at, jackpot), out),
                _ => self.wagers_back(found, at, out),
            }
            if !found.carried.is_zero() {
                carried -= 1;
                self.return_carried(table, at, carried, out);
            }
        }
        // Their own place last: until then there is somebody to whom money goes back.
        let last = |at: &&usize| **at == seat;
        for &at in boxes.iter().filter(|at| !last(at)).chain(boxes.iter().filter(last)) {
            let cite = match (&table.seats[at].keeps, self.book.table.limits.grandfather_ends) {
                (Some(_), Some(ends)) => ends,
                _ => self.book.table.seats.cite,
            };
            out.say(Event::SeatLeft { seat: at as u8 }, cite);
        }
        Ok(())
    }

    /// Every wager of a box goes back between rounds, but for a carried one.
    fn wagers_back(&self, found: &Seat, at: usize, out: &mut impl Out) {
        (0..self.game.wager.len()).for_each(|wager| self.one_back(found, (at, wager), out));
    }

    fn one_back(&self, found: &Seat, (at, wager): (usize, usize), out: &mut impl Out) {
        let amount = found.stakes[wager];
        if amount.is_zero() || Some(wager) == self.jackpot && !found.carried.is_zero() {
            return;
        }
        let event = Event::WagerTakenBack { seat: at as u8, wager: wager as u8, amount };
        out.say(event, self.game.wager[wager].clause);
    }

    /// A carried jackpot wager goes back: the jackpot game is cancelled and the rest, so many, registered again.
    pub(super) fn return_carried(&self, table: &Table, seat: usize, left: usize, out: &mut impl Out) {
        let Some(wager) = self.jackpot else { return };
        let cite = self.book.table.jackpot.leaver.unwrap_or(self.book.table.jackpot.misdeal.cite);
        let amount = table.seats[seat].carried;
        out.say(Event::WagerTakenBack { seat: seat as u8, wager: wager as u8, amount }, cite);
        out.say(Event::JackpotCancelled, cite);
        out.say(Event::JackpotReRegistered { wagers: left as u8, this_round: false }, cite);
    }

    /// The limits that hold for a spot of a seat: the player's own, the ones kept, the sign's.
    pub(super) fn limits(&self, table: &Table, seat: &Seat, wager: usize) -> (Option<Money>, Option<Money>) {
        let Some(sign) = &table.sign else { return (None, None) };
        let own = seat.personal.as_ref();
        let kept = seat.keeps.as_ref();
        let min = own.and_then(|own| own.min[wager]).or(kept.and_then(|kept| kept.min[wager]));
        let max = own.and_then(|own| own.max[wager]);
        (min.or(sign.limits.min[wager]), max.or(sign.limits.max[wager]))
    }

    /// A spot for first wagers at this table.
    fn first_wager(&self, table: &Table, wager: usize) -> Result<Place, BankedRefusal> {
        let rules = match self.game.wager.get(wager) {
            Some(rules) => rules,
            None => {
                let cite = self.game.spots.unwrap_or(self.game.clause);
                return Err(Refusal::new(Reason::NoSuchWager, cite));
            }
        };
        let offered = table.sign.as_ref().is_some_and(|sign| sign.jackpot.is_some());
        match rules.place {
            Place::First => Ok(Place::First),
            Place::Jackpot if offered => Ok(Place::Jackpot),
            Place::Jackpot => Err(Refusal::new(Reason::NoJackpotHere, rules.clause)),
            Place::Later | Place::Bonus => Err(Refusal::new(Reason::NotAFirstWager, rules.clause)),
        }
    }

    fn betting(&self, table: &Table) -> Result<(), BankedRefusal> {
        match table.phase {
            Phase::Betting => Ok(()),
            Phase::Closed => Err(self.no(Reason::NotOpen)),
            phase => {
                let what = "no more bets: nothing is placed, changed or taken back now";
                let wagers = &self.book.table.wagers;
                let cite = if phase == Phase::Locked { wagers.call } else { wagers.frozen };
                Err(Refusal::new(Reason::NotNow { what }, cite))
            }
        }
    }

    /// The most that a first wager may be by the limits and by the wager that it must equal.
    pub(super) fn first_most(&self, table: &Table, seat: &Seat, wager: usize) -> Option<Money> {
        let max = self.limits(table, seat, wager).1;
        max.into_iter().chain(self.companion(seat, wager).map(|(_, other)| other)).min()
    }

    /// From what to what a first wager may be, when somebody checks it.
    pub(super) fn first_range(&self, table: &Table, seat: usize, wager: usize) -> (Money, Money) {
        let found = &table.seats[seat];
        let min = self.limits(table, found, wager).0;
        let mut to = self.first_most(table, found, wager).unwrap_or(MOST).min(MOST);
        if let Some((limit, lost)) = found.patron.loss {
            let left = (limit - lost - found.at_stake()).max(Money::ZERO);
            to = to.min(left);
        }
        (min.unwrap_or(Money::from_cents(1)).max(Money::from_cents(1)), to)
    }

    pub(super) fn place(
        &self,
        table: &Table,
        actor: Actor,
        command: &Command,
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let &Command::Place { seat, wager, amount, medium, proxy, checked } = command else {
            unreachable!("place is given a wager")
        };
        let rules = &self.book.table;
        self.betting(table).map_err(|refusal| match rules.wagers.late {
            Some(late) if refusal.cite == rules.wagers.frozen => Refusal { cite: late, ..refusal },
            _ => refusal,
        })?;
        let found = self.own_seat(table, actor, seat)?;
        let place = self.first_wager(table, wager)?;
        if found.barred {
            return Err(self.no(Reason::Barred));
        }
        self.not_paused(found)?;
        if let (true, Some(cite)) = (proxy, rules.wagers.proxy) {
            return Err(Refusal::new(Reason::ProxyWager, cite));
        }
        if !rules.wagers.media.value.contains(&medium) || medium == Medium::Token && place == Place::Jackpot {
            let cite = match (medium, rules.wagers.oral) {
                (Medium::Oral, Some(oral)) => oral,
                _ => rules.wagers.media.cite,
            };
            return Err(Refusal::new(Reason::MediumNotTaken, cite));
        }
        if !found.stakes[wager].is_zero() {
            let cite = if place == Place::Jackpot {
                self.book.jackpots.one_per_hand
            } else {
                rules.wagers.one_wager
            };
            return Err(Refusal::new(Reason::SpotHasWager, cite));
        }
        if amount <= Money::ZERO {
            return Err(Refusal::new(Reason::AmountNotPositive, self.game.wager[wager].clause));
        }
        if amount > MOST {
            return Err(Refusal::new(Reason::AmountTooLarge, rules.limits.shown));
        }
        if checked && medium != Medium::Token {
            self.in_chips(table, amount)?;
        }
        if place == Place::Jackpot {
            self.jackpot_wager(table, found, wager, amount)?;
        } else if checked {
            self.within_limits(table, found, wager, amount)?;
            self.within_companion(found, wager, amount)?;
            self.within_loss_limit(found, amount)?;
        }
        if checked && place == Place::Jackpot && amount > self.first_range(table, seat, wager).1 {
            self.within_loss_limit(found, amount)?;
        }
        out.say(
            Event::WagerPlaced { seat: seat as u8, wager: wager as u8, amount, medium, checked },
            self.game.wager[wager].clause,
        );
        self.warn_of_limit(table, (seat, wager, amount), out);
        if let Some(token) = rules.wagers.token.filter(|_| medium == Medium::Token) {
            out.say(Event::FactShown, token);
        }
        let others_carry = || table.boxes().iter().any(|seat| !seat.carried.is_zero());
        if let Some(newcomer) = rules.jackpot.newcomer.filter(|_| place == Place::Jackpot && others_carry()) {
            let wagers = table.boxes().iter().filter(|seat| !seat.carried.is_zero()).count() + 1;
            out.say(Event::JackpotCancelled, newcomer);
            out.say(Event::JackpotReRegistered { wagers: wagers as u8, this_round: false }, newcomer);
        }
        Ok(())
    }

    /// Whether the table's chips make an amount. What was found later lay there somehow, and is not asked.
    #[inline(always)]
    pub(super) fn in_chips(&self, table: &Table, amount: Money) -> Result<(), BankedRefusal> {
        let chip = table.sign.as_ref().map_or(Money::from_cents(1), |sign| sign.smallest_chip);
        if chip.cents() == 1 || amount.cents() % chip.cents() == 0 { Ok(()) } else { self.not_in_chips(chip) }
    }

    #[cold]
    fn not_in_chips(&self, chip: Money) -> Result<(), BankedRefusal> {
        Err(Refusal::new(Reason::ChipsCannotMake { chip }, self.book.table.wagers.media.cite))
    }

    fn jackpot_wager(
        &self,
        table: &Table,
        seat: &Seat,
        wager: usize,
        amount: Money,
    ) -> Result<(), BankedRefusal> {
        let cost =
            table.sign.as_ref().and_then(|sign| sign.jackpot.as_ref()).map_or(Money::ZERO, |j| j.wager);
        if amount != cost {
            return Err(Refusal::new(Reason::JackpotCost { cost }, self.book.jackpots.cost));
        }
        self.needs(seat, wager)
    }

    /// Another spot that must hold a wager too.
    fn needs(&self, seat: &Seat, wager: usize) -> Result<(), BankedRefusal> {
        let Some(needs) = &self.game.wager[wager].needs else { return Ok(()) };
        match self.needs_spot[wager] {
            Some(other) if seat.stakes[other].is_zero() => {
                Err(Refusal::new(Reason::NeedsOther { other: needs.value.clone() }, needs.cite))
            }
            _ => Ok(()),
        }
    }

    /// Whether an amount on a spot is within the limits that hold for the player.
    fn within_limits(
        &self,
        table: &Table,
        found: &Seat,
        wager: usize,
        amount: Money,
    ) -> Result<(), BankedRefusal> {
        let limits = &self.book.table.limits;
        let (min, max) = self.limits(table, found, wager);
        if let Some(min) = min.filter(|min| amount < *min) {
            let newcomer = limits.newcomers.filter(|_| table.raised && found.keeps.is_none());
            let cite = newcomer.unwrap_or(limits.under_minimum_before);
            return Err(Refusal::new(Reason::UnderMinimum { min }, cite));
        }
        if let Some(max) = max.filter(|max| amount > *max) {
            return Err(Refusal::new(Reason::OverMaximum { max }, limits.over_maximum_before));
        }
        Ok(())
    }

    /// What is staked in a round may not exceed what the loss limit leaves.
    pub(super) fn within_loss_limit(&self, seat: &Seat, more: Money) -> Result<(), BankedRefusal> {
        let Some((limit, lost)) = seat.patron.loss else { return Ok(()) };
        let staked = seat.at_stake();
        if staked + more > limit - lost {
            let left = (limit - lost - staked).max(Money::ZERO);
            Err(Refusal::new(Reason::OverLossLimit { left }, self.loss_limit()))
        } else {
            Ok(())
        }
    }

    pub(super) fn top_up(
        &self,
        table: &Table,
        actor: Actor,
        (seat, wager, amount): (usize, usize, Money),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        self.betting(table)?;
        let found = self.own_seat(table, actor, seat)?;
        let limits = &self.book.table.limits;
        if self.first_wager(table, wager)? == Place::Jackpot {
            let cost = found.stakes[wager];
            return Err(Refusal::new(Reason::JackpotCost { cost }, self.book.jackpots.cost));
        }
        if found.stakes[wager].is_zero() {
            return Err(self.no(Reason::SpotHasNone));
        }
        self.not_paused(found)?;
        if amount <= Money::ZERO {
            return Err(Refusal::new(Reason::AmountNotPositive, self.game.wager[wager].clause));
        }
        self.in_chips(table, amount)?;
        let raised = found.stakes[wager].checked_add(amount).filter(|raised| *raised <= MOST);
        let Some(raised) = raised else { return Err(Refusal::new(Reason::AmountTooLarge, limits.shown)) };
        self.within_limits(table, found, wager, raised)?;
        self.within_companion(found, wager, raised)?;
        self.within_loss_limit(found, amount)?;
        out.say(
            Event::WagerRaised { seat: seat as u8, wager: wager as u8, amount },
            limits.under_minimum_before,
        );
        self.warn_of_limit(table, (seat, wager, amount), out);
        Ok(())
    }

    pub(super) fn take_back(
        &self,
        table: &Table,
        actor: Actor,
        (seat, wager, amount): (usize, usize, Money),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        self.betting(table)?;
        let found = self.own_seat(table, actor, seat)?;
        let held = found.stakes.get(wager).copied().unwrap_or(Money::ZERO);
        if wager >= self.game.wager.len() || held.is_zero() || amount > held {
            return Err(self.no(Reason::SpotHasNone));
        }
        if amount <= Money::ZERO {
            return Err(Refusal::new(Reason::AmountNotPositive, self.game.wager[wager].clause));
        }
        let limits = &self.book.table.limits;
        if amount < held {
            if self.jackpot == Some(wager) {
                return Err(Refusal::new(Reason::JackpotCost { cost: held }, self.book.jackpots.cost));
            }
            self.in_chips(table, held - amount)?;
            let min = self.limits(table, found, wager).0.unwrap_or(Money::ZERO);
            if held - amount < min {
                return Err(Refusal::new(Reason::UnderMinimum { min }, limits.under_minimum_before));
            }
        }
        if self.jackpot == Some(wager) && !found.carried.is_zero() {
            let carried = table.boxes().iter().filter(|other| !other.carried.is_zero()).count();
            self.return_carried(table, seat, carried - 1, out);
            return Ok(());
        }
        let cite = if amount < held { limits.over_maximum_before } else { limits.under_minimum_before };
        out.say(Event::WagerTakenBack { seat: seat as u8, wager: wager as u8, amount }, cite);
        Ok(())
    }

    /// The wager that this one must equal, where it lies there already: a Blind beside its Ante.
    fn companion(&self, seat: &Seat, wager: usize) -> Option<(&Ruled<String>, Money)> {
        let equals = self.game.wager[wager].equals.as_ref()?;
        let other = seat.stakes[self.equals_spot[wager]?];
        (!other.is_zero()).then_some((equals, other))
    }

    /// What is above the wager that it must equal can never be right beside it. What is below may still be added to, and
    /// which of the two is placed or raised first is the player's to choose.
    fn within_companion(&self, seat: &Seat, wager: usize, amount: Money) -> Result<(), BankedRefusal> {
        match self.companion(seat, wager) {
            Some((equals, other)) if amount > other => {
                Err(Refusal::new(Reason::MustEqual { other: equals.value.clone() }, equals.cite))
            }
            _ => Ok(()),
        }
    }

    /// The clause by which a first wager still lacks its companion: an Ante without the Blind that must equal it, a jackpot
    /// wager without an Ante. The deal waits for it, or for the wager to be given back.
    pub fn unfinished(&self, table: &Table, seat: usize, wager: usize) -> Option<Cite> {
        let found = table.seats.get(seat).filter(|found| found.taken)?;
        let carried = self.jackpot == Some(wager) && !found.carried.is_zero();
        if table.phase != Phase::Betting || carried || wager >= self.game.wager.len() {
            return None;
        }
        self.complete(found, wager).err().map(|refusal| refusal.cite)
    }

    /// Whether a wager has what must lie beside it.
    fn complete(&self, seat: &Seat, wager: usize) -> Result<(), BankedRefusal> {
        if seat.stakes[wager].is_zero() {
            return Ok(());
        }
        self.needs(seat, wager)?;
        let equals = self.game.wager[wager].equals.as_ref().filter(|_| !seat.unchecked);
        let Some(equals) = equals else { return Ok(()) };
        let other = self.equals_spot[wager].unwrap_or(0);
        if seat.stakes[wager] == seat.stakes[other] {
            Ok(())
        } else {
            Err(Refusal::new(Reason::MustEqual { other: equals.value.clone() }, equals.cite))
        }
    }

    pub(super) fn refuse_wager(
        &self,
        table: &Table,
        actor: Actor,
        (seat, wager): (usize, usize),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let found = self.seat(table, seat)?;
        // A wager that lacks its companion is no wager yet: whoever deals gives it back before the cards.
        let cite = match self.unfinished(table, seat, wager).filter(|_| actor.is_staff()) {
            Some(cite) => cite,
            None => self.authority(actor, Act::RefuseWager)?,
        };
        let amount = found.stakes.get(wager).copied().unwrap_or(Money::ZERO);
        if table.phase != Phase::Betting {
            let what = "a wager can be refused before no more bets, not later";
            return Err(Refusal::new(Reason::NotNow { what }, cite));
        }
        if amount.is_zero() || !found.carried.is_zero() && self.jackpot == Some(wager) {
            return Err(Refusal::new(Reason::SpotHasNone, cite));
        }
        out.say(Event::WagerRefused { seat: seat as u8, wager: wager as u8, amount }, cite);
        Ok(())
    }

    pub(super) fn place_for_another(
        &self,
        table: &Table,
        actor: Actor,
        (seat, by): (usize, usize),
        out: &mut impl Out,
    ) -> Result<(), BankedRefusal> {
        let (Some(wager), Some(cite)) = (self.jackpot, self.book.table.jackpot.another_box) else {
            return Err(Refusal::new(Reason::NoSuchWager, self.book.jackpots.one_per_hand));
        };
        self.authority(actor, Act::AllowJackpotOnAnotherBox)?;
        self.betting(table)?;
        self.first_wager(table, wager)?;
        let found = self.seat(table, seat)?;
        let owner = self.seat(table, by)?;
        self.not_paused(owner)?;
        let playing = |seat: &Seat| seat.taken && seat.has_wagers();
        if seat == by || !playing(owner) || !playing(found) {
            let needs = self.game.wager[wager].needs.as_ref().map_or(cite, |needs| needs.cite);
            return Err(Refusal::new(Reason::SeatEmpty, needs));
        }
        if !found.stakes[wager].is_zero() {
            return Err(Refusal::new(Reason::SpotHasWager, self.book.jackpots.one_per_hand));
        }
        let amount =
            table.sign.as_ref().and_then(|sign| sign.jackpot.as_ref()).map_or(Money::ZERO, |j| j.wager);
        self.in_chips(table, amount)?;
        out.say(Event::JackpotPlacedForAnother { seat: seat as u8, by: by as u8, amount }, cite);
        Ok(())
    }

    /// Whether cards are dealt to a box.
    pub(super) fn is_dealt(&self, seat: &Seat) -> bool {
        if !seat.taken {
            return false;
        }
        if self.dealt_on.is_empty() {
            seat.has_wagers()
        } else {
            self.dealt_on.iter().all(|&wager| !seat.stakes[wager].is_zero())
        }
    }

    /// What must hold before the cards: companions, equal wagers, somebody to deal to.
    pub(super) fn ready_to_close(&self, table: &Table) -> Result<(), BankedRefusal> {
        self.betting(table)?;
        let mut anybody = false;
        for seat in table.boxes().iter().filter(|seat| seat.taken && seat.has_wagers()) {
            for wager in 0..self.game.wager.len() {
                let carried = self.jackpot == Some(wager) && !seat.carried.is_zero();
                if !carried {
                    self.complete(seat, wager)?;
                }
            }
            anybody |= self.is_dealt(seat);
        }
        if anybody { Ok(()) } else { Err(Refusal::new(Reason::NobodyWagers, self.game.dealt_on.cite)) }
    }

    pub(super) fn close_betting(&self, table: &Table, cite: Cite, out: &mut impl Out) {
        out.say(Event::BettingClosed, cite);
        let Some(jackpot) = self.jackpot else { return };
        let mut carried = table.boxes().iter().filter(|seat| !seat.carried.is_zero()).count();
        for (at, seat) in table.boxes().iter().enumerate() {
            // A carried wager whose player does not play the next round is treated as a leaver's.
            if !seat.carried.is_zero() && !self.is_dealt(seat) {
                carried -= 1;
                self.return_carried(table, at, carried, out);
            }
        }
        let new = |seat: &&Seat| !seat.stakes[jackpot].is_zero() && seat.carried.is_zero();
        let wagers = table.boxes().iter().filter(new).count();
        if wagers > 0 {
            out.say(Event::JackpotRegistered { wagers: wagers as u8 }, self.book.jackpots.registered);
        }
    }
}

const _: () = assert!(WAGERS <= 8, "settled spots are a bit each of a byte");
