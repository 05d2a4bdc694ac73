//! Codes of an authenticator (RFC 6238): six digits of HMAC-SHA-1 over the half minute, as every such program makes them.

use sha1::{Digest, Sha1};

/// How long a code is shown, in seconds.
const STEP: u64 = 30;
/// The letters of base32.
const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// The half minute of a time in milliseconds since 1970.
pub(super) fn step(clock_ms: i64) -> u64 {
    u64::try_from(clock_ms).unwrap_or(0) / 1000 / STEP
}

/// The six digits of a half minute.
pub(super) fn code(secret: &[u8], step: u64) -> u32 {
    let hash = hmac(secret, &step.to_be_bytes());
    let at = usize::from(hash[19] & 0x0f);
    let four = [hash[at] & 0x7f, hash[at + 1], hash[at + 2], hash[at + 3]];
    u32::from_be_bytes(four) % 1_000_000
}

/// The six digits that somebody typed.
fn digits(said: &str) -> Option<u32> {
    let digits: String = said.chars().filter(|c| !c.is_whitespace()).collect();
    let six = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_digit());
    six.then(|| digits.parse().ok()).flatten()
}

/// Whether this is the code of a half minute.
pub(super) fn is_code(secret: &[u8], said: &str, step: u64) -> bool {
    digits(said).is_some_and(|said| code(secret, step) == said)
}

/// The half minute whose code this is: now, the one before or the next, and none that was used before.
pub(super) fn matching(secret: &[u8], said: &str, now: u64, after: u64) -> Option<u64> {
    let said = digits(said)?;
    (now.saturating_sub(1)..=now + 1).find(|step| *step > after && code(secret, *step) == said)
}

/// HMAC-SHA-1 (RFC 2104).
fn hmac(key: &[u8], message: &[u8]) -> [u8; 20] {
    let mut block = [0; 64];
    match key.len() {
        0..=64 => block[..key.len()].copy_from_slice(key),
        _ => block[..20].copy_from_slice(&Sha1::digest(key)),
    }
    let inner = Sha1::new().chain_update(block.map(|byte| byte ^ 0x36)).chain_update(message).finalize();
    Sha1::new().chain_update(block.map(|byte| byte ^ 0x5c)).chain_update(inner).finalize().into()
}

/// Bytes as authenticators take them.
pub(super) fn base32(bytes: &[u8]) -> String {
    let (mut text, mut held, mut bits) = (String::new(), 0_u32, 0);
    for byte in bytes {
        held = held << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(LETTERS[(held >> bits & 31) as usize]));
        }
    }
    if bits > 0 {
        text.push(char::from(LETTERS[(held << (5 - bits) & 31) as usize]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, the last six of its eight digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = b"12345678901234567890";
        for (seconds, expected) in [
            (59, 287_082),
            (1_111_111_109, 81_804),
            (1_111_111_111, 50_471),
            (1_234_567_890, 5_924),
            (2_000_000_000, 279_037),
            (20_000_000_000, 353_130),
        ] {
            assert_eq!(code(secret, step(seconds * 1000)), expected, "{seconds}");
        }
    }

    #[test]
    fn a_code_is_good_for_a_minute_and_once() {
        let secret = b"12345678901234567890";
        let now = step(59_000);
        assert_eq!(matching(secret, "287 082", now, 0), Some(1));
        assert_eq!(matching(secret, "287082", now, 1), None, "used before");
        assert_eq!(matching(secret, "287082", now + 1, 0), Some(1));
        assert_eq!(matching(secret, "287082", now + 2, 0), None, "too old");
        for bad in ["", "28708", "2870822", "28708x", "-87082"] {
            assert_eq!(matching(secret, bad, now, 0), None, "{bad}");
        }
    }

    #[test]
    fn base32_is_that_of_the_standard() {
        assert_eq!(base32(b"12345678901234567890"), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(base32(b"foob"), "MZXW6YQ");
    }
}
