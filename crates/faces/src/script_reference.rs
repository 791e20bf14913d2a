//! The reference of what scripts can do, made of the lists by which they are checked.

use std::fmt::Write as _;
use tsuro::json::{Json, json};
use tsuro::rules::script::{
    HOOKS, OF_LANGUAGE, SECTIONS as PARTS, ScriptPart, Verb, signature, verbs,
};

/// The sections of functions that scripts call: of what they are methods, and what the section is
/// called.
const SECTIONS: &[(&str, &str)] = &[
    ("table", "Views and verbs of the table"),
    ("", "Other functions"),
    ("square", "Squares"),
    ("place", "Places"),
    ("seats", "Lists of seats"),
    ("random", "`random`"),
];

fn verbs_of(section: &'static str) -> impl Iterator<Item = &'static Verb> {
    verbs().filter(move |verb| verb.of == section)
}

/// How a function is called: `table.block(square)`, `seats.without(seat)`.
fn call(verb: &Verb) -> String {
    match verb.of {
        "square" | "place" | "seats" => {
            let rest: Vec<&str> = verb.takes.iter().skip(1).map(|taken| taken.0).collect();
            format!("`{}.{}({})`", verb.of, verb.name, rest.join(", "))
        }
        _ => signature(verb),
    }
}

/// The reference as a page in Markdown.
pub fn page() -> String {
    let mut text = "# What a script can see and do\n\n\
        Made by `tsuro rules reference --scripts`. How scripts are written: \
        [rules-in-a-script.md](rules-in-a-script.md).\n\n\
        Seats, tiles and quarter-turns are whole numbers from 0; squares are texts \
        such as `\"c3\"`, places such as `\"c3:H\"`; a spot is a seat (for its hand), a square, \
        `\"pile-top\"`, `\"pile-bottom\"` or \
        `\"box\"`. `()` is nothing.\n"
        .to_owned();
    text.push_str(
        "\n## The map `RULE`\n\nThe engine reads it without running the script, so it may hold literals only.\n",
    );
    for (heading, parts) in PARTS {
        let _ = write!(text, "\n### {heading}\n\n| part | holds | what it is |\n|---|---|---|\n");
        for part in *parts {
            let _ = writeln!(text, "| `{}` | {} | {} |", part.name, part.holds, part.doc);
        }
    }
    text.push_str(
        "\n## Functions that the game calls\n\n| function | when, and what it returns |\n\
        |---|---|\n",
    );
    for hook in HOOKS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `fn {}({})` | {} |", hook.name, hook.takes.join(", "), hook.doc);
    }
    for (section, heading) in SECTIONS {
        let _ = write!(text, "\n## {heading}\n\n| call | gives | what it does |\n|---|---|---|\n");
        for verb in verbs_of(section) {
            let gives = if verb.gives.is_empty() { "" } else { verb.gives };
            let _ = writeln!(text, "| {} | {gives} | {} |", call(verb), verb.doc);
        }
    }
    let words: Vec<String> = OF_LANGUAGE.iter().map(|name| format!("`{name}`")).collect();
    let _ = write!(
        text,
        "\n## The language\n\nScripts can use the operators and statements of \
         [Rhai](https://rhai.rs/book/), and these of its functions: {}.\n",
        words.join(", ")
    );
    text
}

/// The reference as JSON.
pub fn in_json() -> Json {
    let takes = |verb: &Verb| {
        verb.takes.iter().map(|(name, kind)| json!({ "name": *name, "kind": *kind })).collect()
    };
    let calls = |verb: &Verb| {
        json!({
            "name": verb.name, "of": verb.of, "takes": Json::List(takes(verb)), "gives": verb.gives,
            "doc": verb.doc,
        })
    };
    let hooks = HOOKS
        .iter()
        .map(|hook| json!({ "name": hook.name, "takes": hook.takes, "doc": hook.doc }))
        .collect();
    let part =
        |part: &ScriptPart| json!({ "name": part.name, "holds": part.holds, "doc": part.doc });
    let declares = PARTS.iter().map(
        |(of, parts)| json!({ "of": *of, "parts": Json::List(parts.iter().map(part).collect()) }),
    );
    let declares = Json::List(declares.collect());
    json!({
        "declares": declares, "functions": Json::List(hooks),
        "calls": Json::List(verbs().map(calls).collect()), "language": OF_LANGUAGE,
    })
}

/// The script that `tsuro rules new --script` begins with.
pub fn template(name: &str) -> String {
    TEMPLATE.replace("NAME", name)
}

const TEMPLATE: &str = r#"// What the rule is called, what files can set, and what people are told.
const RULE = #{
    name: "NAME",
    summary: "now and then a rock falls on an empty square",
    keys: #{
        every: #{
            number: [1, 20], usual: 4,
            means: "How many turns there are from one rock to the next"
        }
    },
    chance: #{ rock: #{ en: "a rock falls", fr: "un rocher tombe" } },
    events: #{ fell: #{
        fields: #{ square: "square" },
        en: "A rock falls on {square}.",
        fr: "Un rocher tombe en {square}.",
    } },
    counts: #{ next: #{
        label: #{ en: "next rock", fr: "prochain rocher" },
        text: #{
            en: "Turns until the next rock: {count}.",
            fr: "Tours avant le prochain rocher : {count}."
        },
    } },
};

// Called before each placement: `tsuro rules reference --scripts` lists the other moments.
fn before_placement(table) {
    if table.turn() % key("every") != 0 { return; }
    let free = table.squares().filter(|square|
        table.content(square) == "empty" && table.facing(square).is_empty());
    if free.is_empty() { return; }
    let square = free[table.chance("rock", free.len())];
    table.block(square);
    table.tell("fell", #{ square: square });
}

// What everybody sees.
fn shows(turn) {
    let every = key("every");
    [count("next", every - turn % every)]
}
"#;
