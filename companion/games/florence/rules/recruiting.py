"""Recruiting a profession from another player's table (P-B6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.florence.rules.asking import Branch
from companion.games.florence.rules.events import Recruited
from companion.games.florence.rules.pieces import (
    PROFESSION,
    RECRUIT,
    RECRUITING,
    card_step,
    implied,
    player_step,
    touched,
)
from companion.games.florence.rules.printed import PROFESSIONS
from companion.games.florence.rules.state import Table
from companion.rules.choice import Choice, end_choice, single_word_choice
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.moves import PLAY_ZONE, MoveStep, Observation
from companion.rules.transaction import Action, Transaction

NO_RECRUITING_CARD = declare_clause("P-B6", "no-recruiting-card")
NOBODY_SHOWS = declare_clause("P-B6", "nobody-shows")
NOT_ON_A_TABLE = declare_clause("P-B6", "not-on-a-table", "profession")
YOUR_OWN = declare_clause("P-B6", "your-own", "profession")
LIES_WITH = declare_clause("P-B6", "lies-with", "profession", "player")

_RECRUIT = MoveStep("recruit", (Observation(RECRUITING, PLAY_ZONE),), touch_target=RECRUIT)
_NAMES: Mapping[str, str] = {name: name for name in PROFESSIONS}


def shown_by_others(position: Table, who: str) -> Iterator[str]:
    """Professions that lie face up on other players' tables."""
    for other, player in position.players.items():
        if other != who:
            yield from (name for name in player.table if name != RECRUITING)


def can_recruit(position: Table, who: str) -> bool:
    """Whether he has a recruiting card and somebody else shows a profession."""
    return position.players[who].recruiting > 0 and any(True for _ in shown_by_others(position, who))


def recruiting(position: Table, who: str, once: bool = False) -> Branch:
    """Whom to recruit, or why nobody can be. once: for the card just won, which is over with it."""
    if not position.players[who].recruiting:
        return _RECRUIT, NO_RECRUITING_CARD()
    if not can_recruit(position, who):
        return _RECRUIT, NOBODY_SHOWS()

    def may(profession: str) -> Refusal | None:
        owner = position.owner_of(profession)
        if owner is None:
            return NOT_ON_A_TABLE(profession)
        return YOUR_OWN(profession) if owner == who else None

    def then(profession: str) -> Choice:
        return single_word_choice(implied("from"), _owner(position, who, profession, once))

    return _RECRUIT, Choice(
        "P-B6", tuple(PROFESSIONS), _card, then, may, parse_word=_NAMES.get, can_dead_end=False
    )


def _card(profession: str) -> MoveStep:
    return card_step(PROFESSION, profession)


def _owner(position: Table, who: str, profession: str, once: bool) -> Choice:
    """From whom: only from him who has it, and so it need not be said; of nobody else is that so."""
    owner = position.owner_of(profession)

    def step(player: str) -> MoveStep:
        return player_step(player) if player == owner else touched(player, f"player/{player}")

    def may(player: str) -> Refusal | None:
        return None if player == owner else LIES_WITH(profession, owner)

    def then(player: str) -> Choice:
        return end_choice(Recruit(who, profession, player, once), "P-B6")

    return Choice("P-B6", position.house.seats, step, then, may, can_dead_end=False)


class Recruit(Action, frozen=True):
    """The profession into his hand, the recruiting card in its place."""

    who: str
    profession: str
    from_: str
    once: bool

    def perform(self, transaction: Transaction) -> None:
        transaction.apply_event(Recruited(self.who, self.profession, self.from_))
        if self.once:
            transaction.replace_current_item()
