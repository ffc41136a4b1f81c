"""Everything wrong with a position at once, as for one entered by hand."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.kabale.rules.effects import AboutCard, NameRemoved, NameTurned, Slide, Swap
from companion.games.kabale.rules.layout import layout, stocks
from companion.games.kabale.rules.objectives import COPIES
from companion.games.kabale.rules.pieces import NAMES, TABLE
from companion.games.kabale.rules.printed import MATERIAL
from companion.games.kabale.rules.rounds import cards, place_word
from companion.games.kabale.rules.state import Card, Table
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.layout import inventory_faults
from companion.rules.moves import UNKNOWN
from companion.rules.multiset import Multiset

SEATS = declare_clause("K-M1", "seats", "players", "seats")
START = declare_clause("K-1.6", "start", "start")
TURN = declare_clause("K-1.3", "turn", "turn")
ROUND = declare_clause("K-1.1", "no-such-round", "round")
UNKNOWN_NAME = declare_clause("K-M1", "unknown-name", "path", "name")
NEGATIVE = declare_clause("K-M1", "negative", "path", "number")
NO_OBJECTIVE = declare_clause("K-M3", "no-objective", "path", "name")
COLUMNS = declare_clause("K-1.2", "columns", "columns", "wanted")
WON = declare_clause("K-1.2", "objectives-won", "won", "wanted")
FACE_DOWN = declare_clause("K-1.3", "face-down", "place")
FACE_UP = declare_clause("K-1.3", "face-up-unknown", "place")
STORM = declare_clause("K-2.3", "storm", "column")
TRAVELLED = declare_clause("K-2.1", "travelled", "who")
ASKED = declare_clause("K-1.3", "asked", "what", "who", "place")


def faults(position: Table) -> tuple[Refusal, ...]:
    """All of them; none: the position may stand on a table."""
    return (
        *_seats(position),
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


def _seats(position: Table) -> Iterator[Refusal]:
    if set(position.players) != set(position.house.seats):
        yield SEATS(" ".join(sorted(position.players)), " ".join(sorted(position.house.seats)))
    elif position.start not in position.players:
        yield START(position.start)
    turn = position.turn or ""
    if (
        position.agenda
        and position.phase in ("play", "shown")
        and turn not in (*position.players, position.start)
    ):
        yield TURN(turn)


def _phase(position: Table) -> Iterator[Refusal]:
    if not 1 <= position.round <= MATERIAL["rounds"] or (
        position.phase == "over" and not position.last_round
    ):
        yield ROUND(position.round)
    laid_out = len(position.house.seats) if position.phase in ("play", "shown") else 0
    if len(position.columns) != laid_out:
        yield COLUMNS(len(position.columns), laid_out)
    for who in dict.fromkeys(position.travelled):
        if position.phase != "play" or who not in position.players or position.travelled.count(who) > 1:
            yield TRAVELLED(who)


# -- names and numbers


def _hands(position: Table) -> Iterator[tuple[str, Multiset]]:
    for who, player in position.players.items():
        yield f"/players/{who}/hand", player.hand
        yield f"/players/{who}/discard", player.discard


def _names(position: Table) -> Iterator[Refusal]:
    for path, counts in _hands(position):
        for name in counts:
            if name not in NAMES:
                yield UNKNOWN_NAME(path, name)
    for (column, at), card in cards(position):
        path = f"/columns/{column - 1}/cards/{at - 1}"
        if card.card not in NAMES:
            yield UNKNOWN_NAME(path, card.card)
        if card.by not in position.players:
            yield UNKNOWN_NAME(path, card.by)


def _objective_names(position: Table) -> Iterator[Refusal]:
    named = [(f"/columns/{number}", column.objective) for number, column in enumerate(position.columns)]
    for who, player in position.players.items():
        named += [(f"/players/{who}/won", name) for name in player.won]
    named += [("/lost", name) for name in position.lost]
    for path, name in named:
        if name not in COPIES:
            yield NO_OBJECTIVE(path, name)


def _numbers(position: Table) -> Iterator[Refusal]:
    numbers = [(f"{path}/{name}", n) for path, counts in _hands(position) for name, n in counts.items()]
    numbers += [(f"/players/{who}/deck", player.deck) for who, player in position.players.items()]
    for path, number in numbers:
        if number < 0:
            yield NEGATIVE(path, number)


# -- K-M1, K-M3: pieces counted


def _counted(position: Table) -> Iterator[Refusal]:
    """Of the players whom the position has; that they are those who sit here is another matter."""
    return inventory_faults(stocks(tuple(position.players)), layout(position))


def _won(position: Table) -> Iterator[Refusal]:
    """How many objectives were won depends on the round."""
    won = sum(len(player.won) for player in position.players.values())
    rounds = position.round if position.phase == "over" else position.round - 1
    wanted = rounds * len(position.players)
    if won + len(position.lost) != wanted:
        yield WON(won, wanted - len(position.lost))


# -- K-1.3, K-2.3


def _columns(position: Table) -> Iterator[Refusal]:
    asked = _about(position)
    for (column, at), card in cards(position):
        there = position.column(column).cards
        if card.up and card.card == UNKNOWN:
            yield FACE_UP(place_word((column, at)))
        turned = isinstance(asked, NameTurned) and (asked.column, asked.at) == (column, at)
        if position.phase == "play" and not card.up and at < len(there) and not turned:
            above = there[at - 2] if at > 1 else None
            if above is None or not (above.up and above.card == "cloak"):
                yield FACE_DOWN(place_word((column, at)))
    if position.phase == "play":
        for number, each in enumerate(position.columns, 1):
            storms = [at for at, card in enumerate(each.cards, 1) if card.up and card.card == "storm"]
            if storms != ([len(each.cards) - 1] if each.closed else []):
                yield STORM(number)


# -- what is asked


def _about(position: Table) -> AboutCard | None:
    item = position.agenda[0] if position.agenda else None
    return item if isinstance(item, AboutCard) else None


def _asked(position: Table) -> Iterator[Refusal]:
    asked = _about(position)
    if asked is None:
        return
    there = position.columns[asked.column - 1].cards if 1 <= asked.column <= len(position.columns) else ()
    last = len(there)
    card = there[asked.at - 1] if 1 <= asked.at <= last and position.phase == "play" else None
    if card is None or not _fits(asked, card, there, asked.at == last, asked.at == last - 1, position):
        yield ASKED(asked.what, asked.who, place_word((asked.column, asked.at)))


def _fits(
    asked: AboutCard, card: Card, there: tuple[Card, ...], last: bool, before_last: bool, position: Table
) -> bool:
    """Whether that can be asked about the card: it was turned by the last one, or is the last one itself."""
    match asked:
        case NameTurned():
            return asked.who == TABLE and before_last and not card.up and card.card == UNKNOWN
        case NameRemoved():
            above = there[asked.at - 2] if asked.at > 1 else None
            by_assassin = above is not None and above.up and above.card == "assassin"
            return asked.who == TABLE and last and by_assassin and not card.up and card.card == UNKNOWN
        case Slide():
            owner = position.players.get(card.by)
            holds = owner is not None and owner.held > 0
            return asked.who == card.by and before_last and card.up and card.card == "cloak" and holds
        case Swap():
            return asked.who == card.by and before_last and card.up and card.card == "traitor"
    return False
