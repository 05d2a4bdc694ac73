//! One hand: what has happened, what it waits for, and what an action does.

use std::collections::HashSet;

use cards::Card;

use crate::betting::Round;
use crate::game::{Family, Game, Step, game};
use crate::money::Outcome;
use crate::{Commission, Setup};

/// A private card: hidden in some records, face-up in stud.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HoleCard {
    pub(crate) card: Option<Card>,
    pub(crate) up: bool,
}

/// What the hand waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Private cards, so many still owed to each position.
    Deal(Vec<usize>),
    /// The Kitty's five cards.
    Kitty,
    /// One community card for everybody, because a stud deck ran out (10.6.2).
    Community,
    /// The street's cards for board number so-and-so.
    Board(usize),
    /// A betting decision.
    Bet,
    /// Discards of a draw, or of Pineapple, by these players in this order.
    Discards(Vec<usize>),
    /// Replacement cards: to whom and how many.
    Replace(Vec<(usize, usize)>),
    /// Chinese hands, to be set by these players in this order.
    Set(Vec<usize>),
    /// Hands to be shown or mucked by these players in this order.
    Show(Vec<usize>),
    Done,
}

/// One hand being played.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) setup: Setup,
    pub(crate) game: Game,
    pub(crate) players: usize,
    pub(crate) stacks: Vec<i64>,
    /// Chips of the present betting round.
    pub(crate) wager: Vec<i64>,
    /// Chips of the whole hand, antes included.
    pub(crate) staked: Vec<i64>,
    pub(crate) antes: Vec<i64>,
    pub(crate) live: Vec<bool>,
    /// Folded with nothing to call in a stud game: still dealt to (14.4.5).
    pub(crate) ghost: Vec<bool>,
    pub(crate) hole: Vec<Vec<HoleCard>>,
    pub(crate) boards: Vec<Vec<Card>>,
    /// The boards of runs that are complete.
    pub(crate) runs: Vec<Vec<Vec<Card>>>,
    /// Number of runs, and the step and boards from which each starts.
    pub(crate) run: Option<(usize, usize, Vec<Vec<Card>>)>,
    pub(crate) community: Option<Card>,
    pub(crate) kitty: Option<Vec<Card>>,
    pub(crate) kitty_taken: bool,
    pub(crate) sets: Vec<Vec<Vec<Card>>>,
    /// Cards shown so far by each player.
    pub(crate) shown: Vec<usize>,
    pub(crate) mucked: Vec<bool>,
    /// Who mucked, first to last.
    pub(crate) muck_order: Vec<usize>,
    pub(crate) step: usize,
    pub(crate) phase: Phase,
    pub(crate) round: Round,
    /// Betting rounds begun.
    pub(crate) rounds: usize,
    /// Every card known to have left the deck.
    pub(crate) seen: HashSet<Card>,
    /// Cards that have left the stub, burns included.
    pub(crate) gone: usize,
    pub(crate) burns: usize,
    /// Known cards in the muck: the card, who threw it away, and in which draw (0: folded or swapped).
    pub(crate) muck: Vec<(Card, usize, usize)>,
    /// The reshuffled muck from which replacements come once the deck is empty (9.4.2).
    pub(crate) reshuffled: Option<Vec<Card>>,
    /// How many of those are burned, nobody knows which until the others are out.
    pub(crate) reshuffled_burns: usize,
    /// A card has been burned for the present draw.
    pub(crate) burned: bool,
    pub(crate) draws: usize,
    /// Somebody wagered beyond the blinds (7.6).
    pub(crate) wagered: bool,
    pub(crate) fees: i64,
    pub(crate) outcome: Option<Outcome>,
}

impl State {
    /// A hand with its fee taken and its antes and blinds posted.
    pub fn new(setup: &Setup) -> Result<State, String> {
        let game = game(&setup.game, setup.standard, setup.deck)?;
        let players = setup.stacks.len();
        if players < 2 || players > game.seats {
            return Err(format!("{} is not for {players} players", setup.game));
        }
        if setup.chip < 1 || setup.stacks.iter().chain(&setup.antes).any(|amount| *amount < 0) {
            return Err("a negative amount".to_owned());
        }
        let full = |list: &[i64]| -> Vec<i64> {
            let mut list = list.to_vec();
            list.resize(players, 0);
            // The standard writes the posts of two players as if the button were first.
            if setup.standard && players == 2 {
                list.reverse();
            }
            list
        };
        if setup.antes.len() > players || setup.blinds.len() > players {
            return Err("more posts than players".to_owned());
        }
        let mut hand = State {
            game,
            players,
            stacks: setup.stacks.clone(),
            wager: vec![0; players],
            staked: vec![0; players],
            antes: full(&setup.antes),
            live: vec![true; players],
            ghost: vec![false; players],
            hole: vec![Vec::new(); players],
            boards: Vec::new(),
            runs: Vec::new(),
            run: None,
            community: None,
            kitty: None,
            kitty_taken: false,
            sets: vec![Vec::new(); players],
            shown: vec![0; players],
            mucked: vec![false; players],
            muck_order: Vec::new(),
            step: 0,
            phase: Phase::Done,
            round: Round::default(),
            rounds: 0,
            seen: HashSet::new(),
            gone: 0,
            burns: 0,
            muck: Vec::new(),
            reshuffled: None,
            reshuffled_burns: 0,
            burned: false,
            draws: 0,
            wagered: false,
            fees: 0,
            outcome: None,
            setup: setup.clone(),
        };
        hand.setup.blinds = full(&setup.blinds);
        hand.boards = vec![Vec::new(); hand.game.boards];
        for i in 0..players {
            let (each, most) = match setup.commission {
                Commission::PerPerson(fee) => (fee, i64::MAX),
                Commission::Several { per_person, cap, .. } => {
                    (per_person, cap.map_or(i64::MAX, |cap| cap / setup.chip * setup.chip))
                }
                _ => (0, 0),
            };
            if each > 0 {
                // Nothing is collected beyond the cap (7.7).
                let fee = each.min(hand.stacks[i]).min(most - hand.fees);
                hand.stacks[i] -= fee;
                hand.fees += fee;
            }
            hand.antes[i] = hand.antes[i].min(hand.stacks[i]);
            hand.put(i, hand.antes[i]);
        }
        hand.trim_antes();
        hand.wager = vec![0; players];
        for i in 0..players {
            let blind = hand.setup.blinds[i].abs();
            hand.put(i, blind);
        }
        hand.enter();
        Ok(hand)
    }

    /// Chips from a stack to the middle, at most the stack; says how many.
    pub(crate) fn put(&mut self, player: usize, chips: i64) -> i64 {
        let chips = chips.min(self.stacks[player]);
        self.stacks[player] -= chips;
        self.wager[player] += chips;
        self.staked[player] += chips;
        chips
    }

    /// Positions that have not folded.
    pub(crate) fn alive(&self) -> Vec<usize> {
        (0..self.players).filter(|i| self.live[*i]).collect()
    }

    /// Positions that have not folded and can still bet.
    pub(crate) fn able(&self) -> Vec<usize> {
        (0..self.players).filter(|i| self.live[*i] && self.stacks[*i] > 0).collect()
    }

    /// Does one action.
    pub fn apply(&mut self, action: &str) -> Result<(), String> {
        let mut next = self.clone();
        next.act(action)?;
        *self = next;
        Ok(())
    }

    fn act(&mut self, action: &str) -> Result<(), String> {
        let words: Vec<&str> = action.split('#').next().unwrap_or("").split_whitespace().collect();
        match words.as_slice() {
            ["d", "dh", player, cards] => {
                let player = self.player(player)?;
                self.deal_hole(player, cards)
            }
            ["d", "db", cards] => self.deal_board(cards),
            ["d", "dk", cards] => self.deal_kitty(cards),
            ["d", "dc", card] => self.deal_community(card),
            ["d", "run", number] => self.run_times(number),
            [player, "f"] => self.fold(self.player(player)?),
            [player, "cc"] => self.call(self.player(player)?),
            [player, "cbr", amount] => {
                let amount = amount.parse::<i64>().map_err(|_| format!("{amount} is no amount"))?;
                self.raise(self.player(player)?, amount)
            }
            [player, "pb"] => self.post_bring_in(self.player(player)?),
            [player, "kt"] => self.take_kitty(self.player(player)?),
            [player, "sd"] => self.discard(self.player(player)?, ""),
            [player, "sd", cards] => self.discard(self.player(player)?, cards),
            [player, "sm"] => self.show(self.player(player)?, None),
            [player, "sm", cards] => self.show(self.player(player)?, Some(cards)),
            [player, "set", front, middle, back] => self.set(self.player(player)?, [front, middle, back]),
            _ => Err(format!("no such action: {action}")),
        }
    }

    fn player(&self, word: &str) -> Result<usize, String> {
        let number = word.strip_prefix('p').and_then(|number| number.parse::<usize>().ok());
        match number {
            Some(number) if (1..=self.players).contains(&number) => Ok(number - 1),
            _ => Err(format!("no player {word}")),
        }
    }

    /// Begins the present step, and passes over every step that has nothing to do.
    pub(crate) fn enter(&mut self) {
        loop {
            if self.alive().len() == 1 && self.game.family != Family::Chinese {
                return self.finish();
            }
            if self.must_show_now() {
                let order = self.show_order();
                self.phase = Phase::Show(order);
                return;
            }
            let Some(step) = self.game.steps.get(self.step).copied() else {
                if self.next_run() {
                    continue;
                }
                return self.finish();
            };
            let waits = match step {
                Step::Deal { down, up } => self.begin_deal(down + up),
                Step::Kitty => {
                    self.phase = Phase::Kitty;
                    true
                }
                Step::Board(_) => {
                    if self.step > self.first_bet() {
                        self.burn();
                    }
                    self.phase = Phase::Board(0);
                    true
                }
                Step::Bet => self.begin_round(),
                Step::Draw => {
                    self.draws += 1;
                    self.phase = Phase::Discards(self.alive());
                    true
                }
                Step::Discard => {
                    self.phase = Phase::Discards(self.alive());
                    true
                }
                Step::Set => {
                    self.phase = Phase::Set(self.alive());
                    true
                }
            };
            if waits {
                return;
            }
            self.step += 1;
        }
    }

    /// Goes on with the next step.
    pub(crate) fn next_step(&mut self) {
        self.step += 1;
        self.enter();
    }

    /// The number of the step with the first betting round.
    pub(crate) fn first_bet(&self) -> usize {
        self.game.steps.iter().position(|step| *step == Step::Bet).unwrap_or(usize::MAX)
    }

    /// Nobody can bet any more, and the first round is over.
    pub(crate) fn betting_over(&self) -> bool {
        self.step > self.first_bet() && self.able().len() <= 1
    }

    pub(crate) fn burn(&mut self) {
        self.burns += 1;
        self.gone += 1;
    }

    pub(crate) fn stub(&self) -> usize {
        usize::from(self.setup.deck).saturating_sub(self.gone)
    }

    /// How much may be bet.
    pub fn structure(&self) -> crate::Structure {
        self.setup.structure
    }

    /// The cards of a player as text, hidden ones as `??`.
    pub fn held(&self, player: usize) -> String {
        let text = |held: &HoleCard| held.card.map_or("??".to_owned(), |card| card.to_string());
        self.hole[player].iter().map(text).collect()
    }

    /// The lowest chip in play.
    pub fn chip(&self) -> i64 {
        self.setup.chip
    }

    /// Whose betting decision it is, counted from 0.
    pub fn turn(&self) -> Option<usize> {
        if self.phase == Phase::Bet { self.round.turn } else { None }
    }

    /// The hand is over and its chips are divided.
    pub fn finished(&self) -> bool {
        self.phase == Phase::Done && self.outcome.is_some()
    }

    /// Stacks after the hand, after commission; before its end, stacks as they stand.
    pub fn finishing_stacks(&self) -> Vec<i64> {
        match &self.outcome {
            Some(outcome) => outcome.stacks.clone(),
            None => self.stacks.clone(),
        }
    }

    /// Main pot and side pots before commission, without what nobody called; empty before the end.
    pub fn pots(&self) -> Vec<i64> {
        self.outcome.as_ref().map(|outcome| outcome.pots.clone()).unwrap_or_default()
    }

    /// What the house has taken, a fee per person included.
    pub fn commission(&self) -> i64 {
        self.fees + self.outcome.as_ref().map_or(0, |outcome| outcome.rake)
    }
}
