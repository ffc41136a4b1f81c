"""Every point has its event: the ledger's sums are the points on the table, whatever was done."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import game
from companion.rules.account import Account
from companion.rules.ledger import Entry, ledger
from companion.rules.record import Head
from companion.rules.walking import walk
from tests.table.evenings import TABLES
from tests.table.evenings import setup as evening_setup
from tests.tables import paper, setup


def evening(name: str, players: int, seed: int) -> Account:
    account = Account.of(Head(name, evening_setup(name, players)), game(name))
    rng = Random(seed)
    while account.position.outcome() is None:
        account.say(str(walk(account.position.offered, rng.choice)[0]))
    return account


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_sums_are_the_scores_and_every_point_has_its_event(name: str, players: int) -> None:
    account = evening(name, players, players)
    outcome = account.position.outcome()
    assert outcome is not None
    book = ledger(account)
    assert {who: book.sums().get(who, 0) for who in outcome.scores} == outcome.scores
    assert all(entry.event is not None for entry in book.entries)
    assert all(entry.move for entry in book.entries)
    assert all(entry.points for entry in book.entries)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_sums_hold_after_every_undo_and_correction(name: str, players: int) -> None:
    account = evening(name, players, 50 + players)
    rng = Random(players)
    while account.standing:
        account.say(f"undo {min(len(account.standing), rng.randrange(1, 12))}")
        points = account.position.points()
        assert {who: ledger(account).sums().get(who, 0) for who in points} == points


def test_what_lay_there_and_what_a_person_corrected_are_entries_of_their_own() -> None:
    position = paper("missions", turn="blue", people={"red": {"arms": 2, "missions": ["light-renew:ring"]}})
    account = Account.of(Head("louis-xiv", setup(3), position), game("louis-xiv"))
    account.say("table correct /players/blue/arms 3")
    account.say("table correct /players/red/arms 1")
    red, blue = ledger(account).of("red"), ledger(account).of("blue")
    assert red == (
        Entry("red", 7, None, ""),
        Entry("red", -1, None, "table correct /players/red/arms 1"),
    )
    assert blue == (Entry("blue", 3, None, "table correct /players/blue/arms 3"),)
    account.say("undo 2")
    assert ledger(account).sums() == {"red": 7}
