"""What an earlier Herald kept, whose heads did not say at which table an evening is played."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.rules.record import RecordHeader
from companion.table.storage.evenings import TableFile, head_sum
from companion.table.storage.kept_files import KEPT_FILES


def virtual_file(journal: Path, head: RecordHeader, absent: tuple[str, ...] = ()) -> None:
    """The file beside a journal that says that its table is virtual, with its copy."""
    raw = msgspec.json.encode(TableFile(True, absent, head_sum(head)))
    KEPT_FILES["virtual"].at(journal.with_suffix(".virtual")).save(raw)
