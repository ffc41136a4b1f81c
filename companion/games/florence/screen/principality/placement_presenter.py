"""The presenter of placing a tile: where it may lie, and why not elsewhere (P-A4, P-B4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.games.florence.rules import grid_geometry
from companion.games.florence.rules.edition import LANDSCAPES, POINTS
from companion.games.florence.rules.grid_geometry import GridSpot, TileOutline
from companion.games.florence.rules.phases.turn_options import ActionDecision, building_price
from companion.games.florence.rules.phases.won_objects import PlacementDecision
from companion.games.florence.rules.pieces import grid_place
from companion.games.florence.rules.state import TableState
from companion.games.florence.rules.tile_placement import refusal_for_spot
from companion.games.florence.screen.view_models import PlacedTileModel
from companion.games.florence.voice import names
from companion.rules.game import Seat
from companion.rules.layout import spot_id as at
from companion.rules.moves import FINGER
from companion.screen.context import UiState
from companion.screen.presenters.table_presenter import find_seat
from companion.table.pointer import CLEAR_TARGET
from companion.table.snapshot import Snapshot
from companion.voice.translator import Translator
from companion.voice.voice import Voice

GRID_PREFIX, TURN_PREFIX, BUILDING_PREFIX = "grid/", "turn/", "building/"

SquareAndRotation = tuple[str, str]
"""A square and a rotation, as a spot is spelt: `d4`, `r1m`."""


class PlacementLabels(Struct, frozen=True):
    """The texts of the buttons and of the status.

    `may_lie_text` says that the tile may lie where it is, `must_be_rotated_text` that it must be rotated.
    """

    lay_button: str
    cancel_button: str
    may_lie_text: str
    must_be_rotated_text: str


class PlacementModel(Struct, frozen=True):
    """A tile to place: whose it is, what lies there, and where it may lie.

    `refusal_by_spot` has every spot wholly on the grid, with "" where the tile may lie and else why not.
    `chosen_building` is the target of the building to build (`building/library`), "" for a landscape, which
    cannot be given back. `noticed_targets` are those of the move so far, `pointed_targets` what the shared
    buttons point at.
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
        """The spot of that name, however it is spelt; None where the tile is not wholly on the grid."""
        return grid_geometry.find_spot(self.outline, *where)

    def spots_with_rotation(self, turn: str) -> Iterator[GridSpot]:
        """Every spot on the grid with that rotation."""
        turn = grid_geometry.canonical_rotation_by_rotation(self.outline)[turn]
        return (spot for spot in grid_geometry.all_spots(self.outline) if spot.rotation == turn)

    def legal_spots(self, turn: str) -> Iterator[GridSpot]:
        """The spots with that rotation where the tile may lie."""
        return (
            spot
            for spot in self.spots_with_rotation(turn)
            if not self.refusal_by_spot[square_and_rotation(spot)]
        )

    @property
    def distinct_rotations(self) -> tuple[str, ...]:
        """The rotations that make different shapes."""
        return tuple(dict.fromkeys(grid_geometry.canonical_rotation_by_rotation(self.outline).values()))

    def touch_targets_for(self, spot: GridSpot) -> tuple[str, ...]:
        """The targets to touch, one after another, so that the tile is placed there."""
        wanted = (
            *filter(None, (self.chosen_building,)),
            at(grid_place(self.seat.colour), spot.square),
            TURN_PREFIX + spot.rotation,
        )
        begun = wanted[: len(self.noticed_targets)]
        return wanted[len(begun) :] if begun == self.noticed_targets else (CLEAR_TARGET, *wanted)


def square_of_target(touch_target: str) -> str:
    """The square of the grid that is touched; "" for other targets."""
    return touch_target.rpartition("/")[2] if touch_target.startswith(GRID_PREFIX) else ""


def square_and_rotation(spot: GridSpot) -> SquareAndRotation:
    """The spelling of a spot."""
    return spot.square, spot.rotation


def placement_model(snapshot: Snapshot, ui_state: UiState, voice: Voice) -> PlacementModel | None:
    """The tile that somebody at the screen is to place now; None where there is none."""
    position = snapshot.position
    assert isinstance(position, TableState)
    found = _tile_to_place(position, snapshot)
    if found is None or not any(
        thing.startswith((GRID_PREFIX, TURN_PREFIX)) for thing in snapshot.step_by_touch_target
    ):
        return None
    who, tile, chosen = found
    person = find_seat(snapshot, who)
    if person is None or (ui_state.is_virtual and who not in ui_state.human_colours):
        return None
    translator = voice.translator
    return PlacementModel(
        person,
        tile,
        translator.name_of("face", tile),
        position.config.outlines[tile],
        tuple(PlacedTileModel(each.name, each.squares) for each in position.players[who].grid),
        {square_and_rotation(spot): why for spot, why in _refusals_by_spot(position, who, tile, voice)},
        _labels(position, who, tile, translator),
        chosen,
        tuple(_noticed_placement_targets(snapshot, chosen)),
        frozenset({snapshot.pointed_at} - {""}),
    )


def _tile_to_place(position: TableState, snapshot: Snapshot) -> tuple[str, str, str] | None:
    """The player who places a tile, the tile, and the building target chosen for it; None where none is."""
    match position.agenda[:1]:
        case (PlacementDecision(who=who, kind=kind),):
            return who, kind, ""
        case (ActionDecision(who=who),):
            for observation in snapshot.pending_input:
                thing = observation.zone if observation.piece == FINGER else observation.piece
                if thing.startswith(BUILDING_PREFIX):
                    return who, thing.removeprefix(BUILDING_PREFIX), thing
    return None


def _noticed_placement_targets(snapshot: Snapshot, chosen: str) -> Iterator[str]:
    """The targets of the move so far, as if all had been touched."""
    for observation in snapshot.pending_input:
        thing = observation.zone if observation.piece == FINGER else observation.piece
        if thing == chosen or thing.startswith((GRID_PREFIX, TURN_PREFIX)):
            yield thing


def _refusals_by_spot(
    position: TableState, who: str, tile: str, voice: Voice
) -> Iterator[tuple[GridSpot, str]]:
    """Every spot on the grid, and why the tile may not lie there."""
    for spot in grid_geometry.all_spots(position.config.outlines[tile]):
        refusal = refusal_for_spot(position, who, tile, spot)
        yield spot, voice.refusal_text(refusal, position) if refusal is not None else ""


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
    """The price of a building, and the prestige for placing it (P-A4, P-B4)."""
    points = POINTS["building"]
    if tile in LANDSCAPES:
        points = POINTS["landscape"] if position.players[who].count_tiles(tile) else 0
    elif price := building_price(position, who):
        yield names.florins_text(translator, price)
    if points:
        yield translator.ngettext("+{n} point", "+{n} points", points)
