"""Ctrl-C, panics, and interpreters in which the package does not work."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from importlib.metadata import metadata

import pytest

import tsuro
from tsuro import _core

LONG = {
    "compare": 'tsuro.compare("classic", "seas", games=10**9, bots="random")',
    "compare with bots": 'tsuro.compare("classic", "seas", games=10**9, bots="greedy", threads=2)',
    "simulate": 'tsuro.simulate("seas", games=10**9)',
    "simulate with a search": 'tsuro.simulate("seas", games=10**6, bots="ismcts:100000")',
    "losses": 'tsuro.losses("seas", against="seas-calm", games=10**9)',
    "depth": 'tsuro.depth("classic", games=1 << 24)',
    "learnability": 'tsuro.learnability("classic", games=1 << 24)',
    "collusion": 'tsuro.collusion("seas", games=10**9)',
    "a bot": 'game.play_bot("ismcts:1000000")',
    "advice": "game.advise(10_000_000)",
    "opponents that search": (
        'env = tsuro.VectorEnv("classic", 2, 4, seed=1, opponent="ismcts:1000000", threads=2)\n'
        "    env.reset()\n    while True: env.step(env.sample_actions())"
    ),
    "opponents that search, and a policy": (
        'opponent = ["ismcts:1000000", lambda array, mask: mask.argmax()]\n'
        '    env = tsuro.VectorEnv("classic", 3, 4, seed=1, opponent=opponent)\n'
        "    env.reset()\n    while True: env.step(env.sample_actions())"
    ),
    "a search at a table": (
        'table = tsuro.Table("classic", 2, seed=1)\n'
        '    while True: table.step_bot("ismcts:1000000")'
    ),
    "records": "records = game.record() * 2000\n    while True: tsuro.replay(records)",
    "suites": "while True: tsuro.run_suites()",
}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to be sent there")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_stops_what_takes_long(name: str) -> None:
    # An import of numpy that is interrupted raises something else, so that it comes before.
    program = f"""
import sys, time, tsuro
tsuro.VectorEnv
game = tsuro.Game("classic", 4, "x")
while game.turn == 0:
    game.play(game.choices()[0])
print("begins", flush=True)
try:
    {LONG[name]}
except KeyboardInterrupt:
    print("stopped", time.time(), flush=True)
else:
    print("ended")
# The package works as before.
assert tsuro.simulate("classic", games=10, seed=1).games == 10
"""
    took: list[float] = []
    # A machine that is busy with other things may notice later, but not each time.
    while not took or (min(took) >= 0.5 and len(took) < 5):
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None and process.stdout.readline() == "begins\n"
        time.sleep(0.4)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
        assert process.returncode == 0 and error == ""
        word, at = out.split()
        assert word == "stopped"
        took.append(float(at) - sent)
    assert min(took) < 0.5, took


def test_signals_that_raise_nothing_do_not_stop_it() -> None:
    heard = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        assert tsuro.simulate("seas", games=30_000).games == 30_000
    finally:
        # One that comes later would end the process.
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard


def test_a_panic_is_an_exception_and_the_interpreter_goes_on() -> None:
    program = """
import tsuro
from tsuro import _core
try:
    _core._panic("some reason")
except tsuro.Bug as bug:
    print(bug, isinstance(bug, Exception))
print(tsuro.Game("classic", 2).players)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "a mistake in the engine: some reason True\n2\n"
    assert "panicked" in done.stderr


def test_another_interpreter_of_the_process_refuses_the_package() -> None:
    if sys.version_info >= (3, 13):
        import _interpreters as interpreters  # type: ignore[import-not-found]
    else:
        import _xxsubinterpreters as interpreters  # type: ignore[import-not-found]
    one = interpreters.create()
    program = """
try:
    import tsuro
except ImportError as error:
    assert "subinterpreters" in str(error), error
else:
    raise AssertionError("it was imported")
"""
    failed = (
        interpreters.run_string(one, program)
        if sys.version_info < (3, 13)
        else interpreters.exec(one, program)
    )
    assert failed is None
    interpreters.destroy(one)
    assert tsuro.Game("classic", 2).players == 2


def test_the_compiled_part_has_the_version_of_the_package() -> None:
    about = metadata("tsuro")
    assert tsuro.__version__ == _core.__version__ == about["Version"]
    # Where the package importlib_metadata is installed, the text is a field.
    assert "# tsuro for Python" in f"{about.get_payload()}{about.get('Description')}"  # type: ignore[attr-defined]
