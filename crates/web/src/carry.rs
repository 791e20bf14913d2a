//! The games of a browser on their way to another device: a text that is given out once, and soon.

use super::token::Token;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tsuro_pages::refused::Refused;

/// Texts at once, and of one address.
const MOST: usize = 100;
const MOST_EACH: usize = 10;
/// The length of a text, in bytes: forty games with their links.
const LONGEST: usize = 64 * 1024;
/// A text goes after this time.
const KEPT: Duration = Duration::from_secs(10 * 60);

/// A text that waits for its other device.
struct Waiting {
    text: String,
    from: IpAddr,
    since: Instant,
}

/// The texts that wait, by their tokens' hashes. They are in memory only: they hold tokens.
#[derive(Default)]
pub(super) struct Carried(Mutex<HashMap<Vec<u8>, Waiting>>);

impl Carried {
    fn waiting(&self, now: Instant) -> MutexGuard<'_, HashMap<Vec<u8>, Waiting>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, waiting| now.saturating_duration_since(waiting.since) <= KEPT);
        all
    }

    /// Keeps a text of a client; the token with which it is taken.
    ///
    /// # Errors
    /// It is too long, or too many wait.
    pub(super) fn put(&self, text: String, from: IpAddr, now: Instant) -> Result<Token, Refused> {
        if text.len() > LONGEST {
            return Err(Refused::Bad(format!("text: at most {LONGEST} bytes")));
        }
        let mut all = self.waiting(now);
        let of_address = all.values().filter(|waiting| waiting.from == from).count();
        if all.len() >= MOST || of_address >= MOST_EACH {
            return Err(Refused::Busy);
        }
        let token = Token::random();
        all.insert(token.hash().bytes().to_owned(), Waiting { text, from, since: now });
        Ok(token)
    }

    /// Gives out a text; it is gone then.
    ///
    /// # Errors
    /// There is none with this token, or not any more.
    pub(super) fn take(&self, token: &[u8], now: Instant) -> Result<String, Refused> {
        self.waiting(now).remove(token).map(|waiting| waiting.text).ok_or(Refused::NoGame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    #[test]
    fn a_text_is_given_out_once_and_soon() {
        let (all, now) = (Carried::default(), Instant::now());
        let put = |now| all.put("[1]".to_owned(), address(1), now).unwrap();
        let token = put(now);
        assert_eq!(all.take(token.hash().bytes(), now).unwrap(), "[1]");
        assert!(all.take(token.hash().bytes(), now).is_err(), "it was used");
        let token = put(now);
        let late = now + KEPT + Duration::from_secs(1);
        assert!(all.take(token.hash().bytes(), late).is_err(), "it is too late");
        assert!(all.take(Token::random().hash().bytes(), now).is_err());
    }

    #[test]
    fn texts_are_limited_and_no_address_keeps_others_out() {
        let (all, now) = (Carried::default(), Instant::now());
        let put = |from| all.put(String::new(), address(from), now);
        (0..MOST_EACH).for_each(|_| drop(put(1).unwrap()));
        assert!(matches!(put(1), Err(Refused::Busy)));
        assert!(put(2).is_ok());
        let long = all.put("x".repeat(LONGEST + 1), address(3), now);
        assert!(matches!(long, Err(Refused::Bad(_))));
        let later = now + KEPT + Duration::from_secs(1);
        assert!(all.put(String::new(), address(1), later).is_ok());
    }
}
