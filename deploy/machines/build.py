"""A disk from which Herald starts by itself: a root folder of Debian's packages in which `deploy/install` was run.

Three stages, each kept in the cache until what it is made from changes: the root folder of a release (`roots`), the
same as a computer that can start (`computer`), and that with Herald installed as a person does it, as an ext4 image
(`disk`). What the kernel needs to find its disk is a small initramfs of our own, the same for every release. For a
processor that this computer does not have, whatever runs programs is done in the machine itself (`foreign`,
`installing`). What is stopped on the way leaves nothing in the cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path

from machines import foreign, installing, kernel, lgpio, lite, micropython
from machines.cache import MACHINES, digest, failed, half_made, used
from machines.kernel import take_kernel
from machines.kinds import Disk, Kind, Tell
from machines.lite import AS_ON_A_LITE, FSTAB, GUEST, HOSTNAME, STARTS, make_image
from machines.roots import (
    FOLDER,
    HOUSE,
    alone,
    bring_in,
    copied,
    fresh,
    must,
    put,
    run,
)


def disk(kind: Kind, tell: Tell = print) -> Disk:
    """The disk with Herald as it is in this folder now, made if it is not in the cache; never written to. Raises
    MachineError.
    """
    base = computer(kind, tell)
    ways = [getsource(_install if kind.is_native else installing), getsource(disk)]
    image = MACHINES / f"{kind}-{digest(str(base), *ways, *_program())}.img"
    with alone(MACHINES / f"{kind}.lock"):
        if not image.exists():
            with half_made(f"disk-{kind}") as half:
                if kind.is_native:
                    tell(f"Installing Herald in {kind} ...")
                    _install(kind, base, half)
                else:
                    installing.install(kind, base, half, tell)
                (half / "image").rename(image)
        used(image)
    return Disk(kind, image, base / "vmlinuz", base / "initramfs")


def _install(kind: Kind, base: Path, half: Path) -> None:
    """Makes `image` in the folder `half`."""
    root = copied(base / "root", half / "root")
    bring_in(root)
    done = run(root, f"{FOLDER}/deploy/install")
    if done.returncode:
        raise failed(f"deploy/install in {kind}", done.stdout)
    make_image(root, half / "image")


def _program() -> Iterator[str]:
    """What of this folder is installed: every file but the tests, by name and content."""
    listed = must(
        ["git", "-C", str(HOUSE), "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"]
    )
    for name in listed.splitlines():
        path = HOUSE / name
        if not name.startswith(("tests/", "deploy/machine")) and path.is_file():
            yield f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}"


# -- a computer that can start


def computer(kind: Kind, tell: Tell = print) -> Path:
    """A folder with a Lite that was never started and is without Herald: `vmlinuz`, `initramfs`, and `root` or, of a
    processor that this computer does not have, `image`. Raises MachineError.
    """
    native = (_computer, lgpio, micropython)
    parts = [getsource(way) for way in (*(native if kind.is_native else (foreign,)), kernel, lite)]
    guest = [path.read_text() for path in sorted(GUEST.glob("agent*"))]
    base = fresh(kind.suite)
    made = MACHINES / f"computer-{kind}-{digest(base.name, *parts, *guest)}"
    with alone(MACHINES / f"computer-{kind}.lock"):
        if not made.exists():
            with half_made(f"computer-{kind}") as half:
                if kind.is_native:
                    tell(f"Making a computer of {kind} ...")
                    _computer(kind, base, half)
                else:
                    foreign.computer(kind, base, half, tell)
                half.rename(made)
        used(made)
    return made


def _computer(kind: Kind, base: Path, half: Path) -> None:
    root = copied(base, half / "root")
    packages = STARTS.split(",")
    done = run(root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)
    if done.returncode:
        raise failed(f"apt-get for {kind}", done.stdout)
    put(root, "/usr/local/sbin/machine-agent", (GUEST / "agent.py").read_text(), "755")
    put(root, "/etc/systemd/system/agent.service", (GUEST / "agent.service").read_text())
    put(root, "/etc/hostname", HOSTNAME)
    put(root, "/etc/fstab", FSTAB)
    run(root, "systemctl", "enable", "agent")
    put(root, "/etc/udev/rules.d/99-com.rules", AS_ON_A_LITE)
    lgpio.install_lgpio(root)
    micropython.install_micropython(root, kind.architecture)
    take_kernel(kind, root, half, root)
