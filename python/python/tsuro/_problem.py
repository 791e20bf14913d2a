"""A problem of a rule set or a test suite, which exceptions carry and functions answer."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Problem"]


@dataclass(frozen=True)
class Problem:
    """A problem of a rule set or a test suite. `str()` of it is the whole message."""

    code: str
    """The kind of problem in kebab-case, such as `"out-of-range"`; the codes are stable."""
    severity: str
    """`"error"`, or `"warning"` if the rules can be played all the same."""
    message: str
    """What is wrong."""
    key: str | None
    """The full key, such as `"tiles.hand"`, if it is about one."""
    file: str | None
    """The text that it is in."""
    line: int | None
    """The line, from 1."""
    column: int | None
    """The column in characters, from 1."""
    expected: str | None
    """What is allowed."""
    did_you_mean: str | None
    """What was probably meant."""
    advice: str | None
    """What to do."""
    text: str = field(repr=False)
    """The whole message: place, what is wrong, what is allowed and what to do."""

    def __str__(self) -> str:
        return self.text
