//! The functions of the language that look at whole lists and maps, each of which would count as
//! one step: these count a step for every item, and are faster.

use super::live::{VerbResult, wrong};
use super::steps::charge;
use super::values::to_json;
use rhai::{Array, Dynamic, Engine, INT, ImmutableString, Map};

/// Whether two values are the same. Functions are like none.
fn same(one: &Dynamic, other: &Dynamic) -> bool {
    if let (Ok(one), Ok(other)) = (one.as_int(), other.as_int()) {
        return one == other;
    }
    if let (Some(one), Some(other)) =
        (one.read_lock::<ImmutableString>(), other.read_lock::<ImmutableString>())
    {
        return *one == *other;
    }
    if let (Some(one), Some(other)) = (one.read_lock::<Array>(), other.read_lock::<Array>()) {
        return same_lists(&one, &other);
    }
    if let (Some(one), Some(other)) = (one.read_lock::<Map>(), other.read_lock::<Map>()) {
        return same_maps(&one, &other);
    }
    let is_unit = one.is_unit() && other.is_unit();
    let are_flags =
        matches!((one.as_bool(), other.as_bool()), (Ok(one), Ok(other)) if one == other);
    is_unit
        || are_flags
        || matches!((one.as_char(), other.as_char()), (Ok(one), Ok(other)) if one == other)
}

fn same_lists(one: &[Dynamic], other: &[Dynamic]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
}

fn same_maps(one: &Map, other: &Map) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|((key, one), (known, other))| key == known && same(one, other))
}

/// How many values there are in a value, itself included.
fn size(value: &Dynamic) -> u64 {
    if let Some(list) = value.read_lock::<Array>() {
        return 1 + list.iter().map(size).sum::<u64>();
    }
    value.read_lock::<Map>().map_or(1, |map| 1 + map.values().map(size).sum::<u64>())
}

fn size_of_list(list: &[Dynamic]) -> u64 {
    list.iter().map(size).sum()
}

fn size_of_map(map: &Map) -> u64 {
    map.values().map(size).sum()
}

/// The first place of a value in a list from a place on; -1: there is none.
fn index_of(list: &[Dynamic], value: &Dynamic, from: INT) -> INT {
    charge(size_of_list(list));
    let len = INT::try_from(list.len()).unwrap_or(INT::MAX);
    let from = if from < 0 { (len + from).max(0) } else { from };
    let found = list
        .iter()
        .enumerate()
        .skip(from.try_into().unwrap_or(usize::MAX))
        .find(|(_, item)| same(item, value));
    found.and_then(|(at, _)| at.try_into().ok()).unwrap_or(-1)
}

/// Sorts a list of numbers or of texts.
fn sort(list: &mut Array) -> VerbResult {
    let len = list.len() as u64;
    charge(len * u64::from(len.checked_ilog2().unwrap_or_default()) / 4 + len);
    if list.iter().all(Dynamic::is_int) {
        list.sort_by_key(|item| item.as_int().unwrap_or_default());
    } else if list.iter().all(Dynamic::is_string) {
        list.sort_by_cached_key(|item| {
            item.read_lock::<ImmutableString>().map(|text| text.clone())
        });
    } else {
        return Err(wrong("`sort` takes a list of numbers or a list of texts"));
    }
    Ok(Dynamic::UNIT)
}

/// A list or map as a text.
fn in_words(value: &Dynamic) -> VerbResult {
    charge(size(value) * 4);
    Ok(to_json(value)
        .map_err(|why| wrong(format!("`to_string` takes values that can be written down: {why}")))?
        .to_string()
        .into())
}

/// Registers these functions instead of the language's own.
pub(super) fn register(engine: &mut Engine) {
    engine
        .register_fn("contains", |list: &mut Array, value: Dynamic| index_of(list, &value, 0) >= 0);
    engine.register_fn("index_of", |list: &mut Array, value: Dynamic| index_of(list, &value, 0));
    engine.register_fn("index_of", |list: &mut Array, value: Dynamic, from: INT| {
        index_of(list, &value, from)
    });
    engine.register_fn("dedup", |list: &mut Array| {
        charge(size_of_list(list));
        list.dedup_by(|one, other| same(one, other));
    });
    engine.register_fn("sort", sort);
    engine.register_fn("==", |one: Array, other: Array| {
        charge(size_of_list(&one));
        same_lists(&one, &other)
    });
    engine.register_fn("!=", |one: Array, other: Array| {
        charge(size_of_list(&one));
        !same_lists(&one, &other)
    });
    engine.register_fn("==", |one: Map, other: Map| {
        charge(size_of_map(&one));
        same_maps(&one, &other)
    });
    engine.register_fn("!=", |one: Map, other: Map| {
        charge(size_of_map(&one));
        !same_maps(&one, &other)
    });
    for name in ["to_string", "to_debug"] {
        engine.register_fn(name, |list: &mut Array| in_words(&list.clone().into()));
        engine.register_fn(name, |map: &mut Map| in_words(&map.clone().into()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::program::engine;

    #[test]
    fn lists_and_maps_are_compared_searched_and_sorted_as_the_language_does() {
        for is_so in [
            "[1, [2, \"x\"], ()] == [1, [2, \"x\"], ()]",
            "[1] != [2] && [1] != [1, 1] && [1] != [\"1\"] && [true] != [1]",
            "#{ a: [1], b: #{} } == #{ b: #{}, a: [1] } && #{ a: 1 } != #{ b: 1 }",
            "[3, \"c3\"].contains(\"c3\") && ![3].contains(\"3\") && 3 in [1, 3] && !(4 in [1, 3])",
            "[5, 6, 5].index_of(5) == 0 && [5, 6, 5].index_of(5, 1) == 2 && [5].index_of(7) == -1 \
             && [5, 6].index_of(6, -1) == 1",
            "let a = [1, 1, 2, 1]; a.dedup(); a == [1, 2, 1]",
            "let a = [3, 1, 2]; a.sort(); let b = [\"b\", \"a\"]; b.sort(); a == [1, 2, 3] && b == \
             [\"a\", \"b\"]",
            "[1, \"a\"].to_string() == `[1,\"a\"]`",
            "let list = [1]; `x${list}` == \"x[1]\"",
            "let map = #{ a: 1 }; map.to_string() == `{\"a\":1}`",
        ] {
            assert_eq!(
                engine().eval::<bool>(is_so).map_err(|why| why.to_string()),
                Ok(true),
                "{is_so}"
            );
        }
        assert!(
            engine()
                .eval::<()>("let a = [1, \"a\"]; a.sort();")
                .unwrap_err()
                .to_string()
                .contains("list of numbers")
        );
    }

    #[test]
    fn whole_lists_count_as_many_steps_as_they_have_items() {
        super::super::steps::begin_call(1_000);
        let found = engine()
            .eval::<bool>("let a = []; a.pad(300, 7); for n in 0..5 { a.contains(8); } true");
        assert!(format!("{:?}", found.unwrap_err()).contains("more than 1000 steps"));
        super::super::steps::begin_call(super::super::steps::STEPS_OF_A_CALL);
    }
}
