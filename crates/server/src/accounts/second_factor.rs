//! The second factor of those who work here: an authenticator's code beside the password, and codes on paper for when it is lost.
//! The secret is kept in the sealed part of a record, the codes on paper as hashes.

use super::event::{CodeSource, Event, SignedOrder, TokenHash};
use super::lockout::LogInLock;
use super::state::Account;
use super::{AccountError, Accounts, AttemptSource, normalize_name, password, record_name, totp};
use house::Person;
use sha2::{Digest, Sha256};

/// How long somebody may take to set their authenticator up.
const SET_UP_WITHIN_MS: i64 = 10 * 60_000;
/// Codes on paper.
const RECOVERY_CODES: usize = 8;

/// Whether those who work here log in with a code beside their password.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecondFactor {
    #[default]
    Off,
    /// Those who have set it up.
    Optional,
    /// Everybody who works here or inspects.
    Required,
}

/// The second factor of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Factor {
    secret: Vec<u8>,
    /// Hashes of the codes on paper; one that was used is gone.
    recovery: Vec<Option<[u8; 32]>>,
    /// The last half minute whose code was used.
    used_step: u64,
    /// The order that the last code signed.
    last_signed: Option<Signed>,
}

/// An order that was signed with a code, and the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Signed {
    order: SignedOrder,
    code: UsedCode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UsedCode {
    /// An authenticator's, of this half minute.
    Shown(u64),
    /// One on paper, by its hash.
    Paper([u8; 32]),
}

/// What a right code does.
enum RightCode {
    /// It is used up by this event.
    UsesUp(Event),
    /// It was used up by the same order before.
    SignedBefore,
}

impl Factor {
    /// From the sealed part: the secret and the hashes, in hexadecimal digits.
    pub(super) fn read(text: &str) -> Option<Factor> {
        let mut parts = text.split(' ').map(unhex);
        let secret = parts.next()??;
        let recovery = parts.map(|hash| hash?.try_into().ok().map(Some)).collect::<Option<Vec<_>>>()?;
        Some(Factor { secret, recovery, used_step: 0, last_signed: None })
    }

    fn written(&self) -> String {
        let hashes = self.recovery.iter().flatten().map(|hash| hex(hash));
        std::iter::once(hex(&self.secret)).chain(hashes).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn use_up(
        &mut self,
        (step, recovery): (Option<u64>, Option<u32>),
        order: Option<SignedOrder>,
    ) {
        self.used_step = self.used_step.max(step.unwrap_or(0));
        let place = recovery.and_then(|place| self.recovery.get_mut(usize::try_from(place).ok()?));
        let paper = place.and_then(Option::take).map(UsedCode::Paper);
        let code = step.map(UsedCode::Shown).or(paper);
        self.last_signed = order.zip(code).map(|(order, code)| Signed { order, code });
    }

    /// What a code does, where it is a good one.
    fn using(&self, from: Option<CodeSource>, said: &SaidCode<'_>, now_step: u64) -> Option<RightCode> {
        let SaidCode { name, code, order } = *said;
        let name = name.to_string();
        let used = |step, recovery| RightCode::UsesUp(Event::CodeUsed { name, step, recovery, from, order });
        if let Some(step) = totp::matching(&self.secret, code, now_step, self.used_step) {
            return Some(used(Some(step), None));
        }
        let hash = paper_hash(code);
        if let Some(place) = self.recovery.iter().position(|known| *known == Some(hash)) {
            return Some(used(None, u32::try_from(place).ok()));
        }
        let signed = self.last_signed.filter(|signed| Some(signed.order) == order)?;
        let same = match signed.code {
            UsedCode::Shown(step) => totp::is_code(&self.secret, code, step),
            UsedCode::Paper(paper) => paper == hash,
        };
        same.then_some(RightCode::SignedBefore)
    }
}

/// A code that somebody says.
#[derive(Clone, Copy)]
struct SaidCode<'c> {
    name: &'c str,
    code: &'c str,
    /// The order that it signs.
    order: Option<SignedOrder>,
}

/// What wrong codes of a log-in are counted under. No name has a space in it.
pub(super) fn codes_of(name: &str) -> String {
    format!("{name} code")
}

fn paper_hash(said: &str) -> [u8; 32] {
    let letters: String = said.chars().filter(char::is_ascii_alphanumeric).collect();
    Sha256::digest(letters.to_ascii_uppercase().as_bytes()).into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    (0..text.len()).step_by(2).map(byte).collect()
}

/// Somebody who stands beside an order at another's console.
#[derive(Clone, Copy)]
pub struct Credentials<'p> {
    pub name: &'p str,
    pub secret: &'p str,
    /// The code of their authenticator, or one on paper.
    pub code: Option<&'p str>,
    /// The id of the order: sent again, it may carry the same code.
    pub order: Option<[u8; 16]>,
}

/// What an authenticator is given.
#[derive(Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// The secret, to type.
    pub secret: String,
    /// The same as an address that authenticators read.
    pub uri: String,
    /// The same, sealed for this session until it expires: it comes back with the first code, so that any process of the
    /// house can finish and none has to remember it.
    pub sealed: String,
}

impl Enrolment {
    fn of(name: &str, bytes: &[u8], sealed: String) -> Enrolment {
        let secret = totp::base32(bytes);
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        let label: String = name
            .bytes()
            .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
            .collect();
        let uri = format!("otpauth://totp/Cardroom:{label}?secret={secret}&issuer=Cardroom");
        Enrolment { secret, uri, sealed }
    }
}

/// What a secret that is being set up is sealed for: one log-in in one session. An authenticator that is taken off ends all
/// sessions, so its secret cannot be set up a second time.
fn set_up_purpose(session: &TokenHash, name: &str) -> String {
    format!("authenticator set up in {} by {name}", hex(&session.0))
}

impl Accounts {
    /// Whether an account logs in with a code.
    pub fn has_factor(&self, account: &str) -> bool {
        self.account_log
            .with_state(|known| known.account(account).is_some_and(|account| account.factor.is_some()))
    }

    /// Whether somebody who must have a second factor has none.
    pub fn lacks_factor(&self, account: &str, person: Person) -> bool {
        let works = matches!(person, Person::Staff(_) | Person::Outside(_));
        self.second_factor == SecondFactor::Required && works && !self.has_factor(account)
    }

    /// A new secret for whoever holds this token; it counts once a code of it is said.
    ///
    /// # Errors
    /// If nobody holds it, they do not work here, or they have one already.
    pub fn begin_factor(&self, token: &str) -> Result<Enrolment, AccountError> {
        let (hash, name) = self.worker(token)?;
        if self.has_factor(&name) {
            return Err(AccountError::HasFactor);
        }
        let mut bytes = vec![0; 20];
        password::random(&mut bytes)?;
        let expires_ms = self.account_log.now_ms().saturating_add(SET_UP_WITHIN_MS);
        let plain = [&expires_ms.to_be_bytes()[..], &bytes].concat();
        let sealed = self.account_log.seal(&set_up_purpose(&hash, &name), &plain)?;
        Ok(Enrolment::of(&name, &bytes, hex(&sealed)))
    }

    /// The secret that is being set up, once more: for whoever mistyped its first code.
    ///
    /// # Errors
    /// If it was shown too long ago, or is not of this session.
    pub fn pending_factor(&self, token: &str, sealed: &str) -> Result<Enrolment, AccountError> {
        let (hash, name) = self.worker(token)?;
        let bytes = self.pending_secret((&hash, &name), sealed)?;
        Ok(Enrolment::of(&name, &bytes, sealed.to_string()))
    }

    fn pending_secret(
        &self,
        (session, name): (&TokenHash, &str),
        sealed: &str,
    ) -> Result<Vec<u8>, AccountError> {
        let opened = unhex(sealed)
            .and_then(|sealed| self.account_log.open_sealed(&set_up_purpose(session, name), &sealed));
        let opened = opened.ok_or(AccountError::NotThisSetUp)?;
        let (expires_ms, secret) = opened.split_first_chunk().ok_or(AccountError::NotThisSetUp)?;
        if self.account_log.now_ms() < i64::from_be_bytes(*expires_ms) {
            Ok(secret.to_vec())
        } else {
            Err(AccountError::SetUpExpired)
        }
    }

    /// The first code of a new secret: from now on it is asked for. The answer is the codes to keep on paper, shown once.
    ///
    /// # Errors
    /// If the code is wrong or came too late, the sealed secret is not of this session, or it is not kept.
    pub fn confirm_factor(&self, token: &str, sealed: &str, code: &str) -> Result<Vec<String>, AccountError> {
        let (hash, name) = self.worker(token)?;
        let bytes = self.pending_secret((&hash, &name), sealed)?;
        let step = totp::matching(&bytes, code, totp::step(self.account_log.now_ms()), 0);
        let step = step.ok_or(AccountError::WrongCode)?;
        let mut codes = Vec::new();
        for _ in 0..RECOVERY_CODES {
            let mut random = [0; 10];
            password::random(&mut random)?;
            codes.push(totp::base32(&random));
        }
        let recovery = codes.iter().map(|code| Some(paper_hash(code))).collect();
        let kept = Factor { secret: bytes, recovery, used_step: 0, last_signed: None }.written();
        let by = self
            .account_log
            .with_state(|known| known.account(&name).map(|account| record_name(account.person)));
        self.account_log.write(&by.unwrap_or_default(), |known| match known.account(&name) {
            Some(account) if account.factor.is_none() => Ok(vec![
                (Event::FactorSet { name: name.clone() }, Some(kept.clone())),
                (
                    Event::CodeUsed {
                        name: name.clone(),
                        step: Some(step),
                        recovery: None,
                        from: None,
                        order: None,
                    },
                    None,
                ),
            ]),
            _ => Err(AccountError::HasFactor),
        })?;
        Ok(codes)
    }

    /// Takes their own second factor off for whoever holds this token and says their password and a code. All their sessions
    /// end, this one too.
    ///
    /// # Errors
    /// If they have none, the password or the code is wrong, or it is not kept.
    pub fn remove_own_factor(&self, token: &str, secret: &str, code: &str) -> Result<(), AccountError> {
        let (hash, name) = self.worker(token)?;
        if !self.has_factor(&name) {
            return Err(AccountError::NoFactorHere);
        }
        let source = AttemptSource::Session(hash.0);
        let (name, account) = self.verify_password(&name, secret, &source)?;
        let used = self
            .verify_code((&name, &account), (Some(code), None), &source)?
            .ok_or(AccountError::NoFactorHere)?;
        self.account_log.write(&record_name(account.person), |known| match known.account(&name) {
            // Closed or changed while the password was looked at.
            None => Err(AccountError::Wrong),
            Some(now) if now.hash != account.hash => Err(AccountError::Wrong),
            Some(now) if now.factor != account.factor => Err(AccountError::WrongCode),
            Some(_) => Ok(vec![(used.clone(), None), (Event::FactorRemoved { name: name.clone() }, None)]),
        })
    }

    /// Takes the second factor off an account whose owner has lost it; the record says who ordered it. Their sessions end.
    ///
    /// # Errors
    /// If there is no such account, or it is not kept.
    pub fn remove_factor(&self, by: &str, name: &str) -> Result<(), AccountError> {
        let missing = || AccountError::NoAccount(name.chars().take(40).collect());
        let name = normalize_name(name).ok_or_else(missing)?;
        self.account_log.write(by, |known| match known.account(&name) {
            Some(account) if account.factor.is_none() => Ok(Vec::new()),
            Some(_) => Ok(vec![(Event::FactorRemoved { name: name.clone() }, None)]),
            None => Err(missing()),
        })
    }

    /// What a code uses up; nothing where none is asked for, or where it has signed the same order before. Wrong codes are counted beside the passwords, for
    /// whoever knows a password may still not guess codes.
    pub(super) fn verify_code(
        &self,
        (name, account): (&str, &Account),
        (said, order): (Option<&str>, Option<SignedOrder>),
        source: &AttemptSource,
    ) -> Result<Option<Event>, AccountError> {
        let factor = account.factor.as_ref().filter(|_| self.second_factor != SecondFactor::Off);
        let Some(factor) = factor else { return Ok(None) };
        let said = said.filter(|said| !said.trim().is_empty()).ok_or(AccountError::CodeNeeded)?;
        let counted = codes_of(name);
        let now = self.now();
        // Taking the locks off a log-in takes off those of its codes too.
        let from = source.of_codes();
        let lock = from.as_ref().and_then(|from| account.code_locks.get(from)).copied().unwrap_or_default();
        let recorded = super::RecordedLock { lock, unlocked: account.unlocked };
        self.tries.begin(&counted, source, now, recorded)?;
        match factor.using(from.clone(), &SaidCode { name, code: said, order }, totp::step(now.wall_ms)) {
            Some(right) => {
                self.tries.right(&counted, source);
                Ok(if let RightCode::UsesUp(used) = right { Some(used) } else { None })
            }
            None => {
                tracing::warn!(account = name, from = source.words(), "a wrong code");
                if let (Some(lock), Some(from)) = (self.tries.wrong(&counted, source, now), from) {
                    self.lock_codes(name, from, lock);
                }
                Err(AccountError::WrongCode)
            }
        }
    }

    /// Who this is, without letting them in: somebody at the side of whoever is logged in, who signs an order there with
    /// their password, and with a code where they have an authenticator. Counts as a try from there.
    ///
    /// # Errors
    /// As for [`Accounts::log_in`]; or they must have an authenticator and have none.
    pub fn verify_credentials(
        &self,
        proof: &Credentials<'_>,
        source: &AttemptSource,
    ) -> Result<Person, AccountError> {
        let (name, account) = self.verify_password(proof.name, proof.secret, source)?;
        let order = proof.order.map(SignedOrder);
        if self.lacks_factor(&name, account.person) {
            return Err(AccountError::FactorMissing);
        }
        if let Some(used) = self.verify_code((&name, &account), (proof.code, order), source)? {
            self.account_log.write(&record_name(account.person), |known| match known.account(&name) {
                Some(now) if now.hash == account.hash && now.factor == account.factor => {
                    Ok(vec![(used.clone(), None)])
                }
                // The same code at the same moment, twice: one of them comes first.
                _ => Err(AccountError::WrongCode),
            })?;
        }
        Ok(account.person)
    }

    /// Keeps a lock of codes, so that no restart lifts it and other processes have it too.
    fn lock_codes(&self, name: &str, from: CodeSource, LogInLock { until_ms, times }: LogInLock) {
        tracing::warn!(account = name, from = from.words(), times, "locked: too many wrong codes");
        let locked = Event::CodesLocked { account: name.to_string(), until_ms, times, from };
        let kept = self.account_log.write("door", |known| {
            Ok(known.account(name).map(|_| (locked.clone(), None)).into_iter().collect())
        });
        // It is locked here whether or not that is kept.
        if let Err(error) = kept {
            tracing::error!(%error, "the lock of codes is not kept");
        }
    }

    /// Somebody who works here, by their token.
    fn worker(&self, token: &str) -> Result<(TokenHash, String), AccountError> {
        let (hash, now) = (password::hash_of(token), self.account_log.now_ms());
        let name = self.account_log.with_state(|known| {
            let (inside, account) = self.living(known, &hash, now)?;
            let works = matches!(account.person, Person::Staff(_) | Person::Outside(_));
            works.then(|| inside.account.clone())
        });
        let on = self.second_factor != SecondFactor::Off;
        name.filter(|_| on).map(|name| (hash, name)).ok_or(AccountError::NoFactorHere)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LogInAttempt, LogInSettings};
    use super::*;
    use engine::PatronId;
    use floor::HandClock;
    use house::{OutsiderId, StaffId};
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;
    use std::time::Duration;
    use store::{MemoryStore, Store, Vault};

    const HOME: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const SECRET: &str = "a long enough secret";

    struct House {
        store: Arc<dyn Store>,
        clock: Arc<HandClock>,
    }

    impl House {
        fn new() -> House {
            let clock = Arc::new(HandClock::default());
            clock.jump(1_700_000_000_000);
            House { store: Arc::new(MemoryStore::new()), clock }
        }

        fn accounts(&self, second_factor: SecondFactor) -> Accounts {
            let settings = LogInSettings { second_factor, ..LogInSettings::default() };
            let vault = Arc::new(Vault::from_bytes([7; 32]));
            let clock = Arc::clone(&self.clock) as _;
            Accounts::open_with(Arc::clone(&self.store), vault, clock, settings).unwrap()
        }
    }

    fn enter(accounts: &Accounts, code: Option<&str>) -> Result<String, AccountError> {
        let visit = LogInAttempt { address: HOME, device: None, agent: None, remembers: false, code };
        accounts.log_in_with("ada", SECRET, &visit).map(|entered| entered.token)
    }

    fn shown(accounts: &Accounts, secret: &[u8]) -> String {
        format!("{:06}", totp::code(secret, totp::step(accounts.account_log.now_ms())))
    }

    /// Sets an authenticator up: its secret, and the codes on paper.
    fn set_up(accounts: &Accounts) -> (Vec<u8>, Vec<String>) {
        let token = enter(accounts, None).unwrap();
        let shown_to_me = accounts.begin_factor(&token).unwrap();
        let session = password::hash_of(&token);
        let secret = accounts.pending_secret((&session, "ada"), &shown_to_me.sealed).unwrap();
        assert_eq!(shown_to_me.secret, totp::base32(&secret));
        assert!(shown_to_me.uri.starts_with("otpauth://totp/Cardroom:ada?secret="), "{}", shown_to_me.uri);
        assert!(enter(accounts, None).is_ok(), "not asked for before it was confirmed");
        assert_eq!(accounts.confirm_factor(&token, &shown_to_me.sealed, "000"), Err(AccountError::WrongCode));
        let codes = accounts.confirm_factor(&token, &shown_to_me.sealed, &shown(accounts, &secret)).unwrap();
        (secret, codes)
    }

    #[test]
    fn a_password_alone_opens_nothing_and_a_code_works_once() {
        let house = House::new();
        let accounts = house.accounts(SecondFactor::Optional);
        accounts.open_account("ada", SECRET, Person::Staff(StaffId(12)), "Ada").unwrap();
        let (secret, _) = set_up(&accounts);
        assert_eq!(enter(&accounts, None), Err(AccountError::CodeNeeded));
        assert_eq!(
            enter(&accounts, Some(&shown(&accounts, &secret))),
            Err(AccountError::WrongCode),
            "used to set it up"
        );
        house.clock.pass(Duration::from_secs(30));
        let code = shown(&accounts, &secret);
        assert!(enter(&accounts, Some(&code)).is_ok());
        assert_eq!(enter(&accounts, Some(&code)), Err(AccountError::WrongCode));
        // A restart forgets neither the authenticator nor what was used.
        let accounts = house.accounts(SecondFactor::Optional);
        assert_eq!(enter(&accounts, None), Err(AccountError::CodeNeeded));
        assert_eq!(enter(&accounts, Some(&code)), Err(AccountError::WrongCode));
        assert!(house.accounts(SecondFactor::Off).has_factor("ada"));
        assert!(enter(&house.accounts(SecondFactor::Off), None).is_ok(), "where none is used");
    }

    #[test]
    fn another_process_finishes_what_one_has_begun() {
        let house = House::new();
        let one = house.accounts(SecondFactor::Optional);
        one.open_account("ada", SECRET, Person::Staff(StaffId(12)), "Ada").unwrap();
        let token = enter(&one, None).unwrap();
        let begun = one.begin_factor(&token).unwrap();
        let other = house.accounts(SecondFactor::Optional);
        let secret = other.pending_secret((&password::hash_of(&token), "ada"), &begun.sealed).unwrap();
        assert_eq!(other.pending_factor(&token, &begun.sealed).unwrap().secret, begun.secret);
        // Of the same log-in, and of another session.
        let elsewhere = enter(&other, None).unwrap();
        let code = shown(&other, &secret);
        assert_eq!(other.confirm_factor(&elsewhere, &begun.sealed, &code), Err(AccountError::NotThisSetUp));
        assert!(other.confirm_factor(&token, &begun.sealed, &code).is_ok());
        one.refresh().unwrap();
        assert_eq!(one.confirm_factor(&token, &begun.sealed, &code), Err(AccountError::HasFactor));
        assert_eq!(enter(&one, None), Err(AccountError::CodeNeeded));
    }

    #[test]
    fn codes_are_not_guessed_by_whoever_knows_the_password() {
        let house = House::new();
        let accounts = house.accounts(SecondFactor::Required);
        accounts.open_account("ada", SECRET, Person::Staff(StaffId(12)), "Ada").unwrap();
        assert!(accounts.lacks_factor("ada", Person::Staff(StaffId(12))));
        let (secret, _) = set_up(&accounts);
        assert!(
            !accounts.lacks_factor("ada", Person::Staff(StaffId(12)))
                && !accounts.lacks_factor("pat", Person::Patron(PatronId(1)))
        );
        for _ in 0..5 {
            assert_eq!(enter(&accounts, Some("12345")), Err(AccountError::WrongCode));
        }
        house.clock.pass(Duration::from_secs(30));
        let locked = enter(&accounts, Some(&shown(&accounts, &secret)));
        assert!(matches!(locked, Err(AccountError::Locked { .. })), "{locked:?}");

        // Neither a restart nor another process lifts it, and it is shown there.
        let again = house.accounts(SecondFactor::Required);
        let locked = enter(&again, Some(&shown(&again, &secret)));
        assert!(matches!(locked, Err(AccountError::Locked { seconds: 241..=270 })), "{locked:?}");
        let locks = again.list_accounts().remove(0).locks;
        let home = Some(format!("{HOME} (codes)"));
        assert_eq!(locks.iter().map(|lock| lock.from.clone()).collect::<Vec<_>>(), [home]);
        again.unlock("staff/1", "ada").unwrap();
        assert!(again.list_accounts()[0].locks.is_empty());
        assert!(enter(&again, Some(&shown(&again, &secret))).is_ok());
        // The first process has read it by then.
        accounts.refresh().unwrap();
        house.clock.pass(Duration::from_secs(30));
        assert!(enter(&accounts, Some(&shown(&accounts, &secret))).is_ok());
    }

    /// Whoever holds a known browser is locked out of the codes by its token, and another browser is not.
    #[test]
    fn a_known_browser_is_locked_for_codes_after_a_restart_too() {
        let house = House::new();
        let accounts = house.accounts(SecondFactor::Optional);
        accounts.open_account("ada", SECRET, Person::Staff(StaffId(12)), "Ada").unwrap();
        let (secret, codes) = set_up(&accounts);
        let visit = |device, code| LogInAttempt { address: HOME, device, agent: None, remembers: true, code };
        let known =
            accounts.log_in_with("ada", SECRET, &visit(None, Some(&codes[0]))).unwrap().device.unwrap();
        for _ in 0..5 {
            let wrong = accounts.log_in_with("ada", SECRET, &visit(Some(&known), Some("12345")));
            assert!(matches!(wrong, Err(AccountError::WrongCode)), "{:?}", wrong.err());
        }
        house.clock.pass(Duration::from_secs(30));
        let accounts = house.accounts(SecondFactor::Optional);
        let code = shown(&accounts, &secret);
        let locked = accounts.log_in_with("ada", SECRET, &visit(Some(&known), Some(&code)));
        assert!(matches!(locked, Err(AccountError::Locked { .. })), "{:?}", locked.err());
        assert!(accounts.log_in_with("ada", SECRET, &visit(None, Some(&code))).is_ok());
    }

    #[test]
    fn a_code_on_paper_stands_in_once_and_a_lost_one_is_taken_off() {
        let house = House::new();
        let accounts = house.accounts(SecondFactor::Optional);
        accounts.open_account("ada", SECRET, Person::Outside(OutsiderId(3)), "Ada").unwrap();
        let (_, codes) = set_up(&accounts);
        assert_eq!(codes.len(), RECOVERY_CODES);
        assert!(enter(&accounts, Some(&codes[3].to_lowercase())).is_ok());
        assert_eq!(enter(&accounts, Some(&codes[3])), Err(AccountError::WrongCode));
        let token = enter(&accounts, Some(&codes[4])).unwrap();
        accounts.remove_factor("staff/1", "ada").unwrap();
        assert!(accounts.session(&token).is_none() && enter(&accounts, None).is_ok());
        let held = house.store.read(&store::Stream::new("door/main").unwrap(), 1, 1_000).unwrap();
        let holds = |bytes: &[u8]| bytes.windows(16).any(|part| part == codes[0].as_bytes());
        assert!(held.iter().all(|record| !holds(&record.open)), "no code on paper is kept");
    }

    /// Whoever stands beside an order signs it with a code too; a repeat of that order may carry the same code, another
    /// order not.
    #[test]
    fn an_order_is_signed_with_a_code_and_a_repeat_with_the_same() {
        let house = House::new();
        let accounts = house.accounts(SecondFactor::Optional);
        accounts.open_account("ada", SECRET, Person::Staff(StaffId(12)), "Ada").unwrap();
        let source = AttemptSource::Beside("grace".into());
        fn sign(accounts: &Accounts, code: Option<&str>, order: u8) -> Result<Person, AccountError> {
            let proof = Credentials { name: "ada", secret: SECRET, code, order: Some([order; 16]) };
            accounts.verify_credentials(&proof, &AttemptSource::Beside("grace".into()))
        }
        assert_eq!(sign(&accounts, None, 1), Ok(Person::Staff(StaffId(12))), "there is no authenticator yet");
        let (secret, paper) = set_up(&accounts);
        house.clock.pass(Duration::from_secs(30));
        let code = shown(&accounts, &secret);
        assert_eq!(sign(&accounts, None, 1), Err(AccountError::CodeNeeded));
        assert_eq!(sign(&accounts, Some(&code), 1), Ok(Person::Staff(StaffId(12))));
        assert_eq!(sign(&accounts, Some(&code), 2), Err(AccountError::WrongCode), "another order");
        assert_eq!(enter(&accounts, Some(&code)), Err(AccountError::WrongCode), "no log-in either");
        // Somebody who sends it again, later, to a program that has been started again.
        house.clock.pass(Duration::from_secs(300));
        let accounts = house.accounts(SecondFactor::Optional);
        assert_eq!(sign(&accounts, Some(&code), 1), Ok(Person::Staff(StaffId(12))));
        assert_eq!(sign(&accounts, Some(&paper[0]), 3), Ok(Person::Staff(StaffId(12))));
        assert_eq!(sign(&accounts, Some(&paper[0]), 3), Ok(Person::Staff(StaffId(12))));
        assert_eq!(sign(&accounts, Some(&paper[0]), 4), Err(AccountError::WrongCode));
        assert_eq!(sign(&accounts, Some(&code), 1), Err(AccountError::WrongCode), "another was signed since");
        // Guessed at a console, codes are locked for that console.
        for _ in 0..5 {
            let _ = sign(&accounts, Some("12345"), 5);
        }
        let proof = Credentials { name: "ada", secret: SECRET, code: Some(&paper[1]), order: None };
        assert!(matches!(accounts.verify_credentials(&proof, &source), Err(AccountError::Locked { .. })));
        assert_eq!(
            accounts.verify_credentials(&proof, &AttemptSource::Beside("joan".into())),
            Ok(Person::Staff(StaffId(12)))
        );
    }

    #[test]
    fn whoever_must_have_an_authenticator_signs_nothing_without() {
        let house = House::new();
        let accounts = house.accounts(SecondFactor::Required);
        accounts.open_account("ada", SECRET, Person::Staff(StaffId(12)), "Ada").unwrap();
        let proof = Credentials { name: "ada", secret: SECRET, code: None, order: None };
        assert_eq!(
            accounts.verify_credentials(&proof, &AttemptSource::Console),
            Err(AccountError::FactorMissing)
        );
    }

    #[test]
    fn patrons_have_none() {
        let house = House::new();
        let accounts = house.accounts(SecondFactor::Required);
        accounts.open_account("ada", SECRET, Person::Patron(PatronId(3)), "Ada").unwrap();
        let token = enter(&accounts, None).unwrap();
        assert!(matches!(accounts.begin_factor(&token), Err(AccountError::NoFactorHere)));
    }
}
