//! A game between players in words: section, topic, what it is, and the clause.

use super::game::{RoomGame, Street};
use super::trouble::{Facts, RoomIrregularity};
use super::{Part, RoomBook};
use crate::cite::Cite;
use crate::describe::{Point, Topic, in_words};

/// Everything a book says of a game with one deck.
pub fn describe(book: &RoomBook, game: &RoomGame) -> Vec<Topic> {
    let mut told = Told { book, points: Vec::new() };
    told.game(game);
    for street in &game.street {
        told.street(street);
    }
    told.showdown(game);
    told.law();
    told.trouble(game);
    told.powers();
    told.points
}

struct Told<'b> {
    book: &'b RoomBook,
    points: Vec<Topic>,
}

impl Told<'_> {
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

    fn street(&mut self, street: &Street) {
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
        self.say(section, "opens", in_words(street.opens.value), street.opens.cite);
        self.may(section, "the opener folds", "the next player decides", street.passes);
        self.say(section, "the others", "in turn", street.acts);
        self.say(section, "one is left", "wins the pot", street.won);
        self.say(section, "two or more are left", "go on", street.goes_on);
        if let Some(discard) = street.discard {
            self.say(section, "discard", discard.value.to_string(), discard.cite);
        }
    }

    fn showdown(&mut self, game: &RoomGame) {
        let section = "Showdown";
        self.say(section, "order", "who was called, then the others", game.showdown.clause);
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
        self.may(section, "nobody qualifies", "the other half has all", part.nobody);
        self.may(section, "the odd chip", "here", part.odd);
        self.may(section, "both parts", "one player may win them", part.both);
    }

    fn law(&mut self) {
        let (section, law) = ("Betting", &self.book.law);
        let yes = |is: bool| if is { "yes" } else { "no" };
        let counted = format!("{} {}", law.raise_cap.value, in_words(law.cap_counts.value));
        self.say(section, "most in a limit round", counted, law.raise_cap.cite);
        let free = yes(law.head_to_head.value);
        self.say(section, "more between two players", free, law.head_to_head.cite);
        self.say(section, "all-in short of a raise", in_words(law.short_all_in.value), law.short_all_in.cite);
        self.say(section, "odd chips", in_words(law.odd_chips.value), law.odd_chips.cite);
        let cover = yes(law.raise_to_cover.value);
        self.say(section, "a lesser raise that puts all opponents all-in", cover, law.raise_to_cover.cite);
        let more = yes(law.opens_for_more.value);
        self.say(section, "opening for more than the forced wager", more, law.opens_for_more.cite);
        let cards = yes(law.dead_seat_cards.value);
        self.say(section, "cards to a seat that folded unbet", cards, law.dead_seat_cards.cite);
        let back = yes(law.folded_takes_back.value);
        self.say(section, "uncalled chips back to a folded or dead hand", back, law.folded_takes_back.cite);
    }

    fn trouble(&mut self, game: &RoomGame) {
        let here = |row: &&RoomIrregularity| row.is_for(game);
        for row in self.book.irregularities.iter().filter(here) {
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
