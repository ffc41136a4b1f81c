"""The board, the colours, and what readers and fingers call them.

7  o-----------o-----------o      Points are named as on a chessboard: a7 is the upper left corner.
6  |   o-------o-------o   |
5  |   |   o---o---o   |   |      The board is the traditional one (H. J. R. Murray,
4  o---o---o       o---o---o      "A History of Board-Games Other than Chess", 1952).
3  |   |   o---o---o   |   |
2  |   o-------o-------o   |
1  o-----------o-----------o
   a   b   c   d   e   f   g
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.moves import PLAY_ZONE, MoveStep, Observation

COLOURS = ("white", "black")
MEN = 9
FEWEST = 3
"""With fewer men a player cannot close a mill."""

Board = Mapping[str, str]
"""Point -> colour of the man on it; empty points are absent."""

ACROSS = "a7-d7-g7 b6-d6-f6 c5-d5-e5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1"
UPWARD = "a1-a4-a7 b2-b4-b6 c3-c4-c5 d1-d2-d3 d5-d6-d7 e3-e4-e5 f2-f4-f6 g1-g4-g7"
LINES = tuple(tuple(line.split("-")) for line in f"{ACROSS} {UPWARD}".split())
"""Three points in a row each: all possible mills, and the lines along which men move."""

POINTS = tuple(ACROSS.replace("-", " ").split())
STEPS = {step for a, b, c in LINES for step in ((a, b), (b, a), (b, c), (c, b))}
"""From a point to the next one on a line."""


def opponent(who: str) -> str:
    """The other colour."""
    return COLOURS[1 - COLOURS.index(who)]


def with_man(board: Board, who: str, point: str, source: str = "") -> Board:
    """The board once that player has put a man on `point`, taken from `source` or, "", from the hand."""
    return {each: whose for each, whose in board.items() if each != source} | {point: who}


def mills(board: Board, point: str) -> tuple[tuple[str, ...], ...]:
    """The closed mills that the man on `point` stands in."""
    who = board[point]
    return tuple(line for line in LINES if point in line and all(board.get(each) == who for each in line))


# -- at the table


def man(who: str) -> str:
    """The piece of a man; all nine of a colour are alike."""
    return f"man/{who}"


def zone(point: str) -> str:
    """The zone and touch target of a point."""
    return f"point/{point}"


def put(who: str, point: str) -> MoveStep:
    """The step of a man put on that point, observed by the reader below it or a touch."""
    return MoveStep(point, (Observation(man(who), zone(point)),), touch_target=zone(point))


def touched(point: str, implied: bool = False) -> MoveStep:
    """The step of a point that a man leaves, of which no reader tells; `implied` where only one can be."""
    return MoveStep(point, is_implied=implied, touch_target=zone(point))


def takes(whom: str) -> MoveStep:
    """The step before the point of a man taken, which implies it; the man may be shown as well."""
    return MoveStep("takes", (Observation(man(whom), PLAY_ZONE),), is_implied=True, touch_target="takes")


FROM = MoveStep("from", is_implied=True, touch_target="from")
"""The step before the point a man leaves, which implies it."""
