"""What the screen asks of the program behind it. The screen decides nothing: it shows, and it passes on
what was touched.
"""

from __future__ import annotations

from typing import Protocol

from companion.screen.view_models import AvailableGameModel, NewGameRequest, SavedGameModel


class PageController(Protocol):
    """The part of the program behind one page. None of this may take long, as of the desk."""

    def open(self) -> None:
        """The page is shown; what there is to show follows by the model."""
        ...

    def touch(self, touch_target: str) -> None:
        """A finger touched a thing of it."""
        ...

    def close(self) -> None:
        """The page is left."""
        ...


class AppController(Protocol):
    """The program, as the screen sees it. None of this may take long: what does, is begun and tells the
    model when it is done.
    """

    def saved_game(self, lang: str) -> SavedGameModel | None:
        """The game that can be gone on with, in words of this language."""
        ...

    def available_games(self, lang: str) -> tuple[AvailableGameModel, ...]:
        """The games that can be begun, at least one; the first unless somebody chooses another."""
        ...

    def player_names(self) -> tuple[str, ...]:
        """Names of people who have played here before, the latest first."""
        ...

    @property
    def is_virtual_by_default(self) -> bool:
        """Whether a new game is at the virtual table unless somebody says otherwise."""
        ...

    def status_notice(self, lang: str) -> str:
        """One line about this table: that there are no readers, no sound. "" when all is well."""
        ...

    def begin_game(self, request: NewGameRequest) -> None:
        """Begin a game; the table follows by the model."""
        ...

    def resume_game(self) -> None:
        """Go on with the interrupted evening; the table follows by the model."""
        ...

    def finger_down(self) -> None:
        """A finger came down on the table: what it will say is about what is shown now."""
        ...

    def touch(self, touch_target: str) -> None:
        """A finger touched a thing of the table, or (`go-on`, `overrule`) of a refusal."""
        ...

    @property
    def deck_controller(self) -> PageController:
        """Where pieces get their tags."""
        ...

    @property
    def edition_controller(self) -> PageController:
        """What is printed on the owner's copy of a game."""
        ...

    @property
    def readers_controller(self) -> PageController:
        """Where readers, lights, buttons and the sounder are looked at and tried."""
        ...

    @property
    def power_controller(self) -> PageController | None:
        """Where the computer is shut down or restarted; None where that is not Herald's to do."""
        ...
