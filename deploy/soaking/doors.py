"""Every door of Herald, and anything coming in: an answer, or an error of ours; never a traceback, never a hang.

What comes in is made of something real. A process lets it in, and another one watches it: where a case takes more than
`PATIENCE_S`, or more memory than `MOST_BYTES`, that is told as a fault, and it goes on with the next one.

Herald has no other door: it listens to no network (the kiosk's notifier and the workers of a simulation only send to
and take from whom their owner named), and reads no mail and no clipboard.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import resource
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from companion.rules.errors import HeraldError
from companion.simulator.campaign import without_warnings
from hardware.errors import HardwareError
from soaking.device_doors import DEVICE_DOORS
from soaking.doorway import Door, Doorway
from soaking.kept_doors import KEPT_DOORS
from soaking.mutation import mutated
from soaking.soak_tally import SoakRequest, SoakTally
from soaking.table_doors import TABLE_DOORS

DOORS: dict[str, Door] = {**KEPT_DOORS, **TABLE_DOORS, **DEVICE_DOORS}
PATIENCE_S = 240.0
MOST_BYTES = 600 << 20
"""The most memory of the process into which it all comes; a door of its own has far less (tests/bounded)."""
TOLD_EVERY = 500


@cache
def schedule() -> tuple[str, ...]:
    """Which door has its turn, over and over: each as often as its share, well mixed."""
    turns = [(place / door.share, name) for name, door in DOORS.items() for place in range(door.share)]
    return tuple(name for _, name in sorted(turns))


def soak_doors(request: SoakRequest) -> Iterator[SoakTally]:
    """A case is an input."""
    tally, next_case = SoakTally(), 0
    opened: dict[str, Doorway] = {}
    for name, door in DOORS.items():
        folder = request.folder / name
        folder.mkdir()
        opened[name] = door.open(folder)
    while next_case < request.times:
        for tried, fault in _watched(request, opened, next_case):
            for _ in range(tried - next_case - bool(fault)):
                tally = tally.count()
            next_case = tried
            if fault:
                tally = tally.count(wrong=f"seed {request.seed}, {fault}")
            yield tally


def _watched(request: SoakRequest, opened: Mapping[str, Doorway], first: int) -> Iterator[tuple[int, str]]:
    """How many cases were tried when something was found, or now and then; ends when the process does."""
    ours, its = multiprocessing.Pipe(duplex=False)
    number = multiprocessing.Value("q", first)
    worker = multiprocessing.get_context("fork").Process(
        target=_let_in, args=(request, opened, first, number, its), daemon=True
    )
    worker.start()
    its.close()
    at, since = first, time.monotonic()
    try:
        while True:
            try:
                if ours.poll(1.0):
                    yield ours.recv()
            except EOFError:
                break
            if number.value != at:
                at, since = number.value, time.monotonic()
            elif time.monotonic() - since > PATIENCE_S:
                worker.kill()
                break
        worker.join()
        if worker.exitcode:
            at = number.value
            yield at + 1, f"{_name_of(at)}, input {at}: it hung, or died with {worker.exitcode}"
    finally:
        worker.kill()
        worker.join()


def _name_of(case: int) -> str:
    return schedule()[case % len(schedule())]


def _let_in(
    request: SoakRequest, opened: Mapping[str, Doorway], first: int, number: Any, told: Connection
) -> None:
    """Let one input after another come in, and tell what was wrong."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    with without_warnings():
        for case in range(first, request.times):
            number.value = case
            name = _name_of(case)
            fault = _fault_of(opened[name], Random(f"{request.seed}/{case}"))
            if fault:
                told.send((case + 1, f"{name}, input {case}: {fault}"))
            elif case % TOLD_EVERY == 0:
                fault = _too_much_memory()
                told.send((case + 1, f"{name}, input {case}: {fault}" if fault else ""))
    told.send((request.times, ""))


def _fault_of(door: Doorway, chance: Random) -> str:
    """What was wrong with the answer to an input, "" for nothing."""
    data = mutated(chance.choice(door.samples), chance, door.samples)
    try:
        with contextlib.redirect_stdout(None):
            door.enter(data)
    except (HeraldError, HardwareError):
        return ""
    except BaseException as fault:
        places = traceback.extract_tb(fault.__traceback__)[-3:]
        where = " < ".join(f"{Path(each.filename).name}:{each.lineno}" for each in reversed(places))
        return f"{type(fault).__name__} in {where}: {str(fault)[:200]} after {_shown(data)}"
    return ""


def _shown(data: bytes | Sequence[int]) -> str:
    return repr(bytes(data[:160]))


def _too_much_memory() -> str:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return f"{used >> 20} MB of memory" if used > MOST_BYTES else ""
