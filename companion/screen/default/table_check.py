"""Table check of any game: the table as it is believed to lie, and where it differs what lies there instead, by touch.

A place is touched, and beside it stands what may be said of it: how many there are, at which step a marker is, which
piece it is or where it lies, which side is up, that it is not there or that one more is. On a grid a finger says where.
Nothing is offered that cannot be set (companion.rules.correction_options).
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
"""What is looked at where it is no player: the places of nobody."""
MAX_ENTRIES_BESIDE_PLACES, MAX_ENTRIES_ALONE = 8, 29
"""So many entries there is room for beside the places, and without them."""


class TableCheckModel(Struct, frozen=True):
    """The table as it was set, and what may be set at one place.

    who: the colour of whom is looked at, or what of `tabs`. says: what is wrong, else what to do. changed: there is
    something to be written down. spots: the places that can be touched, none where there are too many entries beside
    them; grid: the one on which a finger says where. title: what the entries are about, where that is not seen;
    entries: numbers and buttons, `changed_counts` those numbers that were set.
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
    """The check of one table, from when it is opened until it is left or written down."""

    def __init__(self, context: ScreenContext) -> None:
        now = context.snapshot
        self._corrections = CorrectionDraft(game_rules(now.game), now.setup, now.position)
        self._entries = TableCheckEntries(self._corrections)
        self._seats = now.setup.seats
        self._tab = TABLE_TAB
        self._place = self._page = ""
        self._page_index = 0
        """The page of the entries."""
        self._options: Sequence[EntryOption] = ()
        """What the buttons of the page do that is shown."""
        self._settable: dict[str, bool] = {}

    @property
    def corrections(self) -> PointerValuePairs:
        """What `table correct` must set; nothing where nothing differs."""
        return self._corrections.changed_values

    # -- what is touched

    def touch(self, touch_target: str) -> bool:
        """Whether it was something of the check."""
        what, _, which = touch_target.partition("/")
        match what:
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
        """So many of a piece, or that step of a marker."""
        key, _, said = which.rpartition("=")
        piece, face = key.split(KEY_SEPARATOR)
        place, number = self._current_place, int(said)
        if place.kind == "track":
            at = next(at for at, each in enumerate(place.pieces) if each.piece == piece)
            self._corrections.set_place(
                place_with_pieces_replaced(place, at, replace(place.pieces[at], at=said))
            )
        else:
            self._corrections.set_place(
                place_with_count(place, piece, face, number * self._entries.unit_size(piece))
            )

    def _put_on_square(self, cell: str) -> None:
        """The piece that is looked at lies on that square of the grid; where none is, the one there is looked at."""
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
        """For the page, in the language of that moment."""
        voice = context.voice
        words, wrong = voice.translator, next(iter(self._corrections.new_faults), None)
        look_up = appearance_lookup(voice)
        title, entries, differs = self._entry_page(look_up)
        beside = not self._page or (
            self._page.startswith(("piece/", "put/")) and self._current_place.kind == "grid"
        )
        if (
            beside
            and len(entries) > MAX_ENTRIES_BESIDE_PLACES
            and not any(isinstance(each, StepperModel) for each in entries)
        ):
            beside = False  # pieces that lie one by one are seen all at once
        places = [] if not beside else [*self._place_models(look_up)]
        grid = next((spot for spot in places if spot.touch_target == self._place and spot.cells), None)
        return TableCheckModel(
            (ChoiceModel(TABLE_TAB, words.gettext("Table"), "hand"),),
            self._seats,
            self._tab,
            self._message(wrong, bool(self._place and not entries), voice),
            wrong is not None,
            bool(self.corrections),
            () if grid else tuple(places),
            grid,
            "" if places and not grid else title,
            self._visible_entries(
                entries, MAX_ENTRIES_BESIDE_PLACES if beside else MAX_ENTRIES_ALONE, look_up
            ),
            differs,
        )

    def _message(self, wrong: Refusal | None, nothing: bool, voice: Voice) -> str:
        """What is wrong, else what to do; `nothing`: at the place that was touched."""
        if wrong is not None:
            return voice.refusal_text(wrong)
        if nothing and not self._page:
            return voice.translator.gettext("Nothing can be set there by touch. Touch another place.")
        return voice.translator.gettext("Does it look like this? Touch what differs.")

    def _visible_entries(
        self, entries: Sequence[StepperModel | EntryOption], most: int, appearances: AppearanceLookup
    ) -> tuple[StepperModel | ChoiceModel, ...]:
        """As many as there is room for, and what leads to the others and back."""
        _ = appearances.voice.translator.gettext
        stay = [each for each in entries if isinstance(each, EntryOption) and each.on_every_page]
        here, options = [each for each in entries if each not in stay], list[EntryOption]()
        back, most = most == MAX_ENTRIES_ALONE or bool(self._page), most - len(stay)
        if len(here) > most:
            pages = -(-len(here) // (most - 1))
            at = self._page_index % pages
            more = EntryOption(f"{at + 1} / {pages}", "next", opens_page="more")
            here = [*here[at * (most - 1) : (at + 1) * (most - 1)], more]
        here += stay
        shown = list[StepperModel | ChoiceModel]()
        for each in here:
            if isinstance(each, EntryOption):
                weight: Literal["choice", "quiet"] = "choice" if each.is_present else "quiet"
                shown.append(ChoiceModel(f"set/{len(options)}", each.text, each.symbol, weight))
                options.append(each)
            else:
                shown.append(each)
        if back:
            shown.append(ChoiceModel("keep", _("Back"), "back", "quiet"))
        self._options = options
        return tuple(shown)

    @property
    def _current_place(self) -> Place:
        return self._corrections.place_in(self._corrections.position, self._place)

    def _places_of_tab(self) -> Iterator[Place]:
        """The places of the tab that is open; in which nothing lies and nothing can, those are not there."""
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
        """What the page has that is open."""
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
