//! What can be asked of a floor on the command line.

use clap::{Args, Subcommand};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cardroom floor demo --rounds 50
        make cardroom.db: a floor with tables of every game, 50 rounds played at each
  cardroom floor status
        list tables, meters, houses, and where every stream ends
  cardroom floor recall 3 --rounds 2 --proof
        show the last two rounds of table 3, with the proof of every card that was dealt
  cardroom floor check-round round.json --receipt receipt.json
        check a round from the API: every card that was seen was where the players' seeds put it
  cardroom floor verify --anchor monday.anchor
        hash and read every record again, and check that nothing before Monday's anchor was changed
  cardroom floor reconcile --day 2026-11-15
        check floats, drop and meters to the cent
  cardroom floor --store postgres://me@host/casino init --book crown-sydney --founder \"Ada Lane\"

A store is one file (SQLite) or a schema of a PostgreSQL database (?schema=name if it is not \"cardroom\").
The key encrypts what nobody may see yet: keep it apart from the store, with a copy.
docs/FLOOR.md says what is stored, how, and what it proves.
Exit status: 0, 1 if something is wrong (verify, reconcile, status, check-round), 2 if the command line makes no sense.";

const ACCOUNTS: &str = "\
Examples:
  cardroom floor account open ada --as staff/1 --shown \"Ada Lane\"
  cardroom floor account unlock ada --by staff/2
        the log then says that staff/2 ordered it; without --by it says \"console\"
  cardroom floor account log
        list all such changes, record by record

Only one process writes an SQLite store: while 'cardroom serve' runs on it, only list and log work here.
The page /pit/people opens, closes and unlocks log-ins while the server runs; for anything else stop the server first. With
PostgreSQL all of this works while a server runs.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct FloorArgs {
    #[command(flatten)]
    pub(crate) at: At,
    #[command(subcommand)]
    pub(crate) command: FloorCommand,
}

/// Where the floor is stored.
#[derive(Args, Debug)]
pub(crate) struct At {
    /// The store: a file, or postgres://user@host/database
    #[arg(long, global = true, value_name = "FILE|URL", env = "CARDROOM_STORE", hide_env_values = true)]
    #[arg(default_value = "cardroom.db")]
    pub(crate) store: String,

    /// The file of the key; by default the store's name and ".key", or cardroom.key for PostgreSQL
    #[arg(long, global = true, value_name = "FILE", env = "CARDROOM_KEY", hide_env_values = true)]
    pub(crate) key: Option<PathBuf>,

    /// Accept a store that is older than the anchor beside its key, because somebody restored it on purpose
    #[arg(long, global = true)]
    pub(crate) accept_restored: bool,

    /// The time zone for times on screen, such as Australia/Melbourne; JSON stays in UTC
    #[arg(long, global = true, value_name = "ZONE", env = "CARDROOM_TIME_ZONE", hide_env_values = true)]
    #[arg(default_value = "UTC")]
    pub(crate) time_zone: String,
}

#[derive(Subcommand, Debug)]
pub(crate) enum FloorCommand {
    /// Make a new store and its key; never overwrites anything
    Init {
        /// Found a house under this rulebook (repeatable); a part of the name will do if it fits only one
        #[arg(long = "book", value_name = "BOOK", requires = "founder")]
        books: Vec<String>,
        /// The first member of staff, of the highest role
        #[arg(long, value_name = "NAME", requires = "books")]
        founder: Option<String>,
    },
    /// Make a new floor with tables of every game, and play them
    Demo {
        /// Rounds at each table
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
    /// Manage log-ins for the floor in the browser ('cardroom serve')
    #[command(after_help = ACCOUNTS)]
    Account {
        #[command(subcommand)]
        command: super::account::AccountCommand,
    },
    /// Show the state of everything; works while the floor runs, and claims nothing
    Status {
        /// List every stream with its number of records, the hash of the last and the claim under which it is written
        #[arg(long)]
        heads: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the last rounds of a table, line by line, including unfinished ones
    Recall {
        /// The table: its number, or its stream such as table/star-sydney-mississippi-stud-4/mississippi-stud/4
        table: String,
        /// How many rounds to show
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        rounds: u32,
        /// Print the commitment to each deck, and for finished rounds the proof of each card and every card that was
        /// recorded
        #[arg(long)]
        proof: bool,
        /// Print every event, including the small steps of a round
        #[arg(long)]
        all: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Check a round fetched from /api/tables/N/rounds/R: the proof of each card, the order of the deal, a receipt; needs
    /// neither store nor key
    CheckRound {
        /// The round as JSON
        file: PathBuf,
        /// The receipt for a seed, as JSON: the round must have it
        #[arg(long, value_name = "FILE")]
        receipt: Option<PathBuf>,
        /// The key that the house published; a receipt under any other key is rejected
        #[arg(long, value_name = "KEY", requires = "receipt")]
        house_key: Option<String>,
    },
    /// Show a whole stream in words: a meter, a house, a patron's file or a table
    Log {
        /// The stream, such as house/star-sydney-mississippi-stud-4; 'status --heads' lists them
        stream: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Verify the log: hash every record again, follow every chain, read every event
    Verify {
        /// Compare with an anchor that 'cardroom floor anchor' wrote earlier; given a folder, such as the server's 'anchors',
        /// with this house's latest in it
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
    /// Import an export into a new or empty store
    Import {
        /// The file
        file: PathBuf,
    },
    /// Compare floats, drop, layouts and meters with the records, to the cent
    Reconcile {
        /// A day that the tables have closed; by default the current day
        #[arg(long, value_name = "YYYY-MM-DD")]
        day: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Compress old records; they can be read as before
    Seal {
        /// How many of the latest records of each stream to leave uncompressed
        #[arg(long, value_name = "RECORDS", default_value_t = 10_000)]
        keep: u64,
    },
    /// Compress old records and shrink the file as far as possible; nobody else may use the store meanwhile
    Compact {
        /// How many of the latest records of each stream to leave uncompressed
        #[arg(long, value_name = "RECORDS", default_value_t = 4_096)]
        keep: u64,
    },
    /// Give the house a new key while nobody else uses the store; what the old one sealed can still be read. With
    /// --accept-restored, adopt a backup from before the key was changed
    RotateKey {
        /// Who ordered it, for the log: staff/12
        #[arg(long, value_name = "PERSON")]
        by: Option<String>,
    },
    /// Sign where every stream ends, to store elsewhere
    Anchor {
        /// The file; standard output by default
        file: Option<PathBuf>,
    },
}
