# shellcheck shell=bash disable=SC2154 # the variables of release/make, which reads this file
# The engine as a crate, and the program as `cargo install` builds it.

# The most bytes of the packaged crate.
MOST_CRATE=2000000

make_crate() {
    local name=tsuro-$version.crate bytes before
    # The release before this one, which may have its tag already.
    before=$(git describe --tags --abbrev=0 --match 'v[0-9]*.[0-9]*.[0-9]*' HEAD^ 2>/dev/null) ||
        true
    run .ci/semver ${before:+"$before"}
    # Builds the engine from what is in the package.
    run cargo package --locked -p tsuro
    cp "$CARGO_TARGET_DIR/package/$name" "$out"
    bytes=$(wc -c <"$out/$name")
    echo "$name: $bytes bytes of at most $MOST_CRATE"
    ((bytes <= MOST_CRATE))

    new_root
    run cargo install --locked --path crates/program --root "$root"
    mkdir "$root/state"
    try_program "$root/state" "$root/bin/tsuro"
}
