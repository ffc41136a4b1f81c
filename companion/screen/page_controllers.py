"""The controllers of the deck and evenings pages, made when a page is first opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from companion.screen.app_state import AppState

if TYPE_CHECKING:  # the first page comes before all of it
    from companion.screen.game_session.game_controller import GameController
    from companion.screen.pages.deck.deck_controller import DeckController
    from companion.table.table_hardware import TableHardware


PAGE_CONTROLLER_NAMES = ("deck_controller",)
"""The controllers of pages, in the order in which they are shut down."""


class PageControllers:
    """Makes and keeps the page controllers.

    `find_hardware` may take its time and gives what is wired, None for nothing; `live` gives the running game, if
    there is one.
    """

    def __init__(
        self,
        app_state: AppState,
        find_hardware: Callable[[], TableHardware | None],
        live: Callable[[], GameController | None],
    ) -> None:
        self._app_state, self._find_hardware = app_state, find_hardware
        self._live = live

    @cached_property
    def deck_controller(self) -> DeckController:
        """The controller of the page that gives pieces their tags."""
        from companion.screen.pages.deck.deck_controller import DeckController

        return DeckController(self._app_state, self._find_hardware, self._replace_deck, self._face_down_tags)

    def shut_down(self) -> None:
        """Finish the work of every controller that was made."""
        for made in PAGE_CONTROLLER_NAMES:
            if made in vars(self):
                getattr(self, made).shut_down()

    def _face_down_tags(self) -> frozenset[str]:
        """The tags of the pieces that may lie face down in the running game."""
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
        """Give the running game the tags that its pieces have now."""
        from companion.table.messages import ChangeDeck

        live, wired = self._live(), self._find_hardware()
        if live is None or live.ui_state.is_virtual or live.snapshot.game != game or wired is None:
            return
        if (deck := wired.load_deck(game)) is not None:
            live.session.post(ChangeDeck(deck))
