"""Start-up: joins table, voice, screen, hardware and the virtual table's host into one evening.

What is needed is imported when it is needed: the first picture comes before the games.
"""

from companion.start.terminal_app import run_terminal
from companion.start.touchscreen import run_touchscreen
from companion.start.virtual_table.virtual_table import VirtualTable

__all__ = ["VirtualTable", "run_terminal", "run_touchscreen"]
