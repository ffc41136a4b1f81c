"""One line of a report."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.finding import Finding


def test_a_line_begins_with_what_it_means_and_ends_with_what_to_do() -> None:
    assert str(Finding("reader play", "well")) == "ok  reader play: well"
    assert (
        str(Finding("reader play", "silent", True, "Look at MISO")) == "!!  reader play: silent. Look at MISO"
    )
    assert str(Finding("sound", "none", absent=True)) == "--  sound: none"


@given(what=st.text(), found=st.text(), advice=st.text(), wrong=st.booleans(), absent=st.booleans())
def test_whatever_it_quotes_it_stays_one_line_that_steers_no_terminal(
    what: str, found: str, advice: str, wrong: bool, absent: bool
) -> None:
    assert str(Finding(what, found, wrong, advice, absent)).isprintable()
