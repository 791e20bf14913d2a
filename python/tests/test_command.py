"""The command line `python -m tsuro`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tsuro
from tsuro.__main__ import main

Save = Callable[..., Path]


def run(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tsuro", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


def test_help_names_all_commands_and_explains_each(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    for name in ("bots", "tournament", "league", "serve"):
        assert f"\n    {name}" in shown
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 100


def test_bots_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == len(tsuro.bots()) and shown[0].startswith("random ")
    assert main(["bots", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [bot["name"] for bot in listed] == [bot.name for bot in tsuro.bots()]


def test_a_tournament_prints_what_the_function_answers(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ["tournament", "classic+hand=4", "--bots", "random, greedy", "--games", "40"]
    arguments += ["--seed", "1", "--folder", str(tmp_path / "parts"), "--confidence", "99"]
    report = tsuro.tournament(
        "classic+hand=4", bots="random,greedy", games=40, seed="1", confidence=99
    )
    assert main(arguments) == 0
    assert capsys.readouterr() == (report.text(), "")
    assert main([*arguments, "--json"]) == 0
    assert capsys.readouterr().out == report.to_json()
    assert list((tmp_path / "parts").glob("part-*.json"))


def test_a_tournament_with_a_saved_policy_and_a_file_of_rules(
    save: Save, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("friday.toml").write_text(
        'schema = 1\nextends = "classic"\ntitle = "Friday"\n[tiles]\nhand = 2\n'
    )
    save(tmp_path / "best", rules=tsuro.RuleSet.from_file("friday.toml"))
    arguments = ["--bots", "greedy,./best", "--games", "10", "--seed", "1"]
    assert main(["tournament", "friday.toml", *arguments]) == 0
    assert "policy:best" in capsys.readouterr().out
    assert main(["tournament", "classic", *arguments]) == 1
    assert "was saved for friday" in capsys.readouterr().err


def test_a_league_grows_from_call_to_call(
    save: Save, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    league, policies = str(tmp_path / "league"), tmp_path / "checkpoints"
    save(policies / "step-1", 1)
    begin = ["league", league, "--rules", "classic", "--bots", "random,greedy", "--seed", "1"]
    more = ["--policies", str(policies), "--games", "40"]
    assert main([*begin, *more]) == 0
    shown = capsys.readouterr()
    assert shown.err == "new: random, greedy, policy:step-1\n"
    assert shown.out == f"{tsuro.league(folder=league).standings()}\n"
    save(policies / "step-2", 2)
    assert main(["league", league, *more, "--retire", "random", "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == "new: policy:step-2\n"
    document = json.loads(shown.out)
    assert document == json.loads(json.dumps(tsuro.league(folder=league).standings().to_dict()))
    assert {row["name"]: row["plays"] for row in document["rows"]} == {
        "random": False,
        "greedy": True,
        "policy:step-1": True,
        "policy:step-2": True,
    }
    games = tsuro.league(folder=league).games
    assert main(["league", league, "--games", "0", "--quiet"]) == 0
    assert capsys.readouterr().err == "" and tsuro.league(folder=league).games == games
    assert main(["league", league, "--until", "60", "--games", "400"]) == 0
    assert tsuro.league(folder=league).games > games


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        ([], 2, "COMMAND"),
        (["none"], 2, "invalid choice: 'none'"),
        (["tournament", "classic"], 2, "--bots"),
        (["tournament", "classic", "--bots", "greedy"], 2, "needs at least two bots"),
        (["tournament", "classic", "--bots", "greedy,nobody"], 2, "nobody"),
        (["tournament", "no-such-rules", "--bots", "greedy,random"], 2, "no-such-rules"),
        (["tournament", "classic+hnad=4", "--bots", "greedy,random"], 1, "hnad"),
        (["tournament", "none.toml", "--bots", "greedy,random"], 2, "none.toml"),
        (["tournament", "classic", "--bots", "greedy,./none"], 2, "none/policy.json"),
        (["tournament", "classic", "--bots", "greedy,random", "--games", "x"], 2, "--games"),
        (
            ["tournament", "classic", "--bots", "a,b", "--folder", "f"],
            2,
            "seed: a run that is kept",
        ),
        (["league", "nothing"], 2, "nothing has no league; --rules RULES begins one"),
        (["league", "damaged"], 1, "does not begin a league"),
        (["serve", "nothing"], 2, "nothing/policy.json"),
    ],
)
def test_mistakes_end_with_a_code_and_a_reason(
    arguments: list[str], code: int, why: str, tmp_path: Path
) -> None:
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "league.jsonl").write_text("[]\n")
    done = run(*arguments, folder=tmp_path)
    assert done.returncode == code, done.stderr
    assert why in done.stderr and "Traceback" not in done.stderr and done.stdout == ""
    assert {each.name for each in tmp_path.iterdir()} == {"damaged"}


def test_a_folder_without_a_slash_is_told_to_be_written_with_one(
    save: Callable[..., Path], tmp_path: Path
) -> None:
    for name in ("p2", "greedy"):
        save(tmp_path / name)
    arguments = ["tournament", "classic", "--players", "2", "--games", "4", "--bots"]
    done = run(*arguments, "greedy,p2", folder=tmp_path)
    assert done.returncode == 2 and "write ./p2" in done.stderr
    # A bot comes before a folder of its name.
    assert run(*arguments, "greedy,./p2", folder=tmp_path).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to be sent there")
def test_ctrl_c_ends_a_league_with_130_and_it_goes_on(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "tsuro", "league", str(tmp_path), "--rules", "classic"]
    arguments += ["--bots", "random,ismcts:300", "--games", "100000"]
    file = tmp_path / "league.jsonl"
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as process:
        while not file.exists() or file.read_bytes().count(b"\n") < 4:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr is not None
        assert process.stderr.read().endswith("interrupted\n")
    assert tsuro.league(folder=tmp_path).players == ("random", "ismcts:300")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such pipe")
def test_a_reader_that_goes_away_is_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "tsuro", "bots"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    os.close(writing)
    assert "Traceback" not in done.stderr and done.returncode == 1
