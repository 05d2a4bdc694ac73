//! One connection to the server on which no work takes for ever: client and server both keep a limit.

use super::address::Address;
use super::sql_fault::SqlFault;
use std::future::Future;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Client, Connection, NoTls};

use crate::blocking::may_wait;
use crate::log::StoreError;
use crate::permits::{Permit, Permits};

/// How long a server may be silent before we hold the connection for lost.
pub(super) const SILENCE: Duration = Duration::from_secs(5);

/// What every session of ours sets. A connection that was cut in the middle of a transaction must not keep its rows
/// locked: the server gives up on it well before another holder may claim the stream. And what is acknowledged is on the
/// disk, whatever the server does elsewhere; a server that waits for its standbys goes on doing so.
const SETTINGS: &str = "SET statement_timeout = '4s'; SET lock_timeout = '3s';
    SET idle_in_transaction_session_timeout = '2s'; SET client_min_messages = error; SET jit = off;
    SET default_transaction_isolation = 'read committed'; SET timezone = 'UTC';
    SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') IN ('off', 'local');";

/// A connection and the thread-bound runtime that drives it while somebody waits.
pub(super) struct Session {
    pub(super) client: Client,
    runtime: Runtime,
    address: Address,
}

impl Session {
    pub(super) fn open(address: &Address) -> Result<Session, SqlFault> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| SqlFault::Lost(format!("no connection can be made here: {error}")))?;
        let connecting = async {
            let client = match address.tls.connector.clone() {
                Some(tls) => driven(address.config.connect(tls).await?),
                None => driven(address.config.connect(NoTls).await?),
            };
            client.batch_execute(&format!("{SETTINGS} SET search_path = \"{}\"", address.schema)).await?;
            Ok(client)
        };
        let client = within(&runtime, address, SILENCE, connecting)?;
        Ok(Session { client, runtime, address: address.clone() })
    }

    /// Does some work, and gives it up as lost when the server is silent.
    pub(super) fn run<T>(
        &self,
        work: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, SqlFault> {
        within(&self.runtime, &self.address, SILENCE, work)
    }

    /// A part of long work, each with a limit of its own.
    pub(super) fn wait<T>(&self, limit: Duration, work: impl Future<Output = T>) -> Result<T, SqlFault> {
        self.runtime
            .block_on(async { tokio::time::timeout(limit, work).await })
            .map_err(|_| silent(&self.address, limit))
    }
}

/// Has a connection driven for as long as its client is there.
fn driven<S, T>((client, connection): (Client, Connection<S, T>)) -> Client
where
    Connection<S, T>: Future<Output = Result<(), tokio_postgres::Error>> + Send + 'static,
{
    tokio::spawn(async move { drop(connection.await) });
    client
}

fn within<T>(
    runtime: &Runtime,
    address: &Address,
    limit: Duration,
    work: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, SqlFault> {
    may_wait("the database");
    match runtime.block_on(async { tokio::time::timeout(limit, work).await }) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(SqlFault::of(&error, address)),
        Err(_) => Err(silent(address, limit)),
    }
}

fn silent(address: &Address, limit: Duration) -> SqlFault {
    SqlFault::Lost(format!("no answer for {} seconds from {}", limit.as_secs(), address.said()))
}

/// Sessions for all that is not writing events: one for each thread that asks at the same time, kept for the next. There
/// are few, since a server has few connections for everybody; whoever comes later waits.
pub(super) struct Sessions {
    pub(super) address: Address,
    idle: Mutex<Vec<Session>>,
    asking: Permits,
    scanning: Permits,
    /// How long work is tried again while the server is away.
    patience: Duration,
}

impl Sessions {
    /// How many are kept open while nobody asks.
    const KEPT: usize = 4;
    /// How many ask at a time.
    const MOST: usize = 12;
    /// How many of them may go through whole tables.
    const MOST_SCANS: usize = 4;
    /// How long somebody waits for one.
    const WAIT: Duration = Duration::from_secs(20);

    pub(super) fn new(address: Address, patience: Duration) -> Sessions {
        let (asking, scanning) = (Permits::new(Sessions::MOST), Permits::new(Sessions::MOST_SCANS));
        Sessions { address, idle: Mutex::default(), asking, scanning, patience }
    }

    /// Leave to go through a whole table, beside all who ask for a little.
    pub(super) fn scan(&self) -> Result<Permit<'_>, StoreError> {
        self.scanning.take(Sessions::WAIT).ok_or_else(busy)
    }

    pub(super) fn take(&self) -> Result<Session, SqlFault> {
        let idle = self.idle.lock().unwrap_or_else(|broken| broken.into_inner()).pop();
        if let Some(session) = idle {
            return Ok(session);
        }
        let session = Session::open(&self.address)?;
        // Records are read in the order of their key: to sort what is left of a stream for each page would be slow.
        session.run(session.client.batch_execute("SET enable_sort = off; SET enable_bitmapscan = off"))?;
        Ok(session)
    }

    pub(super) fn put_back(&self, session: Session) {
        let mut idle = self.idle.lock().unwrap_or_else(|broken| broken.into_inner());
        if idle.len() < Sessions::KEPT {
            idle.push(session);
        }
    }

    /// Does work that does no harm when it is done twice, until it is done, or the server refuses it, or our patience
    /// ends. Work that ended in trouble leaves its session unfit for others.
    pub(super) fn work<T>(&self, work: impl Fn(&Session) -> Result<T, SqlFault>) -> Result<T, StoreError> {
        let _permit = self.asking.take(Sessions::WAIT).ok_or_else(busy)?;
        let since = Instant::now();
        let mut pause = Duration::from_millis(20);
        loop {
            let trouble = match self.take().and_then(|session| work(&session).map(|value| (value, session))) {
                Ok((value, session)) => {
                    self.put_back(session);
                    return Ok(value);
                }
                Err(trouble) => trouble,
            };
            if matches!(trouble, SqlFault::Refused(_)) || since.elapsed() >= self.patience {
                return Err(trouble.unavailable());
            }
            if matches!(trouble, SqlFault::Lost(_)) {
                // The others were open to the same server.
                self.idle.lock().unwrap_or_else(|broken| broken.into_inner()).clear();
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_secs(1));
        }
    }
}

fn busy() -> StoreError {
    StoreError::Unavailable("too many readers at the same time; try again in a moment".into())
}
