//! A position: the game, what each player may hold, the board and the dead cards, checked.

use crate::game::Game;
use crate::range::Range;
use crate::refusal::{PositionPart, Refusal, RefusalReason};
use cards::{CardSet, parse_cards};

/// A position that can be counted.
#[derive(Clone, Debug)]
pub struct Position {
    game: &'static Game,
    players: Vec<Range>,
    board: CardSet,
    dead: CardSet,
}

impl Position {
    /// Reads a position: a hand or a range for each player, the cards on the board, the cards that are out of play.
    ///
    /// # Errors
    /// Where a text cannot be read, a card is in two places, or the hands cannot be dealt together.
    pub fn new<T: AsRef<str>>(
        game: &'static Game,
        hands: &[T],
        board: &str,
        dead: &str,
    ) -> Result<Position, Refusal> {
        let table = |why| Refusal { place: PositionPart::Table, why };
        if hands.len() < 2 || hands.len() > game.most_players() {
            return Err(table(RefusalReason::Players { found: hands.len(), most: game.most_players() }));
        }
        let board = read_cards(game, board, PositionPart::Board)?;
        let dead = read_cards(game, dead, PositionPart::Dead)?;
        let found = board.len();
        match game.board() {
            0 if found > 0 => {
                return Err(Refusal { place: PositionPart::Board, why: RefusalReason::NoBoard });
            }
            most if found > most => {
                return Err(Refusal {
                    place: PositionPart::Board,
                    why: RefusalReason::Board { found, most },
                });
            }
            _ => {}
        }
        if let Some(card) = (board & dead).iter().next() {
            return Err(Refusal {
                place: PositionPart::Dead,
                why: RefusalReason::Twice { card, also: PositionPart::Board },
            });
        }
        let mut players = Vec::new();
        for (i, text) in hands.iter().enumerate() {
            let place = PositionPart::Hand(i + 1);
            players.push(Range::read(game, text.as_ref()).map_err(|why| Refusal { place, why })?);
        }
        let needed = players.len() * game.hole() + game.board() + dead.len();
        if needed > game.pack().len() {
            return Err(table(RefusalReason::TooFewCards { needed, pack: game.pack() }));
        }
        let mut position = Position { game, players, board, dead };
        position.remove_taken()?;
        if can_be_dealt(&position.players, game.hole()) {
            Ok(position)
        } else {
            Err(table(RefusalReason::Crowded))
        }
    }

    /// Leaves out of each range what needs a card of the board, the dead cards, or a hand that is known.
    fn remove_taken(&mut self) -> Result<(), Refusal> {
        let mut taken = vec![(self.board, PositionPart::Board), (self.dead, PositionPart::Dead)];
        let known: Vec<Option<CardSet>> = self.players.iter().map(Range::only).collect();
        for (i, hand) in known.iter().enumerate() {
            let Some(hand) = *hand else { continue };
            for &(cards, also) in &taken {
                if let Some(card) = (hand & cards).iter().next() {
                    return Err(Refusal {
                        place: PositionPart::Hand(i + 1),
                        why: RefusalReason::Twice { card, also },
                    });
                }
            }
            taken.push((hand, PositionPart::Hand(i + 1)));
        }
        let gone = taken.iter().fold(CardSet::EMPTY, |gone, (cards, _)| gone | *cards);
        for (i, range) in self.players.iter_mut().enumerate().filter(|(i, _)| known[*i].is_none()) {
            range.without(gone);
            if range.hands().is_empty() {
                return Err(Refusal { place: PositionPart::Hand(i + 1), why: RefusalReason::Blocked });
            }
        }
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// What each player may hold, hands that cannot be held left out.
    pub fn players(&self) -> &[Range] {
        &self.players
    }

    /// The cards on the board.
    pub fn board(&self) -> CardSet {
        self.board
    }

    /// The cards that are out of play.
    pub fn dead(&self) -> CardSet {
        self.dead
    }

    /// The cards that are in no known place: neither on the board, dead, nor in a hand that is known for sure.
    pub(crate) fn unseen(&self) -> CardSet {
        let known = self.players.iter().filter_map(Range::only);
        self.game.pack().cards() - known.fold(self.board | self.dead, |seen, hand| seen | hand)
    }
}

fn read_cards(game: &Game, text: &str, place: PositionPart) -> Result<CardSet, Refusal> {
    let cards = parse_cards(text).map_err(|error| Refusal { place, why: RefusalReason::Cards(error) })?;
    match cards.iter().find(|&&card| !game.pack().cards().contains(card)) {
        Some(&card) => Err(Refusal { place, why: RefusalReason::NotInPack { card, pack: game.pack() } }),
        None => Ok(cards.into_iter().collect()),
    }
}

/// Whether every player can get a hand of their range at once.
fn can_be_dealt(players: &[Range], hole: usize) -> bool {
    let mut open: Vec<&[CardSet]> = players.iter().map(Range::hands).collect();
    // The fewest choices first. Where a quick look does not tell, dealing will.
    open.sort_by_key(|hands| hands.len());
    let all = |range: &Range| range.hands().iter().fold(CardSet::EMPTY, |all, &hand| all | hand);
    let whole = players.iter().filter(|range| range.to_come() == 0);
    let (count, cards) =
        whole.fold((0, CardSet::EMPTY), |(count, cards), range| (count + 1, cards | all(range)));
    cards.len() >= count * hole && deal(&open, CardSet::EMPTY, &mut { LOOKS }) != Some(false)
}

/// Hands that are looked at before it is left open whether all can be dealt: some hundredths of a second.
const LOOKS: u32 = 20_000_000;

/// Whether the players can all get a hand; none where so many looks do not tell.
fn deal(open: &[&[CardSet]], taken: CardSet, looks: &mut u32) -> Option<bool> {
    let Some((hands, rest)) = open.split_first() else { return Some(true) };
    for &hand in *hands {
        *looks = looks.checked_sub(1)?;
        if !hand.overlaps(taken) && deal(rest, taken | hand, looks)? {
            return Some(true);
        }
    }
    Some(false)
}
