"""Table check of any game: what is counted before each player, and what must be set where something else lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from msgspec.structs import replace

from companion.games import game
from companion.rules.alternatives import FACES, may_come, with_one_more
from companion.rules.correcting import Corrections, Pairs, instead
from companion.rules.layout import Lying, Place
from companion.screen.asides import Check
from companion.screen.default.faces import Faces, faces
from companion.screen.presenters.moment import capital
from companion.screen.scene import Scene
from companion.screen.views import Choice, Counter

Counts = Mapping[tuple[str, str], int]
"""What was set by touch: (whose, which pieces, see `_thing`) -> number."""
ALL: Final = "all"
"""What is looked at where it is no player: everything."""
BETWEEN: Final = ">"
"""Stands in no word of a place or a piece."""
FEW: Final = 4
"""Where more pieces may come to a place, only those are counted of which some lie there."""
MOST: Final = 99
ORDERED: Final = ("row", "grid", "track")
"""Where pieces lie somewhere in a place there is more to say than a number."""


def check(who: str, counts: Counts, scene: Scene) -> Check:
    """One player's things as they were set, or as they should be; or the whole table, to be read."""
    believed, now = _as_set({}, scene), _as_set(counts, scene)
    before = list(_counted(believed, who))
    laid = scene.voice.laid(now.position, scene.now.setup) if who == ALL else ()
    after = {_thing(place, lying): lying.count for place, lying in _counts(now, before)}
    wrong, words = next(now.wrong(), None), scene.voice.words
    return Check(
        scene.now.setup.seats,
        who,
        tuple(_counter(place, lying, after[_thing(place, lying)], scene) for place, lying in before),
        words.gettext("Does it look like this? Touch what differs.")
        if wrong is None
        else scene.voice.refusal(wrong),
        wrong is not None,
        frozenset(
            _thing(place, lying) for place, lying in before if after[_thing(place, lying)] != lying.count
        ),
        bool(now.pairs),
        (Choice(ALL, words.gettext("Table"), "hand"),),
        tuple(laid),
    )


def pairs(counts: Counts, scene: Scene) -> Pairs:
    """What `table correct` must set; nothing where nothing differs."""
    return _as_set(counts, scene).pairs


def _as_set(counts: Counts, scene: Scene) -> Corrections:
    corrections = Corrections(game(scene.now.game), scene.now.setup, scene.now.position)
    for (_, thing), number in counts.items():
        id, piece, face = thing.split(BETWEEN)
        for place in corrections.layout:
            if place.id == id:
                corrections.set(_with_count(place, piece, face, number))
    return corrections


def _with_count(place: Place, piece: str, face: str, number: int) -> Place:
    """The place with so many of a piece, none of it or some for the first time."""
    for at, lying in enumerate(place.pieces):
        if (lying.piece, lying.face) == (piece, face):
            return instead(place, at, *(replace(lying, count=number),) * bool(number))
    new = (Lying(piece, number, each) for each in FACES if each == face)
    return replace(place, pieces=(*place.pieces, *new)) if number else place


# -- what is counted


def _counted(corrections: Corrections, who: str) -> Iterator[tuple[Place, Lying]]:
    """What lies before a player and can be more or fewer; none of what may come to lie there, where that is little."""
    for place in corrections.layout:
        if place.owner != who or place.kind in ORDERED:
            continue
        come = list(islice(may_come(corrections, place), FEW + 1))
        lie = {(each.piece, each.face): each for each in place.pieces}
        for each in come if len(come) <= FEW else ():
            lie.setdefault((each.piece, each.face), replace(each, count=0))
        for each in lie.values():
            if not corrections.only(each.piece) and _may_change(corrections, place, each):
                yield place, each


def _may_change(corrections: Corrections, place: Place, lying: Lying) -> bool:
    one_more = with_one_more(place, replace(lying, count=1))
    one_less = _with_count(place, lying.piece, lying.face, max(0, lying.count - 1))
    return any(corrections.after(each) is not None for each in (one_more, one_less) if each != place)


def _counts(corrections: Corrections, wanted: list[tuple[Place, Lying]]) -> Iterator[tuple[Place, Lying]]:
    """How many of the same lie there as it was set."""
    there = {
        (place.id, lying.piece, lying.face): lying.count
        for place in corrections.layout
        for lying in place.pieces
    }
    for place, lying in wanted:
        yield place, replace(lying, count=there.get((place.id, lying.piece, lying.face), 0))


def _thing(place: Place, lying: Lying) -> str:
    return BETWEEN.join((place.id, lying.piece, lying.face))


def _counter(place: Place, lying: Lying, number: int, scene: Scene) -> Counter:
    look_up = faces(scene.voice)
    return Counter(
        _thing(place, lying),
        _name(place, lying, look_up, scene),
        look_up.face(lying.piece).sign,
        number,
        MOST,
    )


def _name(place: Place, lying: Lying, look_up: Faces, scene: Scene) -> str:
    """What lies alone in its place is called like the place, all else by itself."""
    name = capital(scene.voice.called(lying.piece))
    if place.id == f"player/{place.owner}":
        return name
    alike = len({each.piece for each in place.pieces}) <= 1
    return look_up.place(place) if alike else name
