"""Accounts for tests: begun from a head or a position, and asked for what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import game_rules
from companion.rules.clauses import MoveRefused
from companion.rules.history import GameHistory
from companion.rules.record import RecordHeader
from tests.tables import paper, setup

HEAD = RecordHeader("louis-xiv", setup(3))


def begun(head: RecordHeader = HEAD, *said: str) -> GameHistory:
    account = GameHistory.from_header(head, game_rules(head.game))
    for text in said:
        account.apply_line(text)
    return account


def at(phase: str, players: int = 3, **facts: Any) -> GameHistory:
    """An account that begins with a position."""
    return begun(RecordHeader("louis-xiv", setup(players), paper(phase, players, **facts), 7))


def no(account: GameHistory, text: str) -> str:
    """Clause and code of a refusal that changes nothing."""
    before = account.position, account.accepted_lines
    with pytest.raises(MoveRefused) as caught:
        account.apply_line(text)
    assert (account.position, account.accepted_lines) == before
    return f"{caught.value.refusal.clause.id} {caught.value.refusal.clause.code}"
