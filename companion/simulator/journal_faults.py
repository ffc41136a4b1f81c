"""What happens to the journal while people play: its disk is full for a while, another program changes it."""

from __future__ import annotations

from random import Random

from companion.simulator.session_driver import SessionDriver
from companion.simulator.virtual_journal import InconsistencyError, VirtualJournal


def fill_disk(app: SessionDriver) -> None:
    """From now on the disk takes nothing; raises LookupError where there is no journal."""
    _journal(app).disk.is_full = True


def empty_disk(app: SessionDriver) -> None:
    """The disk takes everything again; raises InconsistencyError where a line is still only in memory, or untold."""
    lines = _journal(app).path.read_bytes().count(b"\n")
    is_told = app.snapshot.disk_problem is not None
    _journal(app).disk.is_full = False
    _idle_until_written(app)
    if not is_told and lines != _journal(app).path.read_bytes().count(b"\n"):
        raise InconsistencyError("the disk was full, and nobody was told")


def disturb_journal(app: SessionDriver, chance: Random) -> None:
    """Another program changes the file, or takes it away; raises InconsistencyError where it is not mended."""
    _journal(app).disturb(chance)
    _idle_until_written(app)


def _idle_until_written(app: SessionDriver) -> None:
    app.let_session_idle()
    if app.snapshot.disk_problem is not None or not _journal(app).journal.is_as_left():
        raise InconsistencyError(f"the journal is not written again: {app.snapshot.disk_problem}")


def _journal(app: SessionDriver) -> VirtualJournal:
    if app.kept_journal is None:
        raise LookupError("something may only happen to the journal where there is one")
    return app.kept_journal
