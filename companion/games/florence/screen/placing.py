"""A tile that is to be laid in a principality, made ready to be shown: where it may lie, and why not elsewhere (P-A4,
P-B4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.games.florence.rules import grid
from companion.games.florence.rules.actions import Acting, price_of
from companion.games.florence.rules.grid import Outline, Spot
from companion.games.florence.rules.objects import Place
from companion.games.florence.rules.pieces import grid_of
from companion.games.florence.rules.placing import why_not
from companion.games.florence.rules.printed import LANDSCAPES, POINTS
from companion.games.florence.rules.state import Table
from companion.games.florence.screen.views import Laid
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.layout import spot_id as at
from companion.rules.moves import FINGER
from companion.screen.presenters.prompt import find_seat
from companion.screen.ui_state import UiState
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator
from companion.voice.voice import Voice

GRID, TURN, BUILDING = "grid/", "turn/", "building/"
CLEAR = "clear"

Where = tuple[str, str]
"""A square and a turn, as a place is spelt: `d4`, `r1m`."""


class Labels(Struct, frozen=True):
    """What stands on the buttons; `well`: that the tile may lie where it is, `otherwise`: that it must be turned."""

    lay: str
    cancel: str
    well: str
    otherwise: str


class Placing(Struct, frozen=True):
    """Whose tile it is, what lies there already, and for every place wholly on the grid "" where the tile may lie, else
    the reason why not (`why`).

    chosen: the building that somebody wants to build (`building/library`), "" of a landscape, which cannot be given
    back. said: what was noticed of the move so far. pointed: what the shared buttons point at.
    """

    seat: Seat
    tile: str
    words: str
    outline: Outline
    lies: tuple[Laid, ...]
    why: Mapping[Where, str]
    labels: Labels
    chosen: str = ""
    said: tuple[str, ...] = ()
    pointed: frozenset[str] = frozenset()

    def at(self, where: Where) -> Spot | None:
        """The place of that name, however it is spelt."""
        return grid.spot(self.outline, *where)

    def turned(self, turn: str) -> Iterator[Spot]:
        """Every place on the grid, turned like that."""
        turn = grid.turns(self.outline)[turn]
        return (spot for spot in grid.spots(self.outline) if spot.turn == turn)

    def legal(self, turn: str) -> Iterator[Spot]:
        """Where it may lie, turned like that."""
        return (spot for spot in self.turned(turn) if not self.why[where(spot)])

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns that make different shapes."""
        return tuple(dict.fromkeys(grid.turns(self.outline).values()))

    def says(self, spot: Spot) -> tuple[str, ...]:
        """What must be touched, one thing after another, so that the tile lies there."""
        wanted = (*filter(None, (self.chosen,)), at(grid_of(self.seat.colour), spot.square), TURN + spot.turn)
        begun = wanted[: len(self.said)]
        return wanted[len(begun) :] if begun == self.said else (CLEAR, *wanted)


def square_of(thing: str) -> str:
    """The square of a grid that is touched; "" where it is something else."""
    return thing.rpartition("/")[2] if thing.startswith(GRID) else ""


def where(spot: Spot) -> Where:
    """How a place is spelt."""
    return spot.square, spot.turn


def placing_of(now: Snapshot, look: UiState, voice: Voice) -> Placing | None:
    """The tile that somebody at the screen is to lay now; None when there is none."""
    position = now.position
    assert isinstance(position, Table)
    found = _asked(position, now)
    if found is None or not any(thing.startswith((GRID, TURN)) for thing in now.steps_by_touch_target):
        return None
    who, tile, chosen = found
    person = find_seat(now, who)
    if person is None or (look.is_virtual and who not in look.human_colours):
        return None
    words = voice.translator
    return Placing(
        person,
        tile,
        words.name_of("face", tile),
        position.house.outlines[tile],
        tuple(Laid(each.name, each.squares) for each in position.players[who].grid),
        {where(spot): why for spot, why in _why(position, who, tile, voice)},
        _labels(position, who, tile, words),
        chosen,
        tuple(_said(now, chosen)),
        frozenset({now.pointed_at} - {""}),
    )


def _asked(position: Table, now: Snapshot) -> tuple[str, str, str] | None:
    """Who lays what, and the building that was chosen for it."""
    match position.agenda[:1]:
        case (Place(who=who, kind=kind),):
            return who, kind, ""
        case (Acting(who=who),):
            for sight in now.pending_input:
                thing = sight.zone if sight.piece == FINGER else sight.piece
                if thing.startswith(BUILDING):
                    return who, thing.removeprefix(BUILDING), thing
    return None


def _said(now: Snapshot, chosen: str) -> Iterator[str]:
    """The things that were noticed, as a finger would have touched them."""
    for sight in now.pending_input:
        thing = sight.zone if sight.piece == FINGER else sight.piece
        if thing == chosen or thing.startswith((GRID, TURN)):
            yield thing


def _why(position: Table, who: str, tile: str, voice: Voice) -> Iterator[tuple[Spot, str]]:
    """Every place on the grid, and why the tile may not lie there."""
    for spot in grid.spots(position.house.outlines[tile]):
        refusal = why_not(position, who, tile, spot)
        yield spot, voice.refusal_text(refusal) if refusal is not None else ""


def _labels(position: Table, who: str, tile: str, words: Translator) -> Labels:
    _ = words.gettext
    what = ", ".join(_comes_of_it(position, who, tile, words))
    return Labels(
        lay=_("Lay it here"),
        cancel=_("Another building"),
        well=_("Here it may lie: {what}.", what=what) if what else _("Here it may lie."),
        otherwise=_("Turned like this it fits nowhere: turn or flip it."),
    )


def _comes_of_it(position: Table, who: str, tile: str, words: Translator) -> Iterator[str]:
    """What a building costs, and the prestige that laying it gives (P-A4, P-B4)."""
    points = POINTS["building"]
    if tile in LANDSCAPES:
        points = POINTS["landscape"] if position.players[who].has(tile) else 0
    elif price := price_of(position, who):
        yield names.florins(words, price)
    if points:
        yield words.ngettext("+{n} point", "+{n} points", points)
