//! What can be asked on the command line.

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

const TRY: &str = "\
Without a command: cardroom serve.

Try:
  cardroom
  cardroom rules list
  cardroom rules diff star-sydney crown-melbourne-mississippi
  cardroom rules show crown-sydney \"8.4.2(a)(ii)\"
  cardroom rule rulebooks/crown-sydney-poker-minors-3.3/cases/caribbean-stud/t-07-lowest-qualifier.toml
  cardroom odds crown-melbourne-three-card-poker-5.1 three-card-poker --strategy
  cardroom simulate crown-melbourne-three-card-poker-5.1 three-card-poker --strategy best
  cardroom floor demo --store demo.db && cardroom floor status --store demo.db
  cardroom deal omaha-hi-lo --seats 6 --seed 1 | cardroom replay -
  cardroom equity AsAh KsKh
  cardroom hand \"As Kd Qh Jc Ts 2c 2d\"

From a checkout, put 'cargo run --release --' in front instead of 'cardroom'.";

/// Casino poker under approved rulebooks: exact, cited, fast.
#[derive(Parser, Debug)]
#[command(name = "cardroom", version, max_term_width = 100, after_help = TRY)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Open the floor in the browser: pages, live views, an API
    Serve(crate::serve::ServeArgs),
    /// Rank hands in words, and say which wins and why
    Hand(HandArgs),
    /// Rule on rounds: what should have been paid, and by which clause
    Rule(RuleArgs),
    /// Browse the rulebooks: clauses, differences, what the engine enforces
    Rules(RulesArgs),
    /// Deal random legal hands between players and write them down (PHH)
    Deal(crate::deal::DealArgs),
    /// Replay recorded hands between players (PHH): who has what at the end, and by which clause
    Replay(crate::replay::ReplayArgs),
    /// Solve a house-banked game exactly, with every deal counted
    Odds(crate::odds::OddsArgs),
    /// Play rounds, or hands between players, by the million through the engine
    Simulate(crate::simulate::SimulateArgs),
    /// Count the share of the pot that hands and ranges win
    Equity(crate::equity::EquityArgs),
    /// Create, inspect, verify and reconcile a floor: tables, meters and people in a store
    Floor(crate::floor::FloorArgs),
    /// Measure a floor and its server under load: viewers, tables, pages
    Load(crate::load::LoadArgs),
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
        list the orders of hands, with their clauses

Cards are written rank first: As, Td or 10d, 9♥. Spaces and commas between them are optional.
With --board all hands belong to one deal, so no card can be in two of them; without it each hand is separate.
Exit status: 0 if ranked, 2 if the command line makes no sense.";

#[derive(clap::Args, Debug)]
#[command(after_help = HAND_EXAMPLES)]
pub(crate) struct HandArgs {
    /// One or more hands: the cards of each, or with --board its hole cards
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

const RULE_EXAMPLES: &str = "\
Examples:
  cardroom rule dispute.toml
        every wager's result, to the cent, with the clause that decides it
  cardroom rule --json rounds/*.toml
        one JSON object per case, one line each
  cardroom rule --check rulebooks/crown-sydney-poker-minors-3.3/cases
        all case files in a folder, compared with what they expect

docs/CASES.md describes case files. A file of '-' is standard input.
Exit status: 0 if all were ruled (with --check: as expected), 1 if not, 2 if the command line makes no sense.";

#[derive(clap::Args, Debug)]
#[command(after_help = RULE_EXAMPLES)]
pub(crate) struct RuleArgs {
    /// Case files, or folders of them
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Print JSON, one object per case
    #[arg(long)]
    pub(crate) json: bool,

    /// Compare each ruling with what its file expects
    #[arg(long)]
    pub(crate) check: bool,

    /// Take rulebooks from this folder instead of those in the program
    #[arg(long, value_name = "FOLDER")]
    pub(crate) rulebooks: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    pub(crate) command: RulesCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum RulesCommand {
    /// List the books
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a clause: its effect in our words, readings, where it is enforced, cases that show it; or a game between
    /// players
    Show {
        /// The book, or a part of its name that fits only one
        book: String,
        /// The clause as printed, such as 8.4.2(a)(ii); a reading; or a game between players, such as holdem or holdem-32
        clause: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show how two books differ in behaviour, with clauses
    Diff {
        /// One book
        first: String,
        /// The other
        second: String,
        /// The game, if both have several
        game: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Count the clauses that the engine cites while it rules the case files, and those on authority, notices and
    /// records that the engine or the house cites
    Coverage {
        /// The books; all by default
        books: Vec<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
        /// List what is missing even if nothing is
        #[arg(long)]
        missing: bool,
    },
}
