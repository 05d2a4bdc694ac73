//! What all pages have around them: head, navigation, the person who looks, clause marks.

use crate::assets;
use crate::texts::{fill, t};
use crate::viewer::Viewer;
use house::Person;
use maud::{DOCTYPE, Markup, html};

/// A page, as its frame wants to know it.
#[derive(Clone, Debug, Default)]
pub struct Page<'p> {
    /// The title.
    pub title: &'p str,
    /// What the page is about, as a class of the body: "lobby", "table".
    pub kind: &'p str,
    /// The socket from which its `data-live` regions are kept fresh.
    pub live: Option<String>,
    /// Scripts of its own besides the common one: "table.js".
    pub scripts: &'p [&'p str],
    /// A screen on a wall: no navigation.
    pub wall: bool,
}

impl Page<'_> {
    /// The whole document around the content.
    pub fn render(&self, viewer: &Viewer, content: Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " · " (t("common.name")) }
                    link rel="icon" href=(assets::path("icon.svg")) type="image/svg+xml";
                    link rel="stylesheet" href=(assets::path("style.css"));
                    script src=(assets::path("live.js")) defer {}
                    @for script in self.scripts { script src=(assets::path(script)) defer {} }
                }
                body class=(self.kind) data-socket=[self.live.as_deref()] data-lost=(t("common.lost")) {
                    @if !self.wall {
                        a.skip href="#content" { (t("common.skip")) }
                        (navigation(viewer))
                    }
                    main #content tabindex="-1" { (content) }
                    div #said .heard aria-live="polite" role="log" {}
                }
            }
        }
    }
}

fn navigation(viewer: &Viewer) -> Markup {
    html! {
        header.top {
            a.brand href="/" { (t("common.name")) }
            nav aria-label=(t("common.name")) {
                a href="/" { (t("common.lobby")) }
                a href="/practice" { (t("common.practice")) }
                a href="/rules" { (t("common.rules")) }
                a href="/odds" { (t("common.odds")) }
                @if viewer.is_staff() { a href="/pit" { (t("common.pit")) } }
                @if viewer.is_staff() || viewer.is_outside() { a href="/inspector" { (t("common.inspector")) } }
            }
            div.who {
                @match &viewer.session {
                    Some(session) => {
                        @if let Person::Patron(_) = session.person {
                            a href="/account" { (session.shown) }
                        } @else { span { (session.shown) } }
                        form method="post" action="/log-out" { button.quiet { (t("common.log-out")) } }
                    }
                    None => a.button href="/log-in" { (t("common.log-in")) },
                }
            }
        }
    }
}

/// The mark of a clause: a tap opens its effect in our words, and without a script it is a link to the rules.
pub fn clause(book: &str, label: &str) -> Markup {
    html! {
        a.clause href={ "/rules/" (book) "/" (encode(label)) } title=(fill("common.clause", &[("label", label)])) { (label) }
    }
}

/// A part of an address with what may not stand in one written otherwise.
pub fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'(' | b')' => {
                out.push(char::from(byte));
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
