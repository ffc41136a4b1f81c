"""The readers as their page shows them: plain values, all words ready in one language."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

LINGERS = 3
"""Seconds for which it is seen that something was laid down or pressed."""

Mood = Literal["well", "doubtful", "ill"]


class Row(Struct, frozen=True):
    """One reader. `zone` is its name in the plan, `place` what people call that; `sentence` says how it is and what to
    do about it, `advice` the same at length, with the machine's own words. `numbers` as they stand under the heads.
    `lit`: something was just laid there. `light`: what its light shows now, "" where it has none.
    """

    zone: str
    place: str
    mood: Mood
    sentence: str
    advice: str
    chip: str
    numbers: tuple[str, ...]
    lit: bool = False
    light: str = ""


class Knob(Struct, frozen=True):
    """A button of the table by its role; `pressed`: just now."""

    name: str
    words: str
    pressed: bool = False


class Bench(Struct, frozen=True):
    """Everything that is wired. `note` is one sentence about it all, `urgent` when something is wrong; `troubles` are
    the machine's own sentences about what is no reader.
    """

    rows: tuple[Row, ...]
    buttons: tuple[Knob, ...] = ()
    sounder: bool = False
    troubles: tuple[str, ...] = ()
    note: str = ""
    urgent: bool = False
