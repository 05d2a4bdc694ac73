//! The sign of a table as the books demand it: limits, multiples, pay tables, the jackpot's prizes, what is announced, what a
//! fold means for the jackpot.

use super::{style, watcher};
use crate::layout::{Page, clause};
use crate::parts;
use crate::table::bounds;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::response::Response;
use cards::Category;
use engine::banked::{Notice, NoticeOf, Table};
use engine::jackpot::Meter;
use engine::{MeterIndex, Method, Moment, Sign, SignJackpot, TableNumber};
use floor::BankedTable;
use maud::{Markup, html};
use rulebook::{
    Cite, FoldedHandJackpot, HandFloor, PayTable, Pays, Place, PrizeAmount, Rulebook, Variant, WagerRules,
};
use server::app::App;
use server::broadcast::ChangeSource;
use server::house_orders::run_blocking;
use server::problem::Problem;
use server::texts::{fill, t};
use server::viewer::Viewer;
use std::sync::Arc;
use std::time::Duration;

pub(super) async fn show_sign(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
) -> Result<Markup, Problem> {
    run_blocking(move || {
        let content = sign(&app, number)?;
        let title = super::table(number);
        let live = Some(format!("/displays/tables/{number}/live"));
        let page = Page { title: &title, kind: "wall-sign", live, scripts: &["displays.js"], wall: true };
        Ok(page.render(&Viewer::default(), html! { (style()) (content) }))
    })
    .await
}

pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Path(number): Path<TableNumber>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let name = app.table(number)?.0.name.clone();
    let sources = [name.stream(), floor::meter_stream(&name.book)];
    let sources: Vec<ChangeSource> = sources.into_iter().flatten().map(ChangeSource::Stream).collect();
    let of = Arc::downgrade(&app);
    let render = Box::new(move || Some(sign(&*of.upgrade()?, number).ok()?.into_string()));
    let key = format!("display/table/{number}");
    watcher(app, upgrade, key, (&sources, Duration::from_secs(1)), render).await
}

/// A sign that is up, with what it is read by.
struct WallSign<'s> {
    book: &'static Rulebook,
    game: &'s Variant,
    sign: &'s Sign,
    table: &'s Table,
    /// How long a player may take over a decision, where the system deals.
    decision_seconds: Option<u64>,
    /// Seconds of recorded time to milliseconds of the wall clock.
    now: (Moment, i64),
}

fn sign(app: &App, number: TableNumber) -> Result<Markup, Problem> {
    let (follower, desk) = app.table(number)?;
    let wall_ms = app.clock.wall_ms();
    let now = (desk.now(), wall_ms);
    let (game_table, meter, decision_seconds) = {
        let tale = follower.feed();
        (tale.state.game.clone(), tale.state.meter, app.decision_seconds(&tale.state))
    };
    let machine: &BankedTable = desk.machine();
    let (book, game) = (machine.game.book(), machine.game.game());
    let announced = meter.map_or_else(Vec::new, |meter| on_meter(app, book, (meter, number), wall_ms));
    let content = match &game_table.sign {
        None => html! { p.empty { (t("displays.not-open")) } },
        Some(sign) => {
            let shown = WallSign { book, game, sign, table: &game_table, decision_seconds, now };
            shown.whole(announced)
        }
    };
    Ok(html! {
        div.sign data-live="sign" {
            h1 { (game.name) }
            p.where { (super::table(number)) " · " (book.front.operator) }
            (content)
        }
    })
}

impl WallSign<'_> {
    fn whole(&self, on_meter: Vec<Markup>) -> Markup {
        let notices = self.notices();
        let has_jackpot = self.sign.offers_jackpot(self.game);
        html! {
            @if !notices.is_empty() || !on_meter.is_empty() {
                section.announced { h2 { (t("displays.announced")) } ul { @for notice in notices.iter().chain(&on_meter) { li { (notice) } } } }
            }
            div.columns {
                section { h2 { (t("displays.limits")) } (self.limits()) }
                @for rules in &self.game.wager { (self.pays(rules)) }
                @if let Some(jackpot) = self.sign.jackpot.as_ref().filter(|_| has_jackpot) { (self.jackpot(jackpot)) }
            }
            @if has_jackpot { (self.fold()) }
        }
    }

    fn clause(&self, cite: Cite) -> Markup {
        clause(&self.book.front.id, self.book.label(cite))
    }

    /// The least and the most of each wager, what later wagers may be, and how many can play.
    fn limits(&self) -> Markup {
        let limits = &self.sign.limits;
        html! {
            dl.rows {
                @for (at, rules) in self.game.wager.iter().enumerate().filter(|(_, rules)| rules.place == Place::First) {
                    div { dt { (rules.name) } dd { (bounds(limits.min[at], limits.max[at])) " " (self.clause(self.book.table.limits.shown)) } }
                }
                @for step in &self.game.step {
                    @if let (Some(stake), Some(on)) = (&step.stake, &step.wager) {
                        @let times = self.multiples(stake);
                        div { dt { (self.wager_name(on)) @if !step.name.is_empty() { " (" (step.name.replace('-', " ")) ")" } }
                            dd { (fill("displays.times-ante", &[("times", &times)])) " " (self.clause(stake.clause)) } }
                    }
                }
                div { dt { (t("displays.places")) } dd { (self.sign.seats) } }
                @if let Some(seconds) = self.decision_seconds {
                    @let absent = &self.book.table.wagers.absent;
                    div { dt { (t("displays.clock")) }
                        dd { (fill("displays.seconds", &[("seconds", &seconds.to_string())])) " " (self.clause(absent.cite)) } }
                }
                @if let Some(most) = self.sign.max_payout {
                    div { dt { (t("displays.max-payout")) } dd { (parts::money(most)) } }
                }
            }
        }
    }

    fn wager_name<'a>(&'a self, on: &'a str) -> &'a str {
        self.game.wager(on).map_or(on, |at| self.game.wager[at].name.as_str())
    }

    fn multiples(&self, stake: &rulebook::StakeRule) -> String {
        match stake.sign_stage.and_then(|stage| self.sign.multiples.get(stage)) {
            Some(times) => {
                let times: Vec<String> = times.iter().map(u32::to_string).collect();
                times.join(&format!(" {} ", t("displays.or")))
            }
            None if stake.from == stake.to => stake.from.to_string(),
            None => format!("{}–{}", stake.from, stake.to),
        }
    }

    /// What a wager pays: odds that are the same for every hand, and its pay tables, line by line.
    fn pays(&self, rules: &WagerRules) -> Markup {
        let mut odds = Vec::new();
        let mut tables: Vec<&PayTable> = Vec::new();
        for case in &rules.case {
            match &case.pays {
                Some(Pays::Odds(same)) if odds.iter().all(|(known, _)| known != same) => {
                    odds.push((*same, case.clause));
                }
                Some(Pays::Table(id)) => {
                    let known = |table: &&PayTable| tables.iter().any(|shown| std::ptr::eq(*shown, *table));
                    if let Some(table) = self.table(id).filter(|table| !known(table)) {
                        tables.push(table);
                    }
                }
                _ => {}
            }
        }
        html! {
            @if !odds.is_empty() || !tables.is_empty() {
                section {
                    h2 { (rules.name) }
                    @for (same, cite) in &odds { p.odds { (same) " " (self.clause(*cite)) } }
                    @for table in &tables { (self.lines(table)) }
                }
            }
        }
    }

    /// A pay table; where the book offers several, the one that the sign has chosen.
    fn table(&self, id: &str) -> Option<&PayTable> {
        let chosen = self.sign.paytables.iter().find(|(table, _)| table == id).map(|(_, column)| column);
        let mut tables = self.game.paytable.iter().filter(|table| table.id == id);
        tables.find(|table| table.column.is_none() || table.column.as_ref() == chosen)
    }

    fn lines(&self, table: &PayTable) -> Markup {
        html! {
            table.data {
                @if let Some(column) = &table.column { caption { (column) } }
                tbody {
                    @for line in &table.lines {
                        tr {
                            th scope="row" { (hand(&line.hand)) }
                            td.number { (line.pays.0) }
                            td { (self.clause(line.clause.unwrap_or(table.clause))) }
                        }
                    }
                }
            }
            @if let Some(capped) = table.capped { p { (t("displays.capped")) " " (self.clause(capped)) } }
        }
    }

    fn jackpot(&self, jackpot: &SignJackpot) -> Markup {
        let cost = parts::money(jackpot.wager);
        html! {
            section.jackpot {
                h2 { (t("displays.jackpot")) }
                p { (fill("displays.jackpot-cost", &[("cost", &cost)])) " " (self.clause(self.book.jackpots.cost)) }
                @if let Some(option) = self.book.jackpots.option(jackpot.option) {
                    table.data { tbody {
                        @for prize in &option.prizes {
                            tr {
                                th scope="row" { (hand(&prize.hand)) }
                                td.number { (amount(prize.pays)) }
                                td { (self.clause(prize.clause)) }
                            }
                        }
                    } }
                }
                @for (with, text) in [
                    (jackpot.bonus_royal, t("displays.bonus-royal")),
                    (jackpot.bonus_straight_flush, t("displays.bonus-straight-flush")),
                ] {
                    @if let Some(with) = with { p { (text) " " (parts::money(with)) } }
                }
            }
        }
    }

    /// What a fold means for the jackpot: the sign must say so where the method decides.
    fn fold(&self) -> Markup {
        let rule = &self.book.table.jackpot.folded_hand;
        let methods = self.book.table.methods.as_ref();
        let (text, cite) = match (rule.value, self.sign.method, methods) {
            (FoldedHandJackpot::ByMethod, Method::A, Some(methods)) => (t("displays.fold-a"), methods.a),
            (FoldedHandJackpot::ByMethod, Method::B, Some(methods)) => (t("displays.fold-b"), methods.b),
            (FoldedHandJackpot::StaysEligible, ..) => (t("displays.fold-stays"), rule.cite),
            _ => (t("displays.fold-ends"), rule.cite),
        };
        html! { p.fold { (text) " " (self.clause(cite)) } }
    }

    fn notices(&self) -> Vec<Markup> {
        let rules = &self.book.table;
        let notice = |of: NoticeOf| self.table.notices[of as usize].as_ref();
        let mut all = Vec::new();
        if let Some(up) = notice(NoticeOf::Limits) {
            let (minutes, cite) = (rules.limits.notice_minutes.value, rules.limits.notice_minutes.cite);
            all.push(html! {
                (t("displays.notice-limits")) " " (self.new_minima(up)) " "
                (ends(up.since, minutes, self.now)) " " (self.clause(cite))
            });
        }
        if let Some(up) = notice(NoticeOf::Closing) {
            let minutes = rules.closing.minutes.as_ref();
            let rounds = rules.closing.rounds.as_ref();
            let left = rounds.map(|rounds| {
                u64::from(rounds.value).saturating_sub(self.table.rounds.saturating_sub(up.round))
            });
            all.push(html! {
                (t("displays.notice-closing")) " "
                @if let (Some(left), Some(rounds)) = (left, rounds) {
                    (fill("displays.after-rounds", &[("rounds", &left.to_string())])) " " (self.clause(rounds.cite)) " "
                }
                @if let Some(minutes) = minutes { (ends(up.since, minutes.value, self.now)) " " (self.clause(minutes.cite)) }
            });
        }
        if notice(NoticeOf::PayTables).is_some() {
            all.push(html! { (t("displays.notice-paytables")) });
        }
        all
    }

    fn new_minima(&self, notice: &Notice) -> Markup {
        let Some(limits) = &notice.limits else { return html! {} };
        let wagers = self.game.wager.iter().enumerate();
        let named = wagers.filter_map(|(at, rules)| Some((rules, limits.min[at]?)));
        html! { @for (rules, min) in named { b { (rules.name) " " (parts::money(min)) } " " } }
    }
}

/// When a notice has been up for long enough, as time that runs out.
fn ends(since: Moment, minutes: u32, (now, wall_ms): (Moment, i64)) -> Markup {
    let left = (u64::from(minutes) * 60).saturating_sub(now.0.saturating_sub(since.0));
    if left == 0 {
        return html! { span { (t("displays.from-now")) } };
    }
    // By the second, so that a sign that says the same is the same.
    let until = (wall_ms / 1000 + i64::try_from(left).unwrap_or(i64::MAX / 2000)) * 1000;
    let shown = fill("displays.minutes-left", &[("minutes", &left.div_ceil(60).to_string())]);
    html! { time.countdown data-until-ms=(until) { (shown) } }
}

/// What is announced for the meter of a table.
fn on_meter(
    app: &App,
    book: &'static Rulebook,
    (meter, table): (MeterIndex, TableNumber),
    wall_ms: i64,
) -> Vec<Markup> {
    let Some(stream) = floor::meter_stream(&book.front.id) else { return Vec::new() };
    let Some(desk) = app.floor.seen_meters().into_iter().find(|desk| *desk.stream() == stream) else {
        return Vec::new();
    };
    let now = (desk.now(), wall_ms);
    let found = desk.with_state(|state| state.get(meter).cloned());
    let Some(Meter { notice, terms_notice, tables, .. }) = found else { return Vec::new() };
    let closing = tables.iter().find(|linked| linked.table == table).and_then(|linked| linked.closing);
    let rules = &book.jackpots.notices;
    let up = [
        (notice, &rules.table, t("displays.notice-meter-tables")),
        (closing, &rules.closing, t("displays.notice-meter-closing")),
        (terms_notice, &rules.terms, t("displays.notice-meter-terms")),
    ];
    let mut all = Vec::new();
    for (since, rule, text) in up {
        // A notice that has been up for long enough has done its work; the meter keeps it.
        let (Some(since), Some(rule)) = (since, rule) else { continue };
        if !now.0.is_after(since, rule.value) {
            let cite = clause(&book.front.id, book.label(rule.cite));
            all.push(html! { (text) " " (ends(since, rule.value, now)) " " (cite) });
        }
    }
    all
}

/// A line's hand as people say it: "pair of jacks or better".
fn hand(floor: &HandFloor) -> String {
    let ranks: Vec<&str> = floor.ranks.iter().map(|rank| rank.word()).collect();
    let least = match (floor.category, floor.ranks.as_slice()) {
        (category, []) => return category.to_string(),
        (Category::OnePair, [rank]) => format!("pair of {}", rank.plural()),
        (Category::NoPair, _) => format!("{} high", ranks.join("-")),
        (category, _) => format!("{category}, {}", ranks.join(" ")),
    };
    fill("displays.or-better", &[("hand", &least)])
}

fn amount(pays: PrizeAmount) -> String {
    match pays {
        PrizeAmount::Meter => t("displays.whole-meter").to_string(),
        PrizeAmount::Share(rate) => fill("displays.share", &[("rate", &rate.to_string())]),
        PrizeAmount::For(odds) => odds.to_string(),
        PrizeAmount::Flat(amount) => parts::money(amount),
    }
}
