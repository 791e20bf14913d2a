//! The live connection of a client: its first message, and then what it is told.

use super::app::App;
use super::guard::Counted;
use super::request::parse;
use super::table::{Table, Text, Watcher};
use super::token::TokenHash;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{ConnectInfo, Path, State};
use axum::response::Response;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};
use tsuro_faces::words::Language;
use tsuro_pages::telling::Reader;

/// The largest message of a client, in bytes.
const LARGEST: usize = 4096;
/// How long a client may take for its first message.
const FIRST: Duration = Duration::from_secs(10);
/// A client that is connected is asked now and then whether it still is, and has gone if it does
/// not answer.
const PING: Duration = Duration::from_secs(20);
/// How long a client may take to read a message.
const SLOWEST: Duration = Duration::from_secs(10);
/// Messages that wait for a client before it is too slow.
const WAITING: usize = 128;
/// Tokens of one device: the tokens of all seats, and the host's token.
const TOKENS: usize = 40;

/// The first message of a client.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hello {
    #[serde(default)]
    tokens: Vec<String>,
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    pictures: bool,
    #[serde(default)]
    number: Option<usize>,
    #[serde(default)]
    undos: Option<u32>,
}

/// Reads the first message of a client.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_hello(text: &[u8]) -> Result<Hello, String> {
    let hello: Hello = parse(text)?;
    if hello.tokens.len() > TOKENS {
        return Err(format!("tokens: at most {TOKENS}"));
    }
    Ok(hello)
}

/// `GET /api/1/games/ID/live`.
pub(super) async fn live(
    State(app): State<Arc<App>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade.max_message_size(LARGEST).max_frame_size(LARGEST).write_buffer_size(0);
    let limits = &app.hall.limits;
    let has_room =
        app.connections.lock().unwrap_or_else(PoisonError::into_inner).values().sum::<usize>()
            < limits.connections;
    let counted =
        Counted::new(&app.connections, from.ip(), limits.connections_each).filter(|_| has_room);
    let Some(counted) = counted else {
        // A page learns why only from a connection that was made.
        return upgrade
            .on_upgrade(|socket| close(socket, close_code::AGAIN, "limit: too many connections"));
    };
    upgrade.on_upgrade(move |socket| async move {
        serve(&app, id, from.ip(), socket).await;
        drop(counted);
    })
}

async fn serve(app: &Arc<App>, id: String, from: IpAddr, mut socket: WebSocket) {
    let hello = match timeout(FIRST, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => read_hello(text.as_bytes()),
        Ok(Some(Ok(_))) => Err("the first message has to be a text".to_owned()),
        Ok(None) => return,
        Ok(Some(Err(why))) => Err(why.to_string()),
        Err(_) => Err("the first message did not come".to_owned()),
    };
    let hello = match hello {
        Ok(hello) => hello,
        Err(why) => return close(socket, close_code::POLICY, &format!("bad-message: {why}")).await,
    };
    let tokens: Vec<TokenHash> = hello.tokens.iter().map(|token| TokenHash::new(token)).collect();
    let language = hello.lang.as_deref().and_then(Language::from_code).unwrap_or_default();
    let (sender, waiting) = mpsc::channel(WAITING);
    let number = app.hall.next_watcher();
    let entered = app
        .hall
        .enter(&id, from, &tokens, |table: &mut Table| {
            let (seats, is_host) = table.holds(&tokens);
            if !tokens.is_empty() && seats.is_empty() && !is_host {
                return Err("forbidden: the token is not that of a seat here");
            }
            let is_duplicate = table.evening.as_ref().is_some_and(|evening| evening.is_duplicate);
            // If the database cannot be read, nobody looks on.
            if seats.is_empty() && is_duplicate && app.hall.store.is_sealed(&id).unwrap_or(true) {
                return Err("sealed: another table still plays the same deal");
            }
            let seat = if let [seat] = seats[..] { Some(seat) } else { None };
            let reader = Reader { seat, language, pictures: hello.pictures };
            let since = hello.number.zip(hello.undos);
            table.enter(Watcher { number, sender, seats, is_host, reader }, since);
            Ok(())
        })
        .await;
    match entered {
        Ok(Ok(())) => {}
        Ok(Err(why)) => return close(socket, close_code::POLICY, why).await,
        Err(why) => return close(socket, close_code::POLICY, &why.to_string()).await,
    }
    let end = tell(&mut socket, waiting).await;
    if let Ok((_, mut table)) = app.hall.lock(&id).await {
        table.leave(number);
    }
    if let Some((code, why)) = end {
        close(socket, code, why).await;
    }
}

/// Sends what there is to tell until the client goes, or has to; then why it has to.
async fn tell(
    socket: &mut WebSocket,
    mut waiting: mpsc::Receiver<Text>,
) -> Option<(u16, &'static str)> {
    let mut heard = Instant::now();
    let mut ended = false;
    let mut ping = tokio::time::interval(PING);
    loop {
        let message = tokio::select! {
            text = waiting.recv() => match text {
                Some(text) => {
                    ended |= text.starts_with(r#"{"type":"closed""#);
                    Message::Text(Utf8Bytes::from(&*text))
                }
                None if ended => return Some((close_code::NORMAL, "")),
                // The table has let go of a client that does not read.
                None => return Some((close_code::AGAIN, "slow")),
            },
            _ = ping.tick() => {
                if heard.elapsed() > 3 * PING {
                    return None;
                }
                Message::Ping(axum::body::Bytes::new())
            }
            message = socket.recv() => match message? {
                Ok(Message::Ping(_) | Message::Pong(_)) => {
                    heard = Instant::now();
                    continue;
                }
                Ok(Message::Close(_)) => {
                    // Reading on sends the answer to it.
                    let _ = timeout(SLOWEST, socket.recv()).await;
                    return None;
                }
                Ok(Message::Text(_) | Message::Binary(_)) => return Some((
                    close_code::POLICY, "bad-message: only the first message is read"
                )),
                Err(_) => return Some((close_code::PROTOCOL, "bad-message")),
            },
        };
        match timeout(SLOWEST, socket.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return None,
            Err(_) => return Some((close_code::AGAIN, "slow")),
        }
    }
}

/// Closes a connection with a reason.
async fn close(mut socket: WebSocket, code: u16, why: &str) {
    // The reason of a close has at most 123 bytes.
    let reason: String = why
        .chars()
        .scan(0, |bytes, letter| {
            *bytes += letter.len_utf8();
            (*bytes <= 120).then_some(letter)
        })
        .collect();
    let _ = timeout(
        SLOWEST,
        socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))),
    )
    .await;
}
