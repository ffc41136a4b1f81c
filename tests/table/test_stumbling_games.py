"""A game from outside that fails in the middle of an evening: what was accepted stands, and the table goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.contract.template.mygame.rules.game import HeapGame
from companion.contract.template.mygame.rules.position import HeapPosition
from companion.games import game_rules
from companion.rules.game import GameSetup, Seat
from companion.rules.record import RecordHeader
from companion.table.dealer import NoDealer
from companion.table.messages import EnterLine, Touch, UndoMoves
from companion.table.session import Session
from companion.table.storage.journal import read_record
from companion.terminal.terminal_game import TerminalGame
from companion.voice.problem_messages import game_fault_message
from tests.contract.odd import odd

SETUP = GameSetup((Seat("blue", "Anna"), Seat("yellow", "Bert")), "blue")


def fails_at(stones: int, method: str) -> Callable[[HeapPosition], Any]:
    """The method of a position, which raises as long as so many stones are left."""

    def failing(position: HeapPosition) -> Any:
        if position.stones == stones:
            raise KeyError("stones")
        return getattr(HeapPosition, method)(position)

    return failing


def begun(name: str, path: Path) -> Session:
    return Session.create(path, RecordHeader(name, SETUP))


def codes(session: Session) -> list[str]:
    return [trouble.code for trouble in session.snapshot.problems]


def test_a_move_that_the_game_cannot_show_is_neither_kept_nor_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = odd(monkeypatch, position={"to_public": fails_at(10, "to_public")}).name
    session = begun(name, tmp_path / "evening.herald")
    session.handle_message(EnterLine("blue 1"))
    now = session.handle_message(EnterLine("yellow 1"))
    assert codes(session) == ["fault"]
    assert (now.accepted_texts, now.new_entries) == (("blue 1",), ())
    assert session.handle_message(EnterLine("yellow 2")).accepted_texts == ("blue 1", "yellow 2")
    session.close()
    assert read_record(tmp_path / "evening.herald")[1] == ("blue 1", "yellow 2")


def test_a_move_taken_back_to_what_cannot_be_shown_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing: dict[str, Callable[[HeapPosition], Any]] = {"to_public": HeapPosition.to_public}
    odd_game = odd(monkeypatch, position={"to_public": lambda position: failing["to_public"](position)})
    session = begun(odd_game.name, tmp_path / "evening.herald")
    session.handle_message(EnterLine("blue 1"))
    session.handle_message(EnterLine("yellow 1"))
    failing["to_public"] = fails_at(11, "to_public")
    now = session.handle_message(UndoMoves(1, is_confirmed=True))
    assert now.accepted_texts == ("blue 1", "yellow 1")
    assert session.history.position.to_json()["stones"] == 10
    assert "fault" in codes(session)


def test_a_game_that_fails_while_the_bag_is_shown_does_not_stop_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = {"now": False}

    def public_observations(self: HeapGame, position: HeapPosition, observations: Any) -> Any:
        if broken["now"]:
            raise KeyError("stones")
        return tuple(observations)

    name = odd(monkeypatch, {"public_observations": public_observations}).name
    session = begun(name, tmp_path / "evening.herald")
    before = session.handle_message(EnterLine("blue 1"))
    broken["now"] = True
    now = session.handle_message(Touch("card/9"))
    assert now.sequence_number == before.sequence_number + 1
    assert now.position == before.position
    assert "fault" in codes(session)
    broken["now"] = False
    assert session.handle_message(EnterLine("yellow 1")).accepted_texts == ("blue 1", "yellow 1")


def test_of_a_game_that_cannot_be_shown_at_all_no_evening_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = odd(monkeypatch, position={"to_public": fails_at(12, "to_public")}).name
    with pytest.raises(KeyError):
        begun(name, tmp_path / "evening.herald")
    assert not (tmp_path / "evening.herald").exists()


def test_an_evening_whose_game_fails_today_can_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing: dict[str, Callable[[HeapPosition], Any]] = {"to_public": HeapPosition.to_public}
    name = odd(monkeypatch, position={"to_public": lambda position: failing["to_public"](position)}).name
    session = begun(name, tmp_path / "evening.herald")
    session.handle_message(EnterLine("blue 1"))
    session.close()
    failing["to_public"] = fails_at(11, "to_public")
    with pytest.raises(KeyError):
        Session.resume(tmp_path / "evening.herald")
    failing["to_public"] = HeapPosition.to_public
    session = Session.resume(tmp_path / "evening.herald")
    assert session.snapshot.accepted_texts == ("blue 1",)
    session.close()


def test_moves_are_taken_back_though_the_game_cannot_say_how_its_table_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def layout(self: HeapGame, position: HeapPosition) -> Any:
        if position.stones == 11:
            raise KeyError("stones")
        return HeapGame.layout(self, position)

    name = odd(monkeypatch, {"layout": layout}).name
    session = begun(name, tmp_path / "evening.herald")
    session.handle_message(EnterLine("blue 1"))
    plan = session.handle_message(UndoMoves(1)).undo_plan
    assert plan is not None
    assert (plan.has_unknown_movements, plan.movements) == (True, ())
    now = session.handle_message(UndoMoves(1, is_confirmed=True))
    assert now.accepted_texts == ()
    assert now.undo_plan is not None
    assert (now.undo_plan.is_carried_out, now.undo_plan.has_unknown_movements) == (True, True)
    assert codes(session) == []
    assert game_rules(name).layout(now.position) != ()


def test_in_the_terminal_a_game_that_fails_is_told_by_name_and_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = odd(monkeypatch, position={"to_json": fails_at(11, "to_json")}).name
    session = begun(name, tmp_path / "evening.herald")
    read_, lines = list[str](), iter(("blue 1", "table", "yellow 1"))

    def ask(prompt: str) -> str:
        read_.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    TerminalGame(session, NoDealer(), ("blue", "yellow"), "en", ask, read_.append).play_game()
    assert game_fault_message(name, "en") in read_
    assert session.snapshot.accepted_texts == ("blue 1", "yellow 1")
    assert read_[-1] == "Kept. Start Herald again, and this evening goes on."
