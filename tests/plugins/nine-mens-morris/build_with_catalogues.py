"""Builds the wheel as setuptools does, after compiling the catalogues of other languages.

It is the build back-end of pyproject.toml.
"""

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
    """The name of the wheel, which contains what lies in the working folder."""
    rmtree("build", ignore_errors=True)  # left from before: a module that was removed would come back
    for text in Path().glob("*/locale/*/LC_MESSAGES/*.po"):
        written = BytesIO(text.read_bytes().removeprefix(BOM_UTF8))  # Babel would stumble over it
        with text.with_suffix(".mo").open("wb") as compiled:
            catalogue = read_po(
                written, locale=text.parts[-3]
            )  # the language is more certain than a head would tell
            for each in [*catalogue]:  # Babel would take a form for a number that is missing from English
                if each.id and each.pluralizable and not all(each.string):
                    catalogue.delete(each.id, each.context)
            write_mo(compiled, catalogue)
    return str(build_meta.build_wheel(*where, **settings))
