"""Messages of several kinds, each at a table that is ready for it, and what must agree when it was handled."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

from msgspec import Struct

from companion.games import game_rules
from companion.rules.history import AcceptedLine, GameHistory
from companion.rules.public_view import public_history
from companion.rules.record import RecordHeader
from companion.simulator.virtual_journal import UnsyncedDisk
from companion.table.messages import CorrectPosition, EnterLine, FinishMove, SessionMessage, Touch, UndoMoves
from companion.table.session import Session
from companion.table.snapshot import Snapshot
from companion.table.storage.journal import Journal, read_record, replay_history
from tests.table.evenings import evening, setup
from tests.table.raised.raising import Raising, Select

LOUIS = "louis-xiv"
LINES = ("table money 4 2", "blue inf6 place 6 6 1", "yellow inf3 take")


class FailingOnce(UnsyncedDisk):
    """A disk whose next sync fails when it was told so."""

    fails = False

    def sync(self, handle: int) -> None:
        """Fail once."""
        if self.fails:
            self.fails = False
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class Scene(Struct, frozen=True):
    """A message, after some others, and before the next one."""

    game: str
    before: tuple[SessionMessage, ...]
    message: SessionMessage
    following: SessionMessage
    has_failing_disk: bool = False


SCENES = {
    "a line": Scene(LOUIS, (EnterLine(LINES[0]),), EnterLine(LINES[1]), EnterLine("undo 1")),
    "the touch that completes a move": Scene(
        LOUIS,
        (EnterLine(LINES[0]), Touch("card/joker"), Touch("tile/3")),
        Touch("tile/4"),
        EnterLine("undo 1"),
    ),
    "the touch with which the next move begins": Scene(
        LOUIS,
        (EnterLine(LINES[0]), Touch("card/inf6"), Touch("tile/6")),
        Touch("card/inf3"),
        EnterLine("undo 1"),
    ),
    "an undo": Scene(
        LOUIS, tuple(map(EnterLine, LINES)), UndoMoves(2, is_confirmed=True), EnterLine("undo 1")
    ),
    "a correction": Scene(
        LOUIS,
        tuple(map(EnterLine, LINES[:2])),
        CorrectPosition((("/players/blue/money", 7),)),
        EnterLine("undo 1"),
    ),
    "a line that the disk does not take": Scene(
        LOUIS, (EnterLine(LINES[0]),), EnterLine(LINES[1]), EnterLine("undo 1"), has_failing_disk=True
    ),
}


def random_scene(name: str, chance: Random) -> Scene:
    """A move of a random game of three, played by words."""
    moves = [EnterLine(str(move)) for _, move in evening(name, 3, chance)]
    at = chance.randrange(len(moves) - 1)
    return Scene(name, tuple(moves[:at]), moves[at], EnterLine("undo 1"))


class PlayedTable:
    """A session with its journal, and a screen that follows it as the real one does."""

    def __init__(self, scene: Scene, path: Path) -> None:
        self.scene, self.path = scene, path
        header = RecordHeader(scene.game, setup(scene.game, 3))
        self.disk = FailingOnce()
        path.unlink(missing_ok=True)
        history = GameHistory.from_header(header, game_rules(scene.game))
        self.session = Session(history, Journal.create(path, header, self.disk))
        self.screen = self.session.snapshot
        self.session.add_listener(self._follow)
        for message in scene.before:
            self.session.handle_message(message)
        assert self.session.snapshot.refusal_notice is None
        self.lines_before = self.lines

    def _follow(self, snapshot: Snapshot) -> None:
        self.screen = snapshot

    def handle(self, raising: Raising) -> None:
        """Handle the message of the scene, with what is raised meanwhile."""
        self.disk.fails = self.scene.has_failing_disk
        self.session.post(self.scene.message)
        try:
            with raising:
                self.session.process_queue()
        finally:
            self.disk.fails = False

    def close(self) -> None:
        """Close the journal."""
        self.session.close()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that stand."""
        return _texts(self.session.history.accepted_lines)

    def assert_agreement(self, is_over: bool) -> None:
        """History, journal and snapshot say the same, and unless the program is over, so does the screen."""
        session, history = self.session, self.session.history
        kept = replay_history(*read_record(self.path))
        if session.snapshot.disk_problem is not None:  # people are told that it is behind
            assert _texts(kept.accepted_lines) == self.lines_before
        else:
            assert _texts(kept.accepted_lines) == self.lines
            assert kept.position == history.position
        public = public_history(history)
        assert session.snapshot.public_history == public
        assert session.snapshot.accepted_texts == _texts(public.accepted_lines)
        assert session.snapshot.position == history.position.to_public()
        entries = public.opening, *session.snapshot.recent_entries
        assert entries[-1].position == session.snapshot.position
        texts = tuple(entry.text for entry in entries[1:])
        assert (
            texts == session.snapshot.accepted_texts[-len(texts) :]
            if texts
            else not session.snapshot.accepted_texts
        )
        if not is_over:
            assert self.screen.public_history == public


def _texts(lines: Sequence[AcceptedLine]) -> tuple[str, ...]:
    return tuple(accepted.text for accepted in lines)


def raise_everywhere(
    scene: Scene, folder: Path, kinds: Sequence[type[BaseException]], select: Select, steps: int
) -> int:
    """Raise at each step of the message, or at so many of them; how often that was."""
    path = folder / "evening.herald"
    table, counting = PlayedTable(scene, path), Raising(0, RuntimeError(), select)
    before = table.lines
    table.handle(counting)
    after = table.lines
    table.close()
    stride = max(1, counting.steps // steps)
    tried = range(1, counting.steps + 1, stride)
    for at, number in enumerate(tried):
        raise_once(scene, path, Raising(number, kinds[at % len(kinds)]("planted"), select), before, after)
    return len(tried)


def raise_once(
    scene: Scene, path: Path, raising: Raising, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    """Raise at one step of the message, and look whether all agree."""
    table = PlayedTable(scene, path)
    is_over = False
    try:
        table.handle(raising)
    except (KeyboardInterrupt, SystemExit):
        is_over = True
    try:
        _assert_whole(table, is_over, before, after)
    except BaseException as wrong:
        wrong.add_note(f"step {raising.number}: {raising.where}")
        raise


def _assert_whole(table: PlayedTable, is_over: bool, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    assert table.lines in (before, after)
    now = table.session.snapshot
    told = now.refusal_notice is not None or [problem.code for problem in now.problems]
    assert is_over or told or table.lines == after, "nobody is told"
    table.assert_agreement(is_over)
    table.session.handle_message(FinishMove())
    standing = len(table.lines)
    table.session.handle_message(table.scene.following)
    assert len(table.lines) != standing
    table.assert_agreement(is_over)
    kept = table.lines, table.session.history.position
    table.close()
    resumed = Session.resume(table.path)
    assert (_texts(resumed.history.accepted_lines), resumed.history.position) == kept
    resumed.close()
