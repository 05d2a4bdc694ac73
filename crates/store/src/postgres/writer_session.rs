//! The session that events are written on, with its statements.

use super::address::Address;
use super::batch::{Id, LockedRows, Rows};
use super::schema;
use super::session::Session;
use super::sql_fault::SqlFault;
use crate::chain::Hash;
use crate::heads::Authority;
use crate::record::{Answered, Append, CommandId, Epoch, Head, OrderDigest, Stream};
use futures_util::future::{try_join, try_join3};
use std::collections::HashMap;
use tokio_postgres::{Row, Statement};

/// A session made ready for writing.
pub(super) struct WriterSession {
    pub(super) session: Session,
    lock: Statement,
    repeats: Statement,
    streams: Statement,
    commands: Statement,
    events: Statement,
    mark: Statement,
}

impl WriterSession {
    pub(super) fn open(address: &Address, holder: i64) -> Result<WriterSession, SqlFault> {
        let session = Session::open(address)?;
        schema::check(&session, address)?;
        let client = &session.client;
        // A statement of an earlier session of ours may still be on its way or under way. It must be over before we
        // say anything about what is kept: that session has the lock, is ended for it, and the lock is free after it.
        session.run(client.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND classid::bigint = ($1::bigint >> 32) & 4294967295 AND objid::bigint = $1 & 4294967295
             AND pid <> pg_backend_pid()",
            &[&holder],
        ))?;
        session.run(client.execute("SELECT pg_advisory_lock($1)", &[&holder]))?;
        // The batch knows its rows by their keys; a plan made while the tables were empty must not read them whole.
        session.run(client.batch_execute(
            "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
             SET plan_cache_mode = force_generic_plan",
        ))?;
        let prepare = |sql: &'static str| session.run(client.prepare(sql));
        Ok(WriterSession {
            lock: prepare(
                "SELECT name, number, version, head, epoch, mac FROM streams WHERE number = ANY($1) ORDER BY number
                 FOR NO KEY UPDATE",
            )?,
            repeats: prepare(
                "SELECT c.id, s.name, c.first, c.last, c.digest FROM commands c JOIN streams s ON s.number = c.stream
                 WHERE c.id = ANY($1)",
            )?,
            streams: prepare(
                // Not as expected is an error, and nothing of the batch is kept.
                "WITH moved AS (UPDATE streams s SET version = g.version, head = g.head, mac = g.mac
                     FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bytea[],
                                 $7::bytea[])
                          AS g (number, was, was_head, epoch, version, head, mac)
                     WHERE s.number = g.number AND s.version = g.was AND s.head = g.was_head AND s.epoch = g.epoch
                     RETURNING s.number)
                 SELECT 1 / (count(*) = cardinality($1))::integer FROM moved",
            )?,
            commands: prepare(
                "INSERT INTO commands (id, stream, first, last, digest)
                 SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::uuid[])",
            )?,
            events: prepare(
                "INSERT INTO events
                 (stream, version, clock_ms, moment, command, encoding, hash, by, open, sealed, form)
                 SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::uuid[],
                                      $6::integer[], $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[],
                                      $11::bytea[])",
            )?,
            mark: prepare(
                "INSERT INTO batches (holder, batch) VALUES ($1, $2)
                 ON CONFLICT (holder) DO UPDATE SET batch = EXCLUDED.batch",
            )?,
            session,
        })
    }

    /// Begins the transaction: the rows of the streams are ours until its end, always locked in the same order so that
    /// no two processes wait for each other, and then nobody else can keep a command for one of these streams.
    pub(super) fn lock(
        &self,
        appends: &[&Append],
        numbers: &HashMap<Stream, i64>,
        authority: Option<&Authority>,
    ) -> Result<LockedRows, SqlFault> {
        let mut wanted: Vec<i64> =
            appends.iter().filter_map(|append| numbers.get(&append.stream).copied()).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let ids: Vec<Id> =
            appends.iter().filter_map(|append| append.command).map(|command| Id(command.0)).collect();
        let client = &self.session.client;
        let (streams, commands) = self.session.run(async {
            let begin = client.batch_execute("BEGIN");
            let lock = async { client.query(&self.lock, &[&wanted]).await };
            let repeats = async { client.query(&self.repeats, &[&ids]).await };
            let ((), streams, commands) = try_join3(begin, lock, repeats).await?;
            Ok((streams, commands))
        })?;
        let mut known = LockedRows::default();
        for row in &streams {
            let (Some(stream), head) = (Stream::new(row.get(0)), head(row, 2)) else { continue };
            if let Some(wrong) = authority.and_then(|a| a.wrong(&stream, head.version, head.hash, row.get(5)))
            {
                known.wrong.insert(stream.clone(), wrong);
            }
            known.streams.insert(stream, (row.get(1), head));
        }
        let commands = commands.iter().filter_map(|row| {
            Some((CommandId(row.get::<_, Id>(0).0), (Stream::new(row.get(1))?, answered(row, 2))))
        });
        known.commands.extend(commands);
        Ok(known)
    }

    /// Ends the transaction, or is the whole of it. All is sent at once: where a statement fails, the server turns COMMIT
    /// into ROLLBACK.
    pub(super) fn write(
        &self,
        rows: &Rows<'_>,
        holder: i64,
        batch: i64,
        whole: bool,
    ) -> Result<(), SqlFault> {
        let client = &self.session.client;
        let (streams, commands, events) = (&rows.streams, &rows.commands, &rows.events);
        self.session.run(async {
            let begin = async { if whole { client.batch_execute("BEGIN").await } else { Ok(()) } };
            let mark = async { client.execute(&self.mark, &[&holder, &batch]).await };
            let move_on = async {
                client
                    .execute(
                        &self.streams,
                        &[
                            &streams.number,
                            &streams.was,
                            &streams.was_head,
                            &streams.epoch,
                            &streams.version,
                            &streams.head,
                            &streams.mac,
                        ],
                    )
                    .await
            };
            let note = async {
                client
                    .execute(
                        &self.commands,
                        &[&commands.id, &commands.stream, &commands.first, &commands.last, &commands.digest],
                    )
                    .await
            };
            let insert = async {
                client
                    .execute(
                        &self.events,
                        &[
                            &events.stream,
                            &events.version,
                            &events.clock_ms,
                            &events.moment,
                            &events.command,
                            &events.encoding,
                            &events.hash,
                            &events.by,
                            &events.open,
                            &events.sealed,
                            &events.form,
                        ],
                    )
                    .await
            };
            let commit = client.batch_execute("COMMIT");
            try_join3(try_join(begin, move_on), try_join3(mark, note, insert), commit).await
        })?;
        Ok(())
    }
}

pub(super) fn unsigned(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).cast_unsigned()
}

/// The first version, the last and the order of a command, from a column on.
pub(super) fn answered(row: &Row, from: usize) -> Answered {
    let order = row.get::<_, Option<Id>>(from + 2).map(|order| OrderDigest(order.0));
    Answered { first: unsigned(row, from), last: unsigned(row, from + 1), order }
}

/// Version, hash and epoch, from a column on.
pub(super) fn head(row: &Row, from: usize) -> Head {
    Head {
        version: unsigned(row, from),
        hash: hash(row.get(from + 1)),
        epoch: Epoch(unsigned(row, from + 2)),
    }
}

/// Thirty-two bytes; what is not a hash is none, and the chain shows it.
pub(super) fn hash(bytes: &[u8]) -> Hash {
    Hash(bytes.try_into().unwrap_or_default())
}
