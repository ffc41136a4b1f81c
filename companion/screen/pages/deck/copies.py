"""Copies of a deck: put into a folder to be kept or carried to another computer, and taken in from there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from companion.rules.errors import HeraldError
from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.pages.deck.tagging import Became
from companion.screen.view_models import ChoiceModel
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import (
    compare_decks,
    exported_deck_files,
    exports_folder,
    load_deck_to_import,
    replace_owner_deck,
)
from companion.voice.language import message
from companion.voice.problem_messages import file_error_message
from companion.voice.translator import Translator

KEPT: Final = message("A copy was put there: {path}. Pieces with a tag in it: {n}.")
NO_TAGS: Final = message("No piece has a tag yet, so there is nothing to keep.")
NO_COPIES: Final = message("No copy lies in {path}. Put one there, then look again.")
SAME: Final = message("These tags are here already.")
WOULD: Final = message(
    "Pieces that would lose their tag: {lost}. That would get another: {other}. That would get their first: {first}."
)
UNREAD: Final = message("The tags that are here cannot be read. This copy would take their place.")
TAKEN: Final = message("Taken in. What was there before is kept as {name}.")
TAKEN_FIRST: Final = message("Taken in.")
TITLE: Final = message("Copies of the tags")


class Copies:
    """Of one deck. `unread`: the file it should have come from cannot be read.

    After `touch`: `became` is what became of it, and `load_deck_to_import` whether the owner's deck is another one now.
    """

    def __init__(self, deck: Deck, words: Translator, unread: bool = False) -> None:
        self._deck, self._words, self._unread = deck, words, unread
        self._new: Deck | None = None
        self.became: Became | None = None
        self.taken_in = False

    def knows(self, thing: str) -> bool:
        """Whether a thing that was touched is about copies."""
        return thing in ("copies", "export", "imports", "take-in") or thing.startswith("import/")

    def touch(self, thing: str) -> tuple[ChoiceOverlayModel, ...]:
        """Do it; what is to be chosen from next, the last one on top."""
        self.became = None
        try:
            return self._do(thing)
        except (HeraldError, OSError) as wrong:
            self.became = Became(file_error_message(wrong, self._words.lang), well=False)
            return ()

    def _do(self, thing: str) -> tuple[ChoiceOverlayModel, ...]:
        match thing:
            case "copies":
                return (self._first(),)
            case "export":
                self._export()
                return ()
            case "imports":
                return self._first(), self._files()
            case "take-in":
                self._take_in()
                return ()
        return self._look_at(thing.removeprefix("import/"))

    def _first(self) -> ChoiceOverlayModel:
        _ = self._words.gettext
        choices = (
            ChoiceModel("export", _("Put a copy into the folder"), "down", "choice"),
            ChoiceModel("imports", _("Take a copy in"), "up", "choice"),
        )
        return ChoiceOverlayModel(_(TITLE), choices, message=_("The folder: {path}", path=exports_folder()))

    def _export(self) -> None:
        if not self._deck.uids_by_key:
            self.became = Became(self._words.gettext(NO_TAGS), well=False)
            return
        when = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        path = exports_folder() / f"{self._deck.game}-{when}.deck"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._deck.save(path)
        self.became = Became(self._words.gettext(KEPT, n=len(self._deck.uids_by_key), path=path), well=True)

    def _files(self) -> ChoiceOverlayModel:
        _ = self._words.gettext
        choices = tuple(
            ChoiceModel(f"import/{path.name}", path.stem, "deck") for path in exported_deck_files()
        )
        sentence = "" if choices else _(NO_COPIES, path=exports_folder())
        return ChoiceOverlayModel(_("Which copy?"), choices, _("The latest first."), sentence)

    def _look_at(self, name: str) -> tuple[ChoiceOverlayModel, ...]:
        """What taking it in would change; nothing is changed yet."""
        _ = self._words.gettext
        self._new = new = load_deck_to_import(exports_folder() / name, self._deck.game)
        if not self._unread and self._deck.uids_by_key == new.uids_by_key:
            self.became = Became(_(SAME), well=True)
            return ()
        sentence = _(UNREAD) if self._unread else self._would(new.uids_by_key)
        choices = (
            ChoiceModel("take-in", _("Take it in"), "check", "main"),
            ChoiceModel("back", _("Leave it"), "cross"),
        )
        return self._files(), ChoiceOverlayModel(name, choices, message=sentence)

    def _would(self, new: Mapping[str, str]) -> str:
        would = compare_decks(self._deck.uids_by_key, new)
        return self._words.gettext(
            WOULD, lost=would.untagged_count, other=would.retagged_count, first=would.newly_tagged_count
        )

    def _take_in(self) -> None:
        if self._new is None:
            return
        aside = replace_owner_deck(self._new)
        self.taken_in = True
        _ = self._words.gettext
        sentence = _(TAKEN, name=aside.name) if aside is not None else _(TAKEN_FIRST)
        self.became = Became(sentence, well=True)
