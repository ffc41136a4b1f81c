"""Tests by touch. The window is settled here: this comes before anything of Kivy is imported."""

from itertools import product

import pytest

from companion.screen.display import kivy_config
from companion.voice.language import languages
from tests.long import usually

SIZES = ((800, 480), (1024, 600))
"""The two panels Herald is made for, in pixels."""
LONGEST_WORDS = "cs"
"""The language that the usual suite reads screens in."""
in_every_language = pytest.mark.parametrize("lang", usually([LONGEST_WORDS], languages()))
everywhere = pytest.mark.parametrize(
    ("lang", "size"), usually([(LONGEST_WORDS, SIZES[0])], product(languages(), SIZES))
)

# The offscreen surface keeps the size it is made with; a smaller window lies in its lower left.
kivy_config.configure_kivy(SIZES[-1], "offscreen")
