//! Which file a patron's number means: a person has one file with an operator, whichever of its books they play under.
//!
//! Files from before were opened under one book. Such a file is what its number means under its own book, and under the
//! operator's other books where nobody else has the number; two of one number stay two until somebody links them. A new
//! file is the operator's, and takes no number that an old one has.

use crate::floor::{Floor, FloorError, read, rules};
use crate::names::{Keeper, book_file, file_of, operator_file};
use crate::stream_writer::StreamWriter;
use engine::PatronId;
use house::{FileName, Patrons};
use rulebook::{FileKeeper, Rulebook, library};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use store::Stream;

/// An operator with the books that tables can be played under.
#[derive(Debug)]
pub struct Operator {
    /// As streams and addresses write it.
    pub slug: String,
    /// As the books write it.
    pub name: String,
    /// Its books, for whose tables a patron has one file.
    pub books: Vec<&'static Rulebook>,
}

impl Operator {
    /// Whether a book is one of its own.
    pub fn has(&self, book: &str) -> bool {
        self.books.iter().any(|own| own.front.id == book)
    }
}

/// All operators that have a book to play under.
///
/// # Errors
/// If a book cannot be read, or two operators cannot be told apart.
pub fn operators() -> Result<&'static [Operator], FloorError> {
    static ALL: OnceLock<Result<Vec<Operator>, FloorError>> = OnceLock::new();
    match ALL.get_or_init(read_operators) {
        Ok(all) => Ok(all),
        Err(error) => Err(error.clone()),
    }
}

fn read_operators() -> Result<Vec<Operator>, FloorError> {
    let wrong = |error: rulebook::LoadError| FloorError::Book(error.to_string());
    let mut all = Vec::new();
    for rulebook::Operator { slug, name, books } in library::operators().map_err(wrong)? {
        let banked = books.iter().filter(|id| library::house_banked().any(|banked| banked == **id));
        let mut books = banked.map(|id| rules(id)).collect::<Result<Vec<_>, _>>()?;
        books.retain(|book| book.house.patrons.kept_by.value == FileKeeper::Operator);
        if !books.is_empty() {
            all.push(Operator { slug, name, books });
        }
    }
    Ok(all)
}

/// The operator that keeps the files of a book's patrons; none where the book keeps its own.
///
/// # Errors
/// If there is no such book.
pub fn operator(book: &str) -> Result<Option<&'static Operator>, FloorError> {
    rules(book)?;
    Ok(operators()?.iter().find(|operator| operator.has(book)))
}

/// The machine of a patron's file, with the books of everybody who keeps it.
///
/// # Errors
/// If its book or its operator is unknown.
pub fn patrons_machine(stream: &Stream) -> Result<Patrons<'static>, FloorError> {
    let unknown =
        || FloorError::Book(format!("'{stream}' is not the file of an operator or book known here"));
    match file_of(stream).ok_or_else(unknown)?.0 {
        Keeper::Operator(slug) => {
            let known = operators()?.iter().find(|operator| operator.slug == slug);
            known.and_then(|known| Patrons::of_operator(known.books.clone())).ok_or_else(unknown)
        }
        Keeper::Book(id) => Ok(match operator(id)? {
            Some(known) => Patrons::opened_under(rules(id)?, known.books.clone()),
            None => Patrons::new(rules(id)?),
        }),
    }
}

/// A stream as files of its operator name it.
pub(crate) fn file_name(stream: &Stream) -> Option<FileName> {
    let (keeper, number) = file_of(stream)?;
    let book = if let Keeper::Book(book) = keeper { Some(book.to_string()) } else { None };
    Some(FileName { book, number })
}

/// The operator of a stream, or of its book.
pub(crate) fn operator_of(stream: &Stream) -> Option<&'static Operator> {
    match file_of(stream)?.0 {
        Keeper::Operator(slug) => operators().ok()?.iter().find(|operator| operator.slug == slug),
        Keeper::Book(book) => operator(book).ok()?,
    }
}

/// Whether a file is asked when somebody sits down under that book.
pub(crate) fn reaches(stream: &Stream, book: &str) -> bool {
    match operator_of(stream) {
        Some(operator) => operator.has(book),
        None => matches!(file_of(stream), Some((Keeper::Book(own), _)) if own == book),
    }
}

fn named(stream: Option<Stream>, what: &str) -> Result<Stream, FloorError> {
    stream
        .ok_or_else(|| FloorError::Book(format!("no file can be stored for '{what}': the name is too long")))
}

impl Floor {
    /// The file that a number means under a book, whether or not it goes on in another.
    ///
    /// # Errors
    /// If the book is unknown, the number means two files, or the log cannot be read.
    pub fn file_stream(&self, book: &str, number: PatronId) -> Result<Stream, FloorError> {
        let own = named(book_file(book, number), book)?;
        let Some(operator) = operator(book)? else { return Ok(own) };
        let whole = named(operator_file(&operator.slug, number), &operator.slug)?;
        // Whichever is in use here says it without the log: of the two there is one.
        if let Some(desk) = read(&self.patrons).get(&whole).cloned()
            && desk.with_state(|file| file.number.is_some())
        {
            return Ok(whole);
        }
        if read(&self.patrons).contains_key(&own) || self.is_kept(&own)? {
            return Ok(own);
        }
        if self.is_kept(&whole)? {
            return Ok(whole);
        }
        let mut others = Vec::new();
        for other in operator.books.iter().filter(|other| other.front.id != book) {
            let other = named(book_file(&other.front.id, number), book)?;
            if self.is_kept(&other)? {
                others.push(other);
            }
        }
        match &others[..] {
            [] => Ok(whole),
            [only] => Ok(only.clone()),
            several => Err(self.two_files(book, number, several)?),
        }
    }

    fn two_files(&self, book: &str, number: PatronId, several: &[Stream]) -> Result<FloorError, FloorError> {
        let rules = rules(book)?;
        let names: Vec<String> = several.iter().filter_map(file_name).map(|name| name.to_string()).collect();
        let why = format!(
            "the number {number} means {}, perhaps of different people: \
             take another number, or have two persons link the files",
            names.join(" or ")
        );
        let clause = rules.label(rules.house.patrons.kept_by.cite).to_string();
        Ok(FloorError::Refused { why, clause })
    }

    /// Whether anything was ever recorded under that name.
    pub(crate) fn is_kept(&self, stream: &Stream) -> Result<bool, FloorError> {
        Ok(self.tools.store.head(stream)?.version > 0)
    }

    /// A file by its stream.
    pub(crate) fn open_file(
        &self,
        stream: &Stream,
    ) -> Result<Arc<StreamWriter<Patrons<'static>>>, FloorError> {
        if let Some(desk) = read(&self.patrons).get(stream) {
            return Ok(Arc::clone(desk));
        }
        let machine = patrons_machine(stream)?;
        self.visit(&self.patrons, stream, || machine, |desk| self.watch_file(desk))
    }

    /// The stream of a file that another of the same operator names.
    pub(crate) fn stream_of(&self, of: &Stream, name: &FileName) -> Result<Stream, FloorError> {
        let stream = match (&name.book, operator_of(of)) {
            (Some(book), _) => book_file(book, name.number),
            (None, Some(operator)) => operator_file(&operator.slug, name.number),
            (None, None) => None,
        };
        named(stream, of.name())
    }

    /// The file in which a file goes on, and so on to the last.
    pub(crate) fn follow_links(
        &self,
        mut desk: Arc<StreamWriter<Patrons<'static>>>,
    ) -> Result<Arc<StreamWriter<Patrons<'static>>>, FloorError> {
        while let Some(goes) = desk.with_state(|file| file.goes_on.clone()) {
            desk = self.open_file(&self.stream_of(desk.stream(), &goes.file)?)?;
        }
        Ok(desk)
    }

    /// The file of whoever has this number under a book: the one that is written to, links followed.
    ///
    /// # Errors
    /// If the book is unknown, or the log cannot be read.
    pub fn patron(
        &self,
        id: &str,
        number: PatronId,
    ) -> Result<Arc<StreamWriter<Patrons<'static>>>, FloorError> {
        let desk = self.open_patron(id, number)?;
        if self.options.shared {
            // Another process may have written to it since; whoever looks is told what is so now.
            desk.refresh()?;
        }
        let desk = self.follow_links(desk)?;
        self.keep_day(id, &desk);
        self.keep_time(&desk);
        // One that a crash left half linked.
        self.go_on_linking(&desk);
        Ok(desk)
    }

    pub(crate) fn open_patron(
        &self,
        id: &str,
        number: PatronId,
    ) -> Result<Arc<StreamWriter<Patrons<'static>>>, FloorError> {
        self.follow_links(self.open_file(&self.file_stream(id, number)?)?)
    }

    /// The numbers that mean a file under a book.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn patron_numbers(&self, id: &str) -> Result<Vec<PatronId>, FloorError> {
        let streams = self.tools.store.streams()?;
        let of = |(stream, _): &(Stream, _)| {
            file_of(stream).filter(|_| reaches(stream, id)).map(|(_, number)| number)
        };
        Ok(streams.iter().filter_map(of).collect::<BTreeSet<PatronId>>().into_iter().collect())
    }

    /// The files of an operator, those opened under one of its books among them; of each its stream.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn files_of(&self, operator: &Operator) -> Result<Vec<Stream>, FloorError> {
        let streams = self.tools.store.streams()?.into_iter().map(|(stream, _)| stream);
        let own = |stream: &Stream| operator_of(stream).is_some_and(|of| of.slug == operator.slug);
        Ok(streams.filter(own).collect())
    }
}
