"""The secrets of the Princes of Florence: cards in hands and prestige cards kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.florence.rules.auction_events import PrestigeCardKept
from companion.games.florence.rules.edition import BONUS_CARD_NAMES, PRESTIGE_CARD_NAMES, WANTS_BY_PROFESSION
from companion.games.florence.rules.events import BonusCardTaken, ProfessionTaken
from companion.games.florence.rules.phases.final_scoring import PrestigeCardsShown, ShowPrestigeCardsDecision
from companion.games.florence.rules.phases.turn_options import ActionDecision
from companion.games.florence.rules.phases.won_objects import RecruitingDecision
from companion.games.florence.rules.pieces import (
    BONUS_CARD,
    HIDDEN_CARD_KINDS,
    PRESTIGE_CARD,
    PROFESSION,
    RECRUIT_ACTION,
    RECRUITING_CARD,
    WORK_ACTION,
)
from companion.games.florence.rules.state import PlayerState, TableState
from companion.rules.choice import WordPath
from companion.rules.moves import FINGER, TABLE_ACTOR, UNKNOWN, Observation, touch_observation
from companion.rules.public_view import make_hand_redactor
from companion.rules.transaction import Event

CARD_NAMES = frozenset((*WANTS_BY_PROFESSION, *BONUS_CARD_NAMES, *PRESTIGE_CARD_NAMES))
FACE_DOWN_WORDS = ("keep", "profession", "bonus")
"""The words of moves that take a card face down into a hand."""
OPEN_WORDS = {"work": "take", "recruit": "from"}
"""The words of moves that name open cards -> the word that is last but one when such a move is complete."""
HIDDEN_HANDS = ("hand", "bonus", "prestige")
IRREVERSIBLE = (BonusCardTaken, PrestigeCardKept, PrestigeCardsShown, ProfessionTaken)


def public_words(words: WordPath) -> WordPath:
    """The words of a move as everybody may see them.

    A card taken into a hand becomes `?`; a completed work, what is recruited and what the table shows lie
    open. A move refused before it was complete may have been meant otherwise and names no card.
    """
    action_word = words[1] if len(words) > 1 else ""
    if words[:1] == (TABLE_ACTOR,) or (action_word in OPEN_WORDS and words[-2] == OPEN_WORDS[action_word]):
        return words
    if action_word in OPEN_WORDS:
        return (*words[:2], *(UNKNOWN for _ in words[2:3]))
    if action_word in FACE_DOWN_WORDS:
        return (*words[:2], *(UNKNOWN for _ in words[2:]))
    return tuple(UNKNOWN if word in CARD_NAMES else word for word in words)


def public_piece(piece: str) -> str:
    """The piece as everybody may see it: a card that a reader notices may be about to go face down."""
    kind, slash, name = piece.partition("/")
    return f"{kind}/{UNKNOWN}" if slash and kind in HIDDEN_CARD_KINDS and name != UNKNOWN else piece


def public_observations(position: TableState, observations: Sequence[Observation]) -> tuple[Observation, ...]:
    """The observations as everybody may see them.

    Cards keep their names where they lie face up, or once it is entered what they are shown for: a work, a
    profession to be recruited, or prestige cards in the final count.
    """
    item = position.agenda[0] if position.agenda else None
    work = position.phase == "actions" and any(_announces_work(observation) for observation in observations)
    recruit = isinstance(item, ActionDecision | RecruitingDecision) and any(
        _announces_recruiting(observation) for observation in observations
    )
    opened = {
        PROFESSION: work or recruit,
        BONUS_CARD: work,
        PRESTIGE_CARD: isinstance(item, ShowPrestigeCardsDecision),
    }
    up = {piece for player in position.players.values() for piece in _face_up_pieces(player)}

    def public(observation: Observation) -> Observation:
        named = opened.get(observation.piece.partition("/")[0], True) or observation.piece in up
        return observation if named else Observation(public_piece(observation.piece), observation.zone)

    return tuple(map(public, observations))


def _face_up_pieces(player: PlayerState) -> Iterator[str]:
    yield from (f"{PROFESSION}/{card}" for card in player.table)
    yield from (f"{BONUS_CARD}/{card}" for card in player.used)


def _announces_work(observation: Observation) -> bool:
    return observation.piece == FINGER and (
        observation.zone == WORK_ACTION or observation.zone.startswith("take/")
    )


def _announces_recruiting(observation: Observation) -> bool:
    return observation.piece == RECRUITING_CARD or observation == touch_observation(RECRUIT_ACTION)


redact_path_and_value = make_hand_redactor(HIDDEN_HANDS)
"""A path into a position and the value set there, as everybody may see them."""


def irreversible_events(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that showed something hidden or drew by chance, which no undo can make unknown again."""
    return tuple(event for event in events if isinstance(event, IRREVERSIBLE))
