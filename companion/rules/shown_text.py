"""Text from outside as it is shown: without the characters that nobody sees and that change how the others look.

Names of people, words of added games, texts on tags and names of files go through here wherever they leave Herald: to
the screen, the terminal, a report, the referee's JSON, an error. What is kept stays as it was written.

Control characters and separators of lines become a blank. What has no width or turns the direction of writing is left
out: bidi controls, zero-width blanks, soft hyphens, fillers, tags (the flags of England, Scotland and Wales become a
black one). Combining marks stay. So do the three that a script needs, in their places only: a zero-width joiner within
an emoji or behind a virama (Devanagari, Sinhala and others), a zero-width non-joiner behind a virama or between Arabic
letters (Persian), and a variation selector behind an emoji or an ideograph.
"""

from __future__ import annotations

import re
from unicodedata import bidirectional, category, combining

LINE_BREAK = "\n"
JOINER, NON_JOINER = "\u200d", "\u200c"
VIRAMA_CLASS = 9
"""The combining class of the signs that join consonants; a joiner or non-joiner behind one is spelling."""
SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
IDEOGRAPH_SELECTORS = re.compile("[\U000e0100-\U000e01ef]")
SKIN_TONES = re.compile("[\U0001f3fb-\U0001f3ff]")
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
"""What the standard calls ignorable or blank, though its category is that of a letter, a mark or nothing yet."""


def shown_text(text: str) -> str:
    """The text as people may see it; a line break stays."""
    if text.isprintable() and UNSEEN.search(text) is None and SELECTORS.search(text) is None:
        return text
    shown: list[str] = []
    for at, letter in enumerate(text):
        if letter == LINE_BREAK or _is_plain(letter):
            shown.append(letter)
        elif letter in (JOINER, NON_JOINER) or SELECTORS.match(letter):
            if _belongs(letter, shown, text[at + 1 : at + 2]):
                shown.append(letter)
        elif category(letter) in ("Cc", "Zl", "Zp"):
            shown.append(" ")
        elif category(letter) == "Cs":
            shown.append("\N{REPLACEMENT CHARACTER}")  # a byte of a file's name that is no text
    return "".join(shown)


def shown_line(text: str) -> str:
    """The text as people may see it, in one line."""
    return shown_text(text).replace(LINE_BREAK, " ")


def shown_name(name: str, colour: str) -> str:
    """The name of somebody as people may see it; that of their colour where nothing of it can be seen."""
    return " ".join(shown_line(name).split(" ")).strip() or colour.capitalize()


def _is_plain(letter: str) -> bool:
    """Whether the letter stands for itself wherever it stands."""
    return (
        category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        and UNSEEN.match(letter) is None
        and SELECTORS.match(letter) is None
    )


def _belongs(letter: str, shown: list[str], following: str) -> bool:
    """Whether a joiner, non-joiner or selector is spelling here: behind these letters, before that one."""
    before = shown[-1] if shown else ""
    if not before:
        return False
    if IDEOGRAPH_SELECTORS.match(letter):
        return category(before) == "Lo"
    if SELECTORS.match(letter):
        return category(before) in ("So", "Sk", "Sm") or before in "0123456789#*\u203c\u2049\u3030\u303d"
    if combining(before) == VIRAMA_CLASS:
        return True
    if letter == NON_JOINER:
        return bool(following) and bidirectional(before) == bidirectional(following) == "AL"
    if SELECTORS.match(before) or SKIN_TONES.match(before):
        before = shown[-2] if len(shown) > 1 else ""
    return bool(before and following) and _is_symbol(before) and _is_symbol(following)


def _is_symbol(letter: str) -> bool:
    """Whether the letter may be part of an emoji that is joined of several."""
    return category(letter) in ("So", "Sm") and _is_plain(letter)
