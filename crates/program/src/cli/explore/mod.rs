//! `tsuro explore`: searches for key values and house rules that bring the metrics of a rule set
//! nearest to given targets.

mod folder;

use super::experiment::{part_number, tiers, values_host, write_file};
use super::options::{self, SeedAndThreads};
use super::output::{print, print_json};
use super::progress::{show_on, spinner};
use super::{
    Context, Exit, complain, error, problem, report_write_error, seats, shell_line, usage,
};
use folder::RoundFolder;
use indicatif::ProgressBar;
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use tsuro_lab::GameCounter;
use tsuro_lab::compare::PlanTable;
use tsuro_lab::explore::{
    Candidates, HouseError, KeySearch, MapAxis, MetricTarget, SearchBudget, SearchError,
    SearchResults, SearchRound, VariedKey, house_rules, rule_set_text,
};
use tsuro_lab::report::{Exploration, RunDescription};
use tsuro_world::context::refuse;
use tsuro_world::files::{self, Existing};
use tsuro_world::interrupt;

/// The arguments of `tsuro explore`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set to start from: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// A key and its values to try: a range with both ends (`tiles.hand=2..5`) or a list
    /// (`board.columns=5,7`). May be given several times: every combination of values is a
    /// candidate
    #[arg(long, value_name = "KEY=VALUES", required_unless_present = "house")]
    vary: Vec<String>,
    /// House rules to try, each on and off: names or files of rules that can be added with a +,
    /// separated by commas; `all` is every house rule that comes with the program and fits
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    house: Vec<String>,
    /// Largest number of house rules that are on at once
    #[arg(
        long, value_name = "N", default_value_t = 2, requires = "house",
        value_parser = clap::value_parser!(u8).range(1..=32)
    )]
    together: u8,
    /// A metric and the value to reach: `turns=25`, `ties=5%`, `win-share-0=25%` (the win share of
    /// the first seat). May be given several times
    #[arg(long, value_name = "METRIC=VALUE", required = true)]
    target: Vec<String>,
    /// Make a map: a grid of cells by two metrics, with the nearest rule set in each. Edges between
    /// cells may be given (`turns=15,20,25 ties=5%,10%`); otherwise they are chosen after the first
    /// round
    #[arg(long, value_names = ["METRIC", "METRIC"], num_args = 2)]
    diverse: Vec<String>,
    /// Largest number of games of all candidates together, or a share of what trying all would take
    /// (`5%`); they are spent on the candidates that promise most
    #[arg(long, value_name = "GAMES|SHARE", value_parser = SearchBudget::parse)]
    budget: Option<SearchBudget>,
    /// Number of players, or several numbers separated by commas
    /// [default: 4, or the nearest number that the rules allow]
    #[arg(long, short, value_name = "N", value_delimiter = ',', value_parser = options::players())]
    players: Vec<u8>,
    /// Bots: each one in the list plays a table of its own, in all seats; targets are compared with
    /// the mean over the tables
    #[arg(long, short, value_name = "LIST", default_value = "greedy")]
    bots: String,
    /// Largest number of games for each candidate at each table; clearly worse candidates are
    /// dropped earlier
    #[arg(
        long, short, value_name = "N", default_value_t = 4000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000)
    )]
    games: u64,
    /// Largest number of candidates to try; of more combinations, an evenly spread sample is tried
    #[arg(
        long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    candidates: u32,
    /// Iterations of the search that estimates who is winning, for targets such as lead-changes
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = options::iterations())]
    iterations: u32,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Keep what is played in this folder; if it has games of this search, continue from them
    #[arg(long, value_name = "FOLDER", requires = "seed")]
    folder: Option<PathBuf>,
    /// Play part K of N of each round, counted from 1, while N processes share the folder. Part 1
    /// writes the report
    #[arg(long, value_name = "K/N", value_parser = part_number, requires = "folder")]
    part: Option<(u64, u64)>,
    /// Write the nearest rule set to this file
    #[arg(long, value_name = "FILE", default_value = "explored.toml")]
    out: PathBuf,
    /// Write a report with heat maps as one HTML file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write all candidates to a CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Print all candidates, not only the best trade-offs
    #[arg(long)]
    all: bool,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

/// Why a search ends without a result.
enum SearchStop {
    /// It cannot begin.
    Search(SearchError),
    /// The reason was printed.
    Exit(Exit),
}

impl From<SearchError> for SearchStop {
    fn from(why: SearchError) -> Self {
        Self::Search(why)
    }
}

impl From<SearchStop> for Exit {
    fn from(stop: SearchStop) -> Self {
        match stop {
            SearchStop::Search(why @ SearchError::Budget { .. }) => {
                usage(format_args!("--budget: {why}"))
            }
            SearchStop::Search(why) => usage(format_args!("--bots: {why}")),
            SearchStop::Exit(exit) => exit,
        }
    }
}

/// What the options ask for.
struct Request {
    varied: Vec<VariedKey>,
    targets: Vec<MetricTarget>,
    axes: Vec<MapAxis>,
    tiers: Vec<String>,
    players: Vec<u8>,
    base: String,
}

/// Reads the options; nothing is played before all are sound.
fn request(args: &Args, context: &Context) -> Result<Request, Exit> {
    // Problems of the base itself are not blamed on the candidates.
    let base = context.variant(&args.rules)?;
    let varied = args.vary.iter().map(|text| VariedKey::parse(text)).collect::<Result<Vec<_>, _>>();
    let mut varied = varied.map_err(|why| usage(format_args!("--vary {why}")))?;
    let targets =
        args.target.iter().map(|text| MetricTarget::parse(text)).collect::<Result<Vec<_>, _>>();
    let targets = targets.map_err(|why| usage(format_args!("--target: {why}")))?;
    let axes =
        MapAxis::pair(&args.diverse).map_err(|why| usage(format_args!("--diverse: {why}")))?;
    let existing = Existing::with_force(args.force);
    let written =
        args.is_reporting().then_some([Some(&args.out), args.html.as_ref(), args.csv.as_ref()]);
    for path in written.into_iter().flatten().flatten() {
        files::check_writable(path, existing).map_err(report_write_error)?;
    }
    let tiers = tiers(&args.bots)?;
    let players =
        if args.players.is_empty() { vec![seats(&base, None, 4)?] } else { args.players.clone() };
    for (tier, players) in
        tiers.iter().flat_map(|tier| players.iter().map(move |players| (tier, *players)))
    {
        let table = PlanTable { players, bots: tier.clone(), skill_only: false };
        table.seating().map_err(|why| usage(format_args!("--bots: {why}")))?;
    }
    if !args.house.is_empty() {
        let from = (&context.files as _, &context.registry);
        let rules =
            house_rules(&args.rules, &args.house, &players, from).map_err(|why| match &why {
                HouseError::Unfit { problems, .. } => refuse(problems),
                _ => usage(format_args!("--house: {why}")),
            })?;
        varied.push(VariedKey::house(&rules, args.together.into(), args.candidates as usize));
    }
    Ok(Request { varied, targets, axes, tiers, players, base: base.name().to_owned() })
}

/// Tries the candidates, prints the best trade-offs or the map, and writes the nearest rule set.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let began = Instant::now();
    let Request { varied, targets, axes, tiers, players, base } = request(args, context)?;
    let Candidates { variants, names, refused, .. } = candidates(args, &varied, &players, context)?;
    let (seed, threads) = (args.run.seed(), args.run.threads());
    let mut search = KeySearch::new(&variants, &players, &tiers, &seed, &targets, args.games);
    (search.axes, search.iterations) = (&axes, args.iterations);
    let all = search.all_games().map_err(|why| usage(format_args!("--bots: {why}")))?;
    search.budget = args.budget.map(|budget| budget.games(all));
    let (found, is_interrupted) = played(args, &search, threads)?;
    if !args.is_reporting() {
        if !is_interrupted {
            complain("this part is played; the report is that of part 1");
        }
        return Ok(interrupt::exit());
    }
    let explored = Exploration {
        base: &base,
        varied: &varied,
        targets: &targets,
        names: &names,
        refused: &refused,
        found: &found,
    };
    let run = RunDescription {
        command: command(args, &seed),
        run: format!("{threads} threads, {:.1} s", began.elapsed().as_secs_f64()),
    };
    let written = args.write(&explored, &run);
    let Some(best) = explored.best() else {
        if interrupt::requested() {
            error(
                "interrupted before the first round was played, so there is no rule set to write",
            );
            return written.map(|()| Exit::Interrupted);
        }
        error("no candidate has a value for every target, so there is no rule set to write");
        return written.map(|()| Exit::Problems);
    };
    let existing = Existing::with_force(args.force);
    write_file(&args.out, &rule_set_text(&variants[best], &seed), existing)?;
    complain(&format!("{} is in {}", variants[best].name(), args.out.display()));
    written?;
    Ok(interrupt::exit())
}

/// Plays the search; `true` if it was interrupted.
fn played(
    args: &Args,
    search: &KeySearch<'_>,
    threads: usize,
) -> Result<(SearchResults, bool), Exit> {
    let (progress, bar) = (GameCounter::default(), spinner());
    let show = |bar: &ProgressBar, next: &SearchRound| {
        bar.set_message(format!("{} candidates to {} blocks", next.plans.len(), next.blocks.end));
    };
    let found = match &args.folder {
        None => show_on(&bar, &progress, || {
            search
                .run(threads, &values_host(), &progress, |next| show(&bar, next))
                .map_err(SearchStop::from)
        }),
        Some(path) => {
            let folder = RoundFolder::open(path, args.part.unwrap_or((1, 1)), &args.identity())?;
            show_on(&bar, &progress, || {
                search.run_with(|next| {
                    show(&bar, next);
                    folder.play(search, next, threads, &progress).map_err(SearchStop::Exit)
                })
            })
        }
    };
    Ok((found?, interrupt::requested()))
}

impl Args {
    /// Whether this process writes the report: all do but parts other than the first.
    fn is_reporting(&self) -> bool {
        self.part.is_none_or(|(part, _)| part == 1)
    }

    /// Everything that the search depends on but the texts of rule sets.
    fn identity(&self) -> String {
        let budget = self.budget.map(|budget| budget.to_string());
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"), "rules": self.rules, "vary": self.vary,
            "house": self.house, "together": self.together, "target": self.target,
            "diverse": self.diverse, "budget": budget, "players": self.players,
            "bots": self.bots, "games": self.games, "candidates": self.candidates,
            "iterations": self.iterations, "seed": self.run.seed(),
        });
        format!("{document:#}\n")
    }

    /// Prints the report and writes its files.
    fn write(&self, explored: &Exploration<'_>, run: &RunDescription) -> Result<(), Exit> {
        let existing = Existing::with_force(self.force);
        let printed = if self.json {
            print_json(&explored.json_in_order())
        } else {
            print(&explored.text(self.all))
        };
        let mut written = printed.map(|_| ());
        if let Some(path) = &self.html {
            written = written.and(write_file(path, &explored.html(run), existing));
        }
        if let Some(path) = &self.csv {
            written = written.and(write_file(path, &explored.table().csv(), existing));
        }
        written
    }
}

/// The command line that makes the same report again.
fn command(args: &Args, seed: &str) -> String {
    let (games, together, house) =
        (args.games.to_string(), args.together.to_string(), args.house.join(","));
    let budget = args.budget.map(|budget| budget.to_string());
    let mut words = vec!["tsuro", "explore", &args.rules];
    words.extend(args.vary.iter().flat_map(|vary| ["--vary", vary]));
    if !args.house.is_empty() {
        words.extend(["--house", &house, "--together", &together]);
    }
    words.extend(args.target.iter().flat_map(|target| ["--target", target]));
    if !args.diverse.is_empty() {
        words.push("--diverse");
        words.extend(args.diverse.iter().map(String::as_str));
    }
    words.extend(budget.iter().flat_map(|budget| ["--budget", budget]));
    words.extend(["--bots", &args.bots, "--games", &games, "--seed", seed]);
    shell_line(words)
}

/// Loads the combinations that can be played with all numbers of players.
fn candidates(
    args: &Args,
    varied: &[VariedKey],
    players: &[u8],
    context: &Context,
) -> Result<Candidates, Exit> {
    let candidates = Candidates::load(
        &args.rules,
        varied,
        players,
        args.candidates as usize,
        (&context.files, &context.registry),
    );
    if candidates.variants.is_empty() {
        for (name, why) in candidates.refused.iter().take(3) {
            error(format_args!("{name}: {why}"));
        }
        return Err(problem("none of the combinations is a rule set that can be played"));
    }
    Ok(candidates)
}
