# shellcheck shell=bash disable=SC2154 # the variables of release/make, which reads this file
# The site that needs no server: pages and engine, as files.

make_site() {
    local name=tsuro-$version-site
    stage "$first"
    rm -rf "${work:?}/$name"
    run "$staged/tsuro" site "$work/$name"
    cp LICENSE-APACHE LICENSE-MIT "$work/$name"
    "$python" release/licences site wasm32-unknown-unknown >"$work/$name/THIRD-PARTY.txt"
    run "$python" release/pack "$work/$name" "$out/$name.zip"

    # As it comes out of the archive. tests/browser plays on it.
    new_root
    "$python" -m zipfile -e "$out/$name.zip" "$root"
    try_licences "$root/$name"
    start_server "$work/said" "$python" -u -m http.server 0 --bind 127.0.0.1 --directory "$root"
    until grep -q ' port ' "$work/said"; do sleep 0.2; done
    fetch "http://127.0.0.1:$(sed -n 's/.* port \([0-9]*\).*/\1/p' "$work/said")/$name/"
    stop_server
    run ls -l "$out/$name.zip"
}
