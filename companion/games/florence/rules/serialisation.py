"""Reading and writing positions of the Princes of Florence as plain JSON values (notation.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from companion.games.florence.rules.edition import LANDSCAPES, TILE_NAMES
from companion.games.florence.rules.grid_geometry import find_spot
from companion.games.florence.rules.phases.auction import BiddingDecision, OpeningDecision, StartNextAuction
from companion.games.florence.rules.phases.final_scoring import ShowPrestigeCardsDecision, final_result
from companion.games.florence.rules.phases.turn_options import ActionDecision
from companion.games.florence.rules.phases.won_objects import (
    AskNextObjectChoice,
    KeepPrestigeCardDecision,
    ObjectChoiceDecision,
    OwedDecision,
    PlacementDecision,
    RecruitingDecision,
)
from companion.games.florence.rules.state import (
    AuctionState,
    GameConfig,
    Phase,
    PlacedTile,
    PlayerState,
    TableState,
    WonObject,
)
from companion.rules.agenda import AgendaItem
from companion.rules.clauses import Refusal, declare_clause
from companion.rules.errors import InvalidRecord
from companion.rules.json_validation import invalid_position, parse_position, plain_position
from companion.rules.multiset import Multiset, without_zeros

NO_PLACED_TILE = declare_clause("P-M2", "no-placed-tile", "path", "tile", "example")
NO_WON_OBJECT = declare_clause("P-A1", "no-won-object", "path", "object", "example")
OWED_OUTSIDE = declare_clause("P-A5", "owed-outside", "owed", "turn", "phase")
OWED_UNKNOWN = declare_clause("P-A5", "owed-unknown", "owed", "words")
NO_BIDDER = declare_clause("P-A1", "no-bidder")
MAX_PRICE_DIGITS = 20  # digits: no bid has more, nor has any number in JSON


# -- writing


def to_json(position: TableState) -> dict[str, Any]:
    """The position as dicts, lists, numbers and strings; keys without a meaning at present are absent."""
    item = position.agenda[0] if position.agenda else None
    values = {
        "round": position.round,
        "phase": position.phase,
        "start": position.start,
        "turn": position.awaited_player,
        "gone": position.gone or None,
        "auction": position.auction,
        "owed": item.owed_notation if isinstance(item, OwedDecision) else None,
        "actions": position.actions or None,
        "players": {who: _player_to_json(player) for who, player in position.players.items()},
    }
    return plain_position(values, final_result(position) if position.phase == "over" else None)


def _player_to_json(player: PlayerState) -> dict[str, Any]:
    values = asdict(player)
    return values | {"grid": list(map(str, player.grid)), "won": list(map(str, player.won))}


# -- reading


class PlayerData(Struct, frozen=True, forbid_unknown_fields=True):
    """A serialised player; absent keys have their defaults."""

    money: int = 0
    points: int = 0
    grid: list[str] = []
    builders: int = 0
    jesters: int = 0
    recruiting: int = 0
    freedoms: list[str] = []
    hand: dict[str, int] = {}
    table: list[str] = []
    bonus: dict[str, int] = {}
    used: list[str] = []
    prestige: dict[str, int] = {}
    won: list[str] = []
    out: bool = False
    best: int = 0


class PositionData(Struct, frozen=True, forbid_unknown_fields=True):
    """A serialised position; absent keys have their defaults."""

    phase: Phase
    players: dict[str, PlayerData]
    round: int = 1
    start: str = ""
    turn: str | None = None
    gone: dict[str, int] = {}
    auction: AuctionState | None = None
    owed: str | None = None
    actions: list[str] = []
    scores: dict[str, int] | None = None
    winners: list[str] | None = None


def parse_position_data(data: Mapping[str, Any]) -> PositionData:
    """The position as written.

    Raises InvalidRecord with every value that has the wrong shape, each by its path.
    """
    return parse_position(data, PositionData)


def parse_players(data: PositionData, config: GameConfig) -> Mapping[str, PlayerState]:
    """The players clockwise, those not seated last.

    Raises InvalidRecord with every tile and object won that cannot be read.
    """
    wrong: list[Refusal] = []
    read = {
        who: _parse_player(f"/players/{who}", data.players[who], config, wrong)
        for who in config.in_seat_order(sorted(data.players))
    }
    if wrong:
        raise invalid_position(wrong)
    return read


def _parse_player(path: str, data: PlayerData, config: GameConfig, wrong: list[Refusal]) -> PlayerState:
    return PlayerState(
        money=data.money,
        points=data.points,
        grid=tuple(_parse_tiles(f"{path}/grid", data.grid, config, wrong)),
        builders=data.builders,
        jesters=data.jesters,
        recruiting=data.recruiting,
        freedoms=tuple(data.freedoms),
        hand=without_zeros(data.hand),
        table=tuple(data.table),
        bonus=without_zeros(data.bonus),
        used=tuple(data.used),
        prestige=without_zeros(data.prestige),
        won=tuple(_parse_won_objects(f"{path}/won", data.won, wrong)),
        out=data.out,
        best=data.best,
    )


def _parse_tiles(
    path: str, texts: list[str], config: GameConfig, wrong: list[Refusal]
) -> Iterator[PlacedTile]:
    for number, text in enumerate(texts):
        tile = _parse_tile(text, config)
        if tile is None:
            wrong.append(NO_PLACED_TILE(f"{path}/{number}", repr(text), "`forest d4 r1`"))
        else:
            yield tile


def _parse_tile(text: str, config: GameConfig) -> PlacedTile | None:
    match text.split(" "):
        case (name, square, turn) if name in TILE_NAMES:
            found = find_spot(config.outlines[name], square, turn)
            return (
                None
                if found is None
                else PlacedTile(name, found.square, found.rotation, found.covered_squares)
            )
    return None


def _parse_won_objects(path: str, texts: list[str], wrong: list[Refusal]) -> Iterator[WonObject]:
    for number, text in enumerate(texts):
        kind, _, price = text.partition(" ")
        if not (price.isascii() and price.isdecimal() and len(price) < MAX_PRICE_DIGITS):
            wrong.append(NO_WON_OBJECT(f"{path}/{number}", repr(text), "`forest 400`"))
        else:
            yield WonObject(kind, int(price))


def resumed_agenda(position: TableState, turn: str | None, owed: str | None) -> tuple[AgendaItem, ...]:
    """The agenda that follows from phase, turn, auction and what is owed.

    Raises InvalidRecord for what nobody can owe, and where it must say who bids.
    """
    if owed is not None and (turn is None or position.phase != "auction"):
        raise InvalidRecord(OWED_OUTSIDE(repr(owed), "`turn`", "`auction`"))
    match position.phase:
        case "actions":
            return (ActionDecision(turn or position.start),)
        case "final":
            return (ShowPrestigeCardsDecision(),)
        case "over":
            return ()
    if owed is not None and turn is not None:
        return _parse_owed(position, turn, owed)
    if turn is None and position.auction is not None:
        raise InvalidRecord(NO_BIDDER())
    if turn is None:
        return (StartNextAuction(),)
    return (OpeningDecision(turn),) if position.auction is None else (BiddingDecision(turn),)


def _parse_owed(position: TableState, who: str, owed: str) -> tuple[AgendaItem, ...]:
    """The decision that the player owes and what comes after it; raises InvalidRecord for other words."""
    after = AskNextObjectChoice() if position.config.is_two_player else StartNextAuction()
    match owed.split(" "):
        case ("place", kind) if kind in LANDSCAPES:
            return PlacementDecision(
                who, kind, position.players.get(who, PlayerState()).count_tiles(kind)
            ), after
        case ("keep",):
            return KeepPrestigeCardDecision(who), after
        case ("recruit",):
            return RecruitingDecision(who), after
        case ("choose",):
            return (ObjectChoiceDecision(who),)
    raise InvalidRecord(OWED_UNKNOWN(repr(owed), "`place forest`, `keep`, `recruit`, `choose`"))


def removed_objects(data: PositionData) -> Multiset:
    """Kind -> how many objects left the game."""
    return without_zeros(data.gone)
