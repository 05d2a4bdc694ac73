//! The house-banked table: one machine for every game and every book that has one.

mod betting;
mod cards;
mod command;
mod deal;
mod event;
mod evolve;
mod irregularities;
mod link;
mod live;
mod offers;
mod open;
mod patrons;
mod pay;
mod payoff;
mod reason;
mod settle;
mod stakes;
mod state;
mod steps;

pub use command::{
    Command, CorrectionReason, DealingMode, Decision, DecisionKind, IrregularityReport, Offer, ShuffleGround,
};
pub use event::{CorrectedRecord, Event, RightAmount, Settled, SettledWager};
pub use link::MeterCall;
pub use payoff::{Fold, HandFacts, Payoff};
pub use reason::Reason;
pub use state::{
    FoundWhen, Hand, Holder, LiveCard, Notice, NoticeOf, Pack, Patron, Phase, Seat, Table, Warning,
};

use crate::machine::{Actor, Machine, Refusal, Sink};
use crate::sign::{Sign, WAGERS};
use rulebook::{
    Act, ChoiceKind, Cite, HandOf, Lock, PayTable, Place, Rulebook, Ruled, StepKind, To, Variant,
};

/// A refusal of this machine.
pub type BankedRefusal = Refusal<Reason>;

/// Where this machine says what happened.
trait Out: Sink<Ruled<Event>> {
    #[inline(always)]
    fn say(&mut self, event: Event, cite: Cite) {
        self.take(Ruled::new(event, cite));
    }
}

impl<S: Sink<Ruled<Event>>> Out for S {}

/// A house-banked table under one game of one book. It knows the rules; the [`Table`] knows what has happened.
#[derive(Debug)]
pub struct Banked<'b> {
    book: &'b Rulebook,
    game: &'b Variant,
    /// The spots, by what they are for.
    ante: usize,
    jackpot: Option<usize>,
    side_wagers: Vec<usize>,
    dealt_on: Vec<usize>,
    /// The spot that must hold a wager beside each, and the one that each must equal: looked up once, not at every wager.
    needs_spot: Vec<Option<usize>>,
    equals_spot: Vec<Option<usize>>,
    /// The spot that each step fills, and the first step of the same name.
    step_wager: Vec<Option<usize>>,
    step_named: Vec<u8>,
    main_hand: HandOf,
    /// Community cards in the initial deal, by device.
    board_in_deal: [u8; 2],
    /// The pay tables by name, each with the places of its columns.
    tables: Vec<(String, Vec<usize>)>,
}

impl<'b> Banked<'b> {
    /// A table for a game of the book.
    pub fn new(book: &'b Rulebook, game: &'b Variant) -> Banked<'b> {
        assert!(game.wager.len() <= WAGERS, "a game has at most {WAGERS} wagers");
        let spot = |name: &str| game.wager(name);
        let step_wager: Vec<_> =
            game.step.iter().map(|step| step.wager.as_deref().and_then(|name| game.wager(name))).collect();
        let named = |at: usize| {
            let first = game
                .step
                .iter()
                .position(|step| step.name == game.step[at].name && step.kind == StepKind::Decide);
            first.unwrap_or(at) as u8
        };
        let ante = spot("ante").unwrap_or(0);
        let keeps_side =
            game.step.iter().flat_map(|step| &step.choices).any(|choice| choice.is == ChoiceKind::FoldAnte);
        let side = |&at: &usize| keeps_side && at != ante && game.wager[at].place == Place::First;
        let board = |device: usize| {
            let blocks = game.deal.iter().filter(|block| block.device as usize == device);
            let steps = blocks.flat_map(|block| std::iter::repeat_n(&block.steps, block.repeat).flatten());
            steps.filter(|step| step.to == To::Board).map(|step| step.cards as u8).sum()
        };
        let mut tables: Vec<(String, Vec<usize>)> = Vec::new();
        for (at, table) in game.paytable.iter().enumerate() {
            match tables.iter_mut().find(|(id, _)| *id == table.id) {
                Some((_, places)) => places.push(at),
                None => tables.push((table.id.clone(), vec![at])),
            }
        }
        Banked {
            book,
            game,
            ante,
            jackpot: game.wager.iter().position(|wager| wager.place == Place::Jackpot),
            side_wagers: (0..game.wager.len()).filter(side).collect(),
            dealt_on: game.dealt_on.value.iter().filter_map(|name| spot(name)).collect(),
            needs_spot: game.wager.iter().map(|wager| spot(&wager.needs.as_ref()?.value)).collect(),
            equals_spot: game.wager.iter().map(|wager| spot(&wager.equals.as_ref()?.value)).collect(),
            step_wager,
            step_named: (0..game.step.len()).map(named).collect(),
            main_hand: game.wager[ante].hand,
            board_in_deal: [board(0), board(1)],
            tables,
        }
    }

    /// The book.
    pub fn book(&self) -> &'b Rulebook {
        self.book
    }

    /// The game.
    pub fn game(&self) -> &'b Variant {
        self.game
    }

    /// The spot of the jackpot wager, where the game has one.
    pub fn jackpot_spot(&self) -> Option<usize> {
        self.jackpot
    }

    /// Whether a wager is the jackpot's: its stake, or what is paid besides for having it. Both are for the player who
    /// staked it, whose box it ever lies on.
    pub fn is_of_jackpot(&self, wager: usize) -> bool {
        let bonus = || self.game.wager.get(wager).is_some_and(|rules| rules.of.as_deref() == Some("jackpot"));
        self.jackpot == Some(wager) || bonus()
    }

    /// A refusal for which no finer clause is at hand than that of the game.
    fn no(&self, reason: Reason) -> BankedRefusal {
        Refusal::new(reason, self.game.clause)
    }

    /// The clause that lets this actor do so.
    fn authority(&self, actor: Actor, act: Act) -> Result<Cite, BankedRefusal> {
        let Some(power) = self.book.ladder.power(act) else {
            return Err(self.no(Reason::NotYours));
        };
        if actor.may(power) {
            Ok(power.least.cite)
        } else {
            let needs = self.book.ladder.name(power.least.value).to_string();
            Err(Refusal::new(Reason::RoleTooLow { needs }, power.least.cite))
        }
    }

    /// The pay table that the sign shows under a name.
    fn paytable(&self, sign: &Sign, id: &str) -> Option<&'b PayTable> {
        let (_, places) = self.tables.iter().find(|(name, _)| name == id)?;
        match places.as_slice() {
            [only] => self.game.paytable.get(*only),
            _ => sign.paytable(self.game, id).and_then(|at| self.game.paytable.get(at)),
        }
    }

    /// Where somebody above the dealer does what a dealer does: the clause that lets them.
    #[inline(always)]
    fn as_dealer(&self, actor: Actor, out: &mut impl Out) {
        if actor.who == Actor::DEALER.who {
            return;
        }
        if let Some(cite) = self.book.ladder.acts_as_dealer {
            out.say(Event::FactShown, cite);
        }
    }

    fn staff(&self, actor: Actor) -> Result<(), BankedRefusal> {
        if actor.is_staff() { Ok(()) } else { Err(self.no(Reason::NotYours)) }
    }
}

impl Machine for Banked<'_> {
    type State = Table;
    type Command = Command;
    type Event = Event;
    type Reason = Reason;
    type Offer = Offer;

    fn offers(&self, table: &Table, actor: Actor) -> Vec<Offer> {
        self.all_offers(table, actor)
    }

    fn decide(
        &self,
        table: &Table,
        actor: Actor,
        command: &Command,
        out: &mut impl Sink<Ruled<Event>>,
    ) -> Result<(), BankedRefusal> {
        match command {
            Command::Place { .. } => self.place(table, actor, command, out),
            &Command::Decide { seat, decision } => self.take_decision(table, actor, (seat, decision), out),
            Command::CallNoMoreBets => {
                self.staff(actor)?;
                let call = self.game.call.unwrap_or(self.book.table.wagers.call);
                self.ready_to_close(table)?;
                match self.book.table.wagers.closes.value {
                    Lock::CallOrFirstCard => self.close_betting(table, call, out),
                    // Announces it; the first card closes them.
                    Lock::FirstCard => out.say(Event::CallMade, call),
                }
                self.as_dealer(actor, out);
                Ok(())
            }
            Command::Deal(deck) => {
                self.staff(actor)?;
                self.deal(table, Some(deck), out)?;
                self.as_dealer(actor, out);
                Ok(())
            }
            Command::DealLive => {
                self.staff(actor)?;
                self.deal(table, None, out)?;
                self.as_dealer(actor, out);
                Ok(())
            }
            Command::RecordCards { of, cards, from, why } => {
                self.record_cards(table, actor, (*of, *from, cards, *why), out)
            }
            Command::RecordNext { card } => self.record_next(table, actor, **card, out),
            &Command::TakeBackRecord { of, why } => self.take_back_record(table, actor, (of, why), out),
            Command::Proceed => {
                self.staff(actor)?;
                self.proceed(table, out)?;
                self.as_dealer(actor, out);
                Ok(())
            }
            Command::Settle | Command::SettleHand { .. } => {
                self.staff(actor)?;
                let only = match *command {
                    Command::SettleHand { seat } => Some(seat),
                    _ => None,
                };
                self.settle(table, only, out)?;
                self.as_dealer(actor, out);
                Ok(())
            }
            &Command::Award { seat, amount } => self.award(table, actor, (seat, amount), out),
            Command::Open(sign) => {
                self.staff(actor)?;
                self.open(table, sign, out)
            }
            Command::Sit { seat, blind_of, patron } => self.sit(table, actor, (seat, blind_of, patron), out),
            &Command::Leave { seat } => self.leave(table, actor, seat, out),
            &Command::TopUp { seat, wager, amount } => self.top_up(table, actor, (seat, wager, amount), out),
            &Command::TakeBack { seat, wager, amount } => {
                self.take_back(table, actor, (seat, wager, amount), out)
            }
            &Command::RefuseWager { seat, wager } => self.refuse_wager(table, actor, (seat, wager), out),
            &Command::PlaceForAnother { seat, by } => self.place_for_another(table, actor, (seat, by), out),
            Command::Rule(report) => self.rule(table, actor, report, out),
            Command::PostNotice { of, limits } => self.post_notice(table, actor, (*of, limits), out),
            Command::ChangeLimits { limits, at_once } => {
                self.change_limits(table, actor, (limits, *at_once), out)
            }
            Command::AgreeLimits { seat, limits } => self.agree_limits(table, actor, (*seat, limits), out),
            Command::ChangePayTables(paytables) => self.change_paytables(table, actor, paytables, out),
            Command::ChangeJackpot(terms) => self.change_jackpot(table, actor, terms, out),
            Command::Close => self.close(table, actor, out),
            &Command::VacateSeat { seat } => self.vacate(table, actor, seat, out),
            Command::CheckCards | Command::Shuffle => self.prepare_cards(table, actor, command, out),
            &Command::OrderShuffle { ground } => self.order_shuffle(table, actor, ground, out),
            &Command::PausePlayer { seat } => self.pause(table, actor, (seat, true), out),
            &Command::ResumePlayer { seat } => self.pause(table, actor, (seat, false), out),
            &Command::SetLossLimit { seat, limit, lost } => {
                self.set_loss_limit(table, actor, (seat, limit, lost), out)
            }
            Command::OrderCount { .. } | Command::ChangeCards | Command::OrderBurn | Command::Cut => {
                self.cards_order(table, actor, command, out)
            }
            &Command::RecordWarning { seat, warning } => {
                self.staff(actor)?;
                self.seat(table, seat)?;
                out.say(
                    Event::PlayerWarned { seat: seat as u8, warning, right: None },
                    self.book.table.limits.under_minimum.cite,
                );
                Ok(())
            }
            &Command::RecordInvalidCard { seat, found } => {
                self.staff(actor)?;
                let Some(patrons) = &self.book.table.patrons else { return Err(self.no(Reason::NotAChoice)) };
                self.seat(table, seat)?;
                let cite = match found {
                    FoundWhen::Before => patrons.found_before,
                    FoundWhen::During => patrons.player_card.cite,
                    FoundWhen::After => patrons.found_after,
                };
                if found == FoundWhen::Before && table.phase == Phase::Betting {
                    // What lies there already goes back.
                    for wager in 0..self.game.wager.len() {
                        let staked = table.seats[seat].stakes[wager];
                        if !staked.is_zero() {
                            let back = (Settled::Void, money::Money::ZERO, staked);
                            self.say_settled(out, (seat, wager), staked, back, cite);
                        }
                    }
                }
                out.say(Event::CardFoundInvalid { seat: seat as u8, found }, cite);
                Ok(())
            }
        }
    }

    fn evolve(&self, table: &mut Table, event: &Event) {
        self.apply(table, event);
    }
}
