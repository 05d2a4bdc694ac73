//! The secret of a house: it encrypts what nobody may read yet and signs what everybody may check.

use crate::heads::HeadKey;
use crate::record::Stream;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305, XNonce};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use zeroize::Zeroizing;

const TITLE: &str = "cardroom vault 1";
const NONCE: usize = 24;

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
                f.write_str("this was not sealed here with the key of this house, or it was changed since")
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
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *secret).map_err(|e| VaultError::NoRandomness(e.to_string()))?;
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let text = Zeroizing::new(format!("{TITLE}\n{}\n", crate::chain::Hash(*secret)));
        let made = options.open(path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        made.map_err(|e| match e.kind() {
            ErrorKind::AlreadyExists => {
                VaultError::File(format!("{} is there already; a key is never written over", path.display()))
            }
            _ => VaultError::File(format!("{} cannot be made: {e}", path.display())),
        })?;
        Ok(Vault::from_bytes(*secret))
    }

    /// Opens the vault whose secret is in a file.
    ///
    /// # Errors
    /// If it is not a key file, or others than its owner may read it.
    pub fn open(path: &Path) -> Result<Vault, VaultError> {
        let trouble = |what: String| VaultError::File(format!("{}: {what}", path.display()));
        let mut file = std::fs::File::open(path).map_err(|e| trouble(e.to_string()))?;
        #[cfg(unix)]
        {
            let about = file.metadata().map_err(|e| trouble(e.to_string()))?;
            if std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o077 != 0 {
                return Err(trouble("others may read this key; take it from them with chmod 600".into()));
            }
        }
        let mut text = Zeroizing::new(String::new());
        (&mut file).take(1000).read_to_string(&mut text).map_err(|e| trouble(e.to_string()))?;
        let secret = text.strip_prefix(TITLE).and_then(|rest| crate::chain::Hash::parse(rest.trim()));
        let secret = secret.ok_or_else(|| trouble("this is not a key file of this program".into()))?;
        Ok(Vault::from_bytes(secret.0))
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
        }
    }

    /// A key for one purpose, the same for everybody who has this vault. It says nothing of the secret or of other keys.
    pub fn derived(&self, purpose: &str) -> Zeroizing<[u8; 32]> {
        let hash = Sha256::new().chain_update(purpose).chain_update([0]).chain_update(*self.deriving);
        Zeroizing::new(hash.finalize().into())
    }

    /// Encrypts bytes of a stream for a purpose: they open only for the same stream and purpose.
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

/// What is authenticated beside the bytes; the length keeps a name and a purpose apart.
fn bound_to(stream: &Stream, purpose: &str) -> Vec<u8> {
    let mut bytes = b"cardroom sealed 1\0".to_vec();
    bytes.extend((stream.name().len() as u64).to_le_bytes());
    bytes.extend(stream.name().as_bytes());
    bytes.extend(purpose.as_bytes());
    bytes
}
