"""How the whole suite runs: hypothesis without a clock, and the same cases in every run."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from companion.voice import language
from tests.pseudo import LANG, pseudo_catalogue, write_language

# A loaded machine is no fault of the house, and a red run must be red again when somebody looks.
settings.register_profile("house", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("house")


@pytest.fixture(scope="session")
def locale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A locale folder with the languages there are and the pseudo-language of the tests."""
    folder = tmp_path_factory.mktemp("locale")
    write_language(folder, LANG, pseudo_catalogue())
    return folder


@pytest.fixture
def other_language(locale: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """That language, which Herald speaks while a test lasts."""
    monkeypatch.setattr(language, "LOCALE", locale)
    return LANG
