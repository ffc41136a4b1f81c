"""Louis XIV as the house knows it: names, set-up, positions in and out."""

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
from companion.games.louis_xiv.rules.hidden import irreversible_events, redact_value
from companion.games.louis_xiv.rules.layout import corrected_position, make_inventory, make_layout
from companion.games.louis_xiv.rules.pieces import CARD_COPIES, CHIPS, COLOURS, INFLUENCE_CARDS, TILES
from companion.games.louis_xiv.rules.position import LouisXIVPosition
from companion.games.louis_xiv.rules.serialisation import from_json
from companion.games.louis_xiv.rules.state import GameConfig, PlayerState, TableState, TileState, make_config
from companion.rules.errors import Unreadable
from companion.rules.game import AssumedValue, GameOption, GameSetup, check_setup
from companion.rules.history import CORRECTION_PREFIX
from companion.rules.layout import Inventory, Layout, Place
from companion.rules.moves import Observation
from companion.rules.public_view import public_correction, public_observations
from companion.rules.transaction import Event


class LouisXIVGame:
    """The `Game` of companion.rules.game."""

    name = "louis-xiv"
    colours: tuple[str, ...] = COLOURS
    min_players = 2
    max_players = 4
    options: tuple[GameOption, ...] = OPTIONS

    def initial_position(self, setup: GameSetup) -> LouisXIVPosition:
        """L-S1 to L-S3: 5 louis, stones in seat order from the start player, one light and one mid mission."""
        check_setup(self, setup)
        if not setup.start_player:
            raise Unreadable("no start player: add a line `start COLOUR` (the oldest player, L-S1)")
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
        begun = LouisXIVPosition(
            config=table,
            round=1,
            phase="supply",
            start=setup.start_player,
            players={who: players[who] for who in table.seats},
            tiles={number: TileState() for number in TILES},
        )
        return _with_agenda(begun, begun.phase_agenda("supply"))

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> LouisXIVPosition:
        """The position written in a record; its own start player holds."""
        check_setup(self, setup)
        paper = from_json(data)
        table = self._make_config(setup)
        start = paper.start or setup.start_player or table.seats[0]
        read = LouisXIVPosition(
            config=table,
            round=paper.round,
            phase=paper.phase,
            start=start,
            players={who: paper.players[who] for who in sorted(paper.players, key=_seat_order(table))},
            tiles={number: paper.tiles[number] for number in sorted(paper.tiles)},
            king=paper.king,
            tile=paper.tile,
            played=paper.played,
            turned=tuple(sorted(paper.turned)),
        )
        if set(read.players) != set(table.seats) or start not in table.seats:
            return read  # its faults say so, and nothing follows from it
        if paper.agenda is not None:
            read = _with_agenda(read, tuple(paper.agenda))
            if paper.turn is not None and paper.turn != read.turn:
                raise Unreadable(f"the position: turn says {paper.turn}, its agenda {read.turn}")
        elif paper.turn in (*table.seats, None):
            read = _with_agenda(read, read.resumed_agenda(paper.turn))
        else:
            raise Unreadable(f"the position: turn {paper.turn}: no such player at this table")
        result = read.outcome()
        for said, found in (
            (paper.scores, result and dict(result.scores)),
            (paper.winners, result and list(result.winners)),
        ):
            if said is not None and said != found:
                raise Unreadable(
                    f"the position: it says {said} where its coats of arms and missions make {found}"
                )
        return read

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Collection[str]:
        """What is still to be done, or who is asked; an agenda that is taken away follows from who is."""
        said = {path.split("/")[1] for path in corrected_values if path.startswith("/")}
        if "agenda" not in said:
            return ("agenda",) if said & {"turn", "phase", "tile"} else ()
        return () if "turn" in said or corrected_values.get("/agenda", ()) is None else ("turn",)

    def assumed_values(self, setup: GameSetup) -> tuple[AssumedValue, ...]:
        """The values of L-M10 that nobody has read off this copy."""
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
        """Where cards are shown, the twelve tiles, and where each player lays what he counts."""
        return ("play", *(f"tile/{tile}" for tile in TILES), *(f"seat/{seat.colour}" for seat in setup.seats))

    def layout(self, position: LouisXIVPosition) -> Layout:
        """Which piece lies where."""
        return make_layout(position)

    def corrected_position(self, position: LouisXIVPosition, place: Place) -> TableState | None:
        """The table if just these pieces lay there."""
        return corrected_position(position, place)

    def inventory(self, setup: GameSetup) -> Inventory:
        """How many there are of each."""
        table = self._make_config(setup)
        return make_inventory(table.seats, table.edition)

    def irreversible_events(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Cards shown and drawn: what no taking back makes unknown."""
        return irreversible_events(events)

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Moves name what lies open; only a correction may name a card in a hand."""
        return (
            public_correction(words, redact_value)
            if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX
            else words
        )

    def public_piece(self, piece: str) -> str:
        """Every piece is laid down open."""
        return piece

    def public_observations(
        self, position: Any, observations: Sequence[Observation]
    ) -> tuple[Observation, ...]:
        """Piece by piece."""
        return public_observations(self, observations)

    def _make_config(self, setup: GameSetup) -> GameConfig:
        seats = tuple(seat.colour for seat in setup.seats)
        options = {option.name: option.values[0] for option in OPTIONS} | dict(setup.options)
        return make_config(seats, load_edition(setup.edition_lines), options)


def _seat_order(config: GameConfig) -> Any:
    order = {who: number for number, who in enumerate(config.seats)}
    return lambda who: order.get(who, len(order))


def _with_agenda(position: LouisXIVPosition, agenda: tuple[Any, ...]) -> LouisXIVPosition:
    return replace(position, agenda=agenda)


GAME = LouisXIVGame()
