#!/usr/bin/env python3
"""A complete bot for tsuro: play it with `--bots 'exec:python3 examples/bot.py'`.

It reads one line of JSON for each decision and answers with the number of a choice.
docs/formats/bot-programs.md says what is in the lines.
"""

import json
import sys


def worth(sees, choice):
    """How good a placement is: alive first, then the others out, then room for the next turns."""
    me = sees["seat"]
    if choice["to"] is None:
        return (0, 0, 0)
    rivals = [seat for seat in choice["out"] if seat != me]
    others = sum(ways for seat, ways in enumerate(choice["ways"]) if seat != me)
    return (1, len(rivals), 2 * choice["ways"][me] + choice["continuations"] - others)


def far_from_others(sees, choice):
    """How far a start mark is from everybody who has one already."""

    def square(place):
        return ord(place[0]) - ord("a"), int(place[1:].split(":")[0])

    column, row = square(choice["mark"])
    taken = [square(player["at"]) for player in sees["players"] if player.get("at")]
    return min((abs(column - c) + abs(row - r) for c, r in taken), default=0)


def choose(request):
    """The number of a choice."""
    sees, choices = request["sees"], request["choices"]
    if request["decision"] == "place":
        values = [worth(sees, choice) for choice in choices]
    elif request["decision"] == "start":
        values = [far_from_others(sees, choice) for choice in choices]
    else:
        return 0  # no exchange, no relocation unless it must be
    best = [number for number, value in enumerate(values) if value == max(values)]
    # The number that comes with the request makes games with the same seed the same.
    return best[request["random"] % len(best)]


for line in sys.stdin:
    print(choose(json.loads(line)), flush=True)
