//! By which names this server is asked: its public address, the names it was given, and this machine's own. A page of another
//! site whose name is made to point here (DNS rebinding) asks by that name, and is answered nothing.

use crate::config::Settings;
use crate::problem::Problem;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use std::net::{IpAddr, Ipv6Addr};

/// Whether a request is for this server, which listens on this port.
pub(super) fn check(request: &Request, settings: &Settings, port: Option<u16>) -> Result<(), Problem> {
    let mut named = request.headers().get_all(header::HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else {
        return Err(Problem::bad_request("a request says exactly once in 'Host' whom it asks")
            .next("send 'Host:' with the name and the port of this server"));
    };
    let host = host.to_str().unwrap_or_default();
    let asked = request.uri().authority().map(|authority| authority.as_str());
    if asked.into_iter().chain([host]).all(|name| is_ours(name, settings, port)) {
        Ok(())
    } else {
        let shown: String = host.chars().filter(|c| c.is_ascii_graphic()).take(80).collect();
        let what = format!("'{shown}' is not a name of this server");
        Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, what)
            .next("open it by its own address; whoever runs it can add names in the setting 'hosts'"))
    }
}

fn is_ours(host: &str, settings: &Settings, port: Option<u16>) -> bool {
    let host = host.to_ascii_lowercase();
    let public = settings.public_url.as_deref().and_then(|url| url.split_once("://")).map(|(_, host)| host);
    if public == Some(host.as_str()) || settings.hosts.contains(&host) {
        return true;
    }
    let (name, at) = split(&host);
    // Where nobody listens, as in some tests, every port is right.
    let right_port = port.is_none_or(|port| at.map_or(port == 80, |at| at == port.to_string()));
    // No name that somebody else can point here is an address; an address needs none.
    right_port && (name == "localhost" || is_address(name))
}

/// The name and the port: "[::1]:8080", "localhost:8080", "localhost".
fn split(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    }
}

fn is_address(name: &str) -> bool {
    let six = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    match six {
        Some(six) => six.parse::<Ipv6Addr>().is_ok(),
        None => matches!(name.parse::<IpAddr>(), Ok(IpAddr::V4(_))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn answer(hosts: &[&str], settings: &Settings) -> Option<u16> {
        let request =
            hosts.iter().fold(Request::builder().uri("/"), |request, host| request.header("host", *host));
        check(&request.body(Body::empty()).unwrap(), settings, Some(8080)).err().map(|problem| problem.status)
    }

    #[test]
    fn another_name_that_points_here_is_refused() {
        let settings = Settings {
            public_url: Some("https://cards.example".into()),
            hosts: vec!["cards.internal:8080".into()],
            ..Settings::default()
        };
        for good in [
            "cards.example",
            "Cards.Example",
            "cards.internal:8080",
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.0.2.7:8080",
        ] {
            assert_eq!(answer(&[good], &settings), None, "{good}");
        }
        for bad in [
            "evil.example:8080",
            "evil.example",
            "localhost",
            "localhost:80",
            "127.0.0.1:8081",
            "cards.example:8080",
            "localhost.evil.example:8080",
            "127.0.0.1.evil.example:8080",
            "",
        ] {
            assert_eq!(answer(&[bad], &settings), Some(421), "{bad}");
        }
        assert_eq!(answer(&[], &settings), Some(400));
        assert_eq!(answer(&["localhost:8080", "evil.example"], &settings), Some(400));
        let own = Settings::default();
        assert_eq!(answer(&["cards.example"], &own), Some(421), "a name nobody gave it");
    }
}
