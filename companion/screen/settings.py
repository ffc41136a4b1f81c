"""How the table speaks and looks, kept in a small file between game sessions."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from companion.home import herald_home
from companion.table.storage.atomic_write import write_atomically

# Spelled out here as well as in the voice and at the table: importing those would delay the first picture.
SpeechLevel = Literal["off", "short", "full"]
Strictness = Literal["strict", "hint", "silent"]
SpeechSpeed = Literal["slow", "usual", "fast"]
TextSize = Literal["small", "normal", "large", "largest"]
QuarterTurns = Literal[0, 1, 2, 3]

MAX_FILE_BYTES = 1 << 14
"""The largest file that is read; Herald's own are far smaller."""


class UserSettings(Struct, frozen=True, omit_defaults=False):
    """What can be set.

    `lang`: "" for that of the computer's user; `side`: quarter turns by which the board is turned towards the
    screen.
    """

    lang: str = ""
    voice: SpeechLevel = "short"
    speed: SpeechSpeed = "usual"
    strictness: Strictness = "strict"
    text: TextSize = "normal"
    side: QuarterTurns = 0


def settings_path() -> Path:
    """The path of the settings file."""
    return herald_home() / "settings.toml"


def load_settings_and_problem(file: Path) -> tuple[UserSettings, str]:
    """The settings of a file, and what is wrong with it ("" if nothing; a missing file is not wrong).

    A file that cannot be understood gives the defaults.
    """
    try:
        with file.open("rb") as stream:
            raw = stream.read(MAX_FILE_BYTES + 1)
        if len(raw) > MAX_FILE_BYTES:
            return UserSettings(), f"longer than {MAX_FILE_BYTES} bytes"
        return msgspec.convert(tomllib.loads(raw.decode("utf-8")), UserSettings), ""
    except FileNotFoundError:
        return UserSettings(), ""
    except (OSError, ValueError, RecursionError) as wrong:  # TOML, UTF-8 and msgspec's are all ValueError
        return UserSettings(), str(wrong)


def save_settings(file: Path, settings: UserSettings) -> None:
    """Write the settings to the file, whole or not at all. Raises OSError."""
    lines = [
        "# Herald's settings. They are changed on the screen; a file that is deleted is made anew.",
        *(f"{name} = {json.dumps(value)}" for name, value in msgspec.structs.asdict(settings).items()),
    ]
    write_atomically(file, ("\n".join(lines) + "\n").encode("utf-8"))
