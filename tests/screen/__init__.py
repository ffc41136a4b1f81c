"""Tests by touch. The window is settled here: this comes before anything of Kivy is imported."""

from companion.screen.display import kivy_config

SIZES = ((800, 480), (1024, 600))
"""The two panels Herald is made for, in pixels."""

# The offscreen surface keeps the size it is made with; a smaller window lies in its lower left.
kivy_config.configure_kivy(SIZES[-1], "offscreen")
