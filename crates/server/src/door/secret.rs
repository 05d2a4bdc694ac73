//! Passwords and tokens: argon2id, and how many of them at once, since each takes memory and a core.

use super::DoorError;
use super::event::TokenHash;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::sync::{Condvar, Mutex, PoisonError};

/// 19 MiB, two passes, one lane: what OWASP advises for argon2id.
fn argon() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

pub(super) fn hash(secret: &str) -> Result<String, DoorError> {
    let mut salt = [0; 16];
    random(&mut salt)?;
    let wrong = |error: argon2::password_hash::Error| DoorError::Randomness(error.to_string());
    let salt = SaltString::encode_b64(&salt).map_err(wrong)?;
    argon().hash_password(secret.as_bytes(), &salt).map(|hash| hash.to_string()).map_err(wrong)
}

/// Takes as long for a wrong password as for the right one.
pub(super) fn verify(secret: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| argon().verify_password(secret.as_bytes(), &hash).is_ok())
}

pub(super) fn random(bytes: &mut [u8]) -> Result<(), DoorError> {
    getrandom::fill(bytes).map_err(|error| DoorError::Randomness(error.to_string()))
}

/// 256 bits that nobody can guess, and their hash.
pub(super) fn new_token() -> Result<(String, TokenHash), DoorError> {
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
pub(super) struct Gate {
    at_work: usize,
    waiting: usize,
    now: Mutex<(usize, usize)>,
    freed: Condvar,
}

impl Gate {
    pub(super) fn new(at_work: usize, waiting: usize) -> Gate {
        Gate { at_work, waiting, now: Mutex::default(), freed: Condvar::new() }
    }

    /// Does the work when its turn comes; at once refused where too many wait already.
    pub(super) fn pass<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, DoorError> {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        if now.0 >= self.at_work {
            if now.1 >= self.waiting {
                return Err(DoorError::Busy);
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
        // On a thread of its own. The allocator keeps what a thread has used for the next thread that begins; the many that
        // wait here would each keep 19 MiB, a gigabyte in all, long after the crowd has gone.
        std::thread::scope(|scope| {
            let named = std::thread::Builder::new().name("password".into());
            let at_work = named.spawn_scoped(scope, work).map_err(|_| DoorError::Busy)?;
            at_work.join().map_err(|_| DoorError::Busy)
        })
    }
}

/// Makes room again, also where the work stopped halfway.
struct Leaves<'g>(&'g Gate);

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
    fn no_more_than_so_many_work_and_wait() {
        let gate = Gate::new(1, 1);
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
            assert!(matches!(gate.pass(|| 3), Err(DoorError::Busy)));
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
