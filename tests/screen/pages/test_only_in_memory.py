"""An evening that is only in memory is lost when another begins: people are told before."""

from __future__ import annotations

import errno
import os
from itertools import cycle, product
from pathlib import Path

import pytest

from companion.voice.language import languages, load_translation
from tests.long import usually
from tests.screen import SIZES
from tests.screen.harness.evening import begin, evening

LOST = "The evening that is played is only in memory: it is lost when a new game begins."


@pytest.mark.parametrize(
    ("lang", "size"),
    usually(zip(languages(), cycle(reversed(SIZES)), strict=False), product(languages(), SIZES)),
)
def test_people_who_begin_another_evening_are_told_that_one_only_in_memory_is_lost_then(
    lang: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    lost = load_translation(lang).gettext(LOST)
    with evening(lang, size) as guest:
        with monkeypatch.context() as patched:
            patched.setattr("companion.table.storage.journal.name_exclusively", full)
            begin(guest)
        guest.driver.tap("menu")
        guest.driver.tap("home")
        guest.driver.tap("new-game")
        assert guest.driver.sees(lost)
        assert guest.driver.faults() == []
        guest.driver.tap("home")
        guest.driver.tap("go-on")  # nothing was begun: it is there still
        assert guest.live.snapshot.disk_problem is not None
