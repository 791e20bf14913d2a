"""`tsuro.serve`: policies as bots of the program, and what they are shown."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tsuro
from tsuro._core import GameArrays
from tsuro.policy import _Server

Array = NDArray[np.uint8]


def request(game: tsuro.Game, mark: int = 0) -> str:
    """The line that a program is sent."""
    decision = game.decision
    assert decision is not None
    choices: list[dict[str, Any]] = []
    for choice in game.choices():
        match choice:
            case tsuro.Place(face, rotation):
                choices.append({"tile": face, "rotation": rotation})
            case tsuro.Mark(at):
                choices.append({"mark": at})
            case tsuro.Stay():
                choices.append({"mark": None})
            case tsuro.Exchange(gave, took):
                choices.append({"gave": gave, "took": took})
            case tsuro.Answer(value):
                choices.append({"choice": value})
    sent = {
        "protocol": 1,
        "rules_hash": game.rules.hash,
        "decision": decision.kind,
        "events": game.events(mark, seat=decision.seat),
        "sees": game.observe(decision.seat),
        "choices": choices,
        "random": 7,
    }
    return json.dumps(sent) + "\n"


class Watched:
    """A random policy that compares what it is shown with a game of `VectorEnv`."""

    def __init__(self, env: tsuro.VectorEnv) -> None:
        self.env = env
        self.obs, self.info = env.reset()
        self.chance = np.random.default_rng(5)
        self.asked = 0

    def act(self, array: Array, mask: Array) -> int:
        assert not array.flags.writeable and not mask.flags.writeable
        for field in self.env.layout["fields"]:
            shown, wanted = (
                self.env.field(array, field["name"]),
                self.env.field(self.obs[0], field["name"]),
            )
            assert np.array_equal(shown, wanted), field["name"]
        assert np.array_equal(mask, self.info["action_mask"][0])
        action = int(self.chance.choice(np.flatnonzero(mask)))
        self.obs, *_, self.info = self.env.step(np.array([action]))
        self.asked += 1
        return action


def watch(rules: tsuro.RuleSet, players: int, seed: int, form: Any) -> None:
    """Plays a game through servers, one for each seat as in a tournament."""
    options: dict[str, Any] = {"form": form, "outlook": True, "knowledge": True}
    policy = Watched(tsuro.VectorEnv(rules, players, 1, seed=seed, **options))
    servers = [_Server(policy, rules, None, **options) for _ in range(players)]
    marks = [0] * players
    game = tsuro.Game(rules, players, seed)
    while (decision := game.decision) is not None:
        seat = decision.seat
        line = request(game, marks[seat])
        marks[seat] = len(game.events(seat=seat))
        game.play(game.choices()[servers[seat].answer(line)])
    assert policy.asked > players


# What these remember of a game decides what is asked or seen, and no program is sent it: a policy
# refuses them.
REMEMBER = {
    "auction",
    "bid",
    "harbour",
    "ko",
    "lanterns",
    "mystic-portal",
    "second-life",
    "taihou",
    "team-seas",
    "thief",
    "veterans",
    "wind",
}


def test_a_policy_refuses_rules_that_remember_what_it_is_not_sent() -> None:
    with pytest.raises(tsuro.ArgumentError, match="the game is not one of auction"):
        watch(tsuro.RuleSet.load("auction"), 3, 0, "tokens")


@pytest.mark.parametrize(
    "rules",
    [
        rules.name
        for rules in (*tsuro.rule_sets(), *tsuro.house_rules())
        if rules.name not in REMEMBER
    ],
)
def test_a_policy_is_shown_what_the_environment_writes(rules: str) -> None:
    rule_set = tsuro.RuleSet.load(rules)
    few, many = min(rule_set.players), max(rule_set.players)
    for seed, (players, form) in enumerate(
        [(few, "planes"), ((few + many) // 2, "tokens"), (many, "tokens")]
    ):
        if players in rule_set.players:
            watch(rule_set, players, seed, form)


@pytest.mark.parametrize("players", [2, 4])
def test_tiles_on_offer_and_in_the_box_are_counted(players: int) -> None:
    for seed in range(6):
        for rules in ["classic-advanced", "seas"]:
            watch(tsuro.RuleSet.load(rules), players, seed, "tokens")


def first(array: Array, mask: Array) -> int:
    return int(np.flatnonzero(mask)[0])


def last(array: Array, mask: Array) -> int:
    return int(np.flatnonzero(mask)[-1])


class Many:
    """The same policy for many games at once."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, ...]] = []

    def act_many(self, arrays: Array, masks: Array) -> list[int]:
        self.calls.append(arrays.shape[:1])
        return [last(*row) for row in zip(arrays, masks, strict=True)]


def test_a_policy_that_takes_many_games_can_be_served() -> None:
    game, many = tsuro.Game("classic", 2, "x"), Many()
    answers, alone = io.StringIO(), io.StringIO()
    tsuro.serve(many, "classic", requests=io.StringIO(request(game)), answers=answers)
    tsuro.serve(last, "classic", requests=io.StringIO(request(game)), answers=alone)
    assert many.calls == [(1,)]
    assert answers.getvalue() == alone.getvalue() == f"{len(game.choices()) - 1}\n"


def test_another_protocol_is_refused() -> None:
    line = request(tsuro.Game("classic", 2, 1)).replace('"protocol": 1', '"protocol": 2')
    with pytest.raises(
        SystemExit, match="tsuro.serve: the program speaks protocol 2, and this package 1"
    ):
        tsuro.serve(first, "classic", requests=io.StringIO(line))


def test_a_policy_that_is_served_for_other_rules_refuses_by_their_hash() -> None:
    """Rules that look the same for many turns were played until they did not."""
    game = tsuro.Game("classic+tie-break=active-first", 2, 1)
    line = request(game)
    assert game.rules.hash in line
    with pytest.raises(
        SystemExit,
        match=rf"tsuro.serve: the game has rules with the hash {game.rules.hash[:12]}, and the "
        rf"policy is served for classic with the hash {tsuro.RuleSet.load('classic').hash[:12]}",
    ):
        tsuro.serve(first, "classic", requests=io.StringIO(line))


def test_answers_are_numbers_of_choices_and_prints_go_to_the_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def talks(array: Array, mask: Array) -> int:
        print("thinking")
        return first(array, mask)

    game = tsuro.Game("classic", 2, "any text")
    answers = io.StringIO()
    tsuro.serve(talks, "classic", requests=io.StringIO(request(game) * 3), answers=answers)
    assert answers.getvalue() == "0\n0\n0\n"
    assert capsys.readouterr() == ("", "thinking\n" * 3)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (
            0,
            "the policy answered 0 (tile 0 turned 0); the mask allows 140, 141, 142, 143, 144, "
            "145, 146, 147, 148, 149, ..",
        ),
        (-1, "the policy answered -1 (no action); the mask allows 140"),
        (10_000, "the policy answered 10000 (no action); the mask allows 140"),
        (1.5, "the policy answered 1.5, and a whole number is needed"),
        (None, "the policy answered None, and a whole number is needed"),
    ],
)
def test_actions_that_are_not_allowed_are_refused(action: Any, why: str) -> None:
    answers = io.StringIO()
    with pytest.raises(SystemExit) as end:
        requests = io.StringIO(request(tsuro.Game("classic", 2, 1)))
        tsuro.serve(lambda array, mask: action, "classic", requests=requests, answers=answers)
    assert str(end.value).startswith(f"tsuro.serve: {why}") and answers.getvalue() == ""


@pytest.mark.parametrize(
    ("rules", "players", "why"),
    [
        ("seas", None, "the game is not one of seas: "),
        ("classic+hand=4", None, "the game is not one of classic+hand=4: `hand_size` is 3 there"),
        ("classic", 3, "the game has 2 players, and the policy is served for 3"),
    ],
)
def test_other_tables_are_refused(rules: str, players: int | None, why: str) -> None:
    # A program of before: it does not send the hash of its rules.
    sent = json.loads(request(tsuro.Game("classic", 2, 1)))
    del sent["rules_hash"]
    with pytest.raises(SystemExit) as end:
        tsuro.serve(first, rules, players, requests=io.StringIO(json.dumps(sent)))
    assert str(end.value).startswith(f"tsuro.serve: {why}")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "3",
        "{}",
        '{"protocol": 2}',
        '{"protocol": 1, "events": 3}',
        '{"protocol": 1, "events": 3, "sees": {"players": []}, "choices": [], "decision": "place"}',
        "[" * 100_000,
    ],
)
def test_what_is_no_request_is_refused(line: str) -> None:
    with pytest.raises(SystemExit, match="tsuro.serve: "):
        tsuro.serve(first, "classic", requests=io.StringIO(line + "\n"))


@pytest.mark.parametrize("number", [-1, 256, 2**31, 2**64, 10**15])
def test_numbers_that_are_too_large_for_a_request_are_refused(
    number: int, numbers_changed: Callable[[Any, int], Iterator[Any]]
) -> None:
    """They ended in a traceback, or took all memory there was."""
    game = tsuro.Game("seas", 3, "numbers")
    for _ in range(9):
        game.play_bot("greedy")
    refused = 0
    for changed in numbers_changed(json.loads(request(game)), number):
        try:
            tsuro.serve(
                first,
                "seas",
                requests=io.StringIO(json.dumps(changed) + "\n"),
                answers=io.StringIO(),
            )
        except SystemExit as end:
            assert str(end).startswith("tsuro.serve: ") and len(str(end)) < 1000
            refused += 1
    assert refused > 50


SERVES = "import tsuro; tsuro.serve(lambda array, mask: int(mask.argmax()), 'classic', 2)"


@pytest.mark.parametrize("sent", [b"\xff\xfe\n", b'{"protocol": 1, "eve', b"\0" * 3])
def test_input_that_is_wrong_or_breaks_off_ends_a_script_in_words(sent: bytes) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVES], input=sent, capture_output=True, timeout=60
    )
    said = done.stderr.decode()
    assert (done.returncode, done.stdout) == (1, b"")
    assert (
        said.startswith("tsuro.serve: this is not a request to a bot: ") and said.count("\n") == 1
    ), said


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file there")
def test_of_an_endless_line_no_more_is_read_than_a_game_may_have() -> None:
    with open("/dev/zero", "rb") as endless:
        done = subprocess.run(
            [sys.executable, "-c", SERVES],
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert (
        done.stderr
        == f"tsuro.serve: this is not a request to a bot: a line with more than {64 << 20} "
        "characters\n"
    )


def test_input_that_ends_ends_a_script_without_a_word() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVES], input="", capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_answer_that_nobody_reads_ends_a_script_in_words() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as script:
        assert script.stdin is not None and script.stdout is not None and script.stderr is not None
        script.stdout.close()
        script.stdin.write(request(tsuro.Game("classic", 2, 1)))
        script.stdin.flush()
        said = script.stderr.read()
        script.stdin.close()
        assert script.wait(60) == 1
    assert (
        said.startswith("tsuro.serve: the answer cannot be written: ") and said.count("\n") == 1
    ), said


def test_a_script_without_standard_input_ends_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit, match="tsuro.serve: there is no standard input"):
        tsuro.serve(first, "classic")


def test_what_is_no_policy_is_refused() -> None:
    with pytest.raises(TypeError, match="a function or an object with `act`"):
        tsuro.serve(3, "classic", requests=io.StringIO())  # type: ignore[arg-type]
    with pytest.raises(tsuro.ArgumentError, match="form: "):
        tsuro.serve(first, "classic", form="pixels", requests=io.StringIO())  # type: ignore[arg-type]


def test_a_script_is_a_bot() -> None:
    lines = request(tsuro.Game("classic", 2, 1)) * 2 + "what?\n"
    done = subprocess.run(
        [sys.executable, "-c", SERVES], input=lines, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (1, "0\n0\n")
    assert (
        done.stderr.startswith("tsuro.serve: this is not a request to a bot: ")
        and "Traceback" not in done.stderr
    )


def test_the_arrays_of_a_game_refuse_other_games_rows_and_actions() -> None:
    arrays = GameArrays("classic", 2, True, False, False)
    array, mask = (np.zeros(length, np.uint8) for length in arrays.lens)
    game = tsuro.Game("classic", 2, 1)
    arrays.write(game, array, mask)
    for other in [tsuro.Game("luxury", 2, 1), tsuro.Game("classic", 3, 1)]:
        with pytest.raises(tsuro.ArgumentError, match="other rules or another number of players"):
            arrays.write(other, array, mask)
        with pytest.raises(tsuro.ArgumentError, match="other rules or another number of players"):
            arrays.take(other, 140)
    with pytest.raises(tsuro.ArgumentError, match="are needed"):
        arrays.write(game, array[:-1], mask)
    for action in [0, 10_000]:
        with pytest.raises(tsuro.ArgumentError):
            arrays.take(game, action)
    assert arrays.take(game, 140) == tsuro.Mark("a1:A") and game.choices()[0] == tsuro.Mark("a1:A")
    while not game.over:
        game.play_bot("random")
    with pytest.raises(tsuro.ArgumentError, match="the game is over"):
        arrays.write(game, array, mask)


def test_a_bot_around_a_bot_takes_over_its_options_and_tables() -> None:
    class Choosy(tsuro.PolicyBot):
        def check_table(self, rules: str, rules_hash: str, players: int, /) -> None:
            if players != 2:
                raise tsuro.ArgumentError("two players alone")

    options: dict[str, Any] = {"form": "tokens", "outlook": True, "layout": 2}
    inner = Choosy(lambda array, mask: int(mask.argmax()), "inner", **options)
    for outer in (tsuro.PolicyBot(inner), tsuro.PolicyBot(inner, "outer", **options)):
        assert (outer.form, outer.outlook, outer.knowledge) == ("tokens", True, False)
        assert outer.layout_version == 2 and outer.is_batched is inner.is_batched is False
        assert outer.name in ("inner", "outer")
        tsuro.simulate("classic", players=2, bots=outer, games=2)
        with pytest.raises(tsuro.ArgumentError, match="two players alone"):
            tsuro.simulate("classic", players=3, bots=outer, games=2)
    with pytest.raises(tsuro.ArgumentError, match=r"inner sees form='tokens', .* not form='plan"):
        tsuro.PolicyBot(inner, outlook=True)


def test_a_bot_that_is_served_gets_the_arrays_of_its_options() -> None:
    lengths = []

    def policy(array: Array, mask: Array) -> int:
        lengths.append(len(array))
        return int(mask.argmax())

    game = tsuro.Game("classic", 2, 1)
    options: dict[str, Any] = {"form": "tokens", "outlook": True, "layout": 2}
    bot = tsuro.PolicyBot(policy, **options)
    answers = io.StringIO()
    tsuro.serve(bot, "classic", requests=io.StringIO(request(game)), answers=answers)
    assert lengths == [tsuro.Table("classic", 2, **options).observation_len]
    with pytest.raises(tsuro.ArgumentError, match="policy sees form='tokens'"):
        tsuro.serve(bot, "classic", layout=2, requests=io.StringIO(), answers=answers)
