//! A client that asks one thing after the other over one connection, and takes the time.

use crate::LoadError;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// Nobody waits longer.
const PATIENCE: Duration = Duration::from_secs(30);
/// No answer of ours is longer.
const MOST: u64 = 64 << 20;

/// Where a server is.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) host: String,
}

impl Server {
    /// From `http://host:port`.
    pub(crate) fn of(url: &str) -> Result<Server, LoadError> {
        let unclear = |why: &str| LoadError(format!("'{url}' {why}; give one such as http://127.0.0.1:8080"));
        let host = url.trim().trim_end_matches('/').strip_prefix("http://");
        let host = host.ok_or_else(|| unclear("is no http address"))?;
        if host.is_empty() || host.contains('/') {
            return Err(unclear("is no address without a path"));
        }
        let port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let named = if port { host.to_string() } else { format!("{host}:80") };
        let found = named.to_socket_addrs().ok().and_then(|mut all| all.next());
        let address = found.ok_or_else(|| unclear("names no machine that is known"))?;
        Ok(Server { address, host: host.to_string() })
    }
}

/// An answer, and how long it took.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) kind: String,
    pub(crate) body: Vec<u8>,
    pub(crate) first_byte: Duration,
    pub(crate) whole: Duration,
}

impl Answer {
    pub(crate) fn json(&self) -> Option<serde_json::Value> {
        serde_json::from_slice(&self.body).ok()
    }
}

/// A connection that is kept.
pub(crate) struct Line {
    server: Server,
    stream: BufReader<TcpStream>,
    token: Option<String>,
}

impl Line {
    pub(crate) fn open(server: &Server) -> Result<Line, LoadError> {
        let nobody = format!("nobody answers at http://{}", server.host);
        let stream = TcpStream::connect_timeout(&server.address, PATIENCE).map_err(LoadError::of(&nobody))?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(LoadError::of(&nobody))?;
        stream.set_nodelay(true).map_err(LoadError::of(&nobody))?;
        Ok(Line { server: server.clone(), stream: BufReader::new(stream), token: None })
    }

    /// Logs in; whether that is possible here.
    pub(crate) fn log_in(&mut self, name: &str, secret: &str) -> Result<bool, LoadError> {
        let body = serde_json::json!({ "name": name, "secret": secret }).to_string();
        let answer = self.ask("POST", "/api/log-in", &body)?;
        let token = answer.json().and_then(|said| said["token"].as_str().map(ToString::to_string));
        self.token = token.filter(|_| answer.status == 200);
        Ok(self.token.is_some())
    }

    /// The token of whoever has logged in.
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    pub(crate) fn get(&mut self, path: &str) -> Result<Answer, LoadError> {
        self.ask("GET", path, "")
    }

    /// Asks, on a new connection where the old one has been closed.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<Answer, LoadError> {
        if let Ok(answer) = self.once(method, path, body) {
            return Ok(answer);
        }
        let token = self.token.take();
        *self = Line { token, ..Line::open(&self.server)? };
        let lost = format!("{method} {path}");
        self.once(method, path, body).map_err(LoadError::of(&lost))
    }

    fn once(&mut self, method: &str, path: &str, body: &str) -> std::io::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.server.host);
        head += if method == "GET" { "Accept: text/html\r\n" } else { "Content-Type: application/json\r\n" };
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        head += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let began = Instant::now();
        self.stream.get_mut().write_all(head.as_bytes())?;
        if self.stream.fill_buf()?.is_empty() {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let first_byte = began.elapsed();
        let mut answer = read(&mut self.stream)?;
        (answer.first_byte, answer.whole) = (first_byte, began.elapsed());
        Ok(answer)
    }
}

fn read(from: &mut impl BufRead) -> std::io::Result<Answer> {
    let broken = |what: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, what);
    let status = line(from)?.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| broken("that is no HTTP"))?;
    let (mut length, mut chunked, mut kind) = (None, false, String::new());
    loop {
        let line = line(from)?;
        let Some((name, value)) = line.split_once(':') else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse::<u64>().ok(),
            "transfer-encoding" => chunked = value.contains("chunked"),
            "content-type" => kind = value.trim().to_string(),
            _ => {}
        }
    }
    let mut body = Vec::new();
    if chunked {
        loop {
            let size = line(from)?;
            let size = u64::from_str_radix(size.split(';').next().unwrap_or_default().trim(), 16);
            let size = size.ok().filter(|size| *size <= MOST).ok_or_else(|| broken("a broken part"))?;
            from.take(size).read_to_end(&mut body)?;
            line(from)?;
            if size == 0 {
                break;
            }
        }
    } else {
        let length = length.unwrap_or(0).min(MOST);
        from.take(length).read_to_end(&mut body)?;
        if (body.len() as u64) < length {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(Answer { status, kind, body, first_byte: Duration::ZERO, whole: Duration::ZERO })
}

fn line(from: &mut impl BufRead) -> std::io::Result<String> {
    let mut line = String::new();
    from.take(16 * 1024).read_line(&mut line)?;
    if line.ends_with('\n') {
        Ok(line.trim_end().to_string())
    } else {
        Err(std::io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_whole() {
        let plain = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\ncontent-length: 5\r\n\r\nhello";
        let answer = read(&mut plain.as_bytes()).unwrap();
        assert_eq!(
            (answer.status, answer.kind.as_str(), answer.body.as_slice()),
            (200, "text/html", &b"hello"[..])
        );
        let parts = "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n";
        let answer = read(&mut parts.as_bytes()).unwrap();
        assert_eq!((answer.status, answer.body.as_slice()), (404, &b"abcde"[..]));
        for cut in [
            "",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
            "nonsense\r\n\r\n",
        ] {
            assert!(read(&mut cut.as_bytes()).is_err(), "{cut}");
        }
    }

    #[test]
    fn addresses_are_checked() {
        let server = Server::of("http://127.0.0.1:8080/").unwrap();
        assert_eq!((server.address.port(), server.host.as_str()), (8080, "127.0.0.1:8080"));
        assert_eq!(Server::of("http://127.0.0.1").unwrap().address.port(), 80);
        for wrong in
            ["", "127.0.0.1:80", "https://x", "http://", "http://127.0.0.1/a", "http://127.0.0.1:99999"]
        {
            assert!(Server::of(wrong).is_err(), "{wrong}");
        }
    }
}
