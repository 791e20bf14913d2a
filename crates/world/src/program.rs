//! Starts programs that do not outlive this one.
//!
//! Each program leads a process group of its own, which is killed when its [`Program`] is dropped,
//! and by `end_all` when this program ends without dropping anything. If this program is itself
//! killed, Linux helps: a process can ask to be killed when its parent ends. The programs do not
//! ask for that, and std has no safe way to do it for them between fork and exec. So the program
//! starts its own executable with a hidden first argument; that process asks for the signal and
//! then becomes the program ([`become_program`]). On other systems, and in programs that do not
//! call [`become_program`], programs are started directly, and have to notice that their input has
//! ended.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::process::{
    Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitCode, ExitStatus, Stdio,
};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The hidden first argument. After it come the process id that the parent must have, and the words
/// of the program.
const BECOME: &str = "__become-program";
/// The beginning of the first line of output if the program could not be started.
pub(crate) const NOT_STARTED: &str = "\u{1}not started: ";

/// How long to wait for the end of a program that cannot be killed.
const LAST_WAIT: Duration = Duration::from_millis(300);

/// The process groups that are running.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
/// Set if this program calls [`become_program`], so that it can start its own executable with
/// [`BECOME`].
static BECOMES: OnceLock<()> = OnceLock::new();

/// Becomes a program, if this process was started for that; if that fails, the exit code. Otherwise
/// `None`, and from now on programs are started in this way.
///
/// Call it before anything else, while there is only one thread.
pub fn become_program() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(BECOME)) {
        let _ = BECOMES.set(());
        return None;
    }
    let parent = arguments.next();
    let why = become_with_parent(parent.as_deref(), &arguments.collect::<Vec<_>>());
    // The process that started this one reads the reason on standard output.
    let _ = io::Write::write_all(&mut io::stdout(), format!("{NOT_STARTED}{why}\n").as_bytes());
    Some(ExitCode::from(127))
}

/// Becomes the program, which will end when its parent does. Returns only if that fails, with the
/// reason.
#[cfg(target_os = "linux")]
fn become_with_parent(parent: Option<&OsStr>, words: &[OsString]) -> io::Error {
    use std::os::unix::process::{CommandExt, parent_id};
    let Some((program, arguments)) = words.split_first() else {
        return io::ErrorKind::InvalidInput.into();
    };
    if let Err(why) =
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
    {
        return why.into();
    }
    // If the parent ended before the signal was asked for, there will be none.
    if parent != Some(OsStr::new(&parent_id().to_string())) {
        return io::ErrorKind::NotFound.into();
    }
    Command::new(program).args(arguments).exec()
}

#[cfg(not(target_os = "linux"))]
fn become_with_parent(_: Option<&OsStr>, _: &[OsString]) -> io::Error {
    io::ErrorKind::Unsupported.into()
}

/// A running program. Dropping it kills the program and its process group; close its input before.
#[derive(Debug)]
pub struct Program(Child);

impl Program {
    /// Starts a program with pipes for input, output and errors. The words are the program and its
    /// arguments.
    ///
    /// # Errors
    /// It cannot be started. On Linux this may show only in the first line of its output
    /// (`NOT_STARTED`).
    pub fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut direct = Command::new(program);
        direct.args(arguments);
        let child = match BECOMES.get() {
            Some(()) if cfg!(target_os = "linux") => {
                // Unlike a path, this stays the same executable when a new version is installed.
                let mut through = Command::new("/proc/self/exe");
                through.arg(BECOME).arg(std::process::id().to_string()).args(words);
                spawn_to_stay(through).or_else(|_| spawn(direct))?
            }
            _ => spawn(direct)?,
        };
        running(|running| running.insert(child.id()));
        Ok(Self(child))
    }

    /// Takes its input, output and standard error; each can be taken once.
    pub fn pipes(&mut self) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (self.0.stdin.take(), self.0.stdout.take(), self.0.stderr.take())
    }

    /// Its exit status, if it has ended.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().ok().flatten()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Done before waiting: afterwards the id may belong to another process.
        running(|running| running.remove(&self.0.id()));
        // Also ends the processes that it started, unless they left its group.
        kill_group(self.0.id());
        if self.0.kill().is_ok() {
            let _ = self.0.wait();
            return;
        }
        // A program of another user, such as `sudo`, cannot be killed. It has to notice that its
        // input has ended.
        let begun = Instant::now();
        while self.status().is_none() && begun.elapsed() < LAST_WAIT {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Kills all running programs with their groups, without waiting for their end: for when this
/// program ends at once.
pub(crate) fn end_all() {
    running(|running| running.iter().copied().for_each(kill_group));
}

/// Reads or changes the list of running groups.
fn running<T>(change: impl FnOnce(&mut BTreeSet<u32>) -> T) -> T {
    change(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(unix)]
fn kill_group(number: u32) {
    if let Some(group) = i32::try_from(number).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

/// Starts a command with pipes, in a process group of its own, so that the processes that it starts
/// can be killed with it.
fn spawn(mut command: Command) -> io::Result<Child> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

/// A command to start, and where to send the result.
type Order = (Command, Sender<io::Result<Child>>);

/// Starts a command from a thread that lives as long as this program: to the kernel, the parent of
/// a process ends when the thread that started it does.
fn spawn_to_stay(command: Command) -> io::Result<Child> {
    static STARTER: OnceLock<Sender<Order>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (send, orders) = mpsc::channel::<Order>();
        // If there is no thread, sending fails, and the caller starts the program itself.
        let _ = thread::Builder::new().name("starter".into()).spawn(move || {
            for (command, answer) in orders {
                let _ = answer.send(spawn(command));
            }
        });
        send
    });
    let gone = || io::Error::from(io::ErrorKind::NotConnected);
    let (answer, started) = mpsc::channel();
    starter.send((command, answer)).map_err(|_| gone())?;
    started.recv().map_err(|_| gone())?
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    /// The name of the thread that the kernel takes for the parent of a process.
    fn parent_thread(number: u32) -> Option<String> {
        let threads =
            std::fs::read_dir("/proc/self/task").unwrap().map(|entry| entry.unwrap().path());
        let is_parent = |thread: &std::path::PathBuf| {
            let children = std::fs::read_to_string(thread.join("children")).unwrap_or_default();
            children.split_whitespace().any(|child| child == number.to_string())
        };
        let name = threads
            .into_iter()
            .find(is_parent)
            .map(|thread| std::fs::read_to_string(thread.join("comm")).unwrap());
        name.map(|name| name.trim().to_owned())
    }

    #[test]
    fn a_program_belongs_to_a_thread_that_outlives_the_one_that_asked_for_it() {
        if !std::path::Path::new("/proc/thread-self/children").exists() {
            println!("skipped: this kernel does not tell which thread started a process");
            return;
        }
        let start = || {
            let mut sleep = Command::new("sleep");
            sleep.arg("600");
            spawn_to_stay(sleep).unwrap()
        };
        let started: Vec<Child> =
            (0..4).map(|_| thread::spawn(start)).map(|thread| thread.join().unwrap()).collect();
        for mut child in started {
            let parent = parent_thread(child.id());
            child.kill().unwrap();
            child.wait().unwrap();
            assert_eq!(parent.as_deref(), Some("starter"));
        }
    }

    #[test]
    fn a_program_ends_with_its_group_when_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let number = folder.path().join("number");
        let script =
            format!("sleep 600 & echo $! > '{0}.new'; mv '{0}.new' '{0}'; wait", number.display());
        let program = Program::start(&["sh".into(), "-c".into(), script]).unwrap();
        while !number.exists() {
            thread::sleep(Duration::from_millis(10));
        }
        drop(program);
        let number = std::fs::read_to_string(&number).unwrap();
        // A process that has ended is listed as a zombie until it is waited for.
        let listed = || {
            std::fs::read_to_string(format!("/proc/{}/stat", number.trim()))
                .is_ok_and(|line| !line.contains(") Z "))
        };
        let begun = Instant::now();
        while listed() {
            assert!(begun.elapsed() < Duration::from_secs(10), "it is still running");
            thread::sleep(Duration::from_millis(10));
        }
    }
}
