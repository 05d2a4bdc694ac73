//! The stored form of what a book names: a citation as its labels, a role as its id, an irregularity as its word.
//!
//! Numbers of citations and roles change when a line is added to a file of the book; what the law calls them does not.

use crate::book::Rulebook;
use crate::cite::{Citation, Cite, Ruled};
use crate::house::{BreachKind, DirectionKind, NotifyOf, SanctionKind};
use crate::irregularity::{DutyKind, Ruling, What};
use crate::readings::Readings;
use crate::register::Register;
use crate::roles::RoleId;
use minicbor::data::Type;
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use std::collections::HashMap;

/// What writing and reading citations needs: the book.
pub trait Citing {
    /// The book that is cited.
    fn book(&self) -> &Rulebook;
}

/// The citations of a book in their stored form, both ways.
#[derive(Debug, Default)]
pub(crate) struct Written {
    forms: Vec<Box<[u8]>>,
    known: HashMap<Box<[u8]>, Cite>,
}

impl Written {
    pub(crate) fn new(citations: &[Citation], register: &Register, readings: &Readings) -> Written {
        let mut written = Written::default();
        for (number, citation) in citations.iter().enumerate() {
            let form: Box<[u8]> = form(&labels(citation, register, readings)).into();
            written.known.insert(form.clone(), Cite(number as u16));
            written.forms.push(form);
        }
        written
    }
}

/// The deciding clause, what applies besides, the reading.
pub(crate) fn labels<'b>(
    citation: &Citation,
    register: &'b Register,
    readings: &'b Readings,
) -> Vec<&'b str> {
    let clauses = std::iter::once(&citation.clause).chain(&citation.also);
    let clauses = clauses.map(|&clause| register.get(clause).label.as_str());
    clauses.chain(citation.reading.map(|id| readings.get(id).name.as_str())).collect()
}

/// One label is a text, several are a list, as in the files of a book.
fn form(labels: &[&str]) -> Vec<u8> {
    let bytes = match labels {
        [only] => minicbor::to_vec(only),
        several => minicbor::to_vec(several),
    };
    bytes.expect("a list of bytes takes everything")
}

impl Rulebook {
    /// A citation as the book's files write it: the deciding clause, what applies besides, the reading.
    pub fn labels(&self, cite: Cite) -> Vec<&str> {
        labels(self.citation(cite), &self.register, self.reading_list())
    }

    /// The citation with these labels, where the book has it.
    ///
    /// ```
    /// let book = rulebook::library::open("crown-sydney-poker-minors-3.3")?;
    /// let seats = book.table.seats.cite;
    /// assert_eq!(book.cite(&book.labels(seats)), Some(seats));
    /// assert_eq!(book.cite(&["99.9"]), None);
    /// # Ok::<(), rulebook::LoadError>(())
    /// ```
    pub fn cite(&self, labels: &[&str]) -> Option<Cite> {
        self.written().known.get(form(labels).as_slice()).copied()
    }
}

impl<C: Citing> Encode<C> for Cite {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, ctx: &mut C) -> Result<(), encode::Error<W::Error>> {
        let form = &ctx.book().written().forms[self.number()];
        e.writer_mut().write_all(form).map_err(encode::Error::write)
    }
}

impl<'b, C: Citing> Decode<'b, C> for Cite {
    fn decode(d: &mut Decoder<'b>, ctx: &mut C) -> Result<Cite, decode::Error> {
        let from = d.position();
        d.skip()?;
        let form = &d.input()[from..d.position()];
        ctx.book().written().known.get(form).copied().ok_or_else(|| unknown(form, ctx.book()).at(from))
    }
}

fn unknown(form: &[u8], book: &Rulebook) -> decode::Error {
    let one = minicbor::decode::<&str>(form).map(|label| vec![label]);
    let book = &book.front.id;
    match one.or_else(|_| minicbor::decode::<Vec<&str>>(form)) {
        Ok(labels) => decode::Error::message(format!("{book} has no citation of {}", labels.join(", "))),
        Err(_) => decode::Error::message(format!("a citation of {book} was expected")),
    }
}

impl<C: Citing, T: Encode<C>> Encode<C> for Ruled<T> {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, ctx: &mut C) -> Result<(), encode::Error<W::Error>> {
        e.array(2)?;
        self.value.encode(e, ctx)?;
        self.cite.encode(e, ctx)
    }
}

impl<'b, C: Citing, T: Decode<'b, C>> Decode<'b, C> for Ruled<T> {
    fn decode(d: &mut Decoder<'b>, ctx: &mut C) -> Result<Ruled<T>, decode::Error> {
        let at = d.position();
        if d.array()? != Some(2) {
            return Err(decode::Error::message("a value and its citation were expected").at(at));
        }
        Ok(Ruled { value: T::decode(d, ctx)?, cite: Cite::decode(d, ctx)? })
    }
}

// A rung above the ladder, which only tests have, has no id and is its number.
impl<C: Citing> Encode<C> for RoleId {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, ctx: &mut C) -> Result<(), encode::Error<W::Error>> {
        match ctx.book().ladder.roles.get(usize::from(self.0)) {
            Some(role) => e.str(&role.id)?.ok(),
            None => e.u8(self.0)?.ok(),
        }
    }
}

impl<'b, C: Citing> Decode<'b, C> for RoleId {
    fn decode(d: &mut Decoder<'b>, ctx: &mut C) -> Result<RoleId, decode::Error> {
        let at = d.position();
        let ladder = &ctx.book().ladder;
        let role = match d.datatype()? {
            Type::String => ladder.role(d.str()?),
            _ => Some(RoleId(d.u8()?)).filter(|role| usize::from(role.0) >= ladder.roles.len()),
        };
        role.ok_or_else(|| decode::Error::message("the ladder has no such role").at(at))
    }
}

/// A place in `Ladder::outside`, stored as the id of who stands there: for a field with
/// `#[cbor(with = "rulebook::outside_by_id")]`.
pub mod outside_by_id {
    use super::{Citing, Decoder, Encoder, Type, Write, decode, encode};

    /// Writes the id; a place that the book does not have is its number.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn encode<C: Citing, W: Write>(
        place: &u8,
        e: &mut Encoder<W>,
        ctx: &mut C,
    ) -> Result<(), encode::Error<W::Error>> {
        match ctx.book().ladder.outside.get(usize::from(*place)) {
            Some(role) => e.str(&role.id)?.ok(),
            None => e.u8(*place)?.ok(),
        }
    }

    /// Reads it.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn decode<C: Citing>(d: &mut Decoder<'_>, ctx: &mut C) -> Result<u8, decode::Error> {
        let at = d.position();
        let ladder = &ctx.book().ladder;
        let place = match d.datatype()? {
            Type::String => ladder.outside(d.str()?),
            _ => Some(d.u8()?).filter(|place| usize::from(*place) >= ladder.outside.len()),
        };
        place.ok_or_else(|| decode::Error::message("nobody outside the ladder is called so").at(at))
    }
}

/// An enum that is stored as the word that files have for each variant, so that a new one renumbers nothing.
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

in_words!(What {
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
        for &what in What::ALL {
            assert_eq!((named::<What>(what.word()), What::from_word(what.word())), (what, Some(what)));
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
        assert_eq!(What::from_word("storm"), None);
    }

    struct Book(Rulebook);
    impl Citing for Book {
        fn book(&self) -> &Rulebook {
            &self.0
        }
    }

    #[test]
    fn every_citation_of_every_book_comes_back_from_its_labels() {
        for id in crate::library::ids().filter(|id| crate::library::is_playable(id)) {
            let mut book = Book(crate::library::open(id).unwrap());
            for number in 0..book.0.citations().count() {
                let cite = Cite(number as u16);
                assert_eq!(book.0.cite(&book.0.labels(cite)), Some(cite), "{id}");
                let bytes = minicbor::to_vec_with(cite, &mut book).unwrap();
                assert_eq!(minicbor::decode_with::<_, Cite>(&bytes, &mut book).unwrap(), cite, "{id}");
            }
            for role in 0..=book.0.ladder.roles.len() as u8 {
                let bytes = minicbor::to_vec_with(RoleId(role), &mut book).unwrap();
                assert_eq!(minicbor::decode_with::<_, RoleId>(&bytes, &mut book).unwrap(), RoleId(role));
            }
        }
    }

    #[test]
    fn a_citation_that_the_book_has_not_is_an_error_that_names_it() {
        let mut book = Book(crate::library::open("crown-sydney-poker-minors-3.3").unwrap());
        let bytes = minicbor::to_vec(["8.4.2", "no-such"]).unwrap();
        let error = minicbor::decode_with::<_, Cite>(&bytes, &mut book).unwrap_err();
        assert!(error.to_string().contains("8.4.2, no-such"), "{error}");
        assert!(minicbor::decode_with::<_, Cite>(&[0x07], &mut book).is_err());
        assert!(minicbor::decode_with::<_, RoleId>(&[0x00], &mut book).is_err());
    }
}
