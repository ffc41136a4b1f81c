"""The notice about side files that could not be used: it stays on the home page for as long as Herald runs."""

from __future__ import annotations

import logging

from companion.table.storage.side_file import SideFileProblem, take_untold_problems

log = logging.getLogger(__name__)


class SideFileNotice:
    """Collects what could not be used since Herald was started, and says it in one line."""

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
