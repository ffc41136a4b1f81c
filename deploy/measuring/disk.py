"""A journal on this computer's disk."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from statistics import median

from companion.table.storage.journal import Journal
from measuring.games import MEASURED, evening, head
from measuring.lines import Line, Lines, Span, clock


def disk(span: Span) -> Lines:
    """A journal's line made safe, beside the plainest append that lasts."""
    texts = (evening(MEASURED[0]) * 4)[: 20 * span.starts]
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        journal = Journal.create(Path(folder) / "bench.herald", head(MEASURED[0]))
        plain = os.open(Path(folder) / "plain", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        ours: list[float] = []
        theirs: list[float] = []
        for text in texts:
            begun = clock()
            journal.append(text)
            between = clock()
            os.write(plain, f"{text}\n".encode())
            os.fdatasync(plain)
            ours.append(between - begun)
            theirs.append(clock() - between)
        journal.close()
        os.close(plain)
    yield Line("journal append, synced", f"{median(ours) * 1e3:.2f} ms")
    yield Line("plain append and fdatasync", f"{median(theirs) * 1e3:.2f} ms")
    yield Line("journal / plain", f"{median(ours) / median(theirs):.2f}")
