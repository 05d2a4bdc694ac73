//! Counting every line of play to a depth, from a fixed deck.
//!
//! The acts that count at a decision, in this order: fold, check or call, raise to the least, raise to the most
//! where that is another amount, bring-in, Kitty. At a draw: stand pat, discard the first card, discard all. At
//! Pineapple's discard: each of the cards. Dealing, burning, showing (everybody shows) and the setting of Chinese
//! hands (as dealt) do not count. A line that ends sooner counts one.
//!
//! The deck is dealt from its start: the first street one card at a time clockwise from p1, the Kitty after it,
//! later one burn before each street and each draw, replacements player by player.

use cards::Card;

use crate::Setup;
use crate::game::Step;
use crate::state::{Phase, State};

/// The number of lines of play of `depth` acts. A setup that is no hand has none.
pub fn perft(setup: &Setup, deck: &[Card], depth: usize) -> u64 {
    match State::new(setup) {
        Ok(state) => {
            lines(DealtState { state, deck: deck.to_vec(), burned: Vec::new(), played: Vec::new() }, depth)
        }
        Err(_) => 0,
    }
}

/// The same count, by the first act: where two counts differ, this says in which branch.
pub fn perft_by_act(setup: &Setup, deck: &[Card], depth: usize) -> Vec<(String, u64)> {
    let Ok(state) = State::new(setup) else { return Vec::new() };
    let mut table = DealtState { state, deck: deck.to_vec(), burned: Vec::new(), played: Vec::new() };
    table.deal();
    let acts = table.acts();
    acts.into_iter().map(|act| (act.clone(), lines(table.after(&act), depth.max(1) - 1))).collect()
}

fn lines(mut table: DealtState, depth: usize) -> u64 {
    table.deal();
    let acts = table.acts();
    if depth == 0 || acts.is_empty() {
        return 1;
    }
    acts.iter().map(|act| lines(table.after(act), depth - 1)).sum()
}

/// Plays a hand to its end: `choose` gets the acts on offer and says an act, everything else is dealt from the
/// deck. Gives the hand and every action of it, the dealer's included.
pub fn play_out(
    setup: &Setup,
    deck: &[Card],
    mut choose: impl FnMut(&State, &[String]) -> String,
) -> Result<(State, Vec<String>), String> {
    let state = State::new(setup)?;
    let mut table = DealtState { state, deck: deck.to_vec(), burned: Vec::new(), played: Vec::new() };
    loop {
        table.deal();
        let acts = table.acts();
        if acts.is_empty() {
            return Ok((table.state, table.played));
        }
        let act = choose(&table.state, &acts);
        table.state.apply(&act)?;
        table.played.push(act);
    }
}

/// A hand with the rest of its deck.
#[derive(Clone)]
struct DealtState {
    state: State,
    deck: Vec<Card>,
    burned: Vec<Card>,
    played: Vec<String>,
}

impl DealtState {
    /// The hand after an act that it offered: to refuse it then would be a contradiction.
    fn after(&self, act: &str) -> DealtState {
        let mut next = self.clone();
        if let Err(error) = next.state.apply(act) {
            panic!("{act} was offered and then refused: {error}");
        }
        next
    }

    /// The next cards of the deck; fewer at its end.
    fn take(&mut self, count: usize) -> Vec<Card> {
        self.deck.drain(..count.min(self.deck.len())).collect()
    }

    /// Burns what the hand has burned; burns that the hand took back go under the deck.
    fn burn(&mut self) {
        if self.state.burns < self.burned.len() {
            let burned = std::mem::take(&mut self.burned);
            self.deck.extend(burned);
        }
        while self.burned.len() < self.state.burns {
            let cards = self.take(1);
            if cards.is_empty() {
                return;
            }
            self.burned.extend(cards);
        }
    }

    /// Does everything that the dealer does, up to the next decision.
    fn deal(&mut self) {
        while let Some(actions) = self.dealer() {
            for action in actions {
                if self.state.apply(&action).is_err() {
                    // The deck is too short for another street: the line ends here.
                    self.state.phase = Phase::Done;
                    return;
                }
                self.played.push(action);
            }
        }
    }

    /// What the dealer does next, or nothing where somebody must decide.
    fn dealer(&mut self) -> Option<Vec<String>> {
        let step = self.state.game.steps.get(self.state.step).copied();
        self.burn();
        match self.state.phase.clone() {
            Phase::Deal(owed) => {
                let to: Vec<usize> = (0..owed.len()).filter(|i| owed[*i] > 0).collect();
                let count = owed.iter().copied().max().unwrap_or(0);
                let cards = self.take(count * to.len());
                let hand =
                    |place: usize| cards.iter().skip(place).step_by(to.len()).copied().collect::<Vec<_>>();
                Some(
                    to.iter()
                        .enumerate()
                        .map(|(n, i)| format!("d dh p{} {}", i + 1, text(&hand(n))))
                        .collect(),
                )
            }
            Phase::Kitty => Some(vec![format!("d dk {}", text(&self.take(5)))]),
            Phase::Community => {
                let word = if self.state.setup.standard { "db" } else { "dc" };
                Some(vec![format!("d {word} {}", text(&self.take(1)))])
            }
            Phase::Board(_) => {
                let count = if let Some(Step::Board(count)) = step { count } else { 0 };
                Some(vec![format!("d db {}", text(&self.take(count)))])
            }
            Phase::Replace(owed) => {
                let (player, count) = owed.first().copied()?;
                let mut cards = self.take(count);
                // The deck is empty: the muck, one card after another, on a copy of the hand.
                let mut probe = self.state.clone();
                while cards.len() < count {
                    let card = probe.muck_pool(player).first().copied()?;
                    probe.off_the_muck(player, Some(card)).ok()?;
                    cards.push(card);
                }
                Some(vec![format!("d dh p{} {}", player + 1, text(&cards))])
            }
            Phase::Show(queue) => {
                Some(queue.iter().map(|i| format!("p{} sm {}", i + 1, text(&self.hand(*i)))).collect())
            }
            Phase::Set(queue) => Some(queue.iter().map(|i| self.set_as_dealt(*i)).collect()),
            Phase::Bet | Phase::Discards(_) | Phase::Done => None,
        }
    }

    fn hand(&self, player: usize) -> Vec<Card> {
        self.state.hole[player].iter().filter_map(|held| held.card).collect()
    }

    fn set_as_dealt(&self, player: usize) -> String {
        let hand = self.hand(player);
        let (front, rest) = hand.split_at(3.min(hand.len()));
        let (middle, back) = rest.split_at(5.min(rest.len()));
        format!("p{} set {} {} {}", player + 1, text(front), text(middle), text(back))
    }

    /// The acts that count at the present decision.
    fn acts(&self) -> Vec<String> {
        let step = self.state.game.steps.get(self.state.step).copied();
        match &self.state.phase {
            Phase::Discards(queue) => {
                let Some(player) = queue.first() else { return Vec::new() };
                let hand = self.hand(*player);
                let name = format!("p{} sd", player + 1);
                match step {
                    Some(Step::Draw) => {
                        vec![
                            name.clone(),
                            format!("{name} {}", text(&hand[..1])),
                            format!("{name} {}", text(&hand)),
                        ]
                    }
                    _ => hand.iter().map(|card| format!("{name} {card}")).collect(),
                }
            }
            Phase::Bet => self.wagers(),
            _ => Vec::new(),
        }
    }

    fn wagers(&self) -> Vec<String> {
        let Some(turn) = self.state.turn() else { return Vec::new() };
        let legal = self.state.legal();
        let mut acts = Vec::new();
        if legal.fold {
            acts.push("f".to_owned());
        }
        if legal.call.is_some() {
            acts.push("cc".to_owned());
        }
        if let Some((least, most)) = legal.raise {
            acts.push(format!("cbr {least}"));
            if most != least {
                acts.push(format!("cbr {most}"));
            }
        }
        if legal.bring_in {
            acts.push("pb".to_owned());
        }
        if legal.kitty {
            acts.push("kt".to_owned());
        }
        acts.into_iter().map(|act| format!("p{} {act}", turn + 1)).collect()
    }
}

fn text(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}
