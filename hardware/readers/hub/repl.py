"""MicroPython's prompt on a Pico, used through mpremote: lists and writes the files of its flash.

Nothing here needs a program on the Pico, and none may run there: `herald hub flash` ends it before.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct

from hardware.errors import HardwareError

SILENCE_TIMEOUT_S = 15
"""Seconds without output until mpremote counts as hung: it gives up after 10 s in most cases; a file takes
three."""
MPREMOTE_COMMAND = (sys.executable, "-P", "-u", "-m", "mpremote")

LIST_FILES_SCRIPT = """
import hashlib, os, sys
def look(at):
    for each in os.ilistdir(at) if at else os.ilistdir():
        path = at + each[0]
        if each[1] == 0x4000:
            if path.split("/")[0] in OURS:
                print("folder", path)
                look(path + "/")
            continue
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            while True:
                some = file.read(512)
                if not some:
                    break
                digest.update(some)
        print("file", "".join(["%02x" % byte for byte in digest.digest()]), path)
look("")
print("is", sys.implementation._machine)
"""
"""Run on the Pico. Folders of other programs are not searched."""

REMOVE_SCRIPT = """
import os
for path in PATHS:
    try:
        os.remove(path)
    except OSError:
        os.rmdir(path)
"""


class ReplError(HardwareError, OSError):
    """A command at MicroPython's prompt failed. The text is mpremote's."""


class FlashContents(Struct, frozen=True):
    """The files on a Pico.

    `files`: path -> SHA-256 of each file of ours and at the top; `folders`: ours; `board`: its name in
    MicroPython.
    """

    files: Mapping[str, str]
    folders: frozenset[str]
    board: str


class MicroPythonRepl:
    """The prompt of the Pico at a serial device."""

    def __init__(self, path: str) -> None:
        self._path = path

    def list_files(self, own_folders: Sequence[str]) -> FlashContents:
        """The contents of the flash; `own_folders`: the top folders to search. Raises ReplError."""
        files, folders, board = dict[str, str](), set[str](), ""
        for line in self._output_lines("exec", f"OURS = {list(own_folders)!r}\n{LIST_FILES_SCRIPT}"):
            match line.split(" ", 2):
                case ["file", digest, path]:
                    files[path] = digest
                case ["folder", path]:
                    folders.add(path)
                case ["is", *words]:
                    board = " ".join(words)
        if not board:
            raise ReplError("it stopped in the middle of an answer")
        return FlashContents(files, frozenset(folders), board)

    def remove(self, paths: Sequence[str]) -> None:
        """Remove files, and folders that are empty then, in this order. Raises ReplError."""
        if paths:
            list(self._output_lines("exec", f"PATHS = {list(paths)!r}\n{REMOVE_SCRIPT}"))

    def rename(self, path: str, to: str) -> None:
        """Rename a file. Raises ReplError."""
        list(self._output_lines("exec", f"import os\nos.rename({path!r}, {to!r})"))

    def copy_files(
        self,
        folder: Path,
        paths: Sequence[str],
        existing_folders: frozenset[str],
        report: Callable[[str], None],
    ) -> None:
        """Copy these files of a folder, in this order, and call `report` with each path when its copy begins.

        `existing_folders`: folders that the Pico has. Raises ReplError.
        """
        parents = {str(parent) for path in paths for parent in PurePosixPath(path).parents} - {"."}
        words: list[str] = []
        for parent in sorted(parents - existing_folders):
            words += ["fs", "mkdir", f":{parent}", "+"]
        for path in paths:
            words += ["fs", "cp", "-f", str(folder / path), f":{path}", "+"]
        for line in self._output_lines(*words[:-1]) if words else ():
            if line.startswith("cp "):
                report(line.rpartition(" :")[2])

    def restart(self) -> None:
        """Restart the Pico, with its program, if it has one. Raises ReplError."""
        list(self._output_lines("reset"))

    def _output_lines(self, *words: str) -> Iterator[str]:
        """The lines that mpremote prints."""
        with subprocess.Popen(
            [*MPREMOTE_COMMAND, "connect", self._path, "resume", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as process:
            assert process.stdout is not None
            lines: list[str] = []
            try:
                for line in _lines(process.stdout.fileno()):
                    lines = [*lines[-20:], line]
                    yield line
                process.wait(SILENCE_TIMEOUT_S)
            finally:
                process.kill()
        if process.returncode:
            raise ReplError(_last(lines))


def _lines(output: int) -> Iterator[str]:
    """The lines that a process prints. Raises ReplError when it is silent for too long."""
    held = b""
    while True:
        if not select.select([output], [], [], SILENCE_TIMEOUT_S)[0]:
            raise ReplError(f"nothing was heard for {SILENCE_TIMEOUT_S} s")
        data = os.read(output, 4096)
        *whole, held = (held + data).split(b"\n")
        yield from (line.rstrip(b"\r").decode(errors="replace") for line in whole)
        if not data:
            yield from ([held.decode(errors="replace")] if held else [])
            return


def _last(lines: Sequence[str]) -> str:
    """The line of an output that names the fault."""
    texts = [line.removeprefix("mpremote: ").strip() for line in lines if line.strip()]
    return texts[-1] if texts else "mpremote ended without a word"
