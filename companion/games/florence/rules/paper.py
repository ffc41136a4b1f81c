"""Positions of the Princes of Florence as plain JSON values, out and in (notation.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from companion.games.florence.rules.actions import Acting
from companion.games.florence.rules.auction import Bidding, NextAuction, Open
from companion.games.florence.rules.final import ShowPrestige, result_of
from companion.games.florence.rules.grid import spot
from companion.games.florence.rules.objects import Choose, Keep, NextChoice, Place, RecruitNow
from companion.games.florence.rules.printed import LANDSCAPES, TILES
from companion.games.florence.rules.state import Auction, House, Phase, Player, Table, Tile, Won
from companion.rules.agenda import AgendaItem
from companion.rules.errors import Unreadable
from companion.rules.json_validation import validation_errors
from companion.rules.multiset import Multiset, without_zeros

MOST_LISTED = 100  # misfits told
LONGEST_PRICE = 20  # digits: no bid has more, nor has any number in JSON
Owed = Place | Keep | RecruitNow | Choose


# -- out


def to_json(position: Table) -> dict[str, Any]:
    """The position as dicts, lists, numbers and strings; keys that mean nothing now are absent."""
    item = position.agenda[0] if position.agenda else None
    now: dict[str, Any] = {
        "round": position.round,
        "phase": position.phase,
        "start": position.start,
        "turn": position.turn,
        "gone": position.gone or None,
        "auction": position.auction,
        "owed": item.owed if isinstance(item, Owed) else None,
        "actions": position.actions or None,
        "players": {who: _player_out(player) for who, player in position.players.items()},
    }
    if position.phase == "over":
        result = result_of(position)
        now |= {"scores": result.scores, "winners": result.winners}
    present = {key: value for key, value in now.items() if value is not None}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(present))
    return plain


def _player_out(player: Player) -> dict[str, Any]:
    values = msgspec.structs.asdict(player)
    return values | {"grid": list(map(str, player.grid)), "won": list(map(str, player.won))}


# -- in


class PlayerPaper(Struct, frozen=True, forbid_unknown_fields=True):
    """A player as he comes in: keys left out mean nothing there."""

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


class Paper(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it comes in."""

    phase: Phase
    players: dict[str, PlayerPaper]
    round: int = 1
    start: str = ""
    turn: str | None = None
    gone: dict[str, int] = {}
    auction: Auction | None = None
    owed: str | None = None
    actions: list[str] = []
    scores: dict[str, int] | None = None
    winners: list[str] | None = None


def from_json(data: Mapping[str, Any]) -> Paper:
    """The position as written. Raises Unreadable with every value that has the wrong shape, each by its path."""
    try:
        return msgspec.convert(data, Paper, str_keys=True)
    except (msgspec.ValidationError, RecursionError) as wrong:
        told = "; ".join(islice(validation_errors(data, Paper), MOST_LISTED)) or wrong
        raise Unreadable(f"the position: {told}; see the notation page for its shape") from wrong


def players(paper: Paper, house: House) -> Mapping[str, Player]:
    """The players clockwise, strangers last. Raises Unreadable with every tile and object won that is none."""
    wrong: list[str] = []
    seat = {who: number for number, who in enumerate(house.seats)}
    read = {
        who: _player_in(f"/players/{who}", paper.players[who], house, wrong)
        for who in sorted(paper.players, key=lambda who: (seat.get(who, len(seat)), who))
    }
    if wrong:
        raise Unreadable(
            f"the position: {'; '.join(wrong[:MOST_LISTED])}; see the notation page for its shape"
        )
    return read


def _player_in(path: str, paper: PlayerPaper, house: House, wrong: list[str]) -> Player:
    return Player(
        money=paper.money,
        points=paper.points,
        grid=tuple(_tiles(f"{path}/grid", paper.grid, house, wrong)),
        builders=paper.builders,
        jesters=paper.jesters,
        recruiting=paper.recruiting,
        freedoms=tuple(paper.freedoms),
        hand=without_zeros(paper.hand),
        table=tuple(paper.table),
        bonus=without_zeros(paper.bonus),
        used=tuple(paper.used),
        prestige=without_zeros(paper.prestige),
        won=tuple(_won(f"{path}/won", paper.won, wrong)),
        out=paper.out,
        best=paper.best,
    )


def _tiles(path: str, texts: list[str], house: House, wrong: list[str]) -> Iterator[Tile]:
    for number, text in enumerate(texts):
        tile = _tile(text, house)
        if tile is None:
            wrong.append(
                f"{path}/{number}: {text!r} is no tile wholly on the grid; write it as `forest d4 r1`"
            )
        else:
            yield tile


def _tile(text: str, house: House) -> Tile | None:
    match text.split(" "):
        case (name, square, turn) if name in TILES:
            found = spot(house.outlines[name], square, turn)
            return None if found is None else Tile(name, found.square, found.turn, found.squares)
    return None


def _won(path: str, texts: list[str], wrong: list[str]) -> Iterator[Won]:
    for number, text in enumerate(texts):
        kind, _, price = text.partition(" ")
        if not (price.isascii() and price.isdecimal() and len(price) < LONGEST_PRICE):
            wrong.append(f"{path}/{number}: {text!r} is nothing won; write kind and price, as `forest 400`")
        else:
            yield Won(kind, int(price))


def agenda(position: Table, turn: str | None, owed: str | None) -> tuple[AgendaItem, ...]:
    """What is still to be done there, as phase, turn, auction and what is owed say it.

    Raises Unreadable for what nobody can owe, and where it must say who bids.
    """
    if owed is not None and (turn is None or position.phase != "auction"):
        raise Unreadable(f"/owed: {owed!r} is owed by `turn`, and only in the phase `auction`")
    match position.phase:
        case "actions":
            return (Acting(turn or position.start),)
        case "final":
            return (ShowPrestige(),)
        case "over":
            return ()
    if owed is not None and turn is not None:
        return _owed(position, turn, owed)
    if turn is None and position.auction is not None:
        raise Unreadable("/turn: missing; while an object is auctioned it says who bids or passes")
    if turn is None:
        return (NextAuction(),)
    return (Open(turn),) if position.auction is None else (Bidding(turn),)


def _owed(position: Table, who: str, owed: str) -> tuple[AgendaItem, ...]:
    """What he owes, and what comes after it; raises Unreadable."""
    after = NextChoice() if position.house.two else NextAuction()
    match owed.split(" "):
        case ("place", kind) if kind in LANDSCAPES:
            return Place(who, kind, position.players.get(who, Player()).has(kind)), after
        case ("keep",):
            return Keep(who), after
        case ("recruit",):
            return RecruitNow(who), after
        case ("choose",):
            return (Choose(who),)
    raise Unreadable(f"/owed: {owed!r}; write `place forest`, `keep`, `recruit` or `choose`")


def counts(paper: Paper) -> Multiset:
    """What left the game."""
    return without_zeros(paper.gone)
