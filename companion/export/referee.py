"""The referee: replays a record and answers line by line in JSON (notation.md, "The command").

Standard input is followed as it comes, so another program can drive it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any

import msgspec

from companion.games import game
from companion.rules.account import Account, Impossible
from companion.rules.choice import Turn
from companion.rules.clauses import Refused
from companion.rules.errors import Unreadable
from companion.rules.game import Setup
from companion.rules.record import Head, HeadReader, Stream, head_and_moves
from companion.voice.say import Voice

MOST_LEGAL = 10_000
Answer = dict[str, Any]
MOST_FAULTS = 100  # told of a position: "all at once", but a line somebody can still read


def referee(stream: Stream, lang: str, *, position: bool = False, legal: bool = False) -> Iterator[Answer]:
    """One answer for each move line of the record, then the position and the legal moves if asked for.

    `lang`: of the sentences. Raises Unreadable where the record cannot be read; answers given before
    that stand.
    """
    reader, moves = head_and_moves(stream)
    account = yield from _open(reader, lang)
    for line in moves:
        yield {"line": line.number, **_say(account, line.text, lang)}
    if position:
        yield {"position": account.position.to_json()}
    if legal:
        yield legal_answer(account.position.offered)


def _open(reader: HeadReader, lang: str) -> Generator[Answer, None, Account]:
    head = reader.head()
    try:
        account = Account.of(head, game(head.game))
    except Impossible as wrong:
        raise Unreadable(_impossible(wrong, head, lang), wrong.where) from wrong
    except Unreadable as wrong:
        raise Unreadable(wrong.what, wrong.where or reader.place(wrong.what)) from wrong
    if account.opening.events:  # what happened by itself when the position was loaded
        yield {"line": head.position_line, "events": account.opening.events}
    return account


def _voice(game: str, setup: Setup, lang: str) -> Voice:
    return Voice(game, {seat.colour: seat.name for seat in setup.seats}, lang)


def _impossible(wrong: Impossible, head: Head, lang: str) -> str:
    """All that is wrong with a position, each with its clause, in one line."""
    voice = _voice(head.game, head.setup, lang)
    told = [f"{fault.why.id} {voice.refusal(fault)}" for fault in wrong.faults[:MOST_FAULTS]]
    more = len(wrong.faults) - len(told)
    return " ".join((*told, f"({more} more)")) if more else " ".join(told)


def _say(account: Account, line: str, lang: str) -> Answer:
    try:
        accepted = account.say(line)
    except Refused as refused:
        return {
            "refused": line,
            "clause": refused.refusal.why.id,
            "code": refused.refusal.why.code,
            "params": refused.refusal.params,
            "text": _voice(account.game.name, account.setup, lang).refused(refused),
            "nearest": [str(move) for move in refused.nearest],
        }
    return {"move": accepted.text, "events": accepted.events}


def legal_answer(turn: Turn) -> Answer:
    """The legal moves sorted, patterns for those of the table; at most 10,000, then `more`."""
    texts = list(islice(turn.texts(), MOST_LEGAL + 1))
    answer: Answer = {"legal": sorted(texts[:MOST_LEGAL])}
    if len(texts) > MOST_LEGAL:
        answer["more"] = True
    return answer


def as_json(answer: Answer) -> bytes:
    """One line of JSON."""
    return msgspec.json.encode(answer)
