"""Records: the same bytes as the program writes, and refused with the line that is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tsuro

GOLDEN = Path(__file__).parent / "golden"


def versioned(record: str) -> str:
    """A record of another version of the engine, as this one writes it."""
    lines = record.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.startswith('{"event":"game"'):
            lines[number] = line.replace(
                f'"engine":"{json.loads(line)["engine"]}"', f'"engine":"{tsuro.__version__}"'
            )
    return "".join(lines)


def test_records_have_the_bytes_of_those_of_the_program() -> None:
    """`tsuro simulate seas --players 3 --bots greedy,random,safe --games 2 --seed python --record
    program.jsonl`"""
    wanted = versioned((GOLDEN / "program.jsonl").read_text(encoding="utf-8"))
    bots = ["greedy", "random", "safe"]
    found = ""
    for index in range(2):
        game = tsuro.Game("seas", 3, "python", index=index)
        game.name_players(bots)
        while (decision := game.decision) is not None:
            game.play_bot(bots[decision.seat])
        found += game.record()
    assert found == wanted


def test_simulations_write_the_records_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    sums = tsuro.simulate("seas", bots="greedy,random,safe", games=2, seed="python", record=file)
    assert file.read_text(encoding="utf-8") == versioned(
        (GOLDEN / "program.jsonl").read_text(encoding="utf-8")
    )
    assert sums.games == 2 and sums.bots == ("greedy", "random", "safe")
    with pytest.raises(FileExistsError):
        tsuro.simulate("seas", games=2, record=file)
    with pytest.raises(OSError):
        tsuro.simulate("seas", games=2, record=tmp_path / "no folder" / "games.jsonl")


def test_the_golden_games_of_the_crate_are_played_and_taken_up(
    corpus: Path, tmp_path: Path
) -> None:
    files = sorted((corpus / "golden").glob("*.jsonl"))
    assert len(files) > 40
    for file in files:
        wanted = versioned(file.read_text(encoding="utf-8"))
        (game,) = tsuro.replay(wanted)
        assert (
            game.complete
            and game.seed == "golden"
            and game.rules.name == file.stem.rpartition("-")[0]
        )
        assert tsuro.Game.from_record(wanted).record() == wanted
        record = tmp_path / file.name
        tsuro.simulate(game.rules, players=len(game.players), games=1, seed="golden", record=record)
        assert record.read_text(encoding="utf-8") == wanted


def test_records_of_another_program_are_accepted(corpus: Path) -> None:
    for file in sorted((corpus / "records").glob("*.jsonl")):
        games = tsuro.replay(file)
        assert games and games == tsuro.replay(file.read_bytes()) == tsuro.replay(
            file.read_text(encoding="utf-8")
        )
        assert games[0].line == 1 and [game.line for game in games] == sorted(
            game.line for game in games
        )
        assert all(
            game.players and game.first < len(game.players) and game.undos == 0 for game in games
        )


def test_a_record_that_does_not_follow_names_the_line() -> None:
    game = tsuro.Game("classic", 2, "any text")
    while not game.over:
        game.play(game.choices()[0])
    lines = game.record().splitlines()
    (whole,) = tsuro.replay("\n".join(lines))
    assert whole.complete and whole.ending == game.ending and whole.index == 0
    (broken,) = tsuro.replay("\n".join(lines[:-1]))
    assert not broken.complete and broken.ending is None
    at = next(number for number, line in enumerate(lines) if '"placed"' in line)
    event = json.loads(lines[at])
    event["legal"] += 1
    for change in (json.dumps(event), '{"event":"passed","player":0}', "nonsense", "[]", ""):
        changed = "\n".join([*lines[:at], change, *lines[at + 1 :]])
        if not change:
            changed = "\n".join([*lines[:at], *lines[at + 1 :]])
        with pytest.raises(tsuro.RecordError) as raised:
            tsuro.replay(changed)
        assert raised.value.line == at + 1 and f"line {at + 1}:" in str(raised.value)


@pytest.mark.parametrize(
    "record",
    [
        "",
        "\n\n",
        "x",
        "{}",
        "[]\n",
        '{"event":"deal"}\n',
        '{"event":"game"}\n',
        '{"event":"game","format":99}\n',
        "{" * 100_000 + "\n",
        "a" * (1 << 21) + "\n",
        b"\xff\xfe",
    ],
)
def test_what_is_no_record_is_refused(record: str | bytes) -> None:
    for read in (tsuro.replay, tsuro.Game.from_record):
        with pytest.raises(tsuro.RecordError) as raised:
            read(record)
        assert len(str(raised.value)) < 1000


def test_files_that_cannot_be_opened_raise_what_open_raises(tmp_path: Path) -> None:
    for read in (tsuro.replay, tsuro.Game.from_record):
        with pytest.raises(FileNotFoundError) as raised:
            read(tmp_path / "none.jsonl")
        assert raised.value.filename == str(tmp_path / "none.jsonl")
        with pytest.raises(OSError):
            read(tmp_path)
        with pytest.raises(TypeError, match="record: a text or a path object is needed, not int"):
            read(3)  # type: ignore[arg-type]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file there")
def test_of_an_endless_file_no_more_is_read_than_a_line_may_have() -> None:
    """It took all memory there was."""
    for read in (tsuro.replay, tsuro.Game.from_record):
        with pytest.raises(tsuro.RecordError, match="line 1: longer than 1048576 bytes") as raised:
            read(Path("/dev/zero"))
        assert raised.value.line == 1


def test_a_game_is_taken_up_from_a_file_as_from_its_text(tmp_path: Path) -> None:
    game = tsuro.Game("seas", 3, "file")
    for _ in range(12):
        game.play(game.choices()[0])
    file = tmp_path / "game.jsonl"
    file.write_text(game.record() + "\n" + tsuro.Game("classic", 2).record(), encoding="utf-8")
    assert (
        tsuro.Game.from_record(file).snapshot() == tsuro.Game.from_record(game.record()).snapshot()
    )
