"""The position of Kabale und Hiebe: the table together with every phase."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games.kabale.rules.faults import faults
from companion.games.kabale.rules.objectives import Objectives
from companion.games.kabale.rules.paper import to_json
from companion.games.kabale.rules.rounds import result_of
from companion.games.kabale.rules.state import Column, Phase, Table
from companion.games.kabale.rules.turns import Play
from companion.rules.agenda import AgendaItem
from companion.rules.clauses import Refusal
from companion.rules.position import Outcome


class Kabale(Table, frozen=True, dict=True):
    """A position, equal when the table is equal."""

    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        match phase:
            case "objectives":
                return (Objectives(),)
            case "play":
                return (Play(self.start),)
            case _:
                return ()

    def to_public(self) -> Kabale:
        """Backs where cards lie face down or in hands; won objectives face down until the end (K-3.8)."""
        columns = tuple(
            Column(column.objective, column.closed, tuple(card.public() for card in column.cards))
            for column in self.columns
        )
        players = {who: player.public() for who, player in self.players.items()}
        if self.phase == "over":
            players = {who: replace(player, won=self.players[who].won) for who, player in players.items()}
        if (columns, players) == (self.columns, self.players):
            return self
        return replace(self, columns=columns, players=players)

    def faults(self) -> tuple[Refusal, ...]:
        return faults(self)

    def outcome(self) -> Outcome | None:
        return result_of(self) if self.phase == "over" else None

    def to_json(self) -> dict[str, Any]:
        return to_json(self)
