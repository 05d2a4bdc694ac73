//! Whether the machine can play a game as its file says: numbers, cards, and what goes with what.

use super::game::{Family, Opens, Part, PartName, Plays, Posts, RoomGame, Street};
use super::irregularity::RoomIrregularity;
use super::law::Law;
use crate::mistake::{Checked, KeyPath, Mistake, item, mistake, unless};
use cards::Form;
use std::ops::RangeInclusive;

/// The most players at a table.
pub const MOST_PLAYERS: usize = 11;
/// The most betting rounds of a game.
pub const MOST_STREETS: usize = 8;
/// The most boards that can lie on the table, all runs together.
pub const MOST_BOARDS: usize = 14;
/// The most cards of one player.
pub const MOST_CARDS: usize = 13;
/// Chinese Poker: the most players, and the cards of each.
const CHINESE: (usize, usize) = (4, 13);

/// Refuses a number outside a range.
fn within(at: impl Into<KeyPath>, of: &str, found: usize, allowed: RangeInclusive<usize>) -> Checked {
    if allowed.contains(&found) {
        return Ok(());
    }
    let (least, most) = (allowed.start(), allowed.end());
    let range = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    mistake(at, format!("{of}: expected {range}, found {found}"))
}

/// Checks a game whose orders have been found.
pub(super) fn check(game: &RoomGame, law: &Law) -> Checked {
    Checker { game, law }.all()
}

struct Checker<'g> {
    game: &'g RoomGame,
    law: &'g Law,
}

/// The cards that one player holds at some moment.
#[derive(Clone, Copy, Default)]
struct HoleCards {
    down: usize,
    up: usize,
}

impl Checker<'_> {
    fn all(&self) -> Checked {
        self.table()?;
        let held = self.streets()?;
        self.family()?;
        self.boards()?;
        self.kitty()?;
        self.parts()?;
        for (at, part) in self.game.part.iter().enumerate() {
            self.part(at, part, held)?;
        }
        self.deck()
    }

    fn is(&self, family: Family) -> bool {
        self.game.family == family
    }

    fn board_count(&self) -> usize {
        self.game.boards.map_or(1, |boards| usize::from(boards.value))
    }

    /// Players, seats, posts and the button.
    fn table(&self) -> Checked {
        let game = self.game;
        let most = if self.is(Family::Chinese) { CHINESE.0 } else { MOST_PLAYERS };
        let players = usize::from(game.players.value);
        within("players", "players of a hand", players, 2..=most)?;
        if let Some(seats) = game.seats {
            within(
                "seats",
                "seats, no fewer than players",
                usize::from(seats.value),
                players..=MOST_PLAYERS,
            )?;
        }
        let nothing = game.posts.value == Posts::Nothing;
        let what = "Chinese Poker has no posts before the deal, and every other game has some";
        unless(nothing != self.is(Family::Chinese), "posts", what)?;
        let buttonless = !game.button.value && !self.is(Family::Stud);
        unless(buttonless, "button", "only stud is played without a button")?;
        let open_pair = game.open_pair.is_some() && !self.is(Family::Stud);
        unless(open_pair, "open_pair", "an open pair shows in stud only")
    }

    /// The streets one by one; the cards that each player holds after the last.
    fn streets(&self) -> Result<HoleCards, Mistake> {
        let streets = &self.game.street;
        let Some(first) = streets.first() else { return mistake("street", "a game needs a street") };
        unless(first.deal.is_none(), item("street", 0), "the first street deals each player cards")?;
        if streets.len() > MOST_STREETS {
            let what = format!("a game has at most {MOST_STREETS} streets; this one has {}", streets.len());
            return mistake(item("street", MOST_STREETS), what);
        }
        let by_card = matches!(first.opens.value, Opens::LowestUpCard | Opens::HighestUpCard);
        let bring_in = self.game.posts.value == Posts::AntesAndBringIn;
        let what = "an up card decides who opens the first street exactly where there is a bring-in";
        unless(by_card != bring_in, item("street", 0).key("opens"), what)?;
        let mut held = HoleCards::default();
        for (at, street) in streets.iter().enumerate() {
            held = self.street(at, street, held)?;
        }
        Ok(held)
    }

    fn street(&self, at: usize, street: &Street, mut held: HoleCards) -> Result<HoleCards, Mistake> {
        let place = |key| item("street", at).key(key);
        if let Some(deal) = &street.deal {
            unless(deal.value.0.is_empty(), place("deal"), "a deal without cards: leave it out")?;
            held.up += deal.value.up();
            held.down += deal.value.0.len() - deal.value.up();
            within(place("deal"), "cards of one player", held.up + held.down, 1..=MOST_CARDS)?;
        }
        if let Some(board) = street.board {
            within(place("board"), "cards to the board", usize::from(board.value), 1..=5)?;
        }
        if let Some(draw) = street.draw {
            let both = street.deal.is_some() || street.board.is_some() || street.discard.is_some();
            unless(both, place("draw"), "a street with a draw deals no other cards and takes none back")?;
            within(place("draw"), "cards that may be changed", usize::from(draw.value), 1..=held.down)?;
        }
        let no_cards = street.deal.is_none() && street.board.is_none() && street.draw.is_none();
        unless(no_cards, item("street", at), "a street needs cards: a deal, a board or a draw")?;
        match street.opens.value {
            Opens::LowestUpCard | Opens::HighestUpCard if at > 0 => {
                return mistake(
                    place("opens"),
                    "an up card decides on the first street; later the hands that show",
                );
            }
            Opens::LowestUpCard | Opens::HighestUpCard | Opens::BestShowing | Opens::LowestShowing => {
                unless(held.up == 0, place("opens"), "no card has been dealt up to decide who opens")?;
            }
            Opens::LeftOfButton | Opens::LeftOfLastBlind => {
                unless(!self.game.button.value, place("opens"), "there is no button to be left of")?;
            }
        }
        if let Some(discard) = street.discard {
            let most = held.down.saturating_sub(1);
            within(place("discard"), "cards to give up", usize::from(discard.value), 1..=most)?;
            held.down -= usize::from(discard.value);
        }
        Ok(held)
    }

    /// What the games of a chapter have, and have not.
    fn family(&self) -> Checked {
        let family = self.game.family;
        let name = crate::describe::in_words(family);
        let (draw, stud, chinese) = (Family::Draw, Family::Stud, Family::Chinese);
        let mut any = (false, false, false);
        for (at, street) in self.game.street.iter().enumerate() {
            let place = |key| item("street", at).key(key);
            let on_board = matches!(family, Family::Flop | Family::Manila);
            let up = street.deal.as_ref().map_or(0, |deal| deal.value.up());
            let dealt = street.deal.as_ref().map_or(0, |deal| deal.value.0.len());
            unless(
                street.board.is_some() && !on_board,
                place("board"),
                format!("a {name} game has no board"),
            )?;
            unless(
                street.draw.is_some() && family != draw,
                place("draw"),
                format!("a {name} game has no draw"),
            )?;
            unless(up > 0 && family != stud, place("deal"), format!("a {name} game deals no card up"))?;
            let what = format!("a {name} game takes no cards back after the betting");
            unless(street.discard.is_some() && !on_board, place("discard"), what)?;
            let what = "later streets of stud deal one card each: where the deck runs out, one serves all";
            unless(family == stud && at > 0 && dealt != 1, place("deal"), what)?;
            let what = format!("a {name} game deals its cards on the first street");
            unless(
                matches!(family, Family::Draw | Family::Chinese) && at > 0 && dealt > 0,
                place("deal"),
                what,
            )?;
            any = (any.0 || street.board.is_some(), any.1 || street.draw.is_some(), any.2 || up > 0);
        }
        let (board, draws, up) = any;
        let has = board && !matches!(family, Family::Draw | Family::Stud | Family::Chinese)
            || draws && family == draw
            || up && family == stud
            || family == chinese;
        let due = match family {
            Family::Draw => "a draw",
            Family::Stud => "cards up",
            Family::Flop | Family::Manila => "a board",
            Family::Chinese => "thirteen cards",
        };
        unless(!has, "family", format!("a {name} game has {due}; this one has none"))?;
        if family == chinese {
            let dealt = self.game.hole_cards();
            within(item("street", 0).key("deal"), "cards of a Chinese hand", dealt, CHINESE.1..=CHINESE.1)?;
            let two = self.game.street.len() > 1;
            unless(two, item("street", 1), "a Chinese hand is dealt and set: it has one street")?;
        }
        Ok(())
    }

    /// Boards, and how often they may be dealt.
    fn boards(&self) -> Checked {
        let game = self.game;
        let (on_board, boards) = (game.board_cards() > 0, self.board_count());
        if game.boards.is_some() {
            unless(!on_board, "boards", "no street has cards to the board")?;
            within("boards", "boards", boards, 1..=2)?;
        }
        for (at, street) in game.street.iter().enumerate() {
            let place = item("street", at).key("bottom");
            let one = street.bottom.is_some() && (boards < 2 || street.board.is_none());
            unless(one, place.clone(), "there is no bottom board to deal to")?;
            let two = street.board.is_some() && boards == 2 && street.bottom.is_none();
            unless(
                two,
                item("street", at),
                "there are two boards: give the clause of the second under 'bottom'",
            )?;
        }
        let Some(runs) = game.runs else { return Ok(()) };
        unless(!on_board, "runs", "there is no board to deal more than once")?;
        let later = game.street.iter().skip(1).any(|street| street.deal.is_some());
        unless(later, "runs", "a board is dealt more than once only where all private cards come first")?;
        let most = MOST_BOARDS / boards.max(game.part.len().max(1));
        within("runs", "times that the board may be dealt", usize::from(runs.value), 2..=most)
    }

    fn kitty(&self) -> Checked {
        let Some(kitty) = &self.game.kitty else { return Ok(()) };
        unless(!self.is(Family::Draw), "kitty", "the Kitty belongs to draw games")?;
        let hand = self.game.street[0].deal.as_ref().map_or(0, |deal| deal.value.0.len());
        within(
            KeyPath::from("kitty").key("cards"),
            "cards of the Kitty, as many as of a hand",
            usize::from(kitty.cards.value),
            hand..=hand,
        )
    }

    /// Which parts the pot has.
    fn parts(&self) -> Checked {
        use PartName::{Back, Bottom, Front, High, Low, Middle, Top};
        let found: Vec<PartName> = self.game.part.iter().map(|part| part.of).collect();
        let allowed: &[&[PartName]] = match (self.game.family, self.board_count()) {
            (Family::Chinese, _) => &[&[Front, Middle, Back]],
            (_, 2) => &[&[Top, Bottom]],
            _ => &[&[High], &[Low], &[High, Low]],
        };
        if allowed.contains(&found.as_slice()) {
            return Ok(());
        }
        let name = |parts: &[PartName]| {
            let names: Vec<String> = parts.iter().map(crate::describe::in_words).collect();
            names.join(", ")
        };
        let due = allowed.iter().map(|parts| name(parts)).collect::<Vec<_>>().join("; or ");
        let here = if found.is_empty() { "none".into() } else { name(&found) };
        mistake("part", format!("the parts of this game are {due}; here: {here}"))
    }

    /// Whether the order of a part can rank the hands of the game.
    fn part(&self, at: usize, part: &Part, held: HoleCards) -> Checked {
        let place = |key| item("part", at).key(key);
        let boards = self.board_count();
        unless(
            usize::from(part.on) != if boards == 2 { at } else { 0 },
            place("on"),
            format!("this part is won on board {}, the first is 0", if boards == 2 { at } else { 0 }),
        )?;
        let (order, deck) = (part.order(), self.game.deck.value.0);
        let foreign = match at {
            0 => order.pack() != deck,
            _ => !order.pack().cards().contains_all(deck.cards()),
        };
        unless(foreign, place("order"), format!("'{}' is not an order of hands for this deck", part.order))?;
        let qualifies = order.rules().at_most.is_some();
        let what =
            format!("'{}' has hands that do not qualify: the first part must always be won", part.order);
        unless(qualifies && at == 0, place("order"), what)?;
        let what = "hands may not qualify for this part: give the clause by which the other takes all under 'nobody'";
        unless(qualifies && part.nobody.is_none(), item("part", at), what)?;
        let (set, chinese) = (part.plays.value == Plays::Set, self.is(Family::Chinese));
        unless(
            set != chinese,
            place("plays"),
            "sets are for Chinese Poker, and Chinese Poker has nothing else",
        )?;
        let (hole, board) = (held.down + held.up, self.game.board_cards());
        match part.plays.value {
            Plays::Any => {
                let ranks = order.form().from();
                let total = hole + board;
                let what = format!(
                    "'{}' ranks {} cards; a hand of this game has {hole} and {board} of the board, {total} in all",
                    part.order,
                    span(&ranks)
                );
                unless(!ranks.contains(&total), place("order"), what)
            }
            Plays::ExactlyTwo => {
                let five = order.form() == Form::Five;
                unless(!five, place("order"), format!("'{}' does not rank five cards", part.order))?;
                let fits = (2..=5).contains(&hole) && (3..=5).contains(&board);
                let what = format!(
                    "two of 2 to 5 cards play with three of a board of 3 to 5; here: {hole} and {board}"
                );
                unless(!fits, place("plays"), what)
            }
            Plays::Set => {
                let due = if at == 0 { 3 } else { 5 };
                let ranks = order.form().from();
                let what = format!("'{}' ranks {} cards, this set has {due}", part.order, span(&ranks));
                unless(!ranks.contains(&due), place("order"), what)
            }
        }
    }

    /// Whether the deck is enough for a full table of which nobody folds.
    fn deck(&self) -> Checked {
        let game = self.game;
        let (players, deck) = (usize::from(game.players.value), game.deck.value.len());
        let kitty = game.kitty.as_ref().map_or(0, |kitty| usize::from(kitty.cards.value));
        let burns = game.street.iter().filter(|street| street.burn.is_some()).count();
        let each = game.hole_cards();
        let first = game.street[0].deal.as_ref().map_or(0, |deal| deal.value.0.len());
        let (needed, told) = match game.family {
            Family::Stud => {
                unless(
                    !self.stud_goes_round(),
                    "players",
                    format!("{deck} cards are not enough for {players} players"),
                )?;
                (players * first, format!("{players} players with {first} cards each"))
            }
            Family::Draw => {
                // Who draws gets nobody's discards of this draw but those before him, unless all are shuffled in.
                let draws =
                    game.street.iter().filter_map(|street| street.draw).map(|draw| usize::from(draw.value));
                let draw = if self.law.all_dead_reshuffled.value { 0 } else { draws.max().unwrap_or(0) };
                let spare = (burns + draw).max(kitty);
                let told = format!(
                    "{players} players with {each} cards each, and {spare} for burns, a draw or a Kitty"
                );
                (players * each + spare, told)
            }
            _ => {
                let board = self.board_count() * game.board_cards();
                let told = format!(
                    "{players} players with {each} cards each, {board} to the board and {burns} burns"
                );
                (players * each + board + burns, told)
            }
        };
        unless(needed > deck, "players", format!("{told} are {needed} cards, but the deck has {deck}"))
    }

    /// Stud: the deck goes round, or is shuffled again with its burns, or has a card for all.
    fn stud_goes_round(&self) -> bool {
        let game = self.game;
        let players = usize::from(game.players.value);
        let first = game.street[0].deal.as_ref().map_or(0, |deal| deal.value.0.len());
        let Some(mut stub) = game.deck.value.len().checked_sub(players * first) else { return false };
        let mut burned = 0;
        for street in &game.street[1..] {
            let burn = usize::from(street.burn.is_some());
            if stub >= players + burn {
                (stub, burned) = (stub - players - burn, burned + burn);
            } else if stub + burned >= players {
                (stub, burned) = (stub + burned - players, 0);
            } else if stub + burned >= 2 {
                (stub, burned) = (stub + burned - 2, 1);
            } else {
                return false;
            }
        }
        true
    }
}

fn span(range: &RangeInclusive<usize>) -> String {
    if range.start() == range.end() {
        range.start().to_string()
    } else {
        format!("{} to {}", range.start(), range.end())
    }
}

/// Every row of irregularities can be found: none stands behind others that always come first.
pub(super) fn rows(rows: &[RoomIrregularity], games: &[RoomGame]) -> Checked {
    for (at, row) in rows.iter().enumerate() {
        let number = row.row;
        let mut before = None;
        let mut found = false;
        for game in games.iter().filter(|game| row.is_for(game)) {
            for concerned in 0..=MOST_CARDS as u8 {
                let fits = |other: &RoomIrregularity| other.fits(game, row.what, &row.when, concerned);
                if !fits(row) {
                    continue;
                }
                let first = rows.iter().position(fits).unwrap_or(at);
                found |= first == at;
                before.get_or_insert(first);
            }
        }
        if found {
            continue;
        }
        let what = match before {
            Some(first) => {
                format!("row {number} is never reached: row {} always comes first", rows[first].row)
            }
            None => format!("row {number} fits no game, or has facts that cannot occur together"),
        };
        return mistake(item("irregularity", at).key("row"), what);
    }
    Ok(())
}
