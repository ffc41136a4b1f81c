"""Reading and writing positions of Louis XIV as plain JSON values (notation.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.games.louis_xiv.rules.agenda_items import AnyAgendaItem
from companion.games.louis_xiv.rules.phases.final_scoring import final_result
from companion.games.louis_xiv.rules.pieces import TILES, parse_mission
from companion.games.louis_xiv.rules.state import Phase, PlayerState, TableState, TileState
from companion.rules.json_validation import parse_position, plain_position
from companion.rules.multiset import without_zeros

MAX_LISTED = 100  # items: longer lists (agenda, cards turned) are misfits: no table has half as many


def to_json(position: TableState) -> dict[str, Any]:
    """The position as dicts, lists, numbers and strings; keys without a meaning at present are absent."""
    values = {
        "round": position.round,
        "phase": position.phase,
        "start": position.start,
        "turn": position.awaited_player,
        "king": position.king,
        "tile": position.tile,
        "players": position.players,
        "tiles": position.tiles,
        "played": position.played,
        "turned": position.turned or None,
        "agenda": position.agenda,
    }
    return plain_position(values, final_result(position.players) if position.phase == "over" else None)


class PositionData(Struct, frozen=True, forbid_unknown_fields=True):
    """A serialised position; absent keys have their defaults."""

    phase: Phase
    players: dict[str, PlayerState]
    round: int = 1
    start: str = ""
    turn: str | None = None
    king: int | None = None
    tile: int | None = None
    tiles: dict[int, TileState] = {}
    played: dict[str, int] = {}
    turned: Annotated[list[str], Meta(max_length=MAX_LISTED)] = []
    agenda: Annotated[list[AnyAgendaItem], Meta(max_length=MAX_LISTED)] | None = None
    scores: dict[str, int] | None = None
    winners: list[str] | None = None


def parse_position_data(data: Mapping[str, Any]) -> PositionData:
    """The position as written, tidied: no zero counts, all twelve tiles, missions by their canonical name.

    Raises InvalidRecord with every value that has the wrong shape, each by its path.
    """
    parsed = parse_position(data, PositionData)
    players = {who: _tidy_player(player) for who, player in parsed.players.items()}
    tiles = {
        number: TileState(tile.side, without_zeros(tile.stones))
        for number, tile in ({number: TileState() for number in TILES} | parsed.tiles).items()
    }
    return replace(parsed, players=players, tiles=tiles, played=without_zeros(parsed.played))


def _tidy_player(player: PlayerState) -> PlayerState:
    return replace(
        player,
        chips=without_zeros(player.chips),
        influence=without_zeros(player.influence),
        intrigue=without_zeros(player.intrigue),
        hand=without_zeros(player.hand),
        shown=without_zeros(player.shown),
        missions=tuple(sorted(parse_mission(name) or name for name in player.missions)),
        used=tuple(sorted(player.used)),
    )
