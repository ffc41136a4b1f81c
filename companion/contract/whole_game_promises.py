"""Promises about whole games: they end, their events describe them, they can be written down and read again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

from msgspec.structs import replace

from companion.contract.game_sampler import (
    MAX_LISTED_MOVES,
    EndlessGameError,
    GameSampler,
    SampleGame,
    differing_fields,
)
from companion.contract.promise import promise_with_remedy
from companion.rules.ledger import build_ledger
from companion.rules.position import Outcome, Position


@promise_with_remedy(
    "Where an exception was raised, fix that. Else: `faults()` names nothing in a position that the rules themselves"
    " made; `outcome()` returns the result at the end, with the points of `points_by_player()`, whose highest are the"
    " winners' where anybody wins."
)
def every_game_ends(table: GameSampler) -> Iterator[str]:
    """Games played by chance come to an end, without a fault; the players with most points win, or nobody does."""
    for game in table.sample_games:
        for after, position in enumerate(game.positions):
            table.focus_on(game.seed, after, position)
            for fault in position.faults():
                yield f"a fault in a position that was played to: {fault}"
        if game is not table.sample_games[-1] or table.play_failure is None:
            yield from _result(game.positions[-1])
    if table.play_failure is not None:
        table.focus_on_failure()
        if not isinstance(table.play_failure, EndlessGameError):
            raise table.play_failure
        yield str(table.play_failure)


def _result(over: Position) -> Iterator[str]:
    result = over.outcome()
    if not isinstance(result, Outcome):
        yield f"the result is {result!r}, no Outcome"
    elif dict(result.scores) != dict(over.points_by_player()):
        yield (
            f"the result says {dict(result.scores)} where points_by_player() says {dict(over.points_by_player())}"
        )
    elif not set(result.winners) <= set(result.scores):
        yield f"the winners are {result.winners}, of the players {tuple(result.scores)}"
    elif result.winners and max(result.scores.values()) != result.scores[result.winners[0]]:
        yield f"{result.winners[0]} wins, and somebody else has more points: {dict(result.scores)}"


@promise_with_remedy(
    "A settled position that is not over awaits a player and offers at least two moves that mean different things:"
    " what can only be done in one way happens by itself, in `settle`. When it is over nothing is offered."
)
def there_is_something_to_decide(table: GameSampler) -> Iterator[str]:
    """Until a game is over a player is asked, and has at least two different answers; then nobody is asked."""
    for _, position in table.sample_positions():
        turn = position.choice_tree
        if position.outcome() is not None:
            if list(islice(position.legal_moves(), 1)) or turn.awaited_actors:
                yield "the game is over, and still something is offered"
            continue
        if not turn.awaited_actors:
            yield "nobody is awaited"
        if not set(turn.awaited_actors) <= set(turn.choice_by_actor) <= set(turn.all_actors):
            may_move = tuple(turn.choice_by_actor)
            yield (
                f"awaited {turn.awaited_actors}, may move {may_move}, known {turn.all_actors}: "
                "each within the next"
            )
        found = _two(position)
        if found < 2 and not (turn.always_ask and found):
            yield f"so many different things may be done: {found}"


def _two(position: Position) -> int:
    """How many different actions the moves mean, counted up to two."""
    found: list[object] = []
    for move in islice(position.legal_moves(), MAX_LISTED_MOVES):
        action = position.action_for(move)
        if action not in found:
            found.append(action)
            if len(found) == 2:
                break
    return len(found)


@promise_with_remedy("`settle` does everything automatic at once: a second time it finds nothing to do.")
def settled_stays_settled(table: GameSampler) -> Iterator[str]:
    """A settled position stays as it is."""
    for _, position in table.sample_positions(300):
        if position.settled_with_events() != (position, ()):
            yield "settled once more, the position is another"


@promise_with_remedy(
    "`to_json` holds the whole position, in plain dicts, lists, numbers and strings, and `Game.position_from_json`"
    " makes the same position of it: between two starts of Herald nothing else is left."
)
def positions_are_written_and_read(table: GameSampler) -> Iterator[str]:
    """Any position, written as JSON and read again, is equal."""
    beginnings = ((game, game.start.initial_position) for game in table.focused_games())
    for game, position in chain(beginnings, table.sample_positions(600)):
        data = position.to_json()
        back = table.game.position_from_json(json.loads(json.dumps(data)), game.setup)
        if back != position:
            yield f"read again, the position is another in {differing_fields(position, back)}"
        elif not back.to_json() == data == json.loads(json.dumps(data)):
            yield "written again, the position is another"


@promise_with_remedy(
    "All that a position is still to do is in it (its `agenda`) and in its JSON, and nothing in a cache beside it."
)
def a_position_read_goes_on(table: GameSampler) -> Iterator[str]:
    """A position that was read from JSON plays on like the original."""
    for game, each in table.sample_moves(4):
        back = table.game.position_from_json(each.before.to_json(), game.setup)
        if back.play(each.move) != (each.after, each.events):
            yield "played from the position read again, the move makes something else"


@promise_with_remedy("The rules use no chance, no clock, and nothing that changes between two games.")
def a_replay_is_the_game(table: GameSampler) -> Iterator[str]:
    """The same moves, replayed from the beginning, make the same events and the same end."""
    for game in table.focused_games():
        again = table.new_history(game)
        if (again.opening.position, again.opening.events) != (
            game.opening_position,
            game.start.opening_events,
        ):
            yield "the opening is another"
            continue
        for after, each in enumerate(game.played_moves):
            table.focus_on(game.seed, after, each.before, each.move)
            accepted = again.apply_line(str(each.move))
            if (accepted.position, accepted.events) != (each.after, each.events):
                yield "said again, the move makes something else"
                break


@promise_with_remedy("The rules use no chance, no clock, and nothing that changes between two games.")
def the_same_seed_is_the_same_game(table: GameSampler) -> Iterator[str]:
    """A player who chooses as before finds the same choices in the same order."""
    for game in table.focused_games(1):
        if table.start_game(game.seed) != game.start:
            yield "begun once more, the table is another"
            continue
        again = islice(table.play_moves(game.seed, game.opening_position), len(game.played_moves))
        if any(each != before for each, before in zip(again, game.played_moves, strict=True)):
            yield "played once more with the same dice, another move was made"


@promise_with_remedy(
    "Only `Event.apply_to` changes a position; only `Transaction.agenda` changes what is still to be done."
)
def events_tell_everything(table: GameSampler) -> Iterator[str]:
    """The events of a move, applied one after another, lead to the table after it, apart from the agenda."""
    for _, each in table.sample_moves(6):
        position = each.before
        for event in each.events:
            position = event.apply_to(position)
        if replace(position, agenda=()) != replace(each.after, agenda=()):
            yield "told by its events alone, the table is another"


@promise_with_remedy(
    "`Event.points_by_player()` returns who gets how many points by it, in every event that changes"
    " `Position.points_by_player()`."
)
def every_point_has_its_event(table: GameSampler) -> Iterator[str]:
    """Every point is made by an event, so that the ledger can show where it came from."""
    for game in table.focused_games():
        sums = Counter(game.start.initial_position.points_by_player())
        steps = [
            (game.start.opening_events, game.opening_position),
            *((each.events, each.after) for each in game.played_moves),
        ]
        for after, (events, position) in enumerate(steps):
            table.focus_on(game.seed, after, position)
            for event in events:
                sums.update(event.points_by_player())
            made = {player: sums[player] for player in position.points_by_player()}
            if made != dict(position.points_by_player()):
                yield f"the events make {made} points, the table says {dict(position.points_by_player())}"
                break
        yield from _ledger(table, game)


def _ledger(table: GameSampler, game: SampleGame) -> Iterator[str]:
    history = table.new_history(game)
    for each in game.played_moves:
        history.apply_line(str(each.move))
    ledger, points = build_ledger(history), history.position.points_by_player()
    if dict(points) != {player: ledger.totals().get(player, 0) for player in points}:
        yield f"the ledger comes to {dict(ledger.totals())}, the table to {dict(points)}"
    if any(entry.event is None for entry in ledger.entries):
        yield "the ledger has points that no event made"
