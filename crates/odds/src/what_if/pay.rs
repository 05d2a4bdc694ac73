//! Changed lines of pay tables.

use super::{Field, Refused, short, spaced};
use money::Odds;
use rulebook::{Cite, HandFloor, OddsText, PayLine, PayTable, Pays, Place, Rulebook, Variant, WagerRules};

/// Odds above this, or divided finer, are refused: no table pays them.
const MOST: u32 = 1_000_000;

/// Changes every line as asked; what is refused stays as it was.
pub(super) fn change(game: &mut Variant, asked: &[String]) -> Vec<Refused> {
    let mut seen: Vec<&str> = Vec::new();
    let mut refused = Vec::new();
    for (at, text) in asked.iter().enumerate() {
        let field = Field::Pay(at);
        let wrong =
            |why: &str| Refused { field, given: None, why: why.to_string(), clause: None }.given(text);
        let change = match PayChange::read(text) {
            Ok(change) => change,
            Err(why) => {
                refused.push(wrong(why));
                continue;
            }
        };
        let line = text.split('=').next().unwrap_or_default();
        if seen.contains(&line) {
            refused.push(wrong("this line is changed twice"));
            continue;
        }
        seen.push(line);
        refused.extend(change.apply(game, field).err());
    }
    refused
}

/// A changed line.
struct PayChange<'a> {
    text: &'a str,
    spot: &'a str,
    column: Option<&'a str>,
    hand: &'a str,
    /// None where they cannot be read, which is said with the clause of the line that they were meant for.
    odds: Option<(u32, u32)>,
}

impl PayChange<'_> {
    fn read(text: &str) -> Result<PayChange<'_>, &'static str> {
        const FORM: &str = "write SPOT.HAND=ODDS, such as bet.royal-flush=100";
        let (line, odds) = text.split_once('=').ok_or(FORM)?;
        let mut words = line.split('.');
        let (spot, second, third) = (words.next(), words.next(), words.next());
        let (spot, column, hand) = match (spot, second, third, words.next()) {
            (Some(spot), Some(hand), None, None) => (spot, None, hand),
            (Some(spot), Some(column), Some(hand), None) => (spot, Some(column), hand),
            _ => return Err(FORM),
        };
        let (above, below) = odds.split_once('/').unwrap_or((odds, "1"));
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= MOST);
        let odds = number(above).zip(number(below)).filter(|(_, below)| *below > 0);
        Ok(PayChange { text, spot, column, hand, odds })
    }

    /// Changes every line that fits. A refusal comes with the clause that is nearest.
    fn apply(&self, game: &mut Variant, field: Field) -> Result<(), Refused> {
        let no = |why: String, cite: Cite| Refused::new(field, why, cite);
        let spot = short(self.spot);
        let table = self.table(game, field)?;
        let clause_of = |game: &Variant| {
            game.paytable.iter().find(|known| known.id == table).map_or(game.clause, |known| known.clause)
        };
        let hand: HandFloor = self
            .hand
            .replacen('_', " ", 2)
            .parse()
            .or_else(|_| spaced(self.hand))
            .map_err(|_| no(format!("'{}' is not a hand", short(self.hand)), clause_of(game)))?;
        let mut found = false;
        let mut lines = Vec::new();
        let mut near = game.clause;
        for known in game.paytable.iter_mut().filter(|known| known.id == table) {
            near = known.clause;
            if self.column.is_some() && self.column != known.column.as_deref() {
                continue;
            }
            for line in &mut known.lines {
                let hand_named = line.hand.to_string();
                if !lines.contains(&hand_named) {
                    lines.push(hand_named);
                }
                if line.hand == hand {
                    self.pay(line).ok_or_else(|| {
                        let why = "odds are N or N/D in whole numbers up to 1000000, and D not 0";
                        no(why.into(), line.clause.unwrap_or(near)).given(self.text)
                    })?;
                    found = true;
                }
            }
        }
        match (found, lines.is_empty()) {
            (true, _) => Ok(()),
            (false, true) => {
                let column = short(self.column.unwrap_or(""));
                Err(no(format!("the pay table of {spot} has no column '{column}'"), near))
            }
            (false, false) => {
                let hand = short(self.hand);
                let why =
                    format!("the pay table of {spot} has no line '{hand}'; it has {}", lines.join(", "));
                Err(Refused { given: Some(short(self.text)), ..no(why, near) })
            }
        }
    }

    /// The line pays what was asked, in the way in which it is printed; none where that cannot be read.
    fn pay(&self, line: &mut PayLine) -> Option<()> {
        let (above, below) = self.odds?;
        let odds = match line.pays.0 {
            Odds::To(_) => Odds::to(above, below),
            Odds::For(_) => Odds::for_every(above, below),
        };
        line.pays = OddsText(odds.ok()?);
        Some(())
    }

    /// The pay table of the spot, or the one that is called so.
    fn table(&self, game: &Variant, field: Field) -> Result<String, Refused> {
        let spot = short(self.spot);
        match game.wager(self.spot) {
            Some(at) => table_of(game, self.spot).map(str::to_string).ok_or_else(|| {
                let wager = &game.wager[at];
                let why = match wager.place {
                    Place::Jackpot => "the prizes of a jackpot are not changed here".to_string(),
                    _ => format!("{spot} is paid by no pay table"),
                };
                Refused::new(field, why, wager.clause)
            }),
            None if game.paytable.iter().any(|table| table.id == self.spot) => Ok(self.spot.to_string()),
            None => {
                let paid = game.wager.iter().filter(|wager| wager.place != Place::Jackpot);
                let spots: Vec<&str> = paid.map(|wager| wager.on.as_str()).collect();
                let cite = game.spots.unwrap_or(game.clause);
                let why = format!("there is no spot '{spot}'; choose from {}", spots.join(", "));
                Err(Refused::new(field, why, cite))
            }
        }
    }
}

/// The pay table of a spot. The Ante itself may be paid evenly, and a bonus on it by a table.
fn table_of<'v>(game: &'v Variant, on: &str) -> Option<&'v str> {
    let table = |wager: &'v WagerRules| {
        wager.case.iter().find_map(|case| match &case.pays {
            Some(Pays::Table(id)) if id != "jackpot" => Some(id.as_str()),
            _ => None,
        })
    };
    let bonus = || game.wager.iter().find(|bonus| bonus.of.as_deref() == Some(on)).and_then(table);
    table(&game.wager[game.wager(on)?]).or_else(bonus)
}

/// How a question names a line of a pay table: "bet.royal-flush", "pair-plus.B.pair".
pub fn pay_name(game: &Variant, table: &PayTable, line: &PayLine) -> String {
    let paid = |wager: &&WagerRules| {
        let by_it = |case: &rulebook::Case| matches!(&case.pays, Some(Pays::Table(id)) if *id == table.id);
        wager.case.iter().any(by_it) && table_of(game, &wager.on) == Some(table.id.as_str())
    };
    let spot = game.wager.iter().find(paid).map_or(table.id.as_str(), |wager| wager.on.as_str());
    let hand = line.hand.to_string().replace(' ', "-");
    match &table.column {
        Some(column) => format!("{spot}.{column}.{hand}"),
        None => format!("{spot}.{hand}"),
    }
}

/// The lines that pay otherwise than in the approved book, each as a question would change it: one way to write a game.
pub fn pay_differences(approved: &Rulebook, game: &Variant) -> Vec<String> {
    let Some(before) = approved.variant(&game.game) else { return Vec::new() };
    let mut differences = Vec::new();
    for (table, known) in game.paytable.iter().zip(&before.paytable) {
        for (line, known) in table.lines.iter().zip(&known.lines) {
            if line.pays != known.pays {
                differences.push(format!("{}={}", pay_name(game, table, line), odds_written(line.pays.0)));
            }
        }
    }
    differences
}

/// Odds as a question writes them: "100", "3/2".
pub(super) fn odds_written(odds: Odds) -> String {
    let (Odds::To(ratio) | Odds::For(ratio)) = odds;
    match ratio.den() {
        1 => ratio.num().to_string(),
        den => format!("{}/{den}", ratio.num()),
    }
}
