//! Writes the JavaScript and the TypeScript types of a compiled module: what the program
//! `wasm-bindgen` does, without the rest of it, which takes minutes to build.
//! Usage: `tsuro-wasm-pack MODULE.wasm FOLDER [script]`
//! With `script`, the JavaScript is not a module, so that it can stand in front of another script.

use std::env::args_os;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = args_os().skip(1).collect();
    let (module, folder, is_script) = match &arguments[..] {
        [module, folder] => (module, folder, false),
        [module, folder, word] if word == "script" => (module, folder, true),
        _ => {
            eprintln!("usage: tsuro-wasm-pack MODULE.wasm FOLDER [script]");
            return ExitCode::from(2);
        }
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("engine").remove_name_section(true);
    let bindgen = if is_script {
        bindgen.typescript(false).no_modules(true)
    } else {
        bindgen.typescript(true).web(true)
    };
    match bindgen.and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why:?}");
            ExitCode::FAILURE
        }
    }
}
