//! A game between players in words: section, topic, what it is, and the clause.

use super::game::{Family, Opens, Posts, RoomGame, Street};
use super::irregularity::{Facts, IrregularityKind, RoomIrregularity};
use super::law::{CapCovers, OddChips, ShowingTies};
use super::{Part, Point as MachinePoint, RoomBook};
use crate::cite::Cite;
use crate::describe::{Point, Topic, in_words};
use cards::{Ace, Category};

/// Everything a book says of a game with one deck.
pub fn describe(book: &RoomBook, game: &RoomGame) -> Vec<Topic> {
    let mut told = Description { book, points: Vec::new() };
    told.game(game);
    for (at, street) in game.street.iter().enumerate() {
        told.cards(street);
        match game.family {
            Family::Chinese => told.sets(street),
            _ => told.betting_round(game, at, street),
        }
    }
    told.showdown(game);
    if game.posts.value != Posts::Nothing {
        told.law(game);
    }
    told.irregularities(game);
    told.powers();
    told.points
}

struct Description<'b> {
    book: &'b RoomBook,
    points: Vec<Topic>,
}

impl Description<'_> {
    fn say(&mut self, section: &str, topic: &str, is: impl Into<String>, cite: Cite) {
        let clause = self.book.label(cite).to_string();
        let point = Point { is: is.into(), clause, cite };
        self.points.push(Topic { section: section.into(), topic: topic.into(), point });
    }

    fn may(&mut self, section: &str, topic: &str, is: &str, cite: Option<Cite>) {
        if let Some(cite) = cite {
            self.say(section, topic, is, cite);
        }
    }

    fn game(&mut self, game: &RoomGame) {
        let section = "Game";
        self.say(section, "name", &game.name, game.clause);
        self.say(section, "cards in the deck", game.deck.value.len().to_string(), game.deck.cite);
        self.say(section, "players at most", game.players.value.to_string(), game.players.cite);
        if let Some(seats) = game.seats {
            self.say(section, "seats", seats.value.to_string(), seats.cite);
        }
        self.say(section, "before the deal", in_words(game.posts.value), game.posts.cite);
        self.say(section, "button", if game.button.value { "yes" } else { "none" }, game.button.cite);
        if let Some(boards) = game.boards {
            self.say(section, "boards", boards.value.to_string(), boards.cite);
        }
        if let Some(kitty) = &game.kitty {
            self.say(section, "cards of the Kitty", kitty.cards.value.to_string(), kitty.cards.cite);
            self.say(section, "taking the Kitty", "instead of the own hand", kitty.take);
            self.say(section, "taking the Kitty after a raise", "first the last blind", kitty.after_raise);
            self.say(section, "a second taker of the Kitty", "none", kitty.taken);
            self.say(section, "the Kitty untaken", "mucked before the draw", kitty.mucked);
        }
        self.may(section, "an open pair", "either size of wager", game.open_pair);
        if let Some(runs) = game.runs {
            self.say(section, "boards dealt at most", runs.value.to_string(), runs.cite);
        }
    }

    /// The cards of a street.
    fn cards(&mut self, street: &Street) {
        let section = format!("Street: {}", street.name);
        let section = section.as_str();
        self.may(section, "burn", "one card", street.burn);
        if let Some(deal) = &street.deal {
            let (all, up) = (deal.value.0.len(), deal.value.up());
            let is = format!("{} down, {up} up", all - up);
            self.say(section, "to each player", is, deal.cite);
        }
        if let Some(board) = street.board {
            self.say(section, "to the board", board.value.to_string(), board.cite);
        }
        self.may(section, "to the bottom board", "as many", street.bottom);
        if let Some(draw) = street.draw {
            self.say(section, "draw", format!("up to {}", draw.value), draw.cite);
        }
    }

    /// Who acts on a street, and what becomes of the pot.
    fn betting_round(&mut self, game: &RoomGame, at: usize, street: &Street) {
        let section = format!("Street: {}", street.name);
        let section = section.as_str();
        self.say(section, "opens", self.opens(street.opens.value), street.opens.cite);
        let antes_only = game.point.get(&MachinePoint::OpensWithoutBlinds);
        if let (0, Opens::LeftOfLastBlind, Some(&cite)) = (at, street.opens.value, antes_only) {
            self.say(section, "opens with antes only", in_words(Opens::LeftOfButton), cite);
        }
        self.may(section, "the opener folds", "the next player decides", street.passes);
        self.say(section, "the others", "in turn", street.acts);
        self.say(section, "one is left", "wins the pot", street.won);
        self.say(section, "two or more are left", "go on", street.goes_on);
        if let Some(discard) = street.discard {
            self.say(section, "discard", discard.value.to_string(), discard.cite);
        }
    }

    /// A Chinese hand is set, not wagered on.
    fn sets(&mut self, street: &Street) {
        let section = format!("Street: {}", street.name);
        self.say(&section, "each player", "sets a front, a middle and a back", street.acts);
        self.say(&section, "compared", "pair by pair, from the left of the button", street.opens.cite);
        self.say(&section, "paid", "in units", street.won);
    }

    fn opens(&self, opens: Opens) -> String {
        let suits = self.book.law.showing_ties.value == ShowingTies::Suit;
        let of_equal = |suit: &str| if suits { suit.to_string() } else { "the first seat".to_string() };
        match opens {
            Opens::LeftOfLastBlind | Opens::LeftOfButton => in_words(opens),
            Opens::LowestUpCard => "the lowest up card; of equal ranks the lowest suit".into(),
            Opens::HighestUpCard => {
                "the highest up card, the ace low; of equal ranks the highest suit".into()
            }
            Opens::BestShowing => {
                format!("the best hand showing; of equal hands {}", of_equal("the highest suit"))
            }
            Opens::LowestShowing => {
                format!(
                    "the lowest hand showing, the ace low; of equal hands {}",
                    of_equal("the lowest suit")
                )
            }
        }
    }

    fn showdown(&mut self, game: &RoomGame) {
        let section = "Showdown";
        let order = match game.family {
            Family::Chinese => "all hands, against each other",
            _ => "who was called, then the others",
        };
        self.say(section, "order", order, game.showdown.clause);
        self.may(section, "a hand asked for", "shown", game.showdown.asked);
        self.may(section, "the winner", "announced", game.showdown.announced);
        for part in &game.part {
            self.part(part);
        }
    }

    fn part(&mut self, part: &Part) {
        let section = format!("Showdown: {}", in_words(part.of));
        let section = section.as_str();
        self.say(section, "cards that play", in_words(part.plays.value), part.plays.cite);
        self.say(section, "won by", part.order().rules().title.clone(), part.clause);
        self.order(section, part);
        self.may(section, "nobody qualifies", "the other half has all", part.nobody);
        self.may(section, "the odd chip", "here", part.odd);
        self.may(section, "both parts", "one player may win them", part.both);
    }

    /// The order of hands: what beats what, and where the ace stands.
    fn order(&mut self, section: &str, part: &Part) {
        let listed = part.listed();
        let best_first = listed.category.iter().rev();
        let names: Vec<String> = best_first.map(|place| place.is.0.to_string().replace('-', " ")).collect();
        self.say(section, "hands, best first", names.join(", "), listed.clause);
        let at = |category: Category| listed.category.iter().position(|place| place.is.0 == category);
        if let (Some(flush), Some(full)) = (at(Category::Flush), at(Category::FullHouse)) {
            let is = if flush > full { "beats it" } else { "loses to it" };
            self.say(section, "a flush against a full house", is, listed.category[flush].clause);
        }
        let ace = match listed.order().rules().ace {
            Ace::High => "high only",
            Ace::HighOrSmallStraight => "high, and low in the smallest straight",
            Ace::Low => "low",
        };
        self.say(section, "the ace", ace, listed.clause);
    }

    fn law(&mut self, game: &RoomGame) {
        let (section, law) = ("Betting", &self.book.law);
        let yes = |is: bool| if is { "yes" } else { "no" };
        let counted = format!("{} {}", law.raise_cap.value, in_words(law.cap_counts.value));
        self.say(section, "most in a limit round", counted, law.raise_cap.cite);
        let free = yes(law.head_to_head.value);
        self.say(section, "more between two players", free, law.head_to_head.cite);
        self.say(section, "all-in short of a raise", in_words(law.short_all_in.value), law.short_all_in.cite);
        let (odd, point) = match (law.odd_chips.value, game.button.value) {
            (OddChips::OneByOne, true) => {
                ("one by one, clockwise from the button", MachinePoint::OddChipButton)
            }
            (OddChips::OneByOne, false) => ("one by one, by the highest card", MachinePoint::OddChipSuit),
            (OddChips::AllToFirst, true) => {
                ("all to the first winner left of the button", MachinePoint::OddChipButton)
            }
            (OddChips::AllToFirst, false) => ("all to the first winner", MachinePoint::OddChipSuit),
        };
        self.say(section, "odd chips", odd, game.cite(point));
        let cover = yes(law.raise_to_cover.value);
        self.say(section, "a lesser raise that puts all opponents all-in", cover, law.raise_to_cover.cite);
        if game.posts.value == Posts::AntesAndBringIn {
            let more = if law.opens_for_more.value { "yes, outside fixed limit" } else { "no" };
            self.say(section, "opening for more than the forced wager", more, law.opens_for_more.cite);
            let least = if law.posts_of_a_sign.value { "the least wager" } else { "as the hand says" };
            self.say(section, "least forced wager", least, law.posts_of_a_sign.cite);
        }
        if game.family == Family::Stud {
            let cards = law.dead_seat_cards;
            let cite = if cards.value { game.cite(MachinePoint::FoldUnbet) } else { cards.cite };
            self.say(section, "cards to a seat that folded unbet", yes(cards.value), cite);
        }
        if let Some(rates) = law.commission_rates.filter(|_| game.posts.value != Posts::Nothing) {
            let [least, most] = rates.value;
            self.say(section, "percentage commission", format!("{least}% to {most}%"), rates.cite);
        }
        if let Some(covers) = law.cap_covers.filter(|_| game.posts.value != Posts::Nothing) {
            let what = match covers.value {
                CapCovers::WholeHand => "all that is collected for the hand",
                CapCovers::Percentage => "the percentage",
            };
            self.say(section, "the cap of the commission covers", what, covers.cite);
        }
        let back = yes(law.folded_takes_back.value);
        self.say(section, "uncalled chips back to a folded or dead hand", back, law.folded_takes_back.cite);
    }

    fn irregularities(&mut self, game: &RoomGame) {
        for row in self.book.irregularities.iter().filter(|row| can_happen(row, game)) {
            let topic = format!("{}{}", in_words(row.what), facts(&row.when));
            self.say("Irregularities", &topic, in_words(row.ruling), row.clause);
        }
    }

    fn powers(&mut self) {
        let ladder = &self.book.ladder;
        for power in &ladder.powers {
            let rung = format!("{} (rung {})", ladder.name(power.least.value), power.least.value.0 + 1);
            self.say("Who may", &in_words(power.act), rung, power.least.cite);
        }
    }
}

/// Whether a game has what the row is about: its boards, its burns, runs of its board, a jackpot on it.
fn can_happen(row: &RoomIrregularity, game: &RoomGame) -> bool {
    let two_boards = game.boards.is_some_and(|boards| boards.value > 1);
    let runs = game.runs.is_some_and(|runs| runs.value > 1);
    // Two cards each and a flop of three (17.3.1(a)).
    let flop = game.street.iter().find_map(|street| street.board).is_some_and(|board| board.value == 3);
    let jackpot = game.hole_cards() == 2 && flop;
    row.is_for(game)
        && row.when.two_boards.is_none_or(|two| two == two_boards)
        && match row.what {
            IrregularityKind::NoBurn => game.street.iter().any(|street| street.burn.is_some()),
            IrregularityKind::StubShortForRuns | IrregularityKind::TurnedBeforeAgreement => runs,
            IrregularityKind::RoundUnrecorded
            | IrregularityKind::JackpotMalfunction
            | IrregularityKind::FlopErrorAtJackpot => jackpot,
            _ => true,
        }
}

/// Facts in words, each after a comma.
pub fn facts(when: &Facts) -> String {
    let mut text = String::new();
    let mut say = |fact: Option<bool>, yes: &str, no: &str| {
        if let Some(is) = fact {
            text += ", ";
            text += if is { yes } else { no };
        }
    };
    say(when.substantial_action, "after substantial action", "before substantial action");
    say(when.correctable, "can be put right", "cannot be put right");
    say(when.player_acted, "the player has acted", "the player has not acted");
    say(when.initial_deal, "in the first round", "after the first round");
    say(when.pot_pushed, "the pot was pushed", "before the pot is pushed");
    say(when.seen, "seen", "not seen");
    say(when.first_of_street, "first of the street", "not first of the street");
    say(when.two_boards, "two boards", "one board");
    say(when.bottom, "bottom board", "top board");
    say(when.last_street, "last street", "not the last street");
    say(when.winner_asks, "a winner asks", "another asks");
    say(when.begun, "the street has begun", "before the street");
    let mut count = |number: Option<u8>, words: &str| {
        if let Some(number) = number {
            text += &format!(", {words} {number}");
        }
    };
    count(when.at_least, "at least");
    count(when.at_most, "at most");
    count(when.street, "street");
    text
}
