"""Table check of any game: the table as Herald believes it to be, and its correction by touch.

A person touches a place, and beside it stands what may be set there: how many pieces there are, at which step
a marker is, which piece it is or where it lies, which side is up, that it is not there or that one more is.
On a grid a finger shows where. Nothing is offered that cannot be set (companion.rules.correction_options).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.games import game_rules
from companion.rules.clauses import Refusal
from companion.rules.correction_options import (
    addable_pieces,
    is_removable,
    place_with_count,
    placement_around,
    replacement_pieces,
)
from companion.rules.corrections import CorrectionDraft, PointerValuePairs, place_with_pieces_replaced
from companion.rules.game import Seat
from companion.rules.layout import Place, PlacedPieces
from companion.screen.context import ScreenContext
from companion.screen.default.place_models import PlaceModel, make_place_models
from companion.screen.default.table_check_entries import (
    KEY_SEPARATOR,
    EntryOption,
    EntryPage,
    TableCheckEntries,
)
from companion.screen.presenters.appearance import AppearanceLookup, appearance_lookup
from companion.screen.view_models import ChoiceModel, StepperModel
from companion.voice.voice import Voice

TABLE_TAB: Final = "table"
"""The tab of the shared places, which belong to no player."""
MAX_ENTRIES_BESIDE_PLACES, MAX_ENTRIES_ALONE = 8, 29
"""The number of entries for which there is room beside the places, and without them."""


class TableCheckModel(Struct, frozen=True):
    """The table as it was set, and what may be set at one place.

    `selected_tab`: the colour of the player who is viewed, or one of `tabs`. `message`: what is wrong, else
    what to do. `has_changes`: there is something to be recorded. `places`: the places that can be touched,
    none where there are too many entries beside them; `grid`: the one on which a finger shows where. `title`:
    what the entries are about, where that is not seen; `entries`: numbers and buttons; `changed_counts`: the
    numbers that were set.
    """

    tabs: tuple[ChoiceModel, ...]
    seats: tuple[Seat, ...]
    selected_tab: str
    message: str
    has_error: bool
    has_changes: bool
    places: tuple[PlaceModel, ...]
    grid: PlaceModel | None
    title: str
    entries: tuple[StepperModel | ChoiceModel, ...]
    changed_counts: frozenset[str] = frozenset()


class TableCheckController:
    """The check of one table, from when it is opened until it is left or recorded."""

    def __init__(self, context: ScreenContext) -> None:
        snapshot = context.snapshot
        self._corrections = CorrectionDraft(game_rules(snapshot.game), snapshot.setup, snapshot.position)
        self._entries = TableCheckEntries(self._corrections)
        self._seats = snapshot.setup.seats
        self._tab = TABLE_TAB
        self._place = self._page = ""
        self._page_index = 0
        """The page of the entries."""
        self._options: Sequence[EntryOption] = ()
        """What the buttons of the visible page do."""
        self._settable: dict[str, bool] = {}

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
                    which != TABLE_TAB,
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
        shows_places = not self._page or (
            self._page.startswith(("piece/", "put/")) and self._current_place.kind == "grid"
        )
        if (
            shows_places
            and len(entries) > MAX_ENTRIES_BESIDE_PLACES
            and not any(isinstance(each, StepperModel) for each in entries)
        ):
            shows_places = False  # pieces that lie one by one are shown all at once
        places = [] if not shows_places else [*self._place_models(look_up)]
        grid = next((spot for spot in places if spot.touch_target == self._place and spot.cells), None)
        return TableCheckModel(
            (ChoiceModel(TABLE_TAB, translator.gettext("Table"), "hand"),),
            self._seats,
            self._tab,
            self._message(wrong, bool(self._place and not entries), voice),
            wrong is not None,
            bool(self.corrections),
            () if grid else tuple(places),
            grid,
            "" if places and not grid else title,
            self._visible_entries(
                entries, MAX_ENTRIES_BESIDE_PLACES if shows_places else MAX_ENTRIES_ALONE, look_up
            ),
            differs,
        )

    def _message(self, wrong: Refusal | None, nothing: bool, voice: Voice) -> str:
        """What is wrong, else what to do; `nothing`: nothing can be set at the place that was touched."""
        if wrong is not None:
            return voice.refusal_text(wrong)
        if nothing and not self._page:
            return voice.translator.gettext("Nothing can be set there by touch. Touch another place.")
        return voice.translator.gettext("Does it look like this? Touch what differs.")

    def _visible_entries(
        self, entries: Sequence[StepperModel | EntryOption], max_count: int, appearances: AppearanceLookup
    ) -> tuple[StepperModel | ChoiceModel, ...]:
        """As many as there is room for, and the buttons that lead to the others and back."""
        _ = appearances.voice.translator.gettext
        pinned = [each for each in entries if isinstance(each, EntryOption) and each.on_every_page]
        visible, options = [each for each in entries if each not in pinned], list[EntryOption]()
        back, max_count = max_count == MAX_ENTRIES_ALONE or bool(self._page), max_count - len(pinned)
        if len(visible) > max_count:
            pages = -(-len(visible) // (max_count - 1))
            at = self._page_index % pages
            more = EntryOption(f"{at + 1} / {pages}", "next", opens_page="more")
            visible = [*visible[at * (max_count - 1) : (at + 1) * (max_count - 1)], more]
        visible += pinned
        models = list[StepperModel | ChoiceModel]()
        for each in visible:
            if isinstance(each, EntryOption):
                weight: Literal["choice", "quiet"] = "choice" if each.is_present else "quiet"
                models.append(ChoiceModel(f"set/{len(options)}", each.text, each.symbol, weight))
                options.append(each)
            else:
                models.append(each)
        if back:
            models.append(ChoiceModel("keep", _("Back"), "back", "quiet"))
        self._options = options
        return tuple(models)

    @property
    def _current_place(self) -> Place:
        return self._corrections.find_place(self._corrections.position, self._place)

    def _places_of_tab(self) -> Iterator[Place]:
        """The places of the open tab, without those that are empty and must stay so."""
        for place in self._corrections.layout:
            if place.owner == (self._tab if self._tab != TABLE_TAB else "") and (
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
        places = [*self._places_of_tab()]
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
