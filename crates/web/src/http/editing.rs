//! Requests about rule sets that are chosen or written.

use crate::app::AppState;
use crate::failure::{Answer, answer};
use crate::request::{Body, Spoken};
use crate::tasks::blocking;
use axum::extract::{ConnectInfo, State};
use std::net::SocketAddr;
use std::sync::Arc;
use tsuro::json::json;
use tsuro_pages::choose;
use tsuro_pages::requests::SentRules;
use tsuro_pages::rules::AskedRules;
use tsuro_pages::sent::SentTexts;
use tsuro_pages::sheet::{self, AskedEdit};
use tsuro_pages::trial::{self, AskedTrial};

pub(super) async fn choose_rules(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(asked): Body<AskedRules>,
) -> Answer {
    let hall = Arc::clone(&app.hall);
    let turn = hall.turn_for_scripts(asked.may_have_scripts(), from.ip()).await?;
    let chosen = move || (choose::chosen(&hall.rules, &asked, language), turn).0;
    Ok(answer(&blocking(chosen).await??))
}

pub(super) async fn check_rules(
    State(app): AppState,
    Body(SentRules { text, scripts }): Body<SentRules>,
) -> Answer {
    let hall = Arc::clone(&app.hall);
    let problems = blocking(move || {
        hall.rules.check(SentTexts::new(&text, &scripts)).err().unwrap_or_default()
    })
    .await?;
    Ok(answer(&json!({ "problems": choose::problems(&problems) })))
}

pub(super) async fn rules_sheet(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(sent): Body<SentRules>,
) -> Answer {
    let hall = Arc::clone(&app.hall);
    let turn = hall
        .turn_for_scripts(SentTexts::new(&sent.text, &sent.scripts).has_scripts(), from.ip())
        .await?;
    let sheet = move || {
        (sheet::sheet(&hall.rules, SentTexts::new(&sent.text, &sent.scripts), language), turn).0
    };
    Ok(answer(&blocking(sheet).await?))
}

pub(super) async fn edit_rules(State(app): AppState, Body(asked): Body<AskedEdit>) -> Answer {
    let hall = Arc::clone(&app.hall);
    let edited = blocking(move || sheet::edit(&hall.rules, asked)).await?;
    let edited = edited?;
    Ok(answer(&json!({ "text": edited.text, "scripts": edited.scripts })))
}

/// A game under a rule set that is being written, event by event.
pub(super) async fn try_rules(
    State(app): AppState,
    Spoken(language): Spoken,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(asked): Body<AskedTrial>,
) -> Answer {
    let hall = Arc::clone(&app.hall);
    // A whole game waits for its turn, whatever its rules.
    let turn = hall.turn_for_scripts(true, from.ip()).await?;
    let tried = move || (trial::trial(&hall.rules, &asked, language), turn).0;
    Ok(answer(&blocking(tried).await??))
}
