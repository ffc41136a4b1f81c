"""What a disk refuses, in words, with what to do about each kind of trouble."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.table.storage.disk import DiskTrouble, disk_trouble, find_home_trouble
from companion.voice.language import load_translation, mark_message

DISK_ADVICE: Final[Mapping[DiskTrouble, str]] = {
    "full": mark_message("The disk is full: make room on it."),
    "read-only": mark_message(
        "The disk can only be read: let it be written again, and exchange it if it fails."
    ),
    "failing": mark_message("The disk fails: copy what you want to keep, and exchange it."),
    "forbidden": mark_message("Herald may not write there: give it the right to."),
    "no-folder": mark_message("There is no folder to keep anything in: set HERALD_HOME to one."),
    "too-long": mark_message("The disk takes nothing: {what}."),
    "other": mark_message("The disk takes nothing: {what}."),
}
"""What is wrong with the disk, and what to do now."""

NOT_KEPT = mark_message("That could not be kept. {what} Then try again.")


def home_message(lang: str) -> str:
    """The message that nothing can be kept in Herald's home, and what to do now; "" where it can."""
    trouble = find_home_trouble()
    if trouble is None:
        return ""
    return f"{trouble.filename}: {load_translation(lang).gettext(DISK_ADVICE[disk_trouble(trouble)])}"


def not_kept_message(trouble: DiskTrouble, reason: str, translate: Callable[..., str]) -> str:
    """The message that a file could not be written, and what to do now; `reason`: the system's words."""
    advice = translate(DISK_ADVICE[trouble], what=reason)
    return translate(NOT_KEPT, what=advice)
