"""One box at one reader: what readers say and what is touched, answered in words, light and sound.

The same enrolment as `herald enrol`, for a screen. Used from one thread; the disk is waited for here.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Final, Literal, Protocol

from msgspec.structs import replace

from companion.rules.errors import HeraldError
from companion.screen.overlay_models import ChoiceOverlayModel
from companion.screen.pages.deck.boxes import box, place
from companion.screen.pages.deck.choosing import kinds, pieces
from companion.screen.pages.deck.copies import Copies
from companion.screen.pages.deck.tagging import Asked, Became, Tagging
from companion.table.input_events import (
    InputEvent,
    ReaderCleared,
    ReaderDown,
    ReaderRecovered,
    SeatButtonPressed,
    SeveralTagsPresent,
    TagAlreadyPresent,
    TagPresent,
    TagRemoved,
    TagUnreadable,
)
from companion.table.tags.deck import Deck
from companion.table.tags.deck_store import (
    all_pieces_in_box,
    deck_path,
    load_deck_or_empty,
    tags_of_other_games,
)
from companion.table.tags.enrolment import Enrolment, EnrolmentOutcome, SeveralTagsLaid
from companion.voice.enrolment_messages import SUCCESSFUL_OUTCOMES, EnrolmentMessages
from companion.voice.language import message
from companion.voice.problem_messages import file_error_message

PLAY: Final = "play"
Shows = Literal["go", "no", "think", "off"]

NO_READER: Final = message(
    "No reader is wired, so no tag can be given here. wiring.md shows what to buy and how to wire it; "
    "herald doctor says what is wrong."
)
FACE_DOWN: Final = message(
    "While the game is on, nobody is told whose tag this is: the card may lie face down."
)
UNKNOWN: Final = message("The tags of another game are not known: {what}")


class Lamps(Protocol):
    """The light of each reader, and the sounder."""

    def light(self, zone: str, shows: Shows) -> None:
        """By the light of that reader, if it has one."""
        ...

    def sound(self, what: Literal["go", "no"]) -> None:
        """By the sounder, if there is one."""
        ...


class Tagger:
    """Gives tags to the pieces of one game. Raises Unreadable, OSError when it is not known what is in the box.

    A deck that cannot be read is left as it is: then only a copy of it can be taken in. `secret`: tags of which it is
    not told whose they are.
    """

    def __init__(
        self, game: str, lang: str, lamps: Lamps, readers: Sequence[str], secret: Container[str] = ()
    ) -> None:
        self.game, self._lang, self._lamps, self._secret = game, lang, lamps, secret
        self._readers = tuple(readers)
        self._zone = PLAY if PLAY in self._readers else next(iter(self._readers), "")
        self._down: dict[str, str] = {}
        self._rested: dict[str, set[str]] = {zone: set() for zone in self._readers}
        self._offers: list[ChoiceOverlayModel] = []
        self._became: Became | None = None
        self.another = ""
        """The game that is wanted in place of this one."""
        self._begin()
        self._wishes: Mapping[str, Callable[[], object]] = {
            "undo": lambda: self._answer(self._enrolment.undo_last_change()),
            "previous": lambda: self._enrolment.go_back(),
            "skip": lambda: self._enrolment.skip_piece(),
            "release": self._release,
            "reader": self._next_reader,
            "choose": self._choose,
        }

    def _begin(self) -> None:
        box_, path = all_pieces_in_box(self.game), deck_path(self.game)
        self._fault = ""
        try:
            deck = load_deck_or_empty(path, self.game, box_)
            others, wrong = tags_of_other_games(self.game, path.parent)
        except (HeraldError, OSError) as fault:
            self._fault = file_error_message(fault, self._lang)
            deck, others, wrong = Deck(self.game, box_), {}, ()
        self._enrolment = Enrolment(deck, path, others)
        self._clerk = EnrolmentMessages(deck, self._lang)
        self._words = self._clerk.translator
        self._copies = Copies(deck, self._clerk.translator, bool(self._fault))
        if wrong:
            self._became = Became(self._words.gettext(UNKNOWN, what=wrong[0]), well=False)
        self._prompt()

    # -- what the readers and buttons say

    def hear(self, sighting: InputEvent) -> None:
        """A reader or a button says something."""
        match sighting:
            case ReaderDown(zone, why):
                self._down[zone] = why
            case ReaderRecovered(zone):
                self._down.pop(zone, None)
            case TagAlreadyPresent(zone, uid):
                self._rested[zone].add(uid)
            case TagPresent(zone, uid) if self._offers:  # nobody sees which piece would get it
                self._rested[zone].add(uid)
                return
            case TagRemoved(zone, uid) if uid in self._rested[zone]:
                self._rested[zone].discard(uid)
                return
        if self._fault:
            return
        if isinstance(sighting, SeatButtonPressed):
            self._pressed(sighting.role)
        elif sighting.zone == self._zone:
            self._told(sighting)

    def _pressed(self, role: str) -> None:
        thing = {"undo": "undo", "no": "skip"}.get(role)
        if thing is not None and not self._offers:
            self.touch(thing)

    def _told(self, sighting: InputEvent) -> None:
        """What the reader says that tags are laid on."""
        where = self._where
        match sighting:
            case TagPresent(uid=uid) if uid.lower() in self._secret:
                self._no(self._words.gettext(FACE_DOWN), self._words.gettext("Take it away."))
            case TagPresent(uid=uid):
                self._laid(self._enrolment.on_tag_arrived(uid))
            case TagRemoved(uid=uid):
                self._laid(self._enrolment.on_tag_removed(uid))
                if self._enrolment.is_reader_empty:
                    self._taken()
            case SeveralTagsPresent():
                self._laid(self._enrolment.on_several_tags())
            case TagUnreadable():
                self._no(self._clerk.unreadable_tag_message(where))
            case ReaderDown():
                self._enrolment.on_reader_down()
                self._lamps.sound("no")
            case ReaderCleared() if self._enrolment.is_reader_empty:
                self._taken()
            case ReaderRecovered():
                self._became = Became(self._clerk.reader_back_message(where), well=True)
                self._prompt()

    def _laid(self, outcome: EnrolmentOutcome | None) -> None:
        if outcome is not None:
            self._answer(
                outcome, "" if isinstance(outcome, SeveralTagsLaid) else self._words.gettext("Take it away.")
            )

    def _taken(self) -> None:
        """Nothing lies there any more: the next may come."""
        if self._became is not None:
            self._became = replace(self._became, then="")
        self._prompt()

    def _answer(self, outcome: EnrolmentOutcome, then: str = "") -> None:
        text = self._clerk.outcome_message(outcome, self._enrolment.deck)
        if not isinstance(outcome, SUCCESSFUL_OUTCOMES):
            self._no(text, then)
            return
        self._became = Became(text, True, then)
        self._lamps.light(self._zone, "go")
        self._lamps.sound("go")

    def _no(self, text: str, then: str = "") -> None:
        self._became = Became(text, False, then)
        self._lamps.light(self._zone, "no")
        self._lamps.sound("no")

    def _prompt(self) -> None:
        self._lamps.light(
            self._zone, "off" if self._enrolment.current_piece is None or self._fault else "think"
        )

    # -- what is touched

    def touch(self, thing: str) -> None:
        """A finger touched a thing of the page, or of what lies over it."""
        if thing == "back":
            del self._offers[-1:]  # a finger may come down twice
        elif self._copies.knows(thing):
            self._copied(thing)
        elif self._fault:
            return
        elif thing in self._wishes:
            self._wishes[thing]()
            if self._enrolment.is_reader_empty:
                self._prompt()
        else:
            self._chosen(*thing.split("/", 1))

    def _copied(self, thing: str) -> None:
        """Something about files; a deck that was taken in is worked on from now on."""
        self._offers = [*self._copies.touch(thing)]
        if self._copies.became is not None:
            self._became = self._copies.became
        if self._copies.taken_in:
            self._begin()

    def _choose(self) -> None:
        self._offers = [kinds(self._enrolment.deck, self._clerk)]

    def _chosen(self, what: str, name: str) -> None:
        if what == "kind":
            self._choose()
            self._offers.append(pieces(self._enrolment.deck, self._clerk, name))
        elif what == "piece":
            self._enrolment.go_to_piece(self._enrolment.deck.pieces_by_key[name])
            self._offers, self._became = [], None
            self._prompt()
        elif what == "game":
            self.another = name

    def _release(self) -> None:
        if (piece := self._enrolment.current_piece) is not None:
            self._answer(self._enrolment.release_tag(piece))

    def _next_reader(self) -> None:
        """Tags are laid on another reader from now on."""
        self._lamps.light(self._zone, "off")
        at = self._readers.index(self._zone) + 1
        self._zone = self._readers[at % len(self._readers)]
        self._enrolment.on_reader_down()  # what lies on the one before is nobody's business any more
        self._became = None

    def close(self) -> None:
        """Nothing is asked for any more."""
        self._lamps.light(self._zone, "off")

    # -- how it looks

    @property
    def _where(self) -> str:
        return place(self._zone, self._lang, self.game)

    def view(self) -> Tagging:
        """The page as it is now."""
        enrolment, progress = self._enrolment, self._enrolment.progress
        wish, urgent = self._wish()
        return Tagging(
            title=self._clerk.game_title,
            tagged=progress.tagged_count,
            of=progress.piece_count,
            wish=wish,
            urgent=urgent,
            asked=None if self._fault else self._asked(),
            became=self._became,
            reader=self._where if self._zone else "",
            readers=len(self._readers),
            undo=enrolment.change_count > 0,
            offer=self._offers[-1] if self._offers else None,
        )

    def _asked(self) -> Asked | None:
        enrolment, piece = self._enrolment, self._enrolment.current_piece
        if piece is None:
            return None
        return Asked(
            box(self.game).face(piece.word),
            self._clerk.piece_kind_heading(piece),
            self._clerk.name_with_copy(piece),
            enrolment.progress.current_number,
            enrolment.progress.piece_count,
            enrolment.deck.uid_of_piece(piece) is not None,
        )

    def _wish(self) -> tuple[str, bool]:
        """What to do now, and whether something keeps one from it."""
        if self._fault:
            return self._fault, True
        if not self._zone:
            return self._words.gettext(NO_READER), False
        if self._zone in self._down:
            return self._clerk.reader_down_message(self._where, self._down[self._zone]), True
        if self._rested[self._zone]:
            return self._words.gettext("Take away what lies on the reader."), True
        wish = self._clerk.piece_instruction(self._enrolment)
        if self._enrolment.current_piece is None:
            look = self._words.gettext("Lay any piece there to see whose tag it has.")
            wish = f"{wish} {look}"
        return wish, False
