"""Whole evenings before the driver: the real program, its session on its own thread, journals on the disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from kivy.clock import Clock
from msgspec.structs import replace

from companion.games import playable_plugin_by_name
from companion.start import VirtualDealerAndDeckFactory
from tests.screen import SIZES
from tests.screen.harness.driver import PATIENT as PATIENT
from tests.screen.harness.driver import Driver

ASIDE = ("home", "menu", "strictness", "undo", "clear", "overrule")
"""What leads nowhere in the game."""


class Guest:
    """A person at the screen of a whole program."""

    def __init__(self, driver: Driver, program: Any) -> None:
        self.driver = driver
        self.program = program
        self.model = driver.app.app_state

    @property
    def page(self) -> Any:
        """The page that is shown."""
        return self.driver.app.page_named(self.driver.app.page_history[-1])

    @property
    def live(self) -> Any:
        """The evening on the table."""
        return self.program.game_controller

    def settle(self) -> None:
        """Until nothing more happens by itself."""
        self.driver.until(lambda: self.live is not None and self.live.is_idle, PATIENT)

    def tap(self, thing: str) -> None:
        """Touch, and wait for what comes of it."""
        self.driver.tap(thing)
        self.settle()

    def lay(self, card: str) -> None:
        """Drag a card of the hand onto the reader, whether it may be played or not."""
        found = {getattr(widget, "touch_target", ""): widget for widget in self.driver._seen()}
        reader = next(
            widget for widget in self.driver._seen() if type(widget).__name__ == "VirtualReaderView"
        )
        (x0, y0), (x1, y1) = found[card].center, reader.center
        self.driver.stroke([(x0 + (x1 - x0) * at / 6, y0 + (y1 - y0) * at / 6) for at in range(7)])
        self.settle()

    def tap_place(self, thing: str) -> None:
        """Touch a place of the table, whether it is dark or not."""
        face = next(
            widget for widget in self.driver._seen() if getattr(widget, "represented_target", "") == thing
        )
        self.driver.tap_at(*face.center)
        self.settle()

    def ways(self) -> list[str]:
        """What can be touched to go on with the game."""
        return [
            thing
            for thing in self.driver.things()
            if thing not in ASIDE and not thing.startswith(("cards/", "look/", "before/"))
        ]

    def play(
        self, chance: Random, until: Callable[[Any], bool], seen: Callable[[], None] = lambda: None
    ) -> int:
        """Touch anything that glows, again and again; how many touches it took. `seen` is called before each."""
        touches = 0
        while not until(self.live.snapshot):
            seen()
            ways = self.ways()
            hidden = [thing for thing in self.driver.things() if thing.startswith("look/")]
            assert ways or hidden, f"a dead end: {self.driver.words()}"
            thing = chance.choice(ways or hidden)
            if thing == "grid":  # anywhere on it: in its middle something may lie
                place, where = self.driver.find(thing), Random(touches)
                self.driver.tap_at(
                    place.x + place.width * where.random(), place.y + place.height * where.random()
                )
                self.settle()
            else:
                self.tap(thing)
            touches += 1
        return touches


def is_at_rest(program: Any) -> bool:
    """Whether nothing works in the background."""
    return not any(each.is_alive() for each in program._background._workers)


def played_before(program: Any, app_state: Any) -> None:
    """Every game counts as played here before, without a file that says so: its first evening is not guided."""
    program._settings = replace(app_state.settings, guided=(*playable_plugin_by_name(),))
    app_state.settings = program._settings


@contextmanager
def evening(
    lang: str = "cs",
    size: tuple[int, int] = SIZES[0],
    pause: float = 0.0,
    kiosk: bool = False,
    is_guided: bool = True,
) -> Iterator[Guest]:
    """The program, opened and closed; its journals lie where HERALD_HOME says.

    Every game counts as played before, unless it is not `is_guided`.
    """
    from companion.screen.app import HeraldApp
    from companion.screen.herald_controller import HeraldController

    program = HeraldController(
        VirtualDealerAndDeckFactory(), True, None, lambda: datetime(2026, 11, 20, 20, 0), pause, kiosk=kiosk
    )
    app = HeraldApp(program, lang)
    program.attach(app.app_state)
    if is_guided:
        played_before(program, app.app_state)
    try:
        with Driver(app, size) as driver:
            # nobody touches the first page while the disk still brings the evening that waits
            driver.until(lambda: is_at_rest(program))
            yield Guest(driver, program)
    finally:
        program.shut_down()
        Clock.tick()  # what its threads still had to tell the screen is not left to the next test


def set_up(driver: Driver, game: str, table: str = "", players: int = 0, persons: int = 1) -> None:
    """From the first page to a new game of which only *Begin* is missing; the first seat begins.

    At a `virtual` table or a `real` one, else as it is offered, with as many seats as it offers without a number.
    So many at a virtual table are persons.
    """
    while f"game/{game}" not in driver.things():
        driver.tap("other-games")
    driver.tap(f"game/{game}")
    draft = driver.app.page_named("new-game").draft
    driver.tap(f"table/{table.replace('real', 'touch') or ('virtual' if draft.is_virtual else 'touch')}")
    while players and f"name/{players - 1}" not in driver.things():
        driver.tap("join")
    while players and f"name/{players}" in driver.things():
        driver.tap("leave/1")
    for at in range(1, persons if "presence/0" in driver.things() else 1):
        driver.tap(f"presence/{at}")
    driver.tap("next")
    driver.tap("oldest/0")


def sat_down(guest: Guest, game: str, table: str = "", players: int = 0, persons: int = 1) -> None:
    """At a new table of that game, `virtual` or `real`, else as it is offered."""
    set_up(guest.driver, game, table, players, persons)
    guest.driver.tap("start")
    guest.settle()


def begin(guest: Guest, players: int = 3, persons: int = 1) -> None:
    """At a new table of Louis XIV, as it is offered."""
    sat_down(guest, "louis-xiv", "", players, persons)


def real_influence(guest: Guest) -> None:
    """At a real table of Louis XIV where the first card of influence is awaited."""
    sat_down(guest, "louis-xiv", "real")
    guest.tap("louis/4")
    guest.tap("tile/2")


def over(now: Any) -> bool:
    """Whether the game is over."""
    return now.position.outcome() is not None


def journals(home: Path) -> list[Path]:
    """The journals below a home, by name."""
    return sorted((home / "evenings").glob("*.herald"))
