"""Installs Herald in a machine by the commands that a person types, where its programs run only there."""

from __future__ import annotations

import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from machines.cache import build_error
from machines.platforms import BootDisk, Platform, ReportProgress
from machines.root_folders import HERALD_FOLDER, ROOT_ENVIRONMENT, make_clones, run_checked
from machines.virtual_machine import VirtualMachine

INSTALL_TIMEOUT_S = 600.0
"""Seconds that a computer may take for it, multiplied by a machine's slowness."""


def install_herald(kind: Platform, base_folder: Path, build_folder: Path, report: ReportProgress) -> None:
    """Make `image` in the folder `build_folder` from the one in the folder `base_folder`."""
    report(f"Installing Herald in {kind} itself (about 10 minutes) ...")
    brought = build_folder / "clones.tar"
    with TemporaryDirectory(dir=build_folder) as staged, tarfile.open(brought, "w") as out:
        for path in make_clones(Path(staged)):
            out.add(path, path.name)
    drive = ("-drive", f"file={brought},format=raw,if=none,id=clones,readonly=on")
    more = (*drive, "-device", "virtio-blk-pci,drive=clones")
    pip = " ".join(f"{name}={value}" for name, value in ROOT_ENVIRONMENT.items() if name.startswith("PIP_"))
    start = BootDisk(kind, base_folder / "image", base_folder / "vmlinuz", base_folder / "initramfs")
    with VirtualMachine(start, build_folder, more=more, name="installing") as machine:
        home = Path(HERALD_FOLDER).parent
        machine.run_checked(
            f"tar --extract --file=/dev/vdb --directory={home} && chown --recursive anna: {home}"
        )
        said = machine.run_command(f"{pip} {HERALD_FOLDER}/deploy/install", INSTALL_TIMEOUT_S)
        if said.status != 0:
            raise build_error(f"deploy/install in {kind}", said.output)
        machine.run_command("systemctl --no-block poweroff")
        machine.wait_until_off(60)
    run_checked(["qemu-img", "convert", "-O", "raw", str(machine.overlay), str(build_folder / "image")])
