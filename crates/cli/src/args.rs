//! What can be asked on the command line.

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};

/// Casino poker under approved rulebooks: exact, cited, fast.
#[derive(Parser, Debug)]
#[command(name = "cardroom", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Rank hands in words, and say which wins and why
    Hand(HandArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example: cardroom completions bash > ~/.local/share/bash-completion/completions/cardroom"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

const HAND_EXAMPLES: &str = "\
Examples:
  cardroom hand \"As Kd Qh Jc Ts 2c 2d\"
        the best five of seven cards, in words
  cardroom hand --order high-32 \"Ah Kh 9h 8h 7h\" \"8d 8s 8c Kd Kc\"
        two hands under the order of the 32-card deck, where a flush beats a full house
  cardroom hand --board \"Kh 9h 5h 2h 3c\" --exactly-two \"Ah Kc Qd Js\" \"4h 3h Tc Td\"
        Omaha: exactly two hole cards with three of the board
  cardroom hand --order eight-or-better --board \"3d 6s 8h Kh Qd\" \"Ah 2c\" \"As 4c\"
        the low half of hold'em hi-lo
  cardroom hand --orders
        the orders of hands there are, and the clauses they come from

Cards are written rank first: As, Td or 10d, 9♥. Spaces and commas between them are optional.
With --board all hands are of one deal, and no card can be in two of them; without it each stands for itself.
Exit status: 0 if ranked, 2 if the question makes no sense.";

#[derive(clap::Args, Debug)]
#[command(after_help = HAND_EXAMPLES)]
pub(crate) struct HandArgs {
    /// A hand each: its cards, or with --board its hole cards
    #[arg(value_name = "HAND", required_unless_present = "orders")]
    pub(crate) hands: Vec<String>,

    /// The order of hands to rank by
    #[arg(long, short, value_name = "NAME", default_value = "high-52", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(cards::orders::all().iter().map(|order| order.name())))]
    pub(crate) order: String,

    /// List the orders of hands
    #[arg(long, conflicts_with_all = ["hands", "board", "exactly_two"])]
    pub(crate) orders: bool,

    /// Cards that every hand shares
    #[arg(long, short, value_name = "CARDS")]
    pub(crate) board: Option<String>,

    /// Use exactly two hole cards with three of the board (Omaha, Manila)
    #[arg(long, requires = "board")]
    pub(crate) exactly_two: bool,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
