"""Recruiting a profession from another player's table (P-B6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.florence.rules.edition import WANTS_BY_PROFESSION
from companion.games.florence.rules.phases.prestige_sales import ChoiceBranch
from companion.games.florence.rules.phases.turn_actions import RecruitAction
from companion.games.florence.rules.pieces import (
    PROFESSION,
    RECRUIT_ACTION,
    RECRUITING_CARD,
    card_step,
    implied_step,
    player_step,
    touch_step,
)
from companion.games.florence.rules.state import TableState
from companion.rules.choice import Choice, end_of_move_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import PLAY_ZONE, MoveStep, Observation

NO_RECRUITING_CARD = declare_clause("P-B6", "no-recruiting-card")
NO_PROFESSION_SHOWN = declare_clause("P-B6", "nobody-shows")
PROFESSION_NOT_ON_A_TABLE = declare_clause("P-B6", "not-on-a-table", "profession")
RECRUITING_CARD_STAYS = declare_clause("P-B6", "recruiting-card")
OWN_PROFESSION = declare_clause("P-B6", "your-own", "profession")
PROFESSION_OF_ANOTHER = declare_clause("P-B6", "lies-with", "profession", "player")

RECRUIT_STEP = MoveStep("recruit", (Observation(RECRUITING_CARD, PLAY_ZONE),), touch_target=RECRUIT_ACTION)
_NAMES: Mapping[str, str] = {name: name for name in (*WANTS_BY_PROFESSION, RECRUITING_CARD)}


def professions_shown_by_others(position: TableState, who: str) -> Iterator[str]:
    """The professions that lie face up on other players' tables."""
    for other, player in position.players.items():
        if other != who:
            yield from (name for name in player.table if name != RECRUITING_CARD)


def can_recruit(position: TableState, who: str) -> bool:
    """Whether the player has a recruiting card and somebody else shows a profession."""
    return position.players[who].recruiting > 0 and any(
        True for _ in professions_shown_by_others(position, who)
    )


def recruiting_branch(position: TableState, who: str) -> ChoiceBranch:
    """The branch of the recruiting card just won, whose use ends the decision, or why nobody can be recruited."""
    refusal = refusal_for_recruiting(position, who)
    return RECRUIT_STEP, refusal or recruiting_choice(position, who, once=True)


def refusal_for_recruiting(position: TableState, who: str) -> Refusal | None:
    """Why the player can recruit nobody; None where they can."""
    if not position.players[who].recruiting:
        return NO_RECRUITING_CARD()
    return None if can_recruit(position, who) else NO_PROFESSION_SHOWN()


def recruiting_choice(position: TableState, who: str, once: bool = False) -> Choice:
    """The choice of the profession recruited; `once`: with the card just won."""

    def may(profession: str) -> Refusal | None:
        if profession == RECRUITING_CARD:
            return RECRUITING_CARD_STAYS()
        owner = position.owner_of_profession(profession)
        if owner is None:
            return PROFESSION_NOT_ON_A_TABLE(profession)
        return OWN_PROFESSION(profession) if owner == who else None

    def then(profession: str) -> Choice:
        return single_word_choice(implied_step("from"), _owner_choice(position, who, profession, once))

    return Choice(
        "P-B6",
        tuple(WANTS_BY_PROFESSION),
        _profession_step,
        then,
        may,
        parse_word=_NAMES.get,
        can_dead_end=False,
    )


def _profession_step(profession: str) -> MoveStep:
    return card_step(PROFESSION, profession)


def _owner_choice(position: TableState, who: str, profession: str, once: bool) -> Choice:
    """The choice of the player recruited from: only one shows the profession, so that the step is implied."""
    owner = position.owner_of_profession(profession)

    def step(player: str) -> MoveStep:
        return player_step(player) if player == owner else touch_step(player, f"player/{player}")

    def may(player: str) -> Refusal | None:
        return None if player == owner else PROFESSION_OF_ANOTHER(profession, owner)

    def then(player: str) -> Choice:
        return end_of_move_choice(RecruitAction(who, profession, player, once), "P-B6")

    return Choice("P-B6", position.config.seats, step, then, may, can_dead_end=False)
