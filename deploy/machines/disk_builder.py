"""Builds a disk from which Herald starts by itself, by `deploy/install` in a Debian root folder.

There are three stages, each kept in the cache until its sources change: the root folder of a release (`root_folders`),
the same as a bootable computer (`build_bare_computer`), and that with Herald installed as a person does it, as an ext4
image (`build_disk`). The kernel finds its disk by a small initramfs of our own, the same for every release. For a
processor that this computer does not have, everything that runs programs is done in the machine itself
(`foreign_architecture`, `herald_install`). An interrupted build leaves nothing in the cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path

from machines import bootable_root, foreign_architecture, herald_install, kernel, lgpio, micropython
from machines.bootable_root import BOOT_PACKAGES, FSTAB, GUEST_FOLDER, HOSTNAME, UDEV_RULES, make_ext4_image
from machines.cache import (
    MACHINES_CACHE,
    build_error,
    mark_used_and_prune,
    short_digest,
    temporary_build_folder,
)
from machines.kernel import build_kernel_and_initramfs
from machines.platforms import BootDisk, Platform, ReportProgress
from machines.root_folders import (
    HERALD_FOLDER,
    REPOSITORY_ROOT,
    clone_repository_into,
    copy_root,
    exclusive_lock,
    fresh_root,
    run_checked,
    run_in_root,
    write_file,
)


def build_disk(kind: Platform, tell: ReportProgress = print) -> BootDisk:
    """The disk with Herald as it is in this folder, made if it is not in the cache; never written to.

    Raises MachineError.
    """
    base = build_bare_computer(kind, tell)
    ways = [getsource(_install if kind.is_native else herald_install), getsource(build_disk)]
    image = MACHINES_CACHE / f"{kind}-{short_digest(str(base), *ways, *_program())}.img"
    with exclusive_lock(MACHINES_CACHE / f"{kind}.lock"):
        if not image.exists():
            with temporary_build_folder(f"disk-{kind}") as half:
                if kind.is_native:
                    tell(f"Installing Herald in {kind} ...")
                    _install(kind, base, half)
                else:
                    herald_install.install_herald(kind, base, half, tell)
                (half / "image").rename(image)
        mark_used_and_prune(image)
    return BootDisk(kind, image, base / "vmlinuz", base / "initramfs")


def _install(kind: Platform, base: Path, half: Path) -> None:
    """Make `image` in the folder `half`."""
    root = copy_root(base / "root", half / "root")
    clone_repository_into(root)
    done = run_in_root(root, f"{HERALD_FOLDER}/deploy/install")
    if done.returncode:
        raise build_error(f"deploy/install in {kind}", done.stdout)
    make_ext4_image(root, half / "image")


def _program() -> Iterator[str]:
    """The files of this folder that are installed, by name and content: all but the tests."""
    listed = run_checked(
        [
            "git",
            "-C",
            str(REPOSITORY_ROOT),
            "ls-files",
            "--cached",
            "--others",
            "--exclude-standard",
            "--deduplicate",
        ]
    )
    for name in listed.splitlines():
        path = REPOSITORY_ROOT / name
        if not name.startswith(("tests/", "deploy/machine")) and path.is_file():
            yield f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}"


# -- a computer that can start


def build_bare_computer(kind: Platform, tell: ReportProgress = print) -> Path:
    """A folder with a Lite that was never started and has no Herald.

    It contains `vmlinuz`, `initramfs`, and `root` or, for a processor that this computer does not have,
    `image`. Raises MachineError.
    """
    native = (_computer, lgpio, micropython)
    parts = [
        getsource(way)
        for way in (*(native if kind.is_native else (foreign_architecture,)), kernel, bootable_root)
    ]
    guest = [path.read_text() for path in sorted(GUEST_FOLDER.glob("agent*"))]
    base = fresh_root(kind.debian_suite)
    made = MACHINES_CACHE / f"computer-{kind}-{short_digest(base.name, *parts, *guest)}"
    with exclusive_lock(MACHINES_CACHE / f"computer-{kind}.lock"):
        if not made.exists():
            with temporary_build_folder(f"computer-{kind}") as half:
                if kind.is_native:
                    tell(f"Making a computer of {kind} ...")
                    _computer(kind, base, half)
                else:
                    foreign_architecture.build_foreign_computer(kind, base, half, tell)
                half.rename(made)
        mark_used_and_prune(made)
    return made


def _computer(kind: Platform, base: Path, half: Path) -> None:
    root = copy_root(base, half / "root")
    packages = BOOT_PACKAGES.split(",")
    done = run_in_root(root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)
    if done.returncode:
        raise build_error(f"apt-get for {kind}", done.stdout)
    write_file(root, "/usr/local/sbin/machine-agent", (GUEST_FOLDER / "agent.py").read_text(), "755")
    write_file(root, "/etc/systemd/system/agent.service", (GUEST_FOLDER / "agent.service").read_text())
    write_file(root, "/etc/hostname", HOSTNAME)
    write_file(root, "/etc/fstab", FSTAB)
    run_in_root(root, "systemctl", "enable", "agent")
    write_file(root, "/etc/udev/rules.d/99-com.rules", UDEV_RULES)
    lgpio.install_lgpio(root)
    micropython.install_micropython(root, kind.architecture)
    build_kernel_and_initramfs(kind, root, half, root)
