//! A hand of a file played through the machine, action by action.

use crate::books::Books;
use crate::check;
use crate::error::{ReplayError, in_chips};
use crate::setup::{UNKNOWN, setup};
use engine::{Refusal, Sink};
use phh::{Act as FileAct, Hand as File};
use room::{Act, Cards, ChipAmount, Command, Due, Event, Hand, HandRules, MOST, Reason};
use rulebook::Ruled;

/// How a hand ended. Amounts are in units of the file's scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayedHand {
    players: u8,
    starting: [ChipAmount; MOST],
    finishing: [ChipAmount; MOST],
    pots: [ChipAmount; MOST],
    pot_count: u8,
    /// What the house took.
    pub commission: ChipAmount,
    /// Whether the file went on to the end.
    pub complete: bool,
}

impl ReplayedHand {
    /// How many players there were.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// What a player ends with; none where the file does not know his stack.
    pub fn finishing_stack(&self, player: usize) -> Option<ChipAmount> {
        (self.starting[player] != UNKNOWN).then_some(self.finishing[player])
    }

    /// What a player won or lost.
    pub fn payoff(&self, player: usize) -> ChipAmount {
        self.finishing[player] - self.starting[player]
    }

    /// The main pot and the side pots, before commission.
    pub fn pots(&self) -> &[ChipAmount] {
        &self.pots[..usize::from(self.pot_count)]
    }
}

/// Replays a hand.
///
/// # Errors
/// What is wrong with it, in one line: the action, and the clause that refuses it.
pub fn replay(books: &Books, file: &File) -> Result<ReplayedHand, ReplayError> {
    replay_with(books, file, &mut room::NullSink)
}

/// Replays a hand and hears every event with its clause.
///
/// # Errors
/// What is wrong with it.
pub fn replay_with(
    books: &Books,
    file: &File,
    out: &mut impl Sink<Ruled<Event>>,
) -> Result<ReplayedHand, ReplayError> {
    let (room, stacks, players) = setup(books, file)?;
    let mut hand = Hand::new(&stacks[..players], room::Stub::unseen(room.game().deck.value.len()));
    room.tell(&mut hand, &Command::Post, out).map_err(|refusal| refused(&room, file, refusal))?;
    let mut pots = None;
    for (at, action) in file.actions().iter().enumerate() {
        let Some(command) = command(&action.act) else { continue };
        room.tell(&mut hand, &command, out)
            .map_err(|refusal| refused(&room, file, refusal).at(file, at, action))?;
        if hand.due() == Due::Pay && pots.is_none() {
            pots = Some(room.pots(&hand));
        }
    }
    let complete = hand.due() == Due::Pay;
    if !complete {
        return Err(too_early(&room, &hand, file));
    }
    let pots = pots.unwrap_or_else(|| room.pots(&hand));
    let put_in = hand.pot();
    room.tell(&mut hand, &Command::Pay, out).map_err(|refusal| match refusal.reason {
        Reason::BoardUnseen => unseen_board(&room, file, refusal),
        _ => refused(&room, file, refusal),
    })?;
    let mut ended = ReplayedHand {
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
    check::chips(&room, file, &ended, put_in)?;
    Ok(ended)
}

/// The actions stop although something is due: what, behind which action, by which clause.
fn too_early(room: &HandRules<'_>, hand: &Hand, file: &File) -> ReplayError {
    let due = room::in_words(hand.due());
    let clause = Some(room.book().label(room.due_cite(hand)).to_string());
    let last = file.actions().iter().enumerate().rfind(|(_, action)| command(&action.act).is_some());
    match last {
        Some((at, action)) => ReplayError {
            clause,
            ..ReplayError::new(format!("the hand ends too early: {due}")).at(file, at, action)
        },
        None => ReplayError { clause, ..ReplayError::new(format!("the hand has no actions: {due}")) },
    }
}

/// A contested pot and a board that is not known: the action that dealt the first such card.
fn unseen_board(room: &HandRules<'_>, file: &File, refusal: Refusal<Reason>) -> ReplayError {
    let mut before = 0;
    for (at, action) in file.actions().iter().enumerate() {
        let (FileAct::DealBoard { cards } | FileAct::DealCommunity { cards }) = &action.act else { continue };
        if let Some(place) = cards.iter().position(|card| card.is_none()) {
            // Where there are several boards, the action alone says which card it is.
            let one =
                room.game().boards.is_none() && !file.actions().iter().any(|action| is_run(&action.act));
            let what = if one {
                format!("card {} of the board is not known, so no hand is complete", before + place + 1)
            } else {
                "a card of this board is not known, so no hand is complete".to_string()
            };
            let wrong = refused(room, file, refusal);
            return ReplayError { what, ..wrong }.at(file, at, action);
        }
        before += cards.len();
    }
    refused(room, file, refusal)
}

const fn is_run(act: &FileAct) -> bool {
    matches!(act, FileAct::Run { .. })
}

fn refused(room: &HandRules<'_>, file: &File, refusal: Refusal<Reason>) -> ReplayError {
    let clause = room.book().label(refusal.cite).to_string();
    ReplayError { clause: Some(clause), ..ReplayError::new(in_chips(&refusal.reason, file.scale)) }
}

/// What an action tells the machine; nothing for a remark.
fn command(act: &FileAct) -> Option<Command> {
    Some(match act {
        FileAct::DealHole { player, cards: few } => Command::Hole { seat: *player, cards: *few },
        FileAct::DealBoard { cards: few } => Command::Board(*few),
        FileAct::DealKitty { cards: few } => Command::Kitty(*few),
        FileAct::DealCommunity { cards: few } => Command::Community(few.iter().next().flatten()),
        FileAct::Run { times } => Command::Run(*times),
        FileAct::Fold { player } => Command::Act { seat: *player, act: Act::Fold },
        FileAct::CheckCall { player } => Command::Act { seat: *player, act: Act::Call },
        FileAct::RaiseTo { player, to } => Command::Act { seat: *player, act: Act::Raise(*to) },
        FileAct::BringIn { player } => Command::Act { seat: *player, act: Act::BringIn },
        FileAct::TakeKitty { player } => Command::Act { seat: *player, act: Act::TakeKitty },
        FileAct::Discard { player, cards: few } => Command::Discard { seat: *player, cards: *few },
        FileAct::Show { player, cards: few } => Command::Show { seat: *player, cards: *few },
        FileAct::ShowDealt { player } => Command::Show { seat: *player, cards: Cards::default() },
        FileAct::Muck { player } => Command::Muck { seat: *player },
        FileAct::Set { player, cards: few, front, middle } => {
            let (front, middle) = (usize::from(*front), usize::from(*front) + usize::from(*middle));
            Command::Set {
                seat: *player,
                front: few.part(0, front),
                middle: few.part(front, middle),
                back: few.part(middle, few.len()),
            }
        }
        FileAct::Remark => return None,
    })
}
