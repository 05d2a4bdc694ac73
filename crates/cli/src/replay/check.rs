//! What a file records of a hand's end, beside what the replay says.

use super::Told;
use super::amount::Amount;
use engine::Sink;
use room::{Event, MOST};
use rulebook::Ruled;

/// The field that a hand is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Recorded {
    FinishingStacks,
    Winnings,
}

impl Recorded {
    pub(super) const fn field(self) -> &'static str {
        match self {
            Recorded::FinishingStacks => "finishing_stacks",
            Recorded::Winnings => "winnings",
        }
    }
}

/// What the comparison finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// The file records no end.
    Nothing,
    Same(Recorded),
    /// Winners have up to a fifth less, nobody has more: a commission that the file does not describe.
    Commission {
        against: Recorded,
        units: i64,
    },
    /// Otherwise: the first player who differs, what the replay says and what the file does.
    Differs {
        against: Recorded,
        player: usize,
        ours: i64,
        theirs: i64,
    },
}

impl Found {
    pub(super) const fn against(&self) -> Option<Recorded> {
        match self {
            Found::Nothing => None,
            Found::Same(against) | Found::Commission { against, .. } | Found::Differs { against, .. } => {
                Some(*against)
            }
        }
    }

    /// What a person is told of it; nothing where all is as recorded.
    pub(super) fn words(&self, scale: u8) -> Option<String> {
        let amount = |units: i64| Amount { units, scale };
        match *self {
            Found::Nothing | Found::Same(_) => None,
            Found::Commission { against, units } => Some(format!(
                "{} are less a commission of {} that the file does not describe",
                against.field(),
                amount(units)
            )),
            Found::Differs { against, player, ours, theirs } => Some(format!(
                "{}: p{} has {}, the file says {}",
                against.field(),
                player + 1,
                amount(ours),
                amount(theirs)
            )),
        }
    }
}

/// What every player was pushed from the pots.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Pushed([i64; MOST]);

impl Sink<Ruled<Event>> for Pushed {
    fn take(&mut self, event: Ruled<Event>) {
        if let Event::Won { seat, chips, .. } = event.value {
            self.0[usize::from(seat)] += chips;
        }
    }
}

/// Compares a hand with what its file records: final stacks, else winnings.
pub(super) fn compare(told: &Told<'_>, pushed: &Pushed) -> Found {
    let (hand, ended) = (told.hand, told.ended);
    let players = 0..ended.players();
    let described = hand.commission.is_some();
    // A stack that is not known on one side cannot be compared.
    if !hand.finishing_stacks.is_empty() {
        let pairs = players.filter_map(|player| {
            let pair = ended.finishing_stack(player).zip(*hand.finishing_stacks.get(player)?);
            pair.map(|(ours, theirs)| (player, ours, theirs))
        });
        return judge(Recorded::FinishingStacks, described, pushed, pairs);
    }
    if hand.winnings.is_empty() {
        return Found::Nothing;
    }
    let pairs = players.filter_map(|player| Some((player, pushed.0[player], *hand.winnings.get(player)?)));
    judge(Recorded::Winnings, described, pushed, pairs)
}

fn judge(
    against: Recorded,
    described: bool,
    pushed: &Pushed,
    pairs: impl Iterator<Item = (usize, i64, i64)>,
) -> Found {
    let (mut units, mut differs, mut only_commission) = (0, None, !described);
    for (player, ours, theirs) in pairs.filter(|(_, ours, theirs)| ours != theirs) {
        differs.get_or_insert(Found::Differs { against, player, ours, theirs });
        // A commission comes out of what a player wins, and is a fifth of it at the most: more is a difference.
        let short = ours - theirs;
        only_commission &= short > 0 && i128::from(short) * 5 <= i128::from(pushed.0[player]);
        units += short;
    }
    match differs {
        None => Found::Same(against),
        Some(_) if only_commission => Found::Commission { against, units },
        Some(differs) => differs,
    }
}
