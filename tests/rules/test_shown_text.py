"""Text from outside as it is shown: nothing in it hides, turns or controls; what scripts need stays."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.game import Seat
from companion.rules.shown_text import shown_line, shown_name, shown_text

TRICKS = (
    "\x00", "\x07", "\x1b", "\x7f", "\x85", "\x9b", "\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u180e",
    "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2060", "\u2066",
    "\u2069", "\u2800", "\u3164", "\ufe0f", "\ufeff", "\uffa0", "\ufff9", "\U0001d173", "\U000e0001",
    "\U000e0041", "\U000e007f", "\U000e0100",
)  # fmt: skip
"""What controls a terminal, turns the direction of writing, or has no width."""

ORDINARY = (
    "Anna", "Žofie Čermáková", "Zoe\u0308", "Bjørn", "O'Neill-Smith", "王小明", "さくら", "김민수", "Ελένη", "Юлия",
    "שרה", "محمد", "علی\u200cرضا", "क\u094d\u200dष", "ශ\u0dca\u200dරී", "ക\u0d4d\u200d", "葛\U000e0100", "½ ×3 – …",
    "❤\ufe0f", "1\ufe0f\u20e3", "👩\u200d🚀", "👩🏽\u200d🚀", "👨\u200d👩\u200d👧",
    "🏳\ufe0f\u200d🌈", "🧔\u200d♂\ufe0f",
    "🇨🇿", "no\u00a0break", "ideographic\u3000blank",
)  # fmt: skip


@pytest.mark.parametrize("trick", TRICKS, ids=ascii)
def test_what_controls_or_hides_is_not_shown(trick: str) -> None:
    assert shown_text(f"An{trick}na") in ("Anna", "An na")
    assert shown_text(trick).strip() == ""
    assert shown_name(trick * 3, "blue") == "Blue"


@pytest.mark.parametrize("text", ORDINARY)
def test_names_of_all_scripts_and_emoji_stay_as_they_are(text: str) -> None:
    assert shown_text(text) == text
    assert shown_name(text, "blue") == text


def test_a_name_cannot_break_the_line_or_pass_for_another_one_by_blanks() -> None:
    assert shown_line("Anna\u2028has won\nBert") == "Anna has won Bert"
    assert shown_text("one\ntwo") == "one\ntwo"
    assert shown_name("\u202eanna\u202c \u200b", "red") == "anna"
    assert Seat("yellow", "\u3164\u2800").shown_name == "Yellow"


def test_joiners_stand_only_where_a_script_needs_them() -> None:
    assert shown_text("An\u200dna") == shown_text("An\u200cna") == "Anna"
    assert shown_text("\u200d🚀\u200d") == "🚀"
    assert shown_text("محمد\u200c") == "محمد"
    assert shown_text("Anna\ufe0f\U000e0100") == "Anna"
    assert shown_text("❤\ufe0f\ufe0f") == "❤\ufe0f"


def test_a_byte_of_a_files_name_that_is_no_text_is_shown_as_one() -> None:
    assert shown_text("caf\udce9") == "caf\N{REPLACEMENT CHARACTER}"


@given(st.text())
def test_what_is_shown_is_shown_again_as_it_is_and_can_be_written(text: str) -> None:
    shown = shown_text(text)
    assert shown_text(shown) == shown
    shown.encode()
    left = {letter for letter in shown if category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert left <= {"\n", "\u200c", "\u200d"}


@given(st.text(st.sampled_from("aک🚀❤\u094d\u200c\u200d\ufe0f\U000e0100\u2800葛 🏽")))
def test_joiners_and_selectors_side_by_side_are_settled_at_once(text: str) -> None:
    assert shown_text(shown_text(text)) == shown_text(text)


@given(st.text(st.characters(codec="ascii", min_codepoint=32, max_codepoint=126)))
def test_plain_text_stays(text: str) -> None:
    assert shown_text(text) == text
