"""What a real table has besides the screen: readers, buttons and lights, as the screen and the terminal know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, Literal, Protocol

from msgspec import Struct

if TYPE_CHECKING:  # the first page shows the state of the readers, long before there is a table
    from companion.rules.game import GameSetup
    from companion.table.messages import SessionMessage
    from companion.table.session import DeferredMessage, Session
    from companion.table.tags.deck import Deck
    from companion.table.zones import ZonePlan


LightSignal = Literal["go", "no", "think", "off"]
"""What the light of a reader can show."""
SoundSignal = Literal["go", "no"]
"""What the sounder can signal."""


POWER_BUTTON: Final = "off"
"""The button that switches the computer off, where Herald may do that."""

ChipOrigin = Literal["genuine", "copied", "unknown"]
"""The origin of a chip: that of the datasheet, a known copy of it, or unknown."""


class ZoneReaderStatus(Struct, frozen=True):
    """One reader.

    `zone`: the place it watches, which is its name. `failure_reason`: why it does not answer, "" while it does.
    `is_known_zone`: whether any game has such a place. `is_on_cable`: whether it has a cable of its own and no wires.
    """

    zone: str
    failure_reason: str = ""
    is_known_zone: bool = True
    is_on_cable: bool = False


class MissingHub(Struct, frozen=True):
    """A reader hub that is away: its `name`, the `reason` in an English sentence, and the `zones` of its readers."""

    name: str
    reason: str
    zones: tuple[str, ...]


class ReaderStatistics(Struct, frozen=True):
    """The history of a reader since it was opened.

    It counts scans that were clean (one tag, several, or none), garbled, or not answered; tags that left and came
    back at once (`tag_flaps`); and resets of its chip. `chip_version` is the version the chip reports, 0 while
    unknown; `chip_origin` is whether that is the chip of the datasheet.
    """

    chip_version: int = 0
    chip_origin: ChipOrigin = "unknown"
    clean_scans: int = 0
    garbled_scans: int = 0
    unanswered_scans: int = 0
    tag_flaps: int = 0
    chip_resets: int = 0


class PluggedInDevice(Struct, frozen=True):
    """A device on USB that may be a card reader: the `port` by which it is known, and the `name` it has for itself."""

    port: str
    name: str


class ReaderOnTrial(Struct, frozen=True):
    """What became of a device that is a card reader, as somebody said.

    `zone`: the place that it watches from now on, "" where it does not answer as a reader does; then `failure_reason`
    says what is wrong, in an English sentence. `unkept`: why the answer holds only until Herald ends, None where it is
    kept.
    """

    zone: str = ""
    failure_reason: str = ""
    unkept: OSError | None = None


class HardwareStatus(Struct, frozen=True):
    """The state of the hardware.

    `missing_hubs`: hubs that are away, so that none of their readers answers.
    `problems`: what else does not work, each in an English sentence.
    `unusable_file`: the name of a file about readers or tags that cannot be used, "" when all can.
    `light_names`: the readers that have a light; `button_names`: the buttons that are wired.
    `offered`: what is plugged in, without a wiring plan, and may be a card reader: people are asked.
    `has_declined`: whether something is plugged in that is none, as they said.
    """

    readers: tuple[ZoneReaderStatus, ...] = ()
    problems: tuple[str, ...] = ()
    unusable_file: str = ""
    light_names: tuple[str, ...] = ()
    button_names: tuple[str, ...] = ()
    has_sounder: bool = False
    missing_hubs: tuple[MissingHub, ...] = ()
    offered: tuple[PluggedInDevice, ...] = ()
    has_declined: bool = False

    @property
    def is_every_reader_working(self) -> bool:
        """Whether every reader answers, if there are any."""
        return not self.unusable_file and not any(reader.failure_reason for reader in self.readers)


class MessageReceiver(Protocol):
    """A session, or an object that passes messages on to one."""

    def post(self, message: SessionMessage | DeferredMessage) -> None:
        """Post a message, from any thread."""
        ...


class TableHardware(Protocol):
    """The hardware of one table, for as long as the program runs. Nothing here raises for what hardware does."""

    def open(self, changed: Callable[[], None]) -> None:
        """Open everything, which takes time. `changed` is called from any thread when the status changes."""
        ...

    def close(self) -> None:
        """Release everything; lights go dark."""
        ...

    def set_power_button_handler(self, pressed: Callable[[], None]) -> None:
        """Call `pressed` for each press of the button `off`, from any thread; nobody else gets those presses any more.

        Until then it is a button like any other.
        """
        ...

    def status(self) -> HardwareStatus:
        """The current state."""
        ...

    def load_deck(self, game: str) -> Deck | None:
        """The tags of that game; None when they cannot be read."""
        ...

    def zone_plan(self, game: str, setup: GameSetup) -> ZonePlan:
        """The zones of that game that readers watch."""
        ...

    def attach_session(self, session: Session, receiver: MessageReceiver) -> None:
        """Post readers and buttons of the session to `receiver` from now on; the lights follow the session."""
        ...

    def detach_session(self) -> None:
        """The session is left."""
        ...

    # -- what is plugged in without a wiring plan; these take their time: for other threads

    def try_reader(self, device: PluggedInDevice) -> ReaderOnTrial:
        """Somebody says that this device is a card reader: open it, and keep the answer where it works.

        Then it works from now on, in a game already begun too.
        """
        ...

    def decline(self, device: PluggedInDevice) -> None:
        """Somebody says that this device is no card reader: offer it no more.

        Raises OSError where the answer holds only until Herald ends.
        """
        ...

    def offer_again(self) -> None:
        """Offer what people have declined once more. Raises OSError as `decline` does."""
        ...

    def exchange_readers(self, one: str, other: str) -> None:
        """Let two readers that were plugged in change their places. Raises OSError as `decline` does."""
        ...

    # -- while no game is played, or the game waits

    def reader_statistics(self) -> Mapping[str, ReaderStatistics]:
        """The statistics of every reader, by its zone."""
        ...

    def redirect_input(self, receiver: MessageReceiver) -> None:
        """Post all readers and buttons to this receiver instead of the session, until `restore_input`.

        It first gets the present state, again if it is the receiver already; it controls the lights. A press is a
        SeatButtonPressed with no seat and the name of the button.
        """
        ...

    def restore_input(self, receiver: MessageReceiver) -> None:
        """Post to the session again, first of all what has changed; its lights come back.

        It has no effect where it is so already.
        """
        ...

    def show_light(self, zone: str, signal: LightSignal) -> None:
        """Show a signal on the light of that reader, if it has one."""
        ...

    def play_sound(self, signal: SoundSignal) -> None:
        """Play a signal on the sounder, if there is one."""
        ...
