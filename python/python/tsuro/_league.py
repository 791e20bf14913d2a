"""Leagues: players that are rated by the games that they play against each other, and a file to
which players and games can be added at any time."""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from io import FileIO
from numbers import Real
from pathlib import Path
from types import MethodType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import tsuro._core as _core
from tsuro._core import RuleSet
from tsuro._driver import Clock, Pace, play
from tsuro._experiments import _check_place, _confidence, _patience
from tsuro._folder import lock
from tsuro._functions import _players, _threads, _whole
from tsuro._progress import teller
from tsuro.backends import Job, choose
from tsuro.backends.threads import Threads
from tsuro.errors import ArgumentError, Error, LeagueError, PolicyError
from tsuro.results import Leaderboard, LeagueRow, RatingDifference

if TYPE_CHECKING:
    from tsuro._saved import SavedPolicy
    from tsuro.policy import Bots, PolicyBot

__all__ = ["League", "league"]

FILE = "league.jsonl"

_VERSION = 1

MEETINGS = 16
"""In about how many matches a player plays the games that are asked for."""

_SUM = ', "sum": "'

_MOST_GAMES = 1_000_000_000

Members: TypeAlias = tuple[str, ...]


@dataclass
class _Player:
    """A player of a league."""

    name: str
    """The bot, or `policy:NAME`."""
    digest: str | None = None
    """The SHA-256 of what it is made from; `None` if it has no file or folder."""
    folder: str | None = None
    """Where a policy was saved."""
    is_retired: bool = False
    is_warm: bool = False
    """Whether the policy was asked once."""
    bot: PolicyBot | None = field(default=None, repr=False)
    """The policy, if it is at hand."""

    @property
    def is_policy(self) -> bool:
        return self.name.startswith("policy:")


@dataclass(frozen=True)
class _Match:
    """Deals that some players play against each other under one rule set."""

    rules: int
    members: Members
    low: int
    high: int

    @property
    def group(self) -> tuple[int, Members]:
        return self.rules, self.members


class League:
    """Players that are rated by the games that they play against each other. `tsuro.league` begins
    one, or opens its folder.

    `play` plays the games that are missing, and `standings` is the leaderboard, which `print` and a
    notebook show. Only one process adds players or games at a time; others may read meanwhile.
    """

    def __init__(
        self, rules: list[RuleSet], players: int, seed: str, folder: Path | None = None
    ) -> None:
        self._rules = rules
        self._size = players
        self._seed = seed
        self._folder = folder
        self._forget()

    def _forget(self) -> None:
        self._entries: dict[str, _Player] = {}
        self._results: dict[tuple[int, Members], dict[int, str]] = {}
        self._planned: list[_Match] = []
        self._sum = ""
        self._end = 0
        self._sums: dict[int | None, _core.LeagueSums] = {}

    @property
    def rules(self) -> tuple[RuleSet, ...]:
        """The rule sets."""
        return tuple(self._rules)

    @property
    def size(self) -> int:
        """The number of players at a table."""
        return self._size

    @property
    def seed(self) -> str:
        """The seed of all games."""
        return self._seed

    @property
    def folder(self) -> Path | None:
        """The folder in which it is kept."""
        return self._folder

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all players, in the order in which they came."""
        return tuple(self._entries)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(
            self._deals(results, len(members)) * len(members)
            for (_, members), matches in self._results.items()
            for results in matches.values()
        )

    # Players ------------------------------------------------------------------------------------

    def add(self, bots: Bots) -> tuple[str, ...]:
        """Adds players, and returns the names of those that are new: bots that are named, policies,
        `tsuro.PolicyBot`s, and policies from `tsuro.load_policy`.

        A player that is there already is not added again. A policy that comes from no folder is
        known by its name alone; give it again after the league was opened anew. Raises
        `LeagueError` if another policy or file of this name is in the league.
        """
        return self._add([self._player(bot) for bot in _players("bots", bots)])

    def add_policies(self, folder: str | os.PathLike[str]) -> tuple[str, ...]:
        """Adds all policies that were saved in folders within this one, and returns the names of
        those that are new. None is loaded before it plays."""
        from tsuro._saved import read_manifest, saved_policies

        found = []
        for path in saved_policies(folder):
            manifest = read_manifest(path)
            for rules in self._rules:
                manifest.check_table(rules.name, rules.hash, self._size)
            found.append(_Player(f"policy:{manifest.name}", manifest.digest, self._kept_path(path)))
        names = [player.name for player in found]
        if twice := {name for name in names if names.count(name) > 1}:
            raise LeagueError(f"{folder}: several policies are called {sorted(twice)[0]}")
        return self._add(found)

    def retire(self, name: str) -> None:
        """A player plays no more games. Its results stay."""
        with self._locked():
            player = self._known(name)
            if not player.is_retired:
                self._append({"retired": name})

    def _player(self, bot: str | PolicyBot) -> _Player:
        if isinstance(bot, str):
            # A level has the name of its bot.
            run = _core.TournamentRun(self._rules[0], [bot, bot], self._size, "0", False)
            return _Player(run.bots[0], _digest_of_values(run.bots[0]))
        for rules in self._rules:
            bot.check_table(rules.name, rules.hash, self._size)
        # A saved policy; without numpy, there is none.
        return _Player(
            f"policy:{bot.name}",
            getattr(bot, "digest", None),
            self._kept_path(bot.folder) if hasattr(bot, "folder") else None,
            bot=bot,
        )

    def _add(self, players: list[_Player]) -> tuple[str, ...]:
        new = []
        self.refresh()
        is_new = any(player.name not in self._entries for player in players)
        # Another process may play meanwhile, if nothing has to be written.
        with self._locked() if is_new else nullcontext():
            for player in players:
                known = self._entries.get(player.name)
                if known is None:
                    self._append(
                        {"player": player.name, "digest": player.digest, "folder": player.folder}
                    )
                    new.append(player.name)
                    known = self._entries[player.name]
                elif known.digest != player.digest or _are_others(known, player):
                    raise LeagueError(
                        f"{player.name} is not the player that has this name in the league; give "
                        "it another name"
                    )
                if player.folder is not None and known.bot is None:
                    # It may have moved.
                    known.folder = player.folder
                known.bot = player.bot or known.bot
        return tuple(new)

    def _known(self, name: str) -> _Player:
        try:
            return self._entries[name]
        except KeyError:
            raise ArgumentError(f"name: there is no player {name!r} in the league") from None

    # The file -----------------------------------------------------------------------------------

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lets no other process write, and reads what others have written."""
        if self._folder is None:
            yield
            return
        held = lock(self._folder / ".league.lock", "another process writes to this league")
        try:
            self.refresh()
            yield
        finally:
            held.close()

    def refresh(self) -> None:
        """Reads what other processes have added to the file."""
        if self._folder is None:
            return
        file = self._folder / FILE
        with file.open("rb") as lines:
            if lines.seek(0, os.SEEK_END) < self._end:
                raise LeagueError(f"{file} is shorter than it was")
            lines.seek(self._end)
            for number, line in enumerate(lines):
                if not line.endswith(b"\n"):
                    # Half a line: its process was ended, or is writing it.
                    break
                self._read(file, line, number)
                self._end += len(line)

    def _read(self, file: Path, line: bytes, number: int) -> None:
        try:
            text = line.decode()
            body, _, told = text.rstrip("\n").rpartition(_SUM)
            if told != f'{_checksum(self._sum, body)}"}}':
                raise ValueError("its checksum does not fit")
            document = json.loads(body + "}")
        except ValueError as why:
            raise LeagueError(
                f"{file}: the line after byte {self._end} was altered or cut off ({why})"
            ) from why
        self._sum = told
        if "tsuro_league" not in document:
            self._take(document)

    def _take(self, document: Mapping[str, Any]) -> None:
        """Takes over what a line says."""
        if "player" in document:
            name = document["player"]
            self._entries[name] = _Player(name, document["digest"], document["folder"])
        elif "retired" in document:
            self._entries[document["retired"]].is_retired = True
        elif "round" in document:
            self._planned = [
                _Match(rules, tuple(members), low, high)
                for rules, members, low, high in document["round"]
            ]
        else:
            rules, members, low = document["match"]
            match = rules, tuple(members)
            self._results.setdefault(match, {})[low] = document["results"]
        self._sums.clear()

    def _append(self, document: Mapping[str, Any]) -> None:
        """Writes a line, and takes it over once it is on the disk."""
        if self._folder is not None:
            body = json.dumps(document, ensure_ascii=False)[:-1]
            told = f'{_checksum(self._sum, body)}"}}'
            line = f"{body}{_SUM}{told}\n".encode()
            with (self._folder / FILE).open("r+b", buffering=0) as out:
                _write_line(out, self._end, line, self._folder)
            self._end += len(line)
            self._sum = told
        if "tsuro_league" not in document:
            self._take(document)

    # Games --------------------------------------------------------------------------------------

    def play(
        self,
        games: int = 400,
        *,
        until: float | None = None,
        confidence: float = 95.0,
        threads: int | None = None,
        backend: object = "threads",
        patience: float | None = None,
        progress: bool | Callable[[int, int | None], None] | None = None,
    ) -> Leaderboard:
        """Plays until every player has played at least `games` games, and returns the standings.
        What was played before counts, so the same call plays nothing again. Players that others
        need as opponents play more than `games`. But every match is one of a player that lacks
        games, and no longer than it lacks: all players together play at most as many games as each
        of them lacks, rounded up to whole deals, added up.

        With `until`, a player plays only until the interval of its rating reaches at most this many
        points to either side, and at most `games` games and those that others need.

        Games are played in rounds. In each, a player that lacks games meets those of whom a game
        tells most: players of about its strength that it has met rarely. A match is a small
        tournament: every player has every seat once on each deal. A round that was interrupted is
        finished first, so the games are the same as without the interruption.

        Retired players, and policies that are not at hand, play no games. Saved policies are loaded
        and asked once before the first game. `backend`, `threads`, `patience` and `progress` are as
        for `tsuro.compare`; with another backend than threads, no policies and no bots that read
        files can play.
        """
        games = _whole("games", games, 1, _MOST_GAMES)
        level = _confidence(confidence)
        if until is not None and not (isinstance(until, Real) and 0 < until < math.inf):
            raise ArgumentError(f"until: {str(until)[:40]} is not a number of points above 0")
        patience = _patience(patience)
        with self._locked():
            active = self._active()
            elsewhere = backend != "threads"
            has_policies = any(self._entries[name].is_policy for name in active)
            _check_place(has_policies, backend, None, None)
            workers = _threads(threads)
            where = choose(backend, workers, None)
            tell, end = teller(progress)
            clock = Clock(tell, 1, None)
            clock.begin(self.games)
            try:
                while matches := self._round(active, games, until, level):
                    if policies := self._ready(matches):
                        where = Threads(workers, None, policies)
                    work = _MatchWork(self, matches, elsewhere)
                    # A match is a part: splitting it would add more lines than it saves time.
                    play(work, where, Pace(_MOST_GAMES, math.inf), work.played(clock), patience)
                clock.end()
            finally:
                where.close()
                end()
        return self.standings(confidence=confidence)

    def _round(
        self, active: list[str], games: int, until: float | None, level: float
    ) -> list[_Match]:
        """The matches that are left of the last round, or those of the next one; none if nobody
        lacks games."""
        matches = [
            match
            for match in self._planned
            if match.low not in self._results.get(match.group, ())
            and set(match.members) <= set(active)
        ]
        if not matches and (matches := self._pair(active, games, until, level)):
            told = [[one.rules, one.members, one.low, one.high] for one in matches]
            self._append({"round": told})
        return matches

    def _active(self) -> list[str]:
        """The names of the players that can play."""
        active = []
        for player in self._entries.values():
            if player.is_retired or not self._is_here(player):
                continue
            if not player.is_policy and _digest_of_values(player.name) != player.digest:
                raise LeagueError(
                    f"{player.name}: the file was altered after the player came to the league; "
                    "give the new one another name"
                )
            active.append(player.name)
        return active

    def _is_here(self, player: _Player) -> bool:
        """Whether a policy or a file of values is at hand."""
        if player.is_policy:
            return player.bot is not None or (
                player.folder is not None and self._path(player.folder).is_dir()
            )
        file = _file_of_values(player.name)
        return file is None or file.is_file()

    def _ready(self, matches: list[_Match]) -> list[PolicyBot]:
        """Loads the policies that play in some matches, and asks each once: that is not part of
        their games."""
        policies = []
        for name in sorted({name for match in matches for name in match.members}):
            player = self._entries[name]
            if player.is_policy:
                player.bot = player.bot or self._loaded(player)
                self._warm_up(player, player.bot)
                policies.append(player.bot)
        return policies

    def _warm_up(self, player: _Player, bot: PolicyBot) -> None:
        if player.is_warm:
            return
        for rules in self._rules:
            try:
                bot.warm_up(rules, self._size)
            except Error:
                raise
            except (Exception, SystemExit) as why:
                raise PolicyError(
                    f"{player.name} raised {type(why).__name__}: {why}, when it was asked before "
                    "the first game",
                    None,
                    None,
                    None,
                ) from why
        player.is_warm = True

    def _loaded(self, player: _Player) -> SavedPolicy:
        from tsuro._saved import make, read_manifest

        folder = self._path(player.folder or "")
        manifest = read_manifest(folder)
        if manifest.digest != player.digest:
            raise LeagueError(
                f"{player.name}: another policy is in {folder} than when the player came to the "
                "league; save it under another name"
            )
        return make(manifest, player.name.removeprefix("policy:"))

    def _path(self, folder: str) -> Path:
        """A path that the file has."""
        return (self._folder or Path()) / folder

    def _kept_path(self, folder: Path) -> str:
        """A path as the file has it: from the folder of the league, so that both can be moved
        together."""
        if self._folder is not None:
            try:
                return Path(os.path.relpath(folder, self._folder)).as_posix()
            except ValueError:
                # On another drive.
                pass
        return str(folder.absolute())

    def _run(self, match: _Match, elsewhere: bool = False) -> _core.TournamentRun:
        """The tournament of a match."""
        bots = [self._entries[name].bot or name for name in match.members]
        return _core.TournamentRun(
            self._rules[match.rules], bots, self._size, self._seed_of(*match.group), elsewhere
        )

    def _seed_of(self, rules: int, members: Members) -> str:
        """Who plays against whom has luck of its own, which does not depend on what was played
        before."""
        return f"{self._seed}, {self._rules[rules].hash}, {' | '.join(members)}"

    def _deals(self, results: str, members: int) -> int:
        return len(results) // (members * (self._size + 1))

    def _played(self) -> dict[str, int]:
        """The games of each player."""
        played = dict.fromkeys(self._entries, 0)
        for (_, members), matches in self._results.items():
            deals = sum(self._deals(results, len(members)) for results in matches.values())
            for name in members:
                played[name] += deals * self._games_a_deal(len(members))
        return played

    def _games_a_deal(self, members: int) -> int:
        """How many games of a deal each of them plays."""
        return min(members, self._size)

    def _pair(
        self, active: list[str], games: int, until: float | None, level: float
    ) -> list[_Match]:
        """The matches of the next round; none if nobody lacks games."""
        size = min(len(active), max(2, self._size))
        if size < 2:
            raise ArgumentError(
                f"a league plays with at least two players, and {len(active)} can play"
            )
        each = self._games_a_deal(size)
        most = max(1, -(-games // (each * MEETINGS)))
        played = self._played()
        numbers = {name: number for number, name in enumerate(self._order())}
        sums = self._league_sums()
        lacking = {name for name in active if played[name] < games}
        if until is not None and lacking:
            found = sums.standings(level)
            lacking = {
                name
                for name in lacking
                if played[name] < most * each
                or found[numbers[name]][3][2] - found[numbers[name]][3][1] > 2 * until
            }
        means = sums.means()
        met: dict[tuple[str, str], int] = {}
        under: dict[tuple[int, str], int] = {}
        ends: dict[tuple[int, Members], int] = {}
        for group, found_results in self._results.items():
            for low, results in found_results.items():
                deals = self._deals(results, len(group[1]))
                ends[group] = max(ends.get(group, 0), low + deals)
                _count(met, under, group, deals)

        def tells(one: str, other: str) -> float:
            """How much a game of both tells: the variance of its result, and less if they have met
            often."""
            chance = 1 / (1 + 10 ** ((means[numbers[one]] - means[numbers[other]]) / 400))
            return round(chance * (1 - chance) / (met.get((one, other), 0) + most), 9)

        matches: list[_Match] = []
        while lacking:
            name = min(lacking, key=lambda each: (played[each], numbers[each]))
            members = [name]
            while len(members) < size:
                rest = (other for other in active if other not in members)
                members.append(
                    max(
                        rest,
                        key=lambda other: (
                            sum(tells(member, other) for member in members),
                            -played[other],
                            -numbers[other],
                        ),
                    )
                )
            rules = min(
                range(len(self._rules)), key=lambda each: (under.get((each, name), 0), each)
            )
            deals = min(most, max(1, -(-(games - played[name]) // each)))
            group = rules, tuple(sorted(members))
            low = ends.get(group, 0)
            ends[group] = low + deals
            matches.append(_Match(rules, group[1], low, low + deals))
            _count(met, under, group, deals)
            for member in members:
                played[member] += deals * each
            # Each round, somebody that lacks games plays one match or more.
            lacking -= set(members)
        return matches

    # Standings ----------------------------------------------------------------------------------

    def _order(self) -> list[str]:
        """The players in an order that does not depend on when they came."""
        return sorted(self._entries)

    def _league_sums(self, rules: int | None = None) -> _core.LeagueSums:
        """The sums of all games, or of those under one rule set, always added in the same order."""
        if rules not in self._sums:
            numbers = {name: number for number, name in enumerate(self._order())}
            sums = _core.LeagueSums(len(numbers), self._size)
            for group in sorted(self._results):
                if rules is not None and group[0] != rules:
                    continue
                members = [numbers[name] for name in group[1]]
                for low, results in sorted(self._results[group].items()):
                    sums.add(members, self._size, self._seed_of(*group), low, results)
            self._sums[rules] = sums
        return self._sums[rules]

    def standings(self, rules: str | None = None, *, confidence: float = 95.0) -> Leaderboard:
        """The leaderboard: all players, the highest rating first, with intervals. `rules` is the
        name of one of the rule sets, if only its games are to count.

        Ratings, shares and intervals are those of `tsuro.tournament`, over all games at once.
        """
        level = _confidence(confidence)
        number = None if rules is None else self._number(rules)
        order = self._order()
        if not order:
            raise ArgumentError("the league has no players")
        sums = self._league_sums(number)
        found = sums.standings(level)
        ranks = sorted(
            range(len(order)), key=lambda each: (found[each][0] == 0, -found[each][3][0], each)
        )
        # All comparisons with the first hold together.
        rivals = max(1, sum(each[0] > 0 for each in found) - 1)
        rows = []
        for rank, each in enumerate(ranks, 1):
            games, share, fair, rating = found[each]
            behind = sums.difference(ranks[0], each, 1 - (1 - level) / rivals)
            player = self._entries[order[each]]
            rows.append(
                LeagueRow(
                    rank=rank,
                    name=player.name,
                    games=games,
                    rating=rating[0],
                    rating_low=rating[1],
                    rating_high=rating[2],
                    share=share[0],
                    low=share[1],
                    high=share[2],
                    fair=fair,
                    level=games > 0 and (rank == 1 or behind[1] <= 0),
                    plays=not player.is_retired and self._is_here(player),
                )
            )
        return Leaderboard(
            rules=tuple(
                each.name for at, each in enumerate(self._rules) if number is None or at == number
            ),
            players=self._size,
            seed=self._seed,
            games=sums.games,
            confidence=float(confidence),
            rows=tuple(rows),
        )

    def difference(self, one: str, other: str, *, confidence: float = 95.0) -> RatingDifference:
        """By how much the rating of one player is above that of another, with its interval. It says
        whether the newest policy is better than an older one."""
        level = _confidence(confidence)
        numbers = {name: number for number, name in enumerate(self._order())}
        pair = [numbers[self._known(name).name] for name in (one, other)]
        points, low, high = self._league_sums().difference(pair[0], pair[1], level)
        return RatingDifference(one, other, points, low, high)

    def _number(self, rules: str) -> int:
        names = [each.name for each in self._rules]
        if rules not in names:
            raise ArgumentError(f"rules: {rules!r} is not among {', '.join(names)}")
        return names.index(rules)

    # Training -----------------------------------------------------------------------------------

    def opponents(
        self,
        count: int = 1,
        *,
        by: Literal["even", "close", "strong"] = "even",
        to: str | None = None,
        newest: int | None = None,
        seed: str | int | None = None,
    ) -> list[str | PolicyBot]:
        """Draws opponents for a training, such as `VectorEnv(…, opponent=league.opponents(3))`. The
        same player may be drawn several times.

        `by="even"` draws each with the same probability, `"close"` rather those of about the
        strength of the player `to`, and `"strong"` rather those that beat it. Without `to`, it is
        the player that came last. With `newest`, only the policies that came last are drawn, this
        many. Retired players and policies that are not at hand are not drawn. The same seed draws
        the same from the same league.
        """
        count = _whole("count", count, 1, 1024)
        if by not in ("even", "close", "strong"):
            raise ArgumentError(f"by: 'even', 'close' or 'strong' is needed, not {by!r}")
        names = [
            player.name
            for player in self._entries.values()
            if not player.is_retired and self._is_here(player)
        ]
        if newest is not None:
            newest = _whole("newest", newest, 1, 1_000_000)
            names = [name for name in names if self._entries[name].is_policy][-newest:]
        if not names:
            raise ArgumentError("the league has no players that can be opponents")
        weights = [1.0] * len(names)
        if by != "even":
            means = dict(zip(self._order(), self._league_sums().means(), strict=True))
            strength = means[self._known(to or self.players[-1]).name]
            beats = [1 / (1 + 10 ** ((strength - means[name]) / 400)) for name in names]
            weights = [
                chance * (1 - chance) if by == "close" else chance * chance for chance in beats
            ]
        drawn = random.Random(secrets.token_hex(8) if seed is None else str(seed))
        found: list[str | PolicyBot] = []
        for name in drawn.choices(names, weights, k=count):
            player = self._entries[name]
            if player.is_policy and player.bot is None:
                player.bot = self._loaded(player)
            found.append(player.bot or name)
        return found

    def __repr__(self) -> str:
        rules = ", ".join(rules.name for rules in self._rules)
        return f"<tsuro.League {rules}, {len(self._entries)} players, {self.games} games>"

    def __str__(self) -> str:
        return str(self.standings()) if self._entries else repr(self)

    def _repr_html_(self) -> str:
        return self.standings()._repr_html_() if self._entries else f"<p>{repr(self)[1:-1]}</p>"


class _MatchWork:
    """The matches of a round."""

    def __init__(self, league: League, matches: list[_Match], elsewhere: bool) -> None:
        self._league = league
        self._runs = [(match, league._run(match, elsewhere)) for match in matches]
        self._next = 0

    def left(self) -> int:
        return sum(match.high - match.low for match, _ in self._runs[self._next :])

    def next(self, blocks: int) -> Job | None:
        if self._next == len(self._runs):
            return None
        match, run = self._runs[self._next]
        self._next += 1
        return Job(run.plan_text(), match.low, match.high, self._next - 1)

    def take(self, job: Job, part: str) -> bool:
        match, run = self._runs[job.index]
        results = run.results_of(part, job.low, job.high)
        self._league._append({"match": [match.rules, match.members, match.low], "results": results})
        return False

    def played(self, clock: Clock) -> Callable[[int], None]:
        """Tells the clock how many games there are."""

        def tell(_deals: int) -> None:
            clock.begin(self._league.games)
            clock.blocks(0)

        return tell


def _count(
    met: dict[tuple[str, str], int],
    under: dict[tuple[int, str], int],
    group: tuple[int, Members],
    deals: int,
) -> None:
    """Counts a match: the deals of every two of its players, and of each under its rules."""
    rules, members = group
    for one in members:
        under[rules, one] = under.get((rules, one), 0) + deals
        for other in members:
            met[one, other] = met.get((one, other), 0) + deals


def _checksum(before: str, body: str) -> str:
    """It depends on all lines before, so none can be left out."""
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()[:24]


def _write_line(out: FileIO, end: int, line: bytes, folder: Path) -> None:
    """Writes a line at the end of the whole lines: after them may be half a line of a process that
    was ended. Raises `OSError` with the folder if it cannot be written; then nothing of it
    stays, if that is possible."""
    try:
        out.seek(end)
        out.truncate()
        left = memoryview(line)
        while left:
            left = left[out.write(left) :]
        os.fsync(out.fileno())
    except OSError as why:
        try:
            out.truncate(end)
        except OSError:
            # Half a line is not read.
            pass
        raise OSError(
            why.errno, f"the league cannot be written: {why.strerror}", str(folder)
        ) from why


def _file_of_values(bot: str) -> Path | None:
    """The file of values that a bot reads."""
    for word in bot.split(":"):
        if word.startswith("values=") and word != "values=learned":
            return Path(word[7:])
    return None


def _digest_of_values(bot: str) -> str | None:
    """The SHA-256 of the file of values that a bot reads."""
    file = _file_of_values(bot)
    return None if file is None else hashlib.sha256(file.read_bytes()).hexdigest()


def league(
    rules: str | RuleSet | Iterable[str | RuleSet] | None = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    bots: Bots | None = None,
    players: int | None = None,
    seed: str | int | None = None,
) -> League:
    """Opens the league in a folder, or begins one there. Without a folder, it is kept nowhere.

    `rules` is one rule set or several, and `players` the number of players at each table (2 if the
    rules allow it). A folder that has a league needs neither; if they are given, they must be those
    of the league: `LeagueError`. Without `seed`, a new league draws one. `bots` are added as with
    `League.add`.
    """
    given = None
    if rules is not None:
        listed = [rules] if isinstance(rules, (str, RuleSet)) else list(rules)
        given = [RuleSet.load(each) if isinstance(each, str) else each for each in listed]
        if not given or len({each.hash for each in given}) < len(given):
            raise ArgumentError("rules: one rule set or several different ones are needed")
        names = [each.name for each in given]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ArgumentError(
                f"rules: two rule sets are called {twice[0]!r}; give one of them another name"
            )
    path = None if folder is None else Path(folder)
    if path is not None and _has_begun(path):
        found = _open(path)
        _check(found, given, players, seed)
    else:
        if given is None:
            raise ArgumentError("rules: a new league needs a rule set")
        if players is None:
            common = set.intersection(*(set(each.players) for each in given))
            if not common:
                raise ArgumentError("rules: no number of players fits all of these rule sets")
            players = 2 if 2 in common else min(common)
        players = _whole("players", players, 1, 32)
        for each in given:
            if players not in each.players:
                raise ArgumentError(f"players: {each.name} is not for {players} players")
        drawn = secrets.token_hex(8) if seed is None else _core.Game("classic", 2, seed).seed
        found = League(given, players, drawn, path)
        if path is not None:
            _begin(found, path)
    if bots is not None:
        found.add(bots)
    return found


def _are_others(known: _Player, player: _Player) -> bool:
    """Whether two policies that come from no folder are two objects, or see different arrays. The
    policy of a league that was opened anew is not at hand, and known by its name alone."""
    if known.bot is None or player.bot is None or player.digest is not None:
        return False
    one, other = known.bot.policy, player.bot.policy
    # A method is a new object each time that it is named.
    is_same = one is other or (isinstance(one, MethodType) and one == other)
    return not is_same or known.bot._arrays != player.bot._arrays


def _begin(found: League, path: Path) -> None:
    """Writes the first line of the file, unless another process has just done so."""
    path.mkdir(parents=True, exist_ok=True)
    held = lock(path / ".league.lock", "another process writes to this league")
    try:
        if _has_begun(path):
            raise BlockingIOError(
                errno.EAGAIN, "another process has just begun a league", str(path)
            )
        (path / FILE).touch()
        found._append(
            {
                "tsuro_league": _VERSION,
                "rules": [list(each.__reduce__()[1]) for each in found.rules],
                "players": found.size,
                "seed": found.seed,
            }
        )
    finally:
        held.close()


def _has_begun(path: Path) -> bool:
    """Whether the file has a first line; a process may have been ended before."""
    try:
        with (path / FILE).open("rb") as lines:
            return lines.readline().endswith(b"\n")
    except FileNotFoundError:
        return False


def _open(path: Path) -> League:
    """Reads the file of a league."""
    file = path / FILE
    with file.open("rb") as lines:
        first = lines.readline()
    try:
        document = json.loads(first)
        version = document["tsuro_league"]
        if version != _VERSION:
            raise LeagueError(
                f"{file} has version {str(version)[:20]}, and this package reads {_VERSION}"
            )
        rules = [_core._unpickle_rule_set(*each) for each in document["rules"]]
        found = League(rules, _whole("players", document["players"], 1, 32), document["seed"], path)
    except LeagueError:
        raise
    except (ValueError, LookupError, TypeError) as why:
        raise LeagueError(f"{file} does not begin a league: {str(why)[:200]}") from why
    found.refresh()
    return found


def _check(
    found: League, rules: list[RuleSet] | None, players: int | None, seed: str | int | None
) -> None:
    """Refuses a league that is another than the one that is asked for."""
    folder = found.folder
    if rules is not None and [each.hash for each in rules] != [each.hash for each in found.rules]:
        shown = ", ".join(f"{each.name} (hash {each.hash[:12]})" for each in found.rules)
        asked = ", ".join(f"{each.name} (hash {each.hash[:12]})" for each in rules)
        raise LeagueError(f"{folder}: the league plays {shown}, not {asked}")
    if players is not None and players != found.size:
        raise LeagueError(f"{folder}: the league has tables of {found.size} players, not {players}")
    if seed is not None and str(seed) != found.seed:
        raise LeagueError(f"{folder}: the league has the seed {found.seed!r}, not {str(seed)!r}")
