"""What could grow with an evening: each touch, each line and its announcement, undo, resume, reports and records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from msgspec.structs import replace

from companion.export.game_report import report_lines
from companion.export.public_record import public_record_lines
from companion.games import load_plugin_part
from companion.screen.context import ScreenContext, UiState
from companion.screen.overlays import OverlayController
from companion.start.virtual_table.virtual_table import VirtualDealerAndDeckFactory
from companion.table.messages import DismissNotices, EnterLine, UndoMoves
from companion.table.session import Session
from companion.voice.voice import Voice
from measuring.games import GAME_BENCHMARKS, GameBenchmark, make_record_head, random_game_moves
from measuring.growth_operation import (
    MAX_UNDO_MS,
    GrowingOperation,
    GrowingThing,
    SizedOperations,
    flat,
    heap_lines,
    make_heap_header,
    take_back,
    time_line,
    time_message,
    time_touch,
    timed,
    whole,
)
from measuring.long_evenings import add_heap_game, long_evening_lines, write_record

MAX_UNDONE_MOVES = 10
"""The most moves that people take back at once by touch."""
DEALT_MOVES = 100
MOST_GAMES_ON_END = 30
"""So many fit into one record (`MAX_STANDING_LINES`)."""
LINES_ON_END = 8
"""Lines that a dealer follows one after the other, before all are undone. What came before, the wait for the disk and
an undo that plays the whole evening again, leaves less in the processor's caches the longer the evening is: the first
line after it is not what a line costs.
"""


def growing_evenings() -> Iterator[GrowingThing]:
    """An evening of each game, and one at a virtual table."""
    for of in GAME_BENCHMARKS:
        yield GrowingThing(
            f"{of.title}, lines",
            "a whole game and half of one, most players",
            partial(_evening, of),
            MOST_GAMES_ON_END,
        )
    yield GrowingThing("dealt evening, moves", f"{DEALT_MOVES} at a virtual table", _dealt_evening)


class _Screen:
    """What the screen does with a session's snapshots, without a window."""

    def __init__(self, session: Session) -> None:
        self.session = session
        name = session.snapshot.game
        self.presenter: Any = load_plugin_part(name, "screen", "presenter")
        self.voice = Voice(name, session.snapshot.player_name_by_colour, "en")
        self.overlays = OverlayController(name, self.context, print, print)

    def context(self) -> ScreenContext:
        """The present moment."""
        return ScreenContext(
            self.session.snapshot, lambda: self.session.snapshot.public_history, self.voice, UiState()
        )

    def table_model(self) -> object:
        """The table, of a snapshot of which nothing is known yet."""
        return self.presenter.table_model(replace(self.session.snapshot), UiState(), self.voice, ())

    def announcement(self) -> tuple[object, ...]:
        """The sentences of the last line, and the prompt."""
        lines = self.session.snapshot.public_history.accepted_lines
        events = lines[-1].events
        return tuple(self.voice.narrate(lines[-2].position, events)), self.voice.prompt_sentence(
            self.session.snapshot.position
        )

    def undo(self) -> None:
        """Plan an undo, carry it out, and follow it."""
        self.session.handle_message(UndoMoves(MAX_UNDONE_MOVES))
        self.session.handle_message(UndoMoves(MAX_UNDONE_MOVES, is_confirmed=True))
        last = self.session.snapshot.new_entries[-1]
        self.overlays.on_line_accepted(last.position, last.events, last.position)

    def time_undo(self) -> float:
        """Undo, and accept the lines again; the seconds of the undo."""
        undone = [accepted.text for accepted in self.session.history.accepted_lines[-MAX_UNDONE_MOVES:]]
        seconds = timed(self.undo)
        for text in undone:
            self.session.handle_message(EnterLine(text))
        return seconds


def _evening(of: GameBenchmark, games: int, folder: Path) -> SizedOperations:
    path = folder / "evening.herald"
    write_record(path, make_record_head(of), long_evening_lines(of, games))
    copy = folder / "copy.herald"
    copy.write_bytes(path.read_bytes())
    session = Session.resume(path)
    screen = _Screen(session)
    standing, ledger = map(screen.overlays.overlay, ("standing", "ledger"))
    moves = random_game_moves(of)
    following = moves[len(moves) // 2]
    target = next(iter(session.snapshot.step_by_touch_target))
    who = of.game.colours[0]
    return SizedOperations(
        len(session.history.accepted_lines),
        (
            GrowingOperation("a snapshot", "flat", partial(time_message, session, DismissNotices())),
            GrowingOperation("a touch judged", "flat", partial(time_touch, session, target)),
            GrowingOperation("a line accepted", "flat", partial(time_line, session, following)),
            flat("a line announced", screen.announcement),
            flat("the table shown", screen.table_model),
            GrowingOperation("ten moves undone", "whole", screen.time_undo, MAX_UNDO_MS),
            whole("resumed", lambda: _resume(copy)),
            whole("the standings", lambda: standing.model(screen.context(), "")),
            whole("the ledger", lambda: ledger.model(screen.context(), who)),
            whole("the report", lambda: [*report_lines(copy, "en")]),
            whole("the public record", lambda: [*_public_record(copy)]),
        ),
    )


def _resume(path: Path) -> None:
    """Resume an evening as the screen does."""
    again = Session.resume(path)
    _Screen(again)
    again.close()


def _public_record(path: Path) -> Iterator[str]:
    with path.open("rb") as stream:
        yield from public_record_lines(stream)


def _dealt_evening(factor: int, folder: Path) -> SizedOperations:
    name, moves = f"dealt-{factor}", DEALT_MOVES * factor
    add_heap_game(name, stones=2 * moves)
    header = make_heap_header(name)
    write_record(folder / "evening.herald", header, heap_lines(header, moves))
    session = Session.resume(folder / "evening.herald")
    dealer = VirtualDealerAndDeckFactory().make_dealer("seed", name, ())
    following = heap_lines(header, LINES_ON_END)

    def follow() -> None:
        dealer.follow_session(session.snapshot, session.history)

    def time_new_line() -> float:
        snapshots = []
        for line in following:
            session.handle_message(EnterLine(line))
            snapshots.append(session.snapshot)
        seconds = [timed(partial(dealer.follow_session, each, session.history)) for each in snapshots]
        session.handle_message(UndoMoves(len(following), is_confirmed=True))
        follow()
        return median(seconds)

    def time_undo() -> float:
        session.handle_message(EnterLine(following[0]))
        follow()
        return timed(partial(_both, partial(take_back, session), follow))

    follow()
    return SizedOperations(
        moves,
        (
            flat("the dealer looks", follow),
            GrowingOperation("the dealer follows a line", "flat", time_new_line),
            GrowingOperation("a move undone", "whole", time_undo, MAX_UNDO_MS),
        ),
    )


def _both(first: Callable[[], None], second: Callable[[], None]) -> None:
    first()
    second()
