"""The real lgpio as the package python3-lgpio, which a Raspberry Pi OS Lite has and Debian has not.

It is compiled in a copy of the root, so that a machine has no compiler. The roots of the tests have no pins, and keep
their empty one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from machines.cache import build_error
from machines.root_folders import STUBBED_PACKAGE, SUDO, copy_root, remove_root, run_checked, run_in_root

PIP_REQUIREMENT = "lgpio==0.2.2.0"
"""Its name for pip: lg's own C library and the Python module that SWIG makes of it."""

BUILD_SCRIPT = f"""
set -e
apt-get install -y -qq --no-install-recommends gcc libc6-dev python3-dev python3-setuptools swig >/dev/null
cd /opt/lgpio
tar --extract --file *.tar.gz --strip-components=1
# PYPI: with the library in the module, not beside it
PYPI=1 python3 setup.py -q build_ext
PYPI=1 python3 setup.py -q install --root=/opt/lgpio/tree --install-lib=/usr/lib/python3/dist-packages
mkdir tree/DEBIAN
cat >tree/DEBIAN/control <<END
Package: {STUBBED_PACKAGE}
Version: 0.2.2-1
Architecture: $(dpkg --print-architecture)
Maintainer: deploy/machine
Depends: python3
Description: lgpio as its author offers it, compiled for a machine
END
dpkg-deb --root-owner-group --build tree /opt/lgpio.deb
"""


def install_lgpio(root: Path) -> None:
    """Compile it for the Python of a root folder and install it there. Raises MachineError."""
    work = root.with_name(f"{root.name}-lgpio")
    remove_root(work)
    copy_root(root, work)
    with TemporaryDirectory() as fetched:
        download = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary=:all:"]
        run_checked([sys.executable, *download, "--dest", fetched, PIP_REQUIREMENT])
        run_checked([*SUDO, "cp", "--recursive", "--no-preserve=ownership", fetched, str(work / "opt/lgpio")])
    done = run_in_root(work, "bash", "-c", BUILD_SCRIPT)
    if done.returncode:
        raise build_error("compiling lgpio", done.stdout)
    run_checked([*SUDO, "cp", str(work / "opt/lgpio.deb"), str(root / "opt/lgpio.deb")])
    done = run_in_root(root, "dpkg", "--install", "/opt/lgpio.deb")
    if done.returncode:
        raise build_error("installing lgpio", done.stdout)
    remove_root(work)
