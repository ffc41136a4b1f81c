"""From a tag that enters a field to what is announced of it: virtual readers at the places of a game, each with its
thread, joined to evenings whose journals are kept on this computer's disk.

A hand makes random moves: it lays a piece's tag on the reader of its place at a random moment, takes it away when it
was announced, and does with a finger what readers do not see. The time ends when the session's listeners have the
snapshot that shows the piece as noticed, or the move that it ended as taken, which is on the disk by then.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Sequence
from math import ceil, inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event
from typing import NamedTuple

from companion.rules.moves import FINGER, Move, Observation
from companion.rules.tree_walk import pick_legal_move
from companion.simulator.move_observations import observations_of_move
from companion.simulator.virtual_sensors import make_tagged_deck
from companion.start.real_table.reader_relay import ReaderRelay, make_zone_plan
from companion.table.messages import (
    ClearPendingInput,
    DismissNotices,
    EnterLine,
    FinishMove,
    SessionMessage,
    Touch,
)
from companion.table.session import Session
from companion.table.session_thread import SessionThread
from companion.table.snapshot import Snapshot
from companion.table.tags.deck import make_box_pieces
from hardware.clock import RealClock
from hardware.common.events import TAG_LEFT
from hardware.common.rc522.reader import POLL_US
from hardware.events import HardwareEvent, ReaderReported
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.tags import make_ntag213
from measuring.games import MEASURED, Measured, head
from measuring.lines import Line, Lines, Span, clock
from measuring.readers import SETTLE_US, wiring

PATIENCE_S = 2.0
TRIED = 8
"""Of so many random moves the one that lays most tags is made."""
WANTED_MS = 100


class Told(NamedTuple):
    """One tag: milliseconds until it was announced, and whether it ended a move."""

    ms: float
    ended: bool


class Table:
    """Readers and whoever lays tags on them, evening after evening."""

    def __init__(self, of: Measured, folder: Path, rng: random.Random) -> None:
        self._of, self._folder, self._rng = of, folder, rng
        self._free = {place: Event() for place in of.readers}
        for free in self._free.values():
            free.set()
        self._readers = ReaderRelay()
        self._rig = VirtualDeviceManager(wiring(of.readers), self._heard, RealClock())
        at = head(of)
        self._deck = make_tagged_deck(
            at.game, make_box_pieces(of.game.taggable_pieces(at.setup), of.game.colours)
        )
        self._tags = {
            piece.word: make_ntag213(bytes.fromhex(tag))
            for piece in self._deck.pieces_by_key.values()
            if (tag := self._deck.uid_of_piece(piece)) is not None
        }
        self._told: list[Told] = []

    def play(self, tags: int) -> Sequence[Told]:
        """Moves until so many tags were laid; what became of them."""
        self._rig.open()
        self._rig.start()
        try:
            time.sleep(SETTLE_US / 1e6)
            while len(self._told) < tags:
                self._evening(tags)
        finally:
            self._rig.close()
        return self._told[:tags]

    def _heard(self, heard: HardwareEvent) -> None:
        if isinstance(heard, ReaderReported):
            if heard.event.kind == TAG_LEFT:
                self._free[heard.reader].set()
            self._readers.on_reader_event(heard.reader, heard.event)

    def _evening(self, tags: int) -> None:
        """One game, or as much of it as is needed."""
        begun = head(self._of)
        path = self._folder / f"{len(self._told)}.herald"
        session = Session.create(
            path, begun, self._deck, make_zone_plan(self._of.readers, self._of.game.zones(begun.setup))
        )
        runner = SessionThread(session)
        shown: SimpleQueue[tuple[float, Snapshot]] = SimpleQueue()
        session.add_listener(lambda now: shown.put((clock(), now)))
        self._readers.attach_session(session, session.snapshot.zone_plan.zones)
        runner.start()
        try:
            while len(self._told) < tags and session.snapshot.position.outcome() is None:
                self._move(session, shown)
        finally:
            self._readers.detach_session()
            runner.stop()

    def _move(self, session: Session, shown: SimpleQueue[tuple[float, Snapshot]]) -> None:
        _settle(session, ClearPendingInput(), DismissNotices())
        before = session.snapshot
        move = max(
            (pick_legal_move(before.position.choice_tree, self._rng.choice)[0] for _ in range(TRIED)),
            key=lambda move: len(self._seen(before, move)),
        )
        for sight in observations_of_move(before.position.choice_tree, move, self._reads):
            if sight.piece == FINGER:
                _settle(session, Touch(sight.zone))
            else:
                self._lay(sight, session, shown)
            if session.snapshot.position is not before.position:
                return
        _settle(session, FinishMove())
        if session.snapshot.position is before.position:
            _settle(session, ClearPendingInput(), EnterLine(str(move)))

    def _seen(self, now: Snapshot, move: Move) -> list[Observation]:
        return [
            s for s in observations_of_move(now.position.choice_tree, move, self._reads) if s.piece != FINGER
        ]

    def _reads(self, sight: Observation) -> bool:
        return sight.zone in self._of.readers and sight.piece in self._tags

    def _lay(self, sight: Observation, session: Session, shown: SimpleQueue[tuple[float, Snapshot]]) -> None:
        """Lay a tag down at a random moment, and take it away when it was announced."""
        tag, free = self._tags[sight.piece], self._free[sight.zone]
        if not free.wait(PATIENCE_S):
            raise AssertionError(f"the reader {sight.zone} does not say that its tag was taken away")
        free.clear()
        time.sleep(self._rng.uniform(0, POLL_US / 1e6))
        before = session.snapshot.pending_input.count(sight)
        begun = clock()
        self._rig.put_tag(sight.zone, tag)
        self._told.append(_told(shown, begun, lambda now: now.pending_input.count(sight) > before))
        self._rig.take_tag(sight.zone, tag)


def _told(
    shown: SimpleQueue[tuple[float, Snapshot]], begun: float, noticed: Callable[[Snapshot], bool]
) -> Told:
    """When the listeners had the first snapshot since then that announces something; never, if patience ends."""
    while (left := begun + PATIENCE_S - clock()) > 0:
        try:
            at, now = shown.get(timeout=left)
        except Empty:
            break
        if at > begun and (now.new_entries or noticed(now)):
            return Told((at - begun) * 1e3, bool(now.new_entries))
    return Told(inf, False)


def _settle(session: Session, *messages: SessionMessage) -> None:
    """Say these, and wait until they were heard."""
    for message in messages:
        session.post(message)
    heard = Event()

    def mark(now: Snapshot) -> None:
        heard.set()

    session.post(mark)
    if not heard.wait(PATIENCE_S):
        raise AssertionError("the session does not listen")


def tags(span: Span) -> Lines:
    """How long people wait until the table answers to what they laid down."""
    for of in MEASURED:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            told = Table(of, Path(folder), random.Random(5)).play(span.tags)
        yield from _waited(f"{of.title}: {len(of.readers)} readers", told)


def _waited(where: str, told: Sequence[Told]) -> Lines:
    what = f"{where}, {len(told)} tags, laid to announced"
    worst = _percentile(99, [each.ms for each in told])
    yield Line(f"{what}, 50th percentile", f"{_percentile(50, [each.ms for each in told]):.0f} ms")
    yield Line(f"{what}, 99th percentile", f"{worst:.0f} ms", f"under {WANTED_MS} ms", worst < WANTED_MS)
    ended = [each.ms for each in told if each.ended]
    if ended:
        named = f"{len(ended)} of them ended a move, then on the disk, 50th percentile"
        yield Line(named, f"{_percentile(50, ended):.0f} ms")


def _percentile(percent: int, figures: Sequence[float]) -> float:
    """The least figure that so many of a hundred do not exceed."""
    return sorted(figures)[ceil(percent / 100 * len(figures)) - 1]
