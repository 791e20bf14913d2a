//! The `tsuro` program.

fn main() -> std::process::ExitCode {
    tsuro::main_with(tsuro::rules::Registry::default())
}
