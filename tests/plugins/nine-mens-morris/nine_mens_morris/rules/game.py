"""Nine Men's Morris as Herald knows it: names, set-up, positions in, what lies where."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from companion.rules.errors import Unreadable
from companion.rules.game import Game, Option, Setup, check
from companion.rules.layout import Box, Layout, Place
from companion.rules.moves import PLAY
from companion.rules.shape import misfits
from nine_mens_morris.rules.board import COLOURS, MEN, POINTS, man, zone
from nine_mens_morris.rules.layout import BOX, corrected, layout
from nine_mens_morris.rules.position import Morris
from nine_mens_morris.rules.table import QUIET, Table

Colour = Literal["white", "black"]
Point = Annotated[str, Meta(pattern=f"^({'|'.join(POINTS)})$")]


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's men as they come in; what is left out is none."""

    hand: Annotated[int, Meta(ge=0)] = 0
    board: list[Point] = []


class Paper(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it comes in. `phase`, `scores` and `winners` are believed only where the men make the same."""

    players: dict[Colour, Player]
    start: Colour | None = None
    turn: Colour | None = None
    quiet: Annotated[int, Meta(ge=0, le=QUIET)] = 0
    round: Literal[1] = 1
    phase: str | None = None
    scores: dict[str, int] | None = None
    winners: list[str] | None = None


class NineMensMorris(Game):
    """The `Game` of companion.rules.game. Nothing is hidden here: its own answers about that stand."""

    name = "nine-mens-morris"
    colours: tuple[str, ...] = COLOURS
    fewest = 2
    most = 2
    options: tuple[Option, ...] = (Option("flying", ("yes", "no"), "N-1.3"),)

    def begin(self, setup: Setup) -> Morris:
        """An empty board."""
        self._check(setup)
        if not setup.start:
            raise Unreadable("no start player: add a line `start COLOUR`")
        return Morris(setup.start, setup.start, dict.fromkeys(COLOURS, MEN), {}, _flying(setup))

    def position(self, data: Mapping[str, Any], setup: Setup) -> Morris:
        """The position written in a record; its own start player holds."""
        self._check(setup)
        try:
            paper = msgspec.convert(data, Paper, str_keys=True)
        except (msgspec.ValidationError, RecursionError) as wrong:
            raise Unreadable(f"the position: {'; '.join(misfits(data, Paper)) or wrong}") from wrong
        start = paper.start or setup.start or COLOURS[0]
        hand = {who: player.hand for who, player in paper.players.items()}
        men = [(point, who) for who, player in paper.players.items() for point in player.board]
        board = dict(men)
        if len(board) < len(men):
            raise Unreadable("the position: /players: two men stand on one point")
        read = Morris(
            start, paper.turn or start, dict.fromkeys(COLOURS, 0) | hand, board, _flying(setup), paper.quiet
        )
        made = read.to_json()
        for key in ("phase", "scores", "winners"):
            if not read.faults() and data.get(key) not in (None, made.get(key)):
                raise Unreadable(f"the position: /{key} is {data[key]}, its men make {made.get(key)}")
        return read

    def follows(self, corrected: Mapping[str, Any]) -> Collection[str]:
        """The phase follows from where the men are."""
        return ("phase",)

    def pieces(self, setup: Setup) -> Sequence[str]:
        """Nine men of each colour."""
        return tuple(man(who) for who in COLOURS for _ in range(MEN))

    def zones(self, setup: Setup) -> Sequence[str]:
        """Where men are shown, and the points."""
        return (PLAY, *map(zone, POINTS))

    def layout(self, position: Table) -> Layout:
        """Each player's men, and the points."""
        return layout(position)

    def corrected(self, position: Table, place: Place) -> Table | None:
        """A man put on a point, or taken off it."""
        return corrected(position, place)

    def box(self, setup: Setup) -> Box:
        """Nine men of each colour."""
        return BOX

    def _check(self, setup: Setup) -> None:
        check(self, setup)
        for each in setup.prints:
            raise Unreadable(f"print {' '.join(each.words)}: nothing is printed on a man")


def _flying(setup: Setup) -> bool:
    return setup.options.get("flying", "yes") == "yes"


GAME = NineMensMorris()
