//! `cardroom serve` as somebody starts it: the address that it prints, plain requests, and an orderly end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that runs, and the address that it has printed.
pub(crate) struct Running(pub(crate) Child, pub(crate) String);

impl Running {
    pub(crate) fn start(data: &Path, arguments: &[&str]) -> Running {
        Running::start_logging(data, arguments, Stdio::null())
    }

    pub(crate) fn start_logging(data: &Path, arguments: &[&str], log: Stdio) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
            .args(arguments)
            .env("XDG_DATA_HOME", data)
            .env_remove("CARDROOM_STORE")
            .env_remove("CARDROOM_KEY")
            .stdout(Stdio::piped())
            .env("RUST_LOG", "debug")
            .stderr(log)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().expect("it says where it is").unwrap();
        // Whatever else it prints is read, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let address = first.split("http://").nth(1).unwrap_or_else(|| panic!("{first}")).to_string();
        Running(child, address)
    }

    pub(crate) fn ask(&self, line: &str, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.1).unwrap();
        let (host, length) = (&self.1, body.len());
        let always = format!("Host: {host}\r\nConnection: close\r\nContent-Length: {length}");
        write!(stream, "{line} HTTP/1.1\r\n{always}\r\n{head}\r\n\r\n{body}").unwrap();
        let mut heard = String::new();
        stream.read_to_string(&mut heard).unwrap();
        heard
    }

    /// A program's token for a log-in of the demo.
    pub(crate) fn token(&self, name: &str) -> String {
        let body = format!("{{\"name\":\"{name}\",\"secret\":\"cardroom\"}}");
        let heard = self.ask("POST /api/log-in", "Content-Type: application/json", &body);
        let token = heard.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next());
        token.unwrap_or_else(|| panic!("{heard}")).to_string()
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    pub(crate) fn stop(mut self) {
        let told = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().unwrap();
        assert!(told.success());
        let ended = self.0.wait().unwrap();
        assert!(ended.success(), "{ended}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
