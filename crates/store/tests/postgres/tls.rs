//! TLS to the server: what each `sslmode` takes and what it refuses.

use crate::postgres::server::Server;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use store::{PostgresSettings, PostgresStore};

/// A folder with an authority, a certificate of a server for 127.0.0.1, and another authority that has nothing to do with it.
struct Authority(PathBuf);

impl Authority {
    fn new() -> Authority {
        let folder = std::env::temp_dir().join(format!("cardroom-tls-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let authority = Authority(folder);
        for name in ["ours", "others"] {
            authority.openssl(&format!(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN={name} \
                 -keyout {name}.key -out {name}.crt"
            ));
        }
        for (name, means) in
            [("server", "IP:127.0.0.1"), ("elsewhere", "DNS:db.example"), ("client", "DNS:x")]
        {
            std::fs::write(authority.0.join("means"), format!("subjectAltName={means}\n")).unwrap();
            authority.openssl(&format!(
                "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=cardroom -keyout {name}.key \
                 -out {name}.csr"
            ));
            authority.openssl(&format!(
                "x509 -req -in {name}.csr -CA ours.crt -CAkey ours.key -CAcreateserial -days 2 -extfile means \
                 -out {name}.crt"
            ));
        }
        authority
    }

    fn openssl(&self, arguments: &str) {
        let output = Command::new("openssl").args(arguments.split_whitespace()).current_dir(&self.0).output();
        let output = output.expect("openssl runs");
        assert!(output.status.success(), "openssl {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn connects(url: &str) -> Result<(), String> {
    let settings = PostgresSettings { patience: Duration::from_millis(300), beats: true };
    PostgresStore::connect_with(url, "tls", settings).map(drop).map_err(|error| error.to_string())
}

#[test]
fn a_server_is_believed_as_far_as_the_address_asks() {
    let authority = Authority::new();
    let (ours, others) = (authority.path("ours.crt"), authority.path("others.crt"));
    let server = Server::start();
    let with = |more: &str| format!("{}?schema=tls&{more}", server.url);
    // Before the server has TLS: what may be plain is, what must not be is refused.
    PostgresStore::init(&with("sslmode=disable")).unwrap();
    connects(&with("sslmode=prefer")).unwrap();
    for mode in ["require".to_string(), format!("verify-full&sslrootcert={ours}")] {
        let refused = connects(&with(&format!("sslmode={mode}"))).unwrap_err();
        assert!(refused.contains("TLS"), "{mode}: {refused}");
    }
    server.use_tls(Path::new(&authority.path("server.crt")), Path::new(&authority.path("server.key")));
    for good in [
        "sslmode=disable".to_string(),
        "sslmode=prefer".to_string(),
        "sslmode=require".to_string(),
        format!("sslmode=verify-ca&sslrootcert={ours}"),
        format!("sslmode=verify-full&sslrootcert={ours}"),
        format!("sslmode=verify-full&sslrootcert={}", ours.replace('/', "%2F")),
    ] {
        connects(&with(&good)).unwrap_or_else(|error| panic!("{good}: {error}"));
    }
    for mode in ["require", "verify-ca", "verify-full"] {
        let refused = connects(&with(&format!("sslmode={mode}&sslrootcert={others}"))).unwrap_err();
        assert!(refused.contains("certificate"), "an authority that does not know it, {mode}: {refused}");
    }
    // Vouched for, and another server than the address names.
    server.use_tls(Path::new(&authority.path("elsewhere.crt")), Path::new(&authority.path("elsewhere.key")));
    connects(&with(&format!("sslmode=verify-ca&sslrootcert={ours}"))).unwrap();
    let refused = connects(&with(&format!("sslmode=verify-full&sslrootcert={ours}"))).unwrap_err();
    assert!(refused.contains("certificate"), "{refused}");
    // A server that wants to know who we are.
    server.ask_for_certificate(Path::new(&ours));
    let refused = connects(&with(&format!("sslmode=verify-ca&sslrootcert={ours}"))).unwrap_err();
    assert!(refused.contains("certificate"), "{refused}");
    let own = format!("sslcert={}&sslkey={}", authority.path("client.crt"), authority.path("client.key"));
    connects(&with(&format!("sslmode=verify-ca&sslrootcert={ours}&{own}"))).unwrap();
    let refused = connects(&with("sslmode=disable")).unwrap_err();
    assert!(refused.contains("pg_hba.conf"), "plain is not let in: {refused}");
}

#[test]
fn what_an_address_asks_of_tls_is_checked_before_anybody_connects() {
    let refused = |more: &str| {
        PostgresStore::init(&format!("postgres://me:hunter2@127.0.0.1:1/db?{more}")).unwrap_err().to_string()
    };
    for (asked, word) in [
        ("sslmode=allow", "sslmode is"),
        ("sslmode=verify-full", "needs sslrootcert"),
        ("sslmode=verify-ca&sslrootcert=/nowhere.crt", "/nowhere.crt"),
        ("sslmode=require&sslcert=/nowhere.crt", "must be given together"),
    ] {
        let said = refused(asked);
        assert!(said.contains(word) && !said.contains("hunter2"), "{asked}: {said}");
    }
    let caution = |url: &str| PostgresStore::caution(url);
    assert_eq!(caution("postgres://me@127.0.0.1/db"), None);
    assert_eq!(caution("postgres://me@localhost/db?sslmode=disable"), None);
    let told = caution("postgres://me:hunter2@db.example/casino?sslmode=prefer").unwrap();
    assert!(
        told.contains("db.example") && told.contains("verify-full") && !told.contains("hunter2"),
        "{told}"
    );
}
