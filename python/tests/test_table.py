"""Tables: action numbers, masks and arrays of one game at a time."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import random
import subprocess
import sys
from typing import Literal

import pytest

import tsuro
from tsuro import Table

np = pytest.importorskip("numpy")

QUICK = ["classic", "seas", "classic-advanced"]
LONG = [rules.name for rules in tsuro.rule_sets() if rules.name not in QUICK]
ALL = [*QUICK, *(pytest.param(name, marks=pytest.mark.long) for name in LONG)]


def ends(rules: str) -> list[int]:
    """The smallest and the largest table of a rule set."""
    counts = tsuro.RuleSet.load(rules).players
    return sorted({counts[0], counts[-1]})


def random_step(table: Table, chance: random.Random) -> None:
    table.step(chance.choice(table.legal()))


@pytest.mark.parametrize("rules", ALL)
def test_the_mask_has_exactly_the_actions_that_can_be_taken(rules: str) -> None:
    chance = random.Random(rules)
    for players in ends(rules):
        table = Table(rules, players, "masks")
        while not table.over:
            mask = table.mask()
            assert mask.dtype == np.uint8 and mask.shape == (table.action_count,)
            assert mask.nonzero()[0].tolist() == table.legal() != []
            others = [seat for seat in range(players) if seat != table.seat]
            assert all(not table.mask(seat).any() for seat in others)
            before = table.state()
            for action in chance.sample(range(table.action_count), 12):
                trial = copy.copy(table)
                if mask[action]:
                    trial.step(action)
                    assert trial.actions == (*table.actions, action) and table.describe(action)
                else:
                    with pytest.raises(tsuro.Illegal):
                        trial.step(action)
                    assert (trial.state() == before).all() and trial.actions == table.actions
                    assert trial.history() == table.history() and trial.legal() == table.legal()
            random_step(table, chance)
        assert not table.mask().any() and table.legal() == []


@pytest.mark.parametrize("rules", ALL)
def test_the_choices_of_a_game_are_the_actions_of_a_table(rules: str) -> None:
    chance = random.Random(rules)
    table = Table(rules, ends(rules)[-1], "choices")
    game = tsuro.Game(rules, table.players, "choices")
    while not table.over:
        decision = game.decision
        assert decision is not None and decision.seat == table.seat
        if decision.kind == "exchange":
            row = [table.describe(action).split() for action in table.step_bot("random")]
            assert row.pop() == ["pass"]
            gave, took = (
                [int(face) for word, face in row if word == kind] for kind in ("give", "take")
            )
            choice: tsuro.Choice = tsuro.Exchange(gave, took)
        else:
            assert len(game.choices()) == len(table.legal())
            action = chance.choice(table.legal())
            named = table.describe(action)
            table.step(action)
            (choice,) = (one for one in game.choices() if words(one) == named)
        game.play(choice)
        assert game.position() == table.game().position()
    assert game.winners == table.winners and table.game().record() == game.record()


def words(choice: tsuro.Choice) -> str:
    """A choice in the words of `Table.describe`."""
    match choice:
        case tsuro.Place(face, rotation):
            return f"place {face}/{rotation}"
        case tsuro.Mark(at):
            return f"mark {at}"
        case tsuro.Stay():
            return "pass"
        case tsuro.Answer(value):
            return f"answer {value}"
        case _:
            return ""


@pytest.mark.parametrize("form", ["tokens", "planes"])
@pytest.mark.parametrize("rules", ALL)
def test_a_seat_sees_the_same_when_all_that_it_does_not_see_is_dealt_anew(
    rules: str, form: str
) -> None:
    chance = random.Random(rules)
    different = 0
    for players in ends(rules):
        table = Table(rules, players, "redeal", form=form, outlook=True, knowledge=True)
        while not table.over:
            for seat in {table.seat or 0, chance.randrange(players)}:
                again = table.redeal(seat, "other luck")
                for one in ("observe", "mask", "history"):
                    assert np.array_equal(getattr(again, one)(seat), getattr(table, one)(seat))
                assert (again.state(seat) == table.redeal(seat, "other luck").state(seat)).all()
                different += not (again.state(seat) == table.state(seat)).all()
            random_step(table, chance)
    assert different > 0


@pytest.mark.parametrize("rules", ALL)
def test_copies_and_pickles_go_on_the_same(rules: str) -> None:
    chance = random.Random(rules)
    for players in ends(rules):
        table = Table(rules, players, "pickles", form="planes", outlook=True, knowledge=True)
        if chance.random() < 0.5:
            random_step(table, chance)
        table = table.redeal(0, "other luck")
        others: list[Table] = []
        steps, at = 0, chance.randrange(1, 3 * players)
        while not table.over:
            if steps == at:
                others = [copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
            for other in others:
                assert (other.state() == table.state()).all() and other.seat == table.seat
            action = chance.choice(table.legal())
            for one in (table, *others):
                one.step(action)
            steps += 1
        for other in others:
            assert (
                other.over and other.rewards() == table.rewards() and other.actions == table.actions
            )


def test_rewards_are_zero_sum() -> None:
    chance = random.Random(1)
    for number in range(20):
        table = Table("classic", chance.randrange(2, 9), number)
        while not table.over:
            assert table.rewards() == (0.0,) * table.players
            assert set(table.lost) | set(table.alive) == set(range(table.players))
            random_step(table, chance)
        share, others = 1 / len(table.winners), table.players - 1
        for seat, reward in enumerate(table.rewards()):
            assert reward == pytest.approx(
                (table.players * share - 1) / others if seat in table.winners else -1 / others
            )
        assert sum(table.rewards()) == pytest.approx(0) and table.lost == ()


def test_who_may_still_win_has_not_lost() -> None:
    for rules in ("teams", "longest-path"):
        table, chance = Table(rules, 4, "points"), random.Random(2)
        while len(table.alive) == 4:
            random_step(table, chance)
        assert table.lost == ()


def test_one_person_who_plays_alone_gets_the_share_of_pieces_left() -> None:
    table, chance = Table("solo", 4, 1), random.Random(1)
    assert table.plays_alone
    while not table.over:
        random_step(table, chance)
    assert table.rewards() == (len(table.alive) / 4,) * 4


def test_the_reasons_why_an_action_is_refused() -> None:
    table = Table("classic-advanced", 2, 1)

    def why(action: int) -> tuple[str, str]:
        with pytest.raises(tsuro.Illegal) as refused:
            table.step(action)
        return refused.value.kind, str(refused.value)

    assert why(0)[0] == "other-decision"
    # The ship 33 looks the same after a quarter-turn.
    assert why(4 * 33 + 3)[0] == "no-action"
    with pytest.raises(tsuro.ArgumentError, match="rotation"):
        table.describe(4 * 33 + 3)
    for wrong in (-1, table.action_count, 10**30):
        with pytest.raises(tsuro.ArgumentError, match="^action: "):
            table.step(wrong)
    with pytest.raises(TypeError):
        table.step("a1:A")  # type: ignore[arg-type]
    mark = table.legal()[0]
    table.step(np.int64(mark))
    assert why(mark)[0] == "start-mark"
    while not table.over:
        table.step(table.legal()[0])
    assert why(0)[0] == "game-over"


def test_arguments_that_cannot_be() -> None:
    for wrong in ({"players": 1}, {"players": 9}, {"form": "pixels"}):
        with pytest.raises(tsuro.ArgumentError):
            Table("classic", **wrong)
    table = Table("classic", 3)
    for seat in (-1, 3):
        with pytest.raises(tsuro.ArgumentError, match="^seat: "):
            table.observe(seat)
        with pytest.raises(tsuro.ArgumentError, match="^seat: "):
            table.redeal(seat)
    with pytest.raises(tsuro.RuleSetError):
        Table("no-such-rules")
    with pytest.raises(tsuro.BotError):
        table.step_bot("nobody")


def test_arrays_are_new_and_can_be_written() -> None:
    table = Table("seas", 3, 1)
    for read in (table.observe, table.mask, table.state):
        one, other = read(), read()
        assert one is not other and one.flags.writeable and one.flags.c_contiguous
        one[:] = 7
        assert not np.array_equal(one, other) and np.array_equal(other, read())


@pytest.mark.parametrize("form", ["tokens", "planes"])
def test_the_layout_describes_the_arrays(form: Literal["tokens", "planes"]) -> None:
    table = Table("seas", 4, 1, form=form)
    layout, state = table.layout(), table.state_layout()
    assert layout["layout"] == 1 and layout["form"] == table.form == form
    assert layout["len"] == table.observation_len == len(table.observe())
    assert state["len"] == table.state_len == len(table.state())
    assert layout["actions"]["len"] == table.action_count == len(table.mask())
    (hand,) = [field for field in layout["fields"] if field["name"] == "hand"]
    faces = table.observe(2)[hand["offset"] : hand["offset"] + 35]
    assert sorted(table.game().observe(2)["hand"]) == np.repeat(np.arange(35), faces).tolist()
    assert (table.state(2)[: table.observation_len] == table.observe(2)).all()


def test_a_policy_is_given_only_the_layout_that_it_knows() -> None:
    table = Table("seas", 4, form="planes")
    layout = table.layout()
    table.check_layout(layout)
    table.check_layout(json.dumps(layout))
    others = [
        Table("seas", 3, form="planes"),
        Table("seas", 4, form="tokens"),
        Table("seas", 4, form="planes", outlook=True),
        Table("classic", 4),
    ]
    for other in others:
        with pytest.raises(tsuro.ArgumentError, match="^described: "):
            other.check_layout(layout)
    with pytest.raises(tsuro.ArgumentError, match="^described: "):
        table.check_layout({**layout, "layout": 2})


def test_pickles_of_another_layout_or_version_are_refused() -> None:
    make, arguments = Table("classic", 2, 1).__reduce__()
    assert make(*arguments).legal() == Table("classic", 2, 1).legal()
    large = 2**64
    for index, value in (
        (0, 99),
        (1, 99),
        (6, (0,)),
        (6, ((5, "seed"),)),
        (0, large),
        (1, large),
        (3, large),
        (3, 256),
        (3, -1),
        (6, (large,)),
        (6, ((large, "seed"),)),
        (6, ((-1, "seed"),)),
    ):
        changed = (*arguments[:index], value, *arguments[index + 1 :])
        with pytest.raises(tsuro.SnapshotError):
            make(*changed)


def test_bots_play_and_their_actions_are_kept() -> None:
    for rules in ("classic-advanced", "seas", "draft"):
        table = Table(rules, 3, 5)
        while not table.over:
            before = table.actions
            row = table.step_bot("greedy")
            assert table.actions == (*before, *row)
        assert (pickle.loads(pickle.dumps(table)).state() == table.state()).all()
    table = Table("classic", 2, 5)
    assert len(table.step_bot("ismcts:20")) == 1


def test_a_bot_does_not_go_on_with_an_exchange_of_somebody_else() -> None:
    table, chance = Table("classic-advanced", 4, 2), random.Random(3)
    gives = next(group for group in table.layout()["actions"]["groups"] if group["name"] == "give")
    while table.legal()[-1] < gives["first"]:
        random_step(table, chance)
        if table.over:
            table.reset(chance.random().hex())
    seat, action = table.seat, table.legal()[-1]
    assert seat is not None
    other = (seat + 1) % 4
    before = (table.observe(other), table.history(other))
    table.step(action)
    assert table.seat == seat and table.describe(action).startswith("give ")
    # No other seat sees what is given.
    assert (table.observe(other) == before[0]).all() and table.history(other) == before[1]
    with pytest.raises(tsuro.ArgumentError, match="in the middle of an exchange"):
        table.step_bot("greedy")
    # Dealt anew for another seat, the exchange begins again; for its own, it goes on.
    assert table.redeal(seat, 1).legal() == table.legal()
    assert table.redeal(other, 1).legal() != table.legal()


def test_a_game_of_a_table_goes_its_own_way() -> None:
    table = Table("classic", 2, 1)
    game = table.game()
    game.play(game.choices()[0])
    assert (
        table.actions == ()
        and str(table) == str(table.game())
        and table._repr_svg_().startswith("<svg")
    )
    assert "seat" in repr(table)


def test_a_game_that_was_dealt_anew_has_snapshots_but_no_record() -> None:
    table = Table("classic", 2, 1)
    game = table.redeal(0, 1).game()
    assert tsuro.Game.restore(game.snapshot()).position() == game.position()
    with pytest.raises(tsuro.RecordError):
        game.record()


def test_without_a_package_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, package, installs in (
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "open_spiel"),
    ):
        monkeypatch.delitem(sys.modules, f"tsuro.{name}", raising=False)
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(ImportError, match=f"pip install {installs}$"):
            importlib.import_module(f"tsuro.{name}")


def test_without_numpy_all_but_arrays_works() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None; import tsuro; t = tsuro.Table('classic'); "
        "t.step(t.legal()[0]); t.observe()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1 and "ImportError: arrays need numpy" in run.stderr
