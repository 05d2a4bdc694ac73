//! Hands dealt by chance: written, read back equal, and replayed to the same end.

use replay::{Books, HandRequest, codes, deal, replay};

/// A hand of each game and number of seats goes through text and back, and ends as it was played.
fn round_trip(books: &Books, wanted: &HandRequest<'_>) {
    let file = deal(books, wanted).unwrap_or_else(|wrong| panic!("{wanted:?}: {wrong}"));
    let text = phh::write(&file);
    let read = phh::read(&text).unwrap_or_else(|error| panic!("{wanted:?}: {error}\n{text}"));
    assert_eq!(read, file, "{text}");
    let ended = replay(books, &read).unwrap_or_else(|wrong| panic!("{wanted:?}: {wrong}\n{text}"));
    let stacks: Vec<_> = (0..ended.players()).map(|player| ended.finishing_stack(player)).collect();
    assert_eq!(stacks, file.finishing_stacks, "{text}");
}

/// How many seeds each game and number of seats gets; more on request.
fn seeds() -> u64 {
    let given = std::env::var("CARDROOM_HANDS_DEALT").ok().and_then(|text| text.parse().ok());
    given.unwrap_or(12)
}

#[test]
fn hands_of_every_game_of_the_book_come_back_from_their_text() {
    let books = Books::open().unwrap();
    let id = "crown-melbourne-poker-13.0";
    let book = books.find(Some(id)).unwrap();
    let mut games = 0;
    for game in &book.games {
        games += 1;
        for seats in 2..=usize::from(game.players.value) {
            for seed in 0..seeds() {
                let deck = Some(game.deck.value.len());
                round_trip(
                    &books,
                    &HandRequest { game: &game.game, rulebook: id, deck, structure: None, seats, seed },
                );
            }
        }
    }
    assert_eq!(games, 49);
}

#[test]
fn hands_of_every_code_of_the_standard_come_back_from_their_text() {
    let books = Books::open().unwrap();
    for (code, name, _) in codes() {
        let most = books.find(None).unwrap().game(name, 0).unwrap().players.value;
        for seats in 2..=usize::from(most) {
            for seed in 0..seeds() * 4 {
                round_trip(
                    &books,
                    &HandRequest { game: code, rulebook: "", deck: None, structure: None, seats, seed },
                );
            }
        }
    }
}
