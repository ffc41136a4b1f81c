"""Measures a journal on this computer's disk."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from statistics import median

from companion.table.storage.journal import Journal
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, wall_clock
from measuring.games import GAME_BENCHMARKS, make_record_head, random_game_moves


def measure_disk(span: MeasuringEffort) -> BenchLines:
    """Compare a synced line of the journal with the plainest synced append."""
    texts = (random_game_moves(GAME_BENCHMARKS[0]) * 4)[: 20 * span.program_starts]
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        journal = Journal.create(Path(folder) / "bench.herald", make_record_head(GAME_BENCHMARKS[0]))
        plain = os.open(Path(folder) / "plain", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        ours: list[float] = []
        theirs: list[float] = []
        for text in texts:
            begun = wall_clock()
            journal.append(text)
            between = wall_clock()
            os.write(plain, f"{text}\n".encode())
            os.fdatasync(plain)
            ours.append(between - begun)
            theirs.append(wall_clock() - between)
        journal.close()
        os.close(plain)
    yield BenchLine("journal append, synced", f"{median(ours) * 1e3:.2f} ms")
    yield BenchLine("plain append and fdatasync", f"{median(theirs) * 1e3:.2f} ms")
    yield BenchLine("journal / plain", f"{median(ours) / median(theirs):.2f}")
