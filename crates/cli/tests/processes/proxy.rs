//! nginx before several processes, with the settings that deploy/ recommends.

use crate::common::Folder;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A proxy that runs, and its address.
pub(crate) struct Proxy {
    child: Child,
    pub(crate) address: String,
    _folder: Folder,
}

/// A port that nobody has at this moment.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Proxy {
    pub(crate) fn start(name: &str, processes: &[String]) -> Proxy {
        let folder = Folder::new(&format!("nginx-{name}"));
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../deploy/nginx-processes.conf");
        let recommended = std::fs::read_to_string(path).unwrap();
        let address = format!("127.0.0.1:{}", free_port());
        // The recommended settings, but for the names, certificates and ports of this test.
        let mut text = String::new();
        for line in recommended.lines() {
            let first = line.trim_start();
            if first.starts_with("server 127.0.0.1:8080") {
                let rest = first.split_once(' ').and_then(|(_, rest)| rest.split_once(' ')).unwrap().1;
                processes.iter().for_each(|process| text += &format!("server {process} {rest}\n"));
            } else if first.starts_with("server 127.0.0.1:")
                || first.starts_with("http2")
                || first.starts_with("ssl_")
            {
                continue;
            } else if first.starts_with("listen") {
                text += &format!("listen {address};\n");
            } else {
                text += line;
                text += "\n";
            }
        }
        assert!(text.contains("proxy_next_upstream"), "{text}");
        let at = folder.path();
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {at}/{kind};"))
            .join(" ");
        let conf = folder.write(
            "nginx.conf",
            format!(
                "daemon off; worker_processes 1; pid {at}/pid; error_log {at}/error.log;\n\
                 events {{ worker_connections 1024; }}\nhttp {{ access_log off; {temporary}\n{text}}}\n"
            ),
        );
        let program =
            ["/usr/sbin/nginx", "/usr/bin/nginx"].into_iter().find(|path| PathBuf::from(path).exists());
        let program = program.expect("nginx is installed: apt-get install nginx");
        let mut command = Command::new(program);
        let command = command.args(["-p", &at, "-c", &conf]).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let proxy = Proxy { child, address, _folder: folder };
        let began = Instant::now();
        while TcpStream::connect(&proxy.address).is_err() {
            assert!(began.elapsed() < Duration::from_secs(10), "nginx does not start:\n{text}");
            std::thread::sleep(Duration::from_millis(50));
        }
        proxy
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // Told to stop, so that its workers stop with it.
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}
