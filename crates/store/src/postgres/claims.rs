//! Who holds which stream, by the clock of the database: the only one that all holders see.

use super::session::{Session, Sessions};
use super::sql_fault::SqlFault;
use super::writer_session::{head, unsigned};
use crate::log::{Holding, Shares, StoreError};
use crate::record::{Epoch, Stream};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// One holder of claims: a store value, for as long as it beats.
#[derive(Clone)]
pub(super) struct Holder {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) patience: Duration,
    /// Where others reach it.
    reached_at: Arc<Mutex<Option<String>>>,
}

/// A holder lives if its last beat is not too long ago. A beat in the future was before the clock of the database was
/// set back: nobody knows how old it is, and one who lives beats again in a moment.
const LIVES: &str =
    "beat_at + patience > clock_timestamp() AND beat_at < clock_timestamp() + interval '1 second'";

impl Holder {
    /// A new holder, with an id that no other has.
    pub(super) fn enter(session: &Session, name: &str, patience: Duration) -> Result<Holder, SqlFault> {
        let row = session.run(session.client.query_one(
            "SELECT ('x' || substr(md5(gen_random_uuid()::text), 1, 16))::bit(64)::bigint",
            &[],
        ))?;
        let holder = Holder { id: row.get(0), name: name.into(), patience, reached_at: Arc::default() };
        holder.beat(session)?;
        // Those who have been gone for long and hold nothing need not be remembered.
        session.run(session.client.batch_execute(
            "WITH gone AS (DELETE FROM holders h WHERE beat_at < clock_timestamp() - interval '30 days'
                 AND NOT EXISTS (SELECT FROM streams s WHERE s.holder = h.id) RETURNING id)
             DELETE FROM batches w USING gone WHERE w.holder = gone.id",
        ))?;
        Ok(holder)
    }

    pub(super) fn beat(&self, session: &Session) -> Result<(), SqlFault> {
        let patience = format!("{} milliseconds", self.patience.as_millis());
        let address = self.reached_at.lock().unwrap_or_else(PoisonError::into_inner).clone();
        session.run(session.client.execute(
            "INSERT INTO holders (id, name, beat_at, patience, address)
             VALUES ($1, $2, clock_timestamp(), $3::text::interval, $4)
             ON CONFLICT (id) DO UPDATE SET beat_at = EXCLUDED.beat_at, address = EXCLUDED.address",
            &[&self.id, &self.name, &patience, &address],
        ))?;
        Ok(())
    }

    /// From the next beat on.
    pub(super) fn be_reached_at(&self, address: &str) {
        *self.reached_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(address.into());
    }

    /// Who holds a stream.
    pub(super) fn holding(&self, session: &Session, stream: &Stream) -> Result<Holding, SqlFault> {
        let row = session.run(session.client.query_opt(
            &format!(
                "SELECT s.holder = $2, h.id IS NOT NULL AND {LIVES}, h.address
                 FROM streams s LEFT JOIN holders h ON h.id = s.holder WHERE s.name = $1"
            ),
            &[&stream.name(), &self.id],
        ))?;
        let Some(row) = row else { return Ok(Holding::Unknown) };
        let (ours, lives): (Option<bool>, Option<bool>) = (row.get(0), row.get(1));
        Ok(match (ours, lives) {
            (Some(true), _) => Holding::Ours,
            (_, Some(true)) => Holding::Other(row.get(2)),
            _ => Holding::Nobody,
        })
    }

    /// Beats, says whether it takes part, and counts those that do.
    pub(super) fn take_part(&self, session: &Session, part: bool) -> Result<usize, SqlFault> {
        self.beat(session)?;
        let client = &session.client;
        session.run(
            client.execute("UPDATE holders SET part = $2 WHERE id = $1 AND part <> $2", &[&self.id, &part]),
        )?;
        let count = format!("SELECT count(*) FROM holders WHERE part AND {LIVES}");
        let row = session.run(client.query_one(&count, &[]))?;
        Ok(usize::try_from(row.get::<_, i64>(0)).unwrap_or_default())
    }

    /// The streams of a kind, by whether another living holder has them.
    pub(super) fn shares(&self, session: &Session, kind: &str) -> Result<Shares, SqlFault> {
        // "0" is the letter after "/": the names of a kind stand together in their index.
        let rows = session.run(session.client.query(
            &format!(
                "SELECT name, version, head, epoch,
                     holder IS NULL OR holder = $3
                         OR NOT EXISTS (SELECT FROM holders WHERE id = streams.holder AND {LIVES})
                 FROM streams WHERE (name = $1 OR name >= $1 || '/' AND name < $2) AND (version > 0 OR epoch > 0)
                 ORDER BY name"
            ),
            &[&kind, &format!("{kind}0"), &self.id],
        ))?;
        let mut shares = Shares::default();
        for row in &rows {
            let Some(stream) = Stream::new(row.get(0)) else { continue };
            let list = if row.get(4) { &mut shares.open } else { &mut shares.held };
            list.push((stream, head(row, 1)));
        }
        Ok(shares)
    }

    /// The names of the other holders that live.
    pub(super) fn others(&self, session: &Session) -> Result<Vec<String>, SqlFault> {
        let asked = format!("SELECT name FROM holders WHERE id <> $1 AND {LIVES} ORDER BY name");
        let rows = session.run(session.client.query(&asked, &[&self.id]))?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    /// Says that it goes, so that nobody waits for it.
    fn leave(&self, session: &Session) -> Result<(), SqlFault> {
        session
            .run(session.client.execute(
                "WITH gone AS (DELETE FROM holders WHERE id = $1) DELETE FROM batches WHERE holder = $1",
                &[&self.id],
            ))
            .map(drop)
    }

    /// Beats on a connection of its own until told to stop, and then leaves. SqlFault is not told to anybody: whoever
    /// writes finds it out, and a claim that was lost for it is refused there.
    pub(super) fn beat_until(&self, sessions: &Sessions, every: Option<Duration>, stop: &Receiver<()>) {
        let mut session: Option<Session> = None;
        let open = || -> Option<Session> {
            let session = Session::open(&sessions.address).ok()?;
            // A beat lost in a crash of the server is followed by another; the disk is for events.
            session.run(session.client.batch_execute("SET synchronous_commit = off")).ok()?;
            Some(session)
        };
        loop {
            let told = match every {
                Some(pause) => stop.recv_timeout(pause),
                None => stop.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            if told != Err(RecvTimeoutError::Timeout) {
                break;
            }
            session = session.or_else(open).filter(|session| self.beat(session).is_ok());
        }
        if every.is_some() {
            let _ = session.or_else(open).map(|session| self.leave(&session));
        }
    }

    /// Claims a stream: its row is locked while we look who holds it, so that of two only one gets it.
    pub(super) fn claim(
        &self,
        session: &Session,
        stream: &Stream,
    ) -> Result<Result<Epoch, StoreError>, SqlFault> {
        let client = &session.client;
        session.run(async {
            client.batch_execute("BEGIN").await?;
            client
                .execute("INSERT INTO streams (name) VALUES ($1) ON CONFLICT DO NOTHING", &[&stream.name()])
                .await?;
            let row = client
                .query_one("SELECT number, holder FROM streams WHERE name = $1 FOR UPDATE", &[&stream.name()])
                .await?;
            let (number, holder): (i64, Option<i64>) = (row.get(0), row.get(1));
            if let Some(other) = holder.filter(|other| *other != self.id) {
                let alive = client
                    .query_opt(&format!("SELECT name FROM holders WHERE id = $1 AND {LIVES}"), &[&other])
                    .await?;
                if let Some(row) = alive {
                    client.batch_execute("ROLLBACK").await?;
                    return Ok(Err(StoreError::Held { stream: stream.clone(), by: row.get(0) }));
                }
            }
            let row = client
                .query_one(
                    "UPDATE streams SET epoch = epoch + 1, holder = $2 WHERE number = $1 RETURNING epoch",
                    &[&number, &self.id],
                )
                .await?;
            client.batch_execute("COMMIT").await?;
            Ok(Ok(Epoch(unsigned(&row, 0))))
        })
    }

    /// Gives a claim up, if it still is the last one.
    pub(super) fn release(&self, session: &Session, stream: &Stream, epoch: Epoch) -> Result<(), SqlFault> {
        session.run(session.client.execute(
            "UPDATE streams SET holder = NULL WHERE name = $1 AND epoch = $2 AND holder = $3",
            &[&stream.name(), &epoch.0.cast_signed(), &self.id],
        ))?;
        Ok(())
    }
}
