"""`herald doctor`: everything that Herald needs of this computer and this table, and what to do about each fault."""

from __future__ import annotations

import select
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.rules.errors import Unreadable

if TYPE_CHECKING:
    from hardware.doctor.ask import Ask
    from hardware.finding import Finding

WRONG = 1
ROOT = Path("/")
USUAL = "five"
"""The kit of a virtual table when none is named."""


def add_arguments(parser: ArgumentParser) -> None:
    """What may stand after `herald doctor`."""
    parser.description = (
        "Looks at everything Herald needs, in the order in which things need each other, and says what to do about"
        " each fault: ok is well, !! is wrong, -- is not there and not needed. Lights and the sounder go on for a"
        " moment. Ends with 1 when something is wrong."
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
        const=USUAL,
        dest="kit",
        metavar="KIT",
        help="a virtual table instead: one, two, five, hub, columns (default five), or the file of a wiring plan",
    )
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        dest="faults",
        metavar="READER=NAME",
        help="give a virtual reader or hub a fault, as play=unplugged; a wrong one is answered with the list of all",
    )


def run(args: Namespace) -> int:
    """Examine and tell; raises HeraldError, OSError."""
    if args.faults and args.kit is None:
        raise Unreadable("only virtual readers can be given faults: say --virtual too", "--fault")
    asks = args.ask and not args.json
    found = virtual_findings(args.kit, args.faults, asks) if args.kit is not None else findings(asks)
    told, wrong = [], False
    for finding in found:
        wrong |= finding.wrong
        told.append(finding)
        if not args.json:
            print(finding, flush=True)
    if args.json:
        import msgspec

        print(msgspec.json.encode(told).decode())
    return WRONG if wrong else 0


def findings(asks: bool = False, root: Path = ROOT) -> Iterator[Finding]:
    """Everything about this computer and its table."""
    from datetime import datetime

    from companion.home import herald_home
    from companion.screen.display.window import display
    from companion.start.house_doctor import clock, decks, disk, games, kiosk, screen, sound, supply
    from companion.start.house_doctor.files import printed
    from companion.start.wiring import WIRING
    from hardware.doctor.wiring import asked, ground, table

    here = ground(herald_home() / WIRING, root)
    yield from here.found
    yield from supply.supply(root, printed)
    if here.plan is not None:
        yield from decks.places(here.plan.reader_names)
    yield from table(here)
    if asks:
        yield from asked(here, Terminal())
    yield sound.speech()
    yield from sound.sound(root, sound.attempt)
    if asks:
        yield from sound.voice_heard(yes_or_no)
    yield from screen.screen(root, display(root), kiosk.is_kiosk(printed))
    yield clock.clock(root, printed, datetime.now(), herald_home() / "evenings")
    yield disk.evenings(herald_home())
    yield from disk.card(root)
    yield kiosk.kiosk(printed)
    yield from kiosk.watchdog(root, printed)
    yield from games.games()
    yield from decks.decks(herald_home())


def virtual_findings(kit: str, faults: list[str], asks: bool = False) -> Iterator[Finding]:
    """Everything about a virtual table; raises Unreadable, OSError."""
    from companion.start.kits import wired_as
    from hardware.doctor.wiring import told_plan
    from hardware.errors import PlanFault
    from hardware.virtual.patient import Patient

    _, plan = wired_as(kit, "--virtual")
    try:
        patient = Patient(plan, faults)
    except PlanFault as wrong:
        raise Unreadable(str(wrong), "--fault") from wrong
    yield from told_plan(f"{kit}, virtual", plan)
    yield from patient.findings()
    if asks:
        yield from patient.asked(lambda sentence: print(f"??  {sentence}", flush=True))


class Terminal:
    """The person at the keyboard."""

    def asked(self, ask: Ask, name: str, sentence: str) -> None:
        """See hardware.doctor.ask.Person."""
        print(f"??  {sentence}", flush=True)

    def typed(self) -> str | None:
        """See hardware.doctor.ask.Person."""
        if sys.stdin is None:
            return ""
        ready, _, _ = select.select([sys.stdin], [], [], 0)
        return sys.stdin.readline() if ready else None


def yes_or_no(question: str, ask: Callable[[str], str] = input) -> bool | None:
    """Yes or no from the keyboard; None when nothing is said."""
    try:
        answer = ask(f"??  {question} ").strip().lower()
    except EOFError:
        return None
    return answer.startswith("y") if answer else None
