//! A table where a human dealer deals: what can be recorded when, and what settlement waits for.

use cards::{CardId, parse_cards};
use engine::banked::{
    Banked, BankedRefusal, Command, CorrectionReason, Decision, Event, Holder, IrregularityReport, Patron,
    Phase, Reason, Settled, Table,
};
use engine::{Actor, Hidden, Machine, Sign, SignJackpot, Who};
use money::Money;
use rulebook::{Act, IrregularityKind, Medium, Rulebook, Ruled};

const THREE_CARD: &str = "crown-melbourne-three-card-poker-5.1";

struct Live<'b> {
    book: &'b Rulebook,
    machine: Banked<'b>,
    table: Table,
    said: Vec<Ruled<Event>>,
}

impl<'b> Live<'b> {
    /// A table with an Ante on each of so many boxes.
    fn new(book: &'b Rulebook, seats: usize, jackpot: bool) -> Live<'b> {
        let machine = Banked::new(book, &book.variants[0]);
        let mut live = Live { book, machine, table: Table::closed(), said: Vec::new() };
        let terms = SignJackpot {
            option: 1,
            seed: book.jackpots.seed[0].for_one,
            increment: None,
            wager: Money::from_cents(5_00),
            games: 1,
            bonus_royal: None,
            bonus_straight_flush: None,
        };
        let sign = Sign { jackpot: jackpot.then_some(terms), ..Sign::plain(book) };
        live.tell(Command::Open(Box::new(sign))).unwrap();
        for seat in 0..seats {
            live.tell(Command::Sit { seat, blind_of: None, patron: Patron::default() }).unwrap();
            live.place(seat, "ante", 10_00);
        }
        live
    }

    fn tell(&mut self, command: Command) -> Result<(), BankedRefusal> {
        self.tell_as(Actor::DEALER, command)
    }

    fn tell_as(&mut self, actor: Actor, command: Command) -> Result<(), BankedRefusal> {
        let mut said = Vec::new();
        self.machine.decide(&self.table, actor, &command, &mut said)?;
        said.iter().for_each(|event| self.machine.evolve(&mut self.table, &event.value));
        self.said.extend(said);
        Ok(())
    }

    fn place(&mut self, seat: usize, on: &str, cents: i64) {
        let wager = self.machine.game().wager(on).unwrap();
        let (amount, medium) = (Money::from_cents(cents), Medium::Chips);
        self.tell(Command::Place { seat, wager, amount, medium, proxy: false, checked: true }).unwrap();
    }

    fn deal(&mut self) {
        self.tell(Command::CallNoMoreBets).unwrap();
        for command in [Command::CheckCards, Command::Shuffle, Command::Cut, Command::DealLive] {
            self.tell(command).unwrap();
        }
    }

    fn record(&mut self, of: Holder, from: usize, cards: &str) -> Result<(), BankedRefusal> {
        let cards = cards.split(' ').map(card).collect();
        let why = Some(CorrectionReason::Mistyped);
        self.tell(Command::RecordCards { of, cards: Hidden::new(cards), from, why })
    }

    fn decide(&mut self, seat: usize, decision: Decision) {
        self.tell(Command::Decide { seat, decision }).unwrap();
    }

    fn label(&self, refusal: &BankedRefusal) -> &str {
        self.book.label(refusal.cite)
    }
}

fn play() -> Decision {
    Decision::Bet { amount: Money::from_cents(10_00), checked: true, token: false }
}

fn card(text: &str) -> CardId {
    parse_cards(text).unwrap()[0].id()
}

fn next(text: &str) -> Command {
    Command::RecordNext { card: Hidden::new(card(text)) }
}

#[test]
fn what_cannot_be_recorded_is_refused_with_its_clause() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let mut live = Live::new(&book, 2, false);
    let refusal = live.record(Holder::Seat(0), 0, "As Ks Qs").unwrap_err();
    assert!(matches!(refusal.reason, Reason::NotNow { .. }), "{refusal:?}");
    assert_eq!(live.label(&refusal), "5.4");
    live.deal();

    let refusal = live.record(Holder::Seat(0), 0, "As Ks").unwrap_err();
    assert_eq!(refusal.reason, Reason::WrongNumber { of: Holder::Seat(0), dealt: 3, given: 2 });
    assert_eq!(live.label(&refusal), "9.3.1");
    let refusal = live.record(Holder::Dealer, 1, "As Ks Qs").unwrap_err();
    assert_eq!(refusal.reason, Reason::WrongNumber { of: Holder::Dealer, dealt: 3, given: 3 });
    assert_eq!(live.label(&refusal), "9.3.2");
    let refusal = live.record(Holder::Seat(4), 0, "As Ks Qs").unwrap_err();
    assert_eq!(refusal.reason, Reason::NothingDealt { to: Holder::Seat(4) });
    assert_eq!(live.label(&refusal), "9.3.1");
    let refusal = live.record(Holder::JackpotCards, 0, "As Ks").unwrap_err();
    assert_eq!(refusal.reason, Reason::NothingDealt { to: Holder::JackpotCards });
    assert_eq!(live.label(&refusal), "9.3.4");

    live.record(Holder::Seat(0), 0, "As Ks Qs").unwrap();
    // The first card of a hand that was read can be corrected by itself.
    live.record(Holder::Seat(0), 0, "Ah").unwrap();
    let refusal = live.record(Holder::Seat(1), 0, "2s 2s 3s").unwrap_err();
    assert_eq!(refusal.reason, Reason::CardElsewhere { card: card("2s"), of: Holder::Seat(1) });
    let player = Actor { who: Who::Seat(1), ..Actor::DEALER };
    let refusal = live.tell_as(player, next("2h")).unwrap_err();
    assert_eq!(refusal.reason, Reason::NotYours);
}

/// Two tables that differ only in a card that nobody may see: whatever is recorded while players decide has one answer, and
/// whoever tries leaves a record. Before anything is settled the card that is recorded twice is found.
#[test]
fn no_answer_tells_of_a_recorded_card_that_nobody_may_see() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let hidden = |dealers: &str| {
        let mut live = Live::new(&book, 2, false);
        live.deal();
        live.record(Holder::Dealer, 0, dealers).unwrap();
        live
    };
    let (mut holds, mut holds_not) = (hidden("Ks 8d 4h"), hidden("Kh 8d 4h"));
    for live in [&mut holds, &mut holds_not] {
        live.record(Holder::Seat(0), 0, "2s Ks 3s").unwrap();
        live.tell(next("Jc")).unwrap();
        live.record(Holder::Seat(1), 0, "9s 9h 5s").unwrap();
    }
    let said = |live: &Live<'_>| format!("{:?}", live.said);
    assert_eq!(said(&holds), said(&holds_not), "the records are there, and they are alike");

    for live in [&mut holds, &mut holds_not] {
        (0..2).for_each(|seat| live.decide(seat, play()));
        live.tell(Command::Proceed).unwrap();
    }
    holds_not.tell(Command::Settle).unwrap();
    for command in [Command::Settle, Command::SettleHand { seat: 1 }] {
        let refusal = holds.tell(command).unwrap_err();
        assert_eq!(refusal.reason, Reason::CardTwice { card: card("Ks") });
        let told = "Ks is recorded in two places: correct the one that is wrong";
        assert_eq!((refusal.reason.to_string().as_str(), holds.label(&refusal)), (told, "3.1"));
    }
    // Hands that play on lie open now, and a card that lies open is refused at once.
    let refusal = holds.record(Holder::Seat(0), 0, "2s 9s 3s").unwrap_err();
    assert_eq!(refusal.reason, Reason::CardElsewhere { card: card("9s"), of: Holder::Seat(1) });
    assert_eq!(refusal.reason.to_string(), "9s is recorded already: take back that record first");
    assert_eq!(holds.label(&refusal), "3.1");
    holds.record(Holder::Seat(0), 0, "2s Kd 3s").unwrap();
    holds.tell(Command::Settle).unwrap();
    assert_eq!(holds.table.phase, Phase::Betting);
}

#[test]
fn a_deal_of_the_system_has_nothing_to_record() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let mut live = Live::new(&book, 1, false);
    live.tell(Command::CallNoMoreBets).unwrap();
    let deck = std::array::from_fn(|at| CardId::new(at as u8).unwrap());
    live.tell(Command::Deal(engine::Hidden::boxed(deck))).unwrap();
    let refusal = live.record(Holder::Dealer, 0, "As Ks Qs").unwrap_err();
    assert_eq!(refusal.reason, Reason::NotLive);
}

#[test]
fn settlement_waits_for_the_cards_it_depends_on_and_no_others() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let mut live = Live::new(&book, 3, false);
    live.deal();
    live.decide(0, play());
    live.decide(1, Decision::Fold);
    live.decide(2, play());
    live.tell(Command::Proceed).unwrap();
    let waits_for = |live: &mut Live<'_>, what: Holder| {
        let refusal = live.tell(Command::Settle).unwrap_err();
        assert_eq!(refusal.reason, Reason::NotRecorded { what });
        assert_eq!(live.label(&refusal), "9.6");
    };
    waits_for(&mut live, Holder::Dealer);
    live.record(Holder::Dealer, 0, "Qc 7d 2h").unwrap();
    // Settlement begins at the dealer's right.
    waits_for(&mut live, Holder::Seat(2));
    live.record(Holder::Seat(2), 0, "Ac 7c 2c").unwrap();
    waits_for(&mut live, Holder::Seat(0));
    live.record(Holder::Seat(0), 0, "Jc 7s 2s").unwrap();
    live.tell(Command::Settle).unwrap();
    let results: Vec<(u8, Settled)> = live
        .said
        .iter()
        .filter_map(|event| match event.value {
            Event::WagerSettled { seat, wager: 0, result, .. } => Some((seat, result)),
            _ => None,
        })
        .collect();
    assert_eq!(results, [(2, Settled::Win), (1, Settled::Lose), (0, Settled::Lose)]);
}

#[test]
fn a_jackpot_needs_its_cards() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let mut live = Live::new(&book, 1, true);
    live.place(0, "jackpot", 5_00);
    live.deal();
    live.decide(0, play());
    live.tell(Command::Proceed).unwrap();
    for text in ["Ks", "2d", "Qs", "7d", "As", "9c"] {
        live.tell(next(text)).unwrap();
    }
    let refusal = live.tell(Command::Settle).unwrap_err();
    assert_eq!(refusal.reason, Reason::NotRecorded { what: Holder::JackpotCards });
    live.record(Holder::JackpotCards, 0, "Js Ts").unwrap();
    live.tell(Command::Settle).unwrap();
    assert!(live.said.iter().any(|event| event.value == Event::JackpotHit { seat: 0, prize: 0 }));
    assert_eq!(live.table.phase, Phase::Awards);
    let refusal = live.record(Holder::Seat(0), 0, "2s 3s 4s").unwrap_err();
    assert!(matches!(refusal.reason, Reason::NotNow { .. }));
    assert_eq!(live.label(&refusal), "9.6");
}

#[test]
fn recording_again_corrects_and_says_so() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let mut live = Live::new(&book, 2, false);
    live.deal();
    live.record(Holder::Seat(0), 0, "As Ks Qs").unwrap();
    live.record(Holder::Seat(0), 1, "Kd").unwrap();
    live.record(Holder::Seat(1), 0, "Ks 2c 3c").unwrap();
    let replaces = |event: &Ruled<Event>| match &event.value {
        Event::CardsRecorded { replaces, .. } => Some(*replaces),
        Event::RecordCorrected { record } => Some(!record.taken_back),
        _ => None,
    };
    assert_eq!(live.said.iter().filter_map(replaces).collect::<Vec<_>>(), [false, true, false]);
    // Two hands in each other's place: one record is taken back first.
    live.tell(Command::TakeBackRecord { of: Holder::Seat(1), why: CorrectionReason::WrongPlace }).unwrap();
    live.record(Holder::Seat(0), 0, "Ks 2c 3c").unwrap();
    live.record(Holder::Seat(1), 0, "As Kd Qs").unwrap();
    assert_eq!(live.table.seats[0].cards[..3], [card("Ks"), card("2c"), card("3c")]);
    assert_eq!(live.table.cards_out().len(), 6);
    let refusal = live
        .tell(Command::TakeBackRecord { of: Holder::Dealer, why: CorrectionReason::Misread })
        .unwrap_err();
    assert_eq!(refusal.reason, Reason::NotRecorded { what: Holder::Dealer });
    let shown = format!("{:?} {:?}", live.said, live.table);
    assert!(!shown.contains("CardId"), "a recorded card is nobody's to see yet");
}

#[test]
fn an_irregularity_needs_no_cards() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let mut live = Live::new(&book, 2, false);
    live.deal();
    live.tell(next("As")).unwrap();
    let by = book.ladder.least(Act::OrderCardCount).unwrap().value;
    let report =
        IrregularityReport { surplus: -1, ..IrregularityReport::new(IrregularityKind::WrongDealerCards) };
    let actor = Actor { who: Who::Staff(by), ..Actor::DEALER };
    live.tell_as(actor, Command::Rule(Box::new(report))).unwrap();
    assert_eq!(live.table.phase, Phase::Betting, "a misdeal");
    assert_eq!(live.table.live, None);
}

/// Three boxes that all play, every card recorded; the box at the dealer's right has the cards of a royal flush.
fn shown_down(book: &Rulebook, jackpot: bool) -> Live<'_> {
    let mut live = Live::new(book, 3, jackpot);
    for seat in (0..3).filter(|_| jackpot) {
        live.place(seat, "jackpot", 5_00);
    }
    live.deal();
    live.record(Holder::Seat(0), 0, "2c 7d 9h").unwrap();
    live.record(Holder::Seat(1), 0, "3c 8d Th").unwrap();
    live.record(Holder::Seat(2), 0, "As Ks Qs").unwrap();
    live.record(Holder::Dealer, 0, "Qc 4d 2h").unwrap();
    if jackpot {
        live.record(Holder::JackpotCards, 0, "Js Ts").unwrap();
    }
    (0..3).for_each(|seat| live.decide(seat, play()));
    live.tell(Command::Proceed).unwrap();
    live
}

fn mixed(live: &mut Live<'_>) {
    let by = live.book.ladder.least(Act::OrderCardCount).unwrap().value;
    let actor = Actor { who: Who::Staff(by), ..Actor::DEALER };
    let report =
        IrregularityReport { looked: true, ..IrregularityReport::new(IrregularityKind::MixedWithDealer) };
    live.tell_as(actor, Command::Rule(Box::new(report))).unwrap();
}

/// The wagers settled so far: box, spot, and what became of it.
fn settled(live: &Live<'_>) -> Vec<(u8, u8, Settled)> {
    let line = |event: &Ruled<Event>| match event.value {
        Event::WagerSettled { seat, wager, result, .. } => Some((seat, wager, result)),
        _ => None,
    };
    live.said.iter().filter_map(line).collect()
}

#[test]
fn hands_are_settled_from_the_dealers_right() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let mut live = shown_down(&book, false);
    let refusal = live.tell(Command::SettleHand { seat: 0 }).unwrap_err();
    assert_eq!(refusal.reason, Reason::OutOfOrder { next: Holder::Seat(2) });
    assert_eq!(live.label(&refusal), "9.6");
    live.tell(Command::SettleHand { seat: 2 }).unwrap();
    for of in [Holder::Seat(2), Holder::Dealer] {
        let refusal = live.record(of, 0, "5c 5d 5h").unwrap_err();
        assert_eq!(refusal.reason, Reason::HandSettled { of });
        assert_eq!(live.label(&refusal), "9.6");
    }
    let refusal = live.tell(Command::SettleHand { seat: 2 }).unwrap_err();
    assert_eq!(refusal.reason, Reason::HandSettled { of: Holder::Seat(2) });
    // A hand that is not settled yet can still be corrected.
    live.record(Holder::Seat(1), 0, "Ac Ad Th").unwrap();
    live.tell(Command::SettleHand { seat: 1 }).unwrap();
    live.tell(Command::Settle).unwrap();
    assert_eq!(live.table.phase, Phase::Betting);
    let declared = |event: &&Ruled<Event>| matches!(event.value, Event::DealerQualified { .. });
    assert_eq!(live.said.iter().filter(declared).count(), 1, "the dealer's hand is declared once");
    let antes: Vec<_> = settled(&live).into_iter().filter(|(_, wager, _)| *wager == 0).collect();
    assert_eq!(antes, [(2, 0, Settled::Win), (1, 0, Settled::Win), (0, 0, Settled::Lose)]);
}

/// 11.16 with TC-A25: what is left of the round is misdealt, what was settled stands.
#[test]
fn settled_hands_stand_when_cards_are_mixed_afterwards() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let mut live = shown_down(&book, false);
    live.tell(Command::SettleHand { seat: 2 }).unwrap();
    mixed(&mut live);
    assert_eq!(live.table.phase, Phase::Betting);
    let found = settled(&live);
    assert!(found.contains(&(2, 0, Settled::Win)));
    assert!(found.iter().all(|(seat, _, result)| *seat == 2 || *result == Settled::Void), "{found:?}");
    assert!(found.iter().any(|(seat, ..)| *seat == 0) && found.iter().any(|(seat, ..)| *seat == 1));
}

/// The prize of a hand that stands is still the meter's to pay; the jackpot wagers of the others play on (11.15).
#[test]
fn a_prize_of_a_settled_hand_stands_too() {
    let book = Rulebook::open(THREE_CARD).unwrap();
    let mut live = shown_down(&book, true);
    live.tell(Command::SettleHand { seat: 2 }).unwrap();
    assert!(live.table.seats[2].awaits);
    assert_eq!(live.table.phase, Phase::Showdown, "the meter is told of all seats together");
    mixed(&mut live);
    assert_eq!(live.table.phase, Phase::Awards);
    let by = book.ladder.least(Act::DetermineTopJackpot).unwrap().value;
    let actor = Actor { who: Who::Staff(by), ..Actor::DEALER };
    live.tell_as(actor, Command::Award { seat: 2, amount: Money::from_cents(5_000_000) }).unwrap();
    assert_eq!(live.table.phase, Phase::Betting);
    let jackpot = live.machine.jackpot_spot().unwrap() as u8;
    let results: Vec<_> = settled(&live).into_iter().filter(|(_, wager, _)| *wager == jackpot).collect();
    assert_eq!(
        results,
        [(0, jackpot, Settled::Carried), (1, jackpot, Settled::Carried), (2, jackpot, Settled::Win)]
    );
}
