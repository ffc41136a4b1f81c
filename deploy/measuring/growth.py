"""Measures what could grow with the evening, the house or the group, at 1, 10 and 100 times its usual size.

What happens at each touch should cost the same at any size, and what must look at everything should cost as much more
as there is more to look at; an evening is measured up to as long as one may be. The slope is that of the least squares
through size and time, both as logarithms. The time is that of a core: what a disk takes to make a line safe does not
depend on how many there are.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Sequence
from math import inf, log
from pathlib import Path
from statistics import linear_regression, median

from companion.home import herald_home
from companion.screen.display.kivy_config import configure_kivy
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, cpu_clock
from measuring.growth_operation import GrowingOperation, GrowingThing

MAX_SLOPES = {"flat": 0.1, "whole": 1.1}
MAX_SECONDS = 3
"""Seconds of a core after which an operation is not measured again."""
BALLAST = bytes(64 << 20)
"""Copied before what looks at everything, which people ask for seldom: by then nothing of it is in the processor's
caches, and an evening that fits into them would seem faster than it is."""


def measure_growth(span: MeasuringEffort) -> BenchLines:
    """Measure each operation at each size: milliseconds of a core, and the slope."""
    configure_kivy((800, 480), "offscreen")  # view models need no window, and Kivy the words of no command
    from measuring.evening_growth import growing_evenings
    from measuring.house_growth import growing_house

    logging.disable(logging.WARNING)  # games made for this have no translations
    for thing in (*growing_evenings(), *growing_house()):
        yield from _thing_lines(thing, span)
    logging.disable(logging.NOTSET)


def _thing_lines(thing: GrowingThing, span: MeasuringEffort) -> BenchLines:
    sizes: list[int] = []
    measured: list[list[float]] = []
    operations: Sequence[GrowingOperation] = ()
    for factor in (min(each, thing.max_factor) for each in span.growth_factors):
        with tempfile.TemporaryDirectory(dir=herald_home()) as folder:
            size, operations = thing.prepare(factor, Path(folder))
            sizes.append(size)
            measured.append([_median_ms(each, span) for each in operations])
    yield BenchLine(f"{thing.title}; usual: {thing.usual_size}", " ".join(f"{size:,}" for size in sizes))
    for operation, each in zip(operations, zip(*measured, strict=True), strict=True):
        yield from _operation_lines(thing.title.partition(",")[0], operation, sizes, each)


def _median_ms(operation: GrowingOperation, span: MeasuringEffort) -> float:
    """The median in milliseconds: many runs of what is quick, fewer rounds of what is slow."""
    operation.run()  # what the first one finds out and keeps
    taken: list[float] = []
    begun = cpu_clock()
    while not taken or cpu_clock() - begun < (
        MAX_SECONDS if len(taken) < span.rounds else span.seconds_per_round
    ):
        if operation.kind == "whole":
            bytearray(BALLAST)
        taken.append(operation.run())
    return median(taken) * 1e3


def _operation_lines(
    title: str, operation: GrowingOperation, sizes: Sequence[int], measured: Sequence[float]
) -> BenchLines:
    what = f"{title}: {operation.title}"
    yield BenchLine(f"{what}, ms", " ".join(f"{each:.3g}" for each in measured))
    slope = linear_regression([*map(log, sizes)], [*map(log, measured)]).slope
    at_most = MAX_SLOPES[operation.kind]
    yield BenchLine(f"{what}, slope", f"{slope:.2f}", f"at most {at_most}", slope <= at_most)
    if operation.max_ms_at_ten < inf:
        is_reached = measured[1] < operation.max_ms_at_ten
        yield BenchLine(
            f"{what}, ten times",
            f"{measured[1]:.1f} ms",
            f"under {operation.max_ms_at_ten:.0f} ms",
            is_reached,
        )
