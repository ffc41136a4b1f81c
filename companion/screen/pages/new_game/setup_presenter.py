"""What is asked before each game, by the games' own modules, and what the owner's file answers already."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, cast

from companion.games import game_names, load_plugin_part
from companion.rules.errors import Unreadable
from companion.rules.game import EditionLine
from companion.screen.default.set_up import DefaultSetupPresenter
from companion.screen.view_models import AvailableGameModel, NewGameRequest

if TYPE_CHECKING:  # imported while the first page is looked at
    from companion.rules.record import RecordHeader


class SetupPresenter(Protocol):
    """A game's module `set_up`: what is asked before a game, and what is made of the answers."""

    SYMBOL: str
    """The symbol that stands for the game."""

    def describe_game(self, lang: str, prints: tuple[EditionLine, ...]) -> AvailableGameModel:
        """The game with its questions, those already answered that the owner's `prints` answer."""
        ...

    def record_head(self, plan: NewGameRequest, prints: tuple[EditionLine, ...]) -> RecordHeader:
        """The head of the record; what nobody answered is as `prints` say."""
        ...


def setup_presenter_of(game: str) -> SetupPresenter:
    """That of the game; a plain one where it brings none."""
    return cast(SetupPresenter, load_plugin_part(game, "screen", "set_up") or DefaultSetupPresenter(game))


def edition_lines_by_game() -> dict[str, tuple[EditionLine, ...]]:
    """Game -> what its owner's file says; of one that cannot be read nothing: whoever begins is told."""
    from companion.table.storage.edition_file import load_edition_lines

    found: dict[str, tuple[EditionLine, ...]] = {}
    for name in game_names():
        with suppress(Unreadable):
            found[name] = load_edition_lines(name)
    return found
