"""The clause catalogue and the names of every game: complete, clean, and in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, get_args

import pytest

from companion.games import game_rules
from companion.rules.game import GameOption
from companion.voice.game_texts import load_clauses
from companion.voice.language import SOURCE_LANGUAGE, languages
from tests.catalogues import (
    clause_faults,
    clauses_in_all,
    declared_by,
    faults_of,
    names_in_all,
    refusal_faults,
    same_in_two_languages,
)
from tests.ours import GAMES

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_a_clause_says_what_it_means_in_every_language(name: str) -> None:
    found = {id: clause_faults(clauses_in_all(name)[id]) for id in load_clauses(name, SOURCE_LANGUAGE)}
    assert {id: faults for id, faults in found.items() if faults} == {}


@every_game
def test_every_refusal_of_the_game_has_a_text_and_no_text_lacks_its_refusal(name: str) -> None:
    assert declared_by(name)
    assert refusal_faults(clauses_in_all(name), declared_by(name)) == []


@every_game
def test_no_two_clauses_have_the_same_title(name: str) -> None:
    for language in languages():
        titles = [clause["title"] for clause in load_clauses(name, language).values()]
        assert len(set(titles)) == len(titles)


@every_game
def test_every_name_is_clean_in_every_language(name: str) -> None:
    assert [
        f"{path}: {fault}" for path, texts in leaves(names_in_all(name)) for fault in faults_of(texts)
    ] == []


@every_game
def test_names_are_told_apart_within_a_section(name: str) -> None:
    for section, table in names_in_all(name).items():
        for language in languages():
            spoken = [texts[language].casefold() for texts in table.values() if language in texts]
            assert len(set(spoken)) == len(spoken), (section, language)


@every_game
def test_what_the_house_speaks_of_has_a_name(name: str) -> None:
    """Game, players without a name, phases: in every game."""
    said = names_in_all(name)
    assert {"title", "starts"} <= set(said["game"]) <= {"title", "starts", "edition", "minutes"}
    assert set(said["colour"]) >= {*game_rules(name).colours, "table"}
    assert set(said["phase"]) == set(
        get_args(import_module(f"companion.games.{GAMES[name]}.rules.state").Phase)
    )
    assert set(said["option"]) == {option.name for option in game_rules(name).options}


@pytest.mark.parametrize(
    ("name", "option"), [(name, option) for name in GAMES for option in game_rules(name).options], ids=str
)
def test_an_option_says_what_each_of_its_values_means(name: str, option: GameOption) -> None:
    said = names_in_all(name)["option"][option.name]
    assert set(said) == {"title", *option.values}
    for value in option.values:
        assert not same_in_two_languages(said[value])
        assert all(text.endswith(".") for text in said[value].values())


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    """Every entry with a text for each language, at any depth."""
    if "en" in table:
        yield path, table
        return
    for key, value in table.items():
        if isinstance(value, Mapping):  # a source is not said
            yield from leaves(value, f"{path}/{key}")
