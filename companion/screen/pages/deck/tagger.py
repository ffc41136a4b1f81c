"""Gives tags to the pieces of one box at one reader, with text, light and sound.

It is the same enrolment as `herald enrol`, for a screen. It is used on one thread, and waits for the disk
there.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final, Literal, Protocol

from msgspec.structs import replace

from companion.rules.errors import HeraldError
from companion.rules.moves import PLAY_ZONE
from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.pages.deck.deck_transfer import DeckTransfer
from companion.screen.pages.deck.piece_choices import make_kind_choice_overlay, make_piece_choice_overlay
from companion.screen.pages.deck.piece_faces import load_piece_faces_module, zone_name
from companion.screen.pages.deck.tagging_models import RequestedPieceModel, TaggingModel, TaggingResultModel
from companion.table.input_events import (
    InputEvent,
    ReaderDown,
    ReaderRecovered,
    ReadingClearAgain,
    SeatButtonPressed,
    SeveralTagsPresent,
    TagAlreadyPresent,
    TagPresent,
    TagRemoved,
    TagUnreadable,
)
from companion.table.storage.side_file import problems_found_here
from companion.table.table_hardware import LightSignal
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import (
    all_pieces_in_box,
    deck_path,
    load_deck_or_empty,
    tags_and_errors_of_other_games,
)
from companion.table.tags.enrolment import Enrolment, EnrolmentOutcome, SeveralTagsLaid
from companion.voice.enrolment_messages import SUCCESSFUL_OUTCOMES, EnrolmentMessages
from companion.voice.language import mark_message
from companion.voice.problem_messages import file_error_message, side_file_message

NO_READER_WIRED: Final = mark_message(
    "No reader is wired, so no tag can be given here. wiring.md shows what to buy and how to wire it; "
    "herald doctor says what is wrong."
)
TAG_KEPT_SECRET: Final = mark_message(
    "While the game is on, nobody is told whose tag this is: the card may lie face down."
)
OTHER_TAGS_UNKNOWN: Final = mark_message("The tags of another game are not known: {what}")


class TaggerFeedback(Protocol):
    """The light of each reader, and the sounder."""

    def show_light(self, zone: str, signal: LightSignal) -> None:
        """Show the signal by the light of that reader, if it has one."""
        ...

    def play_sound(self, what: Literal["go", "no"]) -> None:
        """Play the sound by the sounder, if there is one."""
        ...


class Tagger:
    """Gives tags to the pieces of one game.

    Raises InvalidFile or OSError where it is not known what is in the box. A deck that cannot be read is left
    as it is: then only a copy of it can be imported. `secret`: tags whose pieces must not be shown.
    """

    def __init__(
        self,
        game: str,
        lang: str,
        lights: TaggerFeedback,
        readers: Sequence[str],
        secret: Container[str] = (),
    ) -> None:
        self.game, self._lang, self._lights, self._secret = game, lang, lights, secret
        self._readers = tuple(readers)
        self._zone = PLAY_ZONE if PLAY_ZONE in self._readers else next(iter(self._readers), "")
        self._reader_faults: dict[str, str] = {}
        self._resting_tags: dict[str, set[str]] = {zone: set() for zone in self._readers}
        self._offers: list[ChoiceOverlayModel] = []
        self._result: TaggingResultModel | None = None
        self.requested_game = ""
        """The game that is wanted in place of this one."""
        self._begin()
        self._actions: Mapping[str, Callable[[], object]] = {
            "undo": lambda: self._answer(self._enrolment.undo_last_change()),
            "previous": lambda: self._enrolment.go_to_previous_piece(),
            "skip": lambda: self._enrolment.skip_piece(),
            "release": self._release,
            "reader": self._next_reader,
            "choose": self._offer_kinds,
        }

    def _begin(self) -> None:
        box_, path = all_pieces_in_box(self.game), deck_path(self.game)
        self._fault = ""
        with problems_found_here() as unusable:
            try:
                deck = load_deck_or_empty(path, self.game, box_)
                others, wrong = tags_and_errors_of_other_games(self.game, path.parent)
            except (HeraldError, OSError) as fault:
                self._fault = file_error_message(fault, self._lang)
                deck, others, wrong = Deck(self.game, box_), {}, ()
        self._enrolment = Enrolment(deck, path, others)
        self._clerk = EnrolmentMessages(deck, self._lang)
        self._words = self._clerk.translator
        self._copies = DeckTransfer(deck, self._clerk.translator, bool(self._fault))
        if unusable:
            told = " ".join(side_file_message(each, self._lang) for each in unusable)
            self._result = TaggingResultModel(told, is_success=False)
        elif wrong:
            self._result = TaggingResultModel(
                self._words.gettext(OTHER_TAGS_UNKNOWN, what=wrong[0]), is_success=False
            )
        self._prompt()

    # -- events of readers and buttons

    def on_input_event(self, event: InputEvent) -> None:
        """Handle an event of a reader or a button."""
        match event:
            case ReaderDown(zone, why):
                self._reader_faults[zone] = why
            case ReaderRecovered(zone):
                self._reader_faults.pop(zone, None)
            case TagAlreadyPresent(zone, uid):
                self._resting_tags[zone].add(uid)
            case TagPresent(zone, uid) if self._offers:  # the overlay hides which piece would get it
                self._resting_tags[zone].add(uid)
                return
            case TagRemoved(zone, uid) if uid in self._resting_tags[zone]:
                self._resting_tags[zone].discard(uid)
                return
        if self._fault:
            return
        if isinstance(event, SeatButtonPressed):
            self._pressed(event.role)
        elif event.zone == self._zone:
            self._on_tag_event(event)

    def _pressed(self, role: str) -> None:
        target = {"undo": "undo", "no": "skip"}.get(role)
        if target is not None and not self._offers:
            self.touch(target)

    def _on_tag_event(self, event: InputEvent) -> None:
        """Handle an event of the reader on which tags are laid."""
        where = self._zone_name
        match event:
            case TagPresent(uid=uid) if uid.lower() in self._secret:
                self._refuse(self._words.gettext(TAG_KEPT_SECRET), self._words.gettext("Take it away."))
            case TagPresent(uid=uid):
                self._on_outcome(self._enrolment.on_tag_arrived(uid))
            case TagRemoved(uid=uid):
                self._on_outcome(self._enrolment.on_tag_removed(uid))
                if self._enrolment.is_reader_empty:
                    self._on_reader_empty()
            case SeveralTagsPresent():
                self._on_outcome(self._enrolment.on_several_tags())
            case TagUnreadable():
                self._refuse(self._clerk.unreadable_tag_message(where))
            case ReaderDown():
                self._enrolment.on_reader_down()
                self._lights.play_sound("no")
            case ReadingClearAgain() if self._enrolment.is_reader_empty:
                self._on_reader_empty()
            case ReaderRecovered():
                self._result = TaggingResultModel(self._clerk.reader_back_message(where), is_success=True)
                self._prompt()

    def _on_outcome(self, outcome: EnrolmentOutcome | None) -> None:
        if outcome is not None:
            self._answer(
                outcome, "" if isinstance(outcome, SeveralTagsLaid) else self._words.gettext("Take it away.")
            )

    def _on_reader_empty(self) -> None:
        """The reader is empty: ask for the next piece."""
        if self._result is not None:
            self._result = replace(self._result, next_step="")
        self._prompt()

    def _answer(self, outcome: EnrolmentOutcome, next_step: str = "") -> None:
        text = self._clerk.outcome_message(outcome, self._enrolment.deck)
        if not isinstance(outcome, SUCCESSFUL_OUTCOMES):
            self._refuse(text, next_step)
            return
        self._result = TaggingResultModel(text, True, next_step)
        self._lights.show_light(self._zone, "go")
        self._lights.play_sound("go")

    def _refuse(self, text: str, next_step: str = "") -> None:
        self._result = TaggingResultModel(text, False, next_step)
        self._lights.show_light(self._zone, "no")
        self._lights.play_sound("no")

    def _prompt(self) -> None:
        self._lights.show_light(
            self._zone, "off" if self._enrolment.current_piece is None or self._fault else "think"
        )

    # -- what is touched

    def touch(self, touch_target: str) -> None:
        """Handle a touch on the page, or on its overlay."""
        if touch_target == "back":
            del self._offers[-1:]  # a finger may come down twice
        elif self._copies.is_transfer_target(touch_target):
            self._touch_copies(touch_target)
        elif self._fault:
            return
        elif touch_target in self._actions:
            self._actions[touch_target]()
            if self._enrolment.is_reader_empty:
                self._prompt()
        else:
            self._chosen(*touch_target.split("/", 1))

    def _touch_copies(self, touch_target: str) -> None:
        """Handle a touch about copies; an imported deck is worked on from now on."""
        self._offers = [*self._copies.questions_after_touch(touch_target)]
        if self._copies.result is not None:
            self._result = self._copies.result
        if self._copies.is_deck_replaced:
            self._begin()

    def _offer_kinds(self) -> None:
        self._offers = [make_kind_choice_overlay(self._enrolment.deck, self._clerk)]

    def _chosen(self, what: str, name: str) -> None:
        if what == "kind":
            self._offer_kinds()
            self._offers.append(make_piece_choice_overlay(self._enrolment.deck, self._clerk, name))
        elif what == "piece":
            self._enrolment.go_to_piece(self._enrolment.deck.pieces_by_key[name])
            self._offers, self._result = [], None
            self._prompt()
        elif what == "game":
            self.requested_game = name

    def _release(self) -> None:
        if (piece := self._enrolment.current_piece) is not None:
            self._answer(self._enrolment.release_tag(piece))

    def _next_reader(self) -> None:
        """Use the next reader for tags from now on."""
        self._lights.show_light(self._zone, "off")
        at = self._readers.index(self._zone) + 1
        self._zone = self._readers[at % len(self._readers)]
        self._enrolment.on_reader_down()  # what lies on the previous reader does not matter any more
        self._result = None

    def close(self) -> None:
        """Switch the light off."""
        self._lights.show_light(self._zone, "off")

    # -- how it looks

    @property
    def _zone_name(self) -> str:
        return zone_name(self._zone, self._lang, self.game)

    def make_model(self) -> TaggingModel:
        """The page as it is now."""
        enrolment, progress = self._enrolment, self._enrolment.progress
        instruction, urgent = self._instruction()
        return TaggingModel(
            title=self._clerk.game_title,
            tagged_count=progress.tagged_count,
            total=progress.piece_count,
            instruction=instruction,
            is_urgent=urgent,
            requested_piece=None if self._fault else self._requested_piece(),
            result=self._result,
            reader_name=self._zone_name if self._zone else "",
            reader_count=len(self._readers),
            can_undo=enrolment.change_count > 0,
            choice_overlay=self._offers[-1] if self._offers else None,
        )

    def _requested_piece(self) -> RequestedPieceModel | None:
        enrolment, piece = self._enrolment, self._enrolment.current_piece
        if piece is None:
            return None
        return RequestedPieceModel(
            load_piece_faces_module(self.game).piece_face(piece.word),
            self._clerk.piece_kind_heading(piece),
            self._clerk.name_with_copy_number(piece),
            enrolment.progress.current_number,
            enrolment.progress.piece_count,
            enrolment.deck.uid_of_piece(piece) is not None,
        )

    def _instruction(self) -> tuple[str, bool]:
        """What to do now, and whether a problem stands in the way."""
        if self._fault:
            return self._fault, True
        if not self._zone:
            return self._words.gettext(NO_READER_WIRED), False
        if self._zone in self._reader_faults:
            return self._clerk.reader_down_message(self._zone_name, self._reader_faults[self._zone]), True
        if self._resting_tags[self._zone]:
            return self._words.gettext("Take away what lies on the reader."), True
        instruction = self._clerk.piece_instruction(self._enrolment)
        if self._enrolment.current_piece is None:
            hint = self._words.gettext("Lay any piece there to see whose tag it has.")
            instruction = f"{instruction} {hint}"
        return instruction, False
