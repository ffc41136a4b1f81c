"""What is kept between game sessions: how the table speaks and looks, and the names of who has played here."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final, Literal

import msgspec
from msgspec import Struct

from companion.home import herald_home
from companion.table.storage.kept_files import KEPT_FILES, Content, SideFile, check_sum, encode_with_sum
from companion.voice.language import mark_message

# Spelled out here as well as in the voice and at the table: importing those would delay the first picture.
SpeechLevel = Literal["off", "short", "full"]
Strictness = Literal["strict", "hint", "silent"]
SpeechSpeed = Literal["slow", "usual", "fast"]
STRICTNESS_NAMES: Final[dict[Strictness, str]] = {
    "strict": mark_message("refuse"),
    "hint": mark_message("warn"),
    "silent": mark_message("let pass"),
}
"""What is done about what the rules forbid, in a word or two: the same ones wherever they stand."""
TextSize = Literal["small", "normal", "large", "largest"]
QuarterTurns = Literal[0, 1, 2, 3]
Rotation = Literal["auto", 0, 90, 180, 270]
STRICTNESS_EFFECTS: Final[dict[Strictness, str]] = {
    "strict": mark_message("the move does not count, and Herald says why"),
    "hint": mark_message("Herald says why, and one touch lets the move stand"),
    "silent": mark_message("Herald says nothing, and only keeps score"),
}
"""What a table of each level does where somebody does what the rules forbid."""

MAX_PLAYER_NAMES = 24
"""The number of names that are remembered."""


class UserSettings(Struct, frozen=True, omit_defaults=False):
    """What can be set.

    `lang`: "" for that of the computer's user; `side`: quarter turns by which the board is turned towards the
    screen; `rotation`: degrees by which the picture is turned anticlockwise on a panel, "auto" for what
    `companion.screen.display.sysfs.choose_rotation` finds; `guided`: the games whose first evening was here.
    """

    lang: str = ""
    voice: SpeechLevel = "short"
    speed: SpeechSpeed = "usual"
    strictness: Strictness = "strict"
    text: TextSize = "normal"
    side: QuarterTurns = 0
    rotation: Rotation = "auto"
    guided: tuple[str, ...] = ()


def settings_path() -> Path:
    """The path of the settings file."""
    return herald_home() / "settings.toml"


def load_settings(file: Path) -> UserSettings:
    """The settings of a file; the usual ones where it is missing, or cannot be understood, which is told."""
    return KEPT_FILES["settings"].at(file).load(SETTINGS)


def _decode_settings(raw: bytes, _path: Path) -> UserSettings:
    return msgspec.convert(tomllib.loads(raw.decode("utf-8")), UserSettings)


SETTINGS: Final = Content(_decode_settings, UserSettings())


def save_settings(file: Path, settings: UserSettings) -> None:
    """Write the settings to the file, whole or not at all. Raises OSError."""
    lines = [
        "# Herald's settings. They are changed on the screen; a file that is deleted is made anew.",
        *(f"{name} = {json.dumps(value)}" for name, value in msgspec.structs.asdict(settings).items()),
    ]
    KEPT_FILES["settings"].at(file).save(("\n".join(lines) + "\n").encode("utf-8"))


# -- who has played here

_NAMES_ARE_CHANGED = Lock()


def load_player_names() -> tuple[str, ...]:
    """Names of people who have played here, the latest first."""
    return _player_names_file().load(PLAYER_NAMES)


def remember_player_names(names: Iterable[str]) -> tuple[str, ...]:
    """Put these names before the known ones; a full disk only loses them at the next start."""
    return _change_player_names(lambda known: tuple(dict.fromkeys((*names, *known)))[:MAX_PLAYER_NAMES])


def forget_player_name(name: str) -> None:
    """Remember this name no more; a full disk brings it back at the next start."""
    _change_player_names(lambda known: tuple(each for each in known if each != name))


def _change_player_names(change: Callable[[tuple[str, ...]], tuple[str, ...]]) -> tuple[str, ...]:
    with _NAMES_ARE_CHANGED:  # by one thread at a time
        known = change(load_player_names())
        with suppress(OSError):
            _player_names_file().save(encode_with_sum(PlayerNames(known)))
        return known


def _player_names_file() -> SideFile:
    return KEPT_FILES["names"].at(herald_home() / KEPT_FILES["names"].file_name)


class PlayerNames(Struct, frozen=True):
    """Names of people who have played here, the latest first, and the checksum of the file."""

    names: tuple[str, ...] = ()
    sum: str = ""


def _decode_names(raw: bytes, _path: Path) -> tuple[str, ...]:
    found = msgspec.json.decode(raw, type=PlayerNames | tuple[str, ...])  # a list in files of earlier Heralds
    if isinstance(found, tuple):
        return found
    check_sum(found)
    return found.names


PLAYER_NAMES: Final[Content[tuple[str, ...]]] = Content(_decode_names, ())
