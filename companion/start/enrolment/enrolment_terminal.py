"""Giving tags to pieces at the terminal: what readers say and a person types, answered in words, light and sound."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol, TypeVar

from companion.rules.errors import Unreadable
from companion.table.tags.deck import BoxPiece
from companion.table.tags.enrolment import (
    Enrolment,
    EnrolmentOutcome,
    SeveralTagsLaid,
    TagAlreadyBound,
    TagBound,
)
from companion.voice.enrolment_messages import SUCCESSFUL_OUTCOMES, EnrolmentMessages
from companion.voice.language import message
from hardware import ndef
from hardware.common.errors import TagMemoryForbidden
from hardware.common.events import (
    NOISE,
    READER_BACK,
    READER_DOWN,
    SEVERAL_TAGS,
    TAG_CAME,
    TAG_LEFT,
    ReaderEvent,
)
from hardware.errors import HardwareError
from hardware.events import ButtonPressed, HardwareEvent, HardwareProblem, ReaderReported
from hardware.lights import LightSignal, SoundSignal

NDEF_PIECE_TYPE = "herald.invalid:piece"
"""The type of the record that names a piece. Whoever makes a type up is to use a domain of his own, and Herald has
none; below `invalid` nobody ever will (RFC 2606), so it is nobody else's either."""

HELP_TEXT = message(
    "Type Enter to pass over a piece, or `undo`, `back`, `go PIECE`, `release PIECE`, `help`, `quit`."
)
VIRTUAL_HELP_TEXT = message(
    "A virtual reader. Type Enter to lay the piece there, or `lay PIECE`, `skip`, `undo`, `back`, `go PIECE`, "
    "`release PIECE`, `quit`."
)

T = TypeVar("T")
EnrolmentCommand = Callable[[Sequence[str]], None]


class TagMemory(Protocol):
    """The user memory of a tag that lies on a reader, as hardware.common.rc522.reader.Rc522Reader has it."""

    def read_user_memory(self, uid: bytes) -> bytes:
        """All of it."""
        ...

    def write_user_memory(self, uid: bytes, data: bytes) -> None:
        """Its beginning, read back."""
        ...


class EnrolmentDevices(Protocol):
    """The reader with its light, the sounder, and the keyboard."""

    def wait_for_input(self) -> HardwareEvent | str | None:
        """What is heard or typed next; None when nobody types any more."""
        ...

    def run_on_reader(self, job: Callable[[TagMemory], T]) -> T:
        """Have something done with the reader and wait for it. Raises HardwareError, OSError, and what the job does."""
        ...

    def show_light(self, signal: LightSignal) -> None:
        """By the light of the reader."""
        ...

    def play_sound(self, signal: SoundSignal) -> None:
        """By the sounder."""
        ...


class EnrolmentTerminal:
    """One run of `herald enrol`. `write_ndef`: tags are also written, so that a phone shows what they are.

    `lay_pieces`: at a virtual table, how a piece is laid on the reader; Enter does it with the piece asked for.
    """

    def __init__(
        self,
        enrolment: Enrolment,
        messages: EnrolmentMessages,
        zone: str,
        devices: EnrolmentDevices,
        print_line: Callable[[str], None],
        *,
        write_ndef: bool = False,
        lay_pieces: Callable[[Sequence[BoxPiece]], None] | None = None,
    ) -> None:
        self._enrolment, self._clerk, self._zone, self._senses = enrolment, messages, zone, devices
        self._tell, self._write, self._lay = print_line, write_ndef, lay_pieces
        self._words = messages.translator
        self._began = enrolment.progress.tagged_count
        self._commands: Mapping[str, EnrolmentCommand] = {
            "skip": self._skip,
            "undo": self._undo,
            "back": self._back,
            "go": self._go,
            "release": self._release,
            "help": self._help,
            "?": self._help,
            **({"": self._skip} if lay_pieces is None else {"": self._lay_some, "lay": self._lay_some}),
        }

    def run(self) -> None:
        """Until `quit` is typed, or nobody types any more. Every binding is safe at any moment."""
        self._begin()
        while (now := self._senses.wait_for_input()) is not None:
            if not isinstance(now, str):
                self._on_event(now)
            elif not self._execute_line(now):
                break

    def start_at_piece(self, words: Sequence[str]) -> None:
        """Begin at that piece; raises Unreadable when there is none of that name."""
        piece = self._find_piece(words)
        if piece is None:
            raise Unreadable(
                f"no piece {' '.join(words)} in the box of {self._enrolment.deck.game}", "--from"
            )
        self._enrolment.go_to_piece(piece)

    def print_summary(self) -> None:
        """How many pieces have a tag, which have none, and where that is kept."""
        progress, deck = self._enrolment.progress, self._enrolment.deck
        self._tell(
            self._words.gettext(
                "{done} of {all} pieces have their tag. At the beginning there were {before}.",
                done=progress.tagged_count,
                all=progress.piece_count,
                before=self._began,
            )
        )
        if deck.untagged_pieces:
            self._tell(self._clerk.untagged_summary(deck))
        if self._enrolment.path.exists():
            self._tell(self._words.gettext("Kept in {path}", path=self._enrolment.path))

    def _begin(self) -> None:
        progress = self._enrolment.progress
        done = self._words.gettext(
            "{done} of {all} pieces have their tag.", done=progress.tagged_count, all=progress.piece_count
        )
        self._tell(f"{self._clerk.game_title}: {done}")
        if strange := self._enrolment.deck.tagged_keys_outside_box:
            pieces = ", ".join(strange)
            self._tell(
                self._words.gettext(
                    "Tags are also kept for pieces that this box has not: {pieces}", pieces=pieces
                )
            )
        self._help()
        self._prompt()

    def _prompt(self) -> None:
        self._senses.show_light("off" if self._enrolment.current_piece is None else "think")
        self._tell(self._clerk.progress_prompt(self._enrolment))
        if self._enrolment.current_piece is None:
            self._tell(self._words.gettext("Lay any piece there to see whose tag it has, or type `quit`."))

    # -- what is heard

    def _on_event(self, heard: HardwareEvent) -> None:
        match heard:
            case ReaderReported(zone, said) if zone == self._zone:
                self._on_reader_event(said)
            case ButtonPressed("undo"):
                self._undo()
            case ButtonPressed("no"):
                self._skip()
            case HardwareProblem(sentence):
                self._tell(sentence)

    def _on_reader_event(self, said: ReaderEvent) -> None:
        if said.kind == TAG_CAME:
            self._on_tag_laid(self._enrolment.on_tag_arrived(said.uid.hex()))
        elif said.kind == TAG_LEFT:
            self._on_tag_laid(self._enrolment.on_tag_removed(said.uid.hex()))
            if self._enrolment.is_reader_empty:
                self._prompt()
        elif said.kind == SEVERAL_TAGS:
            self._on_tag_laid(self._enrolment.on_several_tags())
        elif said.kind == NOISE:
            self._refuse(self._clerk.unreadable_tag_message(self._zone))
        elif said.kind == READER_DOWN:
            self._enrolment.on_reader_down()
            self._refuse(self._clerk.reader_down_message(self._zone, said.why))
        elif said.kind == READER_BACK:
            self._tell(self._clerk.reader_back_message(self._zone))
            self._prompt()

    def _on_tag_laid(self, outcome: EnrolmentOutcome | None) -> None:
        """Say what became of a tag, and have it taken away."""
        if outcome is None:
            return
        self._report_outcome(outcome)
        if self._write and isinstance(outcome, TagBound | TagAlreadyBound):
            self._write_on(outcome.piece)
        if not isinstance(outcome, SeveralTagsLaid):
            self._tell(self._words.gettext("Take it away."))

    def _report_outcome(self, outcome: EnrolmentOutcome) -> None:
        text = self._clerk.outcome_message(outcome, self._enrolment.deck)
        if isinstance(outcome, SUCCESSFUL_OUTCOMES):
            self._senses.show_light("go")
            self._senses.play_sound("go")
            self._tell(text)
        else:
            self._refuse(text)

    def _refuse(self, text: str) -> None:
        self._senses.show_light("no")
        self._senses.play_sound("no")
        self._tell(text)

    # -- what is written on a tag

    def _write_on(self, piece: BoxPiece) -> None:
        """Never locks anything: whoever finds the sticker may write on it anew."""
        uid = bytes.fromhex(self._enrolment.deck.uid_of_piece(piece) or "")
        payload = f"{self._enrolment.deck.game} {piece.key}".encode()
        texts = self._clerk.ndef_texts(piece)
        lang = self._words.lang.replace("_", "-")  # as NDEF has it
        try:
            text = self._senses.run_on_reader(lambda tag: _write_ndef(tag, uid, texts, lang, payload))
        except (HardwareError, TagMemoryForbidden, OSError) as wrong:
            why = str(wrong).rstrip(".")
            self._refuse(
                self._words.gettext("Not written on the tag: {why}. It is bound all the same.", why=why)
            )
        else:
            self._tell(self._words.gettext("Written on the tag: {text}", text=text or payload.decode()))

    # -- what is typed

    def _execute_line(self, line: str) -> bool:
        """Do what was typed; whether it goes on after that."""
        first, *rest = line.split() or [""]
        if first.lower() in ("quit", "q"):
            return False
        command = self._commands.get(first.lower())
        if command is None:
            self._tell(self._words.gettext("`{word}` is not understood here. Type `help`.", word=first))
        else:
            command(rest)
        return True

    def _skip(self, _words: Sequence[str] = ()) -> None:
        self._enrolment.skip_piece()
        self._prompt()

    def _undo(self, _words: Sequence[str] = ()) -> None:
        self._report_outcome(self._enrolment.undo_last_change())
        self._prompt()

    def _back(self, _words: Sequence[str]) -> None:
        self._enrolment.go_back()
        self._prompt()

    def _go(self, words: Sequence[str]) -> None:
        if not words:
            self._help()
        elif (piece := self._find_piece_or_refuse(words)) is not None:
            self._enrolment.go_to_piece(piece)
            self._prompt()

    def _release(self, words: Sequence[str]) -> None:
        if not words:
            self._help()
        elif (piece := self._find_piece_or_refuse(words, tagged=True)) is not None:
            self._report_outcome(self._enrolment.release_tag(piece))
            self._prompt()

    def _help(self, _words: Sequence[str] = ()) -> None:
        self._tell(self._words.gettext(HELP_TEXT if self._lay is None else VIRTUAL_HELP_TEXT))

    def _lay_some(self, words: Sequence[str]) -> None:
        """Lay the pieces named on the virtual reader, all at once; without a name the one asked for."""
        named = (
            [self._find_piece_or_refuse([word], tagged=True) for word in words]
            if words
            else [self._enrolment.current_piece]
        )
        pieces = [piece for piece in named if piece is not None]
        if self._lay is not None and len(pieces) == len(named):
            self._lay(pieces)
        elif not words:
            self._prompt()

    def _find_piece_or_refuse(self, words: Sequence[str], tagged: bool = False) -> BoxPiece | None:
        """The piece of that name; None and a word about it when there is none."""
        piece = self._find_piece(words, tagged)
        if piece is None:
            self._tell(self._words.gettext("There is no such piece: {word}", word=" ".join(words)))
        return piece

    def _find_piece(self, words: Sequence[str], tagged: bool = False) -> BoxPiece | None:
        """By its word in the notation, else by what it is called; a part of that is enough to go there."""
        typed = " ".join(words).casefold()
        piece = self._enrolment.find_piece(typed, tagged)
        if piece is not None or not typed:
            return piece
        box = self._enrolment.deck.pieces_by_key.values()
        like = [piece for piece in box if self._clerk.piece_name(piece).casefold() == typed]
        if not like and not tagged:
            like = [piece for piece in box if typed in self._clerk.piece_with_copy(piece).casefold()]
        return self._enrolment.first_to_tag(like, tagged)


def _write_ndef(tag: TagMemory, uid: bytes, texts: Sequence[str], lang: str, payload: bytes) -> str:
    """Write the fullest of these texts that there is room for; the text. Raises MessageTooLongError, and what the tag
    raises."""
    memory = tag.read_user_memory(uid)
    *fuller, shortest = texts
    for text in fuller:
        with suppress(ndef.MessageTooLongError):
            return _write_text(tag, uid, text, lang, payload, memory)
    return _write_text(tag, uid, shortest, lang, payload, memory)


def _write_text(tag: TagMemory, uid: bytes, text: str, lang: str, payload: bytes, memory: bytes) -> str:
    tag.write_user_memory(
        uid, ndef.place_message(ndef.make_message(text, lang, NDEF_PIECE_TYPE, payload), memory)
    )
    return text
