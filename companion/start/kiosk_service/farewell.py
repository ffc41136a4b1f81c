"""The last message on the console, left for the script that prints it when every disk is unmounted.

`deploy/pi/farewell` reads it from Herald's runtime directory, which outlives Herald.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from companion.voice.language import load_translation, mark_message

FAREWELL_FILE = "farewell"
UNPLUG_MESSAGE = mark_message("The plug may be pulled now.")
"""The console's font has the letters of code page 437 and no others: every translation keeps to them."""


def write_farewell(lang: str, environment: Mapping[str, str] = os.environ) -> None:
    """Write the message in this language to the service manager's runtime directory, if there is one.

    Where it cannot be written, the script prints its own message in English.
    """
    directory = environment.get("RUNTIME_DIRECTORY", "")
    if directory:
        try:
            Path(directory, FAREWELL_FILE).write_text(
                f"{load_translation(lang).gettext(UNPLUG_MESSAGE)}\n", encoding="utf-8"
            )
        except OSError:
            return
