"""What is plugged in without a wiring plan, asked about at the keyboard: whether it is a card reader, and which one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from companion.rules.shown_text import shown_line
from companion.table.messages import ReportInput, SessionMessage, TagAlreadyPresent, TagPresent
from companion.table.session import DeferredMessage
from companion.table.table_hardware import PluggedInDevice, TableHardware
from companion.terminal.terminal_game import QUIT_COMMANDS
from companion.voice.language import load_translation, mark_message
from companion.voice.problem_messages import PLUGGED_IN, file_error_message, is_it_a_reader

YES, NO = "yes", "no"
READER_COMMAND: Final = "reader"
LATER_MESSAGE: Final = mark_message("Type `yes` or `no`. Only Enter: later.")
COMMAND_MESSAGE: Final = mark_message("Type `{word} yes` or `{word} no`.")
LAY_MESSAGE: Final = mark_message("Then press Enter. Only Enter: they stay as they are.")

ReadLine = Callable[[str], str]
WriteText = Callable[[str], None]


class DeviceQuestions:
    """The questions, for one table and whoever types."""

    def __init__(
        self, hardware: TableHardware, lang: str, read_line: ReadLine, print_line: WriteText
    ) -> None:
        self._hardware, self._lang = hardware, lang
        self._read_line, self._print_line = read_line, print_line
        self._told: tuple[PluggedInDevice, ...] = ()
        self._tell_offer: WriteText | None = None
        self._meant: PluggedInDevice | None = None
        """The device of the question that was told last."""

    def begin_to_tell(self, tell_offer: WriteText) -> None:
        """Tell from now on what is plugged in while somebody may be typing, and what nobody was asked about yet."""
        self._tell_offer = tell_offer
        self.on_hardware_changed()

    def on_hardware_changed(self) -> None:
        """Tell what has been plugged in; any thread may call this."""
        if self._tell_offer is None:
            return
        before, self._told = self._told, self._hardware.status().offered
        for device in self._told:
            if device not in before:
                self._tell_offer(self._question(device))

    def _question(self, device: PluggedInDevice) -> str:
        self._meant = device
        how = load_translation(self._lang).gettext(COMMAND_MESSAGE).format(word=READER_COMMAND)
        return f"{is_it_a_reader(device, self._lang)} {how}"

    def ask_about_all(self) -> None:
        """Ask about each device that is there. Raises EOFError where people quit, or nobody types any more."""
        text = load_translation(self._lang).gettext
        self._told = self._hardware.status().offered
        for device in self._told:
            question = f"{is_it_a_reader(device, self._lang)}\n{text(LATER_MESSAGE)}\n> "
            while (typed := self._read_line(question).strip().casefold()) not in (YES, NO, ""):
                if typed in QUIT_COMMANDS:
                    raise EOFError
            if typed:
                self._answer(device, typed == YES)

    def answer(self, words: str) -> None:
        """Take what was typed of what is plugged in: `yes` or `no` to the question that was told last.

        Where that is about nothing that is plugged in, the next question is told.
        """
        text, offered = load_translation(self._lang).gettext, self._hardware.status().offered
        if words not in (YES, NO):
            self._print_line(text(COMMAND_MESSAGE).format(word=READER_COMMAND))
        elif self._meant is not None and self._meant in offered:
            self._answer(self._meant, words == YES)
        elif offered:
            self._print_line(self._question(offered[0]))
        elif words == YES and self._hardware.status().has_declined:
            self._keep(self._hardware.offer_again)
        else:
            self._print_line(text(PLUGGED_IN["nothing"]))

    def _answer(self, device: PluggedInDevice, is_reader: bool) -> None:
        self._keep(lambda: self._act_on_answer(device, is_reader))

    def _keep(self, act: Callable[[], None]) -> None:
        """Do it, and say what is wrong where the answer cannot be kept; where nobody types any more, nothing more."""
        try:
            act()
        except EOFError:
            pass
        except OSError as wrong:
            self._print_line(file_error_message(wrong, self._lang))

    def _act_on_answer(self, device: PluggedInDevice, is_reader: bool) -> None:
        text = load_translation(self._lang).gettext
        if not is_reader:
            self._hardware.decline(device)
            self._print_line(text(PLUGGED_IN["declined"]))
            return
        tried = self._hardware.try_reader(device)
        if not tried.zone:
            self._print_line(f"{text(PLUGGED_IN['silent'])} {shown_line(tried.failure_reason)}")
            return
        self._print_line(text(PLUGGED_IN["works"]).format(place=tried.zone))
        if tried.unkept is not None:
            self._print_line(file_error_message(tried.unkept, self._lang))
        self._tell_apart()

    def _tell_apart(self) -> None:
        """Where there are several, let people lay a card on each: that is which they mean.

        One that has its place by now says nothing more: a card may rest there.
        """
        text = load_translation(self._lang).gettext
        places = [reader.zone for reader in self._hardware.status().readers]
        for at, place in enumerate(places[:-1]):
            laid = _LaidCard(places[at:])
            self._hardware.redirect_input(laid)
            try:
                question = text(PLUGGED_IN["which"]).format(place=place)
                self._read_line(f"{question} {text(LAY_MESSAGE)}\n> ")
            finally:
                self._hardware.restore_input(laid)
            if laid.zone not in ("", place):
                self._keep(partial(self._hardware.exchange_readers, laid.zone, place))


class _LaidCard:
    """Hears on which of these readers a card was laid last."""

    def __init__(self, zones: Sequence[str]) -> None:
        self.zone, self._zones = "", zones

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Note where a card is; called on a reader's thread."""
        match message:
            case ReportInput(TagPresent(zone, _) | TagAlreadyPresent(zone, _)) if zone in self._zones:
                self.zone = zone
