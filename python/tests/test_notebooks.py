"""The notebooks run from their first cell to their last, and show what they are about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "notebooks"
SHOWN = {
    "first-game": ["image/svg+xml", "image/gif"],
    "generalise": ["image/png"],
    "league": ["image/png", "<table><caption>"],
    "house-rule": ["image/png", "<table", "<iframe srcdoc="],
    "train-a-player": ["image/svg+xml", "image/gif"],
}
"""What each notebook has to show: kinds of pictures, or beginnings of HTML."""


def test_every_notebook_is_tried() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SHOWN)


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.filterwarnings("default")
def test_a_notebook_runs_and_shows_what_it_is_about(name: str) -> None:
    book: Any = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    # What a run leaves behind is not kept: it would change with every version.
    assert not any(cell.outputs for cell in cells)
    nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(FOLDER)}}
    ).execute()
    outputs = [output for cell in cells for output in cell.outputs]
    data = [output.get("data", {}) for output in outputs]
    for wanted in SHOWN[name]:
        assert any(wanted in shown or wanted in shown.get("text/html", "") for shown in data), (
            wanted
        )
