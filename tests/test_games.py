"""One list of games: a game that stands there has in every room what the room says that it must have."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import game, part
from companion.rules.errors import Unreadable
from companion.rules.game import Game
from companion.screen.boxes import Box
from companion.screen.layers import LAYERS, GameLayers, layers
from companion.screen.live import Shown
from companion.screen.over import Asides
from companion.screen.set_ups import SetUp
from companion.screen.signs import PLAYER_SIGNS, SIGNS
from companion.screen.symbols import Drawn, drawings
from companion.screen.table import View
from companion.simulator.brought import AtTable, WhoKnows
from companion.voice.catalogue import names
from companion.voice.language import languages
from companion.voice.say import GameVoice
from tests.ours import FIRST, GAMES

COMPANION = Path(__file__).parents[1] / "companion"

PARTS = {
    ("voice", ""): GameVoice,
    ("players", "truth"): AtTable,
    ("players", "greedy"): WhoKnows,
    ("screen", "set_up"): SetUp,
    ("screen", "box"): Box,
    ("screen", "shown"): Shown,
    ("screen", "table"): View,
    ("screen", "aside"): Asides,
    ("screen", "layers"): GameLayers,
    ("art", ""): Drawn,
}
"""Folder and module -> what such a module of a game must have."""

ASKS = {"players": "simulator", "art": "screen"}
"""Folder of a game -> the room that asks for it, where they are not called the same."""


def members(protocol: type) -> dict[str, object]:
    """What a protocol asks for: functions, and names with no value (None)."""
    functions = {name: each for name, each in vars(protocol).items() if inspect.isfunction(each)}
    return dict.fromkeys(inspect.get_annotations(protocol)) | {
        name: each for name, each in functions.items() if not name.startswith("_")
    }


def takes(function: object) -> list[str]:
    """The names of what it takes."""
    assert callable(function)
    return [name for name in inspect.signature(function).parameters if name != "self"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("room", "module"), PARTS)
def test_every_game_has_its_part_in_every_room(name: str, room: str, module: str) -> None:
    found, asked = part(name, room, module), members(PARTS[room, module])
    assert asked
    for member, function in asked.items():
        assert hasattr(found, member), f"{found.__name__} has no {member}"
        if function is not None:
            assert takes(getattr(found, member)) == takes(function), f"{found.__name__}.{member}"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_called_as_the_list_calls_it(name: str) -> None:
    found = game(name)
    assert found.name == name
    for member, function in members(Game).items():
        assert hasattr(found, member), f"{name} has no {member}"
        if (
            function is not None and member != "hands"
        ):  # a path of positions, which each game calls as it likes
            assert takes(getattr(found, member)) == takes(function), f"{name}: {member}"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_what_people_call_it_its_colours_and_who_begins(name: str) -> None:
    for lang in languages():
        found = names(name, lang)
        called = [found["game"]["title"], found["game"]["starts"]]
        assert all(called + [found["colour"][colour] for colour in game(name).colours])


@pytest.mark.parametrize("name", GAMES)
def test_every_player_of_a_game_has_a_colour_and_a_sign_on_the_screen(name: str) -> None:
    assert set(game(name).colours) <= PLAYER_SIGNS.keys()


@pytest.mark.parametrize(("room", "module"), PARTS)
def test_every_room_says_what_a_games_folder_must_have(room: str, module: str) -> None:
    said = import_module(f"companion.{ASKS.get(room, room)}").__doc__ or ""
    rows = [line for line in said.splitlines() if f"`{PARTS[room, module].__name__}`" in line]
    assert len(rows) == 1
    if module:
        assert rows[0].split()[0] == module
        assert all(member in rows[0] for member in members(PARTS[room, module]))


def test_no_two_games_draw_or_show_under_one_name() -> None:
    drawn = [*SIGNS, *(name for each in GAMES for name in part(each, "art").DRAWINGS)]
    assert sorted(drawn) == sorted(drawings())
    shown = [*LAYERS, *(kind for each in GAMES for kind in part(each, "screen", "layers").LAYERS)]
    assert len(shown) == len(layers())


def test_a_game_that_is_not_in_the_list_is_told_with_those_that_are() -> None:
    with pytest.raises(Unreadable, match=f"game chess: unknown; Herald knows .*{FIRST}"):
        part("chess", "screen", "box")


# -- nothing about a game outside its folders


def outside() -> list[Path]:
    """The modules that lie in no game's folder, but for the list itself."""
    return [
        path
        for path in sorted(COMPANION.rglob("*.py"))
        if not any(path.is_relative_to(COMPANION / "games" / folder) for folder in GAMES.values())
        and path != COMPANION / "games" / "__init__.py"
    ]


@pytest.mark.parametrize("path", outside(), ids=lambda path: str(path.relative_to(COMPANION)))
def test_no_module_outside_names_a_game(path: Path) -> None:
    nodes = [*ast.walk(ast.parse(path.read_text()))]
    remarks = {
        id(node.value) for node in nodes if isinstance(node, ast.Expr)
    }  # a game may be an example there
    said = [str(node.value) for node in nodes if isinstance(node, ast.Constant) and id(node) not in remarks]
    said += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    said += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    titles = [names(name, lang)["game"]["title"] for name in GAMES for lang in languages()]
    known = {*GAMES, *GAMES.values(), *titles}
    assert [text for text in said if any(name in text for name in known)] == []
