"""The position of the Princes of Florence: the table together with every phase."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.florence.rules.actions import Acting
from companion.games.florence.rules.auction import NextAuction
from companion.games.florence.rules.faults import faults
from companion.games.florence.rules.final import ShowPrestige, result_of
from companion.games.florence.rules.paper import to_json
from companion.games.florence.rules.state import Phase, Table
from companion.rules.agenda import AgendaItem
from companion.rules.clauses import Refusal
from companion.rules.position import Outcome


class Florence(Table, frozen=True, dict=True):
    """A position, equal when the table is equal."""

    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        match phase:
            case "auction":
                return (NextAuction(),)
            case "actions":
                return (Acting(self.start),)
            case "final":
                return (ShowPrestige(),)
            case _:
                return ()

    def to_public(self) -> Florence:
        """Backs of the cards in hands and of prestige cards kept, until the final count opens these."""
        players = {who: player.public() for who, player in self.players.items()}
        if self.phase in ("final", "over"):
            players = {
                who: replace(player, prestige=self.players[who].prestige) for who, player in players.items()
            }
        return self if players == self.players else replace(self, players=players)

    def faults(self) -> tuple[Refusal, ...]:
        return faults(self)

    def outcome(self) -> Outcome | None:
        return result_of(self) if self.phase == "over" else None

    def to_json(self) -> dict[str, Any]:
        return to_json(self)
