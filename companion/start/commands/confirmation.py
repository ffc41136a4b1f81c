"""A question in the terminal before something is replaced."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection

Confirm = Callable[[str], bool]


def make_confirm(sure: bool, lang: str) -> Confirm:
    """A function that asks a yes-or-no question; without anybody at the keyboard the answer is no."""

    def agreed(question: str) -> bool:
        if sure:
            return True
        if sys.stdin is None:
            return False
        try:
            typed = input(f"{question} ({_word('yes', lang)}/{_word('no', lang)}) ")
            return typed.strip().lower() in words_for_yes(lang)
        except EOFError:
            print()
            return False

    return agreed


def words_for_yes(lang: str) -> Collection[str]:
    """The answers that mean yes: the word in each language, and its first letter in English and in `lang`."""
    from companion.voice.language import SOURCE_LANGUAGE, languages

    word = {each: _word("yes", each) for each in (*languages(), SOURCE_LANGUAGE)}
    return {*word.values(), word[SOURCE_LANGUAGE][:1], word[lang][:1]}


def _word(answer: str, lang: str) -> str:
    """`yes` or `no` in that language."""
    from companion.voice.language import load_translation

    return load_translation(lang).gettext(answer).lower()
