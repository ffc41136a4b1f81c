"""What the clause catalogue and the names of the Princes of Florence cover."""

from __future__ import annotations

import re
from collections.abc import Iterable
from textwrap import wrap

import pytest

from companion.games.florence.rules import edition, pieces, prestige_cards, work_value
from companion.rules.moves import TABLE_ACTOR, UNKNOWN
from tests.catalogues import clauses_in_all, names_in_all

CLAUSES = clauses_in_all("florence")
NAMES = names_in_all("florence")
FACE_LINES, FACE_LETTERS = 3, 15  # what a card on the screen has room for
HIDDEN_FACTS = ("{card}", "{profession}")
KINDS = ("forest", "lake", "park", "jester", "builder", "prestige", "recruiting")


def numbered(part: str, first: int, last: int) -> list[str]:
    return [f"P-{part}{number}" for number in range(first, last + 1)]


IDS = (
    *numbered("M", 1, 4),
    *numbered("A", 1, 5),
    *numbered("B", 1, 9),
    *numbered("E", 1, 2),
    *numbered("2.", 1, 2),
)
# The words of the moves on the notation page and of buttons, without those that are names of pieces.
WORDS = (
    *("open", "bid", "pass", "place", "keep", "choose", "recruit", "from", "skip"),
    *("work", "take", "build", "profession", "bonus", "freedom", "done", "sell", "prestige"),
    *("yes", "no"),
)
THINGS = (
    *(
        "profession",
        "bonus",
        "prestige",
        "recruiting",
        "building",
        "landscape",
        "freedom",
        "builder",
        "jester",
    ),
    *("money", "points", "principality", "palazzo", "square", "start", "stone"),
)
PLACES = (
    *("hand", "table", "used", "grid", "aside", "pile", "track", "box", "supply", "bank", "round"),
    *(f"stack/{kind}" for kind in ("profession", "bonus", "prestige")),
)
CARDS = {"profession", "bonus", "recruiting"}
"""Cards that are counted in texts."""
FACES = (
    *(*edition.TILE_NAMES, "palazzo", *edition.FREEDOMS, "builder", "jester", "recruiting", "prestige"),
    *(*edition.WANTS_BY_PROFESSION, *edition.BONUS_CARD_NAMES, *edition.PRESTIGE_CARD_NAMES, UNKNOWN),
)


def counted() -> set[str]:
    """What bonus and prestige cards count."""
    bonus = {thing for card in work_value.BONUS_CARDS.values() for thing in (*card.each, *card.once)}
    asked = {
        thing
        for card in prestige_cards.PRESTIGE_CARDS.values()
        for thing in (card.most, card.fewest, *card.needs)
        if thing
    }
    return bonus | asked


def test_the_catalogue_has_every_clause_of_the_rules_in_their_order() -> None:
    assert tuple(CLAUSES) == IDS


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("colour", [*pieces.COLOURS, TABLE_ACTOR]),
        ("kind", KINDS),
        ("the", [*KINDS, *edition.BUILDINGS, *edition.FREEDOMS]),
        ("landscape", edition.LANDSCAPES),
        ("building", edition.BUILDINGS),
        ("freedom", edition.FREEDOMS),
        ("profession", [*edition.WANTS_BY_PROFESSION, pieces.RECRUITING_CARD, UNKNOWN]),
        ("bonus", [*edition.BONUS_CARD_NAMES, UNKNOWN]),
        ("prestige", [*edition.PRESTIGE_CARD_NAMES, UNKNOWN]),
        ("face", FACES),
        ("does", [*edition.BONUS_CARD_NAMES, *edition.PRESTIGE_CARD_NAMES, pieces.RECRUITING_CARD]),
        ("thing", THINGS),
        ("place", PLACES),
        ("many", counted() | CARDS | {"stone"}),
        ("line", [*("building", "landscape", "freedom"), *("jesters", "professions")]),
        ("word", WORDS),
    ],
)
def test_everything_that_is_spoken_of_has_a_name(section: str, words: Iterable[str]) -> None:
    assert set(NAMES[section]) == set(words)


def test_an_object_has_its_article_as_it_is_sold_and_as_it_is_opened() -> None:
    assert all(set(forms) == {"who", "whom"} for forms in NAMES["the"].values())


@pytest.mark.parametrize("face", FACES)
def test_a_name_fits_on_the_face_of_a_card(face: str) -> None:
    for text in NAMES["face"][face].values():
        lines = wrap(text, FACE_LETTERS, break_long_words=False)
        assert len(lines) <= FACE_LINES
        assert all(len(line) <= FACE_LETTERS for line in lines)


def test_what_a_card_does_is_one_sentence() -> None:
    for texts in NAMES["does"].values():
        assert all(re.fullmatch(r"[^.]+\.", text) for text in texts.values())


@pytest.mark.parametrize("card", edition.PRESTIGE_CARD_NAMES)
def test_what_a_prestige_card_does_says_its_points(card: str) -> None:
    printed_points = prestige_cards.PRESTIGE_CARDS[card].points, prestige_cards.PRESTIGE_CARDS[card].tied
    for text in NAMES["does"][card].values():
        assert {int(number) for number in re.findall(r"\d+", text)} >= {*printed_points} - {0}


@pytest.mark.parametrize("card", edition.BONUS_CARD_NAMES)
def test_what_a_bonus_card_does_says_its_points(card: str) -> None:
    for text in NAMES["does"][card].values():
        assert re.findall(r"\d+", text) == [str(work_value.BONUS_CARDS[card].points)]


def test_the_least_values_are_told_as_they_are() -> None:
    for text in CLAUSES["P-M4"]["text"].values():
        assert tuple(map(int, re.findall(r"\d+", text))) == edition.DEFAULT_LEAST_BY_ROUND


def test_a_refusal_reads_well_where_its_card_is_unknown() -> None:
    """`?` stands for a card that only its owner may know: after a colon, never within a sentence."""
    texts = [
        (fact, text)
        for clause in CLAUSES.values()
        for refusal in clause.get("refusal", {}).values()
        for text in refusal.values()
        for fact in HIDDEN_FACTS
        if fact in text
    ]
    assert texts
    assert all(f": {fact}" in text for fact, text in texts)
