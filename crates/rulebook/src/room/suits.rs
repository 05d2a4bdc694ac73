//! Which remedies the machine can carry out for what has happened, and in which games.

use super::game::{Family, Posts, RoomGame};
use super::irregularity::{IrregularityKind, Remedy, RoomIrregularity};

/// The remedies of a situation.
pub(super) fn remedies(what: IrregularityKind) -> Vec<Remedy> {
    use IrregularityKind as S;
    use Remedy as R;
    let own: &[R] = match what {
        S::ExposedInCut | S::NotShuffledOrCut | S::WrongCountAtEnd | S::DefectiveDeck | S::ThreeUpCards => {
            &[]
        }
        S::OutOfOrder | S::SkippedOrExtraHand | S::WrongFacing => &[R::Correct],
        S::WrongCount => &[R::Correct, R::VoidHand, R::DeadHand],
        S::BoxedCards => &[R::MuckAndReplace],
        S::ExposedByDealer => &[R::FirstBurnSwap, R::CardPlays],
        S::TwoUpCards => &[R::FirstBurnSwap],
        S::DrawnByWrongPlayer => &[R::KeepsThem, R::MoveThem],
        S::FirstCardUp => &[R::NextCardDown],
        S::ExposedEarly => &[R::FreezeRound],
        S::LastCardUp => &[R::AllLastCardsUp, R::ChooseAllIn, R::AllIn],
        S::NoBurn => &[R::NewFlopWithBurn, R::RebuildAndBurn, R::FewerBurns],
        S::FlopTooMany => &[R::NewFlopNoBurn],
        S::FlopEarly => &[R::NewFlopNoBurn, R::BottomThenNewTop],
        S::BoardCardEarly => {
            &[R::SetAsideFourth, R::NewFifthNoBurn, R::SetAsideTopFourth, R::SetAsideTopFifth]
        }
        S::BoardCardsTogether => {
            &[R::ExtraIsNextBurn, R::ExtraIsMucked, R::ExtrasShuffledIn, R::ExtraIsBottom]
        }
        S::NoDiscard => &[R::DiscardNow, R::DeadHand],
        S::TurnedBeforeAgreement => &[R::StreetOnce],
        S::ExposedByPlayer => &[R::CardPlays],
        S::MuckedHandAsked => &[R::TapAndShow, R::ShowLive],
        S::ShownToOne => &[R::ShowAll],
        // What the machine does by itself, and what the jackpot's meter does, has no other way.
        S::OpenerAllIn => return vec![R::NextOpener, R::LeftOfOpener],
        S::FoldUnbet => return vec![R::SeatGetsCards],
        S::DeckShort => return vec![R::ReshuffleOrCommunity, R::DealStubThenBurns],
        S::StubShortForRuns => return vec![R::RunsFromBurns, R::FewerRuns],
        S::FouledSetting => return vec![R::PaysFour],
        S::RoundUnrecorded => return vec![R::AdjustJackpot],
        S::JackpotMalfunction => return vec![R::CreditAndPay],
        S::FlopErrorAtJackpot => return vec![R::JudgeCorrectedFlop],
    };
    let general = [R::Misdeal, R::RefundAll, R::ResultStands, R::PlayOn];
    own.iter().copied().chain(general).collect()
}

/// What a game lacks for a remedy; nothing if it can be done there.
fn lacks(remedy: Remedy, game: &RoomGame) -> Option<&'static str> {
    use Remedy as R;
    let (has, what) = match remedy {
        R::NewFlopWithBurn
        | R::NewFlopNoBurn
        | R::SetAsideFourth
        | R::NewFifthNoBurn
        | R::ExtraIsNextBurn
        | R::ExtraIsMucked
        | R::ExtrasShuffledIn => (game.board_cards() > 0, "board"),
        R::SetAsideTopFourth | R::SetAsideTopFifth | R::ExtraIsBottom | R::BottomThenNewTop => {
            (has_two_boards(game), "second board")
        }
        R::NextCardDown
        | R::NextOpener
        | R::LeftOfOpener
        | R::SeatGetsCards
        | R::AllLastCardsUp
        | R::ChooseAllIn
        | R::AllIn
        | R::ReshuffleOrCommunity
        | R::DealStubThenBurns => (game.family == Family::Stud, "up card"),
        R::KeepsThem | R::MoveThem => (game.family == Family::Draw, "draw"),
        R::DiscardNow => (game.street.iter().any(|street| street.discard.is_some()), "discard"),
        R::RunsFromBurns | R::FewerRuns | R::StreetOnce => (game.runs.is_some(), "board to run again"),
        R::PaysFour => (game.family == Family::Chinese, "set hand"),
        R::FreezeRound => (game.posts.value != Posts::Nothing, "betting round"),
        _ => (true, ""),
    };
    (!has).then_some(what)
}

fn has_two_boards(game: &RoomGame) -> bool {
    game.boards.is_some_and(|boards| boards.value == 2)
}

/// Why the remedy of a row does not suit what has happened, or a game that the row is for.
pub(super) fn unsuited(row: &RoomIrregularity, games: &[RoomGame]) -> Option<String> {
    let (number, name) = (row.row, crate::describe::in_words);
    let allowed = remedies(row.what);
    if !allowed.contains(&row.ruling) {
        let known: Vec<String> = allowed.iter().map(kebab).collect();
        let (ruling, what) = (kebab(&row.ruling), name(row.what));
        return Some(format!(
            "row {number}: '{ruling}' is not a ruling for {what}; choose from {}",
            known.join(", ")
        ));
    }
    let concerned = |game: &&RoomGame| {
        row.is_for(game) && row.when.two_boards.is_none_or(|two| two == has_two_boards(game))
    };
    games.iter().filter(concerned).find_map(|game| {
        let lacking = lacks(row.ruling, game)?;
        let ruling = kebab(&row.ruling);
        Some(format!("row {number}: '{ruling}' cannot be done in {}, which has no {lacking}", game.id()))
    })
}

/// As the file writes it.
fn kebab(remedy: &Remedy) -> String {
    let mut text = String::new();
    for letter in format!("{remedy:?}").chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
