"""How the whole suite runs: hypothesis without a clock, and the same cases in every run."""

from __future__ import annotations

from hypothesis import settings

# A loaded machine is no fault of the house, and a red run must be red again when somebody looks.
settings.register_profile("house", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("house")
