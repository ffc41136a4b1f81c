"""The position of the Princes of Florence: the table, joined with every phase."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.florence.rules.phases.auction import StartNextAuction
from companion.games.florence.rules.phases.final_scoring import ShowPrestigeCardsDecision, final_result
from companion.games.florence.rules.phases.turn_options import ActionDecision
from companion.games.florence.rules.serialisation import to_json
from companion.games.florence.rules.state import Phase, TableState
from companion.games.florence.rules.validation import position_faults
from companion.rules.agenda import AgendaItem
from companion.rules.clauses import Refusal
from companion.rules.position import Outcome


class FlorencePosition(TableState, frozen=True, dict=True):
    """A position; two are equal when their tables are equal."""

    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        match phase:
            case "auction":
                return (StartNextAuction(),)
            case "actions":
                return (ActionDecision(self.start),)
            case "final":
                return (ShowPrestigeCardsDecision(),)
            case _:
                return ()

    def to_public(self) -> FlorencePosition:
        """The position as everybody may see it.

        Cards in hands show backs, and so do prestige cards until the final count.
        """
        players = {who: player.to_public() for who, player in self.players.items()}
        if self.phase in ("final", "over"):
            players = {
                who: replace(player, prestige=self.players[who].prestige) for who, player in players.items()
            }
        return self if players == self.players else replace(self, players=players)

    def without_secrets(self) -> FlorencePosition:
        """The position as everybody may see it: any card in a hand may be unknown."""
        return self.to_public()

    def faults(self) -> tuple[Refusal, ...]:
        return position_faults(self)

    def outcome(self) -> Outcome | None:
        return final_result(self) if self.phase == "over" else None

    def to_json(self) -> dict[str, Any]:
        return to_json(self)
