"""Which font of this computer has the letters of a text: Kivy's own, else one that fontconfig knows.

Where fontconfig's programs are not installed, nothing is known, and Kivy's usual font draws everything.
"""

from __future__ import annotations

import subprocess
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from unicodedata import category

LAST_USUAL_LETTER = "\u017f"
"""Up to this one, the last of Latin Extended-A, Kivy's usual font has every letter."""
DRAWN_CATEGORIES = ("Lu", "Ll", "Lt", "Lm", "Lo", "So")
"""Letters, and pictures among them, as Unicode has them; signs that Herald's own texts use, every font has."""
USUAL_FONT, SECOND_FONT = "Roboto-Regular.ttf", "DejaVuSans.ttf"
"""Fonts that Kivy brings; the second one knows more scripts."""
QUERY_TIMEOUT_S = 5.0


def missing_letters(text: str) -> str:
    """The letters of a text that no font here has, each once, in the order of their numbers."""
    return "".join(letter for letter in sorted({*text}) if font_file(letter) is None)


@lru_cache(maxsize=1024)
def font_file(text: str) -> str | None:
    """The file of a font that has all letters of the text: "" for Kivy's usual one; None where there is none."""
    unusual = {ord(each) for each in text if each > LAST_USUAL_LETTER and category(each) in DRAWN_CATEGORIES}
    if not unusual or not (usual := _letters_of(USUAL_FONT)) or unusual <= usual:
        return ""
    if unusual <= _letters_of(SECOND_FONT):
        return str(kivy_font(SECOND_FONT))
    wanted = " ".join(f"{each:x}" for each in sorted(unusual))
    found = sorted(_said("fc-list", "--format=%{file}\n", f":charset={wanted}").splitlines())
    return min(found, key=lambda file: ("Regular" not in file, "Sans" not in file), default=None)


@cache
def _letters_of(font: str) -> frozenset[int]:
    """The numbers of all letters of a font that Kivy brings; empty where nobody can tell."""
    ranges = (
        each.partition("-") for each in _said("fc-query", "--format=%{charset}", str(kivy_font(font))).split()
    )
    return frozenset(
        number for first, _, last in ranges for number in range(int(first, 16), int(last or first, 16) + 1)
    )


def kivy_font(font: str) -> Path:
    """The file of a font that Kivy brings."""
    spec = find_spec("kivy")  # found without being imported: that opens no window
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "data/fonts" / font


def _said(*command: str) -> str:
    """What a program of fontconfig says; "" where there is none, or it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=QUERY_TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
