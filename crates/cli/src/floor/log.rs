//! `cardroom floor log`: a whole stream, record by record, in words.

use super::place::{Place, sorry};
use crate::sorry::Sorry;
use ::floor::Zone;
use ::floor::log::{LogLine, read};
use ::floor::words::clock;
use serde_json::json;
use std::fmt::Write as _;
use store::Stream;

pub(super) fn answer(place: &Place, stream: &str, as_json: bool) -> Result<String, Sorry> {
    let store = place.reader()?;
    let heads = store.streams().map_err(sorry)?;
    let known = |found: &&(Stream, store::Head)| found.0.name() == stream;
    let Some((stream, _)) = heads.iter().find(known) else {
        let asked = crate::sorry::short(stream);
        return Err(Sorry::Usage(format!(
            "there is no stream '{asked}'; 'cardroom floor status --heads' lists them"
        )));
    };
    if stream.kind() == "door" {
        return Err(Sorry::Usage("'cardroom floor account log' shows the log of log-ins".to_string()));
    }
    let lines = read(&*store, &*place.vault()?, stream).map_err(sorry)?;
    Ok(if as_json { in_json(&lines) } else { text(&lines, &place.zone) })
}

fn in_json(lines: &[LogLine]) -> String {
    let line = |line: &LogLine| {
        json!({
            "record": line.version,
            "clock": clock(line.when.clock_ms),
            "moment": line.when.moment,
            "by": &*line.by,
            "who": line.who,
            "what": line.what,
            "clause": line.clause,
        })
    };
    let lines: Vec<_> = lines.iter().map(line).collect();
    format!("{:#}\n", json!({ "lines": lines }))
}

fn text(lines: &[LogLine], zone: &Zone) -> String {
    let mut text = String::new();
    for LogLine { version, when, who, what, clause, .. } in lines {
        let _ = writeln!(text, "{version:>6}  {}  {who:<18} {what} [{clause}]", zone.time(when.clock_ms));
    }
    text
}
