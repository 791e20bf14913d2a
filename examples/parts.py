#!/usr/bin/env python3
"""Plans a comparison, plays it in parts and merges them:
`examples/parts.py PARTS FOLDER RULES RULES --seed SEED [options]`.

It checks each part by itself before it merges them: its checksum, its format, that it is of this
plan, and that no block is missing. docs/formats/parts.md says what is in a part.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TSURO = os.environ.get("TSURO", "tsuro")
CHECKSUM = ',"sha256":"'


def read(path):
    """A part as a dictionary. Raises ValueError if it was altered or is of another format."""
    text = path.read_text(encoding="utf-8").rstrip("\n")
    body, found, rest = text.rpartition(CHECKSUM)
    if not found or rest != hashlib.sha256(body.encode()).hexdigest() + '"}':
        raise ValueError(f"{path}: the checksum does not fit")
    part = json.loads(text)
    if part["tsuro_part"] != 3:
        raise ValueError(f"{path}: format {part['tsuro_part']} is not known")
    return part


def missing(parts):
    """The blocks of the plan that are in no part."""
    planned = parts[0]["design"]["blocks"]
    ranges = sorted(tuple(blocks) for part in parts for blocks in part["tally"]["blocks"])
    gaps, end = [], 0
    for start, stop in [*ranges, (planned, planned)]:
        if start > end:
            gaps.append((end, start))
        end = max(end, stop)
    return gaps


def main():
    count, folder, options = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"part-{number}-of-{count}.json" for number in range(1, count + 1)]

    def play(number):
        if not files[number - 1].exists():
            part = ["--part", f"{number}/{count}", "--out", str(files[number - 1])]
            subprocess.run([TSURO, "compare", *options, *part], check=True)

    with ThreadPoolExecutor(max_workers=int(os.environ.get("JOBS", "2"))) as pool:
        list(pool.map(play, range(1, count + 1)))
    parts = [read(file) for file in files]
    assert all(
        part["plan"] == parts[0]["plan"] and part["design"] == parts[0]["design"] for part in parts
    ), "parts of different plans"
    assert not missing(parts), f"blocks are missing: {missing(parts)}"
    merged = subprocess.run(
        [TSURO, "merge", *map(str, files), "--json"], check=True, capture_output=True, text=True
    ).stdout
    (folder / "report.json").write_text(merged, encoding="utf-8")
    turns = next(metric for metric in json.loads(merged)["metrics"] if metric["name"] == "turns")
    print(f"turns: {turns['difference']:+.3f}, {turns['verdict']}")


if __name__ == "__main__":
    main()
