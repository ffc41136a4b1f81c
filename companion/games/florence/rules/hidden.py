"""What only the referee knows in the Princes of Florence: cards in hands and prestige cards kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.florence.rules.actions import Acting
from companion.games.florence.rules.events import BonusTaken, PrestigeKept, ProfessionTaken
from companion.games.florence.rules.final import PrestigeShown, ShowPrestige
from companion.games.florence.rules.objects import RecruitNow
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    HIDDEN,
    PRESTIGE_CARD,
    PROFESSION,
    RECRUIT,
    RECRUITING,
    TABLE,
    WORK,
)
from companion.games.florence.rules.printed import BONUS, PRESTIGE, PROFESSIONS
from companion.games.florence.rules.state import Player, Table
from companion.rules.moves import FINGER, UNKNOWN, Observation, touch_observation
from companion.rules.public_view import WordPath, make_hand_redactor
from companion.rules.transaction import Event

NAMES = frozenset((*PROFESSIONS, *BONUS, *PRESTIGE))
FACE_DOWN = ("keep", "profession", "bonus")
"""What is said of a card that goes face down into a hand."""
OPEN = {"work": "take", "recruit": "from"}
"""What is said of cards that lie open, and the last word but one when all of it is said."""
HANDS = ("hand", "bonus", "prestige")
UNSEEN = (BonusTaken, PrestigeKept, PrestigeShown, ProfessionTaken)


def public_line(words: WordPath) -> WordPath:
    """A move as everybody may hear it: a card taken into a hand is `?`; a work, what is recruited and what the table
    shows lie open. What was refused before it was whole may have been meant otherwise: it names no card.
    """
    said = words[1] if len(words) > 1 else ""
    if words[:1] == (TABLE,) or (said in OPEN and words[-2] == OPEN[said]):
        return words
    if said in OPEN:
        return (*words[:2], *(UNKNOWN for _ in words[2:3]))
    if said in FACE_DOWN:
        return (*words[:2], *(UNKNOWN for _ in words[2:]))
    return tuple(UNKNOWN if word in NAMES else word for word in words)


def public_piece(piece: str) -> str:
    """A card that is noticed may be about to go face down."""
    kind, slash, name = piece.partition("/")
    return f"{kind}/{UNKNOWN}" if slash and kind in HIDDEN and name != UNKNOWN else piece


def public_sights(position: Table, seen: Sequence[Observation]) -> tuple[Observation, ...]:
    """Cards have their names where they lie face up, or once somebody has said what they lie open for: a work, or a
    profession to be recruited; prestige cards in the final count.
    """
    item = position.agenda[0] if position.agenda else None
    work = position.phase == "actions" and any(_says_work(sight) for sight in seen)
    recruit = isinstance(item, Acting | RecruitNow) and any(_says_recruit(sight) for sight in seen)
    opened = {
        PROFESSION: work or recruit,
        BONUS_CARD: work,
        PRESTIGE_CARD: isinstance(item, ShowPrestige),
    }
    up = {piece for player in position.players.values() for piece in _up(player)}

    def public(sight: Observation) -> Observation:
        named = opened.get(sight.piece.partition("/")[0], True) or sight.piece in up
        return sight if named else Observation(public_piece(sight.piece), sight.zone)

    return tuple(map(public, seen))


def _up(player: Player) -> Iterator[str]:
    yield from (f"{PROFESSION}/{card}" for card in player.table)
    yield from (f"{BONUS_CARD}/{card}" for card in player.used)


def _says_work(sight: Observation) -> bool:
    return sight.piece == FINGER and (sight.zone == WORK or sight.zone.startswith("take/"))


def _says_recruit(sight: Observation) -> bool:
    return sight.piece == RECRUITING or sight == touch_observation(RECRUIT)


hide = make_hand_redactor(HANDS)
"""A path into a position and the value set there, as everybody may know them."""


def unseen(events: Sequence[Event]) -> tuple[Event, ...]:
    """Those that showed something hidden or drew by chance: taking them back cannot make it unknown."""
    return tuple(event for event in events if isinstance(event, UNSEEN))
