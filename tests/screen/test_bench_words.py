"""What is said of a reader, by what it has been through."""

from __future__ import annotations

import pytest

from companion.screen.pages.readers.bench import Mood
from companion.screen.pages.readers.bench_words import row
from companion.table.wired import Reader, Tally
from companion.voice.language import languages

PLAY = Reader("play")
FRESH = Tally()
GOOD = Tally(0x92, "genuine", clean=1000)


def said(tally: Tally, since: Tally = FRESH, reader: Reader = PLAY, known: bool = True) -> tuple[Mood, str]:
    shown = row(reader, tally, since, "en", known=known)
    return shown.mood, shown.sentence


@pytest.mark.parametrize(
    ("tally", "sentence"),
    [
        (Tally(clean=900, garbled=100), "Much is garbled. Move it."),
        (Tally(clean=97, silent=3), "Often silent. Check its plug."),
        (Tally(clean=1000, flaps=3), "Tags come and go. Bring them nearer."),
        (Tally(clean=1000, resets=3), "Starts anew often. Check its 3.3 V."),
    ],
)
def test_each_trouble_has_its_advice(tally: Tally, sentence: str) -> None:
    assert said(tally) == ("doubtful", sentence)


@pytest.mark.parametrize(
    "tally",
    [GOOD, Tally(clean=910, garbled=90), Tally(clean=99, silent=1), Tally(clean=9, flaps=2, resets=2)],
)
def test_a_little_trouble_is_none(tally: Tally) -> None:
    assert said(tally) == ("well", "Answers.")


def test_a_few_scans_say_nothing() -> None:
    assert said(Tally(garbled=5)) == ("well", "Answers.")


def test_a_reader_that_does_not_answer_says_nothing_else() -> None:
    assert said(GOOD, reader=Reader("play", "no chip")) == (
        "ill",
        "Does not answer. Check its plug and its wires.",
    )
    assert said(Tally(), reader=Reader("play", "no SPI")) == ("ill", "Cannot be opened. Ask herald doctor.")
    assert said(Tally(), known=False) == ("doubtful", "Is being started.")


def test_shares_add_up_and_nothing_that_happened_is_nothing() -> None:
    shown = row(PLAY, Tally(clean=99_998, garbled=1, silent=1), FRESH, "en", known=True)
    assert shown.numbers == ("98 %", "1 %", "1 %", "0", "0")
    assert row(PLAY, Tally(), FRESH, "en", known=True).numbers == ("–",) * 5


def test_it_is_counted_from_when_one_likes_and_anew_for_a_reader_that_was_opened_anew() -> None:
    before = Tally(clean=1000, garbled=1000, flaps=9, resets=9)
    assert said(before)[0] == "doubtful"
    assert said(Tally(clean=1100, garbled=1000, flaps=9, resets=9), before) == ("well", "Answers.")
    assert row(PLAY, Tally(clean=50, flaps=1), before, "en", known=True).numbers[3] == "1"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    "zone", ["play", "seat/blue", "tile/12", "tile/13", "tile/x", "attic", "seat/pink", "play/2"]
)
def test_every_place_is_called_something(zone: str, lang: str) -> None:
    called = row(Reader(zone), GOOD, FRESH, lang, known=True).place
    assert (called == zone) == (zone in ("tile/13", "tile/x", "attic", "seat/pink", "play/2"))
