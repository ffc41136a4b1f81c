"""Promises about what a game brings: the names in its rules, the words for people, and its parts for each package."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules, resolve_name
from random import Random
from types import ModuleType
from typing import Any, Final

from companion.contract.game_sampler import random_setup
from companion.contract.promise import describe_exception, promise_with_remedy
from companion.games import game_rules
from companion.games.plugin import Plugin
from companion.rules.clauses import Clause
from companion.rules.errors import InvalidFile
from companion.rules.game import Game
from companion.rules.position import Position
from companion.rules.shown_text import shown_line
from companion.rules.transaction import Action, Event
from companion.screen.draw.rasteriser import rasterise
from companion.screen.draw.symbols import game_symbol_file_by_name, read_symbol_file, symbol_file_by_name
from companion.screen.draw.theme import CHALK, PLAYER_SIGNS
from companion.voice.game_texts import (
    PROMPT_FACT,
    load_clauses,
    load_common_clauses,
    load_names,
    translatable_texts,
)
from companion.voice.language import SOURCE_LANGUAGE, placeholders

PART_PROTOCOLS: Final[Mapping[tuple[str, str], str]] = {
    ("voice", ""): "companion.voice.voice:GameVoice",
    ("players", "ground_truth"): "companion.simulator.plugin_parts:GroundTruthModule",
    ("players", "heuristic"): "companion.simulator.plugin_parts:HeuristicModule",
    ("screen", "set_up"): "companion.screen.default.set_up:SetupPresenter",
    ("screen", "piece_faces"): "companion.screen.default.piece_faces:PieceFacesModule",
    ("screen", "presenter"): "companion.screen.game_session.game_controller:PresenterModule",
    ("screen", "table_view"): "companion.screen.pages.table:TableViewModule",
    ("screen", "overlays"): "companion.screen.overlays:OverlaysModule",
    ("edition", ""): "companion.screen.pages.edition:EditionViewModule",
}
"""Folder of a game and module -> the protocol of such a module, by name only, since some of them import Kivy."""
RULES_BASE_CLASSES = (Position, Event, Action)


def protocol_members(protocol: type) -> dict[str, object]:
    """The members of a protocol: functions, and names without a value (None)."""
    functions = {name: each for name, each in vars(protocol).items() if inspect.isfunction(each)}
    return dict.fromkeys(inspect.get_annotations(protocol)) | {
        name: each for name, each in functions.items() if not name.startswith("_")
    }


def parameter_names(function: Any) -> list[str]:
    """The names of a function's parameters, without `self`."""
    return [name for name in inspect.signature(function).parameters if name != "self"]


def missing_members(found: object, protocol: type) -> Iterator[str]:
    """What an object lacks of a protocol, in words."""
    for name, function in protocol_members(protocol).items():
        if not hasattr(found, name):
            yield f"{name} is missing"
        elif callable(function):
            own = getattr(found, name)
            if not callable(own):
                yield f"{name} is no function"
            elif not _takes_any(function) and parameter_names(own) != parameter_names(function):
                yield f"{name} takes ({', '.join(parameter_names(own))}), not ({', '.join(parameter_names(function))})"


def _takes_any(function: Any) -> bool:
    """Whether it takes any number of arguments, which each game passes as it likes."""
    return any(each.kind is each.VAR_POSITIONAL for each in inspect.signature(function).parameters.values())


@promise_with_remedy(
    "Write what is missing: companion.rules.game and companion.rules.position describe each member."
)
def the_rules_are_whole(plugin: Plugin) -> Iterator[str]:
    """The rules and their positions have everything that Herald asks of a game."""
    own = game_rules(plugin.name)
    yield from missing_members(own, Game)
    if not 1 <= own.min_players <= own.max_players <= len(own.colours):
        yield f"from {own.min_players} to {own.max_players} players, of {len(own.colours)} colours"
    for option in own.options:
        if not option.values:
            yield f"the option {option.name} has no values"
    position = type(own.initial_position(random_setup(own, own.min_players, Random(own.name))))
    for name in ("agenda", *dir(Position)):
        if getattr(getattr(position, name, None), "__isabstractmethod__", not hasattr(position, name)):
            yield f"its positions have no {name}"


@promise_with_remedy(
    f"Choose among the colours that have a sign: {', '.join(name for name in PLAYER_SIGNS if name != 'neutral')}."
)
def every_player_has_a_sign(plugin: Plugin) -> Iterator[str]:
    """Every player has a colour that the screens can draw, with a sign beside it."""
    colours = game_rules(plugin.name).colours
    if len(set(colours)) < len(colours):
        yield f"a colour twice: {', '.join(colours)}"
    for colour in colours:
        if colour not in PLAYER_SIGNS:
            yield f"the colour {colour} has no sign"


@promise_with_remedy(
    "Write it into data/names.toml of the game's package: group, word of the notation, name."
)
def what_people_speak_of_has_a_name(plugin: Plugin) -> Iterator[str]:
    """The game, its colours and its options have names; in English at least."""
    own = game_rules(plugin.name)
    wanted = [("game", "title"), ("game", "starts"), *(("colour", colour) for colour in own.colours)]
    for group, word in wanted:
        if not isinstance(english_name(plugin, group, word), str):
            yield f"[{group}] {word} has no name"
    for option in own.options:
        names = english_name(plugin, "option", option.name)
        for part in ("title", *option.values):
            if not isinstance(names, Mapping) or not names.get(part):
                yield f"[option.{option.name}] {part} is missing"


def english_name(plugin: Plugin, group: str, word: str) -> Any:
    """The name of a word in English, or its forms; None where it has none."""
    return load_names(plugin.name, SOURCE_LANGUAGE).get(group, {}).get(word) or None


@promise_with_remedy(
    "Take those characters out of data/names.toml and data/clauses.toml: a text stands in one line, of letters and"
    " signs that can be seen."
)
def its_texts_are_shown_as_written(plugin: Plugin) -> Iterator[str]:
    """No text of the game has a control character, a line break or anything that nobody sees."""
    for context, text in translatable_texts(plugin.name):
        if shown_line(text) != text:
            yield f"{context}: {text!a} is shown as {shown_line(text)!a}"


@promise_with_remedy(
    "Write it into data/clauses.toml of the game's package, or remove what no rule cites any more."
)
def every_refusal_has_a_text(plugin: Plugin) -> Iterator[str]:
    """Every clause has a title and a text, every refusal a sentence, and no sentence is without its refusal."""
    written = load_clauses(plugin.name, SOURCE_LANGUAGE)
    declared = {(each.id, each.code): each for each in clauses_declared_by(plugin)}
    sentences = {
        (id, code): text for id, table in written.items() for code, text in table.get("refusal", {}).items()
    }
    for id, table in written.items():
        for part in ("title", "text"):
            if not table.get(part):
                yield f"clause {id} has no {part}"
    for id, code in sorted(declared.keys() - sentences.keys()):
        yield f"the refusal {id} {code} has no text"
    for id, code in sorted(sentences.keys() - declared.keys()):
        yield f"{id} {code} has a text, and no rule declares it"
    for key in sorted(declared.keys() & sentences.keys()):
        facts = placeholders(sentences[key])
        if facts is None:
            yield f"{' '.join(key)}: its braces are no pairs: {sentences[key]}"
        elif unknown := {name for name, *_ in facts} - {*declared[key].fact_names, PROMPT_FACT}:
            yield f"{' '.join(key)} names {', '.join(sorted(unknown))}, declared are {declared[key].fact_names}"


def clauses_declared_by(plugin: Plugin) -> tuple[Clause, ...]:
    """Every clause that the modules of a game's rules declare, by a name or in a table, sorted."""
    rules = _rules(plugin)
    named = (each for module in (rules, *_modules(rules)) for each in vars(module).values())
    found = {
        each
        for value in named
        for each in _clauses(value)
        if each.id not in load_common_clauses(SOURCE_LANGUAGE)
    }
    return tuple(sorted(found, key=lambda each: (each.id, each.code)))


@promise_with_remedy("Rename the field: Herald calls a function of that name, or reads it.")
def no_field_hides_what_herald_calls(plugin: Plugin) -> Iterator[str]:
    """No field of a position, an event or an action has the name of a member that Herald uses."""
    rules = _rules(plugin)
    named = (each for module in (rules, *_modules(rules)) for each in vars(module).values())
    for kind in dict.fromkeys(
        each for each in named if isinstance(each, type) and issubclass(each, RULES_BASE_CLASSES)
    ):
        members = {name for base in RULES_BASE_CLASSES if issubclass(kind, base) for name in dir(base)}
        for name in members.intersection(kind.__struct_fields__):
            yield f"{kind.__name__} has a field `{name}`, which hides what Herald calls {name}"


def _clauses(value: Any) -> Iterator[Clause]:
    match value:
        case Clause():
            yield value
        case Mapping():
            yield from _clauses(tuple(value.values()))
        case tuple() | list():
            for each in value:
                yield from _clauses(each)


def _rules(plugin: Plugin) -> ModuleType:
    """The package or module with all modules of its rules."""
    return import_module(f"{plugin.package}.{plugin.rules.partition(':')[0].partition('.')[0]}")


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for each in iter_modules(getattr(package, "__path__", ()), f"{package.__name__}."):
        module = import_module(each.name)
        yield module
        yield from _modules(module)


@promise_with_remedy(
    "Write what is missing, or remove the part: Herald has a default for a part that is not there."
)
def its_parts_are_whole(plugin: Plugin) -> Iterator[str]:
    """The game's parts for voice, screen and virtual players have all members of their protocols."""
    for (room, module), protocol in PART_PROTOCOLS.items():
        folder = getattr(plugin, room)
        where = ".".join(filter(None, (plugin.package, folder, module)))
        try:
            if not folder or (module and find_spec(where) is None):
                continue
            found = import_module(where)
        except Exception as wrong:
            yield f"{where} cannot be imported: {describe_exception(wrong)}"
            continue
        for fault in missing_members(found, resolve_name(protocol)):
            yield f"{where}: {fault}, see {protocol.replace(':', '.')}"


@promise_with_remedy(
    "Draw it in shapes and groups, under a name that no other symbol has: see companion.screen.draw.symbols."
)
def its_symbols_can_be_drawn(plugin: Plugin) -> Iterator[str]:
    """Every symbol that the game brings has a name of its own and can be drawn."""
    own = game_symbol_file_by_name(plugin.name)
    if plugin.art and not own:
        yield f"its folder {plugin.art} holds no .svg"
    for name, path in own.items():
        if (other := symbol_file_by_name().get(name, path)) != path:
            yield f"{name} is a symbol already: {other}"
            continue
        try:
            rasterise(read_symbol_file(path).svg_and_colour(CHALK)[0], 24)
        except (OSError, InvalidFile) as wrong:
            yield f"{name} cannot be drawn: {wrong}"
