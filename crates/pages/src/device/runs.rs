//! The runs of the laboratory on a device.

use super::heads::{KeptStanding, RunHead};
use super::{Answered, Device, DeviceAsk, Keep, Now};
use crate::refused::{NotAnswered, Refused};
use crate::requests::SentState;
use crate::run::{AskedRun, KeptRun, LabRun};
use crate::states::RunState;
use serde::{Deserialize, Serialize};
use tsuro::json::{Json, json};

/// The form of what is kept of a run.
const FORMAT: u32 = 1;

/// A run, and how often it was kept.
pub(super) struct DeviceRun {
    run: LabRun,
    revision: u64,
}

impl DeviceRun {
    /// Whether it plays.
    pub(super) fn goes_on(&self) -> bool {
        self.run.state() == RunState::Running
    }
}

/// A run as a page keeps it.
#[derive(Serialize, Deserialize)]
struct RunText {
    format: u32,
    asked: String,
    created: i64,
    standing: KeptStanding,
    part: String,
}

impl Device {
    pub(super) fn begin_run(
        &mut self,
        asked: AskedRun,
        now: &mut Now<'_>,
    ) -> Result<Answered, NotAnswered> {
        let (id, seed) = (now.name(), now.seed());
        let run = LabRun::new(id.clone(), asked, &self.rules, || seed)?;
        self.runs.insert(id.clone(), DeviceRun { run, revision: 0 });
        self.keep_run(&id);
        Ok(Answered::json(&json!({ "id": id, "token": id })))
    }

    /// Plays some games of a run.
    pub(super) fn play_run(&mut self, id: &str) {
        let Some(known) = self.runs.get(id) else { return };
        if known.run.play(1) {
            self.keep_run(id);
        }
    }

    fn keep_run(&mut self, id: &str) {
        self.note(id);
        let Some(known) = self.runs.get_mut(id) else { return };
        known.revision += 1;
        let KeptRun { asked, created, standing, part } = known.run.to_keep();
        let standing = KeptStanding::from(standing);
        let head = RunHead { id: id.to_owned(), created, standing: standing.clone() };
        let text = RunText { format: FORMAT, asked, created, standing, part };
        self.keep.push(Keep {
            kind: "run",
            id: id.to_owned(),
            revision: known.revision,
            head: Json::serialized(head),
            text: serde_json::to_string(&text).unwrap_or_default(),
        });
    }

    /// Reads a run again, if what is kept is not what is known.
    pub(super) fn read_run(&mut self, id: &str, ask: &DeviceAsk) -> Result<(), NotAnswered> {
        let Some(kept) = &ask.kept else {
            self.runs.remove(id);
            return Err(NotAnswered::Nothing("there is no such run"));
        };
        self.note(id);
        if self.runs.get(id).is_some_and(|known| known.revision == kept.revision) {
            return Ok(());
        }
        let broken = |_| NotAnswered::from(Refused::Broken);
        let text: RunText = serde_json::from_str(&kept.text).map_err(|_| broken(()))?;
        if text.format != FORMAT {
            return Err(broken(()));
        }
        let RunText { asked, created, standing, part, .. } = text;
        let known = KeptRun { asked, created, standing: standing.into(), part };
        let run =
            LabRun::kept(id.to_owned(), &known, self.rules.registry).map_err(NotAnswered::bad)?;
        self.runs.insert(id.to_owned(), DeviceRun { run, revision: kept.revision });
        Ok(())
    }

    /// What is answered of a run that was read.
    pub(super) fn of_run(
        &mut self,
        id: &str,
        (method, what): (&str, Option<&str>),
        ask: &DeviceAsk,
    ) -> Result<Answered, NotAnswered> {
        let nothing = || NotAnswered::Nothing("there is nothing here");
        let registry = self.rules.registry;
        let known = self.runs.get(id).ok_or_else(nothing)?;
        let run = &known.run;
        Ok(match (method, what) {
            ("GET", None) => Answered::json(&run.status(registry)),
            ("GET", Some("report")) => {
                Answered::file("text/html", format!("tsuro-{id}.html"), run.report(registry))
            }
            ("GET", Some("report.json")) => Answered::file(
                "application/json",
                format!("tsuro-{id}.json"),
                run.report_json(registry).to_string(),
            ),
            ("GET", Some("part")) => {
                Answered::file("application/json", run.part_name(), run.sums())
            }
            ("POST", Some("state")) => {
                let SentState { state } = super::routes::body(ask)?;
                let wanted = run_state(&state)?;
                if run.go_to(wanted).map_err(NotAnswered::bad)? {
                    self.keep_run(id);
                }
                Answered::json(&json!({}))
            }
            _ => return Err(nothing()),
        })
    }
}

/// The state with a word to which a client may bring a run.
fn run_state(word: &str) -> Result<RunState, NotAnswered> {
    RunState::from_word(word)
        .filter(|state| matches!(state, RunState::Running | RunState::Paused | RunState::Stopped))
        .ok_or_else(|| NotAnswered::bad("state: running, paused or stopped"))
}
