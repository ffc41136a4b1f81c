"""What the clause catalogue and the names of Kabale und Hiebe cover."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from companion.games.kabale.rules import constants, pieces
from companion.rules.moves import TABLE_ACTOR, UNKNOWN
from tests.catalogues import clauses_in_all, names_in_all

CLAUSES = clauses_in_all("kabale")
NAMES = names_in_all("kabale")
LONGEST_FACE = 12  # letters, as wide as a card on the screen


def numbered(part: str, first: int, last: int) -> list[str]:
    return [f"K-{part}{number}" for number in range(first, last + 1)]


IDS = (
    *numbered("M", 1, 3),
    *numbered("1.", 1, 6),
    *numbered("2.", 0, 5),
    *numbered("3.", 1, 8),
    *numbered("4.", 1, 2),
)
# The words of the moves on the notation page and of buttons, without those that are names of pieces and places.
WORDS = (
    *("objectives", "turned", "removed", "slide", "swap", "shown", "skip", "unseen"),
    *("yes", "no", "done"),
)
THINGS = ("card", "objective", "column", "hand", "deck", "discard")


def test_the_catalogue_has_every_clause_of_the_rules_in_their_order() -> None:
    assert tuple(CLAUSES) == IDS


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("colour", [*pieces.COLOURS, TABLE_ACTOR]),
        ("card", [*constants.CHARACTERS, UNKNOWN]),
        ("face", [*constants.CHARACTERS, UNKNOWN]),
        ("does", constants.CHARACTERS),
        ("symbol", constants.SYMBOLS),
        ("thing", THINGS),
        ("word", WORDS),
    ],
)
def test_everything_that_is_spoken_of_has_a_name(section: str, words: Iterable[str]) -> None:
    assert set(NAMES[section]) == set(words)


def test_a_name_fits_on_the_face_of_a_card() -> None:
    for texts in NAMES["face"].values():
        assert all(len(text) <= LONGEST_FACE for text in texts.values())


def test_what_a_card_does_is_one_sentence() -> None:
    for texts in NAMES["does"].values():
        assert all(re.fullmatch(r"[^.]+\.", text) for text in texts.values())


def test_a_refusal_reads_well_where_its_card_is_unknown() -> None:
    """`?` stands for a card that only its owner may know: after a colon, never within a sentence."""
    texts = [
        text
        for clause in CLAUSES.values()
        for refusal in clause.get("refusal", {}).values()
        for text in refusal.values()
        if "{card}" in text
    ]
    assert texts
    assert all(": {card}." in text for text in texts)
