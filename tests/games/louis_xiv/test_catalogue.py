"""The clause catalogue and the names of Louis XIV."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import pytest

from companion.games.louis_xiv import pieces, printed, state
from companion.rules.moves import UNKNOWN
from tests.catalogues import (
    LANGUAGES,
    clause_faults,
    declared_in,
    faults_of,
    read,
    refusal_faults,
    same_in_two_languages,
)

GAME = "companion.games.louis_xiv"
CLAUSES = read(GAME, "clauses.toml")
NAMES = read(GAME, "names.toml")


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


@pytest.mark.parametrize("id", IDS)
def test_a_clause_says_what_it_means_in_four_languages(id: str) -> None:
    assert clause_faults(CLAUSES[id]) == []


def test_every_refusal_of_the_game_has_a_text_and_no_text_lacks_its_refusal() -> None:
    assert refusal_faults(CLAUSES, declared_in(GAME, "L-")) == []


def test_no_two_clauses_have_the_same_title() -> None:
    for language in LANGUAGES:
        titles = [clause["title"][language] for clause in CLAUSES.values()]
        assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("game", ["title"]),
        ("tile", [str(tile) for tile in pieces.TILES]),
        ("colour", [*pieces.COLOURS, pieces.NEUTRAL, pieces.TABLE]),
        ("chip", pieces.CHIPS),
        ("arms", [pieces.SUBSTITUTE, *pieces.ARMS]),
        ("influence", [*pieces.INFLUENCE, UNKNOWN]),
        ("phase", get_args(state.Phase)),
        ("condition", printed.KINDS),
        ("side", printed.SIDES),
        ("stack", pieces.STACKS),
        ("mission", printed.MISSIONS),
        ("thing", THINGS),
        ("word", WORDS),
        ("plus-two", ["money", "mixed", "stones"]),
        ("option", [option.name for option in printed.OPTIONS]),
    ],
)
def test_everything_that_is_spoken_of_has_a_name(section: str, words: Iterable[str]) -> None:
    assert set(names(section)) == set(words)


def test_an_option_says_what_each_of_its_values_means() -> None:
    for option in printed.OPTIONS:
        assert set(names("option", option.name)) == {"title", *option.values}
        for value in option.values:
            texts = names("option", option.name, value)
            assert not same_in_two_languages(texts)
            assert all(text.endswith(".") for text in texts.values())


def test_a_person_has_a_short_and_a_full_name() -> None:
    assert all(set(names("tile", str(tile))) == {"short", "full"} for tile in pieces.TILES)


def test_an_influence_card_is_called_as_its_tile() -> None:
    for card, tile in pieces.PERSON_TILE.items():
        for language in LANGUAGES:
            assert names("tile", str(tile), "short")[language] in names("influence", card)[language]


def test_every_name_is_clean_in_four_languages() -> None:
    assert [f"{path}: {fault}" for path, texts in leaves(NAMES) for fault in faults_of(texts)] == []


def test_names_are_told_apart_within_a_section() -> None:
    for section in (
        "colour",
        "chip",
        "arms",
        "influence",
        "phase",
        "condition",
        "stack",
        "mission",
        "plus-two",
    ):
        for language in LANGUAGES:
            spoken = [texts[language].casefold() for texts in names(section).values()]
            assert len(set(spoken)) == len(spoken), (section, language)


def leaves(table: dict[str, Any], path: str = "") -> Iterable[tuple[str, dict[str, str]]]:
    """Every thing with a text for each language, however deep."""
    if "en" in table:
        yield path, table
        return
    for key, value in table.items():
        yield from leaves(value, f"{path}/{key}")
