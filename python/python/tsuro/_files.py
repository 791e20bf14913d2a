"""Files that appear under their names in one step."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def write_whole(file: Path, text: str) -> None:
    """Writes a text to a file of another name, and renames it, so that there is never half a text
    under its name."""
    temporary = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def check_writable(file: Path) -> None:
    """Raises `OSError` before long work if a file cannot be written there after it."""
    code = None
    if file.is_dir():
        code = errno.EISDIR
    elif not file.parent.is_dir():
        code = errno.ENOENT
    elif not os.access(file if file.exists() else file.parent, os.W_OK):
        code = errno.EACCES
    if code is not None:
        raise OSError(code, os.strerror(code), str(file))
