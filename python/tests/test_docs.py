"""The examples of the documents are run, and print what the documents show.

A block below `<!-- the file NAME -->` is a script of its own.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


def blocks(document: Path) -> list[tuple[int, str, str, str]]:
    """The blocks of a document: line, language, the remark above, and text."""
    found = []
    remark, begin = "", 0
    language: str | None = None
    text: list[str] = []
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if language is not None:
            if line == "```":
                found.append((begin, language, remark, "\n".join(text) + "\n"))
                remark, language, text = "", None, []
            else:
                text.append(line)
        elif line.startswith("```"):
            language, begin = line[3:], number
        elif line.startswith("<!--"):
            remark = line.removeprefix("<!--").removesuffix("-->").strip()
        elif line:
            remark = ""
    assert language is None
    return found


@pytest.mark.parametrize("name", ["docs/python.md", "python/README.md"])
def test_the_examples_print_what_the_document_shows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    printed = ""
    count = 0
    for line, language, remark, text in blocks(REPOSITORY / name):
        if remark.startswith("not run: "):
            continue
        if language == "python" and remark.startswith("the file "):
            # A bot: its input ends at once.
            file = tmp_path / remark.removeprefix("the file ")
            file.write_text(text, encoding="utf-8")
            bot = subprocess.run(
                [sys.executable, file], input="", capture_output=True, text=True, timeout=60
            )
            assert (bot.returncode, bot.stdout, bot.stderr) == (0, "", ""), f"{name}:{line}"
        elif language == "python":
            count += 1
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                # With its line numbers, for the traceback.
                exec(compile("\n" * line + text, name, "exec"), names)
            printed = out.getvalue()
        elif remark == "python prints":
            assert text == printed, f"{name}:{line}"
    assert count >= (10 if name.startswith("docs") else 1)
