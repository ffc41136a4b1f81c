"""Roots in which Herald was installed, as a person does it: the folder is there, `sudo deploy/install` is typed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from machines.root_folders import (
    HERALD_FOLDER,
    PYTHON_BY_SUITE,
    clone_repository_into,
    copy_root,
    exclusive_lock,
    fresh_root,
    overlay_root,
    run_in_root,
    write_file,
)


class Installed(NamedTuple):
    """A root, and what `deploy/install --kit two` said in it."""

    suite: str
    root: Path
    said: list[str]

    @property
    def python(self) -> str:
        return PYTHON_BY_SUITE[self.suite]

    def copy(self, to: Path) -> Installed:
        """One that a test may change."""
        return self._replace(root=overlay_root(self.root, to))

    def does(
        self, script: str, *words: str, environment: Mapping[str, str] | None = None, typed: str = ""
    ) -> Done:
        """Runs one of the scripts in deploy/ as root."""
        done = run_in_root(
            self.root,
            f"{HERALD_FOLDER}/deploy/{script}",
            *words,
            environment=environment,
            standard_input=typed,
        )
        return Done(done.returncode, lines(done.stdout))

    def anna(self, *command: str) -> str:
        """What a command says that anna runs in Herald's folder; it must go well."""
        words = ["runuser", "-u", "anna", "--", "env", "--chdir", HERALD_FOLDER, "HOME=/opt/anna", *command]
        done = run_in_root(self.root, *words)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def python_says(self, program: str) -> list[str]:
        """What a program in Herald's Python prints when anna runs it."""
        return self.anna("PYTHONDONTWRITEBYTECODE=1", ".venv/bin/python", "-c", program).splitlines()

    def text(self, path: str) -> str:
        """A file of the root."""
        done = run_in_root(self.root, "cat", path)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def has(self, path: str) -> bool:
        return run_in_root(self.root, "test", "-e", path).returncode == 0

    def put(self, path: str, text: str, mode: str = "644") -> None:
        write_file(self.root, path, text, mode)


class Done(NamedTuple):
    """How a script ended and what it said."""

    status: int
    said: list[str]


def lines(said: str) -> list[str]:
    """What a script said, without the remarks of tools that notice they are in a folder and not on a computer."""
    remarks = ("Running in chroot, ignoring", "debconf: delaying", "E: Can not write log")
    return [line for line in said.splitlines() if not line.startswith(remarks)]


def install(suite: str, root: Path) -> Installed:
    """A fresh root in which Herald is then installed. Made by the first test that asks, of whatever process."""
    told = root.with_suffix(".said")
    with exclusive_lock(root.with_suffix(".lock")):
        if not told.exists():
            copy_root(fresh_root(suite), root)
            clone_repository_into(root)
            done = Installed(suite, root, []).does("install", "--kit", "two")
            assert done.status == 0, "\n".join(done.said)
            told.write_text("\n".join(done.said))
    return Installed(suite, root, told.read_text().splitlines())
