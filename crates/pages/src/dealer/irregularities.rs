//! Something went wrong: the book's own list, the questions that its rows distinguish, and the ruling before it is given.

use super::control::{DealerConsole, of_game};
use super::forms::{approval, hidden, why_not};
use super::preview::{Preview, PreviewSubject, ruling_of};
use super::words;
use crate::layout::clause;
use crate::parts;
use engine::TableNumber;
use engine::banked::{Command as Game, IrregularityReport, Reason};
use maud::{Markup, html};
use rulebook::{IrregularityKind, IrregularityRule, Ruling};
use serde_json::{Map, Value, json};
use server::problem::Problem;
use server::texts::{fill, t};
use server::wire::TableCommand;
use std::collections::BTreeSet;

/// The fields of the form, by name; places come several times.
pub(super) type IrregularityAnswers = [(String, String)];

/// What the rows of the book for something want to know.
#[derive(Default)]
struct IrregularityQuestions {
    of: BTreeSet<&'static str>,
    cards: bool,
    looked: bool,
    order_known: bool,
    surplus: bool,
    deck: bool,
    named: bool,
    only_cards: bool,
    seats: bool,
    retracts: bool,
    chosen: Vec<String>,
}

impl DealerConsole<'_> {
    fn rows(&self, what: IrregularityKind) -> impl Iterator<Item = &'static IrregularityRule> {
        let (book, game) = (self.book(), self.game());
        let here = move |row: &&IrregularityRule| {
            row.what == what && (row.games.is_empty() || row.games.contains(&game.game))
        };
        book.irregularities.iter().filter(here)
    }

    /// What can have gone wrong in this game and at this moment, in the order of the book.
    pub(super) fn irregularities(&self) -> Vec<IrregularityKind> {
        let mut all: Vec<IrregularityKind> = Vec::new();
        for row in &self.book().irregularities {
            if !all.contains(&row.what) && self.rows(row.what).next().is_some() && self.can_happen(row.what) {
                all.push(row.what);
            }
        }
        all
    }

    fn can_happen(&self, what: IrregularityKind) -> bool {
        let (game, table) = (self.game(), self.table());
        let jackpot =
            game.jackpot_cards > 0 && table.sign.as_ref().is_some_and(|sign| sign.jackpot.is_some());
        let there = match what {
            IrregularityKind::WrongBoard | IrregularityKind::BoardMisspread => game.board_cards > 0,
            IrregularityKind::WrongDealerCards | IrregularityKind::MixedWithDealer => game.dealer_cards > 0,
            IrregularityKind::WrongJackpotCards | IrregularityKind::MixedWithJackpotCards => jackpot,
            _ => true,
        };
        if !there || table.is_in_round() {
            return there;
        }
        // Between rounds the table itself says what can still be ruled on.
        let asked = of_game(Game::Rule(Box::new(IrregularityReport::new(what))));
        let refused = self.decide(&asked, self.book().ladder.highest()).err();
        !refused.is_some_and(|refused| {
            matches!(refused.reason, floor::table::Reason::Game(Reason::NotNow { .. }))
        })
    }

    fn questions(&self, what: IrregularityKind) -> IrregularityQuestions {
        let mut ask = IrregularityQuestions::default();
        for row in self.rows(what) {
            let when = &row.when;
            if when.of.is_some() {
                ask.of.insert("player");
                for (word, there) in [
                    ("dealer", self.game().dealer_cards > 0),
                    ("board", self.game().board_cards > 0),
                    ("jackpot-cards", self.game().jackpot_cards > 0),
                ] {
                    if there {
                        ask.of.insert(word);
                    }
                }
            }
            ask.cards |= when.at_most.is_some();
            ask.looked |= when.looked.is_some();
            ask.order_known |= when.order_known.is_some();
            ask.surplus |= when.surplus.is_some();
            ask.deck |= when.deck_right.is_some() || what == IrregularityKind::WrongDeck;
            ask.named |= when.named.is_some() || when.matched.is_some();
            ask.only_cards |= when.matched.is_some();
            ask.retracts |= row.retraction.is_some();
            let of_boxes = matches!(
                row.ruling,
                Ruling::VoidHands
                    | Ruling::HandDead
                    | Ruling::WagersVoid
                    | Ruling::AllForfeited
                    | Ruling::MainForfeited
                    | Ruling::SeatHandSwapped
                    | Ruling::Barred
                    | Ruling::Excluded
                    | Ruling::InvalidatedForfeiting
            );
            let needed = matches!(
                what,
                IrregularityKind::HandTaken
                    | IrregularityKind::BlindHandViewed
                    | IrregularityKind::RuleBreach
            );
            ask.seats |= of_boxes || needed || when.one_hand.is_some() || when.has_bet.is_some();
            if let Some(chosen) = when.chosen.as_ref().filter(|chosen| !ask.chosen.contains(chosen)) {
                ask.chosen.push((*chosen).clone());
            }
        }
        ask
    }

    /// The ruling that the answers ask for.
    ///
    /// # Errors
    /// If an answer is no answer.
    pub(super) fn ruling(
        &self,
        what: IrregularityKind,
        answers: &IrregularityAnswers,
    ) -> Result<TableCommand, Problem> {
        let ask = self.questions(what);
        let first = |name: &str| {
            answers
                .iter()
                .find(|(key, value)| key == name && !value.is_empty())
                .map(|(_, value)| value.as_str())
        };
        let number = |name: &str| -> Result<Option<i64>, Problem> {
            let read = |text: &str| {
                text.trim().parse::<i64>().map_err(|_| Problem::bad_request(t("dealer.no-number")))
            };
            first(name).map(read).transpose()
        };
        let places = |name: &str| -> Result<Vec<u64>, Problem> {
            let own = answers.iter().filter(|(key, _)| key == name);
            own.map(|(_, value)| value.parse().map_err(|_| Problem::bad_request(t("dealer.no-number"))))
                .collect()
        };
        let mut rule: Map<String, Value> = Map::new();
        rule.insert("do".into(), json!("rule"));
        rule.insert("what".into(), json!(what.word()));
        if ask.seats || ask.retracts {
            rule.insert("seats".into(), json!(places("seat")?));
        }
        if ask.retracts {
            rule.insert("retracts".into(), json!(places("retracts")?));
        }
        if let Some(of) = first("of").filter(|of| ask.of.contains(of)) {
            rule.insert("of".into(), json!(of));
        }
        for (name, asked) in [("cards", ask.cards), ("deck-count", ask.deck)] {
            if let Some(count) = number(name)?.filter(|_| asked) {
                rule.insert(name.into(), json!(count));
            }
        }
        if let (true, Some(surplus)) = (ask.surplus, first("surplus")) {
            rule.insert("surplus".into(), json!(if surplus == "few" { -1 } else { 1 }));
        }
        for (name, asked) in [
            ("looked", ask.looked),
            ("order-known", ask.order_known),
            ("foreign", ask.deck),
            ("named", ask.named),
            ("only-cards", ask.only_cards),
        ] {
            if asked {
                rule.insert(name.into(), json!(first(name) == Some("yes")));
            }
        }
        if let Some(chosen) = first("chosen").filter(|chosen| ask.chosen.iter().any(|known| known == chosen))
        {
            rule.insert("chosen".into(), json!(chosen));
        }
        serde_json::from_value(Value::Object(rule)).map_err(|error| Problem::bad_request(error.to_string()))
    }

    /// The sheet: the list, or the questions of one thing with what would happen.
    pub(super) fn irregularity_sheet(
        &self,
        number: TableNumber,
        answers: &IrregularityAnswers,
    ) -> Result<Markup, Problem> {
        let named = answers.iter().find(|(key, _)| key == "what").map(|(_, value)| value.as_str());
        let Some(word) = named else { return Ok(self.irregularity_list(number)) };
        let what = IrregularityKind::from_word(word).filter(|&what| self.rows(what).next().is_some());
        let what = what.ok_or_else(|| Problem::not_found(t("dealer.no-such-trouble")))?;
        let rule = self.ruling(what, answers)?;
        let preview = self.preview(&PreviewSubject::read(self, &rule)?);
        Ok(html! {
            h1 { (words::what(what)) }
            p { a.quiet.button href={ "/dealer/" (number) "/trouble" } data-sheet { (t("dealer.other-trouble")) } }
            (self.ask(number, what, answers))
            (self.outcome(number, &rule, preview))
        })
    }

    fn irregularity_list(&self, number: TableNumber) -> Markup {
        let all = self.irregularities();
        html! {
            h1 { (t("dealer.trouble")) }
            p.soft { (t("dealer.trouble-lead")) }
            @if all.is_empty() { p.empty { (t("dealer.trouble-none")) } }
            ul.troubles {
                @for what in all {
                    @let row = self.rows(what).next();
                    li {
                        a data-sheet href={ "/dealer/" (number) "/trouble?what=" (what.word()) } { (words::what(what)) } " "
                        @if let Some(row) = row { (clause(&self.book().front.id, self.book().label(row.clause))) }
                    }
                }
            }
        }
    }

    fn ask(&self, number: TableNumber, what: IrregularityKind, answers: &IrregularityAnswers) -> Markup {
        let ask = self.questions(what);
        let has = |name: &str, value: &str| answers.iter().any(|(key, own)| key == name && own == value);
        let given = |name: &str| answers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let yes_no = |name: &'static str, question: &str| {
            html! {
                fieldset.yes-no {
                    legend { (question) }
                    label.choice { input type="radio" name=(name) value="yes" checked[has(name, "yes")]; " " (t("dealer.yes")) }
                    label.choice { input type="radio" name=(name) value="no" checked[!has(name, "yes")]; " " (t("dealer.no")) }
                }
            }
        };
        let boxes: Vec<usize> =
            (0..self.table().boxes().len()).filter(|&at| self.table().seats[at].taken).collect();
        let places = |name: &'static str, question: &str| {
            html! {
                fieldset.boxes {
                    legend { (question) }
                    @if boxes.is_empty() { p.soft { (t("dealer.nobody")) } }
                    @for at in &boxes {
                        @let place = (at + 1).to_string();
                        label.choice { input type="checkbox" name=(name) value=(place) checked[has(name, &place)]; " " (fill("dealer.place", &[("place", &place)])) }
                    }
                }
            }
        };
        html! {
            form.circumstances method="get" action={ "/dealer/" (number) "/trouble" } data-sheet {
                input type="hidden" name="what" value=(what.word());
                @if !ask.of.is_empty() {
                    fieldset {
                        legend { (t("dealer.ask-of")) }
                        @for (word, name) in [
                            ("player", t("dealer.of-player")),
                            ("dealer", t("dealer.of-dealer")),
                            ("board", t("dealer.of-board")),
                            ("jackpot-cards", t("dealer.of-jackpot-cards")),
                        ] {
                            @if ask.of.contains(word) {
                                label.choice { input type="radio" name="of" value=(word) checked[given("of").unwrap_or("player") == word]; " " (name) }
                            }
                        }
                    }
                }
                @if ask.cards {
                    label { (t("dealer.ask-cards")) " " input type="number" name="cards" min="1" max="52" value=(given("cards").unwrap_or("1")); }
                }
                @if ask.looked { (yes_no("looked", t("dealer.ask-looked"))) }
                @if ask.surplus {
                    fieldset.yes-no {
                        legend { (t("dealer.ask-surplus")) }
                        label.choice { input type="radio" name="surplus" value="many" checked[!has("surplus", "few")]; " " (t("dealer.too-many")) }
                        label.choice { input type="radio" name="surplus" value="few" checked[has("surplus", "few")]; " " (t("dealer.too-few")) }
                    }
                }
                @if ask.order_known { (yes_no("order-known", t("dealer.ask-order"))) }
                @if ask.deck {
                    label { (t("dealer.ask-deck")) " " input type="number" name="deck-count" min="0" max="110" value=(given("deck-count").unwrap_or("52")); }
                    (yes_no("foreign", t("dealer.ask-foreign")))
                }
                @if ask.named { (yes_no("named", t("dealer.ask-named"))) }
                @if ask.only_cards { (yes_no("only-cards", t("dealer.ask-only"))) }
                @if ask.seats || ask.retracts { (places("seat", t("dealer.ask-boxes"))) }
                @if ask.retracts { (places("retracts", t("dealer.ask-retracts"))) }
                @if !ask.chosen.is_empty() {
                    fieldset {
                        legend { (t("dealer.ask-chosen")) }
                        label.choice { input type="radio" name="chosen" value="" checked[given("chosen").unwrap_or_default().is_empty()]; " " (t("dealer.chosen-none")) }
                        @for chosen in &ask.chosen {
                            label.choice { input type="radio" name="chosen" value=(chosen) checked[has("chosen", chosen)]; " " (chosen_words(chosen)) }
                        }
                    }
                }
                button.quiet.show-ruling { (t("dealer.show-ruling")) }
            }
        }
    }

    /// What would happen, and the button that makes it so.
    fn outcome(&self, number: TableNumber, rule: &TableCommand, preview: Result<Preview, Problem>) -> Markup {
        let book = &self.book().front.id;
        html! {
            section.ruling aria-live="polite" aria-label=(t("dealer.ruling")) {
                h2 { (t("dealer.ruling")) }
                @match preview {
                    Err(problem) => (parts::notice(false, &problem.what, problem.clause.as_ref().map(|mark| (mark.book.as_str(), mark.label.as_str())))),
                    Ok(preview) => {
                        (self.ruled(&preview))
                        form.apply method="post" action={ "/dealer/" (number) "/approved" } data-apply={ "/api/tables/" (number) "/approved" } {
                            (hidden("command", &json!({ "order": rule }).to_string()))
                            (hidden("seen", &self.state.version.to_string()))
                            @if let Some(barred) = &preview.barred {
                                (why_not(book, barred))
                                @if let Some(by) = &preview.by {
                                    p { (fill("dealer.must-approve", &[("role", &by.what)])) " " (clause(book, &by.clause)) }
                                }
                                (approval("approval", t("dealer.approver")))
                            } @else if let Some(by) = &preview.by {
                                p.soft { (fill("dealer.you-may", &[("role", &by.what)])) " " (clause(book, &by.clause)) }
                            }
                            button.decide { (t("dealer.apply")) }
                            p data-error {}
                        }
                    }
                }
            }
        }
    }

    fn ruled(&self, preview: &Preview) -> Markup {
        let book = &self.book().front.id;
        html! {
            @if let Some(ruling) = ruling_of(preview) {
                p.lead { (words::ruling(ruling)) " " @if let Some(first) = preview.events.first() { (clause(book, &first.clause)) } }
            }
            @if !preview.duties.is_empty() {
                h3 { (t("dealer.duties")) }
                ul { @for duty in &preview.duties { li { (duty.what) " " (clause(book, &duty.clause)) } } }
            }
            (super::guide::after(book, &preview.seats))
        }
    }
}

fn chosen_words(chosen: &str) -> String {
    match chosen {
        "void" => t("dealer.chosen-void").to_string(),
        "forfeit" => t("dealer.chosen-forfeit").to_string(),
        "bar" => t("dealer.chosen-bar").to_string(),
        "exclude" => t("dealer.chosen-exclude").to_string(),
        "escalate" => t("dealer.chosen-escalate").to_string(),
        "continue" => t("dealer.chosen-continue").to_string(),
        other => other.replace('-', " "),
    }
}
