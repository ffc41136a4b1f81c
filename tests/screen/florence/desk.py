"""A session in mid-game behind one view of the table, touched by a finger: what is touched goes the road it goes on
the whole screen, and what comes of it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.games import game_rules
from companion.rules.game import GameSetup, Seat
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from companion.screen.context import UiState
from companion.screen.draw.rect import Rect
from companion.screen.game_session.game_controller import TouchInterpreter
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import Deck
from companion.table.zones import TOUCH_ONLY_PLAN, ZonePlan
from companion.voice.translator import Translator
from tests.screen.conftest import Sit
from tests.screen.harness.driver import Driver
from tests.screen.harness.plain import parted
from tests.screen.harness.stage import Alone

NAMES = {"blue": "Kateřina", "green": "Bert", "orange": "Eliška", "red": "Carla", "yellow": "Dominik"}


def position(players: dict[str, Any], **at: Any) -> dict[str, Any]:
    """Blue's turn in the actions of a third round, changed where told."""
    start = {"round": 3, "phase": "actions", "start": "blue", "turn": "blue", "players": players}
    return start | at


class Desk:
    """`shows` makes what the view shows of a moment, None where it shows nothing; `make` makes the view."""

    def __init__(
        self,
        players: dict[str, Any],
        shows: Callable[[Snapshot, UiState, Translator], Any],
        make: Callable[[Callable[[str], None]], Any],
        look: UiState | None = None,
        lang: str = "cs",
        **at: Any,
    ) -> None:
        seats = tuple(Seat(who, NAMES[who]) for who in players)
        head = RecordHeader("florence", GameSetup(seats, seats[0].colour), position(players, **at))
        self._head = head
        self.begin()
        self.look = look or UiState()
        self.words = Translator("florence", {seat.colour: seat.name for seat in seats}, lang)
        self.fingers = TouchInterpreter(None)
        self._shows, self._make = shows, make
        self.value: Any = None
        self.heard: list[str] = []

    def begin(self, deck: Deck | None = None, plan: ZonePlan = TOUCH_ONLY_PLAN) -> None:
        """Anew, with readers where the plan says so."""
        self.session = Session(
            GameHistory.from_header(self._head, game_rules("florence")), deck=deck, zone_plan=plan
        )

    @property
    def now(self) -> Snapshot:
        """What everybody sees."""
        return self.session.snapshot

    @property
    def lines(self) -> Sequence[str]:
        """What was accepted."""
        return self.now.accepted_texts

    def say(self, *things: str) -> None:
        """Fingers on other parts of the screen."""
        for thing in things:
            self.touch(thing)

    def touch(self, thing: str) -> None:
        """A finger on a thing, and what it makes of the table."""
        self.heard.append(thing)
        read = self.fingers.interpret_touch(thing, *parted(thing), self.now, self.look)
        if isinstance(read, UiState):
            self.look = read
        else:
            for message in read:
                self.session.handle_message(message)
        self.show()

    def show(self) -> None:
        """The view as it is now; the last value stays where there is none."""
        self.value = self._shows(self.now, self.look, self.words)
        if self.value is not None and hasattr(self, "view"):
            self.view.show(self.value)

    def before(self, sit: Sit, place: Callable[[Rect], Rect], *size: Any) -> Driver:
        """Somebody sits down before it; the view lies at that place of the window."""

        def make() -> Any:
            self.view = self._make(self.touch)
            self.show()
            return self.view

        return sit(Alone(make, place), *size)
