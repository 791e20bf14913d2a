"""The benchmark of rules: its split does not change, and its page says what was played."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tsuro
from tsuro.benchmarks import reference, rules
from tsuro.benchmarks.rules import SPLIT, Judged, Result, Table

DOCS = Path(__file__).resolve().parents[2] / "docs"
FEW: dict[str, Any] = {
    "train": [Table("classic", 2)],
    "near": [Table("one-tile", 2)],
    "far": [Table("seas", 4)],
}


class Last:
    """A candidate of a user: it takes the last action that is allowed."""

    def __init__(self, layout: tsuro.PaddedLayout | None = None) -> None:
        self.layout = layout

    def act_many(self, arrays: NDArray[np.uint8], masks: NDArray[np.uint8]) -> NDArray[np.intp]:
        return np.asarray(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))

    def describe(self) -> dict[str, object]:
        return {"name": "Last", "network": "none"}


def test_the_split_is_the_one_that_the_figures_are_of() -> None:
    assert rules.split_hash() == rules.SPLIT_HASH
    assert list(SPLIT) == ["train", "near", "far"] and all(
        len(part) == 12 for part in SPLIT.values()
    )
    hashes = {
        part: {tsuro.RuleSet.load(table.rules).hash for table in tables}
        for part, tables in SPLIT.items()
    }
    # The same rules at a larger table are near; else nothing is both learned and judged.
    assert hashes["train"] & hashes["near"] == {tsuro.RuleSet.load("classic").hash}
    assert not hashes["far"] & (hashes["train"] | hashes["near"])
    tables = [table for part in SPLIT.values() for table in part]
    assert len(set(tables)) == len(tables) == len(rules.padded_layout())


def test_a_player_is_judged_by_a_tournament_alone_among_greedy() -> None:
    told: list[str] = []
    judged = rules.judge("learned", split=FEW, games=40, seed="s", progress=told.append)
    assert judged.name == "learned" and len(told) == 3 and judged.about == {}
    for result in judged.results:
        table = result.table
        report = tsuro.tournament(
            table.rules,
            bots=["learned", *["greedy"] * (table.players - 1)],
            players=table.players,
            games=40,
            seed=f"s, {table.rules}, {table.players}",
        ).to_dict()
        row = report["bots"][0]
        assert (result.share, list(result.interval)) == (row["share"], row["interval"])
        assert result.rules_hash == tsuro.RuleSet.load(table.rules).hash == report["rules_hash"]
        assert row["fair"] == table.fair


def test_a_candidate_is_the_same_on_any_number_of_threads() -> None:
    one, other = (rules.judge(Last(), split=FEW, games=12, threads=n) for n in (1, 2))
    assert one == other and one.name == "Last" and one.about["network"] == "none"
    function = rules.judge(lambda array, mask: mask.argmax(), split=FEW, games=4)
    assert function.name == "<lambda>"


def test_what_a_candidate_wants_to_see_is_said_by_its_policy_bot() -> None:
    lengths = set()

    def policy(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
        lengths.add(len(array))
        return int(mask.argmax())

    for version in (1, 2):
        lengths.clear()
        bot = tsuro.PolicyBot(policy, "plane", form="planes", knowledge=True, layout=version)
        assert rules.judge(bot, split=FEW, games=4).name == "plane"
        assert lengths == {rules.padded_layout("planes", False, True, version).observation_len}


def test_the_page_has_the_hash_of_the_layout_of_each_candidate() -> None:
    bot = tsuro.PolicyBot(lambda array, mask: int(mask.argmax()), "plane")
    found = [rules.judge(bot, split=FEW, games=4), rules.judge("random", split=FEW, games=4)]
    wanted = rules.padded_layout("planes", False).hash
    assert [one.layout_hash for one in found] == [wanted, None]
    told: dict[str, Any] = {"games": 4, "seed": "s", "command": "c"}
    text = rules.page(found, **told)
    assert f"| padded layout of `plane` | `{wanted}` |" in text
    assert rules.read_document(rules.document(found, **told)) == found


def test_quick_has_a_number_of_games_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        rules.main(["--quick", "--games", "10"])
    assert "not allowed with argument" in capsys.readouterr().err


def test_a_candidate_that_the_layout_does_not_fit_is_refused() -> None:
    def policy(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
        return int(mask.argmax())

    padded = rules.padded_layout()
    wrong: list[dict[str, Any]] = [
        {"outlook": True},
        {"form": "tokens"},
        {"form": "tokens", "outlook": True, "layout": 2},
    ]
    for options in wrong:
        other = tsuro.PolicyBot(policy, "other", **options)
        with pytest.raises(tsuro.ArgumentError, match="other sees form=.* and `padded` has form="):
            rules.judge(other, split=FEW, games=4, padded=padded)
    # Another policy sees what the layout has.
    assert (
        rules.judge(policy, split=FEW, games=4, padded=rules.padded_layout("planes")).name
        == "policy"
    )


def test_a_candidate_sees_layout_2_if_the_command_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "seeing.py").write_text(
        """
class Seeing:
    lengths = set()

    def __init__(self, padded):
        self.padded = padded

    def act_many(self, arrays, masks):
        assert arrays.shape[1] == self.padded.observation_len
        self.lengths.add(arrays.shape[1])
        return masks.argmax(axis=1)
"""
    )
    monkeypatch.syspath_prepend(tmp_path)
    import seeing  # type: ignore[import-not-found]

    command = ["--players", "python:seeing:Seeing,random", "--quick", "--parts", "far"]
    rules.main([*command, "--layout", "2"])
    assert seeing.Seeing.lengths == {rules.padded_layout(layout=2).observation_len}
    out = capsys.readouterr().out
    assert "--parts far --layout 2 --quick" in out
    assert f"| padded layout of `Seeing` | `{rules.padded_layout(layout=2).hash}` |" in out


def judged(*shares: tuple[str, int, float]) -> Judged:
    results = [
        Result(part, Table("classic", players), "hash", 400, share, (share - 0.04, share + 0.04))
        for part, players, share in shares
    ]
    return Judged("player", {}, tuple(results))


def test_the_score_is_the_share_against_one_rival_with_the_same_odds() -> None:
    score = judged(("a", 2, 0.6)).score("a")
    assert score[0] == pytest.approx(0.6) and score[1:] == pytest.approx((0.56, 0.64), abs=0.002)
    # An even share is 50 at every table.
    assert judged(("a", 4, 0.25), ("a", 3, 1 / 3)).score("a")[0] == pytest.approx(0.5)
    # At a table of four, the odds 1 : 2 are 3/2 times those of an even share.
    assert judged(("a", 4, 1 / 3)).score("a")[0] == pytest.approx(0.6)
    # Tables count alike, and more of them make the interval narrower.
    both = judged(("a", 2, 0.6), ("a", 2, 0.4), ("b", 2, 0.9))
    assert both.score("a")[0] == pytest.approx(0.5) and both.score("b")[0] == pytest.approx(0.9)
    assert both.score("a")[2] - both.score("a")[1] < score[2] - score[1]
    # Who wins all or nothing has a score, too.
    for share in (0.0, 1.0):
        extreme = judged(("a", 2, share)).score("a")
        assert all(0 <= one <= 1 and math.isfinite(one) for one in extreme)


def test_one_command_writes_the_page_and_the_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, results = tmp_path / "page.md", tmp_path / "results.json"
    players = "random,greedy,reference,python:tsuro.benchmarks.reference:Reference"
    command = ["--players", players, "--quick", "--seed", "s"]
    rules.main([*command, "--out", str(page), "--json", str(results)])
    text, document = page.read_text(encoding="utf-8"), json.loads(results.read_text("utf-8"))
    assert text in capsys.readouterr().out
    assert f"--players {players} --seed s --quick --out page.md --json results.json" in text
    assert document["split_hash"] == rules.SPLIT_HASH and document["games"] == 40
    assert [one["name"] for one in document["players"]] == [
        "random",
        "greedy",
        "reference",
        "reference",
    ]
    for part in SPLIT.values():
        for table in part[:2]:
            assert f"| `{table.rules}` | {table.players} |" in text
    for wanted in ("`s`", rules.SPLIT_HASH, rules.padded_layout().hash, "SHA-256 of the weights"):
        assert wanted in text
    assert len(document["players"][0]["results"]) == 6
    again = rules.read_document(document)
    told = {name: document[name] for name in ("games", "seed", "command", "engine")}
    assert rules.page(again, **told) == text and rules.document(again, **told) == document
    with pytest.raises(SystemExit):
        rules.main(["--parts", "all"])
    assert "--parts: all is not one of train, near, far" in capsys.readouterr().err


CANDIDATES = """
import sys

class Plain:
    def act_many(self, arrays, masks):
        return masks.argmax(axis=1)

class Raises(Plain):
    def act_many(self, arrays, masks):
        raise ValueError("boom")

class Unmade(Plain):
    def __init__(self, padded):
        raise ValueError("no weights")

class Ends(Plain):
    def __init__(self):
        sys.exit(0)

class Mute(Plain):
    def describe(self):
        return 3

number = 3
"""


def test_a_class_without_arguments_is_a_candidate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the one of the documentation: it raised a TypeError."""
    (tmp_path / "plain_candidates.py").write_text(CANDIDATES)
    monkeypatch.syspath_prepend(tmp_path)
    command = ["--players", "python:plain_candidates:Plain", "--quick", "--parts", "near"]
    assert rules.main(command) == 0
    assert "| `Plain` |" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "code", "why"),
    [
        (["--players", "random,nobody"], 2, 'there is no bot "nobody"'),
        (["--players", "random,"], 2, "a name is missing in the list of bots"),
        (["--players", "random,python:none_such:X"], 2, "python:none_such:X: ModuleNotFoundError"),
        (["--players", "random,python:bad_candidates:X"], 2, "python:bad_candidates:X: Attribute"),
        (["--players", "random,python:bad_candidates:Unmade"], 2, "ValueError: no weights"),
        (["--players", "random,python:bad_candidates:Ends"], 2, "Ends: SystemExit: 0"),
        (["--players", "random,python:bad_candidates:Mute"], 2, "Mute: TypeError"),
        (["--players", "random,python:bad_candidates:number"], 2, "a function or an object with"),
        (["--players", "reference:none.npz"], 2, "No such file or directory: 'none.npz'"),
        (["--players", "reference:bad_candidates.py"], 2, "bad_candidates.py: it has no weights"),
        (["--players", "python:bad_candidates:Raises"], 1, "policy:Raises raised ValueError: boom"),
        (["--out", "none/page.md"], 2, "No such file or directory: 'none/page.md'"),
        (["--json", "."], 2, "directory: '.'"),
        (["--threads", "0"], 2, "threads: 0 is not a number"),
    ],
)
def test_what_is_wrong_is_said_in_words_before_the_first_game(
    options: list[str],
    code: int,
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The players before a wrong one had played, for hours; so had all where the page could not be
    written."""
    (tmp_path / "bad_candidates.py").write_text(CANDIDATES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert rules.main(["--quick", *options]) == code
    told = capsys.readouterr()
    assert re.search(rf"^error: .*{why}", told.err) and told.out == "" and "Trace" not in told.err


def test_a_training_whose_file_cannot_be_written_does_not_begin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reference.main([str(tmp_path / "none" / "net.npz")]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("error: ") and "No such file" in told.err and told.out == ""


def test_the_page_of_the_documents_is_the_one_of_its_results() -> None:
    """`python -m tsuro.benchmarks.rules --out rule-benchmark.md --json rule-benchmark.json`"""
    document = json.loads((DOCS / "rule-benchmark.json").read_text(encoding="utf-8"))
    assert document["version"] == rules.VERSION and document["split_hash"] == rules.SPLIT_HASH
    assert [one["name"] for one in document["players"]] == list(rules.BOTS)
    assert (document["games"], document["seed"]) == (rules.GAMES, rules.SEED)
    told = {name: document[name] for name in ("games", "seed", "command", "engine")}
    page = rules.page(rules.read_document(document), **told)
    assert (DOCS / "rule-benchmark.md").read_text(encoding="utf-8") == page
    net = reference.load(rules.padded_layout())
    assert document["players"][-1]["about"] == net.describe()
    # A part of it is played again: other figures would be of other rules or bots.
    again = rules.judge("greedy", split={"near": SPLIT["near"][:2]})
    rows = {(one["rules"], one["players"]): one for one in document["players"][2]["results"]}
    for result in again.results:
        row = rows[result.table.rules, result.table.players]
        assert (result.share, list(result.interval)) == (row["share"], row["interval"])


def test_the_reference_is_stronger_than_greedy_under_rules_that_it_has_not_seen() -> None:
    net = reference.load(rules.padded_layout())
    split = {
        "near": [Table("classic+board.columns=4+board.rows=6", 2)],
        "far": [Table("luxury", 4)],
    }
    result = rules.judge(net, split=split, games=200)
    assert all(one.share > one.table.fair * 1.1 for one in result.results)


def test_the_file_of_the_reference_is_for_one_layout(tmp_path: Path) -> None:
    layout = tsuro.PaddedLayout([("classic", 2)], form="tokens", outlook=True)
    with pytest.raises(tsuro.ArgumentError, match="it is for a layout with the hash"):
        reference.load(layout)
    net = reference.Reference(layout, seed=2)
    net.save(tmp_path / "net.npz")
    again = reference.load(layout, tmp_path / "net.npz")
    assert again.hash == net.hash != reference.Reference(layout, seed=3).hash
    blind = reference.Reference(layout, seed=2, facts=False)
    blind.save(tmp_path / "blind.npz")
    again = reference.load(layout, tmp_path / "blind.npz")
    assert not again.facts and "facts" in again.describe() and "facts" not in net.describe()
    row = layout.entries[0].template[None]
    other = row.copy()
    layout.field(other, "facts")[...] += 1
    assert np.array_equal(again.context(row), again.context(other))
    assert not np.array_equal(net.context(row), net.context(other))
    weights = {**net.weights, "in": net.weights["in"][1:]}
    with pytest.raises(tsuro.ArgumentError, match="weights: 'in' has the shape"):
        reference.Reference(layout, weights)
    with pytest.raises(tsuro.ArgumentError, match="another space of actions"):
        reference.Reference(layout, {**net.weights, "other": net.weights["other"][1:]})


def test_training_improves_the_policy_on_the_rules_that_it_sees() -> None:
    layout = tsuro.PaddedLayout(
        ["classic", "classic+hand=2", "big-board"], 2, form="tokens", outlook=True
    )
    tables = [("classic", 2), ("classic+hand=2", 2)]
    net = reference.train(layout, tables, opponent="random", updates=12, games=64, steps=24, seed=1)
    for name in ("classic+hand=2", "big-board"):  # and on others
        bot = layout.entry(name, 2).bot(net)
        report = tsuro.tournament(name, bots=[bot, "random"], players=2, games=200, seed=1)
        assert report.to_dict()["bots"][0]["share"] > 0.58


def test_the_gradient_is_that_of_the_logarithm_of_the_probability() -> None:
    layout = tsuro.PaddedLayout(["classic", "luxury"], 3, form="tokens", outlook=True)
    env = tsuro.MixedEnv(["classic", "luxury"], 3, 16, padded=layout, opponent="safe", seed=2)
    net, chance = reference.Reference(layout, seed=3), np.random.default_rng(4)
    for name, value in net.weights.items():
        net.weights[name] = chance.normal(0, 0.3, value.shape)
    arrays, info = env.reset()
    while not (info["action_mask"][:, 140:].any() and info["action_mask"][:, :140].any()):
        arrays, *_, info = env.step(env.sample_actions())
    gains = chance.normal(size=16)
    _, seen = net.choose(arrays, info["action_mask"], chance)

    def objective() -> float:
        _, now = net.choose(arrays, info["action_mask"], None)
        odds = now["odds"].astype(float)
        spread = -np.bincount(now["game"], odds * np.log(odds), 16)
        return float(gains @ np.log(odds[seen["chosen"]]) + 0.1 * spread.sum())

    gradient = net.gradient(seen, gains, entropy=0.1)
    for name, value in net.weights.items():
        index = np.unravel_index(int(np.abs(gradient[name]).argmax()), value.shape)
        value[index] += 1e-2
        more = objective()
        value[index] -= 2e-2
        less = objective()
        value[index] += 1e-2
        assert gradient[name][index] == pytest.approx((more - less) / 2e-2, rel=2e-2), name
