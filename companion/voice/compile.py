"""Compiles a message catalogue, as deploy/setup does: `python -m companion.voice.compile herald.po herald.mo`.

Babel's own compiler writes the English where a form for a number is not translated, and then nobody can tell it from a
translation.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogue(text: Path, compiled: Path) -> None:
    """Write what is translated in a `.po` file into a `.mo` file; raises OSError, ValueError."""
    with text.open("rb") as file:
        catalogue = read_po(file)
    for each in [*catalogue]:
        if each.id and not (all(each.string) if each.pluralizable else each.string):
            catalogue.delete(each.id, each.context)
    with compiled.open("wb") as file:
        write_mo(file, catalogue)


if __name__ == "__main__":
    compile_catalogue(Path(sys.argv[1]), Path(sys.argv[2]))
