"""ARCHITECTURE.md and CONTRIBUTING.md: what they name is there."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from tests.test_house import ROOMS

ROOT = Path(__file__).parents[1]
MAP = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PAGES = MAP + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"`((?:companion|hardware|firmware)(?:\.\w+)+)`", PAGES)))
FOUND = re.findall(r"`((?:companion|hardware|firmware|deploy|tests)/[\w./-]+)(?: [^`]*)?`", PAGES)
PATHS = sorted({path for path in FOUND if not re.search(r"NAME|LANG|/pl", path)})


def found(name: str) -> object:
    """The module, class, function or method of that dotted name; raises AttributeError, ImportError."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            thing = getattr(thing, part)
        return thing
    raise ImportError(name)


def test_every_name_on_the_map_can_be_opened() -> None:
    for name in NAMES:
        assert found(name) is not None


def test_every_path_on_the_pages_is_there() -> None:
    assert [path for path in PATHS if not (ROOT / path).exists()] == []


def test_every_room_is_on_the_map() -> None:
    for room in ROOMS:
        if room not in ("companion", "companion.locale"):
            called = {"games' rules": "companion/games/NAME/rules"}.get(room, room)
            assert f"`{called}`" in MAP, called
