//! The addresses of this machine in its network, and how others read one off a screen.

use qrcode::render::unicode::Dense1x2;
use qrcode::{Color, QrCode};
use std::net::IpAddr;

/// The addresses by which others in the network reach this machine, version 4 first.
pub(super) fn addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut found: Vec<IpAddr> = interfaces
        .iter()
        .map(if_addrs::Interface::ip)
        .filter(|address| is_reachable(*address))
        .collect();
    found.sort_by_key(|address| (address.is_ipv6(), *address));
    found.dedup();
    found
}

/// Not this machine alone, and not an address that needs the name of an interface.
fn is_reachable(address: IpAddr) -> bool {
    let is_local = match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    };
    !address.is_loopback() && !address.is_unspecified() && !is_local
}

/// The name of this machine, and the one by which its network may find it.
pub(super) fn host_names() -> Vec<String> {
    #[cfg(unix)]
    {
        let name = rustix::system::uname().nodename().to_string_lossy().to_lowercase();
        if name.is_empty() || name == "localhost" {
            Vec::new()
        } else {
            vec![format!("{name}.local"), name]
        }
    }
    #[cfg(not(unix))]
    {
        std::env::var("COMPUTERNAME")
            .map(|name| name.to_lowercase())
            .map(|name| vec![format!("{name}.local"), name])
            .unwrap_or_default()
    }
}

/// An address as a picture that phones read, in characters; `None` if it is too long.
pub(super) fn qr(address: &str) -> Option<String> {
    let code = QrCode::new(address).ok()?;
    // Terminals are mostly dark: what the code has dark is left dark.
    Some(code.render::<Dense1x2>().dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).build())
}

/// An address as a picture that phones read, as SVG; `None` if it is too long.
pub(super) fn qr_svg(address: &str) -> Option<String> {
    let code = QrCode::new(address).ok()?;
    let (width, margin) = (code.width(), 4);
    let dark = (0..width * width).filter(|&at| code[(at % width, at / width)] == Color::Dark);
    let square = |at: usize| format!("M{} {}h1v1h-1z", at % width + margin, at / width + margin);
    let path: String = dark.map(square).collect();
    let size = width + 2 * margin;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{size}v{size}h-{size}z\"/>\
         <path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_else_can_reach_is_left_out() {
        let reachable = |address: &str| is_reachable(address.parse().unwrap());
        assert_eq!(["192.168.1.7", "10.0.0.1", "fd00::1"].map(reachable), [true; 3]);
        assert_eq!(
            ["127.0.0.1", "0.0.0.0", "169.254.3.4", "::1", "fe80::1"].map(reachable),
            [false; 5]
        );
    }

    #[test]
    fn an_address_becomes_a_square() {
        let picture = qr("http://192.168.1.7:7879/").unwrap();
        let lines: Vec<&str> = picture.lines().collect();
        let wide = lines[0].chars().count();
        assert!(
            lines.iter().all(|line| line.chars().count() == wide)
                && lines.len() * 2 >= wide - 1
                && wide > 25,
            "{picture}"
        );
    }
}
