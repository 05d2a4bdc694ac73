//! What can be asked of a floor on the command line.

use clap::{Args, Subcommand};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cardroom floor demo --rounds 50
        a floor with tables of every game in cardroom.db, played for 50 rounds each
  cardroom floor status
        tables, meters, houses, and where every stream ends
  cardroom floor recall 3 --rounds 2 --proof
        the last two rounds of table 3, and the proof of every card that was dealt
  cardroom floor check-round round.json --receipt receipt.json
        a round as the API tells it: every card that was seen lay where the players' seeds demand
  cardroom floor verify --anchor monday.anchor
        every record hashed again and read; nothing before Monday's anchor was changed
  cardroom floor reconcile --day 2026-11-15
        floats, drop and meters to the cent
  cardroom floor --store postgres://me@host/casino init --book crown-sydney --founder \"Ada Lane\"

A store is one file (SQLite) or a schema of a PostgreSQL database (?schema=name where it is not \"cardroom\").
What nobody may see yet is encrypted with the key: keep it apart from the store, and keep it.
docs/FLOOR.md says what is kept, how, and what it proves.
Exit status: 0, 1 if something is found wrong (verify, reconcile, status, check-round), 2 if the question makes no sense.";

const ACCOUNTS: &str = "\
Examples:
  cardroom floor account open ada --as staff/1 --shown \"Ada Lane\"
  cardroom floor account unlock ada --by staff/2
        the log then says that staff/2 ordered it; without --by it says \"console\"
  cardroom floor account log
        all of that, record by record

A store that is a file (SQLite) is written by one process: while 'cardroom serve' runs on it, only list and log can be asked here.
The pit's page /pit/people opens, closes and unlocks log-ins while the server runs; for anything else stop the server first. With
PostgreSQL all of this works beside a running server.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FloorArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(subcommand)]
    pub(crate) command: FloorCommand,
}

/// Where the floor is kept.
#[derive(Args, Debug)]
pub(crate) struct At {
    /// The store: a file, or postgres://user@host/database
    #[arg(long, global = true, value_name = "FILE|URL", env = "CARDROOM_STORE", hide_env_values = true)]
    #[arg(default_value = "cardroom.db")]
    pub(crate) store: String,

    /// The file of the key; by default the store's name and ".key", or cardroom.key for PostgreSQL
    #[arg(long, global = true, value_name = "FILE", env = "CARDROOM_KEY", hide_env_values = true)]
    pub(crate) key: Option<PathBuf>,

    /// Go on with a store that is older than its anchor beside the key: somebody put it back on purpose
    #[arg(long, global = true)]
    pub(crate) accept_restored: bool,

    /// What clocks on the wall show, such as Australia/Melbourne; JSON keeps to UTC
    #[arg(long, global = true, value_name = "ZONE", env = "CARDROOM_TIME_ZONE", hide_env_values = true)]
    #[arg(default_value = "UTC")]
    pub(crate) time_zone: String,
}

#[derive(Subcommand, Debug)]
pub(crate) enum FloorCommand {
    /// Make a new store and its key; nothing is ever written over
    Init {
        /// Found the house under this rulebook, once for each; or a part of its name that fits only one
        #[arg(long = "book", value_name = "BOOK", requires = "founder")]
        books: Vec<String>,
        /// The first member of staff, of the highest role
        #[arg(long, value_name = "NAME", requires = "books")]
        founder: Option<String>,
    },
    /// Furnish a new floor with tables of every game and play them
    Demo {
        /// Rounds on each table
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        rounds: u32,
        /// Tables of each game
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
        tables: u32,
        /// Players at each table
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=6))]
        seats: u32,
        /// The rulebooks, or parts of their names; all by default
        #[arg(long = "book", value_name = "BOOK")]
        books: Vec<String>,
    },
    /// Who may log in at the floor in the browser ('cardroom serve')
    #[command(after_help = ACCOUNTS)]
    Account {
        #[command(subcommand)]
        command: super::account::AccountCommand,
    },
    /// How everything stands; reads beside a floor that runs, and claims nothing
    Status {
        /// List every stream with the number of its records, the hash of the last and the claim under which it is written
        #[arg(long)]
        heads: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// The last rounds of a table, line by line, with those that are not over
    Recall {
        /// The table: its number, or its stream such as table/star-sydney-mississippi-stud-4/mississippi-stud/4
        table: String,
        /// How many rounds
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        rounds: u32,
        /// Print the commitment to each deck, and the proof of each card of rounds that are over; name every card that was
        /// recorded in them
        #[arg(long)]
        proof: bool,
        /// Print every event, the many small steps of a round too
        #[arg(long)]
        all: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Check a round that was fetched from /api/tables/N/rounds/R: the proof of each card, the order of the deal, a receipt; needs
    /// neither store nor key
    CheckRound {
        /// The round as JSON
        file: PathBuf,
        /// The receipt for a seed, as JSON: the round must have it
        #[arg(long, value_name = "FILE")]
        receipt: Option<PathBuf>,
        /// The key of the house, as it was published: a receipt of any other is no receipt
        #[arg(long, value_name = "KEY", requires = "receipt")]
        house_key: Option<String>,
    },
    /// A whole stream in words: a meter, a house, a patron's file or a table
    Log {
        /// The stream, such as house/star-sydney-mississippi-stud-4; 'status --heads' lists them
        stream: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Hash every record again, follow every chain, read every event
    Verify {
        /// Compare with signed heads that 'cardroom floor anchor' wrote earlier; of a folder, such as the server's 'anchors',
        /// with the latest of this house in it
        #[arg(long, value_name = "FILE|FOLDER")]
        anchor: Vec<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write the whole log into a new file, signed
    Export {
        /// The file
        file: PathBuf,
    },
    /// Take an export into a new or empty store
    Import {
        /// The file
        file: PathBuf,
    },
    /// Compare floats, drop, layouts and meters with the records, to the cent
    Reconcile {
        /// A day that the tables have closed; the day under way by default
        #[arg(long, value_name = "YYYY-MM-DD")]
        day: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Compress old records; they are read as before
    Seal {
        /// Leave so many of the latest records of each stream as they are
        #[arg(long, value_name = "RECORDS", default_value_t = 10_000)]
        keep: u64,
    },
    /// Compress old records and make the file as small as it can be, while nobody works on it
    Compact {
        /// Leave so many of the latest records of each stream as they are
        #[arg(long, value_name = "RECORDS", default_value_t = 4_096)]
        keep: u64,
    },
    /// Give the house a new key while nobody works on the store; what the old one has sealed is still read. With
    /// --accept-restored, take over a backup from before the key was changed
    RotateKey {
        /// Who ordered it, for the log: staff/12
        #[arg(long, value_name = "PERSON")]
        by: Option<String>,
    },
    /// Sign where every stream ends, to be kept elsewhere
    Anchor {
        /// The file; standard output by default
        file: Option<PathBuf>,
    },
}
