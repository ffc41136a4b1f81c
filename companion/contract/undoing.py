"""Promises about taking back, and about long walks with slips of the tongue among the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from companion.contract.moves import slip
from companion.contract.promise import promised
from companion.contract.table import Table, Whole, otherwise
from companion.rules.account import Accepted, Account
from companion.rules.carrying import CannotBeDone, carried_out, misplaced
from companion.rules.clauses import Refused
from companion.rules.layout import Box, Layout
from companion.rules.movements import movements
from companion.rules.moves import Move
from companion.rules.walking import walk
from companion.table.undo import way_back

UNDONE = 12
"""Times that something is taken back at a table: of the first game the last move and all of it, then any."""
FAR = 40
"""Moves that are taken back at once, at most."""
CARRIED, TEN = 30, 10
"""Times that movements are carried out, of one to ten moves each."""
WALKS, STEPS = 60, 12


@promised(
    "Taking back is saying all but the last moves again: the rules may keep nothing beside the position."
)
def undo_is_a_replay_without_the_last(table: Table) -> Iterator[str]:
    """After moves were taken back the table is as it was before them, and goes on from there as it did."""
    chance = table.chance("taken back")
    games = [whole for whole in table.games if whole.played]
    for number in range(UNDONE if games else 0):
        whole = chance.choice(games) if number > 1 else games[0]
        many = len(whole.played)
        upto = chance.randint(1, many) if number > 1 else many
        back = chance.randint(1, min(upto, FAR)) if number > 1 else (1, many)[number]
        table.look(whole.seed, upto, whole.positions[upto])
        yield from _undone(table, whole, upto, back, "undo" if back == 1 and number else f"undo {back}")


def _undone(table: Table, whole: Whole, upto: int, back: int, undo: str) -> Iterator[str]:
    account, texts = table.account(whole), [str(each.move) for each in whole.played]
    for text in texts[:upto]:
        account.say(text)
    undone = account.say(undo)
    if not undone.position == account.position == whole.positions[upto - back]:
        yield f"after `{undo}` the position is not the one before"
    if [accepted.text for accepted in account.standing] != texts[: upto - back]:
        yield f"after `{undo}` other moves stand than before"
    if not _refuses(account, f"undo {upto - back + 1}"):
        yield "more is taken back than was played"
    for text in texts[upto - back : upto]:
        account.say(text)
    if account.position != whole.positions[upto]:
        yield f"said again after `{undo}`, the moves make another position"


def _refuses(account: Account, text: str) -> bool:
    try:
        account.say(text)
    except Refused:
        return True
    return False


@promised(
    "Say of each piece where it lies after each event, and which side is up: `Event.change`, `Game.layout`. Where a row"
    " gets a piece that will not be its last, its fact `next` says which number."
)
def movements_lead_back(table: Table) -> Iterator[str]:
    """What hands are told to do when moves are taken back can be done one by one, and leads exactly there."""
    chance = table.chance("movements")
    games = [whole for whole in table.games if whole.played]
    for _ in range(CARRIED if games else 0):
        whole = chance.choice(games)
        upto = chance.randint(1, len(whole.played))
        back = chance.randint(1, min(upto, TEN))
        table.look(whole.seed, upto, whole.positions[upto])
        said = [
            Accepted(str(each.move), each.events, each.after) for each in whole.played[upto - back : upto]
        ]
        path = way_back(table.game, whole.positions[upto - back], said)
        yield from _carried(table.game.box(whole.setup), path, f"{back} moves back")


def _carried(box: Box, path: Sequence[Layout], undo: str) -> Iterator[str]:
    made = movements(box, path)
    try:
        lies = carried_out(box, path, made)
    except CannotBeDone as wrong:
        yield f"{undo}: {wrong}"
    else:
        yield from (f"{undo}: {where}" for where in misplaced(box, lies, path[-1]))


@promised(
    "See the promises about single moves: here they are broken only after several, or after a refused one."
)
def walks_keep_the_rules(table: Table) -> Iterator[str]:
    """From anywhere, odd moves and slips of the tongue make sound positions that can be written and read."""
    chance, words = table.chance("walks with slips"), table.words
    for whole, position in islice(table.sampled(WALKS), WALKS):
        for _ in range(chance.randint(1, STEPS)):
            if position.outcome() is not None:
                break
            move = _odd(walk(position.offered, chance.choice)[0], words, chance)
            table.at_move(move)
            before = position.to_json()
            try:
                position, _ = position.play(move)
            except Refused:
                if position.to_json() != before:
                    yield "a refused move has changed the position"
            for fault in position.faults():
                yield f"a fault: {fault}"
            back = table.game.position(position.to_json(), whole.setup)
            if back != position:
                yield f"written and read, the position is another in {otherwise(position, back)}"


def _odd(move: Move, words: tuple[str, ...], chance: Random) -> Move:
    return slip(move, words, chance) if chance.random() < 0.5 else move
