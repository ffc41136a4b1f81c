"""The modules that lie on a hub's flash: one source for CPython and MicroPython."""

from __future__ import annotations

from pathlib import Path

HOUSE = Path(__file__).parents[2]

FOLDERS = ("hardware/common", "hardware/common/rc522", "hardware/common/link", "firmware")
FILES = ("hardware/__init__.py",)

FOR_TYPES = {"hardware.common.rc522.register_port", "firmware.board"}
"""Protocols for type checkers, which are never imported."""

ON_A_BOARD = {"firmware.restart_marks", "firmware.pico", "firmware.start"}
"""They may use what only MicroPython has."""

MODULES = {
    ".".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (
        *(HOUSE / name for name in FILES),
        *(path for folder in FOLDERS for path in sorted((HOUSE / folder).glob("*.py"))),
    )
}
"""Every module of the common subset by its name."""

RUNNING = {name: path for name, path in MODULES.items() if name not in FOR_TYPES}
COMMON = {name: path for name, path in RUNNING.items() if name not in ON_A_BOARD}
"""Those that CPython runs as well."""
