"""Kabale und Hiebe as the house knows it: names, set-up, positions in and out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.kabale.rules.constants import MATERIAL, OPTIONS
from companion.games.kabale.rules.hidden import irreversible_events, public_piece, public_words, redact_value
from companion.games.kabale.rules.layout import corrected_position, make_inventory, make_layout
from companion.games.kabale.rules.pieces import COLOURS, all_pieces, column_zone
from companion.games.kabale.rules.position import KabalePosition
from companion.games.kabale.rules.serialisation import from_json, resumed_agenda
from companion.games.kabale.rules.state import GameConfig, PlayerState, TableState, make_config
from companion.rules.errors import Unreadable
from companion.rules.game import AssumedValue, GameOption, GameSetup, check_setup
from companion.rules.history import CORRECTION_PREFIX
from companion.rules.layout import Inventory, Layout, Place
from companion.rules.moves import PLAY_ZONE, UNKNOWN, Observation
from companion.rules.public_view import public_correction, public_observations
from companion.rules.transaction import Event


class KabaleGame:
    """The `Game` of companion.rules.game."""

    name = "kabale"
    colours: tuple[str, ...] = COLOURS
    min_players = 2
    max_players = 6
    options: tuple[GameOption, ...] = OPTIONS

    def initial_position(self, setup: GameSetup) -> KabalePosition:
        """K-1.1: everybody has shuffled and holds three cards; the first objectives are awaited."""
        check_setup(self, setup)
        if not setup.start_player:
            raise Unreadable("no start player: add a line `start COLOUR` (the youngest player, K-1.6)")
        table = self._make_config(setup)
        player = PlayerState(
            hand={UNKNOWN: MATERIAL["hand"]}, deck=MATERIAL["copies"] - MATERIAL["hand"], discard={}
        )
        begun = KabalePosition(
            config=table,
            round=1,
            phase="objectives",
            start=setup.start_player,
            players=dict.fromkeys(table.seats, player),
        )
        return replace(begun, agenda=begun.phase_agenda("objectives"))

    def position_from_json(self, data: Mapping[str, Any], setup: GameSetup) -> KabalePosition:
        """The position written in a record; its own start player holds."""
        check_setup(self, setup)
        paper = from_json(data)
        table = self._make_config(setup)
        start = paper.start or setup.start_player or table.seats[0]
        seat = {who: number for number, who in enumerate(table.seats)}
        read = KabalePosition(
            config=table,
            round=paper.round,
            phase=paper.phase,
            start=start,
            players={
                who: paper.players[who] for who in sorted(paper.players, key=lambda who: seat.get(who, 9))
            },
            columns=tuple(paper.columns),
            travelled=tuple(paper.travelled),
            lost=tuple(sorted(paper.lost)),
        )
        if set(read.players) != set(table.seats):
            return read  # its faults say so, and nothing follows from it
        turn = paper.turn or (start if paper.phase == "play" else None)
        read = replace(read, agenda=resumed_agenda(read, turn, paper.asked))
        self._check_result(read, paper.scores, paper.winners)
        return read

    def _check_result(
        self, read: KabalePosition, scores: Mapping[str, int] | None, winners: Sequence[str] | None
    ) -> None:
        result = None if read.faults() else read.outcome()
        for said, found in (
            (scores, result and dict(result.scores)),
            (winners, result and list(result.winners)),
        ):
            if said is not None and result is not None and said != found:
                raise Unreadable(f"the position: it says {said} where its objectives make {found}")

    def derived_keys(self, corrected_values: Mapping[str, Any]) -> Collection[str]:
        """In another phase, or in another's turn, nothing is asked any more, and then no Explorer has moved."""
        said = {path.split("/")[1] for path in corrected_values if path.startswith("/")}
        another = said & {"turn", "phase"} and "asked" not in said
        return {"asked", "travelled"} - said if another or corrected_values.get("/asked", "") is None else ()

    def assumed_values(self, setup: GameSetup) -> tuple[AssumedValue, ...]:
        """None: every value is known."""
        return ()

    def taggable_pieces(self, setup: GameSetup) -> Sequence[str]:
        """Every piece that may carry a tag, in box order."""
        return all_pieces(self._make_config(setup).seats)

    def zones(self, setup: GameSetup) -> Sequence[str]:
        """Where cards are shown, and a column for each player."""
        return (PLAY_ZONE, *(column_zone(number) for number in range(1, len(setup.seats) + 1)))

    def layout(self, position: KabalePosition) -> Layout:
        """Which piece lies where."""
        return make_layout(position)

    def corrected_position(self, position: KabalePosition, place: Place) -> TableState | None:
        """The table if just these pieces lay there."""
        return corrected_position(position, place)

    def inventory(self, setup: GameSetup) -> Inventory:
        """The cards of those who play, and the objectives."""
        return make_inventory(self._make_config(setup).seats)

    def irreversible_events(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Cards turned, shown and drawn: what no taking back makes unknown."""
        return irreversible_events(events)

    def public_words(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """What a player lays face down is `?`."""
        return (
            public_correction(words, redact_value)
            if words[: len(CORRECTION_PREFIX)] == CORRECTION_PREFIX
            else public_words(words)
        )

    def public_piece(self, piece: str) -> str:
        """A card is `?`; objectives lie open."""
        return public_piece(piece)

    def public_observations(
        self, position: Any, observations: Sequence[Observation]
    ) -> tuple[Observation, ...]:
        """Piece by piece."""
        return public_observations(self, observations)

    def _make_config(self, setup: GameSetup) -> GameConfig:
        for each in setup.edition_lines:
            raise Unreadable(f"print {' '.join(each.words)}: nothing printed in Kabale und Hiebe differs")
        seats = tuple(seat.colour for seat in setup.seats)
        options = {option.name: option.values[0] for option in OPTIONS} | dict(setup.options)
        return make_config(seats, options)


GAME = KabaleGame()
