"""The Princes of Florence as the house knows them: names, set-up, positions in and out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.florence.rules.hidden import hide, public_line, public_piece, public_sights, unseen
from companion.games.florence.rules.layout import box, corrected, layout
from companion.games.florence.rules.paper import Paper, agenda, counts, from_json, players
from companion.games.florence.rules.pieces import COLOURS, TABLE, tagged
from companion.games.florence.rules.position import Florence
from companion.games.florence.rules.printed import MATERIAL, OPTIONS, printed
from companion.games.florence.rules.state import House, Player, Table
from companion.rules.errors import Unreadable
from companion.rules.game import AssumedValue, GameOption, GameSetup, check_setup
from companion.rules.history import CORRECTION_PREFIX
from companion.rules.layout import Inventory, Layout, Place
from companion.rules.moves import PLAY_ZONE, UNKNOWN, Observation
from companion.rules.public_view import public_correction
from companion.rules.transaction import Event


class FlorenceGame:
    """The `Game` of companion.rules.game."""

    name = "florence"
    colours: tuple[str, ...] = COLOURS
    fewest = 2
    most = 5
    options: tuple[GameOption, ...] = OPTIONS

    def begin(self, setup: GameSetup) -> Florence:
        """P-M1: everybody has kept three of four professions; the start player opens the first auction."""
        check_setup(self, setup)
        if not setup.start_player:
            raise Unreadable("no start player: add a line `start COLOUR` (the oldest player, P-B9)")
        table = self._house(setup)
        player = Player(money=MATERIAL["money"], hand={UNKNOWN: MATERIAL["hand"]})
        begun = Florence(
            house=table,
            round=1,
            phase="auction",
            start=setup.start_player,
            players=dict.fromkeys(table.seats, player),
        )
        return replace(begun, agenda=begun.phase_agenda("auction"))

    def position(self, data: Mapping[str, Any], setup: GameSetup) -> Florence:
        """The position written in a record; its own start player holds."""
        check_setup(self, setup)
        paper = from_json(data)
        table = self._house(setup)
        read = Florence(
            house=table,
            round=paper.round,
            phase=paper.phase,
            start=paper.start or setup.start_player or table.seats[0],
            players=players(paper, table),
            auction=paper.auction,
            gone=counts(paper),
            actions=tuple(paper.actions),
        )
        if set(read.players) != set(table.seats):
            return read  # its faults say so, and nothing follows from it
        read = replace(read, agenda=agenda(read, paper.turn, paper.owed))
        self._check_result(read, paper)
        return read

    def _check_result(self, read: Florence, paper: Paper) -> None:
        result = None if read.faults() else read.outcome()
        if result is None:
            return
        found = {"scores": dict(result.scores), "winners": list(result.winners)}
        for key, value in (("scores", paper.scores), ("winners", paper.winners)):
            if value is not None and value != found[key]:
                raise Unreadable(f"the position: it says {value} where points and florins make {found[key]}")

    def follows(self, corrected: Mapping[str, Any]) -> Collection[str]:
        """In another phase or another's turn nothing is owed and nothing done; another phase has no auction."""
        said = {path.split("/")[1] for path in corrected if path.startswith("/")}
        keys: set[str] = set()
        if "turn" in said:
            keys |= {"owed", "actions"}
        if "phase" in said:
            keys |= {"turn", "auction", "owed", "actions"}
        if corrected.get("/auction", "") is None:
            keys |= {"turn", "owed"}
        return keys - said

    def assumed(self, setup: GameSetup) -> tuple[AssumedValue, ...]:
        """Outlines and least values that nobody has read off this copy (P-M3, P-M4)."""
        return printed(setup.edition_lines).assumed

    def pieces(self, setup: GameSetup) -> Sequence[str]:
        """Every piece that may carry a tag, in box order."""
        return tagged()

    def zones(self, setup: GameSetup) -> Sequence[str]:
        """The one place where cards and tiles are shown."""
        return (PLAY_ZONE,)

    def layout(self, position: Florence) -> Layout:
        """Which piece lies where; cards have the names that the position has."""
        return layout(position)

    def corrected(self, position: Florence, place: Place) -> Table | None:
        """The table if just these pieces lay there."""
        return corrected(position, place)

    def box(self, setup: GameSetup) -> Inventory:
        """How many there are of every piece."""
        return box(tuple(seat.colour for seat in setup.seats))

    def unseen(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Cards looked at and taken: no taking back makes them unknown."""
        return unseen(events)

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """A card taken into a hand is `?`."""
        return (
            public_correction(words, hide)
            if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX
            else public_line(words)
        )

    def public_piece(self, piece: str) -> str:
        """Professions, bonus and prestige cards are `?`; all else lies open."""
        return public_piece(piece)

    def public_sights(self, position: Any, seen: Sequence[Observation]) -> tuple[Observation, ...]:
        """Cards have names in a work, when they are recruited and in the final count."""
        return public_sights(position, seen)

    def _house(self, setup: GameSetup) -> House:
        copy = printed(setup.edition_lines)
        seats = tuple(seat.colour for seat in setup.seats)
        options = {option.name: option.values[0] for option in OPTIONS} | dict(setup.options)
        order = {who: seats[at:] + seats[:at] for at, who in enumerate(seats)}
        return House(seats, options, order, (*seats, TABLE), copy.outlines, copy.least)


GAME = FlorenceGame()
