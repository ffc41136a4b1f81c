"""Herald installed in a computer by what a person types in it: where its programs run nowhere else."""

from __future__ import annotations

import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from machines.cache import failed
from machines.kinds import Disk, Kind, Tell
from machines.machine import Machine
from machines.roots import ENVIRONMENT, FOLDER, clones, must

INSTALLING = 600.0
"""Seconds that a computer may take for it; a machine's slowness comes on top."""


def install(kind: Kind, base: Path, half: Path, tell: Tell) -> None:
    """Makes `image` in the folder `half` of the one in the folder `base`."""
    tell(f"Installing Herald in {kind} itself (about 10 minutes) ...")
    brought = half / "clones.tar"
    with TemporaryDirectory(dir=half) as staged, tarfile.open(brought, "w") as out:
        for path in clones(Path(staged)):
            out.add(path, path.name)
    drive = ("-drive", f"file={brought},format=raw,if=none,id=clones,readonly=on")
    more = (*drive, "-device", "virtio-blk-pci,drive=clones")
    pip = " ".join(f"{name}={value}" for name, value in ENVIRONMENT.items() if name.startswith("PIP_"))
    start = Disk(kind, base / "image", base / "vmlinuz", base / "initramfs")
    with Machine(start, half, more=more, name="installing") as machine:
        home = Path(FOLDER).parent
        machine.must(f"tar --extract --file=/dev/vdb --directory={home} && chown --recursive anna: {home}")
        said = machine.run(f"{pip} {FOLDER}/deploy/install", INSTALLING)
        if said.status != 0:
            raise failed(f"deploy/install in {kind}", said.text)
        machine.run("systemctl --no-block poweroff")
        machine.until_off(60)
    must(["qemu-img", "convert", "-O", "raw", str(machine.overlay), str(half / "image")])
