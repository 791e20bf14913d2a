# shellcheck shell=bash disable=SC2154 # the variables of release/make, which reads this file
# The package for Debian: the static program, so that it depends on nothing.

# The Debian into which it is installed.
DEBIAN=bookworm

make_deb() {
    local files=$work/deb package=$out/tsuro_${version}_amd64.deb share=$work/deb/usr/share
    local maintainer
    maintainer=$(git log -1 --format='%cn <%ce>')
    need dpkg-deb dpkg
    stage "$first"
    rm -rf "$files"
    mkdir -p "$files/DEBIAN" "$files/usr/bin" "$share/man/man1" "$share/doc/tsuro" \
        "$share/bash-completion/completions" "$share/zsh/vendor-completions" \
        "$share/fish/vendor_completions.d"
    cp "$staged/tsuro" "$files/usr/bin"
    cp "$staged/completions/tsuro" "$share/bash-completion/completions"
    cp "$staged/completions/_tsuro" "$share/zsh/vendor-completions"
    cp "$staged/completions/tsuro.fish" "$share/fish/vendor_completions.d"
    cp "$staged"/man/man1/* "$share/man/man1"
    cp "$staged/tsuro.cdx.json" README.md "$share/doc/tsuro"
    cp CHANGELOG.md "$share/doc/tsuro"
    cat >"$share/doc/tsuro/changelog" <<END
tsuro ($version) stable; urgency=medium

  * CHANGELOG.md says what changes.

 -- $maintainer  $(LC_ALL=C date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
END
    gzip -9n "$share"/man/man1/* "$share"/doc/tsuro/{changelog,CHANGELOG.md}
    {
        printf 'tsuro is under the MIT licence, which follows, or under the Apache License\n'
        printf '2.0, which is in /usr/share/common-licenses/Apache-2.0, at your choice.\n\n'
        cat LICENSE-MIT
        printf '\n'
        cat "$staged/THIRD-PARTY.txt"
    } >"$share/doc/tsuro/copyright"
    cat >"$files/DEBIAN/control" <<END
Package: tsuro
Version: $version
Architecture: amd64
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$files/usr" | cut -f 1)
Section: misc
Priority: optional
Description: engine and program for the Tsuro family of tile-path games
 Play against people and bots in a terminal or in a browser, write house rules
 as short text files, and measure and test what they change.
END
    (cd "$files" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2 >DEBIAN/md5sums)
    chmod -R u=rwX,go=rX "$files"
    find "$files" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    run dpkg-deb --root-owner-group -Zxz --build "$files" "$package"
    try_deb "$package"
    run ls -l "$package"
}

# Installs the package where there is only what every Debian has, and the shells.
try_deb() {
    need mmdebstrap mmdebstrap debian-archive-keyring
    new_root
    run as_root mmdebstrap --quiet --variant=minbase \
        --include=bash-completion,fish,man-db,zsh "$DEBIAN" "$root/debian"
    root=$root/debian
    as_root cp "$1" "$root/tsuro.deb"
    run as_root chroot "$root" dpkg --install /tsuro.deb
    [[ -z $(as_root chroot "$root" dpkg --verify tsuro) ]]
    in_root "$root" tsuro rules list >/dev/null

    # Each shell offers `serve` after `tsuro ser`.
    as_root cp release/completions.bash "$root/tmp/completions.bash"
    run in_root "$root" bash /tmp/completions.bash
    run in_root "$root" env HOME=/tmp TERM=dumb fish -c 'complete -C "tsuro ser"' | grep '^serve'
    # zsh completes only where somebody types.
    run in_root "$root" env HOME=/tmp TERM=dumb zsh -fc \
        'autoload -U compinit && compinit -u -d /tmp/zcompdump && print ${_comps[tsuro]}' |
        grep -x _tsuro
    run in_root "$root" env HOME=/tmp MANWIDTH=80 man tsuro-serve >"$work/said"
    grep -F 'Play in a browser' "$work/said"
    run as_root chroot "$root" dpkg --purge tsuro
    [[ -z $(as_root find "$root/usr" -name '*tsuro*') ]]
}
