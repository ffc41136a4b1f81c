"""The doors of devices: bytes on a hub's line, at both ends, bytes on a tag, and what the system says of disks."""

from __future__ import annotations

from pathlib import Path

from companion.table.storage.backup import mounted_media
from hardware.common.events import TAG_CAME, ReaderEvent
from hardware.common.link import decoding, encoding
from hardware.common.link.frames import FrameDecoder, encode_frame
from hardware.common.link.hub_settings import HubSettings, ReaderSocket, decode_settings, encode_settings
from hardware.common.link.messages import (
    BEAT,
    BUTTON_EVENTS,
    MEMORY,
    PRESSED,
    PROTOCOL_VERSION,
    READER_STATES,
    SAID,
    STATE,
    TROUBLE,
    SocketStateMessage,
    WelcomeMessage,
)
from hardware.ndef import make_message_block, parse_message
from hardware.readers.hub.bootsel import waiting_drives
from hardware.readers.hub.session import HubSession
from soaking.doorway import Door, Doorway

UID = bytes.fromhex("04a1b2c3d4e5f6")
SESSION = 7
SETTINGS = encode_settings(HubSettings("tiles", 2, 3, (ReaderSocket(0, 5), ReaderSocket(1, 13)), (20, 21)))
BODIES = (
    (STATE, encoding.encode_socket_state(SocketStateMessage(0, READER_STATES[0], 0x92, "", (UID,), ""))),
    (SAID, encoding.encode_reader_event(1, ReaderEvent(TAG_CAME, UID), found=False)),
    (PRESSED, encoding.encode_button_event(0, BUTTON_EVENTS[0])),
    (TROUBLE, encoding.encode_text("it fell over")),
    (MEMORY, encoding.encode_tag_memory_part(3, True, b"\x03\x00\xfe")),
    (BEAT, b""),
)


def _welcome() -> bytes:
    return encoding.encode_welcome(
        WelcomeMessage(PROTOCOL_VERSION, SESSION, 0, 1, 0, 5, b"12345678", "tiles", "0.1.0 1a2b3c4d")
    )


def _connected() -> HubSession:
    session = HubSession(lambda _below: SESSION - 1)
    session.on_line_opened(0)
    session.next_bytes(0)
    session.receive(encode_frame(_welcome()), 1)
    if not session.is_connected:
        raise AssertionError("no session with the hub of the campaign")
    return session


def _line(_folder: Path) -> Doorway:
    """Whatever comes on the line, in the middle of a session."""
    frames = [
        encode_frame(encoding.encode_header(kind, SESSION, number, 0) + body)
        for number, (kind, body) in enumerate(BODIES)
    ]

    def enter(data: bytes) -> None:
        session = _connected()
        session.receive(data, 2)
        session.next_bytes(3)
        session.due_us(4)

    return Doorway([*frames, encode_frame(_welcome()), b"".join(frames)], enter)


def _message(_folder: Path) -> Doorway:
    """A frame whose sum is right, and what it says is anything."""

    def enter(data: bytes) -> None:
        if 0 < len(data) <= 200:
            _connected().receive(encode_frame(data), 2)

    whole = [encoding.encode_header(kind, SESSION, 0, 0) + body for kind, body in BODIES]
    return Doorway([*whole, _welcome()], enter)


def _to_hub(_folder: Path) -> Doorway:
    """What a host sends, as a hub reads it: a message that is none is a ValueError there."""
    requests = [
        encoding.encode_read_request(1, 0, UID),
        encoding.encode_write_request(2, 0, UID, True, b"\x03\x00\xfe"),
        encoding.encode_light(0, "off"),
        encoding.encode_hello(3, 0),
    ]
    readers = (
        decoding.decode_hello,
        decoding.decode_light,
        decoding.decode_read_request,
        decoding.decode_write_request,
    )

    def enter(data: bytes) -> None:
        for payload in FrameDecoder().feed(data) or [data]:
            for read in readers:
                try:
                    read(payload)
                except ValueError:
                    continue

    return Doorway([*requests, *map(encode_frame, requests)], enter)


def _settings(_folder: Path) -> Doorway:
    """The settings that a hub keeps; none is a ValueError there."""

    def enter(data: bytes) -> None:
        try:
            decode_settings(data)
        except ValueError:
            return

    return Doorway([SETTINGS], enter)


def _memory(_folder: Path) -> Doorway:
    block = make_message_block("modrý mág", "cs", "herald.invalid:piece", b"mage")
    return Doorway([bytes.fromhex("0103a00c34") + block, block], parse_message)


def _mounts(folder: Path) -> Doorway:
    path = folder / "mounts"

    def enter(data: bytes) -> None:
        path.write_bytes(data.replace(b"\0", b""))  # no name of a file has it
        mounted_media(path)
        waiting_drives(path)

    return Doorway(
        [b"/dev/sda1 /media/anna/RPI-RP2 vfat rw 0 0\n/dev/sdb1 /media/my\\040stick ext4 rw 0 0\n"], enter
    )


DEVICE_DOORS = {
    "hub-line": Door("bytes on the line from a hub", 40, _line),
    "hub-message": Door("a message of a hub with a right sum", 30, _message),
    "host-line": Door("bytes on the line to a hub", 50, _to_hub),
    "hub-settings": Door("the settings a hub keeps", 50, _settings),
    "tag-memory": Door("the bytes on a tag", 60, _memory),
    "mounts": Door("the disks that the system names", 15, _mounts),
}
