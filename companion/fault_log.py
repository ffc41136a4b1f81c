"""The log: every unforeseen fault, with its type and its frames and never with a value.

A value could name a card that lies face down: the text of an exception, the local variables and the arguments of a
message are left out, whoever reports the fault. The log is a file in HERALD_HOME, at most 2 MB, readable by its owner
only; where systemd runs Herald as a service it is the system's journal.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from io import TextIOWrapper
from itertools import count
from logging.handlers import RotatingFileHandler
from pathlib import Path
from traceback import walk_tb

from companion.home import herald_home

log = logging.getLogger(__name__)
logging.raiseExceptions = False  # where standard error cannot be written there is nowhere left to report to

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
JOURNAL_MARK = "Faults are told here without values"
"""The first message in the journal of a Herald that logs no values: an older version may have logged anything."""
PROJECT_FOLDER, STDLIB_FOLDER = Path(__file__).parents[1], Path(os.__file__).parent
SOURCE_FOLDERS = re.compile(
    f".*/(?:site|dist)-packages/|(?:{re.escape(f'{PROJECT_FOLDER}')}|{re.escape(f'{STDLIB_FOLDER}')})/|.*/"
)
"""The folders of one computer at the beginning of a source file's path."""


# -- a fault in words


def fault_lines(fault: BaseException) -> Iterator[str]:
    """The type of an exception and its frames, outermost first, and the same for its causes."""
    seen: set[int] = set()
    waiting: list[tuple[str, BaseException | None]] = [("", fault)]
    while waiting and len(seen) < MAX_CHAINED_EXCEPTIONS:
        how, each = waiting.pop(0)
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        kind = type(each)
        yield f"    {how}{f'{kind.__module__}.{kind.__qualname__}'.removeprefix('builtins.')}"
        frames = [
            f"        {portable_path(frame.f_code.co_filename)}:{line} {frame.f_code.co_qualname}"
            for frame, line in walk_tb(each.__traceback__)
        ]
        left_out = len(frames) - FIRST_FRAMES - LAST_FRAMES
        if left_out > 0:
            frames[FIRST_FRAMES:-LAST_FRAMES] = [f"        ({left_out} frames more)"]
        yield from frames
        waiting.append(("caused by ", each.__cause__))
        if not each.__suppress_context__:
            waiting.append(("while handling ", each.__context__))
        if isinstance(each, BaseExceptionGroup):
            waiting += (("one of them: ", one) for one in each.exceptions)


def portable_path(filename: str) -> str:
    """A source file without the folders of one computer: `companion/cli.py`, `kivy/app.py`, `threading.py`."""
    return "<made while it ran>" if filename.startswith("<") else SOURCE_FOLDERS.sub("", filename, count=1)


def _fault(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _is_own(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in OWN_LOGGERS


def _utc(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


class FaultFormatter(logging.Formatter):
    """Formats one entry: time (UTC), level, place and thread, message, and the fault.

    Without `dated` there is no time, and what is no fault is only its message: the journal adds the rest itself.
    """

    def __init__(self, dated: bool = True) -> None:
        super().__init__()
        self._dated = dated

    def format(self, record: logging.LogRecord) -> str:
        """The entry in ASCII, on as many lines as it needs."""
        fault, place = _fault(record), portable_path(record.pathname)
        # in kivy/core its providers report what this computer lacks for a window, sound or fonts, and no widgets
        if not _is_own(record) and not place.startswith("kivy/core/"):
            said = f"said something at {place}:{record.lineno}"
        elif fault is None:
            said = record.getMessage()
        else:
            said = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
        if (times := getattr(record, "times", 1)) > 1:
            said += f" ({times} times by now)"
        if self._dated or fault is not None:
            said = f"{record.levelname} {place}:{record.lineno} [{record.threadName}] {said}"
        if self._dated:
            said = f"{_utc(record.created)} {said}"
        lines = (said, *(() if fault is None else fault_lines(fault)))
        return "\n".join(ascii(line)[1:-1] for line in lines)[:MAX_ENTRY_CHARS]


def passes_at_doublings() -> Callable[[logging.LogRecord], bool]:
    """A filter that a fault passes the 1st, 2nd, 4th, 8th time and so on, with the number as `record.times`.

    One that happens twenty times a second must not wash all others out of the log.
    """
    counters = lru_cache(lambda _fault: count(1))  # of so many different faults as a cache holds

    def passes(record: logging.LogRecord) -> bool:
        fault = _fault(record)
        if fault is None:
            return True
        times = next(counters((record.pathname, record.lineno, *fault_lines(fault))))
        record.times = times
        return times.bit_count() == 1

    return passes


# -- handlers


class FaultLogHandler(RotatingFileHandler):
    """The log file. A fault that cannot be written there goes to standard error; it never raises or waits."""

    def _open(self) -> TextIOWrapper:
        """Open the file, readable by its owner only; raises OSError where it is not Herald's own file."""
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        # no link is followed, and no pipe waited for
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        stream = os.fdopen(os.open(self.baseFilename, flags, 0o600), "a", encoding="ascii")
        os.fchmod(stream.fileno(), 0o600)  # others may have been able to read an older one
        return stream

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record and close the file: one that is removed or moved meanwhile is begun anew."""
        super().emit(record)
        with suppress(OSError, ValueError):
            self.close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Tell people: the disk is full or the folder read-only, and the next entry is tried again."""
        with suppress(OSError, ValueError):
            if _fault(record) is not None:
                print(self.format(record), file=sys.stderr)


def is_logged_by_systemd_journal(environment: Mapping[str, str] = os.environ, handle: int = 2) -> bool:
    """Whether systemd runs this process as a service and puts its standard error into the journal."""
    with suppress(OSError):
        there = os.fstat(handle)
        # programs of a desktop have a journal too, which nobody reads, but are not what systemd started itself
        wanted = {"SYSTEMD_EXEC_PID": str(os.getpid()), "JOURNAL_STREAM": f"{there.st_dev}:{there.st_ino}"}
        return wanted.items() <= environment.items()
    return False


@contextmanager
def fault_logging(verbose: bool = False) -> Iterator[None]:
    """Within the context faults go to the log, those of threads too.

    Warnings also go to standard error, and with `verbose` all other messages.
    """
    hooks = threading.excepthook, sys.unraisablehook
    levels = {logger: logger.level for logger in map(logging.getLogger, OWN_LOGGERS)}
    is_service, stderr = is_logged_by_systemd_journal(), logging.StreamHandler()
    handlers: list[logging.Handler] = [stderr]
    if not is_service:
        stderr.setLevel(logging.INFO if verbose else logging.WARNING)
        stderr.addFilter(lambda record: _fault(record) is None)
        path = herald_home() / LOG_FILE_NAME
        handlers.append(
            FaultLogHandler(path, "a", MAX_LOG_BYTES, backupCount=1, encoding="ascii", delay=True)
        )
    handlers[-1].setFormatter(FaultFormatter(dated=not is_service))
    handlers[-1].addFilter(passes_at_doublings())
    for handler in handlers:
        handler.addFilter(lambda record: record.levelno >= logging.WARNING or _is_own(record))
        logging.root.addHandler(handler)
    for logger in levels:
        logger.setLevel(logging.INFO)
    threading.excepthook, sys.unraisablehook = _on_lost_exception, _on_lost_exception
    if is_service:
        log.info(JOURNAL_MARK)
    try:
        yield
    finally:
        threading.excepthook, sys.unraisablehook = hooks
        for logger, level in levels.items():
            logger.setLevel(level)
        for handler in handlers:
            logging.root.removeHandler(handler)
            handler.close()


def _on_lost_exception(args: threading.ExceptHookArgs | sys.UnraisableHookArgs) -> None:
    if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
        log.error("nobody caught it", exc_info=args.exc_value)


def on_uncaught_exception(fault: BaseException) -> None:
    """For `sys.excepthook`: log that Herald ended by a fault of its own, and say how to report it."""
    with fault_logging():
        log.critical("Herald ended", exc_info=fault)
    if not is_logged_by_systemd_journal():
        with suppress(OSError, ValueError):
            print(
                f"herald: Herald ended by a fault of its own ({type(fault).__name__}), logged in"
                f" {herald_home() / LOG_FILE_NAME}; `herald report-bug` makes an archive to send with what you did",
                file=sys.stderr,
            )


def parse_systemd_journal(journal_json: str) -> list[str]:
    """The lines that may be shown of the output of `journalctl --output=json` about Herald.

    These are the messages of a Herald that logs no values, and those of systemd about it.
    """
    lines, trusted = list[str](), set[tuple[object, object]]()
    for line in journal_json.splitlines():
        with suppress(ValueError):
            entry = json.loads(line)
            message, process = entry.get("MESSAGE"), (entry.get("_BOOT_ID"), entry.get("_PID"))
            if message == JOURNAL_MARK:
                trusted.add(process)
            if isinstance(message, str) and (process in trusted or entry.get("_PID") == "1"):
                when = int(entry.get("__REALTIME_TIMESTAMP", 0)) // 1_000_000
                lines.append(f"{_utc(when)} {ascii(message)[1:-1]}")
    return lines
