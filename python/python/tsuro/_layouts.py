"""Which arrays are wanted, and the hashes of documents that describe them."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Literal, NamedTuple

from tsuro._functions import _flag, _whole
from tsuro.errors import ArgumentError


class Arrays(NamedTuple):
    """Which arrays are wanted."""

    form: Literal["planes", "tokens"] = "planes"
    outlook: bool = False
    knowledge: bool = False
    layout: int = 1

    @classmethod
    def checked(cls, form: object, outlook: object, knowledge: object, layout: object) -> Arrays:
        """Those of the arguments that all environments have. Refuses a form or a version that there
        is not."""
        if form not in ("planes", "tokens"):
            raise ArgumentError(f"form: 'planes' or 'tokens' is needed, not {form!r}")
        return cls(
            form,
            _flag("outlook", outlook),
            _flag("knowledge", knowledge),
            _whole("layout", layout, 1, 2),
        )

    @property
    def options(self) -> tuple[bool, bool, bool, int]:
        """As the core takes them."""
        return self.form == "tokens", *self[1:]

    def __str__(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())


def document_hash(document: dict[str, Any]) -> str:
    """The SHA-256 of a document that describes arrays, without the texts that explain it."""
    text = json.dumps(_without_meanings(document), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _without_meanings(document: Any) -> Any:
    """A document without texts that explain it: other words for the same thing change nothing."""
    if isinstance(document, dict):
        return {
            key: _without_meanings(value) for key, value in document.items() if key != "meaning"
        }
    if isinstance(document, list):
        return [_without_meanings(value) for value in document]
    return document
