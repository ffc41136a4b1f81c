"""What the rules must do, named after their clauses."""

from __future__ import annotations

import pytest

from companion.contract.promise import Promise, broken
from companion.contract.promises import OF_THE_RULES
from companion.contract.table import Table
from companion.contract.template.mygame.rules.game import GAME
from companion.rules.account import Account
from companion.rules.clauses import Refused
from companion.rules.game import Seat, Setup


def begun() -> Account:
    """Blue and yellow sit there, and blue begins."""
    setup = Setup((Seat("blue", "Anna"), Seat("yellow", "Bert")), "blue")
    return Account(GAME, setup, GAME.begin(setup))


def test_MYGAME_1__one_takes_up_to_three_stones_in_turn() -> None:
    """Clockwise, one after another."""
    account = begun()
    account.say("blue 3")
    account.say("yellow 1")
    assert account.position.to_json() == {"round": 1, "phase": "play", "turn": "blue", "stones": 8}


@pytest.mark.parametrize("forbidden", ["blue 0", "blue 4", "yellow 1"])
def test_MYGAME_1__no_other_number_and_nobody_else(forbidden: str) -> None:
    """The refusal cites the clause."""
    with pytest.raises(Refused, match="MYGAME-1"):
        begun().say(forbidden)


def test_MYGAME_1__no_more_than_there_are() -> None:
    """Of two stones nobody takes three."""
    account = begun()
    for move in ("blue 3", "yellow 3", "blue 3", "yellow 1"):
        account.say(move)
    with pytest.raises(Refused, match="too-many"):
        account.say("blue 3")


def test_MYGAME_2__whoever_takes_the_last_stone_wins() -> None:
    """The very last one is taken by itself where nothing else can be done."""
    account = begun()
    for move in ("blue 3", "yellow 3", "blue 3", "yellow 2"):
        account.say(move)
    result = account.position.outcome()
    assert result is not None
    assert result.winners == ("blue",)


@pytest.mark.parametrize("players", range(GAME.fewest, GAME.most + 1))
@pytest.mark.parametrize("promise", OF_THE_RULES, ids=lambda promise: promise.id)
def test_the_rules_keep_what_herald_asks_of_them(promise: Promise[Table], players: int) -> None:
    """`herald check-game` looks at these, and at what the game has for people."""
    assert broken(promise, Table(GAME, players)) == ()
