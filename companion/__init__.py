"""Herald: the companion beside the board."""

from companion.compiled_rules import take_sources_if_changed

take_sources_if_changed()
