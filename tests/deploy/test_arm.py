"""Everything that is pinned, and every system package, is to be had for the Raspberry Pi itself: 64-bit Arm, with the
Python and the Debian of both releases.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from machines.root_folders import (
    APT_ARM_OPTIONS,
    CACHE_FOLDER,
    PYTHON_BY_SUITE,
    REPOSITORY_ROOT,
    STUBBED_PACKAGE,
    exclusive_lock,
    fresh_root,
    packages_of_install_script,
    pip_wheel_options,
    run_in_root,
)

pytestmark = pytest.mark.long(
    instead="tests/test_requirements.py::test_every_requirement_is_one_exact_version_and_no_address"
)

LISTS = ("run.txt", "pi.txt", "campaigns.txt")


def pip(*words: str) -> str:
    """What pip says, told to look for a Raspberry Pi's packages from here."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words, "--no-deps"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("python", PYTHON_BY_SUITE.values())
def test_every_pin_has_a_wheel_for_64_bit_arm(python: str, tmp_path: Path) -> None:
    lists = [REPOSITORY_ROOT / "deploy/requirements" / name for name in LISTS]
    words = [word for path in lists for word in ("--requirement", str(path))]
    aside = ["--dry-run", "--ignore-installed", "--target", str(tmp_path), "--quiet", "--report", "-"]
    report = json.loads(pip("install", *aside, *pip_wheel_options("aarch64", python), *words))
    pinned = {line for path in lists for line in path.read_text().splitlines() if "==" in line}
    found = {item["metadata"]["name"]: item for item in report["install"]}
    assert len(found) == len(pinned)
    kivy = found["Kivy"]["download_info"]["url"].rpartition("/")[2]
    assert re.fullmatch(rf"Kivy-2\.3\.1-cp{python.replace('.', '')}-.*aarch64\.whl", kivy)


@pytest.mark.parametrize("python", PYTHON_BY_SUITE.values())
def test_the_wheels_own_sdl_can_draw_without_a_desktop(python: str) -> None:
    folder = CACHE_FOLDER / f"kivy-{python}"
    with exclusive_lock(CACHE_FOLDER / f"kivy-{python}.lock"):
        if not list(folder.glob("*.whl")):
            pip(
                "download",
                "--quiet",
                "--dest",
                str(folder),
                *pip_wheel_options("aarch64", python),
                "kivy==2.3.1",
            )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as parts:
        (sdl,) = (parts.read(name) for name in parts.namelist() if re.search(r"/libSDL2-2-\w*\.0\.so", name))
    assert sdl[:5] == b"\x7fELF\x02"  # 64 bits
    assert int.from_bytes(sdl[18:20], "little") == 183  # AArch64
    for word in (b"KMSDRM", b"libgbm.so.1", b"libdrm.so.2", b"gbm_create_device"):
        assert word in sdl


@pytest.mark.parametrize("suite", PYTHON_BY_SUITE)
def test_the_system_packages_can_be_installed_on_64_bit_arm(suite: str) -> None:
    names = [name for name in packages_of_install_script() if name != STUBBED_PACKAGE]
    done = _as_on_arm(suite, *names)
    assert done.returncode == 0, done.stdout
    planned = re.findall(r"^Inst (\S+) \(\S+ .*\[arm64\]\)", done.stdout, re.MULTILINE)
    assert {name.removesuffix("t64") for name in planned} >= set(names) - {"python3-venv"}


@pytest.mark.parametrize("suite", PYTHON_BY_SUITE)
def test_only_the_raspberry_pis_own_archive_has_what_is_stood_in_for(suite: str) -> None:
    assert f"Unable to locate package {STUBBED_PACKAGE}" in _as_on_arm(suite, STUBBED_PACKAGE).stdout


def _as_on_arm(suite: str, *names: str) -> subprocess.CompletedProcess[str]:
    return run_in_root(
        fresh_root(suite),
        "apt-get",
        *APT_ARM_OPTIONS,
        "install",
        "--simulate",
        "--no-install-recommends",
        *names,
    )
