"""The referee: it replays a record and answers line by line in JSON (notation.md, "The command").

Standard input is read as it comes, so that another program can drive it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any

import msgspec

from companion.games import game_rules_of_record
from companion.rules.choice import Turn
from companion.rules.clauses import MoveRefused, Refusal
from companion.rules.errors import InvalidRecord
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory
from companion.rules.record import ByteLineStream, HeaderReader, read_header_and_moves
from companion.rules.shown_text import shown_text
from companion.voice.voice import Voice

MAX_LEGAL_MOVES = 10_000
JsonAnswer = dict[str, Any]


def answer_record(
    stream: ByteLineStream, lang: str, *, position: bool = False, legal: bool = False
) -> Iterator[JsonAnswer]:
    """One answer for each move line of the record, then the position and the legal moves if they are requested.

    `lang`: the language of the sentences. Raises InvalidRecord where the record cannot be read; answers given before
        that stand.
    """
    reader, moves = read_header_and_moves(stream)
    history = yield from _open(reader)
    for line in moves:
        yield {"line": line.number, **_answer_line(history, line.text, lang)}
    if position:
        yield {"position": history.position.to_json()}
    if legal:
        yield legal_moves_answer(history.position.choice_tree)


def _open(reader: HeaderReader) -> Generator[JsonAnswer, None, GameHistory]:
    head = reader.header()
    try:
        history = GameHistory.from_header(head, game_rules_of_record(head.game))
    except InvalidRecord as wrong:
        wrong.where = wrong.where or reader.line_of_error(wrong.what)  # the head's own errors know no line
        raise
    if history.opening.events:  # what happened automatically when the position was loaded
        yield {"line": head.position_line, "events": history.opening.events}
    return history


def _voice(game: str, setup: GameSetup, lang: str) -> Voice:
    return Voice(game, {seat.colour: seat.shown_name for seat in setup.seats}, lang)


def _answer_line(history: GameHistory, line: str, lang: str) -> JsonAnswer:
    try:
        accepted = history.apply_line(line)
    except MoveRefused as refused:
        return {
            "refused": line,
            "clause": refused.refusal.clause.id,
            "code": refused.refusal.clause.code,
            "params": {
                name: value.english if isinstance(value, Refusal) else value
                for name, value in refused.refusal.facts.items()
            },
            "text": _voice(history.game.name, history.setup, lang).refusal_error_text(
                refused, history.position.to_public()
            ),
            "nearest": [str(move) for move in refused.nearest_moves],
        }
    return {"move": accepted.text, "events": accepted.events}


def legal_moves_answer(turn: Turn) -> JsonAnswer:
    """The legal moves sorted, with patterns for open-ended ones; at most 10,000, then `more`."""
    texts = list(islice(turn.move_texts(), MAX_LEGAL_MOVES + 1))
    answer: JsonAnswer = {"legal": sorted(texts[:MAX_LEGAL_MOVES])}
    if len(texts) > MAX_LEGAL_MOVES:
        answer["more"] = True
    return answer


def to_json_line(answer: JsonAnswer) -> bytes:
    """The answer as one line of JSON, its texts as they may be shown."""
    line = msgspec.json.encode(answer)
    return line if line.isascii() else shown_text(line.decode()).encode()
