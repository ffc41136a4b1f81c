"""A game as everybody at the table could follow it, for somebody who was not there: public lines, without names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from companion.games import game_rules_of_record
from companion.rules.clauses import MoveRefused
from companion.rules.errors import InvalidRecord
from companion.rules.forgetting import is_forgetting
from companion.rules.game import Seat
from companion.rules.history import GameHistory
from companion.rules.public_view import public_line_text
from companion.rules.record import ByteLineStream, RecordHeader, read_header_and_moves

_LINE = re.compile(r"line \d+")


def public_record_lines(stream: ByteLineStream) -> Iterator[str]:
    """The record as far as it can be read and played, line by line: players by colour, hidden pieces as `?`.

    Errors are described in a comment line, without quoting the record: the line could name what lies face down.
    """
    try:
        reader, moves = read_header_and_moves(stream)
        head = reader.header()
        history = GameHistory.from_header(head, game_rules_of_record(head.game))
    except InvalidRecord as wrong:
        yield f"# its head cannot be read: {_where(wrong)}"
        return
    yield from _public(head, history).to_lines()
    number = 0
    try:
        for line in moves:
            number += 1
            accepted = history.apply_line(line.text)
            if not is_forgetting(line.text):
                yield public_line_text(history.game, accepted)
    except MoveRefused as refused:
        yield f"# move {number} is refused now: {refused.refusal.clause.id}"
    except InvalidRecord as wrong:
        yield f"# it cannot be read from here on: {_where(wrong)}"


def _public(head: RecordHeader, history: GameHistory) -> RecordHeader:
    colours = tuple(Seat(seat.colour, seat.colour) for seat in head.setup.seats)
    position = head.position
    if position is not None:
        position = history.game.position_from_json(position, head.setup).to_public().to_json()
    return replace(head, setup=replace(head.setup, seats=colours), position=position)


def _where(wrong: InvalidRecord) -> str:
    return wrong.where if _LINE.fullmatch(wrong.where) else "what it says cannot be"
