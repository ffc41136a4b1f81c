"""The texts of the house's own clauses, and that the checks of every catalogue find what they look for."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.clauses import Clause
from companion.voice.game_texts import load_common_clauses
from tests.catalogues import clause_faults, declared_in, faults_of, in_all, refusal_faults

HOUSE = "companion.rules"
CLAUSES = in_all(load_common_clauses)


@pytest.mark.parametrize("id", CLAUSES)
def test_a_clause_of_the_house_says_what_it_means_in_every_language(id: str) -> None:
    assert clause_faults(CLAUSES[id]) == []


def test_every_refusal_of_the_house_has_a_text_and_no_text_lacks_its_refusal() -> None:
    assert refusal_faults(CLAUSES, declared_in(HOUSE, "H-")) == []


GOOD = {"en": "Two {tile}.", "cs": "Dvě {tile}.", "nl": "Twee {tile}.", "de": "Zwei {tile}."}
TWO = Clause("T-1", "two", ("tile", "own"))


def catalogue(**texts: str) -> dict[str, Any]:
    return {"T-1": {"refusal": {"two": {**GOOD, **texts}}}}


def test_a_text_may_leave_facts_out() -> None:
    assert refusal_faults(catalogue(nl="Twee."), (TWO,)) == []


def test_a_refusal_without_a_text_is_found() -> None:
    assert refusal_faults({"T-1": {}}, (TWO,)) == ["T-1 two: no text"]


def test_a_text_without_a_refusal_is_found() -> None:
    assert refusal_faults(catalogue(), ()) == ["T-1 two: a text, but no such code"]


def test_a_fact_that_was_not_declared_is_found() -> None:
    assert refusal_faults(catalogue(de="Zwei {stones}."), (TWO,)) == ["T-1 two: facts not declared: stones"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " Dvě.",
        "Dvě. ",
        "Dvě  {tile}.",
        "The {tile}.",
        "Dvě “{tile}”.",
        "Dvě „{tile}.",
        "STRAẞE {tile}.",
        "Dvě → {tile}.",
    ],
)
def test_a_text_that_is_not_clean_is_found(text: str) -> None:
    assert len(faults_of({**GOOD, "cs": text})) > 0
