"""What a virtual player is asked, and what he knows then."""

from __future__ import annotations

from random import Random
from typing import cast

from companion.games.florence.players.plan import outlook
from companion.games.florence.rules.actions import Acting, left
from companion.games.florence.rules.pieces import PROFESSION
from companion.games.florence.rules.printed import PRICES
from companion.games.florence.rules.state import Player, Table
from companion.simulator.ground_truth import PlayerKnowledge

Words = tuple[str, ...]


class Asked:
    """A question the rules put to him. me: how he sees himself."""

    def __init__(self, seen: PlayerKnowledge, chance: Random) -> None:
        self.position = cast(Table, seen.position)
        self.who, self.chance = seen.who, chance
        acting = self.position.agenda[0] == Acting(self.who)
        self.me = outlook(self.position, self.who, left(self.position) if acting else PRICES["actions"])
        self._held = seen.hidden_pieces

    @property
    def player(self) -> Player:
        """He himself."""
        return self.position.players[self.who]

    def top(self, kind: str) -> list[str]:
        """Cards that he finds on top of the stack of that kind."""
        elsewhere = {*self.me.bonus, *self.me.prestige}
        if kind == PROFESSION:
            elsewhere |= self.position.known_professions()
        names = (piece.partition("/")[2] for piece in sorted(self._held) if piece.startswith(f"{kind}/"))
        return [name for name in names if name not in elsewhere]
