"""What pieces and places of any game look like and are called: by the game's art, else by their names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from companion.rules.layout import Place, PlaceKind
from companion.rules.moves import UNKNOWN
from companion.screen.draw.symbols import game_symbol_file_by_name, game_symbol_name
from companion.screen.draw.theme import PLAYER_SIGNS
from companion.screen.presenters.prompt import capitalise
from companion.voice.language import mark_message
from companion.voice.table_text import STATUS_PLACES
from companion.voice.voice import Voice

PLACE_KIND_NAMES: dict[PlaceKind, str] = {
    "row": mark_message("Row"),
    "pile": mark_message("Pile"),
    "supply": mark_message("Supply"),
    "grid": mark_message("Board"),
    "track": mark_message("Track"),
    "hand": mark_message("Hand"),
    "deck": mark_message("Draw pile"),
}
"""The names of places without a name of their own; a `spot` shows only what lies there."""
MAX_LETTERS_KEPT_LOWER = 2
"""Names of up to this many letters are not capitalised: a square, a point."""


class PieceAppearance(Struct, frozen=True):
    """How a piece looks.

    `symbol`: of the game's art; `owner`: whose colour and sign it has; `name`: what is written on it, ""
    where symbol or sign suffice; `number`: what is printed beside the symbol.
    """

    symbol: str = ""
    owner: str = ""
    name: str = ""
    number: str = ""

    @property
    def main_symbol(self) -> str:
        """The one symbol for it where there is room for one."""
        return self.symbol or self.owner


class AppearanceLookup:
    """Looks up appearances and names in the game and language of this voice, and remembers them."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self._art = game_symbol_file_by_name(voice.translator.game)
        self._appearances: dict[str, PieceAppearance] = {}
        self._place_names: dict[str, str] = {}

    def piece_appearance(self, piece: str) -> PieceAppearance:
        """The appearance of a piece, given by its word."""
        if piece not in self._appearances:
            self._appearances[piece] = self._find_appearance(piece)
        return self._appearances[piece]

    def _find_appearance(self, piece: str) -> PieceAppearance:
        kind, *parts = piece.split("/")
        owner = next((part for part in parts if part in PLAYER_SIGNS), "")
        which = [part for part in parts if part not in (owner, UNKNOWN)]
        if not which:
            return self._appearance_of_kind(kind, owner, parts)
        stem, _, number = which[-1].partition(":")
        for name, number_beside in ((piece, ""), (which[-1], ""), (stem, number)):
            if name in self._art:
                return PieceAppearance(self._symbol_name(name), owner, "", number_beside)
        return PieceAppearance(self._symbol_name(kind), owner, self._written_name(piece, kind, which[-1]))

    def _appearance_of_kind(self, kind: str, owner: str, unknown: Sequence[str]) -> PieceAppearance:
        """The appearance where all pieces of the kind are alike, or nobody knows which it is."""
        if owner or kind in self._art:
            return PieceAppearance("" if owner else self._symbol_name(kind), owner)
        return (
            PieceAppearance("deck") if unknown else PieceAppearance("", "", capitalise(self.kind_name(kind)))
        )

    def _symbol_name(self, name: str) -> str:
        """The game's own symbol of that name, "" where it brings none."""
        return game_symbol_name(name, self.voice.translator.game) if name in self._art else ""

    def _written_name(self, piece: str, kind: str, which: str) -> str:
        translator = self.voice.translator
        named = (name for group in ("face", kind) if (name := translator.name_of(group, which)) != which)
        return capitalise(next(named, "") or self.voice.piece_name(piece).name or which)

    def place_name(self, place: Place) -> str:
        """The name of a place, without its owner."""
        if place.id not in self._place_names:
            name = self._find_place_name(place)
            self._place_names[place.id] = capitalise(name) if len(name) > MAX_LETTERS_KEPT_LOWER else name
        return self._place_names[place.id]

    def _find_place_name(self, place: Place) -> str:
        translator, (kind, _, which) = self.voice.translator, place.id.partition("/")
        if which and which == place.owner:
            if kind == "player":
                return translator.player_name(place.owner)
        elif which and (target_name := self.voice.touch_target_name(place.id)) not in (
            place.id,
            f"{kind}: {which}",
        ):
            return target_name
        if place.id in STATUS_PLACES:
            return translator.name_of("place", place.id)
        name = self.voice.place_name(place)
        return (
            translator.gettext(PLACE_KIND_NAMES[place.kind])
            if name == kind and place.kind in PLACE_KIND_NAMES
            else name
        )

    def kind_name(self, kind: str) -> str:
        """The name of pieces or answers that begin so; the word itself where it has no name."""
        groups = ("thing", "place", "word", "kind")
        found = (name for group in groups if (name := self.voice.translator.name_of(group, kind)) != kind)
        return next(found, kind)

    def folder_name(self, prefix: str, touch_targets: Sequence[str]) -> str:
        """What answers that begin with `prefix` are called; the first two of them where that has no name."""
        names = (self.voice.touch_target_name(prefix), self.kind_name(prefix))
        return next(
            (name for name in names if name != prefix),
            ", ".join(map(self.voice.touch_target_name, touch_targets[:2])),
        )


@lru_cache(maxsize=4)
def appearance_lookup(voice: Voice) -> AppearanceLookup:
    """The lookup for a voice."""
    return AppearanceLookup(voice)
