//! What the API's own pages show to be copied, run in a shell as it stands against the shipped program.

use crate::common;

use common::Folder;
use common::server::Running;
use std::process::Command;

/// Runs a script as whoever copies it does; every command in it must succeed.
fn run(script: &str) -> String {
    let output =
        Command::new("bash").args(["-euo", "pipefail", "-c", script]).output().expect("there is a bash");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{script}\n{said}\n{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// The text of a page without its entities.
fn unescaped(html: &str) -> String {
    html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

#[test]
fn finding_21_the_first_example_of_the_api_page_works_when_it_is_copied() {
    let data = Folder::new("api-page");
    let running = Running::start(&data.0, &["serve", "--address", "127.0.0.1:0"]);
    let page = running.ask("GET /api", "Accept: text/html", "");
    let script = page.split("<code>HERE=").nth(1).and_then(|rest| rest.split("</code>").next());
    let script = unescaped(&format!("HERE={}", script.unwrap_or_else(|| panic!("{page}"))));
    assert!(script.contains(&running.1), "it speaks to the server it came from: {script}");
    let said = run(&script);
    // A place, a wager, ready, a decision, and how it ended: five answers, none of them a refusal.
    assert!(!said.contains("\"status\":4") && !said.contains("\"status\":5"), "{script}\n{said}");
    assert_eq!(said.matches("\"again\":false").count(), 3, "{said}");
    assert_eq!(said.matches("\"ready\":true").count(), 1, "{said}");
    assert!(said.lines().last().unwrap_or_default().contains("\"me\":"), "{said}");
    running.stop();
}

#[test]
fn finding_21_the_examples_of_the_manual_work_when_they_are_copied() {
    let data = Folder::new("api-manual");
    let running = Running::start(&data.0, &["serve", "--address", "127.0.0.1:0"]);
    let manual = include_str!("../../../docs/API.md");
    let blocks: Vec<&str> =
        manual.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let script = block.replace("http://127.0.0.1:8080", &format!("http://{}", running.1));
        assert_ne!(script, block, "it says where the server is");
        run(&script);
    }
    running.stop();
}
