//! `tsuro.RuleSet`, and what there is to know about rule sets.

use crate::arguments;
use crate::convert::{numbers, result, to_python, tuple, type_name};
use crate::errors::{self, guard, raise};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use tsuro::rules::Registry;
use tsuro::ruleset::{
    BUILT_INS, BuiltIn, BuiltIns, HOUSE_RULES, LoadError, Loader, Problems, SCRIPTED, Source,
    SourceId, Variant, diff, diff_text, keys_json,
};
use tsuro_world::RuleFiles;

/// The rules that rule sets can choose from.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::default);

/// The version of pickled rule sets.
const PICKLE: u32 = 1;

/// Where a rule set comes from.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A reference to a built-in one.
    Reference(String),
    /// A text with its name.
    Text(String, String),
    /// A path, with changes after it.
    File(String),
    /// The first line of a record.
    Record,
}

/// A rule set, compiled: what games are played under.
///
/// It comes from `RuleSet.load`, `RuleSet.from_text` or `RuleSet.from_file`. Two are equal if they
/// mean the same rules, whatever they are called. It can be pickled.
#[pyclass(module = "tsuro", frozen)]
#[derive(Debug, Clone)]
pub struct RuleSet {
    pub variant: Arc<Variant>,
    pub origin: Origin,
}

impl RuleSet {
    /// The rule set of a record.
    pub fn of_record(variant: Arc<Variant>) -> Self {
        Self { variant, origin: Origin::Record }
    }

    /// Loads a rule set by a reference.
    pub fn by_reference(py: Python<'_>, reference: &str) -> PyResult<Self> {
        Self::compile(py, Origin::Reference(reference.to_owned()))
    }

    /// A rule set that was given as a reference or as a rule set.
    pub fn from_argument(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(loaded) = value.cast::<Self>() {
            return Ok(loaded.get().clone());
        }
        if value.is_instance_of::<PyString>() {
            return Self::by_reference(value.py(), &value.extract::<String>()?);
        }
        Err(PyTypeError::new_err(format!(
            "rules: a reference such as 'seas+hand=4' or a RuleSet is needed, not {}",
            type_name(value)
        )))
    }

    fn compile(py: Python<'_>, origin: Origin) -> PyResult<Self> {
        let variant = guard(py, || Ok(py.detach(|| origin.load())))?;
        Ok(Self {
            variant: Arc::new(variant.map_err(|problems| errors::rule_set(py, &problems))?),
            origin,
        })
    }

    /// What a suite is told to load, and the loader that finds it. The rules of a record have no
    /// text of their own.
    pub fn reference(&self) -> Option<&str> {
        match &self.origin {
            Origin::Reference(reference) | Origin::Text(reference, _) | Origin::File(reference) => {
                Some(reference)
            }
            Origin::Record => None,
        }
    }
}

impl Origin {
    /// Calls `work` with the loader of this origin.
    pub fn with_loader<T>(&self, work: impl FnOnce(&dyn Loader) -> T) -> T {
        match self {
            Self::Reference(_) | Self::Record => work(&BuiltIns),
            Self::Text(name, text) => work(&OneText { name, text }),
            Self::File(_) => work(&RuleFiles::default()),
        }
    }

    fn load(&self) -> Result<Variant, Problems> {
        match self {
            Self::Text(name, text) => Variant::new(
                tsuro::ruleset::resolve(OneText { name, text }.source(), &BuiltIns, &*REGISTRY)?,
                &REGISTRY,
            ),
            Self::Reference(reference) | Self::File(reference) => {
                self.with_loader(|loader| Variant::load(reference, loader, &REGISTRY))
            }
            Self::Record => unreachable!("the rules of a record are compiled with it"),
        }
    }
}

/// A loader that knows one text by its name, before the built-in rule sets.
struct OneText<'a> {
    /// The name of the text.
    name: &'a str,
    /// The text.
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

#[pymethods]
impl RuleSet {
    /// Loads a rule set that comes with the package, by its name, with mixins and changes after a
    /// `+`: `"seas"`, `"classic+big-board"`, `"seas+hand=4+minimum=5"`. No file is opened.
    #[staticmethod]
    fn load(py: Python<'_>, reference: &str) -> PyResult<Self> {
        Self::by_reference(py, reference)
    }

    /// Makes a rule set from a TOML text in the language of rule-set files. `name` is what problems
    /// call the text, and the name of the rule set if the text gives none. Its parents and mixins
    /// have to come with the package.
    #[staticmethod]
    #[pyo3(signature = (text, name = "text"))]
    fn from_text(py: Python<'_>, text: &str, name: &str) -> PyResult<Self> {
        Self::compile(py, Origin::Text(name.to_owned(), text.to_owned()))
    }

    /// Reads a rule-set file. Its parents may be other files, relative to it. `changes` are mixins
    /// and changes of keys, as after the name in `RuleSet.load`: `"hand=4+minimum=5"`.
    #[staticmethod]
    #[pyo3(signature = (path, changes = ""))]
    fn from_file(py: Python<'_>, path: PathBuf, changes: &str) -> PyResult<Self> {
        let Some(mut reference) = path.to_str().map(str::to_owned) else {
            return Err(errors::argument(
                py,
                format!("path: {} is not UTF-8 text", path.display()),
            ));
        };
        if !reference.ends_with(".toml") {
            return Err(errors::argument(
                py,
                format!("path: {reference}: the name of a rule-set file ends in .toml"),
            ));
        }
        if !changes.is_empty() {
            reference = format!("{reference}+{changes}");
        }
        Self::compile(py, Origin::File(reference))
    }

    /// The name, with changes: `"seas+hand=4"`.
    #[getter]
    fn name(&self) -> &str {
        self.variant.name()
    }

    /// The title that lists show.
    #[getter]
    fn title(&self) -> &str {
        self.variant.resolved().title()
    }

    /// One line on what it is like to play; may be empty.
    #[getter]
    fn summary(&self) -> &str {
        self.variant.resolved().summary()
    }

    /// Where the rules come from; may be empty.
    #[getter]
    fn source(&self) -> &str {
        self.variant.resolved().source()
    }

    /// The rule hash: the same for rule sets that mean the same.
    #[getter]
    fn hash(&self) -> &str {
        self.variant.hash()
    }

    /// The numbers of players that can play, ascending.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        numbers(py, self.variant.players().iter())
    }

    /// Warnings about rules that can be played all the same.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        errors::problem_list(py, self.variant.resolved().warnings())
    }

    /// All rules as in the first line of a record: `name`, and a dictionary for each table of keys.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.variant.resolved().to_json())
    }

    /// All values as one TOML file without a parent; with `provenance`, a comment after each value
    /// says where it comes from.
    #[pyo3(signature = (*, provenance = false))]
    fn to_toml(&self, provenance: bool) -> String {
        self.variant.resolved().to_toml(provenance)
    }

    /// The value of a key, such as `"tiles.hand"`.
    ///
    /// Raises `KeyError` if these rules have no such key.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.variant.resolved().value(key) {
            Some(value) => to_python(py, value),
            None => Err(pyo3::exceptions::PyKeyError::new_err(key.to_owned())),
        }
    }

    /// The keys on which another rule set differs, in the order of the keys.
    fn diff<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let other = Self::from_argument(other)?;
        let differences =
            guard(py, || Ok(diff(self.variant.resolved(), other.variant.resolved(), &*REGISTRY)))?;
        let one = |difference: &tsuro::ruleset::KeyDifference| {
            let value = |value: &Option<serde_json::Value>| {
                value.as_ref().map(|value| to_python(py, value)).transpose()
            };
            result!(py, "Difference", {
                key: &difference.key,
                doc: &difference.doc,
                values: (value(&difference.values[0])?, value(&difference.values[1])?),
                words: (&difference.words[0], &difference.words[1]),
            })
        };
        tuple(py, differences.iter().map(one))
    }

    /// The differences as text: for each key its meaning, then the value of each rule set.
    fn diff_text(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<String> {
        let other = Self::from_argument(other)?;
        guard(py, || Ok(diff_text(self.variant.resolved(), other.variant.resolved(), &*REGISTRY)))
    }

    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        Ok(match other.cast::<Self>() {
            Ok(other) => (other.get().variant.hash() == self.variant.hash())
                .into_pyobject(py)?
                .to_owned()
                .into_any(),
            Err(_) => py.NotImplemented().into_bound(py),
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.variant.hash().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<tsuro.RuleSet {}, {} players>", self.variant.name(), self.variant.players())
    }

    fn __str__(&self) -> &str {
        self.variant.resolved().title()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let own = slf.get();
        let (kind, name, text) = match &own.origin {
            Origin::Reference(reference) => ("reference", reference.clone(), String::new()),
            Origin::Text(name, text) => ("text", name.clone(), text.clone()),
            Origin::File(_) | Origin::Record => {
                ("text", own.variant.name().to_owned(), own.variant.resolved().to_toml(false))
            }
        };
        let arguments = PyTuple::new(
            py,
            [PICKLE.into_pyobject(py)?.into_any(), kind.into_pyobject(py)?.into_any()],
        )?;
        let rest = PyTuple::new(py, [name, text, own.variant.hash().to_owned()])?;
        let arguments = arguments.add(rest)?.cast_into::<PyTuple>()?;
        Ok((py.import("tsuro._core")?.getattr("_unpickle_rule_set")?, arguments))
    }
}

/// Makes a rule set from its pickle.
#[pyfunction]
pub fn _unpickle_rule_set(
    py: Python<'_>,
    version: &Bound<'_, PyAny>,
    kind: &str,
    name: String,
    text: String,
    hash: &str,
) -> PyResult<RuleSet> {
    arguments::version(py, version, PICKLE, |given| {
        format!(
            "a rule set was pickled in version {given} of its form, and this package reads version \
             {PICKLE}"
        )
    })?;
    let origin =
        if kind == "reference" { Origin::Reference(name) } else { Origin::Text(name, text) };
    let rules = RuleSet::compile(py, origin)?;
    if rules.variant.hash() != hash {
        let why = format!(
            "the rule set {} was pickled with the rules {hash}, and has the rules {} here",
            rules.variant.name(),
            rules.variant.hash()
        );
        return Err(raise(py, "SnapshotError", (why,)));
    }
    Ok(rules)
}

/// The names of the rule sets that come with the package: editions and variants, or house rules,
/// with house rules in scripts last.
#[pyfunction]
pub fn rule_set_names(py: Python<'_>, house: bool) -> PyResult<Bound<'_, PyTuple>> {
    let (list, more): (&[BuiltIn], &[BuiltIn]) =
        if house { (HOUSE_RULES, SCRIPTED) } else { (BUILT_INS, &[]) };
    let names: Vec<&str> = list.iter().chain(more).map(|built_in| built_in.name).collect();
    PyTuple::new(py, names)
}

/// The reference of all keys of rule-set files, or of the keys that a name stands for; with a rule
/// set, the keys of its scripts are among them.
#[pyfunction]
pub fn keys<'py>(
    py: Python<'py>,
    name: Option<&str>,
    rules: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = rules.map(RuleSet::from_argument).transpose()?;
    let known = match &rules {
        Some(rules) => rules.variant.resolved().catalog(&*REGISTRY),
        None => &*REGISTRY,
    };
    match keys_json(known, name) {
        Ok(keys) => to_python(py, &keys),
        Err(problem) => Err(errors::rule_set(py, &(*problem).into())),
    }
}

/// The JSON Schema of rule-set files.
#[pyfunction]
pub fn schema(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &tsuro::ruleset::schema(&*REGISTRY))
}
