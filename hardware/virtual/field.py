"""An antenna's field and the tags in it: power for the tags, collisions, noise, the edge of reach.

Answers of several tags are overlaid bit by bit, as the Manchester code adds up: equal bits pass, the first
that differ are a collision. A tag receives a frame that begins 1172/fc or more after its own answer, and only
when it has had the field for 5 ms (ISO 14443-3, 6.2.1 and 5); it forgets its state when the field was off for
5 ms.

Simplified: `coupling` is one number, 1 for flat on the antenna and 0 for out of reach, and the limits below
are chosen, not measured; a strong tag never drowns a weak one; metal, tuning and the detuning of a pile are
not simulated.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from hardware.clock import MonotonicClock
from hardware.virtual.registers import PARITY_ERR, PROTOCOL_ERR
from hardware.virtual.tags import VirtualTag

BIT_NS = 128 * 1_000_000_000 / 13_560_000
"""One bit at 106 kbit/s: 9.44 us."""

POWER_UP_NS = 5_000_000
DEAF_NS = round(1172 * 1_000_000_000 / 13_560_000)

POWERED, UNPOWERED = 0.4, 0.2
"""Couplings: from the first on a tag always has power, below the second never."""
CLEAR, SILENT = 0.15, 0.05
"""Couplings times the receiver's gain over 33 dB: from the first on an answer is always received, below the
second never."""
LOUD_DB, LOUD = 48, 0.002
"""The gain from which the receiver's own noise spoils exchanges, and the share of them."""


class FieldAnswer(NamedTuple):
    """What the antenna receives.

    `value`, `bits`, `offset` and `delay_ns` as in tags.TagReply; `collision`: the first bit that collided, or
    -1; `errors`: bits of ErrorReg.
    """

    value: int
    bits: int
    offset: int
    delay_ns: int
    collision: int = -1
    errors: int = 0


class TagInField:
    """A tag in the field."""

    __slots__ = ("coupling", "listens_from_ns", "tag")

    def __init__(self, tag: VirtualTag, coupling: float, hears_ns: int) -> None:
        self.tag = tag
        self.coupling = coupling
        self.listens_from_ns = hears_ns


class VirtualField:
    """The field of one antenna.

    `noise`: the probability that an exchange is spoilt, 0 to 1, with tags or without; `fading`: a factor of
    every coupling; `lost_commands`, `lost_answers`: the probabilities that a tag does not hear a frame, and that
    its answer is not heard, as with a sticker that is weak, small or on metal.
    """

    __slots__ = (
        "_chance",
        "_clock",
        "_places",
        "_switched_ns",
        "fading",
        "lost_answers",
        "lost_commands",
        "noise",
        "on",
    )

    def __init__(self, clock: MonotonicClock, chance: Random | None = None) -> None:
        """`chance` decides at the edge of reach and in noise; with a clear field it is not used."""
        self._clock = clock
        self._chance = chance or Random(0)
        self._places: tuple[TagInField, ...] = ()
        self._switched_ns = clock.now_ns() - POWER_UP_NS  # it was off long before
        self.on = False
        self.noise = 0.0
        self.fading = 1.0
        self.lost_commands = self.lost_answers = 0.0

    @property
    def tags(self) -> tuple[VirtualTag, ...]:
        """The tags in the field, in the order in which they were put there."""
        return tuple(place.tag for place in self._places)

    def put_tag(self, tag: VirtualTag, coupling: float = 1.0) -> None:
        """Put a tag into the field, or change the coupling of one that is there."""
        for place in self._places:
            if place.tag is tag:
                place.coupling = coupling
                return
        tag.set_power(self.on)
        self._places = (*self._places, TagInField(tag, coupling, self._clock.now_ns() + POWER_UP_NS))

    def take_tag(self, tag: VirtualTag) -> None:
        """Take a tag away; nothing where it is not there."""
        if tag in self.tags:
            self._places = tuple(place for place in self._places if place.tag is not tag)
            tag.set_power(False)

    def switch_carrier(self, on: bool, now_ns: int) -> None:
        """Switch the carrier on or off."""
        if on == self.on:
            return
        if on and now_ns - self._switched_ns >= POWER_UP_NS:
            for place in self._places:
                place.tag.set_power(True)
                place.listens_from_ns = now_ns + POWER_UP_NS
        self.on = on
        self._switched_ns = now_ns

    def exchange(
        self, frame: bytes, bits: int, began_ns: int, sent_ns: int, gain: float
    ) -> FieldAnswer | None:
        """Send a frame of `bits` without parity between these times; the answer, if there is one.

        `gain`: 1.0 at 33 dB, tenfold for each 20 dB.
        """
        heard: FieldAnswer | None = None
        for place in self._places:
            coupling = place.coupling * self.fading
            if began_ns < place.listens_from_ns:
                continue
            if coupling < POWERED and not self._powered(place, coupling):
                continue
            if self.lost_commands and self._chance.random() < self.lost_commands:
                continue
            reply = place.tag.receive(frame, bits)
            if reply is None:
                continue
            if self.lost_answers and self._chance.random() < self.lost_answers:
                continue
            air_bits = 2 + reply.bits + reply.bits // 8
            place.listens_from_ns = sent_ns + reply.delay_ns + int((9 + air_bits) * BIT_NS) + DEAF_NS
            one = FieldAnswer(reply.value, reply.bits, reply.offset, reply.delay_ns)
            signal = coupling * gain
            if signal < CLEAR and self._chance.random() * (CLEAR - SILENT) > signal - SILENT:
                if signal < SILENT:
                    continue
                one = self._spoilt(one)
            heard = one if heard is None else _overlaid(heard, one)
        spoil = max(self.noise, LOUD if gain >= _LOUD_GAIN else 0.0)
        if spoil and self._chance.random() < spoil:
            return self._spoilt(heard)
        return heard

    def _powered(self, place: TagInField, coupling: float) -> bool:
        """Whether a tag has power; near the edge its supply fails at times, and with it its state."""
        if self._chance.random() * (POWERED - UNPOWERED) < coupling - UNPOWERED:
            return True
        place.tag.set_power(True)
        return False

    def _spoilt(self, heard: FieldAnswer | None) -> FieldAnswer:
        """An answer changed by noise; noise alone where there was none."""
        chance = self._chance
        if heard is None:
            count = chance.randrange(1, 24)
            return FieldAnswer(
                chance.getrandbits(count), count, 0, 0, -1, chance.choice((PARITY_ERR, PROTOCOL_ERR))
            )
        kind = chance.randrange(4)
        place = chance.randrange(heard.bits)
        if kind == 0:
            return heard._replace(value=heard.value ^ 1 << place, errors=PARITY_ERR)
        if kind == 1:
            unseen = place % 8 < 7 and place + 1 < heard.bits  # two bits of one byte: its parity is right
            changed = heard.value ^ (3 << place & (1 << heard.bits) - 1)
            return heard._replace(value=changed, errors=0 if unseen else PARITY_ERR)
        if kind == 2:
            count = max(1, place)
            return heard._replace(value=heard.value & (1 << count) - 1, bits=count, errors=PROTOCOL_ERR)
        return heard._replace(collision=place)


_LOUD_GAIN = 10 ** ((LOUD_DB - 33) / 20)


def _overlaid(one: FieldAnswer, other: FieldAnswer) -> FieldAnswer:
    """Two answers at the same time. A later one (another `delay_ns`) is overlaid as if it were not late."""
    common = min(one.bits, other.bits)
    differ = (one.value ^ other.value) & (1 << common) - 1
    first = (differ & -differ).bit_length() - 1
    places = [place for place in (one.collision, other.collision, first) if place >= 0]
    longer = one if one.bits >= other.bits else other
    return FieldAnswer(
        one.value | other.value,
        longer.bits,
        longer.offset,
        max(one.delay_ns, other.delay_ns),
        min(places, default=-1),
        one.errors | other.errors,
    )
