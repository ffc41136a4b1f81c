"""The interfaces between the screen and the program behind it.

The screen decides nothing: it shows, and it passes on what was touched.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING, Protocol

from companion.screen.view_models import AvailableGameModel, NewGameRequest, SavedGameModel

if TYPE_CHECKING:
    from pathlib import Path

    from companion.table.table_hardware import TableHardware


class GameTouches(Protocol):
    """The running game, as its page sees it."""

    def touch(self, touch_target: str) -> None:
        """A finger touched something on the table, on what lies over it, or (`go-on`, `overrule`) in a refusal."""
        ...


class AppController(Protocol):
    """The program as the screen sees it.

    No method may take long: longer work is started in the background and changes the app state when it is
    done.
    """

    def resumable_game_model(self, lang: str) -> SavedGameModel | None:
        """The game that can be resumed, in words of this language."""
        ...

    def available_game_models(self, lang: str) -> tuple[AvailableGameModel, ...]:
        """The games that can be begun, at least one; the first is preselected."""
        ...

    def player_names(self) -> tuple[str, ...]:
        """Names of people who have played here before, the latest first."""
        ...

    @property
    def is_virtual_by_default(self) -> bool:
        """Whether a new game is at the virtual table unless somebody chooses otherwise."""
        ...

    def status_notice(self, lang: str) -> str:
        """One line about this table: that there are no readers, no sound; "" when all is well."""
        ...

    def begin_game(self, request: NewGameRequest) -> None:
        """Begin a game; the table follows through the app state."""
        ...

    def resume_game(self) -> None:
        """Resume the interrupted game; the table follows through the app state."""
        ...

    def leave_game(self) -> None:
        """Stop the running game, if there is one, and show an empty table; its journal can be resumed."""
        ...

    def look_for_games(self) -> None:
        """Look for the game that can be resumed; it follows through the app state."""
        ...

    def on_finger_down(self, is_hasty: bool) -> None:
        """A finger came down: its touch will be about what is shown now.

        `is_hasty`: so soon after the touch before that it may not end a move.
        """
        ...

    def find_hardware(self) -> TableHardware | None:
        """What is wired at the real table, opened; None for nothing. Takes its time: for other threads."""
        ...

    def run_in_background(self, work: Callable[[], None]) -> None:
        """Start this work on a thread of its own, which is waited for when the program ends."""
        ...

    @property
    def game_controller(self) -> GameTouches | None:
        """The running game; None without one."""
        ...

    def face_down_tags(self) -> Container[str]:
        """The tags of the pieces that may lie face down in the running game; takes its time."""
        ...

    def replace_deck(self, game: str) -> None:
        """Give the running game the tags that its pieces have now; takes its time."""
        ...

    @property
    def journal_path(self) -> Path | None:
        """The journal of the running game, None without one."""
        ...

    def resume_evening(self, path: Path, game: str, checks_table: bool = False) -> None:
        """Go on with an evening in the background; the one that runs is shown again.

        `checks_table`: people compare the real table with it first.
        """
        ...

    @property
    def hardware(self) -> TableHardware | None:
        """The hardware of the real table, None until it is open."""
        ...

    @property
    def can_switch_off(self) -> bool:
        """Whether Herald may shut the computer down or restart it."""
        ...
