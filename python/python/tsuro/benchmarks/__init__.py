"""Benchmarks for programs that learn. `python -m tsuro.benchmarks.rules` runs the one there is:
learn by some rules, play by others."""
