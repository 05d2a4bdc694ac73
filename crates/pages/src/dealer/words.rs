//! Irregularities, rulings and duties, in the words of dealers.

use rulebook::{DutyKind, IrregularityKind, Ruling};
use server::texts::t;

/// What went wrong, as a dealer says it.
pub(super) fn what(what: IrregularityKind) -> &'static str {
    match what {
        IrregularityKind::CardExposed => t("dealer.what-card-exposed"),
        IrregularityKind::WrongCards => t("dealer.what-wrong-cards"),
        IrregularityKind::StrayHand => t("dealer.what-stray-hand"),
        IrregularityKind::WrongBoard => t("dealer.what-wrong-board"),
        IrregularityKind::WrongDealerCards => t("dealer.what-wrong-dealer-cards"),
        IrregularityKind::WrongJackpotCards => t("dealer.what-wrong-jackpot-cards"),
        IrregularityKind::BoardMisspread => t("dealer.what-board-misspread"),
        IrregularityKind::MixedWithDealer => t("dealer.what-mixed-with-dealer"),
        IrregularityKind::MixedWithJackpotCards => t("dealer.what-mixed-with-jackpot-cards"),
        IrregularityKind::HandTaken => t("dealer.what-hand-taken"),
        IrregularityKind::ShownEarly => t("dealer.what-shown-early"),
        IrregularityKind::WrongDeck => t("dealer.what-wrong-deck"),
        IrregularityKind::ShufflerJam => t("dealer.what-shuffler-jam"),
        IrregularityKind::ShufflerUnverified => t("dealer.what-shuffler-unverified"),
        IrregularityKind::DeviceDead => t("dealer.what-device-dead"),
        IrregularityKind::BlindHandViewed => t("dealer.what-blind-hand-viewed"),
        IrregularityKind::JackpotStartedInError => t("dealer.what-jackpot-started-in-error"),
        IrregularityKind::InformationShared => t("dealer.what-information-shared"),
        IrregularityKind::RuleBreach => t("dealer.what-rule-breach"),
        IrregularityKind::Disruption => t("dealer.what-disruption"),
        IrregularityKind::Fraud => t("dealer.what-fraud"),
    }
}

/// What is done about it.
pub(super) fn ruling(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::Misdeal => t("dealer.ruling-misdeal"),
        Ruling::VoidRound => t("dealer.ruling-void-round"),
        Ruling::VoidHands => t("dealer.ruling-void-hands"),
        Ruling::Continue => t("dealer.ruling-continue"),
        Ruling::SurplusNext => t("dealer.ruling-surplus-next"),
        Ruling::SurplusDiscarded => t("dealer.ruling-surplus-discarded"),
        Ruling::ShortageDealt => t("dealer.ruling-shortage-dealt"),
        Ruling::TurnedDown => t("dealer.ruling-turned-down"),
        Ruling::UpCard => t("dealer.ruling-up-card"),
        Ruling::HandRestored => t("dealer.ruling-hand-restored"),
        Ruling::HandDead => t("dealer.ruling-hand-dead"),
        Ruling::StrayBurnt => t("dealer.ruling-stray-burnt"),
        Ruling::SeatHandSwapped => t("dealer.ruling-seat-hand-swapped"),
        Ruling::JackpotReturned => t("dealer.ruling-jackpot-returned"),
        Ruling::JackpotCancelled => t("dealer.ruling-jackpot-cancelled"),
        Ruling::Reshuffled => t("dealer.ruling-reshuffled"),
        Ruling::MainForfeited => t("dealer.ruling-main-forfeited"),
        Ruling::AllForfeited => t("dealer.ruling-all-forfeited"),
        Ruling::WagersVoid => t("dealer.ruling-wagers-void"),
        Ruling::Barred => t("dealer.ruling-barred"),
        Ruling::Excluded => t("dealer.ruling-excluded"),
        Ruling::Escalated => t("dealer.ruling-escalated"),
        Ruling::Invalidated => t("dealer.ruling-invalidated"),
        Ruling::InvalidatedForfeiting => t("dealer.ruling-invalidated-forfeiting"),
    }
}

/// What must be done besides.
pub(super) fn duty(duty: DutyKind) -> &'static str {
    match duty {
        DutyKind::CountDeck => t("dealer.duty-count-deck"),
        DutyKind::ShuffleAndReuse => t("dealer.duty-shuffle-and-reuse"),
        DutyKind::BoxAndSeal => t("dealer.duty-box-and-seal"),
        DutyKind::ReplaceCards => t("dealer.duty-replace-cards"),
        DutyKind::BurnCards => t("dealer.duty-burn-cards"),
        DutyKind::NotifyRole => t("dealer.duty-notify-role"),
        DutyKind::NotifySurveillance => t("dealer.duty-notify-surveillance"),
        DutyKind::NotifyInspector => t("dealer.duty-notify-inspector"),
        DutyKind::CheckDeck => t("dealer.duty-check-deck"),
        DutyKind::NewDevice => t("dealer.duty-new-device"),
        DutyKind::EarlierRoundsStand => t("dealer.duty-earlier-rounds-stand"),
        DutyKind::RecordRuling => t("dealer.duty-record-ruling"),
        DutyKind::RemindPlayer => t("dealer.duty-remind-player"),
        DutyKind::WarnPlayer => t("dealer.duty-warn-player"),
        DutyKind::FaceDownAndCount => t("dealer.duty-face-down-and-count"),
        DutyKind::DealAnew => t("dealer.duty-deal-anew"),
    }
}
