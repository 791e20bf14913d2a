"""Policies in folders: a file `policy.json`, which says how the policy is made and for which
tables, beside the files that it needs."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from tsuro._core import GameArrays, RuleSet
from tsuro._functions import _flag, _whole
from tsuro._layouts import Arrays, document_hash
from tsuro.errors import ArgumentError, Error, SavedPolicyError
from tsuro.policy import PolicyBot, PolicyLike, _methods

__all__ = ["SavedPolicy", "load_policy", "save_policy", "saved_policies"]

MANIFEST = "policy.json"

_VERSION = 1

_ENTRY = re.compile(r"(?P<module>[\w./-]+):(?P<attribute>[A-Za-z_]\w*)")


@dataclass(frozen=True)
class Manifest:
    """What `policy.json` says, checked."""

    folder: Path
    name: str
    entry: str
    tables: dict[str, dict[str, Any]]
    """By the hash of the rules: `name`, and `players`: the hash of the arrays by their number."""
    arrays: Arrays
    options: dict[str, Any]
    files: dict[str, str]
    """The SHA-256 of each file."""

    @property
    def digest(self) -> str:
        """The SHA-256 of everything that the policy is made from, but for its name."""
        document = {key: value for key, value in self.document().items() if key != "name"}
        return hashlib.sha256(_canonical(document).encode()).hexdigest()

    def document(self) -> dict[str, Any]:
        """As it is written."""
        return {
            "tsuro_policy": _VERSION,
            "name": self.name,
            "entry": self.entry,
            "tables": self.tables,
            **self.arrays._asdict(),
            "options": self.options,
            "files": self.files,
        }

    def check_table(self, rules: str, rules_hash: str, players: int) -> None:
        """Raises `SavedPolicyError` unless the policy was saved for such tables, and with the
        arrays that this package writes.

        The arrays of rules that cannot be loaded by their name are left to `check_arrays`."""
        shown = f"policy:{self.name} ({self.folder})"
        table = self.tables.get(rules_hash)
        if table is None:
            known = ", ".join(
                f"{table['name']} (hash {told[:12]})" for told, table in self.tables.items()
            )
            raise SavedPolicyError(
                f"{shown} was saved for {known}, not for {rules} (hash {rules_hash[:12]})"
            )
        if str(players) not in table["players"]:
            known = " or ".join(table["players"])
            raise SavedPolicyError(f"{shown} was saved for {known} players, not for {players}")
        found = _named_layout_hash(rules, rules_hash, players, self.arrays)
        if found is None and table["name"] != rules:
            found = _named_layout_hash(table["name"], rules_hash, players, self.arrays)
        self._compare(found, rules_hash, players)

    def check_arrays(self, rules: RuleSet, players: int) -> None:
        """Raises `SavedPolicyError` if the arrays are not those for which the policy was saved."""
        self.check_table(rules.name, rules.hash, players)
        self._compare(_layout_hash(rules, players, self.arrays), rules.hash, players)

    def _compare(self, found: str | None, rules_hash: str, players: int) -> None:
        if found not in (None, self.tables[rules_hash]["players"][str(players)]):
            raise SavedPolicyError(
                f"policy:{self.name} ({self.folder}) was saved for other arrays than those of this "
                "version of tsuro"
            )


class SavedPolicy(PolicyBot):
    """A policy that `tsuro.load_policy` has made from its folder. It plays only at the tables for
    which it was saved."""

    def __init__(self, policy: PolicyLike, manifest: Manifest, name: str | None = None) -> None:
        super().__init__(
            policy,
            manifest.name if name is None else name,
            **manifest.arrays._asdict(),
        )
        self._manifest = manifest

    @property
    def folder(self) -> Path:
        """The folder."""
        return self._manifest.folder

    @property
    def digest(self) -> str:
        """The SHA-256 of everything that the policy is made from, but for its name."""
        return self._manifest.digest

    @property
    def tables(self) -> tuple[tuple[str, str, tuple[int, ...]], ...]:
        """The tables for which it was saved: the name and the hash of the rules, and the numbers of
        players."""
        return tuple(
            (table["name"], rules_hash, tuple(map(int, table["players"])))
            for rules_hash, table in self._manifest.tables.items()
        )

    def check_table(self, rules: str, rules_hash: str, players: int, /) -> None:
        self._manifest.check_table(rules, rules_hash, players)
        super().check_table(rules, rules_hash, players)

    def warm_up(self, rules: str | RuleSet, players: int) -> None:
        rules = RuleSet.load(rules) if isinstance(rules, str) else rules
        self._manifest.check_arrays(rules, players)
        super().warm_up(rules, players)

    def __repr__(self) -> str:
        return f"<tsuro.SavedPolicy {self.name}>"


def save_policy(
    folder: str | os.PathLike[str],
    entry: str,
    *,
    rules: str | RuleSet | Iterable[str | RuleSet],
    players: int | Iterable[int],
    files: Mapping[str, bytes | str | os.PathLike[str]] | None = None,
    name: str | None = None,
    form: Literal["planes", "tokens"] = "planes",
    outlook: bool = False,
    knowledge: bool = False,
    layout: int = 1,
    options: Mapping[str, Any] | None = None,
    force: bool = False,
) -> Path:
    """Saves a policy in a new folder, from which `tsuro.load_policy` makes it again.

    `entry` names the function that makes it: `"policy.py:load"` in one of the `files`, or
    `"module:load"` in a module that can be imported. It is called as
    `load(folder, **options)` with the path of the folder, and returns a policy. `options` can be
    written as JSON. `files` are the files of the folder by their names: bytes, a text, or a path
    object of a file that is copied.

    `rules` and `players` are the tables at which it may play, each number of players under each
    rule set, and `form`, `outlook`, `knowledge` and `layout` are the arrays that it is given. With
    them, the folder keeps the hashes of the rules and of the arrays. Without `name`, reports call
    it by the name of the folder.

    The folder appears in one step, so no other process sees half of it. A saved policy that
    exists is replaced only with `force`, and no other folder is. Returns the path of the folder.
    """
    path = Path(folder)
    if not _flag("force", force) and os.path.lexists(path):
        raise FileExistsError(f"{path} exists; force=True replaces it")
    given = [rules] if isinstance(rules, (str, RuleSet)) else list(rules)
    known = [RuleSet.load(each) if isinstance(each, str) else each for each in given]
    counts = list(players) if isinstance(players, Iterable) else [players]
    counts = sorted({_whole("players", count, 1, 32) for count in counts})
    if not known or not counts:
        raise ArgumentError("rules: a policy is saved for at least one table")
    arrays = Arrays.checked(form, outlook, knowledge, layout)
    contents = {
        _file_name(each): _content(content) for each, content in sorted((files or {}).items())
    }
    manifest = Manifest(
        folder=path,
        name=path.name if name is None else name,
        entry=_checked_entry(entry, contents),
        tables={
            each.hash: {
                "name": each.name,
                "players": {str(count): _layout_hash(each, count, arrays) for count in counts},
            }
            for each in known
        },
        arrays=arrays,
        options=_as_json(options or {}),
        files={each: hashlib.sha256(content).hexdigest() for each, content in contents.items()},
    )
    # Refuses names that reports cannot show.
    PolicyBot(lambda array, mask: 0, manifest.name)
    _write_folder(path, manifest, contents)
    return path


def load_policy(folder: str | os.PathLike[str], name: str | None = None) -> SavedPolicy:
    """Makes a policy from the folder in which `tsuro.save_policy` has saved it.

    This runs the Python code that the folder names, with all rights of this process: load only
    policies that you trust. Raises `SavedPolicyError` if a file is missing or was altered, or if
    the policy cannot be made, and `OSError` if there is no such folder. `name` replaces its name.
    """
    return make(read_manifest(folder), name)


def saved_policies(folder: str | os.PathLike[str]) -> tuple[Path, ...]:
    """The folders of saved policies in a folder, by their names; `step-9` comes before `step-10`.

    No policy is loaded. Folders without the file `policy.json` are left out.
    """
    found = (
        each
        for each in Path(folder).iterdir()
        # A policy that is being saved has a name with a dot before it.
        if not each.name.startswith(".") and (each / MANIFEST).is_file()
    )
    return tuple(sorted(found, key=lambda each: _natural(each.name)))


def _natural(text: str) -> list[tuple[int, int, str]]:
    parts = re.split(r"([0-9]+)", text)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def read_manifest(folder: str | os.PathLike[str]) -> Manifest:
    """Reads and checks the file `policy.json` of a folder. Nothing is loaded."""
    path = Path(folder)
    file = path / MANIFEST
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as why:
        raise SavedPolicyError(f"{file} is not a saved policy: {why}") from why
    try:
        version = document["tsuro_policy"]
        if version != _VERSION:
            raise SavedPolicyError(
                f"{file} has version {str(version)[:20]}, and this package reads {_VERSION}"
            )
        manifest = Manifest(
            folder=path,
            name=_typed(document, "name", str),
            entry=_checked_entry(_typed(document, "entry", str), document["files"]),
            tables={
                str(told): {
                    "name": _typed(table, "name", str),
                    "players": {
                        str(int(count)): str(layout) for count, layout in table["players"].items()
                    },
                }
                for told, table in document["tables"].items()
            },
            arrays=Arrays.checked(
                document["form"],
                _typed(document, "outlook", bool),
                _typed(document, "knowledge", bool),
                _typed({"layout": 1, **document}, "layout", int),
            ),
            options={str(key): value for key, value in document["options"].items()},
            files={_file_name(each): str(told) for each, told in document["files"].items()},
        )
    except SavedPolicyError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as why:
        raise SavedPolicyError(f"{file} is not a saved policy: {repr(why)[:200]}") from why
    return manifest


def make(manifest: Manifest, name: str | None = None) -> SavedPolicy:
    """Makes the policy of a manifest."""
    for file, told in manifest.files.items():
        try:
            found = hashlib.sha256((manifest.folder / file).read_bytes()).hexdigest()
        except FileNotFoundError as why:
            raise SavedPolicyError(f"{manifest.folder}: the file {file} is missing") from why
        if found != told:
            raise SavedPolicyError(
                f"{manifest.folder}: the file {file} was altered after the policy was saved"
            )
    try:
        policy = _entry(manifest)(manifest.folder, **manifest.options)
        _methods(policy)
        if isinstance(policy, PolicyBot):
            # Its options have to be those with which it was saved.
            if policy._arrays != manifest.arrays:
                raise SavedPolicyError(
                    f"{manifest.folder}: the policy was saved with {manifest.arrays}, and "
                    f"{manifest.entry} returned one with {policy._arrays}"
                )
    except Error:
        raise
    except (Exception, SystemExit) as why:
        raise SavedPolicyError(
            f"{manifest.folder}: {manifest.entry} raised {type(why).__name__}: {why}"
        ) from why
    return SavedPolicy(policy, manifest, name)


def _entry(manifest: Manifest) -> Callable[..., Any]:
    """The function that makes the policy."""
    module, attribute = manifest.entry.rsplit(":", 1)
    if not module.endswith(".py"):
        made: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
        return made
    # Many folders have a file of this name; each has a module of its own.
    name = f"_tsuro_policy_{manifest.digest[:24]}"
    spec = importlib.util.spec_from_file_location(name, manifest.folder / module)
    if spec is None or spec.loader is None:
        raise SavedPolicyError(f"{manifest.folder}: {module} cannot be imported")
    loaded = importlib.util.module_from_spec(spec)
    # Classes of the module are looked up there, for example by `dataclasses`.
    before = sys.modules.get(name)
    sys.modules[name] = loaded
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(loaded)
    except BaseException:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        raise
    finally:
        sys.dont_write_bytecode = writes
    made = getattr(loaded, attribute)
    return made


def _write_folder(path: Path, manifest: Manifest, contents: Mapping[str, bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink() or path.is_file():
        raise FileExistsError(f"{path} is not a folder")
    if path.exists() and not (path / MANIFEST).is_file():
        raise FileExistsError(f"{path} has no {MANIFEST}; force=True replaces saved policies alone")
    # Its name begins with a dot, so that nobody takes half a policy for a saved one.
    around = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent))
    temporary, old = around / "new", around / "old"
    document = json.dumps(manifest.document(), indent=2, ensure_ascii=False) + "\n"
    try:
        temporary.mkdir()
        for name, content in [*contents.items(), (MANIFEST, document.encode())]:
            (temporary / name).parent.mkdir(parents=True, exist_ok=True)
            with (temporary / name).open("xb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
        has_old = path.exists()
        if has_old:
            path.rename(old)
        try:
            temporary.rename(path)
        except BaseException:
            if has_old:
                old.rename(path)
            raise
    finally:
        shutil.rmtree(around, ignore_errors=True)


def _layout_hash(rules: RuleSet, players: int, arrays: Arrays) -> str:
    """The hash of the description of the arrays; the name of the rules does not matter."""
    described = GameArrays(rules, players, *arrays.options).describe()
    described.pop("rules", None)
    return document_hash(described)


@lru_cache(maxsize=256)
def _named_layout_hash(name: str, rules_hash: str, players: int, arrays: Arrays) -> str | None:
    """The hash of the arrays of a rule set that can be loaded by its name; `None` for others."""
    try:
        rules = RuleSet.load(name)
    except Error:
        return None
    return _layout_hash(rules, players, arrays) if rules.hash == rules_hash else None


def _canonical(document: object) -> str:
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def _as_json(options: Mapping[str, Any]) -> dict[str, Any]:
    try:
        written: dict[str, Any] = json.loads(json.dumps(dict(options), allow_nan=False))
    except (TypeError, ValueError) as why:
        raise ArgumentError(f"options: they cannot be written as JSON: {why}") from why
    if any(not key.isidentifier() for key in written):
        raise ArgumentError("options: each needs a name that can be that of an argument")
    return written


def _typed(document: dict[str, Any], key: str, kind: type) -> Any:
    value = document[key]
    if type(value) is not kind:
        raise TypeError(f"{key}: {kind.__name__} is needed, not {value!r}")
    return value


def _file_name(name: str) -> str:
    """A relative path within the folder."""
    path = PurePosixPath(name)
    is_inside = name == str(path) and not path.is_absolute() and ".." not in path.parts
    if not is_inside or "\\" in name or ":" in name or name in (".", MANIFEST):
        raise ArgumentError(
            f"files: {name!r} is not the path of a file in the folder, other than {MANIFEST}"
        )
    return name


def _content(content: bytes | str | os.PathLike[str]) -> bytes:
    if isinstance(content, str):
        return content.encode()
    return content if isinstance(content, bytes) else Path(content).read_bytes()


def _checked_entry(entry: str, files: Mapping[str, object]) -> str:
    match = _ENTRY.fullmatch(entry)
    if match is None:
        raise ArgumentError(
            f"entry: 'policy.py:load' or 'module:load' is needed, not {entry[:80]!r}"
        )
    module = match["module"]
    if module.endswith(".py") and module not in files:
        raise ArgumentError(f"entry: there is no {module!r} among the files")
    if not module.endswith(".py") and "/" in module:
        raise ArgumentError(f"entry: {module!r} is not the name of a module")
    return entry
