"""A disk from which Herald starts by itself: a root folder of Debian's packages in which `deploy/install` was run.

Three stages, each kept in the cache until what it is made from changes: the root folder of a release (`roots`), the
same as a computer that can start (`computer`), and that with Herald installed as a person does it, as an ext4 image
(`disk`). What the kernel needs to find its disk is a small initramfs of our own, the same for every release. For a
processor that this computer does not have, whatever runs programs is done in the machine itself (`foreign`,
`installing`). What is stopped on the way leaves nothing in the cache.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from inspect import getsource
from pathlib import Path

from machines import foreign, installing, lgpio, micropython
from machines.errors import MachineError
from machines.kinds import Disk, Kind, Tell
from machines.roots import (
    AS_ON_ARM,
    CACHE,
    FOLDER,
    HOUSE,
    ROOT,
    alone,
    bring_in,
    copied,
    fresh,
    must,
    put,
    remove,
    run,
)

MACHINES = CACHE / "machines"
GUEST = Path(__file__).parent / "guest"

STARTS = "systemd-sysv,libpam-systemd,kmod,dbus,systemd-timesyncd,sudo,gpiod,procps,iproute2"
"""What a Raspberry Pi OS Lite has and a root folder does not need: all that makes it start and be looked at."""

AS_ON_A_LITE = """\
SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"
"""
"""Whose pins and buses are: of a Raspberry Pi OS's own rules (raspberrypi-sys-mods) those that Herald is in need of."""

KERNEL = {"amd64": "linux-image-amd64", "arm64": "linux-image-arm64"}
"""Debian's own kernel, which has no driver of a Pi's own parts."""

LEFT_OUT = [
    *(f"drivers/gpu/drm/{name}" for name in ("amd", "nouveau", "i915", "radeon", "xe")),
    *(f"drivers/{name}" for name in ("accel", "iio", "infiniband", "isdn", "mtd", "nvme", "scsi", "staging")),
    *(  # all but mc, which USB loudspeakers are listed by
        f"drivers/media/{name}"
        for name in (
            "cec",
            "common",
            "dvb-core",
            "dvb-frontends",
            "firewire",
            "i2c",
            "mmc",
            "pci",
            "platform",
        )
    ),
    *(
        f"drivers/media/{name}"
        for name in ("radio", "rc", "spi", "test-drivers", "tuners", "usb", "v4l2-core")
    ),
    *("drivers/net/ethernet", "drivers/net/wireless", "fs/btrfs", "fs/ocfs2", "fs/xfs", "net/netfilter"),
]
"""Modules that no machine here loads and that are half of the kernel's size."""

NEEDED = ("virtio_pci", "virtio_mmio", "virtio_blk", "ext4")
"""Modules that bring the disk."""

DISK = "3G"

HOSTNAME = "herald\n"
FSTAB = "/dev/vda / ext4 defaults,noatime 0 1\n"

KEPT = 3 * 86400
"""Seconds after which what nobody used leaves the cache."""

UNPACK = """
set -e
mkdir -p /opt/kernel
cd /opt/kernel
apt-get -qq "$@"
for each in *.deb; do dpkg-deb -x "$each" .; done
"""

INIT = """\
#!/bin/busybox sh
/bin/busybox mkdir -p /proc /dev /disk
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox mount -t proc proc /proc
if /bin/busybox grep -qw machine.hello /proc/cmdline; then
    echo "machine: hello"
    /bin/busybox poweroff -f
fi
while read -r module; do /bin/busybox insmod "/modules/$module"; done </modules/order
while [ ! -b /dev/vda ]; do /bin/busybox usleep 20000; done
/bin/busybox mount -t ext4 -o rw /dev/vda /disk || { echo "machine: no disk"; /bin/busybox poweroff -f; }
if /bin/busybox grep -qw machine.modules /proc/cmdline; then
    while [ ! -b /dev/vdb ]; do /bin/busybox usleep 20000; done
    /bin/busybox mount -t ext4 -o ro /dev/vdb /disk/usr/lib/modules || echo "machine: no modules"
fi
init=/sbin/init
for word in $(/bin/busybox cat /proc/cmdline); do
    case $word in init=*) init=${word#init=} ;; esac
done
/bin/busybox umount /proc
/bin/busybox mount --move /dev /disk/dev
exec /bin/busybox switch_root /disk "$init"
"""


def disk(kind: Kind, tell: Tell = print) -> Disk:
    """The disk with Herald as it is in this folder now, made if it is not in the cache; never written to. Raises
    MachineError.
    """
    base = computer(kind, tell)
    ways = [getsource(_install if kind.is_native else installing), getsource(disk)]
    image = MACHINES / f"{kind}-{digest(str(base), *ways, *_program())}.img"
    with alone(MACHINES / f"{kind}.lock"):
        if not image.exists():
            with _half(f"disk-{kind}") as half:
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


def make_image(root: Path, image: Path) -> None:
    """An ext4 file system of a root folder."""
    must([*ROOT, "mke2fs", "-q", "-t", "ext4", "-L", "herald", "-d", str(root), str(image), DISK])


def failed(what: str, said: str) -> MachineError:
    """It, with the last that it said; all of it is kept beside the cache's disks."""
    log = MACHINES / "failed.log"
    log.write_text(said)
    last = said.strip().rpartition("\n")[2]
    return MachineError(f"{what} failed: {last or 'it said nothing'} (all that it said: {log})")


@contextmanager
def _half(stage: str) -> Iterator[Path]:
    """A folder to make something in; what is still in it at the end goes."""
    half = MACHINES / f"half-{stage}"
    remove(half)
    half.mkdir(parents=True)
    try:
        yield half
    finally:
        remove(half)


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
    ways = (*(native if kind.is_native else (foreign,)), _kernel, take_kernel, _modules, _initramfs)
    parts = [getsource(way) for way in ways]
    guest = [path.read_text() for path in sorted(GUEST.glob("agent*"))]
    base = fresh(kind.suite)
    made = MACHINES / f"computer-{kind}-{digest(base.name, STARTS, INIT, *LEFT_OUT, *NEEDED, *parts, *guest)}"
    with alone(MACHINES / f"computer-{kind}.lock"):
        if not made.exists():
            with _half(f"computer-{kind}") as half:
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


def take_kernel(kind: Kind, root: Path, half: Path, to: Path) -> None:
    """Makes `vmlinuz` and `initramfs` in the folder `half` of the packages that apt finds in a root; the modules go to
    `to`/usr/lib. Raises MachineError.
    """
    busybox = _kernel(kind, root, half, to)
    _initramfs(to, half / "initramfs", busybox)


def _kernel(kind: Kind, root: Path, half: Path, to: Path) -> Path:
    """Takes the kernel from its packages into `half`, its modules into `to`; busybox, which came with it."""
    arm = AS_ON_ARM if kind.architecture == "arm64" else []
    found = _depends(root, KERNEL[kind.architecture], "image", arm)
    if not found:
        raise MachineError(f"{kind}: no kernel among the packages")
    # since Linux 7.3 Debian's kernel lies in packages of its own
    found += _depends(root, found[0], "binary|modules", arm)
    done = run(root, "bash", "-c", UNPACK, "unpack", *arm, "download", *found, "busybox-static")
    if done.returncode:
        raise failed(f"apt-get for {kind}", done.stdout)
    unpacked = root / "opt/kernel"
    (image,) = (*unpacked.glob("boot/vmlinuz-*"), *unpacked.glob("usr/lib/modules/*/vmlinuz"))
    shutil.copy(image, half / "vmlinuz")
    (modules,) = (*unpacked.glob("lib/modules/*"), *unpacked.glob("usr/lib/modules/*"))
    for name in LEFT_OUT:
        remove(modules / "kernel" / name)
    must([*ROOT, "mkdir", "-p", str(to / "usr/lib/modules")])
    must([*ROOT, "mv", str(modules), str(to / "usr/lib/modules")])
    must([*ROOT, "depmod", "--basedir", str(to), modules.name])
    (busybox,) = (*unpacked.glob("bin/busybox"), *unpacked.glob("usr/bin/busybox"))
    shutil.copy(busybox, half / "busybox")
    remove(unpacked)
    return half / "busybox"


def _depends(root: Path, package: str, parts: str, arm: list[str]) -> list[str]:
    """Those packages of Linux itself that one depends on."""
    told = run(root, "apt-cache", *arm, "depends", package).stdout
    return re.findall(rf"Depends: (linux-(?:{parts})-\S+)", told)


def _initramfs(root: Path, to: Path, busybox: Path) -> None:
    """busybox, and the modules that bring the disk in the order in which they need each other."""
    staged = to.with_suffix(".staged")
    (staged / "bin").mkdir(parents=True)
    (staged / "modules").mkdir()
    shutil.copy(busybox, staged / "bin/busybox")
    (staged / "init").write_text(INIT)
    (staged / "init").chmod(0o755)
    order = list(_modules(root, NEEDED))
    for module in order:
        data = module.read_bytes()
        name = module.name.removesuffix(".xz")
        (staged / "modules" / name).write_bytes(lzma.decompress(data) if module.suffix == ".xz" else data)
    (staged / "modules/order").write_text("".join(f"{module.name.removesuffix('.xz')}\n" for module in order))
    names = "\n".join(str(path.relative_to(staged)) for path in sorted(staged.rglob("*")))
    with to.open("wb") as out:
        subprocess.run(
            ["cpio", "--quiet", "--create", "--format=newc"],
            cwd=staged,
            input=names.encode(),
            stdout=out,
            check=True,
        )
    shutil.rmtree(staged)


def _modules(root: Path, names: Iterable[str]) -> Iterator[Path]:
    """Their files, each after those that it needs; what is built in or unknown to this kernel is left out."""
    (folder,) = (root / "usr/lib/modules").iterdir()
    needs = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        module, _, others = line.partition(":")
        needs[re.sub(r"\.ko.*", "", Path(module).name).replace("-", "_")] = [module, *others.split()]
    given = set()
    # ext4 asks for its checksum by name only when it mounts
    for name in ("crc32c_generic", "crc32c_intel", *names):
        for module in reversed(needs.get(name, [])):
            if module not in given:
                given.add(module)
                yield folder / module


def used(latest: Path) -> None:
    """What was used last stays in the cache, and what another folder's machines may still stand on."""
    os.utime(latest)
    for old in MACHINES.glob("*-*-*"):
        if old.stat().st_mtime < time.time() - KEPT:
            remove(old)


def digest(*parts: str) -> str:
    """A short name for what something is made of."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
