"""The position of Kabale und Hiebe: the table, joined with every phase."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.kabale.rules.objectives import ObjectivesDecision
from companion.games.kabale.rules.rounds import final_result
from companion.games.kabale.rules.serialisation import to_json
from companion.games.kabale.rules.state import ColumnState, Phase, TableState
from companion.games.kabale.rules.turns import PlayDecision
from companion.games.kabale.rules.validation import position_faults
from companion.rules.agenda import AgendaItem
from companion.rules.clauses import Refusal
from companion.rules.position import Outcome


class KabalePosition(TableState, frozen=True, dict=True):
    """A position; two are equal when their tables are equal."""

    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        match phase:
            case "objectives":
                return (ObjectivesDecision(),)
            case "play":
                return (PlayDecision(self.start),)
            case _:
                return ()

    def to_public(self) -> KabalePosition:
        """The position as everybody may see it.

        Face-down cards and hands show backs; won objectives lie face down until the end (K-3.8).
        """
        return self._with_backs(is_won_shown=self.phase == "over")

    def without_secrets(self) -> KabalePosition:
        """The position as if nobody had seen a card face down; what was won lay open before (K-3.8)."""
        return self._with_backs(is_won_shown=True)

    def _with_backs(self, is_won_shown: bool) -> KabalePosition:
        columns = tuple(
            ColumnState(column.objective, column.closed, tuple(card.to_public() for card in column.cards))
            for column in self.columns
        )
        players = {who: player.to_public() for who, player in self.players.items()}
        if is_won_shown:
            players = {who: replace(player, won=self.players[who].won) for who, player in players.items()}
        if (columns, players) == (self.columns, self.players):
            return self
        return replace(self, columns=columns, players=players)

    def faults(self) -> tuple[Refusal, ...]:
        return position_faults(self)

    def outcome(self) -> Outcome | None:
        return final_result(self) if self.phase == "over" else None

    def to_json(self) -> dict[str, Any]:
        return to_json(self)
