"""Leagues: which games are played, what is kept, and what happens when something goes wrong."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tsuro
from tsuro import _league

Save = Callable[..., Path]

NONE: Any = "none"
BOTS = "random,safe,greedy,hunter"


def begin(folder: Path | None = None, **options: Any) -> tsuro.League:
    given: dict[str, Any] = {"bots": BOTS, "players": 2, "seed": 1}
    return tsuro.league("classic", folder, **{**given, **options})


def file(folder: Path) -> Path:
    return folder / "league.jsonl"


def last_one(array: Any, mask: Any) -> int:
    return int(np.flatnonzero(mask)[-1])


def first_one(array: Any, mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.fixture(scope="module")
def wanted() -> str:
    league = begin()
    return str(league.play(120, threads=1))


def test_a_league_finds_the_order_of_the_bots() -> None:
    board = begin().play(400)
    assert board.best == "greedy"
    assert board["greedy"].rating_low > board["random"].rating_high
    assert [row.rank for row in board.rows] == [1, 2, 3, 4]
    assert sum(row.rating for row in board.rows) == pytest.approx(4 * 1500)
    assert all(row.games >= 400 and row.low < row.share < row.high for row in board.rows)
    # With two players, a game has two seats.
    assert sum(row.games for row in board.rows) == 2 * board.games
    assert sum(row.share * row.games for row in board.rows) == pytest.approx(board.games)
    assert not board["random"].level and board["greedy"].level


def test_the_same_seed_gives_the_same_league(wanted: str, tmp_path: Path) -> None:
    assert str(begin().play(120, threads=2)) == wanted
    with ThreadPoolExecutor(2) as executor:
        assert str(begin(tmp_path / "a").play(120, backend=executor)) == wanted
    assert str(tsuro.league(folder=tmp_path / "a").standings()) == wanted
    assert str(begin(seed=2).play(120)) != wanted


def test_a_match_is_a_tournament() -> None:
    """Two players alone: the league has the figures of `tsuro.tournament`."""
    league = begin(bots="random,greedy")
    board = league.play(60)
    (match,) = {
        (group, low) for group, found in league._results.items() for low in found if low == 0
    }
    seed = league._seed_of(*match[0])
    games = board.games
    report = tsuro.tournament(
        "classic", bots="greedy,random", players=2, games=games, seed=seed
    ).to_dict()
    for bot in report["bots"]:
        row = board[bot["name"]]
        assert (row.games, row.share, row.fair) == (bot["games"], bot["share"], bot["fair"])
        assert row.rating == bot["rating"] and [row.low, row.high] == bot["interval"]
        assert [row.rating_low, row.rating_high] == bot["rating_interval"]
    gap = league.difference("greedy", "random")
    assert gap.points == pytest.approx(board["greedy"].rating - board["random"].rating)
    assert gap.better == "greedy" and gap.low > 0
    back = league.difference("random", "greedy")
    assert (back.points, back.low, back.high) == pytest.approx((-gap.points, -gap.high, -gap.low))
    assert league.difference("random", "random").better is None
    assert str(gap).startswith("greedy against random: +")


def test_nothing_is_played_twice_and_new_players_play_what_is_missing(tmp_path: Path) -> None:
    league = begin(tmp_path)
    league.play(100)
    before = file(tmp_path).read_text()
    assert begin(tmp_path).play(100).games == league.games
    assert file(tmp_path).read_text() == before
    board = begin(tmp_path, bots="timid").play(100)
    assert file(tmp_path).read_text().startswith(before)
    added = board.games - league.games
    # A hundred games of the new player, and no games without it.
    assert board["timid"].games == added == 100
    assert all(row.games >= 100 for row in board.rows)
    more = tsuro.league(folder=tmp_path).play(200)
    assert all(row.games >= 200 for row in more.rows)


def test_players_of_about_the_same_strength_meet_more_often() -> None:
    league = begin(bots="random,safe,timid,hunter,greedy,learned,learned:sharp=1")
    board = league.play(600)
    met: Counter[tuple[str, ...]] = Counter()
    for (_, members), found in league._results.items():
        met[members] += sum(map(len, found.values()))
    order = [row.name for row in board.rows]

    def games(one: int, other: int) -> int:
        return met[tuple(sorted((order[one], order[other])))]

    near = [games(at, at + 1) for at in range(len(order) - 1)]
    far = [games(at, at + 5) for at in range(len(order) - 5)]
    assert sum(near) / len(near) > 1.2 * sum(far) / len(far)
    # Everybody meets many others.
    for name in order:
        assert sum(1 for members, count in met.items() if name in members and count) >= 4


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_a_league_plays_no_more_games_than_its_players_lack(players: int) -> None:
    """Each match is one of a player that lacks games, and no longer than it lacks."""
    league = begin(bots="random,safe", players=players)
    for games, new in ((60, "greedy"), (61, "timid,hunter"), (150, "learned"), (150, None)):
        played = league._played()
        deal = min(len(played), players)
        lacks = {name: max(0, games - before) for name, before in played.items()}
        before, board = league.games, league.play(games)
        assert all(row.games >= games for row in board.rows)
        assert max(lacks.values()) <= board.games - before
        assert board.games - before <= sum(-(-lack // deal) * deal for lack in lacks.values())
        if new is not None:
            league.add(new)
    assert league.play(150).games == league.games


@pytest.mark.parametrize(("players", "bots"), [(4, BOTS), (3, BOTS), (5, "random,greedy,safe")])
def test_larger_tables_turn_the_seats_too(players: int, bots: str) -> None:
    league = begin(players=players, bots=bots)
    board = league.play(60)
    assert board.best == "greedy" and board.players == players
    assert all(row.games >= 60 for row in board.rows)
    assert board["greedy"].fair > 0 and sum(
        row.share * row.games for row in board.rows
    ) == pytest.approx(board.games)


def test_several_rule_sets_share_the_games(tmp_path: Path) -> None:
    rules = ["classic", "seas", "classic+hand=4"]
    league = tsuro.league(rules, tmp_path, bots=BOTS, seed=1)
    board = league.play(150)
    parts = [league.standings(name) for name in rules]
    assert board.rules == tuple(rules) and parts[1].rules == ("seas",)
    assert sum(part.games for part in parts) == board.games
    assert min(part.games for part in parts) > board.games / 4
    again = tsuro.league(rules, tmp_path)
    assert again.play(150) == board and [each.name for each in again.rules] == rules
    with pytest.raises(tsuro.ArgumentError, match="'luxury' is not among classic, seas"):
        league.standings("luxury")


def test_ratings_are_played_to_a_width() -> None:
    league = begin(bots="random,greedy,safe")
    board = league.play(5000, until=40)
    assert all(row.rating_high - row.rating_low <= 80 for row in board.rows)
    assert max(row.games for row in board.rows) < 3000


def test_three_games_only_are_enough_for_a_board(tmp_path: Path) -> None:
    board = begin(tmp_path, bots="random,greedy").play(3)
    assert board.games == 4 and board["greedy"].rating_high > 2000
    assert "4 games of classic" in str(board)
    assert all(row.level for row in board.rows)


def test_another_league_is_refused(tmp_path: Path) -> None:
    begin(tmp_path).play(20)
    before = file(tmp_path).read_text()
    others: list[tuple[Callable[[], object], str]] = [
        (
            lambda: tsuro.league("classic+hand=4", tmp_path),
            r"plays classic \(hash 44136fa355b3\), n",
        ),
        (lambda: tsuro.league(["classic", "seas"], tmp_path), "the league plays classic"),
        (lambda: begin(tmp_path, players=3), "tables of 2 players, not 3"),
        (lambda: begin(tmp_path, seed=2), "the league has the seed '1', not '2'"),
    ]
    for again, why in others:
        with pytest.raises(tsuro.LeagueError, match=why):
            again()
    assert file(tmp_path).read_text() == before


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: tsuro.league(None, path), "rules: a new league needs a rule set"),
        (lambda path: tsuro.league([], path), "rules: one rule set or several different ones"),
        (lambda path: tsuro.league(["classic", "classic"], path), "several different ones"),
        (lambda path: tsuro.league("classic", path, players=9), "classic is not for 9 players"),
        (lambda path: tsuro.league("classic", path).play(), "at least two players, and 0 can"),
        (lambda path: begin(path, bots="greedy").play(), "at least two players, and 1 can"),
        (lambda path: begin(path).play(0), "games: "),
        (lambda path: begin(path).play(until=0), "until: "),
        (lambda path: begin(path).play(until=NONE), "until: "),
        (lambda path: begin(path).play(patience=0), "patience: "),
        (lambda path: begin(path).standings(confidence=3), "confidence: "),
        (lambda path: tsuro.league("classic", path).standings(), "the league has no players"),
        (lambda path: begin(path).difference("greedy", "none"), "no player 'none'"),
        (lambda path: begin(path).retire("none"), "no player 'none'"),
        (lambda path: begin(path).opponents(0), "count: "),
        (lambda path: begin(path).opponents(by=NONE), "by: "),
        (lambda path: begin(path).opponents(newest=1), "no players that can be opponents"),
    ],
)
def test_what_makes_no_sense_is_refused(
    make: Callable[[Path], object], why: str, tmp_path: Path
) -> None:
    with pytest.raises(tsuro.ArgumentError, match=why):
        make(tmp_path / "league")
    with pytest.raises(tsuro.BotError):
        begin(bots="nobody")
    with pytest.raises(tsuro.BotError):
        begin(bots="ismcts-ms:5")


# Policies ---------------------------------------------------------------------------------------


def test_saved_policies_come_play_and_stay_when_they_are_gone(save: Save, tmp_path: Path) -> None:
    checkpoints, folder = tmp_path / "checkpoints", tmp_path / "league"
    for step in (9, 10):
        save(checkpoints / f"step-{step}", step)
    league = begin(folder, bots="random")
    assert league.add_policies(checkpoints) == ("policy:step-9", "policy:step-10")
    assert league.add_policies(checkpoints) == ()
    board = league.play(40)
    assert {row.name for row in board.rows} == {"random", "policy:step-9", "policy:step-10"}
    # In a new process, they are found and loaded where they are.
    save(checkpoints / "step-11", 11)
    again = tsuro.league(folder=folder)
    assert again.add_policies(checkpoints) == ("policy:step-11",)
    assert again.play(40)["policy:step-11"].games == 40
    # One is deleted: it stays on the board, and plays no more.
    before = again.standings()["policy:step-9"].games
    (checkpoints / "step-9").rename(tmp_path / "elsewhere")
    last = tsuro.league(folder=folder).play(80)
    assert last["policy:step-9"].games == before and last["policy:step-10"].games >= 80


def test_a_policy_that_was_replaced_is_refused(save: Save, tmp_path: Path) -> None:
    league = begin(tmp_path / "league", bots="random")
    path = save(tmp_path / "p" / "best", 1)
    league.add_policies(tmp_path / "p")
    league.play(20)
    save(path, 2, force=True)
    with pytest.raises(tsuro.LeagueError, match="policy:best is not the player that has this name"):
        league.add_policies(tmp_path / "p")
    with pytest.raises(
        tsuro.LeagueError, match="another policy is in .*save it under another name"
    ):
        tsuro.league(folder=tmp_path / "league").play(40)


def test_a_policy_that_was_saved_for_other_rules_is_refused(save: Save, tmp_path: Path) -> None:
    save(tmp_path / "p" / "other", rules="seas")
    save(tmp_path / "p" / "good")
    league = begin(tmp_path / "league")
    before = file(tmp_path / "league").read_text()
    with pytest.raises(tsuro.SavedPolicyError, match="policy:other .* was saved for seas"):
        league.add_policies(tmp_path / "p")
    with pytest.raises(tsuro.SavedPolicyError, match="policy:other .* was saved for seas"):
        league.add(tsuro.load_policy(tmp_path / "p" / "other"))
    assert file(tmp_path / "league").read_text() == before
    save(tmp_path / "q" / "one", name="best")
    save(tmp_path / "q" / "two", name="best")
    with pytest.raises(tsuro.LeagueError, match="several policies are called policy:best"):
        league.add_policies(tmp_path / "q")


def test_policies_that_come_from_no_folder_are_given_again(tmp_path: Path) -> None:
    league = begin(tmp_path, bots=["random", last_one])
    board = league.play(40)
    assert board["policy:last_one"].games >= 40
    again = tsuro.league(folder=tmp_path)
    assert not again.standings()["policy:last_one"].plays
    assert "out: the player is retired or not at hand" in str(again)
    with pytest.raises(tsuro.ArgumentError, match="at least two players, and 1 can play"):
        again.play(80)
    assert again.add(last_one) == ()
    assert again.play(80)["policy:last_one"].games >= 80
    with pytest.raises(tsuro.ArgumentError, match="policies play in this process alone"):
        again.play(90, backend=ThreadPoolExecutor(1))


class Fails:
    """A policy that raises after some decisions."""

    def __init__(self, after: int) -> None:
        self.left = after

    def act(self, array: Any, mask: Any) -> int:
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("the weights are not numbers")
        return first_one(array, mask)


def test_two_rule_sets_of_the_same_name_are_refused() -> None:
    texts = [tsuro.RuleSet.load(name).to_toml() for name in ("classic+hand=2", "classic+hand=4")]
    both = [tsuro.RuleSet.from_text(text, "mine") for text in texts]
    with pytest.raises(tsuro.ArgumentError, match="two rule sets are called 'mine'"):
        tsuro.league(both, players=2)


def test_another_policy_of_the_same_name_is_refused() -> None:
    class Kept:
        def act(self, array: Any, mask: Any) -> int:
            return first_one(array, mask)

    kept = Kept()
    league = begin(bots="greedy")
    league.add([tsuro.PolicyBot(first_one, "one"), tsuro.PolicyBot(kept.act, "kept")])
    # The same ones are not added again.
    assert league.add([tsuro.PolicyBot(first_one, "one"), tsuro.PolicyBot(kept.act, "kept")]) == ()
    for other in (
        tsuro.PolicyBot(last_one, "one"),
        tsuro.PolicyBot(first_one, "one", form="tokens"),
        tsuro.PolicyBot(Kept().act, "kept"),
    ):
        with pytest.raises(tsuro.LeagueError, match="is not the player that has this name"):
            league.add(other)


def test_a_policy_that_raises_ends_the_round_and_is_retired(tmp_path: Path) -> None:
    league = begin(tmp_path, bots=["random", "safe", tsuro.PolicyBot(Fails(0), "broken")])
    with pytest.raises(tsuro.PolicyError, match="policy:broken raised .* before the first game"):
        league.play(40)
    assert league.games == 0
    league.add(tsuro.PolicyBot(Fails(150), "later"))
    league.retire("policy:broken")
    with pytest.raises(
        tsuro.PolicyError, match=r"turn \d+, seat \d: policy:later raised RuntimeError: the weights"
    ) as why:
        league.play(40)
    assert isinstance(why.value.__cause__, RuntimeError)
    again = tsuro.league(folder=tmp_path)
    played = again.games
    again.retire("policy:later")
    again.retire("policy:later")
    board = again.play(40)
    assert board.games > played and board["random"].games >= 40
    assert [board[f"policy:{name}"].plays for name in ("broken", "later")] == [False, False]
    assert not tsuro.league(folder=tmp_path).standings()["policy:later"].plays


def test_a_policy_that_ends_the_program_is_an_error_with_its_name() -> None:
    """The program ended without a word, with the exit code of a success."""

    def ends(array: Any, mask: Any) -> int:
        sys.exit(0)

    with pytest.raises(tsuro.PolicyError, match="policy:ends raised SystemExit: 0, when") as why:
        begin(bots=["random", ends]).play(4)
    assert isinstance(why.value.__cause__, SystemExit)


def test_a_policy_is_asked_once_before_the_first_game() -> None:
    class Compiles:
        """Its first decision takes long."""

        asked: list[int] = []

        def act(self, array: Any, mask: Any) -> int:
            self.asked.append(len(array))
            return first_one(array, mask)

    league = begin(bots=["random", Compiles()])
    seen: list[int] = []
    league.play(4, progress=lambda done, total: seen.append(len(Compiles.asked)))
    assert Compiles.asked[0] == Compiles.asked[1] and league.games == 4
    once = len(Compiles.asked)
    league.play(4)
    assert len(Compiles.asked) == once


def test_values_that_were_altered_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tsuro.train("classic", out="mine.toml", players=2, games=200)
    league = begin(tmp_path / "league", bots=["random", "learned:values=mine.toml"])
    league.play(20)
    text = Path("mine.toml").read_text()
    Path("mine.toml").write_text(text + "\n")
    with pytest.raises(tsuro.LeagueError, match="the file was altered after the player came"):
        tsuro.league(folder=tmp_path / "league").play(40)
    with pytest.raises(tsuro.LeagueError, match="is not the player that has this name"):
        league.add("learned:values=mine.toml")
    Path("mine.toml").unlink()
    with pytest.raises(tsuro.ArgumentError, match="at least two players, and 1 can play"):
        tsuro.league(folder=tmp_path / "league").play(40)


def test_opponents_are_drawn_for_a_training(save: Save, tmp_path: Path) -> None:
    for step in range(4):
        save(tmp_path / "p" / f"step-{step}", step)
    begin(tmp_path / "league").add_policies(tmp_path / "p")
    league = tsuro.league(folder=tmp_path / "league")
    league.play(60)
    drawn = league.opponents(3, seed="update 7")
    assert drawn == league.opponents(3, seed="update 7") and len(drawn) == 3
    past = league.opponents(200, newest=2, seed=1)
    assert {bot.name for bot in past if isinstance(bot, tsuro.PolicyBot)} == {"step-2", "step-3"}
    env = tsuro.VectorEnv("classic", 2, 8, opponent=past[0], seed=1, form="tokens")
    env.reset()
    env.step(env.sample_actions())

    def share(name: str, **how: Any) -> float:
        names = Counter(
            bot if isinstance(bot, str) else bot.name for bot in league.opponents(1000, **how)
        )
        return names[name] / 1000

    assert 0.09 < share("greedy", seed=1) < 0.16
    assert share("greedy", by="strong", to="policy:step-0", seed=1) > 0.2
    assert share("greedy", by="close", to="greedy", seed=1) > share(
        "greedy", by="close", to="policy:step-0", seed=1
    )
    with pytest.raises(tsuro.ArgumentError, match="no player 'none'"):
        league.opponents(by="close", to="none")


def test_levels_are_players_by_the_names_of_their_bots() -> None:
    league = begin(bots="easy,beginner")
    assert league.players == ("learned:sharp=5", "learned:sharp=1")
    assert league.add("easy") == () and league.play(20).games > 0


def test_a_league_moves_together_with_its_policies(save: Save, tmp_path: Path) -> None:
    save(tmp_path / "run" / "checkpoints" / "one")
    league = begin(tmp_path / "run" / "league", bots="random")
    league.add_policies(tmp_path / "run" / "checkpoints")
    league.play(20)
    assert str(tmp_path) not in file(tmp_path / "run" / "league").read_text()
    (tmp_path / "run").rename(tmp_path / "moved")
    again = tsuro.league(folder=tmp_path / "moved" / "league")
    assert again.play(40)["policy:one"].plays


def test_policies_are_loaded_only_to_play(save: Save, tmp_path: Path) -> None:
    for name in ("one", "other"):
        save(tmp_path / "p" / name)
    league = begin(tmp_path / "league", bots="random")
    league.add_policies(tmp_path / "p")
    league.play(20)
    (tmp_path / "p" / "one" / "policy.py").write_text("raise SystemError\n")
    again = tsuro.league(folder=tmp_path / "league")
    assert again.play(20) == league.standings()
    with pytest.raises(tsuro.SavedPolicyError, match="policy.py was altered after the policy"):
        again.play(40)
    again.retire("policy:one")
    assert again.play(40)["policy:other"].games >= 40


# What is kept -----------------------------------------------------------------------------------

PROGRAM = """
import sys, time
import tsuro

league = tsuro.league("classic", sys.argv[1], bots="random,safe,greedy,hunter", players=2, seed=1)

def slow(done, total):
    print(done, flush=True)
    time.sleep(0.05)

league.play(40, threads=1, progress=slow)
print("end", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT"])
def test_a_process_that_was_ended_goes_on_to_the_same_league(how: str, tmp_path: Path) -> None:
    wanted = str(begin().play(40))
    killed = 0
    for _ in range(40):
        with subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(tmp_path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            if process.stdout.readline() == "end\n":
                break
            process.send_signal(getattr(signal, how))
            killed += 1
            process.wait()
        # Half a line may stay behind.
        if how == "SIGKILL":
            with file(tmp_path).open("a") as out:
                out.write('{"match": [0, ["greedy"')
    assert killed >= 3
    assert str(tsuro.league(folder=tmp_path).standings()) == wanted
    assert str(begin(tmp_path).play(40)) == wanted


def test_two_processes_do_not_write_to_a_league_at_once(tmp_path: Path, wanted: str) -> None:
    other = begin(tmp_path)

    def again(done: int, total: int | None) -> None:
        for write in (lambda: other.play(120), lambda: other.add("timid")):
            with pytest.raises(BlockingIOError, match="another process writes to this league"):
                write()
        # Others may read.
        other.refresh()
        assert other.games <= league.games
        assert begin(tmp_path).games <= league.games

    league = tsuro.league(folder=tmp_path)
    assert str(league.play(120, progress=again)) == wanted
    assert str(other.play(120)) == wanted
    # What another has added in the meantime is read before anything is written.
    league.add("timid")
    assert other.add("learned") == ("learned",)
    assert other.players[-2:] == ("timid", "learned")


def test_many_processes_begin_and_play_one_league(tmp_path: Path) -> None:
    program = f"""
import time, tsuro
while True:
    try:
        league = tsuro.league("classic", {str(tmp_path)!r}, bots={BOTS!r}, players=2, seed=1)
        league.play(120, threads=1)
        break
    except BlockingIOError:
        time.sleep(0.01)
print(league.standings(), end="")
"""
    processes = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    found = {process.communicate(timeout=120)[0] for process in processes}
    assert [process.returncode for process in processes] == [0] * 4
    assert found == {str(begin().play(120))}


@pytest.mark.parametrize("full", range(1, 12))
def test_a_full_disk_is_an_error_with_the_folder_and_the_call_goes_on(
    full: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    """The n-th line is not written, or half of it."""
    written: list[int] = []

    def fsync(_file: int) -> None:
        written.append(1)
        if len(written) == full:
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fsync)
        with pytest.raises(OSError, match="the league cannot be written: No space left") as raised:
            begin(tmp_path).play(120)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(tmp_path))
    text = file(tmp_path).read_bytes()
    assert text.count(b"\n") == full - 1 and (not text or text.endswith(b"\n"))
    assert str(begin(tmp_path).play(120)) == wanted


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of that kind")
def test_a_file_that_cannot_grow_keeps_its_whole_lines(tmp_path: Path, wanted: str) -> None:
    program = f"""
import resource, tsuro
resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))
try:
    tsuro.league("classic", {str(tmp_path)!r}, bots={BOTS!r}, players=2, seed=1).play(120)
except OSError as error:
    print(error.filename, error.strerror)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.startswith(f"{tmp_path} the league cannot be written: ")
    assert file(tmp_path).read_bytes().endswith(b"\n")
    assert str(begin(tmp_path).play(120)) == wanted


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    begin(tmp_path).play(60)
    whole = file(tmp_path).read_bytes()
    lines = whole.splitlines(keepends=True)
    match = next(number for number, line in enumerate(lines) if b'"results"' in line)
    for damaged in (
        whole.replace(b'"results": "1', b'"results": "2', 1),
        # A line is missing, twice there, or in another place.
        b"".join(lines[:match] + lines[match + 1 :]),
        b"".join(lines[: match + 1] + lines[match:]),
        b"".join(lines[:-2] + lines[:-3:-1]),
        whole + b"\n",
        whole + b"\xff\n",
        whole.replace(b'"sum"', b'"sun"', 1),
    ):
        assert damaged != whole
        file(tmp_path).write_bytes(damaged)
        with pytest.raises(tsuro.LeagueError, match=r"league.jsonl: the line after byte \d+ was"):
            tsuro.league(folder=tmp_path)
        assert file(tmp_path).read_bytes() == damaged
    for damaged in (b"[]\n", b"{}\n", b"\n", b'{"tsuro_league": 1}\n'):
        file(tmp_path).write_bytes(damaged)
        with pytest.raises(tsuro.LeagueError, match="does not begin a league"):
            tsuro.league(folder=tmp_path)
    file(tmp_path).write_bytes(lines[0].replace(b'"tsuro_league": 1', b'"tsuro_league": 2'))
    with pytest.raises(tsuro.LeagueError, match="has version 2, and this package reads 1"):
        tsuro.league(folder=tmp_path)
    # What was cut off in the middle of a line is played again.
    file(tmp_path).write_bytes(whole[:-30])
    assert begin(tmp_path).play(60) == begin().play(60)
    assert file(tmp_path).read_bytes() == whole


def test_a_league_that_was_cut_while_it_was_open_is_noticed(tmp_path: Path) -> None:
    league = begin(tmp_path)
    league.play(20)
    file(tmp_path).write_bytes(file(tmp_path).read_bytes()[:50])
    with pytest.raises(tsuro.LeagueError, match="is shorter than it was"):
        league.play(40)


def test_a_process_that_was_ended_before_the_first_line_leaves_no_league(tmp_path: Path) -> None:
    file(tmp_path).write_text('{"tsuro_league": 1, "ru')
    assert begin(tmp_path).players == tuple(BOTS.split(","))


def test_a_backend_that_hangs_ends_a_league_after_the_patience() -> None:
    class Never(Executor):
        """Takes work, and never finishes it."""

        def submit(self, *given: Any, **named: Any) -> Future[Any]:
            return Future()

    with pytest.raises(tsuro.WorkerError, match="Never: no part has arrived for 1 seconds"):
        begin().play(20, backend=Never(), patience=1)


# What is shown ----------------------------------------------------------------------------------


def test_the_board_is_a_text_a_document_a_page_and_a_frame() -> None:
    league = begin(bots=["random", "greedy", tsuro.PolicyBot(first_one, "<first>")])
    assert "greedy" in league._repr_html_()
    board = league.play(60)
    assert repr(league) == f"<tsuro.League classic, 3 players, {board.games} games>"
    document = json.loads(json.dumps(board.to_dict()))
    assert document["rows"][0]["name"] == board.best and document["games"] == board.games
    assert "policy:&lt;first&gt;" in board._repr_html_() and "<first>" not in board._repr_html_()
    frame = board.to_polars()
    assert frame["name"].to_list() == [row.name for row in board.rows]
    assert frame.columns[:4] == ["rank", "name", "games", "rating"]
    assert list(board.to_pandas()["level"]) == [row.level for row in board.rows]
    assert board.to_arrow().num_rows == 3
    with pytest.raises(KeyError):
        board["nobody"]
    # A player without games comes last, and is not judged.
    league.add("timid")
    last = league.standings().rows[-1]
    assert (last.name, last.games, last.level) == ("timid", 0, False)
    assert "NaN" not in str(league) and "nan" not in str(league)


def test_reading_while_another_thread_plays_gives_whole_standings(tmp_path: Path) -> None:
    begin(tmp_path)
    reader = tsuro.league(folder=tmp_path)
    writer = threading.Thread(target=lambda: tsuro.league(folder=tmp_path).play(300))
    writer.start()
    seen = 0
    while writer.is_alive():
        reader.refresh()
        assert reader.games >= seen
        seen = reader.games
        time.sleep(0.002)
    writer.join()
    reader.refresh()
    assert reader.standings() == tsuro.league(folder=tmp_path).standings()


def test_a_match_is_not_longer_than_it_has_to_be() -> None:
    assert _league.MEETINGS == 16
    league = begin()
    league.play(400)
    longest = max(
        len(results) // 6 for found in league._results.values() for results in found.values()
    )
    assert longest == 13
