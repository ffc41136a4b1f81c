"""What pieces and places of any game look like and are called on the screen: by the game's art, else by their names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from companion.rules.layout import Place, PlaceKind
from companion.rules.moves import UNKNOWN
from companion.screen.draw.player_signs import PLAYER_SIGNS
from companion.screen.draw.symbols import game_symbol_files, game_symbol_name
from companion.screen.presenters.moment import capital
from companion.voice.language import message
from companion.voice.table_text import STATUS_PLACES
from companion.voice.voice import Voice

KINDS: dict[PlaceKind, str] = {
    "row": message("Row"),
    "pile": message("Pile"),
    "supply": message("Supply"),
    "grid": message("Board"),
    "track": message("Track"),
    "hand": message("Hand"),
    "deck": message("Draw pile"),
}
"""What a place is called that has no name; on a spot before a player lies simply what that one has."""
SHORT = 2
"""Letters of what stays as it is written: a square, a point."""


class Face(Struct, frozen=True):
    """How a piece looks. `symbol`: of the game's art; `owner`: whose colour and sign it has; `name`: what is written on
    it, "" where symbol or sign say it all; `number`: what is printed beside the symbol.
    """

    symbol: str = ""
    owner: str = ""
    name: str = ""
    number: str = ""

    @property
    def sign(self) -> str:
        """The one symbol for it where there is room for one."""
        return self.symbol or self.owner


class Faces:
    """Of the game and in the language of this voice; each is found once."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self._art = game_symbol_files(voice.translator.game)
        self._faces: dict[str, Face] = {}
        self._places: dict[str, str] = {}

    def face(self, piece: str) -> Face:
        """Of a piece by its word."""
        if piece not in self._faces:
            self._faces[piece] = self._face(piece)
        return self._faces[piece]

    def _face(self, piece: str) -> Face:
        kind, *parts = piece.split("/")
        owner = next((part for part in parts if part in PLAYER_SIGNS), "")
        which = [part for part in parts if part not in (owner, UNKNOWN)]
        if not which:
            return self._of_a_kind(kind, owner, parts)
        stem, _, number = which[-1].partition(":")
        for name, beside in ((piece, ""), (which[-1], ""), (stem, number)):
            if name in self._art:
                return Face(self._symbol(name), owner, "", beside)
        return Face(self._symbol(kind), owner, self._name(piece, kind, which[-1]))

    def _of_a_kind(self, kind: str, owner: str, unknown: Sequence[str]) -> Face:
        """All of them are alike, or nobody knows which it is."""
        if owner or kind in self._art:
            return Face("" if owner else self._symbol(kind), owner)
        return Face("deck") if unknown else Face("", "", capital(self.kind(kind)))

    def _symbol(self, name: str) -> str:
        """The game's own of that name, "" where it brings none."""
        return game_symbol_name(name, self.voice.translator.game) if name in self._art else ""

    def _name(self, piece: str, kind: str, which: str) -> str:
        words = self.voice.translator
        named = (name for group in ("face", kind) if (name := words.name_of(group, which)) != which)
        return capital(next(named, "") or self.voice.piece_name(piece).name or which)

    def place(self, place: Place) -> str:
        """What a place is called, beside whose it is."""
        if place.id not in self._places:
            said = self._place(place)
            self._places[place.id] = capital(said) if len(said) > SHORT else said
        return self._places[place.id]

    def _place(self, place: Place) -> str:
        words, (kind, _, which) = self.voice.translator, place.id.partition("/")
        if which and which == place.owner:
            if kind == "player":
                return words.player_name(place.owner)
        elif which and (said := self.voice.touch_target_name(place.id)) not in (place.id, f"{kind}: {which}"):
            return said
        if place.id in STATUS_PLACES:
            return words.name_of("place", place.id)
        name = self.voice.place_name(place)
        return words.gettext(KINDS[place.kind]) if name == kind and place.kind in KINDS else name

    def kind(self, kind: str) -> str:
        """What pieces or answers are called that begin so; the word itself where that has no name."""
        groups = ("thing", "place", "word", "kind")
        found = (name for group in groups if (name := self.voice.translator.name_of(group, kind)) != kind)
        return next(found, kind)

    def folder(self, begins: str, things: Sequence[str]) -> str:
        """What answers have in common that begin so; the first of them where that has no name."""
        names = (self.voice.touch_target_name(begins), self.kind(begins))
        return next(
            (name for name in names if name != begins),
            ", ".join(map(self.voice.touch_target_name, things[:2])),
        )


@lru_cache(maxsize=4)
def faces(voice: Voice) -> Faces:
    """Those of a voice."""
    return Faces(voice)
