//! Writes the JavaScript and the TypeScript types of a compiled module: what the program
//! `wasm-bindgen` does, without the rest of it, which takes minutes to build.
//! Usage: `tsuro-wasm-pack MODULE.wasm FOLDER`

use std::env::args_os;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<_> = args_os().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("usage: tsuro-wasm-pack MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("engine").typescript(true).remove_name_section(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why:?}");
            ExitCode::FAILURE
        }
    }
}
