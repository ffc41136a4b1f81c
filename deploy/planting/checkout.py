"""A private copy of Herald with an environment of its own, where faults are planted one after another."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from .faults import CATALOGUE_TEST, PlantedFault, text_with_fault
from .running import RunTimedOut, run_program

REMOVED_VARIABLES = {"CI", "HERALD_LONG", "HERALD_QUICK", "HERALD_HOME", "PYTEST_ADDOPTS", "VIRTUAL_ENV"}
"""Variables of our environment that would change the tests."""
PYTEST_COMMAND = (".venv/bin/pytest", "-x", "--tb=line", "--no-header", "-p", "no:cacheprovider")
WHOLE_SUITE_OPTIONS = ("-n", "2", "--dist", "worksteal")
FAILED_TEST_LINE = re.compile(r"^(?:FAILED|ERROR) (tests/\S+?\.py::.+?)(?: - .*)?$", re.MULTILINE)
"""A line at the end of pytest's output that names a test; a module that could not be collected has no `::`.
"""
PLANTED_FILE_TIME = 1_000_000_000
"""A time in 2001, in seconds: planted files get it and the seconds after it, so that none passes for another.
"""


class CheckoutNotReady(Exception):
    """A copy cannot be set up."""


@dataclass(frozen=True)
class FaultOutcome:
    """The outcome of planting a fault: the test that saw it, or that tests hung, or "", and the seconds.

    `whole_suite_ran` says whether the whole suite was run; `remark` is pytest's output when it ran no test.
    """

    fault: PlantedFault
    failing_test: str
    seconds: float
    whole_suite_ran: bool
    remark: str = ""


class PrivateCheckout:
    """A copy in a folder, and the folder for the files of its tests."""

    def __init__(self, folder: Path, patience: float, stop: Event) -> None:
        """`folder` does not exist yet. No test may be silent for longer than `patience` seconds."""
        self._folder = folder / "herald"
        self._output = folder / "output"
        self._temporary = folder / "tmp"
        self._patience = patience
        self._stop = stop
        self._planted = 0
        self._temporary.mkdir(parents=True)

    @property
    def _environment(self) -> Mapping[str, str]:
        ours = {name: value for name, value in os.environ.items() if name not in REMOVED_VARIABLES}
        return {**ours, "TMPDIR": str(self._temporary)}

    def create(self, repository: Path) -> None:
        """Clone the committed state of a checkout and set it up. Raises CheckoutNotReady."""
        clone = ("git", "clone", "--quiet", repository, self._folder)
        for words, where in ((clone, repository), (("deploy/setup", "--tests"), self._folder)):
            if self._run(words, where):
                raise CheckoutNotReady(f"{words[0]} failed:\n{self._said()}")

    def try_fault(self, fault: PlantedFault, only_first: bool) -> FaultOutcome:
        """Plant a fault, run its tests, then the whole suite unless it was seen, and remove the fault again."""
        begun = time.monotonic()
        self._plant(fault)
        try:
            seen_by, odd = self._tests(fault.tests)
            whole = not seen_by and not only_first
            if whole:
                seen_by, odd = self._tests((*WHOLE_SUITE_OPTIONS, f"--ignore={CATALOGUE_TEST}"))
        finally:
            self._restore(fault)
        return FaultOutcome(fault, seen_by, time.monotonic() - begun, whole, odd)

    def _plant(self, fault: PlantedFault) -> None:
        path = self._folder / fault.path
        path.write_text(text_with_fault(fault, self._folder), encoding="utf-8")
        self._planted += 1
        os.utime(path, (PLANTED_FILE_TIME + self._planted, PLANTED_FILE_TIME + self._planted))
        self._compile(path)

    def _restore(self, fault: PlantedFault) -> None:
        """Restore everything as it was committed, also files that a test wrote."""
        for words in (("reset", "--hard"), ("clean", "-fd")):
            subprocess.run(("git", *words, "--quiet"), cwd=self._folder, check=True)
        self._compile(self._folder / fault.path)

    def _compile(self, path: Path) -> None:
        """Compile a file again as set-up does; a set-up that a fault breaks is for the tests to see."""
        path.with_suffix(".mo").unlink(missing_ok=True)
        subprocess.run(("deploy/setup", "--tests"), cwd=self._folder, check=False, capture_output=True)

    def _tests(self, words: Sequence[str]) -> tuple[str, str]:
        """The first test that failed, or ""; and pytest's output if it ran no test."""
        try:
            status = self._run((*PYTEST_COMMAND, f"--basetemp={self._temporary / 'p'}", *words), self._folder)
        except RunTimedOut:
            return f"tests that hang: nothing for {self._patience:.0f} s", ""
        if status == 0:
            return "", ""
        # 1: tests failed; 2: the same with several workers, or what they test cannot even be imported
        if status in (1, 2) and (failed := FAILED_TEST_LINE.search(self._said())):
            return failed[1], ""
        return "", self._said()

    def _run(self, words: Sequence[str | Path], folder: Path) -> int:
        return run_program(words, folder, self._output, self._environment, self._patience, self._stop)

    def _said(self) -> str:
        return self._output.read_text(encoding="utf-8", errors="replace")
