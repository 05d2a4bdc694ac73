//! Citations: a value and the clause that gives it never part.

use crate::readings::{ReadingId, Readings};
use crate::register::{ClauseId, Kind, Register};
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// A citation of one rulebook, as small as an event needs it: [`BookText::citation`](crate::BookText::citation) says
/// which clause it is. The book itself is not part of it, because a table plays under one book at a time and says so once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cite(pub(crate) u16);

impl Cite {
    /// Its number among the citations of its book.
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// What a [`Cite`] stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Citation {
    /// The clause that decides.
    pub clause: ClauseId,
    /// Tables and procedures applied besides.
    pub also: Vec<ClauseId>,
    /// The reading taken, where the clause is unclear.
    pub reading: Option<ReadingId>,
}

/// A value and the clause that gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruled<T> {
    pub value: T,
    pub cite: Cite,
}

impl<T> Ruled<T> {
    /// A value with its clause.
    pub const fn new(value: T, cite: Cite) -> Ruled<T> {
        Ruled { value, cite }
    }
}

/// What is written beside a value: `{ is = 7, clause = "2.1" }`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a value with its clause: { is = ..., clause = ... }")]
struct CitedValue<T> {
    is: T,
    clause: Cite,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ruled<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        CitedValue::deserialize(from).map(|written| Ruled { value: written.is, cite: written.clause })
    }
}

/// Looks citations up while a book's files are read.
#[derive(Debug)]
pub(crate) struct Citer {
    register: Rc<Register>,
    readings: Rc<Readings>,
    citations: Vec<Citation>,
    known: HashMap<Citation, u16>,
}

impl Citer {
    pub(crate) fn new(register: Rc<Register>, readings: Rc<Readings>) -> Citer {
        Citer { register, readings, citations: Vec::new(), known: HashMap::new() }
    }

    /// All that was cited, in the order of [`Cite::number`].
    pub(crate) fn into_citations(self) -> Vec<Citation> {
        self.citations
    }

    /// The first label decides, clauses after it apply besides, and a reading may stand among them.
    fn cite(&mut self, labels: &[String]) -> Result<Cite, String> {
        let mut clauses = Vec::new();
        let mut reading = None;
        for label in labels {
            match (self.register.id(label), self.readings.id(label)) {
                (Some(clause), _) => clauses.push(clause),
                (None, Some(found)) => reading = Some(found),
                (None, None) => {
                    return Err(format!(
                        "'{label}' is neither a clause of the register nor a reading of this book"
                    ));
                }
            }
        }
        let Some((&clause, also)) = clauses.split_first() else {
            return Err("expected a clause, found none".into());
        };
        let citation = Citation { clause, also: also.to_vec(), reading };
        if let Some(&number) = self.known.get(&citation) {
            return Ok(Cite(number));
        }
        let number =
            u16::try_from(self.citations.len()).map_err(|_| "more citations than a book can hold")?;
        self.known.insert(citation.clone(), number);
        self.citations.push(citation);
        Ok(Cite(number))
    }
}

thread_local! {
    /// The book that is being read on this thread. Serde hands nothing down to a value, and a citation
    /// cannot be read without the register, so the reader leaves it here for as long as it reads.
    static READING: RefCell<Option<Citer>> = const { RefCell::new(None) };
}

/// The citation of the first clause of another that is about authority.
pub(crate) fn authority_of(cite: Cite) -> Option<Cite> {
    READING.with(|slot| {
        let mut slot = slot.borrow_mut();
        let citer = slot.as_mut()?;
        let citation = citer.citations[cite.number()].clone();
        let clauses = std::iter::once(citation.clause).chain(citation.also);
        let powers: Vec<&str> = clauses
            .map(|clause| citer.register.get(clause))
            .filter(|clause| clause.kind == Kind::Authority)
            .map(|clause| clause.label.as_str())
            .collect();
        // The stem that names the role, where the row begins with one of its limbs.
        let first = *powers.first()?;
        let stem = powers.iter().filter(|label| first.starts_with(*label)).min_by_key(|label| label.len());
        let label = stem.unwrap_or(&first).to_string();
        citer.cite(&[label]).ok()
    })
}

/// Reads with a register at hand.
pub(crate) fn reading<T>(citer: Citer, read: impl FnOnce() -> T) -> (T, Citer) {
    READING.with(|slot| *slot.borrow_mut() = Some(citer));
    let read = read();
    let citer = READING.with(|slot| slot.borrow_mut().take());
    (read, citer.expect("it was put there above"))
}

impl<'de> Deserialize<'de> for Cite {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Labels;
        impl<'de> Visitor<'de> for Labels {
            type Value = Vec<String>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a clause, or a list that begins with one")
            }
            fn visit_str<E: de::Error>(self, label: &str) -> Result<Self::Value, E> {
                Ok(vec![label.to_string()])
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut labels = Vec::new();
                while let Some(label) = list.next_element()? {
                    labels.push(label);
                }
                Ok(labels)
            }
        }
        let labels = from.deserialize_any(Labels)?;
        READING.with(|slot| match slot.borrow_mut().as_mut() {
            Some(citer) => citer.cite(&labels).map_err(de::Error::custom),
            None => Err(de::Error::custom("a citation can only be read together with its book")),
        })
    }
}
