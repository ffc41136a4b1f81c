"""What stands behind the pages of deck, owner's copy, readers and switching off, made when one is first opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from companion.screen.app_state import AppState

if TYPE_CHECKING:  # the first page comes before all of it
    from companion.screen.game_session.game_controller import GameController
    from companion.screen.pages.deck.deck_controller import DeckController
    from companion.screen.pages.new_game.edition_controller import EditionController
    from companion.screen.pages.power.power_controller import PowerController
    from companion.screen.pages.readers.readers_controller import ReadersController
    from companion.table.table_hardware import TableHardware


class PageControllers:
    """`find_hardware`: what is wired, None for nothing, takes its time; `opened_hardware`: the same, None until it is
    open. `live`: the evening on the table, if there is one.
    """

    def __init__(
        self,
        app_state: AppState,
        find_hardware: Callable[[], TableHardware | None],
        opened_hardware: Callable[[], TableHardware | None],
        live: Callable[[], GameController | None],
    ) -> None:
        self._app_state, self._find_hardware, self._opened_hardware, self._live = (
            app_state,
            find_hardware,
            opened_hardware,
            live,
        )

    @cached_property
    def deck_controller(self) -> DeckController:
        """Where pieces get their tags."""
        from companion.screen.pages.deck.deck_controller import DeckController

        return DeckController(self._app_state, self._find_hardware, self._replace_deck, self._face_down_tags)

    @cached_property
    def edition_controller(self) -> EditionController:
        """What is printed on the owner's copy of a game."""
        from companion.screen.pages.new_game.edition_controller import EditionController

        return EditionController(self._app_state)

    @cached_property
    def readers_controller(self) -> ReadersController:
        """Where readers, lights, buttons and the sounder are looked at and tried."""
        from companion.screen.pages.readers.readers_controller import ReadersController

        return ReadersController(self._app_state, self._find_hardware)

    @cached_property
    def power_controller(self) -> PowerController:
        """Where the computer is shut down or restarted."""
        from companion.screen.pages.power.power_controller import PowerController

        return PowerController(self._app_state, self._opened_hardware)

    def shut_down(self) -> None:
        """The program ends; what was begun is finished."""
        for made in ("deck_controller", "edition_controller", "readers_controller", "power_controller"):
            if made in vars(self):
                getattr(self, made).shut_down()

    def _face_down_tags(self) -> frozenset[str]:
        """The tags of what may lie face down in the game on the table."""
        from companion.table.tags.deck_store import uids_of_concealable_pieces

        live, wired = self._live(), self._find_hardware()
        if (
            live is None
            or live.ui_state.is_virtual
            or live.snapshot.position.outcome() is not None
            or wired is None
        ):
            return frozenset()
        deck = wired.load_deck(live.snapshot.game)
        return uids_of_concealable_pieces(deck) if deck is not None else frozenset()

    def _replace_deck(self, game: str) -> None:
        """The game on the table knows its pieces by the tags that they have now."""
        from companion.table.messages import ChangeDeck

        live, wired = self._live(), self._find_hardware()
        if live is None or live.ui_state.is_virtual or live.snapshot.game != game or wired is None:
            return
        if (deck := wired.load_deck(game)) is not None:
            live.session.post(ChangeDeck(deck))
