"""Table check of any game: the table as Herald believes it to be, and its correction by touch.

A person touches a place, and beside it stands what may be set there: how many pieces there are, at which step
a marker is, which piece it is or where it lies, which side is up, that it is not there or that one more is.
On a grid a finger shows where. Nothing is offered that cannot be set (companion.rules.correction_options).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.clauses import Refusal
from companion.rules.correction_options import (
    addable_pieces,
    is_removable,
    other_places_for,
    piece_in_next_rotation,
    place_with_count,
    place_with_piece_added,
    placement_around,
    replacement_pieces,
)
from companion.rules.corrections import CorrectionDraft, PointerValuePairs, place_with_pieces_replaced
from companion.rules.game import Seat
from companion.rules.layout import Place, PlacedPieces
from companion.rules.moves import UNKNOWN
from companion.rules.position import Position
from companion.screen.context import ScreenContext
from companion.screen.default.place_models import PlaceModel, make_place_models
from companion.screen.default.place_view import wants_full_width
from companion.screen.presenters.table_presenter import AppearanceLookup, appearance_lookup
from companion.screen.view_models import ChoiceModel, StepperModel
from companion.voice.translator import capitalised

# -- what may be set at one place of a table check: numbers, and buttons with what lies there then

KEY_SEPARATOR: Final = ">"
"""A character that no piece's word contains."""
MAX_INLINE_PIECES: Final = 6
"""More pieces of a family that may be added have a page of their own, as have those of a row or a grid."""
MAX_COUNT: Final = 999
UNCOUNTED_PLACE_KINDS: Final = ("row", "grid")
"""Kinds of places where each piece lies by itself."""


class EntryOption(Struct, frozen=True):
    """A button: its text, and what lies in the place then, or (`opens_page`) the page that it opens.

    `is_present`: it is a piece that lies there; `on_every_page`: it is on every page of the entries; `key`: what
    the button is about, whatever its text says; "" for the text.
    """

    text: str
    symbol: str = ""
    resulting_place: Place | None = None
    opens_page: str = ""
    is_present: bool = False
    on_every_page: bool = False
    key: str = ""


EntryPage = tuple[str, Sequence[StepperModel | EntryOption], frozenset[str]]
"""What the entries are about, the entries, and the keys of the numbers among them that were changed."""


class TableCheckEntries:
    """What may be set at the places of this table."""

    def __init__(self, corrections: CorrectionDraft) -> None:
        self._corrections = corrections
        self._counted: dict[str, list[PlacedPieces]] = {}
        """Place -> what was counted there since it was opened, so that none of it leaves the page."""
        self._arrivals: tuple[Position, str, Mapping[str, Sequence[PlacedPieces]]] = (
            corrections.position,
            "",
            {},
        )

    def for_place(self, place: Place, appearances: AppearanceLookup) -> EntryPage:
        """All that may be set there."""
        before = self._corrections.find_place(self._corrections.believed_position, place.id)
        counted = {counter_target(each): each for each in self._counted_pieces(place)}
        differs = (
            key
            for key, each in counted.items()
            if _count_or_step(place, each) != _count_or_step(before, each)
        )
        numbers = (self._make_counter(place, each, appearances) for each in counted.values())
        buttons = [
            *self._present_piece_options(place, counted, appearances),
            *self._arrival_options(place, counted, appearances),
        ]
        if before.pieces != place.pieces:
            buttons.append(
                EntryOption(
                    appearances.voice.translator.gettext("As it was"), "undo", before, on_every_page=True
                )
            )
        return place_title(place, appearances), (*numbers, *buttons), frozenset(differs)

    def for_piece(self, place: Place, at: int, appearances: AppearanceLookup) -> EntryPage:
        """What may be there instead of a piece."""
        title = f"{place_title(place, appearances)}: {_piece_name(place.pieces[at], appearances)}"
        return title, _told_apart([*self._replacement_options(place, at, appearances)]), frozenset()

    def for_family(self, place: Place, stock: str, appearances: AppearanceLookup) -> EntryPage:
        """The pieces of a family that may be added there, "" for all families."""
        return (
            place_title(place, appearances),
            _told_apart([*self._family_options(place, stock, appearances)]),
            frozenset(),
        )

    def for_new_piece(self, piece: str, appearances: AppearanceLookup) -> EntryPage:
        """The page of a piece that is to be put on a grid."""
        advice = appearances.voice.translator.gettext("Touch where it lies.")
        return f"{_piece_name(PlacedPieces(piece), appearances)}: {advice}", (), frozenset()

    def unit_size(self, piece: str) -> int:
        """How many of the piece are one unit in a hand."""
        return next(
            (
                stock.unit_size
                for stock in self._corrections.inventory
                if stock.name_in_family(piece) is not None
            ),
            1,
        )

    # -- numbers

    def _counted_pieces(self, place: Place) -> Iterator[PlacedPieces]:
        """What is counted there, or is at one of its steps; what may be added, unless that is much."""
        if place.kind == "track":
            yield from (each for each in place.pieces if each.at.isdecimal())
        if place.kind in (*UNCOUNTED_PLACE_KINDS, "track"):
            return
        known = self._counted.setdefault(place.id, [])
        keys = set(map(counter_target, known))
        few = (
            family for family in self._arrivals_by_family(place).values() if len(family) <= MAX_INLINE_PIECES
        )
        for lying in (*place.pieces, *(each for family in few for each in family)):
            if counter_target(lying) not in keys and self._is_counted(place, lying):
                known.append(lying)
                keys.add(counter_target(lying))
        yield from known

    def _is_counted(self, place: Place, lying: PlacedPieces) -> bool:
        """Whether there can be two of it, or one more or less than there are."""
        if self._corrections.is_unique(lying.piece) or lying.at or self._is_single_card(lying):
            return False
        unit, number = self.unit_size(lying.piece), _count_or_step(place, lying)
        others = (number - unit, number + unit) if number > unit else (2 * unit,)
        there = (place_with_count(place, lying.piece, lying.face, other) for other in others)
        return any(self._corrections.position_with_place(each) is not None for each in there)

    def _is_single_card(self, lying: PlacedPieces) -> bool:
        """Whether it is one open card of a large family: its name is long, and it may be replaced by another."""
        many = any(
            len(words) > MAX_INLINE_PIECES and lying.piece in words
            for words in self._corrections.pieces_by_family.values()
        )
        return lying.face == "up" and lying.count == 1 and many

    def _make_counter(self, place: Place, lying: PlacedPieces, appearances: AppearanceLookup) -> StepperModel:
        unit, track = self.unit_size(lying.piece), place.kind == "track"
        wholes = (
            each.total
            for each in self._corrections.inventory
            if each.name_in_family(lying.piece) is not None and each.total
        )
        return StepperModel(
            counter_target(lying),
            _piece_name(lying, appearances),
            appearances.piece_appearance(lying.piece).main_symbol,
            _count_or_step(place, lying) // unit,
            MAX_COUNT if track else min(wholes, default=MAX_COUNT),
            unit,
        )

    # -- pieces

    def _present_piece_options(
        self, place: Place, counted: Collection[str], appearances: AppearanceLookup
    ) -> Iterator[EntryOption]:
        """The pieces that lie there and are not counted: the page of each, or its only alternative."""
        for at, lying in enumerate(place.pieces):
            if counter_target(lying) in counted or not (
                options := [*islice(self._replacement_options(place, at, appearances), 2)]
            ):
                continue
            number = f"{lying.at}. " if place.kind == "row" and lying.at else ""
            name, symbol = (
                number + _piece_name(lying, appearances, place.owner),
                appearances.piece_appearance(lying.piece).main_symbol,
            )
            if lying.piece == place.id:  # it is the place
                yield from options[:1]
            elif len(options) == 1 and place.kind != "grid":
                yield EntryOption(
                    name, symbol, options[0].resulting_place, is_present=True, key=number or lying.piece
                )
            else:
                yield EntryOption(
                    name, symbol, opens_page=f"piece/{at}", is_present=True, key=number or lying.piece
                )

    def _replacement_options(
        self, place: Place, at: int, appearances: AppearanceLookup
    ) -> Iterator[EntryOption]:
        """Another piece in its place, its removal, other places for it, and its rotation."""
        translator, lying = appearances.voice.translator, place.pieces[at]
        for other in (
            replacement_pieces(self._corrections, place, at) if place.kind not in ("grid", "track") else ()
        ):
            symbol = (
                "turn"
                if other.piece == lying.piece
                else appearances.piece_appearance(other.piece).main_symbol
            )
            yield EntryOption(
                _replacement_name(other, lying, appearances),
                symbol,
                place_with_pieces_replaced(place, at, other),
            )
        if is_removable(self._corrections, place, at):
            yield EntryOption(
                translator.gettext("Not there"),
                "cross",
                place_with_pieces_replaced(place, at),
                on_every_page=True,
            )
        if (
            place.kind == "grid"
            and (other_turn := piece_in_next_rotation(self._corrections, place, lying)) is not None
        ):
            yield EntryOption(
                translator.gettext("Turn it"), "turn", place_with_pieces_replaced(place, at, other_turn)
            )
        if self._corrections.is_unique(lying.piece) and not lying.at:
            for elsewhere in other_places_for(self._corrections, lying):
                label = translator.gettext("It lies here: {place}", place=place_title(elsewhere, appearances))
                yield EntryOption(label, "", place_with_piece_added(elsewhere, replace(lying, count=1)))

    # -- pieces to be added

    def _arrivals_by_family(self, place: Place) -> Mapping[str, Sequence[PlacedPieces]]:
        """What may be added there, by family of the box."""
        position, id, families = self._arrivals
        if id != place.id or position is not self._corrections.position:
            addable = [*addable_pieces(self._corrections, place)]
            families = {
                stock: family
                for stock, words in self._corrections.pieces_by_family.items()
                if (family := [each for each in addable if each.piece in words])
            }
            self._arrivals = self._corrections.position, place.id, families
        return families

    def _arrival_options(
        self, place: Place, counted: Collection[str], appearances: AppearanceLookup
    ) -> Iterator[EntryOption]:
        """A button that opens all that may be added, or, where that is little, a button each."""
        options = (
            [*self._uncounted_arrival_options(place, counted, appearances)] if place.kind != "grid" else []
        )
        if place.kind == "grid" or sum(bool(each.opens_page) for each in options) > 1:
            label = appearances.voice.translator.gettext("Put a piece there")
            yield EntryOption(label, "plus", opens_page="come/", on_every_page=True)
        else:
            yield from options

    def _uncounted_arrival_options(
        self, place: Place, counted: Collection[str], appearances: AppearanceLookup
    ) -> Iterator[EntryOption]:
        """What may be added and is not counted; for a family of many the button of its page."""
        for stock, family in self._arrivals_by_family(place).items():
            if len(family) > MAX_INLINE_PIECES or (place.kind == "row" and len(family) > 1):
                name = _family_name(stock, appearances)
                yield EntryOption(
                    f"+ {name}…",
                    appearances.piece_appearance(f"{stock}/{UNKNOWN}").main_symbol,
                    opens_page=f"come/{stock}",
                )
                continue
            for lying in family:
                if counter_target(lying) not in counted:
                    symbol, resulting_place = (
                        appearances.piece_appearance(lying.piece).main_symbol,
                        place_with_piece_added(place, lying),
                    )
                    key = lying.piece if self._corrections.is_unique(lying.piece) else ""
                    yield EntryOption(
                        f"+ {_piece_name(lying, appearances)}", symbol, resulting_place, key=key
                    )

    def _family_options(
        self, place: Place, stock: str, appearances: AppearanceLookup
    ) -> Iterator[EntryOption]:
        if not stock and place.kind != "grid":
            yield from self._uncounted_arrival_options(place, (), appearances)
            return
        for name, family in self._arrivals_by_family(place).items():
            for lying in family if stock in ("", name) else ():
                label, symbol = (
                    _replacement_name(lying, PlacedPieces(""), appearances),
                    appearances.piece_appearance(lying.piece).main_symbol,
                )
                if stock:
                    yield EntryOption(label, symbol, place_with_piece_added(place, lying))
                else:
                    yield EntryOption(label, symbol, opens_page=f"put/{lying.piece}")


def _told_apart(options: Sequence[EntryOption]) -> tuple[EntryOption, ...]:
    """What tells options apart stands first where they begin alike: a button may be too short for more."""
    heads = Counter(each.text.rpartition(" (")[0] for each in options if each.text.endswith(")"))

    def text_of(option: EntryOption) -> str:
        head, _, tail = option.text.rpartition(" (")
        is_alike = option.text.endswith(")") and heads[head] > 1
        return f"{capitalised(tail.removesuffix(')'))}: {head}" if is_alike else option.text

    return tuple(replace(each, text=text_of(each)) for each in options)


def counter_target(lying: PlacedPieces) -> str:
    """The touch target of what is counted together."""
    return KEY_SEPARATOR.join((lying.piece, lying.face))


def _count_or_step(place: Place, lying: PlacedPieces) -> int:
    """How many of it lie there, or at which step it is."""
    alike = [each for each in place.pieces if counter_target(each) == counter_target(lying)]
    return sum(int(each.at) if lying.at else each.count for each in alike)


def place_title(place: Place, appearances: AppearanceLookup) -> str:
    """The name of a place, and whose it is."""
    name = appearances.place_name(place)
    if not place.owner or place.id == f"player/{place.owner}":
        return name
    return f"{name} ({appearances.voice.translator.player_name(place.owner)})"


def _replacement_name(other: PlacedPieces, lying: PlacedPieces, appearances: AppearanceLookup) -> str:
    """What it is instead."""
    translator = appearances.voice.translator
    if other.piece == lying.piece:
        return translator.gettext("Turn it over")
    if other.piece.endswith(f"/{UNKNOWN}"):
        return translator.gettext("Face down")
    return appearances.piece_appearance(other.piece).name or _piece_name(other, appearances)


def _family_name(stock: str, appearances: AppearanceLookup) -> str:
    """The name of a family of the box: of its kind, else of its unknown piece."""
    name = appearances.kind_name(stock)
    if name == stock:
        name = appearances.voice.touch_target_name(stock)
    if name in (stock, stock.rpartition("/")[2]):
        return _piece_name(PlacedPieces(f"{stock}/{UNKNOWN}"), appearances)
    return capitalised(name)


def _piece_name(lying: PlacedPieces, appearances: AppearanceLookup, owner: str = "") -> str:
    """The name of a piece, and which side of it is seen.

    `owner`: whose place it lies in, which need not be named.
    """
    translator, voice, appearance = (
        appearances.voice.translator,
        appearances.voice,
        appearances.piece_appearance(lying.piece),
    )
    if "/" not in lying.piece:
        name = translator.name_of("piece", lying.piece)
        name = appearances.kind_name(lying.piece) if name == lying.piece else name
    elif owner and appearance.owner == owner and appearance.name:
        name = appearance.name
    else:
        name = voice.format_piece_count(lying.piece, 1).removeprefix("1 ")
    if lying.face == "down" and not lying.piece.endswith(f"/{UNKNOWN}"):
        return f"{capitalised(name)} ({translator.gettext('face down')})"
    return capitalised(name)


# -- the check

BOARD_TAB, TABLE_TAB = "board", "table"
"""The tabs of the places of a board, where there is one, and of all that belong to no player."""
EntryGrid = tuple[int, int]
"""Columns and rows for the entries; each has its cell, and the other entries keep theirs."""
GRID_BESIDE_PLACES, FEW_ENTRIES_GRID, MANY_ENTRIES_GRID = (2, 4), (4, 5), (6, 5)
"""Beside the places, and without them."""
MAX_ENTRIES_BESIDE_PLACES = 7
"""How many entries there is room for beside the places, and what takes all back."""
PLACES_WIDTH = 90.0
"""Millimetres beside the entries; rows that need more take the whole width, and their entries a page."""


class TableCheckModel(Struct, frozen=True):
    """The table as it was set, and what may be set at one place.

    `selected_tab`: the colour of the player who is viewed, or one of `tabs`. `message`: what is wrong, else
    what to do. `has_changes`: there is something to be recorded. `places`: the places that can be touched,
    none where the entries take a page; `believed_places`: they as they were believed to be, which decide where
    they stand; `board_squares`: of those that lie on a board column and row from the upper left; `takes_width`:
    nothing stands beside them. `grid`: the one on which a finger shows where. `title`: what the entries are about,
    where that is not seen; `entries`: numbers and buttons; `cells`: the index of the cell of each in
    `entry_grid`; `changed_counts`: the numbers that were set.
    """

    tabs: tuple[ChoiceModel, ...]
    seats: tuple[Seat, ...]
    selected_tab: str
    message: str
    has_error: bool
    has_changes: bool
    places: tuple[PlaceModel, ...]
    believed_places: tuple[PlaceModel, ...]
    board_squares: Mapping[str, tuple[int, int]]
    takes_width: bool
    grid: PlaceModel | None
    title: str
    entries: tuple[StepperModel | ChoiceModel, ...]
    cells: tuple[int, ...]
    entry_grid: EntryGrid
    changed_counts: frozenset[str] = frozenset()


class TableCheckController:
    """The check of one table, from when it is opened until it is left or recorded."""

    def __init__(self, context: ScreenContext) -> None:
        snapshot = context.snapshot
        self._corrections = CorrectionDraft(game_rules(snapshot.game), snapshot.setup, snapshot.position)
        self._entries = TableCheckEntries(self._corrections)
        self._seats = snapshot.setup.seats
        self._tab = BOARD_TAB if self._has_board else TABLE_TAB
        self._place = self._page = ""
        self._page_index = 0
        """The page of the entries."""
        self._options: Sequence[EntryOption] = ()
        """What the buttons of the visible page do."""
        self._settable: dict[str, bool] = {}
        self._has_own_page: dict[str, bool] = {}
        """Place -> whether its entries took a page when it was opened first; so they do as long as it is checked."""
        self._cells: dict[tuple[str, str], list[str]] = {}
        """Place and page -> the keys of the entries in their cells, gone ones among them."""
        self._is_few: dict[tuple[str, str], bool] = {}
        """Place and page -> whether there were few entries when it was opened first, so that they have large cells."""

    @property
    def corrections(self) -> PointerValuePairs:
        """What `table correct` must set; nothing where nothing differs."""
        return self._corrections.changed_values

    # -- what is touched

    def touch(self, kind: str, which: str) -> bool:
        """Handle a touch on `kind/which`; whether it was meant for the check."""
        match kind:
            case "of":
                self._tab, self._place = which, ""
                self._open(
                    next((place.id for place in self._places_of_tab() if self._is_settable(place)), ""),
                    which not in (BOARD_TAB, TABLE_TAB),
                )
            case "at":
                self._open(which)
            case "count":
                self._count(which)
            case "set":
                self._apply(self._options[int(which)])
            case "cell":
                self._put_on_square(which)
            case "keep":
                self._open(self._place if self._page else "")
            case _:
                return False
        return True

    def _open(self, place: str, wanted: bool = True) -> None:
        self._place, self._page, self._page_index = place if wanted else "", "", 0

    def _apply(self, option: EntryOption) -> None:
        if option.opens_page == "more":
            self._page_index += 1
        elif option.opens_page:
            self._page, self._page_index = option.opens_page, 0
        elif option.resulting_place is not None:
            before = self._current_place
            self._corrections.set_place(option.resulting_place)
            if before.kind != "grid" or len(self._current_place.pieces) != len(before.pieces):
                self._page = ""

    def _count(self, which: str) -> None:
        """Set the number of a piece, or the step of a marker."""
        key, _, value_text = which.rpartition("=")
        piece, side = key.split(KEY_SEPARATOR)
        place, number = self._current_place, int(value_text)
        if place.kind == "track":
            at = next(at for at, each in enumerate(place.pieces) if each.piece == piece)
            self._corrections.set_place(
                place_with_pieces_replaced(place, at, replace(place.pieces[at], at=value_text))
            )
        else:
            self._corrections.set_place(
                place_with_count(place, piece, side, number * self._entries.unit_size(piece))
            )

    def _put_on_square(self, cell: str) -> None:
        """Put the selected piece on that square of the grid; without one, select the piece there."""
        place, (what, _, which) = self._current_place, self._page.partition("/")
        if what == "put":
            self._lay_piece(place, len(place.pieces), PlacedPieces(which), cell)
        elif at := [
            str(at)
            for at, each in enumerate(place.pieces)
            if cell in each.occupied_cells and str(at) != which
        ]:
            self._page = f"piece/{at[-1]}"
        elif what == "piece":
            self._lay_piece(place, int(which), place.pieces[int(which)], cell)

    def _lay_piece(self, place: Place, at: int, lying: PlacedPieces, cell: str) -> None:
        there = placement_around(self._corrections, place, lying, cell)
        if there is not None and self._corrections.set_place(place_with_pieces_replaced(place, at, there)):
            self._page = f"piece/{at}"

    # -- what is shown

    def make_model(self, context: ScreenContext) -> TableCheckModel:
        """The model for the view, in the language of the context."""
        voice = context.voice
        translator, wrong = voice.translator, next(iter(self._corrections.new_faults), None)
        look_up = appearance_lookup(voice)
        title, entries, differs = self._entry_page(look_up)
        tabs = [ChoiceModel(TABLE_TAB, translator.gettext("Table"), "hand")]
        if self._has_board:
            tabs.insert(0, ChoiceModel(BOARD_TAB, translator.gettext("Board"), "empty-square"))
        believed = make_place_models(
            [*self._places_of_tab()], look_up, (), self._corrections.believed_layout, includes_empty=True
        )
        takes_width = wants_full_width(believed, PLACES_WIDTH)
        shows_places = not self._needs_page(entries, takes_width)
        places = tuple(self._place_models(look_up)) if shows_places else ()
        grid = next((spot for spot in places if spot.touch_target == self._place and spot.cells), None)
        visible, cells, entry_grid = self._visible_entries(entries, shows_places, look_up)
        return TableCheckModel(
            tuple(tabs),
            self._seats,
            self._tab,
            self._message(wrong, bool(self._place and not entries), context),
            wrong is not None,
            bool(self.corrections),
            places,
            believed,
            self._board_squares(context.ui_state.board_rotation),
            takes_width,
            grid,
            "" if places and not grid else title,
            visible,
            cells,
            entry_grid,
            differs,
        )

    def _needs_page(self, entries: Sequence[StepperModel | EntryOption], takes_width: bool) -> bool:
        """Whether the entries stand where the places do: there is no room beside them, or not for so many.

        Pieces that lie one by one are shown all at once; numbers have pages beside the places.
        """
        if self._page:
            return self._page.startswith("come/") or self._current_place.kind != "grid"
        if not entries:
            return False
        many = len(entries) > MAX_ENTRIES_BESIDE_PLACES and not any(
            isinstance(each, StepperModel) for each in entries
        )
        return self._has_own_page.setdefault(self._place, takes_width or many)

    def _board_squares(self, quarters: int) -> Mapping[str, tuple[int, int]]:
        """Place -> column and row from the upper left, of a board that is turned counter-clockwise so often."""
        squares = {
            place.id: (ord(place.board_square[0]), -int(place.board_square[1:]))
            for place in self._places_of_tab()
            if place.board_square
        }
        for _ in range(quarters % 4):
            squares = {id: (row, -column) for id, (column, row) in squares.items()}
        left, top = (min((each[at] for each in squares.values()), default=0) for at in (0, 1))
        return {id: (column - left, row - top) for id, (column, row) in squares.items()}

    def _message(self, wrong: Refusal | None, nothing: bool, context: ScreenContext) -> str:
        """What is wrong, else what writing it down costs, else what to do.

        `nothing`: nothing can be set at the place that was touched.
        """
        gettext = context.voice.translator.gettext
        if wrong is not None:
            return context.voice.refusal_text(wrong)
        if nothing and not self._page:
            return gettext("Nothing can be set there by touch. Touch another place.")
        if self.corrections and context.ui_state.is_virtual:
            return gettext("Once this is written down, the hands that were dealt no longer count.")
        return gettext("Does it look like this? Touch what differs.")

    def _visible_entries(
        self, entries: Sequence[StepperModel | EntryOption], is_beside: bool, appearances: AppearanceLookup
    ) -> tuple[tuple[StepperModel | ChoiceModel, ...], tuple[int, ...], EntryGrid]:
        """As many as there is room for, their cells, and how many cells there are.

        Each keeps its cell as long as the place is checked. What leads to the others, adds, takes back and leads
        back is at the end.
        """
        pinned = [each for each in entries if isinstance(each, EntryOption) and each.on_every_page]
        by_cell = self._entries_by_cell([each for each in entries if each not in pinned])
        tools: list[EntryOption | None] = [each for each in pinned if each.symbol != "undo"]
        if not self._page and self._place:  # the cell of what takes back is kept free for it
            tools.append(next((each for each in pinned if each.symbol == "undo"), None))
        if self._page or not is_beside:
            tools.append(EntryOption(appearances.voice.translator.gettext("Back"), "back", opens_page="keep"))
        grid = GRID_BESIDE_PLACES
        if not is_beside:
            is_few = len(by_cell) + len(tools) <= FEW_ENTRIES_GRID[0] * FEW_ENTRIES_GRID[1]
            is_few = self._is_few.setdefault((self._place, self._page), is_few)
            grid = FEW_ENTRIES_GRID if is_few else MANY_ENTRIES_GRID
        room = grid[0] * grid[1] - len(tools)
        if len(by_cell) > room:
            room -= 1
            pages = -(-len(by_cell) // room)
            at = self._page_index % pages
            tools.insert(0, EntryOption(f"{at + 1} / {pages}", "next", opens_page="more"))
            by_cell = by_cell[at * room : (at + 1) * room]
        by_cell = [*by_cell, *[None] * (room - len(by_cell)), *tools]
        self._options = [each for each in by_cell if isinstance(each, EntryOption)]
        shown = [(cell, each) for cell, each in enumerate(by_cell) if each is not None]
        return tuple(self._entry_model(each) for _, each in shown), tuple(cell for cell, _ in shown), grid

    def _entries_by_cell(
        self, entries: Sequence[StepperModel | EntryOption]
    ) -> list[StepperModel | EntryOption | None]:
        """The entries, each in its cell, with None where one has gone; a new one comes there, or after all."""
        by_key = dict[str, StepperModel | EntryOption]()
        for each in entries:
            key = each.touch_target if isinstance(each, StepperModel) else each.key or each.text
            while key in by_key:
                key += "+"
            by_key[key] = each
        cells = self._cells.setdefault((self._place, self._page), [])
        for key in by_key:
            if key not in cells:
                gap = next((at for at, gone in enumerate(cells) if gone not in by_key), len(cells))
                cells[gap : gap + 1] = [key]
        return [by_key.get(key) for key in cells]

    def _entry_model(self, each: StepperModel | EntryOption) -> StepperModel | ChoiceModel:
        if isinstance(each, StepperModel):
            return each
        weight: Literal["choice", "quiet"] = "choice" if each.is_present else "quiet"
        target = "keep" if each.opens_page == "keep" else f"set/{self._options.index(each)}"
        return ChoiceModel(target, each.text, each.symbol, weight)

    @property
    def _current_place(self) -> Place:
        return self._corrections.find_place(self._corrections.position, self._place)

    @property
    def _has_board(self) -> bool:
        return any(place.board_square for place in self._corrections.believed_layout)

    def _places_of_tab(self) -> Iterator[Place]:
        """The places of the open tab as they are believed to be, without those that are empty and must stay so."""
        for place in self._corrections.believed_layout:
            if self._tab == (place.owner or (BOARD_TAB if place.board_square else TABLE_TAB)) and (
                place.pieces or self._is_settable(place)
            ):
                yield place

    def _is_settable(self, place: Place) -> bool:
        """Whether anything of it can be set."""
        if place.id not in self._settable:
            changes = (
                is_removable(self._corrections, place, at)
                or next(replacement_pieces(self._corrections, place, at), None) is not None
                for at in range(len(place.pieces))
            )
            stepped = place.kind == "track" and any(each.at.isdecimal() for each in place.pieces)
            self._settable[place.id] = (
                stepped or next(addable_pieces(self._corrections, place), None) is not None or any(changes)
            )
        return self._settable[place.id]

    def _place_models(self, appearances: AppearanceLookup) -> Iterator[PlaceModel]:
        before = self._corrections.believed_layout
        now = {place.id: place for place in self._corrections.layout}
        places = [now.get(place.id, replace(place, pieces=())) for place in self._places_of_tab()]
        for spot in make_place_models(
            places, appearances, {place.id for place in places}, before, includes_empty=True
        ):
            chosen = spot.touch_target == self._place
            what, _, which = self._page.partition("/") if chosen else ("", "", "")
            tokens = (
                replace(token, is_new=token.is_new or (what == "piece" and which == str(at)))
                for at, token in enumerate(spot.tokens)
            )
            yield replace(spot, enabled=chosen, touch_explains=False, tokens=tuple(tokens))

    def _entry_page(self, appearances: AppearanceLookup) -> EntryPage:
        """The entries of the open page."""
        if not self._place:
            return "", (), frozenset()
        place, (what, _, which) = self._current_place, self._page.partition("/")
        match what:
            case "piece" if int(which) < len(place.pieces):
                return self._entries.for_piece(place, int(which), appearances)
            case "put":
                return self._entries.for_new_piece(which, appearances)
            case "come":
                return self._entries.for_family(place, which, appearances)
        self._page = ""
        return self._entries.for_place(place, appearances)
