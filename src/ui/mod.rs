//! What people see, and the only place that reads files and prints.

pub mod diagnostics;
pub mod rule_files;
