"""The readers of one hub, while several threads have to do with them."""

from __future__ import annotations

from typing import cast

from hardware.common.link import read
from hardware.lights import Show
from hardware.readers.hub.plan import HubReader, HubWiring
from hardware.readers.hub.sockets import Sockets

TILES = HubWiring("tiles", 22, (HubReader("tile/1", 0, 0), HubReader("tile/2", 0, 1)), lights=28)


def test_a_light_that_another_thread_switches_while_a_session_begins_is_in_nobodys_way() -> None:
    sockets = Sockets(TILES, lambda said: None, 0)

    class Interrupting(str):
        """Shown first, and then amid the beginning: that is when the other thread has its turn."""

        def __ne__(self, other: object) -> bool:
            if begins:
                sockets.light("tile/2", "no")
            return str(self) != str(other)

        __hash__ = str.__hash__

    begins = False
    sockets.light("tile/1", cast(Show, Interrupting("go")))
    sockets.next_light()
    begins = True
    sockets.begin(False)
    shown = set()
    while (message := sockets.next_light()) is not None:
        shown.add(read.light(message[1]))
    assert shown == {(0, "go"), (1, "no")}
