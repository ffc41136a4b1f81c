"""The signs of the players, by their colours."""

from __future__ import annotations

from typing import Final

PLAYER_SIGNS: Final = {
    "blue": "disc",
    "yellow": "triangle",
    "red": "square",
    "green": "diamond",
    "orange": "crescent",
    "black": "five-points",
    "white": "heart",
    "neutral": "open-ring",
}
"""The symbol that each player has beside the colour; its bare shape, to stand on that colour, is under
`.../flat`.
"""
