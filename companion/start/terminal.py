"""An evening in the terminal, with its voice and the hardware of the table."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.start.wiring import wired_table

if TYPE_CHECKING:
    from companion.voice.told import Line


def in_terminal(lang: str, virtual: bool = False, game: str = "") -> int:
    """An evening in the terminal: the one that was interrupted, or a new one. At a real table where there is a wiring
    plan and `virtual` was not asked for, else against virtual players. `game`: which, "" where nobody named
    one; raises Unreadable.
    """
    from companion.screen.settings import load
    from companion.screen.settings import path as settings_path
    from companion.start.evening import play
    from companion.table.storage.journal import last_damaged_game
    from companion.voice.player import SystemPlayer
    from companion.voice.say import aloud
    from companion.voice.speech import Speech
    from companion.voice.troubles import damaged

    wrong = last_damaged_game()
    if wrong is not None:
        print(damaged(str(wrong.path), lang))
    level = load(settings_path())[0].voice
    speech = Speech(SystemPlayer(), lang)

    def speak(lines: Iterable[Line]) -> None:
        speech.say_all(aloud(lines, level))

    wired = None if virtual else wired_table()
    try:
        play(wired, lang, _typed, print, speak, game)
    finally:
        speech.close()
        if wired is not None:
            wired.close()
    return 0


def _typed(asked: str) -> str:
    """What somebody types; raises EOFError when nobody does any more, also where there never was a keyboard."""
    if sys.stdin is None:
        raise EOFError
    return input(asked)
