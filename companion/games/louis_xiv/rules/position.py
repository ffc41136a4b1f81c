"""The position of Louis XIV: the table, joined with every phase."""

from __future__ import annotations

from typing import Any, Self

from msgspec.structs import replace

from companion.games.louis_xiv.rules.hidden import public_players
from companion.games.louis_xiv.rules.phases.evaluation import evaluation_agenda
from companion.games.louis_xiv.rules.phases.final_scoring import ShowArmsDecision, outcome_of
from companion.games.louis_xiv.rules.phases.influence import card_play_agenda, influence_agenda
from companion.games.louis_xiv.rules.phases.missions import missions_agenda
from companion.games.louis_xiv.rules.phases.supply import MoneyCardDecision
from companion.games.louis_xiv.rules.serialisation import to_json
from companion.games.louis_xiv.rules.state import Phase, TableState
from companion.games.louis_xiv.rules.validation import position_faults
from companion.rules.agenda import AgendaItem
from companion.rules.clauses import Refusal
from companion.rules.position import Outcome


class LouisXIVPosition(TableState, frozen=True, dict=True):
    """A position; two are equal when their tables are equal."""

    def phase_agenda(self, phase: Phase) -> tuple[AgendaItem, ...]:
        match phase:
            case "supply":
                return (MoneyCardDecision(),)
            case "influence":
                return influence_agenda(self)
            case "evaluation":
                return evaluation_agenda(self)
            case "missions":
                return missions_agenda(self)
            case "final":
                return (ShowArmsDecision(self.players_from_start),)
            case "over":
                return ()

    def resumed_agenda(self, turn: str | None) -> tuple[AgendaItem, ...]:
        """The agenda that follows from `phase`, `turn` and `tile` alone (notation.md)."""
        who = turn or self.start
        match self.phase:
            case "influence":
                return card_play_agenda(self, who)
            case "evaluation":
                return evaluation_agenda(self, self.tile or 1)
            case "missions":
                return missions_agenda(self, who)
            case "final":
                return (
                    ShowArmsDecision(
                        tuple(who for who in self.players_from_start if not self.players[who].shown)
                    ),
                )
            case phase:
                return self.phase_agenda(phase)

    def faults(self) -> tuple[Refusal, ...]:
        return position_faults(self)

    def to_public(self) -> Self:
        players = public_players(self)
        return self if players is None else replace(self, players=players)

    def without_secrets(self) -> Self:
        """The position as everybody may see it: any card in a hand may be unknown."""
        return self.to_public()

    def outcome(self) -> Outcome | None:
        return outcome_of(self)

    def to_json(self) -> dict[str, Any]:
        return to_json(self)
