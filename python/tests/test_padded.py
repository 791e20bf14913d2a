"""One layout for many rule sets: it loses nothing, and means the same under all of them."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

import tsuro
from tsuro._facts import FACTS, rule_facts
from tsuro.padded import PaddedRules

FORMS: tuple[Literal["planes", "tokens"], ...] = ("planes", "tokens")


def every_table() -> list[tuple[tsuro.RuleSet, int]]:
    """All rule sets of the package at their smallest and largest tables."""
    found: dict[tuple[str, int], tuple[tsuro.RuleSet, int]] = {}
    for rules in (*tsuro.rule_sets(), *tsuro.house_rules()):
        for players in (rules.players[0], rules.players[-1]):
            found.setdefault((rules.hash, players), (rules, players))
    return list(found.values())


def random_tables(chance: random.Random, count: int) -> list[tuple[tsuro.RuleSet, int]]:
    """Rule sets with boards, hands and house rules drawn at random, at tables of any size."""
    bases = [one.name for one in tsuro.rule_sets()]
    houses = [one.name for one in tsuro.house_rules()]
    found: dict[tuple[str, int], tuple[tsuro.RuleSet, int]] = {}
    while len(found) < count:
        text = chance.choice(bases) + f"+board.columns={chance.randint(4, 9)}"
        text += f"+board.rows={chance.randint(4, 9)}"
        if chance.random() < 0.6:
            text += f"+{chance.choice(houses)}"
        try:
            rules = tsuro.RuleSet.load(text)
        except tsuro.RuleSetError:
            continue
        players = chance.choice(rules.players)
        found.setdefault((rules.hash, players), (rules, players))
    return list(found.values())


def env(entry: PaddedRules, games: int = 4, **options: Any) -> tsuro.VectorEnv:
    given = entry.layout.arrays._asdict()
    return tsuro.VectorEnv(entry.rules, entry.players, games, seed=1, **given, **options)


@pytest.mark.parametrize("tables", ["shipped", "random"])
@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("form", FORMS)
def test_a_padded_row_has_every_field_of_its_own_row_under_every_rule_set(
    form: Literal["planes", "tokens"], version: int, tables: str
) -> None:
    given = every_table() if tables == "shipped" else random_tables(random.Random(version), 40)
    layout = tsuro.PaddedLayout(given, form=form, outlook=True, knowledge=True, layout=version)
    assert layout.describe()["layout"] == layout.layout_version == version
    assert len(layout) == len(given)
    if tables == "shipped":
        assert len(layout) > 90 and layout.players == 16
    for entry in layout.entries:
        games = env(entry)
        rows, info = games.reset()
        for _ in range(12):
            padded, masks = entry.pad(rows), entry.pad_masks(info["action_mask"])
            assert padded.shape == (4, layout.observation_len), entry
            assert np.array_equal(entry.own(padded), rows), entry
            assert np.array_equal(entry.own_masks(masks), info["action_mask"]), entry
            assert masks.sum() == info["action_mask"].sum() > 0
            # What a rule set does not have is the same in all rows.
            rest = ~entry.is_real
            assert (padded[:, rest] == entry.template[rest]).all(), entry
            # One game alone is padded in the same way, and so is none.
            assert entry.own(entry.pad(rows[:0])).shape == rows[:0].shape
            assert np.array_equal(entry.pad(rows[0]), padded[0])
            rows, *_, info = games.step(games.sample_actions())
        assert np.array_equal(entry.own_actions[entry.actions], np.arange(entry.action_count))
        assert (entry.own_actions >= 0).sum() == entry.action_count
        assert len(np.unique(entry.columns)) == entry.observation_len
        assert entry.is_real.sum() == entry.observation_len + len(FACTS)


@pytest.mark.parametrize("form", FORMS)
def test_fields_without_squares_are_copied_byte_for_byte(form: Literal["planes", "tokens"]) -> None:
    layout = tsuro.PaddedLayout(["classic", "seas", "big-board"], [2, 4], form=form, knowledge=True)
    for entry in layout.entries:
        games = env(entry)
        rows, _ = games.reset()
        for _ in range(20):
            rows, *_ = games.step(games.sample_actions())
        padded = entry.pad(rows)
        seen = 0
        for described in entry.description["fields"]:
            name, shape = described["name"], described["shape"]
            if form == "tokens" and name in ("pieces", "daikaiju"):
                continue  # They have numbers of squares.
            own = games.field(rows, name)
            part = layout.field(padded, name)[(slice(None), *map(slice, shape))]
            assert np.array_equal(own, part), (entry, name)
            seen += 1
        assert seen > 10


def test_squares_have_the_same_number_on_boards_of_all_sizes() -> None:
    """A piece in row 2 of column 3 is there under all rules, whatever the width of the board."""
    layout = tsuro.PaddedLayout(
        ["classic", "big-board", ("classic+board.columns=4+board.rows=7", 4)],
        form="tokens",
        outlook=True,
    )
    assert layout.size == (8, 8)
    for entry in layout.entries:
        games = env(entry, 8)
        rows, _ = games.reset()
        columns, seen = games.field(rows, "squares").shape[-1], 0
        for _ in range(12):
            padded = entry.pad(rows)
            for name, where in (("pieces", 0), ("outlook", 5)):
                own = games.field(rows, name)[..., where].astype(int)
                shown = layout.field(padded, name)[:, : own.shape[1], where].astype(int)
                there = own != 255
                seen += int(there.sum())
                assert np.array_equal((own // columns)[there], (shown // 8)[there])
                assert np.array_equal((own % columns)[there], (shown % 8)[there])
                assert (shown[~there] == 255).all()
            rows, *_ = games.step(games.sample_actions())
        assert seen > 1000


def test_the_ways_of_a_seat_stand_in_the_same_place_at_every_table() -> None:
    layout = tsuro.PaddedLayout(["classic"], [2, 5, 8], form="tokens", outlook=True)
    for entry in layout.entries:
        games = env(entry)
        rows, _ = games.reset()
        for _ in range(entry.players + 2):
            rows, *_ = games.step(games.sample_actions())
        own, shown = games.field(rows, "outlook"), layout.field(entry.pad(rows), "outlook")
        seats = entry.players
        assert own.any()
        for first, there in ((7, 7), (7 + seats, 7 + 8)):
            assert np.array_equal(
                own[..., first : first + seats], shown[..., there : there + seats]
            )
            assert not shown[..., there + seats : there + 8].any()


SEATS = {"out": 0, "ways": 1, "square": 2, "port": 3, "room": 4}
"""The groups of entries of the wide outlook: docs/tensors.md."""


def outlook_group(rows: NDArray[np.uint8], seats: int, name: str) -> NDArray[np.uint8]:
    begin = 9 + SEATS[name] * seats
    return rows[..., begin : begin + seats]


def test_the_wide_outlook_has_the_same_entries_at_every_table_and_on_every_board() -> None:
    layout = tsuro.PaddedLayout(
        [("classic", 2), ("classic", 5), ("big-board", 4)], form="tokens", outlook=True, layout=2
    )
    for entry in layout.entries:
        games = env(entry, 6)
        rows, _ = games.reset()
        columns, seats, seen = games.field(rows, "squares").shape[-1], entry.players, 0
        for _ in range(20):
            own, shown = games.field(rows, "outlook"), layout.field(entry.pad(rows), "outlook")
            is_legal = own[..., 0] == 1
            assert np.array_equal(
                own[..., [0, 1, 2, 3, 4, 6, 7, 8]], shown[..., [0, 1, 2, 3, 4, 6, 7, 8]]
            )
            for name in SEATS:
                one, other = outlook_group(own, seats, name), outlook_group(shown, 5, name)
                if name == "square":
                    there = (one != 255) & is_legal[..., None]
                    seen += int(there.sum())
                    assert np.array_equal((one // columns)[there], (other[..., :seats] // 8)[there])
                    assert np.array_equal((one % columns)[there], (other[..., :seats] % 8)[there])
                    assert (other[..., :seats][is_legal][one[is_legal] == 255] == 255).all()
                else:
                    assert np.array_equal(one, other[..., :seats]), name
                # Pieces of seats that there are not are not on the board.
                none = 255 if name in ("square", "port") else 0
                assert (other[..., seats:] == none).all(), name
            there = is_legal & (own[..., 5] != 255)
            square = own[..., 5].astype(int)
            assert np.array_equal(
                (square // columns * 8 + square % columns)[there], shown[..., 5][there]
            )
            rows, *_ = games.step(games.sample_actions())
        assert seen > 1000


def test_a_mark_has_one_field_under_all_rules_that_show_it() -> None:
    """Each rule set numbers its marks from 0, whatever they are."""
    layout = tsuro.PaddedLayout(
        ["mystic-portal", "veterans", "lanterns", "tide", "classic"], 2, form="tokens", layout=2
    )
    fields = {field["name"]: field for field in layout.describe()["fields"]}
    marks = [name for name in fields if name.startswith("mark:")]
    assert sorted(marks) == [
        "mark:a lantern",
        "mark:the mystic portal",
        "mark:the row that the tide shifts next",
    ]
    # A board for each of them, as large as the largest.
    assert all(fields[name]["shape"] == [7, 7] for name in [*marks, "threat"])
    assert fields["window"]["shape"] == fields["window_threat"]["shape"] == [5, 5]
    lanterns = layout.entry("lanterns", 2)
    games = env(lanterns, 8)
    rows, _ = games.reset()
    shown = 0
    for _ in range(30):
        padded = lanterns.pad(rows)
        own = games.field(rows, "mark:0")
        assert np.array_equal(layout.field(padded, "mark:a lantern")[:, :6, :6], own)
        assert not layout.field(padded, "mark:the mystic portal").any()
        shown += int(own.sum())
        rows, *_ = games.step(games.sample_actions())
    assert shown > 0


def test_the_window_is_not_taken_for_a_board_of_its_size() -> None:
    """On a board of 5 x 5 squares, both have the same shape."""
    layout = tsuro.PaddedLayout(
        ["classic+board.columns=5+board.rows=5", "big-board"], 2, form="tokens", layout=2
    )
    fields = {field["name"]: field["shape"] for field in layout.describe()["fields"]}
    assert fields["squares"] == [8, 8] and fields["window"] == [5, 5]
    assert fields["piece_facts"] == [2, 6]
    small = layout.entries[0]
    games = env(small)
    rows, _ = games.reset()
    for _ in range(6):
        rows, *_ = games.step(games.sample_actions())
    for name in ("window", "window_pieces", "piece_facts"):
        assert np.array_equal(games.field(rows, name), layout.field(small.pad(rows), name))
    wide = tsuro.PaddedLayout([("classic", 2), ("classic", 4)], form="tokens", layout=2)
    # Pieces of seats that there are not are elsewhere.
    assert (wide.field(wide.entries[0].template, "window_pieces")[2:] == 255).all()


def test_what_a_rule_set_lacks_is_said_as_in_its_own_layout() -> None:
    tables = [("classic", 2), ("seas", 4)]
    tokens = tsuro.PaddedLayout(tables, form="tokens")
    classic = tokens.entries[0]
    row = tokens.field(classic.template, "squares")
    assert (row[6:] == 253).all() and (row[:, 6:] == 253).all()  # squares that do not exist
    assert (tokens.field(classic.template, "pieces")[2:] == 255).all()  # pieces not on the board
    assert (tokens.field(classic.template, "daikaiju") == 255).all()
    planes = tsuro.PaddedLayout(tables)
    rows, _ = env(planes.entries[0]).reset()
    padded = planes.entries[0].pad(rows)
    missing = planes.field(padded, "missing")
    assert missing[:, 6:].all() and missing[:, :, 6:].all() and not missing[:, :6, :6].any()
    shown = planes.planes(padded)
    assert shown.shape[2:] == (7, 7) and np.shares_memory(shown, padded)
    assert np.array_equal(shown[:, :28, :6, :6], env(planes.entries[0]).planes(rows)[:, :28])
    with pytest.raises(tsuro.ArgumentError, match="planes: this layout has tokens"):
        tokens.planes(tokens.entries[0].template)
    with pytest.raises(KeyError):
        tokens.field(classic.template, "looks")


def test_a_question_has_the_same_number_under_all_rules_that_ask_it() -> None:
    layout = tsuro.PaddedLayout(["storm-seas", "taihou", "veterans"], 2, form="tokens")
    groups = [g for g in layout.describe()["actions"]["groups"] if g["name"].startswith("answer")]
    for entry in layout.entries:
        offset = next(f["offset"] for f in entry.description["fields"] if f["name"] == "question")
        row = np.zeros(entry.observation_len, np.uint8)
        own = [g for g in entry.description["actions"]["groups"] if g["name"].startswith("answer")]
        for number, group in enumerate(own):
            row[:] = 0
            row[offset + number] = 1
            (asked,) = np.flatnonzero(layout.field(entry.pad(row), "question"))
            assert groups[asked]["name"] == group["name"]
            assert groups[asked]["meaning"] == group["meaning"]
            first = entry.actions[group["first"]]
            assert first == groups[asked]["first"]
    assert len(groups) == 6  # cannon once, taihou three times, mystic-portal twice


def test_answers_with_squares_have_the_numbers_of_the_larger_board() -> None:
    layout = tsuro.PaddedLayout(["harbour", "big-board+harbour"], 2, form="tokens")
    small, large = layout.entries
    (group,) = (g for g in layout.describe()["actions"]["groups"] if g["name"] == "answer:harbour")
    assert group["meaning"].startswith("a square") and group["count"] == 64
    first = small.description["actions"]["groups"][-1]["first"]
    assert [int(small.actions[first + n]) - group["first"] for n in (5, 6, 35)] == [5, 8, 45]
    assert np.array_equal(large.actions, np.arange(large.action_count))


def test_the_layout_does_not_depend_on_the_order_of_the_list() -> None:
    tables = [("classic", 2), ("veterans", 3), ("islands", 4), ("auction", 2), ("draft", 5)]
    hashes = {tsuro.PaddedLayout(order).hash for order in itertools.permutations(tables)}
    assert len(hashes) == 1
    layout = tsuro.PaddedLayout(tables)
    described = layout.describe()
    assert json.loads(json.dumps(described)) == described
    assert [one["rules"] for one in described["rules"]] == [name for name, _ in tables]
    assert described["fields"][-1]["name"] == "facts"
    sizes = [int(np.prod(field["shape"])) for field in described["fields"]]
    assert [field["offset"] for field in described["fields"]] == [
        sum(sizes[:number]) for number in range(len(sizes))
    ]
    assert sum(sizes) == described["len"] == layout.observation_len
    assert sum(group["count"] for group in described["actions"]["groups"]) == layout.action_count
    for other in (
        tsuro.PaddedLayout(tables, form="tokens"),
        tsuro.PaddedLayout(tables, outlook=True),
        tsuro.PaddedLayout(tables, layout=2),
        tsuro.PaddedLayout([*tables, ("seas", 6)]),
    ):
        assert other.hash not in hashes
    assert repr(layout) == (
        f"<tsuro.PaddedLayout 5 rule sets, {layout.observation_len} bytes, "
        f"{layout.action_count} actions>"
    )
    assert repr(layout.entries[1]) == "<tsuro.PaddedRules veterans, 3 players>"


def test_other_rule_sets_fit_in_if_they_have_nothing_that_the_layout_lacks() -> None:
    layout = tsuro.PaddedLayout(["classic", "big-board"], 4, form="tokens")
    entry = layout.entry("classic+hand=2", 3)
    assert entry.rules.name == "classic+hand=2" and entry.players == 3
    assert layout.entry("classic+hand=2", 3) is entry
    assert layout.entry("classic", 4) is layout.entries[0]
    rows, _ = env(entry).reset()
    assert np.array_equal(entry.own(entry.pad(rows)), rows)
    for rules, players, why in [
        ("classic", 5, "the layout is for at most 4 players"),
        ("classic+board.columns=9", 4, "the layout has 8 rows and 8 columns"),
        ("classic-advanced", 4, "the layout has no 'pass' of that kind"),
        ("lanterns", 2, "the layout has no 'points' of that kind"),
    ]:
        with pytest.raises(tsuro.ArgumentError, match=why):
            layout.entry(rules, players)
    sized = tsuro.PaddedLayout([("seas", 2), ("classic", 8)])
    with pytest.raises(tsuro.ArgumentError, match=r"'supply' has the shape \(12,\)|'give'|'answ"):
        sized.entry("veterans", 2)


@pytest.mark.parametrize(
    ("rules", "players", "error", "why"),
    [
        ([], None, tsuro.ArgumentError, "at least one rule set"),
        ("classic", 2, TypeError, "a list of rule sets is needed, not str"),
        (7, 2, TypeError, "a list of rule sets is needed, not int"),
        (["classic", 7], 2, TypeError, "a rule set is needed, not int"),
        ([("classic", 2, 3)], None, tsuro.ArgumentError, "not 3 things"),
        ([("classic", "two")], None, TypeError, "players: a whole number"),
        (["classic"], [], tsuro.ArgumentError, "players: at least one"),
        (["classic"], [2, 2], tsuro.ArgumentError, "the same rules with 2 players"),
        (["classic", "accessible"], 2, tsuro.ArgumentError, "classic and accessible are the same"),
        (["classic", ("classic", 4)], 4, tsuro.ArgumentError, "classic and classic are the same"),
        (["classic", "teams"], 3, tsuro.ArgumentError, "players"),
        (["classic"], 33, tsuro.ArgumentError, "players: 33"),
        (["sees"], None, tsuro.RuleSetError, "sees"),
    ],
)
def test_wrong_lists_are_refused(
    rules: Any, players: Any, error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        tsuro.PaddedLayout(rules, players)


def test_wrong_arrays_are_refused() -> None:
    layout = tsuro.PaddedLayout(["classic", "seas"], 2, form="tokens")
    classic, seas = layout.entries
    rows, info = env(seas).reset()
    calls: list[Callable[[], object]] = [
        lambda: classic.pad(rows),
        lambda: classic.own(rows),
        lambda: classic.pad_masks(info["action_mask"]),
        lambda: classic.own_masks(info["action_mask"][:, :5]),
        lambda: classic.pad(np.zeros((), np.uint8)),
    ]
    for call in calls:
        with pytest.raises(tsuro.ArgumentError, match="rows of .* bytes are needed"):
            call()
    for wrong in (rows.astype(float), [[0]], None):
        with pytest.raises(TypeError, match="an array of uint8"):
            seas.pad(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="read-only"):
        seas.columns[0] = 3
    with pytest.raises(tsuro.ArgumentError, match="form: 'planes' or 'tokens'"):
        tsuro.PaddedLayout(["classic"], form="pixels")  # type: ignore[arg-type]
    with pytest.raises(tsuro.ArgumentError, match="layout: 3 is not a number from 1 to 2"):
        tsuro.PaddedLayout(["classic"], layout=3)


def test_facts_are_numbers_that_tell_rules_apart() -> None:
    facts = rule_facts("veterans", 3)
    assert tuple(facts) == FACTS == tsuro.PaddedLayout.FACTS and len(set(FACTS)) == len(FACTS)
    told = {name: value for name, value in facts.items() if value}
    assert told == {
        "players": 3,
        "columns": 7,
        "rows": 7,
        "squares": 49,
        "marks": 56,
        "hand": 3,
        "deck": 56,
        "tiles-a-turn": 1,
        "shared-start": 1,
        "avoid-edge": 1,
        "avoid-loop": 1,
        "avoid-daikaiju": 1,
        "never-shared-wake": 1,
        "pass-through": 1,
        "draw-refill": 1,
        "returned-to-bottom": 1,
        "exchange": 1,
        "hazard-daikaiju": 1,
        "hazard-taihou": 1,
        "hazard-mystic-portal": 1,
        "hazard-wave": 1,
        "hazard-uzushio": 1,
        "score-last-standing": 1,
        "lives": 1,
    }
    # The Dragon tile is in force from three players on.
    assert [rule_facts("classic", players)["draw-dragon"] for players in (2, 3)] == [0, 1]
    for name, value in [
        ("other-rules", rule_facts("wind", 2)),
        ("truce", rule_facts("truce", 2)),
        ("portals", rule_facts("portals", 2)),
        ("wraps-columns", rule_facts("globe", 2)),
        ("wraps-rows", rule_facts("doughnut", 2)),
        ("open-hands", rule_facts("open-tiles", 2)),
        ("random-first", rule_facts("random-first", 2)),
        ("for-team", rule_facts("team-seas", 4)),
        ("score-last-team", rule_facts("teams", 4)),
        ("draw-draft", rule_facts("draft", 2)),
        ("tiles-a-turn", rule_facts("double-turn", 2)),
    ]:
        assert value[name] > rule_facts("classic", 2)[name], name
    facts_of = {
        (rules.hash, players): tuple(rule_facts(rules, players).values())
        for rules, players in every_table()
    }
    # Rules that differ where no fact looks: the marks of one, the dice of some, scripts.
    assert len(set(facts_of.values())) > 0.8 * len(facts_of)


def first(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
    return int(mask.argmax())


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("rules", ["classic", "luxury-advanced", "seas", "draft"])
def test_a_policy_of_the_padded_layout_plays_by_each_of_its_rules(rules: str, version: int) -> None:
    layout = tsuro.PaddedLayout(
        ["classic", "luxury-advanced", "seas", "draft", "big-board"],
        2,
        form="tokens",
        layout=version,
    )
    entry = layout.entry(rules, 2)
    lengths = set()

    def padded(array: NDArray[np.uint8], mask: NDArray[np.uint8]) -> int:
        lengths.add((len(array), len(mask)))
        own = entry.own_masks(mask)
        return int(entry.actions[own.argmax()])

    sums = [
        tsuro.simulate(rules, players=2, bots=[bot, "greedy"], games=30, seed=1)
        for bot in (entry.bot(padded, "same"), tsuro.PolicyBot(first, "same", form="tokens"))
    ]
    assert sums[0] == sums[1] and sums[0].bots == ("policy:same", "greedy")
    assert lengths == {(layout.observation_len, layout.action_count)}


def test_a_padded_bot_plays_at_the_table_of_its_entry_alone() -> None:
    layout = tsuro.PaddedLayout(["classic", "seas"], 2, form="tokens")
    bot = layout.entry("classic", 2).bot(lambda array, mask: int(mask.argmax()), "first")
    tsuro.simulate("classic", players=2, bots=bot, games=2)
    for rules, players in (("seas", 2), ("classic", 3), ("classic+hand=2", 2)):
        with pytest.raises(tsuro.ArgumentError, match="policy:first is made for classic"):
            tsuro.simulate(rules, players=players, bots=bot, games=2)

    class Refuses(tsuro.PolicyBot):
        def check_table(self, rules: str, rules_hash: str, players: int, /) -> None:
            raise tsuro.ArgumentError("at no table")

    refuses = Refuses(lambda array, mask: 0, "refuses", form="tokens")
    with pytest.raises(tsuro.ArgumentError, match="at no table"):
        tsuro.simulate("classic", players=2, bots=layout.entry("classic", 2).bot(refuses), games=2)


@pytest.mark.parametrize("options", [{}, {"form": "tokens", "outlook": True}, {"layout": 2}])
def test_a_bot_that_sees_something_else_than_the_layout_has_is_refused(options: Any) -> None:
    layout = tsuro.PaddedLayout(["classic", "seas"], 2, form="tokens")
    bot = tsuro.PolicyBot(lambda array, mask: 0, "other", **options)
    with pytest.raises(tsuro.ArgumentError, match="policy: other sees .* padded layout has form="):
        layout.entry("classic", 2).bot(bot)


def test_an_action_of_other_rules_is_an_error_of_the_policy() -> None:
    layout = tsuro.PaddedLayout(["classic", "seas"], 2, form="tokens")
    last = next(
        group["first"]
        for group in layout.describe()["actions"]["groups"]
        if group["name"] == "take"
    )
    for action, why in ((last, "is not an action of classic"), (9999, "not a number from 0 to")):
        bot = layout.entries[0].bot(lambda array, mask, action=action: action, "wrong")
        with pytest.raises(tsuro.PolicyError) as raised:
            tsuro.simulate("classic", players=2, bots=[bot, "random"], games=1, seed=1)
        assert why in str(raised.value.__cause__)
