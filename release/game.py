"""Plays a game with the package that is installed, and prints beside which libc."""

import platform

import tsuro

game = tsuro.Game("seas", players=3, seed="any text")
while not game.over:
    game.play(game.choices()[0])
print(tsuro.__version__, platform.python_version(), *platform.libc_ver())
print(game.ending.outcome, game.winners)
