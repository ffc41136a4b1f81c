"""Root folders like that of a new Raspberry Pi OS Lite, in which the scripts of deploy/ are run.

debootstrap makes them, with Debian's own packages; what only the Raspberry Pi's own archive and hardware have is stood
in for: `STUBBED_PACKAGE` and `CONFIG_TXT` below, and nothing else. A root is made once and kept in the user's cache,
until what it is made from changes. Making one needs root (or sudo without a password), a network, and the packages that
`deploy/setup --tests` names; without them these tests fail.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from inspect import getsource
from pathlib import Path

from machines.errors import MachineError

REPOSITORY_ROOT = Path(__file__).parents[2]
CACHE_FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "herald-tests"

STUB_PROGRAMS_FOLDER = "/opt/played"
"""Programs that a test puts there come before all others."""

PYTHON_BY_SUITE = {"bookworm": "3.11", "trixie": "3.13"}
"""The releases of Raspberry Pi OS that deploy/install is for, with their Python."""

SUDO = [] if os.geteuid() == 0 else ["sudo", "-n"]
ENVIRONMENT_WITH_SBIN = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}

LITE_PACKAGES = "systemd,udev,python3,ca-certificates"
"""The packages of a Raspberry Pi OS Lite that the scripts use, on top of Debian's smallest system."""

STUBBED_PACKAGE = "python3-lgpio"
"""The package that only the Raspberry Pi's archive has; here it is an empty module of that name."""

HERALD_FOLDER = "/opt/anna/herald"
"""The path of the repository in a root."""

UPSTREAM_FOLDER = "/opt/anna/upstream"
"""The path of the repository that it was cloned from."""

SAVED_GAMES_FOLDER = "/opt/anna/.local/share/herald/evenings"
"""The folder of anna's saved games. That home folder is none of a real machine: no file here may name one of
those."""

CONFIG_TXT = """\
# For more options and information see the manual
dtparam=audio=on
dtoverlay=vc4-kms-v3d
max_framebuffers=2

[cm4]
otg_mode=1
"""
"""A config.txt as on a new card, shortened: it ends within a section that is not for every Pi."""

ROOT_ENVIRONMENT = {
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "PATH": f"{STUB_PROGRAMS_FOLDER}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "PIP_FIND_LINKS": "/opt/wheels",
    "PIP_NO_COMPILE": "1",  # quicker, where hardly a module is used twice
    "PIP_NO_INDEX": "1",
    "SYSTEMD_OFFLINE": "1",  # systemctl enables and disables; starting is not for a folder
}
"""The whole environment of a command in a root."""

APT_ARM_OPTIONS = [
    "--option=APT::Architecture=arm64",
    "--option=APT::Architectures::=arm64",
    "--option=Dir::State=/opt/arm",
    "--option=Dir::State::status=/dev/null",
    "--option=Dir::Cache=/opt/arm",
    "--option=Dir::Etc::sourceparts=/nowhere",
]
"""apt's options to act as a 64-bit Arm computer with nothing installed and only Debian's own packages."""

USERS_AND_GROUPS_SCRIPT = """\
groupadd --system spi
groupadd --system gpio
getent group render >/dev/null || groupadd --system render
useradd --create-home --home-dir /opt/anna --shell /bin/bash --groups audio anna
"""
"""The groups of a Lite, and its user."""

PREPARE_SCRIPT = f"""
set -e
mkdir -p /opt/arm/lists/partial
apt-get update -qq {" ".join(APT_ARM_OPTIONS)}
apt-get update -qq
apt-get install -y -qq --no-install-recommends --download-only "$@" >/dev/null
mkdir -p /boot/firmware
cat >/boot/firmware/config.txt <<'END'
{CONFIG_TXT}END
{USERS_AND_GROUPS_SCRIPT}"""


def packages_of_install_script() -> list[str]:
    """The system packages that deploy/install asks for."""
    text = (REPOSITORY_ROOT / "deploy/install").read_text().split("wanted=(")[1].split("\n)")[0]
    return re.sub(r"#.*", "", text).split()


SHUTDOWN_SCRIPTS_FOLDER = "/usr/lib/systemd/system-shutdown"
"""The folder of programs that run at shutdown: the one folder of /usr that the scripts of deploy/ write to.
"""

NAMESPACE_COMMAND = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
"""Mounts and processes of their own: nothing that is started stays."""


def run_in_root(
    root: Path, *command: str, environment: Mapping[str, str] | None = None, standard_input: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command as root in a root folder; its output is in `stdout`."""
    words = [f"{name}={value}" for name, value in {**ROOT_ENVIRONMENT, **(environment or {})}.items()]
    inside = ["chroot", str(root), "env", "--ignore-environment", *words, *command]
    return _ended(
        [*SUDO, *NAMESPACE_COMMAND, "sh", "-c", ENTER_ROOT_SCRIPT, "enter", str(root), *inside],
        standard_input,
        seconds=900,
    )


ENTER_ROOT_SCRIPT = f"""
mount --types proc proc "$1/proc" || exit
if [ -e "$1.usr" ]; then
    mount --bind --options ro "$(cat "$1.usr")" "$1/usr" || exit
    mount --bind "$1.shutdown" "$1{SHUTDOWN_SCRIPTS_FOLDER}" || exit
fi
shift
exec "$@"
"""


def copy_root(root: Path, to: Path) -> Path:
    """A copy of a root folder. Files in its /usr may be replaced, but not written to: they are hard links."""
    run_checked([*SUDO, "mkdir", str(to)])
    for path in root.iterdir():
        run_checked(
            [
                *SUDO,
                "cp",
                "--archive",
                "--link" if path.name == "usr" else "--reflink=auto",
                str(path),
                str(to),
            ]
        )
    return to


def overlay_root(root: Path, to: Path) -> Path:
    """A quick copy of a root folder with the original's own /usr.

    Only SHUTDOWN_SCRIPTS_FOLDER can be changed in it. Files in its /opt and /var may be replaced, but not
    written to.
    """
    run_checked([*SUDO, "mkdir", "--parents", f"{to}/usr"])
    _copy(root, to, linked=("opt", "var"), left_out=("usr",))
    run_checked([*SUDO, "cp", "--archive", f"{root}{SHUTDOWN_SCRIPTS_FOLDER}", f"{to}.shutdown"])
    Path(f"{to}.usr").write_text(f"{root}/usr")
    return to


def _copy(root: Path, to: Path, linked: Sequence[str], left_out: Sequence[str]) -> None:
    rest = [str(path) for path in root.iterdir() if path.name not in (*linked, *left_out)]
    run_checked([*SUDO, "cp", "--archive", "--reflink=auto", *rest, str(to)])
    run_checked([*SUDO, "cp", "--archive", "--link", *(str(root / name) for name in linked), str(to)])


def write_file(root: Path, path: str, text: str, mode: str = "644") -> None:
    """Write a file in a root folder. Raises MachineError."""
    script = 'mkdir -p "$(dirname "$1")" && rm -f "$1" && cat >"$1" && chmod "$2" "$1"'
    done = run_in_root(root, "sh", "-c", script, "put", path, mode, standard_input=text)
    if done.returncode:
        raise MachineError(f"{path} could not be written: {done.stdout.strip()}")


def remove_root(root: Path) -> None:
    """Remove a root folder."""
    run_checked([*SUDO, "rm", "--recursive", "--force", "--one-file-system", str(root), f"{root}.shutdown"])


def fresh_root(suite: str) -> Path:
    """The root folder of a release, to be copied and never changed; made if it is not in the cache."""
    requirements = [REPOSITORY_ROOT / f"deploy/requirements/{name}.txt" for name in ("run", "pi")]
    ways = [getsource(way) for way in (_make, _apt_settings, _raspberry_archive, _stale_module, _wheels)]
    made_from = [
        LITE_PACKAGES,
        PREPARE_SCRIPT,
        *ways,
        *packages_of_install_script(),
        *(path.read_text() for path in requirements),
    ]
    key = hashlib.sha256("\n".join(made_from).encode()).hexdigest()[:12]
    root = CACHE_FOLDER / f"{suite}-{key}"
    with exclusive_lock(CACHE_FOLDER / f"{suite}.lock"):
        if not root.exists():
            for old in CACHE_FOLDER.glob(f"{suite}-*"):  # also what was cut off
                remove_root(old)
            half = CACHE_FOLDER / f"{suite}-half"
            try:
                _make(suite, half, requirements)
                run_checked([*SUDO, "mv", str(half), str(root)])
            finally:
                remove_root(half)
                remove_root(Path(f"{half}.staged"))
    return root


@contextmanager
def exclusive_lock(lock: Path) -> Iterator[None]:
    """Hold a lock that only one process can have at a time."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _make(suite: str, root: Path, requirements: Sequence[Path]) -> None:
    # in namespaces of its own: its mounts go with it, however it ends
    smallest = [*SUDO, *NAMESPACE_COMMAND, "debootstrap", "--variant=minbase", f"--include={LITE_PACKAGES}"]
    run_checked([*smallest, suite, str(root), *_mirror()])
    staged = Path(f"{root}.staged")
    (staged / "etc/apt/apt.conf.d").mkdir(parents=True)
    (staged / "etc/apt/apt.conf.d/90as-this-computer").write_text(_apt_settings())
    (staged / "etc/dpkg/dpkg.cfg.d").mkdir(parents=True)
    (staged / "etc/dpkg/dpkg.cfg.d/quick").write_text("force-unsafe-io\n")  # no plug will be pulled
    _raspberry_archive(staged)
    _stale_module(staged)
    _wheels(PYTHON_BY_SUITE[suite], staged / "opt/wheels", requirements)
    run_checked([*SUDO, "cp", "--recursive", "--no-preserve=ownership", f"{staged}/.", str(root)])
    shutil.rmtree(staged)
    done = run_in_root(root, "sh", "-c", PREPARE_SCRIPT, "prepare", *packages_of_install_script())
    if done.returncode:
        raise MachineError(
            f"{suite}'s packages could not be fetched: {done.stdout.strip().rpartition(chr(10))[2]}"
        )


def _mirror() -> list[str]:
    """The mirror of this computer's Debian packages, if it is a Debian; otherwise debootstrap knows one."""
    told = run_checked(
        ["apt-get", "indextargets", "--format", "$(ORIGIN) $(COMPONENT) $(REPO_URI)", "Created-By: Packages"]
    )
    found = re.findall(r"^Debian main (\S+/debian)/?$", told, re.MULTILINE)
    return found[:1]


def _apt_settings() -> str:
    """The settings of this computer for access to packages: proxies and the treatment of old lists."""
    lines = run_checked(["apt-config", "dump"]).splitlines()
    return "\n".join(line for line in lines if re.match(r"Acquire::(http|https|Check-)", line)) + "\n"


def _raspberry_archive(root: Path) -> None:
    """Make the stand-in for the Raspberry Pi's own archive, a folder of packages for apt."""
    tree = root / "opt/raspberry/tree"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "usr/lib/python3/dist-packages").mkdir(parents=True)
    (tree / "usr/lib/python3/dist-packages/lgpio.py").write_text('"""Stands in for the real one."""\n')
    control = (
        f"Package: {STUBBED_PACKAGE}\nVersion: 0.2.2-1\nArchitecture: all\n"
        "Maintainer: tests\nDescription: stand-in\n"
    )
    (tree / "DEBIAN/control").write_text(control)
    package = root / "opt/raspberry/lgpio.deb"
    run_checked(["dpkg-deb", "--root-owner-group", "--build", str(tree), str(package)])
    shutil.rmtree(tree)
    data = package.read_bytes()
    entry = f"Filename: ./lgpio.deb\nSize: {len(data)}\nSHA256: {hashlib.sha256(data).hexdigest()}\n"
    (package.parent / "Packages").write_text(control + entry)
    (root / "etc/apt/sources.list.d").mkdir(parents=True)
    (root / "etc/apt/sources.list.d/raspberry.list").write_text("deb [trusted=yes] file:/opt/raspberry ./\n")


def _stale_module(root: Path) -> None:
    """Add the RPi.GPIO that a Lite may have and that works on no Pi 5: Herald must not use it."""
    package = root / "usr/lib/python3/dist-packages/RPi/GPIO"
    package.mkdir(parents=True)
    for folder in (package.parent, package):
        (folder / "__init__.py").write_text('raise ImportError("the RPi.GPIO of the system")\n')


def _wheels(python: str, folder: Path, requirements: Sequence[Path]) -> None:
    """Download the pinned packages for this computer and that Python, so that the roots need no network."""
    run_checked(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
        + pip_wheel_options(platform.machine(), python)
        + [word for path in requirements for word in ("--requirement", str(path))]
    )


def pip_wheel_options(machine: str, python: str) -> list[str]:
    """The options of pip for wheels without a compiler, on that machine with Debian 12 or 13 and that Python."""
    tags = ("manylinux_2_36", "manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")
    platforms = [word for tag in tags for word in ("--platform", f"{tag}_{machine}")]
    return ["--only-binary=:all:", *platforms, "--implementation", "cp", "--python-version", python]


def clone_repository_into(root: Path) -> None:
    """Copy the repository as it is now, as anna's clone of another one, without the tests.

    The tests have many pictures.
    """
    staged = root.with_suffix(".staged")
    origin, clone = make_clones(staged)
    run_checked([*SUDO, "cp", "--recursive", str(origin), str(clone), f"{root}{Path(HERALD_FOLDER).parent}"])
    shutil.rmtree(staged)
    run_in_root(root, "chown", "--recursive", "anna:", HERALD_FOLDER, UPSTREAM_FOLDER)


def make_clones(staged: Path) -> tuple[Path, Path]:
    """Both repositories as folders in `staged`: the upstream one, and anna's clone."""
    here = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"]
    listed = subprocess.run(
        here, cwd=REPOSITORY_ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    wanted = [name for name in listed if not name.startswith("tests/") and (REPOSITORY_ROOT / name).is_file()]
    origin, clone = staged / Path(UPSTREAM_FOLDER).name, staged / Path(HERALD_FOLDER).name
    origin.mkdir(parents=True)
    subprocess.run(["cp", "--parents", "--", *wanted, str(origin)], cwd=REPOSITORY_ROOT, check=True)
    git = [
        "git",
        "-c",
        "user.name=Anna",
        "-c",
        "user.email=anna@example.org",
        "-c",
        "gc.auto=0",
        "-C",
        str(origin),
    ]
    for words in (
        ["init", "--initial-branch=main"],
        ["add", "--all"],
        ["commit", "--message=first"],
        ["repack", "-ad"],
    ):
        run_checked([*git, words[0], "--quiet" if words[0] != "add" else "--force", *words[1:]])
    run_checked(["git", "clone", "--quiet", str(origin), str(clone)])
    run_checked(["git", "-C", str(clone), "remote", "set-url", "origin", UPSTREAM_FOLDER])
    return origin, clone


def run_checked(command: Sequence[str]) -> str:
    """The output of a command of this computer. Raises MachineError with its last line where it fails."""
    done = _ended(command, aside=subprocess.PIPE)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).rpartition("\n")[2]
        raise MachineError(f"{' '.join(command)} failed: {said or done.returncode}")
    return done.stdout


def _ended(
    command: Sequence[str], typed: str = "", seconds: float | None = None, aside: int = subprocess.STDOUT
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in a process group of its own.

    When this process is stopped, the whole group is, too; Ctrl-C reaches only this process.
    """
    with subprocess.Popen(
        command,
        env=ENVIRONMENT_WITH_SBIN,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=aside,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            said, else_said = process.communicate(typed, timeout=seconds)
        except BaseException:
            # what sudo started is root's
            subprocess.run([*SUDO, "sh", "-c", f"kill -KILL -{process.pid}"], check=False)
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=5)  # until nobody is left who could say something
            raise
    return subprocess.CompletedProcess(command, process.returncode, said, else_said)
