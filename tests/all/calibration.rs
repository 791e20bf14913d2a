//! What reports promise, tried out: how often intervals contain the truth, how often verdicts are wrong, and how often a difference is found. A
//! short form runs with every test; `just calibration` runs the long one, whose figures stand in `docs/comparing.md`.

use crate::common::games::variant;
use tsuro::lab::Progress;
use tsuro::lab::compare::{Difference, Experiment, Finding, Plan, PlanSide, Tally, Terms, Verdict, findings_for};
use tsuro::lab::metrics::{Family, Metric};
use tsuro::lab::stats::Confidence;
use tsuro::ruleset::Variant;

/// Number of blocks whose sums are kept together.
const CHUNK: u64 = 10;

/// Many blocks of one experiment, in pieces of which runs of any length are put together.
struct Pool {
    plan: Plan,
    chunks: Vec<Tally>,
}

impl Pool {
    fn new(rules: &[&str], players: u8, bots: &str, unpaired: bool, families: &[Family], blocks: u64, seed: &str) -> Self {
        let variants: Vec<Variant> = rules.iter().map(|rules| variant(rules)).collect();
        let sides = variants.iter().map(PlanSide::new).collect();
        let plan = Plan::new(sides, &[players], &[bots.to_owned()], seed.to_owned(), unpaired, families).unwrap();
        let experiment = Experiment::new(&plan, variants.iter().collect()).unwrap();
        let play = |chunk: u64| experiment.play(chunk * CHUNK..(chunk + 1) * CHUNK, 1, &Progress::default()).0;
        let half = blocks / CHUNK / 2;
        let chunks = std::thread::scope(|scope| {
            let first = scope.spawn(|| (0..half).map(play).collect::<Vec<_>>());
            let second: Vec<Tally> = (half..blocks / CHUNK).map(play).collect();
            let mut all = first.join().unwrap();
            all.extend(second);
            all
        });
        Self { plan, chunks }
    }

    /// The sums of some chunks together.
    fn sum(&self, chunks: std::ops::Range<usize>) -> Tally {
        let mut whole = Tally::new(&self.plan);
        self.chunks[chunks].iter().for_each(|chunk| whole.merge(chunk));
        whole
    }

    /// The runs of this many blocks that do not overlap.
    fn runs(&self, blocks: u64) -> impl Iterator<Item = Tally> {
        let length = (blocks / CHUNK) as usize;
        (0..self.chunks.len() / length).map(move |run| self.sum(run * length..(run + 1) * length))
    }

    /// What is found in some games, if exactly these were planned.
    fn findings(&self, tally: &Tally, wanted: impl Fn(&Metric) -> bool) -> Vec<Finding> {
        findings_for(&self.plan, tally, &Terms::new(Confidence::Fixed, 0.01), wanted)
    }

    /// The true difference in one metric, as all blocks together show it.
    fn truth(&self, name: &str) -> f64 {
        difference(&self.findings(&self.sum(0..self.chunks.len()), |_| true), name).value
    }
}

fn difference(findings: &[Finding], name: &str) -> Difference {
    findings.iter().find(|finding| finding.name == name).and_then(|finding| finding.difference).unwrap_or_else(|| panic!("no {name}"))
}

/// A share that was found in some tries, with its Monte-Carlo error.
#[derive(Clone, Copy, Default)]
struct Share {
    hits: u64,
    tries: u64,
}

impl Share {
    fn add(&mut self, hit: bool) {
        self.hits += u64::from(hit);
        self.tries += 1;
    }

    fn value(self) -> f64 {
        self.hits as f64 / self.tries.max(1) as f64
    }

    /// The standard error where the share is `promised`.
    fn error(self, promised: f64) -> f64 {
        (promised * (1.0 - promised) / self.tries.max(1) as f64).sqrt()
    }

    /// Whether it is at most as promised, but for what chance explains in one of a thousand tries.
    fn is_at_most(self, promised: f64) -> bool {
        self.value() <= promised + 3.1 * self.error(promised)
    }

    /// Whether it is at least as promised, but for what chance explains.
    fn is_at_least(self, promised: f64) -> bool {
        self.value() >= promised - 3.1 * self.error(promised)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (value, tries) = (self.value(), self.tries.max(1) as f64);
        let error = (value * (1.0 - value) / tries).sqrt().max(1.0 / tries / 2.0);
        write!(f, "{:.1} % (± {:.1}; {} of {})", 100.0 * value, 100.0 * error, self.hits, self.tries)
    }
}

fn show(what: &str, promised: &str, found: Share) {
    println!("| {what} | {promised} | {found} |");
}

/// Differences of few blocks: how often the interval of each length of run contains the truth, and how often "no difference that matters" is said
/// although the difference is beyond the margin.
fn sparse(pool: &Pool, name: &str, blocks: u64) -> (Share, Share) {
    let truth = pool.truth(name);
    let (mut covered, mut wrong) = (Share::default(), Share::default());
    for run in pool.runs(blocks) {
        let found = difference(&pool.findings(&run, |_| true), name);
        covered.add(found.interval.0 <= truth && truth <= found.interval.1);
        let slight = matches!(found.verdict, Verdict::Equivalent | Verdict::SlightlyHigher | Verdict::SlightlyLower);
        wrong.add(slight && truth.abs() > found.margin);
    }
    (covered, wrong)
}

#[test]
#[ignore = "takes minutes: `just calibration`"]
fn intervals_where_few_blocks_differ() {
    let families = [Family::Outcome, Family::Length, Family::Causes];
    let pool = Pool::new(&["classic", "own-squares"], 2, "greedy", false, &families, 60_000, "sparse");
    for (name, lengths) in [
        ("turns", &[10, 50, 100, 200, 1000][..]),
        ("out-edge", &[100, 200, 1000]),
        ("turns-low", &[300, 1000]),
        ("turns-median", &[300]),
        ("rounds-low", &[300]),
        ("turns-sd", &[300]),
        ("ties", &[100, 300]),
        ("win-share-0", &[100, 300]),
        ("sat-out", &[100, 300]),
    ] {
        for &blocks in lengths {
            let (covered, wrong) = sparse(&pool, name, blocks);
            show(&format!("paired {name}, {blocks} games"), "≥ 95 %", covered);
            show(&format!("\"no difference that matters\" in {name} though there is one ({:+.4}), {blocks} games", pool.truth(name)), "≤ 5 %", wrong);
        }
    }
}
