//! `tsuro apply`: positions in, answers out, line by line.

use super::output::print_as;
use super::{Context, Exit, error};
use crate::record::{MAX_LINE, answer_line};
use crate::ui::door::Form;
use std::io::{self, BufRead, Read};

/// What `tsuro apply` is told.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A rule set: a name, a file, or either with changes behind it
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: String,
}

/// Answers one request a line, in order, until the input ends. A bad request is answered with an error.
pub fn run(args: &Args, context: &Context) -> Exit {
    let variant = match context.variant(&args.rules) {
        Ok(variant) => variant,
        Err(exit) => return exit,
    };
    let mut input = io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) => return Exit::Fine,
            Ok(_) => {}
            Err(why) => {
                error(format_args!("standard input cannot be read: {why}"));
                return Exit::Usage;
            }
        }
        if bytes.len() == MAX_LINE && bytes.last() != Some(&b'\n') && skip_line(&mut input).is_err() {
            return Exit::Usage;
        }
        let line = String::from_utf8_lossy(&bytes);
        if line.trim().is_empty() {
            continue;
        }
        match print_as(&format!("{}\n", answer_line(&variant, &line)), Form::Json) {
            Ok(true) => {}
            Ok(false) => return Exit::Fine,
            Err(why) => {
                error(format_args!("the answer cannot be written: {why}"));
                return Exit::Usage;
            }
        }
    }
}

/// Reads on to the end of a line that is too long to be a request.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, found) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if found {
            return Ok(());
        }
    }
}
