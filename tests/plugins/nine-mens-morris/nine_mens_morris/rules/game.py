"""Nine Men's Morris as a plug-in of the rules: names, set-up, positions read and described."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from companion.rules.errors import InvalidRecord
from companion.rules.game import Game, GameOption, GameSetup, check_setup
from companion.rules.json_validation import parse_position
from companion.rules.layout import Inventory, Layout, Place
from companion.rules.moves import PLAY_ZONE
from nine_mens_morris.rules.board import COLOURS, MEN, POINTS, man, zone
from nine_mens_morris.rules.layout import BOX, corrected, layout
from nine_mens_morris.rules.position import Morris
from nine_mens_morris.rules.table import QUIET, Table

Colour = Literal["white", "black"]
Point = Annotated[str, Meta(pattern=f"^({'|'.join(POINTS)})$")]


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A serialised player; absent keys mean no men."""

    hand: Annotated[int, Meta(ge=0)] = 0
    board: list[Point] = []


class Paper(Struct, frozen=True, forbid_unknown_fields=True):
    """A serialised position.

    `phase`, `scores` and `winners` are accepted only where they follow from the men.
    """

    players: dict[Colour, Player]
    start: Colour | None = None
    turn: Colour | None = None
    quiet: Annotated[int, Meta(ge=0, le=QUIET)] = 0
    round: Literal[1] = 1
    phase: str | None = None
    scores: dict[str, int] | None = None
    winners: list[str] | None = None


class NineMensMorris(Game):
    """The rules of Nine Men's Morris, a `companion.rules.game.Game` without secrets."""

    name = "nine-mens-morris"
    colours: tuple[str, ...] = COLOURS
    min_players = 2
    max_players = 2
    options: tuple[GameOption, ...] = (GameOption("flying", ("yes", "no"), "N-1.3"),)

    def initial_position(self, setup: GameSetup) -> Morris:
        """An empty board; raises InvalidRecord where the set-up does not fit the game."""
        self._check(setup)
        if not setup.start_player:
            raise InvalidRecord("no start player: add a line `start COLOUR`")
        return Morris(setup.start_player, setup.start_player, dict.fromkeys(COLOURS, MEN), {}, _flying(setup))

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> Morris:
        """The position that a record describes; its own start player takes precedence over the set-up's.

        Raises InvalidRecord where a value has the wrong shape, or contradicts the rest.
        """
        self._check(setup)
        paper = parse_position(data, Paper)
        start = paper.start or setup.start_player or COLOURS[0]
        hand = {who: player.hand for who, player in paper.players.items()}
        men = [(point, who) for who, player in paper.players.items() for point in player.board]
        board = dict(men)
        if len(board) < len(men):
            raise InvalidRecord("the position: /players: two men stand on one point")
        read = Morris(
            start, paper.turn or start, dict.fromkeys(COLOURS, 0) | hand, board, _flying(setup), paper.quiet
        )
        made = read.to_json()
        for key in ("phase", "scores", "winners"):
            if not read.faults() and data.get(key) not in (None, made.get(key)):
                raise InvalidRecord(f"the position: /{key} is {data[key]}, its men make {made.get(key)}")
        return read

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Collection[str]:
        """The phase, which follows from the men."""
        return ("phase",)

    def taggable_pieces(self, setup: GameSetup) -> Sequence[str]:
        """Nine men of each colour."""
        return tuple(man(who) for who in COLOURS for _ in range(MEN))

    def zones(self, setup: GameSetup) -> Sequence[str]:
        """The place where men are shown, and the points."""
        return (PLAY_ZONE, *map(zone, POINTS))

    def layout(self, position: Table) -> Layout:
        """The men of each player, and the points."""
        return layout(position)

    def corrected_position(self, position: Table, place: Place) -> Table | None:
        """The table with that man on the point, or with none."""
        return corrected(position, place)

    def inventory(self, setup: GameSetup) -> Inventory:
        """Nine men of each colour."""
        return BOX

    def _check(self, setup: GameSetup) -> None:
        check_setup(self, setup)
        for each in setup.edition_lines:
            raise InvalidRecord(f"print {' '.join(each.words)}: nothing is printed on a man")


def _flying(setup: GameSetup) -> bool:
    return setup.options.get("flying", "yes") == "yes"


GAME = NineMensMorris()
