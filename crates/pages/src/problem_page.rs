//! A problem, for whoever asked for a page.

use crate::layout::{Page, clause, encode};
use maud::html;
use server::site::ProblemFacts;
use server::texts::t;

/// The whole page.
pub(crate) fn show(facts: &ProblemFacts<'_>) -> String {
    let ProblemFacts { problem, viewer, back } = *facts;
    let content = html! {
        section.problem {
            h1 { (t("common.problem")) }
            p { (sentence(&problem.what)) }
            @if let Some(found) = &problem.clause { p { (clause(&found.book, &found.label)) } }
            @if let Some(next) = &problem.next { p { (sentence(next)) } }
            @if problem.status == 401 {
                p {
                    @match back {
                        Some(back) => a.button href={ "/log-in?next=" (encode(back)) } { (t("common.log-in")) },
                        None => a.button href="/log-in" { (t("common.log-in")) },
                    }
                }
            }
            p { a href="/" { (t("common.back")) } }
        }
    };
    Page { title: t("common.problem"), kind: "problem", ..Page::default() }
        .render(viewer, content)
        .into_string()
}

/// What is wrong, as it stands on a page: with a capital and a full stop.
pub(crate) fn sentence(what: &str) -> String {
    let mut letters = what.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    let stop = if what.ends_with(['.', '!', '?']) { "" } else { "." };
    first.chain(letters.as_str().chars()).chain(stop.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_written_as_one() {
        assert_eq!(sentence("the Ante is below the minimum"), "The Ante is below the minimum.");
        assert_eq!((sentence("Ésta?"), sentence("")), ("Ésta?".to_string(), ".".to_string()));
    }
}
