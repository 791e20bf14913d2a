//! Documents on their way to JavaScript.

use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A document as objects, lists, texts and numbers.
pub fn to_js(document: &(impl Serialize + ?Sized)) -> JsValue {
    let text = serde_json::to_string(document).unwrap_or_else(|_| "null".to_owned());
    text_to_js(&text)
}

/// A document that is a text already.
pub fn text_to_js(text: &str) -> JsValue {
    // What serde writes is JSON.
    JSON::parse(text).unwrap_or(JsValue::NULL)
}
