//! By which names the server answers, and what browsers keep of its answers.

use crate::common;

use common::furnished;
use serde_json::json;
use server::config::Settings;
use server::demo::SECRET;
use server::guard::net::Net;

/// Any web page could manage a demo on its visitor's machine: a name of its own that points here, and the origin to match.
#[test]
fn a_page_whose_name_was_made_to_point_here_is_answered_nothing() {
    let server = furnished(Settings::default());
    let (port, own) = (server.address.port(), server.address.to_string());
    let ask = |host: &str| {
        let given = json!({ "name": "manager", "secret": SECRET }).to_string();
        let length = given.len();
        server.say(&format!(
            "POST /api/log-in HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{given}"
        ))
    };
    for evil in
        [format!("evil.example:{port}"), "evil.example".into(), format!("127.0.0.1.evil.example:{port}")]
    {
        let refused = ask(&evil);
        assert_eq!(refused.status, 421, "{evil}: {}", refused.body);
        assert!(refused.what().contains("not a name of this server"), "{}", refused.body);
    }
    for good in [own, format!("localhost:{port}")] {
        let heard = ask(&good);
        assert_eq!(heard.status, 200, "{good}: {}", heard.body);
        assert_eq!(heard.header("cache-control"), Some("no-store"), "nobody keeps a token");
    }
    let none = server.say("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!(none.status, 400, "{}", none.body);
    let named = Settings { hosts: vec!["cards.internal".into()], ..Settings::default() };
    let server = furnished(named);
    let heard = server.say("GET /health HTTP/1.1\r\nHost: cards.internal\r\nConnection: close\r\n\r\n");
    assert_eq!(heard.status, 200);
}

#[test]
fn metrics_stay_closed_to_those_behind_a_proxy_whom_it_does_not_name() {
    let settings = Settings { trusted_proxies: Net::loopback(), ..Settings::default() };
    let server = furnished(settings);
    assert_eq!(server.get("/metrics", &[]).status, 200, "from this machine itself");
    for said in ["1.2.3.4:5555", "unknown", "1.2.3.4", "_hidden, 1.2.3.4", "1.2.3.4, _hidden", ","] {
        let heard = server.get("/metrics", &[&format!("X-Forwarded-For: {said}")]);
        assert_eq!(heard.status, 403, "{said}: {}", heard.body);
    }
}
