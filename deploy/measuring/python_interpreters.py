"""Compares the hub's MicroPython with CPython: the unchanged driver and link, from the same files.

First alone: recorded answers of a chip are replayed, and nothing else runs. Then over virtual chips, which
are in this program: every frame and every reading of the clock goes through a pair of pipes, which takes
longer than all else. The time of a Pico is not measured here; ratios carry over to it.
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

from hardware.common.link.hub_settings import encode_settings
from hardware.readers.hub.configuration import settings_from_wiring
from hardware.readers.hub.staging import MAIN_FILE, stage_program
from hardware.virtual.clock import VirtualClock
from hardware.virtual.tags import make_ntag213
from hardware.virtual.unix_port.pico_world import PicoWorld
from hardware.virtual.unix_port.process import MICROPYTHON_PATH, MicroPythonProcess
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort
from measuring.radio import CONFIRMED, EMPTY, IDENTIFIED, STICKER_UID, ReaderScans
from measuring.tables import HUB_WIRING

MICRO, C = "MicroPython", "CPython"
INTERPRETER_COMMANDS: Mapping[str, Sequence[str]] = {
    MICRO: (str(MICROPYTHON_PATH),),
    C: (sys.executable, "-S"),
}
"""CPython without its site: it finds Herald's packages where they are staged, and nowhere else."""
BOTH_FOLDER = Path(__file__).parent / "both"
SPI_HZ = 4_000_000
REPLAYS = 20
"""Replays of a chip's answers in one run of a program."""
READER_BUS_AND_SELECT = {"empty": (0, 17), "laid": (1, 13)}
"""Bus and chip select of the two readers, as in both/piped.py."""
OTHER_WORK = "other"

TimesByInterpreter = Mapping[str, Mapping[str, list[float]]]
"""Python -> measured thing -> microseconds of each repetition."""


def compare_interpreters(span: MeasuringEffort, alone: TimesByInterpreter) -> BenchLines:
    """Compare the driver, the link and a hub's program alone, then the driver over virtual chips."""
    yield from _driver(alone)
    yield from _frames(alone)
    us = _usual(alone, "turn")
    yield BenchLine(f"a hub's turn, nothing due: {_both(us)}", _longer(us))
    with tempfile.TemporaryDirectory() as folder:
        yield from _through_the_pipe(Path(folder), span.program_starts, alone)


# -- alone


def measure_without_chips(span: MeasuringEffort) -> TimesByInterpreter:
    """Measure both Pythons in turns, each thing often."""
    with tempfile.TemporaryDirectory() as folder:
        stage_program(Path(folder))
        known = Path(folder) / "answers.txt"
        known.write_text(_answers(ReaderScans(SPI_HZ)))
        told = (str(REPLAYS), str(known), encode_settings(settings_from_wiring(HUB_WIRING)).hex())
        paths = {"MICROPYPATH": folder, "PYTHONPATH": folder}
        taken: TimesByInterpreter = {python: defaultdict(list) for python in INTERPRETER_COMMANDS}
        for _ in range(span.rounds):
            for python, words in INTERPRETER_COMMANDS.items():
                for line in _ran((*words, str(BOTH_FOLDER / "alone.py"), *told), paths):
                    name, *figures = line.split()
                    taken[python][name] += [float(ns) / 1e3 for ns in figures]
    return taken


def time_relative_to_empty_poll(alone: TimesByInterpreter, name: str) -> float:
    """The time of a thing in MicroPython, in units of its own empty poll."""
    return median(alone[MICRO][name]) / median(alone[MICRO][_word(EMPTY)])


def _ran(program: Sequence[str], paths: Mapping[str, str]) -> list[str]:
    ran = subprocess.run(program, env=os.environ | paths, stdout=subprocess.PIPE, text=True, check=True)
    return ran.stdout.splitlines()


def _answers(scans: ReaderScans) -> str:
    """The input of alone.py: kind of each scan, recorded times, answers."""
    kinds = [OTHER_WORK] * len(scans.costs)
    for kind, numbers in scans.kinds.items():
        for number in numbers:
            kinds[number] = _word(kind)
    answers = [bytes(answer).hex() for answer in scans.noted.answers]
    return "\n".join((" ".join(kinds), " ".join(map(str, scans.noted.times)), " ".join(answers), ""))


def _driver(alone: TimesByInterpreter) -> BenchLines:
    for kind in (EMPTY, IDENTIFIED, CONFIRMED):
        us = _usual(alone, _word(kind))
        yield BenchLine(f"{kind}, driver alone: {_both(us)}", _longer(us))


def _frames(alone: TimesByInterpreter) -> BenchLines:
    for kind, what in (("SAID", "SAID, UID of 7 bytes"), ("STATE", "longest STATE")):
        written, heard = _usual(alone, f"{kind}-written"), _usual(alone, f"{kind}-read")
        us = {python: written[python] + heard[python] for python in INTERPRETER_COMMANDS}
        yield BenchLine(f"{what}, frames/s: {_rates(us)}", _faster(us))
        polls = time_relative_to_empty_poll(alone, f"{kind}-written")
        yield BenchLine(f"{what}, written / empty poll, alone, {MICRO}", f"{polls:.2f}")


# -- over virtual chips


def _through_the_pipe(flash: Path, starts: int, alone: TimesByInterpreter) -> BenchLines:
    stage_program(flash)
    (flash / MAIN_FILE).write_bytes((BOTH_FOLDER / "piped.py").read_bytes())
    taken: TimesByInterpreter = {python: defaultdict(list) for python in INTERPRETER_COMMANDS}
    asked: dict[str, float] = {}
    for _ in range(starts):
        for python in INTERPRETER_COMMANDS:
            for name, count, ns in _piped(flash, python):
                asked[name] = count
                taken[python][name].append(ns / 1e3)
    us = {name: _usual(taken, name) for name in asked}
    yield BenchLine(f"an SPI frame through the pipe: {_both(us['frame'])}", _longer(us["frame"]))
    for name, kind, plural in (
        ("empty", EMPTY, "empty polls"),
        ("identified", IDENTIFIED, "identifications"),
    ):
        yield BenchLine(f"{plural}/s through the pipe: {_rates(us[name])}", _faster(us[name]))
        own = _usual(alone, _word(kind))[MICRO] / us[name][MICRO]
        yield BenchLine(
            f"of that the driver, {MICRO}; the rest is {asked[name]:.0f} times the pipe", f"{own:.1%}"
        )


def _piped(flash: Path, python: str) -> list[tuple[str, float, float]]:
    """The output of piped.py: name, requests to the virtual Pico, nanoseconds.

    Raises AssertionError where it fails.
    """
    world = PicoWorld(VirtualClock())
    readers = {name: world.add_reader(*place) for name, place in READER_BUS_AND_SELECT.items()}
    readers["laid"].field.put_tag(make_ntag213(STICKER_UID))
    with MicroPythonProcess(world, flash, python=INTERPRETER_COMMANDS[python]) as pico:
        while pico.status is None:
            pico.run_for(100)
        if pico.status:
            raise AssertionError(f"the program ended with {pico.error_output}")
        lines = [line.split() for line in pico.output.splitlines()]
    return [(name, float(count), float(ns)) for name, count, ns in lines]


def _word(kind: str) -> str:
    return kind.replace(" ", "-")


def _usual(taken: TimesByInterpreter, name: str) -> Mapping[str, float]:
    return {python: median(taken[python][name]) for python in INTERPRETER_COMMANDS}


def _both(us: Mapping[str, float]) -> str:
    return ", ".join(f"{python} {us[python]:,.0f} us" for python in us)


def _rates(us: Mapping[str, float]) -> str:
    return ", ".join(f"{python} {1e6 / us[python]:,.0f}" for python in us)


def _longer(us: Mapping[str, float]) -> str:
    return f"{us[MICRO] / us[C]:.2f} x the time"


def _faster(us: Mapping[str, float]) -> str:
    return f"{us[C] / us[MICRO]:.2f} x the rate"
