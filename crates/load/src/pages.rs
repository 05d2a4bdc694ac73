//! Every page, many times over one connection: how soon its first byte comes, how soon all of it, how large it is.

use crate::figures::{Figure, Report, Times, grouped, ms};
use crate::host::{Host, Running};
use crate::http::{Line, Server};
use crate::{LoadError, Progress};
use server::demo;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

/// No page may be larger.
pub const MOST: usize = 150_000;
/// So many pages of one kind are asked for.
const OF_A_KIND: usize = 4;
/// So many pages in all.
const PAGES: usize = 150;
/// Who looks: nobody, and some of the log-ins of a demonstration.
const EYES: [&str; 5] = ["", "player", "dealer", "manager", "inspector"];

/// What is asked.
#[derive(Clone, Debug)]
pub struct Pages {
    /// A server that runs already; otherwise one is started.
    pub url: Option<String>,
    /// How often each page is asked for.
    pub times: u32,
    pub program: PathBuf,
}

/// Asks, and measures.
///
/// # Errors
/// If nobody answers.
pub fn pages(asked: &Pages, progress: Progress<'_>) -> Result<Report, LoadError> {
    let running = match &asked.url {
        Some(_) => None,
        None => {
            let host = Host { bots: 3, changes: 60, connections: 1000, folder: None };
            Some(Running::start(&asked.program, &host, progress)?)
        }
    };
    let url =
        running.as_ref().map_or_else(|| asked.url.clone().unwrap_or_default(), |running| running.url.clone());
    let server = Server::of(&url)?;
    let mut report = Report::default();
    let head = ["page", "who", "status", "bytes", "first p50", "first p99", "whole p50", "whole p99"];
    report.table.push(head.map(ToString::to_string).to_vec());
    let (mut known, mut slowest, mut largest, mut refused) = (HashSet::new(), 0, 0, 0);
    for who in EYES {
        let mut line = Line::open(&server)?;
        // Where these log-ins are not known, what everybody may see is asked for.
        if !who.is_empty() && !line.log_in(who, demo::SECRET)? {
            continue;
        }
        let found = find(&mut line)?;
        let new: Vec<String> = found.into_iter().filter(|path| known.insert(path.clone())).collect();
        for (at, path) in new.iter().enumerate() {
            progress("asking for pages", at as u64, new.len() as u64);
            let (mut first, mut whole) = (Times::default(), Times::default());
            let (mut status, mut size, mut is_page) = (0, 0, false);
            for _ in 0..asked.times.max(1) {
                let answer = line.get(path)?;
                (status, size) = (answer.status, size.max(answer.body.len()));
                is_page = answer.kind.starts_with("text/html");
                refused += u64::from(status == 429);
                first.push(answer.first_byte);
                whole.push(answer.whole);
            }
            let (first, whole) = (first.spread(), whole.spread());
            // Exports and files are asked for, too, and may be as large as they are.
            if is_page {
                (slowest, largest) = (slowest.max(whole.p99_us), largest.max(size));
            }
            report.table.push(vec![
                path.clone(),
                if who.is_empty() { "anybody" } else { who }.to_string(),
                status.to_string(),
                grouped(size as u64),
                ms(first.p50_us),
                ms(first.p99_us),
                ms(whole.p50_us),
                ms(whole.p99_us),
            ]);
        }
    }
    let count = report.table.len() - 1;
    report.title = format!("{count} pages of {url}, each asked for {} times", asked.times.max(1));
    report.add("pages", "pages", Figure::Count(count as u64));
    report.add("largest", "the largest page", Figure::Bytes(i64::try_from(largest).unwrap_or(i64::MAX)));
    report.add("slowest_p99", "the slowest page, whole, p99", Figure::Words(ms(slowest)));
    report.add("too_many", "refused: more than one may ask", Figure::Count(refused));
    Ok(report)
}

/// Pages that can be reached from the lobby, a few of each kind.
fn find(line: &mut Line) -> Result<Vec<String>, LoadError> {
    let mut kinds: HashMap<String, usize> = HashMap::new();
    let (mut seen, mut pages) = (BTreeSet::from(["/".to_string()]), vec!["/".to_string()]);
    let mut next = 0;
    while let Some(page) = pages.get(next).cloned() {
        next += 1;
        let answer = line.get(&page)?;
        if !answer.kind.starts_with("text/html") {
            continue;
        }
        for link in links(&String::from_utf8_lossy(&answer.body)) {
            if seen.contains(&link) || pages.len() >= PAGES {
                continue;
            }
            let of_kind = kinds.entry(kind(&link)).or_default();
            *of_kind += 1;
            if *of_kind <= OF_A_KIND {
                pages.push(link.clone());
                seen.insert(link);
            }
        }
    }
    Ok(pages)
}

/// Where a page leads on the same server, as it stands; files it needs among it.
fn links(page: &str) -> Vec<String> {
    let mut all = Vec::new();
    for attribute in ["href=\"/", "src=\"/"] {
        for part in page.split(attribute).skip(1) {
            let path = part.split(['"', '#']).next().unwrap_or_default();
            // Whoever goes there is logged out, or a table is left: only what is safe to look at is asked for.
            if !path.starts_with('/') && !path.contains("log-out") && !path.contains(['\r', '\n', ' ']) {
                all.push(format!("/{}", path.replace("&amp;", "&")));
            }
        }
    }
    all
}

/// Pages of one kind differ in numbers, names of books, and what stands behind a question mark.
fn kind(path: &str) -> String {
    let plain = path.split('?').next().unwrap_or_default();
    let place = |part: &str| part.bytes().any(|byte| byte.is_ascii_digit()) && !plain.starts_with("/web/");
    let parts: Vec<&str> =
        plain.split('/').skip(1).map(|part| if place(part) { "*" } else { part }).collect();
    match parts.as_slice() {
        ["rules", "*", ..] if parts.len() > 2 => "rules/*/".to_string(),
        [first, "*", .., _] if parts.len() > 2 && !parts.contains(&"rounds") => format!("{first}/*/…"),
        _ => parts.join("/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_lead_to_pages() {
        let page = "<a href=\"/tables/1\">x</a><a href=\"/rules?q=a&amp;b=c#d\"><a href=\"https://else\"><a href=\"//else\">\
                    <script src=\"/web/live.js\"></script><a href=\"/log-out\">";
        assert_eq!(links(page), ["/tables/1", "/rules?q=a&b=c", "/web/live.js"]);
    }

    #[test]
    fn pages_of_a_kind_are_known() {
        assert_eq!(kind("/tables/17"), kind("/tables/2?x=1"));
        assert_eq!(kind("/rules/book-3.3/8.4.2"), kind("/rules/book-5.1/1.1"));
        assert_ne!(kind("/displays/tables/1"), kind("/displays/meters"));
        assert_ne!(kind("/web/a-1.css"), kind("/web/b-2.js"));
    }
}
