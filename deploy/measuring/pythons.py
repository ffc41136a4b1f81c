"""The hub's own Python beside Herald's: the unchanged driver and link, from the same files, in a real MicroPython and
in CPython.

First alone: what a chip answered in virtual time is handed out again, and nothing else runs. Then over virtual chips,
which live in this program: every frame and every look at the clock goes there and back through a pair of pipes, which
takes longer than all else. What a Pico needs is not measured here; how much more one thing takes than another carries
over to it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from hardware.hub.staging import MAIN, stage
from hardware.virtual.clock import VirtualClock
from hardware.virtual.tags import ntag213
from hardware.virtual.unix_port.process import MICROPYTHON, UnixPort
from hardware.virtual.unix_port.world import World
from measuring.lines import Line, Lines, Span
from measuring.radio import CONFIRMED, EMPTY, IDENTIFIED, STICKER, Scans

MICRO, C = "MicroPython", "CPython"
PYTHONS: Mapping[str, Sequence[str]] = {MICRO: (str(MICROPYTHON),), C: (sys.executable, "-S")}
"""CPython without its site: it finds Herald's packages where they are staged, and nowhere else."""
BOTH = Path(__file__).parent / "both"
HZ = 4_000_000
REPLAYS = 20
"""Times that the answers of a chip are gone through in one run of a program."""
PLACES = {"empty": (0, 17), "laid": (1, 13)}
"""Bus and chip select of the two readers, as both/piped.py has them."""
OTHER = "other"

Taken = Mapping[str, Mapping[str, list[float]]]
"""Python -> what was done -> microseconds, each time."""


def pythons(span: Span) -> Lines:
    """The driver and the link alone, then the driver over virtual chips."""
    with tempfile.TemporaryDirectory() as folder:
        flash = Path(folder)
        stage(flash)
        alone = _alone(flash, span.rounds)
        yield from _driver(alone)
        yield from _frames(alone)
        yield from _through_the_pipe(flash, span.starts, alone)


# -- alone


def _alone(flash: Path, rounds: int) -> Taken:
    """Both Pythons in turns."""
    known = flash / "answers.txt"
    known.write_text(_answers(Scans(HZ)))
    taken: Taken = {python: defaultdict(list) for python in PYTHONS}
    paths = {"MICROPYPATH": str(flash), "PYTHONPATH": str(flash)}
    for _ in range(rounds):
        for python, words in PYTHONS.items():
            program = [*words, str(BOTH / "alone.py"), str(REPLAYS), str(known)]
            ran = subprocess.run(
                program, env=os.environ | paths, stdout=subprocess.PIPE, text=True, check=True
            )
            for line in ran.stdout.splitlines():
                name, *figures = line.split()
                taken[python][name] += [float(ns) / 1e3 for ns in figures]
    return taken


def _answers(scans: Scans) -> str:
    """What alone.py reads: kind of each scan, times told, answers."""
    kinds = [OTHER] * len(scans.costs)
    for kind, numbers in scans.kinds.items():
        for number in numbers:
            kinds[number] = kind.replace(" ", "-")
    answers = [bytes(answer).hex() for answer in scans.noted.answers]
    return "\n".join((" ".join(kinds), " ".join(map(str, scans.noted.times)), " ".join(answers), ""))


def _driver(alone: Taken) -> Lines:
    for kind in (EMPTY, IDENTIFIED, CONFIRMED):
        us = {python: median(taken[kind.replace(" ", "-")]) for python, taken in alone.items()}
        yield Line(f"{kind}, driver alone: {_both(us)}", _longer(us))


def _frames(alone: Taken) -> Lines:
    empty = {python: median(taken[EMPTY.replace(" ", "-")]) for python, taken in alone.items()}
    for kind, what in (("SAID", "SAID, UID of 7 bytes"), ("STATE", "longest STATE")):
        us = {
            python: median(taken[f"{kind}-written"]) + median(taken[f"{kind}-read"])
            for python, taken in alone.items()
        }
        yield Line(f"{what}, frames/s: {_rates(us)}", _faster(us))
        written = median(alone[MICRO][f"{kind}-written"])
        yield Line(f"{what}, written / empty poll, alone, {MICRO}", f"{written / empty[MICRO]:.2f}")


# -- over virtual chips


def _through_the_pipe(flash: Path, starts: int, alone: Taken) -> Lines:
    (flash / MAIN).write_bytes((BOTH / "piped.py").read_bytes())
    taken: Taken = {python: defaultdict(list) for python in PYTHONS}
    asked: dict[str, float] = {}
    for _ in range(starts):
        for python in PYTHONS:
            for name, count, ns in _piped(flash, python):
                asked[name] = count
                taken[python][name].append(ns / 1e3)
    us = {name: {python: median(taken[python][name]) for python in PYTHONS} for name in asked}
    yield Line(f"an SPI frame through the pipe: {_both(us['frame'])}", _longer(us["frame"]))
    for name, kind, plural in (
        ("empty", EMPTY, "empty polls"),
        ("identified", IDENTIFIED, "identifications"),
    ):
        yield Line(f"{plural}/s through the pipe: {_rates(us[name])}", _faster(us[name]))
        own = median(alone[MICRO][kind.replace(" ", "-")]) / us[name][MICRO]
        yield Line(f"of that the driver, {MICRO}; the rest is {asked[name]:.0f} times the pipe", f"{own:.1%}")


def _piped(flash: Path, python: str) -> list[tuple[str, float, float]]:
    """What piped.py prints: name, how often the virtual Pico was asked, nanoseconds."""
    world = World(VirtualClock())
    readers = {name: world.add(*place) for name, place in PLACES.items()}
    readers["laid"].field.put(ntag213(STICKER))
    with UnixPort(world, flash, python=PYTHONS[python]) as pico:
        while pico.status is None:
            pico.run(100)
        if pico.status:
            raise AssertionError(f"the program ended with {pico.errors}")
        lines = [line.split() for line in pico.said.splitlines()]
    return [(name, float(count), float(ns)) for name, count, ns in lines]


def _both(us: Mapping[str, float]) -> str:
    return ", ".join(f"{python} {us[python]:,.0f} us" for python in us)


def _rates(us: Mapping[str, float]) -> str:
    return ", ".join(f"{python} {1e6 / us[python]:,.0f}" for python in us)


def _longer(us: Mapping[str, float]) -> str:
    return f"{us[MICRO] / us[C]:.2f} x the time"


def _faster(us: Mapping[str, float]) -> str:
    return f"{us[C] / us[MICRO]:.2f} x the rate"
