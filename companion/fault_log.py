"""The log: every unforeseen fault, with its type and its frames and never with a value.

A value could name a card that lies face down: the text of an exception, the local variables and the arguments of a
message are left out, whoever reports the fault. The log is a file in HERALD_HOME, at most 2 MB, readable by its owner
only; where systemd runs Herald as a service it is the system's journal.
"""

from __future__ import annotations

import json
import logging
import os
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import Any

from companion.home import herald_home

log = logging.getLogger(__name__)

LOG_FILE_NAME = "herald.log"
OLD_LOG_FILE_NAME = f"{LOG_FILE_NAME}.1"
"""The log before the present one, which was full."""
MAX_LOG_BYTES = 1_000_000
"""Bytes of the log, and of the one before it."""
MAX_ENTRY_CHARS = 16_000
"""Letters of one entry at most."""
FIRST_FRAMES, LAST_FRAMES = 10, 30
"""Frames of a fault that are logged from either end; an endless recursion has a thousand alike."""
MAX_CHAINED_EXCEPTIONS = 8
"""Exceptions of one chain that are logged."""
OWN_LOGGERS = ("companion", "hardware", "herald")
"""Loggers whose messages hold no value that could be hidden. Of others only the place is logged."""
REPEAT_SECONDS = 3600.0
"""Seconds after which a repeated fault is logged in full again; meanwhile it is counted."""
MAX_REMEMBERED_FAULTS = 100
"""Different faults that are counted."""
JOURNAL_MARK = "Faults are told here without values"
"""The first message in the journal of a Herald that logs no values: an older version may have logged anything."""
SITE_FOLDERS = ("site-packages", "dist-packages")
PROJECT_FOLDER = Path(__file__).parents[1]
STDLIB_FOLDER = Path(os.__file__).parent


# -- a fault in words


def fault_lines(fault: BaseException) -> Iterator[str]:
    """The type of an exception and its frames, outermost first, and the same for its causes."""
    seen: set[int] = set()
    waiting: list[tuple[str, BaseException]] = [("", fault)]
    while waiting and len(seen) < MAX_CHAINED_EXCEPTIONS:
        how, each = waiting.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        kind = type(each)
        name = (
            kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
        )
        yield f"    {how}{name}"
        yield from (f"        {line}" for line in _frames(each.__traceback__))
        if each.__cause__ is not None:
            waiting.append(("caused by ", each.__cause__))
        elif each.__context__ is not None and not each.__suppress_context__:
            waiting.append(("while handling ", each.__context__))
        if isinstance(each, BaseExceptionGroup):
            waiting += (("one of them: ", one) for one in each.exceptions)


def _frames(trace: TracebackType | None) -> list[str]:
    """Each frame: its file relative to Herald's or Python's own folders, its line, and the function."""
    frames = [_frame(frame, line) for frame, line in walk_tb(trace)]
    left_out = len(frames) - FIRST_FRAMES - LAST_FRAMES
    if left_out > 0:
        frames[FIRST_FRAMES:-LAST_FRAMES] = [f"({left_out} frames more)"]
    return frames


def _frame(frame: FrameType, line: int) -> str:
    return f"{portable_path(frame.f_code.co_filename)}:{line} {frame.f_code.co_qualname}"


def portable_path(filename: str) -> str:
    """A source file without the folders of one computer: `companion/cli.py`, `kivy/app.py`, `threading.py`."""
    if filename.startswith("<"):
        return filename if filename.startswith("<frozen ") else "<made while it ran>"
    path = Path(filename)
    if not path.is_absolute() and (PROJECT_FOLDER / path).is_file():  # a compiled module knows its source so
        return path.as_posix()
    for at in range(len(path.parts) - 1, 0, -1):
        if path.parts[at] in SITE_FOLDERS:
            return "/".join(path.parts[at + 1 :])
    for folder in (PROJECT_FOLDER, STDLIB_FOLDER):
        if path.is_relative_to(folder):
            return path.relative_to(folder).as_posix()
    return path.name


class FaultFormatter(logging.Formatter):
    """Formats one entry.

    `dated`: with time (UTC), level, logger and thread; else a message stands alone, as in the journal, which adds all
        of that itself.
    """

    def __init__(self, dated: bool = True) -> None:
        super().__init__()
        self._dated = dated

    def format(self, record: logging.LogRecord) -> str:
        """The entry in ASCII, on as many lines as it needs."""
        fault, times = _fault(record), getattr(record, "times", 1)
        text_line = _message(record)
        if self._dated:
            text_line = (
                f"{_utc(record.created)} {record.levelname} {record.name} [{record.threadName}] {text_line}"
            )
        elif fault is not None:
            text_line = f"{record.levelname} {record.name} [{record.threadName}] {text_line}"
        if times > 1:
            text_line += f" ({times} times by now)"
        lines = list(fault_lines(fault)) if fault is not None else []
        if getattr(record, "known", False):
            lines = lines[:1]
        text = "\n".join((_one_line(text_line), *map(_one_line, lines)))
        return text.encode("ascii", "backslashreplace").decode("ascii")[:MAX_ENTRY_CHARS]


def _message(record: logging.LogRecord) -> str:
    """The message of a record; for faults and for foreign loggers without any arguments."""
    if record.name.partition(".")[0] not in OWN_LOGGERS:
        place = f"said something at {portable_path(record.pathname)}:{record.lineno}"
        # there Kivy's providers report what this computer lacks for a window, sound or fonts; they know no widgets
        return (
            f"{place}: {record.getMessage()}"
            if portable_path(record.pathname).startswith("kivy/core/")
            else place
        )
    if not record.exc_info:
        return record.getMessage()
    return record.msg if isinstance(record.msg, str) else type(record.msg).__name__


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _fault(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _is_relevant(record: logging.LogRecord) -> bool:
    """Whether the record is one of ours, or a warning of others."""
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] in OWN_LOGGERS


class RepeatFilter(logging.Filter):
    """Lets a fault through in full once an hour.

    In between it is counted, and logged in short the 10th, the 100th and the 1000th time: one that happens twenty
    times a second must not wash all others out of the log.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._seconds = seconds
        self._lock = threading.Lock()
        self._seen: dict[str, tuple[int, float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is logged; `record.times`: how often it has happened; `record.known`: it is logged in short."""
        fault = _fault(record)
        if fault is None:
            return True
        key = "\n".join(
            (record.name, str(record.lineno), *fault_lines(fault))
        )  # never its text: see _message
        now = self._seconds()
        with self._lock:
            times, logged_at = self._seen.pop(key, (0, now - REPEAT_SECONDS))
            times, known = times + 1, now - logged_at < REPEAT_SECONDS
            self._seen[key] = (times, logged_at if known else now)
            if len(self._seen) > MAX_REMEMBERED_FAULTS:
                del self._seen[next(iter(self._seen))]
        record.times, record.known = times, known
        return not known or str(times) == "1".ljust(len(str(times)), "0")


# -- handlers


class FaultLogHandler(RotatingFileHandler):
    """The log file. What cannot be written goes to `otherwise`; it never raises or waits."""

    def __init__(self, path: Path, otherwise: logging.Handler) -> None:
        super().__init__(path, maxBytes=MAX_LOG_BYTES, backupCount=1, encoding="ascii", delay=True)
        self._otherwise = otherwise

    def _open(self) -> TextIOWrapper:
        """Open the file, readable by its owner only; raises OSError where it is not Herald's own file."""
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        handle = os.open(self.baseFilename, flags, 0o600)
        try:
            there = os.fstat(handle)
            if not stat.S_ISREG(there.st_mode) or there.st_nlink != 1:
                raise OSError(f"{self.baseFilename} is no file of Herald's alone")
            os.fchmod(handle, 0o600)  # raises where it is not ours
        except OSError:
            os.close(handle)
            raise
        return os.fdopen(handle, "a", encoding="ascii")

    def shouldRollover(self, record: logging.LogRecord) -> bool | int:  # noqa: N802
        """Whether the file is full. A file that was removed or moved meanwhile is closed, and another begun."""
        stream: TextIOWrapper | None = self.stream
        if stream is not None and not self._lies_there(stream.fileno()):
            self._let_go()
        return super().shouldRollover(record)

    def _lies_there(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.lstat(self.baseFilename), os.fstat(handle))
        except OSError:
            return False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Hand the record on: the disk is full or the folder read-only, and the next entry is tried again."""
        self._let_go()
        self._otherwise.handle(record)

    def _let_go(self) -> None:
        stream: TextIOWrapper | None = self.stream
        self.stream = None
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.close()


class StderrHandler(logging.StreamHandler[Any]):
    """Standard error; failing to write to it is ignored."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Do nothing, as there is nowhere left to report to."""


def is_logged_by_systemd_journal(environment: Mapping[str, str] = os.environ, handle: int = 2) -> bool:
    """Whether systemd runs this process as a service and puts its standard error into the journal."""
    if environment.get("SYSTEMD_EXEC_PID") != str(os.getpid()):
        return False  # programs of a desktop have a journal too, which nobody reads
    try:
        there = os.fstat(handle)
    except OSError:
        return False
    return environment.get("JOURNAL_STREAM") == f"{there.st_dev}:{there.st_ino}"


def _handlers(level: int) -> Iterator[logging.Handler]:
    """The handlers: the log, and standard error for other messages from this level on."""
    if is_logged_by_systemd_journal():
        journal = StderrHandler()
        journal.setFormatter(FaultFormatter(dated=False))
        journal.addFilter(RepeatFilter())
        yield journal
        return
    otherwise, warnings = StderrHandler(), StderrHandler()
    otherwise.setFormatter(FaultFormatter())
    otherwise.addFilter(lambda record: _fault(record) is not None)
    file = FaultLogHandler(herald_home() / LOG_FILE_NAME, otherwise)
    file.setFormatter(FaultFormatter())
    file.addFilter(RepeatFilter())
    yield file
    warnings.setLevel(level)
    warnings.addFilter(lambda record: _fault(record) is None)
    yield warnings


@contextmanager
def fault_logging(verbose: bool = False) -> Iterator[None]:
    """Within the context faults go to the log, those of threads too.

    Warnings also go to standard error, and with `verbose` all other messages.
    """
    hooks = threading.excepthook, sys.unraisablehook
    loggers = [logging.getLogger(name) for name in OWN_LOGGERS]
    levels = [each.level for each in loggers]
    handlers = tuple(_handlers(logging.INFO if verbose else logging.WARNING))
    for handler in handlers:
        handler.addFilter(_is_relevant)
        logging.root.addHandler(handler)
    for each in loggers:
        each.setLevel(logging.INFO)
    threading.excepthook, sys.unraisablehook = _on_thread_exception, _on_unraisable_exception
    if is_logged_by_systemd_journal():
        log.info(JOURNAL_MARK)
    try:
        yield
    finally:
        threading.excepthook, sys.unraisablehook = hooks
        for each, before in zip(loggers, levels, strict=True):
            each.setLevel(before)
        for handler in handlers:
            logging.root.removeHandler(handler)
            handler.close()


def read_last_lines(folder: Path, limit: int) -> list[str]:
    """The last lines of the log in that folder; none where there is no log. Raises OSError."""
    lines: list[str] = []
    for name in (OLD_LOG_FILE_NAME, LOG_FILE_NAME):
        with suppress(FileNotFoundError):
            handle = os.open(folder / name, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
            with os.fdopen(handle, "rb") as stream:
                lines += stream.read(MAX_LOG_BYTES).decode("ascii", "replace").splitlines()
    return lines[-limit:]


def parse_systemd_journal(journal_json: str, limit: int) -> list[str]:
    """The last lines that may be shown of the output of `journalctl --output=json` about Herald.

    These are the messages of a Herald that logs no values, and those of systemd about it.
    """
    lines: list[str] = []
    trusted = set[tuple[object, object]]()
    for line in journal_json.splitlines():
        with suppress(ValueError):
            entry = json.loads(line)
            message, process = entry.get("MESSAGE"), (entry.get("_BOOT_ID"), entry.get("_PID"))
            if message == JOURNAL_MARK:
                trusted.add(process)
            if isinstance(message, str) and (process in trusted or entry.get("_PID") == "1"):
                when = int(entry.get("__REALTIME_TIMESTAMP", 0)) // 1_000_000
                lines.append(f"{_utc(when)} {_one_line(message)}")
    return lines[-limit:]


def _utc(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


# -- uncaught exceptions


def on_uncaught_exception(
    kind: type[BaseException], fault: BaseException, trace: TracebackType | None
) -> None:
    """For `sys.excepthook`: log that Herald ended by a fault of its own."""
    with fault_logging():
        log.critical("Herald ended", exc_info=(kind, fault, trace))
    if not is_logged_by_systemd_journal():
        with suppress(OSError, ValueError):
            print(
                f"herald: Herald ended by a fault of its own ({kind.__name__}), logged in"
                f" {herald_home() / LOG_FILE_NAME}; `herald report-bug` makes an archive to send with what you did",
                file=sys.stderr,
            )


def _on_thread_exception(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
        log.error("a thread ended", exc_info=(args.exc_type, args.exc_value, args.exc_traceback))


def _on_unraisable_exception(args: sys.UnraisableHookArgs) -> None:
    if args.exc_value is not None:
        log.error("nobody could be told", exc_info=(args.exc_type, args.exc_value, args.exc_traceback))
