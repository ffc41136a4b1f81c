"""What is heard of a table's hardware: what a reader says, a press, something that does not work."""

from __future__ import annotations

from msgspec import Struct

from hardware.common.events import ReaderEvent


class ReaderReported(Struct, frozen=True):
    """A reader says something; its name is the zone it watches. `already_there`: what came lay there when the reader
    began to look, or could look again."""

    reader: str
    event: ReaderEvent
    already_there: bool = False


class ButtonPressed(Struct, frozen=True):
    """A button was pressed: `yes`, `no`, `undo`, `player/1` to `player/6`, or a thing of a game (`column/2`)."""

    button: str


class HardwareProblem(Struct, frozen=True):
    """Something of the plan does not work: what, why, and what to do, in one sentence."""

    sentence: str


HardwareEvent = ReaderReported | ButtonPressed | HardwareProblem


def stuck_button_message(button: str) -> str:
    """What is said of a button that seems stuck."""
    return (
        f"button {button} has been down for ten seconds: let it go, or look for what joins its wire to ground"
    )
