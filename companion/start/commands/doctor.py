"""`herald doctor`: examines what Herald needs of this computer and this table, and advises on each fault."""

from __future__ import annotations

import select
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.errors import UsageError

if TYPE_CHECKING:
    from hardware.doctor.questions import PersonTask
    from hardware.finding import Finding

EXIT_PROBLEMS = 1
FILESYSTEM_ROOT = Path("/")
DEFAULT_KIT = "five"
"""The kit of a virtual table when none is named."""


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald doctor`."""
    parser.description = (
        "Examines everything that Herald needs, in the order in which things depend on each other, and says what to"
        " do about each fault: ok works, !! is wrong, -- is not there and not needed. Lights and the sounder go on"
        " for a moment. Ends with 1 when something is wrong."
    )
    parser.add_argument(
        "--ask",
        action="store_true",
        help="also ask a person: lay a tag on each reader, press each button, see each light (Enter skips)",
    )
    parser.add_argument(
        "--json", action="store_true", help="all findings as one JSON list, for other programs"
    )
    parser.add_argument(
        "--virtual",
        nargs="?",
        const=DEFAULT_KIT,
        dest="kit",
        metavar="KIT",
        help="examine a virtual table: one, two, five, hub, columns, usb (default five), or the file of a wiring plan",
    )
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        dest="faults",
        metavar="READER=NAME",
        help="give a virtual reader or hub a fault, as play=unplugged; an unknown one lists all of them",
    )
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Examine and tell; raises HeraldError, OSError."""
    if args.faults and args.kit is None:
        raise UsageError("only virtual readers can be given faults: say --virtual too", "--fault")
    asks = args.ask and not args.json
    found = (
        examine_virtual_table(args.kit, args.faults, asks)
        if args.kit is not None
        else examine_real_table(asks)
    )
    told, wrong = [], False
    for finding in found:
        wrong |= finding.wrong
        told.append(finding)
        if not args.json:
            print(finding, flush=True)
    if args.json:
        import msgspec

        print(msgspec.json.encode(told).decode())
    return EXIT_PROBLEMS if wrong else 0


def examine_real_table(interactive: bool = False, root: Path = FILESYSTEM_ROOT) -> Iterator[Finding]:
    """Everything about this computer and its table."""
    from datetime import datetime

    from companion.home import herald_home
    from companion.screen.display.kivy_config import detect_display_kind
    from companion.screen.settings import load_settings, settings_path
    from companion.start.doctor import clock, decks, disk, games, kiosk, power_supply, screen, sound
    from companion.start.doctor.system_info import run_and_capture
    from companion.start.real_table.owner_plan import owner_plan_path, read_owner_plan
    from hardware.doctor.table_examination import examine_prerequisites, examine_table, examine_with_person

    here = examine_prerequisites(owner_plan_path(herald_home()), root, read_owner_plan)
    yield from here.findings
    yield from power_supply.examine_power_and_heat(root, run_and_capture)
    if here.plan is not None:
        yield from decks.examine_reader_names(here.plan.reader_names)
    yield from examine_table(here)
    if interactive:
        yield from examine_with_person(here, TerminalPerson())
    yield sound.examine_speech_synthesis()
    yield from sound.examine_sound_output(root, sound.attempt_playback)
    if interactive:
        yield from sound.examine_voice_heard(ask_yes_or_no)
    yield from screen.examine_display(
        root,
        detect_display_kind(root),
        kiosk.is_kiosk(run_and_capture),
        rotation=screen.WantedRotation(
            kiosk.kiosk_rotation(run_and_capture), load_settings(settings_path()).rotation
        ),
    )
    yield clock.examine_clock(root, run_and_capture, datetime.now(), herald_home() / "evenings")
    yield disk.examine_saving(herald_home())
    yield from disk.examine_storage_wear(root)
    yield kiosk.examine_kiosk_service(run_and_capture)
    yield from kiosk.examine_hardware_watchdog(root, run_and_capture)
    yield from games.examine_games()
    yield from decks.examine_decks(herald_home())


def examine_virtual_table(kit: str, faults: list[str], interactive: bool = False) -> Iterator[Finding]:
    """Examine a virtual table. Raises UsageError for an unknown kit or fault, InvalidFile and OSError."""
    from companion.start.virtual_table.kit_files import load_kit_or_plan
    from hardware.doctor.table_examination import plan_findings
    from hardware.errors import WiringPlanError
    from hardware.virtual.faulty_table import FaultyTable

    _, plan = load_kit_or_plan(kit, "--virtual")
    try:
        patient = FaultyTable(plan, faults)
    except WiringPlanError as wrong:
        raise UsageError(str(wrong), "--fault") from wrong
    yield from plan_findings(f"{kit}, virtual", plan)
    yield from patient.examine()
    if interactive:
        yield from patient.examine_with_person(lambda sentence: print(f"??  {sentence}", flush=True))


class TerminalPerson:
    """The person at the keyboard."""

    def ask(self, task: PersonTask, name: str, sentence: str) -> None:
        """Print the sentence; the person answers at the table or with Enter."""
        print(f"??  {sentence}", flush=True)

    def typed_line(self) -> str | None:
        """The line that was typed, "" without a keyboard; None while nothing was typed."""
        if sys.stdin is None:
            return ""
        ready, _, _ = select.select([sys.stdin], [], [], 0)
        return sys.stdin.readline() if ready else None


def ask_yes_or_no(question: str, ask: Callable[[str], str] = input) -> bool | None:
    """Yes or no from the keyboard; None when nothing is typed."""
    try:
        answer = ask(f"??  {question} ").strip().lower()
    except EOFError:
        return None
    return answer.startswith("y") if answer else None
