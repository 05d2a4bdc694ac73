//! Authenticators by HTTP: set up at `/security`, used to log in, and taken off by their owner or by two colleagues.

use crate::common;

use common::player::id;
use common::{Heard, Server, furnished};
use server::accounts::{Accounts, LogInSettings, SecondFactor};
use server::config::Settings;
use server::demo::SECRET;
use sha1::{Digest, Sha1};
use std::sync::Arc;
use std::time::Duration;

const SYDNEY: &str = "crown-sydney-poker-minors-3.3";

fn house() -> Server {
    let door = LogInSettings { second_factor: SecondFactor::Optional, ..LogInSettings::default() };
    furnished(Settings { log_in: door, ..Settings::default() })
}

fn enter(server: &Server, name: &str, code: Option<&str>) -> Heard {
    let given = serde_json::json!({ "name": name, "secret": SECRET, "code": code });
    server.ask("POST /api/log-in", &["Content-Type: application/json"], &given.to_string())
}

fn token(heard: &Heard) -> String {
    assert_eq!(heard.status, 200, "{}", heard.body);
    let told: serde_json::Value = serde_json::from_str(&heard.body).unwrap();
    told["token"].as_str().unwrap().to_string()
}

/// What the page shows between `<code>` and `</code>`.
fn codes(page: &str) -> Vec<String> {
    page.split("<code>").skip(1).map(|rest| rest.split("</code>").next().unwrap().to_string()).collect()
}

/// The code that an authenticator shows (RFC 6238), worked out here from the secret that was typed into it.
fn shown(server: &Server, secret: &str) -> String {
    let mut bits = Vec::new();
    for letter in secret.bytes() {
        let value = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".iter().position(|known| *known == letter).unwrap();
        bits.extend((0..5).rev().map(|bit| (value >> bit & 1) as u8));
    }
    let key: Vec<u8> =
        bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |sum, bit| sum << 1 | bit)).collect();
    let step = u64::try_from(floor::Clock::wall_ms(&*server.clock)).unwrap() / 30_000;
    let pad = |with: u8| -> Vec<u8> { (0..64).map(|at| key.get(at).copied().unwrap_or(0) ^ with).collect() };
    let inner = Sha1::new().chain_update(pad(0x36)).chain_update(step.to_be_bytes()).finalize();
    let hash = Sha1::new().chain_update(pad(0x5c)).chain_update(inner).finalize();
    let at = usize::from(hash[19] & 15);
    let number = u32::from_be_bytes(hash[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

fn another(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

/// What the page's form carries of the secret.
fn sealed(page: &str) -> String {
    let field = page.split("name=\"sealed\" value=\"").nth(1).expect("the sealed secret");
    field.split('"').next().unwrap().to_string()
}

/// The first code of a new secret, with what the form carries.
fn confirm(server: &Server, session: &str, sealed: &str, code: &str) -> Heard {
    server.form("/security/authenticator", session, &[("sealed", sealed), ("code", code)])
}

/// Sets an authenticator up for somebody who is in: its secret, and the codes on paper.
fn set_up(server: &Server, session: &str) -> (String, Vec<String>) {
    let begun = server.form("/security/authenticator", session, &[]);
    assert_eq!(begun.status, 200, "{}", begun.body);
    let secret = codes(&begun.body).remove(0);
    let done = confirm(server, session, &sealed(&begun.body), &shown(server, &secret));
    assert_eq!(done.status, 200, "{}", done.body);
    (secret, codes(&done.body))
}

#[test]
fn an_authenticator_is_set_up_with_its_qr_code_and_a_wrong_code_spoils_nothing() {
    let server = house();
    let session = token(&enter(&server, "dealer", None));
    let begun = server.form("/security/authenticator", &session, &[]);
    assert_eq!(begun.status, 200, "{}", begun.body);
    let secret = codes(&begun.body).remove(0);
    assert_eq!(secret.len(), 32, "160 bits");
    let uri = format!("otpauth://totp/Cardroom:dealer?secret={secret}&amp;issuer=Cardroom");
    assert!(begun.body.contains(&uri), "{}", begun.body);
    let drawn =
        begun.body.split("<svg role=\"img\"").nth(1).expect("a QR code").split("</svg>").next().unwrap();
    assert!(drawn.contains("viewBox=\"0 0 ") && drawn.contains("h1v1h-1z"), "{drawn}");
    assert!(!drawn.contains("style"), "the policy of the page takes no inline style: {drawn}");

    let wrong = another(&shown(&server, &secret));
    let again = confirm(&server, &session, &sealed(&begun.body), &wrong);
    assert_eq!(again.status, 403, "{}", again.body);
    assert_eq!(
        codes(&again.body),
        std::slice::from_ref(&secret),
        "the same secret, which the authenticator has by now"
    );
    assert!(
        again.body.contains("<svg role=\"img\"") && again.body.contains("id=\"wrong-code\""),
        "{}",
        again.body
    );
    assert_eq!(enter(&server, "dealer", None).status, 200, "nothing is asked for yet");
    let done = confirm(&server, &session, &sealed(&again.body), &shown(&server, &secret));
    assert_eq!(done.status, 200, "{}", done.body);
    assert_eq!(codes(&done.body).len(), 8, "codes on paper: {}", done.body);
    // Whoever waits too long begins again, and is told so.
    let session = token(&enter(&server, "supervisor", None));
    let begun = server.form("/security/authenticator", &session, &[]);
    let late = codes(&begun.body).remove(0);
    server.clock.pass(Duration::from_secs(601));
    let expired = confirm(&server, &session, &sealed(&begun.body), &shown(&server, &late));
    assert_eq!(expired.status, 409, "{}", expired.body);
    assert!(expired.body.contains("within ten minutes"), "{}", expired.body);
}

/// The secret travels in the form, sealed: it is of no use to another log-in, to another session, or changed.
#[test]
fn a_secret_that_is_set_up_is_sealed_for_one_session() {
    let server = house();
    let dealer = token(&enter(&server, "dealer", None));
    let begun = server.form("/security/authenticator", &dealer, &[]);
    let (secret, own) = (codes(&begun.body).remove(0), sealed(&begun.body));
    assert!(!own.contains(&secret), "{own}");
    let code = shown(&server, &secret);
    let refused = |session: &str, sealed: &str, why: &str| {
        let heard = confirm(&server, session, sealed, &code);
        assert_eq!(heard.status, 409, "{why}: {}", heard.body);
        assert!(heard.body.contains("not begun in this session"), "{why}: {}", heard.body);
    };
    refused(&token(&enter(&server, "supervisor", None)), &own, "another log-in");
    refused(&token(&enter(&server, "dealer", None)), &own, "another session");
    for at in [0, own.len() / 2, own.len() - 1] {
        let digit = if own[at..].starts_with('0') { "1" } else { "0" };
        refused(&dealer, &format!("{}{digit}{}", &own[..at], &own[at + 1..]), "changed");
    }
    refused(&dealer, &own[2..], "cut");
    refused(&dealer, "", "missing");
    assert_eq!(enter(&server, "dealer", None).status, 200, "nothing was set up by all that");
    let done = confirm(&server, &dealer, &own, &code);
    assert_eq!(done.status, 200, "{}", done.body);
    let twice = confirm(&server, &dealer, &own, &code);
    assert_eq!(twice.status, 409, "{}", twice.body);
}

#[test]
fn a_code_opens_once_and_so_does_one_on_paper() {
    let server = house();
    let (secret, paper) = set_up(&server, &token(&enter(&server, "dealer", None)));
    // The field takes letters too: a keypad of digits alone could not type a code on paper.
    let form = [("name", "dealer"), ("secret", SECRET), ("next", "/")];
    let page = server.form("/log-in", "", &form);
    assert_eq!(page.status, 401, "{}", page.body);
    let field = page.body.split("name=\"code\"").nth(1).unwrap().split('>').next().unwrap();
    assert!(field.contains("one-time-code") && !field.contains("numeric"), "{field}");

    let used = enter(&server, "dealer", Some(&shown(&server, &secret)));
    assert_eq!(used.status, 401, "it was used to set the authenticator up: {}", used.body);
    server.clock.pass(Duration::from_secs(30));
    let code = shown(&server, &secret);
    assert_eq!(enter(&server, "dealer", Some(&another(&code))).status, 401);
    token(&enter(&server, "dealer", Some(&code)));
    let twice = enter(&server, "dealer", Some(&code));
    assert_eq!(twice.status, 401, "{}", twice.body);
    assert!(twice.what().contains("used before"), "{}", twice.body);
    let small = paper[2].to_lowercase();
    let form = [("name", "dealer"), ("secret", SECRET), ("next", "/"), ("code", &small)];
    assert_eq!(server.form("/log-in", "", &form).status, 303, "one on paper, by the page");
    assert_eq!(enter(&server, "dealer", Some(&paper[2])).status, 401, "and never again");
}

#[test]
fn its_owner_takes_it_off_with_the_password_and_a_code() {
    let server = house();
    let session = token(&enter(&server, "dealer", None));
    let (secret, _) = set_up(&server, &session);
    server.clock.pass(Duration::from_secs(30));
    let page = server.get("/security", &[&format!("Cookie: cardroom={session}")]);
    assert!(page.body.contains("/security/authenticator/off"), "{}", page.body);
    let off = |secret: &str, code: &str| {
        server.form("/security/authenticator/off", &session, &[("secret", secret), ("code", code)])
    };
    let code = shown(&server, &secret);
    assert_eq!(off("not this one", &code).status, 403);
    let wrong = off(SECRET, &another(&code));
    assert_eq!(wrong.status, 403, "{}", wrong.body);
    assert!(wrong.body.contains("The code is wrong"), "{}", wrong.body);
    assert_eq!(enter(&server, "dealer", None).status, 401, "it is still asked for");
    let gone = off(SECRET, &code);
    assert_eq!(gone.status, 303, "{}", gone.body);
    let bearer = format!("Authorization: Bearer {session}");
    assert_eq!(server.get("/api/session", &[&bearer]).status, 401, "whoever is in comes in again");
    token(&enter(&server, "dealer", None));
    assert_eq!(off(SECRET, &code).status, 401, "with a session that has ended");
}

#[test]
fn two_managers_take_it_off_a_colleague_who_lost_it() {
    let server = house();
    set_up(&server, &token(&enter(&server, "dealer", None)));
    let manager = token(&enter(&server, "manager", None));
    let page = || {
        let cookie = format!("Cookie: cardroom={manager}");
        server.get(&format!("/pit/people?book={SYDNEY}"), &[&cookie]).body
    };
    assert!(page().contains("Take an authenticator off"), "{}", page());
    let press = |second: bool| {
        let seen = id();
        let mut fields = vec![("to", "log-in/no-code"), ("form", "log-in-no-code"), ("command", "{}")];
        fields.extend([("seen", seen.as_str()), ("name", "dealer")]);
        if second {
            fields.extend([("second.badge", "manager2"), ("second.pin", SECRET)]);
        }
        server.form(&format!("/pit/people?book={SYDNEY}"), &manager, &fields)
    };
    let alone = press(false);
    assert_eq!(alone.status, 409, "one of them alone may not: {}", alone.body);
    assert_eq!(enter(&server, "dealer", None).status, 401);
    let both = press(true);
    assert_eq!(both.status, 303, "{}", both.body);
    token(&enter(&server, "dealer", None));
    let told = server.app.user_accounts.history().unwrap();
    let line = told.iter().find(|line| line.what.starts_with("second factor of log-in dealer")).unwrap();
    assert!(line.by.contains('+'), "both are in the log: {}", line.by);
    let none = press(true);
    assert_eq!(none.status, 409, "there is none any more: {}", none.body);
}

/// A manager who has an authenticator stands beside an order with its code, once; the same order sent again is answered again.
#[test]
fn a_second_person_signs_with_the_code_of_their_authenticator() {
    let server = house();
    let (secret, _) = set_up(&server, &token(&enter(&server, "manager2", None)));
    server.clock.pass(Duration::from_secs(30));
    let manager = token(&enter(&server, "manager", None));
    let fill = |id: &str, code: Option<&str>| {
        let order = serde_json::json!({
            "id": id, "second": { "badge": "manager2", "pin": SECRET, "code": code },
            "command": { "do": "fill", "amount": "100.00" },
        });
        let bearer = format!("Authorization: Bearer {manager}");
        let headers = ["Content-Type: application/json", bearer.as_str()];
        server.ask("POST /api/tables/1/commands", &headers, &order.to_string())
    };
    let (first, other) = (id(), id());
    let without = fill(&first, None);
    assert_eq!(without.status, 403, "{}", without.body);
    assert!(without.body.contains("authenticator"), "{}", without.body);
    let code = shown(&server, &secret);
    assert_eq!(fill(&first, Some(&another(&code))).status, 403);
    let done = fill(&first, Some(&code));
    assert_eq!(done.status, 200, "{}", done.body);
    let again = fill(&first, Some(&code));
    assert_eq!(again.status, 200, "{}", again.body);
    assert!(again.body.contains("\"again\":true"), "{}", again.body);
    let reused = fill(&other, Some(&code));
    assert_eq!(reused.status, 403, "{}", reused.body);
    server.clock.pass(Duration::from_secs(30));
    assert_eq!(fill(&other, Some(&shown(&server, &secret))).status, 200);
}

/// Five wrong codes lock the codes of a log-in, and whoever unlocks the log-in takes that off too.
#[test]
fn a_lock_of_codes_is_shown_and_taken_off() {
    let server = house();
    let (secret, _) = set_up(&server, &token(&enter(&server, "dealer", None)));
    server.clock.pass(Duration::from_secs(30));
    let code = shown(&server, &secret);
    for _ in 0..5 {
        assert_eq!(enter(&server, "dealer", Some(&another(&code))).status, 401);
    }
    assert_eq!(enter(&server, "dealer", Some(&code)).status, 429);
    let locks = || {
        let all = server.app.user_accounts.list_accounts();
        all.into_iter().find(|one| one.name == "dealer").unwrap().locks
    };
    let kept = locks();
    assert_eq!(kept.len(), 1);
    assert!(kept[0].from.as_deref().is_some_and(|from| from.ends_with("(codes)")), "{kept:?}");
    // The log has it: whoever opens the door again finds it locked.
    let (store, vault) = (Arc::clone(&server.app.store), Arc::clone(&server.app.vault));
    let again = Accounts::open(store, vault, server.clock.clone()).unwrap();
    let shown_there = again.list_accounts().into_iter().find(|one| one.name == "dealer").unwrap().locks;
    assert_eq!(shown_there, kept);
    server.app.user_accounts.unlock("staff/1", "dealer").unwrap();
    assert_eq!(locks(), []);
    token(&enter(&server, "dealer", Some(&code)));
}
