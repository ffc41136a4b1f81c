"""Promises about whole games: they end, they are told by their events, they can be written down and read again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

from msgspec.structs import replace

from companion.contract.promise import promised
from companion.contract.table import LISTED, Endless, Table, Whole, otherwise
from companion.rules.ledger import ledger
from companion.rules.position import Outcome, Position


@promised(
    "Where something was raised, mend that. Else: `faults()` names nothing in a position that the rules themselves"
    " made; `outcome()` tells the result at last, with the points of `points()`, whose highest are the winners'."
)
def every_game_ends(table: Table) -> Iterator[str]:
    """Games played by chance come to an end, without a fault on the way, and whoever has most points wins."""
    for whole in table.games:
        for after, position in enumerate(whole.positions):
            table.look(whole.seed, after, position)
            for fault in position.faults():
                yield f"a fault in a position that was played to: {fault}"
        if whole is not table.games[-1] or table.wrong is None:
            yield from _result(whole.positions[-1])
    if table.wrong is not None:
        table.look_at_wrong()
        if not isinstance(table.wrong, Endless):
            raise table.wrong
        yield str(table.wrong)


def _result(over: Position) -> Iterator[str]:
    result = over.outcome()
    if not isinstance(result, Outcome):
        yield f"the result is {result!r}, no Outcome"
    elif dict(result.scores) != dict(over.points()):
        yield f"the result says {dict(result.scores)} where points() says {dict(over.points())}"
    elif not result.winners or not set(result.winners) <= set(result.scores):
        yield f"the winners are {result.winners}, of the players {tuple(result.scores)}"
    elif max(result.scores.values()) != result.scores[result.winners[0]]:
        yield f"{result.winners[0]} wins, and somebody else has more points: {dict(result.scores)}"


@promised(
    "A settled position that is not over awaits somebody and offers at least two moves that mean different things:"
    " what can only be done in one way happens by itself, in `settle`. When it is over nothing is offered."
)
def there_is_something_to_decide(table: Table) -> Iterator[str]:
    """Until a game is over somebody is asked, and has at least two different answers; then nobody is asked."""
    for _, position in table.sampled():
        turn = position.offered
        if position.outcome() is not None:
            if list(islice(position.legal(), 1)) or turn.awaited:
                yield "the game is over, and still something is offered"
            continue
        if not turn.awaited:
            yield "nobody is awaited"
        if not set(turn.awaited) <= set(turn.after) <= set(turn.everybody):
            yield f"awaited {turn.awaited}, may move {tuple(turn.after)}, known {turn.everybody}: each within the next"
        found = _two(position)
        if found < 2 and not (turn.said and found):
            yield f"so many different things may be done: {found}"


def _two(position: Position) -> int:
    """How many different deeds the moves mean, counted to two."""
    found: list[object] = []
    for move in islice(position.legal(), LISTED):
        deed = position.read(move)
        if deed not in found:
            found.append(deed)
            if len(found) == 2:
                break
    return len(found)


@promised("`settle` does all that happens by itself at once: a second time it finds nothing to do.")
def settled_stays_settled(table: Table) -> Iterator[str]:
    """A settled position stays as it is."""
    for _, position in table.sampled(300):
        if position.settled() != (position, ()):
            yield "settled once more, the position is another"


@promised(
    "`to_json` tells all that the position is, in plain dicts, lists, numbers and strings, and `Game.position` makes"
    " the same of it again: between two starts of Herald nothing else is left."
)
def positions_are_written_and_read(table: Table) -> Iterator[str]:
    """Any position, written as JSON and read again, is equal."""
    beginnings = ((whole, whole.begin.begun) for whole in table.whole_games())
    for whole, position in chain(beginnings, table.sampled(600)):
        paper = position.to_json()
        back = table.game.position(json.loads(json.dumps(paper)), whole.setup)
        if back != position:
            yield f"read again, the position is another in {otherwise(position, back)}"
        elif not back.to_json() == paper == json.loads(json.dumps(paper)):
            yield "written again, the position is another"


@promised(
    "All that a position is to do lies in it (its `agenda` too) and in its JSON; nothing in a cache beside it."
)
def a_position_read_goes_on(table: Table) -> Iterator[str]:
    """A position that was read from JSON plays on like the one it was."""
    for whole, each in table.moves(4):
        back = table.game.position(each.before.to_json(), whole.setup)
        if back.play(each.move) != (each.after, each.events):
            yield "played from the position read again, the move makes something else"


@promised("The rules use no chance, no clock, and nothing that changes between two games.")
def a_replay_is_the_game(table: Table) -> Iterator[str]:
    """The same moves, said once more from the beginning, make the same events and the same end."""
    for whole in table.whole_games():
        again = table.account(whole)
        if (again.opening.position, again.opening.events) != (whole.opening, whole.begin.opened):
            yield "the opening is another"
            continue
        for after, each in enumerate(whole.played):
            table.look(whole.seed, after, each.before, each.move)
            accepted = again.say(str(each.move))
            if (accepted.position, accepted.events) != (each.after, each.events):
                yield "said again, the move makes something else"
                break


@promised("The rules use no chance, no clock, and nothing that changes between two games.")
def the_same_seed_is_the_same_game(table: Table) -> Iterator[str]:
    """Whoever chooses as before finds the same choices in the same order."""
    for whole in table.whole_games(1):
        if table.opened(whole.seed) != whole.begin:
            yield "begun once more, the table is another"
            continue
        again = islice(table.going_on(whole.seed, whole.opening), len(whole.played))
        if any(each != before for each, before in zip(again, whole.played, strict=True)):
            yield "played once more with the same dice, another move was made"


@promised(
    "Nothing changes a position but `Event.change`; `Tale.plan` alone changes what is still to be done."
)
def events_tell_everything(table: Table) -> Iterator[str]:
    """The events of a move, told one after another, make the table it made; what is still to be done aside."""
    for _, each in table.moves(6):
        told = each.before
        for event in each.events:
            told = event.change(told)
        if replace(told, agenda=()) != replace(each.after, agenda=()):
            yield "told by its events alone, the table is another"


@promised(
    "`Event.points()` says who gets how many points by it, in every event that changes `Position.points()`."
)
def every_point_has_its_event(table: Table) -> Iterator[str]:
    """Every point is made by an event, so that the ledger can say where it came from."""
    for whole in table.whole_games():
        sums = Counter(whole.begin.begun.points())
        told = [(whole.begin.opened, whole.opening), *((each.events, each.after) for each in whole.played)]
        for after, (events, position) in enumerate(told):
            table.look(whole.seed, after, position)
            for event in events:
                sums.update(event.points())
            made = {who: sums[who] for who in position.points()}
            if made != dict(position.points()):
                yield f"the events make {made} points, the table says {dict(position.points())}"
                break
        yield from _ledger(table, whole)


def _ledger(table: Table, whole: Whole) -> Iterator[str]:
    account = table.account(whole)
    for each in whole.played:
        account.say(str(each.move))
    book, points = ledger(account), account.position.points()
    if dict(points) != {who: book.sums().get(who, 0) for who in points}:
        yield f"the ledger comes to {dict(book.sums())}, the table to {dict(points)}"
    if any(entry.event is None for entry in book.entries):
        yield "the ledger has points that no event made"
