//! The stored form of what machines say and know: bytes that later versions of the program read as this one does.
//!
//! A value becomes two strings of bytes. The **open** part can be read by whoever reads the log; what is [`Hidden`]
//! leaves a mark there and lies in the **sealed** part, which is kept apart. A citation is written as its labels, so
//! that a log can be read without us and outlives any numbering.
//!
//! The form is CBOR with numbered fields and variants. Fields that a reader does not know are skipped, a new field is
//! an `Option` or `#[cbor(default)]`, numbers are never used again, and a type that is stored anew keeps reading the
//! old bytes; what cannot do so raises [`ENCODING`], which belongs beside every record. Other crates derive it for their
//! own events and states:
//!
//! ```
//! use engine::stored::{self, SealingContext};
//! use engine::{Hidden, Moment, banked};
//! use minicbor::{Decode, Encode};
//! use money::Money;
//! use rulebook::Ruled;
//!
//! #[derive(Debug, PartialEq, Encode, Decode)]
//! #[cbor(flat, context_bound = "SealingContext")]
//! enum Happened {
//!     #[n(0)]
//!     AtTable(#[n(0)] Box<Ruled<banked::Event>>),
//!     #[n(1)]
//!     FloatCounted { #[n(0)] table: u32, #[n(1)] amount: Money, #[n(2)] at: Moment, #[n(3)] note: Option<String> },
//!     #[n(2)]
//!     KeyDrawn { #[n(0)] key: Hidden<[u8; 4]> },
//! }
//!
//! let book = rulebook::Rulebook::open("crown-sydney-poker-minors-3.3")?;
//! let closed = Ruled::new(banked::Event::BettingClosed, book.table.wagers.call);
//! let counted = Happened::FloatCounted { table: 7, amount: Money::from_cents(50_000_00), at: Moment(3), note: None };
//! for happened in [Happened::AtTable(Box::new(closed)), counted] {
//!     let kept = stored::encode_value(&happened, &book);
//!     assert_eq!(kept.sealed, None);
//!     assert_eq!(stored::decode_value::<Happened>(&kept.open, None, &book)?, happened);
//! }
//!
//! // What is hidden is not in the open part, and without the sealed part it does not come back.
//! let [one, two] = [[1; 4], [2; 4]].map(|key| stored::encode_value(&Happened::KeyDrawn { key: Hidden::new(key) }, &book));
//! assert_eq!(one.open, two.open);
//! assert_ne!(one.sealed, two.sealed);
//! assert!(stored::decode_value::<Happened>(&one.open, None, &book).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A derived reader takes an unknown variant in an `Option` for `None`. A log must not lose one, so such a field says
//! `#[cbor(with = "engine::stored::known")]`.

use crate::hidden::Hidden;
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use rulebook::{BookText, Citing};
use std::fmt;

/// The version of the stored form.
pub const ENCODING: u16 = 1;

/// A value in its stored form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// What anybody may read who may read the log.
    pub open: Vec<u8>,
    /// What is hidden, where there is something.
    pub sealed: Option<Vec<u8>>,
}

/// Why bytes are not what they should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    what: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the record cannot be read: {}", self.what)
    }
}

impl std::error::Error for DecodeError {}

/// What can be kept and restored. Everything that derives its form can.
pub trait Storable: for<'c> Encode<Context<'c>> + for<'b, 'c> Decode<'b, Context<'c>> {}

impl<T> Storable for T where T: for<'c> Encode<Context<'c>> + for<'b, 'c> Decode<'b, Context<'c>> {}

/// A sealed part is filled up to a multiple of this, more than any event hides, with a byte that stands for nothing.
const FILL: usize = 128;
const FILLER: u8 = 0xf7;

/// What is hidden, made as long as all of its kind, to be encrypted: small numbers are written shorter, so that without this
/// the length would tell of cards and keys. It is restored as if nothing had been added.
pub fn pad_sealed(mut sealed: Vec<u8>) -> Vec<u8> {
    sealed.resize(sealed.len().next_multiple_of(FILL), FILLER);
    sealed
}

/// A value in its stored form.
///
/// # Panics
/// If it cites another book.
pub fn encode_value<T: Storable>(value: &T, book: &BookText) -> Encoded {
    let mut context = Context::new(book, Vec::new());
    let mut open = Vec::new();
    // Bytes in memory take everything, and nothing that we write refuses.
    minicbor::encode_with(value, &mut open, &mut context).expect("every value has a stored form");
    let Sealed { bytes, .. } = context.sealed;
    Encoded { open, sealed: (!bytes.is_empty()).then_some(bytes) }
}

/// The value of a stored form.
///
/// # Errors
/// What is wrong with the bytes: they are garbled, do not end where the value ends, cite what the book does not have,
/// or the sealed part is missing or is another's.
pub fn decode_value<T: Storable>(
    open: &[u8],
    sealed: Option<&[u8]>,
    book: &BookText,
) -> Result<T, DecodeError> {
    let mut context = Context::new(book, sealed.unwrap_or_default().to_vec());
    let mut decoder = Decoder::new(open);
    let value =
        T::decode(&mut decoder, &mut context).map_err(|error| DecodeError { what: error.to_string() })?;
    let left = |part: &str, bytes: usize| {
        Err(DecodeError { what: format!("{bytes} bytes too many in the {part} part") })
    };
    let rest = &context.sealed.bytes[context.sealed.read..];
    let rest = if rest.iter().all(|byte| *byte == FILLER) { 0 } else { rest.len() };
    match (open.len() - decoder.position(), rest) {
        (0, 0) => Ok(value),
        (0, more) => left("sealed", more),
        (more, _) => left("open", more),
    }
}

/// What writing and reading a stored form needs: the book for its citations, and a place for what is hidden.
pub trait SealingContext: Citing {
    /// What is hidden.
    fn sealed(&mut self) -> &mut Sealed;
}

/// The sealed part while a value is written or read.
#[derive(Debug)]
pub struct Sealed {
    bytes: Vec<u8>,
    /// How much of it has been read.
    read: usize,
    /// Something hidden is being written or read, and what is hidden within it needs no hiding again.
    within: bool,
}

/// What [`encode_value`] writes with and [`decode_value`] reads with.
#[derive(Debug)]
pub struct Context<'b> {
    book: &'b BookText,
    sealed: Sealed,
}

impl<'b> Context<'b> {
    fn new(book: &'b BookText, bytes: Vec<u8>) -> Context<'b> {
        Context { book, sealed: Sealed { bytes, read: 0, within: false } }
    }
}

impl Citing for Context<'_> {
    fn book(&self) -> &BookText {
        self.book
    }
}

impl SealingContext for Context<'_> {
    fn sealed(&mut self) -> &mut Sealed {
        &mut self.sealed
    }
}

impl Sealed {
    /// The bytes, for as long as something hidden is written or read.
    fn begin(&mut self) -> Vec<u8> {
        self.within = true;
        std::mem::take(&mut self.bytes)
    }

    fn end(&mut self, bytes: Vec<u8>, read: usize) {
        *self = Sealed { bytes, read, within: false };
    }
}

// The mark is CBOR's "undefined": something is here, and it is not said what.
impl<C: SealingContext, T: Encode<C>> Encode<C> for Hidden<T> {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, ctx: &mut C) -> Result<(), encode::Error<W::Error>> {
        if ctx.sealed().within {
            return (**self).encode(e, ctx);
        }
        let mut bytes = ctx.sealed().begin();
        let written = (**self).encode(&mut Encoder::new(&mut bytes), ctx);
        ctx.sealed().end(bytes, 0);
        written.map_err(encode::Error::message)?;
        e.undefined()?.ok()
    }
}

impl<'b, C: SealingContext, T: for<'s> Decode<'s, C>> Decode<'b, C> for Hidden<T> {
    fn decode(d: &mut Decoder<'b>, ctx: &mut C) -> Result<Hidden<T>, decode::Error> {
        if ctx.sealed().within {
            return T::decode(d, ctx).map(Hidden::new);
        }
        d.undefined()?;
        let (bytes, from) = (ctx.sealed().begin(), ctx.sealed().read);
        let mut sealed = Decoder::new(&bytes);
        sealed.set_position(from);
        let held = T::decode(&mut sealed, ctx);
        let read = sealed.position();
        ctx.sealed().end(bytes, read);
        let wrong = |error| decode::Error::message(format!("in the sealed part: {error}"));
        held.map(Hidden::new).map_err(wrong)
    }
}

/// For an optional enum: a variant that is not known is an error, and not `None`.
pub mod known {
    use super::{Decode, Decoder, Encode, Encoder, Write, decode, encode};

    /// Writes it as it would be written without this.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn encode<C, T: Encode<C>, W: Write>(
        value: &Option<T>,
        e: &mut Encoder<W>,
        ctx: &mut C,
    ) -> Result<(), encode::Error<W::Error>> {
        value.encode(e, ctx)
    }

    /// Reads it, or says that the variant is not known.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn decode<'b, C, T: Decode<'b, C>>(
        d: &mut Decoder<'b>,
        ctx: &mut C,
    ) -> Result<Option<T>, decode::Error> {
        Option::decode(d, ctx).map_err(decode::Error::message)
    }
}

/// Below, equal, above: -1, 0, 1.
pub(crate) mod ordering {
    use super::{Decoder, Encoder, Write, decode, encode};
    use std::cmp::Ordering;

    pub(crate) fn encode<C, W: Write>(
        ordering: &Ordering,
        e: &mut Encoder<W>,
        _: &mut C,
    ) -> Result<(), encode::Error<W::Error>> {
        e.i8(*ordering as i8)?.ok()
    }

    pub(crate) fn decode<C>(d: &mut Decoder<'_>, _: &mut C) -> Result<Ordering, decode::Error> {
        let at = d.position();
        match d.i8()? {
            -1 => Ok(Ordering::Less),
            0 => Ok(Ordering::Equal),
            1 => Ok(Ordering::Greater),
            _ => Err(decode::Error::message("-1, 0 or 1 was expected").at(at)),
        }
    }
}
