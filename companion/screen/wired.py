"""What a real table has besides the screen: readers, buttons and lights, as the screen and the terminal know them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

if TYPE_CHECKING:  # the first page shows how readers are, long before there is a table
    from companion.rules.game import Setup
    from companion.table.messages import Message
    from companion.table.pieces import Deck
    from companion.table.session import Meaning, Session
    from companion.table.zones import Plan


class Reader(Struct, frozen=True):
    """One reader. `zone`: the place it watches, which is its name. `why`: why it does not answer, "" while it does.
    `known`: whether any game has such a place."""

    zone: str
    why: str = ""
    known: bool = True


class State(Struct, frozen=True):
    """How the hardware is. `troubles`: what else does not work, each in an English sentence. `unread`: the name of a
    file about readers or tags that cannot be used, "" when all can."""

    readers: tuple[Reader, ...] = ()
    troubles: tuple[str, ...] = ()
    unread: str = ""

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

    def state(self) -> State:
        """How it is now."""
        ...

    def deck(self, game: str) -> Deck | None:
        """The tags of that game; None when they cannot be read."""
        ...

    def plan(self, game: str, setup: Setup) -> Plan:
        """Which zones of that game readers watch."""
        ...

    def join(self, session: Session, hears: Hears) -> None:
        """From now on this evening hears readers and buttons, by `hears`, and the lights follow it."""
        ...

    def leave(self) -> None:
        """The evening is left."""
        ...
