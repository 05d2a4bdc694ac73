use equity::*;
use std::time::Instant;
fn main() {
    for (game, hands, board) in [
        ("holdem", vec!["AsAh", "KsKh"], ""),
        ("holdem", vec!["AsAh", "KsKh", "QdJd"], ""),
        ("holdem", vec!["AsKs", "QhJh"], ""),
        ("holdem", vec!["AsKs", "QhJh", "2c2d", "Td9d", "8h8d"], ""),
        ("holdem-hi-lo", vec!["AsAh", "2s3h"], ""),
        ("short-deck", vec!["AsAh", "KsKh"], ""),
        ("holdem", vec!["AA-99,AK", "random"], ""),
        ("holdem", vec!["22+,A2s+,KTs+", "ATo+,KQ"], ""),
        ("holdem", vec!["random", "random"], ""),
        ("holdem", vec!["AsAh", "KsKh"], "2c3c4h"),
        ("holdem", vec!["random", "random"], "2c3c4h"),
        ("holdem", vec!["22+,AK", "JTs,AQ+", "QQ+"], "2c3c4h"),
        ("omaha", vec!["AsAhKsKh", "QdJdTc9c"], ""),
        ("omaha-hi-lo", vec!["AsAh2s3h", "QdJdTc9c"], ""),
        ("omaha", vec!["AsAhKsKh", "random"], "2c3c4h"),
        ("seven-card-stud", vec!["AsAhKs", "QdJdTc"], ""),
        ("stud-hi-lo", vec!["AsAh2s", "QdJdTc"], ""),
        ("razz", vec!["As2h3s", "QdJdTc"], ""),
        ("seven-card-stud", vec!["AsAhKs2d3d", "QdJdTc4d5d", "8h8d7d7c2c"], ""),
    ] {
        let position = Position::new(Game::named(game).unwrap(), &hands, board, "").unwrap();
        let estimate = position.estimate();
        if estimate.nanoseconds(1) > 30_000_000_000 {
            println!("{game} {hands:?} {board}: {estimate:?} too long");
            continue;
        }
        let start = Instant::now();
        let e = position.exact(1, &Watch::NONE).unwrap();
        let cold = start.elapsed();
        let start = Instant::now();
        let _ = position.exact(1, &Watch::NONE).unwrap();
        println!(
            "{game} {hands:?} {board}: est {} us, took {cold:?} warm {:?} deals {} won {} tied {} share {}",
            estimate.nanoseconds(1) / 1000,
            start.elapsed(),
            e.deals,
            e.players[0].won,
            e.players[0].tied,
            e.players[0].share_decimal(8)
        );
    }
}
