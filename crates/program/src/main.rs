//! The `tsuro` program: the command line with the rules of the crate.

fn main() -> std::process::ExitCode {
    tsuro_program::main_with(tsuro::rules::Registry::default())
}
