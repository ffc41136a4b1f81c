"""Kivy's style sheet is applied to every widget by the name of its class: none of ours may be called like its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from kivy import kivy_data_dir
from kivy.lang import Builder
from kivy.lang.parser import Parser

from companion.screen.draw.canvas_widget import CanvasWidget
from tests.test_house import SOURCES, room_of

STYLE = Path(kivy_data_dir) / "style.kv"


def drawn(kind: type[CanvasWidget]) -> Iterator[type[CanvasWidget]]:
    """The classes that are made from it."""
    for each in kind.__subclasses__():
        yield each
        yield from drawn(each)


@pytest.fixture(scope="module")
def ours() -> set[type[CanvasWidget]]:
    """Every widget of the app and of the games that come with it."""
    for module in SOURCES:
        if room_of(module) == "companion.screen":
            import_module(module)
    return {each for each in drawn(CanvasWidget) if each.__module__.startswith("companion.")}


def test_no_widget_of_ours_has_the_name_of_a_rule_in_kivys_style_sheet(ours: set[type[CanvasWidget]]) -> None:
    rules = Parser(content=STYLE.read_text(), filename=str(STYLE)).rules
    theirs = {selector.key.lstrip("-") for selector, _ in rules}
    assert {"button", "slider", "togglebutton"} <= theirs
    assert len(ours) > 100
    assert [kind for kind in ours if kind.__name__.lower() in theirs] == []


def test_kivy_finds_no_rule_for_a_widget_of_ours(ours: set[type[CanvasWidget]]) -> None:
    assert {kind: found for kind in ours if (found := Builder.match(kind.__new__(kind)))} == {}


RULES_BY_MODULE = """
from companion.screen.display.kivy_config import configure_kivy
configure_kivy(display="offscreen")
from kivy.lang import Builder
from kivy.uix.label import Label
from kivy.uix.relativelayout import RelativeLayout
from companion.screen.draw.kivy_rules import load_kivy_rules_for
for module in ("companion.screen.default.table_view", "somebody.screen.table_view"):
    load_kivy_rules_for(module)
    print(len(Builder.match(Label())), len(Builder.match(RelativeLayout())))
"""


def test_kivys_rule_of_a_label_is_there_once_a_game_from_outside_shows_something() -> None:
    # a process of its own: Kivy keeps its rules for all that comes after
    told = subprocess.run(
        (sys.executable, "-c", RULES_BY_MODULE), capture_output=True, text=True, check=True
    ).stdout
    assert told.split("\n") == ["0 1", "1 1", ""]
