"""The buttons of a hub: from contacts that bounce to presses, by the button's place in the settings."""

from hardware.common.debounce import POLL_US, Debouncer

MYPY = False
if MYPY:
    from firmware.board import HubBoard


class HubButtons:
    """What is to be told of a button waits until it is taken; a second press before that is the same one."""

    __slots__ = ("_contacts", "_due_us", "_levels", "_news")

    def __init__(self, board: "HubBoard", pins: "tuple[int, ...]") -> None:
        now = board.now_us()
        self._levels = [board.button(pin) for pin in pins]
        self._contacts = [Debouncer(closed(), now) for closed in self._levels]
        self._news = [""] * len(pins)
        self._due_us = now

    @property
    def due_us(self) -> "int | None":
        """When to look next; None without any."""
        return self._due_us if self._contacts else None

    def poll(self, now_us: int) -> None:
        """Look at all contacts, if it is time to."""
        if now_us >= self._due_us:
            self._due_us = now_us + POLL_US
            for n in range(len(self._contacts)):
                self._news[n] = self._contacts[n].feed(self._levels[n](), now_us) or self._news[n]

    def take_event(self) -> "tuple[int, str] | None":
        """A button of which something is to be told, and what."""
        for n in range(len(self._news)):
            if self._news[n]:
                what = self._news[n]
                self._news[n] = ""
                return n, what
        return None

    def clear_events(self) -> None:
        """What was pressed for nobody is not told later."""
        for n in range(len(self._news)):
            self._news[n] = ""
