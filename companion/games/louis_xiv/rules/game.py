"""Louis XIV as a plug-in of the rules: its names, its set-up, positions read and described."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.louis_xiv.rules.edition import (
    CHIP_COPIES,
    MATERIAL,
    MISSION_TYPES,
    OPTIONS,
    load_data_file,
    load_edition,
)
from companion.games.louis_xiv.rules.hidden import irreversible_events, redact_path_and_value
from companion.games.louis_xiv.rules.layout import corrected_position, make_inventory, make_layout
from companion.games.louis_xiv.rules.pieces import CARD_COPIES, CHIPS, COLOURS, INFLUENCE_CARDS, TILES
from companion.games.louis_xiv.rules.position import LouisXIVPosition
from companion.games.louis_xiv.rules.serialisation import parse_position_data
from companion.games.louis_xiv.rules.state import GameConfig, PlayerState, TableState, TileState
from companion.rules.clauses import declare_clause
from companion.rules.errors import InvalidRecord
from companion.rules.game import AssumedValue, Game, GameOption, GameSetup, check_new_game, check_setup
from companion.rules.json_validation import check_stated_result
from companion.rules.layout import Inventory, Layout, Place
from companion.rules.public_view import public_line
from companion.rules.transaction import Event

NO_START = declare_clause("L-S1", "no-start", "line")
TURN_OF_NOBODY = declare_clause("L-S1", "turn-of-nobody", "turn")
TURN_DISAGREES = declare_clause("L-S1", "turn-disagrees", "turn", "awaited")
OTHER_RESULT = declare_clause("L-5.3", "other-result", "stated", "found")


class LouisXIVGame(Game):
    """The rules of Louis XIV, a `companion.rules.game.Game`."""

    name = "louis-xiv"
    colours: tuple[str, ...] = COLOURS
    min_players = 2
    max_players = 4
    options: tuple[GameOption, ...] = OPTIONS

    def initial_position(self, setup: GameSetup) -> LouisXIVPosition:
        """L-S1 to L-S3: 5 louis, stones by seat from the start player on, one light and one mid mission each.

        Raises InvalidRecord where the set-up does not fit the game or names no start player.
        """
        check_new_game(self, setup, NO_START)
        table = self._make_config(setup)
        general = load_data_file()["setup"]["general"][str(len(table.seats))]
        players = {
            who: PlayerState(
                money=load_data_file()["setup"]["money"],
                own=MATERIAL["stones"] - stones,
                general=stones,
                hand={"light": 1, "mid": 1},
            )
            for who, stones in zip(table.clockwise_from[setup.start_player], general, strict=True)
        }
        position = LouisXIVPosition(
            config=table,
            round=1,
            phase="supply",
            start=setup.start_player,
            players={who: players[who] for who in table.seats},
            tiles={number: TileState() for number in TILES},
        )
        return _with_agenda(position, position.phase_agenda("supply"))

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> LouisXIVPosition:
        """The position that a record describes; its own start player takes precedence over the set-up's.

        Raises InvalidRecord where a value has the wrong shape, or turn, scores or winners contradict the rest.
        """
        check_setup(self, setup)
        parsed = parse_position_data(data)
        table = self._make_config(setup)
        start = parsed.start or setup.start_player or table.seats[0]
        position = LouisXIVPosition(
            config=table,
            round=parsed.round,
            phase=parsed.phase,
            start=start,
            players={who: parsed.players[who] for who in table.in_seat_order(parsed.players)},
            tiles={number: parsed.tiles[number] for number in sorted(parsed.tiles)},
            king=parsed.king,
            tile=parsed.tile,
            played=parsed.played,
            turned=tuple(sorted(parsed.turned)),
        )
        if set(position.players) != set(table.seats) or start not in table.seats:
            return position  # its faults say so, and nothing can be derived from it
        if parsed.agenda is not None:
            position = _with_agenda(position, tuple(parsed.agenda))
            if parsed.turn is not None and parsed.turn != position.awaited_player:
                raise InvalidRecord(TURN_DISAGREES(parsed.turn, position.awaited_player))
        elif parsed.turn is None or parsed.turn in table.seats:
            position = _with_agenda(position, position.resumed_agenda(parsed.turn))
        else:
            raise InvalidRecord(TURN_OF_NOBODY(parsed.turn))
        check_stated_result(parsed.scores, parsed.winners, position.outcome(), OTHER_RESULT)
        return position

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Collection[str]:
        """The agenda, or whose turn it is, when a correction leaves it to follow from the other values.

        An agenda that a correction takes away is derived from the turn.
        """
        corrected_keys = {path.split("/")[1] for path in corrected_values if path.startswith("/")}
        if "agenda" not in corrected_keys:
            return ("agenda",) if corrected_keys & {"turn", "phase", "tile"} else ()
        return () if "turn" in corrected_keys or corrected_values.get("/agenda", ()) is None else ("turn",)

    def assumed_values(self, setup: GameSetup) -> tuple[AssumedValue, ...]:
        """The assumed values of L-M10 that nobody has read off this copy."""
        return load_edition(setup.edition_lines).assumed_values

    def taggable_pieces(self, setup: GameSetup) -> Sequence[str]:
        """Every piece that may carry a tag, in box order."""
        table = self._make_config(setup)
        missions = [f"mission/{name}:{chips}" for name, kind in MISSION_TYPES.items() for chips in kind.chips]
        return (
            *(f"card/{card}" for card in INFLUENCE_CARDS for _ in range(CARD_COPIES[card])),
            *(f"intrigue/{tile}" for tile in TILES),
            *(f"money/{louis}:{tile}" for louis, tile in table.edition.likely_money_cards()),
            *missions,
            *(f"seal/{who}" for who in table.seats),
            *(f"chip/{chip}" for chip in CHIPS for _ in range(CHIP_COPIES[chip])),
        )

    def zones(self, setup: GameSetup) -> Sequence[str]:
        """The places that show cards: the twelve tiles, and where each player puts what they count."""
        return ("play", *(f"tile/{tile}" for tile in TILES), *(f"seat/{seat.colour}" for seat in setup.seats))

    def layout(self, position: LouisXIVPosition) -> Layout:
        """Which pieces lie where in that position."""
        return make_layout(position)

    def corrected_position(self, position: LouisXIVPosition, place: Place) -> TableState | None:
        """The table with exactly these pieces at that place; None where no table can have them."""
        return corrected_position(position, place)

    def inventory(self, setup: GameSetup) -> Inventory:
        """How many of each piece there are."""
        table = self._make_config(setup)
        return make_inventory(table.seats, table.edition)

    def irreversible_events(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """The events that show or draw a card, which no undo can make unknown again."""
        return irreversible_events(events)

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The words as everybody may see them.

        Moves name open pieces; only a correction may name a card in a hand.
        """
        return public_line(words, redact_path_and_value)

    def _make_config(self, setup: GameSetup) -> GameConfig:
        return GameConfig.for_setup(
            setup, OPTIONS, edition=load_edition(setup.edition_lines), rules=setup.rules
        )


def _with_agenda(position: LouisXIVPosition, agenda: tuple[Any, ...]) -> LouisXIVPosition:
    return replace(position, agenda=agenda)


GAME = LouisXIVGame()
