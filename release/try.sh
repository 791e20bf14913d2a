# shellcheck shell=bash disable=SC2154 # the variables of release/make, which reads this file
# How a program is tried, and where.

# What was started or made for a test, and has to go in the end.
server='' roots=''
at_end() {
    [[ -z $server ]] || stop_server 2>/dev/null || true
    for root in $roots; do as_root rm -rf "$root"; done
}
trap at_end EXIT

as_root() {
    if [[ $host != *-linux-* ]] || ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

# Sets `root`: a new folder that everybody may read, and that is removed in the end.
new_root() {
    root=$(mktemp -d)
    chmod 755 "$root"
    roots="$roots $root"
}

# Runs a command that finds no other file than those in a folder, with the rights of nobody.
# Usage: in_root ROOT COMMAND...
in_root() {
    as_root chroot --userspec=65534:65534 "$@"
}

# Fails unless a folder has the licences of tsuro and of what is linked in.
# Usage: try_licences FOLDER
try_licences() {
    local file
    for file in LICENSE-APACHE LICENSE-MIT THIRD-PARTY.txt; do
        [[ -s $1/$file ]] || { echo "$1 has no $file" >&2 && return 1; }
    done
}

# Starts a server: sets `server`, the process. Usage: start_server FILE COMMAND..., where FILE gets
# what it says.
start_server() {
    # A group of its own, since a function is a process of the shell that starts another one.
    set -m
    "${@:2}" >"$1" 2>&1 &
    server=$!
    set +m
}

stop_server() {
    as_root kill -- "-$server"
    wait "$server" || true
    server=''
}

# Asks a server for a page, which has to come within half a minute. Usage: fetch ADDRESS
fetch() {
    run "$python" release/fetch "$1"
}

# Tries the program that a command starts: its version, a game in the terminal, games whose
# signatures are the same on all machines, and the page of its server. STATE is a folder as the
# program sees it. Usage: try_program STATE COMMAND...
try_program() {
    local state=$1 said=$work/said signature rules players address=''
    shift
    run "$@" --version | tr -d '\r' | grep -Fx -e "tsuro $version"
    # The first choice, again and again.
    seq 3000 | sed 's/.*/1/' >"$work/typed"
    "$@" play seas --seats human,greedy,random --seed release --plain --no-record \
        <"$work/typed" >"$said" 2>&1 || { tail "$said" && return 1; }
    grep -x 'Seed: release\.' "$said"
    while read -r signature rules players; do
        "$@" bench "$rules" --players "$players" --seconds 0 --json >"$said"
        grep -qF "\"signature\": \"$signature\"" "$said" || {
            echo "$rules with $players players plays other games here than elsewhere" >&2
            return 1
        }
    done <tests/corpus/signatures.txt
    echo "all games have the signatures of tests/corpus/signatures.txt"

    start_server "$said" "$@" serve --port 0 --data "$state/games"
    for _ in $(seq 60); do
        address=$(grep -Eo 'http://[^ ]*' "$said" | head -n 1 | tr -d '\r') || true
        [[ -z $address ]] || break
        sleep 0.5
    done
    [[ $address ]] || { cat "$said" && return 1; }
    fetch "$address"
    stop_server
}
