//! `cardroom serve`: the floor in the browser. What `cardroom` does when it is asked nothing else.

use crate::sorry::{Sorry, short};
use server::config::{SETTINGS, Settings};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  cardroom serve
        a demo floor on this machine, stored in the user's data directory
  cardroom serve --store casino.db --address 0.0.0.0:8080 --public-url https://cards.example
        your own floor ('cardroom floor init' makes one), behind an HTTPS proxy
  cardroom serve --config /etc/cardroom.toml --log json --set trusted-proxies=10.0.0.0/8

A flag overrides the environment (CARDROOM_ADDRESS, CARDROOM_STORE, ...), which overrides the file
(address = \"127.0.0.1:8080\"), which overrides the default. All settings:";

/// The examples, and every setting there is.
fn after_help() -> String {
    let longest = SETTINGS.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let settings: String =
        SETTINGS.iter().map(|(name, what)| format!("\n  {name:longest$}  {what}")).collect();
    format!("{EXAMPLES}{settings}")
}

#[derive(clap::Args, Debug, Default)]
#[command(after_help = after_help())]
pub(crate) struct ServeArgs {
    /// A TOML file of settings
    #[arg(long, value_name = "FILE", env = "CARDROOM_CONFIG", hide_env_values = true)]
    config: Option<PathBuf>,

    /// Where to listen; 127.0.0.1:8080 by default
    #[arg(long, value_name = "ADDRESS:PORT")]
    address: Option<String>,

    /// The store: a file, or postgres://user@host/database; a demo's by default
    #[arg(long, value_name = "FILE|URL")]
    store: Option<String>,

    /// The file of the key; by default the store's name and ".key", or cardroom.key for PostgreSQL
    #[arg(long, value_name = "FILE")]
    key: Option<String>,

    /// The address that browsers use, if it differs
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,

    /// Make a demo floor with public log-ins; the default if no store is named
    #[arg(long, conflicts_with = "no_demo")]
    demo: bool,

    /// Do not show the demo's log-ins
    #[arg(long)]
    no_demo: bool,

    /// Automatic players at each table of the demo
    #[arg(long, value_name = "NUMBER")]
    bots: Option<String>,

    /// Go on with a store that is older than its anchors: somebody put it back on purpose
    #[arg(long)]
    accept_restored: bool,

    /// How the log looks: text or json
    #[arg(long, value_name = "FORMAT")]
    log: Option<String>,

    /// What clocks on the wall show, such as Australia/Melbourne; UTC by default
    #[arg(long, value_name = "ZONE")]
    time_zone: Option<String>,

    /// Any other setting, once for each
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// Serves until somebody stops it.
pub(crate) fn answer(args: &ServeArgs) -> Result<(), Sorry> {
    let flags = flags(args)?;
    // What is not text is no setting of ours.
    let environment = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let settings = Settings::read(&flags, environment, args.config.as_deref());
    let settings = settings.map_err(|error| Sorry::Usage(error.to_string()))?;
    server::run::run(settings, pages::site()).map_err(|error| Sorry::Usage(error.to_string()))
}

fn flags(args: &ServeArgs) -> Result<Vec<(&'static str, String)>, Sorry> {
    let mut flags = Vec::new();
    for setting in &args.set {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        let known = SETTINGS.iter().find(|(known, _)| *known == name.trim());
        let Some((known, _)) = known else {
            let names: Vec<&str> = SETTINGS.iter().map(|(name, _)| *name).collect();
            let name = short(name);
            return Err(Sorry::Usage(format!(
                "--set: there is no setting '{name}'; choose from {}",
                names.join(", ")
            )));
        };
        flags.push((*known, value.trim().to_string()));
    }
    let named = [
        ("address", &args.address),
        ("store", &args.store),
        ("key", &args.key),
        ("public-url", &args.public_url),
        ("bots", &args.bots),
        ("log", &args.log),
        ("time-zone", &args.time_zone),
    ];
    flags.extend(named.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))));
    if args.demo || args.no_demo {
        flags.push(("demo", args.demo.to_string()));
    }
    if args.accept_restored {
        flags.push(("accept-restored", true.to_string()));
    }
    Ok(flags)
}
