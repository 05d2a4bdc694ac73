//! TLS to the server, as the address asks for it: `sslmode`, `sslrootcert`, `sslcert` and `sslkey`, with the meanings that
//! PostgreSQL's own programs give them.

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use std::sync::Arc;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Where Debian and others keep the authorities that browsers trust.
const SYSTEM: &str = "/etc/ssl/certs/ca-certificates.crt";

/// How much is asked of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mode {
    /// Nothing: all is sent as it is.
    Disable,
    /// TLS where the server has it. Nobody checks who the server is.
    Prefer,
    /// TLS, or nothing. Nobody checks who the server is.
    Require,
    /// An authority that we name vouches for the server, whatever it is called.
    VerifyCa,
    /// And the server is the one that the address names.
    VerifyFull,
}

impl Mode {
    fn parse(text: &str) -> Option<Mode> {
        Some(match text {
            "disable" => Mode::Disable,
            "prefer" => Mode::Prefer,
            "require" => Mode::Require,
            "verify-ca" => Mode::VerifyCa,
            "verify-full" => Mode::VerifyFull,
            _ => return None,
        })
    }

    /// What the protocol needs to know of it.
    pub(super) fn ssl_mode(self) -> SslMode {
        match self {
            Mode::Disable => SslMode::Disable,
            Mode::Prefer => SslMode::Prefer,
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => SslMode::Require,
        }
    }
}

/// What an address says of TLS.
#[derive(Default)]
pub(super) struct TlsParameters {
    mode: Option<String>,
    root: Option<String>,
    cert: Option<String>,
    key: Option<String>,
}

impl TlsParameters {
    /// Takes a part of the address that is about TLS; whether it was one.
    pub(super) fn take(&mut self, part: &str) -> bool {
        let Some((name, value)) = part.split_once('=') else { return false };
        let place = match name {
            "sslmode" => &mut self.mode,
            "sslrootcert" => &mut self.root,
            "sslcert" => &mut self.cert,
            "sslkey" => &mut self.key,
            _ => return false,
        };
        *place = Some(decoded(value));
        true
    }

    /// All of it, ready to connect.
    pub(super) fn read(self) -> Result<Tls, String> {
        let mode = match &self.mode {
            None => Mode::Prefer,
            Some(text) => Mode::parse(text)
                .ok_or_else(|| "sslmode is disable, prefer, require, verify-ca or verify-full".to_string())?,
        };
        // As PostgreSQL's programs have it: an authority that is named is asked.
        let mode = if mode == Mode::Require && self.root.is_some() { Mode::VerifyCa } else { mode };
        if mode == Mode::Disable {
            return Ok(Tls { mode, connector: None });
        }
        let provider = Arc::new(ring::default_provider());
        let verifier: Arc<dyn ServerCertVerifier> = match mode {
            Mode::VerifyCa | Mode::VerifyFull => {
                let roots = Arc::new(roots(self.root.as_deref(), mode)?);
                let whole = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&provider));
                let whole = whole.build().map_err(|error| format!("sslrootcert: {error}"))?;
                if mode == Mode::VerifyFull { whole } else { Arc::new(AnyName(whole)) }
            }
            _ => Arc::new(Anybody(Arc::clone(&provider))),
        };
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| error.to_string())?;
        let config = config.dangerous().with_custom_certificate_verifier(verifier);
        let config = match (self.cert, self.key) {
            (None, None) => config.with_no_client_auth(),
            (Some(cert), Some(key)) => {
                let own = certificates("sslcert", &cert)?;
                let secret =
                    PrivateKeyDer::from_pem_file(&key).map_err(|error| format!("sslkey {key}: {error}"))?;
                config
                    .with_client_auth_cert(own, secret)
                    .map_err(|error| format!("sslcert {cert}: {error}"))?
            }
            _ => return Err("sslcert and sslkey must be given together".into()),
        };
        Ok(Tls { mode, connector: Some(MakeRustlsConnect::new(config)) })
    }
}

/// TLS as it was asked for.
#[derive(Clone)]
pub(super) struct Tls {
    pub(super) mode: Mode,
    /// None where all is sent as it is.
    pub(super) connector: Option<MakeRustlsConnect>,
}

fn roots(named: Option<&str>, mode: Mode) -> Result<RootCertStore, String> {
    let path = match named {
        Some("system") => SYSTEM,
        Some(path) => path,
        None => {
            let mode = if mode == Mode::VerifyFull { "verify-full" } else { "verify-ca" };
            return Err(format!(
                "sslmode={mode} needs sslrootcert, the file of the authority that vouches for the server; \
                 sslrootcert=system takes those of this machine"
            ));
        }
    };
    let mut roots = RootCertStore::empty();
    let (added, _) = roots.add_parsable_certificates(certificates("sslrootcert", path)?);
    if added == 0 {
        return Err(format!("sslrootcert {path}: it contains no certificate authority"));
    }
    Ok(roots)
}

fn certificates(name: &str, path: &str) -> Result<Vec<CertificateDer<'static>>, String> {
    let wrong = |error: rustls::pki_types::pem::Error| format!("{name} {path}: {error}");
    let read: Result<Vec<_>, _> = CertificateDer::pem_file_iter(path).map_err(wrong)?.collect();
    let read = read.map_err(wrong)?;
    if read.is_empty() { Err(format!("{name} {path}: it contains no certificate")) } else { Ok(read) }
}

/// `%2F` as it is meant.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let hex = more.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match hex.filter(|_| *first == b'%').and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => (bytes.push(byte), rest = &more[2..]).1,
            None => (bytes.push(*first), rest = more).1,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Takes a certificate that an authority vouches for, whatever name is in it.
#[derive(Debug)]
struct AnyName(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        own: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match self.0.verify_server_cert(own, between, name, ocsp, now) {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls12_signature(message, cert, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls13_signature(message, cert, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

/// Takes any certificate: nobody listens in, and whoever answers may be anybody. What `prefer` and `require` mean everywhere.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
