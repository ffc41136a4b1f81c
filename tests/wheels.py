"""Wheels of small games, as somebody outside would hand them on, and a Herald that has just been started with them."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion import games
from companion.games.installed import added_games_folder, installed_games
from companion.games.plugin import INTERFACE_VERSION
from companion.voice import game_texts


def plugin(
    name: str = "{name}",
    package: str = "{package}",
    rules: str = "rules:GAME",
    more: str = "",
    interface: int = INTERFACE_VERSION,
) -> str:
    """The text of a module `plugin`."""
    said = f"interface={interface}, name={name!r}, package={package!r}, rules={rules!r}, {more}"
    return f"from companion.games.plugin import Plugin\n\nPLUGIN = Plugin({said})\n"


RULES = """
from companion.games.kabale.rules.game import KabaleGame


class Encore(KabaleGame):
    name = "{name}"


GAME = Encore()
"""
NAMES = """
[game]
title = "Encore {version}"
starts = "the youngest"
"""


def wheel(
    folder: Path,
    name: str = "encore",
    version: str = "1.0",
    *,
    files: Mapping[str, str] | None = None,
    entry: str = "[herald.games]\n{name} = {package}.plugin:PLUGIN\n",
    needs: tuple[str, ...] = (),
    tag: str = "py3-none-any",
) -> Path:
    """A wheel of a game that is Kabale und Hiebe under another name.

    files: what is other in its package; entry: what it registers. In both {name}, {package} and {version} are
    filled in.
    """
    package = name.replace("-", "_")
    info = f"{package}-{version}.dist-info"
    texts = {
        "__init__.py": "",
        "plugin.py": plugin(),
        "rules.py": RULES,
        "data/names.toml": NAMES,
        "data/clauses.toml": "",
        **(files or {}),
    }
    whole = {f"{package}/{at}": text for at, text in texts.items()} | {
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        + "".join(f"Requires-Dist: {need}\n" for need in needs),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: {tag}\n",
        f"{info}/entry_points.txt": entry,
    }
    facts = {"name": name, "package": package, "version": version}
    made = folder / f"{package}-{version}-{tag}.whl"
    with zipfile.ZipFile(made, "w") as archive:
        for at, text in whole.items():
            for fact, value in facts.items():
                text = text.replace(f"{{{fact}}}", value)
            archive.writestr(at, text)
        archive.writestr(f"{info}/RECORD", "".join(f"{at},,\n" for at in (*whole, f"{info}/RECORD")))
    return made


def unpacked(made: Path, home: Path) -> Path:
    """As if `herald games add` had taken it: the folder below HERALD_HOME where it lies."""
    place = home / "games" / made.name.partition("-")[0].replace("_", "-")
    with zipfile.ZipFile(made) as archive:
        archive.extractall(place)
    return place


@contextmanager
def started_anew() -> Iterator[None]:
    """What was found out about games and imported from HERALD_HOME is forgotten, before and after."""
    path = [*sys.path]
    _forget()
    try:
        yield
    finally:
        sys.path[:] = path
        _forget()


def _forget() -> None:
    for name, module in [*sys.modules.items()]:
        if Path(getattr(module, "__file__", None) or "/").is_relative_to(added_games_folder()):
            del sys.modules[name]
    for known in (
        installed_games,
        games.playable_plugin_by_name,
        games.game_rules,
        games.load_part_of_plugin,
    ):
        known.cache_clear()
    for told in (game_texts.load_names, game_texts._load_clauses, game_texts.game_translation):
        told.cache_clear()
