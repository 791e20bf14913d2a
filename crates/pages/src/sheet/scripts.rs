//! Scripts beside the text of a sheet: begun from the template, and dropped.

use super::listed::ListedRules;
use super::written::put;
use crate::bounds::{check_scripts, is_script_name};
use crate::refused::NotAnswered;
use crate::sent::{SentScript, SentTexts};
use toml_edit::{Array, DocumentMut, Item, Value};
use tsuro::rules::{Registry, RulePhase, RuleScript};
use tsuro_faces::script_reference::template;

/// The list of scripts in a text.
fn list(text: &DocumentMut) -> Result<Array, NotAnswered> {
    match text.get("scripts") {
        None => Ok(Array::new()),
        Some(item) => item.as_array().cloned().ok_or_else(|| {
            NotAnswered::bad("scripts: it is no list in this text; change it there")
        }),
    }
}

fn put_list(text: &mut DocumentMut, list: Array) {
    if list.is_empty() {
        text.remove("scripts");
    } else {
        put(text.as_table_mut(), "scripts", list.into());
    }
}

/// A text with its scripts inside, where it named them: one file, for a client that has no other
/// files beside it.
pub fn whole(sent: SentTexts<'_>) -> String {
    let text = sent.rules.unwrap_or_default();
    let Ok(mut written) = text.parse::<DocumentMut>() else { return text.to_owned() };
    let Some(named) = written.get_mut("scripts").and_then(Item::as_array_mut) else {
        return text.to_owned();
    };
    for item in named.iter_mut() {
        if let Some(script) = sent.scripts.iter().find(|script| item.as_str() == Some(&script.name))
        {
            let text = if script.text.contains('\n') {
                script.text.clone()
            } else {
                format!("{}\n", script.text)
            };
            let decor = item.decor().clone();
            // Between three quotation marks it looks as in its file, if it has none itself.
            *item = format!("'''\n{text}'''").parse::<Value>().unwrap_or_else(|_| text.into());
            *item.decor_mut() = decor;
        }
    }
    written.to_string()
}

/// Begins a script with a rule of this name, which the text names and chooses.
///
/// # Errors
/// There is such a script or rule already, or no script can have that name.
pub(super) fn begin(
    text: &mut DocumentMut,
    scripts: &mut Vec<SentScript>,
    name: &str,
    registry: &Registry,
) -> Result<(), NotAnswered> {
    let file = format!("{name}.rhai");
    let is_plain =
        name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if !is_script_name(&file)
        || !is_plain
        || !name.starts_with(|first: char| first.is_ascii_lowercase())
    {
        return Err(NotAnswered::bad(format!(
            "new_script: `{name}` is not the name of a rule: letters a-z, digits and `-`"
        )));
    }
    let is_known = RulePhase::ALL
        .into_iter()
        .any(|phase| registry.rules(phase).iter().any(|rule| rule.name == name));
    if is_known || scripts.iter().any(|script| script.name == file) {
        return Err(NotAnswered::bad(format!("new_script: there is a rule `{name}` already")));
    }
    let mut named = list(text)?;
    named.push(&file);
    let rules = ListedRules::of_scripts(registry);
    rules.add(text, name)?;
    put_list(text, named);
    scripts.push(SentScript { text: template(name), name: file });
    check_scripts(scripts).map_or(Ok(()), |problem| Err(NotAnswered::Rules(problem.into())))
}

/// Drops a script: the text names it no more, nor chooses its rule.
///
/// # Errors
/// There is no such script.
pub(super) fn remove(
    text: &mut DocumentMut,
    scripts: &mut Vec<SentScript>,
    name: &str,
    registry: &Registry,
) -> Result<(), NotAnswered> {
    let at = scripts
        .iter()
        .position(|script| script.name == name)
        .ok_or_else(|| NotAnswered::bad(format!("drop_script: there is no script {name}")))?;
    let script = scripts.remove(at);
    let mut named = list(text)?;
    named.retain(|item| item.as_str() != Some(name));
    put_list(text, named);
    // What cannot be read has the rule that it began with.
    let rule = RuleScript::compile(name, &script.text).map(|script| script.rule().name.to_owned());
    let rule = rule.unwrap_or_else(|_| name.trim_end_matches(".rhai").to_owned());
    ListedRules::of_scripts(registry).drop(text, &rule);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::edit::{AskedEdit, Edited, edit};
    use super::super::sheet;
    use crate::refused::{NotAnswered, Refused};
    use crate::rules::PageRules;
    use crate::sent::{SentScript, SentTexts};
    use serde_json::{Value, json};
    use tsuro::json::Json;
    use tsuro_faces::words::Language;

    const TEXT: &str =
        "# Ours.\nschema = 1\nname = \"mine\"\nextends = \"classic\"\n\n[tiles]\nhand = 4\n";

    fn server() -> PageRules {
        PageRules::shipped(Box::leak(Box::default()))
    }

    fn edited(asked: Value) -> Result<Edited, String> {
        let asked: AskedEdit = serde_json::from_value(asked).unwrap();
        edit(&server(), asked).map_err(|why| match why {
            NotAnswered::Refused(Refused::Bad(why)) => why,
            NotAnswered::Rules(problems) => problems.to_string(),
            other => panic!("{other:?}"),
        })
    }

    fn shown(text: &str, scripts: &[SentScript]) -> Value {
        Json::into(sheet(&server(), SentTexts::new(text, scripts), Language::English))
    }

    #[test]
    fn a_script_is_begun_changed_and_dropped() {
        let begun = edited(json!({ "text": TEXT, "new_script": "rocks" })).unwrap();
        assert!(
            begun.text.contains("extends = \"classic\"\nscripts = [\"rocks.rhai\"]\n"),
            "{}",
            begun.text
        );
        assert!(begun.text.ends_with("[[rule]]\nrule = \"rocks\"\n"), "{}", begun.text);
        let sheet = shown(&begun.text, &begun.scripts);
        assert_eq!(sheet["problems"], json!([]));
        // Its rule and its keys are in the form, like the keys of other rules.
        assert!(
            sheet["rules"]
                .as_array()
                .unwrap()
                .iter()
                .any(|rule| rule["rule"] == "rocks" && rule["ticked"] == true),
            "{sheet}"
        );
        let every = sheet["keys"]
            .as_array()
            .unwrap()
            .iter()
            .find(|key| key["key"] == "rule.every")
            .unwrap();
        assert_eq!((&every["value"], &every["own"]), (&json!("4"), &json!(false)));
        assert!(sheet["board"].as_str().unwrap().starts_with("<svg"));
        let scripts = json!(begun.scripts);
        let set = edited(
            json!({ "text": begun.text, "scripts": scripts, "set": { "rule.rocks.every": "6" } }),
        )
        .unwrap();
        assert!(set.text.ends_with("rule = \"rocks\"\nevery = 6\n"), "{}", set.text);
        assert_eq!(set.scripts, begun.scripts);
        let dropped =
            edited(json!({ "text": set.text, "scripts": scripts, "drop_script": "rocks.rhai" }))
                .unwrap();
        assert_eq!((dropped.text.as_str(), dropped.scripts.len()), (TEXT, 0));
    }

    #[test]
    fn what_is_wrong_with_a_script_has_its_file_line_and_column() {
        let begun = edited(json!({ "text": TEXT, "new_script": "rocks" })).unwrap();
        let mut scripts = begun.scripts;
        scripts[0].text = scripts[0].text.replace("table.block(square)", "table.blok(square)");
        let line = scripts[0].text.lines().position(|line| line.contains("blok")).unwrap() + 1;
        let sheet = shown(&begun.text, &scripts);
        let problem = &sheet["problems"][0];
        assert_eq!(
            (&problem["file"], &problem["line"]),
            (&json!("rocks.rhai"), &json!(line)),
            "{problem}"
        );
        assert!(problem["help"].as_str().unwrap().contains("did you mean `block`?"), "{problem}");
        // The text of a script that stands in the rule set says which it is.
        let inline =
            format!("schema = 1\nextends = \"classic\"\nscripts = ['''\n{}''']\n", scripts[0].text);
        assert_eq!(shown(&inline, &[])["problems"][0]["file"], "your-rules, script 1");
    }

    #[test]
    fn a_whole_text_means_the_same_without_files_beside_it() {
        let begun = edited(json!({ "text": TEXT, "new_script": "rocks" })).unwrap();
        let sent = SentTexts::new(&begun.text, &begun.scripts);
        let whole = super::whole(sent);
        assert!(whole.starts_with("# Ours.\n") && whole.contains("scripts = ['''\n//"), "{whole}");
        let hash = |sent: SentTexts<'_>| server().check(sent).unwrap().hash().to_owned();
        assert_eq!(hash(SentTexts::new(&whole, &[])), hash(sent));
        assert_eq!(super::whole(SentTexts::new(TEXT, &[])), TEXT);
        assert_eq!(super::whole(SentTexts::new("= broken", &[])), "= broken");
    }

    #[test]
    fn names_that_are_taken_or_none_are_refused() {
        let new = |name: &str, text: &str| {
            edited(json!({ "text": text, "new_script": name })).unwrap_err()
        };
        assert!(new("tsunami", TEXT).contains("a rule `tsunami` already"));
        for name in ["", "Rocks", "../rocks", "1rocks", "rocks.rhai", "rocks\n"] {
            assert!(new(name, TEXT).contains("is not the name of a rule"), "{name:?}");
        }
        assert!(new("rocks", "schema = 1\nscripts = 3\n").contains("no list"));
        let gone = edited(json!({ "text": TEXT, "drop_script": "rocks.rhai" })).unwrap_err();
        assert_eq!(gone, "drop_script: there is no script rocks.rhai");
    }
}
