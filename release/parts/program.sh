# shellcheck shell=bash disable=SC2154 # the variables of release/make, which reads this file
# The program, and its archive.

make_program() {
    local target name archive
    for target in $targets; do
        stage "$target"
        name=tsuro-$version-$target
        new_root
        if [[ $target == *-windows-* ]]; then
            archive=$out/$name.zip
            run "$python" release/pack "$staged" "$archive"
            "$python" -m zipfile -e "$archive" "$root"
        else
            archive=$out/$name.tar.gz
            run "$python" release/pack "$staged" "$archive"
            tar -xzf "$archive" -C "$root"
        fi
        cp "$staged/tsuro.cdx.json" "$out/$name.cdx.json"
        try_licences "$root/$name"
        # As it comes out of the archive.
        if [[ $target == *-linux-* ]]; then
            try_alone "$root/$name/tsuro" "$target"
        else
            try_program "$root" "$root/$name/tsuro"
        fi
        run ls -l "$archive"
    done
}

# Tries the program where there is no other file, but for an emulator if it needs one.
# Usage: try_alone PROGRAM TARGET
try_alone() {
    local command=(/tsuro) emulator=qemu-${2%%-*}-static
    need file file
    run file -b "$1" | grep -E 'static(-pie|ally) linked'
    new_root
    cp "$1" "$root/tsuro"
    if ! "$1" --version >/dev/null 2>&1; then
        need "$emulator" qemu-user-static
        cp "$(command -v "$emulator")" "$root/emulator"
        command=(/emulator /tsuro)
    fi
    mkdir -m 777 "$root/state"
    try_program /state in_root "$root" "${command[@]}"
    # It has the engine of sites in it.
    run in_root "$root" "${command[@]}" site /state/site
    [[ -s $root/state/site/index.html ]]
}

# Builds the program for a target, and lays it out as it is in its archive: sets `staged`.
# Usage: stage TARGET
staged_targets=''
stage() {
    local target=$1 build=build program=tsuro file
    staged=$work/$target/tsuro-$version-$target
    # Once in each run.
    [[ " $staged_targets " != *" $target "* ]] || return 0
    staged_targets="$staged_targets $target"
    if [[ -z ${TSURO_SITE_ENGINE:-} ]]; then
        run wrapped .ci/wasm site
        export TSURO_SITE_ENGINE=$top/wasm/site/pkg
    fi
    if [[ $target == *-linux-* ]]; then
        python_tools
        build=zigbuild
    fi
    [[ $target != *-windows-* ]] || program=tsuro.exe
    [[ $target == "$host" ]] || run rustup --quiet target add "$target"
    (
        without_paths
        run cargo "$build" --locked --release --target "$target" -p tsuro-program --features engine
    )
    rm -rf "$staged"
    mkdir -p "$staged"
    cp "$CARGO_TARGET_DIR/$target/release/$program" "$staged"
    cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$staged"
    list_crates "$target"

    # Completion in PowerShell is a line that asks the program: docs/command-line.md.
    [[ $target != *-windows-* ]] || return 0
    mkdir -p "$staged/completions" "$staged/man/man1"
    for file in bash:tsuro zsh:_tsuro fish:tsuro.fish; do
        named "$target" completions "${file%:*}" >"$staged/completions/${file#*:}"
    done
    named "$target" man "$staged/man/man1"
}

# Runs the staged program by its name without a folder, as shells will when they ask it for
# completions. Usage: named TARGET ARGUMENT...
named() {
    local emulator=qemu-${1%%-*}-static
    shift
    if "$staged/tsuro" --version >/dev/null 2>&1; then
        (exec -a tsuro "$staged/tsuro" "$@")
    else
        need "$emulator" qemu-user-static
        "$emulator" -0 tsuro "$staged/tsuro" "$@"
    fi
}

# Writes the licences of what is linked into the program, and a list of it.
# Usage: list_crates TARGET
list_crates() {
    "$python" release/licences program "$1" >"$staged/THIRD-PARTY.txt"
    bill_of_materials crates/program "$1" "$staged/tsuro.cdx.json" --features engine
}

# Writes a list of what a package links in, in the format of CycloneDX.
# Usage: bill_of_materials FOLDER TARGET FILE [OPTION]...
bill_of_materials() {
    cargo_tool cargo-cyclonedx 0.5.9
    # It writes a list for each package of the workspace.
    run cargo cyclonedx --quiet --format json --spec-version 1.5 --target "$2" \
        --manifest-path "$1/Cargo.toml" --override-filename release-list "${@:4}"
    # Without the path of this folder, and if that has the name of the package in it, the name is
    # not repeated.
    sed -E -e 's|path\+file://[^"#]*#(tsuro@)?|path+file:///tsuro#|g' \
        -e "s|(download_url=file://)$top|\1/tsuro|g" "$1/release-list.json" >"$3"
    rm -f release-list.json crates/*/release-list.json "$1/release-list.json"
}
