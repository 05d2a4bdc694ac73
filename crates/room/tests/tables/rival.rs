//! The same table in the naive room's words.

use super::Setting;
use naive_room::{Commission as NaiveCommission, Setup, Structure as NaiveStructure};
use room::{Commission, Structure};

/// The name of a game in the naive room.
fn name<'b>(setting: &Setting<'b>) -> &'b str {
    let game = setting.game.game.as_str();
    if !setting.standard {
        return game;
    }
    match (game, setting.terms.structure) {
        ("holdem", Structure::NoLimit { .. }) => "NT",
        ("holdem", _) => "FT",
        ("short-deck", _) => "NS",
        ("omaha", _) => "PO",
        ("omaha-hi-lo", _) => "FO/8",
        ("seven-card-stud", _) => "F7S",
        ("seven-card-stud-hi-lo", _) => "F7S/8",
        ("razz", _) => "FR",
        ("lowball-draw-2-7", _) => "N2L1D",
        ("triple-draw-2-7", _) => "F2L3D",
        ("badugi", _) => "FB",
        _ => panic!("the standard has no {game}"),
    }
}

pub(crate) fn setup(setting: &Setting<'_>) -> Setup {
    let terms = &setting.terms;
    let by_position = |posts: &[i64]| {
        let mut posts = posts[..setting.players].to_vec();
        if setting.standard && setting.players == 2 {
            // The naive room reads them as a file has them, and turns them round.
            posts.reverse();
        }
        posts
    };
    Setup {
        standard: setting.standard,
        deck: setting.game.deck.value.len() as u8,
        structure: match terms.structure {
            Structure::Fixed { small, big, small_rounds } => {
                NaiveStructure::Fixed { small, big, small_rounds: usize::from(small_rounds) }
            }
            Structure::Spread { least, most } => NaiveStructure::Spread { min: least, max: most },
            Structure::HalfPot { least } => NaiveStructure::HalfPot { min: least },
            Structure::Pot { least } => NaiveStructure::Pot { min: least },
            Structure::NoLimit { least } => NaiveStructure::NoLimit { min: least },
        },
        antes: by_position(&terms.antes),
        blinds: by_position(&terms.blinds),
        bring_in: (terms.bring_in > 0).then_some(terms.bring_in),
        stacks: setting.stacks().to_vec(),
        chip: terms.chip,
        commission: match terms.commission {
            Commission::None => NaiveCommission::None,
            Commission::Percentage { ppm, cap } => {
                NaiveCommission::Percent { num: i64::from(ppm), den: 1_000_000, cap: Some(cap) }
            }
            Commission::PerHand(fee) => NaiveCommission::PerHand(fee),
            Commission::PerPerson(fee) => NaiveCommission::PerPerson(fee),
            Commission::Several { ppm, cap, per_hand, per_person } => {
                NaiveCommission::Several { ppm: i64::from(ppm), cap: Some(cap), per_hand, per_person }
            }
        },
        unit: terms.unit,
        ante_trimming: terms.trim_antes,
        ..Setup::of(name(setting))
    }
}
