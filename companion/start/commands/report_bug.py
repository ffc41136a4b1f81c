"""`herald report-bug`: writes an archive to attach to a bug report, without hidden information and without names.

What could name a person, a place or a device is left out, not looked for: of a text that may hold any value only the
words of Herald's own program stay (`own_words`), and of an evening only what its public record has.
"""

from __future__ import annotations

import io
import os
import platform
import re
import subprocess
import sys
import zipfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from tempfile import TemporaryFile

from companion import fault_log
from companion.export.public_record import public_record_lines
from companion.home import herald_home
from companion.rules.errors import HeraldError
from companion.start.doctor.kiosk import is_kiosk
from companion.start.doctor.system_info import run_and_capture
from companion.start.real_table.wiring_lookup import WIRING_FILE
from companion.table.storage.backup import zip_entry
from companion.table.storage.disk import open_regular_file, read_side_file
from companion.table.storage.journal import MAX_JOURNAL_BYTES
from companion.table.storage.kept_files import KEPT_FILES
from companion.table.storage.saved_games import journal_paths
from hardware.doctor.computer import examine_computer

MAX_LOG_LINES = 10_000
"""Lines of the log, and entries of the journal, that go into the archive at most."""
DOCTOR_TIMEOUT_S = 60.0
"""Seconds that the doctor may take."""
LEFT_OUT = "..."
"""What stands for each word that is left out."""
WORD = re.compile(r"""[^\s!"#$%&'()*,;<=>?\[\]^`{|}~]+""")
MAX_DIGITS = 7
"""Digits of a word that may stay: a pin, a count, a speed. Serial numbers have more."""
OWN_TEXTS = (
    "companion/fault_log.py",
    "companion/screen/display/*.py",
    "companion/start/*/*.py",
    "hardware/**/*.py",
    "pyproject.toml",  # the names of Herald's games
)
"""The parts of the program in whose words the doctor, the wiring plan and the log are written. They name nobody."""
SYSTEMD_TEXTS = """
Starting Started Stopping Stopped herald.service. Deactivated successfully. Consumed CPU time.
A process of this unit has been killed by the OOM killer. Main process exited, code=killed dumped,
status=SUCCESS FAILURE ABRT KILL TERM SEGV BUS EXEC CHDIR. Watchdog timeout limit.
Failed with result 'signal' 'exit-code' 'core-dump' 'oom-kill' 'timeout'.
Scheduled restart job, restart counter is at. Start request repeated too quickly.
"""
"""What systemd says of a service, in whose words the journal is written."""
LOG_LINE = re.compile(
    r"^((?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ )?(?:    .*|(?:INFO|WARNING|ERROR|CRITICAL) \S+:\d+ )?)(.*)$", re.M
)
"""What holds no value in a line of the log, when and where or the type or a frame of a fault; and the rest."""

PRIVACY_NOTE = (
    "Nothing hidden is in it: no card in a hand or face down, and of a fault only its type and where it was. Players"
    f" are called by their colours. Of all else only Herald's own words and short numbers are told, and {LEFT_OUT}"
    " stands for the rest, as names, folders and serial numbers. All of it is text: look before you send it."
)


class ReportNotWritten(HeraldError, OSError):
    """Raised where the archive cannot be written."""


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald report-bug`."""
    parts = "; ".join(f"{name}: {what}" for name, (what, _) in ARCHIVE_PARTS.items())
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
    for name, (what, _) in ARCHIVE_PARTS.items():
        print(f"  {name:14}  {what}")
    print(PRIVACY_NOTE)
    return 0


def write_new_file(file: Path, make: Callable[[], bytes]) -> None:
    """Make a file that did not exist, readable only by its owner, whole or not at all.

    Raises ReportNotWritten where it exists, which is noticed before `make` is called, or cannot be written.
    """
    try:
        with open(file, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as stream:
            try:
                stream.write(make())
                stream.flush()
                os.fsync(stream.fileno())
            except BaseException:
                file.unlink(missing_ok=True)
                raise
    except FileExistsError as wrong:
        raise ReportNotWritten(f"{file} is there already: name another file") from wrong
    except OSError as wrong:
        advice = "make room, or name a file elsewhere that can be written"
        raise ReportNotWritten(f"{file}: {wrong.strerror}; {advice}") from wrong


def make_archive(now: datetime) -> bytes:
    """The archive as the bytes of a ZIP file. A part that cannot be made contains the reason, at no other's cost."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, (_, make) in ARCHIVE_PARTS.items():
            try:
                text = make()
            except OSError as wrong:
                text = f"# it cannot be read: {own_words(wrong.strerror or type(wrong).__name__)}\n"
            except Exception as fault:
                lines = fault_log.fault_lines(fault)
                text = "\n".join(("# it cannot be told, by a fault of Herald's own:", *lines, ""))
            packed.writestr(zip_entry(name, now), text)
    return whole.getvalue()


# -- what may be told


def own_words(text: str) -> str:
    """The text with its own punctuation and the words that Herald's program has too, numbers apart."""
    known = _known_words()
    return WORD.sub(lambda found: found[0] if _without_digits(found[0]) in known else LEFT_OUT, text)


@cache
def _known_words() -> frozenset[str | None]:
    files = (file for pattern in OWN_TEXTS for file in fault_log.PROJECT_FOLDER.glob(pattern))
    texts = (SYSTEMD_TEXTS, *(file.read_text(encoding="utf-8") for file in files))
    return frozenset({_without_digits(word) for text in texts for word in WORD.findall(text)} - {None})


def _without_digits(word: str) -> str | None:
    """What is compared of a word: neither its number nor the sentence around it; None for a long number."""
    rest = re.sub(r"[0-9]", "", word)
    return rest.strip("-+./:@") if len(word) - len(rest) <= MAX_DIGITS else None


# -- the parts


def describe_versions() -> str:
    """Herald with its commit, Python, and every installed package with its version."""
    git = ("git", f"--git-dir={fault_log.PROJECT_FOLDER}/.git", f"--work-tree={fault_log.PROJECT_FOLDER}")
    commit = run_and_capture((*git, "rev-parse", "HEAD")).strip() or "not known"
    changed = run_and_capture((*git, "status", "--porcelain", "--untracked-files=no")) and ", changed since"
    python = f"Python {platform.python_version()} ({platform.python_implementation()})"
    packages = sorted((f"{each.metadata['Name']} {each.version}" for each in distributions()), key=str.lower)
    return "\n".join((f"Herald's commit {commit}{changed}", python, *packages, ""))


def describe_computer() -> str:
    """Model, system, kernel, processors and memory of the computer."""
    kernel = f"{platform.system()} {platform.release()}, {platform.machine()}, {os.cpu_count()} processors"
    memory = re.findall("^(?:MemTotal|MemAvailable|SwapTotal).*", Path("/proc/meminfo").read_text(), re.M)
    return "\n".join((examine_computer(Path("/")).found, kernel, *memory, ""))


def ask_doctor(seconds: float = DOCTOR_TIMEOUT_S, *arguments: str) -> str:
    """What `herald doctor` says, in a process of its own, where it can hang or crash without harm."""
    # first a signal that it can handle: it releases lights and readers
    limit = ("timeout", "--foreground", "--signal=INT", "--kill-after=5", str(seconds))
    command = (*limit, sys.executable, "-m", "companion", "doctor", *arguments)
    where = {**os.environ, "HERALD_HOME": str(herald_home().absolute())}
    with TemporaryFile() as said:  # no pipe: a player of sounds that hangs as well would keep it open
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            cwd=fault_log.PROJECT_FOLDER,
            env=where,
            check=False,
        )
        said.seek(0)
        text = own_words(said.read().decode(errors="replace"))
    is_late = done.returncode in (124, 137)  # as timeout(1) ends, also when it had to kill
    return text + ("# it was stopped here: it took too long\n" if is_late else "")


def read_wiring_plan() -> str:
    """The wiring plan, whether it can be used or not, without comments."""
    try:
        raw = KEPT_FILES["wiring"].at(herald_home() / WIRING_FILE).read()
    except FileNotFoundError:
        return "# there is none: everything is touched\n"
    return own_words(re.sub("#.*", "", raw.decode(errors="replace")))


def read_last_log_lines() -> str:
    """The last lines of the log file, and of the journal where Herald is a service."""
    lines: list[str] = []
    for name in (fault_log.OLD_LOG_FILE_NAME, fault_log.LOG_FILE_NAME):
        with suppress(FileNotFoundError):
            raw = read_side_file(herald_home() / name, fault_log.MAX_LOG_BYTES)
            lines += raw.decode("ascii", "replace").splitlines()
    report = [f"# herald.log: {len(lines[-MAX_LOG_LINES:])} lines", *lines[-MAX_LOG_LINES:]]
    if is_kiosk(run_and_capture):
        asked = ("--unit=herald", "--output=json", "--no-pager", f"--lines={MAX_LOG_LINES}")
        journal = run_and_capture(("journalctl", *asked))
        lines = fault_log.parse_systemd_journal(journal)
        report += [f"# journalctl -u herald: {len(lines)} lines", *lines]
        if '"_PID":"1"' not in journal:  # as journalctl writes JSON
            report.append("# only members of the groups adm and systemd-journal may read what systemd says")
    return LOG_LINE.sub(lambda line: line[1] + own_words(line[2]), "".join(f"{line}\n" for line in report))


def read_newest_public_record() -> str:
    """The public record of the newest saved game, as far as it can be told."""
    newest = next(iter(journal_paths()), None)
    if newest is None:
        return "# there is no evening\n"
    with os.fdopen(open_regular_file(newest), "rb") as stream:
        raw = stream.read(MAX_JOURNAL_BYTES)
    lines: list[str] = []
    try:
        lines += public_record_lines(io.BytesIO(raw[: raw.rfind(b"\n") + 1]))
    except Exception as fault:
        lines += ("# Herald failed here:", *(f"#{line}" for line in fault_log.fault_lines(fault)))
    return "".join(f"{line}\n" for line in lines)


ARCHIVE_PARTS: Mapping[str, tuple[str, Callable[[], str]]] = {
    "versions.txt": ("Herald, Python and the packages they use", describe_versions),
    "machine.txt": ("this computer, its system and its memory", describe_computer),
    "doctor.txt": ("what `herald doctor` says", ask_doctor),
    "wiring.toml": ("the wiring plan", read_wiring_plan),
    "log.txt": ("the last lines of the log", read_last_log_lines),
    "evening.herald": ("the newest evening, as everybody there could follow it", read_newest_public_record),
}
"""File name -> description of each part of the archive, and what makes its text."""
