//! Prints how strong the suites are: which changes of rules they notice (`--mutate`), and what they
//! exercise (`--coverage`).

use super::super::output::{print, print_json, print_json_each};
use super::super::{Context, Exit, problem, refuse, usage};
use super::Args;
use std::fmt::Write as _;
use tsuro_suite::{Baseline, Mutation, MutationError, Suite, bases, cover};

/// Changes one key of each rule set at a time, and prints which changes the suites notice.
pub(super) fn mutate(args: &Args, context: &Context, suites: &[Suite]) -> Result<Exit, Exit> {
    let mut all = Vec::new();
    for rules in &args.mutate {
        let base = Baseline::new(suites, rules, &context.registry, &context.files, &|_, _| true)
            .map_err(|why| match why {
                MutationError::Rules(problems) => refuse(&problems),
                MutationError::NoScenario(_) => usage(why),
                MutationError::Failing(_) => problem(why),
            })?;
        let base = if args.own { base.own_keys() } else { base };
        all.push(base.judge(args.jobs()));
    }
    if args.json {
        print_json_each(all.iter().map(Mutation::to_json_in_order).collect())?;
    } else {
        let mut text = String::new();
        for mutation in &all {
            write_words(&mut text, mutation);
        }
        print(&text)?;
    }
    let enough = |mutation: &Mutation| {
        args.at_least.is_none_or(|least| mutation.score() * 100.0 >= f64::from(least))
    };
    Ok(if all.iter().all(enough) { Exit::Fine } else { Exit::Problems })
}

fn write_words(text: &mut String, mutation: &Mutation) {
    let (count, caught) = (mutation.judged.len(), mutation.caught());
    let (rules, scenarios, percent) =
        (&mutation.rules, mutation.scenarios, mutation.score() * 100.0);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{rules}: {caught} of {count} changes are noticed by {scenarios} scenarios: {percent:.1} %"
    );
    if caught < count {
        let _ = writeln!(text, "not noticed:");
    }
    for mutant in mutation.survivors() {
        let _ = writeln!(text, "  {}", mutant.describe());
    }
}

/// Prints which rules, keys and effects the suites exercise.
pub(super) fn coverage(args: &Args, context: &Context, suites: &[Suite]) -> Result<Exit, Exit> {
    let rules = if args.rules.is_empty() { bases(suites) } else { args.rules.clone() };
    let covered = cover(suites, &rules, &context.registry, &context.files);
    if args.json {
        print_json(&covered.to_json_in_order())?;
        return Ok(Exit::Fine);
    }
    let mut text = String::new();
    let about = covered.ids.iter().filter(|(_, count)| *count > 0).count();
    let _ = writeln!(text, "rules: scenarios are about {about} of {}", covered.ids.len());
    let never: Vec<&str> = covered.never().collect();
    if !never.is_empty() {
        let _ = writeln!(text, "  none about {}", in_runs(&never).join(", "));
    }
    for set in &covered.rule_sets {
        let exercised = set.keys.iter().filter(|(_, exercised)| *exercised).count();
        let _ = writeln!(
            text,
            "\n{}: something depends on {exercised} of {} keys",
            set.rules,
            set.keys.len()
        );
        for (key, _) in set.keys.iter().filter(|(_, exercised)| !exercised) {
            let _ = writeln!(text, "  nothing on {key}");
        }
        let never = set.happened.never().count();
        let points = set.happened.points().len();
        let _ = writeln!(text, "  {} of {points} effects of the rules occurred", points - never);
        for point in set.happened.never() {
            let ids =
                if point.rules.is_empty() { String::new() } else { format!(" ({})", point.rules) };
            let _ = writeln!(text, "  never: {}{ids}: {}", point.name, point.doc);
        }
    }
    print(&text)?;
    Ok(Exit::Fine)
}

/// Rule ids, with consecutive ones as a range: `C1–C4`.
fn in_runs(ids: &[&str]) -> Vec<String> {
    let parts = |id: &str| Some((id.get(..1)?.to_owned(), id.get(1..)?.parse::<u32>().ok()?));
    let mut found: Vec<(&str, &str)> = Vec::new();
    for &id in ids {
        match found.last_mut() {
            Some((_, last))
                if parts(last)
                    .zip(parts(id))
                    .is_some_and(|((one, from), (other, to))| one == other && to == from + 1) =>
            {
                *last = id;
            }
            _ => found.push((id, id)),
        }
    }
    found
        .into_iter()
        .map(|(from, to)| if from == to { from.to_owned() } else { format!("{from}–{to}") })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn consecutive_ids_become_a_range() {
        assert_eq!(
            super::in_runs(&["T9", "C1", "C2", "C3", "C9", "C10", "house"]),
            ["T9", "C1–C3", "C9–C10", "house"]
        );
        assert!(super::in_runs(&[]).is_empty());
    }
}
