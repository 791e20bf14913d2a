"""Games: played, looked at, taken back, saved, forked and recorded."""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tsuro


def middle(rules: str = "seas", players: int = 3, choices: int = 5) -> tsuro.Game:
    game = tsuro.Game(rules, players, "any text")
    for _ in range(choices):
        game.play_bot("greedy")
    return game


def test_a_question_has_its_answers_in_both_languages() -> None:
    game = tsuro.Game("draft", players=3, seed="any text")
    while (decision := game.decision) is not None and decision.kind != "rule":
        game.play(game.choices()[0])
    assert decision is not None and decision.answers == "tile" and decision.options is not None
    assert [tsuro.Answer(option["choice"]) for option in decision.options] == game.choices()
    assert all(option["text"]["en"] == option["text"]["fr"] != "" for option in decision.options)


def test_a_game_is_played_to_its_end_by_its_choices() -> None:
    game = tsuro.Game("classic", players=3, seed="any text")
    assert not game.over and game.ending is None and game.winners == () and game.turn == 0
    assert (
        game.players == 3
        and game.seed == "any text"
        and game.names == ("player 1", "player 2", "player 3")
    )
    decision = game.decision
    assert decision is not None and (decision.seat, decision.kind, decision.must) == (
        0,
        "start",
        False,
    )
    assert decision.answers is None and decision.options is None
    assert (
        decision.question is None
        and decision.about is None
        and repr(decision) == "<tsuro.Decision start by seat 0>"
    )
    while not game.over:
        game.play(game.choices()[0])
    assert game.decision is None and game.choices() == []
    assert game.ending is not None and game.ending.winners == game.winners and game.winners
    assert game.ending.outcome in {"last-standing", "tie", "shared"}
    with pytest.raises(tsuro.Illegal, match="the game is over"):
        game.play(tsuro.Place(1))
    with pytest.raises(tsuro.Illegal, match="the game is over"):
        game.play_bot("random")
    assert game.advise() == ()


def test_the_same_rules_players_and_seed_give_the_same_luck() -> None:
    one, same, other = (tsuro.Game("seas", 4, seed) for seed in ("a", "a", "b"))
    assert one.position() == same.position() != other.position()
    assert tsuro.Game("seas", 4, 7).position() == tsuro.Game("seas", 4, "7").position()
    assert tsuro.Game("seas", 4).seed != tsuro.Game("seas", 4).seed
    assert tsuro.Game("seas", 4, "a", index=1).position() != one.position()


def test_without_a_number_as_many_play_as_is_nearest_to_four() -> None:
    assert tsuro.Game("classic").players == 4
    assert tsuro.Game("solo").players == 4 and tsuro.RuleSet.load("teams").players[0] == 4
    few = tsuro.RuleSet.load("classic+max=3+min=2")
    assert few.players == (2, 3) and tsuro.Game(few).players == 3


def test_a_choice_that_is_not_allowed_says_why_and_changes_nothing() -> None:
    game = middle("classic")
    before = game.snapshot()
    decision = game.decision
    assert decision is not None and decision.kind == "place"
    held = set(game.observe(decision.seat)["hand"])
    absent = next(face for face in range(35) if face not in held)
    with pytest.raises(tsuro.Illegal, match="is not in the hand") as raised:
        game.play(tsuro.Place(absent))
    assert raised.value.kind == "not-in-hand"
    assert raised.value.details == {"seat": decision.seat, "tile": absent}
    with pytest.raises(tsuro.Illegal) as raised:
        game.play(tsuro.Mark("a1:A"))
    assert raised.value.kind == "other-decision"
    with pytest.raises(tsuro.Illegal):
        game.preview(tsuro.Place(absent))
    with pytest.raises(
        TypeError, match="a Place, Mark, Stay, Exchange or Answer is needed, not str"
    ):
        game.play("a1:A")  # type: ignore[arg-type]
    assert game.snapshot() == before


def test_wrong_arguments_name_what_is_wrong() -> None:
    with pytest.raises(tsuro.ArgumentError, match="players: 9 players, where 2 to 8 can play"):
        tsuro.Game("classic", players=9)
    with pytest.raises(tsuro.ArgumentError, match="players: 0 is not a number from 1 to 255"):
        tsuro.Game("classic", players=0)
    with pytest.raises(tsuro.ArgumentError, match="players: -"):
        tsuro.Game("classic", players=-(10**30))
    with pytest.raises(TypeError, match="players: a whole number is needed, not float"):
        tsuro.Game("classic", players=2.0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seed: a text or a whole number is needed, not list"):
        tsuro.Game("classic", seed=[])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rules: a reference"):
        tsuro.Game(None)  # type: ignore[arg-type]
    with pytest.raises(tsuro.ArgumentError, match="index"):
        tsuro.Game("classic", index=2**64)
    game = tsuro.Game("classic", players=2)
    for seat in (-1, 2, 10**20):
        with pytest.raises(tsuro.ArgumentError, match="seat: .* is not a number from 0 to 1"):
            game.observe(seat)
    with pytest.raises(tsuro.ArgumentError, match="names: there are 1 names, and 2 players"):
        game.name_players(["one"])
    with pytest.raises(tsuro.ArgumentError, match="playouts"):
        game.advise(0)
    with pytest.raises(UnicodeEncodeError):
        tsuro.Game("classic", seed="\ud800")


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    game = middle("classic", 3, 4)
    position = game.position()
    for seat in range(3):
        sees = game.observe(seat)
        assert sees["seat"] == seat and sorted(sees["hand"]) == sorted(
            position["players"][seat]["hand"]
        )
        assert all("hand" not in player for player in sees["players"])
    assert game.observe()["hand"] == [] and game.observe(None)["seat"] is None


def test_events_are_those_of_the_record() -> None:
    game = middle("seas", 3, 8)
    record = [json.loads(line) for line in game.record().splitlines()]
    without = [
        {key: value for key, value in event.items() if key != "legal"} for event in record[1:]
    ]
    assert game.events() == without
    mark = game.mark
    assert game.events(mark) == [] and game.events(10**9) == []
    game.play(game.choices()[0])
    assert game.events(mark)[0]["event"] == "placed" and game.mark > mark
    # Of another's deal a seat sees the number of tiles alone.
    deal = game.events(seat=1)[0]
    assert (
        deal["event"] == "deal" and deal["hands"][0] == [None] * 3 and None not in deal["hands"][1]
    )


def test_a_preview_says_what_a_placement_does() -> None:
    game = middle("classic", 2, 2)
    for choice in game.choices():
        (own, *_) = game.preview(choice)
        after = copy.copy(game)
        after.play(choice)
        place = after.position()["players"][own.seat].get("at")
        assert own.to == place and (own.cause is None) == (own.to is not None)
    assert tsuro.Game("classic", 2).preview(tsuro.Mark("a1:A")) == ()


def test_undo_takes_choices_back_one_by_one() -> None:
    game = tsuro.Game("seas", 3, "any text")
    assert game.undo() is None
    past = []
    while not game.over:
        past.append((game.snapshot(), game.choices()[-1]))
        game.play(past[-1][1])
    end = game.snapshot()
    for before, choice in reversed(past):
        assert game.undo() == choice
        assert game.snapshot() == before
    for _, choice in past:
        game.play(choice)
    assert game.snapshot() == end


def test_a_fork_has_other_luck_and_leaves_the_game_alone() -> None:
    game = middle("seas", 3, 4)
    before = game.snapshot()
    assert game.fork("one").position() == game.position()
    ends = set()
    for seed in range(6):
        fork = game.fork(seed)
        while not fork.over:
            fork.play(fork.choices()[0])
        ends.add(json.dumps(fork.position()))
    assert len(ends) > 1 and game.snapshot() == before
    assert game.fork("x").snapshot() == game.fork("x").snapshot() != game.fork().snapshot()


def test_snapshots_and_pickles_go_on_where_the_game_was() -> None:
    game = middle("classic-advanced", 4, 9)
    copies = [
        tsuro.Game.restore(game.snapshot()),
        copy.copy(game),
        copy.deepcopy([game])[0],
        *(
            pickle.loads(pickle.dumps(game, protocol))
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
        ),
    ]
    for again in copies:
        assert (
            again is not game and again.snapshot() == game.snapshot() and again.rules == game.rules
        )
        assert again.undo() is not None
    while not game.over:
        game.play_bot("greedy")
    for again in copies:
        while not again.over:
            again.play_bot("greedy")


def test_a_pickle_goes_on_in_another_process() -> None:
    game = middle("seas", 3, 6)
    program = """
import pickle, sys
game = pickle.load(sys.stdin.buffer)
while not game.over:
    game.play_bot("greedy")
sys.stdout.write(game.record())
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps(game),
        capture_output=True,
        timeout=60,
        check=True,
    )
    while not game.over:
        game.play_bot("greedy")
    assert done.stdout.decode() == game.record()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a snapshot: EOF"),
        ("[1]", "no field `format`"),
        ("{}", "no field `format`"),
        ('{"format": 2}', "format 2 of snapshots cannot be read, only format 1"),
        ('{"format": "1"}', "format"),
        ('{"format": 1}', "missing field"),
        ("[" * 100_000, "recursion limit"),
    ],
)
def test_a_text_that_is_no_snapshot_is_refused(text: str, why: str) -> None:
    with pytest.raises(tsuro.SnapshotError, match=why):
        tsuro.Game.restore(text)


def test_a_snapshot_that_was_changed_is_refused() -> None:
    fields = json.loads(middle().snapshot())
    for name, value in {
        "rules_hash": "000000000000",
        "seed": "another",
        "players": ["one"],
        "steps": fields["steps"][:-1],
        "position": {},
    }.items():
        with pytest.raises(tsuro.SnapshotError):
            tsuro.Game.restore(json.dumps({**fields, name: value}))
    for name in fields:
        for value in (None, 7, [], "x", {"a": [{}]}):
            if value != fields[name]:
                with pytest.raises(tsuro.Error):
                    tsuro.Game.restore(json.dumps({**fields, name: value}))


def test_a_pickle_of_another_version_is_refused() -> None:
    function, (version, snapshot) = middle().__reduce__()
    with pytest.raises(
        tsuro.SnapshotError,
        match=f"in version 2 of its form, and this package reads version {version}",
    ):
        function(version + 1, snapshot)
    for number in (-1, 2**32, 2**64, 10**30, 10**5000, 1.5, None, "1"):
        with pytest.raises(tsuro.SnapshotError, match="a game was pickled in version "):
            function(number, snapshot)


@pytest.mark.parametrize("number", [-1, 256, 2**32, 2**64, 10**30])
def test_numbers_that_are_too_large_for_a_snapshot_are_refused(
    number: int, numbers_changed: Callable[[Any, int], Iterator[Any]]
) -> None:
    fields = json.loads(middle("seas", 3, 7).snapshot())
    changed = list(numbers_changed(fields, number))
    assert len(changed) > 30
    for one in changed:
        with contextlib.suppress(tsuro.Error):
            tsuro.Game.restore(json.dumps(one))


def test_a_position_is_taken_up_as_a_dictionary_or_as_text() -> None:
    game = middle("seas", 3, 7)
    position = game.position()
    for given in (position, json.dumps(position)):
        again = tsuro.Game.from_position("seas", given, seed="other")
        assert again.position() == position and again.undo() is None
        with pytest.raises(tsuro.RecordError, match="which begins with the deal"):
            again.record()
    assert tsuro.Game.from_position(game.rules, position, 1).rules == game.rules


@pytest.mark.parametrize(
    "position", [{}, [], None, 3, "", "[", {"a": float("nan")}, {1, 2}, "[" * 100_000, object()]
)
def test_what_is_no_position_is_refused(position: object) -> None:
    with pytest.raises(tsuro.PositionError, match="position"):
        tsuro.Game.from_position("classic", position)  # type: ignore[arg-type]


def test_a_position_that_holds_itself_is_refused() -> None:
    position: dict[str, object] = {}
    position["tiles"] = position
    with pytest.raises(tsuro.PositionError, match="Circular"):
        tsuro.Game.from_position("classic", position)


def test_each_field_of_a_position_is_checked() -> None:
    position = middle("classic", 3, 6).position()
    values: list[object] = ["x", -1, {"a": 1}, [[[[]]]], 10**30, True]
    for name in position:
        for value in values:
            changed = {**position, name: value}
            try:
                game = tsuro.Game.from_position("classic", changed)
            except tsuro.PositionError as error:
                assert "position" in str(error)
            else:
                # Some fields have a meaning for such a value; then there is a game, which goes on.
                assert game.over or game.choices()


def test_bots_choose_and_play() -> None:
    for bot in tsuro.bots():
        game = middle("classic", 2, 2)
        name = f"{bot.name}:5" if bot.argument else bot.name
        choice = game.bot_choice(name)
        assert choice in game.choices()
        if bot.argument != "T":
            assert game.play_bot(name) == choice and game.events()[-1]["event"] != "deal"
        assert bot.summary
    assert "exec" not in {bot.name for bot in tsuro.bots()}
    levels = tsuro.levels()
    names = [level.name for level in levels]
    assert names == ["beginner", "easy", "medium", "hard", "expert", "master"]
    assert all(level.milliseconds < 250 and level.summary for level in levels)
    for level in levels[:4]:
        chosen = middle("classic", 2, 2).bot_choice(level.name)
        assert chosen == middle("classic", 2, 2).bot_choice(level.bot)


@pytest.mark.parametrize(
    "bot",
    [
        "",
        "nobody",
        "greedy:3",
        "ismcts",
        "ismcts:0",
        "exec:ls",
        "exec:",
        "ismcts:5:x=y",
        "x" * 10_000,
    ],
)
def test_what_is_no_bot_is_refused(bot: str) -> None:
    game = tsuro.Game("classic", 2)
    with pytest.raises(tsuro.BotError) as raised:
        game.play_bot(bot)
    assert len(str(raised.value)) < 1000 and game.mark == 1


def test_advice_puts_the_best_first() -> None:
    game = middle("classic", 3, 6)
    advice = game.advise(300)
    assert {one.choice for one in advice} == set(game.choices())
    shares = [one.share for one in advice]
    assert shares == sorted(shares, reverse=True) and advice[0].level
    assert all(
        0 <= one.low <= one.share + 1e-6 and one.share <= one.high + 1e-6 <= 1.001 for one in advice
    )
    assert all(one.playouts == 300 for one in advice)
    assert game.advise(300) == advice
    # Also on start marks.
    assert len(tsuro.Game("classic", 3).advise(10)) == 48


def test_a_game_draws_itself() -> None:
    game = middle()
    assert (
        game._repr_svg_() == game.svg()
        and game.svg().startswith("<svg")
        and game.svg().rstrip().endswith("</svg>")
    )
    assert len(game.svg(0)) > len(game.svg())
    assert game.png(width=100).startswith(b"\x89PNG") and len(game.png(0, width=200)) > len(
        game.png(width=200)
    )
    text = str(game)
    assert text.splitlines()[0].split() == list("abcdefg") and "\x1b" not in text
    assert repr(game).startswith("<tsuro.Game seas, 3 players, turn ") and repr(game).endswith(
        " decides>"
    )
    while not game.over:
        game.play_bot("random")
    assert "over after turn" in repr(game)


def test_a_game_is_a_moving_picture(tmp_path: Path) -> None:
    game = tsuro.Game("classic", 2, "moving")
    while game.turn < 4:
        game.play_bot("random")
    moving = game.animation(width=120)
    assert moving.gif.startswith(b"GIF89a") and moving.gif != game.animation(1, width=120).gif
    moving.save(tmp_path / "game.gif")
    assert (tmp_path / "game.gif").read_bytes() == moving.gif
    assert "data:image/gif;base64,R0lGOD" in moving._repr_html_() and "R0lGOD" not in repr(moving)
    for width in (99, 4001):
        with pytest.raises(tsuro.ArgumentError, match="100 to 4000"):
            game.animation(width=width)
    with pytest.raises(tsuro.ArgumentError, match="seat"):
        game.animation(2)
    with pytest.raises(tsuro.RecordError, match="position"):
        tsuro.Game.from_position("classic", game.position()).animation()


def test_names_are_in_the_record() -> None:
    game = tsuro.Game("classic", 2, "any text")
    game.name_players(["Ada", "Bo\nb \u202e"])
    assert game.names == ("Ada", "Bo\nb \u202e")
    assert json.loads(game.record().splitlines()[0])["players"] == list(game.names)
    assert tsuro.Game.from_record(game.record()).names == game.names


def test_a_record_is_taken_up_again(tmp_path: Path) -> None:
    game = middle("seas", 3, 9)
    record = game.record()
    file = tmp_path / "game.jsonl"
    file.write_text(record, encoding="utf-8")
    for given in (record, record.encode(), file):
        again = tsuro.Game.from_record(given)
        assert again.position() == game.position() and again.record() == record
    seen = game.record(seat=1)
    assert json.loads(seen.splitlines()[0])["seed"] is None
    with pytest.raises(tsuro.RecordError, match="one seat's view"):
        tsuro.Game.from_record(seen)


def test_the_rules_of_a_game_are_its_rule_set() -> None:
    assert tsuro.Game("seas+hand=4").rules == tsuro.RuleSet.load("seas+hand=4")
    rules = tsuro.RuleSet.load("luxury")
    game = tsuro.Game(rules)
    assert game.rules == rules and game.rules.name == "luxury"


def test_games_have_no_equality_of_their_own_and_can_be_referred_to_weakly() -> None:
    game = tsuro.Game("classic", 2, "x")
    assert game != tsuro.Game("classic", 2, "x") and game in {game}
    reference = weakref.ref(game)
    assert reference() is game
    del game
    assert reference() is None


def test_threads_share_a_game() -> None:
    game = tsuro.Game("classic", 8, "any text")
    errors: list[BaseException] = []

    def work() -> None:
        try:
            while not game.over:
                try:
                    game.play_bot("greedy")
                    game.position(), game.record(), str(game)
                except tsuro.Illegal:
                    pass  # Another thread was faster.
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not errors and game.over
    assert tsuro.replay(game.record())[0].complete


def test_other_threads_go_on_while_a_bot_thinks() -> None:
    game = middle("classic", 4, 4)
    ended = threading.Event()

    def think() -> None:
        game.bot_choice("ismcts-ms:400")
        ended.set()

    thread = threading.Thread(target=think)
    thread.start()
    rounds = 0
    while not ended.is_set():
        game.choices()
        rounds += 1
    thread.join()
    assert rounds > 100
