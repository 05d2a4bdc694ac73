//! What `cardroom replay` can be asked.

use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cardroom replay hands/
        every hand in a folder: who won what, and by which clause
  cardroom replay hands/*.phh --json
        one JSON object per hand, one line each
  cardroom replay --check session.phhs
        compared with the final stacks or winnings that the file records
  cardroom replay --events hand.phh
        everything that happens in the hand, each event with its clause
  cardroom deal NT --seats 6 --seed 1 | cardroom replay -

Hands are in the Poker Hand History format: a .phh is one hand, a .phhs has several. '-' is standard input.
A hand that names a _rulebook is replayed by it; others by the conventions of the format (poker-hand-history).
Exit status: 0 if all were replayed (with --check: as recorded), 1 if not, 2 if the command line makes no sense.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReplayArgs {
    /// Files of hands, or folders of them
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Print JSON, one object per hand
    #[arg(long)]
    pub(crate) json: bool,

    /// Compare with the final stacks or winnings that the files record
    #[arg(long)]
    pub(crate) check: bool,

    /// List every event with its clause
    #[arg(long, visible_alias = "verbose", conflicts_with = "json")]
    pub(crate) events: bool,

    /// Take rulebooks from this folder instead of those in the program
    #[arg(long, value_name = "FOLDER")]
    pub(crate) rulebooks: Option<PathBuf>,
}
