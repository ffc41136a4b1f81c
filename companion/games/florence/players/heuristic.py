"""The heuristic player of the Princes of Florence, who plans works and compares what is left of the plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import cast

from companion.games.florence.players.action_choices import choose_action, choose_recruit
from companion.games.florence.players.auction_choices import (
    choose_bid,
    choose_opening,
    choose_placement,
    choose_prestige_card,
    choose_won_object,
)
from companion.games.florence.players.decision_context import DecisionContext, MoveWords
from companion.games.florence.rules.phases.auction import BiddingDecision, OpeningDecision
from companion.games.florence.rules.phases.turn_options import ActionDecision
from companion.games.florence.rules.phases.won_objects import (
    KeepPrestigeCardDecision,
    ObjectChoiceDecision,
    PlacementDecision,
    RecruitingDecision,
)
from companion.games.florence.rules.state import TableState
from companion.rules.agenda import AgendaItem
from companion.rules.moves import Move
from companion.simulator.ground_truth import PlayerKnowledge


def choose_move(seen: PlayerKnowledge, chance: Random) -> Move | None:
    """The move worth most to the player; None where they are not asked.

    They sell prestige only in their own turn.
    """
    position = cast(TableState, seen.position)
    if seen.who not in position.choice_tree.awaited_actors:
        return None
    words = CHOOSER_BY_DECISION[type(position.agenda[0])](DecisionContext(seen, chance))
    return Move((seen.who, *words))


def _choose_recruit_or_skip(context: DecisionContext) -> MoveWords:
    """P-B6: use the recruiting card just won, or keep it."""
    return choose_recruit(context) or ("skip",)


CHOOSER_BY_DECISION: Mapping[type[AgendaItem], Callable[[DecisionContext], MoveWords]] = {
    OpeningDecision: choose_opening,
    BiddingDecision: choose_bid,
    ObjectChoiceDecision: choose_won_object,
    PlacementDecision: choose_placement,
    KeepPrestigeCardDecision: choose_prestige_card,
    RecruitingDecision: _choose_recruit_or_skip,
    ActionDecision: choose_action,
}
"""Decision -> how the heuristic player decides it."""
