# Everyday commands. `just` without arguments lists them.

_list:
    @just --list

# All checks that a change has to pass
ci:
    .ci/run

# All tests
test:
    cargo test --locked

# Try out what reports promise: coverage, error rates, power; takes some minutes (docs/comparing.md
# has the figures)
calibration:
    cargo test --locked --test all calibration:: -- --ignored --nocapture --test-threads 1
    cargo test --locked --lib as_often_as_promised -- --ignored --nocapture

# Check in very many games that bots choose legally
legality:
    cargo test --locked --test all bot_legality:: -- --ignored --nocapture

# Compare both implementations of the rules in very many games and mixtures, and see in many games
# that every rule set keeps what rules must keep
agreement:
    cargo test --locked --test all -- --ignored --nocapture \
        slow_agrees:: in_many_games every_edited_record in_many_calls

# Check what one edit breaks, as fast as that can be: just check -p tsuro-program
check *args:
    cargo check --all-targets {{args}}

# The tests whose names have this in them: just t lanterns, or just t NAME -p tsuro-lab for the unit
# tests of a package
t name *args="-p tsuro-program --test all":
    cargo test --locked {{args}} {{name}}

# The slow tests, the tests of the Python package and its speed too, and a check of the dependencies
# (needs uv and cargo-deny)
long: && long-python speed-python deny
    cargo test --locked -- --ignored

# The tests of the Python package, the long ones too: every kit on every edition, clusters,
# training, and that the program goes on with what Python has begun (needs uv)
long-python:
    cargo build --release --locked -p tsuro-program --no-default-features
    cd python && uv sync --locked && \
        TSURO_PROGRAM=../target/release/tsuro uv run pytest -q -m "long or not long"
    .ci/learners --long

# Measure the environments of the Python package beside the engine and beside other libraries (needs
# uv)
speed-python:
    cargo build --release --locked -p tsuro-program --no-default-features
    cd python && uv run --locked --with "pettingzoo[classic]" --with pgx --with rlcard \
        python benches/speed.py --program ../target/release/tsuro

# Fuzz a target for some seconds (needs cargo-fuzz and a nightly toolchain); CONTRIBUTING.md lists
# the targets
fuzz target seconds="600":
    mkdir -p fuzz/corpus/{{target}}
    cargo +nightly fuzz run {{target}} fuzz/corpus/{{target}} \
        $(sed -n 's/^{{target}} //p' fuzz/seeds.txt) -- \
        -max_total_time={{seconds}} -timeout=20 -rss_limit_mb=1024 -malloc_limit_mb=512 \
        -max_len=16000

# Measure the engine: beside a bare kernel, in parts, with arrays for programs that learn, and in
# instructions a game (needs valgrind)
bench:
    cargo bench --bench yardstick
    cargo bench --bench engine
    cargo bench --bench tensors
    benches/instructions.sh

# Rewrite the golden files; read the difference before you commit it
bless:
    TSURO_BLESS=1 cargo test --locked
    git diff --stat

# Rewrite the pages of docs/rules from the scenarios
pages:
    cargo run --quiet --profile test --locked -- test tests/scenarios examples/scripts_suite.toml \
        --pages docs/rules

# Format the code
fmt:
    cargo fmt

# Lint the code, as strictly as CI does
lint:
    cargo clippy --all-targets --locked -- -D warnings

# Build the Python package, and test it as it is installed
python:
    .ci/python

# Build the npm package, and test it in Node
wasm:
    .ci/wasm

# Check that every combination of features builds without warnings
features:
    .ci/features

# Build the documentation of the library, as strictly as CI does
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --document-private-items --locked

# Change the code of the engine in small ways, and see whether a test notices: just mutants every
# 100, just mutants changed, just mutants all
mutants *args:
    .ci/mutants {{args}}

# Which lines the fast tests run, for each folder of src/; the lines that they do not run in these:
# just coverage src/board
coverage *args:
    .ci/coverage {{args}}

# Misuse of memory, by Miri or AddressSanitizer
memory *args:
    .ci/memory {{args}}

# Check that the engine compiles for WebAssembly and the program for Windows
compiles *args:
    .ci/compiles {{args}}

# Play on a machine of 32 bits and on one with the high byte first, in emulators, and compare what
# comes of it; just machines --all
machines *args:
    .ci/machines {{args}}

# Make and test what a release consists of, or some parts of it; just release --twice program
release *args:
    release/make {{args}}

# What breaks for users of the library since the last release, or since a commit
semver *args:
    .ci/semver {{args}}

# Check licences, advisories, duplicates and sources of the dependencies (needs cargo-deny)
deny:
    cargo deny --workspace check

# A game in the terminal
play *args:
    cargo run --release -- play {{args}}
