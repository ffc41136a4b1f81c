"""Debian's kernel for a machine, and an initramfs of our own that finds its disk."""

from __future__ import annotations

import lzma
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from machines.cache import build_error
from machines.errors import MachineError
from machines.platforms import Platform
from machines.root_folders import APT_ARM_OPTIONS, SUDO, remove_root, run_checked, run_in_root

KERNEL_PACKAGES = {"amd64": "linux-image-amd64", "arm64": "linux-image-arm64"}
"""Debian's own kernel, which has no drivers for a Pi's own parts."""

LEFT_OUT_MODULES = [
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
"""Modules that no machine loads here and that are half of the kernel's size."""

DISK_MODULES = ("virtio_pci", "virtio_mmio", "virtio_blk", "ext4")
"""Modules that the disk needs."""

UNPACK_SCRIPT = """
set -e
mkdir -p /opt/kernel
cd /opt/kernel
apt-get -qq "$@"
for each in *.deb; do dpkg-deb -x "$each" .; done
"""

INIT_SCRIPT = """\
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


def build_kernel_and_initramfs(kind: Platform, root: Path, half: Path, to: Path) -> None:
    """Make `vmlinuz` and `initramfs` in `half` from packages of a root; the modules go to `to`/usr/lib.

    Raises MachineError.
    """
    busybox = _kernel(kind, root, half, to)
    _initramfs(to, half / "initramfs", busybox)


def _kernel(kind: Platform, root: Path, half: Path, to: Path) -> Path:
    """Unpack the kernel into `half` and its modules into `to`; returns the path of busybox."""
    arm = APT_ARM_OPTIONS if kind.architecture == "arm64" else []
    found = _depends(root, KERNEL_PACKAGES[kind.architecture], "image", arm)
    if not found:
        raise MachineError(f"{kind}: no kernel among the packages")
    # since Linux 7.3 Debian's kernel lies in packages of its own
    found += _depends(root, found[0], "binary|modules", arm)
    done = run_in_root(
        root, "bash", "-c", UNPACK_SCRIPT, "unpack", *arm, "download", *found, "busybox-static"
    )
    if done.returncode:
        raise build_error(f"apt-get for {kind}", done.stdout)
    unpacked = root / "opt/kernel"
    (image,) = (*unpacked.glob("boot/vmlinuz-*"), *unpacked.glob("usr/lib/modules/*/vmlinuz"))
    shutil.copy(image, half / "vmlinuz")
    (modules,) = (*unpacked.glob("lib/modules/*"), *unpacked.glob("usr/lib/modules/*"))
    for name in LEFT_OUT_MODULES:
        remove_root(modules / "kernel" / name)
    run_checked([*SUDO, "mkdir", "-p", str(to / "usr/lib/modules")])
    run_checked([*SUDO, "mv", str(modules), str(to / "usr/lib/modules")])
    run_checked([*SUDO, "depmod", "--basedir", str(to), modules.name])
    (busybox,) = (*unpacked.glob("bin/busybox"), *unpacked.glob("usr/bin/busybox"))
    shutil.copy(busybox, half / "busybox")
    remove_root(unpacked)
    return half / "busybox"


def _depends(root: Path, package: str, parts: str, arm: list[str]) -> list[str]:
    """The packages of Linux itself on which a package depends."""
    told = run_in_root(root, "apt-cache", *arm, "depends", package).stdout
    return re.findall(rf"Depends: (linux-(?:{parts})-\S+)", told)


def _initramfs(root: Path, to: Path, busybox: Path) -> None:
    """Make an initramfs of busybox and the disk's modules, in the order of their dependencies."""
    staged = to.with_suffix(".staged")
    (staged / "bin").mkdir(parents=True)
    (staged / "modules").mkdir()
    shutil.copy(busybox, staged / "bin/busybox")
    (staged / "init").write_text(INIT_SCRIPT)
    (staged / "init").chmod(0o755)
    order = list(_modules(root, DISK_MODULES))
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
    """The files of modules, each after its dependencies; built-in and unknown ones are left out."""
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
