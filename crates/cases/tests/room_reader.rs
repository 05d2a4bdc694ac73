//! Nothing unknown is ever accepted: every line of every poker case, with a word too many, a fact too many, or a word
//! misspelt, is an error that names its place.

use cases::RoomCase;
use rulebook::library;
use rulebook::room::RoomBook;

const BOOK: &str = "crown-melbourne-poker-13.0";

fn book() -> RoomBook {
    RoomBook::open(BOOK).unwrap_or_else(|error| panic!("{error}"))
}

/// The quoted lines of a file's scripts: where each begins and ends in the text.
fn script_lines(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        let opens = ["play = [", "table = [", "royal = ["].iter().find(|open| start.starts_with(**open));
        let from = opens.map_or(0, |open| line.find(open).unwrap_or(0) + open.len());
        if inside || opens.is_some() {
            let mut quote: Option<(char, usize)> = None;
            for (place, letter) in line.char_indices().filter(|(place, _)| *place >= from) {
                match quote {
                    None if letter == '"' || letter == '\'' => quote = Some((letter, place + 1)),
                    Some((mark, begin)) if letter == mark => {
                        found.push((at + begin, at + place));
                        quote = None;
                    }
                    None if letter == ']' => {
                        inside = false;
                        break;
                    }
                    _ => inside = true,
                }
            }
            inside |= opens.is_some() && !line.trim_end().ends_with(']');
        }
        at += line.len();
    }
    found
}

/// What a line says may be any word: names of people and places, and what stands behind `goods=` or `for=`.
fn is_free(does: &str, word: &str) -> bool {
    let first = does.split_whitespace().next().unwrap_or_default();
    let person = matches!(first, "join" | "quit" | "claim" | "sit" | "come-back") && word.len() <= 8;
    let name = word.split_once('=').map_or("", |(name, _)| name);
    let drawn = first == "draw" && name != "by" && name != "at";
    let sign = matches!(first, "open" | "announce") && name == "game";
    first == "display" && word != first
        || person
            && word != first
            && !word.contains('=')
            && word.chars().all(|letter| letter.is_ascii_alphabetic())
        || drawn
        || sign
        || matches!(name, "goods" | "for")
}

/// A word spelt wrongly; none where that is another word.
fn misspelt(word: &str) -> Vec<String> {
    let mut all = vec![format!("{word}x")];
    match word.split_once('=') {
        Some((name, value)) => {
            all.push(format!("{name}x={value}"));
            all.push(format!("{}={value}", &name[..name.len() - 1]));
        }
        None if word.len() > 3 && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') => {
            // 'pots' without its last letter is another look.
            all.extend(Some(word[..word.len() - 1].to_string()).filter(|_| word != "pots"));
        }
        None => {}
    }
    all
}

/// The error of a case in which a line was changed; none if it was read.
fn wrong(book: &RoomBook, text: &str, (start, end): (usize, usize), line: &str) -> Option<String> {
    let changed = format!("{}{line}{}", &text[..start], &text[end..]);
    let error = RoomCase::read(&changed).and_then(|case| case.check(book)).err()?;
    let row = text[..start].matches('\n').count() + 1;
    let told = error.to_string();
    assert!(told.contains(&format!("(line {row} of the file)")), "{line}: {told}");
    Some(told)
}

#[test]
fn a_word_too_many_or_misspelt_is_an_error_of_the_case() {
    let book = book();
    let mut accepted = Vec::new();
    let mut tried = 0;
    for (path, text) in library::cases(BOOK) {
        for (start, end) in script_lines(text) {
            let line = &text[start..end];
            let (does, wants) = match line.split_once("=>") {
                Some((does, wants)) => (does.trim(), format!(" =>{wants}")),
                None => (line.trim(), String::new()),
            };
            let mut changed = Vec::new();
            if !does.starts_with("display ") {
                changed.push(format!("{does} zzz{wants}"));
            }
            changed.push(format!("{does} colour=red{wants}"));
            let words: Vec<&str> = does.split_whitespace().collect();
            for (at, word) in words.iter().enumerate().filter(|(_, word)| !is_free(does, word)) {
                for other in misspelt(word) {
                    let mut all: Vec<&str> = words.clone();
                    all[at] = &other;
                    changed.push(format!("{}{wants}", all.join(" ")));
                }
            }
            for line in changed.iter().filter(|line| !line.starts_with("draw ") || !line.contains("colour="))
            {
                tried += 1;
                if wrong(&book, text, (start, end), line).is_none() {
                    accepted.push(format!("{path}: {line}"));
                }
            }
        }
    }
    assert!(tried > 10_000, "only {tried} changes");
    assert!(accepted.is_empty(), "{} of {tried} were accepted:\n{}", accepted.len(), accepted.join("\n"));
}

/// A typo was taken for the other word, and a manager's count was reported.
#[test]
fn finding_deck_replace_is_no_count() {
    let book = book();
    let head = format!(
        "rulebook = \"{BOOK}\"\ngame = \"holdem\"\n\
         sign = {{ structure = \"no-limit\", blinds = [5, 10], min_bet = 10 }}\nstacks = [1000, 1000, 1000]\n"
    );
    let error = |line: &str| {
        let case = RoomCase::read(&format!("{head}play = [\"p3 cbr 20\", \"{line} => x\"]"));
        case.and_then(|case| case.check(&book)).expect_err(line).to_string()
    };
    assert_eq!(
        error("deck replace by=tg-area-manager"),
        "line 2, 'deck replace by=tg-area-manager' (line 5 of the file): 'deck replace' is not an action or a look; \
         it is written 'deck counted', 'deck replaced'"
    );
    for (line, says) in [
        ("dispute p1 contented", "'contented' cannot be used here, only content, by= after 'dispute PLAYER'"),
        ("conduct p3 twice", "'twice' cannot be used here, only by= after"),
        ("conduct p3 colour=red", "'colour=' cannot be used here, only by= after"),
        ("sanction p3 excluded forever", "'forever' cannot be used here"),
        (
            "sanction p3 exclude",
            "'exclude' is not a sanction; choose from wagers-void, excluded, winnings-held",
        ),
        ("invalidate fire colour=red", "'colour=' cannot be used here"),
        (
            "invalidate fires",
            "'fires' is not a cause; choose from commotion, fire, riot, brawl, robbery, act-of-god, fraud",
        ),
        ("runs 2 p1 p2 colour=red", "'colour=' cannot be used here"),
        ("runs 2 p1 p1", "p1 appears twice"),
        ("mishap no-burn twice", "'twice' cannot be used here, nothing after 'mishap MISHAP'"),
        ("mishap no-burn by=dealer", "'by=' cannot be used here, nothing after"),
        ("mishap burn", "'burn' is not a mishap; choose from no-burn, no-discard"),
        ("deck counted by=king", "the book has no role 'king'; choose from dealer"),
        ("deck counted by=dealer by=dealer", "by= appears twice"),
        (
            "trouble no-burn seen",
            "'seen' is not a fact of no-burn; choose from players, cards=, count=, by=, correctable",
        ),
        ("trouble no-burn colour=red", "'colour=' cannot be used here"),
        ("trouble no-burn correctable correctable", "'correctable' appears twice"),
        ("trouble no-burn cards=Th cards=Td", "cards= appears twice"),
        ("trouble no-burns", "'no-burns' is not an irregularity of the book: unknown variant"),
        (
            "p3 says riase",
            "'riase' is not something to say; choose from fold, check, call, bet, raise, all-in, kitty",
        ),
        ("p3 says call says fold", "give words, chips and cards at most once each"),
        ("p3 puts 20 puts 30", "give words, chips and cards at most once each"),
        ("p3 may now", "'now' cannot be used here, nothing after 'PLAYER may'"),
        ("board 1 2", "'2' cannot be used here"),
        ("due by=dealer", "'by=' cannot be used here"),
        ("stakes", "'stakes' is not an action or a look; a line begins with d, PLAYER, chop, pay"),
    ] {
        let found = error(line);
        assert!(found.contains(says), "{line}: {found}");
    }
}

#[test]
fn a_key_without_use_is_an_error() {
    let book = book();
    let head = format!(
        "rulebook = \"{BOOK}\"\ngame = \"holdem\"\nsign = {{ structure = \"no-limit\", blinds = [5, 10], min_bet = 10 }}\n"
    );
    for (rest, says) in [
        (
            "table = ['button => none']\nboard = \"2c3c4c\"",
            "stacks: a hand needs players, and 'board' is for a hand",
        ),
        ("play = ['due => x']", "stacks: a hand needs players, and 'play' is for a hand"),
        ("stacks = [100, 100]\nseats = 6\nexpect = { pot = 15 }", "seats: 'seats' is for a table"),
    ] {
        let case = RoomCase::read(&format!("{head}{rest}")).and_then(|case| case.check(&book));
        let found = case.expect_err(rest).to_string();
        assert!(found.starts_with(says), "{found}");
    }
}
