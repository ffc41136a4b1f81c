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
from companion.screen.default.entries import BETWEEN, Entries, Option, Shown
from companion.screen.default.places import Spot, spots
from companion.screen.presenters.faces import Faces, faces
from companion.screen.view_models import ChoiceModel, StepperModel
from companion.voice.voice import Voice

TABLE: Final = "table"
"""What is looked at where it is no player: the places of nobody."""
BESIDE, ALONE = 8, 29
"""So many entries there is room for beside the places, and without them."""


class Check(Struct, frozen=True):
    """The table as it was set, and what may be set at one place.

    who: the colour of whom is looked at, or what of `tabs`. says: what is wrong, else what to do. changed: there is
    something to be written down. spots: the places that can be touched, none where there are too many entries beside
    them; grid: the one on which a finger says where. title: what the entries are about, where that is not seen;
    entries: numbers and buttons, `differs` those numbers that were set.
    """

    tabs: tuple[ChoiceModel, ...]
    seats: tuple[Seat, ...]
    who: str
    says: str
    wrong: bool
    changed: bool
    spots: tuple[Spot, ...]
    grid: Spot | None
    title: str
    entries: tuple[StepperModel | ChoiceModel, ...]
    differs: frozenset[str] = frozenset()


class TableCheck:
    """The check of one table, from when it is opened until it is left or written down."""

    def __init__(self, scene: ScreenContext) -> None:
        now = scene.snapshot
        self._set = CorrectionDraft(game_rules(now.game), now.setup, now.position)
        self._entries = Entries(self._set)
        self._seats = now.setup.seats
        self._who = TABLE
        self._place = self._page = ""
        self._turned = 0
        """The page of the entries."""
        self._options: Sequence[Option] = ()
        """What the buttons of the page do that is shown."""
        self._settable: dict[str, bool] = {}

    @property
    def pairs(self) -> PointerValuePairs:
        """What `table correct` must set; nothing where nothing differs."""
        return self._set.changed_values

    # -- what is touched

    def touch(self, thing: str) -> bool:
        """Whether it was something of the check."""
        what, _, which = thing.partition("/")
        match what:
            case "of":
                self._who, self._place = which, ""
                self._open(
                    next((place.id for place in self._looked_at() if self._can(place)), ""), which != TABLE
                )
            case "at":
                self._open(which)
            case "count":
                self._count(which)
            case "set":
                self._do(self._options[int(which)])
            case "cell":
                self._put(which)
            case "keep":
                self._open(self._place if self._page else "")
            case _:
                return False
        return True

    def _open(self, place: str, wanted: bool = True) -> None:
        self._place, self._page, self._turned = place if wanted else "", "", 0

    def _do(self, option: Option) -> None:
        if option.opens == "more":
            self._turned += 1
        elif option.opens:
            self._page, self._turned = option.opens, 0
        elif option.then is not None:
            before = self._here
            self._set.set_place(option.then)
            if before.kind != "grid" or len(self._here.pieces) != len(before.pieces):
                self._page = ""

    def _count(self, which: str) -> None:
        """So many of a piece, or that step of a marker."""
        key, _, said = which.rpartition("=")
        piece, face = key.split(BETWEEN)
        place, number = self._here, int(said)
        if place.kind == "track":
            at = next(at for at, each in enumerate(place.pieces) if each.piece == piece)
            self._set.set_place(place_with_pieces_replaced(place, at, replace(place.pieces[at], at=said)))
        else:
            self._set.set_place(place_with_count(place, piece, face, number * self._entries.unit(piece)))

    def _put(self, cell: str) -> None:
        """The piece that is looked at lies on that square of the grid; where none is, the one there is looked at."""
        place, (what, _, which) = self._here, self._page.partition("/")
        if what == "put":
            self._lie(place, len(place.pieces), PlacedPieces(which), cell)
        elif at := [
            str(at)
            for at, each in enumerate(place.pieces)
            if cell in each.occupied_cells and str(at) != which
        ]:
            self._page = f"piece/{at[-1]}"
        elif what == "piece":
            self._lie(place, int(which), place.pieces[int(which)], cell)

    def _lie(self, place: Place, at: int, lying: PlacedPieces, cell: str) -> None:
        there = placement_around(self._set, place, lying, cell)
        if there is not None and self._set.set_place(place_with_pieces_replaced(place, at, there)):
            self._page = f"piece/{at}"

    # -- what is shown

    def value(self, scene: ScreenContext) -> Check:
        """For the page, in the language of that moment."""
        voice = scene.voice
        words, wrong = voice.translator, next(iter(self._set.new_faults), None)
        look_up = faces(voice)
        title, entries, differs = self._shown(look_up)
        beside = not self._page or (self._page.startswith(("piece/", "put/")) and self._here.kind == "grid")
        if beside and len(entries) > BESIDE and not any(isinstance(each, StepperModel) for each in entries):
            beside = False  # pieces that lie one by one are seen all at once
        places = [] if not beside else [*self._spots(look_up)]
        grid = next((spot for spot in places if spot.thing == self._place and spot.cells), None)
        return Check(
            (ChoiceModel(TABLE, words.gettext("Table"), "hand"),),
            self._seats,
            self._who,
            self._says(wrong, bool(self._place and not entries), voice),
            wrong is not None,
            bool(self.pairs),
            () if grid else tuple(places),
            grid,
            "" if places and not grid else title,
            self._some(entries, BESIDE if beside else ALONE, look_up),
            differs,
        )

    def _says(self, wrong: Refusal | None, nothing: bool, voice: Voice) -> str:
        """What is wrong, else what to do; `nothing`: at the place that was touched."""
        if wrong is not None:
            return voice.refusal_text(wrong)
        if nothing and not self._page:
            return voice.translator.gettext("Nothing can be set there by touch. Touch another place.")
        return voice.translator.gettext("Does it look like this? Touch what differs.")

    def _some(
        self, entries: Sequence[StepperModel | Option], most: int, look_up: Faces
    ) -> tuple[StepperModel | ChoiceModel, ...]:
        """As many as there is room for, and what leads to the others and back."""
        _ = look_up.voice.translator.gettext
        stay = [each for each in entries if isinstance(each, Option) and each.stays]
        here, options = [each for each in entries if each not in stay], list[Option]()
        back, most = most == ALONE or bool(self._page), most - len(stay)
        if len(here) > most:
            pages = -(-len(here) // (most - 1))
            at = self._turned % pages
            more = Option(f"{at + 1} / {pages}", "next", opens="more")
            here = [*here[at * (most - 1) : (at + 1) * (most - 1)], more]
        here += stay
        shown = list[StepperModel | ChoiceModel]()
        for each in here:
            if isinstance(each, Option):
                weight: Literal["choice", "quiet"] = "choice" if each.there else "quiet"
                shown.append(ChoiceModel(f"set/{len(options)}", each.words, each.symbol, weight))
                options.append(each)
            else:
                shown.append(each)
        if back:
            shown.append(ChoiceModel("keep", _("Back"), "back", "quiet"))
        self._options = options
        return tuple(shown)

    @property
    def _here(self) -> Place:
        return self._set.place_in(self._set.position, self._place)

    def _looked_at(self) -> Iterator[Place]:
        """The places of the tab that is open; in which nothing lies and nothing can, those are not there."""
        for place in self._set.layout:
            if place.owner == (self._who if self._who != TABLE else "") and (
                place.pieces or self._can(place)
            ):
                yield place

    def _can(self, place: Place) -> bool:
        """Whether anything of it can be set."""
        if place.id not in self._settable:
            changes = (
                is_removable(self._set, place, at)
                or next(replacement_pieces(self._set, place, at), None) is not None
                for at in range(len(place.pieces))
            )
            stepped = place.kind == "track" and any(each.at.isdecimal() for each in place.pieces)
            self._settable[place.id] = (
                stepped or next(addable_pieces(self._set, place), None) is not None or any(changes)
            )
        return self._settable[place.id]

    def _spots(self, look_up: Faces) -> Iterator[Spot]:
        before = self._set.believed_layout
        places = [*self._looked_at()]
        for spot in spots(places, look_up, {place.id for place in places}, before, every=True):
            chosen = spot.thing == self._place
            what, _, which = self._page.partition("/") if chosen else ("", "", "")
            tokens = (
                replace(token, new=token.new or (what == "piece" and which == str(at)))
                for at, token in enumerate(spot.tokens)
            )
            yield replace(spot, open=chosen, told=False, tokens=tuple(tokens))

    def _shown(self, look_up: Faces) -> Shown:
        """What the page has that is open."""
        if not self._place:
            return "", (), frozenset()
        place, (what, _, which) = self._here, self._page.partition("/")
        match what:
            case "piece" if int(which) < len(place.pieces):
                return self._entries.of_piece(place, int(which), look_up)
            case "put":
                return self._entries.of_new(which, look_up)
            case "come":
                return self._entries.of_family(place, which, look_up)
        self._page = ""
        return self._entries.of(place, look_up)
