"""Guesses at two tables that differ in nothing but what lies face down: no answer tells which of them it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import long
from tests.long import usually
from tests.ours import GAMES
from tests.table.guessing.real_table import guess_at_real_tables
from tests.table.guessing.virtual_table import guess_at_virtual_tables

SHORT, LONG = 2, 25 * long.LONG
"""Tables of each game, usually and for long."""
VIRTUAL_SHORT, VIRTUAL_LONG = 1, 8 * long.LONG


@pytest.mark.long(usual=("2-louis-xiv", "2-backs"))
@pytest.mark.parametrize("name", [*GAMES, "backs"])
@pytest.mark.parametrize("tables", usually([SHORT], [SHORT, LONG]))
def test_no_guess_is_answered_by_what_lies_face_down(name: str, tables: int, tmp_path: Path) -> None:
    assert sum(guess_at_real_tables(name, seed, tmp_path) for seed in range(tables))


@pytest.mark.long(usual="1-kabale")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("tables", usually([VIRTUAL_SHORT], [VIRTUAL_SHORT, VIRTUAL_LONG]))
def test_no_guess_at_a_virtual_table_is_answered_by_what_absent_players_hold(
    name: str, tables: int, tmp_path: Path
) -> None:
    assert all(guess_at_virtual_tables(name, seed, tmp_path) for seed in range(tables))
