"""Hands that slip: fingers that come, go along and leave at times of their own, before a session that answers when it
is told to.

Nothing here waits for another thread: the session is handled on Kivy's, so many seconds of the false clock after what
was posted. So a double tap of 0.2 s is one of 0.2 s on any machine.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from kivy.clock import Clock
from kivy.metrics import mm

from companion.games import playable_plugin_by_name
from companion.screen.draw.rect import Rect
from companion.screen.game_session import game_controller
from companion.screen.widgets.table_frame import ClosedPlace, VirtualReaderView
from companion.table.storage.journal import read_record
from nine_mens_morris.plugin import PLUGIN as MORRIS
from tests.screen.harness.driver import FRAME, LOOK, Driver, Place
from tests.screen.harness.evening import Guest, evening, journals, over, sat_down
from tests.screen.harness.plain import without_views

LATE = 0.3
"""Seconds after which a slow session answers."""


class _HeldSession:
    """In place of `SessionThread`: what is posted is handled `delay` seconds later, by the false clock."""

    delay = 0.0

    def __init__(self, session: Any) -> None:
        self._session, self._handle = session, session.post
        self._waiting: deque[tuple[float, Any]] = deque()
        self._pump = Clock.schedule_interval(self._handle_due, 0)

    def start(self) -> None:
        self._session.post = lambda message: self._waiting.append((Clock.time(), message))

    def _handle_due(self, _elapsed: float) -> None:
        while self._waiting and self._waiting[0][0] + self.delay <= Clock.time():
            self._handle(self._waiting.popleft()[1])
            self._session.process_queue()

    def stop(self) -> None:
        self._pump.cancel()
        for _, message in self._waiting:
            self._handle(message)
        self._session.process_queue()
        self._session.close()


@contextmanager
def held_session(delay: float = 0.0) -> Iterator[None]:
    """Sessions answer so many seconds after what was posted to them."""
    with (
        patch.object(game_controller, "SessionThread", _HeldSession),
        patch.object(_HeldSession, "delay", delay),
    ):
        yield


class Hand:
    """A hand before the panel, with as many fingers as one likes. Points are pixels from the lower left."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def down(self, x: float, y: float, button: str = "left") -> Any:
        """A finger comes; the finger."""
        finger = self.driver.panel.come(self.driver._share(x, y))
        finger.button = button
        self.driver.frame()
        return finger

    def move(self, finger: Any, x: float, y: float) -> None:
        """It goes along."""
        self.driver.panel.waiting.append(("update", finger, self.driver._share(x, y)))
        self.driver.frame()

    def up(self, finger: Any) -> None:
        """It leaves."""
        self.driver.panel.waiting.append(("end", finger, (finger.sx, finger.sy)))
        self.driver.frame()

    def tap(self, x: float, y: float) -> None:
        """A finger comes and leaves, and the screen is not waited for."""
        self.up(self.down(x, y))

    def wait(self, seconds: float) -> None:
        """Time goes by."""
        for _ in range(round(seconds / FRAME)):
            self.driver.frame()

    def double_tap(self, x: float, y: float, gap: float, on_first: Callable[[], None] = lambda: None) -> None:
        """Two touches at one spot, the second so many seconds after the first."""
        self.tap(x, y)
        on_first()
        self.wait(gap - 2 * FRAME)
        self.tap(x, y)


def twice(guest: Guest, thing: str, gap: float = 0.25) -> None:
    """Look, touch a thing, and touch the spot again by mistake; then all comes to rest."""
    at = guest.driver.find(thing).center
    guest.driver.look()
    Hand(guest.driver).double_tap(*at, gap)
    guest.driver.rest()
    guest.settle()


# -- a whole evening with slips

ASIDE = frozenset(
    ("anticlockwise", "clockwise", "flip", "grid", "cancel", "income", "home", "menu", "undo", "overrule")
)
ASIDE_PREFIXES = ("about/", "open/", "look/", "cards/", "before/", "less/", "more/")
"""What only turns something about, or shows something else."""
SELDOM = {"bid": 0.2, "done": 0.5, "pass": 0.5, "skip": 0.5, "clear": 0.1}
"""How likely a person touches such a thing where something else could be touched: else no game would end."""
DRAGGED = ("slide/", "grid", "less/", "more/")
"""Where a finger that goes along means something."""
TRIES = 4
"""Touches after which careful people give up."""


@dataclass(frozen=True)
class Table:
    """A table that is played at by touch; `plain`: on the default table."""

    game: str
    players: int = 4
    virtual: bool = False
    plain: bool = False

    def __str__(self) -> str:
        return f"{self.game}-{'virtual' if self.virtual else 'real'}{'-plain' * self.plain}"


SLIP_TABLES = (
    *(
        Table(game, virtual=virtual)
        for game in ("louis-xiv", "kabale", "florence")
        for virtual in (False, True)
    ),
    *(Table(MORRIS.name, 2, virtual) for virtual in (False, True)),
    Table("kabale", plain=True),
    Table("louis-xiv", virtual=True, plain=True),
)


class Step(NamedTuple):
    """A careful touch: of what, what was to be seen before and after, and whether the same lies there again in the
    same move.
    """

    target: str
    before: tuple[object, ...]
    after: tuple[object, ...]
    is_same_again: bool
    has_gone_on: bool
    """Whether another layer, position or person is shown afterwards."""


class Slips(NamedTuple):
    """What came of it: every finger, every touch that careful people had to repeat or mend, and what was wrong."""

    fingers: int
    repeated: int
    wrong: str = ""


@contextmanager
def seated(table: Table, home: Path, delay: float = 0.0) -> Iterator[Guest]:
    """That many persons before that table, from the first page on."""
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, HERALD_HOME=str(home)))
        stack.enter_context(patch.dict(playable_plugin_by_name(), {MORRIS.name: MORRIS}))
        if table.plain:
            stack.enter_context(without_views())
        stack.enter_context(held_session(delay))
        guest = stack.enter_context(evening("en"))
        sat_down(guest, table.game, "virtual" if table.virtual else "real", table.players, table.players)
        yield guest


def seen(guest: Guest) -> tuple[object, ...]:
    """What is to be seen, as careful people look at it."""
    now = guest.live.snapshot
    return (
        len(now.accepted_texts),
        now.pending_input,
        type(guest.model.overlay and guest.model.overlay.model).__name__,
        guest.model.refusal is not None,
        tuple(guest.driver.things()),
    )


def careful_evening(table: Table, home: Path, seed: int, touches: int) -> list[Step]:
    """An evening by careful touches alone: about so many, or to its end."""
    chance, steps = Random(f"{table} {seed}"), list[Step]()
    with seated(table, home) as guest:
        while len(steps) < touches and not over(guest.live.snapshot):
            steps.append(_careful_step(guest, _careful_choice(guest, chance)))
    return steps


def _careful_choice(guest: Guest, chance: Random) -> str:
    things = guest.driver.things()
    is_bare = guest.model.overlay is None and guest.model.refusal is None
    if is_bare and "undo" in things and chance.random() < 0.04:
        return "undo"
    return "menu" if is_bare and chance.random() < 0.02 else likely_way(guest, chance)


def likely_way(guest: Guest, chance: Random) -> str:
    """Something that leads on, as people would who play to the end."""
    things = guest.driver.things()
    if guest.model.overlay is not None or guest.model.refusal is not None:
        return chance.choice(
            [each for each in ("next", "skip-all", "back", "take-back", "go-on") if each in things]
        )
    ways = [each for each in things if each not in ASIDE and not each.startswith(ASIDE_PREFIXES)]
    likely = [each for each in ways if chance.random() < SELDOM.get(each, 1.0)]
    hands = [each for each in things if each.startswith(("look/", "open/"))]
    return chance.choice(likely or ways or hands or ["clear"])


def _careful_step(guest: Guest, target: str) -> Step:
    before, turn, place = seen(guest), guest.model.shown_turn, guest.driver.find(target)
    guest.tap(target)
    after = seen(guest)
    has_gone_on = before[2:4] != after[2:4] or turn != guest.model.shown_turn
    lies_there = guest.driver.thing_at(*place.center)
    return Step(target, before, after, not has_gone_on and lies_there == target, has_gone_on)


class Slipping:
    """The same evening again, with every slip there is before, while and after careful touches."""

    def __init__(self, guest: Guest, chance: Random, look: float = LOOK) -> None:
        self.guest, self.driver, self.chance, self.hand = guest, guest.driver, chance, Hand(guest.driver)
        self.fingers = self.repeated = 0
        self.look = look
        self.drawn: list[float] = []
        """The times, places and distances of the slip under way."""

    def follow(self, steps: list[Step], noisy: bool = True) -> Slips:
        """Touch the same things; a touch that cost nothing but itself is made again."""
        for number, step in enumerate(steps):
            wrong = self._make(step, noisy)
            if wrong:
                return Slips(self.fingers, self.repeated, f"touch {number}, {step.target}: {wrong}")
        return Slips(self.fingers, self.repeated)

    def _make(self, step: Step, noisy: bool) -> str:
        kinds = [self._double, self._palm, self._slide, self._two, self._trembling, self._careful]
        if step.has_gone_on:
            kinds.append(self._early)
        slip = self.chance.choice(kinds) if noisy else self._careful
        self.drawn.clear()
        for _ in range(TRIES):
            place = self.driver.find(step.target)
            self.driver.look(self.look)
            while self._is_closed(place.center):  # it says so: who looks, waits
                self.driver.frame()
            slip(place, step)
            self.driver.rest()
            self.guest.settle()
            while (found := seen(self.guest)) not in (step.before, step.after):
                if found[:2] not in (step.before[:2], step.after[:2]) or not self._mended():
                    drawn = ", ".join(f"{each:.3g}" for each in self.drawn)
                    return f"{slip.__name__} ({drawn}): {_difference(step.after, found)}"
            if found == step.after:
                return ""
            self.repeated += 1
            slip = self._careful
        return f"{slip.__name__}: {TRIES} touches did nothing"

    def _mended(self) -> bool:
        """Leave what a slip has opened: the first page, the menu, an explanation, a question; whether there was any."""
        things = self.driver.things()
        way = next((each for each in ("go-on", "back") if each in things), None)
        if way is not None:
            self.guest.tap(way)
            self.repeated += 1
        return way is not None

    # -- what hands do

    def _careful(self, place: Place, _step: Step) -> None:
        self.fingers += 1
        self.hand.tap(*place.center)

    def _double(self, place: Place, step: Step) -> None:
        """A second touch at the spot; where it would mean the same again in the same move, as soon as trembling."""
        self.fingers += 2
        x, y = place.center
        self.hand.tap(x, y)
        self.hand.wait(self._between(0.04, 0.11 if step.is_same_again else 0.4) - 2 * FRAME)
        self.hand.tap(x + self._little(2), y + self._little(2))

    def _palm(self, place: Place, step: Step) -> None:
        """A palm lies on the panel before, and leaves afterwards."""
        palm = self.hand.down(*self._anywhere())
        self.hand.wait(self._between(1.1, 3.0))
        self._careful(place, step)
        self.hand.wait(self._between(0.0, 1.0))
        self.fingers += 1
        self.hand.up(palm)

    def _slide(self, place: Place, step: Step) -> None:
        """A finger comes down on something, and leaves elsewhere."""
        start = self._some_thing()
        if start is not None:
            self.fingers += 1
            x, y = start.center
            end = self._anywhere()
            if hypot(end[0] - x, end[1] - y) > hypot(start.width, start.height) and not self._is_laid(
                start, end
            ):
                finger = self.hand.down(x, y)
                for share in (0.25, 0.5, 0.75, 1.0):
                    self.hand.move(finger, x + (end[0] - x) * share, y + (end[1] - y) * share)
                self.hand.up(finger)
                self.driver.rest()
                self.guest.settle()
                self.driver.look(LOOK)
        self._careful(place, step)

    def _two(self, place: Place, _step: Step) -> None:
        """Another finger comes while the first is down, and leaves before or after it."""
        self.fingers += 2
        first = self.hand.down(*place.center)
        second = self.hand.down(*self._anywhere())
        for finger in (first, second) if self.chance.random() < 0.5 else (second, first):
            self.hand.up(finger)

    def _trembling(self, place: Place, _step: Step) -> None:
        """A finger that goes to and fro by four millimetres."""
        self.fingers += 1
        x, y = place.center
        finger = self.hand.down(x, y)
        for _ in range(3):
            self.hand.move(finger, x + self._little(2), y + self._little(2))
        self.hand.move(finger, x, y)
        self.hand.up(finger)

    def _early(self, place: Place, step: Step) -> None:
        """A touch anywhere while what comes next is only just to be seen."""
        before = self._moment()
        self._careful(place, step)
        while self._moment() == before:
            self.driver.frame()
        self.hand.wait(self._between(0.0, 0.3))
        self.fingers += 1
        start = self._some_thing()
        self.hand.tap(*(start.center if start is not None else self._anywhere()))

    def _moment(self) -> tuple[object, ...]:
        model = self.guest.model
        return (
            model.shown_turn,
            type(model.overlay and model.overlay.model),
            model.overlay and self.driver.things(),
            model.refusal,
        )

    # -- where

    def _between(self, least: float, most: float) -> float:
        self.drawn.append(self.chance.uniform(least, most))
        return self.drawn[-1]

    def _little(self, millimetres: float) -> float:
        return self._between(-millimetres, millimetres) * float(mm(0.7))

    def _anywhere(self) -> tuple[float, float]:
        width, height = self.driver.size
        return self._between(1, width - 1), self._between(1, height - 1)

    def _some_thing(self) -> Place | None:
        places = [each for each in self.driver.places() if not each.name.startswith(DRAGGED)]
        return self.chance.choice(places) if places else None

    def _is_laid(self, start: Place, end: tuple[float, float]) -> bool:
        """Whether what was taken up there lies on the reader when it is let go here: that is no slip."""
        dx, dy = end[0] - start.center[0], end[1] - start.center[1]
        there = Rect(start.x + dx, start.y + dy, start.width, start.height)
        return any(
            isinstance(widget, VirtualReaderView) and widget.rect.overlaps(there)
            for widget in self.driver._seen()
        )

    def _is_closed(self, point: tuple[float, float]) -> bool:
        return any(
            isinstance(widget, ClosedPlace) and widget.collide_point(*point) for widget in self.driver._seen()
        )


def _difference(wanted: tuple[object, ...], found: tuple[object, ...]) -> str:
    return "; ".join(
        f"{one} became {other}" for one, other in zip(wanted, found, strict=True) if one != other
    )[:600]


def slip_through(
    table: Table,
    folder: Path,
    seed: int,
    touches: int,
    delay: float = 0.0,
    look: float = LOOK,
    noisy: bool = True,
) -> Slips:
    """An evening by careful touches, and the same with slips: the journals are the same, line by line."""
    steps = careful_evening(table, folder / "careful", seed, touches)
    with seated(table, folder / "slipping", delay) as guest:
        slips = Slipping(guest, Random(f"slips {table} {seed}"), look).follow(steps, noisy)
    careful, slipping = (list(read_record(journals(folder / name)[0])[1]) for name in ("careful", "slipping"))
    if not slips.wrong and careful != slipping:
        return slips._replace(wrong=f"the journals differ: {set(slipping) ^ set(careful)}")
    return slips
