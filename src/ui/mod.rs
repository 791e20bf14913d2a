//! What people see.
pub mod diagnostics;
