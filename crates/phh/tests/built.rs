//! Hands that are built, not read: whatever is put in comes out of the text again.

use cards::CardId;
use phh::{Act, Commission, FewCards, Hand};
use proptest::prelude::*;

fn cards(least: usize) -> impl Strategy<Value = FewCards> {
    let card = prop_oneof![4 => (0..52u8).prop_map(CardId::new), 1 => Just(None)];
    proptest::collection::vec(card, least..=FewCards::MOST)
        .prop_map(|ids| FewCards::of(ids.into_iter().map(|id| id.map(CardId::card))).unwrap_or_default())
}

fn act(players: u8) -> impl Strategy<Value = Act> {
    let player = 0..players;
    let amount = 0..2_000_000i64;
    prop_oneof![
        (player.clone(), cards(1)).prop_map(|(player, cards)| Act::DealHole { player, cards }),
        cards(1).prop_map(|cards| Act::DealBoard { cards }),
        cards(1).prop_map(|cards| Act::DealKitty { cards }),
        cards(1).prop_map(|cards| Act::DealCommunity { cards: cards.part(0, 1) }),
        (1..=255u8).prop_map(|times| Act::Run { times }),
        player.clone().prop_map(|player| Act::Fold { player }),
        player.clone().prop_map(|player| Act::CheckCall { player }),
        (player.clone(), amount).prop_map(|(player, to)| Act::RaiseTo { player, to }),
        player.clone().prop_map(|player| Act::BringIn { player }),
        (player.clone(), cards(0)).prop_map(|(player, cards)| Act::Discard { player, cards }),
        (player.clone(), cards(1)).prop_map(|(player, cards)| Act::Show { player, cards }),
        player.clone().prop_map(|player| Act::ShowDealt { player }),
        player.clone().prop_map(|player| Act::Muck { player }),
        player.clone().prop_map(|player| Act::TakeKitty { player }),
        (player, cards(3), 1..2u8).prop_map(|(player, cards, front)| {
            let middle = cards.len() as u8 - front - 1;
            Act::Set { player, cards, front, middle }
        }),
        Just(Act::Remark),
    ]
}

fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![Just(0), 1..1000i64, 0..1_000_000_000i64]
}

fn hand() -> impl Strategy<Value = Hand> {
    (2..12usize, 0..4u8).prop_flat_map(|(players, scale)| {
        let list = || proptest::collection::vec(amount(), players);
        let stacks = || proptest::collection::vec(proptest::option::weighted(0.9, amount()), players);
        let commission = prop_oneof![
            (0..=1_000_000u32, proptest::option::of(amount()))
                .prop_map(|(ppm, cap)| Commission::Percent { ppm, cap }),
            amount().prop_map(Commission::PerHand),
            amount().prop_map(Commission::PerPerson),
            (0..=1_000_000u32, proptest::option::of(amount()), amount(), proptest::option::of(amount()))
                .prop_map(|(ppm, cap, fee, per_person)| Commission::Several {
                    ppm: Some(ppm),
                    cap,
                    per_hand: Some(fee),
                    per_person
                }),
            // A cap beside fees alone.
            (amount(), amount(), proptest::option::of(amount())).prop_map(|(cap, fee, per_person)| {
                Commission::Several { ppm: None, cap: Some(cap), per_hand: Some(fee), per_person }
            }),
        ];
        let some = || proptest::option::of(amount());
        let fields = (some(), some(), some(), some(), proptest::option::of(commission));
        let acts = proptest::collection::vec(
            (act(players as u8), proptest::option::weighted(0.2, any::<String>())),
            0..30,
        );
        let texts = (
            any::<String>(),
            proptest::option::of(any::<String>()),
            any::<String>(),
            proptest::option::of(any::<u32>()),
        );
        let names = prop_oneof![Just(vec![]), proptest::collection::vec(any::<String>(), players)];
        (list(), list(), stacks(), stacks(), fields, acts, texts, names).prop_map(
            move |(antes, blinds, starting, finishing, fields, acts, texts, names)| {
                let mut hand = Hand::new();
                hand.scale = scale;
                hand.antes = antes;
                hand.blinds_or_straddles =
                    blinds.into_iter().map(|blind| if blind == 7 { -7 } else { blind }).collect();
                hand.starting_stacks = starting;
                hand.finishing_stacks = finishing;
                (hand.bring_in, hand.chip, hand.unit, hand.max_bet, hand.commission) = fields;
                hand.deck = Some(scale + 50);
                hand.set_game("some-game");
                hand.set_rulebook(&texts.0);
                if let Some(variant) = &texts.1 {
                    hand.set_variant(variant);
                }
                hand.set_other_text(&texts.2, "it's\n\"so\"");
                hand.number = texts.3.map(u64::from);
                hand.set_other_number("hand", -5);
                for (act, comment) in acts {
                    match comment {
                        Some(comment) => hand.push_with_comment(act, &comment),
                        None => hand.push(act),
                    }
                }
                for name in &names {
                    hand.push_player(name);
                }
                hand
            },
        )
    })
}

/// Names that the reader takes for a field with a meaning are not for `set_other_text`.
fn has_meaning(hand: &Hand) -> bool {
    hand.others().any(|(name, _)| ["variant", "antes", "players", "winnings"].contains(&name))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_built_hand_is_read_back_equal(hand in hand()) {
        prop_assume!(!has_meaning(&hand));
        prop_assert_eq!(hand.check(), Ok(()));
        let text = phh::write(&hand);
        let again = phh::read(&text);
        prop_assert_eq!(again.as_ref(), Ok(&hand), "{}", text);
        let full = phh::readers::full_all(&text);
        if hand.number.is_some() {
            prop_assert_eq!(full.map(|mut hands| hands.pop()), Ok(Some(Ok(hand))), "{}", text);
        }
    }
}

#[test]
fn equal_is_by_value_and_not_by_letter() {
    let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [50, 60]\n\
                actions = ['p1  cbr 4#x', '']\nx = 1\ny = 2\n";
    let same = text
        .replace("50, 60", "50.00, 60.0")
        .replace("p1  cbr 4#x", "p1 cbr 4.00 # x")
        .replace("x = 1\ny = 2", "y = 2\nx = 1");
    assert_eq!(phh::read(text), phh::read(&same));
    let mut cents = phh::read(text).expect("a hand");
    cents.scale = 2;
    assert_ne!(phh::read(text), Ok(cents));
    for (old, new) in
        [("50", "51"), ("cbr 4", "cbr 5"), ("#x", "#y"), ("x = 1", "x = 2"), ("''", "'p1 f'"), ("NT", "NS")]
    {
        assert_ne!(phh::read(text), phh::read(&text.replace(old, new)), "{new}");
    }
}
