"""The hashes of documents that describe arrays."""

from __future__ import annotations

import hashlib
import json
from typing import Any


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
