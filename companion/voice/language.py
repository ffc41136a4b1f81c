"""The languages of the table and their message catalogues."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

from companion.rules.errors import HeraldError

LANGUAGES = ("cs", "nl", "de", "en")
DOMAIN = "herald"
LOCALE = Path(__file__).parents[1] / "locale"


class NotCompiled(HeraldError, FileNotFoundError):
    """The message catalogue of a language is not there."""


@cache
def translation(lang: str) -> gettext.NullTranslations:
    """The messages of one of LANGUAGES, read once; raises NotCompiled when set-up did not make them."""
    if lang not in LANGUAGES:
        raise LookupError(f"language {lang!r}; Herald speaks {', '.join(LANGUAGES)}")
    try:
        return gettext.translation(DOMAIN, LOCALE, [lang])
    except FileNotFoundError as missing:
        raise NotCompiled(
            f"the messages of {lang!r} are not compiled below {LOCALE}: run deploy/setup"
        ) from missing


def message(text: str) -> str:
    """`text` itself, to be translated later: marks it for the catalogues where it stands in a table."""
    return text
