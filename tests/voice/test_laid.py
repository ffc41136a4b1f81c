"""The voice of a game that brings none: how its table lies, by the keys of its positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.contract.template.mygame.rules.position import Heap
from companion.voice.default import laid
from companion.voice.words import Words
from tests.wheels import started_anew, unpacked, wheel

NAMES = """
[game]
title = "Encore"
starts = "the youngest"

[phase]
play = "sowing"

[word]
2 = "take two"

[thing]
stones = "stones in the heap"
store = "store"
"""


class Sown(Heap, frozen=True):
    """Something lies before each player, of which the store has a name."""

    def to_json(self) -> dict[str, Any]:
        """Both by colour."""
        rows = {"players": {"blue": {"store": 2}, "yellow": {"store": 0}}}
        return {"round": 1, "phase": "play", "store": {"blue": 2, "yellow": 0}, **rows}


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Words]:
    """Those of an added game."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    unpacked(wheel(tmp_path, files={"data/names.toml": NAMES}), tmp_path)
    with started_anew():
        yield Words("encore", {"blue": "Anna", "yellow": "Bert"}, "en")


def test_a_number_on_the_table_is_a_number_also_where_the_same_digit_is_a_word_of_moves(words: Words) -> None:
    assert [*laid(Heap(("blue", "yellow"), "blue", 2), words)] == [
        "Round 1, sowing.",
        "Stones in the heap: 2.",
    ]


def test_what_lies_before_each_player_is_told_with_its_name(words: Words) -> None:
    assert [*laid(Sown(("blue", "yellow"), "blue"), words)][1:] == [
        "Anna: store 2.",
        "Bert: store 0.",
        "Anna: store 2.",
        "Bert: store 0.",
    ]
