"""The referee: replays a record and answers line by line in JSON (notation.md, "The command").

Standard input is followed as it comes, so another program can drive it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import islice
from typing import Any

import msgspec

from companion.games import game
from companion.rules.account import Account
from companion.rules.clauses import Refused
from companion.rules.errors import Unreadable
from companion.rules.position import Position
from companion.rules.record import HeadReader, Stream, lines
from companion.voice.say import Voice

MOST_LEGAL = 10_000
Answer = dict[str, Any]
Speaker = Callable[[Account, Refused], str]


def speaker(lang: str) -> Speaker:
    """What says a refusal in that language."""

    def say(account: Account, refused: Refused) -> str:
        people = {seat.colour: seat.name for seat in account.setup.seats}
        return Voice(account.game.name, people, lang).refused(refused)

    return say


def referee(
    stream: Stream, text: Speaker, *, position: bool = False, legal: bool = False
) -> Iterator[Answer]:
    """One answer for each move line of the record, then the position and the legal moves if asked for.

    `text` says a refusal in the language wanted. Raises Unreadable where the record cannot be read;
    answers given before that stand.
    """
    reader = HeadReader()
    account: Account | None = None
    for line in lines(stream):
        if account is None:
            if reader.take(line):
                continue
            account = yield from _open(reader)
        elif HeadReader.is_head(line):
            raise Unreadable("a line of the head stands after the first move", f"line {line.number}")
        yield {"line": line.number, **_say(account, line.text, text)}
    if account is None:
        account = yield from _open(reader)
    if position:
        yield {"position": account.position.to_json()}
    if legal:
        yield legal_answer(account.position)


def _open(reader: HeadReader) -> Generator[Answer, None, Account]:
    head = reader.head()
    try:
        account = Account.of(head, game(head.game))
    except Unreadable as wrong:
        raise Unreadable(wrong.what, wrong.where or reader.place(wrong.what)) from wrong
    if account.opening.events:  # what happened by itself when the position was loaded
        yield {"line": head.position_line, "events": account.opening.events}
    return account


def _say(account: Account, line: str, text: Speaker) -> Answer:
    try:
        accepted = account.say(line)
    except Refused as refused:
        return {
            "refused": line,
            "clause": refused.refusal.why.id,
            "code": refused.refusal.why.code,
            "params": refused.refusal.params,
            "text": text(account, refused),
            "nearest": [str(move) for move in refused.nearest],
        }
    return {"move": accepted.text, "events": accepted.events}


def legal_answer(position: Position) -> Answer:
    """The legal moves sorted, patterns for those of the table; at most 10,000, then `more`."""
    texts = list(islice(position.offered.texts(), MOST_LEGAL + 1))
    answer: Answer = {"legal": sorted(texts[:MOST_LEGAL])}
    if len(texts) > MOST_LEGAL:
        answer["more"] = True
    return answer


def as_json(answer: Answer) -> bytes:
    """One line of JSON."""
    return msgspec.json.encode(answer)
