//! `Rules`, and what there is to know about rule sets.

use crate::arguments::options;
use crate::fault::{Fault, guard, problem_list};
use crate::value::to_js;
use serde::Deserialize;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use tsuro::json::{Json, json};
use tsuro::rules::Registry;
use tsuro::ruleset::{
    BUILT_INS, BuiltIn, BuiltIns, HOUSE_RULES, LoadError, Loader, Problems, SCRIPTED, Source,
    SourceId, Variant, diff_in_order, diff_text, keys_in_order, resolve, schema_in_order,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::convert::TryFromJsValue as _;
use wasm_bindgen::prelude::wasm_bindgen;

/// The rules that rule sets can choose from.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::default);

/// Where a rule set comes from.
#[derive(Debug, Clone)]
enum Origin {
    /// A reference to a built-in one.
    Reference(String),
    /// A name with a text.
    Text(String, String),
    /// The first line of a record.
    Record,
}

/// A loader that knows one text by its name, before the built-in rule sets.
struct OneText<'a> {
    name: &'a str,
    text: &'a str,
}

impl OneText<'_> {
    /// The text as a source.
    fn source(&self) -> Source {
        Source::new(SourceId::File(PathBuf::from(self.name)), self.name, self.text)
    }
}

impl Loader for OneText<'_> {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        if from.is_none() && reference == self.name {
            Ok(self.source())
        } else {
            BuiltIns.load(reference, from)
        }
    }

    fn names(&self) -> Vec<String> {
        BuiltIns.names()
    }

    fn takes_paths(&self) -> bool {
        false
    }
}

/// A rule set, compiled: what games are played under.
///
/// It comes from `Rules.load` or `Rules.fromText`. It never changes.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Rules {
    // After a panic it is as before: nothing changes it.
    variant: AssertUnwindSafe<Arc<Variant>>,
    origin: Origin,
}

impl Clone for Rules {
    fn clone(&self) -> Self {
        let variant = AssertUnwindSafe(Arc::clone(&self.variant));
        Self { variant, origin: self.origin.clone() }
    }
}

#[wasm_bindgen]
extern "C" {
    /// A rule set, or the name of one.
    #[wasm_bindgen(typescript_type = "string | Rules")]
    pub type RulesArgument;

    #[wasm_bindgen(method, catch)]
    fn copy(this: &RulesArgument) -> Result<JsValue, JsValue>;
}

impl RulesArgument {
    /// The rule set that was meant.
    pub fn rules(&self) -> Result<Rules, JsValue> {
        if let Some(reference) = self.as_string() {
            return guard(|| Rules::by_reference(reference));
        }
        // The object stays with its owner.
        let copy = self.copy().ok().and_then(|copy| Rules::try_from_js_value(copy).ok());
        copy.ok_or_else(|| {
            Fault::argument("rules: a name such as \"seas+hand=4\" or a Rules is needed").into()
        })
    }
}

impl Rules {
    /// The rule set of a record.
    pub fn of_record(variant: Arc<Variant>) -> Self {
        Self { variant: AssertUnwindSafe(variant), origin: Origin::Record }
    }

    /// The rule set that a reference names.
    pub fn by_reference(reference: String) -> Result<Self, Fault> {
        let variant = Variant::load(&reference, &BuiltIns, &REGISTRY);
        Self::new(variant, Origin::Reference(reference))
    }

    fn new(variant: Result<Variant, Problems>, origin: Origin) -> Result<Self, Fault> {
        let variant = variant.map_err(|problems| Fault::rules(&problems))?;
        Ok(Self { variant: AssertUnwindSafe(Arc::new(variant)), origin })
    }

    /// The compiled rules.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// What a suite is told to load. The rules of a record have no text of their own.
    pub fn reference(&self) -> Option<&str> {
        match &self.origin {
            Origin::Reference(name) | Origin::Text(name, _) => Some(name),
            Origin::Record => None,
        }
    }

    /// Calls `work` with the loader that finds [`Rules::reference`].
    pub fn with_loader<T>(&self, work: impl FnOnce(&dyn Loader) -> T) -> T {
        match &self.origin {
            Origin::Reference(_) | Origin::Record => work(&BuiltIns),
            Origin::Text(name, text) => work(&OneText { name, text }),
        }
    }
}

/// How a rule set is written as a file.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TomlOptions {
    #[serde(default)]
    provenance: bool,
}

#[wasm_bindgen]
impl Rules {
    /// Loads a rule set that comes with the package, by its name, with mixins and changes after a
    /// `+`: `"seas"`, `"classic+big-board"`, `"seas+hand=4+minimum=5"`.
    ///
    /// @throws a `RuleSetError` with `problems`
    pub fn load(reference: String) -> Result<Self, JsValue> {
        guard(|| Self::by_reference(reference))
    }

    /// Makes a rule set from a TOML text in the language of rule-set files. `name` is what problems
    /// call the text, and the name of the rule set if the text gives none. Its parents and mixins
    /// have to come with the package; a script stands in the text itself.
    ///
    /// @throws a `RuleSetError` with `problems`
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(text: String, name: Option<String>) -> Result<Self, JsValue> {
        let name = name.unwrap_or_else(|| "text".to_owned());
        guard(|| {
            let source = OneText { name: &name, text: &text }.source();
            let resolved = resolve(source, &BuiltIns, &*REGISTRY);
            let variant = resolved.and_then(|resolved| Variant::new(resolved, &REGISTRY));
            Self::new(variant, Origin::Text(name, text))
        })
    }

    /// The same rules as another object, which is freed on its own.
    pub fn copy(&self) -> Self {
        self.clone()
    }

    /// The name, with changes: `"seas+hand=4"`.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.variant.name().to_owned()
    }

    /// The title that lists show.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.variant.resolved().title().to_owned()
    }

    /// One line on what it is like to play; may be empty.
    #[wasm_bindgen(getter)]
    pub fn summary(&self) -> String {
        self.variant.resolved().summary().to_owned()
    }

    /// Where the rules come from; may be empty.
    #[wasm_bindgen(getter)]
    pub fn source(&self) -> String {
        self.variant.resolved().source().to_owned()
    }

    /// The rule hash: the same for rule sets that mean the same.
    #[wasm_bindgen(getter)]
    pub fn hash(&self) -> String {
        self.variant.hash().to_owned()
    }

    /// The numbers of players that can play, ascending.
    #[wasm_bindgen(getter, unchecked_return_type = "number[]")]
    pub fn players(&self) -> JsValue {
        to_js(&self.variant.players().iter().collect::<Vec<u8>>())
    }

    /// Warnings about rules that can be played all the same.
    #[wasm_bindgen(getter, unchecked_return_type = "Problem[]")]
    pub fn warnings(&self) -> JsValue {
        to_js(&problem_list(self.variant.resolved().warnings()))
    }

    /// The value of a key, such as `"tiles.hand"`; `undefined` if these rules have no such key.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn value(&self, key: &str) -> JsValue {
        self.variant.resolved().value(key).map_or(JsValue::UNDEFINED, to_js)
    }

    /// All rules as in the first line of a record: `name`, and an object for each table of keys.
    #[wasm_bindgen(js_name = toObject, unchecked_return_type = "Record<string, unknown>")]
    pub fn to_object(&self) -> JsValue {
        to_js(&self.variant.resolved().to_json_in_order())
    }

    /// All values as one TOML file without a parent; with `provenance`, a comment after each value
    /// says where it comes from.
    #[wasm_bindgen(js_name = toToml)]
    pub fn to_toml(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "{ provenance?: boolean }")]
        options: JsValue,
    ) -> Result<String, JsValue> {
        let TomlOptions { provenance } = self::options(&options)?;
        guard(|| Ok(self.variant.resolved().to_toml(provenance)))
    }

    /// The keys of rule-set files that a name stands for, or all; those of the scripts of these
    /// rules are among them.
    ///
    /// @throws a `RuleSetError` if there is no such key
    #[wasm_bindgen(unchecked_return_type = "KeyDoc[]")]
    pub fn explain(&self, name: Option<String>) -> Result<JsValue, JsValue> {
        let keys = guard(|| {
            let catalog = self.variant.resolved().catalog(&*REGISTRY);
            keys_in_order(catalog, name.as_deref())
                .map_err(|problem| Fault::rules(&(*problem).into()))
        })?;
        Ok(to_js(&keys))
    }
}

/// The names of the editions and variants that come with the package.
#[wasm_bindgen(js_name = ruleSets)]
pub fn rule_sets() -> Vec<String> {
    names(BUILT_INS)
}

/// The names of the house rules that come with the package. Most can be mixed into any rule set:
/// `"seas+big-board"`. Rules in scripts are the last of them.
#[wasm_bindgen(js_name = houseRules)]
pub fn house_rules() -> Vec<String> {
    [names(HOUSE_RULES), names(SCRIPTED)].concat()
}

fn names(list: &[BuiltIn]) -> Vec<String> {
    list.iter().map(|built_in| built_in.name.to_owned()).collect()
}

/// What two rule sets do differently: each key with its meaning and both values, as
/// `tsuro rules diff --json` prints it.
#[wasm_bindgen(unchecked_return_type = "Differences")]
pub fn differences(a: &RulesArgument, b: &RulesArgument) -> Result<JsValue, JsValue> {
    let (a, b) = (a.rules()?, b.rules()?);
    let found =
        guard(|| Ok(diff_in_order(a.variant.resolved(), b.variant.resolved(), &*REGISTRY)))?;
    Ok(to_js(&found))
}

/// The differences as text: for each key its meaning, then the value of each rule set.
#[wasm_bindgen(js_name = differencesText)]
pub fn differences_text(a: &RulesArgument, b: &RulesArgument) -> Result<String, JsValue> {
    let (a, b) = (a.rules()?, b.rules()?);
    guard(|| Ok(diff_text(a.variant.resolved(), b.variant.resolved(), &*REGISTRY)))
}

/// The JSON Schema of rule-set files.
#[wasm_bindgen(unchecked_return_type = "Record<string, unknown>")]
pub fn schema() -> Result<JsValue, JsValue> {
    Ok(to_js(&guard(|| Ok(schema_in_order(&*REGISTRY)))?))
}

/// The version of the engine.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// How a game ended, as a document: an `Ending`.
pub fn ending_document(ending: &tsuro::game::Ending) -> Json {
    let winners: Vec<u8> = ending.winners.iter().map(tsuro::game::Seat::number).collect();
    json!({ "winners": winners, "outcome": ending.outcome.name() })
}
