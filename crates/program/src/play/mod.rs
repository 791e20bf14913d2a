//! `tsuro play`: a game in the terminal, line by line. On a terminal that can, the
//! [screen](tsuro_screen) takes over.
//!
//! Nothing here knows a rule. The engine asks for decisions ([`mod@table`]), persons are asked for
//! them ([`dialogue`], [`person`]), and events are recorded and told ([`journal`]). A resumed game
//! is first replayed from its record, in the same way.

mod answer;
mod console;
mod dialogue;
mod input;
mod journal;
pub(super) mod learn;
mod person;
mod picker;
mod resume;
mod review;
mod stop;
mod table;
mod transcript;

use self::console::Console;
use self::dialogue::Dialogue;
use self::input::Input;
use self::journal::{Journal, ResumedSink, SharedLog};
use self::picker::Picked;
use self::resume::{ResumeError, UnfinishedGame};
use self::stop::PlayStop;
use self::table::{NotedDeciders, TerminalTable};
use self::transcript::{RecordFile, Transcript};
use crate::programs::report_output;
use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use tsuro::board::Size;
use tsuro::bots::Host;
use tsuro::game::{
    Chance as _, Luck, MAX_SEATS, PlayerCounts, RunSeed, Seat, View, deal_and_play, table,
};
use tsuro::record::{self, Header, RecordHead, Recorder, Script, ScriptFollower};
use tsuro::rules::Rules;
use tsuro::ruleset::{BUILT_INS, Presentation, Variant, load};
#[cfg(feature = "tui")]
use tsuro::session::Game;
use tsuro::with_rules;
use tsuro_faces::Player;
use tsuro_faces::lesson::Lessons;
use tsuro_faces::names_no_file;
use tsuro_faces::seats::{self, is_all_human, narrator};
#[cfg(feature = "tui")]
use tsuro_faces::setup::TableSetup;
use tsuro_faces::shell_line;
use tsuro_faces::table::choosing::RuleSource;
use tsuro_faces::words::{Language, Narrator, TextKey};
use tsuro_world::context::{
    Context, complain, error, problem, random_seed, report_write_error, usage,
};
#[cfg(feature = "tui")]
use tsuro_world::door::{self, Form};
use tsuro_world::files::{Existing, KeptGames, Record};
use tsuro_world::host::host;
#[cfg(feature = "tui")]
use tsuro_world::terminal::Terminal;
use tsuro_world::{Exit, terminal};

/// The arguments of `tsuro play`.
#[derive(Debug, Clone, Default, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(super) struct Args {
    /// Rule set: a name or a file, with changes after a + (`classic+hand=4`) [default: choose from
    /// a list]
    rules: Option<String>,
    /// Who plays, one word for each seat: `human`, `human:Ann` or a bot, as in
    /// `human,greedy,human:Ann`
    #[arg(long, value_name = "LIST")]
    seats: Option<String>,
    /// Number of players: you, and bots in the other seats
    #[arg(
        long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MAX_SEATS as i64)
    )]
    players: Option<u8>,
    /// Seed of all chance, any text: the same seed deals the same tiles [default: a random one]
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// Record every event to this file as it happens
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Overwrite the file of --record if it exists
    #[arg(long, requires = "record")]
    force: bool,
    /// Continue a game that was broken off, from its record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "players", "seed", "record"])]
    resume: Option<PathBuf>,
    /// Time limit for each answer of a bot that is a program, in milliseconds
    #[arg(
        long, value_name = "MS", default_value_t = BOT_TIMEOUT,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    bot_timeout: u32,
    /// Ask line by line, and describe the game in sentences, without a drawn board: for screen
    /// readers
    #[arg(long)]
    plain: bool,
    /// How fast moves are shown on the screen: 2 is twice as fast, 0 shows them at once [default:
    /// 1; 0 if `NO_MOTION` is set]
    #[arg(long, value_name = "FACTOR", value_parser = speed)]
    speed: Option<f32>,
    /// Do not keep the game; otherwise `tsuro games` lists it
    #[arg(long, conflicts_with = "record")]
    no_record: bool,
    /// Language of the game [default: that of the rule set, otherwise yours]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
    /// Explain whatever happens for the first time: for a first game
    #[arg(long)]
    explain: bool,
    /// Whether only bots play.
    #[arg(skip)]
    watches: bool,
}

/// The arguments of `tsuro watch`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct WatchArgs {
    /// Rule set: a name or a file, with changes after a + (`seas+rough-seas`) [default: classic]
    rules: Option<String>,
    /// The bots, one for each seat: `easy,medium,hard`
    #[arg(long, value_name = "LIST")]
    bots: Option<String>,
    /// Number of players
    #[arg(
        long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MAX_SEATS as i64)
    )]
    players: Option<u8>,
    /// Seed of all chance, any text: the same seed and bots play the same game [default: a random
    /// one]
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    /// How fast moves are shown: 2 is twice as fast, 0 shows them at once [default: 1; 0 if
    /// `NO_MOTION` is set]
    #[arg(long, value_name = "FACTOR", value_parser = speed)]
    speed: Option<f32>,
    /// Tell the game in sentences
    #[arg(long)]
    plain: bool,
    /// Language of the game [default: that of the rule set, otherwise yours]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<Language>,
    /// Time limit for each answer of a bot that is a program, in milliseconds
    #[arg(
        long, value_name = "MS", default_value_t = BOT_TIMEOUT,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    bot_timeout: u32,
}

/// The time limit of bots that are programs, in milliseconds.
pub(crate) const BOT_TIMEOUT: u32 = 60_000;

impl Args {
    /// The arguments that go on with a game that was broken off.
    pub(super) fn resuming(path: PathBuf, plain: bool, language: Option<Language>) -> Self {
        Self { resume: Some(path), plain, language, bot_timeout: BOT_TIMEOUT, ..Self::default() }
    }

    /// The arguments that show bots playing.
    pub(super) fn watching(watch: WatchArgs) -> Self {
        let WatchArgs { rules, bots, players, seed, speed, plain, language, bot_timeout } = watch;
        let rules = rules.unwrap_or_else(|| {
            BUILT_INS.first().map_or("classic", |edition| edition.name).to_owned()
        });
        Self {
            rules: Some(rules),
            seats: bots,
            players,
            seed,
            speed,
            plain,
            language,
            bot_timeout,
            watches: true,
            no_record: true,
            ..Self::default()
        }
    }

    /// The language of a game: as asked for, that of its rule set, or the user's.
    fn language_of(&self, presentation: &Presentation) -> Language {
        let own = presentation.language.as_deref().and_then(Language::from_code);
        self.language.or(own).unwrap_or_else(Language::of_the_user)
    }
}

/// A game about to be played.
struct TerminalGame {
    head: RecordHead,
    /// The recorded lines that are replayed first; at least the first line.
    lines: Vec<String>,
    first_line: usize,
    players: Vec<Player>,
    presentation: Presentation,
    title: String,
    is_resumed: bool,
    /// Whether it explains what happens for the first time.
    explains: bool,
}

/// Reads a speed.
pub(super) fn speed(text: &str) -> Result<f32, String> {
    let speed = text.parse().ok().filter(|speed: &f32| (0.0..=100.0).contains(speed));
    speed.ok_or_else(|| "a speed is a number from 0 to 100".to_owned())
}

/// Plays a game.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    run_with(args, context, Input::open())
}

/// Plays a game with answers from an input that may have been read from before.
fn run_with(args: &Args, context: &Context, input: Input) -> Result<Exit, Exit> {
    let (program, host) = host(args.bot_timeout);
    #[cfg(feature = "tui")]
    let chosen = match on_screen(args, context, &host)? {
        ScreenResult::Done(exit) => {
            report_output(
                &program.error_output(),
                args.language.unwrap_or_else(Language::of_the_user),
            );
            return Ok(exit);
        }
        ScreenResult::Plain(chosen) => chosen,
    };
    #[cfg(not(feature = "tui"))]
    let chosen = None;
    let (mut game, mut record) = match &args.resume {
        Some(path) => {
            resume_game(args, path, context, &host).map(|(game, record)| (game, Some(record)))?
        }
        None => new_game(args, chosen, &input, context, &host)?,
    };
    let language = args.language_of(&game.presentation);
    let variant = Arc::clone(&game.head.variant);
    // What people type is kept, as on the screen; what scripts send is not.
    if record.is_none() && !args.no_record && input.is_typed {
        record = KeptGames::from_environment()
            .and_then(|kept| kept.begin_record(variant.name()).ok())
            .map(|record| RecordFile { record, from: 0 });
    }
    let humans: Vec<bool> = game.players.iter().map(Player::is_human).collect();
    let narrator = narrator(&game.players, &variant, language);
    let path = record.as_ref().map(|file| file.record.path().to_owned());
    let lines = if game.is_resumed { game.lines.clone() } else { Vec::new() };
    let shared = Rc::new(RefCell::new(SharedLog::new(
        Console::new(narrator, input.is_typed),
        Recorder::new(Transcript::new(lines, record)),
        humans,
    )));
    shared.borrow_mut().explains = game.explains;
    let teams = with_rules!(variant.rules(), |rules| rules.basics.teams());
    begin(&game, teams, &mut shared.borrow_mut());
    let input = Rc::new(input);
    let ended = play_to_the_end(&mut game, &input, &shared, context);
    let exit = finish(&mut shared.borrow_mut(), ended, &game.head.seed, path.as_deref(), args);
    report_output(&program.error_output(), language);
    Ok(exit)
}

/// Rules and players that were chosen on the screen.
type Chosen = (Arc<Variant>, Vec<Player>);

/// What the screen came to.
#[cfg(feature = "tui")]
enum ScreenResult {
    /// All that was wanted.
    Done(Exit),
    /// The game is told in sentences: one that was chosen, or none yet.
    Plain(Option<Chosen>),
}

/// Plays on the whole screen, where there is one.
#[cfg(feature = "tui")]
fn on_screen(args: &Args, context: &Context, host: &Arc<dyn Host>) -> Result<ScreenResult, Exit> {
    use tsuro_screen::{Beginning, First, Options, run};
    if args.plain || !has_screen() {
        return Ok(ScreenResult::Plain(None));
    }
    let variant = args.rules.as_deref().map(|reference| context.variant(reference)).transpose()?;
    if variant.as_ref().is_some_and(|variant| variant.resolved().presentation().plain) {
        return Ok(ScreenResult::Plain(None));
    }
    let language = args.language.unwrap_or_else(Language::of_the_user);
    if let Some(path) = &args.record {
        // A record that cannot be written is refused before anything is shown.
        drop(Record::begin(path, Existing::with_force(args.force)).map_err(report_write_error)?);
    }
    let any = PlayerCounts::new(1, MAX_SEATS as u8, 1);
    let beginning = Beginning { seed: args.seed.clone(), record: args.record.clone() };
    let first = match (&args.resume, variant) {
        (Some(path), _) => {
            let players = args
                .seats
                .as_deref()
                .map(|list| read_seats(list, host, None, any, language))
                .transpose()?;
            First::GoOn(path.clone(), players)
        }
        (None, Some(variant)) => {
            let players = given_players(args, &variant, host, language)?.unwrap_or_default();
            First::Begin(TableSetup { variant: Arc::new(variant), players, seed: None }, beginning)
        }
        (None, None) => {
            let players = match (&args.seats, args.players) {
                (Some(list), count) => read_seats(list, host, count, any, language)?,
                (None, Some(count)) => seats::usual(count, false),
                (None, None) => Vec::new(),
            };
            First::Launch(players, beginning)
        }
    };
    let kept = KeptGames::from_environment().filter(|_| !args.no_record);
    let left = run(
        context,
        Arc::clone(host),
        Options::for_terminal(args.language, args.speed, kept),
        first,
    );
    let left = left.map_err(|why| problem(format_args!("{why}")))?;
    if let Some(setup) = left.plain {
        return Ok(ScreenResult::Plain(Some((setup.variant, setup.players))));
    }
    if let Some(path) = left.game {
        let command = format!("tsuro play --resume {}", resume_arguments(&path, args));
        say(&language.say(TextKey::KeptGoOn, &[("command", &command)]));
    }
    Ok(ScreenResult::Done(if left.is_interrupted { Exit::Interrupted } else { Exit::Fine }))
}

/// Whether there is a screen on which games can be shown.
pub(super) fn has_screen() -> bool {
    #[cfg(feature = "tui")]
    return Terminal::has_screen();
    #[cfg(not(feature = "tui"))]
    return false;
}

/// Shows a recorded game on the screen.
#[cfg(feature = "tui")]
pub(super) fn show_record(
    record: &str,
    language: Option<Language>,
    context: &Context,
) -> Result<(), Exit> {
    use tsuro_screen::{First, Options, run};
    let game = Game::from_record(record, &context.registry)
        .map_err(|why| problem(format_args!("{why}")))?;
    let (_, host) = host(BOT_TIMEOUT);
    let shown = run(
        context,
        host,
        Options::for_terminal(language, None, None),
        First::Replay(Box::new(game)),
    );
    shown.map(drop).map_err(|why| problem(format_args!("{why}")))
}

/// Without the screen nothing is shown.
#[cfg(not(feature = "tui"))]
#[expect(clippy::unnecessary_wraps, reason = "with the screen it may fail")]
pub(super) fn show_record(
    _record: &str,
    _language: Option<Language>,
    _context: &Context,
) -> Result<(), Exit> {
    Ok(())
}

/// Prints a line.
#[cfg(feature = "tui")]
fn say(line: &str) {
    // The reader may have closed the pipe.
    let _ = door::write_out(&format!("{line}\n"), Form::Words);
}

/// The players that the command line names, if it does.
fn given_players(
    args: &Args,
    variant: &Variant,
    host: &Arc<dyn Host>,
    language: Language,
) -> Result<Option<Vec<Player>>, Exit> {
    let counts = variant.players();
    if let Some(players) = args.players.filter(|&players| !counts.contains(players)) {
        let names = [("name", variant.name()), ("counts", &language.counts(counts))];
        return Err(usage(format_args!(
            "--players {players}: {}",
            language.say(TextKey::PlayersRange, &names)
        )));
    }
    let usual = |count: u8| {
        if args.watches { seats::bots(count) } else { seats::usual(count, is_all_human(variant)) }
    };
    Ok(match (&args.seats, args.players) {
        (Some(list), count) => Some(read_seats(list, host, count, counts, language)?),
        (None, Some(count)) => Some(usual(count)),
        (None, None) if args.rules.is_some() => Some(usual(counts.nearest(seats::USUAL_PLAYERS))),
        (None, None) => None,
    })
}

/// Sets up a new game: the one that was chosen on the screen, or asks for what the command line
/// does not say.
fn new_game(
    args: &Args,
    chosen: Option<Chosen>,
    input: &Input,
    context: &Context,
    host: &Arc<dyn Host>,
) -> Result<(TerminalGame, Option<RecordFile>), Exit> {
    let language = args.language.unwrap_or_else(Language::of_the_user);
    let mut console = Console::new(Narrator::new(language, &[]), false);
    let mut is_first = false;
    let (variant, players) = if let Some((variant, players)) = chosen {
        (variant, Some(players))
    } else {
        let variant = if let Some(reference) = &args.rules {
            context.variant(reference)?
        } else {
            offer_unfinished(&mut console, input);
            let (variant, after_lessons) = pick_rules(args, &mut console, input, context)?;
            is_first = after_lessons;
            variant
        };
        let language = args.language_of(variant.resolved().presentation());
        let players = match given_players(args, &variant, host, language)? {
            None if is_first => Some(seats::first_game(&variant)),
            players => players,
        };
        (Arc::new(variant), players)
    };
    let presentation = variant.resolved().presentation().clone();
    let language = args.language_of(&presentation);
    let players = match players {
        Some(players) => players,
        None => picker::seats(
            &mut console,
            input,
            language,
            variant.players(),
            is_all_human(&variant),
            host,
        )
        .map_err(exit_before_game)?,
    };
    let seed = args.seed.clone().unwrap_or_else(random_seed);
    let names: Vec<String> = players.iter().map(Player::record_name).collect();
    let at_random = with_rules!(variant.rules(), |rules| rules.basics.first_at_random());
    let first = if at_random {
        Luck(RunSeed::new(&seed).game(0)).first(names.len() as u8)
    } else {
        Seat::new(0)
    };
    let record = args
        .record
        .as_deref()
        .map(|path| Record::begin(path, Existing::with_force(args.force)))
        .transpose();
    let record = record.map_err(report_write_error)?.map(|record| RecordFile { record, from: 0 });
    let title = variant.resolved().texts().title_in(language.code()).to_owned();
    let head = RecordHead::new(variant, names, first, seed);
    let game = TerminalGame {
        presentation,
        title,
        head,
        lines: vec![String::new()],
        first_line: 1,
        players,
        is_resumed: false,
        explains: args.explain || is_first,
    };
    Ok((game, record))
}

/// Asks for the rule set, and whether it is for a first game after the lessons or the puzzles, which
/// are offered first.
fn pick_rules(
    args: &Args,
    console: &mut Console,
    input: &Input,
    context: &Context,
) -> Result<(Variant, bool), Exit> {
    let language = args.language.unwrap_or_else(Language::of_the_user);
    loop {
        let picked = picker::rules(console, input, context, language).map_err(exit_before_game)?;
        let rules = RuleSource { loader: &context.files, registry: &context.registry };
        let courses = match picked {
            Picked::Rules(variant) => return Ok((*variant, false)),
            Picked::Lessons(None) => Ok(Lessons::shipped(rules)),
            Picked::Puzzles(None) => Ok(Lessons::puzzles_from_today(rules)),
            Picked::Lessons(Some(name)) => {
                learn::shipped_under(&name, Lessons::shipped(rules), language)
            }
            Picked::Puzzles(Some(name)) => {
                learn::shipped_under(&name, Lessons::puzzles(rules), language)
            }
        };
        let courses = match courses {
            Ok(courses) => courses,
            Err(unknown) => {
                console.say(&unknown);
                continue;
            }
        };
        let first = learn::learn(&courses, input, language, context).map_err(exit_before_game)?;
        if let Some(reference) = first {
            return Ok((context.variant(&reference)?, true));
        }
    }
}

/// Says how to go on with the last game that was broken off, to a person who begins another.
fn offer_unfinished(console: &mut Console, input: &Input) {
    let kept = KeptGames::from_environment()
        .filter(|_| input.is_typed)
        .map(|kept| kept.all())
        .unwrap_or_default();
    if let Some(game) = kept.into_iter().find(|game| game.winners.is_none() && game.is_begun) {
        let command = format!("tsuro games resume {} --plain", game.number);
        console.say(&console.narrator.language.say(TextKey::KeptBefore, &[("command", &command)]));
    }
}

/// Sets up a game that was broken off, from its record.
fn resume_game(
    args: &Args,
    path: &Path,
    context: &Context,
    host: &Arc<dyn Host>,
) -> Result<(TerminalGame, RecordFile), Exit> {
    let refuse = |why: ResumeError| match why {
        ResumeError::Unwritable(why) => report_write_error(why),
        ResumeError::Unreadable(why) => {
            usage(format_args!("{} cannot be read: {why}", path.display()))
        }
        why => problem(format_args!("{}: {why}", path.display())),
    };
    let broken_off = UnfinishedGame::read(path, &context.registry).map_err(refuse)?;
    // A record holds the rules alone: how the game is shown is looked up under its name. A path in
    // a record is not followed.
    let name = broken_off.head.variant.name();
    let named =
        names_no_file(name).then(|| load(name, &context.files, &context.registry).ok()).flatten();
    let presentation = named.as_ref().map(|named| named.presentation().clone()).unwrap_or_default();
    let language = args.language_of(&presentation);
    let count = broken_off.head.seats();
    let players = if let Some(list) = &args.seats {
        read_seats(list, host, Some(count), PlayerCounts::new(count, count, 1), language)?
    } else {
        let players =
            broken_off.head.players.iter().map(|player| Player::from_record(player, host));
        let unknown = |why| usage(format_args!("{why}; say with --seats who plays at each seat"));
        players.collect::<Result<_, _>>().map_err(unknown)?
    };
    if broken_off.game.cut {
        complain(&format!(
            "warning: {}: the last line is incomplete and was ignored",
            path.display()
        ));
    }
    let (head, game, record) = broken_off.into_parts().map_err(refuse)?;
    let title = named.as_ref().map_or(head.variant.name(), |named| named.title()).to_owned();
    let game = TerminalGame {
        presentation,
        title,
        head,
        lines: game.lines,
        first_line: game.first_line,
        players,
        is_resumed: true,
        explains: false,
    };
    Ok((game, record))
}

/// Reads the list of `--seats`.
fn read_seats(
    list: &str,
    host: &Arc<dyn Host>,
    count: Option<u8>,
    range: PlayerCounts,
    language: Language,
) -> Result<Vec<Player>, Exit> {
    seats::parse(list, host, count, range)
        .map_err(|why| usage(format_args!("--seats: {}", why.in_words(language))))
}

/// How the program ends if it was stopped before a game began.
fn exit_before_game(stop: PlayStop) -> Exit {
    match stop {
        PlayStop::Interrupted => Exit::Interrupted,
        PlayStop::Output(why) => report_output_error(&why),
        _ => Exit::Fine,
    }
}

fn report_output_error(why: &io::Error) -> Exit {
    usage(format_args!("standard output cannot be written: {why}"))
}

impl TerminalGame {
    /// The number of persons.
    fn humans(&self) -> usize {
        self.players.iter().filter(|player| player.is_human()).count()
    }
}

/// Plays until the game ends or is stopped. When a choice is taken back, the game is played again
/// up to it, with the same luck.
fn play_to_the_end(
    game: &mut TerminalGame,
    input: &Rc<Input>,
    shared: &Rc<RefCell<SharedLog>>,
    context: &Context,
) -> Result<(), PlayStop> {
    loop {
        let variant = Arc::clone(&game.head.variant);
        let mut ended =
            with_rules!(variant.rules(), |rules| play(rules, game, Rc::clone(input), shared));
        if ended.is_ok() {
            let shared = &mut shared.borrow_mut();
            // Whoever reads the review for hours has the game on the disk.
            shared.sync();
            ended = review::tell_result(shared, input, (&game.title, game.humans()), context);
        }
        if !matches!(ended, Err(PlayStop::Undo)) {
            return ended;
        }
        let mut shared = shared.borrow_mut();
        game.lines = shared.take_back(&mut game.head).map_err(PlayStop::Record)?;
        game.first_line = 1;
        let words = shared.console.narrator.language;
        shared.console.say(words.sentence(TextKey::TakenBack));
    }
}

/// Plays until the game ends or is stopped.
fn play<Z: Size>(
    rules: &Rules<Z>,
    game: &TerminalGame,
    input: Rc<Input>,
    shared: &Rc<RefCell<SharedLog>>,
) -> Result<(), PlayStop> {
    let head = &game.head;
    let seed = RunSeed::new(&head.seed).game(head.index);
    let dialogue = Dialogue::new(Rc::clone(shared), input, game.humans(), seed);
    let script = RefCell::new(Script::new(&game.lines, game.first_line));
    let mut chance = ScriptFollower::new(&script, head.luck());
    let then = ScriptFollower::new(&script, Journal(Rc::clone(shared)));
    let mut sink = ResumedSink { script: &script, shared: Rc::clone(shared), then };
    let then = ScriptFollower::new(&script, TerminalTable::new(&game.players, dialogue, seed));
    let mut deciders = NotedDeciders { then, shared: Rc::clone(shared) };
    let mut state = table(rules, head.seats());
    shared.borrow_mut().begin(&View::new(rules, &state));
    match deal_and_play(rules, &mut state, &mut deciders, &mut chance, &mut sink) {
        Ok(_) => {
            shared.borrow_mut().tell_placement();
            if terminal::leave_second_screen() {
                let console = &mut shared.borrow_mut().console;
                let lines = console.last_news();
                console.say_all(&lines);
            }
            Ok(())
        }
        Err(record::ScriptStop::Decider(stop)) => Err(stop),
        // It followed its rules when it was read, so the file has changed since.
        Err(record::ScriptStop::Mismatch) => {
            Err(PlayStop::Record(io::Error::other("it no longer follows its rules")))
        }
    }
}

/// Shows the first lines: what is played, by whom, and who plays together.
fn begin(game: &TerminalGame, teams: u8, shared: &mut SharedLog) {
    let head = &game.head;
    if !game.is_resumed {
        shared.recorder.begin(&Header::new(
            &head.variant,
            &head.players,
            head.first,
            &head.seed,
            0,
        ));
    }
    let console = &mut shared.console;
    if game.humans() > 1 {
        console.enter_second_screen();
    }
    let words = console.narrator.language;
    let names = [("title", game.title.as_str()), ("players", &head.players.len().to_string())];
    console.say(
        &words
            .say(if game.is_resumed { TextKey::GameResumes } else { TextKey::GameStarts }, &names),
    );
    for (player, seat) in game.players.iter().zip((0..).map(Seat::new)) {
        let who = console.narrator.who(seat).to_owned();
        let kind = match player {
            Player::Human(_) => words.plain(TextKey::KindHuman),
            Player::Bot(_) => words.say(TextKey::KindBot, &[("bot", &player.kind(words))]),
        };
        console.say(
            &words.say(
                TextKey::SeatIs,
                &[("seat", &*seat.to_string()), ("who", &who), ("kind", &kind)],
            ),
        );
    }
    for team in console.narrator.teams(teams) {
        console.say(&team);
    }
    if game.humans() > 0 {
        console.say(words.sentence(TextKey::HelpHint));
    }
}

/// What follows `--resume` in the command that continues the game in the same way.
fn resume_arguments(path: &Path, args: &Args) -> String {
    let path = path.display().to_string();
    let mut words = vec![path.as_str()];
    words.extend(args.plain.then_some("--plain"));
    words.extend(args.language.iter().flat_map(|language| ["--language", language.code()]));
    shell_line(words)
}

/// Says how the game ended, and how to continue it.
fn finish(
    shared: &mut SharedLog,
    ended: Result<(), PlayStop>,
    seed: &str,
    record: Option<&Path>,
    args: &Args,
) -> Exit {
    terminal::leave_second_screen();
    shared.sync();
    let ended = match (ended, shared.record_error()) {
        (Err(stop @ (PlayStop::Record(_) | PlayStop::Output(_) | PlayStop::Bot(_))), _) => {
            Err(stop)
        }
        // The game may have ended well, but its record may not be on the disk.
        (_, Some(why)) => Err(PlayStop::Record(why)),
        (ended, None) => ended,
    };
    let console = &mut shared.console;
    let words = console.narrator.language;
    let exit = match ended {
        Err(PlayStop::ReaderGone) => return Exit::Fine,
        Ok(()) => {
            console.say(&words.say(TextKey::SeedWas, &[("seed", seed)]));
            Exit::Fine
        }
        Err(stop) => {
            if matches!(stop, PlayStop::EndOfInput) {
                console.say(words.sentence(TextKey::InputEnded));
            }
            console.say(words.sentence(TextKey::StoppedHere));
            match record {
                Some(path) => console.say(
                    &words.say(TextKey::ResumeWith, &[("file", &resume_arguments(path, args))]),
                ),
                None => console.say(words.sentence(TextKey::NotRecorded)),
            }
            match stop {
                PlayStop::Interrupted => Exit::Interrupted,
                PlayStop::Bot(why) => problem(why),
                PlayStop::Output(why) => return report_output_error(&why),
                PlayStop::Record(why) => {
                    let path = record.map(|path| path.display().to_string()).unwrap_or_default();
                    error(format_args!(
                        "the record cannot be written to {path}: {why}; what was written before is \
                         complete"
                    ));
                    Exit::Usage
                }
                PlayStop::EndOfInput | PlayStop::Quit | PlayStop::Undo | PlayStop::ReaderGone => {
                    Exit::Fine
                }
            }
        }
    };
    match console.check() {
        Err(PlayStop::Output(why)) => report_output_error(&why),
        _ => exit,
    }
}
