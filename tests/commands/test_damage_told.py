"""What happened to the file of an evening is told in the terminal, in the language of the people, and it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.start.terminal_session import play_in_terminal
from companion.voice.language import languages
from tests.table.storage.test_damage import MOVES, RAW_LINES, WHOLE

NAME = "evening"
Meddle = Callable[[Path], object]


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The journal of the evening to go on with."""
    monkeypatch.setenv("HERALD_HOME", str(tmp_path))
    path = tmp_path / "evenings" / f"{NAME}.herald"
    path.parent.mkdir()
    path.write_bytes(WHOLE)
    return path


def told(lang: str, journal: Path, meddle: Meddle = lambda _path: None) -> str:
    """What the terminal says to somebody who takes the last move back while another program meddles with the file."""

    def typed() -> Iterator[str]:
        meddle(journal)
        yield "undo 1"

    lines, shown = typed(), list[str]()

    def read_line(_prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    play_in_terminal(None, lang, read_line, shown.append, lambda _lines: None)
    return "\n".join(shown)


def damage_end(journal: Path) -> None:
    journal.write_bytes(WHOLE + b"\0" * 40 + b"\nrubbish\n")


def tear_end(journal: Path) -> None:
    journal.write_bytes(WHOLE[:-4])


DAMAGE: dict[str, tuple[Meddle, str, str]] = {
    "end": (damage_end, f"from line {len(RAW_LINES) + 1} on", f"{NAME}.damaged"),
    "torn": (tear_end, "was torn and never counted", f"{NAME}.torn"),
}
MEDDLING: dict[str, tuple[Meddle, str, str]] = {
    "gone": (Path.unlink, "Another program removed the file of this evening", f"{NAME}.herald"),
    "changed": (
        lambda path: path.write_bytes(b"herald 2\n"),
        "Another program changed the file of this evening",
        f"{NAME}.damaged",
    ),
}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("what", DAMAGE)
def test_an_end_that_does_not_hold_is_told_with_where_it_is_kept(journal: Path, what: str, lang: str) -> None:
    damage, sentence, file = DAMAGE[what]
    damage(journal)
    shown = told(lang, journal)
    assert file in shown
    assert (sentence in shown) == (lang == "en")
    assert (journal.parent / file).exists()


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("what", MEDDLING)
def test_a_file_that_another_program_meddles_with_is_told_and_no_move_is_lost(
    journal: Path, what: str, lang: str
) -> None:
    meddle, sentence, file = MEDDLING[what]
    shown = told(lang, journal, meddle)
    assert file in shown
    assert (sentence in shown) == (lang == "en")
    assert journal.read_bytes().startswith(WHOLE)
    assert journal.read_bytes().count(b"\n") == len(RAW_LINES) + 1
    assert len(MOVES) > 1


@pytest.mark.parametrize("lang", languages())
def test_a_side_file_that_cannot_be_used_is_told_with_what_holds_instead(journal: Path, lang: str) -> None:
    journal.with_suffix(".virtual").write_text("[")
    shown = told(lang, journal)
    assert f"{NAME}.virtual" in shown
    assert ("its players are all people" in shown) == (lang == "en")
    assert journal.with_suffix(".virtual.damaged").exists()
