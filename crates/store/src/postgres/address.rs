//! Where a cardroom is kept: `postgres://user:password@host:port/database?schema=name`.

use super::tls::{Mode, Tls, TlsParameters};
use crate::log::StoreError;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::Host;

/// A database, and the schema of the cardroom in it. Several cardrooms share a database by their schemas.
#[derive(Clone)]
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) schema: String,
    pub(super) tls: Tls,
}

impl Address {
    /// The schema where the address names none.
    const USUAL: &str = "cardroom";

    pub(super) fn parse(url: &str, holder: &str) -> Result<Address, StoreError> {
        if !(url.starts_with("postgres://") || url.starts_with("postgresql://")) {
            return Err(wrong("it must begin with postgres://"));
        }
        let (place, query) = url.split_once('?').unwrap_or((url, ""));
        let mut asked = TlsParameters::default();
        let parts = query.split('&').filter(|part| !part.is_empty() && !asked.take(part));
        let (ours, theirs): (Vec<&str>, Vec<&str>) = parts.partition(|part| part.starts_with("schema="));
        let schema =
            ours.last().and_then(|part| part.split_once('=')).map_or(Address::USUAL, |(_, name)| name);
        let good = schema.len() <= 63
            && schema.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
            && schema.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'_');
        if !good || schema.starts_with("pg_") {
            return Err(wrong(
                "a schema name has lower-case letters, digits and _, and does not begin with pg_",
            ));
        }
        let plain = if theirs.is_empty() { place.into() } else { format!("{place}?{}", theirs.join("&")) };
        // What cannot be read is not repeated: there may be a password in it.
        let mut config: Config = plain.parse().map_err(|error| wrong(&format!("{error}")))?;
        if config.get_dbname().is_none() {
            return Err(wrong("the name of a database is missing"));
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(2));
        }
        let tls =
            asked.read().map_err(|why| StoreError::Unavailable(format!("TLS to the database: {why}")))?;
        config.ssl_mode(tls.mode.ssl_mode());
        config.application_name(format!("cardroom {holder}").chars().take(63).collect::<String>());
        Ok(Address { config, schema: schema.into(), tls })
    }

    /// Where the database is on another machine and may be anybody's, what to do about it.
    pub(super) fn caution(&self) -> Option<String> {
        let far = self.config.get_hosts().iter().find_map(|host| match host {
            Host::Tcp(name) => {
                let here = name == "localhost"
                    || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
                (!here).then_some(name)
            }
            #[cfg(unix)]
            Host::Unix(_) => None,
        })?;
        let risk = match self.tls.mode {
            Mode::Disable => "is used without TLS: data and password can be read on the network",
            Mode::Prefer => "may be used without TLS, and the server's identity is not checked",
            Mode::Require => "is used with TLS, but the server's identity is not checked",
            Mode::VerifyCa | Mode::VerifyFull => return None,
        };
        Some(format!("the database on {far} {risk}; add sslmode=verify-full&sslrootcert=FILE to its address"))
    }

    /// For people, without the password.
    pub(super) fn said(&self) -> String {
        let database = self.config.get_dbname().unwrap_or_default();
        let host = match self.config.get_hosts().first() {
            Some(Host::Tcp(name)) => name.clone(),
            #[cfg(unix)]
            Some(Host::Unix(path)) => path.display().to_string(),
            None => "nowhere".into(),
        };
        let port = self.config.get_ports().first().copied().unwrap_or(5432);
        format!("database \"{database}\" on {host}:{port}, schema \"{}\"", self.schema)
    }
}

fn wrong(why: &str) -> StoreError {
    StoreError::Unavailable(format!(
        "this is not the address of a PostgreSQL store ({why}); \
         write postgres://user@host:5432/database, and ?schema=name where it is not \"{}\"",
        Address::USUAL
    ))
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn the_schema_is_ours_and_the_rest_is_not() {
        let address = Address::parse("postgres://me@host:7/db?schema=west_2&connect_timeout=9", "x").unwrap();
        assert_eq!(address.schema, "west_2");
        assert_eq!(address.config.get_connect_timeout().unwrap().as_secs(), 9);
        assert_eq!(address.said(), "database \"db\" on host:7, schema \"west_2\"");
        assert_eq!(Address::parse("postgresql://me@host/db", "x").unwrap().schema, "cardroom");
    }

    #[test]
    fn what_is_no_address_is_refused_without_its_password() {
        for url in [
            "",
            "cardroom.db",
            "postgres://me:hunter2@host",
            "postgres://me:hunter2@host/db?schema=",
            "postgres://me:hunter2@host/db?schema=pg_catalog",
            "postgres://me:hunter2@host/db?schema=a\"b",
            "postgres://me:hunter2@host/db?colour=red",
            "postgres://me:hunter2@host:port/db",
        ] {
            let said = Address::parse(url, "x").err().expect(url).to_string();
            assert!(said.contains("write postgres://user@host"), "{said}");
            assert!(!said.contains("hunter2"), "{said}");
        }
    }
}
