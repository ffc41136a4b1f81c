"""The chain of lights of a hub: one for each of its readers, and the rhythm that each shows."""

from hardware.common.rhythm import BLUE, DARK, GREEN, LIGHT_RHYTHMS, RED

MYPY = False
if MYPY:
    from firmware.board import HubBoard

BRIGHTNESS = 48
"""Of 255: bright enough beside a lit table, and sixteen of them stay below a third of an ampere."""


class LightChain:
    """The lights, all dark at first.

    `step` sends the whole chain when one of them changes, and at no other time.
    """

    __slots__ = ("_board", "_changed", "_due_us", "_lit", "_pin", "_playing", "_shown", "_since_us")

    def __init__(self, board: "HubBoard", pin: int, count: int) -> None:
        self._board = board
        self._pin = pin
        self._playing = [LIGHT_RHYTHMS["off"]] * count
        self._since_us = [0] * count
        self._shown: list[int] = []
        self._changed = True
        self._lit = False
        self._due_us: int | None = None

    def show(self, socket: int, signal: str, now_us: int) -> None:
        """Show a signal from now on; a rhythm that is already shown continues. Unknown sockets are ignored."""
        if socket < len(self._playing) and self._playing[socket] is not LIGHT_RHYTHMS[signal]:
            self._playing[socket] = LIGHT_RHYTHMS[signal]
            self._since_us[socket] = now_us
            self._changed = True

    def off(self) -> None:
        """Switch all lights off."""
        for n in range(len(self._playing)):
            self._playing[n] = LIGHT_RHYTHMS["off"]
        self._changed = True

    def step(self, now_us: int, lit: bool) -> "int | None":
        """Send the lights that change; the time of the next call, None while nothing changes.

        Unless they are to be `lit`, all are dark, and their rhythms continue unseen.
        """
        due = self._due_us
        if not self._changed and lit == self._lit and (due is None or now_us < due):
            return due  # in most turns of a hub nothing changes here
        self._changed = False
        self._lit = lit
        due = None
        colours = []
        for n in range(len(self._playing)):
            colour, left_us = self._playing[n].value_and_remaining_us_at(now_us - self._since_us[n])
            colours.append(colour if lit else DARK)
            if left_us is not None and lit and (due is None or now_us + left_us < due):
                due = now_us + left_us
        if colours != self._shown:
            self._shown = colours
            self._board.lights(self._pin, [_mixed(colour) for colour in colours])
        self._due_us = due
        return due


def _mixed(colour: int) -> "tuple[int, int, int]":
    return (
        BRIGHTNESS if colour & RED else 0,
        BRIGHTNESS if colour & GREEN else 0,
        BRIGHTNESS if colour & BLUE else 0,
    )
