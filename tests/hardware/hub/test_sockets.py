"""The readers of one hub, while several threads have to do with them."""

from __future__ import annotations

from typing import cast

from hardware.common.link import decoding
from hardware.lights import LightSignal
from hardware.readers.hub.remote_readers import RemoteReaders
from hardware.readers.hub.wiring_schema import HubReader, HubWiring

TILES = HubWiring("tiles", 22, (HubReader("tile/1", 0, 0), HubReader("tile/2", 0, 1)), lights=28)


def test_a_light_that_another_thread_switches_while_a_session_begins_is_in_nobodys_way() -> None:
    sockets = RemoteReaders(TILES, lambda said: None, 0)

    class Interrupting(str):
        """Shown first, and then amid the beginning: that is when the other thread has its turn."""

        def __ne__(self, other: object) -> bool:
            if begins:
                sockets.show_light("tile/2", "no")
            return str(self) != str(other)

        __hash__ = str.__hash__

    begins = False
    sockets.show_light("tile/1", cast(LightSignal, Interrupting("go")))
    sockets.next_light_message()
    begins = True
    sockets.begin_session(False)
    shown = set()
    while (message := sockets.next_light_message()) is not None:
        shown.add(decoding.decode_light(message[1]))
    assert shown == {(0, "go"), (1, "no")}
