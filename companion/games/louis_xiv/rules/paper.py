"""Positions of Louis XIV as plain JSON values, out and in (notation.md)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from companion.games.louis_xiv.rules.agenda import AnyItem
from companion.games.louis_xiv.rules.final import result_of
from companion.games.louis_xiv.rules.pieces import TILES, mission_word
from companion.games.louis_xiv.rules.state import Phase, Player, Table, Tile
from companion.rules.errors import Unreadable
from companion.rules.json_validation import validation_errors
from companion.rules.multiset import without_zeros

MOST_LISTED = 100  # things still to be done, cards turned, misfits told: no table has half as many


def to_json(position: Table) -> dict[str, Any]:
    """The position as dicts, lists, numbers and strings; keys that mean nothing now are absent."""
    now: dict[str, Any] = {
        "round": position.round,
        "phase": position.phase,
        "start": position.start,
        "turn": position.turn,
        "king": position.king,
        "tile": position.tile,
        "players": position.players,
        "tiles": position.tiles,
        "played": position.played,
        "turned": position.turned or None,
        "agenda": position.agenda,
    }
    if position.phase == "over":
        result = result_of(position.players)
        now |= {"scores": result.scores, "winners": result.winners}
    present = {key: value for key, value in now.items() if value is not None}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(present))
    return plain


class Paper(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it comes in: keys left out mean nothing there."""

    phase: Phase
    players: dict[str, Player]
    round: int = 1
    start: str = ""
    turn: str | None = None
    king: int | None = None
    tile: int | None = None
    tiles: dict[int, Tile] = {}
    played: dict[str, int] = {}
    turned: Annotated[list[str], Meta(max_length=MOST_LISTED)] = []
    agenda: Annotated[list[AnyItem], Meta(max_length=MOST_LISTED)] | None = None
    scores: dict[str, int] | None = None
    winners: list[str] | None = None


def from_json(data: Mapping[str, Any]) -> Paper:
    """The position as written, tidied: no zero counts, all twelve tiles, missions by their one name.

    Raises Unreadable with every value that has the wrong shape, each by its path.
    """
    try:
        paper = msgspec.convert(data, Paper, str_keys=True)
    except (msgspec.ValidationError, RecursionError) as wrong:
        told = "; ".join(islice(validation_errors(data, Paper), MOST_LISTED)) or wrong
        raise Unreadable(f"the position: {told}; see the notation page for its shape") from wrong
    players = {who: _tidy(player) for who, player in paper.players.items()}
    tiles = {
        number: Tile(tile.side, without_zeros(tile.stones))
        for number, tile in ({number: Tile() for number in TILES} | paper.tiles).items()
    }
    return msgspec.structs.replace(paper, players=players, tiles=tiles, played=without_zeros(paper.played))


def _tidy(player: Player) -> Player:
    return msgspec.structs.replace(
        player,
        chips=without_zeros(player.chips),
        influence=without_zeros(player.influence),
        intrigue=without_zeros(player.intrigue),
        hand=without_zeros(player.hand),
        shown=without_zeros(player.shown),
        missions=tuple(sorted(mission_word(name) or name for name in player.missions)),
        used=tuple(sorted(player.used)),
    )
