#!/usr/bin/env bash
# Counts the instructions of a random game, for each edition and number of players: counts repeat where seconds do not, so a change of one in a
# hundred shows. Needs valgrind. `tsuro bench --seconds 0` plays exactly 1,100 games; what start-up and loading take is counted apart, by a
# `perft` of depth 0, and taken off.
#
#   benches/instructions.sh [PROGRAM]     PROGRAM: a release build of tsuro; without it, one is built
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=${1:-target/release/tsuro}
if [[ $# -eq 0 ]]; then
    cargo build --release --locked
fi

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

printf '%-16s %7s %22s\n' rules players 'instructions a game'
for rules in classic luxury seas; do
    for players in 2 4 8; do
        start=$(count perft "$rules" --players "$players" --depth 0)
        all=$(count bench "$rules" --players "$players" --seconds 0)
        printf '%-16s %7d %22d\n' "$rules" "$players" $(((all - start) / 1100))
    done
done
