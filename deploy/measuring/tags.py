"""Measures the time from a tag in a field to its announcement.

Virtual readers stand at the places of a game, each with its thread, attached to sessions whose journals are
on this computer's disk. A hand makes random moves: it lays a piece's tag on the reader of its place at a
random moment, takes it away when it was announced, and touches what readers do not see. The time ends when
the session's listeners have the snapshot with the piece as pending input, or with the finished move, which is
on the disk by then.
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
from companion.table.session import Session, SessionThread
from companion.table.snapshot import RefusalNotice, Snapshot
from companion.table.tags.deck import make_box_pieces
from hardware.clock import RealClock
from hardware.common.events import TAG_LEFT
from hardware.common.rc522.reader import POLL_US
from hardware.events import HardwareEvent, ReaderReported
from hardware.virtual.device_manager import VirtualDeviceManager
from hardware.virtual.tags import make_ntag213
from measuring.bench_lines import BenchLine, BenchLines, MeasuringEffort, wall_clock
from measuring.games import GAME_BENCHMARKS, GameBenchmark, make_record_head
from measuring.readers import SETTLE_US, make_wiring

ANNOUNCE_TIMEOUT_S = 2.0
MOVES_TRIED = 8
"""The number of random moves of which the one that lays most tags is made."""
MAX_LATENCY_MS = 100


class TagAnnouncement(NamedTuple):
    """One tag: milliseconds until it was announced, and whether it ended a move or was refused.

    One of which nothing was told in ANNOUNCE_TIMEOUT_S is infinitely late.
    """

    latency_ms: float
    ended_move: bool = False
    was_refused: bool = False


class TagBenchTable:
    """Readers and a hand that lays tags on them, game after game."""

    def __init__(self, of: GameBenchmark, folder: Path, rng: random.Random) -> None:
        self._of, self._folder, self._rng = of, folder, rng
        self._free = {place: Event() for place in of.reader_zones}
        for free in self._free.values():
            free.set()
        self._readers = ReaderRelay()
        self._rig = VirtualDeviceManager(make_wiring(of.reader_zones), self._heard, RealClock())
        at = make_record_head(of)
        self._deck = make_tagged_deck(
            at.game, make_box_pieces(of.game.taggable_pieces(at.setup), of.game.colours)
        )
        self._tags = {
            piece.word: make_ntag213(bytes.fromhex(tag))
            for piece in self._deck.pieces_by_key.values()
            if (tag := self._deck.uid_of_piece(piece)) is not None
        }
        self._told: list[TagAnnouncement] = []

    def lay_tags(self, tags: int) -> Sequence[TagAnnouncement]:
        """Make moves until so many tags were laid; their announcements."""
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
        """Play one game, or as much of it as is needed."""
        begun = make_record_head(self._of)
        path = self._folder / f"{len(self._told)}.herald"
        session = Session.create(
            path, begun, self._deck, make_zone_plan(self._of.reader_zones, self._of.game.zones(begun.setup))
        )
        runner = SessionThread(session)
        shown: SimpleQueue[tuple[float, Snapshot]] = SimpleQueue()
        session.add_listener(lambda now: shown.put((wall_clock(), now)))
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
            (pick_legal_move(before.position.choice_tree, self._rng.choice)[0] for _ in range(MOVES_TRIED)),
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

    def _seen(self, snapshot: Snapshot, move: Move) -> list[Observation]:
        return [
            s
            for s in observations_of_move(snapshot.position.choice_tree, move, self._reads)
            if s.piece != FINGER
        ]

    def _reads(self, observation: Observation) -> bool:
        return observation.zone in self._of.reader_zones and observation.piece in self._tags

    def _lay(
        self, observation: Observation, session: Session, shown: SimpleQueue[tuple[float, Snapshot]]
    ) -> None:
        """Lay a tag down at a random moment, and take it away when it was announced."""
        tag, free = self._tags[observation.piece], self._free[observation.zone]
        if not free.wait(ANNOUNCE_TIMEOUT_S):
            raise AssertionError(f"the reader {observation.zone} does not say that its tag was taken away")
        free.clear()
        time.sleep(self._rng.uniform(0, POLL_US / 1e6))
        before, refused = session.snapshot.pending_input.count(observation), session.snapshot.refusal_notice
        begun = wall_clock()
        self._rig.put_tag(observation.zone, tag)
        self._told.append(
            _told(shown, begun, lambda now: now.pending_input.count(observation) > before, refused)
        )
        self._rig.take_tag(observation.zone, tag)


def _told(
    shown: SimpleQueue[tuple[float, Snapshot]],
    begun: float,
    noticed: Callable[[Snapshot], bool],
    refused: RefusalNotice | None,
) -> TagAnnouncement:
    """The announcement in the listeners' first snapshot since then; never, after the time-out."""
    while (left := begun + ANNOUNCE_TIMEOUT_S - wall_clock()) > 0:
        try:
            at, now = shown.get(timeout=left)
        except Empty:
            break
        was_refused = now.refusal_notice not in (None, refused)
        if at > begun and (now.new_entries or was_refused or noticed(now)):
            return TagAnnouncement((at - begun) * 1e3, bool(now.new_entries), was_refused)
    return TagAnnouncement(inf)


def _settle(session: Session, *messages: SessionMessage) -> None:
    """Post these messages, and wait until they were handled."""
    for message in messages:
        session.post(message)
    heard = Event()

    def mark(now: Snapshot) -> None:
        heard.set()

    session.post(mark)
    if not heard.wait(ANNOUNCE_TIMEOUT_S):
        raise AssertionError("the session does not listen")


def measure_tags(span: MeasuringEffort) -> BenchLines:
    """Measure how long people wait until the table answers to a laid tag."""
    for of in GAME_BENCHMARKS:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            told = TagBenchTable(of, Path(folder), random.Random(5)).lay_tags(span.tags_laid)
        yield from _waited(f"{of.title}: {len(of.reader_zones)} readers", told)


def _waited(where: str, told: Sequence[TagAnnouncement]) -> BenchLines:
    what = f"{where}, {len(told)} tags, laid to announced"
    worst = _percentile(99, [each.latency_ms for each in told])
    yield BenchLine(
        f"{what}, 50th percentile", f"{_percentile(50, [each.latency_ms for each in told]):.0f} ms"
    )
    yield BenchLine(
        f"{what}, 99th percentile", f"{worst:.0f} ms", f"under {MAX_LATENCY_MS} ms", worst < MAX_LATENCY_MS
    )
    ended = [each.latency_ms for each in told if each.ended_move]
    if ended:
        named = f"{len(ended)} of them ended a move, then on the disk, 50th percentile"
        yield BenchLine(named, f"{_percentile(50, ended):.0f} ms")
    if refused := [each.latency_ms for each in told if each.was_refused]:
        named = f"{len(refused)} of them were refused, 50th percentile"
        yield BenchLine(named, f"{_percentile(50, refused):.0f} ms")
    silent = sum(each.latency_ms == inf for each in told)
    yield BenchLine(f"{where}, never told", f"{silent} tags", "none", not silent)


def _percentile(percent: int, figures: Sequence[float]) -> float:
    """The least figure that so many percent do not exceed."""
    return sorted(figures)[ceil(percent / 100 * len(figures)) - 1]
