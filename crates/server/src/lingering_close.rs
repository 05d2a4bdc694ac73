//! A connection that is closed kindly: what the other end still sends is thrown away for a moment, because a connection
//! closed on unread bytes takes the last answer with it. Whoever takes nothing of what is sent is not waited for.

use crate::admission::ConnectionPermit;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// How long somebody is listened to who was told that it is over.
const MOMENT: Duration = Duration::from_secs(2);

/// The connection, with its place among all connections.
pub(crate) struct LingeringClose {
    stream: TcpStream,
    _place: Option<ConnectionPermit>,
    over: Option<Pin<Box<Sleep>>>,
    /// How long the other end may take nothing.
    patience: Duration,
    /// Until then, while it takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl LingeringClose {
    pub(crate) fn new(
        stream: TcpStream,
        place: Option<ConnectionPermit>,
        patience: Duration,
    ) -> LingeringClose {
        LingeringClose { stream, _place: place, over: None, patience, stalled: None }
    }

    /// What came of writing, or that the other end has taken nothing for too long.
    fn unless_stalled(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for LingeringClose {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for LingeringClose {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.unless_stalled(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.unless_stalled(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let me = &mut *self;
        let over = match &mut me.over {
            Some(over) => over,
            none => {
                ready!(Pin::new(&mut me.stream).poll_shutdown(cx))?;
                none.insert(Box::pin(tokio::time::sleep(MOMENT)))
            }
        };
        let mut scrap = [MaybeUninit::uninit(); 4096];
        loop {
            if over.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Ok(()));
            }
            let mut read = ReadBuf::uninit(&mut scrap);
            let more = ready!(Pin::new(&mut me.stream).poll_read(cx, &mut read));
            if more.is_err() || read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}
