//! The names of the streams: a table's says which game of which book is played there, so that the log explains itself.

use std::fmt;
use store::Stream;

/// A table's name: its book, its game, its number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    /// The book.
    pub book: String,
    /// The game.
    pub game: String,
    /// The number, once on a floor.
    pub number: u32,
}

impl TableName {
    /// The table with that stream, if it is one.
    pub fn of(stream: &Stream) -> Option<TableName> {
        if stream.kind() != "table" {
            return None;
        }
        let mut parts = stream.rest().split('/');
        let (book, game, number) = (parts.next()?, parts.next()?, parts.next()?.parse().ok()?);
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

/// The stream of a patron's file.
pub fn patron_stream(book: &str, patron: u32) -> Option<Stream> {
    Stream::new(&format!("patron/{book}/{patron}"))
}

/// The number in a patron's stream, with the book.
pub(crate) fn patron_of(stream: &Stream) -> Option<(&str, u32)> {
    let (book, number) = stream.rest().split_once('/')?;
    let number = number.parse().ok()?;
    (stream.kind() == "patron" && patron_stream(book, number).as_ref() == Some(stream))
        .then_some((book, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_one_name() {
        let name = TableName { book: "crown-x-1.0".into(), game: "caribbean-stud".into(), number: 7 };
        let stream = name.stream().unwrap();
        assert_eq!(stream.name(), "table/crown-x-1.0/caribbean-stud/7");
        assert_eq!(TableName::of(&stream), Some(name));
        for wrong in ["table/a/b/07", "table/a/b", "table/a/b/7/8", "meter/a", "table/a/b/-1", "table"] {
            assert_eq!(TableName::of(&Stream::new(wrong).unwrap()), None, "{wrong}");
        }
        assert_eq!(patron_of(&Stream::new("patron/a/12").unwrap()), Some(("a", 12)));
        assert_eq!(
            patron_of(&Stream::new("patron/a/+12").unwrap_or(Stream::new("patron/a/012").unwrap())),
            None
        );
    }
}
