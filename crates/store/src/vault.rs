//! The secret of a house: it encrypts what nobody may read yet and signs what everybody may check.

use crate::chain::{Hash, chained};
use crate::heads::HeadKey;
use crate::key_file::{KeyFile, next_key};
use crate::record::{Append, NewEvent, Record, RecordForm, Stream};
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305, XNonce};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt;
use std::path::Path;
use zeroize::Zeroizing;

const NONCE: usize = 24;
/// How much of a hash goes with what is sealed.
const BEFORE: usize = 16;

/// Encrypts and signs with keys derived from one secret of 32 bytes, which is never shown.
///
/// ```
/// use store::{Stream, Vault};
///
/// let vault = Vault::from_bytes([7; 32]);
/// let table = Stream::new("table/7").unwrap();
/// let sealed = vault.seal(&table, "deck", b"Kh 2c").unwrap();
/// assert_eq!(vault.open_sealed(&table, "deck", &sealed).unwrap(), b"Kh 2c");
/// assert!(vault.open_sealed(&table, "shoe", &sealed).is_err());
/// ```
pub struct Vault {
    cipher: XChaCha20Poly1305,
    signing: SigningKey,
    heads: HeadKey,
    /// Keys for other purposes come from this.
    deriving: Zeroizing<[u8; 32]>,
    /// The keys that this one came after, the latest first: what they have sealed can be read, and nothing is sealed with
    /// them any more.
    former: Vec<Vault>,
}

/// Why a vault does not open, or something in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VaultError {
    /// The key file is not there, cannot be read, or is no key file.
    File(String),
    /// Not what this vault has sealed for this stream and purpose, or changed since.
    NotOurs,
    /// The operating system gives no random numbers.
    NoRandomness(String),
}

impl fmt::Display for VaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VaultError::File(what) => f.write_str(what),
            VaultError::NotOurs => {
                f.write_str("this was not sealed here with the key of this house, or was changed since")
            }
            VaultError::NoRandomness(why) => write!(f, "the operating system gives no random numbers: {why}"),
        }
    }
}

impl Error for VaultError {}

/// The key with which a house's signatures are checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey(pub [u8; 32]);

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl PublicKey {
    /// Reads 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<PublicKey> {
        crate::chain::Hash::parse(text).map(|hash| PublicKey(hash.0))
    }

    /// Whether this key's owner signed the message.
    pub fn verifies(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let signature = Signature::from_bytes(signature);
        VerifyingKey::from_bytes(&self.0).is_ok_and(|key| key.verify_strict(message, &signature).is_ok())
    }
}

impl Vault {
    /// Makes a new secret and keeps it in a new file that only its owner may read.
    ///
    /// # Errors
    /// If there is such a file or it cannot be made, or there is no randomness.
    pub fn create(path: &Path) -> Result<Vault, VaultError> {
        let file = KeyFile::after(None)?;
        file.write(path)?;
        Ok(file.vault())
    }

    /// Makes the key that comes after the one of a file, in a new file beside it ([`next_key`]), which keeps that one and
    /// those before it: what they have sealed can still be read.
    ///
    /// # Errors
    /// As [`Vault::create`], and if the present key cannot be read.
    pub fn create_next(present: &Path) -> Result<Vault, VaultError> {
        let file = KeyFile::after(Some(KeyFile::read(present)?))?;
        file.write(&next_key(present))?;
        Ok(file.vault())
    }

    /// Opens the vault whose secret is in a file.
    ///
    /// # Errors
    /// If it is not a key file, if others than its owner may read it, or if somebody has begun to change the key and not
    /// finished.
    pub fn open(path: &Path) -> Result<Vault, VaultError> {
        let vault = Vault::open_while_changing(path)?;
        if next_key(path).exists() {
            let what = "a change of this key was begun; finish it with 'cardroom floor rotate-key'";
            return Err(VaultError::File(format!("{}: {what}", path.display())));
        }
        Ok(vault)
    }

    /// Opens a key although somebody may have begun to change it: for finishing that.
    ///
    /// # Errors
    /// If it is not a key file, or others than its owner may read it.
    pub fn open_while_changing(path: &Path) -> Result<Vault, VaultError> {
        Ok(KeyFile::read(path)?.vault())
    }

    /// A vault from a secret that is kept elsewhere.
    pub fn from_bytes(secret: [u8; 32]) -> Vault {
        let secret = Zeroizing::new(secret);
        let derived = |purpose: &str| -> Zeroizing<[u8; 32]> {
            let hash = Sha256::new().chain_update(purpose).chain_update([0]).chain_update(*secret).finalize();
            Zeroizing::new(hash.into())
        };
        let key = derived("cardroom vault: seal 1");
        Vault {
            cipher: XChaCha20Poly1305::new(&Key::from(*key)),
            signing: SigningKey::from_bytes(&derived("cardroom vault: sign 1")),
            heads: HeadKey::new(&derived("cardroom vault: heads 1")),
            deriving: derived("cardroom vault: derive 1"),
            former: Vec::new(),
        }
    }

    pub(crate) fn after(self, former: Vec<Vault>) -> Vault {
        Vault { former, ..self }
    }

    /// The keys that this one came after, the latest first.
    pub fn former(&self) -> &[Vault] {
        &self.former
    }

    /// Whether a signature can be of this house: the key is its key, or one that it had before.
    pub fn knows(&self, key: &PublicKey) -> bool {
        self.verifying_key() == *key || self.former.iter().any(|former| former.verifying_key() == *key)
    }

    /// A key for one purpose, the same for everybody who has this vault. It says nothing of the secret or of other keys.
    pub fn derived(&self, purpose: &str) -> Zeroizing<[u8; 32]> {
        let hash = Sha256::new().chain_update(purpose).chain_update([0]).chain_update(*self.deriving);
        Zeroizing::new(hash.finalize().into())
    }

    /// Encrypts bytes of a stream for a purpose: they open only for the same stream and purpose, and anywhere in it. What
    /// belongs to one record or version is sealed by [`Vault::seal_at`].
    ///
    /// # Errors
    /// If there is no randomness.
    pub fn seal(&self, stream: &Stream, purpose: &str, plain: &[u8]) -> Result<Vec<u8>, VaultError> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|e| VaultError::NoRandomness(e.to_string()))?;
        let payload = Payload { msg: plain, aad: &bound_to(stream, purpose) };
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| VaultError::NotOurs)?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Decrypts what was sealed for the same stream and purpose.
    ///
    /// # Errors
    /// If it was not, or was changed.
    pub fn open_sealed(&self, stream: &Stream, purpose: &str, sealed: &[u8]) -> Result<Vec<u8>, VaultError> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>().ok_or(VaultError::NotOurs)?;
        let payload = Payload { msg: sealed, aad: &bound_to(stream, purpose) };
        self.cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| VaultError::NotOurs)
    }

    /// Encrypts bytes that belong to one place of one log: they open there and nowhere else.
    ///
    /// # Errors
    /// If there is no randomness.
    pub fn seal_at(
        &self,
        place: &SealedPlace<'_>,
        purpose: &str,
        plain: &[u8],
    ) -> Result<Vec<u8>, VaultError> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|e| VaultError::NoRandomness(e.to_string()))?;
        let before = place.before();
        let payload = Payload { msg: plain, aad: &place.bound_to(before, purpose) };
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| VaultError::NotOurs)?;
        Ok([&before[..], &nonce, &sealed].concat())
    }

    /// Decrypts what was sealed for the same place and purpose.
    ///
    /// # Errors
    /// If it was not, or was changed.
    pub fn open_at(
        &self,
        place: &SealedPlace<'_>,
        purpose: &str,
        sealed: &[u8],
    ) -> Result<Vec<u8>, VaultError> {
        if sealed.starts_with(&place.before()) {
            self.open_carried(place.stream, place.version, purpose, sealed)
        } else {
            Err(VaultError::NotOurs)
        }
    }

    /// Decrypts the sealed part of a record, which says itself what record it comes after: whoever follows the chain
    /// compares that with the record before ([`Record::is_sealed_after`]). Nothing where it has none. A key from before
    /// opens it too: that the record stands where it stands, the present key has authenticated.
    ///
    /// # Errors
    /// If it was sealed for another record or purpose, or changed.
    pub fn open_record(&self, record: &Record, purpose: &str) -> Result<Option<Vec<u8>>, VaultError> {
        let open = |vault: &Vault, sealed: &[u8]| match record.form {
            RecordForm::One => vault.open_sealed(&record.stream, purpose, sealed),
            RecordForm::Two => vault.open_carried(&record.stream, record.version, purpose, sealed),
        };
        let Some(sealed) = &record.sealed else { return Ok(None) };
        let mut opened = open(self, sealed);
        for former in &self.former {
            opened = opened.or_else(|_| open(former, sealed));
        }
        opened.map(Some)
    }

    fn open_carried(
        &self,
        stream: &Stream,
        version: u64,
        purpose: &str,
        sealed: &[u8],
    ) -> Result<Vec<u8>, VaultError> {
        let (before, sealed) = sealed.split_first_chunk::<BEFORE>().ok_or(VaultError::NotOurs)?;
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>().ok_or(VaultError::NotOurs)?;
        let place = SealedPlace { stream, version, after: Hash::default() };
        let payload = Payload { msg: sealed, aad: &place.bound_to(*before, purpose) };
        self.cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| VaultError::NotOurs)
    }

    /// Puts events into an append, each secret sealed for the record that it becomes; `head` is the hash of the record
    /// that the append comes after.
    ///
    /// # Errors
    /// If there is no randomness.
    pub fn seal_events(
        &self,
        append: &mut Append,
        head: Hash,
        purpose: &str,
        events: Vec<PlainEvent>,
    ) -> Result<(), VaultError> {
        let mut after = head;
        // Nobody asks for the hashes behind the last secret.
        let last = events.iter().rposition(|event| event.secret.is_some()).unwrap_or(0);
        for ((at, event), version) in events.into_iter().enumerate().zip(append.after + 1..) {
            let place = SealedPlace { stream: &append.stream, version, after };
            let sealed = event.secret.map(|secret| self.seal_at(&place, purpose, &secret)).transpose()?;
            let event = NewEvent { encoding: event.encoding, open: event.open, sealed };
            if at < last {
                after = chained(after, append, version, &event);
            }
            append.events.push(event);
        }
        Ok(())
    }

    /// The key that a store authenticates the ends of its streams with.
    pub fn head_key(&self) -> HeadKey {
        self.heads.clone()
    }

    /// Signs a message.
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.signing.sign(message).to_bytes()
    }

    /// The key with which everybody can check the signatures of this vault.
    pub fn verifying_key(&self) -> PublicKey {
        PublicKey(self.signing.verifying_key().to_bytes())
    }
}

/// An event whose secret is not sealed yet.
#[derive(Clone, Debug, Default)]
pub struct PlainEvent {
    /// Which encoding the bytes are in.
    pub encoding: u16,
    /// What whoever may read the log may read.
    pub open: Vec<u8>,
    /// What nobody may read yet.
    pub secret: Option<Vec<u8>>,
}

/// Where something sealed belongs: for a record its own version and the hash of the record before, for a snapshot the
/// version and the hash of the record that it was made after.
#[derive(Clone, Copy, Debug)]
pub struct SealedPlace<'a> {
    /// In which stream.
    pub stream: &'a Stream,
    /// At which version.
    pub version: u64,
    /// After a record with this hash.
    pub after: Hash,
}

impl SealedPlace<'_> {
    /// What of the hash is carried beside the sealed bytes: no two records have the same.
    fn before(&self) -> [u8; BEFORE] {
        let (before, _) = self.after.0.split_at(BEFORE);
        before.try_into().unwrap_or_default()
    }

    fn bound_to(&self, before: [u8; BEFORE], purpose: &str) -> Vec<u8> {
        let mut bytes = b"cardroom sealed 2\0".to_vec();
        bytes.extend((self.stream.name().len() as u64).to_le_bytes());
        bytes.extend(self.stream.name().as_bytes());
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(before);
        bytes.extend(purpose.as_bytes());
        bytes
    }
}

impl Record {
    /// Whether its sealed part, where it has one that says so, was sealed to come after a record with that hash.
    pub fn is_sealed_after(&self, before: Hash) -> bool {
        let place = SealedPlace { stream: &self.stream, version: self.version, after: before };
        let sealed = self.sealed.as_ref().filter(|_| self.form == RecordForm::Two);
        sealed.is_none_or(|sealed| sealed.starts_with(&place.before()))
    }
}

/// What is authenticated beside the bytes; the length keeps a name and a purpose apart.
fn bound_to(stream: &Stream, purpose: &str) -> Vec<u8> {
    let mut bytes = b"cardroom sealed 1\0".to_vec();
    bytes.extend((stream.name().len() as u64).to_le_bytes());
    bytes.extend(stream.name().as_bytes());
    bytes.extend(purpose.as_bytes());
    bytes
}
