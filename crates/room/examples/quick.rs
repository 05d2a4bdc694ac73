//! Scratch: hands a second.
use cards::{ShuffleKey, Shuffler};
use engine::Sink;
use room::*;
use rulebook::Ruled;
struct Nothing(u64);
impl Sink<Ruled<Event>> for Nothing {
    #[inline(always)]
    fn take(&mut self, _: Ruled<Event>) {
        self.0 += 1;
    }
}
fn main() {
    let book = rulebook::library::open_room("crown-melbourne-poker-13.0").unwrap();
    let game = book.game("holdem", 52).unwrap();
    let room = Room::new(&book, game, Terms::blinds(50, 100));
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(1));
    let mut out = Nothing(0);
    let n = 2_000_000u64;
    let start = std::time::Instant::now();
    let mut sum = 0i64;
    let fixed = std::env::args().nth(1).is_some();
    let base = Pile::of(game.deck.value.0.cards().iter());
    for at in 0..n {
        let pile = if fixed { base } else { Pile::shuffled(game.deck.value.0, &mut shuffler) };
        let mut hand = Hand::new(&[10_000; 6], pile);
        loop {
            let command = match hand.due() {
                Due::Posts => Command::Post,
                Due::Act(seat) => Command::Act { seat, act: Act::Call },
                Due::Show(seat) => Command::Show { seat, cards: Cards::default() },
                Due::Pay => Command::Pay,
                Due::Over => break,
                _ => Command::Deal,
            };
            room.tell(&mut hand, &command, &mut out).unwrap();
        }
        sum += hand.stacks()[(at % 6) as usize];
    }
    let took = start.elapsed();
    println!(
        "{} ns a hand, {} events a hand, {sum}, hand is {} bytes",
        took.as_nanos() as u64 / n,
        out.0 / n,
        std::mem::size_of::<Hand>()
    );
}
