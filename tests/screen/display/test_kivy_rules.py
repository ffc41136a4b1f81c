"""Herald starts with few of Kivy's rules; a game from outside finds them all."""

from __future__ import annotations

import subprocess
import sys

RULES_BY_MODULE = """
from companion.screen.display import kivy_config
kivy_config.configure_kivy(display="offscreen")
from kivy.lang import Builder
from kivy.uix.label import Label
from kivy.uix.relativelayout import RelativeLayout
for module in ("companion.screen.default.table_view", "somebody.screen.table_view"):
    kivy_config.load_kivy_rules_for(module)
    print(len(Builder.match(Label())), len(Builder.match(RelativeLayout())))
"""


def test_kivys_rule_of_a_label_is_there_once_a_game_from_outside_shows_something() -> None:
    # a process of its own: Kivy keeps its rules for all that comes after
    told = subprocess.run(
        (sys.executable, "-c", RULES_BY_MODULE), capture_output=True, text=True, check=True
    ).stdout
    assert told.split("\n") == ["0 1", "1 1", ""]
