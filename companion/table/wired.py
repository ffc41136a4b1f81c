"""What a real table has besides the screen: readers, buttons and lights, as the screen and the terminal know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, Literal, Protocol

from msgspec import Struct

if TYPE_CHECKING:  # the first page shows how readers are, long before there is a table
    from companion.rules.game import GameSetup
    from companion.table.messages import Message
    from companion.table.pieces import Deck
    from companion.table.session import Meaning, Session
    from companion.table.zones import Plan


Shows = Literal["go", "no", "think", "off"]
"""What the light of a reader can show."""
Sounds = Literal["go", "no"]
"""What the sounder can say."""


OFF: Final = "off"
"""The button that switches the computer off, where that is Herald's to do."""

Make = Literal["genuine", "copied", "unknown"]
"""Whose chip it is: the datasheet's, a known copy of it, or nobody knows."""


class Reader(Struct, frozen=True):
    """One reader. `zone`: the place it watches, which is its name. `why`: why it does not answer, "" while it does.
    `known`: whether any game has such a place."""

    zone: str
    why: str = ""
    known: bool = True


class Hub(Struct, frozen=True):
    """A reader hub that is away: its `name`, `why` in an English sentence, and the `zones` of its readers."""

    name: str
    why: str
    zones: tuple[str, ...]


class Tally(Struct, frozen=True):
    """What a reader has been through since it was opened: scans that were clean (a tag, several, or nobody), garbled,
    or not answered; tags that left and came back at once; how often its chip needed a reset. `version` is what the chip
    calls itself, 0 while that is not known, `make` whether that is the chip of the datasheet."""

    version: int = 0
    make: Make = "unknown"
    clean: int = 0
    garbled: int = 0
    silent: int = 0
    flaps: int = 0
    resets: int = 0


class State(Struct, frozen=True):
    """How the hardware is. `away`: the hubs that are not there, for which none of their readers answers; `troubles`:
    what else does not work, each in an English sentence. `unread`: the name of a file about readers or tags that cannot
    be used, "" when all can. `lights`: the readers that have one; `buttons`: those that are wired, by name."""

    readers: tuple[Reader, ...] = ()
    troubles: tuple[str, ...] = ()
    unread: str = ""
    lights: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    sounder: bool = False
    away: tuple[Hub, ...] = ()

    @property
    def well(self) -> bool:
        """Whether every reader answers, if there are any."""
        return not self.unread and not any(reader.why for reader in self.readers)


class Hears(Protocol):
    """A session, or who keeps one."""

    def post(self, message: Message | Meaning) -> None:
        """Say something to it, from any thread."""
        ...


class Wired(Protocol):
    """The hardware of one table, for as long as the program runs. Nothing here raises for what hardware does."""

    def open(self, changed: Callable[[], None]) -> None:
        """Open everything; takes its time. `changed` is called from any thread when there is something new to show."""
        ...

    def close(self) -> None:
        """Give everything back; lights go dark."""
        ...

    def on_off(self, pressed: Callable[[], None]) -> None:
        """From now on `pressed` is called for each press of the button `off`, from any thread, and nobody else hears
        of it. Until then it is a button like any other."""
        ...

    def state(self) -> State:
        """How it is now."""
        ...

    def deck(self, game: str) -> Deck | None:
        """The tags of that game; None when they cannot be read."""
        ...

    def plan(self, game: str, setup: GameSetup) -> Plan:
        """Which zones of that game readers watch."""
        ...

    def join(self, session: Session, hears: Hears) -> None:
        """From now on this evening hears readers and buttons, by `hears`, and the lights follow it."""
        ...

    def leave(self) -> None:
        """The evening is left."""
        ...

    # -- while no game is played, or the game waits

    def tallies(self) -> Mapping[str, Tally]:
        """What every reader has been through, by its zone."""
        ...

    def attend(self, hears: Hears) -> None:
        """Until it is dismissed, this one hears all readers and buttons in place of the evening, first of all how
        things are; the lights are its own. Who hears already is told it anew. A press is Pressed with
        no seat and the name of the button."""
        ...

    def dismiss(self, hears: Hears) -> None:
        """The evening hears again, first of all what has changed, and has the lights. Nothing where it does already."""
        ...

    def light(self, zone: str, shows: Shows) -> None:
        """By the light of that reader, if it has one."""
        ...

    def sound(self, what: Sounds) -> None:
        """By the sounder, if there is one."""
        ...
