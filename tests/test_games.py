"""One list of games: a game that stands there has in every room what the room says that it must have."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

from companion.contract.plugin_promises import PART_PROTOCOLS, protocol_members
from companion.games import PartKind, game_rules, load_plugin_part
from companion.rules.errors import UsageError
from companion.screen.draw.symbols import HERALD_ART_FOLDER, game_symbol_file_by_name, symbol_file_by_name
from companion.voice.game_texts import load_names
from companion.voice.language import languages
from tests.ours import FIRST, GAMES

COMPANION = Path(__file__).parents[1] / "companion"

ASKS = {"players": "simulator", "edition": "screen"}
"""Folder of a game -> the room that asks for it, where they are not called the same."""
THE_HOUSES = {("edition", ""), ("screen", "set_up")}
"""What Herald's own part is good enough for in some of them."""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("room", "module"), [each for each in PART_PROTOCOLS if each not in THE_HOUSES])
def test_every_game_of_ours_has_a_part_in_every_room(name: str, room: PartKind, module: str) -> None:
    """That it is whole is a promise of any game: see tests/contract."""
    assert load_plugin_part(name, room, module) is not None


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_called_as_the_list_calls_it(name: str) -> None:
    assert game_rules(name).name == name


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_in_every_language_what_people_call_it_its_colours_and_who_begins(name: str) -> None:
    for lang in languages():
        found = load_names(name, lang)
        called = [found["game"]["title"], found["game"]["starts"]]
        assert all(called + [found["colour"][colour] for colour in game_rules(name).colours])


@pytest.mark.parametrize(("room", "module"), PART_PROTOCOLS)
def test_every_room_says_what_a_games_folder_must_have(room: str, module: str) -> None:
    said = import_module(f"companion.{ASKS.get(room, room)}").__doc__ or ""
    protocol = resolve_name(PART_PROTOCOLS[room, module])
    rows = [line for line in said.splitlines() if f"`{protocol.__name__}`" in line]
    assert len(rows) == 1
    if module:
        assert rows[0].split()[0] == module
        assert all(member in rows[0] for member in protocol_members(protocol))


def test_no_two_games_draw_under_one_name() -> None:
    files = [
        *HERALD_ART_FOLDER.rglob("*.svg"),
        *(file for each in GAMES for file in game_symbol_file_by_name(each).values()),
    ]
    assert sorted(files) == sorted(symbol_file_by_name().values())


def test_a_game_that_is_not_in_the_list_is_told_with_those_that_are() -> None:
    with pytest.raises(UsageError, match=f"game chess: unknown; Herald knows .*{FIRST}"):
        load_plugin_part("chess", "screen", "piece_faces")


# -- nothing about a game outside its folders


def outside() -> list[Path]:
    """The modules that lie in no game's folder, but for the list itself."""
    return [
        path
        for path in sorted(COMPANION.rglob("*.py"))
        if not any(path.is_relative_to(COMPANION / "games" / folder) for folder in GAMES.values())
        and path != COMPANION / "games" / "__init__.py"
    ]


def test_no_module_outside_names_a_game() -> None:
    titles = [load_names(name, lang)["game"]["title"] for name in GAMES for lang in languages()]
    known = {*GAMES, *GAMES.values(), *titles}
    found = {str(path.relative_to(COMPANION)): games_named_in(path, known) for path in outside()}
    assert {path: named for path, named in found.items() if named} == {}


def games_named_in(path: Path, known: set[str]) -> list[str]:
    """What this module says and imports that names a game."""
    nodes = [*ast.walk(ast.parse(path.read_text()))]
    remarks = {
        id(node.value) for node in nodes if isinstance(node, ast.Expr)
    }  # a game may be an example there
    said = [str(node.value) for node in nodes if isinstance(node, ast.Constant) and id(node) not in remarks]
    said += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    said += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return [text for text in said if any(name in text for name in known)]
