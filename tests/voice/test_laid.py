"""How the table lies, as text: of the games that come with Herald, and of games that bring names and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.contract.template import mygame
from companion.contract.template.mygame.rules.game import GAME as HEAP
from companion.contract.template.mygame.rules.position import HeapPosition
from companion.games import game_rules, playable_plugin_by_name
from companion.rules.game import GameSetup, Seat
from companion.rules.layout import Layout, Place, PlacedPieces, Stock
from companion.voice import default_voice
from companion.voice.default_voice import public_facts
from companion.voice.language import SOURCE_LANGUAGE
from companion.voice.table_text import describe_table
from companion.voice.translator import Translator
from companion.voice.voice import Voice
from nine_mens_morris.plugin import PLUGIN as MORRIS
from tests.ours import FIRST, GAMES
from tests.voice.evenings import evening, samples, setup, voice
from tests.wheels import started_anew, unpacked, wheel

SEATS = (Seat("white", "Anna"), Seat("black", "Bert"))
PEOPLE = {seat.colour: seat.name for seat in SEATS}
every_game = pytest.mark.parametrize("name", GAMES)


# -- games with names and nothing else


@pytest.fixture
def morris(monkeypatch: pytest.MonkeyPatch) -> Voice:
    """That of a game from outside which brings no voice."""
    monkeypatch.setitem(playable_plugin_by_name(), MORRIS.name, MORRIS)
    return Voice(MORRIS.name, PEOPLE, SOURCE_LANGUAGE)


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Translator]:
    """Those of the game that everybody begins with."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    names = (Path(mygame.__file__).parent / "data" / "names.toml").read_text(encoding="utf-8")
    unpacked(wheel(tmp_path, files={"data/names.toml": names}), tmp_path)
    with started_anew():
        yield Translator("encore", {"blue": "Anna", "yellow": "Bert"}, SOURCE_LANGUAGE)


def test_a_board_is_told_by_the_points_where_each_player_stands(morris: Voice) -> None:
    table = GameSetup(SEATS, "white")
    men = {"white": {"hand": 5, "board": ["a1", "d3"]}, "black": {"hand": 5, "board": ["b6"]}}
    position = game_rules(MORRIS.name).position_from_json(
        {"turn": "white", "quiet": 2, "players": men}, table
    )
    assert [*morris.describe_table(position, table)] == [
        "Round 1, Placing; start player: Anna; moves without a mill: 2.",
        "Anna: hand 5; on the board: d3, a1.",
        "Bert: hand 5; on the board: b6.",
        "Box: men (Anna) 2, men (Bert) 3.",
    ]


def test_what_lies_in_the_middle_is_told_where_it_lies(words: Translator) -> None:
    """Also where a word of moves has the same digits; and cards that are only shown lie nowhere."""
    table = GameSetup((Seat("blue", "Anna"), Seat("yellow", "Bert")), "blue")
    lines = describe_table(
        HEAP.layout(HeapPosition(("blue", "yellow"), "blue", 2)),
        HEAP.inventory(table),
        (),
        default_voice,
        words,
    )
    assert [*lines] == ["The heap: stones 2.", "Beside the heap: stones 10."]


def test_values_of_a_position_are_told_by_their_names_as_facts(morris: Voice) -> None:
    class Table:
        def to_json(self) -> dict[str, Any]:
            return {"quiet": 3, "nameless": 1, "players": {"black": {"quiet": 2, "board": []}}}

    assert [*public_facts(Table(), morris.translator)] == [
        ("", "moves without a mill: 3"),
        ("black", "moves without a mill: 2"),
    ]


# -- any layout


def lines(*places: Place, box: Sequence[Stock] = ()) -> list[str]:
    """A table of Nine Men's Morris on which that lies."""
    return [
        *describe_table(
            places, tuple(box), (), default_voice, Translator(MORRIS.name, PEOPLE, SOURCE_LANGUAGE)
        )
    ]


@pytest.mark.usefixtures("morris")
def test_pieces_of_players_stand_most_first() -> None:
    pieces = (PlacedPieces("man/white"), PlacedPieces("man/black", 3), PlacedPieces("king"))
    assert lines(Place("tile/2", "spot", pieces=pieces)) == ["Tile 2: Bert 3, Anna 1, king."]


@pytest.mark.usefixtures("morris")
def test_pieces_of_players_are_told_by_kind_where_there_are_several() -> None:
    pieces = (
        PlacedPieces("man/white", at="3"),
        PlacedPieces("stone/white", at="7"),
        PlacedPieces("man/black", at="0"),
    )
    assert lines(Place("track", "track", pieces=pieces)) == ["Track: man: Anna 3, Bert 0; stone: Anna 7."]


@pytest.mark.usefixtures("morris")
def test_several_kinds_on_the_points_of_a_board_are_told_by_kind() -> None:
    places = [
        Place(f"point/{at}", "spot", pieces=pieces)
        for at, pieces in {
            "a1": (PlacedPieces("man/white"),),
            "b2": (PlacedPieces("king/white"),),
            "c3": (PlacedPieces("man/white"),),
            "d4": (PlacedPieces("treasure"),),
            "e5": (),
        }.items()
    ]
    assert lines(*places) == ["Anna: on the board: man a1, c3; king b2.", "On the board: treasure d4."]


@pytest.mark.usefixtures("morris")
def test_whoever_has_much_is_told_in_two_sentences() -> None:
    before = Place(
        "player/white", "spot", "white", tuple(PlacedPieces(f"medal of the {n}th order") for n in range(5))
    )
    row = Place(
        "row/white",
        "row",
        "white",
        (PlacedPieces("card/king", at="1", face="down"),),
        {"quiet": 7, "price": 2},
    )
    assert lines(row) == ["Anna: row (moves without a mill 7, 2): king (face down)."]
    first, second = lines(before, row)
    assert first.startswith("Anna: medal of the 0th order, medal")
    assert second == "Anna, row (moves without a mill 7, 2): king (face down)."


@pytest.mark.usefixtures("morris")
def test_what_is_known_of_a_players_place_is_told_whatever_lies_there() -> None:
    before = Place("player/white", "spot", "white", (PlacedPieces("treasure"),), {"quiet": 3})
    pit = Place("pit/white", "spot", "white", facts={"price": 2})
    heap = Place("heap/white", "supply", "white", (PlacedPieces("man/white", 4),), {"price": 5})
    assert lines(before) == ["Anna: treasure, moves without a mill 3."]
    assert lines(pit) == ["Anna: pit (2)."]
    assert lines(heap) == ["Anna: heap 4 (5)."]


@pytest.mark.usefixtures("morris")
def test_of_what_lies_covered_only_the_number_is_told() -> None:
    cards = (PlacedPieces("card/king", face="up"), PlacedPieces("card/queen", 2, "up"))
    assert lines(Place("pile", "pile", pieces=cards), Place("deck", "deck")) == ["Pile: card 3."]
    own = (PlacedPieces("card/white/king"), PlacedPieces("card/white/queen"))
    assert lines(Place("pile/white", "pile", "white", own)) == ["Anna: pile 2."]
    assert lines(Place("pile/white", "pile", "white")) == ["Anna: pile 0."]


@pytest.mark.usefixtures("morris")
def test_what_is_left_is_told_by_name_in_a_supply_and_by_kind_in_a_stack() -> None:
    names = {"king": 2, "queen": 2}
    box = (
        Stock("tile/inn", 3, None, "supply"),
        Stock("tile/mill", 1, None, "supply"),
        Stock("card", 4, None, "stack", names),
        Stock("coin", None, None, "bank"),
    )
    places = (Place("supply", "supply"), Place("stack", "deck"), Place("bank", "supply"))
    row = Place("row", "row", pieces=(PlacedPieces("tile/mill", at="1"), PlacedPieces("card/king", at="2")))
    assert lines(*places, row, box=box)[-1] == "Left: inn 3, mill 0, card 3."


@pytest.mark.usefixtures("morris")
def test_what_the_moment_says_is_not_told_again() -> None:
    marker = (PlacedPieces("marker", at="3"),)
    assert lines(Place("round", "track", pieces=marker), Place("phase", "track", pieces=marker)) == []


@pytest.mark.usefixtures("morris")
def test_of_a_card_that_nobody_knows_it_goes_without_saying_that_it_lies_face_down() -> None:
    row = Place("row", "row", pieces=(PlacedPieces("card/?", at="1", face="down"),))
    assert lines(row) == ["Row: card."]


# -- the games that come with Herald


def texts(layout: Layout, name: str, lang: str) -> list[str]:
    """That table as text, without what is left."""
    return [*describe_table(layout, (), (), voice(name, lang)._game, voice(name, lang).translator)]


def changed(layout: Layout) -> Iterator[tuple[str, Layout]]:
    """The layout with one piece less, or one more, or without what is known of a place; and what was changed."""
    for at, place in enumerate(layout):
        others = [replace(place, facts={})] if place.facts else []
        for number, lying in enumerate(place.pieces):
            rest = place.pieces[:number], place.pieces[number + 1 :]
            others.append(replace(place, pieces=(*rest[0], *rest[1])))
            more = replace(lying, count=lying.count + 1)
            others.append(replace(place, pieces=(*rest[0], more, *rest[1])))
        for other in others:
            yield f"{place} {other}", (*layout[:at], other, *layout[at + 1 :])


@every_game
def test_whatever_lies_on_the_table_is_told(name: str) -> None:
    """With one piece more or less the text is another one."""
    most = samples(name).PLAYERS[-1]
    for played in evening(name, most, 1)[7::97]:
        layout = tuple(place for place in game_rules(name).layout(played.before) if place.id != "round")
        text = texts(layout, name, SOURCE_LANGUAGE)
        for what, other in changed(layout):
            assert texts(other, name, SOURCE_LANGUAGE) != text, what


def test_a_game_that_begins_tells_its_stacks() -> None:
    begun = evening(FIRST, 2, 1)[0].before
    assert [*voice(FIRST).describe_table(begun, setup(FIRST, 2))][-1].startswith("Left: ")
