//! The mathematics report: its tables add up exactly, its page is whole, its CSV says the same.

use engine::Sign;
use money::{Fraction, Money, Odds, Rate};
use odds::Watch;
use odds::report::{Cell, Report, Subject, Table};
use rulebook::{HandFloor, OddsText, Place, Rulebook};
use std::sync::Arc;

const SYDNEY: &str = "crown-sydney-poker-minors-3.3";
const THREE_CARD: &str = "crown-melbourne-three-card-poker-5.1";
const MELBOURNE: &str = "crown-melbourne-mississippi-stud-3.0";
const STAR: &str = "star-sydney-mississippi-stud-4";

fn sign(book: &Rulebook, game: &str) -> Sign {
    let mut sign = Sign::plain(book);
    let game = book.variant(game).unwrap();
    for (name, columns) in game.chosen_tables() {
        sign.paytables.push((name.to_string(), columns[0].to_string()));
    }
    if game.step.iter().any(|step| step.stake.as_ref().is_some_and(|stake| stake.sign_stage.is_some())) {
        sign.multiples = [vec![3, 4], vec![2], vec![1]];
    }
    sign
}

fn report_on(book: &Rulebook, game: &str, jackpot: Option<&Sign>) -> Report {
    let approved = Rulebook::open(&book.front.id).unwrap();
    let sign = sign(book, game);
    let game = book.variant(game).unwrap();
    let subject = Subject { approved: &approved, book, game, sign: &sign, jackpot };
    Report::new(&subject, &Arc::new(Watch::default())).unwrap()
}

fn report(book: &str, game: &str) -> Report {
    report_on(&Rulebook::open(book).unwrap(), game, None)
}

fn table<'r>(report: &'r Report, id: &str) -> &'r Table {
    report.tables().find(|table| table.id == id).unwrap_or_else(|| panic!("no table '{id}'"))
}

/// Every table with a total, column by column.
fn assert_adds_up(report: &Report) {
    let mut outcomes = 0;
    for table in report.tables().filter(|table| table.totalled) {
        let (total, rows) = table.rows.split_last().unwrap();
        for (at, column) in table.columns.iter().enumerate() {
            let name = format!("{} {column}", table.id);
            let sum = rows.iter().try_fold(Fraction::ZERO, |sum, row| match &row[at] {
                Cell::Chance(share) | Cell::Percent(share, _) => sum.checked_add(*share),
                Cell::Count(deals) => sum.checked_add(Fraction::from(*deals as i128)),
                _ => None,
            });
            match (column.as_str(), &total[at]) {
                ("Combinations", Cell::Count(all)) => {
                    assert_eq!(sum, Some(Fraction::from(*all as i128)), "{name}");
                }
                ("Probability", Cell::Exact(one)) => {
                    assert_eq!((sum, *one), (Some(Fraction::ONE), Fraction::ONE), "{name}");
                }
                ("Contribution" | "Contribution to return", Cell::Percent(all, _)) => {
                    assert_eq!(sum, Some(*all), "{name}");
                    outcomes += 1;
                }
                ("Combinations" | "Probability" | "Contribution" | "Contribution to return", other) => {
                    panic!("{name} is totalled by {other:?}")
                }
                _ => {}
            }
        }
    }
    assert!(outcomes >= 3, "tables of outcomes are missing");
    // What they add up to is what was solved.
    let means = report.study.main.iter().map(|main| main.main.gain.mean);
    let means = means.chain(report.study.sides.iter().map(|side| side.side.gain.mean));
    for mean in means {
        let found = report.tables().filter(|table| table.totalled).any(|table| {
            let at = table.columns.iter().position(|column| column == "Contribution");
            at.is_some_and(|at| table.rows.last().unwrap()[at] == Cell::Percent(mean, 5))
        });
        assert!(found, "nothing adds up to {mean}");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// Every clause and reading by which a wager of the game is settled stands on the page.
fn assert_cites(report: &Report, book: &Rulebook, game: &str) {
    let page = report.html();
    let game = book.variant(game).unwrap();
    let cites = game.wager.iter().flat_map(|wager| wager.case.iter().map(|case| case.clause));
    let cites = cites.chain(game.paytable.iter().map(|table| table.clause));
    for cite in cites.chain(game.step.iter().map(|step| step.clause)) {
        let citation = book.citation(cite);
        for clause in std::iter::once(&citation.clause).chain(&citation.also) {
            let clause = book.register.get(*clause);
            assert!(
                page.contains(&format!(">{}</a>", escaped(&clause.label))),
                "{} is missing",
                clause.label
            );
            assert!(page.contains(&escaped(&clause.effect)), "what {} does is missing", clause.label);
        }
        if let Some(reading) = citation.reading {
            assert!(page.contains(&format!(">{}</a>", book.reading(reading).name)));
        }
    }
}

/// Tags open and close in turn, names are given once, links lead somewhere, and nothing comes from elsewhere.
fn assert_whole(page: &str) {
    let start = page.find("<style>").unwrap();
    let end = page.find("</style>").unwrap();
    let text = format!("{}{}", &page[..start], &page[end + "</style>".len()..]);
    let (mut open, mut ids, mut links): (Vec<String>, Vec<String>, Vec<String>) = Default::default();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a loose '>' near {:?}", &rest[..at]);
        let close = rest[at..].find('>').expect("a tag ends") + at;
        let tag = &rest[at + 1..close];
        rest = &rest[close + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "a tag is closed that was not opened last");
            continue;
        }
        let name = tag.split_whitespace().next().unwrap().trim_end_matches('/').to_string();
        let attribute = |key: &str| {
            let from = tag.find(&format!(" {key}=\""))? + key.len() + 3;
            Some(tag[from..].split('"').next().unwrap().to_string())
        };
        ids.extend(attribute("id"));
        links.extend(attribute("href"));
        assert!(!["script", "link", "img", "iframe"].contains(&name.as_str()), "{name}");
        if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name.as_str()) {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<String>::new(), "tags are left open");
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "a name is given twice");
    for link in links {
        let target = link.strip_prefix('#').expect("links stay within the page").to_string();
        assert!(ids.contains(&target), "nothing is called '{target}'");
    }
    let elsewhere = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http") && !elsewhere.contains("url("), "something comes from elsewhere");
}

#[test]
fn every_game_is_reported_in_full() {
    let games = [
        (SYDNEY, "caribbean-stud"),
        (SYDNEY, "mississippi-stud"),
        (SYDNEY, "ultimate-texas-holdem"),
        (THREE_CARD, "three-card-poker"),
        (MELBOURNE, "mississippi-stud"),
        (STAR, "mississippi-stud"),
    ];
    for (id, game) in games {
        let book = Rulebook::open(id).unwrap();
        let report = report_on(&book, game, None);
        assert_adds_up(&report);
        assert_cites(&report, &book, game);
        assert_whole(&report.html());
        assert!(report.changes.is_empty(), "{:?}", report.changes);
        assert!(!report.html().contains("class=\"warning\""));
        for section in [
            "summary",
            "rules",
            "settlement",
            "pay-tables",
            "main-play",
            "sensitivity",
            "jackpots",
            "definitions",
        ] {
            assert!(report.sections.iter().any(|known| known.id == section), "{game}: {section}");
        }
        let has_sides = report.sections.iter().any(|section| section.id == "side-wagers");
        assert_eq!(has_sides, !report.study.sides.is_empty());
    }
}

#[test]
fn the_same_question_gives_the_same_bytes() {
    for (book, game) in
        [(THREE_CARD, "three-card-poker"), (MELBOURNE, "mississippi-stud"), (SYDNEY, "caribbean-stud")]
    {
        let (one, other) = (report(book, game), report(book, game));
        assert_eq!(one.html(), other.html());
        assert_eq!(one.csv(), other.csv());
    }
}

#[test]
fn a_what_if_is_flagged_on_every_section() {
    let mut book = Rulebook::open(SYDNEY).unwrap();
    let game = book.variants.iter_mut().find(|game| game.game == "caribbean-stud").unwrap();
    game.paytable[0].lines[0].pays = OddsText(Odds::to(100, 1).unwrap());
    let pair: HandFloor = "pair".parse().unwrap();
    game.qualifying_rank = pair.rank(game.order(0)).unwrap();
    game.qualifies.as_mut().unwrap().value = pair;
    let report = report_on(&book, "caribbean-stud", None);
    assert_eq!(
        report.changes,
        [
            "pay table bet: royal flush pays 100 to 1; approved is 250 to 1 [Table 1]",
            "the dealer qualifies with pair; approved is ace-king high [8.2/'Qualify']",
        ]
    );
    let page = report.html();
    assert_whole(&page);
    assert_adds_up(&report);
    assert!(page.contains("Changed from the approved rulebook"));
    assert_eq!(page.matches("class=\"changed\"").count(), report.sections.len());
    assert!(report.csv().contains("report,changed from the approved rulebook,"), "CSV is flagged too");
    let royal = &table(&report, "pays-bet").rows[0];
    assert_eq!(royal[1].shown(), "100 to 1");
}

/// A small reader of RFC 4180.
fn parse(csv: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = csv.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, quoted) {
            ('"', true) if letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            ('"', _) => quoted = !quoted,
            (',', false) => record.push(std::mem::take(&mut field)),
            ('\r', false) => {
                assert_eq!(letters.next(), Some('\n'));
                record.push(std::mem::take(&mut field));
                records.push(std::mem::take(&mut record));
            }
            (letter, _) => field.push(letter),
        }
    }
    assert!(field.is_empty() && record.is_empty() && !quoted, "the last record ends");
    records
}

fn decimal(text: &str) -> Fraction {
    let places = text.split_once('.').map_or(0, |(_, places)| places.len());
    let digits: i128 = text.replace('.', "").parse().unwrap();
    Fraction::new(digits, 10i128.pow(places as u32)).unwrap()
}

#[test]
fn csv_holds_the_tables_of_the_page() {
    let report = report(THREE_CARD, "three-card-poker");
    let page = report.html();
    let records = parse(&report.csv());
    let mut records = records.iter();
    let mut figures = 0;
    for table in report.tables() {
        let head: Vec<&str> = records.next().unwrap().iter().map(String::as_str).collect();
        assert_eq!(
            (head[0], &head[1..]),
            (table.id.as_str(), &table.columns.iter().map(String::as_str).collect::<Vec<_>>()[..])
        );
        for row in &table.rows {
            let record = records.next().unwrap();
            assert_eq!(record[0], table.id);
            for (cell, field) in row.iter().zip(&record[1..]) {
                assert!(
                    page.contains(&escaped(&cell.shown())) || matches!(cell, Cell::Clauses(_)),
                    "{cell:?}"
                );
                if let Cell::Percent(_, places) = cell {
                    assert_eq!(Cell::Percent(decimal(field), *places).shown(), cell.shown());
                    figures += 1;
                }
            }
        }
    }
    assert!(records.next().is_none());
    assert!(figures > 200, "{figures}");
}

#[test]
fn the_rates_of_every_book_agree_to_the_last_digit_that_is_printed() {
    let percent = |cell: &Cell| match cell {
        Cell::Percent(share, _) => share.checked_mul(Fraction::from(100)).unwrap().to_places(3),
        other => panic!("{other:?}"),
    };
    let sydney = report(SYDNEY, "mississippi-stud");
    let all = table(&sydney, "jackpot-spread").rows.last().unwrap();
    assert_eq!(
        (all[0].shown(), percent(&all[2]), percent(&all[3])),
        ("all 36".into(), "88.845".into(), "88.855".into())
    );
    for (book, game) in [(MELBOURNE, "mississippi-stud"), (THREE_CARD, "three-card-poker")] {
        let report = report(book, game);
        let rows = &table(&report, "jackpot-spread").rows;
        let plain = rows.iter().find(|row| row[0].shown() == "all 14").unwrap();
        assert_eq!((percent(&plain[2]), percent(&plain[3])), ("88.126".into(), "88.867".into()));
        // With the seed floor, which the rates allow for.
        let floored = rows.last().unwrap();
        assert_eq!((percent(&floored[2]), percent(&floored[3])), ("88.865".into(), "88.875".into()));
        assert_eq!(table(&report, "jackpot-rates").rows.len(), 14);
    }
}

#[test]
fn a_jackpot_that_the_operator_sets_is_reported_when_it_is_given() {
    let book = Rulebook::open(STAR).unwrap();
    assert!(book.variants[0].wager.iter().any(|wager| wager.place == Place::Jackpot));
    let without = report_on(&book, "mississippi-stud", None);
    assert!(without.asked.is_none());
    assert!(without.tables().all(|table| !table.id.starts_with("jackpot-return")));
    assert_eq!(table(&without, "jackpot-chances").rows[0][4].shown(), "1 in 649,740");
    let mut asked = sign(&book, "mississippi-stud");
    asked.jackpot = Some(engine::SignJackpot {
        option: 0,
        seed: 50_000,
        increment: Some(Rate::from_percent("30").unwrap()),
        wager: Money::from_cents(5_00),
        games: 1,
        bonus_royal: None,
        bonus_straight_flush: None,
    });
    let report = report_on(&book, "mississippi-stud", Some(&asked));
    let shown: Vec<String> = table(&report, "jackpot-asked").rows[0].iter().map(Cell::shown).collect();
    assert_eq!(shown[..4], ["best main play", "10.6535%", "30.0000%", "1.5391%"]);
    assert_whole(&report.html());
}
