"""Events of a table's hardware: a reader's event, a press, a device that does not work."""

from __future__ import annotations

from msgspec import Struct

from hardware.common.events import ReaderEvent


class ReaderReported(Struct, frozen=True):
    """An event of a reader, whose name is the zone that it watches.

    `already_there`: the tag was there when the reader began to scan, or could scan again.
    """

    reader: str
    event: ReaderEvent
    already_there: bool = False


class ButtonPressed(Struct, frozen=True):
    """A button was pressed: `yes`, `no`, `undo`, `player/1` to `player/6`, or a target as `column/2`."""

    button: str


class HardwareProblem(Struct, frozen=True):
    """A device of the plan does not work: what, why, and what to do, in one sentence."""

    sentence: str


HardwareEvent = ReaderReported | ButtonPressed | HardwareProblem


def stuck_button_message(button: str) -> str:
    """The message about a button that seems stuck."""
    return (
        f"button {button} has been down for ten seconds: let it go, or look for what joins its wire to ground"
    )
