"""The virtual table: what it offers beyond a real one."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.record import RecordHeader
    from companion.simulator.virtual_dealer import VirtualDealer
    from companion.table.tags.deck import Deck


class VirtualDealerAndDeckFactory:
    """The extras of a virtual table: a virtual dealer, and a tag on every piece."""

    def make_dealer(
        self, seed: str, game: str, bot_colours: tuple[str, ...], beginners: Container[str] = ()
    ) -> VirtualDealer:
        """A dealer that also plays for these players; the same seed deals the same cards."""
        from companion.simulator.plugin_parts import virtual_move_chooser
        from companion.simulator.virtual_dealer import VirtualDealer

        return VirtualDealer(seed, {who: virtual_move_chooser(game, who in beginners) for who in bot_colours})

    def make_deck(self, header: RecordHeader) -> Deck:
        """A deck with a tag for every piece of the box."""
        from companion.games import game_rules
        from companion.simulator.virtual_sensors import make_tagged_deck
        from companion.table.tags.deck import make_box_pieces

        played = game_rules(header.game)
        return make_tagged_deck(
            header.game, make_box_pieces(played.taggable_pieces(header.setup), played.colours)
        )
