"""What the tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture
def corpus() -> Path:
    """The records, positions and rule sets of the tests of the crate."""
    folder = REPOSITORY / "tests" / "corpus"
    assert folder.is_dir()
    return folder
