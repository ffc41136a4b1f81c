"""All faults of a position at once, as for one entered by hand."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.kabale.rules.card_effects import (
    CardQuestion,
    NameRemovedCardDecision,
    NameTurnedCardDecision,
    SlideDecision,
    SwapDecision,
)
from companion.games.kabale.rules.constants import MATERIAL
from companion.games.kabale.rules.layout import make_inventory, make_layout
from companion.games.kabale.rules.objectives import OBJECTIVE_COPY_COUNTS
from companion.games.kabale.rules.pieces import CARD_NAMES
from companion.games.kabale.rules.rounds import cards_with_places, place_notation
from companion.games.kabale.rules.state import CardState, TableState
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.game import seat_faults
from companion.rules.layout import inventory_faults
from companion.rules.moves import TABLE_ACTOR, UNKNOWN
from companion.rules.multiset import Multiset

WRONG_SEATS = declare_clause("K-M1", "seats", "players", "seats")
UNKNOWN_START_PLAYER = declare_clause("K-1.6", "start", "start")
UNKNOWN_TURN_PLAYER = declare_clause("K-1.3", "turn", "turn")
NO_SUCH_ROUND = declare_clause("K-1.1", "no-such-round", "round")
UNKNOWN_PIECE_NAME = declare_clause("K-M1", "unknown-name", "path", "name")
NEGATIVE_COUNT = declare_clause("K-M1", "negative", "path", "number")
NO_SUCH_OBJECTIVE = declare_clause("K-M3", "no-objective", "path", "name")
WRONG_COLUMN_COUNT = declare_clause("K-1.2", "columns", "columns", "wanted")
WRONG_OBJECTIVES_WON = declare_clause("K-1.2", "objectives-won", "won", "wanted")
LAST_CARD_FACE_DOWN = declare_clause("K-1.3", "face-down", "place")
UNKNOWN_CARD_FACE_UP = declare_clause("K-1.3", "face-up-unknown", "place")
OTHERS_CARD_UNDER_CLOAK = declare_clause("K-2.4", "others-card", "place", "who", "by")
TOO_MANY_IN_HAND = declare_clause("K-1.1", "hand", "who", "number", "most")
STORM_WITHOUT_CLOSING = declare_clause("K-2.3", "storm", "column")
WRONG_TRAVELLED = declare_clause("K-2.1", "travelled", "who")
WRONG_QUESTION = declare_clause("K-1.3", "asked", "what", "who", "place")


def position_faults(position: TableState) -> tuple[Refusal, ...]:
    """All faults of a position; none where it can occur at a table."""
    return (
        *seat_faults(position, WRONG_SEATS, UNKNOWN_START_PLAYER),
        *_turn_faults(position),
        *_phase(position),
        *_names(position),
        *_objective_names(position),
        *_numbers(position),
        *_counted(position),
        *_won(position),
        *_columns(position),
        *_asked(position),
    )


# -- who and when


def _turn_faults(position: TableState) -> Iterator[Refusal]:
    turn = position.turn_player or ""
    if (
        position.agenda
        and position.phase in ("play", "shown")
        and turn != position.start
        and turn not in position.players
    ):
        yield UNKNOWN_TURN_PLAYER(turn)


def _phase(position: TableState) -> Iterator[Refusal]:
    if not 1 <= position.round <= MATERIAL["rounds"] or (
        position.phase == "over" and not position.is_last_round
    ):
        yield NO_SUCH_ROUND(position.round)
    laid_out = len(position.config.seats) if position.phase in ("play", "shown") else 0
    if len(position.columns) != laid_out:
        yield WRONG_COLUMN_COUNT(len(position.columns), laid_out)
    for who in dict.fromkeys(position.travelled):
        if position.phase != "play" or who not in position.players or position.travelled.count(who) > 1:
            yield WRONG_TRAVELLED(who)


# -- names and numbers


def _hands(position: TableState) -> Iterator[tuple[str, Multiset]]:
    for who, player in position.players.items():
        yield f"/players/{who}/hand", player.hand
        yield f"/players/{who}/discard", player.discard


def _names(position: TableState) -> Iterator[Refusal]:
    for path, counts in _hands(position):
        for name in counts:
            if name not in CARD_NAMES:
                yield UNKNOWN_PIECE_NAME(path, name)
    for (column, at), card in cards_with_places(position):
        path = f"/columns/{column - 1}/cards/{at - 1}"
        if card.card not in CARD_NAMES:
            yield UNKNOWN_PIECE_NAME(path, card.card)
        if card.by not in position.players:
            yield UNKNOWN_PIECE_NAME(path, card.by)


def _objective_names(position: TableState) -> Iterator[Refusal]:
    named = [(f"/columns/{number}", column.objective) for number, column in enumerate(position.columns)]
    for who, player in position.players.items():
        named += [(f"/players/{who}/won", name) for name in player.won]
    named += [("/lost", name) for name in position.lost]
    for path, name in named:
        if name not in OBJECTIVE_COPY_COUNTS:
            yield NO_SUCH_OBJECTIVE(path, name)


def _numbers(position: TableState) -> Iterator[Refusal]:
    numbers = [(f"{path}/{name}", n) for path, counts in _hands(position) for name, n in counts.items()]
    numbers += [(f"/players/{who}/deck", player.deck) for who, player in position.players.items()]
    for path, number in numbers:
        if number < 0:
            yield NEGATIVE_COUNT(path, number)
    for who, player in position.players.items():
        has_laid = (
            who == position.turn_player and _about(position) is not None
        )  # and draws when all is answered
        most = MATERIAL["hand"] - has_laid
        if player.hand_size > most:
            yield TOO_MANY_IN_HAND(who, player.hand_size, most)


# -- K-M1, K-M3: pieces counted


def _counted(position: TableState) -> Iterator[Refusal]:
    """Faults of the number of pieces, for those players whom the position has."""
    return inventory_faults(make_inventory(tuple(position.players)), make_layout(position))


def _won(position: TableState) -> Iterator[Refusal]:
    """Faults of the objectives won, whose number depends on the round."""
    won = sum(len(player.won) for player in position.players.values())
    rounds = position.round if position.phase == "over" else position.round - 1
    wanted = rounds * len(position.players)
    if won + len(position.lost) != wanted:
        yield WRONG_OBJECTIVES_WON(won, wanted - len(position.lost))


# -- K-1.3, K-2.3


def _columns(position: TableState) -> Iterator[Refusal]:
    asked = _about(position)
    for (column, at), card in cards_with_places(position):
        there = position.column(column).cards
        if card.up and card.card == UNKNOWN:
            yield UNKNOWN_CARD_FACE_UP(place_notation((column, at)))
        turned = isinstance(asked, NameTurnedCardDecision) and (asked.column, asked.at) == (column, at)
        if position.phase == "play" and not card.up and at < len(there) and not turned:
            above = there[at - 2] if at > 1 else None
            if above is None or not (above.up and above.card == "cloak"):
                yield LAST_CARD_FACE_DOWN(place_notation((column, at)))
            elif above.by != card.by:
                yield OTHERS_CARD_UNDER_CLOAK(place_notation((column, at)), above.by, card.by)
    if position.phase == "play":
        for number, each in enumerate(position.columns, 1):
            storms = [at for at, card in enumerate(each.cards, 1) if card.up and card.card == "storm"]
            if storms != ([len(each.cards) - 1] if each.closed else []):
                yield STORM_WITHOUT_CLOSING(number)


# -- what is being decided


def _about(position: TableState) -> CardQuestion | None:
    item = position.agenda[0] if position.agenda else None
    return item if isinstance(item, CardQuestion) else None


def _asked(position: TableState) -> Iterator[Refusal]:
    asked = _about(position)
    if asked is None:
        return
    there = position.columns[asked.column - 1].cards if 1 <= asked.column <= len(position.columns) else ()
    last = len(there)
    card = there[asked.at - 1] if 1 <= asked.at <= last and position.phase == "play" else None
    if card is None or not _fits(asked, card, there, asked.at == last, asked.at == last - 1, position):
        yield WRONG_QUESTION(asked.kind, asked.who, place_notation((asked.column, asked.at)))


def _fits(
    asked: CardQuestion,
    card: CardState,
    there: tuple[CardState, ...],
    last: bool,
    before_last: bool,
    position: TableState,
) -> bool:
    """Whether that can be asked about the card: the last card turned it up, or it is itself the last."""
    match asked:
        case NameTurnedCardDecision():
            return asked.who == TABLE_ACTOR and before_last and not card.up and card.card == UNKNOWN
        case NameRemovedCardDecision():
            above = there[asked.at - 2] if asked.at > 1 else None
            by_assassin = above is not None and above.up and above.card == "assassin"
            return asked.who == TABLE_ACTOR and last and by_assassin and not card.up and card.card == UNKNOWN
        case SlideDecision():
            owner = position.players.get(card.by)
            holds = owner is not None and owner.hand_size > 0
            return asked.who == card.by and before_last and card.up and card.card == "cloak" and holds
        case SwapDecision():
            return asked.who == card.by and before_last and card.up and card.card == "traitor"
    return False
