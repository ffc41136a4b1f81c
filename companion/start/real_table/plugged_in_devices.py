"""Readers without a wiring plan: what is plugged in on USB is offered, and the answer is kept for that device.

Nothing is opened, and nothing written to it, before a person has said that it is a card reader.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.table.storage.kept_files import KEPT_FILES, Content
from companion.table.table_hardware import PluggedInDevice
from hardware.readers.installed_kinds import READER_TABLE
from hardware.readers.serial_ports import SerialDevice, SerialPorts
from hardware.wiring_plan import KIND_KEY, load_kit, parse_plan
from hardware.wiring_schema import WiringPlan

READER_KIND: Final = "pn532"
"""The kind of reader that people plug in and that needs no plan."""


class KeptAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What people said of a device.

    `port`: its lasting path; `name`: what it calls itself: in its socket there may be another one some day; `zone`: the
    place that its reader watches, "" where it is no card reader.
    """

    port: str
    name: str
    zone: str


def plan_of_readers(readers: Iterable[KeptAnswer]) -> WiringPlan:
    """The plan with these readers. Raises WiringPlanError."""
    return parse_plan(
        "\n".join(
            f"[[{READER_TABLE}]]\n{KIND_KEY} = {json.dumps(READER_KIND)}\n"
            f"name = {json.dumps(reader.zone)}\nport = {json.dumps(reader.port, ensure_ascii=False)}"
            for reader in readers
        )
    )


def _decode(raw: bytes, _path: Path) -> tuple[KeptAnswer, ...]:
    answers = msgspec.json.decode(raw, type=tuple[KeptAnswer, ...])
    readers = [answer for answer in answers if answer.zone]
    if len({reader.zone for reader in readers}) < len(readers):
        raise ValueError("two devices watch one place")
    for reader in readers:
        plan_of_readers([reader])
    return answers


KEPT_ANSWERS: Final = Content[tuple[KeptAnswer, ...]](_decode, ())
"""What `devices.json` means: what people said of each device."""


class PluggedInDevices:
    """The devices on USB, and what people said of each. All methods may be called from any thread."""

    def __init__(self, home: Path, ports: SerialPorts) -> None:
        """The answers are kept in that folder."""
        self._file = KEPT_FILES["devices"].at(home / KEPT_FILES["devices"].file_name)
        self._ports = ports
        self._answers: tuple[KeptAnswer, ...] | None = None
        self._seen: tuple[SerialDevice, ...] | None = None
        self._settled: tuple[SerialDevice, ...] = ()
        self._lock = Lock()

    def look(self) -> None:
        """Look what is plugged in.

        What comes later counts when it was there twice: its lasting name comes a moment after it.
        """
        there = tuple(
            device for device in self._ports.list_devices() if device.usb_name and not device.is_likely_pico
        )
        with self._lock:
            before = there if self._seen is None else self._seen
            self._seen = there
            self._settled = tuple(device for device in there if device in before)

    @property
    def offered(self) -> tuple[PluggedInDevice, ...]:
        """The devices of which nobody has said anything yet."""
        with self._lock:
            return tuple(
                PluggedInDevice(device.lasting_path, device.usb_name)
                for device in self._settled
                if not any(_is_about(answer, device) for answer in self._kept())
            )

    @property
    def readers(self) -> tuple[KeptAnswer, ...]:
        """The card readers that are plugged in."""
        return tuple(answer for answer in self._present() if answer.zone)

    @property
    def has_declined(self) -> bool:
        """Whether something is plugged in that is no card reader, as people said."""
        return any(not answer.zone for answer in self._present())

    def keep(self, answer: KeptAnswer) -> None:
        """Keep what somebody said of a device.

        A reader that had that place and is away has none any more. Raises OSError; it holds until Herald ends all the
        same.
        """
        self._change(
            lambda kept: (
                *(
                    each
                    for each in kept
                    if (each.port, each.name) != (answer.port, answer.name)
                    and not (each.zone and each.zone == answer.zone)
                ),
                answer,
            )
        )

    def exchange(self, one: str, other: str) -> None:
        """Let the readers of two places change them; raises OSError as `keep` does."""
        places = {one: other, other: one}
        self._change(
            lambda kept: tuple(replace(each, zone=places.get(each.zone, each.zone)) for each in kept)
        )

    def forget_declined(self) -> None:
        """Offer again what people said is no card reader; raises OSError as `keep` does."""
        self._change(lambda kept: tuple(each for each in kept if each.zone))

    def _change(self, change: Callable[[tuple[KeptAnswer, ...]], tuple[KeptAnswer, ...]]) -> None:
        with self._lock:
            self._answers = change(self._kept())
            self._file.save(msgspec.json.encode(self._answers))

    def _kept(self) -> tuple[KeptAnswer, ...]:
        if self._answers is None:
            self._answers = self._file.load(KEPT_ANSWERS)
        return self._answers

    def _present(self) -> tuple[KeptAnswer, ...]:
        with self._lock:
            return tuple(
                answer
                for answer in self._kept()
                if any(_is_about(answer, device) for device in self._settled)
            )


def _is_about(answer: KeptAnswer, device: SerialDevice) -> bool:
    return answer.name == device.usb_name and answer.port in (device.path, *device.links)


def next_place(taken: Container[str]) -> str:
    """The place that one more reader watches, in the order of the kit with most readers; "" where none is left."""
    return next((place for place in load_kit("five").reader_names if place not in taken), "")
