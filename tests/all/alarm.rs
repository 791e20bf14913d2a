//! An alarm for tests that hang: it names them, and ends the run, instead of leaving it to wait
//! without end.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::time::Duration;

/// Longer than all tests take together on two busy cores.
const PATIENCE: Duration = Duration::from_secs(40 * 60);

/// The first test that is begun. Its thread lives as long as the run.
#[test]
fn whatever_hangs_is_named_and_ends_the_run() {
    std::thread::spawn(|| {
        std::thread::sleep(PATIENCE);
        // Not by a macro, whose output is kept for the test.
        let _ = std::io::stderr().write_all(running().as_bytes());
        std::process::exit(102);
    });
    assert!(!cfg!(target_os = "linux") || running().contains("alarm::"), "{}", running());
}

/// The threads of this process, which bear the beginnings of the names of their tests, and the
/// programs that it has started.
fn running() -> String {
    let mut text = "\ntests still run, and something hangs:\n".to_owned();
    let names = |folder: &str| -> Vec<_> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    for task in names("/proc/self/task") {
        let name = fs::read_to_string(task.join("comm")).unwrap_or_default();
        let _ = writeln!(text, "  thread {}", name.trim());
    }
    let parent = format!("PPid:\t{}\n", std::process::id());
    for process in names("/proc") {
        if fs::read_to_string(process.join("status")).is_ok_and(|status| status.contains(&parent)) {
            let line =
                fs::read_to_string(process.join("cmdline")).unwrap_or_default().replace('\0', " ");
            let _ = writeln!(text, "  program {line}");
        }
    }
    text
}
