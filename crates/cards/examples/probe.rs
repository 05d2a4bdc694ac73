use cards::*;
use std::time::Instant;
fn main() {
    let mut sh = Shuffler::new(&ShuffleKey::from_seed(1));
    let mut deck: Vec<Card> = Pack::OF_52.cards().iter().collect();
    for n in [2048usize, 1 << 14, 1 << 16] {
        let hands: Vec<CardSet> = (0..n).map(|_| { sh.shuffle(&mut deck); deck[..7].iter().copied().collect() }).collect();
        let ids: Vec<[CardId; 7]> = hands.iter().map(|h| { let v: Vec<Card> = h.iter().collect(); std::array::from_fn(|i| v[i].id()) }).collect();
        let mut out = vec![HandRank::NONE; n];
        for name in ["high-52", "eight-or-better", "ace-to-five"] {
            let o = orders::named(name).unwrap();
            let b = o.batch();
            let mut best = f64::MAX;
            for _ in 0..200 {
                let t = Instant::now();
                for _ in 0..(1 << 17) / n { b.rank_all(std::hint::black_box(&hands), &mut out); std::hint::black_box(&out); }
                best = best.min(t.elapsed().as_secs_f64());
            }
            println!("{n} {name} batch {:.3} ns", best * 1e9 / (1 << 17) as f64);
            let f = o.fast();
            let mut best = f64::MAX;
            for _ in 0..20 {
                let t = Instant::now();
                let mut s = 0u64;
                for _ in 0..(1 << 17) / n { for &h in &hands { s += f.rank(h).code() as u64; } }
                std::hint::black_box(s);
                best = best.min(t.elapsed().as_secs_f64());
            }
            println!("{n} {name} fast {:.3} ns", best * 1e9 / (1 << 17) as f64);
            let mut best = f64::MAX;
            for _ in 0..20 {
                let t = Instant::now();
                let mut s = 0u64;
                for _ in 0..(1 << 17) / n { for h in &ids { s += f.rank_ids(h).code() as u64; } }
                std::hint::black_box(s);
                best = best.min(t.elapsed().as_secs_f64());
            }
            println!("{n} {name} ids {:.3} ns", best * 1e9 / (1 << 17) as f64);
        }
    }
    let t = Instant::now();
    orders::high_40().rank("As Ad Kd 5c 6c".parse().unwrap());
    println!("tables {:?}", t.elapsed());
}
