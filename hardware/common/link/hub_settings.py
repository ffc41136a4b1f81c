"""The settings of a hub, which say what is wired to it: the same bytes on the wire and in its flash."""

from hardware.common.link.crc16 import crc16

LAYOUT_VERSION = 1
NO_PIN = 0xFF
"""Stands for a pin that is not wired."""
MAX_READERS = 16
MAX_NAME_LENGTH = 20
NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"
"""The characters of a hub's name."""
USABLE_PINS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 26, 27, 28)
"""GP numbers of the pins on the edges of a Pico."""
BUS_PINS = ((18, 19, 16), (10, 11, 12))
"""SCK, MOSI, MISO of each SPI bus."""
GAINS_DB = (18, 23, 33, 38, 43, 48)
MAX_SPI_KHZ = 10_000


class ReaderSocket:
    """One reader: its SPI `bus` (0 or 1), GP number of its chip `select`, its receiver's gain and its clock."""

    __slots__ = ("bus", "gain_db", "select", "speed_khz")

    def __init__(self, bus: int, select: int, gain_db: int = 33, speed_khz: int = 4_000) -> None:
        self.bus = bus
        self.select = select
        self.gain_db = gain_db
        self.speed_khz = speed_khz


class HubSettings:
    """The settings of a hub.

    `name` of the hub, GP number of the `reset` wire and of the chain of `lights` (NO_PIN for none), its
    `sockets` in the order of their lights, and the GP numbers of its `buttons`.
    """

    __slots__ = ("buttons", "lights", "name", "reset", "sockets")

    def __init__(
        self,
        name: str = "",
        reset: int = NO_PIN,
        lights: int = NO_PIN,
        sockets: "tuple[ReaderSocket, ...]" = (),
        buttons: "tuple[int, ...]" = (),
    ) -> None:
        self.name = name
        self.reset = reset
        self.lights = lights
        self.sockets = sockets
        self.buttons = buttons


def encode_settings(settings: HubSettings) -> bytes:
    """The settings as bytes."""
    name = settings.name.encode()
    out = bytearray((LAYOUT_VERSION, len(name)))
    out.extend(name)
    out.extend(bytes((settings.reset, settings.lights, len(settings.sockets))))
    for socket in settings.sockets:
        out.extend(
            bytes((socket.bus, socket.select, socket.gain_db, socket.speed_khz & 0xFF, socket.speed_khz >> 8))
        )
    out.append(len(settings.buttons))
    out.extend(bytes(settings.buttons))
    return bytes(out)


def settings_checksum(data: bytes) -> int:
    """The number by which both ends compare settings; 0 only for no settings."""
    return (crc16(data) or 1) if data else 0


def decode_settings(data: bytes) -> HubSettings:
    """Valid settings. Raises ValueError with what is wrong with these."""
    settings = _read(data)
    if not 0 < len(settings.name) <= MAX_NAME_LENGTH:
        raise ValueError(f"a hub's name has 1 to {MAX_NAME_LENGTH} characters")
    if any(letter not in NAME_LETTERS for letter in settings.name):
        raise ValueError("a hub's name has only a to z, 0 to 9 and -")
    if not 0 < len(settings.sockets) <= MAX_READERS:
        raise ValueError(f"a hub has 1 to {MAX_READERS} readers")
    for socket in settings.sockets:
        if (
            socket.bus >= len(BUS_PINS)
            or socket.gain_db not in GAINS_DB
            or not 0 < socket.speed_khz <= MAX_SPI_KHZ
        ):
            raise ValueError("a reader with a bus, a gain or a speed that there is not")
    pins = used_pins(settings)
    for pin in pins:
        if pin not in USABLE_PINS:
            raise ValueError(f"GP{pin} is no pin of the board that can be used")
        if pins.count(pin) > 1:
            raise ValueError(f"GP{pin} is wanted twice")
    return settings


def used_pins(settings: HubSettings) -> "list[int]":
    """The GP numbers of all wired pins, with those of each used bus."""
    pins = [settings.reset]
    if settings.lights != NO_PIN:
        pins.append(settings.lights)
    pins.extend(settings.buttons)
    pins.extend([socket.select for socket in settings.sockets])
    for bus in range(len(BUS_PINS)):
        if any(socket.bus == bus for socket in settings.sockets):
            pins.extend(BUS_PINS[bus])
    return pins


def _read(data: bytes) -> HubSettings:
    """The values as they are, valid or not."""
    if not data or data[0] != LAYOUT_VERSION:
        raise ValueError(f"these settings are none of layout {LAYOUT_VERSION}")
    readers_at = 4 + data[1] if len(data) > 1 else 0
    count = data[readers_at] if len(data) > readers_at else 0
    buttons_at = readers_at + 1 + 5 * count
    if len(data) <= buttons_at or len(data) != buttons_at + 1 + data[buttons_at]:
        raise ValueError("these settings are cut off, or have more than they should")
    sockets = []
    for n in range(count):
        at = readers_at + 1 + 5 * n
        sockets.append(ReaderSocket(data[at], data[at + 1], data[at + 2], data[at + 3] | data[at + 4] << 8))
    name = data[2 : 2 + data[1]].decode()
    reset, lights = data[readers_at - 2], data[readers_at - 1]
    return HubSettings(name, reset, lights, tuple(sockets), tuple(data[buttons_at + 1 :]))
