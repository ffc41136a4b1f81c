"""Builds the wheel as setuptools does, after compiling the catalogues of other languages: see pyproject.toml."""

from __future__ import annotations

from codecs import BOM_UTF8
from io import BytesIO
from pathlib import Path
from shutil import rmtree
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import build_meta

build_sdist = build_meta.build_sdist
get_requires_for_build_wheel = build_meta.get_requires_for_build_wheel
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel


def build_wheel(*where: Any, **settings: Any) -> str:
    """The name of the wheel, which holds what is in the working folder."""
    rmtree("build", ignore_errors=True)  # an old one would bring back removed modules
    for text in Path().glob("*/locale/*/LC_MESSAGES/*.po"):
        written = BytesIO(text.read_bytes().removeprefix(BOM_UTF8))  # Babel stumbles over it
        with text.with_suffix(".mo").open("wb") as compiled:
            # the folder names the language more surely than any header
            catalogue = read_po(written, locale=text.parts[-3])
            for each in [*catalogue]:  # where one plural form is missing, Babel would write English
                if each.id and each.pluralizable and not all(each.string):
                    catalogue.delete(each.id, each.context)
            write_mo(compiled, catalogue)
    return str(build_meta.build_wheel(*where, **settings))
