"""Whether anything is wired; what opens it is imported only then, and not before it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.home import herald_home

if TYPE_CHECKING:
    from companion.start.wired import WiredTable

WIRING = "wiring.toml"


def wired_table() -> WiredTable | None:
    """The table of HERALD_HOME/wiring.toml, not opened yet; None without that file."""
    path = herald_home() / WIRING
    if not path.exists():
        return None
    from companion.start.wired import WiredTable

    return WiredTable(path)
