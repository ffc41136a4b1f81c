"""`herald new-game`: a folder with a whole small game of one's own name, to make another game of."""

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
"""Herald's own packages, and the one of the tests that are written."""


class GameNotWritten(HeraldError, ValueError):
    """There is a reason not to write that folder; nothing was written."""


def add_arguments(parser: ArgumentParser) -> None:
    """What may stand after `herald new-game`."""
    parser.description = (
        "Writes a folder NAME: a Python package with a small whole game, its names in English, and its tests."
        " It can be played at once; change it until it is yours."
    )
    parser.add_argument(
        "game", metavar="NAME", help="what the game is called: letters a to z, digits, hyphens"
    )
    parser.add_argument(
        "--into",
        type=Path,
        default=Path(),
        metavar="FOLDER",
        help="where the folder NAME is made (default: here)",
    )


def run(args: Namespace) -> int:
    """Write it; raises GameNotWritten, OSError."""
    place = write_game_folder(args.game, args.into)
    package = f"herald_{args.game.replace('-', '_')}"
    python = Path(sys.executable)
    herald = python.with_name("herald")  # one has left its folder by then
    print(f"{place} is a whole game now: twelve stones, and whoever takes the last one wins. To try it:")
    print(f"    cd {place}")
    print(f"    {python} -m pip wheel . --no-deps --no-build-isolation")
    print(f"    {herald} games add {package}-0.1.0-py3-none-any.whl")
    print(f"    {herald} check-game {args.game}")
    print(f"    {herald} --virtual --game {args.game}")
    print(
        "README.md there says what each file is for. The recipe of a game: ARCHITECTURE.md in Herald's folder."
    )
    return 0


def write_game_folder(name: str, into: Path) -> Path:
    """Write the folder of a game of that name; raises GameNotWritten, OSError."""
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
    except OSError:  # a full disk: half a game is none
        shutil.rmtree(place, ignore_errors=True)
        raise
    return place


def _is_there(package: str) -> bool:
    """Whether a package of that name is installed, which would hide the game's. The working folder does not count."""
    path = [each for each in sys.path if each and Path(each).resolve() != Path.cwd()]
    found = PathFinder.find_spec(package, path)
    return found is not None and found.origin is not None


def _prefix(name: str) -> str:
    """What the ids of a game's clauses begin with."""
    return name.replace("-", "").upper()


def _texts(folder: Traversable, path: Path) -> list[tuple[Path, str]]:
    """Every file of the template with its path; what makes the template itself a package is none of it."""
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
    """The template's text or path for a game of that name, which is said in so many ways."""
    package = name.replace("-", "_")
    now = {
        f"{TEMPLATE_PACKAGE}.mygame": package,
        "mygame": package,
        "my-game": name,
        "My game": name.replace("-", " ").capitalize(),
        "MYGAME": _prefix(name),
    }
    return re.sub("|".join(map(re.escape, now)), lambda said: now[said[0]], text)
