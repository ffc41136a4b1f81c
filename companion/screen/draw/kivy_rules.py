"""Kivy's own rules of how its widgets are drawn: Herald starts with those of its window alone.

`companion.screen.display.kivy_config` sees to that.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

STYLE_FILE = "style.kv"
"""The name of the file with these rules, Kivy's and ours."""


def load_kivy_rules_for(module: str) -> None:
    """Have Kivy read the rules of all its widgets where a module from outside Herald shows something.

    A game of others may show any widget of Kivy; without its rule a `Label` is there and draws nothing.
    """
    if not module.startswith("companion."):
        _load_all_kivy_rules()


@cache
def _load_all_kivy_rules() -> None:
    import kivy
    from kivy.lang import Builder

    for few in [file for file in Builder.files if Path(file).name == STYLE_FILE]:
        Builder.unload_file(few)  # Kivy's own file has these rules, too
    Builder.load_file(str(Path(kivy.kivy_data_dir) / STYLE_FILE), rulesonly=True)
