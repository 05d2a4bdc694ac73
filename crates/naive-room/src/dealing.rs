//! The dealer's part: private cards, boards, draws, the Kitty, runs, and decks that run out.

use cards::Card;

use crate::game::{Family, Step, in_deck};
use crate::ranking::rank;
use crate::state::{HoleCard, Phase, State};

/// Cards of a text, `??` for a hidden one.
pub(crate) fn cards_of(text: &str) -> Result<Vec<Option<Card>>, String> {
    let letters: Vec<char> = text.chars().collect();
    if letters.is_empty() || !letters.len().is_multiple_of(2) {
        return Err(format!("{text} is not a list of cards"));
    }
    let card = |pair: &[char]| match pair {
        ['?', '?'] => Ok(None),
        _ => pair.iter().collect::<String>().parse::<Card>().map(Some).map_err(|error| error.to_string()),
    };
    letters.chunks(2).map(card).collect()
}

/// Cards of a text, none of them hidden.
pub(crate) fn known_cards(text: &str) -> Result<Vec<Card>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let known: Option<Vec<Card>> = cards_of(text)?.into_iter().collect();
    known.ok_or_else(|| "hidden cards".to_owned())
}

impl State {
    /// A card that comes off the stub: in this deck, and not seen before.
    fn off_the_stub(&mut self, card: Option<Card>) -> Result<(), String> {
        if self.stub() == 0 {
            return Err("the deck is empty".to_owned());
        }
        self.gone += 1;
        match card {
            Some(card) => self.first_seen(card),
            None if self.setup.standard => Ok(()),
            None => Err("a hidden card".to_owned()),
        }
    }

    pub(crate) fn first_seen(&mut self, card: Card) -> Result<(), String> {
        if !in_deck(self.setup.deck, rank(card)) {
            return Err(format!("{card} is not in this deck"));
        }
        if !self.seen.insert(card) {
            return Err(format!("{card} a second time"));
        }
        Ok(())
    }

    /// Begins a street of private cards; false where nobody gets any.
    pub(crate) fn begin_deal(&mut self, count: usize) -> bool {
        let gets: Vec<bool> = (0..self.players).map(|i| self.live[i] || self.ghost[i]).collect();
        let owed: Vec<usize> = gets.iter().map(|gets| if *gets { count } else { 0 }).collect();
        if self.step > 0 {
            let need = owed.iter().sum::<usize>();
            let last = !self.game.steps[self.step + 1..].iter().any(|step| matches!(step, Step::Deal { .. }));
            if self.stub() > need {
                self.burn();
            } else if last {
                // 10.6.2: burns and stub together, dealt without a burn if they are enough for everybody.
                self.gone -= self.burns;
                self.burns = 0;
                if self.setup.standard && self.stub() + self.muck.len() >= need {
                    // By the standard folded cards come again, too, before one card is shared.
                    self.gone -= self.muck.len();
                    for (card, _, _) in std::mem::take(&mut self.muck) {
                        self.seen.remove(&card);
                    }
                }
                if self.stub() < need {
                    self.burn();
                    self.phase = Phase::Community;
                    return true;
                }
            }
        }
        self.phase = Phase::Deal(owed);
        true
    }

    pub(crate) fn deal_hole(&mut self, player: usize, text: &str) -> Result<(), String> {
        let cards = cards_of(text)?;
        match self.phase.clone() {
            Phase::Deal(owed) => self.deal_street(player, &cards, owed),
            Phase::Replace(owed) => self.replace(player, &cards, owed),
            _ => Err("no private cards are due".to_owned()),
        }
    }

    fn deal_street(
        &mut self,
        player: usize,
        cards: &[Option<Card>],
        mut owed: Vec<usize>,
    ) -> Result<(), String> {
        let Step::Deal { down, up } = self.game.steps[self.step] else {
            return Err("no private cards are due".to_owned());
        };
        let first = owed.iter().position(|owed| *owed > 0);
        if !self.setup.standard && (first != Some(player) || cards.len() != owed[player]) {
            return Err("dealt out of order or the wrong number of cards".to_owned());
        }
        if cards.len() > owed[player] {
            return Err("too many cards".to_owned());
        }
        for card in cards {
            self.off_the_stub(*card)?;
            let dealt = down + up - owed[player];
            self.hole[player].push(HoleCard { card: *card, up: dealt >= down });
            owed[player] -= 1;
        }
        if owed.iter().all(|owed| *owed == 0) {
            self.next_step();
        } else {
            self.phase = Phase::Deal(owed);
        }
        Ok(())
    }

    pub(crate) fn deal_board(&mut self, text: &str) -> Result<(), String> {
        let cards = known_cards(text)?;
        // The standard's stud writes its community card as a board.
        if self.setup.standard && self.phase == Phase::Community {
            return self.deal_community(text);
        }
        let (Phase::Board(board), Step::Board(count)) = (self.phase.clone(), self.street()) else {
            return Err("no board is due".to_owned());
        };
        if cards.len() != count {
            return Err(format!("{count} board cards are due"));
        }
        for card in &cards {
            self.off_the_stub(Some(*card))?;
        }
        self.boards[board].extend(cards);
        if board + 1 < self.boards.len() {
            self.phase = Phase::Board(board + 1);
        } else {
            self.next_step();
        }
        Ok(())
    }

    fn street(&self) -> Step {
        self.game.steps.get(self.step).copied().unwrap_or(Step::Bet)
    }

    pub(crate) fn deal_kitty(&mut self, text: &str) -> Result<(), String> {
        let cards = known_cards(text)?;
        if self.phase != Phase::Kitty || cards.len() != 5 {
            return Err("no Kitty of so many cards is due".to_owned());
        }
        for card in &cards {
            self.off_the_stub(Some(*card))?;
        }
        self.kitty = Some(cards);
        self.next_step();
        Ok(())
    }

    pub(crate) fn deal_community(&mut self, text: &str) -> Result<(), String> {
        let cards = known_cards(text)?;
        let (Phase::Community, [card]) = (&self.phase, cards.as_slice()) else {
            return Err("no community card is due".to_owned());
        };
        self.off_the_stub(Some(*card))?;
        self.community = Some(*card);
        self.next_step();
        Ok(())
    }

    /// A discard of a draw or of Pineapple.
    pub(crate) fn discard(&mut self, player: usize, text: &str) -> Result<(), String> {
        let cards = if text.is_empty() { Vec::new() } else { cards_of(text)? };
        let Phase::Discards(mut queue) = self.phase.clone() else {
            return Err("no discard is due".to_owned());
        };
        if queue.first() != Some(&player) {
            return Err("discards out of turn".to_owned());
        }
        let draw = self.street() == Step::Draw;
        if !draw && cards.len() != 1 {
            return Err("one card must be discarded".to_owned());
        }
        for card in &cards {
            let place = self.hole[player].iter().position(|held| held.card == *card);
            self.hole[player].remove(place.ok_or("a discard that is not in the hand")?);
            self.muck.extend(card.map(|card| (card, player, if draw { self.draws } else { 0 })));
        }
        queue.remove(0);
        if !queue.is_empty() {
            self.phase = Phase::Discards(queue);
            return Ok(());
        }
        let full = self.full_hand();
        let short = |i: &usize| full - self.hole[*i].len();
        let owed: Vec<(usize, usize)> = self.alive().iter().map(|i| (*i, short(i))).collect();
        let owed: Vec<(usize, usize)> = owed.into_iter().filter(|(_, count)| draw && *count > 0).collect();
        if owed.is_empty() {
            self.next_step();
        } else {
            self.burned = true;
            if self.stub() > 0 {
                self.burn();
            } else if self.pool_left() > 0 {
                // The reshuffled discards are the deck now, and the dealer burns from it as from any other.
                self.reshuffled_burns += 1;
            } else {
                self.burned = false;
            }
            self.phase = Phase::Replace(owed);
        }
        Ok(())
    }

    /// How many private cards a draw hand has.
    fn full_hand(&self) -> usize {
        match self.game.steps[0] {
            Step::Deal { down, up } => down + up,
            _ => 0,
        }
    }

    fn replace(
        &mut self,
        player: usize,
        cards: &[Option<Card>],
        mut owed: Vec<(usize, usize)>,
    ) -> Result<(), String> {
        let place = owed.iter().position(|(to, _)| *to == player).ok_or("no cards are due to that player")?;
        if !self.setup.standard && (place != 0 || cards.len() != owed[place].1) {
            return Err("replaced out of order or the wrong number of cards".to_owned());
        }
        if cards.len() > owed[place].1 {
            return Err("too many cards".to_owned());
        }
        for card in cards {
            if self.stub() > 0 {
                self.off_the_stub(*card)?;
            } else {
                self.off_the_muck(player, *card)?;
            }
            self.hole[player].push(HoleCard { card: *card, up: false });
            owed[place].1 -= 1;
        }
        owed.retain(|(_, count)| *count > 0);
        if owed.is_empty() {
            self.next_step();
        } else {
            self.phase = Phase::Replace(owed);
        }
        Ok(())
    }

    /// A replacement after the deck has run out (9.4.2): earlier discards, but not the drawer's nor those of
    /// players after him in this draw (J27).
    pub(crate) fn off_the_muck(&mut self, player: usize, card: Option<Card>) -> Result<(), String> {
        let Some(card) = card else { return Err("a hidden card".to_owned()) };
        let place = self.muck.iter().position(|(mucked, _, _)| *mucked == card);
        if self.setup.standard {
            return match place {
                Some(place) => {
                    self.muck.remove(place);
                    Ok(())
                }
                None => self.first_seen(card),
            };
        }
        if self.pool_left() == 0 {
            // What is left of the last reshuffle was burned.
            for burned in self.reshuffled.take().unwrap_or_default() {
                self.muck.retain(|(card, _, _)| *card != burned);
            }
            // No card to burn before this draw: it is burned now (9.4.1(a)).
            self.reshuffled_burns = usize::from(!self.burned);
            self.burned = true;
        }
        let place = self.muck.iter().position(|(mucked, _, _)| *mucked == card);
        self.reshuffled = Some(self.muck_pool(player));
        let pool = self.reshuffled.get_or_insert_default();
        let at = pool.iter().position(|other| *other == card);
        let at = at.ok_or_else(|| format!("{card} is not among the reshuffled discards"))?;
        pool.remove(at);
        if let Some(place) = place {
            self.muck.remove(place);
        }
        Ok(())
    }

    /// The cards from which a replacement for this player comes once the deck is empty.
    pub(crate) fn muck_pool(&self, player: usize) -> Vec<Card> {
        match &self.reshuffled {
            Some(pool) if self.pool_left() > 0 => pool.clone(),
            before => {
                let burned = |card: &Card| before.as_ref().is_some_and(|pool| pool.contains(card));
                let earlier = |(_, who, draw): &&(Card, usize, usize)| *draw != self.draws || *who < player;
                let cards = self.muck.iter().filter(earlier).map(|(card, _, _)| *card);
                cards.filter(|card| !burned(card)).collect()
            }
        }
    }

    /// How many cards the reshuffled discards can still give.
    fn pool_left(&self) -> usize {
        self.reshuffled.as_ref().map_or(0, |pool| pool.len().saturating_sub(self.reshuffled_burns))
    }

    /// The rest of the board will be dealt so many times (12.6).
    pub(crate) fn run_times(&mut self, number: &str) -> Result<(), String> {
        let number: usize = number.parse().map_err(|_| format!("{number} is no number of runs"))?;
        let Phase::Board(0) = self.phase else { return Err("nothing to run".to_owned()) };
        let open = self.betting_over() && self.run.is_none() && self.boards.iter().all(|b| b.len() < 5);
        if self.setup.standard || !self.game.flop || self.game.family != Family::Board || !open {
            return Err("the board may not be run".to_owned());
        }
        // The burn of the first street has left the stub already.
        let mut cost = 0;
        for step in &self.game.steps[self.step..] {
            if let Step::Board(count) = step {
                cost += 1 + count * self.boards.len();
            }
        }
        if !(2..=7).contains(&number) || (self.stub() + 1) / cost < number {
            return Err(format!("the board cannot be run {number} times"));
        }
        self.run = Some((number, self.step, self.boards.clone()));
        Ok(())
    }

    /// Ends a run of the board and begins the next, if there is one.
    pub(crate) fn next_run(&mut self) -> bool {
        if self.runs.len() == self.run.as_ref().map_or(1, |(number, _, _)| *number) {
            return false;
        }
        self.runs.push(self.boards.clone());
        match &self.run {
            Some((number, step, boards)) if self.runs.len() < *number => {
                self.step = *step;
                self.boards = boards.clone();
                true
            }
            _ => false,
        }
    }
}
