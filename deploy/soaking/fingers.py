"""Evenings by touch with slipping hands: what is written is what careful hands wrote, line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path

from soaking.soak_tally import SoakRequest, SoakTally

MORRIS = Path(__file__).parents[2] / "tests" / "plugins" / "nine-mens-morris"
"""The game from outside that is played, too."""
CAREFUL_TOUCHES = 150
"""Careful touches of one evening; with slips it is nearly twice as many fingers."""


def soak_fingers(request: SoakRequest) -> Iterator[SoakTally]:
    """A case is a finger; the evenings are those of every table in turn, before sessions at once and late."""
    os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
    sys.path.append(str(MORRIS))
    import tests.screen  # noqa: F401  (first of all: the window is settled there)
    from tests.screen.harness.slips import LATE, SLIP_TABLES, slip_through

    tally, repeated = SoakTally(), 0
    for number, table in zip(count(), cycle(SLIP_TABLES), strict=False):
        seed, delay = request.seed + number // len(SLIP_TABLES), (0.0, LATE)[number // len(SLIP_TABLES) % 2]
        slips = slip_through(table, request.folder / str(number), seed, CAREFUL_TOUCHES, delay)
        repeated += slips.repeated
        for _ in range(slips.fingers - 1):
            tally = tally.count()
        tally = tally.count(wrong=slips.wrong and f"{table}, --seed {seed}, {delay} s late: {slips.wrong}")
        yield tally
        if tally.tried >= request.times:
            print(f"fingers: {repeated:,} touches more for careful people", flush=True)
            return
