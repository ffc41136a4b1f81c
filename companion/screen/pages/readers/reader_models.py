"""View models of the readers page, with all texts ready in one language."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

LINGER_SECONDS = 3
"""Seconds for which it stays visible that something was laid down or pressed."""

ReaderHealth = Literal["well", "doubtful", "ill"]


class ReaderModel(Struct, frozen=True):
    """One reader.

    `zone` is its name in the wiring plan, `zone_name` what people call that; `message` says how it works and
    what to do about it, `advice` the same at length, with the machine's own words. `scan_numbers` stand under
    NUMBER_HEADINGS. `is_lit`: something was just laid there. `shown_signal`: what its light shows now, ""
    where it has none.
    """

    zone: str
    zone_name: str
    health: ReaderHealth
    message: str
    advice: str
    chip: str
    scan_numbers: tuple[str, ...]
    is_lit: bool = False
    shown_signal: str = ""


class WiredButtonModel(Struct, frozen=True):
    """A button of the table by its role; `is_pressed`: just now."""

    name: str
    text: str
    is_pressed: bool = False


class ReadersModel(Struct, frozen=True):
    """Everything that is wired.

    `note` is one sentence about it all, `is_urgent` when something is wrong; `problems` are the machine's own
    sentences about what is no reader.
    """

    readers: tuple[ReaderModel, ...]
    buttons: tuple[WiredButtonModel, ...] = ()
    has_sounder: bool = False
    problems: tuple[str, ...] = ()
    note: str = ""
    is_urgent: bool = False
