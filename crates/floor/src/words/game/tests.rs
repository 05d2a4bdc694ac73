use super::super::{NumbersOnly, OpenCards};
use super::*;
use crate::table::Event;
use ::cards::CardId;
use engine::Hidden;
use engine::banked::LiveCard;
use engine::banked::{CorrectedRecord, CorrectionReason, Phase, Settled};
use money::Money;
use rulebook::Device;

fn game() -> &'static rulebook::Variant {
    crate::book("crown-sydney-poker-minors-3.3").unwrap().variants.first().unwrap()
}

fn told(state: &State<Table>, event: E) -> String {
    Teller::new(game()).tell(state, &Event::Game(event))
}

fn id(card: &str) -> CardId {
    card.parse::<::cards::Card>().unwrap().id()
}

#[test]
fn a_real_card_is_not_named_before_it_is_recorded() {
    let mut state = State::new(Table::closed());
    let unread = LiveCard { of: Holder::Dealer, at: 0, card: Hidden::new(None) };
    state.game.live = Some(vec![unread]);
    state.game.dealer_held = 1;
    assert_eq!(told(&state, E::UpCardShown { at: 0 }), "the dealer's up card is turned up");
    assert_eq!(told(&state, E::DealerShown), "the dealer's hand is turned up");
    let king = id("Kh");
    state.game.live = Some(vec![LiveCard { of: Holder::Dealer, at: 0, card: Hidden::new(Some(king)) }]);
    state.game.dealer[0] = king;
    assert_eq!(told(&state, E::UpCardShown { at: 0 }), "the dealer's up card is Kh");
    state.game.live = None;
    assert_eq!(told(&state, E::DealerShown), "the dealer shows Kh");
}

#[test]
fn finding_03_the_words_say_whether_the_dealer_qualifies() {
    let state = State::new(Table::closed());
    let rank = |hand: &str| game().order(0).rank(hand.parse().unwrap());
    let high = told(&state, E::DealerQualified { rank: rank("Qs Jd 8h 5c 2s"), qualifies: false });
    assert!(high.starts_with("the dealer does not qualify with queen high, jack"), "{high}");
    let pair = told(&state, E::DealerQualified { rank: rank("Qs Qd 8h 5c 2s"), qualifies: true });
    assert!(pair.starts_with("the dealer qualifies with pair of queens"), "{pair}");
}

#[test]
fn finding_04_a_correction_names_the_cards_once_they_are_shown() {
    let state = State::new(Table::closed());
    let record = CorrectedRecord {
        of: Holder::Dealer,
        was: Hidden::new(vec![(0, id("Qh"))]),
        from: 0,
        cards: Hidden::new(vec![id("Qd")]),
        why: CorrectionReason::Mistyped,
        taken_back: false,
    };
    let event = E::RecordCorrected { record: Box::new(record) };
    assert_eq!(
        told(&state, event.clone()),
        "the record of the cards of the dealer is corrected: a card not shown becomes a card not shown; it was typed wrong"
    );
    let mut seen = OpenCards::default();
    seen.note(&E::UpCardShown { at: 0 });
    let teller = Teller { seen, audience: Audience::Staff(&NumbersOnly), ..Teller::new(game()) };
    assert_eq!(
        teller.tell(&state, &Event::Game(event)),
        "the record of the cards of the dealer is corrected: Qh becomes Qd; it was typed wrong"
    );
}

#[test]
fn finding_20_the_shuffle_is_told_as_it_was() {
    let mut state = State::new(Table::closed());
    state.mode = Some(DealingMode::Virtual);
    state.game.phase = Phase::Betting;
    let shuffled = E::DeckShuffled { device: Device::Shoe };
    assert_eq!(told(&state, shuffled.clone()), "the system shuffles the deck for the next round");
    // As early records have it, after the wagers.
    state.game.phase = Phase::Locked;
    assert!(told(&state, shuffled).ends_with("it is not shuffled again"));
}

#[test]
fn every_amount_of_a_settlement_is_told() {
    let cents = Money::from_cents;
    let told =
        |result, staked, paid, returned| settled(result, (cents(staked), cents(paid), cents(returned)));
    assert_eq!(told(Settled::Win, 25_00, 50_00, 25_00), "$25 wins $50, $25 returned");
    assert_eq!(told(Settled::Win, 5_00, 50_00, 0), "$5 wins $50, nothing returned");
    assert_eq!(told(Settled::Win, 0, 50_00, 0), "$0 wins $50");
    assert_eq!(told(Settled::Lose, 30_00, 0, 0), "$30 loses $30");
    assert_eq!(told(Settled::Lose, 30_00, 0, 5_00), "$30 loses $25, $5 returned");
    assert_eq!(told(Settled::StandOff, 30_00, 0, 30_00), "$30 pushes, $30 returned");
    assert_eq!(told(Settled::Returned, 30_00, 0, 30_00), "$30 is returned");
    assert_eq!(told(Settled::Void, 30_00, 0, 30_00), "$30 is void, $30 returned");
    assert_eq!(told(Settled::Forfeited, 30_00, 0, 0), "$30 is forfeited");
    assert_eq!(told(Settled::Carried, 5_00, 0, 0), "$5 plays on in the next round");
}
