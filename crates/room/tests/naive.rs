//! The naive room plays the same hands: whose turn it is, what is legal, what each hand and the house end up with.

use crate::tables;

use cards::{ShuffleKey, Shuffler};
use naive_room::State;
use room::sim::{self, Numbers};
use room::{Due, Event, Hand, HandRules, Stub};
use rulebook::Ruled;
use tables::{rival, texts::Scribe, wild::Wild};

/// Both rooms, and what has been told to the naive one.
struct Both<'b> {
    room: HandRules<'b>,
    hand: Hand,
    naive: State,
    told: Vec<String>,
    shown_early: bool,
    standard: bool,
}

impl Both<'_> {
    /// Tells the naive room. By the standard it wants hands shown as soon as nobody can wager; ours does not insist.
    fn tell(&mut self, text: &str) -> Result<(), String> {
        let mut told = self.naive.apply(text);
        if told.is_err() && self.standard && !text.contains(" sm") {
            for seat in self.hand.live().iter().collect::<Vec<_>>() {
                let cards = self.naive.held(seat);
                let _ = self.naive.apply(&format!("p{} sm {cards}", seat + 1));
            }
            told = self.naive.apply(text);
            self.shown_early = true;
        }
        self.told.push(text.to_owned());
        told.map_err(|error| format!("naive refuses {text}: {error}"))
    }

    /// Whose turn it is and what is legal.
    fn compare_options(&self) -> Result<(), String> {
        let Some(options) = self.room.options(&self.hand) else {
            return match self.naive.turn() {
                Some(turn) => Err(format!("naive has p{} to act, ours is {:?}", turn + 1, self.hand.due())),
                None => Ok(()),
            };
        };
        let naive = self.naive.legal();
        let ours = naive_room::LegalActs {
            fold: options.fold(),
            call: options.call,
            raise: options.raise.map(|raises| (raises.least, raises.most)),
            bring_in: options.bring_in.is_some(),
            kitty: options.kitty,
        };
        if self.naive.turn() == Some(options.seat) && naive == ours {
            Ok(())
        } else {
            Err(format!(
                "ours: p{} {ours:?}; naive: p{:?} {naive:?}",
                options.seat + 1,
                self.naive.turn().map(|turn| turn + 1)
            ))
        }
    }

    fn play(&mut self, player: &mut Wild, shuffler: &mut Shuffler) -> Result<(), String> {
        let mut scribe = Scribe::new(self.standard);
        while !self.hand.is_over() {
            if !matches!(self.hand.due(), Due::Posts | Due::Shuffle) {
                self.compare_options()?;
            }
            let pots: Vec<i64> = self.room.pots(&self.hand).all().iter().map(|pot| pot.chips).collect();
            let paying = self.hand.due() == Due::Pay;
            let mut said: Vec<Ruled<Event>> = Vec::new();
            sim::step(&self.room, &mut self.hand, player, shuffler, &mut said)
                .map_err(|refusal| refusal.reason.to_string())?;
            for event in &said {
                for text in scribe.take(&event.value, &self.hand) {
                    self.tell(&text)?;
                }
            }
            if paying && self.naive.pots() != pots {
                return Err(format!("pots {pots:?}, naive {:?}", self.naive.pots()));
            }
        }
        let mucks = |text: &String| text.ends_with(" sm");
        if self.shown_early && self.told.iter().any(mucks) {
            // Whose hand the naive room has seen, to it he cannot give it up any more.
            return Ok(());
        }
        let (ours, naive) = (self.hand.stacks().to_vec(), self.naive.finishing_stacks());
        if self.naive.finished() && ours == naive && self.hand.commission() == self.naive.commission() {
            Ok(())
        } else {
            Err(format!(
                "stacks {ours:?} house {}, naive {naive:?} house {} finished {}",
                self.hand.commission(),
                self.naive.commission(),
                self.naive.finished()
            ))
        }
    }
}

#[test]
fn the_naive_room_plays_the_same_hands() {
    let books = tables::books();
    let games = tables::games(&books);
    let mut numbers = Numbers::new(5);
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(5));
    let mut player = Wild::new(6, 5);
    let mut wrong = std::collections::BTreeMap::<String, (usize, String)>::new();
    for at in 0..tables::hands(6_000) {
        let (book, game) = games[at % games.len()];
        let setting = tables::setting(&books[book], game, book == 1, &mut numbers);
        player.change(&mut numbers);
        let room = HandRules::new(setting.book, setting.game, setting.terms);
        let hand = Hand::new(setting.stacks(), Stub::shuffled(game.deck.value.0, &mut shuffler));
        let naive = State::new(&rival::setup(&setting)).expect("the naive room has this game");
        let mut both =
            Both { room, hand, naive, told: Vec::new(), shown_early: false, standard: setting.standard };
        if let Err(error) = both.play(&mut player, &mut shuffler) {
            let name = format!("{} standard: {}", game.id(), setting.standard);
            let first = || (0, format!("{error}\n{setting:?}\n{:?}", both.told));
            wrong.entry(name).or_insert_with(first).0 += 1;
        }
    }
    let list: Vec<String> = wrong
        .iter()
        .map(|(game, (count, first))| format!("{game}: {count} hands, first: {first}\n\n"))
        .collect();
    assert!(wrong.is_empty(), "{}", list.concat());
}
