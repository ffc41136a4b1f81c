"""A greedy player of the Princes of Florence: he plans works for his professions and compares what is left of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import cast

from companion.games.florence.players.acting import act, recruited
from companion.games.florence.players.asked import Asked, Words
from companion.games.florence.players.bidding import bid, chosen, kept, opened, placed
from companion.games.florence.rules.actions import Acting
from companion.games.florence.rules.auction import Bidding, Open
from companion.games.florence.rules.objects import Choose, Keep, Place, RecruitNow
from companion.games.florence.rules.state import Table
from companion.rules.agenda import AgendaItem
from companion.rules.moves import Move
from companion.simulator.ground_truth import PlayerKnowledge


def greedy(seen: PlayerKnowledge, chance: Random) -> Move | None:
    """The move worth most to him; None when nobody asks him, for he sells prestige only in his own turn."""
    position = cast(Table, seen.position)
    if seen.who not in position.choice_tree.awaited_actors:
        return None
    words = ANSWERS[type(position.agenda[0])](Asked(seen, chance))
    return Move((seen.who, *words))


def _at_once(asked: Asked) -> Words:
    """P-B6: the card just won, used or kept."""
    return recruited(asked) or ("skip",)


ANSWERS: Mapping[type[AgendaItem], Callable[[Asked], Words]] = {
    Open: opened,
    Bidding: bid,
    Choose: chosen,
    Place: placed,
    Keep: kept,
    RecruitNow: _at_once,
    Acting: act,
}
"""What he answers to each question the rules put to a player."""
