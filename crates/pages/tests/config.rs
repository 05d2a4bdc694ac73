//! Settings from flags, the environment, a file; and what is said of those that make no sense.

use server::config::{Settings, StoreLocation};
use server::logs::Format;
use std::path::PathBuf;
use std::time::Duration;

struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(format!("cardroom-config-{}-{name}.toml", std::process::id()));
        std::fs::write(&path, text).unwrap();
        File(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

type Flags<'a> = &'a [(&'static str, &'a str)];

fn read(flags: Flags<'_>, environment: &[(&str, &str)], file: Option<&File>) -> Result<Settings, String> {
    let flags: Vec<_> = flags.iter().map(|(name, value)| (*name, value.to_string())).collect();
    let environment = environment.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    let file = file.map(|file| file.0.as_path());
    Settings::read(&flags, environment, file).map_err(|error| error.to_string())
}

#[test]
fn without_anything_a_demo_on_this_machine() {
    let settings = read(&[], &[("HOME", "/home/ada")], None).unwrap();
    assert_eq!(settings.address.to_string(), "127.0.0.1:8080");
    assert!(settings.demo && settings.public_url.is_none());
    assert_eq!(settings.store, StoreLocation::File("/home/ada/.local/share/cardroom/demo.db".into()));
    assert_eq!(settings.key, PathBuf::from("/home/ada/.local/share/cardroom/demo.db.key"));
    assert_eq!((settings.connections_per_address, settings.connections), (64, 20_000));
    let settings = read(&[], &[("HOME", "/home/ada"), ("XDG_DATA_HOME", "/data")], None).unwrap();
    assert_eq!(settings.store, StoreLocation::File("/data/cardroom/demo.db".into()));
    let nowhere = read(&[], &[], None).unwrap_err();
    assert!(nowhere.starts_with("--store: neither XDG_DATA_HOME nor HOME"), "{nowhere}");
    let own = read(&[("store", "casino.db")], &[], None).unwrap();
    assert!(!own.demo, "a store of one's own is no demo");
    assert_eq!(own.key, PathBuf::from("casino.db.key"));
    let own = read(&[("store", "casino.db"), ("address", "0.0.0.0:80")], &[], None).unwrap();
    assert_eq!(own.address.to_string(), "0.0.0.0:80");
}

#[test]
fn flags_before_the_environment_before_the_file() {
    let file = File::new(
        "layers",
        "store = \"file.db\"\naddress = \"127.0.0.1:1\"\nlog = \"json\"\nconnections = 7\n\
         trusted-proxies = [\"10.0.0.0/8\", \"::1\"]\nsession-idle-minutes = 30\npublic-url = \"https://Cards.example:443/\"\n",
    );
    let environment = [("CARDROOM_ADDRESS", "127.0.0.1:2"), ("CARDROOM_CONNECTIONS", "8"), ("PATH", "/bin")];
    let settings = read(&[("address", "127.0.0.1:3")], &environment, Some(&file)).unwrap();
    assert_eq!(settings.address.port(), 3);
    assert_eq!((settings.connections, settings.log), (8, Format::Json));
    assert_eq!(settings.store, StoreLocation::File("file.db".into()));
    assert_eq!(settings.trusted_proxies.len(), 2);
    assert_eq!(settings.log_in.idle, Duration::from_secs(1_800));
    assert_eq!(settings.public_url.as_deref(), Some("https://cards.example"));
    assert!(settings.is_https());
}

#[test]
fn what_makes_no_sense_is_said_with_its_place() {
    let home = [("HOME", "/home/ada")];
    for (flags, complaint) in [
        (
            &[("address", "8080")][..],
            "--address: '8080' is not an address with a port such as 127.0.0.1:8080",
        ),
        (&[("log", "xml")], "--log: 'xml' is neither text nor json"),
        (&[("connections", "0")], "--connections: '0' is not a number from 1 to 10000000"),
        (&[("connections", "many")], "--connections: 'many' is not a number from 1 to 10000000"),
        (
            &[("trusted-proxies", "10.0.0.0/99")],
            "--trusted-proxies: '10.0.0.0/99' is not an address or network such as 10.0.0.0/8",
        ),
        (
            &[("public-url", "cards.example")],
            "--public-url: 'cards.example' is not an address such as https://cards.example, without a path",
        ),
        (
            &[("public-url", "https://a/b")],
            "--public-url: 'https://a/b' is not an address such as https://cards.example, without a path",
        ),
        (
            &[("inner-address", "0.0.0.0:8081")],
            "--inner-address: '0.0.0.0:8081' is not what others could call this machine, with a port: 10.0.0.5:8081",
        ),
        (
            &[("inner-address", "cardroom-1")],
            "--inner-address: 'cardroom-1' is not what others could call this machine, with a port: 10.0.0.5:8081",
        ),
        (&[("store", "mysql://x")], "--store: a store is a file or postgres://…"),
        (&[("demo", "false")], "--store: is missing: a file, or postgres://user@host/database"),
    ] {
        assert_eq!(read(flags, &home, None).unwrap_err(), complaint);
    }
    let variable = read(&[], &[("HOME", "/home/ada"), ("CARDROOM_BOTS", "99")], None).unwrap_err();
    assert_eq!(variable, "CARDROOM_BOTS: '99' is not a number from 0 to 8");
    let open = read(&[("address", "0.0.0.0:8080")], &home, None).unwrap_err();
    assert!(open.starts_with("--address: the demo's log-ins are for all to see"), "{open}");
    for (name, text, line, complaint) in [
        (
            "unknown",
            "store = \"x\"\n\naddres = \"127.0.0.1:1\"\n",
            3,
            "there is no setting 'addres'; choose from address, store",
        ),
        ("table", "# a comment\n[server]\naddress = \"x\"\n", 2, "there is no setting 'server'"),
        ("broken", "store = \"x\"\naddress = = 3\n", 2, ""),
        ("value", "store = \"x\"\nconnections = \"few\"\n", 2, "'few' is not a number"),
        ("kind", "log = 1.5\n", 1, "'log' is a text, a whole number"),
    ] {
        let file = File::new(name, text);
        let said = read(&[], &home, Some(&file)).unwrap_err();
        let expected = format!("{}:{line}: {complaint}", file.0.display());
        assert!(said.starts_with(&expected), "{said} is not {expected}…");
    }
    let said = read(&[], &home, Some(&File("/nowhere/cardroom.toml".into()))).unwrap_err();
    assert!(said.starts_with("/nowhere/cardroom.toml: "), "{said}");
}

#[test]
fn what_other_processes_are_told_is_what_is_written() {
    let told = |address: &str| read(&[("inner-address", address)], &[("HOME", "/home/ada")], None).unwrap();
    assert_eq!(told("cardroom-1:8081").inner_address.as_deref(), Some("cardroom-1:8081"));
    assert_eq!(told("[fd00::5]:0").inner_address.as_deref(), Some("[fd00::5]:0"));
}

#[test]
fn the_password_of_a_database_is_not_shown() {
    let settings = read(&[("store", "postgres://ada:hunter22@host/casino")], &[], None).unwrap();
    assert!(!format!("{settings:?}").contains("hunter22"));
}
