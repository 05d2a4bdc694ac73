//! Every clause that is the engine's to obey is cited by it while the cases are ruled; every clause on authority, notices
//! and records is cited by the engine or by the house.

use cases::coverage;

fn everything_is_cited(id: &str) {
    let (book, counted) = coverage(id).unwrap_or_else(|error| panic!("{error}"));
    let shown = |clause: &rulebook::ClauseId| {
        let row = book.register.get(*clause);
        format!("{} ({}): {}", row.label, row.game, row.effect)
    };
    let missing: Vec<String> = counted.missing.iter().map(shown).collect();
    assert!(counted.failed.is_empty(), "{:?}", counted.failed);
    assert!(missing.is_empty(), "{} of {}:\n{}", missing.len(), counted.engine.len(), missing.join("\n"));
    for kinds in &counted.people {
        let missing: Vec<String> = kinds.missing.iter().map(shown).collect();
        let word = kinds.kind.word();
        assert!(!kinds.clauses.is_empty(), "{word}");
        assert!(
            missing.is_empty(),
            "{word}: {} of {}:\n{}",
            missing.len(),
            kinds.clauses.len(),
            missing.join("\n")
        );
    }
}

#[test]
fn crown_sydney_poker_minors() {
    everything_is_cited("crown-sydney-poker-minors-3.3");
}

#[test]
fn star_sydney_mississippi_stud() {
    everything_is_cited("star-sydney-mississippi-stud-4");
}

#[test]
fn crown_melbourne_mississippi_stud() {
    everything_is_cited("crown-melbourne-mississippi-stud-3.0");
}

#[test]
fn crown_melbourne_three_card_poker() {
    everything_is_cited("crown-melbourne-three-card-poker-5.1");
}

#[test]
fn crown_melbourne_poker() {
    let (book, counted) = coverage("crown-melbourne-poker-13.0").unwrap_or_else(|error| panic!("{error}"));
    let label = |clause: &rulebook::ClauseId| book.register.get(*clause).label.as_str();
    assert_eq!(counted.failed, Vec::<String>::new());
    assert_eq!(counted.missing.iter().map(label).collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(counted.cited.len() >= 500, "{}", counted.cited.len());
    // What is kept is the store's and the house's; who may and what is shown is decided here.
    for kinds in counted.people.iter().filter(|kinds| kinds.kind != rulebook::Kind::Record) {
        assert!(!kinds.clauses.is_empty());
        let missing: Vec<&str> = kinds.missing.iter().map(label).collect();
        assert_eq!(missing, Vec::<&str>::new(), "{}", kinds.kind.word());
    }
}
