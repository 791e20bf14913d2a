//! Catches what breaks off in a module without unwinding: a panic ends in a trap, which is an
//! exception of JavaScript, and JavaScript catches it.
//!
//! Nothing of what a trap ends is dropped: its memory is lost, and locks that it held stay locked.
//! Where the stack or the memory is used up, nothing is caught, since nobody knows what is whole.

use js_sys::Array;
use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::panic::{self, PanicHookInfo};
use tsuro::panics::{Traps, catch_traps, message};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = Reflect, js_name = apply)]
    fn apply(call: &mut dyn FnMut(), this: &JsValue, arguments: &Array)
    -> Result<JsValue, JsValue>;
}

thread_local! {
    /// Whether the trap that comes is a panic or a break on purpose.
    static BREAKS_OFF: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Lets the engine catch panics and breaks. Once for a module, before anything else.
pub fn install() {
    panic::set_hook(Box::new(note));
    catch_traps(Traps { catch, trap });
}

/// What the last panic said.
pub fn last_message() -> String {
    MESSAGE.with_borrow(Clone::clone)
}

fn note(panic: &PanicHookInfo<'_>) {
    MESSAGE.set(message(panic.payload()).to_owned());
    BREAKS_OFF.set(true);
}

fn trap() -> ! {
    BREAKS_OFF.set(true);
    std::process::abort()
}

fn catch(act: &mut dyn FnMut()) -> bool {
    // A trap leaves the stack pointer where it was. A function with something on the stack sets it
    // anew when it returns.
    let mark = black_box([0_u64; 2]);
    let done = apply(&mut || act(), &JsValue::UNDEFINED, &Array::new());
    black_box(&mark);
    match done {
        Ok(_) => true,
        Err(_) if BREAKS_OFF.replace(false) => false,
        Err(other) => wasm_bindgen::throw_val(other),
    }
}
