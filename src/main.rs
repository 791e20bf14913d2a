//! The `tsuro` program.
fn main() {}
