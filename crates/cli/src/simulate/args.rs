//! What `cardroom simulate` can be asked.

const EXAMPLES: &str = "\
Examples:
  cardroom simulate crown-melbourne-three-card-poker-5.1 three-card-poker --rounds 10000000
  cardroom simulate crown-sydney-poker-minors-3.3 ultimate-texas-holdem --seats 3 --wager ante=10.00 --wager blind=10.00
  cardroom simulate star-sydney-mississippi-stud-4 mississippi-stud --strategies
  cardroom simulate crown-melbourne-poker-13.0 holdem --seats 6 --hands 1000000 --strategy check-call
  cardroom simulate crown-melbourne-poker-13.0 crown-stud --deck 32 --structure fixed --commission percent=5,cap=100

The same seed gives the same result on any number of threads. Jackpot wagers are not simulated.
Between players every hand starts with stacks of 10000: minimum wager 100, or limits of 50 and 100.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SimulateArgs {
    /// The rulebook
    pub(crate) book: String,

    /// The game
    pub(crate) game: String,

    /// Rounds or hands to play
    #[arg(long, visible_alias = "hands", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub(crate) rounds: u64,

    /// Players at the table; by default one against the house, and between players six or as many as the game takes
    #[arg(long)]
    pub(crate) seats: Option<usize>,

    /// The seed for the shuffles
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// How players decide; basic against the house, check-call between players
    #[arg(long, value_name = "NAME")]
    pub(crate) strategy: Option<String>,

    /// List the strategies of the game
    #[arg(long)]
    pub(crate) strategies: bool,

    /// A first wager of each player: SPOT or SPOT=AMOUNT; by default 10.00 on every spot but the jackpot
    #[arg(long = "wager", value_name = "SPOT=AMOUNT")]
    pub(crate) wagers: Vec<String>,

    /// A pay table of the sign: TABLE=COLUMN
    #[arg(long, value_name = "TABLE=COLUMN")]
    pub(crate) paytable: Vec<String>,

    /// The dealing device; a shoe by default
    #[arg(long, value_parser = ["shoe", "shuffler"])]
    pub(crate) device: Option<String>,

    /// Between players: cards in the deck
    #[arg(long, value_name = "CARDS")]
    pub(crate) deck: Option<usize>,

    /// Between players: how wagers are limited; no-limit by default
    #[arg(long, value_parser = ["fixed", "spread", "half-pot", "pot", "no-limit"])]
    pub(crate) structure: Option<String>,

    /// Between players: percent=5,cap=100 or per-hand=4 or per-person=1, or several of them; none by default
    #[arg(long, value_name = "HOW")]
    pub(crate) commission: Option<String>,

    /// Threads; all cores by default
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl SimulateArgs {
    /// An option that was given and belongs to the other kind of game.
    pub(super) fn stray(&self, between_players: bool) -> Option<&'static str> {
        let given = if between_players {
            [
                (!self.wagers.is_empty(), "--wager"),
                (!self.paytable.is_empty(), "--paytable"),
                (self.device.is_some(), "--device"),
            ]
        } else {
            [
                (self.deck.is_some(), "--deck"),
                (self.structure.is_some(), "--structure"),
                (self.commission.is_some(), "--commission"),
            ]
        };
        given.into_iter().find(|(given, _)| *given).map(|(_, name)| name)
    }
}
