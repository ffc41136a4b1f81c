"""`herald new-game`: writes a folder with a small whole game, from which another game can be made."""

from __future__ import annotations

import keyword
import re
import shutil
import sys
from argparse import ArgumentParser, Namespace
from importlib.machinery import PathFinder
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.games.installed import GAME_NAME_PATTERN, installed_games
from companion.rules.errors import HeraldError
from companion.voice.game_texts import load_common_clauses
from companion.voice.language import SOURCE_LANGUAGE

TEMPLATE_PACKAGE = "companion.contract.template"
RESERVED_PACKAGES = ("companion", "hardware", "firmware", "tests")
"""Herald's own packages, and the package of the tests that the template contains."""


class GameNotWritten(HeraldError, ValueError):
    """Raised with the reason why the folder is not written; nothing was written."""


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of `herald new-game`."""
    parser.description = (
        "Writes a folder NAME: a Python package with a small complete game, its English texts, and its tests."
        " It can be played at once; change it into your own game."
    )
    parser.add_argument(
        "name", metavar="NAME", help="what the game is called: letters a to z, digits, hyphens"
    )
    parser.add_argument(
        "--into",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="where the folder NAME is made (default: here)",
    )
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Write the folder and print the next steps. Raises GameNotWritten and OSError."""
    place = write_game_folder(args.name, args.into)
    package = f"herald_{args.name.replace('-', '_')}"
    python = Path(sys.executable)
    herald = python.with_name("herald")  # the reader has changed to the game's folder by then
    print(f"{place} is a whole game now: twelve stones, and whoever takes the last one wins. To try it:")
    print(f"    cd {place}")
    print(f"    {python} -m pip wheel . --no-deps --no-build-isolation")
    print(f"    {herald} games add {package}-0.1.0-py3-none-any.whl")
    print(f"    {herald} check-game {args.name}")
    print(f"    {herald} --virtual --game {args.name}")
    print(
        "README.md there says what each file is for. The recipe of a game: ARCHITECTURE.md in Herald's folder."
    )
    return 0


def write_game_folder(name: str, into: Path) -> Path:
    """Write the folder of a game of that name and return it. Raises GameNotWritten and OSError."""
    package = name.replace("-", "_")
    if not GAME_NAME_PATTERN.fullmatch(name):
        raise GameNotWritten(f"{name!r} is no name for a game: letters a to z, digits, and hyphens within it")
    if (
        keyword.iskeyword(package)
        or package in (*sys.stdlib_module_names, *RESERVED_PACKAGES)
        or _is_there(package)
    ):
        raise GameNotWritten(
            f"{name} means something else in Python: choose another name, {name}-game perhaps"
        )
    for each in installed_games():
        if name in (each.name, *(each.plugin.aliases if each.plugin else ())):
            raise GameNotWritten(f"a game called {name} is installed already ({each.package} {each.version})")
    if f"{_prefix(name)}-1" in load_common_clauses(SOURCE_LANGUAGE):
        raise GameNotWritten(
            f"clauses of a game called {name} would be called as Herald's own: choose another name"
        )
    place = into / name
    if place.exists():
        raise GameNotWritten(f"{place} is there already: choose another name, or another folder with --into")
    root = files(TEMPLATE_PACKAGE)
    texts = dict(_texts(root, Path()))
    place.mkdir(parents=True)
    try:
        for path, text in texts.items():
            file = place / _renamed(str(path), name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(_renamed(text, name), encoding="utf-8")
    except OSError:  # the disk is full: half a game is removed again
        shutil.rmtree(place, ignore_errors=True)
        raise
    return place


def _is_there(package: str) -> bool:
    """Whether a package of that name is installed that would hide the game's.

    The working folder does not count.
    """
    path = [each for each in sys.path if each and Path(each).resolve() != Path.cwd()]
    found = PathFinder.find_spec(package, path)
    return found is not None and found.origin is not None


def _prefix(name: str) -> str:
    """The prefix of the ids of a game's clauses."""
    return name.replace("-", "").upper()


def _texts(folder: Traversable, path: Path) -> list[tuple[Path, str]]:
    """Every file of the template with its path, without the files that make the template itself a package."""
    found = []
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir() and each.name != "__pycache__":
            found += _texts(each, path / each.name)
        elif (
            each.is_file()
            and not (path == Path() and each.name == "__init__.py")
            and not each.name.endswith(".pyc")
        ):
            found.append((path / each.name, each.read_text(encoding="utf-8")))
    return found


def _renamed(text: str, name: str) -> str:
    """The template's text or path with the game's name in each of its forms."""
    package = name.replace("-", "_")
    replacements = {
        f"{TEMPLATE_PACKAGE}.mygame": package,
        "mygame": package,
        "my-game": name,
        "My game": name.replace("-", " ").capitalize(),
        "MYGAME": _prefix(name),
    }
    return re.sub("|".join(map(re.escape, replacements)), lambda match: replacements[match[0]], text)
