//! The royal flush jackpot and bonus prizes: who wins, how much, in which order, who has to confirm.

use crate::declarations_table;

use cards::{CardSet, Pack};
use declarations_table::{NO_LIMIT, book, stub};
use engine::{Actor, Machine, Moment, Refusal, Sink, Who};
use money::Money;
use room::royal::{
    BonusCommand, BonusEvent, BonusReason, BonusState, Bonuses, Claim, Command, Equipment, EquipmentCheck,
    Event, Jackpots, Offer, PaymentMeans, Prize, PrizeOn, Progress, Reason, State, Terms, Witness, one_in,
};
use room::{Act, Due, Hand, HandRules};
use rulebook::{RoleId, Ruled};

fn cents(cents: i64) -> Money {
    Money::from_cents(cents)
}

fn staff(role: &str, at: u64) -> Actor {
    let role = book().ladder.role(role).unwrap_or(RoleId(0));
    Actor { who: Who::Staff(role), at: Moment(at) }
}

fn cards(text: &str) -> CardSet {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn game(name: &str, deck: usize) -> usize {
    let found = book().games.iter().position(|game| game.game == name && game.deck.value.len() == deck);
    found.unwrap_or_else(|| panic!("no {name} with {deck}"))
}

/// The jackpots, and what has happened.
struct Office {
    state: State,
    told: Vec<(Event, &'static str)>,
}

impl Office {
    /// One jackpot of two hold'em tables: +0.50 a round, begins at 10,000 again, paid in fives.
    fn new(value: i64) -> Office {
        let mut office = Office { state: State::default(), told: Vec::new() };
        let terms = Terms { contribution: cents(50), reset: cents(1_000_000), unit: cents(500) };
        office.tell("tg-area-manager", Command::Open { terms, value: cents(value) });
        for table in [1, 2] {
            office.tell("tg-area-manager", link(table, game("holdem", 52), false));
        }
        office
    }

    fn told(&mut self, actor: Actor, command: Command) -> Result<(), (Reason, &'static str)> {
        let jackpots = Jackpots::new(book());
        let mut out: Vec<Ruled<Event>> = Vec::new();
        let before = self.state.clone();
        let result = jackpots.decide(&self.state, actor, &command, &mut out);
        for event in out {
            jackpots.evolve(&mut self.state, &event.value);
            self.told.push((event.value, book().label(event.cite)));
        }
        result.map_err(|Refusal { reason, cite }| {
            assert_eq!(self.state, before);
            (reason, book().label(cite))
        })
    }

    fn tell(&mut self, role: &str, command: Command) {
        let told = self.told(staff(role, 0), command);
        told.unwrap_or_else(|(reason, clause)| panic!("{reason} ({clause})"));
    }

    fn refused(&mut self, role: &str, command: Command) -> (Reason, &'static str) {
        self.told(staff(role, 0), command).expect_err("to be refused")
    }

    fn value(&self) -> Money {
        self.state.jackpots[0].value
    }

    /// Amounts that were paid, and to which tables.
    fn paid(&self) -> Vec<(u32, Money)> {
        let paid = self.told.iter().filter_map(|(event, _)| match *event {
            Event::Paid { table, amount, .. } => Some((table, amount)),
            _ => None,
        });
        paid.collect()
    }

    fn clause_of(&self, is: impl Fn(&Event) -> bool) -> &'static str {
        self.told.iter().rev().find(|told| is(&told.0)).expect("such an event").1
    }

    /// Confirmed and paid.
    fn settle(&mut self, table: u32) {
        self.tell("tg-area-manager", Command::Confirm { table, deck_counted: true });
        self.tell("tg-higher-duties-dealer", Command::Pay { table, means: PaymentMeans::Chips });
    }
}

fn link(table: u32, game: usize, short_deck: bool) -> Command {
    Command::Link { jackpot: 0, table, game, equipment: Equipment::ALL, short_deck }
}

fn claim(hole: &str, flop: &str) -> Claim {
    Claim { seat: 3, hole: cards(hole), flop: cards(flop), which: 0, folded: false, exposed: true }
}

fn not_royal(hole: &str, flop: &str) -> Reason {
    Reason::NotRoyal { hole: cards(hole), flop: cards(flop) }
}

fn royal() -> Claim {
    claim("Ah Kh", "Qh Jh Th")
}

#[test]
fn k117_the_whole_display_rounded_up() {
    let mut office = Office::new(1_234_510);
    office.tell("dealer", Command::Begin { table: 1 });
    assert_eq!(office.value(), cents(1_234_560));
    assert_eq!(office.clause_of(|event| matches!(event, Event::Contributed { .. })), "17.4.1");
    office.tell("dealer", Command::Record { table: 1, claim: royal() });
    assert_eq!(office.clause_of(|event| matches!(event, Event::Recorded { .. })), "17.4.2");
    let qualified = |event: &Event| *event == Event::Qualified { table: 1, seat: 3 };
    assert_eq!(office.clause_of(qualified), "1.1/'Royal Flush Jackpot'");
    // A dealer cannot confirm, nobody confirms an uncounted deck, nobody pays what is not confirmed.
    let confirm = |deck_counted| Command::Confirm { table: 1, deck_counted };
    let needs = |role: &str| Reason::RoleTooLow { needs: role.into() };
    assert_eq!(
        office.refused("tg-higher-duties-dealer", confirm(true)),
        (needs("TG Area Manager"), "17.4.3")
    );
    assert_eq!(office.refused("tg-area-manager", confirm(false)), (Reason::DeckNotCounted, "17.5.3"));
    let pay = Command::Pay { table: 1, means: PaymentMeans::Cash };
    let unconfirmed = Reason::NotConfirmed { seat: 3, table: 1 };
    assert_eq!(office.refused("tg-area-manager", pay.clone()), (unconfirmed, "17.4.3"));
    office.tell("tg-area-manager", confirm(true));
    assert_eq!(office.clause_of(|event| *event == Event::Notified { table: 1 }), "17.4.3");
    assert_eq!(office.refused("dealer", pay.clone()), (needs("TG Higher Duties Dealer"), "17.3.2(c)"));
    office.tell("tg-higher-duties-dealer", pay);
    assert_eq!(office.paid(), [(1, cents(1_235_000))]);
    assert_eq!(office.clause_of(|event| matches!(event, Event::Paid { .. })), "17.5.1");
    assert_eq!(office.value(), cents(1_000_000));
    office.tell("dealer", Command::Complete { table: 1 });
    // An amount that can be paid stays as it is.
    let mut office = Office::new(1_234_950);
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", Command::Record { table: 1, claim: royal() });
    office.settle(1);
    assert_eq!(office.paid(), [(1, cents(1_235_000))]);
}

#[test]
fn k118_k119_only_the_first_two_cards_and_the_first_flop() {
    let mut office = Office::new(0);
    office.tell("dealer", Command::Begin { table: 1 });
    let mut refused = |claim| office.refused("dealer", Command::Record { table: 1, claim });
    // The ten came on the fourth card.
    let hit = "1.1/'Royal Flush Jackpot'";
    assert_eq!(refused(claim("Ah Kh", "Qh Jh 2c")), (not_royal("Ah Kh", "Qh Jh 2c"), hit));
    assert_eq!(refused(claim("Ah Kd", "Qh Jh Th")), (not_royal("Ah Kd", "Qh Jh Th"), hit));
    assert_eq!(refused(claim("Kh Qh", "Jh Th 9h")), (not_royal("Kh Qh", "Jh Th 9h"), hit));
    assert_eq!(refused(claim("Ah Kh", "Qh Jh Th 2c")), (Reason::CardsMissing, hit));
    assert_eq!(refused(claim("Ah Kh", "Ah Jh Th")), (Reason::CardsMissing, hit));
    // The Bottom board, or a second run.
    assert_eq!(refused(Claim { which: 1, ..royal() }), (Reason::NotFirstFlop, "17.5.7"));
    assert_eq!(refused(Claim { folded: true, ..royal() }), (Reason::Folded { seat: 3 }, "17.5.6"));
    assert_eq!(refused(Claim { exposed: false, ..royal() }), (Reason::NotExposed { seat: 3 }, "17.5.6"));
    let once = Command::Record { table: 2, claim: royal() };
    assert_eq!(office.refused("dealer", once), (Reason::NoRound { table: 2 }, "17.4.1"));
}

/// Hold'em of three players whose cards and flop are known, told to a witness.
fn witnessed(game: &str, top: &str, acts: &[(usize, Act)]) -> (HandRules<'static>, Hand, Witness) {
    let game = book().game(game, 52).expect("a game");
    let mut terms = room::Terms::blinds(5, 10);
    terms.structure = NO_LIMIT;
    let room = HandRules::new(book(), game, terms);
    let mut hand = Hand::new(&[1_000; 3], stub(Pack::OF_52, top));
    let mut witness = Witness::default();
    let tell = |hand: &mut Hand, witness: &mut Witness, command| {
        room.tell(hand, &command, witness).unwrap_or_else(|no| panic!("{}", no.reason));
    };
    tell(&mut hand, &mut witness, room::Command::Post);
    tell(&mut hand, &mut witness, room::Command::Deal);
    for &(seat, act) in acts {
        tell(&mut hand, &mut witness, room::Command::Act { seat: seat as u8, act });
        if hand.due() == Due::Board {
            tell(&mut hand, &mut witness, room::Command::Deal);
        }
    }
    (room, hand, witness)
}

#[test]
fn a_witness_sees_the_top_flop_and_who_has_folded() {
    // One card each in turn: p1 Ah Kh, p2 2c 3c, p3 As Ks; burn; Top QhJhTh, Bottom QsJsTs.
    let top = "Ah 2c As Kh 3c Ks 9d Qh Jh Th Qs Js Ts";
    let calls = [(2, Act::Call), (0, Act::Call), (1, Act::Call)];
    let (_, hand, witness) = witnessed("double-flop-holdem", top, &calls);
    assert_eq!(witness.flop(), cards("Qh Jh Th"));
    let first = witness.claim(&hand, 0);
    assert_eq!((first.hole, first.folded, first.exposed), (cards("Ah Kh"), false, false));
    let mut office = Office::new(0);
    office.tell("tg-area-manager", link(7, game("double-flop-holdem", 52), false));
    office.tell("dealer", Command::Begin { table: 7 });
    // The Bottom flop makes a royal flush in spades, which counts for nothing.
    let third = witness.claim(&hand, 2);
    let refused =
        office.refused("dealer", Command::Record { table: 7, claim: Claim { exposed: true, ..third } });
    assert_eq!(refused.0, not_royal("As Ks", "Qh Jh Th"));
    let folds = [(2, Act::Call), (0, Act::Fold), (1, Act::Call)];
    let (_, hand, witness) = witnessed("double-flop-holdem", top, &folds);
    assert!(witness.claim(&hand, 0).folded);
    office.tell("dealer", Command::Record { table: 7, claim: Claim { exposed: true, ..first } });
}

#[test]
fn k120_the_last_player_before_the_flop_may_ask_for_it() {
    // p3 has AsKs; after the burn the flop would be QsJsTs.
    let top = "2c 3c As 2d 3d Ks 9d Qs Js Ts";
    let folds = [(2, Act::Raise(30)), (0, Act::Fold), (1, Act::Fold)];
    let (room, hand, witness) = witnessed("holdem", top, &folds);
    assert_eq!(hand.due(), Due::Pay);
    let flop = room.demanded_flop(&hand, 2).expect("he may ask");
    assert_eq!(book().label(flop.cite), "17.5.5");
    let flop = flop.value.expect("the cards are known");
    assert_eq!(flop, cards("Qs Js Ts"));
    let mut office = Office::new(5_000_000);
    office.tell("dealer", Command::Begin { table: 1 });
    let demand = |hole: &str, others_folded| Command::DemandFlop {
        table: 1,
        seat: 2,
        hole: cards(hole),
        others_folded,
    };
    let not_eligible = |hole| Reason::NotEligible { hole: cards(hole) };
    assert_eq!(office.refused("dealer", demand("As Ks", false)), (Reason::OthersPlay, "17.5.5"));
    assert_eq!(office.refused("dealer", demand("As Kd", true)), (not_eligible("As Kd"), "17.5.5"));
    assert_eq!(office.refused("dealer", demand("As 9s", true)), (not_eligible("As 9s"), "17.5.5"));
    office.tell("dealer", demand("As Ks", true));
    assert_eq!(office.clause_of(|event| matches!(event, Event::FlopDue { .. })), "17.5.5");
    let claim = Claim { flop, exposed: true, ..witness.claim(&hand, 2) };
    office.tell("dealer", Command::Record { table: 1, claim });
    office.settle(1);
    assert_eq!(office.paid(), [(1, cents(5_000_500))]);
    // Nobody else may, and nobody with cards that cannot become it.
    assert!(room.demanded_flop(&hand, 0).is_err());
    let (room, hand, _) = witnessed("holdem", "2c 3c As 2d 3d 9s", &folds);
    assert_eq!(room.demanded_flop(&hand, 2).expect_err("nine").reason, not_eligible("As 9s"));
    let (room, hand, _) = witnessed("holdem", top, &folds[..2]);
    assert_eq!(room.demanded_flop(&hand, 2).expect_err("p2 plays").reason, Reason::OthersPlay);
}

#[test]
fn k121_which_games_can_have_it() {
    let eligible = ["holdem", "double-flop-holdem", "holdem-hi-lo"];
    for (at, found) in book().games.iter().enumerate() {
        let mut office = Office::new(0);
        let (deck, name) = (found.deck.value.len(), found.game.as_str());
        let result = office.told(staff("tg-area-manager", 0), link(9, at, false));
        let expected = match (eligible.contains(&name), deck) {
            (true, 52) => Ok(()),
            (true, _) => Err((Reason::ShortDeck { one_in: one_in(deck) }, "17.3.1(a)")),
            (false, _) => Err((Reason::WrongGame { name: found.name.clone() }, "17.3.1(a)")),
        };
        assert_eq!(result, expected, "{name} with {deck} cards");
    }
    assert_eq!([52, 32, 20].map(one_in), [649_740, 50_344, 3_876]);
    // With a short deck the house must want it, and is warned.
    let mut office = Office::new(0);
    office.tell("tg-area-manager", link(9, game("holdem", 20), true));
    let warning = |event: &Event| *event == Event::ShortDeck { table: 9, one_in: 3_876 };
    assert_eq!(office.clause_of(warning), "17.3.1(a)");
    assert_eq!(office.clause_of(|event| *event == Event::Fitted { table: 9 }), "2.4");
    let again = link(9, game("holdem", 52), false);
    assert_eq!(office.refused("tg-area-manager", again), (Reason::TableHasOne { table: 9 }, "17.3.1(b)"));
    let dealer = office.refused("dealer", link(10, game("holdem", 52), false));
    assert_eq!(dealer.0, Reason::RoleTooLow { needs: "TG Area Manager".into() });
}

#[test]
fn a_table_without_its_equipment_takes_no_part() {
    let with = |equipment| Command::Link {
        jackpot: 0,
        table: 9,
        game: game("holdem", 52),
        equipment,
        short_deck: false,
    };
    let mut office = Office::new(0);
    let missing = |what| Reason::EquipmentMissing { table: 9, what };
    let button = with(Equipment { button: false, ..Equipment::ALL });
    assert_eq!(office.refused("tg-area-manager", button), (missing("jackpot button"), "2.4"));
    let console = with(Equipment { console: false, ..Equipment::ALL });
    let console = office.refused("tg-area-manager", console);
    assert_eq!(console, (missing("jackpot management console"), "2.4"));
    let display = with(Equipment { display: false, ..Equipment::ALL });
    assert_eq!(office.refused("tg-area-manager", display), (Reason::NoDisplay { table: 9 }, "17.3.1(c)"));
    office.tell("dealer", Command::Display { jackpot: 0, place: "at the bar".into() });
    assert_eq!(office.state.jackpots[0].displays, ["at the bar"]);
    assert_eq!(office.clause_of(|event| matches!(event, Event::Displayed { .. })), "17.3.1(c)");
}

#[test]
fn k122_only_the_corrected_flop_counts() {
    let mut office = Office::new(0);
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", Command::CorrectFlop { table: 1, flop: cards("Qh 4c Th") });
    assert_eq!(office.clause_of(|event| matches!(event, Event::FlopCorrected { .. })), "17.6.3");
    let first = Command::Record { table: 1, claim: royal() };
    assert_eq!(
        office.refused("dealer", first),
        (Reason::FlopWasCorrected { flop: cards("Qh 4c Th") }, "17.6.3")
    );
    let corrected = Command::Record { table: 1, claim: claim("Ah Kh", "Qh 4c Th") };
    assert_eq!(office.refused("dealer", corrected).0, not_royal("Ah Kh", "Qh 4c Th"));
    // And the other way round.
    let mut office = Office::new(0);
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", Command::CorrectFlop { table: 1, flop: cards("Qh Jh Th") });
    office.tell("dealer", Command::Record { table: 1, claim: royal() });
}

/// Not confirmed, or confirmed and not paid: only the corrected flop counts (17.6.3).
#[test]
fn what_is_recorded_falls_with_its_flop() {
    let correct = |flop: &str| Command::CorrectFlop { table: 1, flop: cards(flop) };
    let confirm = Command::Confirm { table: 1, deck_counted: true };
    for confirmed in [false, true] {
        let mut office = Office::new(1_200_000);
        office.tell("dealer", Command::Begin { table: 1 });
        office.tell("dealer", Command::Record { table: 1, claim: royal() });
        if confirmed {
            office.tell("tg-area-manager", confirm.clone());
        }
        // The same cards: nothing has changed.
        office.tell("dealer", correct("Th Jh Qh"));
        assert_eq!(office.state.jackpots[0].wins.len(), 1);
        // A card that the winner holds cannot be on the flop.
        assert_eq!(office.refused("dealer", correct("Ah Jh Qh")), (Reason::CardsMissing, "17.6.3"));
        office.tell("dealer", correct("2c 3c 4c"));
        let fell = |event: &Event| *event == Event::Disqualified { jackpot: 0, table: 1, seat: 3 };
        assert_eq!(office.clause_of(fell), "17.6.3");
        let nothing = (Reason::NothingRecorded { table: 1 }, "17.4.2");
        assert_eq!(office.refused("tg-area-manager", confirm.clone()), nothing);
        let pay = Command::Pay { table: 1, means: PaymentMeans::Chips };
        assert_eq!(office.refused("tg-area-manager", pay), nothing);
        assert_eq!(office.value(), cents(1_200_050));
        // And another hand has it on the corrected flop.
        office.tell("dealer", correct("Qs Js Ts"));
        office.tell("dealer", Command::Record { table: 1, claim: claim("As Ks", "Qs Js Ts") });
        office.settle(1);
        assert_eq!(office.paid(), [(1, cents(1_200_500))]);
        // What was paid is taken back by a manager only.
        assert_eq!(
            office.refused("dealer", correct("2c 3c 4c")),
            (Reason::PaidAlready { table: 1 }, "17.6.3")
        );
        assert_eq!(office.value(), cents(1_000_000));
        office.tell("tg-area-manager", correct("2c 3c 4c"));
        let back = |event: &Event| matches!(event, Event::TakenBack { seat: 3, amount, .. } if *amount == cents(1_200_500));
        assert_eq!(office.clause_of(back), "17.6.3");
        assert_eq!((office.value(), office.state.jackpots[0].paid), (cents(1_200_050), cents(0)));
    }
}

/// Paid, and the round finished: until the next one begins the flop is corrected, and the pool is as it would have been.
#[test]
fn a_jackpot_of_a_corrected_flop_is_taken_back_after_the_round() {
    let manager = "tg-area-manager";
    let correct = |flop: &str| Command::CorrectFlop { table: 1, flop: cards(flop) };
    let mut office = Office::new(1_200_000);
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", Command::Record { table: 1, claim: royal() });
    office.settle(1);
    office.tell("dealer", Command::Complete { table: 1 });
    assert_eq!(office.value(), cents(1_000_000));
    // Still a royal flush: it stays paid.
    office.tell(manager, correct("Th Jh Qh"));
    assert_eq!(office.state.jackpots[0].paid, cents(1_200_500));
    office.tell(manager, correct("2c 3c 4c"));
    assert_eq!((office.value(), office.state.jackpots[0].paid), (cents(1_200_050), cents(0)));
    // Nothing is taken back twice, and another hand may have it on the flop that counts.
    office.tell(manager, correct("Qs Js Ts"));
    assert_eq!(office.state.jackpots[0].paid, cents(0));
    assert_eq!(
        office.refused("dealer", Command::Record { table: 1, claim: royal() }).0,
        Reason::FlopWasCorrected { flop: cards("Qs Js Ts") }
    );
    office.tell("dealer", Command::Record { table: 1, claim: claim("As Ks", "Qs Js Ts") });
    office.settle(1);
    assert_eq!((office.value(), office.state.jackpots[0].paid), (cents(1_000_000), cents(1_200_500)));
    // The next round is another: what was paid before it stands.
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell(manager, correct("2c 3c 4c"));
    assert_eq!((office.value(), office.state.jackpots[0].paid), (cents(1_000_050), cents(1_200_500)));
}

/// A royal flush of an earlier round has its own flop.
#[test]
fn a_corrected_flop_leaves_an_earlier_round_alone() {
    let mut office = Office::new(1_200_000);
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", Command::Record { table: 1, claim: royal() });
    office.tell("dealer", Command::Complete { table: 1 });
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", Command::CorrectFlop { table: 1, flop: cards("2c 3c 4c") });
    assert_eq!(office.state.jackpots[0].wins.len(), 1);
    office.settle(1);
}

/// Who asks for the flop has tabled his cards: no other hand, his or another's, is that round's (17.5.5).
#[test]
fn a_flop_asked_for_is_for_one_hand() {
    let mut office = Office::new(0);
    office.tell("dealer", Command::Begin { table: 1 });
    let demand =
        |seat, hole: &str| Command::DemandFlop { table: 1, seat, hole: cards(hole), others_folded: true };
    office.tell("dealer", demand(2, "As Ks"));
    let bound = (Reason::FlopWasDemanded { seat: 2, hole: cards("As Ks") }, "17.5.5");
    assert_eq!(office.refused("dealer", demand(3, "Ah Kh")), bound);
    assert_eq!(office.refused("dealer", demand(2, "Ah Kh")), bound);
    let record = |seat, hole: &str, flop: &str| Command::Record {
        table: 1,
        claim: Claim { seat, ..claim(hole, flop) },
    };
    assert_eq!(office.refused("dealer", record(2, "Jh Th", "Ah Kh Qh")), bound);
    assert_eq!(office.refused("dealer", record(3, "Ah Kh", "Qh Jh Th")), bound);
    office.tell("dealer", record(2, "As Ks", "Qs Js Ts"));
    // The next round is free again.
    office.tell("dealer", Command::Complete { table: 1 });
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", demand(3, "Ah Kh"));
    // And what is recorded has had its flop.
    office.tell("dealer", Command::Begin { table: 2 });
    office.tell("dealer", Command::Record { table: 2, claim: royal() });
    let late = Command::DemandFlop { table: 2, seat: 3, hole: cards("Ah Kh"), others_folded: true };
    assert_eq!(office.refused("dealer", late), (Reason::RecordedAlready { table: 2 }, "17.4.2"));
}

#[test]
fn k123_tables_are_settled_in_the_order_of_recording() {
    let mut office = Office::new(1_234_460);
    for table in [1, 2] {
        office.tell("dealer", Command::Begin { table });
    }
    // Table 2 at 21:00:05, table 1 at 21:00:07.
    for (table, at) in [(2, 75_605), (1, 75_607)] {
        office.told(staff("dealer", at), Command::Record { table, claim: royal() }).expect("recorded");
    }
    let first = Command::Confirm { table: 1, deck_counted: true };
    assert_eq!(
        office.refused("tg-area-manager", first),
        (Reason::NotFirstRecorded { first: 2, table: 1 }, "17.5.2(b)")
    );
    office.settle(2);
    office.settle(1);
    assert_eq!(office.paid(), [(2, cents(1_235_000)), (1, cents(1_000_000))]);
    // With a round between them the second gets that too: 10,000.50, in fives 10,005.
    let mut office = Office::new(1_234_460);
    for table in [1, 2] {
        office.tell("dealer", Command::Begin { table });
        office.tell("dealer", Command::Record { table, claim: royal() });
    }
    office.settle(1);
    office.tell("dealer", Command::Complete { table: 1 });
    office.tell("dealer", Command::Begin { table: 1 });
    office.settle(2);
    assert_eq!(office.paid(), [(1, cents(1_235_000)), (2, cents(1_000_500))]);
}

#[test]
fn k140_a_void_round_adds_nothing() {
    let mut office = Office::new(1_000_000);
    office.tell("dealer", Command::Begin { table: 1 });
    assert_eq!(office.value(), cents(1_000_050));
    assert_eq!(
        office.refused("dealer", Command::Begin { table: 1 }),
        (Reason::RoundUnderWay { table: 1 }, "17.4.1")
    );
    office.tell("dealer", Command::Void { table: 1 });
    assert_eq!(office.value(), cents(1_000_000));
    assert_eq!(office.clause_of(|event| matches!(event, Event::Reversed { .. })), "17.2");
    // What has been won cannot be taken out of the pool again.
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", Command::Begin { table: 2 });
    office.tell("dealer", Command::Record { table: 1, claim: royal() });
    office.settle(1);
    office.tell("dealer", Command::Void { table: 2 });
    assert_eq!(office.value(), cents(1_000_000));
}

#[test]
fn a_void_round_drops_its_own_royal_flush_and_no_other() {
    let mut office = Office::new(1_000_000);
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", Command::Record { table: 1, claim: royal() });
    let twice = Command::Record { table: 1, claim: royal() };
    assert_eq!(office.refused("dealer", twice), (Reason::RecordedAlready { table: 1 }, "17.4.2"));
    office.tell("dealer", Command::Complete { table: 1 });
    office.tell("dealer", Command::Begin { table: 1 });
    office.tell("dealer", Command::Record { table: 1, claim: royal() });
    assert_eq!(office.state.jackpots[0].wins.len(), 2);
    office.tell("dealer", Command::Void { table: 1 });
    assert_eq!(office.state.jackpots[0].wins.len(), 1);
    office.settle(1);
    assert_eq!(office.paid(), [(1, cents(1_000_500))]);
    let nothing = Command::Confirm { table: 1, deck_counted: true };
    assert_eq!(office.refused("tg-area-manager", nothing), (Reason::NothingRecorded { table: 1 }, "17.4.2"));
}

#[test]
fn faults_are_put_right_by_a_manager() {
    let mut office = Office::new(1_000_000);
    let needs = || Reason::RoleTooLow { needs: "TG Area Manager".into() };
    // Rounds that nobody recorded.
    let adjust = Command::Adjust { table: 1, rounds: 3 };
    assert_eq!(office.refused("dealer", adjust.clone()), (needs(), "17.6.1"));
    office.tell("tg-area-manager", adjust);
    assert_eq!(office.value(), cents(1_000_150));
    let none = Command::Adjust { table: 1, rounds: 0 };
    assert_eq!(office.refused("tg-area-manager", none), (Reason::Rounds { most: 10_000 }, "17.6.1"));
    // The button does not count: the round is credited by hand, and so is a hand that wins.
    let broken = EquipmentCheck { increments: false, ..EquipmentCheck::WELL };
    office.tell("dealer", Command::Report { table: 1, working: broken });
    assert_eq!(office.clause_of(|event| matches!(event, Event::Reported { .. })), "17.3.2");
    office.tell("dealer", Command::Begin { table: 1 });
    assert_eq!(office.clause_of(|event| matches!(event, Event::Begun { .. })), "17.3.2");
    assert_eq!(office.value(), cents(1_000_150));
    assert_eq!(office.refused("dealer", Command::Credit { table: 1 }), (needs(), "17.6.2"));
    office.tell("tg-area-manager", Command::Credit { table: 1 });
    assert_eq!(office.value(), cents(1_000_200));
    let twice = Command::Credit { table: 1 };
    assert_eq!(office.refused("tg-area-manager", twice), (Reason::AlreadyCounted { table: 1 }, "17.6.2"));
    let record = Command::Record { table: 1, claim: royal() };
    assert_eq!(office.refused("dealer", record.clone()), (needs(), "17.6.2"));
    office.tell("tg-area-manager", record);
    office.settle(1);
    assert_eq!(office.paid(), [(1, cents(1_000_500))]);
}

#[test]
fn what_is_offered_is_accepted() {
    let jackpots = Jackpots::new(book());
    let mut office = Office::new(0);
    let manager = staff("tg-area-manager", 0);
    let has = |office: &Office, offer| jackpots.offers(&office.state, manager).contains(&offer);
    assert!(has(&office, Offer::Begin { table: 1 }) && !has(&office, Offer::Complete { table: 1 }));
    office.tell("dealer", Command::Begin { table: 1 });
    assert!(has(&office, Offer::Record { table: 1 }) && !has(&office, Offer::Pay { table: 1 }));
    office.tell("dealer", Command::Record { table: 1, claim: royal() });
    assert!(has(&office, Offer::Confirm { table: 1 }) && !has(&office, Offer::Record { table: 1 }));
    office.tell("tg-area-manager", Command::Confirm { table: 1, deck_counted: true });
    assert!(has(&office, Offer::Pay { table: 1 }) && !has(&office, Offer::Confirm { table: 1 }));
    let player = Actor { who: Who::Seat(0), at: Moment(0) };
    assert_eq!(jackpots.offers(&office.state, player), []);
}

struct Desk(BonusState);

impl Desk {
    fn tell(&mut self, role: &str, command: BonusCommand) -> Result<(BonusEvent, &str), (BonusReason, &str)> {
        struct One(Option<Ruled<BonusEvent>>);
        impl Sink<Ruled<BonusEvent>> for One {
            fn take(&mut self, event: Ruled<BonusEvent>) {
                self.0 = Some(event);
            }
        }
        let (bonuses, mut out) = (Bonuses::new(book()), One(None));
        match bonuses.decide(&self.0, staff(role, 0), &command, &mut out) {
            Ok(()) => {
                let event = out.0.expect("an event");
                bonuses.evolve(&mut self.0, &event.value);
                Ok((event.value, book().label(event.cite)))
            }
            Err(Refusal { reason, cite }) => Err((reason, book().label(cite))),
        }
    }
}

#[test]
fn k124_bonus_prizes() {
    let mut desk = Desk(BonusState::default());
    let bonus = |prize, signed| {
        let outcomes = "four of a kind".into();
        BonusCommand::Offer(PrizeOn { prize, outcomes, tables: vec![4], signed })
    };
    let cash = Prize::Cash(cents(20_000));
    let unsigned = desk.tell("tg-area-manager", bonus(cash.clone(), false));
    assert_eq!(unsigned, Err((BonusReason::NoSign, "16.2")));
    assert_eq!(desk.tell("tg-area-manager", bonus(cash, true)).expect("on the sign").1, "16.2");
    desk.tell("tg-area-manager", bonus(Prize::Goods("a dinner".into()), true)).expect("on the sign");
    let notify = |bonus, table, folded| BonusCommand::Notify { bonus, table, seat: 5, round: 7, folded };
    assert_eq!(desk.tell("dealer", notify(0, 4, true)), Err((BonusReason::Folded { seat: 5 }, "16.4")));
    assert_eq!(
        desk.tell("dealer", notify(0, 5, false)),
        Err((BonusReason::NotThatTable { bonus: 0, table: 5 }, "16.2"))
    );
    for bonus in [0, 1] {
        assert_eq!(desk.tell("dealer", notify(bonus, 4, false)).expect("told").1, "16.3");
        let twice = BonusReason::NotifiedAlready { seat: 5, table: 4, claim: bonus };
        assert_eq!(desk.tell("dealer", notify(bonus, 4, false)), Err((twice, "16.3")));
    }
    let award = |claim| BonusCommand::Award { claim, means: PaymentMeans::Chips };
    assert_eq!(desk.tell("dealer", award(0)), Err((BonusReason::NotVerified { claim: 0 }, "16.3")));
    let verify = |claim| BonusCommand::Verify { claim, qualifies: true };
    let needs = BonusReason::RoleTooLow { needs: "TG Area Manager".into() };
    assert_eq!(desk.tell("dealer", verify(0)), Err((needs, "16.3")));
    for claim in [0, 1] {
        desk.tell("tg-area-manager", verify(claim)).expect("verified");
    }
    let paid = BonusEvent::Paid { claim: 0, amount: cents(20_000), means: PaymentMeans::Chips };
    assert_eq!(desk.tell("dealer", award(0)), Ok((paid, "16.3.1")));
    assert_eq!(desk.tell("dealer", award(1)), Ok((BonusEvent::Outstanding { claim: 1 }, "16.3.2")));
    assert_eq!(desk.0.claims[1].progress, Progress::Outstanding);
    let deliver = BonusCommand::Deliver { claim: 1 };
    assert_eq!(desk.tell("dealer", deliver.clone()), Ok((BonusEvent::Delivered { claim: 1 }, "16.3.2")));
    assert_eq!(desk.tell("dealer", deliver), Err((BonusReason::GivenAlready { claim: 1 }, "16.3")));
}

#[test]
fn a_hand_has_a_bonus_once_and_the_next_hand_again() {
    let mut desk = Desk(BonusState::default());
    let (prize, outcomes) = (Prize::Cash(cents(20_000)), "four of a kind".into());
    let offer = BonusCommand::Offer(PrizeOn { prize, outcomes, tables: vec![4], signed: true });
    desk.tell("tg-area-manager", offer).expect("on the sign");
    let notify = |round| BonusCommand::Notify { bonus: 0, table: 4, seat: 5, round, folded: false };
    desk.tell("dealer", notify(1)).expect("told");
    desk.tell("tg-area-manager", BonusCommand::Verify { claim: 0, qualifies: true }).expect("verified");
    desk.tell("dealer", BonusCommand::Award { claim: 0, means: PaymentMeans::Cash }).expect("paid");
    let twice = BonusReason::NotifiedAlready { seat: 5, table: 4, claim: 0 };
    assert_eq!(desk.tell("dealer", notify(1)), Err((twice, "16.3")));
    desk.tell("dealer", notify(2)).expect("another round");
}

/// Commands at random: refused without a trace, offered and accepted alike, and the pool is what the house paid in.
#[test]
fn random_rounds_keep_the_pool_exact() {
    let mut random = cards::Shuffler::new(&cards::ShuffleKey::from_seed(17));
    let mut office = Office::new(1_000_000);
    let (mut wins, mut refused) = (0, 0);
    for at in 0..20_000 {
        let table = 1 + random.below(3) as u32;
        let role = ["dealer", "tg-higher-duties-dealer", "tg-area-manager"][random.below(3)];
        if random.below(20) == 0 {
            let flop = ["Qh Jh Th", "Qs Js Ts"][random.below(2)];
            let _ = office.told(staff(role, at), Command::CorrectFlop { table, flop: cards(flop) });
        }
        // The hand that has it: in hearts, or in spades where the flop was corrected to them.
        let corrected = office.state.find(table).and_then(|found| found.1.last_round()?.corrected);
        let spades = corrected == Some(cards("Qs Js Ts"));
        let hand = if spades { claim("As Ks", "Qs Js Ts") } else { royal() };
        let (command, offer) = match random.below(9) {
            0 | 1 => (Command::Begin { table }, Offer::Begin { table }),
            2 => (Command::Complete { table }, Offer::Complete { table }),
            3 => (Command::Void { table }, Offer::Void { table }),
            4 => (Command::Record { table, claim: hand }, Offer::Record { table }),
            5 => (Command::Confirm { table, deck_counted: true }, Offer::Confirm { table }),
            6 => (Command::Pay { table, means: PaymentMeans::Chips }, Offer::Pay { table }),
            7 => (Command::Adjust { table, rounds: 1 }, Offer::Adjust { table }),
            _ => (Command::Credit { table }, Offer::Credit { table }),
        };
        if random.below(50) == 0 {
            let working = EquipmentCheck { times: random.below(2) == 0, ..EquipmentCheck::WELL };
            let _ = office.told(staff("dealer", at), Command::Report { table, working });
        }
        let offered = Jackpots::new(book()).offers(&office.state, staff(role, at)).contains(&offer);
        let told = office.told(staff(role, at), command.clone());
        assert_eq!(offered, told.is_ok(), "{role}: {command:?} {told:?}");
        refused += usize::from(told.is_err());
        if told.is_ok() && matches!(command, Command::Pay { .. }) {
            let flop = cards(["Qh Jh Th", "Qs Js Ts"][random.below(2)]);
            let _ = office.told(staff("tg-area-manager", at), Command::CorrectFlop { table, flop });
        }
    }
    // Every win pays the pool as it stands by the rounds before it.
    let (mut pool, mut taken_back) = (1_000_000, 0);
    for (event, _) in &office.told {
        match *event {
            Event::Contributed { amount, .. } | Event::Adjusted { amount, .. } => pool += amount.cents(),
            Event::Reversed { amount, .. } => pool -= amount.cents(),
            Event::TakenBack { drawn, .. } => (pool, taken_back) = (pool + drawn.cents(), taken_back + 1),
            Event::Paid { amount, .. } => {
                assert_eq!(amount.cents(), (pool + 499) / 500 * 500);
                (pool, wins) = (1_000_000, wins + 1);
            }
            _ => {}
        }
    }
    assert_eq!(office.value().cents(), pool);
    assert!(wins > 100 && refused > 1_000, "{wins} wins, {refused} refused");
    assert!(taken_back > 0, "only {taken_back} prizes taken back");
}
