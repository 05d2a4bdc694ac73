//! Scratch.
use cards::{ShuffleKey, Shuffler};
use room::sim::{self, CheckCall, Counter};
use room::{Hand, Room, Terms};
fn main() {
    let book = rulebook::library::open_room("crown-melbourne-poker-13.0").unwrap();
    let game = book.game("holdem", 52).unwrap();
    let room = Room::new(&book, game, Terms::blinds(50, 100));
    let mut shuffler = Shuffler::new(&ShuffleKey::from_seed(1));
    let mut count = Counter::default();
    let n = 3_000_000u64;
    let start = std::time::Instant::now();
    for _ in 0..n {
        let mut hand = Hand::new(&[10_000; 6], sim::deck(&room, 6, &mut shuffler));
        sim::play(&room, &mut hand, &mut CheckCall, &mut shuffler, &mut count).unwrap();
    }
    println!("{} ns, {} bytes", start.elapsed().as_nanos() as u64 / n, std::mem::size_of::<Hand>());
}
