"""A game in the terminal, with its voice and the hardware of the table."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from companion.home import is_safe_start
from companion.rules.shown_text import shown_text
from companion.start.real_table.wiring_lookup import find_real_table

if TYPE_CHECKING:
    from companion.voice.narration import NarrationLine

EXIT_BUSY = 2
LINE_HEAD: Final = re.compile(" {2}\\S.*? {2,}|- | *")
"""What a line begins with that the rest is about: a typed line before its meaning, the dash of a list, an indent."""
WIDE_HEAD_INDENT: Final = " " * 6


def run_terminal(lang: str, virtual: bool = False, game: str = "") -> int:
    """Play a game in the terminal: the interrupted one, or a new one.

    With what a new one is played is asked, unless it is `virtual`. `game`: name of the game, "" for one that is asked
    for. The answer is an exit status: not 0 where another
    Herald plays that evening. Raises UsageError where there is no such game.
    """
    from companion.screen.settings import load_settings, settings_path
    from companion.start.terminal_session import play_in_terminal
    from companion.table.storage.disk import FileInUseError
    from companion.table.storage.saved_games import last_damaged_game
    from companion.voice.damage_messages import damaged_evening_message, what_helps
    from companion.voice.disk_messages import home_message
    from companion.voice.narration import texts_to_speak
    from companion.voice.problem_messages import file_error_message
    from companion.voice.safe_start import safe_start_message
    from companion.voice.sound_player import SystemSoundPlayer
    from companion.voice.speech import SpeechQueue

    if is_safe_start():
        _print_shown(safe_start_message(lang))
    elif no_home := home_message(lang):
        _print_shown(no_home)
    wrong = last_damaged_game()
    if wrong is not None:
        _print_shown(damaged_evening_message(wrong, lang))
        if wrong.damage is not None:
            _print_shown(what_helps(wrong.damage, wrong.number, lang))
    level = load_settings(settings_path()).voice
    speech = SpeechQueue(SystemSoundPlayer(), lang)

    def speak(lines: Iterable[NarrationLine]) -> None:
        speech.say_all(texts_to_speak(lines, level))

    wired = None if virtual or is_safe_start() else find_real_table()
    try:
        play_in_terminal(wired, lang, _typed, _print_shown, speak, game, virtual)
    except FileInUseError as busy:
        _print_shown(file_error_message(busy, lang))
        return EXIT_BUSY
    finally:
        speech.close()
        if wired is not None:
            wired.close()
    return 0


def wrap_text(text: str, width: int | None) -> str:
    """The text in lines of at most that many letters, broken only between words; None: as it is.

    What does not fit beside the head of its line goes on below it, indented as far; beside a wide head nothing stands.
    """
    return "\n".join(_wrap_line(line, width) for line in text.split("\n"))


def _wrap_line(line: str, width: int | None) -> str:
    if width is None or len(line) <= width:
        return line
    head = LINE_HEAD.match(line)
    indent = head.end() if head else 0
    if indent > width // 2:
        return f"{line[:indent].rstrip()}\n{_wrap_line(WIDE_HEAD_INDENT + line[indent:], width)}"
    return textwrap.fill(
        line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def _terminal_width() -> int | None:
    """How many letters fit in a line; None where nobody reads it in a terminal: a script gets whole lines."""
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


def _print_shown(text: str) -> None:
    """Print a text as it may be shown: names in it come from outside."""
    print(wrap_text(shown_text(text), _terminal_width()))


def _typed(prompt: str) -> str:
    """A typed line. Raises EOFError at the end of the input, and where there is no keyboard."""
    if sys.stdin is None:
        raise EOFError
    return input(wrap_text(shown_text(prompt), _terminal_width()))
