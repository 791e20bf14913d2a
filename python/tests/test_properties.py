"""What must hold for any game: they end, and however they are saved they go on the same."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import tsuro

RULES = [rules.name for rules in tsuro.rule_sets()]


@pytest.mark.parametrize("rules", RULES)
def test_random_games_end_and_copies_of_them_go_on_the_same(rules: str) -> None:
    counts = tsuro.RuleSet.load(rules).players
    for number in range(12):
        chance = random.Random(f"{rules} {number}")
        game = tsuro.Game(rules, chance.choice(counts), f"{number}")
        at = chance.randrange(1, 25)
        steps = 0
        others: list[tsuro.Game] = []
        while not game.over:
            if steps == at:
                others = [
                    pickle.loads(pickle.dumps(game)),
                    copy.deepcopy(game),
                    tsuro.Game.restore(game.snapshot()),
                ]
                # A record tells on which square a tile was laid (W7) together with the tile.
                if not isinstance(game.choices()[0], tsuro.Place) or rules != "team-seas":
                    others.append(tsuro.Game.from_record(game.record()))
                forks = [game.fork("luck"), game.fork("luck")]
                while not forks[0].over:
                    assert forks[0].choices() == forks[1].choices()
                    choice = chance.choice(forks[0].choices())
                    for fork in forks:
                        fork.play(choice)
                assert forks[0].snapshot() == forks[1].snapshot()
                undone = game.undo()
                assert undone is not None
                game.play(undone)
            choices = game.choices()
            assert choices and len(set(choices)) == len(choices)
            choice = chance.choice(choices)
            for one in (game, *others):
                assert one.choices() == choices
                one.play(choice)
            steps += 1
            assert steps < 2000
        for other in others:
            assert other.position() == game.position() and other.ending == game.ending
            assert other.record() == game.record() and other.events() == game.events()
        (replayed,) = tsuro.replay(game.record())
        assert replayed.complete and replayed.ending == game.ending


@pytest.mark.parametrize("rules", ["classic", "seas", "classic-advanced", "draft"])
def test_only_the_choices_can_be_played(rules: str) -> None:
    chance = random.Random(rules)
    ports = "ABCDEFGH"
    every: list[tsuro.Choice] = [tsuro.Place(face, turn) for face in range(35) for turn in range(4)]
    every += [
        tsuro.Mark(f"{column}{row}:{port}")
        for column in "abcdefg"
        for row in range(1, 8)
        for port in ports
    ]
    every += [tsuro.Stay(), tsuro.Exchange([0], [1]), tsuro.Answer(3), tsuro.Answer("up")]
    game = tsuro.Game(rules, 4, "any text")
    while not game.over:
        allowed = set(game.choices())
        before = game.position()
        for choice in chance.sample(every, 60):
            if choice not in allowed:
                with pytest.raises(tsuro.Illegal):
                    game.play(choice)
        assert game.position() == before
        game.play(chance.choice(game.choices()))
