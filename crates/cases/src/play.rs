//! Plays a case through the engine, from the sign to the last award.

use crate::deck::Named;
use crate::file::{CaseError, CaseFile, IrregularityTable, SeatTable, money};
use crate::heard::Heard;
use crate::house::House;
use crate::ruling::{DealerHand, IrregularityLine, JackpotLine, Line, Ruling, SeatRuling};
use crate::{sign, trouble};
use engine::banked::{
    Command, Decision, Denied, Event, Found, Hand, Patron, Phase, Reason, Trouble, Warning,
};
use engine::{Actor, Machine, Moment, Who};
use money::{MicroCents, Money};
use rulebook::{Act, Medium, Place, Rulebook, Ruled, Variant, What};

/// The multiples a decision may name: "3x".
pub(crate) fn multiple(text: &str) -> Option<i64> {
    let digits = text.strip_suffix('x')?;
    (!digits.is_empty() && digits.len() <= 3).then(|| digits.parse().ok())?
}

/// A case being played.
struct Playing<'c, 'b> {
    case: &'c CaseFile,
    book: &'b Rulebook,
    game: &'b Variant,
    house: House<'b>,
    /// The next decision of each seat of the file.
    next: Vec<usize>,
    /// The irregularities not yet ruled on.
    troubles: Vec<(usize, Trouble, &'c IrregularityTable)>,
    rulings: Vec<IrregularityLine>,
    outcome: &'static str,
    dealer: Option<DealerHand>,
    hands: Vec<(usize, String)>,
}

impl CaseFile {
    /// Rules the case.
    ///
    /// # Errors
    /// What breaks the rules or cannot have happened, with its place and its clause.
    pub fn rule(&self, book: &Rulebook) -> Result<Ruling, CaseError> {
        self.rule_hearing(book, &mut Heard::default())
    }

    /// Rules the case and notes what the engine cited, also where it refused.
    pub(crate) fn rule_hearing(&self, book: &Rulebook, heard: &mut Heard) -> Result<Ruling, CaseError> {
        let Some(game) = book.variant(&self.game) else {
            let games: Vec<&str> = book.variants.iter().map(|variant| variant.game.as_str()).collect();
            let what = format!("{} has no game '{}'; it has {}", book.front.id, self.game, games.join(", "));
            let cite = book.table.games.unwrap_or(book.variants[0].clause);
            return Err(CaseError::new("game", what).by(book.label(cite)));
        };
        if self.seat.is_empty() {
            return Err(CaseError::new("seat", "a round needs a seat").by(book.label(game.dealt_on.cite)));
        }
        let mut troubles = Vec::new();
        for (at, table) in self.irregularity.iter().enumerate() {
            troubles.push((at + 1, trouble::trouble(at + 1, table)?, table));
        }
        let mut playing = Playing {
            case: self,
            book,
            game,
            house: House::new(book, game),
            next: vec![0; self.seat.len()],
            troubles,
            rulings: Vec::new(),
            outcome: "settled",
            dealer: None,
            hands: Vec::new(),
        };
        let played = playing.play();
        heard.add(&playing.house.heard);
        played.map(|()| playing.ruling())
    }
}

/// The seat of the file that an error is about.
fn at_seat(seat: &SeatTable) -> String {
    format!("seat {}", seat.number)
}

impl<'b> Playing<'_, 'b> {
    fn play(&mut self) -> Result<(), CaseError> {
        self.open()?;
        self.seats()?;
        self.wagers()?;
        self.deal()?;
        self.decisions()?;
        self.finish()
    }

    fn refused(&self, place: impl Into<String>, refusal: &Denied) -> CaseError {
        CaseError::new(place, refusal.reason.to_string()).by(self.book.label(refusal.cite))
    }

    fn tell(&mut self, place: &str, actor: Actor, command: &Command) -> Result<(), CaseError> {
        let told = self.house.tell(actor, command);
        told.map_err(|refusal| self.refused(place, &refusal))
    }

    fn open(&mut self) -> Result<(), CaseError> {
        let sign = sign::sign(self.book, self.game, &self.case.sign)?;
        let jackpot = sign.jackpot.clone();
        self.tell("sign", Actor::DEALER, &Command::Open(Box::new(sign)))?;
        let (Some(terms), Some(table)) = (jackpot, &self.case.sign.jackpot) else { return Ok(()) };
        let value = match &table.meter {
            Some(text) => sign::meter("sign.jackpot.meter", text)?,
            None => return Err(CaseError::new("sign.jackpot", "the meter is missing")),
        };
        let opened = self.house.open_meter(&terms, value);
        opened.map_err(|refusal| {
            CaseError::new("sign.jackpot", refusal.reason.to_string()).by(self.book.label(refusal.cite))
        })
    }

    fn seats(&mut self) -> Result<(), CaseError> {
        let case = self.case;
        for (at, seat) in case.seat.iter().enumerate() {
            let place = at_seat(seat);
            if seat.number == 0 || seat.number > usize::from(u8::MAX) {
                let clause = self.book.label(self.book.table.seats.cite).to_string();
                return Err(CaseError::new(place, "places are numbered from 1").by(clause));
            }
            if case.seat[..at].iter().any(|other| other.number == seat.number) {
                let clause = self.book.label(self.book.table.wagers.hands.cite).to_string();
                return Err(CaseError::new(place, "this seat stands twice").by(clause));
            }
        }
        // A blind hand needs its player to sit already.
        let (players, blind): (Vec<_>, Vec<_>) =
            case.seat.iter().partition(|seat| seat.blind_hand_of.is_none());
        for seat in players.into_iter().chain(blind) {
            self.sit(seat)?;
        }
        Ok(())
    }

    fn sit(&mut self, seat: &SeatTable) -> Result<(), CaseError> {
        let place = at_seat(seat);
        let patron = self.patron(seat)?;
        let blind_of = match seat.blind_hand_of {
            Some(0) => return Err(CaseError::new(place, "places are numbered from 1")),
            other => other.map(|other| other - 1),
        };
        let at = seat.number - 1;
        let keeps =
            !seat.min.is_empty() && seat.max.is_empty() && self.book.table.limits.grandfathered.is_some();
        if keeps {
            // The minimum was raised at once after this player had sat down.
            let lower = sign::limits(self.game, &place, &seat.min, &seat.max)?;
            self.change_limits(&place, lower, false)?;
        }
        self.tell(&place, Actor::DEALER, &Command::Sit { seat: at, blind_of, patron })?;
        if keeps {
            let limits = sign::limits(self.game, "sign", &self.case.sign.min, &self.case.sign.max)?;
            self.change_limits(&place, limits, true)?;
        }
        for warning in &seat.warned {
            let warning = match warning.as_str() {
                "under-minimum" => Warning::UnderMinimum,
                "cannot-wager" => Warning::CannotWager,
                "short-wager" => Warning::ShortWager,
                other => return Err(CaseError::new(place, format!("'{other}' is no warning"))),
            };
            self.tell(&place, Actor::DEALER, &Command::RecordWarning { seat: at, warning })?;
        }
        if !seat.min.is_empty() || !seat.max.is_empty() {
            let limits = sign::limits(self.game, &place, &seat.min, &seat.max)?;
            if seat.max.is_empty() && self.book.table.limits.grandfathered.is_some() {
                return Ok(());
            }
            let by = self.house.least(Act::AgreeLimits);
            self.tell(&place, by, &Command::AgreeLimits { seat: at, limits: Box::new(limits) })?;
        }
        Ok(())
    }

    fn change_limits(&mut self, place: &str, limits: engine::Limits, at_once: bool) -> Result<(), CaseError> {
        let by = self.house.least(Act::ChangeLimits);
        self.tell(place, by, &Command::ChangeLimits { limits: Box::new(limits), at_once })
    }

    fn patron(&self, seat: &SeatTable) -> Result<Patron, CaseError> {
        let place = at_seat(seat);
        let mut patron = Patron { employee: seat.employee, ..Patron::default() };
        let knows = self.book.table.patrons.is_some();
        let special = seat.loss_limit.is_some() || seat.player_card.is_some() || seat.employee;
        if special && !knows {
            let what = "this book knows no player cards, loss limits or employees' wagers";
            return Err(CaseError::new(place, what).by(self.book.label(self.game.clause)));
        }
        if let Some(limit) = &seat.loss_limit {
            let lost = match seat.net_loss.as_deref() {
                None => Money::ZERO,
                Some(text) => match text.strip_prefix('-') {
                    Some(won) => Money::ZERO - money(&place, won)?,
                    None => money(&place, text)?,
                },
            };
            patron.loss = Some((money(&place, limit)?, lost));
        }
        patron.jackpot_first = seat.order.first().is_some_and(|first| first == "jackpot");
        Ok(patron)
    }

    fn wagers(&mut self) -> Result<(), CaseError> {
        let case = self.case;
        for seat in &case.seat {
            let place = at_seat(seat);
            if let Some((on, amount)) = seat.wagers.iter().find(|(on, _)| self.game.wager(on).is_none()) {
                // A spot that the layout does not have is one too many.
                let place = format!("seat {}, {on}", seat.number);
                let (amount, wager) = (money(&place, amount)?, self.game.wager.len());
                let at = seat.number - 1;
                let command = Command::Place {
                    seat: at,
                    wager,
                    amount,
                    medium: Medium::Chips,
                    proxy: false,
                    checked: false,
                };
                self.tell(&place, Actor::DEALER, &command)?;
            }
            if let Some(on) = seat.tokens.iter().find(|on| self.game.wager(on).is_none()) {
                return Err(CaseError::new(place, format!("{} has no spot '{on}'", self.game.name)));
            }
            for jackpots in [false, true] {
                for (wager, rules) in self.game.wager.iter().enumerate() {
                    let Some(amount) = seat.wagers.get(&rules.on) else { continue };
                    if (rules.place == Place::Jackpot) == jackpots && !(jackpots && seat.jackpot_by.is_some())
                    {
                        self.place(seat, wager, amount)?;
                    }
                }
            }
        }
        for seat in case.seat.iter().filter(|seat| seat.jackpot_by.is_some()) {
            let by = seat.jackpot_by.unwrap_or(1).wrapping_sub(1);
            let actor = self.house.least(Act::AllowJackpotOnAnotherBox);
            let command = Command::PlaceForAnother { seat: seat.number - 1, by };
            self.tell(&at_seat(seat), actor, &command)?;
        }
        for seat in &case.seat {
            self.record_card(seat)?;
        }
        self.tell("wagers", Actor::DEALER, &Command::CallNoMoreBets)
            .map_err(|error| self.name_the_seat(error))?;
        // A box that is not dealt to cannot be in the case.
        for seat in &case.seat {
            let dealt = self.game.dealt_on.value.iter().all(|on| seat.wagers.contains_key(on))
                && !seat.wagers.is_empty();
            if !dealt {
                let what = format!(
                    "without a wager on {} no cards are dealt",
                    self.game.dealt_on.value.join(" and ")
                );
                let clause = self.book.label(self.game.dealt_on.cite).to_string();
                return Err(CaseError::new(at_seat(seat), what).by(clause));
            }
        }
        Ok(())
    }

    /// A refusal of the call is about some seat's wagers: say which.
    fn name_the_seat(&self, error: CaseError) -> CaseError {
        let lacking = |seat: &&SeatTable| {
            self.game.wager.iter().any(|rules| {
                let needs = rules.needs.as_ref().is_some_and(|needs| !seat.wagers.contains_key(&needs.value));
                seat.wagers.contains_key(&rules.on) && needs
            })
        };
        match self.case.seat.iter().find(lacking) {
            Some(seat) => CaseError { place: at_seat(seat), ..error },
            None => error,
        }
    }

    fn place(&mut self, seat: &SeatTable, wager: usize, amount: &str) -> Result<(), CaseError> {
        let on = &self.game.wager[wager].on;
        let place = format!("seat {}, {on}", seat.number);
        let amount = money(&place, amount)?;
        let medium = if seat.tokens.contains(on) { Medium::Token } else { Medium::Chips };
        let command =
            Command::Place { seat: seat.number - 1, wager, amount, medium, proxy: false, checked: false };
        self.tell(&place, Actor::DEALER, &command)
    }

    fn record_card(&mut self, seat: &SeatTable) -> Result<(), CaseError> {
        let place = at_seat(seat);
        match seat.player_card.as_deref() {
            None | Some("own") => return Ok(()),
            Some("none" | "another's") => {}
            Some(other) => return Err(CaseError::new(place, format!("'{other}' is no player card"))),
        }
        let found = match seat.found.as_deref() {
            Some("before") => Found::Before,
            None | Some("during") => Found::During,
            Some("after") => Found::After,
            Some(other) => return Err(CaseError::new(place, format!("found '{other}' is no time"))),
        };
        self.tell(&place, Actor::DEALER, &Command::RecordInvalidCard { seat: seat.number - 1, found })
    }

    fn deal(&mut self) -> Result<(), CaseError> {
        let named = Named::read(self.case, &self.house.machine)?;
        if self.house.table.seats.iter().all(|seat| !seat.has_wagers()) {
            // Every wager went back before the round.
            return Ok(());
        }
        let any: [cards::CardId; 52] =
            std::array::from_fn(|at| cards::CardId::new(at as u8).expect("52 cards"));
        let mut trial: Vec<Ruled<Event>> = Vec::new();
        let machine = &self.house.machine;
        let decided =
            machine.decide(&self.house.table, Actor::DEALER, &Command::Deal(Box::new(any)), &mut trial);
        decided.map_err(|refusal| self.refused("deal", &refusal))?;
        let deck = named.deck(&self.house.machine, &trial);
        self.tell("deal", Actor::DEALER, &Command::Deal(Box::new(deck)))?;
        self.board_is_enough(named.board_cards())?;
        // One blind hand looked at becomes the hand of the seat before anybody decides.
        self.rule_now(|what, table| {
            table.before.is_none() && what == What::BlindHandViewed && table.seats.len() == 1
        })
    }

    /// Every community card that will be shown must be in the file.
    fn board_is_enough(&self, given: usize) -> Result<(), CaseError> {
        if !self.case.irregularity.is_empty() || given >= self.game.board_cards {
            return Ok(());
        }
        let method_b = self.case.sign.method.as_deref() == Some("B");
        let stays = self.book.table.jackpot.folded_hand.value == rulebook::FoldedHandJackpot::StaysEligible;
        let seen = |seat: &SeatTable| {
            let folds = seat.decisions.last().is_some_and(|last| last == "fold");
            let jackpot = seat.wagers.contains_key("jackpot") && (method_b || stays);
            match folds && !jackpot {
                // Every decision but the fold was followed by a card; the river fold saw them all.
                true if self.game.board_cards == 3 => seat.decisions.len() - 1,
                true => 5,
                false => self.game.board_cards,
            }
        };
        let needed = self.case.seat.iter().map(seen).max().unwrap_or(0);
        match given < needed {
            true => {
                let what = format!("{given} cards, where {needed} were shown");
                let shows = self.game.step.iter().rfind(|step| step.what == Some(rulebook::Show::Board));
                let clause =
                    self.book.label(shows.map_or(self.game.settlement, |step| step.clause)).to_string();
                Err(CaseError::new("board", what).by(clause))
            }
            false => Ok(()),
        }
    }

    /// Rules on the irregularities whose time has come.
    fn rule_now(&mut self, due: impl Fn(What, &IrregularityTable) -> bool) -> Result<(), CaseError> {
        let mut at = 0;
        while at < self.troubles.len() {
            let (number, trouble, table) = &self.troubles[at];
            if !due(trouble.what, table) {
                at += 1;
                continue;
            }
            let (number, trouble, table) = (*number, trouble.clone(), *table);
            self.troubles.remove(at);
            self.rule_one(number, trouble, table)?;
        }
        Ok(())
    }

    fn rule_one(
        &mut self,
        number: usize,
        trouble: Trouble,
        table: &IrregularityTable,
    ) -> Result<(), CaseError> {
        let place = format!("irregularity {number}");
        let by = table.by.as_deref().unwrap_or("dealer");
        let Some(role) = self.book.ladder.role(by) else {
            let known: Vec<&str> = self.book.ladder.roles.iter().map(|role| role.id.as_str()).collect();
            let what = format!("the ladder has no role '{by}'; it has {}", known.join(", "));
            return Err(CaseError::new(place, what));
        };
        let actor = Actor { who: Who::Staff(role), at: Moment(0) };
        if self.house.table.phase == Phase::Betting {
            let what = "the round is over already";
            return Err(CaseError::new(place, what).by(self.book.label(self.book.table.round)));
        }
        // Early cards concern each player by what that player has done so far.
        let parts = match (trouble.what, table.undecided.is_empty()) {
            (What::ShownEarly, false) => self.by_having_bet(&trouble),
            _ => vec![trouble],
        };
        for part in parts {
            let from = self.house.said.len();
            self.tell(&place, actor, &Command::Rule(Box::new(part)))?;
            self.note_ruling(from, &table.what, by);
            if self.house.table.phase == Phase::Betting && !table.leaves.is_empty() | !table.joins.is_empty()
            {
                self.between_rounds(&place, table)?;
            }
        }
        Ok(())
    }

    /// Splits an early card by whether the players concerned have made their first later wager.
    fn by_having_bet(&self, trouble: &Trouble) -> Vec<Trouble> {
        let first = self.game.wager.iter().position(|wager| wager.place == Place::Later);
        let all = self.house.table.dealt_areas().filter(|&at| self.house.table.seats[at].hand == Hand::Live);
        let mut parts: [u16; 2] = [0, 0];
        for at in all {
            let bet = first.is_some_and(|first| !self.house.table.seats[at].stakes[first].is_zero());
            parts[usize::from(bet)] |= 1 << at;
        }
        let split = parts.into_iter().filter(|seats| *seats != 0);
        let split: Vec<Trouble> = split.map(|seats| Trouble { seats, ..trouble.clone() }).collect();
        let same = |part: &Trouble| self.house.machine.row_clause(&self.house.table, part);
        match split.as_slice() {
            [one, other] if same(one) == same(other) => vec![trouble.clone()],
            [] => vec![trouble.clone()],
            _ => split,
        }
    }

    fn note_ruling(&mut self, from: usize, what: &str, by: &str) {
        let mut line: Option<IrregularityLine> = None;
        for event in &self.house.said[from..] {
            match &event.value {
                Event::TroubleRuled { ruling, .. } => {
                    use rulebook::Ruling as R;
                    match ruling {
                        R::Misdeal => self.outcome = "misdeal",
                        R::VoidRound | R::Invalidated | R::InvalidatedForfeiting => self.outcome = "void",
                        _ => {}
                    }
                    line = Some(IrregularityLine {
                        what: what.to_string(),
                        ruling: kebab(&format!("{ruling:?}")),
                        by: by.to_string(),
                        clause: self.book.label(event.cite).to_string(),
                        duties: Vec::new(),
                    });
                }
                Event::DutyDue { duty } => {
                    if let Some(line) = &mut line {
                        let duty = kebab(&format!("{duty:?}"));
                        line.duties.push((duty, self.book.label(event.cite).to_string()));
                    }
                }
                _ => {}
            }
        }
        self.rulings.extend(line);
    }

    /// After a misdeal: some leave, others join the jackpot, and the next round begins.
    fn between_rounds(&mut self, place: &str, table: &IrregularityTable) -> Result<(), CaseError> {
        for &seat in &table.leaves {
            self.tell(place, Actor::DEALER, &Command::Leave { seat: seat.wrapping_sub(1) })?;
        }
        let ante = self.game.wager("ante").unwrap_or(0);
        let cost = self
            .house
            .table
            .sign
            .as_ref()
            .and_then(|sign| sign.jackpot.as_ref())
            .map(|jackpot| jackpot.wager);
        for &number in &table.joins {
            let seat = number.wrapping_sub(1);
            if self.house.table.seats.get(seat).is_some_and(|found| !found.taken) {
                let patron = Patron::default();
                self.tell(place, Actor::DEALER, &Command::Sit { seat, blind_of: None, patron })?;
            }
            let (Some(wager), Some(amount)) = (self.house.machine.jackpot_spot(), cost) else { continue };
            let bet = |wager, amount| Command::Place {
                seat,
                wager,
                amount,
                medium: Medium::Chips,
                proxy: false,
                checked: false,
            };
            self.tell(place, Actor::DEALER, &bet(ante, Money::from_cents(100_00)))?;
            self.tell(place, Actor::DEALER, &bet(wager, amount))?;
        }
        Ok(())
    }

    fn decisions(&mut self) -> Result<(), CaseError> {
        while let Phase::Deciding(step) = self.house.table.phase {
            let step = usize::from(step);
            let name = &self.game.step[step].name;
            // Who had decided when a card was shown early decides before it is ruled on.
            let early = self.troubles.iter().find(|(_, _, table)| table.before.as_deref() == Some(name));
            let waiting = early.map(|(_, _, table)| table.undecided.clone());
            if let Some(waiting) = waiting {
                if !waiting.is_empty() {
                    self.decide_all(step, |number| !waiting.contains(&number))?;
                }
                self.rule_now(|_, table| table.before.as_deref() == Some(name))?;
            }
            if self.house.table.phase != Phase::Deciding(step as u8) {
                continue;
            }
            if !self.decide_all(step, |_| true)? {
                // A decision is missing: what went wrong is ruled on now, and play goes on from there.
                self.rule_now(|_, table| table.before.is_none())?;
                if self.house.table.phase != Phase::Deciding(step as u8) {
                    continue;
                }
                self.decide_all(step, |_| true)?;
            }
            self.tell("round", Actor::DEALER, &Command::Proceed)?;
        }
        self.concessions()
    }

    /// Takes the decisions of a step. The answer is no where one is missing and something went wrong.
    fn decide_all(&mut self, step: usize, who: impl Fn(usize) -> bool) -> Result<bool, CaseError> {
        let name = &self.game.step[step].name;
        let mut complete = true;
        for at in 0..self.case.seat.len() {
            let seat = &self.case.seat[at];
            let table = |this: &Self| {
                let found = &this.house.table.seats[seat.number - 1];
                found.hand == Hand::Live && !found.decided
            };
            while table(self) && who(seat.number) {
                let Some(text) = seat.decisions.get(self.next[at]) else {
                    if self.troubles.iter().any(|(_, _, table)| table.before.is_none()) {
                        complete = false;
                        break;
                    }
                    let what = format!("the decision at {name} is missing");
                    let hands = self.book.table.wagers.hands.cite;
                    let blind = self.house.table.seats[seat.number - 1].blind_of.is_some();
                    let cite = if blind { hands } else { self.game.step[step].clause };
                    return Err(CaseError::new(at_seat(seat), what).by(self.book.label(cite)));
                };
                self.next[at] += 1;
                self.decide(seat, text, step)?;
            }
        }
        Ok(complete)
    }

    fn decide(&mut self, seat: &SeatTable, text: &str, step: usize) -> Result<(), CaseError> {
        let place = format!("seat {}, {}", seat.number, self.game.step[step].name);
        let ante = self
            .game
            .wager("ante")
            .map_or(Money::ZERO, |ante| self.house.table.seats[seat.number - 1].stakes[ante]);
        let decision = decision(self.game, step, ante, text).map_err(|what| {
            let clause = self.book.label(self.game.step[step].clause).to_string();
            CaseError::new(&place, what).by(clause)
        })?;
        let filled = self.game.step[step].wager.as_ref();
        let token = filled.is_some_and(|on| seat.tokens.contains(on));
        let decision = match decision {
            Decision::Bet { amount, checked, .. } => Decision::Bet { amount, checked, token },
            other => other,
        };
        let command = Command::Decide { seat: seat.number - 1, decision };
        let told = self.house.tell(Actor::DEALER, &command);
        match (told, decision) {
            // The limit was passed with chips that nobody knew of: the wager stands as it was found.
            (Err(refusal), Decision::Bet { amount, .. })
                if matches!(refusal.reason, Reason::OverLossLimit { .. }) =>
            {
                let decision = Decision::Bet { amount, checked: false, token };
                self.tell(&place, Actor::DEALER, &Command::Decide { seat: seat.number - 1, decision })
            }
            (Err(refusal), _) => Err(self.refused(place, &refusal)),
            (Ok(()), _) => Ok(()),
        }
    }

    /// What is left of the decisions: giving up at settlement, or something that cannot have happened.
    fn concessions(&mut self) -> Result<(), CaseError> {
        if self.house.table.phase != Phase::Showdown {
            return Ok(());
        }
        for at in 0..self.case.seat.len() {
            let seat = &self.case.seat[at];
            let Some(text) = seat.decisions.get(self.next[at]) else { continue };
            let place = at_seat(seat);
            if text == "concede" {
                self.next[at] += 1;
                let command = Command::Decide { seat: seat.number - 1, decision: Decision::Concede };
                self.tell(&place, Actor::DEALER, &command)?;
                continue;
            }
            let found = &self.house.table.seats[seat.number - 1];
            let gone = !matches!(found.hand, Hand::Live);
            let mut steps = self.game.step.iter().filter(|step| step.kind == rulebook::StepKind::Decide);
            let last = self.game.step.iter().rfind(|step| step.kind == rulebook::StepKind::Decide);
            let step = steps.nth(self.next[at]).or(last);
            let without_ante = !seat.wagers.contains_key("ante");
            let own = match step {
                Some(step) if without_ante => step.stake.as_ref().map_or(step.clause, |stake| stake.clause),
                Some(step) => step.clause,
                None => self.game.settlement,
            };
            let folded = self.book.table.wagers.fold_final.or(self.folded_cite());
            let cite = folded.filter(|_| gone).unwrap_or(own);
            let what = match gone {
                true => format!("'{text}' after the hand was given up"),
                false => format!("'{text}', and there is nothing more to decide"),
            };
            if !seat.decisions.is_empty() && self.case.irregularity.is_empty() {
                return Err(CaseError::new(place, what).by(self.book.label(cite)));
            }
        }
        Ok(())
    }

    /// The clause by which a folded hand is out.
    fn folded_cite(&self) -> Option<rulebook::Cite> {
        self.house.said.iter().rev().find_map(|event| match event.value {
            Event::Decided { decision: Decision::Fold | Decision::FoldAnte, .. } => Some(event.cite),
            _ => None,
        })
    }

    fn finish(&mut self) -> Result<(), CaseError> {
        self.rule_now(|_, _| true)?;
        if self.house.table.phase == Phase::Showdown {
            self.tell("settlement", Actor::DEALER, &Command::Settle)?;
        }
        self.note_hands();
        Ok(())
    }

    /// The hands in words, as the engine declared them.
    fn note_hands(&mut self) {
        let order = self.game.order(0);
        let mut hands = Vec::new();
        for event in &self.house.said {
            match &event.value {
                Event::HandDeclared { seat: Some(seat), order: 0, rank } => {
                    hands.push((usize::from(*seat), order.words(*rank)));
                }
                Event::DealerQualified { rank, qualifies } => {
                    self.dealer = Some(DealerHand { hand: order.words(*rank), qualifies: *qualifies });
                }
                _ => {}
            }
        }
        self.hands = hands;
    }

    fn ruling(self) -> Ruling {
        let mut seats = Vec::new();
        for seat in &self.case.seat {
            seats.push(self.seat_ruling(seat.number));
        }
        let jackpot = self.jackpot_line();
        let Playing { outcome, dealer, rulings, .. } = self;
        Ruling { outcome, dealer, seats, jackpot, irregularities: rulings }
    }

    fn seat_ruling(&self, number: usize) -> SeatRuling {
        let mut lines: Vec<(usize, Line)> = Vec::new();
        let mut also: Vec<(usize, rulebook::Cite)> = Vec::new();
        let mine = |seat: u8| usize::from(seat) + 1 == number;
        for event in &self.house.said {
            match &event.value {
                Event::StakeAdjusted { seat, wager, .. }
                | Event::PayLineApplied { seat, wager, .. }
                | Event::PaymentRounded { seat, wager }
                | Event::PaymentCapped { seat, wager }
                | Event::TokenKept { seat, wager }
                | Event::WinningsWithheld { seat, wager }
                    if mine(*seat) =>
                {
                    also.push((usize::from(*wager), event.cite));
                }
                Event::JackpotHit { seat, .. } if mine(*seat) => {
                    also.extend(self.house.machine.jackpot_spot().map(|wager| (wager, event.cite)));
                }
                Event::WagerTakenBack { seat, wager, amount } if mine(*seat) => {
                    // Carried, and then given back to a player who left.
                    if let Some((_, line)) = lines.iter_mut().find(|(on, _)| *on == usize::from(*wager)) {
                        line.result = "returned";
                        line.returned = *amount;
                        line.clause = self.book.label(event.cite).to_string();
                        line.also = self.also(event.cite, std::iter::empty());
                    }
                }
                Event::WagerSettled { seat, wager, staked, result, paid, returned } if mine(*seat) => {
                    let wager = usize::from(*wager);
                    lines.push((
                        wager,
                        Line {
                            on: self.game.wager[wager].on.clone(),
                            staked: *staked,
                            result: result.word(),
                            paid: *paid,
                            returned: *returned,
                            clause: self.book.label(event.cite).to_string(),
                            also: self.also(
                                event.cite,
                                also.iter().filter(|(on, _)| *on == wager).map(|(_, cite)| *cite),
                            ),
                            reading: self.reading(event.cite),
                        },
                    ));
                }
                _ => {}
            }
        }
        lines.sort_by_key(|(wager, _)| *wager);
        let lines: Vec<Line> = lines.into_iter().map(|(_, line)| line).collect();
        let net = lines.iter().map(|line| line.paid + line.returned - line.staked).sum();
        let hand = self.hands.iter().find(|(seat, _)| *seat + 1 == number).map(|(_, hand)| hand.clone());
        SeatRuling { seat: number, hand: hand.unwrap_or_else(|| self.unsettled_hand(number)), net, lines }
    }

    /// A hand that did not come to settlement, as far as it can be named.
    fn unsettled_hand(&self, number: usize) -> String {
        let Some(seat) = self.case.seat.iter().find(|seat| seat.number == number) else {
            return String::new();
        };
        let Ok(own) = cards::parse_cards(seat.cards.as_deref().unwrap_or_default()) else {
            return String::new();
        };
        let board = self
            .case
            .board
            .as_ref()
            .map_or_else(Vec::new, |board| cards::parse_cards(&board.cards).unwrap_or_default());
        let all: cards::CardSet = own.into_iter().chain(board).collect();
        let order = self.game.order(0);
        match order.accepts(all) {
            Ok(()) => order.words(order.rank(all)),
            Err(_) => String::new(),
        }
    }

    fn also(&self, cite: rulebook::Cite, besides: impl Iterator<Item = rulebook::Cite>) -> Vec<String> {
        let citation = self.book.citation(cite);
        let mut labels: Vec<String> = Vec::new();
        let mut push = |clause: rulebook::ClauseId| {
            let label = &self.book.register.get(clause).label;
            if clause != citation.clause && !labels.contains(label) {
                labels.push(label.clone());
            }
        };
        citation.also.iter().copied().for_each(&mut push);
        for cite in besides {
            let other = self.book.citation(cite);
            push(other.clause);
            other.also.iter().copied().for_each(&mut push);
        }
        labels
    }

    fn reading(&self, cite: rulebook::Cite) -> Option<String> {
        self.book.citation(cite).reading.map(|reading| self.book.reading(reading).name.clone())
    }

    fn jackpot_line(&self) -> Option<JackpotLine> {
        let meter = self.house.state.meters.first()?;
        let before = sign::meter("", self.case.sign.jackpot.as_ref()?.meter.as_deref()?).ok()?;
        let none = MicroCents::from_micro_cents(0);
        let (paid, reseeded, house) = match &self.house.award {
            Some(award) => (award.drawn, award.reseeded, award.house),
            None => (none, none, none),
        };
        let after = meter.value;
        let contributed =
            after.micro_cents() - reseeded.micro_cents() + paid.micro_cents() - before.micro_cents();
        let contributed = MicroCents::from_micro_cents(contributed);
        Some(JackpotLine { before, contributed, paid, reseeded, house, after })
    }
}

/// A decision as files write it.
pub(crate) fn decision(game: &Variant, step: usize, ante: Money, text: &str) -> Result<Decision, String> {
    let rule = game.step[step].stake.as_ref();
    let times = |multiple: i64| Money::from_cents(ante.cents().saturating_mul(multiple));
    let amount = |text: &str| {
        let parsed: Result<Money, _> = text.parse();
        parsed.map_err(|error| format!("'{text}' is no amount of money: {error}"))
    };
    let streets = rule.is_some_and(|rule| rule.to > rule.from);
    let by_sign = rule.is_some_and(|rule| rule.sign_stage.is_some());
    let one = rule.map_or(1, |rule| i64::from(rule.from));
    let three_card = game.wager("pair-plus").is_some();
    let checked = |multiple| Decision::Bet { amount: times(multiple), checked: true, token: false };
    if let Some(found) = text.strip_prefix("bet=").or_else(|| text.strip_prefix("play=")) {
        return Ok(Decision::Bet { amount: amount(found)?, checked: false, token: false });
    }
    match text {
        "check" => Ok(Decision::Check),
        "fold" => Ok(Decision::Fold),
        "fold ante" => Ok(Decision::FoldAnte),
        "cannot" => Ok(Decision::Cannot),
        "absent" => Ok(Decision::Absent),
        "concede" => Ok(Decision::Concede),
        "bet" if !streets && !by_sign && !three_card => Ok(checked(one)),
        "play" if three_card => Ok(checked(one)),
        _ => {
            let number = match text.strip_prefix("bet ") {
                Some(rest) if by_sign => multiple(rest),
                None if streets => multiple(text),
                _ => None,
            };
            number.map(checked).ok_or_else(|| format!("'{text}' is no decision of {}", game.name))
        }
    }
}

/// "VoidHands" as files write it: "void-hands".
pub(crate) fn kebab(name: &str) -> String {
    let mut text = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
