# The commands of every day. `just` without a name lists them.

_list:
    @just --list

# Everything that has to hold before a change goes in
ci:
    .ci/run

# All tests
test:
    cargo test --locked

# Whether intervals keep their promise, over 200 seeds
calibration:
    cargo test --locked --test compare -- --ignored --nocapture

# Whether all that bots choose is legal, in very many games
legality:
    cargo test --locked --test bot_legality -- --ignored --nocapture

# The long runs: every edit of every record, and whatever else is too slow for every day
long:
    cargo test --locked -- --ignored

# Fuzz the way of a rule-set file for some seconds (needs cargo-fuzz and a nightly toolchain)
fuzz seconds="600":
    mkdir -p fuzz/corpus/load_path
    cp tests/corpus/bad-rulesets/*.toml rulesets/*.toml rulesets/house/*.toml fuzz/seeds/*.toml fuzz/corpus/load_path/
    cargo +nightly fuzz run load_path -- -max_total_time={{seconds}} -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=512 -max_len=6000

# The engine beside bare kernels, its parts, and the instructions of a game (needs valgrind)
bench:
    cargo bench --bench yardstick
    cargo bench --bench engine
    benches/instructions.sh

# Write the golden files anew; look at the difference before committing it
bless:
    TSURO_BLESS=1 cargo test --locked
    git diff --stat

# Write the pages of docs/rules anew from the scenarios
pages:
    cargo run --quiet --locked -- test tests/scenarios --pages docs/rules

# Put the code into its form
fmt:
    cargo fmt

# What the compiler and clippy have to say, as strictly as in CI
lint:
    cargo clippy --all-targets --locked -- -D warnings

# The documentation of the library, warnings denied
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items --locked

# Licences, advisories, duplicates and sources of the dependencies (needs cargo-deny)
deny:
    cargo deny check

# A game in the terminal
play *args:
    cargo run --release -- play {{args}}
