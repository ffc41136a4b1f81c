"""What a touch costs is counted here: it is the same late in a long evening as early in it, whatever the house has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.public_view import public_history
from companion.rules.record import RecordHeader, line_with_checksum
from companion.table.messages import ChangeDeck, EnterLine, ReportInput, TagPresent, TagRemoved, UndoMoves
from companion.table.session import Session
from companion.table.storage import saved_games
from companion.table.storage.evenings import INDEX_FILE_NAME, JOURNAL_SUFFIX
from companion.table.storage.journal import Journal, JournalDisk, resume_journal
from companion.table.storage.saved_games import last_damaged_game, last_interrupted_game
from companion.table.tags.deck import Deck, make_box_pieces
from companion.table.undo import make_undo_plan
from companion.table.zones import ZonePlan
from tests.ours import GAMES
from tests.table.evenings import evening, setup
from tests.table.test_journal import say, with_lines

each_game = pytest.mark.parametrize("name", GAMES)


def moves_of(name: str) -> Iterator[str]:
    """The lines of a random evening of three."""
    return (str(move) for _, move in evening(name, 3, Random(8)))


def begun(name: str) -> Session:
    header = RecordHeader(name, setup(name, 3))
    return Session(GameHistory.from_header(header, game_rules(name)))


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> Callable[[], int]:
    """A function that says how often that method was called since it was last asked."""
    calls: Counter[str] = Counter()
    real = getattr(owner, name)

    def counting(*words: Any, **named: Any) -> Any:
        calls[name] += 1
        return real(*words, **named)

    monkeypatch.setattr(owner, name, counting)
    return lambda: calls.pop(name, 0)


# -- an evening


@each_game
def test_a_line_makes_only_itself_public(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(name)
    asked = counted(monkeypatch, type(game_rules(name)), "public_words")
    say(session, *moves_of(name))
    lines = [entry.text for entry in session.snapshot.recent_entries]
    assert asked() <= 4 * len(session.history.accepted_lines), (
        "as said and accepted, its events, the opening's"
    )
    assert [*session.snapshot.accepted_texts[-len(lines) :]] == lines


@each_game
def test_what_stands_is_told_as_it_was_whatever_is_undone_and_played_later(name: str) -> None:
    session, chance = begun(name), Random(3)
    screen = session.snapshot.public_history
    told: list[tuple[Any, Any]] = []
    moves = list(moves_of(name))
    while len(told) < 60:
        standing = len(session.history.accepted_lines)
        undone = chance.choice((0, 0, 0, 1, 2, standing)) if standing > 2 else 0
        message = UndoMoves(undone, is_confirmed=True) if undone else EnterLine(moves[standing])
        now = session.handle_message(message)
        for entry in now.new_entries:
            screen = screen.after(entry)
        assert screen == now.public_history == public_history(session.history)
        assert now.accepted_texts == tuple(each.text for each in screen.accepted_lines)
        told += [(now.accepted_texts, tuple(now.accepted_texts))]
        told += [(screen.accepted_lines, tuple(screen.accepted_lines))]
        told += [(session.history.accepted_lines, tuple(session.history.accepted_lines))]
    assert all(given_out == was for given_out, was in told)


@each_game
def test_an_undo_looks_at_the_moves_that_it_undoes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(name)
    say(session, *moves_of(name))
    laid_out = counted(monkeypatch, type(game_rules(name)), "layout")
    undone = session.history.accepted_lines[-3:]
    make_undo_plan(session.history, 3)
    assert laid_out() <= 1 + sum(max(1, len(accepted.events)) for accepted in undone)


class CountingDisk(JournalDisk):
    """A disk that counts."""

    def __init__(self) -> None:
        self.bytes_written = self.synced = 0

    def write(self, handle: int, data: bytes) -> int:
        self.bytes_written += len(data)
        return super().write(handle, data)

    def sync(self, handle: int) -> None:
        self.synced += 1
        super().sync(handle)


@each_game
def test_a_line_writes_its_own_bytes_however_long_the_journal_is(name: str, tmp_path: Path) -> None:
    disk, path = CountingDisk(), tmp_path / "evening.herald"
    header = RecordHeader(name, setup(name, 3))
    session = Session(GameHistory.from_header(header, game_rules(name)), Journal.create(path, header, disk))
    for number, line in enumerate(moves_of(name), 1):
        disk.bytes_written = 0
        say(session, line)
        assert disk.bytes_written == len(line_with_checksum(line).encode())
        assert disk.synced == number
    session.close()


# -- the house


def finished_and_interrupted(folder: Path, finished: int) -> Path:
    """A folder with evenings that are over, and an older one that is not; the path of that."""
    interrupted = folder / f"0{JOURNAL_SUFFIX}"
    with_lines(interrupted, ())
    for number in range(1, finished + 1):
        with_lines(folder / f"{number}{JOURNAL_SUFFIX}", tuple(moves_of("louis-xiv")))
    return interrupted


def test_an_evening_that_is_over_is_replayed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted = finished_and_interrupted(tmp_path, 3)
    replayed = counted(monkeypatch, saved_games, "replay_history")
    for replays in (4, 1, 1):
        found = last_interrupted_game(tmp_path)
        assert found is not None
        assert found.path == interrupted
        assert replayed() == replays
    assert last_damaged_game(tmp_path) is None
    assert replayed() == 0


def test_an_evening_that_was_over_and_goes_on_is_found(tmp_path: Path) -> None:
    finished_and_interrupted(tmp_path, 2)
    last_interrupted_game(tmp_path)
    reopened = tmp_path / f"2{JOURNAL_SUFFIX}"
    resumed = resume_journal(reopened)
    resumed.journal.append("undo 1")
    resumed.journal.close()
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == reopened


@pytest.mark.parametrize(
    "note", [b"", b"\xff", b"[]", b'{"2.herald": 7}', b"[" * 5000, b'{"gone.herald": [1, 2]}']
)
def test_a_damaged_note_costs_a_replay_and_nothing_else(tmp_path: Path, note: bytes) -> None:
    interrupted = finished_and_interrupted(tmp_path, 2)
    (tmp_path / INDEX_FILE_NAME).write_bytes(note)
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == interrupted
    written = (tmp_path / INDEX_FILE_NAME).read_bytes()
    assert b"2.herald" in written
    assert b"gone" not in written


def test_where_nothing_can_be_noted_the_evening_to_go_on_with_is_found(tmp_path: Path) -> None:
    interrupted = finished_and_interrupted(tmp_path, 2)
    (tmp_path / INDEX_FILE_NAME).unlink()
    (tmp_path / INDEX_FILE_NAME).mkdir()
    found = last_interrupted_game(tmp_path)
    assert found is not None
    assert found.path == interrupted


def test_the_tags_of_a_box_are_gone_through_once_for_each_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Deck] = []
    real = vars(Deck)["tagged_words"].fget

    def asking(deck: Deck) -> Any:
        asked.append(deck)
        return real(deck)

    monkeypatch.setattr(Deck, "tagged_words", property(asking))
    header = RecordHeader("louis-xiv", setup("louis-xiv", 3))
    rules = game_rules("louis-xiv")
    box = make_box_pieces(rules.taggable_pieces(header.setup), rules.colours)
    decks = [Deck("louis-xiv", box) for _ in range(2)]
    session = Session(GameHistory.from_header(header, rules), None, decks[0], ZonePlan({"play": "reader"}))
    for move in list(moves_of("louis-xiv"))[:20]:
        say(session, move)
        session.handle_message(ReportInput(TagPresent("play", "04a1b2c3d4e5f6")))
        session.handle_message(ReportInput(TagRemoved("play", "04a1b2c3d4e5f6")))
    session.handle_message(ChangeDeck(decks[1]))
    session.handle_message(EnterLine("undo 3"))
    assert asked == decks
