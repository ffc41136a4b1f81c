"""What stands behind the pages of deck, owner's copy, readers and switching off, made when one is first opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from companion.screen.model import Model

if TYPE_CHECKING:  # the first page comes before all of it
    from companion.screen.live.live import Live
    from companion.screen.pages.deck.deck_desk import DeckDesk
    from companion.screen.pages.new_game.copy_desk import CopyDesk
    from companion.screen.pages.power.power_desk import PowerDesk
    from companion.screen.pages.readers.readers_desk import ReadersDesk
    from companion.table.table_hardware import TableHardware


class Counters:
    """`find`: what is wired, None for nothing, takes its time; `opened`: the same, None until it is open. `live`: the
    evening on the table, if there is one.
    """

    def __init__(
        self,
        model: Model,
        find: Callable[[], TableHardware | None],
        opened: Callable[[], TableHardware | None],
        live: Callable[[], Live | None],
    ) -> None:
        self._model, self._find, self._opened, self._live = model, find, opened, live

    @cached_property
    def deck(self) -> DeckDesk:
        """Where pieces get their tags."""
        from companion.screen.pages.deck.deck_desk import DeckDesk

        return DeckDesk(self._model, self._find, self._retag, self._secret)

    @cached_property
    def copy(self) -> CopyDesk:
        """What is printed on the owner's copy of a game."""
        from companion.screen.pages.new_game.copy_desk import CopyDesk

        return CopyDesk(self._model)

    @cached_property
    def readers(self) -> ReadersDesk:
        """Where readers, lights, buttons and the sounder are looked at and tried."""
        from companion.screen.pages.readers.readers_desk import ReadersDesk

        return ReadersDesk(self._model, self._find)

    @cached_property
    def power(self) -> PowerDesk:
        """Where the computer is shut down or restarted."""
        from companion.screen.pages.power.power_desk import PowerDesk

        return PowerDesk(self._model, self._opened)

    def end(self) -> None:
        """The program ends; what was begun is finished."""
        for made in ("deck", "copy", "readers", "power"):
            if made in vars(self):
                getattr(self, made).end()

    def _secret(self) -> frozenset[str]:
        """The tags of what may lie face down in the game on the table."""
        from companion.table.tags.deck_store import uids_of_concealable_pieces

        live, wired = self._live(), self._find()
        if live is None or live.look.virtual or live.now.position.outcome() is not None or wired is None:
            return frozenset()
        deck = wired.load_deck(live.now.game)
        return uids_of_concealable_pieces(deck) if deck is not None else frozenset()

    def _retag(self, game: str) -> None:
        """The game on the table knows its pieces by the tags that they have now."""
        from companion.table.messages import ChangeDeck

        live, wired = self._live(), self._find()
        if live is None or live.look.virtual or live.now.game != game or wired is None:
            return
        if (deck := wired.load_deck(game)) is not None:
            live.session.post(ChangeDeck(deck))
