//! A connection whose client has to read what it is sent.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

#[cfg(test)]
mod tests;

/// How many bytes a client that keeps the server waiting has to take before its time begins anew:
/// with ten seconds that is less than the slowest line has, and a client cannot keep an unwanted
/// answer for hours by reading a byte at a time.
const LEAST: usize = 32 * 1024;

/// A connection that fails when its client does not read.
pub(super) struct Wire {
    stream: TcpStream,
    /// How long the client may take for [`LEAST`] bytes.
    slowest: Duration,
    /// While the client keeps the server waiting: when its time is up, and what it has taken since.
    waiting: Option<(Pin<Box<Sleep>>, usize)>,
}

impl Wire {
    pub(super) fn new(stream: TcpStream, slowest: Duration) -> Self {
        Self { stream, slowest, waiting: None }
    }

    /// Looks at the clock after an attempt to write.
    fn watch(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = written {
            if let (Ok(bytes), Some((_, taken))) = (&written, &mut self.waiting) {
                *taken += bytes;
                if *taken >= LEAST {
                    self.waiting = None;
                }
            }
            return Poll::Ready(written);
        }
        let slowest = self.slowest;
        let (end, _) = self.waiting.get_or_insert_with(|| (Box::pin(sleep(slowest)), 0));
        ready!(end.as_mut().poll(context));
        // What the system still keeps for the client goes at once, too.
        let _ = self.stream.set_zero_linger();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Nothing is left to write.
        self.waiting = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
