"""A tile that is to be laid in a principality, made ready to be shown: where it may lie, and why not elsewhere (P-A4,
P-B4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.games.florence.rules import grid_geometry
from companion.games.florence.rules.edition import LANDSCAPES, POINTS
from companion.games.florence.rules.grid_geometry import GridSpot, TileOutline
from companion.games.florence.rules.phases.turn_actions import ActionDecision, building_price
from companion.games.florence.rules.phases.won_objects import PlacementDecision
from companion.games.florence.rules.pieces import grid_place
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.tile_placement import refusal_for_spot
from companion.games.florence.screen.view_models import PlacedTileModel
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.layout import spot_id as at
from companion.rules.moves import FINGER
from companion.screen.presenters.prompt import find_seat
from companion.screen.ui_state import UiState
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator
from companion.voice.voice import Voice

GRID_PREFIX, TURN_PREFIX, BUILDING_PREFIX = "grid/", "turn/", "building/"
CLEAR_TARGET = "clear"

SquareAndRotation = tuple[str, str]
"""A square and a turn, as a place is spelt: `d4`, `r1m`."""


class PlacementLabels(Struct, frozen=True):
    """What stands on the buttons; `may_lie_text`: that the tile may lie where it is, `must_be_rotated_text`: that it
    must be turned."""

    lay_button: str
    cancel_button: str
    may_lie_text: str
    must_be_rotated_text: str


class PlacementModel(Struct, frozen=True):
    """Whose tile it is, what lies there already, and for every place wholly on the grid "" where the tile may lie, else
    the reason why not (`refusal_by_spot`).

    chosen: the building that somebody wants to build (`building/library`), "" of a landscape, which cannot be given
    back. said: what was noticed of the move so far. pointed: what the shared buttons point at.
    """

    seat: Seat
    tile: str
    tile_name: str
    outline: TileOutline
    placed_tiles: tuple[PlacedTileModel, ...]
    refusal_by_spot: Mapping[SquareAndRotation, str]
    labels: PlacementLabels
    chosen_building: str = ""
    noticed_targets: tuple[str, ...] = ()
    pointed_targets: frozenset[str] = frozenset()

    def find_spot(self, where: SquareAndRotation) -> GridSpot | None:
        """The place of that name, however it is spelt."""
        return grid_geometry.find_spot(self.outline, *where)

    def spots_with_rotation(self, turn: str) -> Iterator[GridSpot]:
        """Every place on the grid, turned like that."""
        turn = grid_geometry.canonical_rotations(self.outline)[turn]
        return (spot for spot in grid_geometry.all_spots(self.outline) if spot.turn == turn)

    def legal_spots(self, turn: str) -> Iterator[GridSpot]:
        """Where it may lie, turned like that."""
        return (
            spot
            for spot in self.spots_with_rotation(turn)
            if not self.refusal_by_spot[square_and_rotation(spot)]
        )

    @property
    def distinct_rotations(self) -> tuple[str, ...]:
        """The turns that make different shapes."""
        return tuple(dict.fromkeys(grid_geometry.canonical_rotations(self.outline).values()))

    def touch_targets_for(self, spot: GridSpot) -> tuple[str, ...]:
        """What must be touched, one thing after another, so that the tile lies there."""
        wanted = (
            *filter(None, (self.chosen_building,)),
            at(grid_place(self.seat.colour), spot.square),
            TURN_PREFIX + spot.turn,
        )
        begun = wanted[: len(self.noticed_targets)]
        return wanted[len(begun) :] if begun == self.noticed_targets else (CLEAR_TARGET, *wanted)


def square_of_target(touch_target: str) -> str:
    """The square of a grid that is touched; "" where it is something else."""
    return touch_target.rpartition("/")[2] if touch_target.startswith(GRID_PREFIX) else ""


def square_and_rotation(spot: GridSpot) -> SquareAndRotation:
    """How a place is spelt."""
    return spot.square, spot.turn


def placement_model(snapshot: Snapshot, ui_state: UiState, voice: Voice) -> PlacementModel | None:
    """The tile that somebody at the screen is to lay now; None when there is none."""
    position = snapshot.position
    assert isinstance(position, TableState)
    found = _tile_to_place(position, snapshot)
    if found is None or not any(
        thing.startswith((GRID_PREFIX, TURN_PREFIX)) for thing in snapshot.steps_by_touch_target
    ):
        return None
    who, tile, chosen = found
    person = find_seat(snapshot, who)
    if person is None or (ui_state.is_virtual and who not in ui_state.human_colours):
        return None
    words = voice.translator
    return PlacementModel(
        person,
        tile,
        words.name_of("face", tile),
        position.config.outlines[tile],
        tuple(PlacedTileModel(each.name, each.squares) for each in position.players[who].grid),
        {square_and_rotation(spot): why for spot, why in _refusals_by_spot(position, who, tile, voice)},
        _labels(position, who, tile, words),
        chosen,
        tuple(_noticed_placement_targets(snapshot, chosen)),
        frozenset({snapshot.pointed_at} - {""}),
    )


def _tile_to_place(position: TableState, snapshot: Snapshot) -> tuple[str, str, str] | None:
    """Who lays what, and the building that was chosen for it."""
    match position.agenda[:1]:
        case (PlacementDecision(who=who, kind=kind),):
            return who, kind, ""
        case (ActionDecision(who=who),):
            for sight in snapshot.pending_input:
                thing = sight.zone if sight.piece == FINGER else sight.piece
                if thing.startswith(BUILDING_PREFIX):
                    return who, thing.removeprefix(BUILDING_PREFIX), thing
    return None


def _noticed_placement_targets(snapshot: Snapshot, chosen: str) -> Iterator[str]:
    """The things that were noticed, as a finger would have touched them."""
    for sight in snapshot.pending_input:
        thing = sight.zone if sight.piece == FINGER else sight.piece
        if thing == chosen or thing.startswith((GRID_PREFIX, TURN_PREFIX)):
            yield thing


def _refusals_by_spot(
    position: TableState, who: str, tile: str, voice: Voice
) -> Iterator[tuple[GridSpot, str]]:
    """Every place on the grid, and why the tile may not lie there."""
    for spot in grid_geometry.all_spots(position.config.outlines[tile]):
        refusal = refusal_for_spot(position, who, tile, spot)
        yield spot, voice.refusal_text(refusal) if refusal is not None else ""


def _labels(position: TableState, who: str, tile: str, translator: Translator) -> PlacementLabels:
    _ = translator.gettext
    what = ", ".join(_placement_effects(position, who, tile, translator))
    return PlacementLabels(
        lay_button=_("Lay it here"),
        cancel_button=_("Another building"),
        may_lie_text=_("Here it may lie: {what}.", what=what) if what else _("Here it may lie."),
        must_be_rotated_text=_("Turned like this it fits nowhere: turn or flip it."),
    )


def _placement_effects(position: TableState, who: str, tile: str, translator: Translator) -> Iterator[str]:
    """What a building costs, and the prestige that laying it gives (P-A4, P-B4)."""
    points = POINTS["building"]
    if tile in LANDSCAPES:
        points = POINTS["landscape"] if position.players[who].count_tiles(tile) else 0
    elif price := building_price(position, who):
        yield names.florins_text(translator, price)
    if points:
        yield translator.ngettext("+{n} point", "+{n} points", points)
