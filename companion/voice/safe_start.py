"""What is said when Herald reads nothing that people keep, and keeps nothing."""

from __future__ import annotations

from companion.voice.language import load_translation, mark_message

SAFE_START = mark_message(
    "Safe start: Herald reads nothing that you keep, and keeps nothing. An evening ends with it."
)


def safe_start_message(lang: str) -> str:
    """The message for the first page, and for the terminal."""
    return load_translation(lang).gettext(SAFE_START)
