//! Reading the files of a book of games between players, one after the other, and checking them against each other.

use super::RoomIrregularity;
use super::check::{MOST_STREETS, rows};
use super::game::RoomGame;
use super::irregularity::IrregularitiesFile;
use super::law::Law;
use super::order::RoomOrder;
use super::point::Point;
use super::suits::unsuited;
use crate::load::{Files, LoadError};
use crate::mistake::{KeyPath, Mistake, item};
use crate::roles::Ladder;
use std::collections::BTreeMap;
use std::sync::Arc;

const LAW: &str = "room.toml";
const IRREGULARITIES: &str = "irregularities.toml";

pub(super) fn law(files: &Files) -> Result<Law, LoadError> {
    let law: Law = files.read(LAW, files.need(LAW)?)?;
    match law.raise_cap.value {
        0 => {
            Err(files.wrong_at(&[LAW], Mistake::new("raise_cap", "the number of raises must be at least 1")))
        }
        _ => Ok(law),
    }
}

/// The orders of hands by the names of their files.
fn orders(files: &Files) -> Result<BTreeMap<String, Arc<RoomOrder>>, LoadError> {
    let mut orders = BTreeMap::new();
    for (path, text) in files.below("orders/") {
        let mut order: RoomOrder = files.read(path, text)?;
        order.complete().map_err(|mistake| files.wrong_at(&[path], mistake))?;
        let name = path.trim_start_matches("orders/").trim_end_matches(".toml");
        orders.insert(name.to_string(), Arc::new(order));
    }
    Ok(orders)
}

/// All games; longer decks of a game first, as Table 1 lists them: the first is the default.
pub(super) fn games(files: &Files, law: &Law) -> Result<Vec<RoomGame>, LoadError> {
    let mut reader =
        Reader { files, law, orders: orders(files)?, made: BTreeMap::new(), on_the_way: Vec::new() };
    for (path, _) in files.below("games/") {
        reader.game(path)?;
    }
    let mut games: Vec<RoomGame> = reader.made.into_values().collect();
    games.sort_by(|a, b| a.game.cmp(&b.game).then(b.deck.value.len().cmp(&a.deck.value.len())));
    Ok(games)
}

/// Reads games, each after the one that it is like: so a mistake is told with the file in which it was made.
struct Reader<'f> {
    files: &'f Files,
    law: &'f Law,
    orders: BTreeMap<String, Arc<RoomOrder>>,
    made: BTreeMap<String, RoomGame>,
    on_the_way: Vec<String>,
}

impl Reader<'_> {
    /// Reads a game; what it does not say itself it has from the file that it is like.
    fn game(&mut self, path: &str) -> Result<(), LoadError> {
        if self.made.contains_key(path) {
            return Ok(());
        }
        let files = self.files;
        let text = files.need(path)?;
        self.on_the_way.push(path.to_string());
        let mut table = files.table(path, text)?;
        let mut chain = vec![path.to_string()];
        while let Some(like) = table.get_mut().remove("like") {
            let (at, named) = (chain[chain.len() - 1].clone(), like.get_ref().as_str().unwrap_or_default());
            let base = format!("games/{named}.toml");
            let wrong = |what: String| Err(files.wrong_at(&[&at], Mistake::new("like", what)));
            if self.on_the_way.contains(&base) {
                return wrong(format!("{base} cannot be like itself"));
            }
            let Some(whole) = files.get(&base) else { return wrong(format!("there is no file {base}")) };
            self.game(&base)?;
            for (key, value) in files.table(&base, whole)?.into_inner() {
                table.get_mut().entry(key).or_insert(value);
            }
            chain.push(base);
        }
        let mut game: RoomGame = files.read_table(path, text, table)?;
        let chain: Vec<&str> = chain.iter().map(String::as_str).collect();
        game.complete(self.law, &self.orders).map_err(|mistake| files.wrong_at(&chain, mistake))?;
        if path != format!("games/{}.toml", game.id()) {
            let what = format!("the game is '{}', but the file has another name", game.id());
            return Err(files.wrong_at(&chain, Mistake::new("game", what)));
        }
        self.on_the_way.pop();
        self.made.insert(path.to_string(), game);
        Ok(())
    }
}

/// The first page lists the games that there are, each once.
pub(super) fn listed(files: &Files, listed: &[String], games: &[RoomGame]) -> Result<(), LoadError> {
    let wrong = |at: KeyPath, what: String| Err(files.wrong_at(&["book.toml"], Mistake { at, what }));
    for (at, name) in listed.iter().enumerate() {
        let place = item("games", at);
        if listed[..at].contains(name) {
            return wrong(place, format!("'{name}' is listed twice"));
        }
        if !games.iter().any(|game| game.game == *name) {
            return wrong(place, format!("there is no file of the game '{name}' in games/"));
        }
    }
    match games.iter().find(|game| !listed.contains(&game.game)) {
        Some(game) => wrong(
            "games".into(),
            format!("'{}' is not listed, but there is games/{}.toml", game.game, game.id()),
        ),
        None => Ok(()),
    }
}

/// Every point that a game can come to has a clause.
pub(super) fn points(files: &Files, law: &Law, games: &[RoomGame]) -> Result<(), LoadError> {
    for game in games {
        let lacks: Vec<String> = law.lacks(game).into_iter().map(Point::name).collect();
        let points = match lacks.as_slice() {
            [] => continue,
            [one] => format!("the point '{one}' has no clause"),
            several => format!("the points '{}' have no clause", several.join("', '")),
        };
        let what = format!("{points}, but {} can reach it", game.id());
        return Err(files.wrong_at(&[LAW], Mistake::new("point", what)));
    }
    Ok(())
}

/// The rows for what can go wrong, in the order in which they are tried.
pub(super) fn irregularities(
    files: &Files,
    ladder: &Ladder,
    games: &[RoomGame],
) -> Result<Vec<RoomIrregularity>, LoadError> {
    let Some(text) = files.get(IRREGULARITIES) else { return Ok(Vec::new()) };
    let mut all = files.read::<IrregularitiesFile>(IRREGULARITIES, text)?.irregularity;
    let wrong = |at: KeyPath, what: String| Err(files.wrong_at(&[IRREGULARITIES], Mistake { at, what }));
    for (at, row) in all.iter_mut().enumerate() {
        let number = row.row;
        let of = |key| item("irregularity", at).key(key);
        if let Some((place, name)) =
            row.games.iter().enumerate().find(|(_, name)| !games.iter().any(|game| game.game == **name))
        {
            return wrong(of("games").item(place), format!("row {number}: there is no game '{name}'"));
        }
        let Some(least) = ladder.role(&row.by) else {
            return wrong(of("by"), format!("row {number}: the ladder has no role '{}'", row.by));
        };
        row.least = least;
        let streets = 1..=MOST_STREETS as u8;
        if let Some(street) = row.when.street.filter(|street| !streets.contains(street)) {
            let what = format!("row {number}: streets go from 1 to {MOST_STREETS}, not {street}");
            return wrong(of("when").key("street"), what);
        }
        if let Some(what) = unsuited(row, games) {
            return wrong(of("ruling"), what);
        }
    }
    rows(&all, games).map_err(|mistake| files.wrong_at(&[IRREGULARITIES], mistake))?;
    Ok(all)
}
