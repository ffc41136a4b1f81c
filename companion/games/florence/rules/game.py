"""The Princes of Florence as a plug-in of the rules: names, set-up, positions read and described."""

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
    redact_path_and_value,
)
from companion.games.florence.rules.layout import corrected_position, make_inventory, make_layout
from companion.games.florence.rules.pieces import COLOURS, taggable_pieces
from companion.games.florence.rules.position import FlorencePosition
from companion.games.florence.rules.serialisation import (
    parse_players,
    parse_position_data,
    removed_objects,
    resumed_agenda,
)
from companion.games.florence.rules.state import GameConfig, PlayerState, TableState
from companion.rules.clauses import declare_clause
from companion.rules.game import AssumedValue, Game, GameOption, GameSetup, check_new_game, check_setup
from companion.rules.json_validation import check_stated_result
from companion.rules.layout import Inventory, Layout, Place
from companion.rules.moves import PLAY_ZONE, UNKNOWN, Observation
from companion.rules.public_view import public_line
from companion.rules.transaction import Event

NO_START = declare_clause("P-B9", "no-start", "line")
OTHER_RESULT = declare_clause("P-E2", "other-result", "stated", "found")


class FlorenceGame(Game):
    """The rules of the Princes of Florence, a `companion.rules.game.Game`."""

    name = "florence"
    colours: tuple[str, ...] = COLOURS
    min_players = 2
    max_players = 5
    options: tuple[GameOption, ...] = OPTIONS

    def initial_position(self, setup: GameSetup) -> FlorencePosition:
        """P-M1: each player has kept three of four professions; the start player opens the first auction.

        Raises InvalidRecord where the set-up does not fit the game or names no start player.
        """
        check_new_game(self, setup, NO_START)
        table = self._make_config(setup)
        player = PlayerState(money=PIECE_COUNTS["money"], hand={UNKNOWN: PIECE_COUNTS["hand"]})
        position = FlorencePosition(
            config=table,
            round=1,
            phase="auction",
            start=setup.start_player,
            players=dict.fromkeys(table.seats, player),
        )
        return replace(position, agenda=position.phase_agenda("auction"))

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> FlorencePosition:
        """The position that a record describes; its own start player takes precedence over the set-up's.

        Raises InvalidRecord where a value has the wrong shape, or contradicts the rest.
        """
        check_setup(self, setup)
        parsed = parse_position_data(data)
        table = self._make_config(setup)
        position = FlorencePosition(
            config=table,
            round=parsed.round,
            phase=parsed.phase,
            start=parsed.start or setup.start_player or table.seats[0],
            players=parse_players(parsed, table),
            auction=parsed.auction,
            gone=removed_objects(parsed),
            actions=tuple(parsed.actions),
        )
        if set(position.players) != set(table.seats):
            return position  # its faults say so, and nothing can be derived from it
        position = replace(position, agenda=resumed_agenda(position, parsed.turn, parsed.owed))
        if not position.faults() and (outcome := position.outcome()) is not None:
            check_stated_result(parsed.scores, parsed.winners, outcome, OTHER_RESULT)
        return position

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Collection[str]:
        """The turn, the auction, what is owed and the actions done, as far as the correction clears them.

        A change of turn clears what is owed and done, a change of phase also turn and auction.
        """
        corrected_keys = {path.split("/")[1] for path in corrected_values if path.startswith("/")}
        keys: set[str] = set()
        if "turn" in corrected_keys:
            keys |= {"owed", "actions"}
        if "phase" in corrected_keys:
            keys |= {"turn", "auction", "owed", "actions"}
        if corrected_values.get("/auction", "") is None:
            keys |= {"turn", "owed"}
        return keys - corrected_keys

    def assumed_values(self, setup: GameSetup) -> tuple[AssumedValue, ...]:
        """The outlines and least values that nobody has read off this copy (P-M3, P-M4)."""
        return load_edition(setup.edition_lines).assumed_values

    def taggable_pieces(self, setup: GameSetup) -> Sequence[str]:
        """Every piece that may carry a tag, in box order."""
        return taggable_pieces()

    def zones(self, setup: GameSetup) -> Sequence[str]:
        """The places that show cards and tiles: there is one."""
        return (PLAY_ZONE,)

    def layout(self, position: FlorencePosition) -> Layout:
        """Which pieces lie where; cards are named as in the position."""
        return make_layout(position)

    def corrected_position(self, position: FlorencePosition, place: Place) -> TableState | None:
        """The table with exactly these pieces at that place; None where no table can have them."""
        return corrected_position(position, place)

    def inventory(self, setup: GameSetup) -> Inventory:
        """How many of each piece there are."""
        return make_inventory(tuple(seat.colour for seat in setup.seats))

    def irreversible_events(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events that show or take a card, which no undo can make unknown again."""
        return irreversible_events(events)

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words as everybody may see them, with `?` for a card taken into a hand."""
        return public_line(words, redact_path_and_value, public_words)

    def public_piece(self, piece: str) -> str:
        """The piece as everybody may see it: `?` for profession, bonus and prestige cards."""
        return public_piece(piece)

    def public_observations(
        self, position: Any, observations: Sequence[Observation]
    ) -> tuple[Observation, ...]:
        """The observations as everybody may see them.

        Cards keep their names in a work, when they are recruited, and in the final count.
        """
        return public_observations(position, observations)

    def _make_config(self, setup: GameSetup) -> GameConfig:
        copy = load_edition(setup.edition_lines)
        return GameConfig.for_setup(
            setup, OPTIONS, outlines=copy.outlines, least_by_round=copy.least_by_round
        )


GAME = FlorenceGame()
