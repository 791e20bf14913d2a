"""`python -m tsuro`: tournaments, leagues and saved policies from a command line.

The program `tsuro` has many more commands. These are those in which policies in Python play.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import tsuro
from tsuro._exit import exit_code
from tsuro._league import FILE

_Parser: TypeAlias = argparse.ArgumentParser
_Run: TypeAlias = Callable[[argparse.Namespace], int]
_Command: TypeAlias = Callable[[str, str, str, _Run], _Parser]


class _Help(argparse.RawDescriptionHelpFormatter):
    """Shows the defaults of options that have one."""

    def _get_help_string(self, action: argparse.Action) -> str | None:
        if action.help and action.default not in (None, False, argparse.SUPPRESS):
            return f"{action.help} (default: %(default)s)"
        return action.help


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tsuro",
        description="Tournaments, leagues and saved policies of the Python package tsuro.",
        epilog="Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted. `COMMAND --help` "
        "explains a command.",
        formatter_class=_Help,
    )
    parser.add_argument("--version", action="version", version=f"tsuro {tsuro.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, summary: str, more: str, run: _Run) -> _Parser:
        added = commands.add_parser(
            name, help=summary, description=f"{summary}\n\n{more}".strip(), formatter_class=_Help
        )
        added.set_defaults(run=run)
        return added

    _add_bots(command)
    _add_tournament(command)
    _add_league(command)
    _add_serve(command)
    return parser


def _add_bots(command: _Command) -> None:
    bots = command("bots", "List the bots.", "", _bots)
    bots.add_argument("--json", action="store_true", help="print a JSON document")


def _add_tournament(command: _Command) -> None:
    tournament = command(
        "tournament",
        "Let bots and saved policies play against each other.",
        "Each plays every seat on every deal. A bot is a name, such as greedy or\n"
        "ismcts:500:values=learned, or the folder of a saved policy with a slash in it, such as\n"
        "./best.",
        _tournament,
    )
    tournament.add_argument("rules", help="a rule set, such as classic+hand=4, or a file.toml")
    tournament.add_argument(
        "--bots", required=True, type=_list, metavar="A,B,..", help="the bots, at least two"
    )
    _table(tournament)
    tournament.add_argument(
        "--games", type=int, default=1000, metavar="N", help="games, rounded up to whole deals"
    )
    tournament.add_argument(
        "--folder", metavar="FOLDER", help="keep the results there, and go on from them"
    )
    _common(tournament)


def _add_league(command: _Command) -> None:
    league = command(
        "league",
        "Rate players in a league, and print the leaderboard.",
        "The folder keeps all results. Called again, the command plays only what is missing:\n"
        "the games of new players, and of all players if --games is larger. Without --rules,\n"
        "the league must be there. Policies are loaded, which runs their code: name only\n"
        "folders that you trust.",
        _league,
    )
    league.add_argument("folder", metavar="FOLDER", help="the folder of the league")
    league.add_argument(
        "--rules", action="append", metavar="RULES", help="a rule set; may be given several times"
    )
    league.add_argument(
        "--bots", type=_list, default=[], metavar="A,B,..", help="add these, as in tournament"
    )
    league.add_argument(
        "--policies",
        action="append",
        default=[],
        metavar="FOLDER",
        help="add all policies that are saved in folders within this one; may be given several "
        "times",
    )
    league.add_argument(
        "--retire",
        action="append",
        default=[],
        metavar="NAME",
        help="this player plays no more games",
    )
    _table(league)
    league.add_argument(
        "--games", type=int, default=400, metavar="N", help="games of each player; 0 plays none"
    )
    league.add_argument(
        "--until", type=float, metavar="POINTS", help="until ratings are known to ± POINTS"
    )
    _common(league)


def _add_serve(command: _Command) -> None:
    serve = command(
        "serve",
        "Play a saved policy as a bot of the program tsuro.",
        "tsuro tournament classic --keep-programs \\\n"
        '    --bots greedy,exec:"python3 -m tsuro serve best"\n\n'
        "The first answer of the bot may take 30 seconds, for Python has to import and to compile\n"
        "the policy; --bot-start changes that. --keep-programs starts the bot once and not for\n"
        "each game.",
        _serve,
    )
    serve.add_argument("folder", metavar="FOLDER", help="the folder of the policy")
    serve.add_argument(
        "--rules", metavar="RULES", help="the rule set, if the policy was saved for several"
    )


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _table(parser: _Parser) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="the number of players at a table")
    parser.add_argument("--seed", metavar="TEXT", help="the seed; any text")


def _common(parser: _Parser) -> None:
    parser.add_argument("--threads", type=int, metavar="N", help="threads; one for each core")
    parser.add_argument(
        "--confidence", type=float, default=95.0, metavar="PERCENT", help="level of the intervals"
    )
    parser.add_argument("--json", action="store_true", help="print a JSON document")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def _rules(text: str) -> tsuro.RuleSet:
    """A rule set by its name, or from a file as the program reads one."""
    first, plus, changes = text.partition("+")
    if first.endswith(".toml"):
        return tsuro.RuleSet.from_file(first, changes if plus else "")
    return tsuro.RuleSet.load(text)


def _player(text: str) -> str | tsuro.PolicyBot:
    """A bot by its name, or a saved policy by its folder."""
    is_path = "/" in text or os.sep in text
    if not is_path and (Path(text) / "policy.json").is_file() and text not in _bot_names():
        raise tsuro.ArgumentError(
            f"--bots: there is no bot {text!r}; for the saved policy in the folder of this name, "
            f"write ./{text}"
        )
    return tsuro.load_policy(text) if is_path and ":" not in text[2:] else text


def _bot_names() -> set[str]:
    """The names of bots and levels, which come before folders."""
    return {bot.name for bot in tsuro.bots()} | {level.name for level in tsuro.levels()}


def _shows(options: argparse.Namespace) -> bool:
    return not options.quiet and sys.stderr.isatty()


def _bots(options: argparse.Namespace) -> int:
    if options.json:
        listed = [
            {"name": bot.name, "argument": bot.argument, "summary": bot.summary}
            for bot in tsuro.bots()
        ]
        print(json.dumps(listed, indent=2))
        return 0
    names = [f"{bot.name}:{bot.argument}" if bot.argument else bot.name for bot in tsuro.bots()]
    width = max(map(len, names))
    for name, bot in zip(names, tsuro.bots(), strict=True):
        print(f"{name:<{width}}  {bot.summary}")
    return 0


def _tournament(options: argparse.Namespace) -> int:
    report = tsuro.tournament(
        _rules(options.rules),
        bots=[_player(bot) for bot in options.bots],
        players=options.players,
        games=options.games,
        seed=options.seed,
        threads=options.threads,
        confidence=options.confidence,
        folder=options.folder,
        progress=_shows(options),
    )
    print(report.to_json() if options.json else report.text(), end="")
    return 0


def _league(options: argparse.Namespace) -> int:
    if options.rules is None and not (Path(options.folder) / FILE).exists():
        raise tsuro.ArgumentError(
            f"{options.folder} has no league; --rules RULES begins one, such as --rules classic"
        )
    league = tsuro.league(
        None if options.rules is None else [_rules(rules) for rules in options.rules],
        options.folder,
        players=options.players,
        seed=options.seed,
    )
    new = [*league.add([_player(bot) for bot in options.bots])] if options.bots else []
    for folder in options.policies:
        new += league.add_policies(folder)
    for name in options.retire:
        league.retire(name)
    if new and not options.quiet:
        print(f"new: {', '.join(new)}", file=sys.stderr)
    if options.games:
        board = league.play(
            options.games,
            until=options.until,
            confidence=options.confidence,
            threads=options.threads,
            progress=_shows(options),
        )
    else:
        board = league.standings(confidence=options.confidence)
    print(json.dumps(board.to_dict(), indent=2) if options.json else board)
    return 0


def _serve(options: argparse.Namespace) -> int:
    bot = tsuro.load_policy(options.folder)
    tables = bot.tables
    rules = None if options.rules is None else _rules(options.rules)
    if rules is None:
        if len(tables) > 1:
            names = " or ".join(name for name, _, _ in tables)
            raise tsuro.ArgumentError(
                f"the policy was saved for several rule sets: --rules {names}"
            )
        try:
            rules = tsuro.RuleSet.load(tables[0][0])
        except tsuro.RuleSetError as why:
            raise tsuro.ArgumentError(
                f"the policy was saved for {tables[0][0]}, which does not come with the package: "
                "--rules FILE"
            ) from why
    counts = next((counts for _, told, counts in tables if told == rules.hash), ())
    # Says what it was saved for, if it is not for these rules.
    bot.check_table(rules.name, rules.hash, counts[0] if counts else rules.players[0])
    tsuro.serve(bot, rules, counts[0] if len(counts) == 1 else None)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command. Returns the exit code."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    return exit_code(lambda: run(options))


if __name__ == "__main__":
    sys.exit(main())
