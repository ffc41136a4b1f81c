"""Promises about which piece lies where: what is drawn, told, counted and compared comes from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.contract.promise import promised
from companion.contract.table import Table
from companion.rules.layout import Layout, Lying, Place, census

GAMES_LOOKED_AT = 4


@promised(
    "Let each event take a piece from where it lay, and put it where it lies then: `Event.change`, `Game.layout`."
)
def every_event_keeps_the_pieces(table: Table) -> Iterator[str]:
    """After every event, also amid a move, there is as much of everything as the box holds."""
    for whole, each in table.moves(GAMES_LOOKED_AT):
        box = table.game.box(whole.setup)
        position = each.before
        for event in each.events:
            position = event.change(position)
            for wrong in census(box, table.game.layout(position)):
                yield f"{type(event).__name__}: {wrong}"


@promised("`Game.layout` of a public position says `?` where `Game.public_piece` does, and counts as many.")
def a_public_layout_names_nothing_hidden(table: Table) -> Iterator[str]:
    """In public the same number of pieces lies in each place, and what lies face down has no name."""
    for _, position in table.sampled():
        known, public = table.game.layout(position), table.game.layout(position.public())
        if _sizes(known) != _sizes(public):
            yield "in public other places are there, or other numbers of pieces"
        for place in public:
            for lying in place.pieces:
                if _is_hidden(place, lying) and table.game.public_piece(lying.piece) != lying.piece:
                    yield f"everybody sees {lying.piece} at {place.id}"


def _sizes(layout: Layout) -> list[tuple[str, int]]:
    return [(place.id, sum(lying.count for lying in place.pieces)) for place in layout]


def _is_hidden(place: Place, lying: Lying) -> bool:
    return lying.face == "down" or (place.kind in ("hand", "deck") and lying.face != "up")


@promised("Give each piece of `Game.pieces` a stock in `Game.box`, and each stock as many as there are.")
def every_piece_is_in_the_box(table: Table) -> Iterator[str]:
    """Every piece that may carry a tag or lies somewhere is one of the box, and no two places are called alike."""
    for whole, position in table.sampled(GAMES_LOOKED_AT):
        box = table.game.box(whole.setup)
        layout = table.game.layout(position)
        words = [lying.piece for place in layout for lying in place.pieces]
        for piece in (*table.game.pieces(whole.setup), *words):
            if not any(stock.name(piece) is not None for stock in box):
                yield f"the box has no {piece}"
        for id, number in Counter(place.id for place in layout).items():
            if number > 1:
                yield f"{number} places are called {id}"
