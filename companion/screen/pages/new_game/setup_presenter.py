"""The questions before each game, from the games' own modules, and the answers in the owner's file."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, cast

from companion.games import game_names, load_plugin_part
from companion.rules.errors import InvalidFile
from companion.rules.game import EditionLine
from companion.screen.view_models import AvailableGameModel, NewGameRequest

if TYPE_CHECKING:  # imported while the first page is shown
    from companion.rules.record import RecordHeader


class SetupPresenter(Protocol):
    """A game's module `set_up`: the questions before a game, and the record head made of the answers."""

    SYMBOL: str
    """The symbol that stands for the game."""

    def make_available_game_model(
        self, lang: str, edition_lines: tuple[EditionLine, ...]
    ) -> AvailableGameModel:
        """The game with its questions; those that the owner's `edition_lines` answer are answered already."""
        ...

    def make_record_header(
        self, request: NewGameRequest, edition_lines: tuple[EditionLine, ...]
    ) -> RecordHeader:
        """The head of the record; what nobody answered is taken from `edition_lines`."""
        ...


def setup_presenter_of(game: str) -> SetupPresenter:
    """The presenter of the game, or the default."""
    own = load_plugin_part(game, "screen", "set_up")
    if own is not None:
        return cast(SetupPresenter, own)
    from companion.screen.default.set_up import DefaultSetupPresenter

    return DefaultSetupPresenter(game)


def edition_lines_by_game() -> dict[str, tuple[EditionLine, ...]]:
    """Game -> what its owner's file says.

    A file that cannot be read is left out: beginning the game reports it.
    """
    from companion.table.storage.edition_file import load_edition_lines

    found: dict[str, tuple[EditionLine, ...]] = {}
    for name in game_names():
        with suppress(InvalidFile):
            found[name] = load_edition_lines(name)
    return found
