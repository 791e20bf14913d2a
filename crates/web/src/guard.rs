//! Who may ask: the names of the server, the origin of requests, how many there may be, and what
//! every answer says to browsers.

use super::lan;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Request};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The headers of every answer, which tell browsers to run and load only what comes from here, and
/// to pass on nothing about it.
pub(super) const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
    ),
];

/// How many connections each address has.
pub(super) type Connections = Mutex<HashMap<IpAddr, usize>>;

/// A connection that is counted until it ends.
pub(super) struct Counted {
    all: Arc<Connections>,
    from: IpAddr,
}

impl Counted {
    /// `None`: the address has `most` connections already.
    pub(super) fn new(all: &Arc<Connections>, from: IpAddr, most: usize) -> Option<Self> {
        let mut counts = all.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(from).or_insert(0);
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Self { all: Arc::clone(all), from })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.from);
            }
        }
    }
}

/// Why a request is turned away at the door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Stranger {
    /// The server's address was given another name.
    #[error("this server is not known by that name; `--name NAME` makes it known")]
    Host,
    /// A page of another origin asks.
    #[error("this request comes from a page of another server")]
    Origin,
}

/// The names by which the server is known, each with its port.
#[derive(Debug, Clone)]
pub(super) struct Names {
    known: Vec<String>,
    /// The port, if the server listens at all addresses of the machine: it can get others while the
    /// server runs.
    everywhere: Option<u16>,
}

impl Names {
    /// The names of a server at this port that is known by these names or addresses; `given` are
    /// the names that another server in front of this one has, perhaps at another port.
    pub(super) fn new(names: &[String], given: &[String], port: u16, is_everywhere: bool) -> Self {
        let written = |name: &String| {
            if name.contains(':') && !name.starts_with('[') {
                format!("[{name}]")
            } else {
                name.to_lowercase()
            }
        };
        let own = names.iter().chain(given).map(|name| format!("{}:{port}", written(name)));
        let plain = given.iter().chain(names.iter().filter(|_| port == 80));
        Self {
            known: own.chain(plain.map(written)).collect(),
            everywhere: is_everywhere.then_some(port),
        }
    }

    fn is_known(&self, host: &str) -> bool {
        let is_own = |at: SocketAddr| {
            self.everywhere == Some(at.port()) && lan::addresses().contains(&at.ip())
        };
        self.known.contains(&host.to_ascii_lowercase()) || host.parse().is_ok_and(is_own)
    }

    /// Checks the host and the origin of a request. Programs send no origin; browsers do with every
    /// request that changes something, and with every WebSocket.
    ///
    /// # Errors
    /// Why it is turned away.
    pub(super) fn check<B>(&self, request: &Request<B>) -> Result<(), Stranger> {
        let headers = request.headers();
        let text = |name: HeaderName| one(headers, name);
        let host = text(header::HOST).ok_or(Stranger::Host)?;
        if !self.is_known(host) {
            return Err(Stranger::Host);
        }
        let changes = !matches!(*request.method(), Method::GET | Method::HEAD)
            || headers.contains_key(header::UPGRADE);
        if !changes {
            return Ok(());
        }
        if headers.contains_key(header::ORIGIN) {
            let scheme = |origin: &'_ str| {
                origin
                    .strip_prefix("http://")
                    .or_else(|| origin.strip_prefix("https://"))
                    .map(str::to_owned)
            };
            let own = text(header::ORIGIN)
                .and_then(scheme)
                .is_some_and(|from| from.eq_ignore_ascii_case(host));
            if !own {
                return Err(Stranger::Origin);
            }
        }
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        if site.is_some_and(|site| site != b"same-origin" && site != b"none") {
            return Err(Stranger::Origin);
        }
        Ok(())
    }
}

/// The value of a header that stands there once.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

/// How often each address, or whoever else is counted, may do something: a number of times at once,
/// and then a number of times a second.
pub(super) struct Rate<Who = IpAddr> {
    at_once: f64,
    each_second: f64,
    /// What is left for each, and when it was counted.
    left: Mutex<HashMap<Who, (f64, Instant)>>,
}

/// Addresses that are remembered, at most.
const MOST_ADDRESSES: usize = 10_000;

impl<Who: Eq + Hash> Rate<Who> {
    pub(super) fn new(at_once: f64, each_second: f64) -> Self {
        Self { at_once, each_second, left: Mutex::default() }
    }

    /// Counts one more; `false`: it is one too many.
    pub(super) fn take(&self, who: Who, now: Instant) -> bool {
        self.take_many(who, 1, now)
    }

    /// Counts `count` more, or none of them; `false`: they are too many.
    pub(super) fn take_many(&self, who: Who, count: usize, now: Instant) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if left.len() >= MOST_ADDRESSES && !left.contains_key(&who) {
            // Half of the addresses go at once, so that this is seldom: the ones that have asked
            // for nothing for longest.
            let mut times: Vec<Instant> = left.values().map(|(_, counted)| *counted).collect();
            let (_, middle, _) = times.select_nth_unstable(MOST_ADDRESSES / 2);
            let middle = *middle;
            left.retain(|_, (_, counted)| *counted > middle);
        }
        let (rest, counted) = left.entry(who).or_insert((self.at_once, now));
        *rest = (*rest + now.duration_since(*counted).as_secs_f64() * self.each_second)
            .min(self.at_once);
        *counted = now;
        let enough = *rest >= count as f64;
        if enough {
            *rest -= count as f64;
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn request(method: &str, headers: &[(&str, &str)]) -> Request<()> {
        let mut request = Request::builder().method(method).uri("/api/1/games");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    #[test]
    fn only_known_names_and_own_pages_come_in() {
        let names = Names::new(
            &["127.0.0.1".into(), "localhost".into(), "::1".into(), "Den".into()],
            &["games.example".into()],
            4000,
            false,
        );
        let check = |method, headers: &[(&str, &str)]| names.check(&request(method, headers));
        for host in [
            "127.0.0.1:4000",
            "LOCALHOST:4000",
            "[::1]:4000",
            "den:4000",
            "games.example",
            "games.example:4000",
        ] {
            assert_eq!(check("GET", &[("host", host)]), Ok(()), "{host}");
            assert_eq!(check("POST", &[("host", host)]), Ok(()), "programs send no origin");
            assert_eq!(
                check("POST", &[("host", host), ("origin", &format!("http://{host}"))]),
                Ok(())
            );
        }
        for host in
            ["evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "127.0.0.1:4000.evil.example", ""]
        {
            assert_eq!(check("GET", &[("host", host)]), Err(Stranger::Host), "{host}");
        }
        assert_eq!(check("GET", &[]), Err(Stranger::Host));
        assert_eq!(
            check("GET", &[("host", "localhost:4000"), ("host", "evil.example")]),
            Err(Stranger::Host)
        );
        let host = ("host", "localhost:4000");
        for origin in
            ["http://evil.example", "null", "http://localhost:4001", "http://127.0.0.1:4000", ""]
        {
            assert_eq!(
                check("POST", &[host, ("origin", origin)]),
                Err(Stranger::Origin),
                "{origin}"
            );
            assert_eq!(
                check("GET", &[host, ("upgrade", "websocket"), ("origin", origin)]),
                Err(Stranger::Origin),
                "{origin}"
            );
        }
        assert_eq!(check("POST", &[host, ("sec-fetch-site", "cross-site")]), Err(Stranger::Origin));
        assert_eq!(
            check(
                "POST",
                &[host, ("sec-fetch-site", "same-origin"), ("origin", "http://localhost:4000")]
            ),
            Ok(())
        );
    }

    #[test]
    fn a_rate_lets_some_through_at_once_and_then_so_many_a_second() {
        let (rate, start) = (Rate::new(3.0, 2.0), Instant::now());
        let (one, other) = (IpAddr::from([127, 0, 0, 1]), IpAddr::from([10, 0, 0, 1]));
        let let_through = |who, millis| {
            (0..10).filter(|_| rate.take(who, start + Duration::from_millis(millis))).count()
        };
        assert_eq!(
            (
                let_through(one, 0),
                let_through(other, 0),
                let_through(one, 500),
                let_through(one, 60_000)
            ),
            (3, 3, 1, 3)
        );
        let later = start + Duration::from_secs(120);
        let taken = [2, 2, 1, 1].map(|count| rate.take_many(one, count, later));
        assert_eq!(taken, [true, false, true, false], "those that are too many are not counted");
    }

    #[test]
    fn newcomers_come_in_however_many_addresses_came_before() {
        let (rate, start) = (Rate::new(1.0, 1.0 / 3600.0), Instant::now());
        let address = |number: u32| IpAddr::from((0x0a00_0000 + number).to_be_bytes());
        let many = 3 * MOST_ADDRESSES as u32;
        for number in 0..many {
            assert!(
                rate.take(address(number), start + Duration::from_millis(number.into())),
                "{number}"
            );
        }
        assert!(rate.left.lock().unwrap().len() <= MOST_ADDRESSES);
        let end = start + Duration::from_millis(many.into());
        assert!(!rate.take(address(many - 1), end), "the last ones are remembered");
        assert!(rate.take(address(0), end), "those who came first are not");
        // All at the same moment.
        for number in 0..many {
            assert!(rate.take(address(many + number), end), "{number}");
        }
    }
}
