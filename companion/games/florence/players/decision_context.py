"""What a virtual player is asked, and what they know."""

from __future__ import annotations

from random import Random
from typing import cast

from companion.games.florence.players.work_plan import make_outlook
from companion.games.florence.rules.edition import PRICES
from companion.games.florence.rules.phases.turn_actions import actions_left
from companion.games.florence.rules.phases.turn_options import ActionDecision
from companion.games.florence.rules.pieces import PROFESSION
from companion.games.florence.rules.state import PlayerState, TableState
from companion.simulator.ground_truth import PlayerKnowledge

MoveWords = tuple[str, ...]


class DecisionContext:
    """A decision of a virtual player: the position, the player, chance, and their outlook."""

    def __init__(self, seen: PlayerKnowledge, chance: Random) -> None:
        self.position = cast(TableState, seen.position)
        self.who, self.rng = seen.who, chance
        acting = self.position.agenda[0] == ActionDecision(self.who)
        self.outlook = make_outlook(
            self.position, self.who, actions_left(self.position) if acting else PRICES["actions"]
        )
        self._hidden_pieces = seen.hidden_pieces

    @property
    def player_state(self) -> PlayerState:
        """The state of the player who decides."""
        return self.position.players[self.who]

    def top_cards_of_stack(self, kind: str) -> list[str]:
        """The cards that the player finds on top of the stack of that kind."""
        elsewhere = {*self.outlook.bonus_cards, *self.outlook.prestige_cards}
        if kind == PROFESSION:
            elsewhere |= self.position.known_professions()
        names = (
            piece.partition("/")[2] for piece in sorted(self._hidden_pieces) if piece.startswith(f"{kind}/")
        )
        return [name for name in names if name not in elsewhere]
