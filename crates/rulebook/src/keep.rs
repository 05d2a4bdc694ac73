//! The stored form of what a book names: a citation as its labels, a role as its id.
//!
//! Numbers of citations and roles change when a line is added to a file of the book; what the law calls them does not.

use crate::cite::{Citation, Cite, Ruled};
use crate::readings::Readings;
use crate::register::{ClauseId, Register};
use crate::roles::RoleId;
use crate::text::BookText;
use minicbor::data::Type;
use minicbor::decode::{self, Decode, Decoder};
use minicbor::encode::{self, Encode, Encoder, Write};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

/// What writing and reading citations needs: the book.
pub trait Citing {
    /// The book that is cited.
    fn book(&self) -> &BookText;
}

/// The citations of a book in their stored form, both ways.
#[derive(Debug, Default)]
pub(crate) struct StoredCitations {
    forms: Vec<Box<[u8]>>,
    known: HashMap<Box<[u8]>, Cite>,
    earlier: EarlierCitations,
}

/// Citations that the files of the book do not make, or no longer: when a clause is added beside another, a log from
/// before still has to be read. They are found while it is, and numbered after the book's own.
#[derive(Debug, Default)]
struct EarlierCitations {
    found: OnceLock<Box<[OnceLock<StoredCitation>]>>,
    known: Mutex<HashMap<Box<[u8]>, Cite>>,
}

/// A citation and its stored form.
type StoredCitation = (Citation, Box<[u8]>);

/// More than the files of a book will ever be changed by; what claims more is no log of ours.
const EARLIER: usize = 1024;

impl StoredCitations {
    pub(crate) fn new(citations: &[Citation], register: &Register, readings: &Readings) -> StoredCitations {
        let mut written = StoredCitations::default();
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

impl StoredCitations {
    /// A citation that is not one of the files.
    pub(crate) fn earlier(&self, cite: Cite) -> Option<&StoredCitation> {
        self.earlier.found.get()?.get(cite.number().checked_sub(self.forms.len())?)?.get()
    }

    fn form(&self, cite: Cite) -> &[u8] {
        let own = self.forms.get(cite.number());
        own.or_else(|| self.earlier(cite).map(|(_, form)| form)).expect("a citation is of its own book")
    }
}

impl BookText {
    /// The citation with this stored form: one of the files, or else one that its labels make.
    fn read_cite(&self, stored: &[u8]) -> Option<Cite> {
        let written = self.written();
        if let Some(&cite) = written.known.get(stored) {
            return Some(cite);
        }
        let mut known = written.earlier.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&cite) = known.get(stored) {
            return Some(cite);
        }
        let citation = self.citation_of(stored)?;
        let number = u16::try_from(written.forms.len() + known.len()).ok()?;
        let slots = written.earlier.found.get_or_init(|| (0..EARLIER).map(|_| OnceLock::new()).collect());
        slots.get(known.len())?.set((citation, stored.into())).ok()?;
        known.insert(stored.into(), Cite(number));
        Some(Cite(number))
    }

    /// Clauses of the register, then perhaps a reading of the book: written so and not otherwise.
    fn citation_of(&self, stored: &[u8]) -> Option<Citation> {
        let stored_labels = labels_of(stored)?;
        let id = |label: &&str| self.register.id(label);
        let mut clauses: Vec<ClauseId> = stored_labels.iter().map_while(id).collect();
        let reading = match &stored_labels[clauses.len()..] {
            [] => None,
            [reading] => Some(self.reading_list().id(reading)?),
            _ => return None,
        };
        let clause = (!clauses.is_empty()).then(|| clauses.remove(0))?;
        let citation = Citation { clause, also: clauses, reading };
        (form(&labels(&citation, &self.register, self.reading_list())) == stored).then_some(citation)
    }

    /// A citation as the book's files write it: the deciding clause, what applies besides, the reading.
    pub fn labels(&self, cite: Cite) -> Vec<&str> {
        labels(self.citation(cite), &self.register, self.reading_list())
    }

    /// The citation with these labels, where the book has it.
    ///
    /// ```
    /// let book = rulebook::Rulebook::open("crown-sydney-poker-minors-3.3")?;
    /// let seats = book.table.seats.cite;
    /// assert_eq!(book.cite(&book.labels(seats)), Some(seats));
    /// assert_eq!(book.cite(&["99.9"]), None);
    /// # Ok::<(), rulebook::LoadError>(())
    /// ```
    pub fn cite(&self, labels: &[&str]) -> Option<Cite> {
        self.written().known.get(form(labels).as_slice()).copied()
    }

    /// A citation of the book that a clause with this label decides.
    pub fn cite_of(&self, label: &str) -> Option<Cite> {
        let all = (0..self.written().forms.len()).filter_map(|number| u16::try_from(number).ok()).map(Cite);
        all.into_iter().find(|cite| self.label(*cite) == label)
    }
}

impl<C: Citing> Encode<C> for Cite {
    fn encode<W: Write>(&self, e: &mut Encoder<W>, ctx: &mut C) -> Result<(), encode::Error<W::Error>> {
        let form = ctx.book().written().form(*self);
        e.writer_mut().write_all(form).map_err(encode::Error::write)
    }
}

impl<'b, C: Citing> Decode<'b, C> for Cite {
    fn decode(d: &mut Decoder<'b>, ctx: &mut C) -> Result<Cite, decode::Error> {
        let from = d.position();
        d.skip()?;
        let form = &d.input()[from..d.position()];
        ctx.book().read_cite(form).ok_or_else(|| unknown(form, ctx.book()).at(from))
    }
}

fn labels_of(form: &[u8]) -> Option<Vec<&str>> {
    let one = minicbor::decode::<&str>(form).map(|label| vec![label]);
    one.or_else(|_| minicbor::decode::<Vec<&str>>(form)).ok()
}

fn unknown(form: &[u8], book: &BookText) -> decode::Error {
    let book = &book.front.id;
    match labels_of(form) {
        Some(labels) => decode::Error::message(format!("{book} has no citation of {}", labels.join(", "))),
        None => decode::Error::message(format!("expected a citation of {book}")),
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
            return Err(decode::Error::message("expected a value and its citation").at(at));
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
        place.ok_or_else(|| decode::Error::message("nobody outside the ladder has that name").at(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Citer(crate::Book);
    impl Citing for Citer {
        fn book(&self) -> &BookText {
            &self.0
        }
    }

    #[test]
    fn every_citation_of_every_book_comes_back_from_its_labels() {
        for id in crate::library::ids() {
            let mut book = Citer(crate::library::open(id).unwrap());
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
    fn clauses_that_no_file_cites_together_are_still_read() {
        let mut book = Citer(crate::library::open("crown-sydney-poker-minors-3.3").unwrap());
        let labels = ["7.2.1", "2.1", "AMB-56"];
        assert_eq!(book.0.cite(&labels), None);
        let bytes = minicbor::to_vec(labels).unwrap();
        let cite: Cite = minicbor::decode_with(&bytes, &mut book).unwrap();
        assert_eq!((book.0.label(cite), book.0.labels(cite)), ("7.2.1", labels.to_vec()));
        assert_eq!(minicbor::to_vec_with(cite, &mut book).unwrap(), bytes);
        assert_eq!(minicbor::decode_with::<_, Cite>(&bytes, &mut book).unwrap(), cite);
        // One form only: no list of one, the reading last, and never two.
        let others: [&[&str]; 4] = [&["7.2.1"], &["AMB-56", "7.2.1"], &["7.2.1", "AMB-56", "AMB-57"], &[]];
        for labels in others {
            let bytes = minicbor::to_vec(labels).unwrap();
            assert!(minicbor::decode_with::<_, Cite>(&bytes, &mut book).is_err(), "{labels:?}");
        }
        // As many as a log can need, and no more.
        let clauses: Vec<String> = book.0.register.iter().map(|(_, row)| row.label.clone()).collect();
        let pairs = clauses.iter().flat_map(|one| clauses.iter().map(move |other| [one, other]));
        let read = |pair: [&String; 2]| {
            let bytes = minicbor::to_vec(pair).unwrap();
            minicbor::decode_with::<_, Cite>(&bytes, &mut book)
        };
        let read: Vec<_> = pairs.take(2 * EARLIER).map(read).collect();
        assert!(read.iter().filter(|read| read.is_ok()).count() >= EARLIER - 1);
        assert!(read.last().unwrap().is_err());
        assert_eq!(book.0.labels(cite), labels);
    }

    #[test]
    fn a_citation_that_the_book_has_not_is_an_error_that_names_it() {
        let mut book = Citer(crate::library::open("crown-sydney-poker-minors-3.3").unwrap());
        let bytes = minicbor::to_vec(["8.4.2", "no-such"]).unwrap();
        let error = minicbor::decode_with::<_, Cite>(&bytes, &mut book).unwrap_err();
        assert!(error.to_string().contains("8.4.2, no-such"), "{error}");
        assert!(minicbor::decode_with::<_, Cite>(&[0x07], &mut book).is_err());
        assert!(minicbor::decode_with::<_, RoleId>(&[0x00], &mut book).is_err());
    }
}
