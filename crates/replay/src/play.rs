//! A hand of a file played through the machine, action by action.

use crate::books::Books;
use crate::setup::{UNKNOWN, setup};
use crate::wrong::{Wrong, in_chips};
use engine::{Refusal, Sink};
use phh::{Act as Told, Hand as File};
use room::{Act, Cards, Chips, Command, Due, Event, Hand, MOST, Reason, Room};
use rulebook::Ruled;

/// How a hand ended. Amounts are in units of the file's scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    players: u8,
    starting: [Chips; MOST],
    finishing: [Chips; MOST],
    pots: [Chips; MOST],
    pot_count: u8,
    /// What the house took.
    pub commission: Chips,
    /// Whether the file went on to the end.
    pub complete: bool,
}

impl Replayed {
    /// How many players there were.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// What a player ends with; none where the file does not know his stack.
    pub fn finishing_stack(&self, player: usize) -> Option<Chips> {
        (self.starting[player] != UNKNOWN).then_some(self.finishing[player])
    }

    /// What a player won or lost.
    pub fn payoff(&self, player: usize) -> Chips {
        self.finishing[player] - self.starting[player]
    }

    /// The main pot and the side pots, before commission.
    pub fn pots(&self) -> &[Chips] {
        &self.pots[..usize::from(self.pot_count)]
    }
}

/// A sink that forgets.
struct Nothing;

impl Sink<Ruled<Event>> for Nothing {
    #[inline(always)]
    fn take(&mut self, _: Ruled<Event>) {}
}

/// Replays a hand.
///
/// # Errors
/// What is wrong with it, in one line: the action, and the clause that refuses it.
pub fn replay(books: &Books, file: &File) -> Result<Replayed, Wrong> {
    replay_with(books, file, &mut Nothing)
}

/// Replays a hand and hears every event with its clause.
///
/// # Errors
/// What is wrong with it.
pub fn replay_with(books: &Books, file: &File, out: &mut impl Sink<Ruled<Event>>) -> Result<Replayed, Wrong> {
    let (room, stacks, players) = setup(books, file)?;
    let mut hand = Hand::new(&stacks[..players], room::Pile::unseen(room.game().deck.value.len()));
    room.tell(&mut hand, &Command::Post, out).map_err(|refusal| refused(&room, file, refusal))?;
    let mut pots = None;
    for (at, action) in file.actions().iter().enumerate() {
        let Some(command) = command(&action.act) else { continue };
        room.tell(&mut hand, &command, out).map_err(|refusal| Wrong {
            action: Some((at + 1, file.action_text(action))),
            line: (action.line > 0).then_some(action.line),
            ..refused(&room, file, refusal)
        })?;
        if hand.due() == Due::Pay && pots.is_none() {
            pots = Some(room.pots(&hand));
        }
    }
    let pots = match pots.filter(|_| hand.due() == Due::Pay) {
        Some(pots) => pots,
        None => room.pots(&hand),
    };
    let complete = hand.due() == Due::Pay;
    if complete {
        room.tell(&mut hand, &Command::Pay, out).map_err(|refusal| refused(&room, file, refusal))?;
    } else {
        return Err(Wrong::said(format!("the hand ends too early: {}", room::in_words(hand.due()))));
    }
    let mut ended = Replayed {
        players: players as u8,
        starting: stacks,
        finishing: [0; MOST],
        pots: [0; MOST],
        pot_count: pots.all().len() as u8,
        commission: hand.commission(),
        complete,
    };
    ended.finishing[..players].copy_from_slice(hand.stacks());
    for (place, pot) in ended.pots.iter_mut().zip(pots.all()) {
        *place = pot.chips;
    }
    Ok(ended)
}

fn refused(room: &Room<'_>, file: &File, refusal: Refusal<Reason>) -> Wrong {
    let clause = room.book().label(refusal.cite).to_string();
    Wrong { clause: Some(clause), ..Wrong::said(in_chips(&refusal.reason, file.scale)) }
}

/// What an action tells the machine; nothing for a remark.
fn command(act: &Told) -> Option<Command> {
    Some(match act {
        Told::DealHole { player, cards: few } => Command::Hole { seat: *player, cards: *few },
        Told::DealBoard { cards: few } => Command::Board(*few),
        Told::DealKitty { cards: few } => Command::Kitty(*few),
        Told::DealCommunity { cards: few } => Command::Community(few.iter().next().flatten()),
        Told::Run { times } => Command::Run(*times),
        Told::Fold { player } => Command::Act { seat: *player, act: Act::Fold },
        Told::CheckCall { player } => Command::Act { seat: *player, act: Act::Call },
        Told::RaiseTo { player, to } => Command::Act { seat: *player, act: Act::Raise(*to) },
        Told::BringIn { player } => Command::Act { seat: *player, act: Act::BringIn },
        Told::TakeKitty { player } => Command::Act { seat: *player, act: Act::TakeKitty },
        Told::Discard { player, cards: few } => Command::Discard { seat: *player, cards: *few },
        Told::Show { player, cards: few } => Command::Show { seat: *player, cards: *few },
        Told::ShowDealt { player } => Command::Show { seat: *player, cards: Cards::default() },
        Told::Muck { player } => Command::Muck { seat: *player },
        Told::Set { player, cards: few, front, middle } => {
            let (front, middle) = (usize::from(*front), usize::from(*front) + usize::from(*middle));
            Command::Set {
                seat: *player,
                front: few.part(0, front),
                middle: few.part(front, middle),
                back: few.part(middle, few.len()),
            }
        }
        Told::Remark => return None,
    })
}
