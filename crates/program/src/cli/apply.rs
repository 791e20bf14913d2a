//! `tsuro apply`: reads one request a line, and answers each with one line.

use super::output::print_as;
use super::{Context, Exit, usage};
use tsuro::record::{MAX_LINE, answer_line_in_order};
use tsuro::rules::printed::printed;
use tsuro::ruleset::shown;
use tsuro_world::door::{Form, write_err};
use tsuro_world::files::read_line;

/// The arguments of `tsuro apply`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: String,
}

/// Answers the requests in order until the input ends. The answer to an invalid request is an
/// error. What scripts print goes to standard error.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    let mut input = std::io::stdin().lock();
    loop {
        // One byte more than a request may have shows that a line is too long.
        let line = read_line(&mut input, MAX_LINE + 1)
            .map_err(|why| usage(format_args!("standard input cannot be read: {why}")))?;
        let Some(line) = line else { return Ok(Exit::Fine) };
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        let is_too_long = line.len() > MAX_LINE;
        let line = String::from_utf8_lossy(line);
        if !is_too_long && line.trim().is_empty() {
            continue;
        }
        let (answer, lines, more) = printed(|| answer_line_in_order(&variant, &line));
        let lines = lines.iter().map(|line| format!("printed: {}\n", shown(&line.to_string())));
        let more = (more > 0).then(|| format!("printed: {more} more lines\n"));
        write_err(&lines.chain(more).collect::<String>(), Form::Words);
        if !print_as(&format!("{answer}\n"), Form::Json)? {
            return Ok(Exit::Fine);
        }
    }
}
