//! Plays a thrown round through the engine, from the sign to the last award, and puts its answer in the words of the
//! naive one. The same steps that a case file takes, without the file.

use crate::live::Reader;
use crate::naive::{self, Answer, Card, Line, Meter, Round, Seat};
use crate::rounds::{Pair, Thrown};
use cards::{CardId, Rank, Suit};
use cases::TableAndMeter;
use engine::banked::{BankedRefusal, Command, Decision, Event, Hand, Patron, Phase, Reason, Warning};
use engine::{Actor, Limits, Machine, Method, Sign, SignJackpot, WAGERS, jackpot};
use money::{MicroCents, Money, Rate};
use rulebook::{Device, Medium, Place, Rulebook, Ruled, Variant};
use std::collections::BTreeMap;

/// A house that plays one round after another, each at a table opened for it.
#[derive(Debug)]
pub struct Bridge<'b> {
    pair: Pair,
    book: &'b Rulebook,
    game: &'b Variant,
    pub(crate) house: TableAndMeter<'b>,
    ante: usize,
    /// What a deal from any deck would do: kept for its room.
    trial: Vec<Ruled<Event>>,
    /// Who reads the cards where a human dealer deals.
    pub(crate) reader: Option<Reader>,
}

impl<'b> Bridge<'b> {
    /// A house for a game of the book.
    pub fn new(pair: Pair, book: &'b Rulebook) -> Bridge<'b> {
        let game = pair.game(book);
        let ante = game.wager("ante").expect("every game here has an Ante");
        Bridge {
            pair,
            book,
            game,
            house: TableAndMeter::new(book, game),
            ante,
            trial: Vec::new(),
            reader: None,
        }
    }

    /// The book that it plays by.
    pub fn book(&self) -> &'b Rulebook {
        self.book
    }

    /// Plays a round; the error is a refusal, which no legal round should meet.
    ///
    /// # Errors
    /// What was refused, and why.
    pub fn play(&mut self, thrown: &Thrown) -> Result<Answer, String> {
        self.reader = None;
        self.play_round(thrown)
    }

    /// All that the table said in the last round, with its clauses.
    pub fn said(&self) -> &[Ruled<Event>] {
        &self.house.said
    }

    pub(crate) fn play_round(&mut self, thrown: &Thrown) -> Result<Answer, String> {
        // Opening it clears the rest.
        self.house.table.phase = Phase::Closed;
        self.house.state = jackpot::State::default();
        self.house.said.clear();
        self.house.award = None;
        let round = &thrown.round;
        self.open(thrown)?;
        for seat in &round.seats {
            self.sit(seat)?;
        }
        self.tell("no more bets", Actor::DEALER, &Command::CallNoMoreBets)?;
        let deck = self.deck(round)?;
        if self.reader.is_some() {
            self.deal_live(deck)?
        } else {
            self.tell("deal", Actor::DEALER, &Command::Deal(engine::Hidden::boxed(deck)))?
        }
        self.decisions(round)?;
        if self.reader.is_some() {
            self.settle_live()?
        } else {
            self.tell("settle", Actor::DEALER, &Command::Settle)?
        }
        match self.house.table.phase {
            Phase::Betting => Ok(self.answer(round)),
            phase => Err(format!("after settlement the table is at {phase:?}")),
        }
    }

    pub(crate) fn tell(&mut self, what: &str, actor: Actor, command: &Command) -> Result<(), String> {
        self.house.tell(actor, command).map_err(|refusal| self.refused(what, &refusal))
    }

    pub(crate) fn refused(&self, what: &str, refusal: &BankedRefusal) -> String {
        format!("{what}: {} [{}]", refusal.reason, self.book.label(refusal.cite))
    }

    fn open(&mut self, thrown: &Thrown) -> Result<(), String> {
        let sign = engine_sign(self.pair, self.book, &thrown.round.sign, thrown.shuffler);
        let terms = sign.jackpot.clone();
        self.tell("open", Actor::DEALER, &Command::Open(Box::new(sign)))?;
        if let (Some(terms), Some(jackpot)) = (terms, &thrown.round.sign.jackpot) {
            let value = MicroCents::from_micro_cents(jackpot.meter);
            self.house.open_meter(&terms, value).map_err(|refusal| format!("meter: {}", refusal.reason))?;
        }
        Ok(())
    }

    fn sit(&mut self, from: &Seat) -> Result<(), String> {
        let seat = usize::from(from.number) - 1;
        let loss = from.loss_limit.map(|(limit, lost)| (Money::from_cents(limit), Money::from_cents(lost)));
        let patron = Patron { loss, ..Patron::default() };
        self.tell("sit", Actor::DEALER, &Command::Sit { seat, blind_of: None, patron })?;
        let warned =
            [(from.warned_under_minimum, Warning::UnderMinimum), (from.warned_short, Warning::ShortWager)];
        for (_, warning) in warned.into_iter().filter(|(given, _)| *given) {
            self.tell("warn", Actor::DEALER, &Command::RecordWarning { seat, warning })?;
        }
        // A jackpot wager wants its Ante first.
        for jackpots in [false, true] {
            for (on, cents) in &from.wagers {
                let wager = self.game.wager(on).expect("a spot of the game");
                if (self.game.wager[wager].place == Place::Jackpot) != jackpots {
                    continue;
                }
                let medium = if from.tokens.contains(on) { Medium::Token } else { Medium::Chips };
                let amount = Money::from_cents(*cents);
                let place = Command::Place { seat, wager, amount, medium, proxy: false, checked: false };
                self.tell(on, Actor::DEALER, &place)?;
            }
        }
        Ok(())
    }

    /// The deck in the order in which the deal will take its cards.
    fn deck(&mut self, round: &Round) -> Result<[CardId; 52], String> {
        let any: [CardId; 52] = std::array::from_fn(|at| CardId::new(at as u8).expect("52 cards"));
        self.trial.clear();
        let deal = Command::Deal(engine::Hidden::boxed(any));
        let TableAndMeter { machine, table, .. } = &self.house;
        let tried = machine.decide(table, Actor::DEALER, &deal, &mut self.trial);
        tried.map_err(|refusal| self.refused("deal", &refusal))?;
        let mut places = [None; 52];
        let mut taken = 0;
        let mut put = |cards: &mut std::slice::Iter<'_, Card>, count: u8| {
            for _ in 0..count {
                places[taken] = cards.next().map(|&card| id(card));
                taken += 1;
            }
        };
        let mut own: Vec<_> = round.seats.iter().map(|seat| (seat.number - 1, seat.cards.iter())).collect();
        let (mut dealer, mut board) = (round.dealer.iter(), round.board.iter());
        let mut shared = round.jackpot_cards.iter();
        for event in &self.trial {
            match event.value {
                Event::HandDealt { seat, cards } => {
                    let hand = own.iter_mut().find(|(at, _)| *at == seat).expect("a box of the round");
                    put(&mut hand.1, cards);
                }
                Event::DealerDealt { cards } => put(&mut dealer, cards),
                Event::BoardDealt { cards } => put(&mut board, cards),
                Event::JackpotCardsDealt { cards } => put(&mut shared, cards),
                Event::CardBurnt => put(&mut [].iter(), 1),
                _ => {}
            }
        }
        // Where the board is dealt street by street it comes next.
        let rest = board.len() as u8;
        put(&mut board, rest);
        let named = places.iter().flatten().fold(0u64, |named, id| named | 1 << id.number());
        let mut others = any.iter().filter(|id| named & 1 << id.number() == 0);
        Ok(places.map(|place| place.unwrap_or_else(|| *others.next().expect("52 cards in all"))))
    }

    fn decisions(&mut self, round: &Round) -> Result<(), String> {
        let mut next = vec![0; round.seats.len()];
        while let Phase::Deciding(step) = self.house.table.phase {
            for (from, next) in round.seats.iter().zip(&mut next) {
                let seat = usize::from(from.number) - 1;
                let found = &self.house.table.seats[seat];
                if found.hand == Hand::Live && !found.decided {
                    let word = from.decisions.get(*next).ok_or("a decision is missing")?;
                    *next += 1;
                    self.decide(from, seat, usize::from(step), word)?;
                    self.read_some()?;
                }
            }
            self.tell("proceed", Actor::DEALER, &Command::Proceed)?;
        }
        if round.seats.iter().zip(&next).all(|(seat, next)| seat.decisions.len() == *next) {
            Ok(())
        } else {
            Err("there are more decisions than there was to decide".into())
        }
    }

    fn decide(&mut self, from: &Seat, seat: usize, step: usize, word: &str) -> Result<(), String> {
        let ante = self.house.table.seats[seat].stakes[self.ante].cents();
        let rules = &self.game.step[step];
        let token = rules.wager.as_ref().is_some_and(|on| from.tokens.contains(on));
        let bet = |cents, checked| Decision::Bet { amount: Money::from_cents(cents), checked, token };
        let decision = match word {
            "check" => Decision::Check,
            "fold" => Decision::Fold,
            "fold ante" => Decision::FoldAnte,
            "absent" => Decision::Absent,
            "bet" | "play" => bet(ante * i64::from(rules.stake.as_ref().map_or(1, |stake| stake.from)), true),
            _ => match word.split_once('=') {
                Some((_, amount)) => bet(amount.parse::<Money>().expect("an amount").cents(), false),
                None => {
                    let times = word.trim_start_matches("bet ").trim_end_matches('x');
                    bet(ante * times.parse::<i64>().expect("a multiple"), true)
                }
            },
        };
        let told = self.house.tell(Actor::DEALER, &Command::Decide { seat, decision });
        match (told, decision) {
            // The limit was passed with chips that nobody knew of: the wager stands as it was found.
            (Err(refusal), Decision::Bet { amount, .. })
                if matches!(refusal.reason, Reason::OverLossLimit { .. }) =>
            {
                let decision = Decision::Bet { amount, checked: false, token };
                self.tell(word, Actor::DEALER, &Command::Decide { seat, decision })
            }
            (Err(refusal), _) => Err(self.refused(word, &refusal)),
            (Ok(()), _) => Ok(()),
        }
    }

    fn answer(&self, round: &Round) -> Answer {
        let mut lines: Vec<Vec<(u8, Line)>> = vec![Vec::new(); round.seats.len()];
        let mut dealer_qualifies = None;
        for event in &self.house.said {
            match event.value {
                Event::DealerQualified { qualifies, .. } => dealer_qualifies = Some(qualifies),
                Event::WagerSettled { seat, wager, staked, result, paid, returned } => {
                    let at = round.seats.iter().position(|known| known.number == seat + 1);
                    let line = Line {
                        on: self.game.wager[usize::from(wager)].on.clone(),
                        staked: staked.cents(),
                        result: result.word().to_string(),
                        paid: paid.cents(),
                        returned: returned.cents(),
                    };
                    lines[at.expect("a box of the round")].push((wager, line));
                }
                _ => {}
            }
        }
        let in_order = |mut lines: Vec<(u8, Line)>| {
            lines.sort_by_key(|(wager, _)| *wager);
            lines.into_iter().map(|(_, line)| line).collect()
        };
        let seats = lines.into_iter().map(in_order).collect();
        Answer { dealer_qualifies, seats, jackpot: self.meter(round) }
    }

    fn meter(&self, round: &Round) -> Option<Meter> {
        let before = round.sign.jackpot.as_ref()?.meter;
        let after = self.house.state.meters.first()?.value.micro_cents();
        let [paid, reseeded, house] = match &self.house.award {
            Some(award) => [award.drawn, award.reseeded, award.house].map(MicroCents::micro_cents),
            None => [0; 3],
        };
        Some(Meter { contributed: after - reseeded + paid - before, paid, reseeded, house, after })
    }
}

/// The engine's sign.
pub fn engine_sign(pair: Pair, book: &Rulebook, shown: &naive::Sign, shuffler: bool) -> Sign {
    let game = pair.game(book);
    let mut sign = Sign::plain(book);
    sign.device = if shuffler { Device::Shuffler } else { Device::Shoe };
    sign.method = if shown.method_b { Method::B } else { Method::A };
    sign.smallest_chip = Money::from_cents(shown.smallest_chip);
    sign.max_payout = shown.max_payout.map(Money::from_cents);
    sign.limits = Limits { min: by_spot(game, &shown.min), max: by_spot(game, &shown.max) };
    sign.approved_min = by_spot(game, &shown.approved_min);
    if pair == Pair::UltimateHoldem {
        let whole = |stage: &Vec<i64>| stage.iter().map(|&multiple| multiple as u32).collect();
        sign.multiples = [0, 1, 2].map(|stage| whole(&shown.multiples[stage]));
    }
    if pair == Pair::ThreeCard {
        let chosen = [
            ("ante-bonus", shown.ante_bonus),
            ("pair-plus", shown.pair_plus),
            ("six-card-bonus", shown.six_card_bonus),
        ];
        sign.paytables = chosen.map(|(id, column)| (id.to_string(), column.to_string())).to_vec();
    }
    sign.jackpot = shown.jackpot.as_ref().map(|jackpot| SignJackpot {
        option: jackpot.option,
        seed: jackpot.seed as u32,
        increment: (pair == Pair::StarMississippi)
            .then(|| Rate::from_ppm(jackpot.increment_ppm as u32).expect("a part of the wager")),
        wager: Money::from_cents(jackpot.wager),
        games: 1,
        bonus_royal: jackpot.bonus_royal.map(Money::from_cents),
        bonus_straight_flush: jackpot.bonus_straight_flush.map(Money::from_cents),
    });
    sign
}

fn by_spot(game: &Variant, amounts: &BTreeMap<String, i64>) -> [Option<Money>; WAGERS] {
    let mut found = [None; WAGERS];
    for (on, &cents) in amounts {
        found[game.wager(on).expect("a spot of the game")] = Some(Money::from_cents(cents));
    }
    found
}

/// The engine's card.
fn id(card: Card) -> CardId {
    let rank = Rank::from_index(usize::from(card.rank) - 2).expect("from 2 to ace");
    cards::Card::new(rank, Suit::ALL[usize::from(card.suit)]).id()
}
