"""Start-up: joins the table, the voice, the screen, the hardware and the virtual table to one program.

Modules are imported when they are needed, so that the first picture comes before the games are loaded.
"""

from companion.start.terminal_app import run_terminal
from companion.start.touchscreen import run_touchscreen
from companion.start.virtual_table.virtual_table import VirtualDealerAndDeckFactory

__all__ = ["VirtualDealerAndDeckFactory", "run_terminal", "run_touchscreen"]
