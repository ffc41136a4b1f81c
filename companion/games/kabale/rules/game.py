"""Kabale und Hiebe as a plug-in of the rules: its names, its set-up, positions read and described."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.kabale.rules.constants import MATERIAL, OPTIONS
from companion.games.kabale.rules.hidden import (
    irreversible_events,
    public_piece,
    public_words,
    redact_path_and_value,
)
from companion.games.kabale.rules.layout import corrected_position, make_inventory, make_layout
from companion.games.kabale.rules.pieces import COLOURS, all_pieces, column_zone
from companion.games.kabale.rules.position import KabalePosition
from companion.games.kabale.rules.serialisation import parse_position_data, resumed_agenda
from companion.games.kabale.rules.state import PlayerState, TableState
from companion.rules.clauses import declare_clause
from companion.rules.errors import InvalidRecord
from companion.rules.game import Game, GameOption, GameSetup, TableConfig, check_new_game, check_setup
from companion.rules.json_validation import check_stated_result
from companion.rules.layout import Inventory, Layout, Place
from companion.rules.moves import PLAY_ZONE, UNKNOWN
from companion.rules.public_view import public_line
from companion.rules.transaction import Event

NO_START = declare_clause("K-1.6", "no-start", "line")
NOTHING_DIFFERS = declare_clause("K-M2", "not-printed", "words")
OTHER_RESULT = declare_clause("K-4.2", "other-result", "stated", "found")


class KabaleGame(Game):
    """The rules of Kabale und Hiebe, a `companion.rules.game.Game`."""

    name = "kabale"
    colours: tuple[str, ...] = COLOURS
    min_players = 2
    max_players = 6
    options: tuple[GameOption, ...] = OPTIONS

    def initial_position(self, setup: GameSetup) -> KabalePosition:
        """K-1.1: all decks are shuffled and each player holds three cards; the first objectives are awaited.

        Raises InvalidRecord where the set-up does not fit the game or names no start player.
        """
        check_new_game(self, setup, NO_START)
        table = self._make_config(setup)
        player = PlayerState(
            hand={UNKNOWN: MATERIAL["hand"]}, deck=MATERIAL["copies"] - MATERIAL["hand"], discard={}
        )
        position = KabalePosition(
            config=table,
            round=1,
            phase="objectives",
            start=setup.start_player,
            players=dict.fromkeys(table.seats, player),
        )
        return replace(position, agenda=position.phase_agenda("objectives"))

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> KabalePosition:
        """The position that a record describes; its own start player takes precedence over the set-up's.

        Raises InvalidRecord where a value has the wrong shape, or contradicts the rest.
        """
        check_setup(self, setup)
        parsed = parse_position_data(data)
        table = self._make_config(setup)
        start = parsed.start or setup.start_player or table.seats[0]
        position = KabalePosition(
            config=table,
            round=parsed.round,
            phase=parsed.phase,
            start=start,
            players={who: parsed.players[who] for who in table.in_seat_order(parsed.players)},
            columns=tuple(parsed.columns),
            travelled=tuple(parsed.travelled),
            lost=tuple(sorted(parsed.lost)),
        )
        if set(position.players) != set(table.seats):
            return position  # its faults say so, and nothing can be derived from it
        turn = parsed.turn or (start if parsed.phase == "play" else None)
        position = replace(position, agenda=resumed_agenda(position, turn, parsed.asked))
        if not position.faults() and (outcome := position.outcome()) is not None:
            check_stated_result(parsed.scores, parsed.winners, outcome, OTHER_RESULT)
        return position

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Collection[str]:
        """The decision asked and the Explorers that moved, which a change of phase or turn clears."""
        corrected_keys = {path.split("/")[1] for path in corrected_values if path.startswith("/")}
        turn_changes = corrected_keys & {"turn", "phase"} and "asked" not in corrected_keys
        return (
            {"asked", "travelled"} - corrected_keys
            if turn_changes or corrected_values.get("/asked", "") is None
            else ()
        )

    def taggable_pieces(self, setup: GameSetup) -> Sequence[str]:
        """Every piece that may carry a tag, in box order."""
        return all_pieces(self._make_config(setup).seats)

    def zones(self, setup: GameSetup) -> Sequence[str]:
        """The places that show cards, and a column for each player."""
        return (PLAY_ZONE, *(column_zone(number) for number in range(1, len(setup.seats) + 1)))

    def layout(self, position: KabalePosition) -> Layout:
        """Which pieces lie where in that position."""
        return make_layout(position)

    def corrected_position(self, position: KabalePosition, place: Place) -> TableState | None:
        """The table with exactly these pieces at that place; None where no table can have them."""
        return corrected_position(position, place)

    def inventory(self, setup: GameSetup) -> Inventory:
        """How many of each card of these players, and of each objective, there are."""
        return make_inventory(self._make_config(setup).seats)

    def irreversible_events(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events that turn, show or draw a card, which no undo can make unknown again."""
        return irreversible_events(events)

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words as everybody may see them, with `?` for a card that a player lays face down."""
        return public_line(words, redact_path_and_value, public_words)

    def public_piece(self, piece: str) -> str:
        """The piece as everybody may see it: `?` for a card; objectives lie open."""
        return public_piece(piece)

    def _make_config(self, setup: GameSetup) -> TableConfig:
        for each in setup.edition_lines:
            raise InvalidRecord(NOTHING_DIFFERS(" ".join(each.words)))
        return TableConfig.for_setup(setup, OPTIONS)


GAME = KabaleGame()
