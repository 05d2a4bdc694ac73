//! Every clause that is the engine's to obey is cited by it while the cases are ruled.

use cases::coverage;

fn everything_is_cited(id: &str) {
    let (book, counted) = coverage(id).unwrap_or_else(|error| panic!("{error}"));
    let missing: Vec<String> = counted
        .missing
        .iter()
        .map(|clause| {
            let row = book.register.get(*clause);
            format!("{} ({}): {}", row.label, row.game, row.effect)
        })
        .collect();
    assert!(counted.failed.is_empty(), "{:?}", counted.failed);
    assert!(missing.is_empty(), "{} of {}:\n{}", missing.len(), counted.engine.len(), missing.join("\n"));
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
