"""What was taken back is laid again: the same lines, until another one is made."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import game_rules
from companion.rules.history import GameHistory, replay_record
from companion.rules.record import RecordHeader
from companion.rules.tree_walk import pick_legal_move
from companion.table.messages import EnterLine, HastyTouch, RedoMoves, UndoMoves
from companion.table.session import Session
from companion.table.storage.journal import read_record
from tests.long import examples
from tests.ours import GAMES
from tests.table.evenings import setup


def session_of(name: str, players: int = 3) -> Session:
    """A game of that many people from its beginning."""
    table = setup(name, players)
    return Session(GameHistory(game_rules(name), table, game_rules(name).initial_position(table)))


def some_move(session: Session, chance: Random) -> str:
    """A legal move."""
    return str(pick_legal_move(session.history.position.choice_tree, chance.choice)[0])


def standing(session: Session) -> list[str]:
    """The lines that stand."""
    return [accepted.text for accepted in session.history.accepted_lines]


@settings(max_examples=examples(40), deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10_000))
def test_after_undo_and_redo_all_is_as_it_was(name: str, seed: int) -> None:
    chance, session = Random(seed), session_of(name)
    takes: list[list[str]] = []  # a second, plainer book of what can be laid again, the latest last
    for _ in range(40):
        if session.history.position.outcome() is not None:
            break
        lines, position, way = standing(session), session.history.position, chance.random()
        if way < 0.25 and lines:
            count = chance.randint(1, min(4, len(lines)))
            session.handle_message(UndoMoves(count, is_confirmed=True))
            takes.append(lines[-count:])
            assert standing(session) == lines[:-count]
            if chance.random() < 0.5:
                session.handle_message(RedoMoves())
                takes.pop()
                assert (standing(session), session.history.position) == (lines, position)
        elif way < 0.4:
            session.handle_message(RedoMoves())
            assert standing(session) == lines + (takes.pop() if takes else [])
        else:
            line = some_move(session, chance)
            session.handle_message(EnterLine(line))
            takes.clear()
        assert list(session.history.taken_back) == (takes[-1] if takes else [])
        assert session.snapshot.redo_count == len(session.history.taken_back)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_can_be_laid_again_outlives_a_pulled_plug(tmp_path: Path, name: str) -> None:
    chance, path = Random(7), tmp_path / "evening.herald"
    session = Session.create(path, RecordHeader(name, setup(name, 3)))
    for _ in range(6):
        session.handle_message(EnterLine(some_move(session, chance)))
    lines, position = standing(session), session.history.position
    session.handle_message(UndoMoves(3, is_confirmed=True))
    session.close()
    again = Session.resume(path)
    assert again.snapshot.redo_count == 3
    again.handle_message(RedoMoves())
    again.close()
    head, kept = read_record(path)
    assert list(kept) == [*lines, "undo 3", *lines[3:]]
    assert replay_record(head, game_rules(name), kept).position == position


def test_nothing_is_laid_again_once_another_move_was_made() -> None:
    session, chance = session_of("kabale"), Random(1)
    session.handle_message(EnterLine(some_move(session, chance)))
    session.handle_message(EnterLine("black 1 ?"))
    session.handle_message(UndoMoves(1, is_confirmed=True))
    session.handle_message(EnterLine("black 2 ?"))
    assert session.snapshot.redo_count == 0
    before = standing(session)
    session.handle_message(RedoMoves())
    assert standing(session) == before


def test_a_hasty_touch_lays_nothing_again() -> None:
    session, chance = session_of("kabale"), Random(1)
    session.handle_message(EnterLine(some_move(session, chance)))
    session.handle_message(UndoMoves(1, is_confirmed=True))
    session.handle_message(HastyTouch(RedoMoves()))
    assert standing(session) == []
    assert session.snapshot.redo_count == 1


def test_hands_are_told_what_to_lay_again() -> None:
    session, chance = session_of("kabale"), Random(1)
    session.handle_message(EnterLine(some_move(session, chance)))
    session.handle_message(EnterLine("black 1 mage"))
    session.handle_message(UndoMoves(1, is_confirmed=True))
    back = session.snapshot.undo_plan
    session.handle_message(RedoMoves())
    plan = session.snapshot.undo_plan
    assert plan is not None
    assert back is not None
    assert plan.is_redo
    assert plan.is_carried_out
    assert {(each.piece, each.to, each.at) for each in plan.movements} == {
        (each.piece, each.from_, each.at) for each in back.movements
    }
    assert "mage" not in repr(session.snapshot)  # it lies face down


@pytest.mark.parametrize("guess", ["mage", "witch", "?"])
def test_what_can_be_laid_again_tells_nothing_of_a_guess(guess: str) -> None:
    session, chance = session_of("kabale"), Random(1)
    for line in (some_move(session, chance), "black 1 mage", "blue 2 king"):
        session.handle_message(EnterLine(line))
    for _ in range(2):
        session.handle_message(UndoMoves(1, is_confirmed=True))
    assert session.snapshot.redo_count == 1
    session.handle_message(EnterLine(f"black 1 {guess}"))
    assert session.snapshot.redo_count == 0
