"""How large the house is: lines by kind, who imports whom, what nothing uses, and what came and went since a commit.

deploy/size prints it, and tests/test_house.py holds what may only become less.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

TOPS = ("companion", "hardware", "firmware", "deploy", "tests")
PYTHON = ("code", "docstring", "comment", "import", "blank")
DATA = (".toml", ".po")
ROOTS = ("deploy", "tests/plugins/nine-mens-morris")
"""Folders whose modules are imported without them."""
NAMING = (".toml", ".kv", ".bash", ".service", "")
"""Files that may name a function: data, styles, programs that are no Python."""
SHORT = 120
"""Lines of a module that is too small to stand alone for one other."""
FOUND_BY_NAME = {
    "deploy/machines/scenes/": "show_",
    "deploy/measuring/": "measure_",
    "deploy/soaking/": "soak_",
}
"""Folder -> how the functions begin that its program puts together the names of."""
CALLED_LIKE_THEIR_MODULES = {"companion/screen/pages/": "Page", "companion/screen/overlays/": "TableOverlay"}
"""Folder whose modules each have a class of their name that is found by it -> how that name ends."""
CALLED_FROM_OUTSIDE = {
    "build_sdist", "get_requires_for_build_wheel", "prepare_metadata_for_build_wheel",  # pip
    "emit", "handleError",  # logging
    "load_kv", "on_stop", "_thread_run",  # Kivy
    "_set_frequency",  # gpiozero
    "setwarnings",  # mfrc522
    "WDT_RESET",  # MicroPython's other cause of a reset
    "SET2", "WR_ERR",  # the datasheet has them among their like
}  # fmt: skip
"""Names that libraries and people know, and no line of ours."""


@dataclass(frozen=True)
class Source:
    """A Python file.

    `defined` are its functions, classes, methods and constants with their lines, and `own_uses` is how often each
    uses itself. `loaded` are the names that it reads, `said` its attributes and the words of its strings.
    """

    path: Path
    text: str
    imports: Sequence[tuple[str, str]]
    defined: Sequence[tuple[str, int]]
    own_uses: Counter[str]
    loaded: Counter[str]
    said: Counter[str]
    protocols: int

    @property
    def lines(self) -> int:
        """As `wc -l` counts them."""
        return self.text.count("\n")


@dataclass(frozen=True)
class House:
    """What git knows of a checkout: Python by the module's name, and the numbers of lines of data by path."""

    sources: Mapping[str, Source]
    data_lines: Mapping[Path, int]
    words: frozenset[str]
    """Those of the files that may name a function."""

    @cached_property
    def importers(self) -> Mapping[str, set[str]]:
        """Module -> the modules that import it, tests apart."""
        found: dict[str, set[str]] = defaultdict(set)
        for module, source in self.sources.items():
            if "tests" not in source.path.parts:
                for origin, name in source.imports:
                    inner = f"{origin}.{name}"
                    found[inner if inner in self.sources else origin].add(module)
        return found

    @cached_property
    def single(self) -> Mapping[str, str]:
        """Module -> the only one that imports it."""
        return {
            module: next(iter(users))
            for module, source in self.sources.items()
            if len(users := self.importers.get(module, set()) - {module}) == 1
            and "tests" not in source.path.parts
            and source.path.name != "__init__.py"
        }

    @cached_property
    def lonely(self) -> Sequence[str]:
        """The modules that only one other imports and that are short."""
        return [module for module in self.single if self.sources[module].lines < SHORT]

    @cached_property
    def unused(self) -> Mapping[str, Sequence[str]]:
        """Module -> the names it defines and that no module, test or data file uses, each with its line.

        A use is a name read in its module, an import from it, and the name as an attribute or in a string anywhere,
        not within what it names. Of tests, helpers count; what pytest finds does not.
        """
        imported = {pair for source in self.sources.values() for pair in source.imports}
        said = Counter[str]()
        for source in self.sources.values():
            said.update(source.said)
        found = dict[str, Sequence[str]]()
        for module, source in self.sources.items():
            names = [
                f"{name}, line {line}"
                for name, line in source.defined
                if source.loaded[name] + said[name] <= source.own_uses[name]
                and (module, name) not in imported
                and name not in self.words | CALLED_FROM_OUTSIDE
            ]
            if names:
                found[module] = names
        return found

    @cached_property
    def rooms(self) -> Mapping[str, Counter[str]]:
        """The numbers of each room: lines of each kind, modules, letters in lines of code, and what is too many."""
        rooms: dict[str, Counter[str]] = defaultdict(Counter)
        for path, lines in self.data_lines.items():
            rooms[room_of(path)][path.suffix] += lines
        for module, source in self.sources.items():
            size = rooms[room_of(source.path)]
            size["modules"] += 1
            size["single"] += module in self.single
            size["lonely"] += module in self.lonely
            size["unused"] += len(self.unused.get(module, ()))
            size["protocols"] += source.protocols
            for line, kind in kinds(source.text):
                size[kind] += 1
                size["letters"] += len(line) if kind == "code" else 0
        return rooms


def read_house(checkout: Path) -> House:
    """Read what git knows of a checkout; what is not added yet is nobody's."""
    sources, data_lines, words = dict[str, Source](), dict[Path, int](), set[str]()
    for path in files(checkout):
        text = (checkout / path).read_text(encoding="utf-8")
        if path.suffix == ".py" or is_program(text):
            module = module_name(path)
            sources[module] = read_source(module, path, text)
            continue
        if path.suffix in DATA and path.parts[0] in TOPS:
            data_lines[path] = len(text.splitlines())
        if path.suffix in NAMING:
            words.update(re.findall(r"\w+", text))
    return House(sources, data_lines, frozenset(words))


def files(checkout: Path) -> Iterator[Path]:
    """The paths within the checkout of the files that git knows and that count."""
    listed = subprocess.run(
        ["git", "-C", checkout, "ls-files", "-z"], check=True, capture_output=True, text=True
    )
    for path in map(Path, filter(None, listed.stdout.split("\0"))):
        counts = path.suffix in (".py", *DATA) or (path.parts[0] in TOPS[:-1] and path.suffix in NAMING)
        if counts and (checkout / path).is_file():
            yield path


def is_program(text: str) -> bool:
    """Whether this is a Python program, as those without a suffix in deploy/."""
    first = text.partition("\n")[0]
    return first.startswith("#!") and "python" in first


def module_name(path: Path) -> str:
    """The name under which others import it."""
    root = next((each for each in ROOTS if path.is_relative_to(each)), ".")
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def room_of(path: Path) -> str:
    """The room of a file."""
    top, *folders = path.parts[:-1]
    if top not in ("companion", "hardware"):
        return top
    return "/".join((top, *folders[: 3 if folders[:1] == ["games"] else 1]))


def read_source(module: str, path: Path, text: str) -> Source:
    """What a Python file defines, imports and says."""
    tree = ast.parse(text)
    nodes = [*ast.walk(tree)]
    loaded, said = uses(nodes)
    own = Counter[str]()
    defined = []
    for node, name in definitions(tree):
        if is_found(path, node, name):
            continue
        defined.append((name, node.lineno))
        own[name] += sum(counted[name] for counted in uses(ast.walk(node)))
    protocols = sum(
        isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases)
        for node in nodes
    )
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    return Source(path, text, tuple(imports(nodes, package)), defined, own, loaded, said, protocols)


def imports(nodes: Iterable[ast.AST], package: str) -> Iterator[tuple[str, str]]:
    """Each module that is imported anywhere in a module, with the name taken from it; "" for the module itself.

    `nodes` are all of the module's, and `package` is where it stands, for relative imports.
    """
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((origin, alias.name) for alias in node.names)


def definitions(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    """The functions, classes, constants and methods of a module with their names."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node, node.name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield node, name
        if isinstance(node, ast.ClassDef):
            yield from ((each, each.name) for each in node.body if isinstance(each, ast.FunctionDef))


def is_found(path: Path, node: ast.stmt, name: str) -> bool:
    """Whether Python or a program finds this by its name, or pytest by its name or decorator."""
    if name.startswith("__"):
        return True
    if "tests" in path.parts:
        helper = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list
        return not helper or node.col_offset > 0 or name.startswith(("test", "Test", "pytest"))
    ends = CALLED_LIKE_THEIR_MODULES.get(f"{path.parent.as_posix()}/")
    if ends is not None and name == path.stem.title().replace("_", "") + ends:
        return True
    begins = [begin for folder, begin in FOUND_BY_NAME.items() if path.as_posix().startswith(folder)]
    return name.startswith(tuple(begins))


def uses(nodes: Iterable[ast.AST]) -> tuple[Counter[str], Counter[str]]:
    """The names read in a tree of these nodes; its attributes and the words of its strings, docstrings apart."""
    loaded, said, docstrings = Counter[str](), Counter[str](), set[ast.expr]()
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Constant() as docstring):
                docstrings.add(docstring)
            case ast.Name(id=name, ctx=ast.Load()):
                loaded[name] += 1
            case ast.Attribute(attr=name):
                said[name] += 1
            case ast.Constant(value=str() as text) if node not in docstrings:
                said.update(re.findall(r"\w+", text))
            case ast.MatchClass(kwd_attrs=names):
                said.update(names)
    return loaded, said


def kinds(text: str) -> Iterator[tuple[str, str]]:
    """Each line of a module with its kind."""
    of = dict[int, str]()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import() | ast.ImportFrom():
                kind = "import"
            case ast.Expr(value=ast.Constant(value=str())):
                kind = "docstring"
            case _:
                continue
        of.update(dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), kind))
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        yield line, of.get(number) or ("blank" if not bare else "comment" if bare[0] == "#" else "code")


def growth(checkout: Path, commit: str) -> Mapping[str, tuple[int, int]]:
    """Top folder -> lines of Python and of deploy/ added and removed since a commit; what only moved is neither.

    Raises subprocess.CalledProcessError where git does not know the commit.
    """
    told = subprocess.run(
        ["git", "-C", checkout, "diff", "--numstat", commit, "--", "*.py", "deploy"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    rows: dict[str, tuple[int, int]] = {}
    for line in told.stdout.splitlines():
        added, removed, path = line.split("\t")
        if added != "-":
            top = path.lstrip("{").partition("/")[0].partition(" ")[0]  # of "{companion => deploy}/x.py" too
            before = rows.get(top, (0, 0))
            rows[top] = before[0] + int(added), before[1] + int(removed)
    return dict(sorted(rows.items()))
