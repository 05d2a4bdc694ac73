//! The operators of the books: books with the same operator on their first page are one operator's.

use crate::load::LoadError;
use crate::text::Front;

/// An operator and its books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// As streams and addresses write it: "crown-melbourne-limited".
    pub slug: String,
    /// As the books write it.
    pub name: String,
    /// The ids of its books, in the order in which they were read.
    pub books: Vec<String>,
}

/// Sorts books by operator.
///
/// # Errors
/// If two operators would share a slug, and with it the files of their patrons.
pub(crate) fn operators(fronts: impl Iterator<Item = Front>) -> Result<Vec<Operator>, LoadError> {
    let mut all: Vec<Operator> = Vec::new();
    for front in fronts {
        let slug = front.operator_slug();
        match all.iter_mut().find(|known| known.slug == slug) {
            None => all.push(Operator { slug, name: front.operator, books: vec![front.id] }),
            Some(known) if known.name == front.operator => known.books.push(front.id),
            Some(known) => {
                let (other, first) = (&known.name, &known.books[0]);
                let what = format!(
                    "the operator '{}' would share patrons' files with '{other}' of {first}: \
                     both are written '{slug}'; write one operator in one way, or tell the two apart",
                    front.operator
                );
                return Err(LoadError { file: format!("{}/book.toml", front.id), line: None, what });
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    fn fronts(names: &[&str]) -> Vec<Front> {
        let some = library::front("crown-sydney-poker-minors-3.3").unwrap();
        let of = |(at, name): (usize, &&str)| Front {
            id: format!("book-{at}"),
            operator: name.to_string(),
            ..some.clone()
        };
        names.iter().enumerate().map(of).collect()
    }

    #[test]
    fn books_of_one_operator_belong_together() {
        let all = library::operators().unwrap();
        let slugs: Vec<&str> = all.iter().map(|operator| operator.slug.as_str()).collect();
        assert!(slugs.contains(&"crown-melbourne-limited") && slugs.contains(&"the-star-pty-limited"));
        let melbourne = all.iter().find(|operator| operator.slug == "crown-melbourne-limited").unwrap();
        assert_eq!(melbourne.books.len(), 3);
        let books: usize = all.iter().map(|operator| operator.books.len()).sum();
        assert_eq!(books, library::ids().count());
    }

    #[test]
    fn two_operators_never_share_a_slug() {
        assert_eq!(operators(fronts(&["A & B", "A & B", "C"]).into_iter()).unwrap().len(), 2);
        let wrong = operators(fronts(&["A & B", "A - B"]).into_iter()).unwrap_err();
        assert!(wrong.to_string().contains("'a-b'") && wrong.to_string().contains("book-1"), "{wrong}");
    }
}
