#!/usr/bin/env bash
# Counts the instructions of a random game, for each edition and number of players: counts repeat
# where seconds do not, so a change of one in a hundred shows. Needs valgrind. What start-up and
# loading take is counted apart, with no game, and taken off.
#
#   benches/instructions.sh [--check|--keep]
#
# --check fail if a count is more than 1 % above the one in benches/instructions.txt (5 % with
# another compiler than it was counted with) --keep write benches/instructions.txt
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mode=
if [[ ${1:-} == --check || ${1:-} == --keep ]]; then
    mode=$1
    shift
fi
# Only the packages that play are built.
program=$(cargo bench --locked -p tsuro-lab --bench fixed_games --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*fixed_games-[^"]*\)".*/\1/p')
games=1000
kept=benches/instructions.txt
compiler="# $(rustc --version | cut -d' ' -f1,2)"

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

counts=$compiler$'\n'
printf '%-10s %7s %18s\n' rules players 'instructions a game'
for rules in classic luxury seas; do
    for players in 2 4 8; do
        start=$(count "$rules" "$players" 0)
        all=$(count "$rules" "$players" "$games")
        line=$(printf '%-10s %7d %18d' "$rules" "$players" $(((all - start) / games)))
        echo "$line"
        counts+=$line$'\n'
    done
done

case $mode in
--keep) printf '%s' "$counts" >"$kept" ;;
--check)
    percent=1
    [[ $(head -1 "$kept") == "$compiler" ]] || percent=5
    # Each line of the counts stands beside that of the file.
    printf '%s' "$counts" | paste -d ' ' "$kept" - | awk -v percent="$percent" '
        /^#/ { next }
        $1 != $4 || $2 != $5 {
            print "benches/instructions.txt has another line for", $4, "with", $5, "players"
            wrong = 1
            next
        }
        { checked++; found = $1 " with " $2 " players: " $6 " instructions a game," }
        $6 * 100 > $3 * (100 + percent) {
            print found, "more than", percent, "% above", $3
            wrong = 1
        }
        $6 * 100 < $3 * (100 - percent) { print found, "below", $3 ": keep it with --keep" }
        END {
            if (checked != 9) { print checked + 0, "of 9 counts were compared"; wrong = 1 }
            exit wrong
        }'
    ;;
esac
