"""Every point has its event: the ledger's sums are the points on the table, whatever was done."""

from __future__ import annotations

from random import Random

import pytest

from companion.games import game_rules
from companion.rules.history import GameHistory
from companion.rules.ledger import LedgerEntry, build_ledger
from companion.rules.record import RecordHeader
from companion.rules.tree_walk import pick_legal_move
from tests.table.evenings import TABLES
from tests.table.evenings import setup as evening_setup
from tests.tables import paper, setup


def evening(name: str, players: int, seed: int) -> GameHistory:
    account = GameHistory.from_header(RecordHeader(name, evening_setup(name, players)), game_rules(name))
    rng = Random(seed)
    while account.position.outcome() is None:
        account.apply_line(str(pick_legal_move(account.position.choice_tree, rng.choice)[0]))
    return account


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_sums_are_the_scores_and_every_point_has_its_event(name: str, players: int) -> None:
    account = evening(name, players, players)
    outcome = account.position.outcome()
    assert outcome is not None
    book = build_ledger(account)
    assert {who: book.totals().get(who, 0) for who in outcome.scores} == outcome.scores
    assert all(entry.event is not None for entry in book.entries)
    assert all(entry.line_text for entry in book.entries)
    assert all(entry.points for entry in book.entries)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_sums_hold_after_every_undo_and_correction(name: str, players: int) -> None:
    account = evening(name, players, 50 + players)
    rng = Random(players)
    while account.accepted_lines:
        account.apply_line(f"undo {min(len(account.accepted_lines), rng.randrange(1, 12))}")
        points = account.position.points_by_player()
        assert {who: build_ledger(account).totals().get(who, 0) for who in points} == points


def test_what_lay_there_and_what_a_person_corrected_are_entries_of_their_own() -> None:
    position = paper("missions", turn="blue", people={"red": {"arms": 2, "missions": ["light-renew:ring"]}})
    account = GameHistory.from_header(RecordHeader("louis-xiv", setup(3), position), game_rules("louis-xiv"))
    account.apply_line("table correct /players/blue/arms 3")
    account.apply_line("table correct /players/red/arms 1")
    red, blue = build_ledger(account).entries_of("red"), build_ledger(account).entries_of("blue")
    assert red == (
        LedgerEntry("red", 7, None, ""),
        LedgerEntry("red", -1, None, "table correct /players/red/arms 1", 2),
    )
    assert blue == (LedgerEntry("blue", 3, None, "table correct /players/blue/arms 3", 1),)
    account.apply_line("undo 2")
    assert build_ledger(account).totals() == {"red": 7}
