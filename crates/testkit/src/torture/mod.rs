//! Torture: a floor with many tables is killed again and again, at any moment and at every named point of writing, and
//! started again on what it left. [`examine`] says what must hold after each death.

pub mod child;
pub mod examine;
pub mod place;
pub mod script;

use crate::dice::Dice;
use examine::{Acknowledged, Seen};
use script::{Given, Line};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use store::{CommandId as Id, SqliteStore, failpoints};

/// How a floor dies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// By SIGKILL, so long after its start.
    After(Duration),
    /// By SIGKILL, so long after its floor is open.
    Open(Duration),
    /// By SIGKILL, so long after so many lines were heard from it: however slow the machine is, it has played.
    Heard(u64, Duration),
    /// By its own hand at a named point, when it comes there for the nth time.
    At(String, u64),
}

/// A floor that is tortured.
pub struct Victim {
    program: PathBuf,
    at: String,
    seed: u64,
    lives: u64,
    acknowledged: Acknowledged,
    unanswered: BTreeMap<Id, Given>,
    /// Commands that the rules refused.
    pub refused: u64,
    /// What the last examination saw.
    pub seen: Seen,
    /// How often a call between streams was due when the process died.
    pub died_with_calls: u64,
}

impl Victim {
    /// A furnished floor at a path or an address, played by this program with the word `torture-child`.
    pub fn new(program: &Path, at: &str, seed: u64) -> Victim {
        Victim {
            program: program.to_path_buf(),
            at: at.to_string(),
            seed,
            lives: 0,
            acknowledged: Acknowledged::new(),
            unanswered: BTreeMap::new(),
            refused: 0,
            seen: Seen::default(),
            died_with_calls: 0,
        }
    }

    /// How many commands were acknowledged.
    pub fn acknowledged(&self) -> usize {
        self.acknowledged.len()
    }

    /// Lets it live once more, and die. A death by its own hand that does not come is an error.
    ///
    /// # Errors
    /// What is wrong with what it left, or with how it lived.
    pub fn live_and_die(&mut self, death: &Death, thorough: bool) -> Result<(), String> {
        self.lives += 1;
        let what = format!("life {} of seed {} ({death:?})", self.lives, self.seed);
        let mut lived = self.live(death);
        for _ in 0..20 {
            // A lock outlives its holder by the moment in which another process of this one is born.
            if !lived.as_ref().is_err_and(|error| error.contains("is being written by another process")) {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
            lived = self.live(death);
        }
        let lived = lived.map_err(|error| format!("{what}: {error}"))?;
        lived.into_iter().for_each(|line| self.hear(line));
        self.examine(thorough).map_err(|error| format!("{what}: {error}"))
    }

    fn live(&mut self, death: &Death) -> Result<Vec<Line>, String> {
        let seed = (self.seed << 24 | self.lives) & 0x007f_ffff_ffff_ffff;
        let mut start = Command::new(&self.program);
        start.args(["torture-child", &self.at, &seed.to_string()]);
        start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        match death {
            Death::At(point, count) => start.env(failpoints::VARIABLE, format!("{point}:{count}")),
            _ => start.env_remove(failpoints::VARIABLE),
        };
        let mut child = start.spawn().map_err(|error| error.to_string())?;
        let lines = listen(&mut child);
        if let Some(mut ear) = child.stdin.take() {
            let text: String =
                self.unanswered.values().map(|given| Line::Given(given.clone()).text()).collect();
            // Who is dead already does not hear it.
            let _ = ear.write_all(text.as_bytes());
        }
        let begun = Instant::now();
        let mut heard = Vec::new();
        let dies_by = match death {
            Death::After(time) => begun + *time,
            Death::Open(time) => {
                while let Ok(line) = lines.recv_timeout(Duration::from_secs(60)) {
                    let ready = line == Line::Ready;
                    heard.push(line);
                    if ready {
                        break;
                    }
                }
                Instant::now() + *time
            }
            Death::Heard(count, time) => {
                while (heard.len() as u64) < *count
                    && let Ok(line) = lines.recv_timeout(Duration::from_secs(60))
                {
                    heard.push(line);
                }
                Instant::now() + *time
            }
            Death::At(..) => begun + Duration::from_secs(120),
        };
        loop {
            let left = dies_by.saturating_duration_since(Instant::now());
            match lines.recv_timeout(left) {
                Ok(line) => heard.push(line),
                Err(_) => break,
            }
        }
        let early = Instant::now() < dies_by;
        let _ = child.kill();
        let ended = child.wait_with_output().map_err(|error| error.to_string())?;
        heard.extend(lines.iter());
        let aborted = !ended.status.success() && ended.status.code().is_none();
        let words = String::from_utf8_lossy(&ended.stderr).trim().to_string();
        if let Some(Line::Stopped(why)) = heard.iter().find(|line| matches!(line, Line::Stopped(_))) {
            return Err(format!("it stopped: {why}"));
        }
        match death {
            Death::At(..) if !early => Err("it never came to the point".into()),
            _ if early && !(aborted && matches!(death, Death::At(..))) => {
                Err(format!("it ended by itself with {}: {words}", ended.status))
            }
            _ => Ok(heard),
        }
    }

    fn hear(&mut self, line: Line) {
        match line {
            Line::Given(given) => drop(self.unanswered.insert(given.id, given)),
            Line::Done(id, stream, first, last) => {
                let given = self.unanswered.remove(&id);
                self.acknowledged.insert(id, (stream, first, last, given));
            }
            Line::Refused(id) => {
                self.unanswered.remove(&id);
                self.refused += 1;
            }
            Line::Ready | Line::Stopped(_) => {}
        }
    }

    fn examine(&mut self, thorough: bool) -> Result<(), String> {
        let store = place::open(&self.at).map_err(|error| error.to_string())?;
        self.seen = examine::examine(&*store, &place::vault(), &self.acknowledged)?;
        self.died_with_calls += u64::from(self.seen.open_calls > 0);
        if thorough {
            self.seen = examine::reopen(&store, &self.acknowledged, self.lives, 12)?;
        }
        Ok(())
    }
}

/// Hears a child out, line by line, until it is dead.
fn listen(child: &mut Child) -> Receiver<Line> {
    let (tell, told) = channel();
    let Some(out) = child.stdout.take() else { return told };
    std::thread::spawn(move || {
        let mut out = BufReader::new(out);
        let mut text = String::new();
        while out.read_line(&mut text).is_ok_and(|length| length > 0) {
            // A line that was cut off by death does not count.
            if let Some(line) = Line::parse(&text)
                && tell.send(line).is_err()
            {
                return;
            }
            text.clear();
        }
    });
    told
}

/// A random death, most of them while the floor plays.
pub fn random_death(dice: &mut Dice, longest: Duration) -> Death {
    let time = Duration::from_micros(dice.below(longest.as_micros() as u64));
    match dice.below(6) {
        0 => Death::After(time / 2),
        1 | 2 => Death::Open(time),
        _ => Death::Heard(1 + dice.below(160), Duration::from_micros(dice.below(2_000))),
    }
}

/// Every named point of writing that ordinary play comes to. The index of commands is written once in many thousands,
/// and has a store of its own to die in ([`gathered`]).
pub fn points() -> impl Iterator<Item = &'static str> {
    let all = failpoints::NAMES.iter().chain(floor::POINTS).copied();
    all.filter(|name| !name.starts_with("commands/"))
}

/// Makes a furnished floor in a file.
///
/// # Errors
/// What stood in the way.
pub fn furnish(path: &Path) -> Result<(), String> {
    let store = SqliteStore::create(path).map_err(|error| error.to_string())?;
    place::furnished(std::sync::Arc::new(store))
}

/// Adds so many commands of no consequence that the store is about to write their index.
///
/// # Errors
/// What stood in the way.
pub fn gathered(path: &Path) -> Result<(), String> {
    use store::{Append, Epoch, NewEvent, RecordForm, Store, Stream, When};
    let store = SqliteStore::open(path).map_err(|error| error.to_string())?;
    let stream = Stream::new("note/filler").ok_or("a stream")?;
    let (tell, told) = channel();
    const COMMANDS: u64 = (1 << 16) - 600;
    for number in 0..COMMANDS {
        let mut id = [0xaa; 16];
        id[8..].copy_from_slice(&number.to_be_bytes());
        let append = Append {
            stream: stream.clone(),
            after: number,
            epoch: Epoch::default(),
            command: Some(Id(id)),
            order: None,
            form: RecordForm::Two,
            by: "filler".into(),
            when: When { clock_ms: 0, moment: 0 },
            events: vec![NewEvent { encoding: 1, open: vec![1], sealed: None }],
        };
        let tell = tell.clone();
        store.submit(append, Box::new(move |kept| drop(tell.send(kept.map(drop)))));
    }
    drop(tell);
    told.iter().collect::<Result<(), _>>().map_err(|error| error.to_string())
}
