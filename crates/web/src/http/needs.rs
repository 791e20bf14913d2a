//! How many bytes the requests of a route need: the bytes of one body, and the bytes that are held
//! while it is answered.

use crate::app::App;
use crate::failure::Failure;
use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use std::net::SocketAddr;
use std::sync::Arc;

/// What the requests of a route need.
#[derive(Debug, Clone, Copy)]
pub(super) struct Needs {
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// What is held for each request from its beginning, in bytes: what it may need before its
    /// answer is known.
    pub held: usize,
}

/// Most requests: their bodies are a few numbers and a name.
pub(super) const FEW: Needs = Needs { body: 4 * 1024, held: 0 };
/// Requests that send the text of a rule set or a suite.
pub(super) const TEXTS: Needs = Needs { body: 256 * 1024, held: 256 * 1024 };
/// Requests whose answers can be large.
pub(super) const LARGE: Needs = Needs { body: 4 * 1024, held: 4 * 1024 * 1024 };
/// Uploads of records.
pub(super) const UPLOADS: Needs = Needs { body: 4 * 1024 * 1024, held: 4 * 1024 * 1024 };

/// Routes whose requests need `needs` bytes.
pub(super) fn needing(needs: Needs, app: &Arc<App>, routes: Router<Arc<App>>) -> Router<Arc<App>> {
    let held = from_fn_with_state((Arc::clone(app), needs.held), hold);
    routes.route_layer(held).layer(DefaultBodyLimit::max(needs.body))
}

async fn hold(
    State((app, bytes)): State<(Arc<App>, usize)>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    let held = app.flight.hold_soon(from.ip(), bytes).await?;
    let response = next.run(request).await;
    Ok(app.flight.carry(response, held, from.ip()).await?)
}
