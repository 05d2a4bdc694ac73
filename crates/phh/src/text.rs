//! Where the texts of a hand are kept: one buffer, and places in it.

/// A piece of a hand's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// From `start` to before `end`. A hand's text is shorter than 4 GB.
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The piece itself.
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    pub(crate) fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// Puts a text at the end of the buffer.
pub(crate) fn keep(buffer: &mut String, text: &str) -> Span {
    let start = buffer.len();
    buffer.push_str(text);
    Span::new(start, buffer.len())
}

/// Writes a text as TOML does: in single quotes if it can be, else in double ones.
pub(crate) fn quote(out: &mut String, text: &str) {
    if !text.chars().any(|c| c == '\'' || (c.is_ascii_control() && c != '\t')) {
        out.push('\'');
        out.push_str(text);
        return out.push('\'');
    }
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push('\t'),
            c if c.is_ascii_control() => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                out.push_str("\\u00");
                out.push(char::from(HEX[c as usize >> 4]));
                out.push(char::from(HEX[c as usize & 15]));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Writes the name of a field, in quotes where TOML wants them.
pub(crate) fn key(out: &mut String, name: &str) {
    if !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') {
        out.push_str(name);
    } else {
        quote(out, name);
    }
}
