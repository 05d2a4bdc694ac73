//! `cardroom replay`: recorded hands played through the room, and how they end.

mod amount;
mod args;
mod check;
mod files;
mod json;
mod names;
mod text;

pub(crate) use args::ReplayArgs;

use crate::Answer;
use crate::progress::Bar;
use crate::sorry::Sorry;
use crate::stream::Stream;
use check::{Found, Pushed};
use phh::{Hand, Hands};
use replay::{Books, ReplayError, ReplayedHand, replay, replay_with};
use room::Event;
use rulebook::Ruled;
use std::io::IsTerminal;

pub(crate) fn answer(args: &ReplayArgs) -> Result<Answer, Sorry> {
    let books = match &args.rulebooks {
        Some(folder) => Books::in_folder(folder),
        None => Books::open(),
    };
    let books = books.map_err(|error| Sorry::Usage(format!("rulebook {error}")))?;
    let found = files::find(&args.files);
    let mut run = Run::new(args, &books);
    found.complaints.iter().for_each(|line| run.out.wrong(line));
    // Where the answer itself appears on the terminal, it shows how far it is.
    let bar = if std::io::stdout().is_terminal() {
        None
    } else {
        Some(Bar::labelled(found.bytes, format!("of {} files", found.files.len())))
    };
    let mut buffer = Vec::new();
    let mut done = 0;
    for path in &found.files {
        let name = path.display().to_string();
        match files::read(path, &mut buffer) {
            Ok(text) => run.file(&name, text),
            Err(error) => run.out.wrong(&format!("{name}: {error}")),
        }
        done += buffer.len() as u64;
        if let Some(bar) = &bar {
            bar.show(done);
        }
        if run.out.is_closed() {
            break;
        }
    }
    if let Some(bar) = &bar {
        bar.clear();
    }
    Ok(run.end())
}

/// A hand that was replayed, with what there is to say of it.
struct Told<'a> {
    file: &'a str,
    hand: &'a Hand,
    ended: &'a ReplayedHand,
    books: &'a Books,
}

impl Told<'_> {
    /// The number in a file of several, else the file's own, else 1.
    fn number(&self) -> u64 {
        self.hand.number.or_else(|| self.hand.hand()).unwrap_or(1)
    }

    /// The rulebook's name of the game, else the standard's code.
    fn variant(&self) -> Option<&str> {
        self.hand.game().or(self.hand.variant())
    }

    /// The file, and the hand where there are several.
    fn name(&self) -> String {
        name(self.file, self.hand)
    }
}

fn name(file: &str, hand: &Hand) -> String {
    match hand.number {
        Some(number) => format!("{file}: hand {number}"),
        None => file.to_string(),
    }
}

/// One run over many files. Its buffers are used again for every hand.
struct Run<'a> {
    args: &'a ReplayArgs,
    books: &'a Books,
    out: Stream,
    line: String,
    hand: Hand,
    events: Vec<Ruled<Event>>,
    replayed: usize,
    unreadable: usize,
    same: usize,
    commissions: usize,
    differ: usize,
}

impl<'a> Run<'a> {
    fn new(args: &'a ReplayArgs, books: &'a Books) -> Run<'a> {
        Run {
            args,
            books,
            out: Stream::new(),
            line: String::new(),
            hand: Hand::new(),
            events: Vec::new(),
            replayed: 0,
            unreadable: 0,
            same: 0,
            commissions: 0,
            differ: 0,
        }
    }

    /// All hands of a file. One that is wrong does not stop the others.
    fn file(&mut self, file: &str, text: &str) {
        let mut hands = Hands::new(text);
        let mut hand = std::mem::take(&mut self.hand);
        while let Some(read) = hands.next_into(&mut hand) {
            match read {
                Ok(()) => {
                    if let Err(wrong) = self.hand(file, &hand) {
                        self.unreadable += 1;
                        let separator = if hand.number.is_some() { ", " } else { ": " };
                        let separator =
                            if wrong.line.is_none() && wrong.action.is_none() { ": " } else { separator };
                        self.out.wrong(&format!("{}{separator}{wrong}", name(file, &hand)));
                    }
                }
                Err(error) => {
                    self.unreadable += 1;
                    self.out.wrong(&format!("{file}: {error}"));
                }
            }
            if self.out.is_closed() {
                break;
            }
        }
        self.hand = hand;
    }

    /// Replays one hand and prints what is asked for.
    fn hand(&mut self, file: &str, hand: &Hand) -> Result<(), ReplayError> {
        let (args, books) = (self.args, self.books);
        self.line.clear();
        let mut pushed = Pushed::default();
        let ended = match (args.json || args.check && !args.events, args.check) {
            (true, false) => replay(books, hand)?,
            (true, true) => replay_with(books, hand, &mut pushed)?,
            (false, _) => {
                self.events.clear();
                let ended = replay_with(books, hand, &mut self.events)?;
                self.events.iter().for_each(|event| engine::Sink::take(&mut pushed, *event));
                ended
            }
        };
        self.replayed += 1;
        let told = Told { file, hand, ended: &ended, books };
        let found = args.check.then(|| check::compare(&told, &pushed));
        match (args.json, args.check, args.events) {
            (true, ..) => json::write(&mut self.line, &told, found.as_ref()),
            (false, true, false) => {}
            (false, _, all) => text::write(&mut self.line, &told, &self.events, all),
        }
        self.checked(&told, found);
        self.out.print(&self.line);
        Ok(())
    }

    /// Says what differs from the record, and counts.
    fn checked(&mut self, told: &Told<'_>, found: Option<Found>) {
        let Some(found) = found else { return };
        let words = found.words(told.hand.scale).map(|words| format!("{}: {words}", told.name()));
        match found {
            Found::Nothing => {}
            Found::Same(_) => self.same += 1,
            Found::Commission { .. } => {
                self.commissions += 1;
                if !self.args.json {
                    self.line.extend(words.iter().flat_map(|words| [words.as_str(), "\n"]));
                }
            }
            Found::Differs { .. } => {
                self.differ += 1;
                words.iter().for_each(|words| self.out.wrong(words));
            }
        }
    }

    fn end(mut self) -> Answer {
        if self.args.check && !self.args.json {
            let summary = text::summary(&self);
            self.out.print(&summary);
        }
        Answer { text: String::new(), complaints: Vec::new(), complete: self.out.end() }
    }
}
