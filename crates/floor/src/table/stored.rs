//! How a table's state is written down, for snapshots.

use super::command::{Call, DealingMode, Link};
use super::seeds::Promise;
use super::state::{Committed, Sheet, State};
use crate::account::Account;
use engine::stored::SealingContext;
use engine::{MeterIndex, PatronId, SEATS, SignJackpot};
use minicbor::encode::Write;
use minicbor::{Decode, Decoder, Encode, Encoder, decode, encode};
use money::{Ledger, Money, Movement, Posting};

/// The fields of a state, numbered for good.
#[derive(Encode, Decode)]
#[cbor(context_bound = "SealingContext")]
struct Stored<S> {
    #[n(0)]
    game: S,
    #[n(1)]
    mode: Option<DealingMode>,
    #[n(2)]
    ledger: Vec<(Account, Money)>,
    #[n(3)]
    patrons: [Option<PatronId>; SEATS],
    #[n(4)]
    asked: [Option<PatronId>; SEATS],
    #[n(5)]
    nets: [Money; SEATS],
    #[n(6)]
    deck: Option<Committed>,
    #[n(7)]
    dealt_from: Option<Committed>,
    #[n(8)]
    due: Vec<(u64, Call)>,
    #[n(9)]
    calls: u64,
    #[n(10)]
    meter: Option<MeterIndex>,
    #[n(11)]
    link: Link,
    #[n(12)]
    on_meter: u32,
    #[n(13)]
    award: Option<(Money, Money, u64)>,
    #[n(14)]
    version: u64,
    #[n(15)]
    rounds: Vec<(u64, u64)>,
    #[n(16)]
    round_from: u64,
    #[n(17)]
    sheet: Sheet,
    #[n(18)]
    sheets: Vec<Sheet>,
    #[n(19)]
    #[cbor(default)]
    leaving: u16,
    #[n(20)]
    corrections: Option<Vec<(u32, Money)>>,
    #[n(21)]
    awaited: Option<Box<SignJackpot>>,
    #[n(22)]
    by_hand: Option<bool>,
    #[n(23)]
    promises: Option<Vec<(PatronId, Promise)>>,
}

impl<C: SealingContext, S: Encode<C> + Clone> Encode<C> for State<S> {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, context: &mut C) -> Result<(), encode::Error<W::Error>> {
        let state = self.clone();
        let stored = Stored {
            game: state.game,
            mode: state.mode,
            ledger: balances(&state.ledger),
            patrons: state.patrons,
            asked: state.asked,
            nets: state.nets,
            deck: state.deck,
            dealt_from: state.dealt_from,
            due: state.due.into(),
            calls: state.calls,
            meter: state.meter,
            link: state.link,
            on_meter: state.on_meter,
            award: state.award,
            version: state.version,
            rounds: state.rounds.into(),
            round_from: state.round_from,
            sheet: state.sheet,
            sheets: state.sheets.into(),
            leaving: state.leaving,
            corrections: (!state.corrections.is_empty()).then(|| state.corrections.into_iter().collect()),
            awaited: state.awaited,
            by_hand: state.by_hand.then_some(true),
            promises: (!state.promises.is_empty()).then(|| state.promises.into_iter().collect()),
        };
        stored.encode(e, context)
    }
}

impl<'b, C: SealingContext, S: Decode<'b, C>> Decode<'b, C> for State<S> {
    fn decode(d: &mut Decoder<'b>, context: &mut C) -> Result<State<S>, decode::Error> {
        let stored = Stored::<S>::decode(d, context)?;
        let ledger = of_balances(stored.ledger);
        Ok(State {
            game: stored.game,
            mode: stored.mode,
            ledger: ledger.ok_or_else(|| decode::Error::message("the accounts do not sum to zero"))?,
            patrons: stored.patrons,
            asked: stored.asked,
            nets: stored.nets,
            deck: stored.deck,
            dealt_from: stored.dealt_from,
            due: stored.due.into(),
            calls: stored.calls,
            meter: stored.meter,
            link: stored.link,
            on_meter: stored.on_meter,
            award: stored.award,
            version: stored.version,
            rounds: stored.rounds.into(),
            round_from: stored.round_from,
            sheet: stored.sheet,
            sheets: stored.sheets.into(),
            leaving: stored.leaving,
            corrections: stored.corrections.into_iter().flatten().collect(),
            awaited: stored.awaited,
            by_hand: stored.by_hand.unwrap_or(false),
            promises: stored.promises.into_iter().flatten().collect(),
        })
    }
}

/// A pack as the number of its cards. One of 52 is left out: records from before there were others do not say it.
pub(super) mod pack {
    use cards::Pack;
    use minicbor::decode::Error;
    use minicbor::encode::{self, Write};
    use minicbor::{Decoder, Encoder};

    pub(crate) fn encode<C, W: Write>(
        pack: &Pack,
        e: &mut Encoder<W>,
        _: &mut C,
    ) -> Result<(), encode::Error<W::Error>> {
        e.u8(pack.len() as u8)?.ok()
    }

    pub(crate) fn decode<C>(d: &mut Decoder<'_>, _: &mut C) -> Result<Pack, Error> {
        let at = d.position();
        let pack = Pack::with_len(usize::from(d.u8()?));
        pack.ok_or_else(|| Error::message("no pack has so many cards").at(at))
    }

    pub(crate) const fn nil() -> Option<Pack> {
        Some(Pack::OF_52)
    }

    pub(crate) fn is_nil(pack: &Pack) -> bool {
        *pack == Pack::OF_52
    }
}

fn balances(ledger: &Ledger<Account, Money>) -> Vec<(Account, Money)> {
    ledger.iter().map(|(account, balance)| (*account, balance)).collect()
}

/// The ledger with these balances: one movement that leads there from nothing.
fn of_balances(balances: Vec<(Account, Money)>) -> Option<Ledger<Account, Money>> {
    let mut ledger = Ledger::new();
    if !balances.is_empty() {
        let lines = balances.into_iter().map(|(account, balance)| Posting::new(account, balance));
        ledger.apply(&Movement::new(lines).ok()?).ok()?;
    }
    Some(ledger)
}

#[cfg(test)]
mod tests {
    use super::super::command::{CorrectedWith, DeckKey, Event, PatronCall, Seed};
    use super::*;
    use crate::ActingRole;
    use crate::hosted::book;
    use engine::{Hidden, banked};
    use rulebook::RoleId;

    /// What reaches a table from elsewhere, byte by byte. A line is never changed.
    #[test]
    fn what_reaches_a_table_has_its_bytes() {
        let book = book("crown-sydney-poker-minors-3.3").unwrap();
        let amount = Money::from_cents(20_00);
        let posted =
            |with| Event::CorrectionPosted { mispayment: 3, patron: PatronId(7), over: true, amount, with };
        let terms = crate::demo::terms(book);
        let events: Vec<(&str, Event<banked::Event>)> = vec![
            ("POSTED", posted(CorrectedWith::Rack(2))),
            ("POSTED_ACCOUNT", posted(CorrectedWith::Account)),
            ("POSTED_CHIPS", posted(CorrectedWith::Chips)),
            ("ASKED", Event::CorrectionAsked { mispayment: 3, patron: PatronId(7), amount }),
            (
                "REFUSED",
                Event::CorrectionRefused { mispayment: 3, patron: PatronId(7), amount, why: "no".into() },
            ),
            ("TERMS", Event::TermsAwaited { terms: Box::new(terms) }),
            (
                "CALL",
                Event::CallDue {
                    call: 9,
                    what: Call::Patron {
                        patron: PatronId(7),
                        what: PatronCall::Repay { amount, mispayment: 3 },
                    },
                },
            ),
            ("DEALING", Event::DealingChanged { by_hand: true }),
            (
                "REMOVAL",
                Event::RemovalOrdered {
                    seat: 2,
                    patron: Some(PatronId(7)),
                    role: ActingRole::Staff(RoleId(1)),
                    why: "no".into(),
                },
            ),
            (
                "REMOVAL_UNKNOWN",
                Event::RemovalOrdered {
                    seat: 2,
                    patron: None,
                    role: ActingRole::Staff(RoleId(1)),
                    why: "no".into(),
                },
            ),
            ("SEED", Event::SeedGiven { seat: 2, seed: Seed([7; 32]), next: None }),
            ("SEED_NEXT", Event::SeedGiven { seat: 2, seed: Seed([7; 32]), next: Some(Seed([8; 32])) }),
        ];
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let mut written = String::new();
        for (name, event) in &events {
            let kept = engine::stored::encode_value(event, book);
            let read = engine::stored::decode_value::<Event<banked::Event>>(&kept.open, None, book);
            assert_eq!(read.as_ref(), Ok(event), "{name}");
            written.push_str(&format!("{name} {}\n", hex(&kept.open)));
        }
        assert_eq!(written, include_str!("stored.txt"));
    }

    /// Zeros are nobody's draw, and anybody could compute the deck that they shuffle: a log or an import that has them is not
    /// believed.
    #[test]
    fn a_deck_key_of_zeros_is_not_read() {
        let book = book("crown-sydney-poker-minors-3.3").unwrap();
        let (root, key) = (store::Hash([9; 32]).into(), DeckKey::new([1; 32]).unwrap());
        let event: Event<banked::Event> = Event::DeckCommitted { root, key };
        let committed = Committed { root, key, seeds: Vec::new(), pack: cards::Pack::OF_52 };
        let kept = engine::stored::encode_value(&event, book);
        let sealed = kept.sealed.unwrap();
        assert_eq!(sealed, engine::stored::encode_value(&Hidden::new([1_u8; 32]), book).sealed.unwrap());
        let read = |sealed: &[u8]| {
            engine::stored::decode_value::<Event<banked::Event>>(&kept.open, Some(sealed), book)
        };
        assert_eq!(read(&sealed), Ok(event));
        let zeros: Vec<u8> = sealed.iter().map(|byte| if *byte == 1 { 0 } else { *byte }).collect();
        let told = read(&zeros).unwrap_err().to_string();
        assert!(told.contains("the key of a deck is zeros"), "{told}");
        // A snapshot has it in the same form.
        let kept = engine::stored::encode_value(&committed, book);
        assert_eq!(kept.sealed.as_ref(), Some(&sealed));
        assert!(engine::stored::decode_value::<Committed>(&kept.open, Some(&zeros), book).is_err());
        assert_eq!(DeckKey::new([0; 32]), None);
    }
}
