"""The referee: replays a record and answers line by line in JSON (notation.md, "The command").

Standard input is followed as it comes, so another program can drive it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any

import msgspec

from companion.games import game_rules
from companion.rules.choice import Turn
from companion.rules.clauses import MoveRefused
from companion.rules.errors import Unreadable
from companion.rules.game import GameSetup
from companion.rules.history import GameHistory, ImpossiblePosition
from companion.rules.record import ByteLineStream, HeaderReader, RecordHeader, read_header_and_moves
from companion.voice.voice import Voice

MAX_LEGAL_MOVES = 10_000
JsonAnswer = dict[str, Any]
MAX_FAULTS = 100  # told of a position: "all at once", but a line somebody can still read


def answer_record(
    stream: ByteLineStream, lang: str, *, position: bool = False, legal: bool = False
) -> Iterator[JsonAnswer]:
    """One answer for each move line of the record, then the position and the legal moves if asked for.

    `lang`: of the sentences. Raises Unreadable where the record cannot be read; answers given before
    that stand.
    """
    reader, moves = read_header_and_moves(stream)
    account = yield from _open(reader, lang)
    for line in moves:
        yield {"line": line.number, **_say(account, line.text, lang)}
    if position:
        yield {"position": account.position.to_json()}
    if legal:
        yield legal_moves_answer(account.position.choice_tree)


def _open(reader: HeaderReader, lang: str) -> Generator[JsonAnswer, None, GameHistory]:
    head = reader.header()
    try:
        account = GameHistory.from_header(head, game_rules(head.game))
    except ImpossiblePosition as wrong:
        raise Unreadable(_impossible(wrong, head, lang), wrong.where) from wrong
    except Unreadable as wrong:
        raise Unreadable(wrong.what, wrong.where or reader.line_of_error(wrong.what)) from wrong
    if account.opening.events:  # what happened by itself when the position was loaded
        yield {"line": head.position_line, "events": account.opening.events}
    return account


def _voice(game: str, setup: GameSetup, lang: str) -> Voice:
    return Voice(game, {seat.colour: seat.name for seat in setup.seats}, lang)


def _impossible(wrong: ImpossiblePosition, head: RecordHeader, lang: str) -> str:
    """All that is wrong with a position, each with its clause, in one line."""
    voice = _voice(head.game, head.setup, lang)
    told = [f"{fault.clause.id} {voice.refusal_text(fault)}" for fault in wrong.faults[:MAX_FAULTS]]
    more = len(wrong.faults) - len(told)
    return " ".join((*told, f"({more} more)")) if more else " ".join(told)


def _say(account: GameHistory, line: str, lang: str) -> JsonAnswer:
    try:
        accepted = account.apply_line(line)
    except MoveRefused as refused:
        return {
            "refused": line,
            "clause": refused.refusal.clause.id,
            "code": refused.refusal.clause.code,
            "params": refused.refusal.facts,
            "text": _voice(account.game.name, account.setup, lang).refusal_error_text(refused),
            "nearest": [str(move) for move in refused.nearest_moves],
        }
    return {"move": accepted.text, "events": accepted.events}


def legal_moves_answer(turn: Turn) -> JsonAnswer:
    """The legal moves sorted, patterns for those of the table; at most 10,000, then `more`."""
    texts = list(islice(turn.move_texts(), MAX_LEGAL_MOVES + 1))
    answer: JsonAnswer = {"legal": sorted(texts[:MAX_LEGAL_MOVES])}
    if len(texts) > MAX_LEGAL_MOVES:
        answer["more"] = True
    return answer


def to_json_line(answer: JsonAnswer) -> bytes:
    """One line of JSON."""
    return msgspec.json.encode(answer)
