"""Accounts for tests: begun from a head or a position, and asked for what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import game
from companion.rules.account import Account
from companion.rules.clauses import Refused
from companion.rules.record import Head
from tests.tables import paper, setup

HEAD = Head("louis-xiv", setup(3))


def begun(head: Head = HEAD, *said: str) -> Account:
    account = Account.of(head, game(head.game))
    for text in said:
        account.say(text)
    return account


def at(phase: str, players: int = 3, **facts: Any) -> Account:
    """An account that begins with a position."""
    return begun(Head("louis-xiv", setup(players), paper(phase, players, **facts), 7))


def no(account: Account, text: str) -> str:
    """Clause and code of a refusal that changes nothing."""
    before = account.position, account.standing
    with pytest.raises(Refused) as caught:
        account.say(text)
    assert (account.position, account.standing) == before
    return f"{caught.value.refusal.why.id} {caught.value.refusal.why.code}"
