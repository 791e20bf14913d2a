"""Choices as values: equal, ordered, hashed, printed, matched and pickled."""

from __future__ import annotations

import copy
import pickle

import pytest

import tsuro

ALL: list[tsuro.Choice] = [
    tsuro.Place(14, 2),
    tsuro.Mark("b1:H"),
    tsuro.Stay(),
    tsuro.Exchange([3, 5], [5, 7]),
    tsuro.Exchange(),
    tsuro.Answer(3),
    tsuro.Answer("up"),
]


@pytest.mark.parametrize("choice", ALL, ids=repr)
def test_a_choice_is_a_value(choice: tsuro.Choice) -> None:
    same = eval(repr(choice), vars(tsuro))
    assert same == choice and hash(same) == hash(choice) and len({same, choice}) == 1
    assert same <= choice and not same < choice
    assert all(pickle.loads(pickle.dumps(choice, protocol)) == choice for protocol in range(2, 6))
    assert copy.copy(choice) == copy.deepcopy(choice) == choice
    assert sum(choice == other for other in ALL) == 1
    assert choice != 3 and choice != repr(choice)
    assert isinstance(choice, tsuro.Choice) and type(choice).__module__ == "tsuro"
    with pytest.raises(AttributeError):
        choice.face = 3  # type: ignore
    with pytest.raises(TypeError):
        _ = choice < 3  # type: ignore


def test_choices_are_printed_for_people() -> None:
    assert [str(choice) for choice in ALL] == [
        "tile 14 turned 2",
        "mark b1:H",
        "stay",
        "exchange 3, 5 for 5, 7",
        "no exchange",
        "answer 3",
        "answer up",
    ]
    assert [repr(choice) for choice in ALL] == [
        "Place(14, 2)",
        "Mark('b1:H')",
        "Stay()",
        "Exchange([3, 5], [5, 7])",
        "Exchange()",
        "Answer(3)",
        "Answer('up')",
    ]


def test_choices_can_be_matched() -> None:
    def words(choice: tsuro.Choice) -> str:
        match choice:
            case tsuro.Place(face, rotation):
                return f"{face} {rotation}"
            case tsuro.Mark(at):
                return at
            case tsuro.Stay():
                return "stay"
            case tsuro.Exchange(gave, took):
                return f"{gave} {took}"
            case tsuro.Answer(value):
                return str(value)

    assert [words(choice) for choice in ALL] == [
        "14 2",
        "b1:H",
        "stay",
        "(3, 5) (5, 7)",
        "() ()",
        "3",
        "up",
    ]


def test_a_rotation_that_looks_the_same_is_the_same_choice() -> None:
    assert tsuro.Place(33, 1) == tsuro.Place(33) and tsuro.Place(33, 1).rotation == 0
    assert tsuro.Place(14, 1) != tsuro.Place(14, 2)
    assert sorted({tsuro.Place(face, turn) for face in range(35) for turn in range(4)})[
        0
    ] == tsuro.Place(0)
    assert tsuro.Place(3)._repr_svg_().startswith("<svg")


def test_special_tiles_are_exchanged_like_others() -> None:
    exchange = tsuro.Exchange([35, 3], [36, 4])
    assert (exchange.gave, exchange.took) == ((35, 3), (36, 4))
    assert exchange == tsuro.Exchange((35, 3), (36, 4))
    with pytest.raises(ValueError, match="40"):
        tsuro.Exchange([40], [3])


@pytest.mark.parametrize(
    ("make", "error", "why"),
    [
        (lambda: tsuro.Place(35), tsuro.ArgumentError, "face: 35 is not a number from 0 to 34"),
        (lambda: tsuro.Place(-1), tsuro.ArgumentError, "face: -1 is not"),
        (lambda: tsuro.Place(3, 4), tsuro.ArgumentError, "rotation: 4 is not a number from 0 to 3"),
        (lambda: tsuro.Place("3"), TypeError, "face: a whole number is needed, not str"),  # type: ignore[arg-type]
        (lambda: tsuro.Place(), TypeError, "face"),  # type: ignore[call-arg]
        (lambda: tsuro.Mark("z9"), tsuro.ArgumentError, "at: .*is not a place"),
        (lambda: tsuro.Mark(""), tsuro.ArgumentError, "at: "),
        (lambda: tsuro.Mark(3), TypeError, "str"),  # type: ignore[arg-type]
        (lambda: tsuro.Exchange([1], [2, 3]), tsuro.ArgumentError, "exchange: "),
        (
            lambda: tsuro.Exchange([40], [2]),
            tsuro.ArgumentError,
            "gave: 40 is not a number from 0 to 39",
        ),
        (
            lambda: tsuro.Exchange(range(9), range(9)),
            tsuro.ArgumentError,
            "gave: a hand has at most 7 tiles",
        ),
        (lambda: tsuro.Exchange(3, 3), TypeError, "gave: a list of faces is needed, not int"),  # type: ignore[arg-type]
        (lambda: tsuro.Answer(""), tsuro.ArgumentError, "value: a word has 1 to 16 bytes, not 0"),
        (
            lambda: tsuro.Answer("x" * 17),
            tsuro.ArgumentError,
            "value: a word has 1 to 16 bytes, not 17",
        ),
        (lambda: tsuro.Answer(2**32), tsuro.ArgumentError, "value: 4294967296 is not"),
        (lambda: tsuro.Answer(None), TypeError, "value: a whole number is needed, not NoneType"),  # type: ignore[arg-type]
        (lambda: tsuro.Decision(), TypeError, "Decision"),
    ],
)
def test_what_is_no_choice_is_refused(make: object, error: type[Exception], why: str) -> None:
    assert callable(make)
    with pytest.raises(error, match=why):
        make()


def test_every_kind_of_choice_comes_up_in_games() -> None:
    seen: set[type] = set()
    for rules in ("classic-advanced", "rough-seas", "draft"):
        for index in range(40):
            game = tsuro.Game(rules, 4, "any text", index=index)
            while not game.over:
                choices = game.choices()
                seen |= {type(choice) for choice in choices}
                decision = game.decision
                assert decision is not None and (decision.kind == "rule") == (
                    decision.question is not None
                )
                assert decision.kind == "relocate" or tsuro.Stay() not in choices
                game.play_bot("greedy")
    assert seen == {tsuro.Place, tsuro.Mark, tsuro.Stay, tsuro.Exchange, tsuro.Answer}
