"""A history of any length costs what its last lines cost, and answers as one that is held whole."""

from __future__ import annotations

import gc
import tracemalloc
from random import Random
from typing import Any

import pytest

from companion.games import game_rules
from companion.rules import folded_list, history
from companion.rules.errors import InvalidRecord
from companion.rules.history import GameHistory, MovesUndone
from companion.rules.ledger import build_ledger
from companion.rules.public_view import public_history
from companion.rules.record import RecordHeader
from companion.table import undo
from companion.table.undo import make_undo_plan
from tests.ours import GAMES
from tests.rules.accounts import begun
from tests.table.evenings import evening, setup

each_game = pytest.mark.parametrize("name", GAMES)


def with_short_blocks(patch: pytest.MonkeyPatch, items: int) -> None:
    """What takes a history of thousands of lines happens in a short one."""
    patch.setattr(folded_list, "BLOCK_ITEMS", items)
    patch.setattr(folded_list, "UNFOLDED_BLOCKS", 2)


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


@pytest.mark.long(usual="louis-xiv")
@each_game
def test_an_evening_is_the_same_where_most_of_it_is_folded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = played(name)
    with_short_blocks(monkeypatch, 7)
    folded = played(name)
    assert any(
        one is not other for one, other in zip(folded.accepted_lines, folded.accepted_lines, strict=True)
    )
    assert all_of(folded) == all_of(held)
    for count in (1, 3, 40, 2, len(held.accepted_lines) - 45):
        assert make_undo_plan(folded, count) == make_undo_plan(held, count)
        assert folded.apply_line(f"undo {count}") == held.apply_line(f"undo {count}")
        move = next(iter(held.position.legal_moves()))
        assert folded.play(move) == held.play(move)
        assert all_of(folded) == all_of(held)


def test_a_correction_more_takes_no_memory_more(monkeypatch: pytest.MonkeyPatch) -> None:
    with_short_blocks(monkeypatch, 32)
    account = begun()

    def accept(count: int) -> int:
        for number in range(count):
            account.apply_line(f"table correct /players/blue/money {number % 7}")
        gc.collect()  # what waits for the collector is nobody's memory
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = accept(96)
        after = accept(320)
    finally:
        tracemalloc.stop()
    assert (after - before) / 320 < 200, "bytes a line; a position and its choices are 5,500"


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
