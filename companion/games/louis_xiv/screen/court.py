"""The board and the players' strips, as plain values made from a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, cast

from companion.games.louis_xiv.rules.evaluation import Window
from companion.games.louis_xiv.rules.events import CardPlayed, NeutralTurned
from companion.games.louis_xiv.rules.pieces import CHIPS, NEUTRAL, STACKS
from companion.games.louis_xiv.rules.ranking import most
from companion.games.louis_xiv.rules.state import Player as LivePlayer
from companion.games.louis_xiv.rules.state import Table as Position
from companion.games.louis_xiv.screen.card import card
from companion.games.louis_xiv.screen.views import Board, Condition, Player, Tile
from companion.games.louis_xiv.voice import names
from companion.rules.game import Seat
from companion.rules.moves import FINGER, Observation
from companion.rules.transaction import Event
from companion.screen.view_models import SymbolCountModel
from companion.voice.translator import Translator

REWARDS: Final[Mapping[int, tuple[SymbolCountModel, ...]]] = {
    1: (SymbolCountModel("sceptre"),),
    2: (SymbolCountModel("letter"),),
    3: (SymbolCountModel("ring"),),
    4: (SymbolCountModel("helmet"),),
    5: (SymbolCountModel("crown"),),
    6: (SymbolCountModel("arms"), SymbolCountModel("stones")),
    7: (SymbolCountModel("louis", 5),),
    8: (SymbolCountModel("stones", 2),),
    9: (SymbolCountModel("crown"),),
    10: (SymbolCountModel("arms", 2),),
    11: (SymbolCountModel("influence"),),
    12: (SymbolCountModel("arms"), SymbolCountModel("intrigue")),
}
"""What each person gives (L-M8), in symbols."""


def board(
    position: Position, latest: Iterable[Event], bag: Iterable[Observation], words: Translator, side: int = 0
) -> Board:
    """The twelve persons and what lies between them. `latest`: events, the newest first: they tell which
    influence card was played last. `bag`: what was noticed and belongs to no move yet.
    """
    laid = tuple(bag)
    round_ = words.gettext("Round {round}", round=position.round)
    played = next((event.card for event in latest if isinstance(event, CardPlayed | NeutralTurned)), None)
    last = (card(f"card/{played}", 1, words),) if played and position.played else ()
    return Board(
        tuple(tile(position, number, laid, words) for number in position.tiles),
        tuple(SymbolCountModel(who, player.general) for who, player in position.players.items()),
        last,
        (round_, words.name_of("phase", position.phase)),
        side,
    )


def tile(position: Position, number: int, bag: Iterable[Observation], words: Translator) -> Tile:
    """A person as the table shows it."""
    tile = position.tiles[number]
    condition = position.condition(number)
    leaders = most(tile.stones)
    counts = [*sorted(tile.stones.values(), reverse=True), 0]
    now = position.tile == number and position.phase == "evaluation"
    window = now and bool(position.agenda) and isinstance(position.agenda[0], Window)
    return Tile(
        number=number,
        person=names.tile(words, number),
        reward=REWARDS[number],
        condition=cast(Condition, condition.kind),
        value=condition.number or None,
        back=tile.side == "back",
        stones=tuple(
            SymbolCountModel(who, tile.stones[who])
            for who in (*position.players, NEUTRAL)
            if tile.stones.get(who)
        ),
        leaders=leaders,
        margin=counts[0] - counts[1] if len(leaders) == 1 else 0,
        king=position.king == number,
        now=now,
        window=window,
        noticed=_noticed(position, number, bag),
    )


def _noticed(position: Position, number: int, bag: Iterable[Observation]) -> SymbolCountModel | None:
    """The stones that lie on a tile for a move which is not finished: seals read there, and fingers of whose
    turn it is.
    """
    zone = f"tile/{number}"
    stones = Counter(
        position.turn if sight.piece == FINGER else sight.piece.removeprefix("seal/")
        for sight in bag
        if sight.zone == zone and (sight.piece == FINGER or sight.piece.startswith("seal/"))
    )
    del stones[None]  # the king's tile, touched when a money card is turned
    return next((SymbolCountModel(who, count) for who, count in stones.items() if who), None)


def players(position: Position, seats: Iterable[Seat]) -> tuple[Player, ...]:
    """Everybody's strip, clockwise."""
    return tuple(_player(position, seat, position.players[seat.colour]) for seat in seats)


def _player(position: Position, seat: Seat, player: LivePlayer) -> Player:
    return Player(
        seat=seat,
        money=player.money,
        own=player.own,
        general=player.general,
        arms=player.arms,
        chips=tuple(SymbolCountModel(chip, player.chips[chip]) for chip in CHIPS if player.chips.get(chip)),
        influence=sum(player.influence.values()),
        intrigue=sum(player.intrigue.values()),
        hand=tuple(SymbolCountModel(stack, player.hand[stack]) for stack in STACKS if player.hand.get(stack)),
        missions=len(player.missions),
        start=position.start == seat.colour,
        turn=position.turn == seat.colour,
    )
