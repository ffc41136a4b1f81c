"""The Princes of Florence as the house knows them: names, set-up, positions in and out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.florence.rules.edition import OPTIONS, PIECE_COUNTS, load_edition
from companion.games.florence.rules.hidden import (
    irreversible_events,
    public_observations,
    public_piece,
    public_words,
    redact_value,
)
from companion.games.florence.rules.layout import corrected_position, make_inventory, make_layout
from companion.games.florence.rules.pieces import COLOURS, TABLE_ACTOR, tagged_pieces
from companion.games.florence.rules.position import FlorencePosition
from companion.games.florence.rules.serialisation import (
    PositionData,
    from_json,
    parse_players,
    removed_objects,
    resumed_agenda,
)
from companion.games.florence.rules.state import GameConfig, PlayerState, TableState
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
    min_players = 2
    max_players = 5
    options: tuple[GameOption, ...] = OPTIONS

    def initial_position(self, setup: GameSetup) -> FlorencePosition:
        """P-M1: everybody has kept three of four professions; the start player opens the first auction."""
        check_setup(self, setup)
        if not setup.start_player:
            raise Unreadable("no start player: add a line `start COLOUR` (the oldest player, P-B9)")
        table = self._make_config(setup)
        player = PlayerState(money=PIECE_COUNTS["money"], hand={UNKNOWN: PIECE_COUNTS["hand"]})
        begun = FlorencePosition(
            config=table,
            round=1,
            phase="auction",
            start=setup.start_player,
            players=dict.fromkeys(table.seats, player),
        )
        return replace(begun, agenda=begun.phase_agenda("auction"))

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> FlorencePosition:
        """The position written in a record; its own start player holds."""
        check_setup(self, setup)
        paper = from_json(data)
        table = self._make_config(setup)
        read = FlorencePosition(
            config=table,
            round=paper.round,
            phase=paper.phase,
            start=paper.start or setup.start_player or table.seats[0],
            players=parse_players(paper, table),
            auction=paper.auction,
            gone=removed_objects(paper),
            actions=tuple(paper.actions),
        )
        if set(read.players) != set(table.seats):
            return read  # its faults say so, and nothing follows from it
        read = replace(read, agenda=resumed_agenda(read, paper.turn, paper.owed))
        self._check_result(read, paper)
        return read

    def _check_result(self, read: FlorencePosition, paper: PositionData) -> None:
        result = None if read.faults() else read.outcome()
        if result is None:
            return
        found = {"scores": dict(result.scores), "winners": list(result.winners)}
        for key, value in (("scores", paper.scores), ("winners", paper.winners)):
            if value is not None and value != found[key]:
                raise Unreadable(f"the position: it says {value} where points and florins make {found[key]}")

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Collection[str]:
        """In another phase or another's turn nothing is owed and nothing done; another phase has no auction."""
        said = {path.split("/")[1] for path in corrected_values if path.startswith("/")}
        keys: set[str] = set()
        if "turn" in said:
            keys |= {"owed", "actions"}
        if "phase" in said:
            keys |= {"turn", "auction", "owed", "actions"}
        if corrected_values.get("/auction", "") is None:
            keys |= {"turn", "owed"}
        return keys - said

    def assumed_values(self, setup: GameSetup) -> tuple[AssumedValue, ...]:
        """Outlines and least values that nobody has read off this copy (P-M3, P-M4)."""
        return load_edition(setup.edition_lines).assumed_values

    def taggable_pieces(self, setup: GameSetup) -> Sequence[str]:
        """Every piece that may carry a tag, in box order."""
        return tagged_pieces()

    def zones(self, setup: GameSetup) -> Sequence[str]:
        """The one place where cards and tiles are shown."""
        return (PLAY_ZONE,)

    def layout(self, position: FlorencePosition) -> Layout:
        """Which piece lies where; cards have the names that the position has."""
        return make_layout(position)

    def corrected_position(self, position: FlorencePosition, place: Place) -> TableState | None:
        """The table if just these pieces lay there."""
        return corrected_position(position, place)

    def inventory(self, setup: GameSetup) -> Inventory:
        """How many there are of every piece."""
        return make_inventory(tuple(seat.colour for seat in setup.seats))

    def irreversible_events(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Cards looked at and taken: no taking back makes them unknown."""
        return irreversible_events(events)

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """A card taken into a hand is `?`."""
        return (
            public_correction(words, redact_value)
            if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX
            else public_words(words)
        )

    def public_piece(self, piece: str) -> str:
        """Professions, bonus and prestige cards are `?`; all else lies open."""
        return public_piece(piece)

    def public_observations(
        self, position: Any, observations: Sequence[Observation]
    ) -> tuple[Observation, ...]:
        """Cards have names in a work, when they are recruited and in the final count."""
        return public_observations(position, observations)

    def _make_config(self, setup: GameSetup) -> GameConfig:
        copy = load_edition(setup.edition_lines)
        seats = tuple(seat.colour for seat in setup.seats)
        options = {option.name: option.values[0] for option in OPTIONS} | dict(setup.options)
        order = {who: seats[at:] + seats[:at] for at, who in enumerate(seats)}
        return GameConfig(seats, options, order, (*seats, TABLE_ACTOR), copy.outlines, copy.least_by_round)


GAME = FlorenceGame()
