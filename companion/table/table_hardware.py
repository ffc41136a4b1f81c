"""What a real table has besides the screen: readers, buttons and lights, as the screen and the terminal know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, Literal, Protocol

from msgspec import Struct

if TYPE_CHECKING:  # the first page shows how readers are, long before there is a table
    from companion.rules.game import GameSetup
    from companion.table.messages import SessionMessage
    from companion.table.session import DeferredMessage, Session
    from companion.table.tags.deck import Deck
    from companion.table.zones import ZonePlan


LightSignal = Literal["go", "no", "think", "off"]
"""What the light of a reader can show."""
SoundSignal = Literal["go", "no"]
"""What the sounder can say."""


POWER_BUTTON: Final = "off"
"""The button that switches the computer off, where that is Herald's to do."""

ChipOrigin = Literal["genuine", "copied", "unknown"]
"""Whose chip it is: the datasheet's, a known copy of it, or nobody knows."""


class ZoneReaderStatus(Struct, frozen=True):
    """One reader. `zone`: the place it watches, which is its name. `why`: why it does not answer, "" while it does.
    `is_known_zone`: whether any game has such a place."""

    zone: str
    failure_reason: str = ""
    is_known_zone: bool = True


class MissingHub(Struct, frozen=True):
    """A reader hub that is away: its `name`, `why` in an English sentence, and the `zones` of its readers."""

    name: str
    reason: str
    zones: tuple[str, ...]


class ReaderStatistics(Struct, frozen=True):
    """What a reader has been through since it was opened: scans that were clean (a tag, several, or nobody), garbled,
    or not answered; tags that left and came back at once; how often its chip needed a reset. `chip_version` is what the
    chip calls itself, 0 while that is not known, `chip_origin` whether that is the chip of the datasheet."""

    chip_version: int = 0
    chip_origin: ChipOrigin = "unknown"
    clean_scans: int = 0
    garbled_scans: int = 0
    unanswered_scans: int = 0
    tag_flaps: int = 0
    chip_resets: int = 0


class HardwareStatus(Struct, frozen=True):
    """How the hardware is. `missing_hubs`: the hubs that are not there, for which none of their readers answers;
    `problems`: what else does not work, each in an English sentence. `unusable_file`: the name of a file about readers
    or tags that cannot be used, "" when all can. `light_names`: the readers that have one; `button_names`: those that
    are wired, by name."""

    readers: tuple[ZoneReaderStatus, ...] = ()
    problems: tuple[str, ...] = ()
    unusable_file: str = ""
    light_names: tuple[str, ...] = ()
    button_names: tuple[str, ...] = ()
    has_sounder: bool = False
    missing_hubs: tuple[MissingHub, ...] = ()

    @property
    def is_every_reader_working(self) -> bool:
        """Whether every reader answers, if there are any."""
        return not self.unusable_file and not any(reader.failure_reason for reader in self.readers)


class MessageReceiver(Protocol):
    """A session, or who keeps one."""

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Say something to it, from any thread."""
        ...


class TableHardware(Protocol):
    """The hardware of one table, for as long as the program runs. Nothing here raises for what hardware does."""

    def open(self, changed: Callable[[], None]) -> None:
        """Open everything; takes its time. `changed` is called from any thread when there is something new to show."""
        ...

    def close(self) -> None:
        """Give everything back; lights go dark."""
        ...

    def on_power_button(self, pressed: Callable[[], None]) -> None:
        """From now on `pressed` is called for each press of the button `off`, from any thread, and nobody else hears
        of it. Until then it is a button like any other."""
        ...

    def status(self) -> HardwareStatus:
        """How it is now."""
        ...

    def load_deck(self, game: str) -> Deck | None:
        """The tags of that game; None when they cannot be read."""
        ...

    def zone_plan(self, game: str, setup: GameSetup) -> ZonePlan:
        """Which zones of that game readers watch."""
        ...

    def attach_session(self, session: Session, receiver: MessageReceiver) -> None:
        """From now on this evening hears readers and buttons, by `receiver`, and the lights follow it."""
        ...

    def detach_session(self) -> None:
        """The evening is left."""
        ...

    # -- while no game is played, or the game waits

    def reader_statistics(self) -> Mapping[str, ReaderStatistics]:
        """What every reader has been through, by its zone."""
        ...

    def redirect_input(self, receiver: MessageReceiver) -> None:
        """Until it is dismissed, this one hears all readers and buttons in place of the evening, first of all how
        things are; the lights are its own. Who hears already is told it anew. A press is Pressed with
        no seat and the name of the button."""
        ...

    def restore_input(self, receiver: MessageReceiver) -> None:
        """The evening hears again, first of all what has changed, and has the lights. Nothing where it does already."""
        ...

    def show_light(self, zone: str, signal: LightSignal) -> None:
        """By the light of that reader, if it has one."""
        ...

    def play_sound(self, what: SoundSignal) -> None:
        """By the sounder, if there is one."""
        ...
