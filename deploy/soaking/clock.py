"""Hours of the false clock at the real screen: touches, pages, games begun and gone on with, and hours of nothing.

An hour after the second must not cost a thread, an open file, a timer or memory more than the second.
"""

from __future__ import annotations

import gc
import os
import re
import threading
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from random import Random
from typing import NamedTuple

from soaking.soak_tally import SoakRequest, SoakTally

HOUR_S = 3_600
TOUCHES = 15
STEADY_AFTER = 2
"""Hours in which everything is made that is made once: pages, pictures of symbols, letters."""
MOST_GROWTH_MB = 20.0
MOST_GROWTH_OF_OBJECTS = 0.08
FONTS = ".ttf"
"""Kivy keeps the file of each font open, once for each size."""
CACHING = re.compile(r"companion\.(games\.\w+\.)?(rules|voice|table|screen)\b")
PAGES = ("evenings", "settings", "deck", "readers")


class Cost(NamedTuple):
    """What the program holds: megabytes, threads, open files, what Kivy's clock has to call, objects."""

    megabytes: float
    threads: int
    files: int
    timers: int
    objects: int

    def __str__(self) -> str:
        return (
            f"{self.megabytes:.1f} MB, threads {self.threads}, open files {self.files},"
            f" timers {self.timers}, objects {self.objects:,}"
        )


def soak_clock(request: SoakRequest) -> Iterator[SoakTally]:
    """A case is an hour at the screen; the hours are those of one run of the program."""
    os.environ["HERALD_HOME"] = str(request.folder / "home")
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    import tests.screen  # noqa: F401  (first of all: the window is settled there)
    from tests.screen.harness.evening import evening

    tally, steady = SoakTally(), None
    chance = Random(request.seed)
    with evening("cs") as guest:
        for hour in range(1, request.times + 1):
            try:
                _Hour(guest, chance).pass_by()
                cost = _cost()
                fault = _too_much(steady, cost) if steady is not None else ""
            except AssertionError as wrong:
                tally = tally.count(wrong=f"--seed {request.seed}, hour {hour}: {wrong}")
                yield tally
                return
            if hour == min(STEADY_AFTER, request.times):
                steady = cost
            if hour in (STEADY_AFTER, request.times):
                print(f"clock: after hour {hour}: {cost}", flush=True)
            tally = tally.count(wrong=fault and f"--seed {request.seed}, hour {hour}: {fault}")
            yield tally


def _cost() -> Cost:
    """What is held now, what is only waiting to be collected left out."""
    from kivy.clock import Clock

    _empty_caches()
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Cost(
        pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20),
        threading.active_count(),
        sum(not os.path.realpath(each).endswith(FONTS) for each in Path("/proc/self/fd").iterdir()),
        len(Clock.get_events()),
        len(gc.get_objects()),
    )


def _empty_caches() -> None:
    """Empty the caches of choices and texts: they have bounds, and fill for many evenings until they come to them."""
    for each in gc.get_objects():
        if type(each) is _lru_cache_wrapper and CACHING.match(each.__module__):
            each.cache_clear()


def _too_much(steady: Cost, now: Cost) -> str:
    """What has grown, "" for nothing."""
    grown = [name for name in ("threads", "files", "timers") if getattr(now, name) > getattr(steady, name)]
    if now.megabytes > steady.megabytes + MOST_GROWTH_MB:
        grown.append("memory")
    if now.objects > steady.objects * (1 + MOST_GROWTH_OF_OBJECTS):
        grown.append("objects")
    return f"{', '.join(grown)}: {steady} in the second hour, {now} now" if grown else ""


class _Hour:
    """An hour, as people spend it: some pages, a game begun, left for half an hour and gone on with, then nothing."""

    def __init__(self, guest: object, chance: Random) -> None:
        from tests.screen.harness.evening import Guest

        assert isinstance(guest, Guest)
        self.guest, self.driver, self.chance = guest, guest.driver, chance

    def pass_by(self) -> None:
        """The hour; it ends on the first page."""
        for page in self.chance.sample(PAGES, 2):
            self.driver.tap(page)
            self.driver.wait(2)
            self._go_home()
        self._begin()
        self._go_home()
        self._idle()
        self._go_on()
        self._go_home()
        self._idle()

    def _begin(self) -> None:
        """A new evening, so that what is held does not grow with one that lasts for a day."""
        from tests.screen.harness.evening import begin

        begin(self.guest)
        self._play()

    def _go_on(self) -> None:
        from tests.screen.harness.evening import PATIENT

        self.driver.tap("go-on")
        self.driver.until(lambda: self.guest.live is not None and self.guest.live.is_idle, PATIENT)
        self._play()

    def _play(self) -> None:
        for _ in range(TOUCHES):
            ways = self.guest.ways()
            if not ways:
                return
            self.guest.tap(self.chance.choice(ways))

    def _go_home(self) -> None:
        from tests.screen.harness.evening import PATIENT

        for _ in range(10):
            things = self.driver.things()
            if "deck" in things:
                break
            self.driver.tap(next(each for each in ("home", "back", "next", *things) if each in things))
            self.driver.wait(1)
        self.driver.until(lambda: "deck" in self.driver.things(), PATIENT)

    def _idle(self) -> None:
        """Nothing happens; a second goes by with each frame."""
        from tests.screen.harness import driver

        before, driver.FRAME = driver.FRAME, 1.0
        try:
            for _ in range(HOUR_S // 2):
                self.driver.frame()
        finally:
            driver.FRAME = before
