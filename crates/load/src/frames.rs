//! Frames of a WebSocket as a watcher reads them, cheaply: ten thousand watchers share the machine with what they measure.

/// What a server says to a watcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A text, whole.
    Text(Vec<u8>),
    /// It asks whether anybody is there.
    Ping(Vec<u8>),
    /// Goodbye, with its code.
    Close(Option<u16>),
    Other,
}

/// Why bytes are no frames: nothing after them can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken(pub &'static str);

/// No frame of ours is longer.
const MOST: u64 = 4 << 20;

/// Takes bytes as they come and gives frames.
#[derive(Debug, Default)]
pub struct Reader {
    bytes: Vec<u8>,
    /// A text of several frames, so far.
    begun: Option<Vec<u8>>,
}

impl Reader {
    /// More bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole frame, if there is one.
    ///
    /// # Errors
    /// If the bytes are no frames that a server may send.
    pub fn frame(&mut self) -> Result<Option<Said>, Broken> {
        loop {
            let Some((first, second)) = self.bytes.first().zip(self.bytes.get(1)) else { return Ok(None) };
            let (last, code, masked) = (first & 0x80 != 0, first & 0x0f, second & 0x80 != 0);
            if first & 0x70 != 0 || masked {
                return Err(Broken("a frame that a server may not send"));
            }
            let (length, head) = match second & 0x7f {
                126 => (self.bytes.get(2..4).map(|two| u64::from(u16::from_be_bytes([two[0], two[1]]))), 4),
                127 => (
                    self.bytes
                        .get(2..10)
                        .map(|eight| eight.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte))),
                    10,
                ),
                short => (Some(u64::from(short)), 2),
            };
            let Some(length) = length else { return Ok(None) };
            if length > MOST {
                return Err(Broken("a frame that is too long"));
            }
            let end = head + usize::try_from(length).unwrap_or(usize::MAX);
            if self.bytes.len() < end {
                return Ok(None);
            }
            let payload = self.bytes[head..end].to_vec();
            self.bytes.drain(..end);
            if self.bytes.is_empty() {
                // Watchers wait more than they read.
                self.bytes = Vec::new();
            }
            match (code, last) {
                (0, _) => {
                    let begun = self.begun.as_mut().ok_or(Broken("the rest of nothing"))?;
                    begun.extend_from_slice(&payload);
                    if last {
                        return Ok(self.begun.take().map(Said::Text));
                    }
                }
                (1, false) => self.begun = Some(payload),
                (1, true) => return Ok(Some(Said::Text(payload))),
                (8, _) => {
                    let code = payload.get(..2).map(|two| u16::from_be_bytes([two[0], two[1]]));
                    return Ok(Some(Said::Close(code)));
                }
                (9, _) => return Ok(Some(Said::Ping(payload))),
                (2 | 10, _) => return Ok(Some(Said::Other)),
                _ => return Err(Broken("a frame of no known kind")),
            }
        }
    }
}

/// The answer to a ping; what a client sends is masked, with nothing where nothing is to be hidden.
pub fn pong(asked: &[u8]) -> Vec<u8> {
    let said = &asked[..asked.len().min(125)];
    let mut frame = vec![0x8a, 0x80 | said.len() as u8, 0, 0, 0, 0];
    frame.extend_from_slice(said);
    frame
}

/// When the change that a frame shows was kept, in milliseconds since 1970, where it says so.
pub fn kept_ms(text: &[u8]) -> Option<i64> {
    const MARK: &[u8] = b"data-kept-ms=\"";
    let at = text.windows(MARK.len()).position(|part| part == MARK)? + MARK.len();
    let digits = text[at..].split(|byte| *byte == b'"').next()?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_whole_however_the_bytes_do() {
        let mut bytes = vec![0x81, 2, b'h', b'i', 0x81, 0];
        bytes.extend([0x81, 126, 1, 44]);
        bytes.extend([b'x'; 300]);
        bytes.extend([0x01, 1, b'a', 0x89, 1, b'?', 0x80, 1, b'b']);
        bytes.extend([0x88, 2, 0x03, 0xe9]);
        for step in [1, 2, 3, 7, bytes.len()] {
            let (mut reader, mut heard) = (Reader::default(), Vec::new());
            for part in bytes.chunks(step) {
                reader.take(part);
                while let Some(said) = reader.frame().unwrap() {
                    heard.push(said);
                }
            }
            let text = |text: &[u8]| Said::Text(text.to_vec());
            let all = [
                text(b"hi"),
                text(b""),
                text(&[b'x'; 300]),
                Said::Ping(b"?".to_vec()),
                text(b"ab"),
                Said::Close(Some(1001)),
            ];
            assert_eq!(heard, all, "{step} bytes at a time");
        }
    }

    #[test]
    fn what_no_server_sends_is_not_read() {
        for bytes in
            [&[0x81, 0x80][..], &[0xc1, 0], &[0x83, 0], &[0x80, 0], &[0x81, 127, 1, 0, 0, 0, 0, 0, 0, 0]]
        {
            let mut reader = Reader::default();
            reader.take(bytes);
            assert!(reader.frame().is_err(), "{bytes:?}");
        }
        assert_eq!(pong(b"?"), [0x8a, 0x81, 0, 0, 0, 0, b'?']);
        assert_eq!(pong(&[1; 200]).len(), 131);
    }

    #[test]
    fn a_frame_says_when_its_change_was_kept() {
        assert_eq!(kept_ms(b"<div data-live=\"m\" data-kept-ms=\"1700000000123\">"), Some(1_700_000_000_123));
        for none in [&b""[..], b"data-kept-ms=", b"data-kept-ms=\"x\"", b"data-kept-ms=\""] {
            assert_eq!(kept_ms(none), None);
        }
    }
}
