"""Tests of the start-up: where hardware is joined to the table."""

import tests.screen  # noqa: F401 -- the window is settled there, before anything of Kivy is imported
