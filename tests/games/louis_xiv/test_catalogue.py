"""What the clause catalogue and the names of Louis XIV cover."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from companion.games.louis_xiv.rules import edition, pieces
from companion.rules.moves import TABLE_ACTOR, UNKNOWN
from companion.voice.language import languages
from tests.catalogues import clauses_in_all, names_in_all

CLAUSES = clauses_in_all("louis-xiv")
NAMES = names_in_all("louis-xiv")


def numbered(part: str, last: int) -> list[str]:
    return [f"L-{part}{number}" for number in range(1, last + 1)]


IDS = (
    *numbered("M", 10),
    *numbered("S", 4),
    *numbered("1.", 4),
    *numbered("2.", 10),
    *numbered("3.", 12),
    "L-X1",
    *numbered("4.", 7),
    *numbered("5.", 3),
)
# The words of the moves on the notation page, without those that are names of pieces and places.
WORDS = (
    *("money", "plus-two", "stone-for-card", "yes", "no"),
    *("neutral", "mission-stone", "place", "take", "four", "pay-two", "exchange", "stone", "skip"),
    *("intrigue", "general", "own", "evaluate", "once-first", "buy", "stones"),
    *("fulfil", "draw", "swap", "done", "keep", "renew", "return"),
    "arms",
)
THINGS = (
    *("stone", "own", "general", "louis", "chip", "arms", "king", "start", "tile"),
    *("influence", "intrigue", "mission", "money", "seal"),
)


def names(*path: str) -> dict[str, Any]:
    found = NAMES
    for part in path:
        found = found[part]
    return found


def test_the_catalogue_has_every_clause_of_the_rules_in_their_order() -> None:
    assert tuple(CLAUSES) == IDS


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("tile", [str(tile) for tile in pieces.TILES]),
        ("colour", [*pieces.COLOURS, pieces.NEUTRAL, TABLE_ACTOR]),
        ("chip", pieces.CHIPS),
        ("arms", [pieces.SUBSTITUTE_ARMS, *pieces.ARMS_KINDS]),
        ("influence", [*pieces.INFLUENCE_CARDS, UNKNOWN]),
        ("condition", edition.CONDITION_KINDS),
        ("side", edition.TILE_SIDES),
        ("stack", pieces.STACKS),
        ("mission", edition.MISSION_TYPES),
        ("thing", THINGS),
        ("word", WORDS),
        ("plus-two", ["money", "mixed", "stones"]),
    ],
)
def test_everything_that_is_spoken_of_has_a_name(section: str, words: Iterable[str]) -> None:
    assert set(names(section)) == set(words)


def test_a_person_has_a_short_and_a_full_name() -> None:
    assert all(set(names("tile", str(tile))) == {"short", "full"} for tile in pieces.TILES)


def test_an_influence_card_is_called_as_its_tile() -> None:
    for card, tile in pieces.TILE_OF_PERSON.items():
        for language in languages():
            assert names("tile", str(tile), "short")[language] in names("influence", card)[language]
