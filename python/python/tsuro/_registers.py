"""Enters the games into the registries of Gymnasium, PettingZoo and OpenSpiel.

`import tsuro` imports none of these packages. It registers the games with those that are imported
already, and with each of the others as soon as the program imports it.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

__all__ = ["ID", "register_gymnasium", "register_pettingzoo", "watch"]

ID = "tsuro/Tsuro-v1"
"""The name in the registries of Gymnasium and PettingZoo."""


def register_gymnasium(package: Any) -> None:
    """Registers the games with the package `gymnasium`."""
    if ID not in package.registry:
        package.register(
            ID,
            entry_point="tsuro.gymnasium:TsuroEnv",
            vector_entry_point="tsuro.gymnasium:TsuroVectorEnv",
        )


def register_pettingzoo(package: Any) -> None:
    """Registers the games with the package `pettingzoo`."""
    if ID not in package.aec_registry:
        package.register("aec", ID, entry_point="tsuro.pettingzoo:env")


def _register_openspiel(package: Any) -> None:
    # OpenSpiel needs the class, and the module registers it.
    importlib.import_module("tsuro.openspiel")


_REGISTERS: dict[str, Callable[[Any], None]] = {
    "gymnasium": register_gymnasium,
    "pettingzoo": register_pettingzoo,
    "pyspiel": _register_openspiel,
}


def _register(package: ModuleType) -> None:
    """Registers the games; what goes wrong must not fail the import of another package."""
    name = package.__name__
    try:
        _REGISTERS[name](package)
    except Exception as why:
        warnings.warn(
            f"the games of tsuro are not in the registry of {name}: {why!r}",
            RuntimeWarning,
            stacklevel=2,
        )


class _Watcher(importlib.abc.MetaPathFinder):
    """Notices that a package is imported, and registers the games after it."""

    def __init__(self) -> None:
        self._searches: set[tuple[str, int]] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> importlib.machinery.ModuleSpec | None:
        search = fullname, threading.get_ident()
        if fullname not in _REGISTERS or search in self._searches:
            return None
        self._searches.add(search)
        try:
            # What the other finders say: this one answers nothing meanwhile.
            spec = importlib.util.find_spec(fullname)
        finally:
            self._searches.discard(search)
        loader: Any = spec and spec.loader
        if loader is None or "exec_module" in vars(loader):
            return spec
        execute = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            # The code of the package sees the loader as it was.
            del loader.exec_module
            execute(module)
            _register(module)

        loader.exec_module = exec_module
        return spec


def watch() -> None:
    """Registers the games with the packages that are imported, now or later."""
    for name in _REGISTERS:
        package = sys.modules.get(name)
        if package is not None:
            _register(package)
    if not any(isinstance(finder, _Watcher) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Watcher())
