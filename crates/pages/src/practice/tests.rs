//! Practice pages as a browser without a script uses them: forms are read from the page, sent, and redirects followed.

use super::felt::amount;
use super::*;
use axum::body::Body;
use axum::http::Request;
use axum::http::request::Parts;
use std::convert::Infallible;
use tower::ServiceExt;

/// The pages alone, without a floor: nobody is logged in.
#[derive(Clone, Default)]
struct Alone(PracticeTables);

impl FromRef<Alone> for PracticeTables {
    fn from_ref(alone: &Alone) -> PracticeTables {
        alone.0.clone()
    }
}

impl FromRequestParts<Alone> for Viewer {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, _: &Alone) -> Result<Viewer, Infallible> {
        Ok(Viewer::default())
    }
}

/// A form of a page: where it goes, what it holds, its buttons by value.
#[derive(Debug)]
struct Sheet {
    action: String,
    fields: Vec<(String, String)>,
    buttons: Vec<(String, String)>,
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let to = tag[from..].find('"')? + from;
    Some(tag[from..to].to_string())
}

fn forms(page: &str) -> Vec<Sheet> {
    let mut forms = Vec::new();
    for form in page.split("<form").skip(1) {
        let form = &form[..form.find("</form>").expect("a form ends")];
        let tags = |kind: &'static str| {
            let tags = form.split(kind).skip(1).map(|tag| format!(" {}", &tag[..tag.find('>').unwrap()]));
            tags.filter_map(|tag| {
                Some((attribute(&tag, "name")?, attribute(&tag, "value").unwrap_or_default()))
            })
            .collect::<Vec<_>>()
        };
        forms.push(Sheet {
            action: attribute(&form[..form.find('>').unwrap()], "action").expect("a form goes somewhere"),
            fields: tags("<input"),
            buttons: tags("<button"),
        });
    }
    forms
}

/// A browser: it keeps the cookie.
struct Browser {
    pages: Router,
    cookie: Option<String>,
}

impl Browser {
    fn new(rooms: &PracticeTables) -> Browser {
        Browser { pages: routes::<Alone>().with_state(Alone(rooms.clone())), cookie: None }
    }

    async fn send(&mut self, method: &str, address: &str, body: String) -> (StatusCode, HeaderMap, String) {
        let mut request = Request::builder().method(method).uri(address);
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if method == "POST" {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        let response = self.pages.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        if let Some(cookie) = parts.headers.get(header::SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
            self.cookie = cookie.split(';').next().map(str::to_string);
        }
        (parts.status, parts.headers, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn page(&mut self, address: &str) -> String {
        let (status, _, page) = self.send("GET", address, String::new()).await;
        assert_eq!(status, StatusCode::OK, "{address}: {page}");
        assert!(page.len() < 150_000, "{address} is too long");
        assert!(
            !page.contains("style=") && !page.contains("onclick"),
            "{address} has inline style or script"
        );
        page
    }

    /// Sends a form with one of its buttons, and follows.
    async fn press(&mut self, form: &Sheet, button: Option<&str>, changed: &[(&str, &str)]) -> String {
        let mut fields = form.fields.clone();
        for (name, value) in changed {
            let field = fields.iter_mut().find(|(known, _)| known == name).expect("the form has the field");
            field.1 = (*value).to_string();
        }
        let pressed = button.map(|wanted| form.buttons.iter().find(|(_, value)| value == wanted).unwrap());
        fields.extend(pressed.cloned());
        let pairs: Vec<String> =
            fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
        let (status, headers, body) = self.send("POST", &form.action, pairs.join("&")).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{}: {body}", form.action);
        let to = headers[header::LOCATION].to_str().unwrap().to_string();
        self.page(to.split('#').next().unwrap()).await
    }

    async fn refused(&mut self, address: &str, body: &str) -> (StatusCode, String) {
        let (status, _, answer) = self.send("POST", address, body.to_string()).await;
        assert!(status.is_client_error(), "{address} {body}: {status} {answer}");
        (status, answer)
    }
}

fn form<'p>(forms: &'p [Sheet], end: &str) -> &'p Sheet {
    forms.iter().find(|form| form.action.ends_with(end)).unwrap_or_else(|| panic!("no form {end}: {forms:?}"))
}

fn has(forms: &[Sheet], end: &str) -> bool {
    forms.iter().any(|form| form.action.ends_with(end))
}

#[tokio::test]
async fn a_round_of_each_game_is_played_by_its_forms() {
    let rooms = PracticeTables::default();
    let mut browser = Browser::new(&rooms);
    let list = browser.page("/practice").await;
    for pair in PracticeGame::all() {
        let at = address(pair);
        assert!(list.contains(&format!("href=\"{at}\"")), "{at}");
        let mut page = browser.page(&at).await;
        assert!(!page.contains("#back-red") && page.contains("No cards yet"));
        // Twice: once deciding alone by the first button that stays in, once asking and giving up where one can.
        for asks in [false, true] {
            page = browser.press(form(&forms(&page), "/deal"), None, &[("ante", "40")]).await;
            assert!(page.contains("$40"), "{page}");
            let mut decisions = 0;
            while has(&forms(&page), "/decide") {
                decisions += 1;
                assert!(decisions <= 3);
                assert!(page.contains("class=\"words\""), "a hand in words at every street");
                assert!(page.contains("data-key-press") && page.contains("<kbd>"));
                if asks {
                    page = browser.press(form(&forms(&page), "/ask"), None, &[]).await;
                    assert!(page.contains("Best: ") && page.contains("class=\"prices\""));
                    assert!(!has(&forms(&page), "/ask"), "asked once");
                }
                let open = forms(&page);
                let decide = form(&open, "/decide");
                let (_, stays) = decide
                    .buttons
                    .iter()
                    .find(|(_, value)| (value == "fold") == asks)
                    .unwrap_or(&decide.buttons[0]);
                page = browser.press(decide, Some(stays), &[]).await;
                assert!(page.contains("Your decision: "), "the coach says what it was worth");
            }
            assert!(decisions >= 1);
            assert!(page.contains("class=\"result "), "settled lines");
            assert!(page.contains(&format!("/rules/{}/", pair.book.front.id)), "clause marks");
            assert!(page.contains("Your last rounds") && page.contains("Your score against perfect play"));
        }
        let wins = page.matches("class=\"clause\"").count();
        assert!(wins >= 3, "every ruling wears its clause");
    }
    assert_eq!(rooms.len(), 6);
}

#[tokio::test]
async fn situations_are_dealt() {
    let rooms = PracticeTables::default();
    let mut browser = Browser::new(&rooms);
    let pair = PracticeGame::find("crown-sydney-poker-minors-3.3", "caribbean-stud").unwrap();
    let page = browser.page(&address(pair)).await;
    let all = forms(&page);
    let cards = all.iter().find(|form| form.fields.iter().any(|(name, _)| name == "own")).unwrap();
    let page = browser.press(cards, None, &[("own", "As Kd 7h 7c 2s"), ("up", "Qh")]).await;
    for card in ["As", "Kd", "7h", "7c", "2s", "Qh"] {
        assert!(page.contains(&format!("cards.svg#{card}\"")), "{card}");
    }
    assert!(page.contains("pair of sevens"));
    assert_eq!(page.matches("#back-red").count(), 4);
    let page = browser.press(form(&forms(&page), "/ask"), None, &[]).await;
    assert!(page.contains("Best: Bet $50 (2x Ante)."), "{page}");
    assert!(page.contains("With A-K-Q-J-2 or better: bet 2x."), "{page}");
    let mut page = browser.press(form(&forms(&page), "/decide"), Some("fold"), &[]).await;
    assert!(page.contains("Fold cost ") && page.contains("not counted in your score"));
    // Every kind that the page offers can be had.
    let offered = |page: &str| -> Vec<String> {
        let all = forms(page);
        let kinds = all.into_iter().flat_map(|form| form.buttons).filter(|(name, _)| name == "kind");
        kinds.map(|(_, id)| id).collect()
    };
    let kinds = offered(&page);
    assert!(kinds.len() >= 4);
    for kind in kinds {
        let all = forms(&page);
        let picker = all.iter().find(|form| form.buttons.iter().any(|(name, _)| name == "kind")).unwrap();
        page = browser.press(picker, Some(&kind), &[]).await;
        while has(&forms(&page), "/decide") {
            page = browser.press(form(&forms(&page), "/decide"), Some("fold"), &[]).await;
        }
    }
}

#[tokio::test]
async fn bad_input_is_refused_and_changes_nothing() {
    let rooms = PracticeTables::default();
    let mut browser = Browser::new(&rooms);
    let pair = PracticeGame::find("crown-melbourne-three-card-poker-5.1", "three-card-poker").unwrap();
    let at = address(pair);
    for (end, body, status) in [
        ("/deal", "ante=0", 400),
        ("/deal", "ante=-5", 400),
        ("/deal", "ante=lots", 400),
        ("/deal", "ante=10000.50", 400),
        ("/deal", "ante=99999999999999999999999", 400),
        ("/deal", "ante=25&kind=royal", 400),
        ("/deal", "ante=25&kind=flush-draw", 400),
        ("/deal", "ante=25&own=Zz", 400),
        ("/deal", "ante=25&own=As+As", 400),
        ("/deal", "ante=25&own=As+Ks+Qs+Js", 400),
        ("/deal", "ante=25&board=As", 400),
        ("/decide", "choice=bet-1", 409),
        ("/decide", "choice=all-in", 400),
        ("/decide", "choice=bet-999", 400),
        ("/decide", "", 422),
        ("/ask", "", 409),
    ] {
        let (found, answer) = browser.refused(&format!("{at}{end}"), body).await;
        assert_eq!(found.as_u16(), status, "{end} {body}: {answer}");
        assert!(answer.contains("\"what\""), "{answer}");
    }
    let long = format!("ante=25&own={}", "As".repeat(5_000));
    assert_eq!(browser.refused(&format!("{at}/deal"), &long).await.0, StatusCode::BAD_REQUEST);
    for missing in
        ["/practice/none/three-card-poker/deal", "/practice/crown-sydney-poker-minors-3.3/snap/deal"]
    {
        assert_eq!(browser.refused(missing, "ante=25").await.0, StatusCode::NOT_FOUND);
    }
    assert_eq!(browser.send("GET", "/practice/none/snap", String::new()).await.0, StatusCode::NOT_FOUND);
    // In the middle of a round: no other deal, no choice that is none, and the page of before decides nothing.
    let page = browser.page(&at).await;
    let page = browser.press(form(&forms(&page), "/deal"), None, &[]).await;
    assert_eq!(browser.refused(&format!("{at}/deal"), "ante=25").await.0, StatusCode::CONFLICT);
    assert_eq!(browser.refused(&format!("{at}/decide"), "choice=check").await.0, StatusCode::BAD_REQUEST);
    let open = forms(&page);
    let before = form(&open, "/decide");
    let after = browser.press(before, Some("bet-1"), &[]).await;
    assert!(!has(&forms(&after), "/decide"));
    assert_eq!(browser.press(before, Some("bet-1"), &[]).await, after, "a second press does nothing");
}

#[tokio::test]
async fn visitors_have_tables_of_their_own_and_onlookers_none() {
    let rooms = PracticeTables::default();
    let pair = PracticeGame::all()[0];
    let at = address(pair);
    let mut onlooker = Browser::new(&rooms);
    onlooker.page(&at).await;
    assert!(rooms.is_empty() && onlooker.cookie.is_none());
    let (mut ann, mut bob) = (Browser::new(&rooms), Browser::new(&rooms));
    let page = ann.page(&at).await;
    let dealt = ann.press(form(&forms(&page), "/deal"), None, &[]).await;
    assert_eq!(ann.page(&at).await, dealt, "a reload shows the same");
    assert!(bob.page(&at).await.contains("No cards yet"));
    let page = bob.page(&at).await;
    bob.press(form(&forms(&page), "/deal"), None, &[]).await;
    assert_eq!(rooms.len(), 2);
    assert_ne!(ann.cookie, bob.cookie);
}

#[test]
fn every_book_says_that_nobody_advises_at_a_live_table() {
    for pair in PracticeGame::all() {
        assert!(!show::no_advice(pair).is_empty(), "{}", pair.book.front.id);
    }
}

#[test]
fn amounts_read_as_people_write_them() {
    for (cents, text) in
        [(2500, "$25"), (125_050, "$1,250.50"), (5, "$0.05"), (-100_000_000, "-$1,000,000"), (0, "$0")]
    {
        assert_eq!(amount(Money::from_cents(cents)), text);
    }
    assert_eq!(dollars(" $1,000 ").unwrap(), Money::from_cents(100_000));
    for choice in [Choice::Fold, Choice::Check, Choice::Bet(4)] {
        assert_eq!(choice_of(&choice_id(choice)), Some(choice));
    }
    assert_eq!(choice_of("bet-"), None);
}
