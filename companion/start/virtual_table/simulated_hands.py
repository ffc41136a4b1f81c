"""Simulated hands at a virtual table: they hold pieces to readers, with the faults that may happen."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, Protocol

from companion.rules.moves import Observation
from companion.simulator.faults import (
    DOUBLE_READ,
    GARBLED_READ,
    LATE_REMOVAL,
    MISSED_READ,
    TWO_CARDS,
    FaultInjector,
)
from companion.simulator.virtual_sensors import SessionInput
from companion.table.tags.deck import Deck

HOLD_TIME_US: Final = 150_000
"""Microseconds that a piece is held to a reader that does not notice it, or is out of the field between two
reads."""
GARBLED_TIME_US: Final = 500_000


class TagBench(Protocol):
    """Virtual readers with tags to lay on them, in virtual time."""

    @property
    def zones(self) -> Collection[str]:
        """The zones with a reader."""
        ...

    def put_tag(self, zone: str, tag: str) -> None:
        """Lay a tag down without waiting for the reader."""
        ...

    def lift_tag(self, zone: str, tag: str) -> None:
        """Take a tag away without waiting for the reader."""
        ...

    def advance_time(self, zone: str, us: int) -> None:
        """Let so many microseconds pass in which something happens at one reader."""
        ...

    def hold_until_read(self, zone: str, tag: str) -> None:
        """Hold a tag to a reader until it was read or a time-out ends."""
        ...

    def remove_until_gone(self, zone: str, tag: str) -> None:
        """Take a tag away and wait until the reader noticed it or a time-out ends."""
        ...

    def jam_radio(self, zone: str, us: int) -> None:
        """Disturb the field of a reader for so many microseconds, so that nothing can be read."""
        ...

    def clear_faults(self) -> None:
        """Clear all faults, and give the readers that had one time to recover."""
        ...

    def new_messages(self) -> Iterator[SessionInput]:
        """The messages since the last call."""
        ...


def tags_by_piece_word(deck: Deck) -> dict[str, list[str]]:
    """Word of a piece -> the tags of all equal pieces with that word."""
    found: dict[str, list[str]] = {}
    for piece in deck.pieces_by_key.values():
        if (tag := deck.uid_of_piece(piece)) is not None:
            found.setdefault(piece.word, []).append(tag)
    return found


class SimulatedHands:
    """The actions of people with tagged pieces."""

    def __init__(self, deck: Deck, tag_bench: TagBench, fault_injector: FaultInjector) -> None:
        self._bench = tag_bench
        self._luck = fault_injector
        self._copies = tags_by_piece_word(deck)
        self._forgotten: dict[str, str] = {}  # tag -> zone where it was left lying

    def has_tagged_piece(self, word: str) -> bool:
        """Whether there is a piece of that word with a tag."""
        return word in self._copies

    def show_piece(self, observation: Observation) -> Iterator[SessionInput]:
        """Hold a piece to a reader without faults, and take it away."""
        self._bench.clear_faults()
        tag = self._copy(observation.piece)
        self._bench.hold_until_read(observation.zone, tag)
        self._bench.remove_until_gone(observation.zone, tag)
        yield from self._bench.new_messages()

    def pass_time_unnoticed(self, zone: str) -> Iterator[SessionInput]:
        """Let time pass without anything that a reader notices."""
        self._bench.advance_time(zone, HOLD_TIME_US)
        yield from self._bench.new_messages()

    def show_piece_with_faults(self, observation: Observation) -> Iterator[SessionInput]:
        """Hold a piece to a reader, with every fault that strikes at random."""
        if self._luck.should_happen(MISSED_READ):
            yield from self.pass_time_unnoticed(observation.zone)
        else:
            self._hold(observation.zone, self._copy(observation.piece))
            yield from self._bench.new_messages()

    def pick_up_forgotten(self) -> Iterator[SessionInput]:
        """Take away every piece that was forgotten."""
        self._collect()
        yield from self._bench.new_messages()

    def _copy(self, word: str) -> str:
        """The tag of a piece of that word that lies nowhere; where all lie, they are taken away first."""
        free = [tag for tag in self._copies[word] if tag not in self._forgotten]
        if not free:
            self._collect()
        return (free or self._copies[word])[0]

    def _hold(self, zone: str, tag: str) -> None:
        """Hold a piece to a reader, with every fault that strikes at random."""
        if self._luck.should_happen(GARBLED_READ):
            self._bench.put_tag(zone, tag)
            self._bench.jam_radio(zone, GARBLED_TIME_US)
        if self._luck.should_happen(TWO_CARDS):
            self._beside_another(zone, tag)
        for left in [left for left, where in self._forgotten.items() if where == zone]:
            del self._forgotten[left]
            self._bench.lift_tag(zone, left)  # at the moment in which the next one is laid down
        self._bench.hold_until_read(zone, tag)
        if self._luck.should_happen(DOUBLE_READ):
            self._bench.lift_tag(zone, tag)
            self._bench.advance_time(zone, HOLD_TIME_US)
            self._bench.hold_until_read(zone, tag)
        self._collect()
        if self._luck.should_happen(LATE_REMOVAL):
            self._forgotten[tag] = zone
        else:
            self._bench.remove_until_gone(zone, tag)

    def _beside_another(self, zone: str, tag: str) -> None:
        """Lay a piece down together with another one, which is then taken away."""
        other = next(
            other
            for copies in self._copies.values()
            for other in copies
            if other != tag and other not in self._forgotten
        )
        self._bench.put_tag(zone, tag)
        self._bench.put_tag(zone, other)
        self._bench.advance_time(zone, GARBLED_TIME_US)
        self._bench.remove_until_gone(zone, other)

    def _collect(self) -> None:
        """Take away every piece that was forgotten."""
        while self._forgotten:
            tag, zone = self._forgotten.popitem()
            self._bench.remove_until_gone(zone, tag)
