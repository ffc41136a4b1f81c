"""Everything that is said, in a language that nobody speaks: no word of it is English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from companion.export.game_report import report_lines
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import all_pieces_in_box
from companion.voice.enrolment_messages import EnrolmentMessages
from companion.voice.game_texts import load_clauses, load_common_clauses, load_names
from companion.voice.language import espeak_voice, languages, native_name
from tests.catalogues import declared_by
from tests.commands.test_terminal import Newcomer
from tests.ours import GAMES
from tests.pseudo import FIRST, LANG, LAST, untranslated
from tests.voice.evenings import evening, happenings, kinds, samples, setup, voice

ROOT = Path(__file__).parents[2]
TYPED_WORD = re.compile("`[^`]*`")
every_game = pytest.mark.parametrize("name", GAMES)
pytestmark = pytest.mark.usefixtures("other_language")


def english(texts: Iterator[str]) -> list[str]:
    """Those of them that have an English word."""
    return sorted({text for text in texts if untranslated(text)})


def leaves(table: Mapping[str, Any]) -> Iterator[str]:
    """Every text of a table of clauses or names."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from leaves(value)
        elif key != "source":
            yield value


def test_it_is_a_language_like_any_other() -> None:
    assert LANG in languages()
    assert (native_name(LANG), espeak_voice(LANG)) == ("Q«Áčččéňťš»", "qps")


@every_game
def test_every_name_and_every_clause_is_translated(name: str) -> None:
    for table in (load_names(name, LANG), load_clauses(name, LANG), load_common_clauses(LANG)):
        assert all(text[0] == FIRST and text[-1] == LAST for text in leaves(table))
        assert english(leaves(table)) == []


@every_game
def test_every_event_is_told_in_it(name: str) -> None:
    told = happenings(name)
    assert set(told) == set(kinds(name))
    assert (
        english(voice(name, LANG).narrate_event(event) for events in told.values() for event in events) == []
    )


@every_game
def test_an_evening_is_told_in_it(name: str) -> None:
    speaking = voice(name, LANG)
    for played in evening(name, 3, 1):
        said = [speaking.prompt_sentence(played.before), speaking.describe_move_with_player(played.move)]
        said += [line.text for line in speaking.narrate(played.before, played.events)]
        assert english(iter(said)) == []
        assert english(speaking.describe_table(played.before, setup(name, 3))) == []


@every_game
def test_every_refusal_is_told_in_it(name: str) -> None:
    facts = samples(name).FACTS
    refusals = (clause(*(facts.get(fact, 3) for fact in clause.fact_names)) for clause in declared_by(name))
    assert english(voice(name, LANG).refusal_text(refusal) for refusal in refusals) == []


@every_game
def test_every_piece_is_called_in_it(name: str) -> None:
    box = all_pieces_in_box(name, Path("nowhere"))
    clerk = EnrolmentMessages(Deck(name, box), LANG)
    assert (
        english(
            text
            for piece in box
            for text in (clerk.piece_with_copy_number(piece), *clerk.ndef_texts_fullest_first(piece))
        )
        == []
    )


@every_game
def test_the_page_of_clauses_is_written_in_it(name: str) -> None:
    page = run_path(str(ROOT / "deploy" / "clauses"))["page"](name, GAMES[name])
    said = [line for line in page.splitlines() if line.startswith(f"- {LANG}: ")]
    assert len(said) > len(load_clauses(name, LANG))
    assert english(line.removeprefix(f"- {LANG}: ") for line in said) == []


def test_a_report_is_told_in_it() -> None:
    assert english(report_lines(ROOT / "tests/games/louis_xiv/records/four-players.herald", LANG)) == []


@every_game
def test_the_terminal_is_told_in_it(name: str, tmp_path: Path) -> None:
    newcomer = Newcomer(tmp_path, LANG, game=name)
    newcomer.types("help", "???", "table", "undo", "quit")
    assert len(newcomer.read) > 15
    assert english(without_notation(line) for text in newcomer.read for line in text.splitlines()) == []


def without_notation(line: str) -> str:
    """A line of the terminal without the words that one types: moves, and the cards of the hand."""
    if line.startswith("  ..."):
        return line.partition(": help ")[0]
    if line.startswith("  "):
        return line.strip().partition("  ")[2]
    return TYPED_WORD.sub("", line) if line.startswith("- ") else line
