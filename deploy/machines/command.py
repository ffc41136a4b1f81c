"""Herald's appliance in QEMU: a Debian with an installed Herald, a panel of 800 x 480 and touch.

deploy/machine                    starts one, waits for Herald's first picture, and says how long it took
deploy/machine SCENE ...          shows only these; deploy/machine --list says which there are
deploy/machine --all              shows everything on every kind, and writes one page with pictures, times and logs

The first time a disk is made (some minutes, a network; for another processor than this computer's half an hour); it is
kept in the user's cache. Needs root, or sudo without a password, as the tests of deploy/ do. Without KVM the machine is
translated (TCG), which is slow but exact, and reported.

The modules beside this one: disk_builder makes disks, virtual_machine is QEMU, scenes/ has the scenes.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from machines.accelerator import QEMU_PROGRAMS
from machines.cache import MACHINES_CACHE
from machines.disk_builder import build_disk
from machines.errors import MachineError
from machines.kiosk_driver import wait_for_home
from machines.platforms import Platform
from machines.report_page import write_report_page
from machines.root_folders import ENVIRONMENT_WITH_SBIN
from machines.scene_run import SceneResult, run_scene
from machines.scenes import SCENES, load_scene, scenes_for
from machines.virtual_machine import VirtualMachine

ALL_PLATFORMS = tuple(
    Platform(suite, architecture) for architecture in ("amd64", "arm64") for suite in ("trixie", "bookworm")
)
RESULTS_FOLDER = MACHINES_CACHE / "shown"
NEEDED_PROGRAMS = ("git", "unshare", "debootstrap", "dpkg-deb", "cpio", "depmod", "mke2fs", "qemu-img")
"""Programs that this computer needs, beside QEMU itself."""


def main() -> int:
    """Show the chosen scenes; 1 when one failed, 2 when none could be tried."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help="what to show")
    parser.add_argument(
        "--all", action="store_true", help="every scene, and on other kinds those for which they matter"
    )
    parser.add_argument("--list", action="store_true", help="say which scenes there are")
    parser.add_argument(
        "--on",
        choices=[str(kind) for kind in ALL_PLATFORMS],
        help=f"the kind of machine (default {ALL_PLATFORMS[0]})",
    )
    parser.add_argument(
        "--to",
        type=Path,
        default=RESULTS_FOLDER,
        metavar="FOLDER",
        help=f"for page, pictures, logs: {RESULTS_FOLDER}",
    )
    args = parser.parse_args()
    unknown = [name for name in args.scenes if name not in SCENES]
    if unknown:
        parser.error(f"no scene {unknown[0]!r}; there are: {', '.join(SCENES)}")
    if args.list:
        for name in SCENES:
            print(f"{name:16} {(load_scene(name).__doc__ or '').splitlines()[0]}")
        return 0
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)  # as Ctrl-C: no machine stays on
    kinds = [kind for kind in ALL_PLATFORMS if args.on in (None, str(kind))]
    try:
        check_prerequisites(kinds if args.all else kinds[:1])
        if args.all or args.scenes:
            return run_scenes(kinds if args.all else kinds[:1], args.scenes, args.to)
        start_machine(kinds[0], args.to)
    except (MachineError, OSError, subprocess.SubprocessError) as wrong:
        print(f"deploy/machine: {wrong}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("deploy/machine: stopped; no machine is on, and what was half made is gone", file=sys.stderr)
        return 2
    return 0


def check_prerequisites(kinds: Iterable[Platform]) -> None:
    """Check that this computer has all programs for machines. Raises MachineError."""
    programs = [*NEEDED_PROGRAMS, *(QEMU_PROGRAMS[kind.architecture] for kind in kinds)]
    missing = [
        name
        for name in dict.fromkeys(programs)
        if shutil.which(name, path=ENVIRONMENT_WITH_SBIN["PATH"]) is None
    ]
    if missing:
        raise MachineError(
            f"there is no {', no '.join(missing)}: ./deploy/setup --tests installs what it may"
        )


def start_machine(kind: Platform, folder: Path) -> None:
    """Start a machine from the cache and wait for Herald's first picture."""
    machine = VirtualMachine(build_disk(kind), folder, name="started")
    try:
        with machine:
            print(
                f"{machine.accelerator.name}: {machine.accelerator.why_not_kvm or 'as fast as this computer'}"
            )
            print(
                f"Herald's first picture after {wait_for_home(machine):.0f} s: {machine.take_screenshot('home').path}"
            )
    finally:
        machine.overlay.unlink(missing_ok=True)


def run_scenes(kinds: list[Platform], names: list[str], folder: Path) -> int:
    """Run these scenes on these kinds, without names all that each is for; the page is written after each."""
    page: dict[str, list[SceneResult]] = {}
    for kind in kinds:
        print(f"== {kind}")
        for name in names or scenes_for(kind):
            page.setdefault(str(kind), []).append(
                run_scene(name, load_scene(name), build_disk(kind), folder / str(kind))
            )
            write_report_page(page, folder)
    wrong = [f"{kind} {each.name}" for kind, each_kind in page.items() for each in each_kind if each.failure]
    print(f"{folder / 'index.html'}: {sum(map(len, page.values())) - len(wrong)} shown, {len(wrong)} not")
    return 1 if wrong else 0
