"""The places of a layout as view models: what lies in each, what of it may be touched, what would be new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.layout import CELL_PATTERN, Layout, Place, PlacedPieces, PlaceKind, spot_id
from companion.screen.presenters.table_presenter import AppearanceLookup, PieceAppearance
from companion.voice.translator import capitalised

MIN_FAMILY_SIZE = 3
"""From so many shared places with the same kind of name on, empty ones are shown, too."""
KINDS_NO_MOVE_NAMES = ("deck", "hand", "supply", "track")
"""Kinds of places that no move names."""
MAX_TOUCHABLE_PIECES = 4
"""Where more pieces lie in a place, each is too small for a finger: they become answers."""


class TokenModel(Struct, frozen=True):
    """Pieces that lie together.

    `face_down`: their backs are seen; `at`: where in the place; `cells`: the squares that they cover;
    `touch_target`: what a finger on them means, "" where they may not be touched; `is_new`: they would come
    to lie here.
    """

    appearance: PieceAppearance
    count: int = 1
    face_down: bool = False
    at: str = ""
    cells: tuple[str, ...] = ()
    touch_target: str = ""
    is_new: bool = False


class CellModel(Struct, frozen=True):
    """A square of a grid.

    `touch_target`: what a finger on it means, "" where it may not be touched.
    """

    name: str
    touch_target: str = ""


class PlaceModel(Struct, frozen=True):
    """A place.

    `enabled`: it may be touched now; `touch_explains`: a finger on it, while it is not enabled, shows what
    lies there; without that, a finger learns why it may not be touched; `is_changed`: its content would
    change; `board_point`: its column and row among others of its `family`, "" where it has none;
    `shows_count_only`: only the number of pieces left there is shown.
    """

    touch_target: str
    name: str
    kind: PlaceKind
    owner: str
    family: str
    tokens: tuple[TokenModel, ...]
    facts: tuple[str, ...] = ()
    cells: tuple[CellModel, ...] = ()
    enabled: bool = False
    touch_explains: bool = False
    is_changed: bool = False
    board_point: str = ""
    shows_count_only: bool = False

    @property
    def needs_precise_touch(self) -> bool:
        """Whether it is a part of a board whose squares or points a finger must hit."""
        return bool(self.board_point) or any(cell.touch_target for cell in self.cells)

    @property
    def enabled_targets(self) -> Iterator[str]:
        """The touch targets of it and its parts that may be touched now."""
        if self.enabled:
            yield self.touch_target
        for part in (self.tokens, self.cells):
            yield from filter(None, (each.touch_target for each in part))


def make_place_models(
    layout: Sequence[Place],
    appearances: AppearanceLookup,
    enabled_targets: Collection[str],
    now: Layout | None = None,
    waiting: Collection[str] = (),
    includes_empty: bool = False,
) -> tuple[PlaceModel, ...]:
    """The places as they lie in `layout`; what may be touched is among `enabled_targets`.

    `now`: the present layout, where `layout` is one that would be. `waiting`: what may be touched, but not
    yet. `includes_empty`: empty places are shown, too.
    """
    count = Counter((_family_name(place), place.kind) for place in layout)
    before = {place.id: place for place in now} if now is not None else {}
    made = (
        _make_place_model(
            place, appearances, enabled_targets, before.get(place.id, place), waiting, includes_empty
        )
        for place in layout
    )
    return tuple(
        spot
        for spot in made
        if includes_empty
        or any(spot.enabled_targets)
        or spot.tokens
        or spot.cells
        or spot.facts
        or _is_shown_empty(spot, count[spot.family, spot.kind])
    )


def _is_shown_empty(empty: PlaceModel, family: int) -> bool:
    """Whether it is shown even while it is empty: one of several between which pieces move."""
    return family >= MIN_FAMILY_SIZE and not empty.owner and empty.kind not in ("deck", "supply")


def _family_name(place: Place) -> str:
    """The family of a place: shared places by the first part of their names, a player's by their owner."""
    return place.owner or place.id.partition("/")[0]


def _make_place_model(
    place: Place,
    appearances: AppearanceLookup,
    enabled_targets: Collection[str],
    before: Place,
    waiting: Collection[str],
    includes_empty: bool,
) -> PlaceModel:
    own = place.id.rpartition("/")[2]
    first, *more = (*appearances.voice.place_facts(place), "")
    lay = Counter({(each.piece, each.face, each.at): each.count for each in before.pieces})
    tokens = []
    for lying in place.pieces:
        if not lying.count or (
            lying.piece == place.id and not (includes_empty and lying.at)
        ):  # none, or it is the place
            continue
        apart = (
            lying.at and not place.cells and len(place.pieces) <= MAX_TOUCHABLE_PIECES
        )  # of a grid the squares are touched
        target = spot_id(place.id, lying.at) if apart else ""
        new = lying.count > lay[lying.piece, lying.face, lying.at]
        tokens.append(
            _make_token_model(
                lying, place.kind, appearances, target if target in enabled_targets else "", new
            )
        )
    if place.kind == "pile" and tokens:
        tokens = [_pile_top(tokens)]
    return PlaceModel(
        place.id,
        appearances.place_name(place),
        place.kind,
        place.owner,
        _family_name(place),
        tuple(tokens),
        tuple(filter(None, (capitalised(first), *more))),
        tuple(
            _make_cell_model(place.id, name, enabled_targets)
            for name in place.cells
            if CELL_PATTERN.fullmatch(name)
        ),
        # a player's panel stands for the player
        place.id in enabled_targets and place.id != f"player/{place.owner}",
        bool(place.owner) or place.kind in KINDS_NO_MOVE_NAMES or place.id in waiting,
        before.pieces != place.pieces,
        own if not place.owner and CELL_PATTERN.fullmatch(own) else "",
    )


def _make_cell_model(place: str, name: str, enabled_targets: Collection[str]) -> CellModel:
    target = spot_id(place, name)
    return CellModel(name, target if target in enabled_targets else "")


def _make_token_model(
    lying: PlacedPieces, kind: PlaceKind, appearances: AppearanceLookup, touch_target: str, new: bool
) -> TokenModel:
    appearance = appearances.piece_appearance(lying.piece)
    if kind == "track":
        appearance = replace(appearance, number=lying.at)
    return TokenModel(
        appearance, lying.count, lying.face == "down", lying.at, lying.covered_cells, touch_target, new
    )


def _pile_top(tokens: Sequence[TokenModel]) -> TokenModel:
    """A pile as it is seen: its uppermost piece, and how many there are."""
    last = tokens[-1]
    return TokenModel(
        last.appearance, sum(token.count for token in tokens), last.face_down, is_new=last.is_new
    )
