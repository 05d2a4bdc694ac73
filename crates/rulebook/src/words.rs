//! Irregularities, rulings and duties by the words that files and logs have for them, so that a new one renumbers nothing.

use crate::house::{BreachKind, DirectionKind, NotifyOf, SanctionKind};
use crate::irregularity::{DutyKind, IrregularityKind, Ruling};
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};

/// An enum that is stored as the word that files have for each variant.
macro_rules! in_words {
    ($name:ident { $($variant:ident = $word:literal,)* }) => {
        impl $name {
            /// All there are.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// As files and logs write it.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }

            /// What files and logs write so.
            pub fn from_word(word: &str) -> Option<$name> {
                match word {
                    $($word => Some($name::$variant),)*
                    _ => None,
                }
            }
        }

        impl<C> Encode<C> for $name {
            fn encode<W: Write>(&self, e: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
                e.str(self.word())?.ok()
            }
        }

        impl<'b, C> Decode<'b, C> for $name {
            fn decode(d: &mut Decoder<'b>, _: &mut C) -> Result<$name, decode::Error> {
                let at = d.position();
                let word = d.str()?;
                let unknown = || decode::Error::message(format!("'{word}' is not known here")).at(at);
                $name::from_word(word).ok_or_else(unknown)
            }
        }
    };
}

in_words!(IrregularityKind {
    CardExposed = "card-exposed",
    WrongCards = "wrong-cards",
    StrayHand = "stray-hand",
    WrongBoard = "wrong-board",
    WrongDealerCards = "wrong-dealer-cards",
    WrongJackpotCards = "wrong-jackpot-cards",
    BoardMisspread = "board-misspread",
    MixedWithDealer = "mixed-with-dealer",
    MixedWithJackpotCards = "mixed-with-jackpot-cards",
    HandTaken = "hand-taken",
    ShownEarly = "shown-early",
    WrongDeck = "wrong-deck",
    ShufflerJam = "shuffler-jam",
    ShufflerUnverified = "shuffler-unverified",
    DeviceDead = "device-dead",
    BlindHandViewed = "blind-hand-viewed",
    JackpotStartedInError = "jackpot-started-in-error",
    InformationShared = "information-shared",
    RuleBreach = "rule-breach",
    Disruption = "disruption",
    Fraud = "fraud",
});

in_words!(Ruling {
    Misdeal = "misdeal",
    VoidRound = "void-round",
    VoidHands = "void-hands",
    Continue = "continue",
    SurplusNext = "surplus-next",
    SurplusDiscarded = "surplus-discarded",
    ShortageDealt = "shortage-dealt",
    TurnedDown = "turned-down",
    UpCard = "up-card",
    HandRestored = "hand-restored",
    HandDead = "hand-dead",
    StrayBurnt = "stray-burnt",
    SeatHandSwapped = "seat-hand-swapped",
    JackpotReturned = "jackpot-returned",
    JackpotCancelled = "jackpot-cancelled",
    Reshuffled = "reshuffled",
    MainForfeited = "main-forfeited",
    AllForfeited = "all-forfeited",
    WagersVoid = "wagers-void",
    Barred = "barred",
    Excluded = "excluded",
    Escalated = "escalated",
    Invalidated = "invalidated",
    InvalidatedForfeiting = "invalidated-forfeiting",
});

in_words!(DutyKind {
    CountDeck = "count-deck",
    ShuffleAndReuse = "shuffle-and-reuse",
    BoxAndSeal = "box-and-seal",
    ReplaceCards = "replace-cards",
    BurnCards = "burn-cards",
    NotifyRole = "notify-role",
    NotifySurveillance = "notify-surveillance",
    NotifyInspector = "notify-inspector",
    CheckDeck = "check-deck",
    NewDevice = "new-device",
    EarlierRoundsStand = "earlier-rounds-stand",
    RecordRuling = "record-ruling",
    RemindPlayer = "remind-player",
    WarnPlayer = "warn-player",
    FaceDownAndCount = "face-down-and-count",
    DealAnew = "deal-anew",
});

in_words!(BreachKind {
    Device = "device",
    SideBet = "side-bet",
    Influence = "influence",
    Advice = "advice",
    ProxyBet = "proxy-bet",
    SharedCards = "shared-cards",
    OthersCard = "others-card",
    Undeclared = "undeclared",
    Peeking = "peeking",
    Other = "other",
});

in_words!(SanctionKind {
    VoidWager = "void-wager",
    BarFromGame = "bar-from-game",
    ExcludeFromCasino = "exclude-from-casino",
    WithholdWinnings = "withhold-winnings",
    HandToPolice = "hand-to-police",
});

in_words!(NotifyOf {
    WrongDeck = "wrong-deck",
    JackpotEquipment = "jackpot-equipment",
});

in_words!(DirectionKind {
    ActFirst = "act-first",
    SitApart = "sit-apart",
    EnglishOnly = "english-only",
});

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};

    fn named<'w, T: Deserialize<'w>>(word: &'w str) -> T {
        let from: StrDeserializer<'w, Error> = word.into_deserializer();
        T::deserialize(from).expect("files know the word")
    }

    #[test]
    fn logs_and_files_use_the_same_words() {
        for &what in IrregularityKind::ALL {
            assert_eq!(
                (named::<IrregularityKind>(what.word()), IrregularityKind::from_word(what.word())),
                (what, Some(what))
            );
        }
        for &ruling in Ruling::ALL {
            assert_eq!(
                (named::<Ruling>(ruling.word()), Ruling::from_word(ruling.word())),
                (ruling, Some(ruling))
            );
        }
        for &duty in DutyKind::ALL {
            assert_eq!(
                (named::<DutyKind>(duty.word()), DutyKind::from_word(duty.word())),
                (duty, Some(duty))
            );
        }
        for &breach in BreachKind::ALL {
            assert_eq!(named::<BreachKind>(breach.word()), breach);
        }
        for &sanction in SanctionKind::ALL {
            assert_eq!(named::<SanctionKind>(sanction.word()), sanction);
        }
        for &of in NotifyOf::ALL {
            assert_eq!(named::<NotifyOf>(of.word()), of);
        }
        for &direction in DirectionKind::ALL {
            assert_eq!(named::<DirectionKind>(direction.word()), direction);
        }
        assert_eq!(IrregularityKind::from_word("storm"), None);
    }
}
