"""The Princes of Florence in hand movements: where everything lies, and what nobody can unsee.

    place               is
    bank                where florins come from and go to
    supply              beside the board: landscapes, jesters, builders, recruiting cards, buildings, freedoms
    stack/bonus         a stack face down: stack/profession, stack/bonus, stack/prestige
    box                 what has left the game
    player/blue         what lies before a player: florins, builders, jesters, recruiting cards, freedoms, prestige
                        cards kept, a landscape that he has still to place, his stone, the start figure
    hand/blue           his hand: professions and bonus cards
    table/blue          professions whose work is done, face up, and recruiting cards left in the place of one
    used/blue           bonus cards he has played, face up
    aside/blue          with two players: objects won, of which he will keep one
    grid/blue/d4/r1m    his grid: the square of a tile, and how it is turned
    pile/forest         an object's pile, where the stone of who won it lies
    track/12            a square of the prestige track: of a figure, or of the stone that tells a work's value
    round/3             a square of the line of rounds

    what                is
    money               florins, so many
    landscape/forest, building/library, freedom/travel, builder, jester, recruiting
    profession/poet, bonus/each-lake    a card that lies open before the movements or after them, or lay open between
    profession/?, bonus/?               any other: its owner knows which are meant
    prestige/?          a prestige card; prestige/most-lakes where it is turned
    points/blue         his figure on the prestige track
    stone/blue          his stone; with two players he has two
    start               the black figure of the start player
    round               the black stone of the round

Everything is a `move`, but that prestige cards shown in the final count `turn` from `up` to `down` or back. Florins go
between a player and the bank, tiles between a grid and the supply: one that only changed its place is taken off and
laid anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Literal

from companion.games.florence.rules.events import BonusTaken, PrestigeKept, ProfessionTaken
from companion.games.florence.rules.final import PrestigeShown
from companion.games.florence.rules.hand_cards import Lie, card_hands
from companion.games.florence.rules.layout import BANK, BOX, SUPPLY
from companion.games.florence.rules.objects import Place
from companion.games.florence.rules.pieces import BONUS_CARD, PRESTIGE_CARD, PROFESSION, RECRUITING
from companion.games.florence.rules.printed import BUILDINGS, FREEDOMS, LANDSCAPES, POINTS
from companion.games.florence.rules.state import Player, Table
from companion.rules.movements import Movement, moved
from companion.rules.moves import UNKNOWN
from companion.rules.tale import Event

UNSEEN = (BonusTaken, PrestigeKept, PrestigeShown, ProfessionTaken)
OPEN = ("grid/", "table/", "used/", "pile/", "track/")
"""Where things are put down; everything else is taken back."""
Places = dict[str, int]
"""Place -> how many lie there."""


def unseen(events: Sequence[Event]) -> tuple[Event, ...]:
    """Those that showed something hidden or drew by chance: taking them back cannot make it unknown."""
    return tuple(event for event in events if isinstance(event, UNSEEN))


def hands(*path: Table) -> tuple[Movement, ...]:
    """The movements from the first position to the last, take back before put down.

    Whose card an open one was is followed from position to position; all else the first and the last say.
    """
    before, after = path[0], path[-1]
    cards = (
        *card_hands(PROFESSION, [_names(each, "hand", "table") for each in path]),
        *card_hands(BONUS_CARD, [_names(each, "bonus", "used") for each in path]),
    )
    return tuple(sorted((*_all(before, after), *cards), key=_when))


def _names(position: Table, hand: Literal["hand", "bonus"], open_: Literal["table", "used"]) -> Lie:
    people = position.players.items()
    faces = {name: f"{open_}/{who}" for who, player in people for name in getattr(player, open_)}
    faces.pop(RECRUITING, None)
    return Lie(faces, {f"hand/{who}": getattr(player, hand) for who, player in people})


def _when(hand: Movement) -> int:
    """What lies on the table first leaves it, then hands are filled and emptied, then things are put down."""
    if hand.kind == "turn":
        return 0 if hand.to == "down" else 7
    match hand.from_.startswith(OPEN), hand.to.startswith(OPEN):
        case True, False:
            return 1
        case False, False:
            return 2 if hand.from_.startswith("stack/") else 4 if hand.to.startswith("stack/") else 3
        case True, True:
            return 5
    return 6


def _all(before: Table, after: Table) -> Iterator[Movement]:
    yield from _prestige_turned(before, after)
    for kind in LANDSCAPES:
        yield from _tiles(f"landscape/{kind}", _landscapes(before, kind), _landscapes(after, kind))
    for kind in BUILDINGS:
        yield from _tiles(f"building/{kind}", _laid(before, kind), _laid(after, kind))
    for kind, held in _HELD.items():
        yield from moved(kind, _held(before, kind, held), _held(after, kind, held), SUPPLY)
    for freedom in FREEDOMS:
        yield from moved(f"freedom/{freedom}", _freedoms(before, freedom), _freedoms(after, freedom), SUPPLY)
    kept, shall = _held(before, PRESTIGE_CARD, _prestige), _held(after, PRESTIGE_CARD, _prestige)
    yield from moved(f"{PRESTIGE_CARD}/{UNKNOWN}", kept, shall, f"stack/{PRESTIGE_CARD}")
    for who in before.house.seats:
        yield from moved(f"stone/{who}", _stones(before, who), _stones(after, who))
    yield from _markers(before, after)
    yield from _money(before, after)


# -- tiles, people and cards that nobody turns


def _tiles(what: str, before: Places, after: Places) -> Iterator[Movement]:
    """Tiles between grids and elsewhere; one that stays on a grid is taken off and laid anew."""
    for hand in moved(what, before, after, SUPPLY):
        if hand.from_.startswith("grid/") and hand.to.startswith("grid/"):
            yield Movement("move", what, 1, hand.from_, SUPPLY)
            yield Movement("move", what, 1, SUPPLY, hand.to)
        else:
            yield hand


def _laid(position: Table, kind: str) -> Places:
    return {
        f"grid/{who}/{tile.square}/{tile.turn}": 1
        for who, player in position.players.items()
        for tile in player.grid
        if tile.name == kind
    }


def _landscapes(position: Table, kind: str) -> Places:
    """One that is owed its place lies before him who won it."""
    owed = {
        f"player/{each.who}": 1 for each in position.agenda if isinstance(each, Place) and each.kind == kind
    }
    return {**_laid(position, kind), **_aside(position, kind), **owed}


def _aside(position: Table, kind: str) -> Places:
    """Won and not yet chosen, or given up by that choice (P-2.1)."""
    if not position.house.two:
        return {}
    people = position.players.items()
    aside = {f"aside/{who}": sum(won.kind == kind for won in player.won) for who, player in people}
    return {**aside, BOX: position.gone.get(kind, 0)}


def _held(position: Table, kind: str, held: Callable[[Player], int]) -> Places:
    """Of an object of the auction: what lies before players, for a profession on a table, aside or in the box."""
    people = position.players.items()
    own = {f"player/{who}": held(player) for who, player in people}
    left = {f"table/{who}": player.table.count(kind) for who, player in people}
    return {**own, **left, **_aside(position, kind)}


def _prestige(player: Player) -> int:
    return sum(player.prestige.values())


_HELD: Mapping[str, Callable[[Player], int]] = {
    "jester": attrgetter("jesters"),
    "builder": attrgetter("builders"),
    RECRUITING: attrgetter("recruiting"),
}


def _freedoms(position: Table, freedom: str) -> Places:
    """P-2.2: with two players the third is gone once each has one."""
    people = position.players.items()
    own = {f"player/{who}": int(freedom in player.freedoms) for who, player in people}
    gone = position.house.two and all(player.freedoms for _, player in people) and not any(own.values())
    return {**own, BOX: int(gone)}


def _prestige_turned(before: Table, after: Table) -> Iterator[Movement]:
    """Cards that the final count has turned up; a misread one lies as it lay."""
    for who in before.house.seats:
        was, shall = _shown(before, who), _shown(after, who)
        down, up = [card for card in was if card not in shall], [card for card in shall if card not in was]
        same = min(len(down), len(up))
        for card in down[same:]:
            yield Movement("turn", f"{PRESTIGE_CARD}/{card}", 1, "up", "down")
        for card in up[same:]:
            yield Movement("turn", f"{PRESTIGE_CARD}/{card}", 1, "down", "up")


def _shown(position: Table, who: str) -> Sequence[str]:
    if position.phase not in ("final", "over"):
        return ()
    return [card for card in position.players[who].prestige if card != UNKNOWN]


# -- stones, figures and florins


def _stones(position: Table, who: str) -> Places:
    """On a pile while objects are auctioned, on the track at the value of his best work, else before him."""
    player = position.players[who]
    laid: Places = {}
    if position.phase == "auction":
        laid = {f"pile/{won.kind}": 1 for won in player.won}
    elif position.phase == "actions" and player.best:
        laid = {_square(player.best): 1}
    return {**laid, f"player/{who}": (2 if position.house.two else 1) - len(laid)}


def _square(points: int) -> str:
    """P-B7: the track starts again at 0."""
    return f"track/{points % POINTS['track']}"


def _markers(before: Table, after: Table) -> Iterator[Movement]:
    for who, player in before.players.items():
        yield from _moved(f"points/{who}", _square(player.points), _square(after.players[who].points))
    yield from _moved("start", f"player/{before.start}", f"player/{after.start}")
    yield from _moved("round", f"round/{before.round}", f"round/{after.round}")


def _moved(what: str, source: str, target: str) -> Iterator[Movement]:
    if source != target:
        yield Movement("move", what, 1, source, target)


def _money(before: Table, after: Table) -> Iterator[Movement]:
    """To the bank, then from it."""
    over = {who: after.players[who].money - player.money for who, player in before.players.items()}
    for who, florins in over.items():
        if florins < 0:
            yield Movement("move", "money", -florins, f"player/{who}", BANK)
    for who, florins in over.items():
        if florins > 0:
            yield Movement("move", "money", florins, BANK, f"player/{who}")
