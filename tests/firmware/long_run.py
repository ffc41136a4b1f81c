"""A long evening of a hub with sixteen readers, for MicroPython: prints how much memory is in use, now and then.

    micropython long_run.py 1000000      # that many scans

Tags come, are read, written and taken away; chips die and come back; buttons and lights work; bytes get lost; hosts
come, go on and stay away. A line for each hundredth part: scans, bytes in use. The last line: what was told, and how
many of the tags that came and left.
"""

import gc
import sys

from firmware.hub import HubProgram
from hardware.common.events import TAG_CAME, TAG_LEFT
from hardware.common.link import decoding, encoding
from hardware.common.link.channel import Channel
from hardware.common.link.frames import FrameDecoder, encode_frame
from hardware.common.link.hub_settings import HubSettings, ReaderSocket, encode_settings
from hardware.common.link.messages import LIGHT, LIGHT_SIGNALS, READ, SAID, STRANGER, WELCOME, WRITE

MYPY = False
if MYPY:
    from firmware.readers import AttachedReaders
    from tests.firmware.tiny import Board, Tag
else:
    from tiny import Board, Tag

PARTS = 100
SELECTS = (17, 20, 21, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13)
YES = 26
TAGS = [Tag(bytes((0x04, 0x10, 0x20, 0x30, 0x40, 0x50, n))) for n in range(16)]


class Host:
    """Somebody at the line. `told`: how many messages; `came`, `left`: how many tags were told to."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.deframer = FrameDecoder()
        self.channel: Channel | None = None
        self.session = 0
        self.told = 0
        self.came = 0
        self.left = 0

    def hello(self, wanted: int) -> None:
        self.session = self.session % 60_000 + 1
        self.board.heard = encode_frame(encoding.encode_hello(self.session, wanted))
        if not wanted:
            self.channel = None

    def turn(self) -> None:
        board = self.board
        said = board.said
        board.said = b""
        for payload in self.deframer.feed(said):
            self.hear(payload)
        if self.channel:
            board.heard += self.channel.next_bytes(board.us)

    def hear(self, payload: bytes) -> None:
        if payload[0] == WELCOME:
            welcome = decoding.decode_welcome(payload)
            if self.channel is None or self.channel.session != welcome.session:
                self.channel = Channel(welcome.session, self.board.us)
            return
        frame = decoding.decode_session_frame(payload)
        if frame.kind == STRANGER:
            self.hello(0)
            return
        if not self.channel or frame.session != self.channel.session:
            return
        if self.channel.receive(frame, self.board.us):
            self.told += 1
            if frame.kind == SAID:
                _, told, _ = decoding.decode_reader_event(frame.body)
                self.came += told.kind == TAG_CAME
                self.left += told.kind == TAG_LEFT

    def ask(self, kind: int, body: bytes) -> None:
        if self.channel and self.channel.free_slots:
            self.channel.enqueue(kind, body)


def act(n: int, board: Board, host: Host) -> None:
    """The n-th thing that happens, every 300 ms."""
    chip = board.chips[n % 16]
    if n % 5 == 0:
        chip.tag = None if chip.tag else TAGS[n % 16]
    if n % 7 == 0:
        host.ask(LIGHT, encoding.encode_light(n % 16, LIGHT_SIGNALS[n % 4]))
    if n % 11 == 0:
        board.closed = [] if board.closed else [YES]
    if n % 13 == 0 and chip.tag:
        host.ask(READ, encoding.encode_read_request(n & 0xFF, n % 16, chip.tag.uid))
    if n % 37 == 0 and chip.tag:
        host.ask(WRITE, encoding.encode_write_request(n & 0xFF, n % 16, chip.tag.uid, True, bytes(60)))
    if n % 101 == 0:
        chip.dead = not chip.dead
    if n % 23 == 0:
        board.heard += b"\x00\x10rubbish\xff"
    if n % 211 == 0:
        host.hello(0)
    elif n % 53 == 0 and host.channel:
        host.hello(host.channel.session)


def scans(readers: "AttachedReaders") -> int:
    count = 0
    for n in range(readers.count):
        count += sum(readers.heartbeat_message(n, 0).tally.values())
    return count


def used() -> int:
    """Bytes that are in use when all that is not has been collected."""
    gc.collect()
    return gc.mem_alloc()  # type: ignore[attr-defined, no-any-return]


def run(total: int) -> None:
    sockets = tuple([ReaderSocket(n % 2, SELECTS[n]) for n in range(16)])
    board = Board(encode_settings(HubSettings("tiles", 22, 28, sockets, (YES,))))
    hub = HubProgram(board)
    host = Host(board)
    host.hello(0)
    shown, happened, next_us = 0, 0, 0
    while shown < PARTS:
        due = hub.run_pending()
        if board.said:
            host.turn()
        if board.us >= next_us:
            next_us = board.us + 300_000
            happened += 1
            act(happened, board, host)
            if scans(hub._readers) >= total * shown // PARTS:
                shown += 1
                print(scans(hub._readers), used(), host.came, host.left)
        if not board.heard:
            board.sleep_us(due - board.us)
    print("told", host.told, board.us // 1_000_000)


run(int(sys.argv[1]))
