//! The numbers of a patron behind one log-in: a person has a file with each operator, and a number in each.

use engine::PatronId;
use house::Person;
use std::collections::BTreeMap;

/// Which numbers a patron has with which operators, beside the one of the log-in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatronNumbers {
    /// The operator with whom the number of the log-in is theirs; none for all of them, as log-ins had it before.
    only_at: Option<String>,
    /// Other numbers, by operator.
    own: BTreeMap<String, PatronId>,
}

impl PatronNumbers {
    pub(super) fn new(only_at: Option<String>) -> PatronNumbers {
        PatronNumbers { only_at, own: BTreeMap::new() }
    }

    pub(super) fn give(&mut self, operator: String, number: PatronId) {
        self.own.insert(operator, number);
    }

    /// Who the person of a log-in is with an operator; nobody where a patron has no number there. Members of staff and
    /// those from outside are the same everywhere: each roster says for itself whether it knows them.
    pub fn with(&self, person: Person, operator: &str) -> Option<Person> {
        let Person::Patron(_) = person else { return Some(person) };
        match self.own.get(operator) {
            Some(number) => Some(Person::Patron(*number)),
            None => self.only_at.as_ref().is_none_or(|at| at == operator).then_some(person),
        }
    }
}
