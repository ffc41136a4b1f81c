"""Compiles the chosen modules and lays the extension modules beside their sources.

All of them are one shared library, so that they call one another without Python's calls; what lies beside a source
is a few bytes that load it (mypyc's own way for many modules, as mypy and black are made). It is a module of
`companion.rules`, so whoever finds Herald finds it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import setuptools
from mypyc.build import mypycify

from compiling.modules import REPOSITORY, compiled_modules

LIBRARY = "companion.rules.compiled"
"""mypyc adds `__mypyc` to the name."""
OPTIMISATION = "3"  # 2 compiles no sooner


def main() -> int:
    """Compile; returns the exit status. mypyc ends the program by itself where a module has a wrong type."""
    os.chdir(REPOSITORY)
    paths = compiled_modules()
    with tempfile.TemporaryDirectory() as folder:
        extensions = mypycify(
            ["--hide-error-context", *paths],
            only_compile_paths=paths,
            group_name=LIBRARY,
            target_dir=f"{folder}/c",
            opt_level=OPTIMISATION,
            debug_level="0",
        )
        build = setuptools.Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = f"{folder}/built", f"{folder}/objects"
        build.parallel = os.cpu_count()
        build.ensure_finalized()
        build.run()
        lay_beside_sources(Path(folder) / "built")
    return 0


def lay_beside_sources(built: Path) -> None:
    """Move what was built into the repository, each file at once."""
    for extension in sorted(built.rglob("*.so")):
        target = REPOSITORY / extension.relative_to(built)
        shutil.move(extension, target.with_suffix(".new"))
        target.with_suffix(".new").replace(target)


if __name__ == "__main__":
    sys.exit(main())
