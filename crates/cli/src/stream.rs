//! A long answer, printed while it is made.

use crate::complain;
use std::io::{BufWriter, ErrorKind, StdoutLock, Write};

/// Standard output, buffered, and whether anything was wrong so far.
pub(crate) struct Stream {
    out: BufWriter<StdoutLock<'static>>,
    failed: bool,
    closed: bool,
}

impl Stream {
    pub(crate) fn new() -> Stream {
        let out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        Stream { out, failed: false, closed: false }
    }

    /// Prints a piece of the answer.
    pub(crate) fn print(&mut self, text: &str) {
        if let Err(error) = self.out.write_all(text.as_bytes()) {
            self.cannot_write(&error);
        }
    }

    /// Complains of something; the rest is done all the same.
    pub(crate) fn wrong(&mut self, line: &str) {
        self.failed = true;
        complain(line);
    }

    /// Complains of something that leaves nothing to be done.
    pub(crate) fn fail(&mut self, line: &str) {
        self.wrong(line);
        self.closed = true;
    }

    /// Whether nobody reads on: a reader that has seen enough (`| head`) is no error.
    pub(crate) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The end. Whether all was as it should be.
    pub(crate) fn end(mut self) -> bool {
        if let Err(error) = self.out.flush() {
            self.cannot_write(&error);
        }
        !self.failed
    }

    fn cannot_write(&mut self, error: &std::io::Error) {
        if !self.closed && error.kind() != ErrorKind::BrokenPipe {
            self.wrong(&format!("cannot write the answer: {error}"));
        }
        self.closed = true;
    }
}
