//! What can be asked of `cardroom odds`.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cardroom odds crown-melbourne-three-card-poker-5.1 three-card-poker
        every wager under every pay table
  cardroom odds crown-sydney-poker-minors-3.3 ultimate-texas-holdem --multiples 3-4,2,1 --json
  cardroom odds crown-sydney-poker-minors-3.3 caribbean-stud --pay bet.royal-flush=100
        what if a royal flush paid 100 to 1?
  cardroom odds crown-melbourne-mississippi-stud-3.0 mississippi-stud --jackpot option=2,seed=30000
  cardroom odds star-sydney-mississippi-stud-4 mississippi-stud --jackpot wager=5,increment=30,seed=50000
  cardroom odds crown-sydney-poker-minors-3.3 caribbean-stud --strategy

Every deal is counted; nothing is sampled. Figures are per one unit of the first wager, before rounding to chips and
before any maximum payout of a table. docs/ODDS.md describes the method.
Exit status: 0 if answered, 2 if the command line makes no sense.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct OddsArgs {
    /// The rulebook
    pub(crate) book: String,

    /// The game
    pub(crate) game: String,

    /// The multiples of the Ante that may be bet before the flop, on it and on the river, each N or N-M
    #[arg(long, value_name = "N-M,N,N")]
    pub(crate) multiples: Option<String>,

    /// Change a line of a pay table: SPOT.HAND=ODDS or SPOT.COLUMN.HAND=ODDS, the odds N or N/D
    #[arg(long = "pay", value_name = "SPOT.HAND=ODDS")]
    pub(crate) pay: Vec<String>,

    /// Change the weakest hand with which the dealer qualifies, such as "pair" or "no-pair A K"
    #[arg(long, value_name = "HAND")]
    pub(crate) qualifies: Option<String>,

    /// Add the jackpot wager: option=N,seed=S[,method=A|B], or where the operator sets them wager=W,increment=P,seed=S
    #[arg(long, value_name = "KEY=VALUE,…")]
    pub(crate) jackpot: Option<String>,

    /// Print the best decisions
    #[arg(long)]
    pub(crate) strategy: bool,

    /// What each choice is worth to a player who sees these cards: OWN, OWN/BOARD or OWN@UP, such as "Ah 5d/Kh 7c 2s"
    #[arg(long, value_name = "CARDS", conflicts_with_all = ["strategy", "csv", "report", "jackpot"])]
    pub(crate) seen: Option<String>,

    /// What was staked at the decisions before --seen, in Antes, such as 1,3
    #[arg(long, value_name = "N,N", requires = "seen")]
    pub(crate) staked: Option<String>,

    /// Write the mathematics report of the game to this file, as one self-contained page
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,

    /// Print the tables of the report as CSV
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Take rulebooks from this folder instead of those in the program
    #[arg(long, value_name = "FOLDER")]
    pub(crate) rulebooks: Option<PathBuf>,
}
