//! The names of the streams: a table's says which game of which book is played there, so that the log explains itself.

use engine::{PatronId, TableNumber};
use std::fmt;
use store::Stream;

/// A table's name: its book, its game, its number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    pub book: String,
    pub game: String,
    /// The number, once on a floor.
    pub number: TableNumber,
}

impl TableName {
    /// The table with that stream, if it is one.
    pub fn of(stream: &Stream) -> Option<TableName> {
        if stream.kind() != "table" {
            return None;
        }
        let mut parts = stream.rest().split('/');
        let (book, game, number) = (parts.next()?, parts.next()?, TableNumber(parts.next()?.parse().ok()?));
        let name = TableName { book: book.into(), game: game.into(), number };
        // One table has one spelling.
        (parts.next().is_none() && name.stream().as_ref() == Some(stream)).then_some(name)
    }

    /// Its stream; none where a name is too long or has strange letters.
    pub fn stream(&self) -> Option<Stream> {
        Stream::new(&format!("table/{}/{}/{}", self.book, self.game, self.number))
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {} ({}, {})", self.number, self.game, self.book)
    }
}

/// The stream of a book's linked meters.
pub fn meter_stream(book: &str) -> Option<Stream> {
    Stream::new(&format!("meter/{book}"))
}

/// The stream of the house under a book: its people, disputes, days.
pub fn house_stream(book: &str) -> Option<Stream> {
    Stream::new(&format!("house/{book}"))
}

/// Who keeps a patron's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper<'s> {
    /// An operator, for all its books.
    Operator(&'s str),
    /// A book alone: files from before, and those of a book that keeps its own.
    Book(&'s str),
}

/// The stream of a patron's file with an operator. No book's file has a name of so many parts.
pub fn operator_file(operator: &str, patron: PatronId) -> Option<Stream> {
    Stream::new(&format!("patron/operator/{operator}/{patron}"))
}

/// The stream of a patron's file that was opened under a book.
pub fn book_file(book: &str, patron: PatronId) -> Option<Stream> {
    Stream::new(&format!("patron/{book}/{patron}"))
}

/// Who keeps the file with that stream, and the number in it.
pub fn file_of(stream: &Stream) -> Option<(Keeper<'_>, PatronId)> {
    let (of, number) = stream.rest().rsplit_once('/')?;
    let number = PatronId(number.parse().ok()?);
    let (keeper, name) = match of.strip_prefix("operator/") {
        Some(operator) => (Keeper::Operator(operator), operator_file(operator, number)),
        None => (Keeper::Book(of), book_file(of, number)),
    };
    (stream.kind() == "patron" && !of.is_empty() && name.as_ref() == Some(stream)).then_some((keeper, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_one_name() {
        let name =
            TableName { book: "crown-x-1.0".into(), game: "caribbean-stud".into(), number: TableNumber(7) };
        let stream = name.stream().unwrap();
        assert_eq!(stream.name(), "table/crown-x-1.0/caribbean-stud/7");
        assert_eq!(TableName::of(&stream), Some(name));
        for wrong in ["table/a/b/07", "table/a/b", "table/a/b/7/8", "meter/a", "table/a/b/-1", "table"] {
            assert_eq!(TableName::of(&Stream::new(wrong).unwrap()), None, "{wrong}");
        }
    }

    #[test]
    fn a_file_has_one_name() {
        let (of_book, of_operator) =
            (book_file("a-1.0", PatronId(12)).unwrap(), operator_file("a", PatronId(12)).unwrap());
        assert_eq!(file_of(&of_book), Some((Keeper::Book("a-1.0"), PatronId(12))));
        assert_eq!(file_of(&of_operator), Some((Keeper::Operator("a"), PatronId(12))));
        // A book that is called so has two parts, and the operator's file three.
        let strange = book_file("operator", PatronId(12)).unwrap();
        assert_eq!(file_of(&strange), Some((Keeper::Book("operator"), PatronId(12))));
        for wrong in ["patron/a/012", "patron/12", "patron/operator/a/-1", "house/a/12", "patron"] {
            assert_eq!(file_of(&Stream::new(wrong).unwrap()), None, "{wrong}");
        }
    }
}
