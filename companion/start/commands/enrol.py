"""`herald enrol`: binds a tag to each piece of a box."""

from __future__ import annotations

import os
from argparse import SUPPRESS, ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games import default_game_name
from companion.home import herald_home
from companion.rules.errors import HeraldError, UsageError
from companion.rules.shown_text import shown_text
from companion.table.storage.disk import usable_home
from hardware.wiring_plan import KIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.start.enrolment.real_devices import RealEnrolmentDevices
    from companion.start.enrolment.virtual_devices import VirtualEnrolmentDevices
    from companion.table.tags.deck import BoxPiece
    from hardware.wiring_schema import WiringPlan

EXIT_INTERRUPTED = 130
VIRTUAL_READER = "virtual"
DEFAULT_KIT = "one"
"""The kit of the virtual reader when none is named."""
FILESYSTEM_ROOT = Path("/")


class NoEnrolmentReader(HeraldError, OSError):
    """Raised where there is no reader that could read the tags."""


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald enrol`."""
    parser.description = (
        "Gives each piece of the box its tag, in box order: lay it on the reader, take it away, lay the next."
        " Each binding is saved at once; stop whenever you like and go on another day."
    )
    parser.add_argument("--game", default=SUPPRESS, metavar="G", help="one of `herald games`")
    parser.add_argument(
        "--zone",
        default="",
        metavar="NAME",
        help="the reader, as it is named in wiring.toml (default: its first)",
    )
    parser.add_argument(
        "--from",
        dest="begin",
        default="",
        metavar="PIECE",
        help="the first piece (card/inf6, seal, 31, a name)",
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="also write the piece's name on each tag; any phone can then read it, a hidden card's too; tags are not"
        " locked",
    )
    parser.add_argument(
        "--virtual",
        action="store_true",
        default=SUPPRESS,
        help="use a virtual reader, to try it; its tags are kept apart from the real ones",
    )
    parser.add_argument(
        "--kit",
        metavar="KIT",
        help=f"a virtual reader of this kit: {', '.join(KIT_NAMES)} (default {DEFAULT_KIT}), or of the file of a"
        " wiring plan",
    )


def run(args: Namespace, lang: str) -> int:
    """Bind tags until all pieces have one or somebody stops. Raises HeraldError and OSError."""
    from companion.start.enrolment.enrolment_terminal import EnrolmentTerminal
    from companion.table.storage.disk import FileLock
    from companion.table.tags.deck_store import (
        all_pieces_in_box,
        deck_path,
        load_deck_or_empty,
        tags_and_errors_of_other_games,
    )
    from companion.table.tags.enrolment import Enrolment
    from companion.voice.enrolment_messages import EnrolmentMessages

    home, game = usable_home(is_written=True), args.game or default_game_name()
    box = all_pieces_in_box(game)
    path = deck_path(game, home / VIRTUAL_READER if args.virtual else None)
    if args.kit is not None and not args.virtual:
        raise UsageError("only a virtual reader is one of a kit: say --virtual too", "--kit")
    here = "" if args.virtual else _ask_what_is_plugged_in(lang)
    plan, zone = _reader(args.zone or here, args.kit or DEFAULT_KIT if args.virtual else None)
    if not args.virtual:
        _free(plan)
    with FileLock(path):
        others, wrong = tags_and_errors_of_other_games(game, path.parent)
        for fault in wrong:
            _tell(f"The tags of another game are not known: {fault}")
        enrolment = Enrolment(load_deck_or_empty(path, game, box), path, others)
        messages = EnrolmentMessages(enrolment.deck, lang)
        devices = _senses(plan, zone, box if args.virtual else None)
        terminal = EnrolmentTerminal(
            enrolment, messages, zone, devices, _tell, write_ndef=args.write, lay_pieces=devices.lay_pieces
        )
        try:
            if args.begin:
                terminal.start_at_piece(args.begin.split())
            terminal.run()
            stopped = False
        except KeyboardInterrupt:
            print()
            stopped = True
        finally:
            devices.close()
        terminal.print_summary()
    return EXIT_INTERRUPTED if stopped else 0


def _ask_what_is_plugged_in(lang: str) -> str:
    """Ask about what is plugged in without a plan and may be a reader; where nobody types, nobody is asked.

    The result: the first reader that is plugged in, "" for none, or where there is a plan.
    """
    from companion.start.real_table.wiring_lookup import WIRING_FILE, find_real_table
    from companion.terminal.device_questions import DeviceQuestions

    if os.path.lexists(herald_home() / WIRING_FILE):
        return ""
    table = find_real_table()
    table.open(lambda: None)
    try:
        with suppress(EOFError):
            DeviceQuestions(table, lang, input, _tell).ask_about_all()
        return next((reader.zone for reader in table.status().readers), "")
    finally:
        table.close()


def _reader(zone: str, kit: str | None) -> tuple[WiringPlan, str]:
    """The wiring plan and the name of the chosen reader; `kit`: of a virtual table, None at the real one.

    Raises NoEnrolmentReader, UsageError, InvalidFile and OSError.
    """
    from companion.start.real_table.owner_plan import owner_plan_path, read_owner_plan
    from companion.start.virtual_table.kit_files import load_kit_or_plan
    from hardware.errors import WiringPlanError

    path = owner_plan_path(herald_home())
    try:
        if kit is not None:
            path, plan = load_kit_or_plan(kit, "--kit")
        else:
            plan = read_owner_plan(path)
    except FileNotFoundError as wrong:
        raise NoEnrolmentReader(
            f"tags are given with a reader, and {path} names none: see wiring.md, or try `herald enrol --virtual`"
        ) from wrong
    except WiringPlanError as wrong:
        raise NoEnrolmentReader(f"{path}: {'; '.join(wrong.faults)}") from wrong
    names = plan.reader_names
    if not names:
        raise NoEnrolmentReader(f"{path} names no reader: see wiring.md, or try `herald enrol --virtual`")
    if zone and zone not in names:
        raise UsageError(f"no reader {zone}; there is {', '.join(names)}", "--zone")
    return plan, zone or names[0]


def _senses(
    plan: WiringPlan, zone: str, virtual: Iterable[BoxPiece] | None
) -> RealEnrolmentDevices | VirtualEnrolmentDevices:
    """The reader and keyboard of this machine; with `virtual`, a virtual reader and tags for these pieces."""
    if virtual is not None:
        from companion.start.enrolment.virtual_devices import VirtualEnrolmentDevices

        return VirtualEnrolmentDevices(plan, zone, virtual)
    from companion.start.enrolment.real_devices import RealEnrolmentDevices

    return RealEnrolmentDevices(plan, zone)


def _free(plan: WiringPlan) -> None:
    """Raise NoEnrolmentReader where no reader can be opened: without GPIO, or while another program uses it."""
    from hardware.doctor.device_holders import busy_finding, examine_gpio_chip, find_device_holders

    chip = examine_gpio_chip(FILESYSTEM_ROOT, bool(plan.pin_uses()))
    if chip.wrong:
        raise NoEnrolmentReader(f"{chip.found}; `herald enrol --virtual` shows how tags are given")
    holders = find_device_holders(plan, FILESYSTEM_ROOT)
    if (ours := next((holder for holder in holders if holder.is_herald), None)) is not None:
        raise NoEnrolmentReader(
            f"Herald is open (process {ours.pid}) and has the readers: give tags there, under Deck, or close it "
            "(as a kiosk: sudo systemctl stop herald) and run this again"
        )
    if busy := busy_finding(plan, holders):
        raise NoEnrolmentReader(f"{busy.found}. {busy.advice}")


def _tell(text: str) -> None:
    """Print at once: the person who reads it waits with the next piece."""
    print(shown_text(text), flush=True)
