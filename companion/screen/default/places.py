"""The places of a layout made ready to be drawn: what lies in each, what of it may be touched, what would be new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.layout import CELL_PATTERN, Layout, Place, PlacedPieces, PlaceKind, spot_id
from companion.screen.presenters.faces import Face, Faces
from companion.screen.presenters.moment import capital

FAMILY = 3
"""So many places of nobody with the same kind of name are drawn even where nothing lies."""
TOLD = ("deck", "hand", "supply", "track")
"""Kinds of places that no move names."""
IN_REACH = 4
"""Where more pieces lie in a place, each is too small for a finger: they are answers."""


class Token(Struct, frozen=True):
    """Pieces that lie together. `down`: their backs are seen; `at`: where in the place, `covered_cells`: what they
    cover; `thing`: what a finger on them says, "" where they may not be touched; `new`: they would come to lie here.
    """

    face: Face
    count: int = 1
    down: bool = False
    at: str = ""
    cells: tuple[str, ...] = ()
    thing: str = ""
    new: bool = False


class Cell(Struct, frozen=True):
    """A square of a grid; `thing`: what a finger on it says, "" where it may not be touched."""

    name: str
    thing: str = ""


class Spot(Struct, frozen=True):
    """A place. `open`: it may be touched now; `told`: else a finger on it is told what lies there, and what is not
    `told` why it cannot be meant; `changed`: something there would be otherwise; `point`: its column and
    row among others of its `family`, "" where it has none; `spare`: only how many are left there is to be seen.
    """

    thing: str
    name: str
    kind: PlaceKind
    owner: str
    family: str
    tokens: tuple[Token, ...]
    facts: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    open: bool = False
    told: bool = False
    changed: bool = False
    point: str = ""
    spare: bool = False

    @property
    def tall(self) -> bool:
        """Whether it is a part of a board whose squares or points a finger must hit."""
        return bool(self.point) or any(cell.thing for cell in self.cells)

    @property
    def things(self) -> Iterator[str]:
        """What of it may be touched now."""
        if self.open:
            yield self.thing
        for part in (self.tokens, self.cells):
            yield from filter(None, (each.thing for each in part))


def spots(
    layout: Sequence[Place],
    faces: Faces,
    open_: Collection[str],
    now: Layout | None = None,
    waiting: Collection[str] = (),
    every: bool = False,
) -> tuple[Spot, ...]:
    """The places as they lie in `layout`, what may be touched being among `open_`. `now`: what lies there now, where
    the layout is one that would be. `waiting`: what may be touched, but not yet. `every`: empty ones, too.
    """
    count = Counter((_family(place), place.kind) for place in layout)
    before = {place.id: place for place in now} if now is not None else {}
    made = (_spot(place, faces, open_, before.get(place.id, place), waiting, every) for place in layout)
    return tuple(
        spot
        for spot in made
        if every
        or any(spot.things)
        or spot.tokens
        or spot.cells
        or spot.facts
        or _stays(spot, count[spot.family, spot.kind])
    )


def _stays(empty: Spot, family: int) -> bool:
    """Whether it is drawn even while it is empty: one of several between which pieces go."""
    return family >= FAMILY and not empty.owner and empty.kind not in ("deck", "supply")


def _family(place: Place) -> str:
    """Places of a family have names that begin alike and are of nobody; a player's are a family each time."""
    return place.owner or place.id.partition("/")[0]


def _spot(
    place: Place,
    faces: Faces,
    open_: Collection[str],
    before: Place,
    waiting: Collection[str],
    every: bool,
) -> Spot:
    own = place.id.rpartition("/")[2]
    first, *more = (*faces.voice.place_facts(place), "")
    lay = Counter({(each.piece, each.face, each.at): each.count for each in before.pieces})
    tokens = []
    for lying in place.pieces:
        if not lying.count or (
            lying.piece == place.id and not (every and lying.at)
        ):  # none, or it is the place
            continue
        apart = (
            lying.at and not place.cells and len(place.pieces) <= IN_REACH
        )  # of a grid the squares are touched
        thing = spot_id(place.id, lying.at) if apart else ""
        new = lying.count > lay[lying.piece, lying.face, lying.at]
        tokens.append(_token(lying, place.kind, faces, thing if thing in open_ else "", new))
    if place.kind == "pile" and tokens:
        tokens = [_top(tokens)]
    return Spot(
        place.id,
        faces.place(place),
        place.kind,
        place.owner,
        _family(place),
        tuple(tokens),
        tuple(filter(None, (capital(first), *more))),
        tuple(_cell(place.id, name, open_) for name in place.cells if CELL_PATTERN.fullmatch(name)),
        place.id in open_ and place.id != f"player/{place.owner}",  # that is who they are: their strip
        bool(place.owner) or place.kind in TOLD or place.id in waiting,
        before.pieces != place.pieces,
        own if not place.owner and CELL_PATTERN.fullmatch(own) else "",
    )


def _cell(place: str, name: str, open_: Collection[str]) -> Cell:
    thing = spot_id(place, name)
    return Cell(name, thing if thing in open_ else "")


def _token(lying: PlacedPieces, kind: PlaceKind, faces: Faces, thing: str, new: bool) -> Token:
    face = faces.face(lying.piece)
    if kind == "track":
        face = replace(face, number=lying.at)
    return Token(face, lying.count, lying.face == "down", lying.at, lying.covered_cells, thing, new)


def _top(tokens: Sequence[Token]) -> Token:
    """A pile as it is seen: its uppermost piece, and how many there are."""
    last = tokens[-1]
    return Token(last.face, sum(token.count for token in tokens), last.down, new=last.new)
