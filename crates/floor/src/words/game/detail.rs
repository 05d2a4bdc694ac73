//! Which events of the game a summary leaves out.

use engine::banked::Event as E;

/// Whether it says nothing that the lines beside it do not say: cards going out one by one, clauses applied, hands counted.
pub(in crate::words) fn is_detail(event: &E) -> bool {
    match event {
        E::FactShown
        | E::HandDealt { .. }
        | E::DealerDealt { .. }
        | E::BoardDealt { .. }
        | E::JackpotCardsDealt { .. }
        | E::StepOpened { .. }
        | E::ShowdownReached
        | E::HandDiscarded { .. }
        | E::HandKept { .. }
        | E::PayLineApplied { .. }
        | E::HandCounted { .. } => true,
        E::TableOpened { .. }
        | E::SeatTaken { .. }
        | E::SeatLeft { .. }
        | E::WagerPlaced { .. }
        | E::WagerRaised { .. }
        | E::WagerTakenBack { .. }
        | E::WagerRefused { .. }
        | E::JackpotPlacedForAnother { .. }
        | E::CallMade
        | E::BettingClosed
        | E::JackpotRegistered { .. }
        | E::DeckShuffled { .. }
        | E::DeckCut { .. }
        | E::DeckPlaced { .. }
        | E::CardsDealtLive
        | E::CardsRecorded { .. }
        | E::RecordTakenBack { .. }
        | E::RecordCorrected { .. }
        | E::CardBurnt
        | E::UpCardShown { .. }
        | E::BoardShown { .. }
        | E::DealerShown
        | E::JackpotCardsShown
        | E::AwardsAwaited
        | E::Decided { .. }
        | E::DealerQualified { .. }
        | E::HandDeclared { .. }
        | E::HandsCompared { .. }
        | E::StakeAdjusted { .. }
        | E::PaymentRounded { .. }
        | E::PaymentCapped { .. }
        | E::TokenKept { .. }
        | E::WinningsWithheld { .. }
        | E::WagerSettled { .. }
        | E::JackpotHit { .. }
        | E::HandSettled { .. }
        | E::PlayerWarned { .. }
        | E::RoundClosed
        | E::IrregularityRuled { .. }
        | E::RetractionChosen { .. }
        | E::DutyDue { .. }
        | E::HandGone { .. }
        | E::HandsSwapped { .. }
        | E::JackpotCancelled
        | E::JackpotReRegistered { .. }
        | E::PlayerBarred { .. }
        | E::PlayerPaused { .. }
        | E::PlayerResumed { .. }
        | E::LossLimitSet { .. }
        | E::LimitShort { .. }
        | E::UpCardChosen { .. }
        | E::NoticePosted { .. }
        | E::LimitsChanged { .. }
        | E::LimitsAgreed { .. }
        | E::PayTablesChanged { .. }
        | E::TableClosed
        | E::SeatVacated { .. }
        | E::CardsCounted { .. }
        | E::CardsChecked
        | E::CardsChanged
        | E::BurnOrdered
        | E::CardsShuffledAgain
        | E::CardFoundInvalid { .. }
        | E::JackpotChanged { .. } => false,
    }
}
