"""Herald's appliance in QEMU: a Debian with Herald installed as a person does it, a panel of 800 x 480 and touch.

deploy/machine                    starts one, waits for Herald's first picture, and says how long it took
deploy/machine SCENE ...          shows only these; deploy/machine --list says which there are
deploy/machine --all              shows everything on every kind, and writes one page with pictures, times and logs

The first time a disk is made (some minutes, a network; for another processor than this computer's half an hour); it is
kept in the user's cache. Needs root, or sudo without a password, as the tests of deploy/ do. Without KVM the machine is
translated (TCG): slow and true, and it says so.

The modules beside this one: build makes disks, machine is QEMU, scenes has what is shown.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from machines.accelerator import PROGRAMS
from machines.build import disk
from machines.cache import MACHINES
from machines.errors import MachineError
from machines.kinds import Kind
from machines.kiosk import until_home
from machines.machine import Machine
from machines.page import write
from machines.roots import SBIN
from machines.scenes import SCENES, scene, scenes_on
from machines.stage import Shown, show

KINDS = tuple(
    Kind(suite, architecture) for architecture in ("amd64", "arm64") for suite in ("trixie", "bookworm")
)
KEPT = MACHINES / "shown"
NEEDED = ("git", "unshare", "debootstrap", "dpkg-deb", "cpio", "depmod", "mke2fs", "qemu-img")
"""Programs of this computer, beside QEMU itself."""


def main() -> int:
    """Show what was asked for; 1 when something was not shown, 2 when it could not be tried."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="what to show")
    parser.add_argument(
        "--all", action="store_true", help="every scene, and on other kinds those for which they matter"
    )
    parser.add_argument("--list", action="store_true", help="say which scenes there are")
    parser.add_argument(
        "--on", choices=[str(kind) for kind in KINDS], help=f"the kind of machine (default {KINDS[0]})"
    )
    parser.add_argument(
        "--to", type=Path, default=KEPT, metavar="FOLDER", help=f"for page, pictures, logs: {KEPT}"
    )
    args = parser.parse_args()
    unknown = [name for name in args.scenes if name not in SCENES]
    if unknown:
        parser.error(f"no scene {unknown[0]!r}; there are: {', '.join(SCENES)}")
    if args.list:
        for name in SCENES:
            print(f"{name:16} {(scene(name).__doc__ or '').splitlines()[0]}")
        return 0
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)  # as Ctrl-C: no machine stays on
    kinds = [kind for kind in KINDS if args.on in (None, str(kind))]
    try:
        ready(kinds if args.all else kinds[:1])
        if args.all or args.scenes:
            return shown(kinds if args.all else kinds[:1], args.scenes, args.to)
        started(kinds[0], args.to)
    except (MachineError, OSError, subprocess.SubprocessError) as wrong:
        print(f"deploy/machine: {wrong}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("deploy/machine: stopped; no machine is on, and what was half made is gone", file=sys.stderr)
        return 2
    return 0


def ready(kinds: Iterable[Kind]) -> None:
    """Whether this computer has what machines are made with; raises MachineError."""
    programs = [*NEEDED, *(PROGRAMS[kind.architecture] for kind in kinds)]
    missing = [name for name in dict.fromkeys(programs) if shutil.which(name, path=SBIN["PATH"]) is None]
    if missing:
        raise MachineError(
            f"there is no {', no '.join(missing)}: ./deploy/setup --tests installs what it may"
        )


def started(kind: Kind, folder: Path) -> None:
    """From the cache to Herald's first picture."""
    machine = Machine(disk(kind), folder, name="started")
    try:
        with machine:
            print(f"{machine.accelerator.name}: {machine.accelerator.why or 'as fast as this computer'}")
            print(f"Herald's first picture after {until_home(machine):.0f} s: {machine.picture('home').path}")
    finally:
        machine.overlay.unlink(missing_ok=True)


def shown(kinds: list[Kind], names: list[str], folder: Path) -> int:
    """Show these scenes on these kinds, none: all that each is for; the page is written after each."""
    page: dict[str, list[Shown]] = {}
    for kind in kinds:
        print(f"== {kind}")
        for name in names or scenes_on(kind):
            page.setdefault(str(kind), []).append(show(name, scene(name), disk(kind), folder / str(kind)))
            write(page, folder)
    wrong = [f"{kind} {each.name}" for kind, each_kind in page.items() for each in each_kind if each.wrong]
    print(f"{folder / 'index.html'}: {sum(map(len, page.values())) - len(wrong)} shown, {len(wrong)} not")
    return 1 if wrong else 0
