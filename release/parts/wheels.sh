# shellcheck shell=bash disable=SC2154 # the variables of release/make, which reads this file
# The package for Python: one wheel for all versions from 3.10 on (abi3), and its source.

# The oldest Debian whose packages are still to be had: its libc is 2.31.
OLD_DEBIAN=bullseye

make_wheels() {
    local wheel target=x86_64-unknown-linux-gnu
    python_tools
    rm -rf "$work/wheels"
    bill_of_materials python "$target" "$work/tsuro.cdx.json"
    "$python" release/licences wheels "$target" >python/THIRD-PARTY.txt
    run maturin sdist --manifest-path python/Cargo.toml --out "$work/wheels"
    # The source has them from the top, and may have them only once; a wheel takes them from here.
    roots="$roots python/LICENSE-APACHE python/LICENSE-MIT"
    cp LICENSE-APACHE LICENSE-MIT python
    (
        without_paths
        run wrapped maturin build --quiet --locked --release --zig \
            --compatibility manylinux_2_17 --target "$target" \
            --sbom-include "$work/tsuro.cdx.json" \
            --manifest-path python/Cargo.toml --out "$work/wheels"
    )
    cp "$work"/wheels/* "$out"
    wheel=$(compgen -G "$work/wheels/*.whl")
    # Reads which versions of which symbols it asks for.
    run auditwheel show "$wheel" | tee "$work/said"
    grep -E '"manylinux_2_(5|12|17)_x86_64"' "$work/said"
    # It asks nothing of Python that 3.10 lacks.
    run abi3audit --strict --verbose "$wheel"
    try_wheel "$wheel"
    run ls -l "$wheel"
}

# Installs the wheel beside an old libc, and plays a game.
try_wheel() {
    need mmdebstrap mmdebstrap debian-archive-keyring
    new_root
    run as_root mmdebstrap --quiet --variant=minbase --include=libffi7,zlib1g "$OLD_DEBIAN" \
        "$root/old"
    old_python
    run as_root tar -xf "$tools/python-$OLD_DEBIAN.tar" -C "$root/old"
    as_root cp "$1" "$root/old/tmp"
    as_root cp release/game.py "$root/old/tmp"
    run as_root chroot "$root/old" /opt/python/bin/python3 -m pip install --quiet --no-index \
        --root-user-action=ignore "/tmp/${1##*/}"
    try_licences "$(compgen -G \
        "$root/old/opt/python/lib/python3*/site-packages/tsuro-$version.dist-info/licenses")"
    run in_root "$root/old" /opt/python/bin/python3 -I /tmp/game.py
}

# Writes python-OLD_DEBIAN.tar: the Python of the next Debian, built there, since its own is older
# than 3.10.
old_python() {
    [[ ! -e $tools/python-$OLD_DEBIAN.tar ]] || return 0
    local made
    made=$(mktemp -d)
    roots="$roots $made"
    run as_root mmdebstrap --quiet --variant=minbase \
        --include=gcc,libc6-dev,libffi-dev,make,xz-utils,zlib1g-dev "$OLD_DEBIAN" "$made/old"
    as_root sed -i "1{p; s/^deb /deb-src /; s/$OLD_DEBIAN/bookworm/}" \
        "$made/old/etc/apt/sources.list"
    run as_root chroot "$made/old" bash -euc '
        cd /root
        apt-get update -q
        apt-get source -q --download-only --tar-only python3.11
        tar -xf python3.11_*.orig.tar.*
        cd Python-3.11.*
        ./configure --quiet --prefix=/opt/python
        make -s -j "$(nproc)" >/dev/null
        make -s install >/dev/null'
    as_root tar -c --exclude 'python3.*/test' -C "$made/old" opt/python \
        >"$tools/python-$OLD_DEBIAN.tar"
}
