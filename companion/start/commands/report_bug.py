"""`herald report-bug`: writes an archive to attach to a bug report, without hidden information."""

from __future__ import annotations

import getpass
import io
import os
import platform
import re
import signal
import socket
import subprocess
import sys
import zipfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile

from companion.home import herald_home
from companion.rules.errors import HeraldError

MAX_LOG_LINES = 2_000
"""Lines of the log that go into the archive."""
MAX_JOURNAL_ENTRIES = 10_000
"""Entries of the journal that are searched."""
SYSTEMD_ENTRY_MARK = '"_PID":"1"'
"""Part of every entry of systemd's own, as journalctl writes JSON."""
DOCTOR_TIMEOUT_S = 60.0
"""Seconds that the doctor may take."""
DOCTOR_STOP_TIMEOUT_S = 5.0
"""Seconds that the doctor then has to end."""
MAX_TEXT_LENGTH = 100_000
"""Characters of a wiring plan, and bytes of a record in which names of people are looked for."""
REPOSITORY_ROOT = Path(__file__).parents[2]
COMMON_HOST_NAMES = {"herald", "localhost", "pi", "raspberrypi", "root"}
"""Names of computers and users that identify nobody."""
ANONYMOUS_NAME = "somebody"
_SERIAL = re.compile(r"""(?:number |usb *= *["']|/dev/serial/by-id/\S*?_)([0-9A-Fa-f]{8,})\b""")
"""A Pico's serial number as the plan, the doctor and the log write it."""
_SEAT = re.compile(rb"^seat[ \t]+(\S+)[ \t]+(.*?)(?: ;[0-9a-f]*)?[ \t]*\r?$", re.MULTILINE)

ARCHIVE_PARTS: Mapping[str, str] = {
    "versions.txt": "Herald, Python and the packages they use",
    "machine.txt": "this computer, its system and its memory",
    "doctor.txt": "what `herald doctor` says",
    "wiring.toml": "the wiring plan",
    "log.txt": "the last lines of the log",
    "evening.herald": "the newest evening, as everybody at the table could follow it",
}
"""File name -> description of each part of the archive."""

PRIVACY_NOTE = (
    "Nothing hidden is in it: no card in a hand or face down, and of a fault only its type and where it was. Players"
    " are called by their colours; names of other people, of this computer, its user and its folders, and serial"
    " numbers are left out. All of it is text: look before you send it."
)


class ReportNotWritten(HeraldError, OSError):
    """Raised where the archive cannot be written."""


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald report-bug`."""
    parts = "; ".join(f"{name}: {what}" for name, what in ARCHIVE_PARTS.items())
    parser.description = (
        f"Writes one archive to attach when you report a fault. In it: {parts}. {PRIVACY_NOTE}"
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        help="where to write it; nothing is overwritten (default: herald-report-TIME.zip here)",
    )
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Write the archive and list its parts. Raises ReportNotWritten."""
    now = datetime.now(UTC)
    file = args.file or Path(f"herald-report-{now:%Y-%m-%d-%H%M%S}.zip")
    print("Asking the doctor, which may take a minute ...", flush=True)
    write_new_file(file, lambda: make_archive(now))
    print(f"{file.absolute()} can be attached to your report. In it:")
    for name, what in ARCHIVE_PARTS.items():
        print(f"  {name:14}  {what}")
    print(PRIVACY_NOTE)
    return 0


def write_new_file(file: Path, make: Callable[[], bytes]) -> None:
    """Make a file that did not exist, readable only by its owner.

    Raises ReportNotWritten where it exists or cannot be written; an existing file is noticed before `make` is
    called.
    """
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError as wrong:
        raise ReportNotWritten(f"{file} is there already: name another file") from wrong
    except OSError as wrong:
        raise ReportNotWritten(f"{file}: {wrong.strerror}; name a file that can be written") from wrong
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(make())
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException as wrong:
        with suppress(OSError):
            file.unlink()
        if isinstance(wrong, OSError):
            raise ReportNotWritten(
                f"{file}: {wrong.strerror}; make room, or name a file on another disk"
            ) from wrong
        raise


def make_archive(now: datetime, doctor: Callable[[], str] | None = None) -> bytes:
    """The archive as the bytes of a ZIP file. A part that cannot be made contains the reason."""
    makers: Mapping[str, Callable[[], str]] = {
        "versions.txt": describe_versions,
        "machine.txt": describe_computer,
        "doctor.txt": doctor or run_doctor,
        "wiring.toml": read_wiring_plan,
        "log.txt": read_last_log_lines,
        "evening.herald": read_newest_public_record,
    }
    clean = Anonymiser()
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ARCHIVE_PARTS:
            entry = zipfile.ZipInfo(name, now.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            text = make_part(makers[name])
            packed.writestr(entry, text if name == "evening.herald" else clean(text))
    return whole.getvalue()


def make_part(make: Callable[[], str]) -> str:
    """The text of a part, or the fault that prevented it: one part must not cost the others."""
    from companion.fault_log import fault_lines

    try:
        return make()
    except OSError as wrong:
        return f"# it cannot be read: {wrong.strerror or type(wrong).__name__}\n"
    except Exception as fault:
        return "\n".join(("# it cannot be told, by a fault of Herald's own:", *fault_lines(fault), ""))


# -- the parts


def describe_versions() -> str:
    """Herald with its commit, Python, and every installed package with its version."""
    from importlib.metadata import distributions

    from companion.start.doctor.system_info import run_and_capture

    found = {each.metadata["Name"]: each.version for each in distributions()}
    git = ("git", "-C", str(REPOSITORY_ROOT))
    commit = (
        run_and_capture((*git, "rev-parse", "HEAD")).strip() if (REPOSITORY_ROOT / ".git").exists() else ""
    )
    changed = bool(
        commit and run_and_capture((*git, "status", "--porcelain", "--untracked-files=no")).strip()
    )
    lines = (
        f"Herald {found.get('herald', 'without a version')}",
        f"commit {commit or 'not known'}{', changed since' if changed else ''}",
        f"Python {platform.python_version()} ({platform.python_implementation()})",
        "",
        *sorted((f"{name} {version}" for name, version in found.items() if name != "herald"), key=str.lower),
    )
    return "".join(f"{line}\n" for line in lines)


def describe_computer(root: Path = Path("/")) -> str:
    """Model, system, kernel, processors and memory of the computer."""
    from hardware.doctor.computer import examine_computer

    try:
        memory = [
            line
            for line in (root / "proc/meminfo").read_text().splitlines()
            if line.startswith(("MemTotal", "MemAvailable", "SwapTotal"))
        ]
    except OSError:
        memory = ["memory not known"]
    kernel = f"{platform.system()} {platform.release()}, {platform.machine()}, {os.cpu_count()} processors"
    return "".join(f"{line}\n" for line in (examine_computer(root).found, kernel, *memory))


def run_doctor(timeout: float = DOCTOR_TIMEOUT_S, *arguments: str) -> str:
    """The output of `herald doctor` in a process of its own, where it can hang or crash without harm."""
    command = [sys.executable, "-m", "companion", "doctor", *arguments]
    where = {**os.environ, "HERALD_HOME": str(herald_home().absolute())}
    with TemporaryFile() as output:
        running = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=REPOSITORY_ROOT,
            env=where,
        )
        late = ""
        # first a signal that can be handled: the doctor releases lights and readers
        for ending in (signal.SIGINT, signal.SIGKILL):
            try:
                running.wait(timeout)
                break
            except subprocess.TimeoutExpired:
                late = "# it was stopped here: it took too long\n"
                running.send_signal(ending)
                timeout = DOCTOR_STOP_TIMEOUT_S
        output.seek(0)
        return output.read().decode(errors="replace") + late


def read_wiring_plan() -> str:
    """The wiring plan as it is written, whether it can be used or not."""
    from companion.start.real_table.owner_plan import MAX_PLAN_BYTES
    from companion.start.real_table.wiring_lookup import WIRING_FILE
    from companion.table.storage.side_file import read_side_file

    try:
        raw = read_side_file(herald_home() / WIRING_FILE, MAX_PLAN_BYTES, follows_links=True)
        return raw.decode(errors="replace")[:MAX_TEXT_LENGTH]
    except FileNotFoundError:
        return "# there is none: everything is touched\n"


def read_last_log_lines() -> str:
    """The last lines of the log file, and of the journal where Herald is a service."""
    from companion.fault_log import parse_systemd_journal, read_last_lines
    from companion.start.doctor.kiosk import is_kiosk
    from companion.start.doctor.system_info import run_and_capture

    lines = read_last_lines(herald_home(), MAX_LOG_LINES)
    report = [f"# herald.log: {len(lines)} lines", *lines]
    if is_kiosk(run_and_capture):
        command = (
            "journalctl",
            "--unit=herald",
            "--output=json",
            "--no-pager",
            f"--lines={MAX_JOURNAL_ENTRIES}",
        )
        journal = run_and_capture(command)
        lines = parse_systemd_journal(journal, MAX_LOG_LINES)
        report += [f"# journalctl -u herald: {len(lines)} lines", *lines]
        if SYSTEMD_ENTRY_MARK not in journal:
            report.append("# only members of the groups adm and systemd-journal may read what systemd says")
    return "".join(f"{line}\n" for line in report)


def read_newest_public_record() -> str:
    """The public record of the newest saved game."""
    from companion.export.public_record import public_record_lines
    from companion.fault_log import fault_lines
    from companion.table.storage.journal_reading import MAX_JOURNAL_BYTES
    from companion.table.storage.saved_games import journal_paths
    from companion.table.storage.side_file import open_regular_file

    newest = next(iter(journal_paths()), None)
    if newest is None:
        return "# there is no evening\n"
    with os.fdopen(open_regular_file(newest), "rb") as stream:
        raw = stream.read(MAX_JOURNAL_BYTES)
    whole = io.BytesIO(raw[: raw.rfind(b"\n") + 1])
    lines: list[str] = []
    try:
        lines += public_record_lines(whole)
    except Exception as fault:
        lines += ("# Herald failed here:", *(f"#{line}" for line in fault_lines(fault)))
    return "".join(f"{line}\n" for line in lines)


# -- anonymity


class Anonymiser:
    """Replaces the names of people, of this computer, of its user and of their folders, and serial numbers.

    Each serial number has the same replacement in all texts.
    """

    def __init__(self) -> None:
        self._replacements = {**_people(), **_computer()}
        self._folders = _folders()
        self._serials: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """The text with a replacement for each name and number."""
        for folder, name in self._folders.items():
            text = re.sub(rf"{re.escape(folder)}(?![\w.-])", name, text)
        for number in _SERIAL.findall(text):
            self._serials.setdefault(number.lower(), f"SERIAL{len(self._serials) + 1}")
        for number, name in self._serials.items():
            text = re.sub(number, name, text, flags=re.IGNORECASE)
        text = re.sub(r"/home/[^/\s:;,'\"()]+", "~USER", text)
        if not self._replacements:
            return text
        longest_first = sorted(self._replacements, key=len, reverse=True)
        names = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
        return names.sub(lambda found: self._replacements[found[0]], text)


def _people() -> dict[str, str]:
    """Name of a person -> replacement: their colour in the newest saved game."""
    from companion.screen.local_files import load_player_names
    from companion.table.storage.saved_games import journal_paths

    found = dict.fromkeys(load_player_names(), ANONYMOUS_NAME)
    with suppress(OSError):
        oldest_first = reversed(journal_paths())
        for path in oldest_first:
            found = dict.fromkeys(found, ANONYMOUS_NAME) | dict(_seats(path))
    return {name: called for name, called in found.items() if name and not name.isdecimal()}


def _seats(path: Path) -> Iterator[tuple[str, str]]:
    """Name and colour of each player in the head of a record, even where the rest is damaged."""
    from companion.table.storage.side_file import open_regular_file

    try:
        with os.fdopen(open_regular_file(path), "rb") as stream:
            raw = stream.read(MAX_TEXT_LENGTH)
    except OSError:
        return
    for colour, name in _SEAT.findall(raw):
        yield name.decode(errors="replace"), colour.decode(errors="replace")


def _computer() -> dict[str, str]:
    """Name of the computer or its user -> replacement."""
    host = socket.gethostname()
    found = {host: "HOST", host.partition(".")[0]: "HOST"}
    with suppress(KeyError, OSError):
        found[getpass.getuser()] = "USER"
    return {name: called for name, called in found.items() if name and name.lower() not in COMMON_HOST_NAMES}


def _folders() -> dict[str, str]:
    """Folder -> replacement, the longest first."""
    found: dict[str, str] = {}
    with suppress(RuntimeError):  # the home folder is not known
        found[str(Path.home())] = "~"
    for folder, name in (
        (REPOSITORY_ROOT, "HERALD"),
        (herald_home().absolute(), "HERALD_HOME"),
        (herald_home().resolve(), "HERALD_HOME"),
    ):
        found[str(folder)] = name
    return dict(sorted(((f, name) for f, name in found.items() if f != "/"), key=lambda pair: -len(pair[0])))
