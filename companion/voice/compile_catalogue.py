"""Compiles a message catalogue, as deploy/setup does.

Run `python -m companion.voice.compile_catalogue herald.po herald.mo`. Babel's own compiler writes the English where a
plural form is not translated, and then nobody can tell it from a translation. Where a catalogue has an error, the
rest is compiled and the first error is named. Without `herald.mo` a catalogue is only read, as deploy/messages does,
which would lose what it cannot read.
"""

from __future__ import annotations

import re
import sys
from codecs import BOM_UTF8
from contextlib import redirect_stdout
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from companion.rules.errors import InvalidFile
from companion.voice.language import LANGUAGE_CODE

MAX_PLURAL_FORMS = 6
"""As many as any language has, which is Arabic: Babel makes room for what the header says."""
_PLURALS = re.compile(rb"nplurals\s*=\s*([0-9]+)")


def read_po_file(po_file: Path, *, strict: bool = True) -> Catalog:
    """A `.po` file; raises OSError, and InvalidFile with the line.

    Unless it is `strict`, an entry that cannot be parsed is left out.
    """
    data = po_file.read_bytes().removeprefix(BOM_UTF8)
    plurals = _PLURALS.search(data)
    if plurals is not None and (len(plurals[1]) > 2 or int(plurals[1]) > MAX_PLURAL_FORMS):
        raise InvalidFile(
            f"{plurals[0].decode()}: no language has more than {MAX_PLURAL_FORMS}", str(po_file)
        )
    folder = po_file.absolute().parts[-3]  # Babel knows no plurals where the header names no language
    lang = folder if LANGUAGE_CODE.fullmatch(folder) else None
    try:
        with redirect_stdout(None):  # where Babel prints what it leaves out
            return read_po(BytesIO(data), locale=lang, abort_invalid=strict)
    except PoFileError as wrong:
        line, what = wrong.lineno, f"{str(wrong).rpartition(' on ')[0]} {wrong.line}".strip()
    except UnicodeDecodeError as wrong:
        line, what = data[: data.index(wrong.object)].count(b"\n"), f"this is not {wrong.encoding}"
    except (LookupError, ValueError) as wrong:
        raise InvalidFile(str(wrong), str(po_file)) from wrong
    raise InvalidFile(what, f"{po_file}, line {line + 1}")


def write_mo_file(po_file: Path, mo_file: Path) -> None:
    """Write what is translated in a `.po` file into a `.mo` file; raises OSError, InvalidFile."""
    catalogue = read_po_file(po_file, strict=False)
    for each in [*catalogue]:
        if each.id and not (all(each.string) if each.pluralizable else each.string):
            catalogue.delete(each.id, each.context)
    with mo_file.open("wb") as file:
        write_mo(file, catalogue)


def main(po_file: Path, mo_file: Path | None = None) -> int:
    """Compile a catalogue, or only read it; return 1 where that fails."""
    try:
        read_po_file(po_file)
    except (OSError, InvalidFile) as wrong:
        print(wrong, file=sys.stderr)
        if mo_file is None:
            return 1
    if mo_file is not None:
        try:
            write_mo_file(po_file, mo_file)
        except (OSError, InvalidFile):  # printed above
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
