//! Writes the JavaScript and the TypeScript types of a compiled module: what the program
//! `wasm-bindgen` does, without the rest of it, which takes minutes to build. It also
//! [orders](mod@order) the functions of the module, which compresses better then.
//! Usage: `tsuro-wasm-pack MODULE.wasm FOLDER [script]`
//! With `script`, the JavaScript is not a module, so that it can stand in front of another script.

mod order;

use std::env::args_os;
use std::error::Error;
use std::ffi::OsStr;
use std::path::Path;
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
    match pack(module, folder, is_script) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn pack(module: &OsStr, folder: &OsStr, is_script: bool) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("engine").typescript(!is_script);
    let bindgen = if is_script { bindgen.no_modules(true) } else { bindgen.web(true) };
    bindgen.and_then(|bindgen| bindgen.generate(folder)).map_err(|why| format!("{why:?}"))?;
    let engine = Path::new(folder).join("engine_bg.wasm");
    std::fs::write(&engine, order::ordered(&std::fs::read(&engine)?)?)?;
    Ok(())
}
