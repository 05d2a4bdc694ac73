//! How the server is set: flags before the environment (`CARDROOM_…`) before a TOML file before what is usual. Every
//! complaint names the place where the setting stands.

use crate::accounts::{LogInSettings, SecondFactor};
use crate::guard::net::Net;
use crate::guard::rate_limit::RateLimit;
use crate::logs::Format;
use floor::Zone;
use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// All settings: name, what it is. A name is a flag (`--public-url`), a variable (`CARDROOM_PUBLIC_URL`) and a key of the
/// file (`public-url`).
pub const SETTINGS: &[(&str, &str)] = &[
    ("address", "where to listen: 127.0.0.1:8080"),
    ("store", "a file, or postgres://user@host/database"),
    ("key", "the file of the key; beside the store by default"),
    (
        "inner-address",
        "where other processes on the same store reach this one: 10.0.0.5:8081; not needed on one machine",
    ),
    ("anchors", "folders for signed anchors of the log, one a day"),
    ("accept-restored", "true for one start after an older store was restored on purpose"),
    ("public-url", "the address that browsers use: https://cards.example"),
    ("hosts", "other names by which browsers may ask this server: cards.internal:8080"),
    ("demo", "true or false: a demo floor with public log-ins"),
    ("bots", "automatic players at each table of the demo"),
    ("log-check-seconds", "how often a running server checks the whole log: once a day by default"),
    ("betting-seconds", "how long first wagers are taken where the system deals"),
    (
        "decision-seconds",
        "how long a player has for a decision there before the hand is folded, or checked where that is free",
    ),
    ("log", "text or json"),
    ("time-zone", "the time zone of the pages: Australia/Melbourne, UTC"),
    ("trusted-proxies", "addresses or networks whose X-Forwarded-For is trusted"),
    ("metrics-from", "addresses or networks that may read /metrics"),
    ("connections", "maximum number of connections"),
    (
        "connections-per-address",
        "maximum from one address; behind a trusted proxy, of requests and live views under way",
    ),
    ("requests-per-session", "requests a second in one session"),
    ("requests-per-address", "requests a second from one address"),
    ("body-limit-bytes", "maximum size of a request body"),
    ("request-timeout-seconds", "maximum time for a request"),
    ("write-timeout-seconds", "a client that reads nothing of an answer for this long is cut off"),
    ("ping-seconds", "how often live views are pinged; one that does not answer is cut off"),
    ("session-idle-minutes", "a session ends after this long without use"),
    ("staff-idle-minutes", "the same for staff and inspectors"),
    ("staff-second-factor", "off, optional or required: an authenticator code besides the password of staff"),
    ("session-minutes", "a session ends after this long in any case"),
    (
        "password-again-minutes",
        "how long after typing the password staff may move money by hand or change people",
    ),
];

const DAY: Duration = Duration::from_secs(86_400);

/// A setting cannot be understood: where it stands, what is wrong, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// Where: "--address", "CARDROOM_ADDRESS", "cardroom.toml:3".
    pub place: String,
    /// What is wrong, and what to do.
    pub what: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl std::error::Error for ConfigError {}

/// Where the floor is stored.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreLocation {
    /// In a file.
    File(PathBuf),
    /// In a PostgreSQL database.
    Postgres(String),
}

impl fmt::Debug for StoreLocation {
    /// An address may hold a password and is not repeated.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreLocation::File(path) => write!(f, "{}", path.display()),
            StoreLocation::Postgres(_) => f.write_str("PostgreSQL"),
        }
    }
}

/// How the server runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where to listen.
    pub address: SocketAddr,
    /// Where other processes on the same store reach this one.
    pub inner_address: Option<String>,
    /// Where the floor is stored.
    pub store: StoreLocation,
    /// The file of the key.
    pub key: PathBuf,
    /// Folders in which signed anchors of the log are kept, beside the one at the key.
    pub anchors: Vec<PathBuf>,
    /// Whether a store that is older than its anchors was put back on purpose.
    pub accept_restored: bool,
    /// How often a running server looks at the whole log.
    pub log_check: Duration,
    /// What browsers call the server, without a path: `https://cards.example`.
    pub public_url: Option<String>,
    /// Other names by which it may be asked, with the port where browsers write one.
    pub hosts: Vec<String>,
    /// A furnished floor with log-ins for all to see.
    pub demo: bool,
    /// Automatic players at each table of the demo.
    pub bots: u32,
    /// How long first wagers may be laid where the system deals, from the first one on.
    pub betting_time: Duration,
    /// How long a player may take over a decision there before they count as absent.
    pub decision_time: Duration,
    /// How the log looks.
    pub log: Format,
    /// The zone in which people are shown times, and of the dates of gaming days.
    pub time_zone: Zone,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Net>,
    /// Who may read `/metrics`.
    pub metrics_from: Vec<Net>,
    /// Most connections in all.
    pub connections: usize,
    /// Most connections from one address.
    pub connections_per_address: usize,
    /// How fast one session may ask.
    pub session_pace: RateLimit,
    /// How fast one address may ask.
    pub address_pace: RateLimit,
    pub body_limit: usize,
    /// Longest time for a request.
    pub request_timeout: Duration,
    /// How long somebody may take nothing of an answer.
    pub write_timeout: Duration,
    /// How often a live view is asked for a sign of life.
    pub ping_time: Duration,
    /// How long after their password members of staff may move money by hand or change people.
    pub password_again: Duration,
    /// How the door is kept.
    pub log_in: LogInSettings,
}

impl Default for Settings {
    fn default() -> Settings {
        let folder = PathBuf::from(".");
        Settings {
            address: SocketAddr::from(([127, 0, 0, 1], 8080)),
            inner_address: None,
            store: StoreLocation::File(folder.join("demo.db")),
            key: folder.join("demo.db.key"),
            anchors: Vec::new(),
            accept_restored: false,
            log_check: DAY,
            public_url: None,
            hosts: Vec::new(),
            demo: true,
            bots: 3,
            betting_time: Duration::from_secs(25),
            decision_time: Duration::from_secs(60),
            log: Format::Text,
            time_zone: Zone::default(),
            trusted_proxies: Vec::new(),
            metrics_from: Net::loopback(),
            connections: 20_000,
            connections_per_address: 64,
            session_pace: RateLimit::per_second(20, 100),
            address_pace: RateLimit::per_second(100, 400),
            body_limit: 64 * 1024,
            request_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
            ping_time: Duration::from_secs(25),
            password_again: Duration::from_secs(15 * 60),
            log_in: LogInSettings::default(),
        }
    }
}

impl Settings {
    /// Whether browsers come by https, so that cookies may be for https alone.
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }

    /// What to open in a browser.
    pub fn shown_url(&self, bound: SocketAddr) -> String {
        self.public_url.clone().unwrap_or_else(|| format!("http://{bound}"))
    }

    /// Reads all layers: flags by their names, the environment, the file where one is named.
    ///
    /// # Errors
    /// The first setting that cannot be understood, and where it stands.
    pub fn read(
        flags: &[(&'static str, String)],
        environment: impl Iterator<Item = (String, String)>,
        file: Option<&Path>,
    ) -> Result<Settings, ConfigError> {
        let environment: BTreeMap<String, String> = environment.collect();
        let mut said = BTreeMap::new();
        if let Some(path) = file {
            let shown = path.display().to_string();
            let text = std::fs::read_to_string(path)
                .map_err(|error| ConfigError { place: shown.clone(), what: error.to_string() })?;
            said = of_file(&shown, &text)?;
        }
        for (name, _) in SETTINGS {
            let variable = variable(name);
            if let Some(value) = environment.get(&variable) {
                said.insert((*name).to_string(), RawSetting { value: value.clone(), place: variable });
            }
        }
        for (name, value) in flags {
            let place = format!("--{name}");
            said.insert((*name).to_string(), RawSetting { value: value.clone(), place });
        }
        let home = |name: &str| environment.get(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let data = home("XDG_DATA_HOME").or_else(|| home("HOME").map(|home| home.join(".local/share")));
        of_layers(&said, data.map(|data| data.join("cardroom")))
    }
}

/// The variable of a setting.
fn variable(name: &str) -> String {
    format!("CARDROOM_{}", name.to_uppercase().replace('-', "_"))
}

/// A setting as it is written, and where.
struct RawSetting {
    value: String,
    place: String,
}

impl RawSetting {
    fn wrong(&self, what: impl Into<String>) -> ConfigError {
        ConfigError { place: self.place.clone(), what: what.into() }
    }

    fn number(&self, least: u64, most: u64) -> Result<u64, ConfigError> {
        let number = self.value.trim().parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.wrong(format!("'{}' is not a number from {least} to {most}", self.value)))
    }

    fn yes_or_no(&self) -> Result<bool, ConfigError> {
        match self.value.trim() {
            "true" | "yes" | "1" => Ok(true),
            "false" | "no" | "0" => Ok(false),
            other => Err(self.wrong(format!("'{other}' is neither true nor false"))),
        }
    }

    fn folders(&self) -> Vec<PathBuf> {
        self.value.split(',').map(str::trim).filter(|part| !part.is_empty()).map(PathBuf::from).collect()
    }

    fn nets(&self) -> Result<Vec<Net>, ConfigError> {
        let parts = self.value.split(',').map(str::trim).filter(|part| !part.is_empty());
        let net = |part: &str| {
            let wrong = || self.wrong(format!("'{part}' is not an address or network such as 10.0.0.0/8"));
            Net::parse(part).ok_or_else(wrong)
        };
        parts.map(net).collect()
    }
}

impl RawSetting {
    /// Names with or without a port, as browsers write them.
    fn hosts(&self) -> Result<Vec<String>, ConfigError> {
        let fits = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
        let parts = self.value.split(',').map(str::trim).filter(|part| !part.is_empty());
        let host = |part: &str| {
            if part.chars().all(fits) {
                Ok(part.to_lowercase())
            } else {
                Err(self.wrong(format!("'{part}' is not a name such as cards.internal:8080")))
            }
        };
        parts.map(host).collect()
    }
}

/// Whether an address is one of this machine alone.
fn is_loopback(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, host)| host);
    let name = host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).map_or(host, |(name, _)| name);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The settings of a file, each with its line.
fn of_file(path: &str, text: &str) -> Result<BTreeMap<String, RawSetting>, ConfigError> {
    let line = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
    let table: toml::Table = toml::from_str(text).map_err(|error| ConfigError {
        place: format!("{path}:{}", line(error.span().map_or(0, |span| span.start))),
        what: error.message().to_string(),
    })?;
    let mut said = BTreeMap::new();
    for (name, value) in table {
        let is_it = |line: &str| {
            line.trim_start()
                .strip_prefix(&name)
                .is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
        };
        let header = format!("[{name}]");
        let found = text.lines().position(|line| is_it(line) || line.trim().starts_with(&header));
        let place = format!("{path}:{}", found.map_or(1, |at| at + 1));
        let wrong = |what: String| Err(ConfigError { place: place.clone(), what });
        if !SETTINGS.iter().any(|(known, _)| *known == name) {
            let near = SETTINGS.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
            return wrong(format!("there is no setting '{name}'; choose from {near}"));
        }
        let plain = |value: &toml::Value| match value {
            toml::Value::String(text) => Some(text.clone()),
            toml::Value::Integer(number) => Some(number.to_string()),
            toml::Value::Boolean(yes) => Some(yes.to_string()),
            _ => None,
        };
        let value = match &value {
            toml::Value::Array(list) => {
                list.iter().map(plain).collect::<Option<Vec<_>>>().map(|l| l.join(","))
            }
            other => plain(other),
        };
        match value {
            Some(value) => drop(said.insert(name, RawSetting { value, place })),
            None => {
                return wrong(format!(
                    "'{name}' is a text, a whole number, true or false, or a list of texts"
                ));
            }
        }
    }
    Ok(said)
}

fn of_layers(said: &BTreeMap<String, RawSetting>, data: Option<PathBuf>) -> Result<Settings, ConfigError> {
    let usual = Settings::default();
    let get = |name: &str| said.get(name);
    let number = |name: &str, least: u64, most: u64, usual: u64| {
        get(name).map_or(Ok(usual), |said| said.number(least, most))
    };
    let size = |name: &str, usual: usize| {
        number(name, 1, 10_000_000, usual as u64).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    };
    let pace = |name: &str, usual: RateLimit| match get(name) {
        None => Ok(usual),
        Some(said) => {
            let count = u32::try_from(said.number(1, 1_000_000)?).unwrap_or(u32::MAX);
            Ok(RateLimit::per_second(count, count.saturating_mul(4)))
        }
    };
    let minutes = |name: &str, usual: Duration| {
        number(name, 1, 525_600, usual.as_secs() / 60).map(|minutes| Duration::from_secs(minutes * 60))
    };
    let address = match get("address") {
        None => usual.address,
        Some(said) => said.value.trim().parse().map_err(|_| {
            said.wrong(format!("'{}' is not an address with a port such as 127.0.0.1:8080", said.value))
        })?,
    };
    let demo = get("demo").map_or(Ok(get("store").is_none()), RawSetting::yes_or_no)?;
    if demo && !address.ip().is_loopback() {
        let place = get("address").map_or_else(|| "--address".to_string(), |said| said.place.clone());
        return Err(ConfigError {
            place,
            what: format!(
                "the demo's log-ins are for all to see, so it listens on this machine alone and not on {address}; \
                 take --no-demo and --store for a floor of your own"
            ),
        });
    }
    let public = get("public-url").map(public_url).transpose()?;
    let hosts = get("hosts").map_or(Ok(Vec::new()), RawSetting::hosts)?;
    if demo {
        let elsewhere = |url: &String| !is_loopback(url);
        let named = public.as_ref().filter(|url| elsewhere(url)).map(|_| "public-url");
        if let Some(name) = named.or((!hosts.is_empty()).then_some("hosts")) {
            let place = get(name).map_or_else(|| format!("--{name}"), |said| said.place.clone());
            let what = "the demo's log-ins are for all to see, so it is for this machine alone and has no name for \
                        others; take --no-demo and --store for a floor of your own";
            return Err(ConfigError { place, what: what.to_string() });
        }
    }
    let store = store(get("store"), demo, data)?;
    let beside = match &store {
        StoreLocation::File(path) => {
            let mut name = path.clone().into_os_string();
            name.push(".key");
            name.into()
        }
        StoreLocation::Postgres(_) => PathBuf::from("cardroom.key"),
    };
    Ok(Settings {
        address,
        inner_address: get("inner-address").map(host_and_port).transpose()?,
        store,
        key: get("key").map_or(beside, |said| said.value.clone().into()),
        anchors: get("anchors").map_or_else(Vec::new, RawSetting::folders),
        accept_restored: get("accept-restored").map_or(Ok(false), RawSetting::yes_or_no)?,
        log_check: Duration::from_secs(number("log-check-seconds", 30, 7 * 86_400, DAY.as_secs())?),
        public_url: public,
        hosts,
        demo,
        bots: u32::try_from(number("bots", 0, 8, u64::from(usual.bots))?).unwrap_or(usual.bots),
        betting_time: Duration::from_secs(number("betting-seconds", 1, 3_600, 25)?),
        decision_time: Duration::from_secs(number("decision-seconds", 1, 3_600, 60)?),
        log: match get("log") {
            None => usual.log,
            Some(said) => Format::parse(&said.value)
                .ok_or_else(|| said.wrong(format!("'{}' is neither text nor json", said.value)))?,
        },
        time_zone: match get("time-zone") {
            None => usual.time_zone,
            Some(said) => Zone::parse(&said.value).map_err(|what| said.wrong(what))?,
        },
        trusted_proxies: get("trusted-proxies").map_or(Ok(Vec::new()), RawSetting::nets)?,
        metrics_from: get("metrics-from").map_or(Ok(usual.metrics_from), RawSetting::nets)?,
        connections: size("connections", usual.connections)?,
        connections_per_address: size("connections-per-address", usual.connections_per_address)?,
        session_pace: pace("requests-per-session", usual.session_pace)?,
        address_pace: pace("requests-per-address", usual.address_pace)?,
        body_limit: size("body-limit-bytes", usual.body_limit)?,
        request_timeout: Duration::from_secs(number("request-timeout-seconds", 1, 3_600, 30)?),
        write_timeout: Duration::from_secs(number("write-timeout-seconds", 1, 3_600, 30)?),
        ping_time: Duration::from_secs(number("ping-seconds", 1, 3_600, 25)?),
        password_again: minutes("password-again-minutes", usual.password_again)?,
        log_in: LogInSettings {
            idle: minutes("session-idle-minutes", usual.log_in.idle)?,
            staff_idle: minutes("staff-idle-minutes", usual.log_in.staff_idle)?,
            whole: minutes("session-minutes", usual.log_in.whole)?,
            second_factor: match get("staff-second-factor") {
                None if demo => SecondFactor::Off,
                None => SecondFactor::Optional,
                Some(said) => match said.value.trim() {
                    "off" => SecondFactor::Off,
                    "optional" => SecondFactor::Optional,
                    "required" => SecondFactor::Required,
                    other => {
                        return Err(said.wrong(format!("'{other}' is neither off, optional nor required")));
                    }
                },
            },
            ..usual.log_in
        },
    })
}

/// A name or an address, and a port: it is published as it is written.
fn host_and_port(said: &RawSetting) -> Result<String, ConfigError> {
    let text = said.value.trim();
    let good = |(host, port): (&str, &str)| {
        let named = !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'/');
        let anywhere = matches!(host, "0.0.0.0" | "[::]");
        named && !anywhere && port.parse::<u16>().is_ok()
    };
    if text.rsplit_once(':').is_some_and(good) {
        Ok(text.to_string())
    } else {
        Err(said.wrong(format!(
            "'{}' is not what others could call this machine, with a port: 10.0.0.5:8081",
            said.value
        )))
    }
}

fn store(said: Option<&RawSetting>, demo: bool, data: Option<PathBuf>) -> Result<StoreLocation, ConfigError> {
    let Some(said) = said else {
        let nowhere = |what: &str| ConfigError { place: "--store".to_string(), what: what.to_string() };
        return match (demo, data) {
            (true, Some(data)) => Ok(StoreLocation::File(data.join("demo.db"))),
            (true, None) => {
                Err(nowhere("neither XDG_DATA_HOME nor HOME says where; name a file for the demo"))
            }
            (false, _) => Err(nowhere("is missing: a file, or postgres://user@host/database")),
        };
    };
    match said.value.split_once("://") {
        Some(("postgres" | "postgresql", _)) => Ok(StoreLocation::Postgres(said.value.clone())),
        Some(_) => Err(said.wrong("a store is a file or postgres://…")),
        None if said.value.trim().is_empty() => Err(said.wrong("needs the name of a file")),
        None => Ok(StoreLocation::File(said.value.clone().into())),
    }
}

/// Scheme, host and port, without the slash at the end: as browsers write an origin.
fn public_url(said: &RawSetting) -> Result<String, ConfigError> {
    let url = said.value.trim().trim_end_matches('/').to_lowercase();
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let fits = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    match host {
        Some(host) if !host.is_empty() && host.chars().all(fits) => {
            // A browser leaves the usual port out.
            let usual = if url.starts_with("https://") { ":443" } else { ":80" };
            Ok(url.strip_suffix(usual).unwrap_or(&url).to_string())
        }
        _ => Err(said.wrong(format!(
            "'{}' is not an address such as https://cards.example, without a path",
            said.value
        ))),
    }
}
