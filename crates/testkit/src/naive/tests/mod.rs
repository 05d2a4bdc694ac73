//! The worked scenarios of the notes, by their numbers, and the counts that every evaluator must find.

mod caribbean;
mod evaluator;
mod jackpots;
mod limits;
mod mississippi;
mod three_card;
mod ultimate;

use super::{Answer, Book, Card, Game, Jackpot, Line, Round, Seat, Sign, settle};

/// A round built from words.
#[derive(Clone)]
struct Table(Round);

fn table(book: Book, game: Game) -> Table {
    // The notes' default: a chip of one dollar in the Crown Sydney scenarios, cents elsewhere.
    let smallest_chip = if book == Book::CrownSydney { 100 } else { 1 };
    let sign = Sign { smallest_chip, ..Sign::default() };
    let nobody = Vec::new;
    Table(Round {
        book,
        game,
        sign,
        seats: Vec::new(),
        dealer: nobody(),
        board: nobody(),
        jackpot_cards: nobody(),
    })
}

fn caribbean() -> Table {
    table(Book::CrownSydney, Game::CaribbeanStud)
}

fn ultimate() -> Table {
    table(Book::CrownSydney, Game::UltimateTexasHoldem)
}

fn mississippi(book: Book) -> Table {
    table(book, Game::MississippiStud)
}

fn three_card() -> Table {
    table(Book::MelbourneThreeCard, Game::ThreeCardPoker)
}

impl Table {
    fn chip(mut self, dollars: &str) -> Table {
        self.0.sign.smallest_chip = cents(dollars);
        self
    }

    fn cap(mut self, dollars: &str) -> Table {
        self.0.sign.max_payout = Some(cents(dollars));
        self
    }

    fn min(mut self, on: &str, dollars: &str) -> Table {
        self.0.sign.min.insert(on.to_string(), cents(dollars));
        self
    }

    fn max(mut self, on: &str, dollars: &str) -> Table {
        self.0.sign.max.insert(on.to_string(), cents(dollars));
        self
    }

    fn approved(mut self, on: &str, dollars: &str) -> Table {
        self.0.sign.approved_min.insert(on.to_string(), cents(dollars));
        self
    }

    fn method_b(mut self) -> Table {
        self.0.sign.method_b = true;
        self
    }

    /// Ante Bonus, Pair Plus and Six Card Bonus tables.
    fn pays(mut self, letters: &str) -> Table {
        let mut letters = letters.chars();
        let mut next = || letters.next().expect("three letters");
        (self.0.sign.ante_bonus, self.0.sign.pair_plus, self.0.sign.six_card_bonus) =
            (next(), next(), next());
        self
    }

    /// A jackpot of $5 a wager whose meter stands at `meter` once the wagers of the round are on it.
    fn jackpot(mut self, option: u8, seed: i64, meter: &str) -> Table {
        let meter = micro_cents(meter);
        let (bonus_royal, bonus_straight_flush) = (None, None);
        let jackpot =
            Jackpot { option, seed, increment_ppm: 0, wager: 500, meter, bonus_royal, bonus_straight_flush };
        self.0.sign.jackpot = Some(jackpot);
        self
    }

    fn dealer(mut self, cards: &str) -> Table {
        self.0.dealer = hand(cards);
        self
    }

    fn board(mut self, cards: &str) -> Table {
        self.0.board = hand(cards);
        self
    }

    fn jackpot_cards(mut self, cards: &str) -> Table {
        self.0.jackpot_cards = hand(cards);
        self
    }

    /// `seat("ante 10 jackpot 5", "As Kd", "check, bet 2x")`
    fn seat(mut self, wagers: &str, cards: &str, decisions: &str) -> Table {
        let words: Vec<&str> = wagers.split_whitespace().collect();
        let wagers = words.chunks(2).map(|pair| (pair[0].to_string(), cents(pair[1]))).collect();
        let decisions = decisions.split(", ").filter(|word| !word.is_empty()).map(str::to_string).collect();
        let number = self.0.seats.len() as u8 + 1;
        self.0.seats.push(Seat { number, wagers, cards: hand(cards), decisions, ..Seat::default() });
        self
    }

    /// Changes the seat added last.
    fn who(mut self, change: impl FnOnce(&mut Seat)) -> Table {
        change(self.0.seats.last_mut().expect("a seat"));
        self
    }

    fn with(mut self, change: impl FnOnce(&mut Round)) -> Table {
        change(&mut self.0);
        self
    }

    /// Rules the round. The meter given stands for what it reads at settlement, so the wagers are taken off first.
    fn ruling(&self) -> Answer {
        let mut round = self.0.clone();
        let contributed = settle(&round).jackpot.map_or(0, |meter| meter.contributed);
        if let Some(jackpot) = &mut round.sign.jackpot {
            jackpot.meter -= contributed;
        }
        settle(&round)
    }

    /// What each wager gains or loses, seat by seat: `ante +10, bet 0 | ante -10`.
    fn net(&self) -> String {
        let net = |line: &Line| {
            let net = line.paid + line.returned - line.staked;
            format!("{} {}{}", line.on, if net > 0 { "+" } else { "" }, dollars(net))
        };
        self.tell(net)
    }

    /// Every line in full: `ante win 10 back 15, bet lose 0 back 0`.
    fn full(&self) -> String {
        self.tell(|line| {
            format!("{} {} {} back {}", line.on, line.result, dollars(line.paid), dollars(line.returned))
        })
    }

    fn tell(&self, words: impl Fn(&Line) -> String) -> String {
        let seat = |lines: &Vec<Line>| lines.iter().map(&words).collect::<Vec<_>>().join(", ");
        self.ruling().seats.iter().map(seat).collect::<Vec<_>>().join(" | ")
    }

    /// What the seat gains or loses altogether.
    fn total(&self) -> String {
        let lines = self.ruling().seats.concat();
        dollars(lines.iter().map(|line| line.paid + line.returned - line.staked).sum())
    }

    /// What the jackpot wagers are paid, seat by seat.
    fn prizes(&self) -> Vec<String> {
        let lines = self.ruling().seats.concat();
        lines.iter().filter(|line| line.on == "jackpot").map(|line| dollars(line.paid)).collect()
    }

    /// The meter: `paid 1 reseeded 2 house 3 after 4`.
    fn meter(&self) -> String {
        let m = self.ruling().jackpot.expect("a meter");
        let [paid, reseeded, house, after] = [m.paid, m.reseeded, m.house, m.after].map(exact_dollars);
        format!("paid {paid} reseeded {reseeded} house {house} after {after}")
    }
}

fn hand(cards: &str) -> Vec<Card> {
    // With or without blanks between the cards.
    let letters: Vec<char> = cards.chars().filter(|letter| !letter.is_whitespace()).collect();
    let place = |line: &str, letter| line.find(letter).unwrap_or_else(|| panic!("no card: {cards}")) as u8;
    let card =
        |pair: &[char]| Card { rank: 2 + place("23456789TJQKA", pair[0]), suit: place("cdhs", pair[1]) };
    letters.chunks(2).map(card).collect()
}

/// Dollars to cents.
fn cents(dollars: &str) -> i64 {
    super::limits::amount_of(&format!("={dollars}")).expect("an amount")
}

/// Dollars with up to eight decimals to millionths of a cent.
fn micro_cents(dollars: &str) -> i128 {
    let (whole, part) = dollars.split_once('.').unwrap_or((dollars, ""));
    format!("{whole}{part:0<8}").parse().expect("an amount")
}

/// Cents to dollars, without decimals that are not needed.
fn dollars(cents: i64) -> String {
    exact_dollars(i128::from(cents) * 1_000_000)
}

fn exact_dollars(micro_cents: i128) -> String {
    let (sign, size) = (if micro_cents < 0 { "-" } else { "" }, micro_cents.abs());
    let decimals = format!("{:08}", size % 100_000_000);
    let decimals = decimals.trim_end_matches('0');
    let point = if decimals.is_empty() { "" } else { "." };
    let pad = if decimals.len() == 1 { "0" } else { "" };
    format!("{sign}{}{point}{decimals}{pad}", size / 100_000_000)
}
