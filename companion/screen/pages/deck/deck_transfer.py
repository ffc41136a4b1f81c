"""Copies of a deck: exported to a folder, to be kept or carried to another computer, and imported from there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from companion.rules.errors import HeraldError
from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.pages.deck.tagging_models import TaggingResultModel
from companion.screen.view_models import ChoiceModel
from companion.table.storage.atomic_write import write_atomically
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import (
    compare_decks,
    exported_deck_files,
    exports_folder,
    load_deck_to_import,
    replace_owner_deck,
)
from companion.voice.language import mark_message
from companion.voice.problem_messages import file_error_message
from companion.voice.translator import Translator

COPY_WRITTEN: Final = mark_message("A copy was put there: {path}. Pieces with a tag in it: {n}.")
NO_TAGS: Final = mark_message("No piece has a tag yet, so there is nothing to keep.")
NO_COPIES: Final = mark_message("No copy lies in {path}. Put one there, then look again.")
SAME_TAGS: Final = mark_message("These tags are here already.")
TAG_CHANGES: Final = mark_message(
    "Pieces that would lose their tag: {lost}. That would get another: {other}. That would get their first: {first}."
)
TAGS_UNREADABLE: Final = mark_message(
    "The tags that are here cannot be read. This copy would take their place."
)
COPY_TAKEN_IN: Final = mark_message("Taken in. What was there before is kept as {name}.")
FIRST_COPY_TAKEN_IN: Final = mark_message("Taken in.")
COPIES_TITLE: Final = mark_message("Copies of the tags")


class DeckTransfer:
    """Exports and imports copies of one deck.

    `unread`: the file of the present deck cannot be read. After `questions_after_touch`, `result` is the outcome, and
    `is_deck_replaced` says whether the owner's deck is another one now.
    """

    def __init__(self, deck: Deck, translator: Translator, unread: bool = False) -> None:
        self._deck, self._words, self._unread = deck, translator, unread
        self._chosen_copy: Deck | None = None
        self.result: TaggingResultModel | None = None
        self.is_deck_replaced = False

    def is_transfer_target(self, touch_target: str) -> bool:
        """Whether a touch target is about copies."""
        return touch_target in ("copies", "export", "imports", "take-in") or touch_target.startswith(
            "import/"
        )

    def questions_after_touch(self, touch_target: str) -> tuple[ChoiceOverlayModel, ...]:
        """Handle the touch; the questions that follow, the last one on top."""
        self.result = None
        try:
            return self._handle(touch_target)
        except (HeraldError, OSError) as wrong:
            self.result = TaggingResultModel(file_error_message(wrong, self._words.lang), is_success=False)
            return ()

    def _handle(self, touch_target: str) -> tuple[ChoiceOverlayModel, ...]:
        match touch_target:
            case "copies":
                return (self._main_choices(),)
            case "export":
                self._export()
                return ()
            case "imports":
                return self._main_choices(), self._file_choices()
            case "take-in":
                self._take_in()
                return ()
        return self._preview_copy(touch_target.removeprefix("import/"))

    def _main_choices(self) -> ChoiceOverlayModel:
        _ = self._words.gettext
        choices = (
            ChoiceModel("export", _("Put a copy into the folder"), "down", "choice"),
            ChoiceModel("imports", _("Take a copy in"), "up", "choice"),
        )
        return ChoiceOverlayModel(
            _(COPIES_TITLE), choices, message=_("The folder: {path}", path=exports_folder())
        )

    def _export(self) -> None:
        if not self._deck.uid_by_key:
            self.result = TaggingResultModel(self._words.gettext(NO_TAGS), is_success=False)
            return
        when = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        path = exports_folder() / f"{self._deck.game}-{when}.deck"
        write_atomically(path, self._deck.encode())
        self.result = TaggingResultModel(
            self._words.gettext(COPY_WRITTEN, n=len(self._deck.uid_by_key), path=path), is_success=True
        )

    def _file_choices(self) -> ChoiceOverlayModel:
        _ = self._words.gettext
        choices = tuple(
            ChoiceModel(f"import/{path.name}", path.stem, "deck") for path in exported_deck_files()
        )
        sentence = "" if choices else _(NO_COPIES, path=exports_folder())
        return ChoiceOverlayModel(_("Which copy?"), choices, _("The latest first."), sentence)

    def _preview_copy(self, name: str) -> tuple[ChoiceOverlayModel, ...]:
        """The question whether to import that copy, with what would change."""
        _ = self._words.gettext
        self._chosen_copy = new = load_deck_to_import(exports_folder() / name, self._deck.game)
        if not self._unread and self._deck.uid_by_key == new.uid_by_key:
            self.result = TaggingResultModel(_(SAME_TAGS), is_success=True)
            return ()
        sentence = _(TAGS_UNREADABLE) if self._unread else self._describe_changes(new.uid_by_key)
        choices = (
            ChoiceModel("take-in", _("Take it in"), "check", "main"),
            ChoiceModel("back", _("Leave it"), "cross"),
        )
        return self._file_choices(), ChoiceOverlayModel(name, choices, message=sentence)

    def _describe_changes(self, new: Mapping[str, str]) -> str:
        changes = compare_decks(self._deck.uid_by_key, new)
        return self._words.gettext(
            TAG_CHANGES,
            lost=changes.untagged_count,
            other=changes.retagged_count,
            first=changes.newly_tagged_count,
        )

    def _take_in(self) -> None:
        if self._chosen_copy is None:
            return
        backup = replace_owner_deck(self._chosen_copy)
        self.is_deck_replaced = True
        _ = self._words.gettext
        sentence = _(COPY_TAKEN_IN, name=backup.name) if backup is not None else _(FIRST_COPY_TAKEN_IN)
        self.result = TaggingResultModel(sentence, is_success=True)
