"""A history holds more lines than any evening has, says where it is full, and is undone at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games import game_rules
from companion.rules import history
from companion.rules.errors import InvalidRecord
from companion.rules.history import GameHistory, MovesUndone
from companion.rules.ledger import build_ledger
from companion.rules.public_view import public_history
from companion.rules.record import RecordHeader
from companion.table import undo
from companion.table.undo import make_undo_plan
from tests.rules.accounts import begun
from tests.table.evenings import evening, setup


def played(name: str) -> GameHistory:
    account = begun(RecordHeader(name, setup(name, 3)))
    for _, move in evening(name, 3, Random(8)):
        account.play(move)
    return account


def all_of(account: GameHistory) -> list[Any]:
    ledger = build_ledger(account)
    return [
        account.position,
        tuple(account.accepted_lines),
        ledger,
        tuple(public_history(account).accepted_lines),
    ]


@pytest.mark.parametrize("limit", ["MAX_STANDING_LINES", "MAX_STANDING_LETTERS"])
def test_a_history_that_is_full_says_so_and_can_be_undone(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, limit, 2 if limit == "MAX_STANDING_LINES" else len("table money 4 2") + 1)
    account = begun()
    account.apply_line("table money 4 2")
    account.apply_line("table correct /players/blue/money 7")
    before = all_of(account)
    for line in ("blue inf6 take", "table correct /players/blue/money 6"):
        with pytest.raises(
            InvalidRecord, match="stand, the most that Herald keeps; undo some, or begin another"
        ):
            account.apply_line(line)
    assert all_of(account) == before
    assert account.apply_line("undo").events == (MovesUndone(("table correct /players/blue/money 7",)),)
    account.apply_line("table correct /players/blue/money 6")
    assert [each.text for each in account.accepted_lines][1:] == ["table correct /players/blue/money 6"]


def test_an_undo_of_very_many_lines_is_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    account = played("louis-xiv")
    count = len(account.accepted_lines) - 1
    whole = make_undo_plan(account, count)
    monkeypatch.setattr(undo, "MAX_RETRACED_LINES", 10)
    game, asked = type(game_rules("louis-xiv")), list[Any]()
    real = game.layout

    def counted(its: Any, position: Any) -> Any:
        asked.append(position)
        return real(its, position)

    monkeypatch.setattr(game, "layout", counted)
    at_once = make_undo_plan(account, count)
    assert len(asked) == 2
    assert at_once.movements
    assert (at_once.move_texts, at_once.irreversible_events) == (whole.move_texts, whole.irreversible_events)
