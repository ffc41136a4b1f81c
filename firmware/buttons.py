"""The buttons of a hub: from bouncing contacts to presses, by the button's number in the settings."""

from hardware.common.debounce import POLL_US, Debouncer

MYPY = False
if MYPY:
    from firmware.board import HubBoard


class HubButtons:
    """All buttons. The event of a button waits until it is taken; a second press before that is the same one."""

    __slots__ = ("_contacts", "_due_us", "_levels", "_news")

    def __init__(self, board: "HubBoard", pins: "tuple[int, ...]") -> None:
        now = board.now_us()
        self._levels = [board.button(pin) for pin in pins]
        self._contacts = [Debouncer(closed(), now) for closed in self._levels]
        self._news = [""] * len(pins)
        self._due_us = now

    @property
    def due_us(self) -> "int | None":
        """The time of the next poll; None without buttons."""
        return self._due_us if self._contacts else None

    def poll(self, now_us: int) -> None:
        """Poll all contacts, if it is time to."""
        if now_us >= self._due_us:
            self._due_us = now_us + POLL_US
            for n in range(len(self._contacts)):
                self._news[n] = self._contacts[n].detect_press(self._levels[n](), now_us) or self._news[n]

    def take_event(self) -> "tuple[int, str] | None":
        """The number of a button with an event, and the event; None where there is none."""
        for n in range(len(self._news)):
            if self._news[n]:
                event = self._news[n]
                self._news[n] = ""
                return n, event
        return None

    def clear_events(self) -> None:
        """Drop events: a press without a host is not reported later."""
        for n in range(len(self._news)):
            self._news[n] = ""
