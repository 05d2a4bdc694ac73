//! Passwords and tokens: argon2id, and how many of them at once, since each takes memory and a core.

use super::AccountError;
use super::event::TokenHash;
use argon2::password_hash::{Output, PasswordHash, PasswordHasher, SaltString};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::sync::{Condvar, Mutex, PoisonError};

/// 19 MiB, two passes, one lane: what OWASP advises for argon2id.
fn argon() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

pub(super) fn hash(secret: &str) -> Result<String, AccountError> {
    let mut salt = [0; 16];
    random(&mut salt)?;
    let wrong = |error: argon2::password_hash::Error| AccountError::Randomness(error.to_string());
    let salt = SaltString::encode_b64(&salt).map_err(wrong)?;
    argon().hash_password(secret.as_bytes(), &salt).map(|hash| hash.to_string()).map_err(wrong)
}

/// Takes as long for a wrong password as for the right one.
pub(super) fn verify(secret: &str, hash: &str) -> bool {
    is_of(secret, hash).unwrap_or(false)
}

/// Memory for passwords that are being verified, used again and again. Left to the allocator, each of the many threads that
/// verify would keep 19 MiB: a crowd of log-ins left a gigabyte behind.
static MEMORY: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());

/// Whether a password has this hash; nothing where the hash is none of ours.
fn is_of(secret: &str, hash: &str) -> Option<bool> {
    let hash = PasswordHash::new(hash).ok()?;
    let params = Params::try_from(&hash).ok()?;
    let algorithm = Algorithm::try_from(hash.algorithm).ok()?;
    let version = hash.version.and_then(|version| Version::try_from(version).ok())?;
    let (mut salt, expected) = ([0; 64], hash.hash?);
    let salt = hash.salt?.decode_b64(&mut salt).ok()?;
    let spare = MEMORY.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let mut memory = spare.unwrap_or_default();
    memory.resize(params.block_count().max(memory.len()), Block::default());
    let mut found = vec![0; expected.len()];
    let argon = Argon2::new(algorithm, version, params);
    let done = argon.hash_password_into_with_memory(secret.as_bytes(), salt, &mut found, &mut memory);
    MEMORY.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    done.ok()?;
    // Compared in the same time wherever they differ.
    Some(Output::new(&found).ok()? == expected)
}

pub(super) fn random(bytes: &mut [u8]) -> Result<(), AccountError> {
    getrandom::fill(bytes).map_err(|error| AccountError::Randomness(error.to_string()))
}

/// 256 bits that nobody can guess, and their hash.
pub(super) fn new_token() -> Result<(String, TokenHash), AccountError> {
    let mut bytes = [0; 32];
    random(&mut bytes)?;
    let mut token = String::with_capacity(64);
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(token, "{byte:02x}");
    }
    let hash = hash_of(&token);
    Ok((token, hash))
}

pub(super) fn hash_of(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token.as_bytes()).into())
}

/// How many passwords are hashed at once, and how many may wait for their turn.
#[derive(Debug)]
pub(super) struct HashQueue {
    at_work: usize,
    waiting: usize,
    now: Mutex<(usize, usize)>,
    freed: Condvar,
}

impl HashQueue {
    pub(super) fn new(at_work: usize, waiting: usize) -> HashQueue {
        HashQueue { at_work, waiting, now: Mutex::default(), freed: Condvar::new() }
    }

    /// Does the work when its turn comes; at once refused where too many wait already.
    pub(super) fn pass<T>(&self, work: impl FnOnce() -> T) -> Result<T, AccountError> {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        if now.0 >= self.at_work {
            if now.1 >= self.waiting {
                return Err(AccountError::Busy);
            }
            now.1 += 1;
            while now.0 >= self.at_work {
                now = self.freed.wait(now).unwrap_or_else(PoisonError::into_inner);
            }
            now.1 -= 1;
        }
        now.0 += 1;
        drop(now);
        let _leaves = Leaves(self);
        Ok(work())
    }
}

/// Makes room again, also where the work stopped halfway.
struct Leaves<'g>(&'g HashQueue);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0.now.lock().unwrap_or_else(PoisonError::into_inner).0 -= 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_password_is_that_of_its_hash_and_no_other() {
        let kept = hash("correct horse").unwrap();
        assert!(
            verify("correct horse", &kept) && verify("correct horse", &kept),
            "also in memory used before"
        );
        assert!(!verify("correct hors", &kept) && !verify("", &kept) && !verify("correct horse", "no hash"));
        // As the library verifies it, and a hash with other settings.
        use argon2::password_hash::PasswordVerifier;
        assert!(argon().verify_password(b"correct horse", &PasswordHash::new(&kept).unwrap()).is_ok());
        let lighter = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 1, 1, None).unwrap());
        let salt = SaltString::encode_b64(&[7; 16]).unwrap();
        let lighter = lighter.hash_password(b"battery", &salt).unwrap().to_string();
        assert!(verify("battery", &lighter) && !verify("staple", &lighter));
        assert!(MEMORY.lock().unwrap().len() <= 8, "no more than were at work at once");
    }

    #[test]
    fn no_more_than_so_many_work_and_wait() {
        let gate = HashQueue::new(1, 1);
        let (inside, is_inside) = mpsc::channel();
        let (leave, may_leave) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            let first = scope.spawn(|| {
                gate.pass(move || {
                    inside.send(()).unwrap();
                    may_leave.recv().unwrap();
                    1
                })
            });
            is_inside.recv().unwrap();
            let second = scope.spawn(|| gate.pass(|| 2));
            while gate.now.lock().unwrap().1 == 0 {
                std::thread::yield_now();
            }
            assert!(matches!(gate.pass(|| 3), Err(AccountError::Busy)));
            leave.send(()).unwrap();
            assert_eq!((first.join().unwrap().unwrap(), second.join().unwrap().unwrap()), (1, 2));
        });
        assert_eq!(gate.pass(|| 4).unwrap(), 4);
    }

    #[test]
    fn a_hash_is_argon2id_with_its_parameters_and_fits_one_password() {
        let kept = hash("correct horse").unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(verify("correct horse", &kept) && !verify("correct house", &kept) && !verify("", ""));
        assert_ne!(kept, hash("correct horse").unwrap(), "each has its own salt");
    }
}
