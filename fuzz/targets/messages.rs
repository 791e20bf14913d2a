//! What clients send to a server: the first message of a live connection, and the bodies of
//! requests.

use super::Target;

/// The target: messages of clients.
pub const TARGET: Target = Target {
    name: "messages",
    take,
    pieces: &[
        "{}",
        "[]",
        "null",
        "{\"tokens\":[]}",
        "\"tokens\":",
        "\"seat\":0",
        "\"number\":17",
        "\"pick\":-1",
        "\"kind\":\"bot\"",
        "\"level\":\"exec:true\"",
        "\"text\":\"schema = 1\"",
        "1e999",
        "\"\\ud800\"",
        "\u{0}",
        ",",
    ],
};

fn take(bytes: &[u8]) -> bool {
    tsuro_web::is_message(bytes)
}
