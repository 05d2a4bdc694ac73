//! What `cardroom` says when it is asked nothing.

pub(crate) fn text() -> String {
    let orders = cards::orders::all().len();
    format!(
        "\
Cardroom {version}: casino poker under approved rulebooks, exact and cited.

There is so far:
  cardroom hand          rank hands in words under {orders} orders of hands, and say which wins and why
  cardroom completions   completion scripts for your shell

Try:
  cardroom hand \"As Kd Qh Jc Ts 2c 2d\"
  cardroom hand --order high-32 \"Ah Kh 9h 8h 7h\" \"8d 8s 8c Kd Kc\"
  cardroom hand --board \"Kh 9h 5h 2h 3c\" --exactly-two \"Ah Kc Qd Js\" \"4h 3h Tc Td\"
  cardroom hand --orders
  cardroom hand --help

From a checkout, put `cargo run --release --` in front instead of `cardroom`.
The tables, the jackpots and the floor come next.
",
        version = env!("CARGO_PKG_VERSION"),
    )
}
