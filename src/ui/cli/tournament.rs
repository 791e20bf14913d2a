//! `tsuro tournament`: lets bots play against each other and rates them.

use super::options::{self, ProgramBots, SeedAndThreads};
use super::output::{print, print_as, print_json};
use super::{Context, Exit, complain, name_with_hash, problem, progress, report_faults, report_output, seats, usage};
use crate::bots::{BotSpec, parse_bots};
use crate::json::{Json, json};
use crate::lab::{GameCounter, Standings, Tournament, csv_table, tournament};
use crate::ruleset::Variant;
use crate::ui::door::Form;
use crate::ui::host::host;
use crate::ui::interrupt;
use crate::ui::words::Language;
use std::fmt::Write as _;

/// The arguments of `tsuro tournament`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`)
    rules: String,
    /// Bots that take part, separated by commas: `greedy,ismcts:200,exec:"python3 mine.py"`. A bot named twice takes
    /// part twice
    #[arg(long, short, value_name = "LIST")]
    bots: String,
    /// Number of players at a table [default: the number of bots, or the nearest number that the rules allow]
    #[arg(long, short, value_name = "N", value_parser = options::players())]
    players: Option<u8>,
    /// Number of games, rounded up to whole deals: each deal is played once for each bot, so that every bot has every
    /// seat once
    #[arg(long, short, value_name = "G", default_value_t = 1000, value_parser = options::games(1))]
    games: u64,
    #[command(flatten)]
    run: SeedAndThreads,
    /// Confidence level of the intervals, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 95.0, value_parser = confidence)]
    confidence: f64,
    #[command(flatten)]
    programs: ProgramBots,
    /// Keep bots that are programs running from game to game, for programs that take long to start: of each bot, every
    /// thread runs as many as a table has seats. None of them gets the same deal twice, but they run at the same time
    /// and could tell each other what they see: use it only with programs that you trust
    #[arg(long)]
    keep_programs: bool,
    /// Print one JSON document
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values, one line for each bot
    #[arg(long)]
    csv: bool,
}

/// Plays the games and prints the standings.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let variant = context.variant(&args.rules)?;
    let (program, host) = host(args.programs.bot_timeout);
    let bots = parse_bots(&args.bots, &host).map_err(|why| usage(format_args!("--bots: {why}")))?;
    if bots.len() < 2 {
        return Err(usage("--bots: a tournament needs at least two bots; to let a bot play against itself, name it twice"));
    }
    let players = seats(&variant, args.players, bots.len().min(32) as u8)?;
    let deals = args.games.div_ceil(bots.len() as u64);
    let games = deals * bots.len() as u64;
    if games != args.games {
        let deals = if deals == 1 { "1 deal".to_owned() } else { format!("{deals} deals") };
        complain(&format!("note: {games} games are played, {deals} with each of the {} bots in every seat", bots.len()));
    }
    let seed = args.run.seed();
    let asked = Tournament {
        variant: &variant,
        bots: &bots,
        players,
        deals,
        seed: &seed,
        strict: args.programs.strict,
        keep_programs: args.keep_programs,
        threads: args.run.threads(),
    };
    let done = GameCounter::default();
    let (standings, outcome) = progress::show(games, &done, || tournament(&asked, &done));
    let mut exit = interrupt::exit();
    let mut stopped = None;
    match outcome {
        // A user who stops a run need not read what a program did meanwhile.
        Err(why) if exit != Exit::Interrupted => {
            exit = problem(&why);
            stopped = Some(why.to_string());
        }
        _ if standings.games() == 0 => complain("note: it was stopped before a whole deal was played"),
        _ => {}
    }
    let result = TournamentResult {
        variant: &variant,
        bots: &bots,
        players,
        seed: &seed,
        standings: &standings,
        confidence: args.confidence / 100.0,
        interrupted: exit == Exit::Interrupted,
        stopped,
    };
    let printed = match (args.json, args.csv) {
        (true, _) => print_json(&result.as_json()),
        (_, true) => print_as(&result.as_csv(), Form::Document),
        // Without a whole deal there is nothing to show but the reason.
        _ if standings.games() == 0 => Ok(true),
        _ => print(&result.in_words()),
    };
    for (index, bot) in bots.iter().enumerate() {
        report_faults(&bot.to_string(), &standings.standing(index, 0.95).faults);
    }
    report_output(&program.error_output(), Language::English);
    printed.map(|_| exit)
}

/// Parses a confidence level in per cent.
fn confidence(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok();
    number.filter(|number| (50.0..=99.999).contains(number)).ok_or_else(|| "a number from 50 to 99.999 is needed".to_owned())
}

/// The standings, with the settings of the tournament.
struct TournamentResult<'a> {
    variant: &'a Variant,
    bots: &'a [BotSpec],
    players: u8,
    seed: &'a str,
    standings: &'a Standings,
    /// Confidence level of the intervals, 0–1.
    confidence: f64,
    interrupted: bool,
    /// Why it was stopped before its end, if it was.
    stopped: Option<String>,
}

impl TournamentResult<'_> {
    fn as_json(&self) -> Json {
        let all = 0..self.bots.len();
        let bot = |index: usize| {
            let standing = self.standings.standing(index, self.confidence);
            let against = |other: usize| {
                let versus = self.standings.versus(index, other);
                json!({ "before": versus.before, "equal": versus.equal, "behind": versus.behind })
            };
            json!({
                "name": self.bots[index].to_string(),
                "share": standing.share,
                "interval": standing.interval,
                "fair": standing.fair,
                "games": standing.games,
                "rating": standing.rating.mean,
                "rating_interval": standing.rating_interval,
                "faults": standing.faults.count(),
                "fault_kinds": standing.faults,
                "against": Json::list(all.clone().map(against)),
            })
        };
        json!({
            "games": self.standings.games(),
            "players": self.players,
            "bots": Json::list(all.clone().map(bot)),
            "rules": self.variant.name(),
            "rules_hash": self.variant.hash(),
            "confidence": self.confidence,
            "seed": self.seed,
            "reproducible": self.bots.iter().all(BotSpec::is_reproducible),
            "interrupted": self.interrupted,
            "stopped": self.stopped,
        })
    }

    fn as_csv(&self) -> String {
        let rows = self.bots.iter().enumerate().map(|(index, bot)| {
            let standing = self.standings.standing(index, self.confidence);
            let ([low, high], [rating_low, rating_high]) = (standing.interval, standing.rating_interval);
            let [games, faults] = [standing.games, standing.faults.count()].map(|count| count.to_string());
            let numbers = [standing.share, low, high, standing.fair, standing.rating.mean, rating_low, rating_high];
            let [share, low, high, fair, rating, rating_low, rating_high] = numbers.map(|number| number.to_string());
            [bot.to_string(), games, share, low, high, fair, rating, rating_low, rating_high, faults]
        });
        csv_table("name,games,share,low,high,fair,rating,rating_low,rating_high,faults", rows)
    }

    fn in_words(&self) -> String {
        let names: Vec<String> = self.bots.iter().map(|bot| shorten(&bot.to_string())).collect();
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or_default().max(3);
        let mut text = format!(
            "{} games of {}, {} players, seed {}\n\n",
            self.standings.games(),
            name_with_hash(self.variant),
            self.players,
            self.seed
        );
        let mut order: Vec<usize> = (0..names.len()).collect();
        let rating = |index: usize| self.standings.standing(index, self.confidence).rating.mean;
        order.sort_by(|&one, &other| rating(other).total_cmp(&rating(one)));
        let sure = format!("{} %", 100.0 * self.confidence);
        let _ = writeln!(text, "{:<widest$}   wins %  {sure:>10}   fair  rating  {sure:>9}  faults", "bot");
        for &index in &order {
            let standing = self.standings.standing(index, self.confidence);
            let ([low, high], [rating_low, rating_high]) = (standing.interval, standing.rating_interval);
            let _ = writeln!(
                text,
                "{:<widest$}    {:5.1}  {:4.1}–{:<5.1} {:5.1}   {:5.0}  {rating_low:4.0}–{rating_high:<4.0}  {:6}",
                names[index],
                100.0 * standing.share,
                100.0 * low,
                100.0 * high,
                100.0 * standing.fair,
                standing.rating.mean,
                standing.faults.count(),
            );
        }
        let share = |index: usize| self.standings.standing(index, self.confidence).share;
        if order.windows(2).any(|two| share(two[0]) < share(two[1])) {
            text += "\nThe order is that of the ratings, which count every place at which a bot finished and against whom; the share counts wins alone.\n";
        }
        let _ = writeln!(text, "\nShare of games (%) in which the bot of the row came before the bot of the column, ties counting half:\n");
        // Columns have numbers: names are too long, and often begin alike.
        let digits = order.len().to_string().len();
        let _ = write!(text, "{:<digits$}  {:<widest$}", "", "");
        for number in 1..=order.len() {
            let _ = write!(text, "  {number:>5}");
        }
        text.push('\n');
        for (number, &index) in (1..).zip(&order) {
            let _ = write!(text, "{number:>digits$}  {:<widest$}", names[index]);
            for &other in &order {
                let versus = self.standings.versus(index, other);
                let met = versus.before + versus.equal + versus.behind;
                let _ = match met {
                    0 => write!(text, "  {:>5}", "·"),
                    _ => write!(text, "  {:>5.1}", 100.0 * (versus.before as f64 + versus.equal as f64 / 2.0) / met as f64),
                };
            }
            text.push('\n');
        }
        text
    }
}

/// Shortens a long name to its beginning and its end (where commands differ), so that it fits into a table.
fn shorten(name: &str) -> String {
    const WIDEST: usize = 32;
    const BEGINNING: usize = 12;
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= WIDEST {
        return name.to_owned();
    }
    let end = letters.len() - (WIDEST - BEGINNING - 1);
    letters[..BEGINNING].iter().chain(&['…']).chain(&letters[end..]).collect()
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(shorten("exec:python3 mine.py"), "exec:python3 mine.py");
        let short = shorten("exec:python3 /home/ann/bots/mine.py --depth 3");
        assert_eq!((short.as_str(), short.chars().count()), ("exec:python3…s/mine.py --depth 3", 32));
    }
}
