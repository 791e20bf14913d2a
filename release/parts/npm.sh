# shellcheck shell=bash disable=SC2154 # the variables of release/make, which reads this file
# The package for JavaScript.

make_npm() {
    local package=$out/tsuro-$version.tgz readme=node_modules/tsuro/README.md
    run wrapped .ci/wasm build
    run npm pack --silent --pack-destination "$out" ./wasm/npm

    # The first example of its README, in an empty folder.
    new_root
    echo '{"type": "module"}' >"$root/package.json"
    (
        cd "$root" || exit
        run npm install --silent --no-audit --no-fund "$package"
        try_licences node_modules/tsuro
        # `block N LANGUAGE` prints the text of a block.
        block() {
            awk -v kind="$2" -v n="$1" \
                '/^```/ { on = $0 == "```" kind && ++seen == n; next } on' "$readme"
        }
        block 1 js >example.js
        run node example.js | tee said
        diff <(tail -n +3 said) <(block 1 text)
    )
    run ls -l "$package"
}
