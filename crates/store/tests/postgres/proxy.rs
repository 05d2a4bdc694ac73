//! A bad line between a store and its server.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex};

/// What the line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Passes everything on.
    Good,
    /// Passes nothing on, in neither direction, and closes nothing: the bytes wait.
    Frozen,
    /// Passes everything to the server, and nothing back.
    Mute,
    /// Closes with the next commit: after the server has it, whose answer is not passed on.
    CutAfterCommit,
    /// Closes with the next commit, which the server does not get.
    CutBeforeCommit,
    /// Passes the next commit on, and then nothing any more.
    FreezeAfterCommit,
    /// Keeps the next commit back until it is told to let go, while other connections are good.
    HoldCommit,
    /// Good, and what was held is let go.
    LetGo,
}

struct Shared {
    line: Mutex<Line>,
    changed: Condvar,
    cuts: AtomicU8,
}

#[derive(Clone)]
pub(crate) struct Proxy {
    shared: Arc<Shared>,
    port: u16,
}

impl Proxy {
    /// In front of the server of an address.
    pub(crate) fn before(url: &str) -> (Proxy, String) {
        let (head, rest) = url.split_once("@127.0.0.1:").expect("a server on this machine");
        let (port, path) = rest.split_once('/').expect("a database");
        let server = format!("127.0.0.1:{port}");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("a port").port();
        let shared = Arc::new(Shared {
            line: Mutex::new(Line::Good),
            changed: Condvar::new(),
            cuts: AtomicU8::new(0),
        });
        let proxy = Proxy { shared, port };
        let through = format!("{head}@127.0.0.1:{}/{path}", proxy.port);
        let accepting = proxy.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(&server) else { continue };
                accepting.join(client, server);
            }
        });
        (proxy, through)
    }

    pub(crate) fn set(&self, line: Line) {
        *self.shared.line.lock().expect("the line") = line;
        self.shared.changed.notify_all();
    }

    /// How often it has cut.
    pub(crate) fn cuts(&self) -> u8 {
        self.shared.cuts.load(Ordering::SeqCst)
    }

    fn join(&self, client: TcpStream, server: TcpStream) {
        let (to_server, to_client) = (self.clone(), self.clone());
        let (client_in, server_in) =
            (client.try_clone().expect("a socket"), server.try_clone().expect("a socket"));
        std::thread::spawn(move || to_server.forward(client_in, server, true));
        std::thread::spawn(move || to_client.forward(server_in, client, false));
    }

    fn forward(&self, mut from: TcpStream, mut to: TcpStream, to_server: bool) {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            let mut line = self.shared.line.lock().expect("the line");
            while *line == Line::Frozen || (*line == Line::Mute && !to_server) {
                line = self.shared.changed.wait(line).expect("the line");
            }
            let commit = to_server && bytes[..count].windows(7).any(|word| word == b"COMMIT\0");
            if commit && *line == Line::FreezeAfterCommit {
                self.shared.cuts.fetch_add(1, Ordering::SeqCst);
                *line = Line::Frozen;
            }
            if commit && *line == Line::HoldCommit {
                self.shared.cuts.fetch_add(1, Ordering::SeqCst);
                *line = Line::Good;
                while *line != Line::LetGo {
                    line = self.shared.changed.wait(line).expect("the line");
                }
            }
            let cut = matches!(*line, Line::CutAfterCommit | Line::CutBeforeCommit) && commit;
            if cut {
                self.shared.cuts.fetch_add(1, Ordering::SeqCst);
                if *line == Line::CutAfterCommit {
                    let _ = to.write_all(&bytes[..count]);
                }
                let _ = from.shutdown(Shutdown::Both);
                *line = Line::Good;
                // The server needs its side open to do the work; it finds out when it answers.
                if let Ok(mut rest) = to.try_clone() {
                    drop(line);
                    let _ = rest.read(&mut bytes);
                }
                break;
            }
            drop(line);
            if to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}
