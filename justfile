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
    cargo test --locked --test all compare:: -- --ignored --nocapture

# Whether all that bots choose is legal, in very many games
legality:
    cargo test --locked --test all bot_legality:: -- --ignored --nocapture

# The long runs: every edit of every record, whatever else is too slow for every day, and the dependencies (needs cargo-deny)
long: && deny
    cargo test --locked -- --ignored

# Fuzz one way into the program for some seconds (needs cargo-fuzz and a nightly toolchain); CONTRIBUTING.md lists the targets
fuzz target seconds="600":
    mkdir -p fuzz/corpus/{{target}}
    cargo +nightly fuzz run {{target}} fuzz/corpus/{{target}} $(sed -n 's/^{{target}} //p' fuzz/seeds.txt) -- \
        -max_total_time={{seconds}} -timeout=20 -rss_limit_mb=1024 -malloc_limit_mb=512 -max_len=16000

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
