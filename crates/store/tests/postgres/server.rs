//! A server that a test may treat badly.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Started for one test and removed after it.
pub(crate) struct Server {
    directory: String,
    pub(crate) url: String,
}

fn script(args: &[&str]) -> Output {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres");
    Command::new(script).args(args).output().expect("scripts/postgres runs")
}

impl Server {
    pub(crate) fn start() -> Server {
        let output = script(&["start"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let (directory, url) = said.trim().split_once(' ').expect("a directory and an address");
        Server { directory: directory.into(), url: url.into() }
    }

    /// From now on that role needs its password; all others are trusted as before.
    pub(crate) fn ask_for_password(&self, role: &str) {
        let path = PathBuf::from(&self.directory).join("data/pg_hba.conf");
        let rules = std::fs::read_to_string(&path).expect("the rules of the server");
        std::fs::write(&path, format!("host all {role} 127.0.0.1/32 scram-sha-256\n{rules}"))
            .expect("written");
        self.restart();
    }

    /// From now on it offers TLS with this certificate.
    pub(crate) fn use_tls(&self, certificate: &Path, key: &Path) {
        let data = PathBuf::from(&self.directory).join("data");
        let put = |from: &Path, name: &str| {
            let to = data.join(name);
            // Written over, so that it stays the server's own; a new one is given to it.
            std::fs::copy(from, &to).expect("copied");
            std::fs::set_permissions(&to, Permissions::from_mode(0o600)).expect("for its owner alone");
            let owner = std::fs::metadata(&data).expect("the folder of the server");
            std::os::unix::fs::chown(&to, Some(owner.uid()), Some(owner.gid())).expect("given to the server");
        };
        put(certificate, "server.crt");
        put(key, "server.key");
        self.set("ssl = on");
    }

    /// From now on it takes nobody over the network without TLS and a certificate that this authority vouches for.
    pub(crate) fn ask_for_certificate(&self, authority: &Path) {
        std::fs::copy(authority, PathBuf::from(&self.directory).join("data/authority.crt")).expect("copied");
        let rules = "hostssl all all 127.0.0.1/32 trust clientcert=verify-ca\n";
        std::fs::write(PathBuf::from(&self.directory).join("data/pg_hba.conf"), rules).expect("written");
        self.set("ssl_ca_file = 'authority.crt'");
    }

    fn set(&self, line: &str) {
        let path = PathBuf::from(&self.directory).join("data/postgresql.conf");
        let text = std::fs::read_to_string(&path).expect("the settings of the server");
        std::fs::write(&path, format!("{text}\n{line}\n")).expect("written");
        self.restart();
    }

    /// As a power cut would, and up again.
    pub(crate) fn restart(&self) {
        let output = script(&["restart", &self.directory]);
        assert!(output.status.success(), "{output:?}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        script(&["stop", &self.directory]);
    }
}
