"""The virtual table: what it has that no real table has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.record import RecordHeader
    from companion.simulator.host import Host
    from companion.table.pieces import Deck


class VirtualTable:
    """What a virtual table has: somebody who deals, and a tag on every piece."""

    def dealer(self, seed: str, game: str, absent: tuple[str, ...]) -> Host:
        """Who deals, and plays for the absent players; the same seed deals the same cards."""
        from companion.simulator.brought import greedy
        from companion.simulator.host import Host

        return Host(seed, dict.fromkeys(absent, greedy(game)))

    def deck(self, head: RecordHeader) -> Deck:
        """Tags for every piece of the box."""
        from companion.games import game_rules
        from companion.simulator.senses import tagged
        from companion.table.pieces import pieces

        played = game_rules(head.game)
        return tagged(head.game, pieces(played.taggable_pieces(head.setup), played.colours))
