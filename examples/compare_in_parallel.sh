#!/bin/sh
# Plays a comparison in parts at once and merges them, with GNU parallel where it is installed and
# xargs elsewhere.
#
#   examples/compare_in_parallel.sh PARTS FOLDER RULES RULES --seed SEED [options of
#   `tsuro compare`]
#
# FOLDER gets the parts and report.json. A part that is there already is not played again, so the
# same command goes on after an interruption. Parts of another number of PARTS are other games: a
# folder that has some is refused.
set -eu
parts=$1 folder=$2
shift 2
TSURO=${TSURO:-tsuro}
mkdir -p "$folder"
for file in "$folder"/part-*.json; do
    case $file in
    *-of-"$parts".json) ;;
    *"/part-*.json") ;; # there are none
    *)
        echo "$file is not one of $parts parts: use another folder, or delete it" >&2
        exit 2
        ;;
    esac
done

# Arguments are passed on through files of one word a line, so that no shell reads them again.
play='part=$1 parts=$2 folder=$3; shift 3
file=$folder/part-$part-of-$parts.json
[ -e "$file" ] || "$TSURO" compare "$@" --part "$part/$parts" --out "$file"'
export TSURO
if command -v parallel >/dev/null 2>&1; then
    seq "$parts" | parallel -q sh -c "$play" play '{}' "$parts" "$folder" "$@"
else
    seq "$parts" | xargs -P "${JOBS:-2}" -I '{}' sh -c "$play" play '{}' "$parts" "$folder" "$@"
fi
"$TSURO" merge "$folder"/part-*-of-"$parts".json --json >"$folder/report.json"
