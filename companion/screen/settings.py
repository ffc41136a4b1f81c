"""How the table speaks and looks, kept in a small file between game sessions."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from companion.home import herald_home
from companion.table.storage.kept_files import SideFile

# Spelled out here as well as in the voice and at the table: importing those would delay the first picture.
SpeechLevel = Literal["off", "short", "full"]
Strictness = Literal["strict", "hint", "silent"]
SpeechSpeed = Literal["slow", "usual", "fast"]
TextSize = Literal["small", "normal", "large", "largest"]
QuarterTurns = Literal[0, 1, 2, 3]
Rotation = Literal["auto", 0, 90, 180, 270]

MAX_FILE_BYTES = 1 << 14
"""The largest file that is read; Herald's own are far smaller."""


class UserSettings(Struct, frozen=True, omit_defaults=False):
    """What can be set.

    `lang`: "" for that of the computer's user; `side`: quarter turns by which the board is turned towards the
    screen; `rotation`: degrees by which the picture is turned anticlockwise on a panel, "auto" for what
    `companion.screen.display.sysfs.choose_rotation` finds.
    """

    lang: str = ""
    voice: SpeechLevel = "short"
    speed: SpeechSpeed = "usual"
    strictness: Strictness = "strict"
    text: TextSize = "normal"
    side: QuarterTurns = 0
    rotation: Rotation = "auto"


def settings_path() -> Path:
    """The path of the settings file."""
    return herald_home() / "settings.toml"


def load_settings(file: Path) -> UserSettings:
    """The settings of a file; the usual ones where it is missing, or cannot be understood, which is told."""
    return _side_file(file).load(_decode_settings, UserSettings())


def _decode_settings(raw: bytes) -> UserSettings:
    return msgspec.convert(tomllib.loads(raw.decode("utf-8")), UserSettings)


def _side_file(file: Path) -> SideFile:
    return SideFile(file, "settings", MAX_FILE_BYTES, follows_links=True)


def save_settings(file: Path, settings: UserSettings) -> None:
    """Write the settings to the file, whole or not at all. Raises OSError."""
    lines = [
        "# Herald's settings. They are changed on the screen; a file that is deleted is made anew.",
        *(f"{name} = {json.dumps(value)}" for name, value in msgspec.structs.asdict(settings).items()),
    ]
    _side_file(file).save(("\n".join(lines) + "\n").encode("utf-8"))
