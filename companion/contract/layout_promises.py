"""Promises about layouts: what is drawn, touched, spoken, counted and compared follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from random import Random
from typing import Any, get_args

from msgspec.structs import replace

from companion.contract.game_sampler import GameSampler
from companion.contract.move_promises import sample_choices
from companion.contract.promise import promise_with_remedy
from companion.games import load_plugin_part
from companion.rules.clauses import MoveRefused
from companion.rules.correction_options import place_with_piece_added
from companion.rules.corrections import CorrectionDraft, layout_matches_place, place_with_pieces_replaced
from companion.rules.layout import (
    CELL_PATTERN,
    Layout,
    Place,
    PlacedPieces,
    PlaceKind,
    inventory_faults,
    touch_targets,
)
from companion.rules.moves import Move, MoveStep
from companion.screen.overlays import RESERVED_TARGETS, overlay_classes
from companion.voice.default_voice import NAME_GROUPS
from companion.voice.game_texts import load_names
from companion.voice.language import SOURCE_LANGUAGE
from companion.voice.voice import Voice

MAX_GAMES = 4
MAX_CORRECTED_POSITIONS = 4
"""Positions at which every place is corrected."""


@promise_with_remedy(
    "Let each event take a piece from where it lay, and put it where it lies then: `Event.apply_to`, `Game.layout`."
)
def every_event_keeps_the_pieces(table: GameSampler) -> Iterator[str]:
    """After every event, also in the middle of a move, there are as many pieces as the inventory has."""
    for game, each in table.sample_moves(MAX_GAMES):
        box = table.game.inventory(game.setup)
        position = each.before
        for event in each.events:
            position = event.apply_to(position)
            for wrong in inventory_faults(box, table.game.layout(position)):
                yield f"{type(event).__name__}: {wrong}"


@promise_with_remedy(
    "`Game.layout` of a public position says `?` where `Game.public_piece` does, and counts as many."
)
def a_public_layout_names_nothing_hidden(table: GameSampler) -> Iterator[str]:
    """In the public layout each place has the same number of pieces, and what lies face down has no name."""
    for _, position in table.sample_positions():
        known, public = table.game.layout(position), table.game.layout(position.to_public())
        if _sizes(known) != _sizes(public):
            yield "in public other places are there, or other numbers of pieces"
        for place in public:
            for placed in place.pieces:
                if _is_hidden(place, placed) and table.game.public_piece(placed.piece) != placed.piece:
                    yield f"everybody sees {placed.piece} at {place.id}"


def _sizes(layout: Layout) -> list[tuple[str, int]]:
    return [(place.id, sum(placed.count for placed in place.pieces)) for place in layout]


def _is_hidden(place: Place, placed: PlacedPieces) -> bool:
    return placed.face == "down" or (place.kind in ("hand", "deck") and placed.face != "up")


@promise_with_remedy(
    "`Game.corrected_position` of a place as it lies is the same position, and a record can hold what it returns: see"
    " companion.rules.corrections."
)
def what_is_set_is_what_lies(table: GameSampler) -> Iterator[str]:
    """Where a person sets other pieces in a place, these pieces lie there once the correction is recorded."""
    chance = table.random_for("set")
    for game, position in table.sample_positions(MAX_CORRECTED_POSITIONS):
        public = position.to_public()
        draft = CorrectionDraft(table.game, game.setup, public)
        for place in draft.layout:
            if table.game.corrected_position(public, place) not in (None, public):
                yield f"{place.id}, as it lies, is set to something else"
            if place.pieces:
                yield from _set(draft, _otherwise(place, chance))
            if place.kind not in ("grid", "track"):
                words = chance.choice([*draft.pieces_by_family.values()])
                yield from _set(draft, place_with_piece_added(place, PlacedPieces(chance.choice(words))))


def _otherwise(place: Place, chance: Random) -> Place:
    """The place with one piece changed: gone, doubled, turned over, or moved on a track."""
    at = chance.randrange(len(place.pieces))
    placed = place.pieces[at]
    others = [(), (replace(placed, count=placed.count + 1),)]
    if placed.count > 1:
        others.append((replace(placed, count=placed.count - 1),))
    if placed.face:
        others.append((replace(placed, face="down" if placed.face == "up" else "up"),))
    if place.kind == "row":
        others[1] = (placed, placed)
    if place.kind == "track":
        others = [(replace(placed, at=str(int(placed.at) + 1)),)]
    return place_with_pieces_replaced(place, at, *chance.choice(others))


def _set(draft: CorrectionDraft, place: Place) -> Iterator[str]:
    after = draft.position_with_place(place)
    try:
        if after is not None and not layout_matches_place(
            written := draft.layout_once_recorded(after), place
        ):
            there = [each for each in written if each.id == place.id]
            yield f"{place} is set and written down, and there lies {there}"
    except MoveRefused as wrong:
        yield f"{place} can be set, but not be written down: {wrong.refusal}"


@promise_with_remedy(
    "Give each piece of `Game.taggable_pieces` a stock in `Game.inventory`, and each stock as many as there are."
)
def every_piece_is_in_the_box(table: GameSampler) -> Iterator[str]:
    """Every piece that may carry a tag or lies somewhere is in the inventory, and no two places have the same id."""
    for game, position in table.sample_positions(MAX_GAMES):
        box = table.game.inventory(game.setup)
        layout = table.game.layout(position)
        words = [placed.piece for place in layout for placed in place.pieces]
        for piece in (*table.game.taggable_pieces(game.setup), *words):
            if not any(stock.name_in_family(piece) is not None for stock in box):
                yield f"the box has no {piece}"
        for id, number in Counter(place.id for place in layout).items():
            if number > 1:
                yield f"{number} places are called {id}"


@promise_with_remedy(
    "Return a tuple of `Place`, each of a `PlaceKind`, a player's or nobody's; name cells by a letter and a number"
    " (`d4`). See companion.rules.layout."
)
def every_place_can_be_drawn(table: GameSampler) -> Iterator[str]:
    """Every place has a kind that Herald draws, its owner sits at the table, and its numbers are possible."""
    for game, position in table.sample_positions(MAX_GAMES):
        layout: Any = table.game.layout(position)
        players = {"", *(seat.colour for seat in game.setup.seats)}
        if not isinstance(layout, tuple):
            yield f"the layout is a {type(layout).__name__}, not a tuple"
            continue
        for place in layout:
            yield from (f"{place.id}: {wrong}" for wrong in _undrawn(place, players))


def _undrawn(place: Place, players: Collection[str]) -> Iterator[str]:
    if place.kind not in get_args(PlaceKind):
        yield f"there are no places of the kind {place.kind!r}"
    if place.owner not in players:
        yield f"{place.owner} is no player"
    squares = (*place.cells, *filter(None, (place.board_square,)))
    yield from (f"no square is called {cell!r}" for cell in squares if not CELL_PATTERN.fullmatch(cell))
    for placed in place.pieces:
        if placed.count < 0:
            yield f"{placed.count} of {placed.piece} lie there"


@promise_with_remedy(
    "Let `PlacedPieces.at` and `PlacedPieces.covered_cells` name cells of the grid, as `Place.cells` does: a piece is"
    " drawn only there."
)
def what_lies_on_a_grid_lies_on_its_squares(table: GameSampler) -> Iterator[str]:
    """Each piece on a grid stands on a cell that the grid has, and covers no others."""
    for _, position in table.sample_positions(MAX_GAMES):
        for place in table.game.layout(position):
            if place.kind == "grid" and place.cells:
                for placed in place.pieces:
                    for square in sorted({*placed.occupied_cells}.difference(place.cells)):
                        yield f"{placed.piece} lies on {square or 'no square'}, and {place.id} has no such square"


@promise_with_remedy(
    "Name each touch target (`MoveStep.touch_target`) as `Game.layout` does, or give it a name, [word] or [thing] in"
    " data/names.toml, for its button; use none of companion.screen.overlays.RESERVED_TARGETS, nor the word of an"
    " overlay of yours. See"
    " companion.rules.layout."
)
def every_glowing_thing_is_a_place_a_piece_or_an_answer(table: GameSampler) -> Iterator[str]:
    """Every touch target is a place, a piece or an answer with a name, and none that the screen reserves."""
    reserved = RESERVED_TARGETS | overlay_classes(table.game.name).keys()
    for game, position in table.sample_positions(60):
        public = position.to_public()
        layouts = table.game.layout(public), table.game.layout(position)
        there = {target for layout in layouts for target in touch_targets(layout)}
        there |= {f"player/{player}" for player in position.choice_tree.all_actors}
        box, answers = table.game.inventory(game.setup), _Answers(table, layouts[0])
        for words, _, branches in sample_choices(public):
            for step, _ in branches:
                if step.touch_target.partition("/")[0] in reserved:
                    table.focus_on_move(Move((*words, step.word)))
                    yield f"{step.touch_target} is what the screen has for itself: no game would hear of it"
                elif (
                    step.touch_target
                    and step.touch_target not in there
                    and not any(stock.contains_piece(step.touch_target) for stock in box)
                ):
                    table.focus_on_move(Move((*words, step.word)))
                    yield from answers.wrong(step)


class _Answers:
    """Touch targets that neither lie at the table nor are in the inventory."""

    def __init__(self, table: GameSampler, layout: Layout) -> None:
        game = table.game.name
        self._kinds = {place.id.partition("/")[0] for place in layout if "/" in place.id} | {"player"}
        self._voice = (
            Voice(game, {}, SOURCE_LANGUAGE) if load_plugin_part(game, "voice") is not None else None
        )
        self._named = {
            word for group in NAME_GROUPS for word in load_names(game, SOURCE_LANGUAGE).get(group, {})
        }

    def wrong(self, step: MoveStep) -> Iterator[str]:
        kind, stroke, _ = step.touch_target.partition("/")
        if stroke and kind in self._kinds:
            yield f"{step.touch_target} is called like a place, and no place of the layout is called so"
        elif not self._is_named(step, kind):
            yield f"{step.touch_target} is no place and no piece, and as an answer it has no name"

    def _is_named(self, step: MoveStep, kind: str) -> bool:
        """Whether people read more than the record has; numbers need no name."""
        if step.touch_target.isdecimal():
            return True
        if self._voice is not None:
            return self._voice.touch_target_name(step.touch_target) not in (step.touch_target, step.word)
        return step.touch_target in self._named or kind in self._named
