//! Deaths: the process is killed at every named point of writing and at random moments, and started again. Nothing that
//! was acknowledged is lost, nothing stands twice, the chains are whole.

#[path = "../support/mod.rs"]
mod support;

use libtest_mimic::{Arguments, Trial};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
use store::contract::{append, command, stream, whole};
use store::{AppendOutcome, Epoch, Snapshot, SqliteStore, Store, failpoints, verify};
use support::{Folder, Random};

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let [_, word, path, first] = &words[..]
        && word == "child"
    {
        return child(Path::new(path), first.parse().expect("a number"));
    }
    let tests: [(&str, fn()); 3] = [
        ("at_every_point", at_every_point),
        ("at_random_moments", at_random_moments),
        ("another_process_holds_the_lock", another_process_holds_the_lock),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(1));
    libtest_mimic::run(&arguments, trials.into()).exit()
}

/// Tables that the child plays at.
const TABLES: u64 = 5;

/// Plays until it is killed: appends, one or many at a time, seals and snapshots, and says what was acknowledged.
fn child(path: &Path, first: u64) {
    let store = SqliteStore::open(path).expect("opens");
    let mut heads: BTreeMap<u64, u64> = BTreeMap::new();
    for table in 0..TABLES {
        let head = store.head(&stream(&format!("table/{table}"))).expect("head");
        heads.insert(table, head.version);
    }
    let mut out = std::io::stdout();
    let mut say = |text: String| out.write_all(text.as_bytes()).and_then(|()| out.flush()).expect("heard");
    say("ready\n".into());
    for round in 0.. {
        let (tell, told) = std::sync::mpsc::channel();
        // Rounds grow, so that the points that are seldom come to are come to soon.
        let count = if round < 20 { 3 } else { 3000 };
        let mut seqs = BTreeMap::new();
        for n in 0..count {
            let number = first + (round as u64) * 10_000 + n;
            let table = number % TABLES;
            let head = heads.entry(table).or_default();
            let events = 1 + number % 4;
            let job = append(
                &format!("table/{table}"),
                *head,
                Epoch::default(),
                Some(command(number.into())),
                events as usize,
            );
            *head += events;
            seqs.insert(number, (table, *head));
            let tell = tell.clone();
            store.submit(job, Box::new(move |answer| tell.send((number, answer)).unwrap_or_default()));
        }
        drop(tell);
        let mut text = String::new();
        for (number, answer) in told {
            match answer {
                Ok(AppendOutcome::New { last, .. })
                    if seqs.get(&number) == Some(&(number % TABLES, last)) =>
                {
                    text.push_str(&format!("{number} {last}\n"));
                }
                other => panic!("{other:?}"),
            }
        }
        say(text);
        let table = stream(&format!("table/{}", round % 5));
        let head = store.head(&table).expect("head");
        if round % 4 == 1 && head.version > 10 {
            store.seal(&table, head.version - 5).expect("sealed");
        }
        if round % 3 == 1 && head.version > 0 {
            let kept = Snapshot {
                stream: table,
                version: head.version,
                hash: head.hash,
                encoding: 1,
                bytes: vec![1; 900],
            };
            store.keep_snapshot(kept).expect("kept");
        }
    }
}

fn start(path: &Path, first: u64, die_at: Option<String>) -> Child {
    let mut start = Command::new(std::env::current_exe().expect("this program"));
    start.args(["child".as_ref(), path.as_os_str(), first.to_string().as_ref()]).stdout(Stdio::piped());
    match die_at {
        Some(point) => start.env(failpoints::VARIABLE, point),
        None => start.env_remove(failpoints::VARIABLE),
    };
    start.stderr(Stdio::null()).spawn().expect("a child")
}

/// Hears what the child acknowledges until it is dead. A line that was cut off by death does not count.
fn hear(child: &mut Child, acknowledged: &mut BTreeMap<u64, u64>) -> ExitStatus {
    let mut out = BufReader::new(child.stdout.take().expect("its words"));
    let mut line = String::new();
    while out.read_line(&mut line).is_ok_and(|length| length > 0) {
        let words = line.strip_suffix('\n').and_then(|line| line.split_once(' '));
        if let Some((Ok(number), Ok(last))) = words.map(|(number, last)| (number.parse(), last.parse())) {
            acknowledged.insert(number, last);
        }
        line.clear();
    }
    child.wait().expect("dead")
}

/// Opens what the dead have left.
fn examine(path: &Path, acknowledged: &BTreeMap<u64, u64>, what: &str) {
    let store = SqliteStore::open(path).unwrap_or_else(|error| panic!("{what}: {error}"));
    for (number, last) in acknowledged {
        let (table, answered) =
            store.answered(command(u128::from(*number))).expect("answered").unwrap_or_else(|| {
                panic!("{what}: command {number} was acknowledged and is lost");
            });
        assert_eq!((table, answered.last), (stream(&format!("table/{}", number % TABLES)), *last), "{what}");
    }
    whole(&store);
    assert_eq!(verify(&store, &mut |_| {}).expect("verified").damages, [], "{what}");
}

fn at_every_point() {
    for point in failpoints::NAMES {
        // Points in the middle of ordinary play are also died at for the second and a later time.
        for count in if point.starts_with("append/") { &[1, 2, 37][..] } else { &[1, 2][..] } {
            let folder = Folder::new();
            let path = folder.file("floor.db");
            drop(SqliteStore::create(&path).expect("a store"));
            let (mut acknowledged, what) = (BTreeMap::new(), format!("{point}:{count}"));
            let status = hear(&mut start(&path, 0, Some(what.clone())), &mut acknowledged);
            #[cfg(unix)]
            assert!(
                std::os::unix::process::ExitStatusExt::signal(&status).is_some(),
                "{what}: it ended by {status}"
            );
            assert!(!status.success(), "{what}");
            examine(&path, &acknowledged, &what);
        }
    }
}

fn at_random_moments() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    drop(SqliteStore::create(&path).expect("a store"));
    let (mut acknowledged, mut random) = (BTreeMap::new(), Random(3));
    for life in 0..30_u64 {
        let mut child = start(&path, life * 1_000_000_000, None);
        let killer = child.id();
        let after = Duration::from_micros(random.below(60_000));
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(after);
                let _ = Command::new("kill").args(["-KILL", &killer.to_string()]).status();
            });
            hear(&mut child, &mut acknowledged);
        });
        if life % 5 == 4 {
            examine(&path, &acknowledged, &format!("life {life}"));
        }
    }
    assert!(!acknowledged.is_empty(), "some lived long enough to acknowledge something");
}

fn another_process_holds_the_lock() {
    let folder = Folder::new();
    let path = folder.file("floor.db");
    drop(SqliteStore::create(&path).expect("a store"));
    let mut child = start(&path, 0, None);
    let mut out = BufReader::new(child.stdout.take().expect("its words"));
    let mut line = String::new();
    out.read_line(&mut line).expect("ready");
    assert_eq!(line, "ready\n");
    let refused = SqliteStore::open(&path).map(drop).expect_err("the other writes").to_string();
    assert!(refused.contains(&format!("process {}", child.id())), "{refused}");
    let reader = SqliteStore::open_read_only(&path).expect("a reader may read");
    assert!(reader.streams().is_ok());
    child.kill().expect("killed");
    child.wait().expect("dead");
    SqliteStore::open(&path).expect("the lock falls with its holder");
}
