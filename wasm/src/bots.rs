//! What there is to know about bots.

use crate::fault::Fault;
use crate::value::to_js;
use tsuro::bots::{BOTS, BotSpec, LEVELS};
use tsuro::json::{Json, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A bot by its name. What needs a clock or another program cannot play here.
pub fn named(name: &str) -> Result<BotSpec, Fault> {
    let spec = BotSpec::parse(name).map_err(Fault::bot)?;
    Ok(spec)
}

/// The bots that can play here, the weakest first.
#[wasm_bindgen(unchecked_return_type = "Bot[]")]
pub fn bots() -> JsValue {
    let can_play = BOTS.iter().filter(|bot| {
        let example = bot.written().replace(":N", ":1").replace(":T", ":1");
        BotSpec::parse(&example).is_ok()
    });
    let list = can_play.map(|bot| {
        json!({
            "name": bot.name, "argument": bot.argument, "written": bot.written(),
            "summary": bot.summary,
        })
    });
    to_js(&Json::list(list))
}

/// The levels of difficulty, the weakest first.
#[wasm_bindgen(unchecked_return_type = "Level[]")]
pub fn levels() -> JsValue {
    let list = LEVELS.iter().map(|level| {
        json!({
            "name": level.name, "bot": level.bot, "milliseconds": level.milliseconds,
            "summary": level.summary,
        })
    });
    to_js(&Json::list(list))
}
