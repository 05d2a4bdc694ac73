//! Chips from nowhere: what a file says of its own end may be less than what went in, which a commission explains, never more.

use crate::error::{ReplayError, amount};
use crate::play::ReplayedHand;
use phh::Hand as File;
use room::{ChipAmount, HandRules};
use rulebook::room::{Point, Posts};

/// Whether the chips that a file ends with were there to be won.
pub(crate) fn chips(
    room: &HandRules<'_>,
    file: &File,
    ended: &ReplayedHand,
    put_in: ChipAmount,
) -> Result<(), ReplayError> {
    let nowhere = |field: &str, of: &str, found: ChipAmount, there: ChipAmount| {
        let (found, there) = (amount(found, file.scale), amount(there, file.scale));
        let what = format!("chips from nowhere: {field} add up to {found}, {of} to {there}");
        let clause = room.book().label(room.game().cite(Point::TableStakes)).to_string();
        Err(ReplayError { clause: Some(clause), ..ReplayError::new(what) })
    };
    if !file.finishing_stacks.is_empty() {
        // A stack that the file does not know at one end is what the play makes of it.
        let (mut found, mut there) = (0, 0);
        for (player, (started, finished)) in
            file.starting_stacks.iter().zip(&file.finishing_stacks).enumerate()
        {
            match (started, finished) {
                (Some(started), Some(finished)) => {
                    found += finished;
                    there += started;
                }
                _ => there -= ended.payoff(player),
            }
        }
        if found > there {
            return nowhere("finishing_stacks", "the stacks they began with", found, there);
        }
    }
    // Where nothing is put in, players pay each other.
    let won: ChipAmount = file.winnings.iter().sum();
    if won > put_in && room.game().posts.value != Posts::Nothing {
        nowhere("winnings", "what was put in", won, put_in)
    } else {
        Ok(())
    }
}
