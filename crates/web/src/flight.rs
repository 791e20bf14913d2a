//! How many bytes of requests and answers are in memory at once, for one address and for all
//! together.

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::response::Response;
use futures_util::StreamExt as _;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tsuro_pages::refused::Refused;

/// What is counted together: a KiB.
const UNIT: usize = 1024;
/// The most of one address.
const EACH: usize = 32 * 1024 * 1024;
/// The most of all addresses.
const ALL: usize = 512 * 1024 * 1024;
/// Answers up to this size are not counted: connections are.
const SMALL: usize = 16 * 1024;
/// What an answer holds that is made while it is sent: a part of it, and what the kernel keeps for
/// its connection.
const STREAMED: usize = 256 * 1024;
/// The longest that a request waits for others of its address.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Addresses without anything in memory are forgotten when there are this many.
const MANY: usize = 1000;

/// The bytes that are held.
pub(super) struct Flight {
    each: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
    all: Arc<Semaphore>,
}

/// Bytes that are held until this is dropped.
#[derive(Debug)]
pub(super) struct ByteHold {
    each: OwnedSemaphorePermit,
    all: OwnedSemaphorePermit,
}

/// A body with what is held for it.
struct HeldBytes(
    Bytes,
    #[expect(dead_code, reason = "it is dropped with the last of the bytes")] ByteHold,
);

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Flight {
    pub(super) fn new() -> Self {
        Self { each: Mutex::default(), all: Arc::new(Semaphore::new(ALL / UNIT)) }
    }

    fn room_for(&self, who: IpAddr) -> Arc<Semaphore> {
        let mut each = self.each.lock().unwrap_or_else(PoisonError::into_inner);
        if each.len() >= MANY {
            each.retain(|_, left| Arc::strong_count(left) > 1);
        }
        Arc::clone(each.entry(who).or_insert_with(|| Arc::new(Semaphore::new(EACH / UNIT))))
    }

    /// Holds bytes for an address, in turn with others.
    async fn hold(&self, who: IpAddr, bytes: usize) -> Result<ByteHold, Refused> {
        let units = units(bytes);
        // Requests that wait for others of their own address do not make other addresses wait.
        let each = self.room_for(who).acquire_many_owned(units).await.map_err(|_| Refused::Busy)?;
        let all =
            Arc::clone(&self.all).acquire_many_owned(units).await.map_err(|_| Refused::Busy)?;
        Ok(ByteHold { each, all })
    }

    /// As [`hold`](Self::hold), but waits for others no longer than a request may.
    pub(super) async fn hold_soon(&self, who: IpAddr, bytes: usize) -> Result<ByteHold, Refused> {
        timeout(LONGEST_WAIT, self.hold(who, bytes)).await.map_err(|_| Refused::Busy)?
    }

    /// Holds more bytes or fewer; an answer waits for none, because it is in memory already.
    fn change(&self, held: &mut ByteHold, who: IpAddr, bytes: usize) -> Result<(), Refused> {
        let (wanted, has) = (units(bytes) as usize, held.each.num_permits());
        if wanted > has {
            let more = (wanted - has) as u32;
            let each =
                self.room_for(who).try_acquire_many_owned(more).map_err(|_| Refused::Busy)?;
            let all =
                Arc::clone(&self.all).try_acquire_many_owned(more).map_err(|_| Refused::Busy)?;
            held.each.merge(each);
            held.all.merge(all);
        } else {
            drop((held.each.split(has - wanted), held.all.split(has - wanted)));
        }
        Ok(())
    }

    /// An answer that holds its bytes until its client has been sent them.
    pub(super) async fn carry(
        &self,
        response: Response,
        mut held: ByteHold,
        who: IpAddr,
    ) -> Result<Response, Refused> {
        let (head, body) = response.into_parts();
        let body = match body.size_hint().exact() {
            Some(size) if size as usize <= SMALL => body,
            Some(size) => {
                self.change(&mut held, who, size as usize)?;
                // One part, which is taken as it is.
                let bytes = to_bytes(body, usize::MAX).await.map_err(|_| Refused::Broken)?;
                Body::from(Bytes::from_owner(HeldBytes(bytes, held)))
            }
            // One that is made while it is sent.
            None => {
                self.change(&mut held, who, STREAMED)?;
                Body::from_stream(body.into_data_stream().map(move |part| {
                    let _held = &held;
                    part
                }))
            }
        };
        Ok(Response::from_parts(head, body))
    }
}

/// Bytes as they are counted; more than an address may have needs all that it has.
fn units(bytes: usize) -> u32 {
    bytes.min(EACH).div_ceil(UNIT) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse as _;
    use futures_util::FutureExt as _;

    const MIB: usize = 1024 * 1024;

    /// Without waiting.
    fn held(flight: &Flight, who: IpAddr, bytes: usize) -> Option<ByteHold> {
        flight.hold(who, bytes).now_or_never().and_then(Result::ok)
    }

    #[test]
    fn the_bytes_of_one_address_are_bounded_and_others_have_their_own() {
        let (flight, one, other) =
            (Flight::new(), IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let mut all = Vec::new();
        while let Some(more) = held(&flight, one, 4 * MIB) {
            all.push(more);
        }
        assert_eq!(all.len(), EACH / (4 * MIB));
        assert!(held(&flight, other, 4 * MIB).is_some());
        all.pop();
        assert!(held(&flight, one, 4 * MIB).is_some(), "what was sent is free");
        // As many addresses as it takes.
        let mut everybody = Vec::new();
        for number in 0..200 {
            everybody.extend(held(&flight, IpAddr::from([10, 0, 1, number]), 4 * MIB));
        }
        assert_eq!(everybody.len() + all.len(), ALL / (4 * MIB));
    }

    #[test]
    fn an_answer_holds_its_size_until_it_is_sent() {
        let (flight, who) = (Flight::new(), IpAddr::from([10, 0, 0, 1]));
        let left = || flight.room_for(who).available_permits() * UNIT;
        let answer = |size: usize| vec![b' '; size].into_response();
        let first = held(&flight, who, 4 * MIB).unwrap();
        let small = flight.carry(answer(SMALL), first, who).now_or_never().unwrap().ok().unwrap();
        assert_eq!(left(), EACH, "small answers are not counted");
        let second = held(&flight, who, 4 * MIB).unwrap();
        let large =
            flight.carry(answer(20 * MIB), second, who).now_or_never().unwrap().ok().unwrap();
        assert_eq!(left(), EACH - 20 * MIB);
        let third = held(&flight, who, 4 * MIB).unwrap();
        assert!(matches!(
            flight.carry(answer(20 * MIB), third, who).now_or_never().unwrap(),
            Err(Refused::Busy)
        ));
        assert_eq!(left(), EACH - 20 * MIB, "what was refused is free");
        let mut parts = large.into_body().into_data_stream();
        let bytes = parts.next().now_or_never().unwrap().unwrap().unwrap();
        drop(parts);
        assert_eq!(
            (bytes.len(), left()),
            (20 * MIB, EACH - 20 * MIB),
            "the connection still has it"
        );
        drop((bytes, small));
        assert_eq!(left(), EACH);
        let fourth = held(&flight, who, 4 * MIB).unwrap();
        let streamed = Body::from_stream(futures_util::stream::iter([Ok::<
            _,
            std::convert::Infallible,
        >("part")]))
        .into_response();
        let streamed = flight.carry(streamed, fourth, who).now_or_never().unwrap().ok().unwrap();
        assert_eq!(
            left(),
            EACH - STREAMED,
            "a part after the other: who reads slowly leaves room for others"
        );
        drop(streamed);
        assert_eq!(left(), EACH);
    }
}
