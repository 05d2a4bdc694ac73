//! The pit's page of people: the founder of a house hires the second alone, no two colleagues have one name, and a log-in
//! that is locked is shown as locked.

use crate::common;

use common::player::id;
use common::{Heard, SECRET, Server, furnished, start};
use floor::{By, CommandOutcome, book as rules};
use house::{Person, StaffId};
use server::config::Settings;
use server::demo;
use store::CommandId;

const SYDNEY: &str = "crown-sydney-poker-minors-3.3";
const MELBOURNE: &str = "crown-melbourne-three-card-poker-5.1";

/// A house whose only member of staff is Ada Lane.
fn founded() -> (Server, String) {
    let server = start(Settings::default(), axum::Router::new());
    let found = house::Command::Found { id: StaffId(12), name: "Ada Lane".into() };
    let asked = server.app.floor.ask_house(SYDNEY, (CommandId([9; 16]), By::alone(Person::System)), found);
    assert!(matches!(asked.unwrap(), CommandOutcome::Done(_)));
    let token = server.log_in("ada", SECRET);
    (server, token)
}

fn page(server: &Server, token: &str, book: &str) -> String {
    let page = server.get(&format!("/pit/people?book={book}"), &[&format!("Cookie: cardroom={token}")]);
    assert_eq!(page.status, 200, "{}", page.body);
    page.body
}

/// A form of the page.
fn form<'p>(page: &'p str, name: &str) -> &'p str {
    let from = page.split(&format!("id=\"{name}\"")).nth(1).expect(name);
    from.split("</form>").next().unwrap()
}

/// Presses "Hire"; where a second is named, that person stands beside.
fn hire(
    server: &Server,
    (token, book): (&str, &str),
    second: Option<(&str, &str)>,
    (number, name, role): (&str, &str, &str),
) -> Heard {
    let (seen, to) = (id(), format!("house/{book}"));
    let mut fields = vec![
        ("to", to.as_str()),
        ("form", "hire"),
        ("command", r#"{"do":"hire"}"#),
        ("seen", seen.as_str()),
        ("id#", number),
        ("name", name),
        ("role", role),
    ];
    let (badge, pin) = second.unwrap_or_default();
    fields.extend([("second.badge", badge), ("second.pin", pin)]);
    server.form(&format!("/pit/people?book={book}"), token, &fields)
}

/// The browser kept the form back: it wanted a second person whom there could not be.
#[test]
fn the_founder_hires_the_second_alone_and_then_both_stand_together() {
    let (server, token) = founded();
    let book = rules(SYDNEY).unwrap();
    let (highest, least) = (book.ladder.roles.last().unwrap(), &book.ladder.roles[0]);
    let before = page(&server, &token, SYDNEY);
    let asked = form(&before, "hire");
    assert!(!asked.contains("second.badge"), "nobody can stand beside yet: {asked}");
    assert!(!asked.contains("disabled"), "{asked}");
    assert!(asked.contains(&format!("value=\"{}\"", highest.id)), "{asked}");
    assert!(!asked.contains(&format!("value=\"{}\"", least.id)), "a dealer takes two persons: {asked}");
    let first = form(&before, "enrol");
    assert!(
        first.contains("Second person's log-in name") && first.contains("Second person's password"),
        "{first}"
    );

    let refused = hire(&server, (&token, SYDNEY), None, ("14", "Cy Poe", &least.id));
    assert_eq!(refused.status, 409, "{}", refused.body);
    let hired = hire(&server, (&token, SYDNEY), None, ("13", "Bo Reyes", &highest.id));
    assert_eq!(hired.status, 303, "{}", hired.body);
    let after = page(&server, &token, SYDNEY);
    let asked = form(&after, "hire");
    assert!(asked.contains("name=\"second.badge\" autocomplete=\"off\" required"), "{asked}");
    assert!(asked.contains(&format!("value=\"{}\"", least.id)), "{asked}");
    server.app.user_accounts.open_account("bo", SECRET, Person::Staff(StaffId(13)), "Bo Reyes").unwrap();
    let wrong = hire(&server, (&token, SYDNEY), Some(("bo", "not this one")), ("14", "Cy Poe", &least.id));
    assert_eq!(wrong.status, 403, "{}", wrong.body);
    assert!(wrong.body.contains("log-in name or password is wrong"), "{}", wrong.body);
    let both = hire(&server, (&token, SYDNEY), Some(("bo", SECRET)), ("14", "Cy Poe", &least.id));
    assert_eq!(both.status, 303, "{}", both.body);
}

#[test]
fn two_colleagues_have_two_names_and_whoever_left_may_come_back() {
    let server = furnished(Settings::default());
    let token = server.log_in("manager", demo::SECRET);
    let at = (token.as_str(), MELBOURNE);
    let beside = Some(("manager2", demo::SECRET));
    let (dealer, role) = server.app.floor.house(MELBOURNE).unwrap().with_state(|house| {
        let member = house.roster.members.iter().find(|member| member.role.0 == 0).unwrap();
        (member.clone(), rules(MELBOURNE).unwrap().ladder.roles[0].id.clone())
    });
    let same = hire(&server, at, beside, ("77", &dealer.name, &role));
    assert_eq!(same.status, 409, "{}", same.body);
    let says = format!("is the name of staff/{}, who works here", dealer.id);
    assert!(same.body.contains(&says), "{}", same.body);

    let (seen, to, number) = (id(), format!("house/{MELBOURNE}"), dealer.id.to_string());
    let mut dismiss = vec![("to", to.as_str()), ("form", "dismiss"), ("command", r#"{"do":"dismiss"}"#)];
    dismiss.extend([("seen", seen.as_str()), ("id#", number.as_str())]);
    dismiss.extend([("second.badge", "manager2"), ("second.pin", demo::SECRET)]);
    let gone = server.form(&format!("/pit/people?book={MELBOURNE}"), &token, &dismiss);
    assert_eq!(gone.status, 303, "{}", gone.body);
    let back = hire(&server, at, beside, ("77", &dealer.name, &role));
    assert_eq!(back.status, 303, "{}", back.body);
}

/// A locked log-in was shown as open, so nobody knew what to unlock.
#[test]
fn a_locked_log_in_is_shown_with_where_and_until_when_and_unlocked_there() {
    let server = furnished(Settings::default());
    let token = server.log_in("manager", demo::SECRET);
    let row = || {
        let page = page(&server, &token, SYDNEY);
        let from = page.split(">dealer</th>").nth(1).expect("the dealer's log-in");
        from.split("</tr>").next().unwrap().to_string()
    };
    assert!(row().contains(">open<"), "{}", row());
    let enter = |secret: &str| {
        let given = format!("{{\"name\":\"dealer\",\"secret\":\"{secret}\"}}");
        server.ask("POST /api/log-in", &["Content-Type: application/json"], &given).status
    };
    for _ in 0..5 {
        assert_eq!(enter("not this one"), 401);
    }
    assert_eq!(enter(demo::SECRET), 429);
    let now = floor::Clock::wall_ms(&*server.clock);
    let until = Settings::default().time_zone.time(now + 5 * 60_000);
    let says = format!("locked for 127.0.0.1 until {until}");
    assert!(row().contains(&says) && !row().contains(">open<"), "{says}: {}", row());

    let seen = id();
    let unlock = [
        ("to", "log-in/unlock"),
        ("form", "log-in-unlock"),
        ("command", "{}"),
        ("seen", seen.as_str()),
        ("name", "dealer"),
    ];
    let done = server.form(&format!("/pit/people?book={SYDNEY}"), &token, &unlock);
    assert_eq!(done.status, 303, "{}", done.body);
    assert!(row().contains(">open<"), "{}", row());
    assert_eq!(enter(demo::SECRET), 200);
    // A lock that is over is shown no more.
    for _ in 0..5 {
        assert_eq!(enter("not this one"), 401);
    }
    assert!(!row().contains(">open<"), "{}", row());
    server.clock.pass(std::time::Duration::from_secs(5 * 60));
    assert!(row().contains(">open<"), "{}", row());
}
