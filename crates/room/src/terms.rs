//! What the sign of a table says about a hand: structure of betting, posts, the lowest chip, commission.

/// An amount in the smallest unit that is counted at the table: cents, or chips of a tournament.
pub type Chips = i64;

/// The most players that any game deals in.
pub const MOST: usize = 11;

/// How much may be wagered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Exactly the amount of the street.
    Fixed {
        /// The lower amount.
        small: Chips,
        /// The higher amount.
        big: Chips,
        /// How many betting rounds are played at the lower amount.
        small_rounds: u8,
    },
    /// Anything between two amounts.
    Spread {
        /// The least.
        least: Chips,
        /// The most.
        most: Chips,
    },
    /// At most half the pot.
    HalfPot {
        /// The least wager.
        least: Chips,
    },
    /// At most the pot.
    Pot {
        /// The least wager.
        least: Chips,
    },
    /// Anything.
    NoLimit {
        /// The least wager.
        least: Chips,
    },
}

impl Structure {
    /// Whether raises are capped and a short all-in may be completed: fixed and spread limit.
    pub const fn is_limit(self) -> bool {
        matches!(self, Structure::Fixed { .. } | Structure::Spread { .. })
    }
}

/// What the house takes for a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Commission {
    /// Nothing, or a charge by time, which is no part of a hand.
    #[default]
    None,
    /// A part of what was called.
    Percentage {
        /// In millionths: 50,000 is five per cent.
        ppm: u32,
        /// The most that one hand pays.
        cap: Chips,
    },
    /// The same for every hand, out of the pots.
    PerHand(Chips),
    /// From every player before the hand.
    PerPerson(Chips),
}

/// The terms of one hand. Positions go clockwise from the first seat left of the button, which is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How much may be wagered.
    pub structure: Structure,
    /// The ante of each position.
    pub antes: [Chips; MOST],
    /// The blind of each position, straddles among them; a negative one is posted by who enters and is live.
    pub blinds: [Chips; MOST],
    /// The forced first wager of a stud game.
    pub bring_in: Chips,
    /// The lowest chip in play.
    pub chip: Chips,
    /// What the house takes.
    pub commission: Commission,
    /// Whether a short ante wins only its like from each other ante.
    pub trim_antes: bool,
    /// Chinese Poker: the value of a unit.
    pub unit: Chips,
    /// How many of the blinds are straddles.
    pub straddles: u8,
}

impl Terms {
    /// No-limit terms with a small and a big blind.
    pub fn blinds(small: Chips, big: Chips) -> Terms {
        let mut terms = Terms::plain(Structure::NoLimit { least: big });
        terms.blinds[0] = small;
        terms.blinds[1] = big;
        terms
    }

    /// How many of some blinds are straddles where nobody has said it: those from the third on, each double the one
    /// before it (6.5, 8.9.4); the first blind may be dead.
    pub fn straddles_among(blinds: &[Chips]) -> u8 {
        let posted = blinds.iter().rposition(|&blind| blind > 0).map_or(0, |last| last + 1);
        let doubled = |pair: &[Chips]| pair[0] > 0 && pair[1] == 2 * pair[0];
        match &blinds[..posted] {
            [_, over @ ..] if over.len() > 1 && over.windows(2).all(doubled) => over.len() as u8 - 1,
            _ => 0,
        }
    }

    /// The positions up to the last compulsory blind: behind them only straddles are posted, and by who enters.
    pub(crate) fn compulsory(&self, players: usize) -> usize {
        let mut straddles = self.straddles;
        for (at, &blind) in self.blinds[..players].iter().enumerate().rev() {
            match (blind > 0, straddles) {
                (true, 0) => return at + 1,
                (true, _) => straddles -= 1,
                (false, _) => {}
            }
        }
        0
    }

    /// Terms without posts.
    pub const fn plain(structure: Structure) -> Terms {
        Terms {
            structure,
            antes: [0; MOST],
            blinds: [0; MOST],
            bring_in: 0,
            chip: 1,
            commission: Commission::None,
            trim_antes: true,
            unit: 0,
            straddles: 0,
        }
    }
}
