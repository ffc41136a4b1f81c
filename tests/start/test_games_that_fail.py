"""A game from outside that fails when it is asked costs the other games nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import game_names
from companion.screen.default import piece_faces
from companion.screen.draw import symbols
from companion.screen.herald_controller import HeraldController
from companion.screen.pages import tagger
from companion.start.doctor.decks import examine_decks
from companion.start.real_table.reader_relay import zones_of_all_games
from companion.start.terminal_session import ask_for_game
from companion.start.virtual_table.virtual_table import VirtualDealerAndDeckFactory
from companion.table.tags.deck_store import deck_path, load_owner_deck
from companion.voice.enrolment_messages import EnrolmentMessages
from companion.voice.language import SOURCE_LANGUAGE
from companion.voice.translation_coverage import coverage_of_everything
from tests.ours import FIRST, GAMES
from tests.wheels import plugin, started_anew, unpacked, wheel

FAILS = """
def __getattr__(name):
    raise KeyError(name)
"""
RULES = """
from companion.games.kabale.rules.game import KabaleGame


class Encore(KabaleGame):
    name = "encore"

    def zones(self, setup):
        raise KeyError("zones")

    taggable_pieces = initial_position = zones


GAME = Encore()
"""
FILES = {
    "plugin.py": plugin(more="art='art', screen='screen', voice='voice'"),
    "art/crown.svg": "<svg",
    "art/broken.svg": "<svg",
    "rules.py": RULES,
    "screen/__init__.py": "",
    **{f"screen/{name}.py": FAILS for name in ("overlays", "piece_faces", "set_up")},
}


@pytest.fixture(autouse=True)
def fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("HERALD_HOME", str(tmp_path / "home"))
    symbols.symbol_file_by_name.cache_clear()
    with started_anew():
        place = unpacked(wheel(tmp_path, files=FILES), tmp_path / "home")
        catalogue = place / "encore" / "locale/en/LC_MESSAGES/encore.po"
        catalogue.parent.mkdir(parents=True)
        catalogue.write_bytes(b'msgid "\xe9"\n')  # no UTF-8
        assert game_names() == (*GAMES, "encore")
        yield
    symbols.symbol_file_by_name.cache_clear()


def test_the_screen_draws_and_shows_the_others() -> None:
    ours = {file for each in GAMES for file in symbols.game_symbol_file_by_name(each).values()}
    assert ours < {*symbols.symbol_file_by_name().values()}
    assert "broken" in symbols.symbol_file_by_name()
    assert piece_faces.shown_zone_name("tile/6", SOURCE_LANGUAGE) != "tile/6"
    assert piece_faces.shown_zone_name("nowhere", SOURCE_LANGUAGE) == "nowhere"


def test_the_others_are_offered_for_a_new_game_and_for_tags() -> None:
    assert [
        each.name
        for each in HeraldController(VirtualDealerAndDeckFactory(), True).available_game_models(
            SOURCE_LANGUAGE
        )
    ] == list(GAMES)
    deck = load_owner_deck(FIRST)
    offered = tagger.make_kind_choice_overlay(deck, EnrolmentMessages(deck, SOURCE_LANGUAGE)).choices
    assert {f"game/{name}" for name in GAMES} - {f"game/{FIRST}"} <= {each.touch_target for each in offered}


def test_the_terminal_begins_one_of_the_others() -> None:
    asked: list[str] = []

    def enter(prompt: str) -> str:
        asked.append(prompt)
        return ""

    begun = ask_for_game(SOURCE_LANGUAGE, enter, asked.append)
    assert begun in GAMES
    assert "Kabale und Hiebe" in asked[0]


def test_the_doctor_knows_the_places_of_the_others_and_names_it(tmp_path: Path) -> None:
    assert {"play", "tile/6"} <= zones_of_all_games()
    deck_path("encore", tmp_path).write_text("{}")
    (wrong,) = [each for each in examine_decks(tmp_path) if each.wrong]
    assert (wrong.what, wrong.found) == ("tags of encore", "the game failed over its box (KeyError)")
    assert "herald check-game encore" in wrong.advice


def test_languages_are_told_for_the_others() -> None:
    assert {each.owner for each in coverage_of_everything()} == {"Herald", *GAMES}
