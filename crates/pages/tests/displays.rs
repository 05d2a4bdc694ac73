//! What hangs on walls: true values, prizes that wait, winners, and signs that say all that they must.

use crate::look;

use axum::http::StatusCode;
use engine::{MeterIndex, TableNumber, jackpot};
use look::{SYSTEM, Scene};
use money::Rounding;
use pages::displays::frame;
use pages::parts::exact;
use server::demo::both_managers;

const SYDNEY: &str = "crown-sydney-poker-minors-3.3";

fn shown(scene: &Scene) -> String {
    let text = frame(&scene.app, SYDNEY, 1).unwrap().into_string();
    assert!(text.len() <= 600, "{} bytes: {text}", text.len());
    assert!(text.contains("data-kept-ms=\""), "{text}");
    text
}

/// Live, down, by hand; a wager raises it; an award waits; whoever is determined has won, and a reload shows it too.
#[tokio::test]
async fn a_meter_shows_what_is_true() {
    let scene = Scene::new(0);
    let (table, _) = scene.table("caribbean-stud");
    let value = || scene.app.meter_view(SYDNEY, MeterIndex(0)).unwrap().value.0;
    let first = value();
    assert!(shown(&scene).contains(&exact(first)));
    let page = scene.page("", "/displays/meters/crown-sydney-poker-minors-3.3/1").await;
    assert!(page.contains(&exact(first)) && page.contains("data-socket=\"/displays/meters/"), "{page}");
    assert!(!page.contains("<nav"), "a wall has no navigation");

    let works = |works, manual| jackpot::Command::Equipment { meter: MeterIndex(0), works, manual };
    scene.meter(SYDNEY, both_managers(), works(false, false));
    assert!(shown(&scene).contains("the equipment is down"));
    scene.meter(SYDNEY, both_managers(), works(false, true));
    assert!(shown(&scene).contains("kept by hand"));
    scene.meter(SYDNEY, both_managers(), works(true, false));

    scene.meter(
        SYDNEY,
        SYSTEM,
        jackpot::Command::Register { meter: MeterIndex(0), table: TableNumber(table), wagers: 4 },
    );
    assert!(value() > first);
    let text = shown(&scene);
    assert!(text.contains(&exact(value())) && !text.contains("Prize pending"), "{text}");

    let rounding = Rounding::UP_TO_CENT;
    let record = jackpot::Command::Record {
        meter: MeterIndex(0),
        table: TableNumber(table),
        royals: 0,
        flushes: 1,
        carried: 0,
        rounding,
    };
    scene.meter(SYDNEY, SYSTEM, record);
    let award = scene.app.meter_view(SYDNEY, MeterIndex(0)).unwrap().pending[0].straight_flush.0;
    let text = shown(&scene);
    let told = ["Prize pending", "straight flush", &format!("Table {table}"), &exact(award), &exact(value())];
    assert!(told.iter().all(|told| text.contains(told)), "{text}");
    assert!(!text.contains("Winner"));

    scene.meter(
        SYDNEY,
        SYSTEM,
        jackpot::Command::Determine { meter: MeterIndex(0), table: TableNumber(table) },
    );
    let text = shown(&scene);
    let told = ["Winner", "straight flush", &format!("Table {table}"), &exact(award), &exact(value())];
    assert!(told.iter().all(|told| text.contains(told)), "{text}");
    let again = scene.page("", "/displays/meters/crown-sydney-poker-minors-3.3/1").await;
    assert!(again.contains("Winner") && again.contains(&exact(award)));
    let all = scene.page("", "/displays/meters").await;
    assert!(all.contains("Winner") && all.contains(&exact(value())));

    for wrong in [
        "/displays/meters/crown-sydney-poker-minors-3.3/9",
        "/displays/meters/crown-sydney-poker-minors-3.3/0",
        "/displays/meters/none/1",
        "/displays/tables/999",
    ] {
        assert_eq!(scene.get("", wrong).await.0, StatusCode::NOT_FOUND, "{wrong}");
    }
    scene.app.floor.close();
}

/// Whoever has just won is still shown when the server comes back, and taken down when the minute is over.
#[tokio::test]
async fn a_winner_survives_a_restart() {
    let scene = Scene::new(0);
    let (table, _) = scene.table("caribbean-stud");
    let rounding = Rounding::UP_TO_CENT;
    let record = jackpot::Command::Record {
        meter: MeterIndex(0),
        table: TableNumber(table),
        royals: 0,
        flushes: 1,
        carried: 0,
        rounding,
    };
    scene.meter(
        SYDNEY,
        SYSTEM,
        jackpot::Command::Register { meter: MeterIndex(0), table: TableNumber(table), wagers: 4 },
    );
    scene.meter(SYDNEY, SYSTEM, record);
    let award = scene.app.meter_view(SYDNEY, MeterIndex(0)).unwrap().pending[0].straight_flush.0;
    // Recorded before the restart and determined after it.
    let scene = scene.again();
    assert!(shown(&scene).contains("Prize pending"));
    scene.meter(
        SYDNEY,
        SYSTEM,
        jackpot::Command::Determine { meter: MeterIndex(0), table: TableNumber(table) },
    );
    let scene = scene.again();
    let text = shown(&scene);
    let told = ["Winner", "straight flush", &format!("Table {table}"), &exact(award)];
    assert!(told.iter().all(|told| text.contains(told)), "{text}");
    // Later than a minute nobody is shown, whoever starts then.
    let stream = floor::meter_stream(SYDNEY).unwrap();
    let now = scene.app.clock.wall_ms();
    assert!(scene.app.winners.now(&stream, MeterIndex(0), now).is_some());
    assert!(scene.app.winners.now(&stream, MeterIndex(0), now + 61_000).is_none());
    assert!(
        scene.app.winners.now(&stream, MeterIndex(0), now - 61_000).is_none(),
        "nor by a clock that was set back"
    );
    scene.app.floor.close();
}

/// What changes one meter is no frame for those who look at another.
#[tokio::test]
async fn a_frame_is_of_one_meter() {
    let scene = Scene::new(0);
    let (table, _) = scene.table("caribbean-stud");
    scene.meter(
        SYDNEY,
        SYSTEM,
        jackpot::Command::Register { meter: MeterIndex(0), table: TableNumber(table), wagers: 1 },
    );
    let before = shown(&scene);
    let terms = engine::SignJackpot {
        wager: money::Money::from_cents(10_00),
        ..floor::demo::terms(floor::book(SYDNEY).unwrap())
    };
    let value = money::MicroCents::from(terms.seed_value(floor::book(SYDNEY).unwrap()));
    let open = jackpot::Command::Open { terms, value, method: engine::Method::B, new: true };
    scene.meter(SYDNEY, both_managers(), open);
    assert_eq!(shown(&scene), before);
    scene.app.floor.close();
}

/// Every line of every pay table that is in force, every limit and prize, with its clause; what a fold means for the jackpot.
#[tokio::test]
async fn a_sign_says_all_that_it_must() {
    let scene = Scene::new(0);
    let mut lines = 0;
    for table in scene.app.tables() {
        let number = table.name.number;
        let text = scene.page("", &format!("/displays/tables/{number}")).await;
        let (_, desk) = scene.app.table(number).unwrap();
        let (game, book) = (desk.machine().game.game(), desk.machine().game.book());
        let sign = desk.with_state(|state| state.game.sign.clone()).unwrap();
        assert!(text.contains(&game.name) && text.contains(&format!("Table {number}")));
        for paytable in &game.paytable {
            let chosen = sign
                .paytables
                .iter()
                .any(|(id, column)| *id == paytable.id && Some(column) == paytable.column.as_ref());
            if paytable.column.is_some() && !chosen {
                continue;
            }
            for line in &paytable.lines {
                let label = book.label(line.clause.unwrap_or(paytable.clause));
                let row = format!(
                    "<td class=\"number\">{}</td><td><a class=\"clause\" href=\"/rules/{}/{}\"",
                    line.pays.0,
                    book.front.id,
                    pages::layout::encode(label)
                );
                assert!(text.contains(&row), "table {number}, {}: {row}", paytable.id);
                lines += 1;
            }
        }
        for (at, wager) in game.wager.iter().enumerate().filter(|(at, _)| sign.limits.min[*at].is_some()) {
            let min = pages::parts::money(sign.limits.min[at].unwrap());
            assert!(
                text.contains(&format!("<dt>{}</dt><dd>from {min}", wager.name)),
                "{}: {text}",
                wager.name
            );
        }
        assert!(text.contains(&format!("<dt>Places for players</dt><dd>{}</dd>", sign.seats)));
        if let Some(jackpot) = sign.jackpot.as_ref().filter(|_| sign.offers_jackpot(game)) {
            for prize in &book.jackpots.option(jackpot.option).unwrap().prizes {
                assert!(text.contains(&pages::layout::encode(book.label(prize.clause))));
            }
            assert!(text.contains("$5 a wager"));
            let says_b = text.contains("Method B: a hand that folds still plays for the jackpot.");
            assert_eq!(says_b, book.table.methods.is_some());
            assert!(text.contains("class=\"fold\""));
        }
    }
    assert!(lines > 50, "{lines}");
    let list = scene.page("", "/displays").await;
    assert!(list.contains("/displays/meters/crown-sydney") && list.contains("/displays/tables/1"));
    scene.app.floor.close();
}

/// A notice is on the sign with the time that it still needs.
#[tokio::test]
async fn what_is_announced_is_on_the_sign() {
    let scene = Scene::new(0);
    let (number, table) = scene.table("caribbean-stud");
    let mut limits = scene.with_state(&table, |state| state.game.sign.clone()).unwrap().limits;
    limits.min[0] = Some(money::Money::from_cents(50_00));
    let of = engine::banked::NoticeOf::Limits;
    let post = engine::banked::Command::PostNotice { of, limits: Some(Box::new(limits)) };
    let before = scene.page("", &format!("/displays/tables/{number}")).await;
    assert!(!before.contains("The minimum rises"));
    scene.tell(&table, both_managers(), look::game(post));
    let text = scene.page("", &format!("/displays/tables/{number}")).await;
    assert!(text.contains("The minimum rises") && text.contains("<b>Ante $50</b>"), "{text}");
    assert!(text.contains("data-until-ms=\""));
    scene.app.floor.close();
}
