//! Rule sets made by hand, of which it is known what a measure has to find.

use tsuro::ruleset::{BuiltIns, LoadError, Loader, Source, SourceId};

/// The winner is drawn at the beginning of the first turn, whatever anybody chooses.
const LOTTERY: &str = r#"
const RULE = #{
    name: "lottery",
    summary: "a lot puts out all but one",
    chance: #{ winner: #{ en: "the winner is drawn" } },
    causes: #{ drawn: #{ en: "not drawn" } },
};
fn turn_begins(table) {
    let winner = table.chance("winner", table.seats());
    for seat in table.alive() { if seat != winner { table.eliminate(seat, "drawn"); } }
}
"#;

/// Each player in turn says who is out. With three players, the one who begins cannot win, but can
/// choose the winner.
const ACCUSE: &str = r#"
const RULE = #{
    name: "accuse",
    summary: "each player in turn puts another one out",
    asks: #{ whom: #{ answers: "seat", en: "Whom do you accuse?" } },
    causes: #{ accused: #{ en: "accused" } },
};
fn start(setup) { #{ asked: 0 } }
fn turn_begins(table) {}
fn act(table, at) {
    if this.asked == table.turn() || table.alive().len() < 2 { return; }
    ask(table.active())
}
fn question(table, seat) {
    #{ ask: "whom", options: table.alive().filter(|other| other != seat) }
}
fn answer(table, seat, whom) {
    this.asked = table.turn();
    table.eliminate(whom, "accused");
}
"#;

/// The third turn breaks a game off.
const BREAKS: &str = r#"
const RULE = #{ name: "breaks", summary: "the third turn cannot be played" };
fn turn_begins(table) { if table.turn() == 3 { throw "no third turn"; } }
"#;

/// The built-in rule sets, `lottery`, `accuse` and `breaks`.
pub(crate) struct HandMade;

impl Loader for HandMade {
    fn load(&self, name: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        if !matches!(name, "lottery" | "accuse" | "breaks") {
            return BuiltIns.load(name, from);
        }
        let text = format!(
            "schema = 1\nextends = \"classic\"\nscripts = [\"{name}.rhai\"]\n[[rule]]\nrule = \
             \"{name}\"\n"
        );
        Ok(file(&format!("{name}.toml"), text))
    }

    fn names(&self) -> Vec<String> {
        BuiltIns.names()
    }

    fn script(&self, name: &str, _: &Source) -> Result<Source, LoadError> {
        let text = match name {
            "accuse.rhai" => ACCUSE,
            "breaks.rhai" => BREAKS,
            _ => LOTTERY,
        };
        Ok(file(name, text.to_owned()))
    }
}

fn file(name: &str, text: String) -> Source {
    Source::new(SourceId::File(name.into()), name, text)
}
