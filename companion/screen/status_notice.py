"""The notice on the home page: the most important problem of this table, in one line."""

from __future__ import annotations

import logging

from companion.home import is_safe_start
from companion.table.storage.side_file import SideFileProblem, take_untold_problems
from companion.table.table_hardware import HardwareStatus
from companion.voice.disk_messages import home_message
from companion.voice.language import load_translation
from companion.voice.safe_start import safe_start_message

log = logging.getLogger(__name__)


class SideFileNotice:
    """Collects the side files that could not be used since Herald was started, and says so in one line."""

    def __init__(self) -> None:
        self._problems: tuple[SideFileProblem, ...] = ()

    def text(self, lang: str) -> str:
        """The line in this language, "" while all files can be used."""
        new = take_untold_problems()
        for each in new:
            log.warning("%s cannot be used (%s); kept as %r", each.path.name, each.words, each.kept_as)
        self._problems += new
        if not self._problems:
            return ""
        from companion.voice.problem_messages import side_files_message  # as a rule nothing is wrong

        return side_files_message(self._problems, lang)


def status_notice(
    lang: str,
    side_files: SideFileNotice,
    damaged: str,
    wired: HardwareStatus,
    has_sound_problem: bool,
    is_hardware_known: bool,
) -> str:
    """The most important problem in one line, "" when all is well.

    `damaged`: what is wrong with the latest saved game, "" where it can be read; `wired`: what is known of the
    hardware, all of it if `is_hardware_known`.
    """
    if is_safe_start():
        return safe_start_message(lang)
    if told := home_message(lang) or side_files.text(lang):
        return told
    if damaged:
        return damaged
    if has_sound_problem and wired.is_every_reader_working:
        texts = load_translation(lang)
        return texts.gettext("No sound: what the voice would say is on the screen.")
    if not is_hardware_known:
        return ""
    from companion.voice.problem_messages import readers_status_message

    return readers_status_message(wired, lang)
