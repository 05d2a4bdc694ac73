//! What `cardroom` says when it is asked nothing.

pub(crate) fn text() -> String {
    let orders = cards::orders::all().len();
    format!(
        "\
Cardroom {version}: casino poker under approved rulebooks, exact and cited.

There is so far:
  cardroom rule          what should have been paid in a round, and which clause says so
  cardroom rules         the rulebooks: clauses, readings, differences, what the engine obeys
  cardroom odds          a game solved exactly: every deal counted, best play, the mathematics report
  cardroom simulate      rounds by the million through the engine
  cardroom floor         a casino floor in one store: played, recalled, proved, reconciled
  cardroom equity        which part of the pot hands and ranges win, every deal counted
  cardroom hand          rank hands in words under {orders} orders of hands, and say which wins and why
  cardroom completions   completion scripts for your shell

Try:
  cardroom rules list
  cardroom rules diff star-sydney crown-melbourne-mississippi
  cardroom rules show crown-sydney \"8.4.2(a)(ii)\"
  cardroom rule rulebooks/crown-sydney-poker-minors-3.3/cases/caribbean-stud/t-07-lowest-qualifier.toml
  cardroom odds crown-melbourne-three-card-poker-5.1 three-card-poker --strategy
  cardroom simulate crown-melbourne-three-card-poker-5.1 three-card-poker --strategy best
  cardroom floor demo --store demo.db && cardroom floor status --store demo.db
  cardroom equity AsAh KsKh
  cardroom hand \"As Kd Qh Jc Ts 2c 2d\"

From a checkout, put `cargo run --release --` in front instead of `cardroom`.
The floor in the browser and the poker room come next.
",
        version = env!("CARGO_PKG_VERSION"),
    )
}
