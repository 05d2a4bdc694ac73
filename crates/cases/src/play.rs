//! Plays a case through the engine, from the sign to the last award.

use crate::cited_clauses::CitedClauses;
use crate::deck::NamedCards;
use crate::file::{CaseError, CaseFile, IrregularityTable, SeatTable, money};
use crate::ruling::{DealerHand, IrregularityLine, Ruling};
use crate::table_and_meter::TableAndMeter;
use crate::{irregularities, sign, vocabulary};
use engine::banked::{BankedRefusal, Command, Event, FoundWhen, IrregularityReport, Patron, Phase, Warning};
use engine::{Actor, Machine};
use money::Money;
use rulebook::{Act, IrregularityKind, Medium, Place, Rulebook, Ruled, Variant};

/// A case being played.
pub(crate) struct RoundRun<'c, 'b> {
    pub(crate) case: &'c CaseFile,
    pub(crate) book: &'b Rulebook,
    pub(crate) game: &'b Variant,
    pub(crate) house: TableAndMeter<'b>,
    /// The next decision of each seat of the file.
    pub(crate) next: Vec<usize>,
    /// The irregularities not yet ruled on.
    pub(crate) irregularities: Vec<(usize, IrregularityReport, &'c IrregularityTable)>,
    pub(crate) rulings: Vec<IrregularityLine>,
    /// Community cards in the file.
    pub(crate) given: usize,
    pub(crate) outcome: &'static str,
    pub(crate) dealer: Option<DealerHand>,
    pub(crate) hands: Vec<(usize, String)>,
}

impl CaseFile {
    /// Rules the case.
    ///
    /// # Errors
    /// What breaks the rules or cannot have happened, with its place and its clause.
    pub fn rule(&self, book: &Rulebook) -> Result<Ruling, CaseError> {
        self.rule_hearing(book, &mut CitedClauses::default())
    }

    /// Rules the case and notes what the engine cited, also where it refused.
    pub(crate) fn rule_hearing(
        &self,
        book: &Rulebook,
        heard: &mut CitedClauses,
    ) -> Result<Ruling, CaseError> {
        if let Some(error) = &self.unreadable {
            return Err(error.clone());
        }
        if self.is_script() {
            return Err(CaseError::new("step", "a file is a round or a script, not both"));
        }
        let Some(game) = book.variant(&self.game) else {
            let games: Vec<&str> = book.variants.iter().map(|variant| variant.game.as_str()).collect();
            let what = format!("{} has no game '{}'; it has {}", book.front.id, self.game, games.join(", "));
            let cite = book.table.games.unwrap_or(book.variants[0].clause);
            return Err(CaseError::new("game", what).by(book.label(cite)));
        };
        if self.seat.is_empty() {
            return Err(
                CaseError::new("seat", "a round needs at least one seat").by(book.label(game.dealt_on.cite))
            );
        }
        let mut irregularities = Vec::new();
        for (at, table) in self.irregularities.iter().enumerate() {
            let place = format!("irregularity {}", at + 1);
            let report = irregularities::report(&place, table)?;
            irregularities.push((at + 1, irregularities::with_spot(&place, game, (report, table))?, table));
        }
        self.book_words_known(book, game)?;
        let mut playing = RoundRun {
            case: self,
            book,
            game,
            house: TableAndMeter::new(book, game),
            next: vec![0; self.seat.len()],
            irregularities,
            rulings: Vec::new(),
            given: 0,
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
pub(crate) fn at_seat(seat: &SeatTable) -> String {
    format!("seat {}", seat.number)
}

impl<'b> RoundRun<'_, 'b> {
    pub(crate) fn play(&mut self) -> Result<(), CaseError> {
        self.open()?;
        self.seats()?;
        self.earlier()?;
        self.wagers()?;
        self.deal()?;
        self.decisions()?;
        self.finish()?;
        self.board_is_enough()?;
        match self.house.fault.take() {
            // The meter would not have what the table accepted: say so rather than leave a wager out.
            Some(fault) => Err(CaseError::new("jackpot", fault.what).by(self.book.label(fault.cite))),
            None => Ok(()),
        }
    }

    pub(crate) fn refused(&self, place: impl Into<String>, refusal: &BankedRefusal) -> CaseError {
        CaseError::new(place, refusal.reason.to_string()).by(self.book.label(refusal.cite))
    }

    pub(crate) fn tell(&mut self, place: &str, actor: Actor, command: &Command) -> Result<(), CaseError> {
        let told = self.house.tell(actor, command);
        told.map_err(|refusal| self.refused(place, &refusal))
    }

    pub(crate) fn open(&mut self) -> Result<(), CaseError> {
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

    pub(crate) fn seats(&mut self) -> Result<(), CaseError> {
        let case = self.case;
        for (at, seat) in case.seat.iter().enumerate() {
            let place = at_seat(seat);
            if seat.number == 0 || seat.number > usize::from(u8::MAX) {
                let clause = self.book.label(self.book.table.seats.cite).to_string();
                return Err(CaseError::new(place, "places are numbered from 1").by(clause));
            }
            if case.seat[..at].iter().any(|other| other.number == seat.number) {
                let clause = self.book.label(self.book.table.wagers.hands.cite).to_string();
                return Err(CaseError::new(place, "this seat appears twice").by(clause));
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

    pub(crate) fn sit(&mut self, seat: &SeatTable) -> Result<(), CaseError> {
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
            let warning = match vocabulary::word(&place, "warned", warning, &vocabulary::WARNINGS)? {
                "under-minimum" => Warning::UnderMinimum,
                "cannot-wager" => Warning::CannotWager,
                "loss-limit" => Warning::LossLimit,
                _ => Warning::ShortWager,
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

    pub(crate) fn change_limits(
        &mut self,
        place: &str,
        limits: engine::Limits,
        at_once: bool,
    ) -> Result<(), CaseError> {
        let by = self.house.least(Act::ChangeLimits);
        self.tell(place, by, &Command::ChangeLimits { limits: Box::new(limits), at_once })
    }

    pub(crate) fn patron(&self, seat: &SeatTable) -> Result<Patron, CaseError> {
        let place = at_seat(seat);
        let mut patron = Patron { employee: seat.employee, ..Patron::default() };
        let knows = self.book.table.patrons.is_some();
        let special = seat.loss_limit.is_some() || seat.player_card.is_some() || seat.employee;
        if special && !knows {
            let what = "this book has no player cards, loss limits or employees' wagers";
            return Err(CaseError::new(place, what).by(self.book.label(self.game.clause)));
        }
        if seat.net_loss.is_some() && seat.loss_limit.is_none() {
            return Err(CaseError::new(place, "a net loss matters only with a loss limit"));
        }
        if let Some(on) = seat.order.iter().find(|on| !seat.wagers.contains_key(*on)) {
            return Err(CaseError::new(place, format!("order: there is no wager on '{on}'")));
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

    pub(crate) fn wagers(&mut self) -> Result<(), CaseError> {
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
            let later =
                |on: &str| self.game.wager(on).is_some_and(|at| self.game.wager[at].place == Place::Later);
            if let Some(on) = seat.tokens.iter().find(|on| !seat.wagers.contains_key(*on) && !later(on)) {
                return Err(CaseError::new(place, format!("tokens: there is no wager on '{on}'")));
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
            self.jackpot_costs(seat)?;
            let actor = self.house.least(Act::AllowJackpotOnAnotherBox);
            let command = Command::PlaceForAnother { seat: seat.number - 1, by };
            self.tell(&at_seat(seat), actor, &command)?;
        }
        for seat in &case.seat {
            self.record_card(seat)?;
        }
        if case.seat.iter().all(SeatTable::is_out) {
            // Every wager went back before the round.
            return Ok(());
        }
        self.tell("wagers", Actor::DEALER, &Command::CallNoMoreBets)
            .map_err(|error| self.name_the_seat(error))?;
        // A box that is not dealt to cannot be in the case.
        for seat in case.seat.iter().filter(|seat| !seat.is_out()) {
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

    /// A jackpot wager has one price, whoever lays it.
    fn jackpot_costs(&self, seat: &SeatTable) -> Result<(), CaseError> {
        let place = format!("seat {}, jackpot", seat.number);
        let amount = money(&place, seat.wagers.get("jackpot").map_or("", String::as_str))?;
        let sign = self.house.table.sign.as_ref();
        match sign.and_then(|sign| sign.jackpot.as_ref()).map(|jackpot| jackpot.wager) {
            Some(cost) if cost != amount => {
                let reason = engine::banked::Reason::JackpotCost { cost };
                let clause = self.book.label(self.book.jackpots.cost);
                Err(CaseError::new(place, reason.to_string()).by(clause))
            }
            _ => Ok(()),
        }
    }

    /// A refusal of the call is about some seat's wagers: say which.
    pub(crate) fn name_the_seat(&self, error: CaseError) -> CaseError {
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

    pub(crate) fn place(&mut self, seat: &SeatTable, wager: usize, amount: &str) -> Result<(), CaseError> {
        let on = &self.game.wager[wager].on;
        let place = format!("seat {}, {on}", seat.number);
        let amount = money(&place, amount)?;
        let medium = if seat.tokens.contains(on) { Medium::Token } else { Medium::Chips };
        let command =
            Command::Place { seat: seat.number - 1, wager, amount, medium, proxy: false, checked: false };
        self.tell(&place, Actor::DEALER, &command)
    }

    pub(crate) fn record_card(&mut self, seat: &SeatTable) -> Result<(), CaseError> {
        let place = at_seat(seat);
        match seat.player_card.as_deref() {
            None | Some("own") => return Ok(()),
            Some("none" | "another's") => {}
            Some(other) => return Err(CaseError::new(place, format!("'{other}' is not a player card"))),
        }
        let found = match seat.found.as_deref() {
            Some("before") => FoundWhen::Before,
            None | Some("during") => FoundWhen::During,
            Some("after") => FoundWhen::After,
            Some(other) => {
                return Err(CaseError::new(
                    place,
                    format!("found: '{other}' is not before, during or after"),
                ));
            }
        };
        self.tell(&place, Actor::DEALER, &Command::RecordInvalidCard { seat: seat.number - 1, found })
    }

    pub(crate) fn deal(&mut self) -> Result<(), CaseError> {
        let named = NamedCards::read(self.case, &self.house.machine)?;
        if self.house.table.seats.iter().all(|seat| !seat.has_wagers()) {
            // Every wager went back before the round.
            return Ok(());
        }
        let any: [cards::CardId; 52] =
            std::array::from_fn(|at| cards::CardId::new(at as u8).expect("52 cards"));
        let mut trial: Vec<Ruled<Event>> = Vec::new();
        let machine = &self.house.machine;
        let decided = machine.decide(
            &self.house.table,
            Actor::DEALER,
            &Command::Deal(engine::Hidden::boxed(any)),
            &mut trial,
        );
        decided.map_err(|refusal| self.refused("deal", &refusal))?;
        let deck = named.deck(&self.house.machine, &trial);
        self.tell("deal", Actor::DEALER, &Command::Deal(engine::Hidden::boxed(deck)))?;
        self.given = named.board_cards();
        // One blind hand looked at becomes the hand of the seat before anybody decides.
        self.rule_now(|what, table| {
            table.before.is_none() && what == IrregularityKind::BlindHandViewed && table.seats.len() == 1
        })
    }

    /// Every community card that was shown must be in the file.
    pub(crate) fn board_is_enough(&self) -> Result<(), CaseError> {
        let mut shown = 0;
        for event in &self.house.said {
            let Event::BoardShown { cards } = event.value else { continue };
            shown += usize::from(cards);
            if shown > self.given && self.case.irregularities.is_empty() {
                let what = format!("{} cards, but {shown} were shown", self.given);
                return Err(CaseError::new("board", what).by(self.book.label(event.cite)));
            }
        }
        Ok(())
    }

    pub(crate) fn finish(&mut self) -> Result<(), CaseError> {
        self.rule_now(|_, _| true)?;
        if self.house.table.phase == Phase::Showdown {
            self.tell("settlement", Actor::DEALER, &Command::Settle)?;
        }
        self.note_hands();
        Ok(())
    }
}
