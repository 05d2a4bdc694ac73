//! Which pages each role may open, under every book, on a running server.

use crate::common;

use common::furnished;
use rulebook::RoleId;
use server::access::Area;
use server::config::Settings;
use server::demo::SECRET;

/// Who may open what: a player, a dealer, a supervisor, a manager, an inspector, and somebody who is not logged in.
const WHO: [&str; 6] = ["player", "dealer", "supervisor", "manager", "inspector", ""];

/// The answers in the order of [`WHO`]; a table with a hundred pages says less than this one.
const PAGES: [(&str, [u16; 6]); 20] = [
    ("/", [200, 200, 200, 200, 200, 200]),
    ("/tables/1", [200, 200, 200, 200, 200, 200]),
    ("/rules", [200, 200, 200, 200, 200, 200]),
    ("/displays/tables/1", [200, 200, 200, 200, 200, 200]),
    ("/account", [200, 403, 403, 403, 403, 401]),
    ("/dealer", [403, 200, 200, 200, 403, 401]),
    ("/pit", [403, 403, 200, 200, 403, 401]),
    ("/pit/tables/1", [403, 403, 200, 200, 403, 401]),
    ("/pit/meters", [403, 403, 200, 200, 403, 401]),
    ("/pit/people", [403, 403, 200, 200, 403, 401]),
    ("/pit/patrons", [403, 403, 200, 200, 403, 401]),
    ("/pit/patrons?patron=1", [403, 403, 200, 200, 403, 401]),
    ("/pit/disputes", [403, 403, 200, 200, 403, 401]),
    ("/pit/money", [403, 403, 200, 200, 403, 401]),
    ("/inspector", [403, 403, 200, 200, 200, 401]),
    ("/inspector/verify", [403, 403, 200, 200, 200, 401]),
    ("/inspector/anchor", [403, 403, 403, 200, 200, 401]),
    ("/api/houses/crown-sydney-poker-minors-3.3", [403, 403, 200, 200, 403, 401]),
    // Patron 1 is "player": one's own file is open to oneself.
    ("/api/patrons/crown-sydney-poker-minors-3.3/1", [200, 403, 200, 200, 403, 401]),
    ("/api/patrons/crown-sydney-poker-minors-3.3/2", [403, 403, 200, 200, 403, 401]),
];

#[test]
fn finding_22_every_role_opens_the_pages_that_it_has_a_power_for() {
    let server = furnished(Settings::default());
    let tokens = WHO.map(|who| if who.is_empty() { String::new() } else { server.log_in(who, SECRET) });
    let mut wrong = Vec::new();
    for (page, answers) in PAGES {
        for ((who, token), expected) in WHO.iter().zip(&tokens).zip(answers) {
            let bearer = format!("Authorization: Bearer {token}");
            let head: &[&str] = if token.is_empty() { &[] } else { &[&bearer] };
            let status = server.get(page, head).status;
            if status != expected {
                wrong.push(format!("{page} for '{who}': {status}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A refusal names the role that it takes, and the clause that gives it the power.
#[test]
fn finding_22_a_closed_page_names_the_role_and_the_clause() {
    let server = furnished(Settings::default());
    let bearer = format!("Authorization: Bearer {}", server.log_in("dealer", SECRET));
    let refused = server.get("/pit/patrons?book=crown-sydney-poker-minors-3.3", &[&bearer]);
    assert_eq!(refused.status, 403);
    assert!(refused.what().contains("Higher Duties Dealer or above"), "{}", refused.body);
    assert!(refused.body.contains("\"16.12\""), "{}", refused.body);
}

/// In no book does the lowest role open a page of the house, and in every book the highest opens them all.
#[test]
fn finding_22_the_ladder_of_every_book_decides() {
    let playable = rulebook::library::house_banked();
    for book in playable.map(|id| floor::book(id).unwrap()) {
        for area in Area::ALL {
            assert!(!area.admits(book, RoleId(0)), "{area:?} for a dealer of {}", book.front.id);
            assert!(area.admits(book, book.ladder.highest()), "{area:?} of {}", book.front.id);
        }
        let admitted = |area: Area| {
            (0..=book.ladder.highest().0).filter(|role| area.admits(book, RoleId(*role))).count()
        };
        assert!(admitted(Area::People) <= admitted(Area::Patrons), "{}", book.front.id);
    }
}
