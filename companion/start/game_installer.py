"""Installs games from outside: wheels are unpacked into HERALD_HOME/games, which updates leave alone.

The wheel is Python's own format (https://packaging.python.org/specifications/binary-distribution-format/),
unpacked by pip without a network. A game may depend on what Herald itself brings, and on nothing else.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from importlib.metadata import Distribution, PackageNotFoundError, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

from companion.games.installed import (
    ENTRY_POINT_GROUP,
    SET_ASIDE_SUFFIX,
    InstalledGame,
    added_games_folder,
    entry_points_and_games,
    installed_games,
)
from companion.rules.errors import HeraldError, InvalidFile
from companion.table.storage.disk import (
    PRIVATE_UMASK,
    fsync_folder,
    is_bad_offset,
    make_private_folder,
    take_lock,
)

UNPACK_TIMEOUT_S = 120.0
"""Seconds that unpacking may take on the slowest card."""
TRIAL_START_TIMEOUT_S = 30.0
"""Seconds that Herald may take to start with the game."""
REPOSITORY_ROOT = Path(__file__).parents[2]
"""The folder from which `python -m companion` runs."""


class GameNotAdded(HeraldError, ValueError):
    """Raised where a game cannot be added; the installed games are as before."""


class NoSuchGame(HeraldError, LookupError):
    """Raised where no added game has that name."""


def install_wheel(wheel: Path) -> tuple[InstalledGame, ...]:
    """Add the games of a wheel, or replace an older version of the same package; returns the games.

    Raises GameNotAdded, InvalidFile and OSError.
    """
    package = _checked(wheel)
    there = added_games_folder()
    make_private_folder(there)
    place, fresh, before = there / package, there / f".{package}.new", there / f".{package}{SET_ASIDE_SUFFIX}"
    with _alone(there):
        for left in (fresh, before):  # left by an installation that lost power
            if left is before and not place.exists() and before.exists():
                before.rename(place)
            shutil.rmtree(left, ignore_errors=True)
        unpacked = fresh / there.name / package
        try:
            _unpack(wheel, unpacked)
            _try(wheel, fresh)
            if place.exists():
                place.rename(before)
            unpacked.rename(place)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
            fsync_folder(there)
        try:
            brought = _brought(place)
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            if before.exists():
                before.rename(place)
            raise
        finally:
            fsync_folder(there)
        shutil.rmtree(before, ignore_errors=True)
        return brought


def uninstall_game(name: str) -> str:
    """Remove the package of that name or of the game of that name, and return its name.

    Raises NoSuchGame, GameNotAdded and OSError. Nothing of the package is imported: it may be the one that
    breaks Herald.
    """
    for _, each in entry_points_and_games():
        if name in (each.name, each.package):
            if each.folder is None:
                raise NoSuchGame(
                    f"{name} was not added: it came with {each.package} {each.version} and stays"
                )
            with _alone(each.folder.parent):
                gone = each.folder.with_name(f".{each.folder.name}.gone")
                shutil.rmtree(gone, ignore_errors=True)
                each.folder.rename(gone)
                fsync_folder(gone.parent)
                shutil.rmtree(gone, ignore_errors=True)
            return each.package
    raise NoSuchGame(f"no game is called {name}: `herald games` lists them")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the lock of the added games. Raises GameNotAdded where another process holds it, and OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        if not take_lock(handle, fcntl.LOCK_EX):
            raise GameNotAdded("another Herald adds or removes a game just now; try again when that is over")
        yield
    finally:
        os.close(handle)


# -- the wheel


def _checked(wheel: Path) -> str:
    """The name of the package in a wheel, without unpacking it.

    Raises GameNotAdded where the wheel cannot be used here, and InvalidFile where it is damaged.
    """
    try:
        name, version, _, tags = parse_wheel_filename(wheel.name)
    except InvalidWheelFilename as wrong:
        raise GameNotAdded(
            f"{wheel.name} is not called like a wheel (NAME-VERSION-py3-none-any.whl): {wrong}"
        ) from wrong
    if not any((tag.abi, tag.platform) == ("none", "any") for tag in tags):
        raise GameNotAdded(
            f"{wheel.name} is made for one kind of computer: ask for one that ends with none-any.whl"
        )
    try:
        with zipfile.ZipFile(wheel) as archive:
            inside = next(
                (each for each in zipfile.Path(archive).iterdir() if each.name.endswith(".dist-info")), None
            )
            if inside is None:
                raise GameNotAdded(f"{wheel.name} holds no Python package: build it anew")
            brought = PathDistribution(inside)
            games = [entry for entry in brought.entry_points if entry.group == ENTRY_POINT_GROUP]
            unmet = list(_unmet(brought))
    except HeraldError:
        raise
    except Exception as fault:  # a foreign file may raise anything in its readers
        if isinstance(fault, OSError) and not is_bad_offset(fault):
            raise
        raise InvalidFile(f"damaged, or no wheel: {fault}; fetch it anew", wheel.name) from fault
    if not games:
        raise GameNotAdded(f"{wheel.name} brings no game: it registers nothing under {ENTRY_POINT_GROUP}")
    if unmet:
        raise GameNotAdded(f"{name} {version} needs what this Herald has not: {', '.join(unmet)}")
    return str(canonicalize_name(name))


def _unmet(brought: Distribution) -> Iterator[str]:
    """The requirements of a package that Herald does not bring."""
    for text in brought.requires or ():
        try:
            need = Requirement(text)
            if need.marker is not None and not need.marker.evaluate({"extra": ""}):
                continue
            if not need.specifier.contains(distribution(need.name).version, prereleases=True):
                yield text
        except (InvalidRequirement, PackageNotFoundError):
            yield text


def _unpack(wheel: Path, into: Path) -> None:
    """Unpack the wheel by pip. Raises GameNotAdded."""
    command = [sys.executable, "-Im", "pip", "--isolated", "--disable-pip-version-check", "--quiet"]
    command += [
        "install",
        "--no-index",
        "--no-deps",
        "--no-compile",
        "--target",
        str(into),
        str(wheel.resolve()),
    ]
    try:
        ran = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=UNPACK_TIMEOUT_S,
            check=False,
            umask=PRIVATE_UMASK,
        )
    except subprocess.TimeoutExpired as late:
        shutil.rmtree(into, ignore_errors=True)
        raise GameNotAdded(f"{wheel.name} could not be unpacked in {UNPACK_TIMEOUT_S:.0f} seconds") from late
    if ran.returncode:
        shutil.rmtree(into, ignore_errors=True)
        last = (ran.stderr.strip().splitlines() or ["pip gives no reason"])[-1]
        raise GameNotAdded(f"{wheel.name} could not be unpacked: {last}")


def _try(wheel: Path, home: Path) -> None:
    """Try whether a Herald with only this game from outside starts.

    Raises GameNotAdded where it hangs or crashes. Other faults are reported later, when the game is loaded
    here.
    """
    command = [sys.executable, "-m", "companion", "games"]
    try:
        ran = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**os.environ, "HERALD_HOME": str(home.absolute())},
            cwd=REPOSITORY_ROOT,
            timeout=TRIAL_START_TIMEOUT_S,
            check=False,
            umask=PRIVATE_UMASK,  # it keeps compiled modules there
        )
    except subprocess.TimeoutExpired as late:
        raise GameNotAdded(
            f"{wheel.name} cannot be added: Herald would hang as soon as it looks at the game"
        ) from late
    if ran.returncode not in (0, 1):
        raise GameNotAdded(
            f"{wheel.name} cannot be added: Herald ended as soon as it looked at the game (status {ran.returncode})"
        )


def _brought(place: Path) -> tuple[InstalledGame, ...]:
    """The games that a package brings.

    Raises GameNotAdded where one cannot be played, or where there is none.
    """
    installed_games.cache_clear()
    invalidate_caches()
    brought = tuple(
        each
        for each in installed_games()
        # where a game was built, `python -m companion` finds it in the working folder first
        if each.folder == place or (not each.is_built_in and canonicalize_name(each.package) == place.name)
    )
    for each in brought:
        if each.plugin is None:
            raise GameNotAdded(f"{each.name}: {each.unplayable_reason}")
    if not brought:
        raise GameNotAdded(f"a package called {place.name} is installed beside Herald already, and hides it")
    return brought
