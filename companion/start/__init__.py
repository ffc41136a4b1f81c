"""Start-up: joins table, voice, screen, hardware and the virtual table's host into one evening.

What is needed is imported when it is needed: the first picture comes before the games.
"""

from companion.start.terminal import in_terminal
from companion.start.virtual import VirtualTable
from companion.start.window import on_screen

__all__ = ["VirtualTable", "in_terminal", "on_screen"]
