"""A long evening of a hub: hands lay and take tags, the line is bad, breaks off, the plug is pulled; all by chance."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from random import Random

from hardware.common.events import READER_DOWN, TAG_CAME, TAG_LEFT
from hardware.readers.hub.event_filter import SETTLE_US
from hardware.readers.hub.supervised_hub import HubStatus
from tests.hardware.hubs_of import hubs_of
from tests.hardware.over_pty.hub import Hub
from tests.hardware.over_pty.table import PATIENCE_S, Table

Until = Callable[[], object]
"""What an evening waits for before it goes on."""
Move = tuple[int, str, bytes]
"""Socket, CAME or LEFT, UID."""

LOST, SPOILT, RUBBISH, DELAY_S = 0.02, 0.02, 0.01, 0.005
BREAK_S = 0.35
"""A line that is away for so long at most, and the time to find it again, is within the second for which it is not
missed."""
MUTE_S = 0.9
AWAY_S = 2.0
HASTE = 4
MOST_BREAKS = 50
DEVICES = ("ttyACM0", "ttyACM1", "ttyACM2", "ttyACM3")
TAGS = 9


class Evening:
    """One hub's. `moves`: tags that were laid and taken while its session went on; `missed`: how often a line that was
    away for a moment was missed all the same, `spans` of how many; `absences` by kind.
    """

    def __init__(
        self, hub: Hub, table: Table, chance: Random, held: dict[str, str], *, power_fails: bool
    ) -> None:
        """`held`: hub -> device that it is at, of all."""
        self.hub, self.table = hub, table
        self._held = held
        self._power_fails = power_fails
        self.moves = self.spans = self.missed = self.breaks = 0
        self.absences: dict[str, int] = {}
        self.starts = 0
        self._before = 0
        self._chance = chance
        self._number = 0
        self._hands_over = False

    def story(self) -> str:
        """What there was, in figures."""
        ways = [way.damage.counts for way in (self.hub.cable.to_host, self.hub.cable.to_hub)]
        return (
            f"{self.hub.wired.name}: {self.moves} moves in {self.spans} spans, {self.breaks} breaks, {self.missed}"
            f" missed; {self.absences}; to the host {ways[0]}, to the hub {ways[1]}; free {self.hub.free()[::40]}"
        )

    def live(self, seconds: float) -> Iterator[Until]:
        """From the first plug until everything is settled after so long."""
        end_s = time.monotonic() + seconds
        for way in (self.hub.cable.to_host, self.hub.cable.to_hub):
            way.damage.set(LOST, SPOILT, RUBBISH, DELAY_S)
        self.hub.world.haste = HASTE
        self._starts()
        self.hub.plug(self._device())
        yield from self._settles()
        while time.monotonic() < end_s:
            yield from self._span()
            yield from self._absence()

    def _settles(self) -> Iterator[Until]:
        """The host has met the program that runs, and has exactly what lies there; readers have looked for a while."""
        said = self.hub.cable.to_host.tap.said
        yield (
            lambda: len(said) > self._before and self._about().path.endswith(self._held[self.hub.wired.name])
        )
        yield self._agree
        yield after(SETTLE_US / 1_000_000)
        yield self._agree

    def _agree(self) -> bool:
        return self.table.agrees(self.hub)

    # -- while the session goes on

    def _span(self) -> Iterator[Until]:
        """Every sighting is told once and in order, whatever the line does."""
        start, told_from = len(self.table.heard), len(self.hub.cable.to_host.tap.said)
        done: list[set[Move]] = []
        self._hands_over = False
        yield from together(self._hands(done), self._weather())
        yield self._agree
        self.spans += 1
        places = [reader.name for reader in self.hub.wired.readers]
        said = [each for each in self.table.said(start) if each[0] in places]
        if any(kind == READER_DOWN for _, kind, _, _ in said):
            self.missed += 1
            return
        told = self.table.tags(self.hub, start)
        self.moves += len(told)
        at = 0
        for group in done:
            now = told[at : at + len(group)]
            assert set(now) == group, f"{shown(now)} where {shown(sorted(group))} was done; {shown(told)}"
            at += len(group)
        assert at == len(told), f"{shown(told[at:])} was never done"
        assert told == self.hub.told(told_from), f"{shown(told)} and not {shown(self.hub.told(told_from))}"
        assert not any(found for _, _, _, found in said), said

    def _hands(self, done: list[set[Move]]) -> Iterator[Until]:
        """Some tags are laid or taken at once, and the next ones when the readers must have seen that."""
        for _ in range(self._chance.randrange(4, 14)):
            sockets = self._chance.sample(
                range(len(self.hub.readers)), self._chance.choice((1, 1, 1, 2, 4, 12))
            )
            done.append({self._move(n) for n in sockets})
            came = {n for n, kind, _ in done[-1] if kind == TAG_CAME}
            yield self.hub.noticing(came, set(sockets) - came)
        self._hands_over = True

    def _move(self, n: int) -> Move:
        if self.hub.lies[n]:
            return n, TAG_LEFT, self.hub.take(n).uid
        self._number += 1
        free = [tag for tag in range(TAGS) if not self._somewhere(tag)]
        known = free and self._chance.random() < 0.5
        return n, TAG_CAME, self.hub.lay(n, self._chance.choice(free) if known else 1000 + self._number).uid

    def _somewhere(self, number: int) -> bool:
        return any(tag.uid[1:3] == number.to_bytes(2) for lying in self.hub.lies.values() for tag in lying)

    def _weather(self) -> Iterator[Until]:
        """The line breaks off for a moment, now and then; or swallows everything."""
        for _ in range(MOST_BREAKS):
            if self._hands_over:
                return
            yield after(self._chance.uniform(0.4, 1.5))
            match self._chance.randrange(3):
                case 0:
                    self.hub.cut()
                    yield from self._break()
                case 1:
                    fallen = self.hub.cable.fall_after(self._chance.randrange(1, 60))
                    yield fallen.is_set
                    yield from self._break()
                case _:
                    self.hub.cable.mute(True)
                    yield after(self._chance.uniform(0.05, MUTE_S))
                    self.hub.cable.mute(False)
                    self.breaks += 1

    def _break(self) -> Iterator[Until]:
        yield after(self._chance.uniform(0.0, BREAK_S))
        at = self._device()
        self.hub.mend(at)
        self.breaks += 1
        yield lambda: self._about().path.endswith(at)

    def _about(self) -> HubStatus:
        return next(about for about in hubs_of(self.table.rig) if about.name == self.hub.wired.name)

    def _device(self) -> str:
        """One that no other hub is at."""
        name = self.hub.wired.name
        self._held[name] = self._chance.choice(
            [each for each in DEVICES if each not in self._held.values() or each == self._held.get(name)]
        )
        return self._held[name]

    # -- when it does not

    def _absence(self) -> Iterator[Until]:
        """Longer than a session lasts; hands do not wait meanwhile. What is told then are differences, as found."""
        leave = {"line": self._line, "line swallows": self._swallows}
        if self._power_fails:
            leave |= {"power": self._power, "power in mid-frame": self._mid_frame, "hangs": self._hangs}
        kind = self._chance.choice(list(leave))
        self.absences[kind] = self.absences.get(kind, 0) + 1
        yield from together(leave[kind](), self._blind())
        yield from self._settles()

    def _power(self) -> Iterator[Until]:
        self.hub.unplug()
        yield after(self._chance.uniform(0.0, AWAY_S))
        self._starts()
        self.hub.plug(self._device())

    def _mid_frame(self) -> Iterator[Until]:
        yield self.hub.cable.fall_after(self._chance.randrange(1, 60)).is_set
        yield from self._power()

    def _line(self) -> Iterator[Until]:
        self.hub.cut()
        yield after(self._chance.uniform(1.0, AWAY_S))
        self.hub.mend(self._device())

    def _swallows(self) -> Iterator[Until]:
        self.hub.cable.mute(True)
        yield after(self._chance.uniform(1.5, 1.5 + AWAY_S))
        self.hub.cable.mute(False)

    def _starts(self) -> None:
        """Its program will begin anew."""
        self.starts += 1
        self._before = len(self.hub.cable.to_host.tap.said)

    def _hangs(self) -> Iterator[Until]:
        self.hub.freeze()
        self.starts += 1
        yield lambda: len(self.hub.world.starts) == self.starts
        self._before = len(self.hub.cable.to_host.tap.said)

    def _blind(self) -> Iterator[Until]:
        for _ in range(self._chance.randrange(8)):
            yield after(self._chance.uniform(0.0, 0.3))
            self._move(self._chance.randrange(len(self.hub.readers)))


def shown(moves: Iterable[Move]) -> str:
    """For whoever has to find out."""
    return " ".join(f"{n}{'+' if kind == TAG_CAME else '-'}{uid[1:3].hex()}" for n, kind, uid in moves)


def after(seconds: float) -> Until:
    """So long from now."""
    end_s = time.monotonic() + seconds
    return lambda: time.monotonic() >= end_s


def together(*lives: Iterator[Until]) -> Iterator[Until]:
    """All of them at the same time, until the last one is over."""
    waiting: dict[Iterator[Until], Until] = {}
    for life in lives:
        _on(life, waiting)
    while waiting:
        yield lambda: any(until() for until in waiting.values())
        for life, until in list(waiting.items()):
            if until():
                _on(life, waiting)


def _on(life: Iterator[Until], waiting: dict[Iterator[Until], Until]) -> None:
    waiting.pop(life, None)
    if (until := next(life, None)) is not None:
        waiting[life] = until


def run(table: Table, *evenings: Iterator[Until]) -> None:
    """Live them all."""
    for until in together(*evenings):
        table.until(until, f"for {PATIENCE_S} s")
