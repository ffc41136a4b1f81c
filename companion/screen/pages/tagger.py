"""Gives pieces their tags, one after another: what is laid and touched, and what is shown of it; without a window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.games import query_each_game
from companion.rules.errors import HeraldError
from companion.rules.moves import PLAY_ZONE
from companion.screen.default.piece_faces import load_piece_faces_module, shown_zone_name
from companion.screen.default.set_up import setup_presenter_of
from companion.screen.view_models import CardModel, ChoiceModel, ChoiceOverlayModel
from companion.table.messages import (
    ForeignCardPresent,
    InputEvent,
    ReaderDown,
    ReaderRecovered,
    ReadingClearAgain,
    SeatButtonPressed,
    SeveralTagsPresent,
    TagAlreadyPresent,
    TagAnswersWeakly,
    TagPresent,
    TagRemoved,
    TagUnreadable,
)
from companion.table.storage.disk import write_atomically
from companion.table.storage.kept_files import problems_found_here
from companion.table.table_hardware import LightSignal
from companion.table.tags.deck import BoxPiece, Deck
from companion.table.tags.deck_store import (
    all_pieces_in_box,
    compare_decks,
    deck_path,
    exported_deck_files,
    exports_folder,
    load_deck_or_empty,
    load_deck_to_import,
    replace_owner_deck,
    tags_and_errors_of_other_games,
)
from companion.table.tags.enrolment import Enrolment, EnrolmentOutcome, SeveralTagsLaid
from companion.voice.enrolment_messages import SUCCESSFUL_OUTCOMES, EnrolmentMessages
from companion.voice.language import mark_message
from companion.voice.problem_messages import file_error_message, side_file_message
from companion.voice.translator import Translator

# -- what is shown


class RequestedPieceModel(Struct, frozen=True):
    """The piece whose tag is to be laid on the reader.

    `face`: what it looks like; `kind`: its kind in words; `number` of `total`: its place in the box.
    `has_tag`: it has a tag already, which a new one would replace.
    """

    face: CardModel
    kind: str
    name: str
    number: int
    total: int
    has_tag: bool = False


class TaggingResultModel(Struct, frozen=True):
    """The result of the last tag or touch, and what to do with the tag.

    `is_success`: the request succeeded.
    """

    message: str
    is_success: bool
    next_step: str = ""


class TaggingModel(Struct, frozen=True):
    """The progress of tagging a box.

    `title` is the game; `instruction` says what to do now, `is_urgent` where a problem stands in the way.
    `reader_name` is where tags are laid, "" where there is none; `reader_count`: how many readers there are
    to choose from. `can_undo`: there is something to take back.
    """

    title: str
    tagged_count: int
    total: int
    instruction: str
    is_urgent: bool = False
    requested_piece: RequestedPieceModel | None = None
    result: TaggingResultModel | None = None
    reader_name: str = ""
    reader_count: int = 0
    can_undo: bool = False
    choice_overlay: ChoiceOverlayModel | None = None


# -- what there is to choose from


def make_kind_choice_overlay(deck: Deck, clerk: EnrolmentMessages) -> ChoiceOverlayModel:
    """Every kind of piece, and how many of it have their tag.

    After them come what is printed on the copy, where that has a page, and the other games.
    """
    _ = clerk.translator.gettext
    choices = [
        _make_kind_choice(deck, clerk, name, pieces) for name, pieces in _pieces_by_group(deck).items()
    ]
    if setup_presenter_of(deck.game).make_available_game_model(clerk.translator.lang, ()).has_edition_page:
        choices.append(ChoiceModel(f"printed/{deck.game}", _("Printed values"), "quill", "quiet"))
    choices += [
        ChoiceModel(f"game/{name}", translator.name_of("game", "title"), "next", "quiet")
        for name, translator in query_each_game(lambda name: Translator(name, {}, clerk.translator.lang))
        if name != deck.game
    ]
    return ChoiceOverlayModel(_("Which piece?"), tuple(choices), _("So many have their tag."))


def _pieces_by_group(deck: Deck) -> Mapping[str, list[BoxPiece]]:
    """The pieces by their kind (`mission`); where each player has several, by player too (`card/black`)."""
    shared = {
        kind
        for (kind, owner), number in Counter(map(_kind_and_owner, deck.pieces_by_key.values())).items()
        if owner and number > 1
    }
    groups: dict[str, list[BoxPiece]] = {}
    for piece in deck.pieces_by_key.values():
        name = f"{piece.kind}/{piece.owner}" if piece.kind in shared else piece.kind
        groups.setdefault(name, []).append(piece)
    return groups


def _kind_and_owner(piece: BoxPiece) -> tuple[str, str]:
    return piece.kind, piece.owner


def _group_name(clerk: EnrolmentMessages, name: str, pieces: Sequence[BoxPiece]) -> str:
    """A group in words: `Influence card: Black`."""
    owner = name.partition("/")[2]
    kind = clerk.piece_kind_heading(pieces[0])
    return f"{kind}: {clerk.translator.player_name(owner)}" if owner else kind


def _make_kind_choice(
    deck: Deck, clerk: EnrolmentMessages, name: str, pieces: Sequence[BoxPiece]
) -> ChoiceModel:
    tagged = sum(deck.uid_of_piece(piece) is not None for piece in pieces)
    words = f"{_group_name(clerk, name, pieces)}\n{tagged} / {len(pieces)}"
    done = tagged == len(pieces)
    symbol = "check" if done else name.partition("/")[2] or "deck"
    return ChoiceModel(f"kind/{name}", words, symbol, "quiet" if done else "choice")


def make_piece_choice_overlay(deck: Deck, clerk: EnrolmentMessages, kind: str) -> ChoiceOverlayModel:
    """The pieces of a kind, those without a tag first."""
    found = sorted(_pieces_by_group(deck)[kind], key=lambda piece: deck.uid_of_piece(piece) is not None)
    choices = tuple(
        ChoiceModel(f"piece/{piece.key}", clerk.name_with_copy_number(piece))
        if deck.uid_of_piece(piece) is None
        else ChoiceModel(f"piece/{piece.key}", clerk.name_with_copy_number(piece), "check", "quiet")
        for piece in found
    )
    stand_first = clerk.translator.gettext("Those without a tag stand first.")
    return ChoiceOverlayModel(_group_name(clerk, kind, found), choices, stand_first, columns=3)


# -- copies

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


# -- tags

NO_READER_WIRED: Final = mark_message(
    "No reader is wired, so no tag can be given here. What to buy and how to wire it stands in the guide that comes"
    " with Herald."
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
        elif isinstance(event, TagPresent) and self._enrolment.is_reader_empty:
            other = shown_zone_name(event.zone, self._lang, self.game)
            self._refuse(self._clerk.crossed_readers_message(self._zone_name, other))

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
            case TagAnswersWeakly(uid=uid, answers=answers):
                self._on_outcome(self._enrolment.on_weak_tag(uid, answers))
            case TagRemoved(uid=uid):
                self._on_outcome(self._enrolment.on_tag_removed(uid))
                self._ask_if_reader_is_empty()
            case SeveralTagsPresent():
                self._on_outcome(self._enrolment.on_several_tags())
            case TagUnreadable() | ForeignCardPresent():
                is_foreign = isinstance(event, ForeignCardPresent)
                self._refuse(self._clerk.unreadable_tag_message(where, is_foreign))
            case ReaderDown():
                self._enrolment.on_reader_down()
                self._lights.play_sound("no")
            case ReadingClearAgain():
                self._ask_if_reader_is_empty()
            case ReaderRecovered():
                self._result = TaggingResultModel(self._clerk.reader_back_message(where), is_success=True)
                self._prompt()

    def _on_outcome(self, outcome: EnrolmentOutcome | None) -> None:
        if outcome is not None:
            self._answer(
                outcome, "" if isinstance(outcome, SeveralTagsLaid) else self._words.gettext("Take it away.")
            )

    def _ask_if_reader_is_empty(self) -> None:
        """Ask for the next piece, if the reader is empty."""
        if not self._enrolment.is_reader_empty:
            return
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
        return shown_zone_name(self._zone, self._lang, self.game)

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
