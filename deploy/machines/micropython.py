"""Installs a MicroPython in a machine, which runs the hub's own program at a simulated USB cable.

Debian 13 has one that is new enough; with its C library beside it, it runs on Debian 12 too.
"""

from __future__ import annotations

from pathlib import Path

from machines.errors import MachineError
from machines.root_folders import (
    APT_ARM_OPTIONS,
    SUDO,
    copy_root,
    fresh_root,
    remove_root,
    run_checked,
    run_in_root,
)

MICROPYTHON_PATH = "/opt/pico/micropython"
"""The command that starts it in a machine."""

FETCH_SCRIPT = """
set -e
mkdir -p /opt/pico/archives/partial /opt/pico/tree
apt-get install -y -qq --no-install-recommends --download-only "$@" --option=Dir::Cache=/opt/pico micropython
for each in /opt/pico/archives/*.deb; do dpkg-deb -x "$each" /opt/pico/tree; done
cd /opt/pico/tree
loader=$(echo usr/lib/*/ld-linux*.so.*)
cat >/opt/pico/micropython <<END
#!/bin/sh
exec /opt/pico/tree/$loader --library-path /opt/pico/tree/${loader%/*} /opt/pico/tree/usr/bin/micropython "\\$@"
END
chmod 755 /opt/pico/micropython
rm -r /opt/pico/archives /opt/pico/*.bin /opt/pico/tree/usr/share
"""


def install_micropython(root: Path, architecture: str) -> None:
    """Install it in a root folder. Raises MachineError."""
    work = root.with_name(f"{root.name}-pico")
    remove_root(work)
    copy_root(fresh_root("trixie"), work)
    arm = APT_ARM_OPTIONS if architecture == "arm64" else ["--option=Dir::State::status=/dev/null"]
    done = run_in_root(work, "bash", "-c", FETCH_SCRIPT, "fetch", *arm)
    if done.returncode:
        raise MachineError(f"no MicroPython: {done.stdout[-2000:]}")
    run_checked([*SUDO, "cp", "--archive", str(work / "opt/pico"), str(root / "opt/pico")])
    remove_root(work)
