//! The answer for people.

use ::odds::report::{AskedJackpot, grouped};
use ::odds::{Answer, JackpotReturn};
use engine::{Method, Sign};
use money::Fraction;
use rulebook::{Rulebook, Variant};
use std::fmt::Write;

pub(super) fn print(book: &Rulebook, game: &Variant, sign: &Sign, worked: &Answer) -> String {
    let mut text = format!("{}, {} {}\n", game.name, book.front.title, book.front.version);
    if !sign.multiples[0].is_empty() {
        let stage = |multiples: &Vec<u32>| match (multiples.first(), multiples.last()) {
            (Some(low), Some(high)) if low != high => format!("{low}-{high}x"),
            (Some(only), _) => format!("{only}x"),
            _ => String::new(),
        };
        let stages: Vec<String> = sign.multiples.iter().map(stage).collect();
        let _ = writeln!(text, "Play: {} of the Ante", stages.join(", "));
    }
    for change in &worked.changes {
        let _ = writeln!(text, "Not the approved game: {change}");
    }
    let deals = worked.study.main.first().map_or(0, |study| study.endings.deals());
    let _ = writeln!(text, "{} deals counted; per one unit of the first wager\n", grouped(deals));
    let _ = writeln!(
        text,
        "{:<18}{:<7}{:>12}{:>12}{:>11}{:>12}",
        "wager", "table", "expected", "deviation", "staked", "of stake"
    );
    for study in &worked.study.main {
        let risk = study.main.element_of_risk().unwrap_or(Fraction::ZERO);
        let _ = writeln!(
            text,
            "{:<18}{:<7}{:>12}{:>12}{:>11}{:>12}",
            study.on,
            study.paytable.as_deref().unwrap_or("-"),
            percent(study.main.gain.mean),
            study.main.gain.variance.root_to_significant(6),
            study.main.staked.to_places(6),
            percent(risk),
        );
    }
    for study in &worked.study.sides {
        let _ = write!(
            text,
            "{:<18}{:<7}{:>12}{:>12}",
            study.on,
            study.paytable.as_deref().unwrap_or("-"),
            percent(study.side.gain.mean),
            study.side.gain.variance.root_to_significant(6),
        );
        if let Some(unforfeited) = study.side.unforfeited {
            let _ = write!(text, "   never folding {}", percent(unforfeited.mean));
        }
        text.push('\n');
    }
    let _ = writeln!(text);
    for study in &worked.study.main {
        let table = study.paytable.as_ref().map_or_else(String::new, |table| format!(" {table}"));
        let _ = writeln!(text, "{}{table}: exactly {}", study.on, study.main.gain.mean);
    }
    if let Some(jackpot) = &worked.jackpot {
        text.push('\n');
        text += &print_jackpot(book, jackpot);
    }
    text
}

fn print_jackpot(book: &Rulebook, jackpot: &AskedJackpot) -> String {
    let mut text = String::new();
    let Some(shown) = &jackpot.sign.jackpot else { return text };
    let option = if shown.option > 0 { format!("option {}, ", shown.option) } else { String::new() };
    let method = match (&book.table.methods, jackpot.sign.method) {
        (None, _) => "",
        (Some(_), Method::A) => ", Method A",
        (Some(_), Method::B) => ", Method B",
    };
    let _ = writeln!(
        text,
        "jackpot wager, {option}seed {}{method}: returned of each wager in the long run",
        shown.seed
    );
    let mut line = |name: &str, found: &JackpotReturn| {
        let reseed = found.reseed.checked_add(found.floor).unwrap_or(found.reseed);
        let _ = writeln!(
            text,
            "  {name:<16} fixed {}, increment {}, reseeding {}, together {}",
            percent(found.fixed),
            percent(found.increment),
            percent(reseed),
            percent(found.total())
        );
        if found.guarantee != Fraction::ZERO {
            let _ = writeln!(text, "  {:<16} guaranteed least awards add {}", "", percent(found.guarantee));
        }
        if let Some(life) = &found.life {
            let between = Fraction::ONE.checked_div(life.hit).unwrap_or(Fraction::ZERO);
            let _ = writeln!(
                text,
                "  {:<16} the meter is hit once in {} wagers, and stands at {} wagers then",
                "",
                between.to_places(0),
                life.mean_at_hit.to_places(0)
            );
        }
    };
    line("best play", &jackpot.returned);
    if let Some(unforfeited) = &jackpot.unforfeited {
        line("never folding", unforfeited);
    }
    text
}

/// A fraction as a percentage with four decimals.
pub(super) fn percent(value: Fraction) -> String {
    let hundred = value.checked_mul(Fraction::from(100)).unwrap_or(value);
    format!("{}%", hundred.to_places(4))
}
