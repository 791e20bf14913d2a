"""The exit codes of the commands of this package."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable

from tsuro.errors import ArgumentError, BotError, Error, RuleSetError

FAILED, USAGE, INTERRUPTED = 1, 2, 130


def exit_code(run: Callable[[], int]) -> int:
    """Runs a command, and says in words why it ends. Returns its exit code."""
    warnings.formatwarning = lambda message, *_args, **_named: f"warning: {message}\n"
    try:
        return run()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe; what is left would be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (ArgumentError, BotError, OSError) as why:
        # As in the program `tsuro`: what cannot be read or written is wrong usage, too.
        print(f"error: {why}", file=sys.stderr)
        return USAGE
    except RuleSetError as why:
        print(why, file=sys.stderr)
        # A rule set with a mistake, or none of this name.
        return USAGE if any(found.code == "not-found" for found in why.problems) else FAILED
    except Error as why:
        print(f"error: {why}", file=sys.stderr)
        return FAILED
