"""Louis XIV in hand movements: where everything lies, and what nobody can unsee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from companion.games.louis_xiv.rules.events import (
    InfluenceDrawn,
    IntrigueDrawn,
    MoneyTurned,
    NeutralTurned,
    Shuffled,
)
from companion.games.louis_xiv.rules.outcomes import ArmsShown, MissionDrawn
from companion.games.louis_xiv.rules.pieces import CHIPS, INFLUENCE, MISSION_TYPE, NEUTRAL, STACKS, TILES
from companion.games.louis_xiv.rules.state import Table
from companion.rules.movements import Movement, in_order, moved, net
from companion.rules.tale import Event

BOARD = ("tile/", "played", "laid/")
Places = Mapping[str, int]


def hands(*path: Table) -> tuple[Movement, ...]:
    """The movements from the first position to the last, take back before put down.

    The positions between tell whose each card was: one alone does not.
    """
    steps = (hand for before, after in pairwise(path) for hand in _all(before, after))
    return in_order(net(steps), BOARD)


def _all(before: Table, after: Table) -> Iterator[Movement]:
    for who in before.house.seats:
        yield from moved(f"stone/{who}", _stones(before, who), _stones(after, who))
    yield from moved(f"stone/{NEUTRAL}", _neutral(before), _neutral(after), "box")
    yield from moved("money", _held(before, "money"), _held(after, "money"), "bank")
    yield from moved("arms", _held(before, "arms"), _held(after, "arms"), "deck/arms")
    for chip in CHIPS:
        yield from moved(f"chip/{chip}", _chips(before, chip), _chips(after, chip), "middle")
    yield from _influence(before, after)
    yield from moved("intrigue", _intrigue(before), _intrigue(after), "deck/intrigue")
    for stack in STACKS:
        yield from moved(
            f"mission/{stack}", _missions(before, stack), _missions(after, stack), f"stack/{stack}"
        )
    if before.king != after.king:
        yield Movement("move", "king", 1, _kings(before), _kings(after))
    for tile in TILES:
        old, new = before.tiles[tile].side, after.tiles[tile].side
        if old != new:
            yield Movement("turn", f"tile/{tile}", 1, old, new)
    if before.start != after.start:
        yield Movement("move", "start", 1, f"player/{before.start}", f"player/{after.start}")


def _kings(position: Table) -> str:
    """Where the king stands: on his tile, else beside the money cards."""
    return f"tile/{position.king}" if position.king else "deck/money"


def _stones(position: Table, who: str) -> Places:
    player = position.players[who]
    on_tiles = {f"tile/{number}": tile.stones.get(who, 0) for number, tile in position.tiles.items()}
    return {**on_tiles, f"own/{who}": player.own, f"general/{who}": player.general}


def _neutral(position: Table) -> Places:
    return {f"tile/{number}": tile.stones.get(NEUTRAL, 0) for number, tile in position.tiles.items()}


def _held(position: Table, what: str) -> Places:
    return {f"player/{who}": getattr(player, what) for who, player in position.players.items()}


def _chips(position: Table, chip: str) -> Places:
    return {f"player/{who}": player.chips.get(chip, 0) for who, player in position.players.items()}


def _influence(before: Table, after: Table) -> Iterator[Movement]:
    """Cards that lie open go back by name; the rest are backs between hands and deck."""
    known: dict[str, int] = {}
    for card in INFLUENCE:
        change = after.played.get(card, 0) - before.played.get(card, 0)
        if change:
            known[card] = change
    hand_before = {f"hand/{who}": sum(player.influence.values()) for who, player in before.players.items()}
    hand_after = {f"hand/{who}": sum(player.influence.values()) for who, player in after.players.items()}
    for card, change in known.items():
        place = _whose(hand_before, hand_after, change)
        source, target = ("played", place) if change < 0 else (place, "played")
        for _ in range(abs(change)):
            yield Movement("move", f"card/{card}", 1, source, target)
            if place.startswith("hand/"):
                hand_before[place] += 1 if change < 0 else -1
            place = _whose(hand_before, hand_after, change)
            source, target = ("played", place) if change < 0 else (place, "played")
    yield from moved("influence", hand_before, hand_after, "deck/influence")


def _whose(before: Places, after: Places, change: int) -> str:
    """The hand that a card from the middle goes back to (or came from); else the deck."""
    for place in before:
        if (after[place] - before[place]) * change < 0:
            return place
    return "deck/influence"


def _intrigue(position: Table) -> Places:
    return {f"hand/{who}": sum(player.intrigue.values()) for who, player in position.players.items()}


def _missions(position: Table, stack: str) -> Places:
    places: dict[str, int] = {}
    for who, player in position.players.items():
        places[f"laid/{who}"] = sum(MISSION_TYPE[name].startswith(stack) for name in player.missions)
        places[f"hand/{who}"] = player.hand.get(stack, 0)
    return places


UNSEEN = (ArmsShown, InfluenceDrawn, IntrigueDrawn, MissionDrawn, MoneyTurned, NeutralTurned, Shuffled)


def unseen(events: Sequence[Event]) -> tuple[Event, ...]:
    """Those that showed something hidden or drew by chance: taking them back cannot make it unknown."""
    return tuple(event for event in events if isinstance(event, UNSEEN))
