"""The models of the board and the player panels, made from a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, cast

from companion.games.louis_xiv.rules.events import InfluenceCardPlayed, NeutralCardTurned
from companion.games.louis_xiv.rules.phases.evaluation import IntrigueDecision
from companion.games.louis_xiv.rules.phases.tile_ranking import players_with_most
from companion.games.louis_xiv.rules.pieces import CHIPS, NEUTRAL, STACKS
from companion.games.louis_xiv.rules.state import PlayerState as LivePlayer
from companion.games.louis_xiv.rules.state import TableState as Position
from companion.games.louis_xiv.screen.hand_cards import hand_card_model
from companion.games.louis_xiv.screen.view_models import BoardModel, ConditionKind, PlayerModel, TileModel
from companion.games.louis_xiv.voice import names
from companion.rules.game import Seat
from companion.rules.moves import FINGER, Observation
from companion.rules.transaction import Event
from companion.screen.view_models import SymbolCountModel
from companion.voice.translator import Translator

REWARD_SYMBOLS: Final[Mapping[int, tuple[SymbolCountModel, ...]]] = {
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
"""Tile -> the symbols of its reward (L-M8)."""


def board_model(
    position: Position,
    latest: Iterable[Event],
    pending_input: Iterable[Observation],
    translator: Translator,
    side: int = 0,
) -> BoardModel:
    """The board.

    `latest` are events, the newest first, which tell the influence card played last. `pending_input` was
    observed and belongs to no move yet; `side` is where the screen stands.
    """
    laid = tuple(pending_input)
    round_ = translator.gettext("Round {round}", round=position.round)
    played = next(
        (event.card for event in latest if isinstance(event, InfluenceCardPlayed | NeutralCardTurned)), None
    )
    last = (hand_card_model(f"card/{played}", 1, translator),) if played and position.played else ()
    return BoardModel(
        tuple(tile_model(position, number, laid, translator) for number in position.tiles),
        tuple(SymbolCountModel(who, player.general) for who, player in position.players.items()),
        last,
        (round_, translator.name_of("phase", position.phase)),
        side,
    )


def tile_model(
    position: Position, number: int, pending_input: Iterable[Observation], translator: Translator
) -> TileModel:
    """The tile as the table shows it."""
    tile = position.tiles[number]
    condition = position.condition(number)
    leaders = players_with_most(tile.stones)
    counts = [*sorted(tile.stones.values(), reverse=True), 0]
    now = position.tile == number and position.phase == "evaluation"
    window = now and bool(position.agenda) and isinstance(position.agenda[0], IntrigueDecision)
    return TileModel(
        number=number,
        person=names.person_name(translator, number),
        reward=REWARD_SYMBOLS[number],
        condition=cast(ConditionKind, condition.kind),
        condition_value=condition.number or None,
        shows_back=tile.side == "back",
        stones=tuple(
            SymbolCountModel(who, tile.stones[who])
            for who in (*position.players, NEUTRAL)
            if tile.stones.get(who)
        ),
        leaders=leaders,
        margin=counts[0] - counts[1] if len(leaders) == 1 else 0,
        has_king=position.king == number,
        is_being_evaluated=now,
        intrigue_is_open=window,
        noticed_stones=_noticed_stones(position, number, pending_input),
    )


def _noticed_stones(
    position: Position, number: int, pending_input: Iterable[Observation]
) -> SymbolCountModel | None:
    """The stones on a tile for an unfinished move: seals read there, and touches of the player on turn."""
    zone = f"tile/{number}"
    stones = Counter(
        position.awaited_player if observation.piece == FINGER else observation.piece.removeprefix("seal/")
        for observation in pending_input
        if observation.zone == zone and (observation.piece == FINGER or observation.piece.startswith("seal/"))
    )
    del stones[None]  # a touch of the king's tile, when a money card is turned
    return next((SymbolCountModel(who, count) for who, count in stones.items() if who), None)


def player_models(position: Position, seats: Iterable[Seat]) -> tuple[PlayerModel, ...]:
    """The panels of all players, clockwise."""
    return tuple(_player_model(position, seat, position.players[seat.colour]) for seat in seats)


def _player_model(position: Position, seat: Seat, player: LivePlayer) -> PlayerModel:
    return PlayerModel(
        seat=seat,
        money=player.money,
        own_stones=player.own,
        general_stones=player.general,
        arms=player.arms,
        chips=tuple(SymbolCountModel(chip, player.chips[chip]) for chip in CHIPS if player.chips.get(chip)),
        influence_cards=sum(player.influence.values()),
        intrigue_cards=sum(player.intrigue.values()),
        mission_backs=tuple(
            SymbolCountModel(stack, player.hand[stack]) for stack in STACKS if player.hand.get(stack)
        ),
        missions_laid_out=len(player.missions),
        is_start_player=position.start == seat.colour,
        is_on_turn=position.awaited_player == seat.colour,
    )
