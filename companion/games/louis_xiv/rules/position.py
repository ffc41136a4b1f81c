"""The position of Louis XIV: the table together with every phase."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from companion.games.louis_xiv.rules.evaluation import evaluation_agenda
from companion.games.louis_xiv.rules.faults import faults
from companion.games.louis_xiv.rules.final import ShowArms, outcome
from companion.games.louis_xiv.rules.hidden import public_players
from companion.games.louis_xiv.rules.influence import cards_agenda, influence_agenda
from companion.games.louis_xiv.rules.missions import missions_agenda
from companion.games.louis_xiv.rules.paper import to_json
from companion.games.louis_xiv.rules.state import Phase, Table
from companion.games.louis_xiv.rules.supply import MoneyCard
from companion.rules.agenda import AgendaItem
from companion.rules.clauses import Refusal
from companion.rules.position import Outcome


class LouisXIV(Table, frozen=True, dict=True):
    """A position, equal when the table is equal."""

    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        match phase:
            case "supply":
                return (MoneyCard(),)
            case "influence":
                return influence_agenda(self)
            case "evaluation":
                return evaluation_agenda(self)
            case "missions":
                return missions_agenda(self)
            case "final":
                return (ShowArms(self.from_start),)
            case "over":
                return ()

    def resumed_agenda(self, turn: str | None) -> tuple[AgendaItem, ...]:
        """The agenda that follows from `phase`, `turn` and `tile` alone (notation.md)."""
        who = turn or self.start
        match self.phase:
            case "influence":
                return cards_agenda(self, who)
            case "evaluation":
                return evaluation_agenda(self, self.tile or 1)
            case "missions":
                return missions_agenda(self, who)
            case "final":
                return (ShowArms(tuple(who for who in self.from_start if not self.players[who].shown)),)
            case phase:
                return self.phase_agenda(phase)

    def faults(self) -> tuple[Refusal, ...]:
        return faults(self)

    def to_public(self) -> Self:
        players = public_players(self)
        return self if players is None else replace(self, players=players)

    def outcome(self) -> Outcome | None:
        return outcome(self)

    def to_json(self) -> dict[str, Any]:
        return to_json(self)
