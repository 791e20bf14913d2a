//! The whole program with a rule that shows what it asks about.

mod rule;

fn main() -> std::process::ExitCode {
    tsuro_program::main_with(rule::registry())
}
