//! The address under which a client is counted.

use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// What an address is counted as: one of version 6 as its network of 64 bits, of which a household
/// or a rented machine has all addresses; one of version 4 that is written in version 6 as itself.
pub(super) fn counted_as(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            IpAddr::from(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
        IpAddr::V4(address) => address.into(),
    }
}

/// Another server in front of this one, if there is one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Proxy(pub Option<IpAddr>);

impl Proxy {
    /// Whether connections from this address come from the proxy.
    pub(super) fn is_at(self, from: IpAddr) -> bool {
        self.0.is_some_and(|proxy| proxy.to_canonical() == from.to_canonical())
    }

    /// The client that sent a request, as it is counted. What is forwarded is believed from the
    /// proxy alone, and of that only the last entry, which the proxy has added; the entries before
    /// it are the client's own claims. Where `X-Forwarded-For` and `Forwarded` differ, the client
    /// has sent the one that the proxy does not write: then, and where neither can be read, the
    /// request is the proxy's own.
    pub(super) fn client(self, from: IpAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = || {
            let plain = last_entry(headers, "x-forwarded-for").map(read_address);
            let standard = last_entry(headers, "forwarded")
                .map(|entry| for_part(entry).and_then(read_address));
            match (plain, standard) {
                (Some(plain), Some(standard)) => plain.filter(|_| plain == standard),
                (only, None) | (None, only) => only?,
            }
        };
        counted_as(self.is_at(from).then(forwarded).flatten().unwrap_or(from))
    }
}

/// The last entry of a header that is a list, which may stand on several lines.
fn last_entry<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let last = headers.get_all(name).iter().next_back()?;
    // What is no text is an entry, too: one that cannot be read.
    Some(last.to_str().unwrap_or_default().rsplit(',').next().unwrap_or_default().trim())
}

/// The `for` of an entry of `Forwarded`.
fn for_part(entry: &str) -> Option<&str> {
    let mut parts = entry.split(';').filter_map(|part| part.split_once('='));
    let (_, value) = parts.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    Some(value.trim().trim_matches('"'))
}

/// Reads an address, which may have a port and, in version 6, brackets.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse()
        .ok()
        .or_else(|| text.parse::<SocketAddr>().ok().map(|at| at.ip()))
        .map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(from: &str, headers: &[(&'static str, &str)]) -> String {
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .fold(
                HeaderMap::new(),
                |mut map, (name, value): (axum::http::HeaderName, axum::http::HeaderValue)| {
                    map.append(name, value);
                    map
                },
            );
        Proxy(Some(IpAddr::from([10, 0, 0, 1]))).client(from.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn addresses_of_version_6_are_counted_by_their_network() {
        let counted = |text: &str| counted_as(text.parse().unwrap()).to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("2001:db8:1:2:ffff::1"), counted("2001:db8:1:2:3:4:5:6"));
        assert_ne!(counted("2001:db8:1:3::1"), counted("2001:db8:1:2::1"));
        assert_eq!(counted("192.0.2.7"), "192.0.2.7");
        assert_eq!(counted("::ffff:192.0.2.7"), "192.0.2.7");
    }

    #[test]
    fn the_last_entry_that_the_proxy_forwards_is_the_client() {
        for (headers, wanted) in [
            (vec![("x-forwarded-for", "192.0.2.7")], "192.0.2.7"),
            (vec![("x-forwarded-for", "198.51.100.1, 192.0.2.7")], "192.0.2.7"),
            (
                vec![("x-forwarded-for", "198.51.100.1"), ("x-forwarded-for", "192.0.2.7")],
                "192.0.2.7",
            ),
            (vec![("x-forwarded-for", "192.0.2.7:4711")], "192.0.2.7"),
            (vec![("x-forwarded-for", "[2001:db8::1]:4711")], "2001:db8::"),
            (vec![("x-forwarded-for", "[2001:db8::1]")], "2001:db8::"),
            (vec![("x-forwarded-for", "2001:db8::1")], "2001:db8::"),
            (
                vec![("forwarded", "for=198.51.100.1, for=192.0.2.7;proto=https;by=10.0.0.1")],
                "192.0.2.7",
            ),
            (vec![("forwarded", "proto=http;For=\"[2001:db8::1]:4711\"")], "2001:db8::"),
            (vec![("x-forwarded-for", "192.0.2.7"), ("forwarded", "for=192.0.2.7")], "192.0.2.7"),
        ] {
            assert_eq!(client("10.0.0.1", &headers), wanted, "{headers:?}");
            assert_eq!(client("::ffff:10.0.0.1", &headers), wanted, "{headers:?}");
        }
    }

    #[test]
    fn what_others_forward_or_nobody_can_read_is_not_believed() {
        assert_eq!(client("10.0.0.2", &[("x-forwarded-for", "192.0.2.7")]), "10.0.0.2");
        for headers in [
            vec![],
            vec![("x-forwarded-for", "unknown")],
            vec![("x-forwarded-for", "192.0.2.7,")],
            vec![("x-forwarded-for", "192.0.2.7"), ("x-forwarded-for", "unknown")],
            vec![("forwarded", "for=_hidden")],
            vec![("forwarded", "proto=https")],
            // The client has sent one of them.
            vec![("x-forwarded-for", "192.0.2.7"), ("forwarded", "for=192.0.2.8")],
            vec![("x-forwarded-for", "192.0.2.7"), ("forwarded", "for=unknown")],
        ] {
            assert_eq!(client("10.0.0.1", &headers), "10.0.0.1", "{headers:?}");
        }
        assert_eq!(
            Proxy(None).client(IpAddr::from([10, 0, 0, 1]), &HeaderMap::new()).to_string(),
            "10.0.0.1"
        );
    }
}
