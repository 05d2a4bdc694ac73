//! What the quick reader takes, the full reader takes too, and reads the same: on texts that were tampered with.

use crate::common;

use phh::{Hand, Hands, readers};
use proptest::prelude::*;
use std::sync::LazyLock;

static TEXTS: LazyLock<Vec<String>> =
    LazyLock::new(|| common::all().into_iter().map(|file| file.text).collect());

/// Pieces that mean something to one reader or the other.
const PIECES: [&str; 63] = [
    "'",
    "\"",
    "'''",
    "\"\"\"",
    "\\",
    "\\n",
    "#",
    "# x",
    "[",
    "]",
    "[]",
    "[[",
    "{",
    "}",
    "{}",
    ",",
    ",,",
    "=",
    ".",
    "..",
    "-",
    "+",
    "_",
    "0",
    "1",
    "00",
    "0x1F",
    "1_000",
    "1e3",
    "inf",
    "-inf",
    "nan",
    "0.5",
    "0.50",
    "100.0",
    ".5",
    "5.",
    "true",
    "false",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\u{0}",
    "\u{7f}",
    "\u{feff}",
    "ß",
    "23:59:60",
    "2009-07-01",
    "p12 ",
    "p0 ",
    "??",
    "x = 1\n",
    "x.y = 1\n",
    "\n[1]\n",
    "\n[1.x]\n",
    "\n[[2.y]]\n",
    "\n [2]\n",
    "\n[x]\n",
    "'p1 cc # hm', ",
    "_commission = { per_hand = 0.5 }\n",
    "a = [1, 'b', [2]]\n",
];

/// One way to tamper with a text. Places are parts of the whole, so that they fit any text.
#[derive(Clone, Debug)]
enum Tamper {
    Insert(u16, usize),
    Replace(u16, u8, usize),
    Delete(u16, u8),
    Cut(u16),
    SwapLines(u16, u16),
    RepeatLine(u16, u16),
    AnotherQuote(u16),
    Space(u16, usize),
}

fn place(text: &str, part: u16) -> usize {
    let mut at = text.len() * usize::from(part) / usize::from(u16::MAX);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn behind(text: &str, from: usize, length: u8) -> usize {
    let mut at = (from + usize::from(length)).min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

impl Tamper {
    fn with(&self, text: &mut String) {
        match *self {
            Tamper::Insert(at, piece) => text.insert_str(place(text, at), PIECES[piece]),
            Tamper::Replace(at, length, piece) => {
                let from = place(text, at);
                text.replace_range(from..behind(text, from, length), PIECES[piece]);
            }
            Tamper::Delete(at, length) => {
                let from = place(text, at);
                text.replace_range(from..behind(text, from, length), "");
            }
            Tamper::Cut(at) => text.truncate(place(text, at)),
            Tamper::SwapLines(one, other) => {
                let mut lines: Vec<&str> = text.lines().collect();
                if !lines.is_empty() {
                    let line = |part: u16| usize::from(part) % lines.len();
                    let (one, other) = (line(one), line(other));
                    lines.swap(one, other);
                    *text = lines.join("\n");
                }
            }
            Tamper::RepeatLine(one, other) => {
                let mut lines: Vec<&str> = text.lines().collect();
                if !lines.is_empty() {
                    let line = |part: u16| usize::from(part) % lines.len();
                    let (one, other) = (line(one), line(other));
                    lines.insert(other, lines[one]);
                    *text = lines.join("\n");
                }
            }
            Tamper::AnotherQuote(at) => {
                let from = place(text, at);
                *text = format!("{}{}", &text[..from], text[from..].replace('\'', "\""));
            }
            Tamper::Space(at, piece) => {
                let space = ["\n", "  ", "\t", "\r\n", " # so\n", "\n\n  # so\n", ",", "\n,"][piece % 8];
                let from = place(text, at);
                let comma = text[from..].find([',', ']', '[', '=']).map_or(text.len(), |at| from + at);
                text.insert_str(comma, space);
            }
        }
    }
}

fn tampers() -> impl Strategy<Value = Vec<Tamper>> {
    let piece = 0..PIECES.len();
    let one = prop_oneof![
        (any::<u16>(), piece.clone()).prop_map(|(at, piece)| Tamper::Insert(at, piece)),
        (any::<u16>(), 0..6u8, piece).prop_map(|(at, length, piece)| Tamper::Replace(at, length, piece)),
        (any::<u16>(), 0..40u8).prop_map(|(at, length)| Tamper::Delete(at, length)),
        any::<u16>().prop_map(Tamper::Cut),
        any::<(u16, u16)>().prop_map(|(one, other)| Tamper::SwapLines(one, other)),
        any::<(u16, u16)>().prop_map(|(one, other)| Tamper::RepeatLine(one, other)),
        any::<u16>().prop_map(Tamper::AnotherQuote),
        (any::<u16>(), 0..8usize).prop_map(|(at, piece)| Tamper::Space(at, piece)),
    ];
    proptest::collection::vec(one, 1..4)
}

fn check_one(text: &str) -> Result<(), TestCaseError> {
    let (quick, full) = (readers::quick(text), readers::full(text));
    if let Some(quick) = &quick {
        prop_assert_eq!(Ok(quick), full.as_ref(), "{}", text);
        prop_assert!(text.parse::<toml::Table>().is_ok(), "{}", text);
        let lines = |hand: &Hand| hand.actions().iter().map(|action| action.line).collect::<Vec<_>>();
        prop_assert_eq!(Some(lines(quick)), full.as_ref().ok().map(lines), "{}", text);
    }
    match full {
        Ok(hand) => {
            let written = phh::write(&hand);
            let again = phh::read(&written);
            prop_assert_eq!(again.as_ref(), Ok(&hand), "{}", written);
        }
        Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
    }
    Ok(())
}

fn check_many(text: &str) -> Result<(), TestCaseError> {
    let read: Vec<Result<Hand, phh::Error>> = Hands::new(text).collect();
    let starts_with_header = {
        let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('#'));
        first.is_some_and(|line| line.starts_with('['))
    };
    match readers::full_all(text) {
        Ok(full) if starts_with_header => match read.last() {
            // To the full reader a part of a hand may stand anywhere.
            Some(Err(phh::Error { fault: phh::Fault::OutOfPlace(_), .. })) => {
                prop_assert_eq!(read.len() > 1, true, "{}", text);
            }
            _ => prop_assert_eq!(read, full, "{}", text),
        },
        // What stands above the first number is one hand, or belongs to none.
        Ok(full) => {
            let unnumbered = |hand: &Result<Hand, phh::Error>| {
                matches!(hand, Err(phh::Error { fault: phh::Fault::NotNumbered(_), .. }))
            };
            let numbered: Vec<_> = full.into_iter().filter(|hand| !unnumbered(hand)).collect();
            if numbered.is_empty() {
                prop_assert_eq!(read.len(), 1);
            } else {
                let outside = |hand: &Result<Hand, phh::Error>| {
                    matches!(hand, Err(phh::Error { fault: phh::Fault::Outside(_), .. }))
                };
                let inside: Vec<_> = read.into_iter().skip_while(outside).collect();
                prop_assert_eq!(inside, numbered, "{}", text);
            }
        }
        // Hands before the place where the text stops being TOML are handed out; then it says what is wrong.
        Err(_) => prop_assert!(matches!(read.last(), Some(Err(_))), "{}", text),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_hand(file in any::<proptest::sample::Index>(), tampers in tampers()) {
        let mut text = file.get(&TEXTS).clone();
        for tamper in tampers {
            tamper.with(&mut text);
        }
        check_one(&text)?;
    }

    #[test]
    fn many_hands(files in proptest::collection::vec(any::<proptest::sample::Index>(), 1..4), tampers in tampers()) {
        let mut text = String::new();
        for (place, file) in files.iter().enumerate() {
            text.push_str(&format!("[{}]\n{}\n\n", place + 1, file.get(&TEXTS)));
        }
        for tamper in tampers {
            tamper.with(&mut text);
        }
        check_many(&text)?;
    }
}

/// Cut at every byte, a file is a hand still or an error of one line.
#[test]
fn a_file_cut_short_anywhere() {
    for text in TEXTS.iter().step_by(40) {
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            check_one(&text[..end]).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
