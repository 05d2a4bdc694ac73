//! What all pages have around them: head, navigation, the person who looks, clause marks.

use crate::assets;
use house::Person;
use maud::{DOCTYPE, Markup, html};
use server::texts::{fill, t};
use server::viewer::Viewer;

/// A page, as its frame wants to know it.
#[derive(Clone, Debug, Default)]
pub struct Page<'p> {
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
                    meta name="theme-color" content="#12442f";
                    title { (self.title) " · " (t("common.name")) }
                    link rel="icon" href=(assets::path("icon.svg")) type="image/svg+xml";
                    script src=(assets::path("theme.js")) {}
                    link rel="stylesheet" href=(assets::path("style.css"));
                    link rel="stylesheet" href=(assets::path("table.css"));
                    script src=(assets::path("live.js")) defer {}
                    script src=(assets::path("commands.js")) defer {}
                    @for script in self.scripts { script src=(assets::path(script)) defer {} }
                }
                body class={ (self.kind) @if self.wall { " display" } } data-socket=[self.live.as_deref()]
                    data-lost=(t("common.lost")) data-unsent=(t("common.unsent")) {
                    @if !self.wall {
                        a.skip href="#content" { (t("common.skip")) }
                        (navigation(viewer, self.kind))
                    }
                    main #content tabindex="-1" { (content) }
                    @if !self.wall { footer.foot-of-page { p { (t("common.about")) } } }
                    div #said .heard aria-live="polite" role="log" {}
                    (dialogs())
                }
            }
        }
    }
}

fn navigation(viewer: &Viewer, here: &str) -> Markup {
    let link = |kind: &str, address: &str, text: &str| {
        html! { a href=(address) aria-current=[(kind == here).then_some("page")] { (text) } }
    };
    html! {
        header.top {
            a.brand href="/" { (t("common.name")) }
            nav aria-label=(t("common.name")) {
                (link("lobby", "/", t("common.lobby")))
                (link("practice", "/practice", t("common.practice")))
                (link("rules", "/rules", t("common.rules")))
                (link("odds", "/odds", t("common.odds")))
                @if viewer.is_staff() { (link("pit", "/pit", t("common.pit"))) }
                @if viewer.is_staff() || viewer.is_outside() {
                    (link("inspector", "/inspector", t("common.inspector")))
                }
            }
            (settings())
            div.who {
                @match &viewer.session {
                    Some(session) => {
                        @if let Person::Patron(_) = session.person {
                            a href="/account" title=(t("common.account")) { (session.shown) }
                        } @else { a href="/security" title=(t("common.security")) { (session.shown) } }
                        form method="post" action="/log-out" { button.quiet { (t("common.log-out")) } }
                    }
                    None => a.button href="/log-in" { (t("common.log-in")) },
                }
            }
        }
    }
}

/// What a browser keeps about the look and the sound; the script stores it, so it shows only where there is one.
fn settings() -> Markup {
    html! {
        details.settings {
            summary {
                svg viewBox="0 0 20 20" aria-hidden="true" { path d="M2 5h8m5 0h3M2 15h3m5 0h8M12.5 2.5v5M7.5 12.5v5" {} }
                span { (t("common.settings")) }
            }
            div.sheet {
                label.choice { input type="checkbox" data-setting="deck"; " " (t("common.four-colour")) }
                label.choice { input type="checkbox" data-setting="sound"; " " (t("common.sound")) }
                label { (t("common.theme")) " "
                    select data-setting="theme" {
                        option value="auto" { (t("common.theme-auto")) }
                        option value="light" { (t("common.theme-light")) }
                        option value="dark" { (t("common.theme-dark")) }
                    }
                }
                button.quiet type="button" data-keys { (t("common.keys")) " " kbd { "?" } }
            }
        }
    }
}

/// What opens above a page: the effect of a clause, the keys of the page. The script fills them.
fn dialogs() -> Markup {
    html! {
        dialog #clause-card .clause-card aria-label=(t("common.clause-card")) {
            div.body {}
            p.foot {
                a data-rules href="/rules" { (t("common.in-the-rules")) }
                button.quiet type="button" data-close { (t("common.close")) }
            }
        }
        dialog #keys .clause-card aria-labelledby="keys-title" {
            h2 #keys-title { (t("common.keys")) }
            dl.keys data-none=(t("common.no-keys")) {}
            p.foot { button.quiet type="button" data-close { (t("common.close")) } }
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
